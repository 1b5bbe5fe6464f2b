"""A running game moves to another judge. Here its clock stops, and mail for it is answered with its new place; there
its clock goes on. One judge at a time has it: it is closed here as it is packed, and taken in there whole or not at
all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Integer, LargeBinary, RowMapping, Table, insert, select, update
from sqlalchemy.orm import Session

from judge.app import Work
from judge.archive.document import Archive, ArchivedPhase, BadArchive, ReadBack, sealed
from judge.archive.parcel import Holder, Parcel, Row, seal_of, write_parcel
from judge.archive.verify import verify
from judge.games.lookup import find_game, live_game, open_phase, returned_game, system_of, upgraded
from judge.games.members import GONE, nobody
from judge.games.settings import calendars_of
from judge.identity import players
from judge.identity.trust import player_at
from judge.letters.columns import with_be
from judge.letters.dates import read_dates, when
from judge.mail.compose import is_address
from judge.outbox import news
from judge.play import game_clock, journal, ledger
from judge.play.archives import REPLAYED, Unfaithful, check_so_far, replay_note
from judge.play.creation import NAME, RESERVED
from judge.play.early_adjudication import reconsider
from judge.play.position import mail_position
from judge.rules.problems import Refused, refusal
from judge.rules.registry import playing
from judge.rules.values import Json
from judge.store.engine import SCHEMA_REVISION
from judge.store.locks import intake_exclusive
from judge.store.tables import (
    MOVED,
    OVER,
    UNRECKONED,
    ActRow,
    Address,
    Base,
    CoMaster,
    Game,
    InboundRow,
    Joining,
    Move,
    Observer,
    OrdersRow,
    PhaseRow,
    Player,
    RunRow,
    Seat,
    UtcDateTime,
)

STAYS: Mapping[str, str] = {
    "attendances": "each judge keeps its own records of its players",
    "finished_pages": "they are made of the others",
    "outbound_mails": "they were sent from here, and are answered here",
    "moves": "each judge keeps its own account of them",
}
"""Tables that know of games and stay here, and why. Players' mails stay too: they speak of other games."""

MOST = 2**31 - 1
"""What every database keeps in a column of numbers."""

GAMES, PLAYERS = Game.__tablename__, Player.__tablename__


def game_tables() -> list[tuple[Table, Column[Any]]]:
    """The tables that go along, each with the column that leads to the game, those first that others refer to."""
    found: dict[str, tuple[Table, Column[Any]]] = {}
    for table in Base.metadata.sorted_tables:
        if table.name in (GAMES, *STAYS):
            continue
        ways = {refers_to(column): column for column in table.columns if refers_to(column) in (GAMES, *found)}
        if ways:
            found[table.name] = (table, ways[GAMES] if GAMES in ways else next(iter(ways.values())))
    return list(found.values())


def refers_to(column: Column[Any]) -> str:
    """The table whose ids a column holds; empty if none."""
    return next((key.column.table.name for key in column.foreign_keys), "")


def rows_of(session: Session, game: Game) -> dict[str, tuple[Row, ...]]:
    """Table -> the game's rows, in the order of their ids."""
    ids: dict[str, list[int]] = {GAMES: [game.id]}
    found: dict[str, tuple[Row, ...]] = {}
    for table, way in game_tables():
        query = select(table).where(way.in_(ids[refers_to(way)])).order_by(table.c.id)
        found[table.name] = tuple(_encoded(table, row) for row in session.execute(query).mappings())
        ids[table.name] = [int(row["id"]) for row in found[table.name]]
    return found


def holders_of(session: Session, game: Row, rows: Mapping[str, Sequence[Row]]) -> tuple[Holder, ...]:
    """Everybody whom these rows name."""
    numbers = {int(value) for value in _named(Base.metadata.tables[GAMES], game)}
    for table, _ in game_tables():
        numbers |= {int(value) for row in rows[table.name] for value in _named(table, row)}
    players = session.scalars(select(Player).where(Player.id.in_(numbers)).order_by(Player.id))
    return tuple(
        Holder(
            id=player.id,
            name=player.name,
            zone=player.zone,
            dates=player.dates,
            plain_only=player.plain_only,
            wants_data=player.wants_data,
            banned=player.status == "banned",
            addresses=tuple(each.address for each in sorted(player.addresses, key=lambda each: not each.primary)),
        )
        for player in players
    )


def _named(table: Table, row: Row) -> Iterator[Json]:
    """The players that a row names."""
    return (
        row[column.name] for column in table.columns if refers_to(column) == PLAYERS and row[column.name] is not None
    )


def put_in(session: Session, game: Row, rows: Mapping[str, Sequence[Row]], players: Mapping[int, int]) -> int:
    """Write the rows under new numbers; return the game's. `players`: number there -> here. Raises BadArchive."""
    tables = game_tables()
    if missing := {table.name for table, _ in tables} ^ set(rows):
        raise BadArchive(f"the rows are not those of this judge's tables: {', '.join(sorted(missing))[:80]}")
    numbers: dict[str, dict[int, int]] = {PLAYERS: dict(players), GAMES: {}}
    table = Base.metadata.tables[GAMES]
    own_id: int = session.execute(
        insert(table).values(_decoded(table, game, numbers)).returning(table.c.id)
    ).scalar_one()
    numbers[GAMES][_number(game, GAMES)] = own_id
    wanted = {refers_to(column) for table, _ in tables for column in table.columns}
    for table, _ in tables:
        decoded = [_decoded(table, row, numbers) for row in rows[table.name]]
        if table.name in wanted:
            given = [session.execute(insert(table).values(row).returning(table.c.id)).scalar_one() for row in decoded]
            olds = [_number(row, table.name) for row in rows[table.name]]
            numbers[table.name] = dict(zip(olds, given, strict=True))
        elif decoded:
            session.execute(insert(table), decoded)
    return own_id


def _number(row: Row, table: str) -> int:
    value = row.get("id")
    if not isinstance(value, int):
        raise BadArchive(f"a row of {table} has no id")
    return value


def _encoded(table: Table, row: RowMapping) -> Row:
    return {column.name: as_json(row[column.name]) for column in table.columns}


def as_json(value: Any) -> Json:
    """A value of a column: instants in ISO 8601, octets in hex."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else value


def _decoded(table: Table, row: Row, numbers: Mapping[str, Mapping[int, int]]) -> dict[str, Any]:
    """Return a row for this judge: no id, references renumbered, and none to mails, which stayed behind."""
    if strangers := set(row) ^ {column.name for column in table.columns}:
        raise BadArchive(
            f"a row of {table.name} has not the columns that it should: {', '.join(sorted(strangers))[:80]}"
        )
    found: dict[str, Any] = {}
    for column in table.columns:
        value = row[column.name]
        kept = numbers.get(refers_to(column))
        if column.primary_key:
            continue
        if not column.foreign_keys or value is None:
            found[column.name] = _as_stored(column, value)
        elif kept is None:
            found[column.name] = None
        elif isinstance(value, int) and value in kept:
            found[column.name] = kept[value]
        else:
            raise BadArchive(f"a row of {table.name} refers to a {column.name} {str(value)[:20]} that is not there")
    return found


def _as_stored(column: Column[Any], value: Json) -> Any:
    kind = column.type
    if isinstance(kind, JSON) or (value is None and column.nullable):
        return value
    try:
        if isinstance(kind, UtcDateTime):
            return _instant_of(value)
        if isinstance(kind, LargeBinary):
            return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise BadArchive(f"{column.table.name}.{column.name} cannot be {str(value)[:40]!r}") from None
    right = bool if isinstance(kind, Boolean) else int if isinstance(kind, Integer) else str
    if type(value) is not right or (isinstance(value, int) and abs(value) > MOST):
        raise BadArchive(f"{column.table.name}.{column.name} cannot be {str(value)[:40]!r}")
    return value


NOBODY = "somebody unknown"
LABEL = re.compile(r"\w[\w.-]*", re.ASCII)
"""Labels of phases are names of files among the public pages."""
GOES = ("forming", "paused", "suspended")
"""What a game is while it is on its way: the clock of one that runs stands."""


def send_away(work: Work, game: Game, to: str, *, checked: bool) -> str:
    """Pack a game for the judge at `to` and close it here; return the file. Raises Refused and Unfaithful."""
    to = to.strip().lower()
    if not is_address(to) or to == work.settings.address.lower():
        hint = "It is what stands in the From of that judge's mails, such as judge@example.org."
        raise refusal("move/where", "That is no address of another judge.", hint=hint)
    work.session.refresh(game, with_for_update=True)
    _check_may_go(work.session, game)
    if checked and game.state is not None:
        check_so_far(work.session, game)
    parcel = _pack(work, game)
    text, seal = write_parcel(parcel)
    title = f"{game.name} moves to another judge"
    where = f"From now on {game.name} is played at {to}. That judge will write to you. Then answer its mails, not mine."
    what = (
        "Everything goes there: the position, the accounts, and the orders that you have on file. The clock stands "
        "still until the game goes on there. If one of your lines waits for a code, it is void. Write it again "
        "there."
    )
    news.announce_to_joined(work, game, title, (where, what))
    game.status = MOVED
    game.version += 1
    work.session.add(Move(game_id=game.id, way="out", elsewhere=to, seal=seal, at=work.now))
    journal.note(work, game, f"moved to {to}")
    return text


def _check_may_go(session: Session, game: Game) -> None:
    if game.status in OVER:
        hint = "judge archive writes a finished game as a file, judge import reads it elsewhere."
        raise refusal("move/not-running", f"{game.name} is not running here.", hint=hint)
    # Exclusive: whoever accepts a mail has committed it, or will see that the game has gone.
    intake_exclusive(session)
    unread = select(InboundRow.id).where(InboundRow.status == "new").limit(1)
    row = open_phase(session, game)
    if row is not None and row.sealed_at is not None:
        hint = f"Its GameMaster must first write PUBLISH or ROLLBACK {row.label}."
        raise refusal("move/sealed", f"The results of {row.title} are held.", hint=hint)
    if session.execute(unread).first() is not None or (row is not None and row.cut is not None):
        hint = "Try again in a moment; judge tick does what is to be done."
        raise refusal("move/busy", "There is mail to be read, or a phase to be adjudicated, first.", hint=hint)


def _pack(work: Work, game: Game) -> Parcel:
    table, rows = Base.metadata.tables[GAMES], rows_of(work.session, game)
    own = work.session.execute(select(table).where(table.c.id == game.id)).mappings().one()
    row = dict(_encoded(table, own))
    holders = holders_of(work.session, row, rows)
    if game.status == "active":
        row |= {"status": "paused", "paused_at": work.now.isoformat()}
    return Parcel(SCHEMA_REVISION, work.settings.address, work.now.isoformat(), row, holders, rows)


def take_back(work: Work, game: Game) -> str:
    """A game that was sent away and not taken in there goes on here; its clock stood meanwhile. Raises Refused."""
    work.session.refresh(game, with_for_update=True)
    moves = select(Move).where(Move.game_id == game.id, Move.way == "out").order_by(Move.id.desc()).limit(1)
    gone = work.session.scalar(moves)
    if game.status != MOVED or gone is None:
        raise refusal("move/not-away", f"{game.name} has not moved away.")
    back = returned_game(work.session, game)
    if back is not None:
        raise refusal("move/came-back", f"{game.name} has already come back. It is the game {back.name}.")
    if game.started_at is None:
        game.status = "forming"
    else:
        game.status = "suspended" if game.suspended_why else "paused" if game.paused_at else "active"
    game.version += 1
    work.session.add(Move(game_id=game.id, way="back", elsewhere=gone.elsewhere, seal=gone.seal, at=work.now))
    journal.note(work, game, "taken back")
    if game.status == "active":
        game.status, game.paused_at = "paused", gone.at
        _start_clock(work, game)
    title = f"{game.name} stays at this judge"
    said = (f"It is not played at {gone.elsewhere} after all. Go on writing here. Nothing is lost.",)
    _tell_with_position(work, game, title, said)
    return f"{game.name} goes on here. No judge may take in its file any more, so delete it."


def import_parcel(work: Work, parcel: Parcel, name: str, *, checked: bool) -> Game:
    """Return the game of a parcel, which goes on here as `name` if given. Raises Refused, BadArchive, and Unfaithful if
    `checked` and it does not replay: then nothing may be committed.
    """
    _check_fits(parcel)
    wanted = free_name(work.session, name or str(parcel.game.get("name", "")))
    seal = seal_of(parcel)
    refuse_twin(work.session, seal)
    people = {holder.id: _player_for(work, holder) for holder in parcel.holders}
    row = dict(parcel.game) | {"name": wanted}
    numbers = {there: player.id for there, player in people.items()}
    game = work.session.get_one(Game, put_in(work.session, row, parcel.rows, numbers))
    # This judge's host has an own mind of when people are reminded.
    work.session.execute(update(PhaseRow).where(PhaseRow.game_id == game.id).values(remind_at=UNRECKONED))
    _check_people(work.session, game, people)
    if checked and game.state is not None:
        try:
            check_so_far(work.session, game)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise BadArchive(f"its past is not such as the rules can replay: {error}") from None
    work.session.add(Move(game_id=game.id, way="in", elsewhere=parcel.origin[:254], seal=seal, at=work.now))
    journal.note(work, game, f"came from {parcel.origin[:254]}")
    if game.status == "paused" and parcel.game["paused_at"] == parcel.made_at:
        _start_clock(work, game)
    for player in _present(work.session, game):
        if player.status == "unproved":
            players.prove(work, player)  # the judge it comes from has proved the address
    title = f"{game.name} is played here now"
    what = (
        f"{game.name} has come from {parcel.origin} to this judge, {work.settings.address}, with everything: the "
        "position, the accounts, and the orders that you have on file."
    )
    answers = "Answer my mails from now on. You can no longer answer those of the other judge."
    _tell_with_position(work, game, title, (what, answers))
    return game


def _check_fits(parcel: Parcel) -> None:
    if parcel.schema != SCHEMA_REVISION:
        message = f"The file is of schema {parcel.schema[:20]}, and this judge works with {SCHEMA_REVISION}."
        hint = "Bring both judges to the same version, take the game back there, and send it again."
        raise refusal("move/schema", message, hint=hint)
    if parcel.game.get("status") not in GOES:
        raise BadArchive(f"a game that is {str(parcel.game.get('status'))[:20]!r} does not move")
    for row in parcel.rows.get("phases", ()):
        if not LABEL.fullmatch(str(row.get("label"))):
            raise BadArchive(f"no phase is called {str(row.get('label'))[:40]!r}")
    for column in ("options", "settings"):
        if not isinstance(parcel.game.get(column), dict):
            raise BadArchive(f"{column} of the game are no JSON object")
    try:
        system = playing(str(parcel.game.get("system")), parcel.game["options"])
        version = int(parcel.game.get("system_version", 0))
        for calendar in calendars_of(parcel.game["settings"]):
            calendar.check()
        if parcel.game.get("state") is not None:
            system.phase(system.load(upgraded(system, parcel.game["state"], version)))
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        message = f"This judge cannot play on by the rules of that game: {error}."
        raise refusal("move/rules", message, hint="Install the rules that it was played with.") from None


def free_name(session: Session, name: str) -> str:
    """The name, if a game may have it here. Raises Refused."""
    name = name.strip().lower()
    if not NAME.fullmatch(name) or name in RESERVED:
        hint = "A name has 2 to 24 letters, digits and hyphens, and begins with a letter: --as NAME"
        raise refusal("import/bad-name", f"A game cannot be called {name[:40]!r}.", hint=hint)
    there = find_game(session, name)
    if there is not None:
        hint = "Give it another name here: --as NAME. Nothing else changes by that."
        if there.status == MOVED:
            hint += f" If it never arrived elsewhere: judge move back {name}"
        raise refusal("import/name-taken", f"There is already a game called {name} here.", hint=hint)
    return name


def refuse_twin(session: Session, seal: str) -> None:
    """Raises Refused where a file of this seal was taken in before."""
    query = select(Game.name).join(Move).where(Move.seal == seal, Move.way.in_(("in", "archive")))
    if name := session.scalar(query.limit(1)):
        raise refusal("import/twice", f"This file has already been taken in. It is the game {name}.")


def _player_for(work: Work, holder: Holder) -> Player:
    """Whoever is registered here with one of a holder's addresses; else somebody new, not proved yet."""
    known = {player.id: player for each in holder.addresses if (player := player_at(work.session, each)) is not None}
    if len(known) > 1:
        message = f"{holder.name} of the file is two players here: {', '.join(holder.addresses)}."
        raise refusal("move/two-players", message, hint="If that is one person: judge players merge")
    if known:
        return next(iter(known.values()))
    status = "banned" if holder.banned else "unproved" if holder.addresses else GONE
    player = Player(
        name=players.clean_name(holder.name) or NOBODY,
        plain_only=holder.plain_only,
        wants_data=holder.wants_data,
        status=status,
        registered_at=work.now,
    )
    # A zone or a language that only the other host knew: they read times as a newcomer does.
    with suppress(Refused):
        players.set_zone(player, holder.zone)
    with suppress(ValueError):
        player.dates = read_dates(holder.dates)
    work.session.add(player)
    work.session.flush()
    for number, address in enumerate(holder.addresses):
        if not is_address(address) or address != address.lower():
            raise BadArchive(f"{address[:80]!r} is no address")
        work.session.add(Address(player_id=player.id, address=address, primary=number == 0))
    work.session.flush()
    return player


def _present(session: Session, game: Game) -> list[Player]:
    """Those who play, wait for the start, watch, or are GameMasters now."""
    ids: set[int | None] = {game.master_id}
    ids.update(session.scalars(select(Seat.player_id).where(Seat.game_id == game.id)))
    for table in (Joining, CoMaster, Observer):
        ids.update(session.scalars(select(table.player_id).where(table.game_id == game.id)))
    found = session.execute(select(Player).where(Player.id.in_(ids)).order_by(Player.id))
    return list(found.scalars())


def _check_people(session: Session, game: Game, people: dict[int, Player]) -> None:
    """Raises Refused where two of the file are one here, or somebody who is needed is not admitted here."""
    twice = [player.name for player in people.values() if list(people.values()).count(player) > 1]
    if twice:
        message = f"{twice[0]} is one player here, and two in the file."
        raise refusal("move/one-player", message, hint="Have one of the two replaced before the game moves.")
    banned = [player.name for player in _present(session, game) if player.status == "banned"]
    if banned:
        message = f"{', '.join(banned)} would play, lead or watch the game, and may not write here."
        raise refusal("move/banned", message, hint="judge players unban, or have them replaced there first.")


def _start_clock(work: Work, game: Game) -> None:
    live = live_game(work.session, game)
    if live is not None:
        game_clock.go_on(work, live)
        reconsider(work, live)


def _tell_with_position(work: Work, game: Game, title: str, said: tuple[str, ...]) -> None:
    live = live_game(work.session, game)
    if live is None:
        news.announce_to_joined(work, game, title, said)
        return
    for to in news.recipients(work.session, game, live.roles_of):
        due = f"{with_be(live.phase.title)} due {when(live.row.deadline, to.reader)}."
        clock = "The clock stands still, as it did there." if game.status == "paused" else due
        told = {to: (title, (*said, clock))}
        news.notify(work, game, told, dated=game.status == "active")
        mail_position(work, live, to)


def import_archive(work: Work, found: ReadBack, name: str) -> Game:
    """Return the ended game of an archive, as `name` if given. Raises Refused, BadArchive, Unfaithful."""
    archive = found.archive
    findings = (*found.broken, *map(str, verify(archive).findings))
    if findings:
        raise Unfaithful(findings)
    wanted = free_name(work.session, name or archive.name)
    refuse_twin(work.session, found.seal)
    game = Game(
        name=wanted,
        title=archive.title[:120],
        system=archive.system,
        system_version=archive.system_version,
        options=dict(archive.options),
        settings={},
        status="ended",
        master_id=nobody(work.session, NOBODY, work.now).id,
        seed=bytes.fromhex(archive.seed),
        hidden_seed=bytes.fromhex(archive.hidden_seed),
        state=archive.state_after,
        result=archive.result.data(),
        created_at=_instant_of(archive.started_at),
        started_at=_instant_of(archive.started_at),
        ended_at=_instant_of(archive.ended_at),
    )
    work.session.add(game)
    work.session.flush()
    _seat(work.session, game, archive)
    _enter_phases(work.session, game, archive)
    if not archive.whole:
        opened = replace(archive, name=game.name, title=game.title)
        game.result = {**archive.result.data(), REPLAYED: replay_note(system_of(game), sealed(opened)[1])}
    work.session.add(
        Move(game_id=game.id, way="archive", elsewhere="", seal=found.seal, whole=archive.whole, at=work.now)
    )
    work.session.flush()
    return game


def _instant_of(text: Json) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise BadArchive(f"{text[:40]!r} is no instant") from None
    if at.tzinfo is None:
        raise BadArchive(f"{text[:40]!r} says not in which zone")
    return at


def _seat(session: Session, game: Game, archive: Archive) -> None:
    dummies = playing(archive.system, archive.options).seating(archive.options).dummies
    session.add_all(
        Seat(game_id=game.id, name=name, status="dummy" if name in dummies else "taken")
        for name in (*archive.seats, *(name for name in dummies if name not in archive.seats))
    )
    session.flush()


def _enter_phases(session: Session, game: Game, archive: Archive) -> None:
    number = acts = 0
    for phase in archive.phases:
        number += 1
        if phase.run != game.run:
            _enter_rollback(session, game, phase, number)
            number += 1
        session.add(_row(game, phase, number, phase.run))
        session.flush()
        _enter_what_happened(session, game, phase, acts)
        acts += len(phase.acts)
    last = archive.phases[-1]
    news.record(session, game, last.label, archive.opened, _instant_of(last.closed_at))


def _row(game: Game, phase: ArchivedPhase, number: int, run: int) -> PhaseRow:
    return PhaseRow(
        game_id=game.id,
        run=run,
        number=number,
        label=phase.label,
        title=phase.title,
        state_before=phase.state_before,
        system_version=phase.system_version,
        opened_at=_instant_of(phase.opened_at),
        deadline=_instant_of(phase.closed_at),
        promised=_instant_of(phase.closed_at),
        closed_at=_instant_of(phase.closed_at),
    )


def _enter_rollback(session: Session, game: Game, phase: ArchivedPhase, number: int) -> None:
    """Enter the ROLLBACK that began this phase's run. A phase without events stands for what was undone."""
    undone = _row(game, phase, number, game.run)
    session.add(undone)
    session.flush()
    began = {"run": phase.run, "parent": game.run, "from_number": number, "made_at": undone.opened_at}
    stood = {"left_phase": undone.id, "left_state": phase.state_before, "left_version": phase.system_version}
    session.add(RunRow(game_id=game.id, left_run=game.run, **began, **stood))
    game.run = phase.run
    session.flush()


def _enter_what_happened(session: Session, game: Game, phase: ArchivedPhase, acts: int) -> None:
    """`acts` are those of the phases before."""
    at = _instant_of(phase.closed_at)
    then = {"game_id": game.id, "run": game.run, "phase": phase.label, "at": at}
    session.add_all(
        OrdersRow(**then, role=role, part=part, revision=1, text=text, written=True)
        for role, parts in phase.orders.items()
        for part, text in parts.items()
    )
    session.add_all(
        ActRow(**then, number=number, role=act.role, kind=act.kind, data=dict(act.data))
        for number, act in enumerate(phase.acts, acts + 1)
    )
    ledger.enter(session, game, phase.label, phase.postings, at)
    news.record(session, game, phase.label, phase.events, at)
    session.flush()
