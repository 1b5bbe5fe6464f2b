"""Games as they are shown: all of them, one of them, and those of one person with what waits for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.lookup import (
    STATUS_WORDS,
    Filed,
    LiveGame,
    card_of,
    is_hidden,
    joined_players,
    live_game,
    missing_roles,
    on_file,
    players_of,
    seats_of,
)
from judge.games.members import computer_title, is_computer, is_master, masters, observers
from judge.games.settings import TAKEOVER, WORD, value_of
from judge.letters.columns import counted, table, wrapped
from judge.letters.dates import relative, when
from judge.letters.tree import named
from judge.letters.values import Block
from judge.play import membership, nominations, options
from judge.rules.prose import listed
from judge.rules.registry import is_usable, title_of
from judge.rules.values import only
from judge.store.tables import OVER, Game, Player, Seat

ENDED_SHOWN = 20


def games_block(session: Session) -> Block:
    """The games that form and run, and the latest that have ended."""
    ended = (
        select(Game.id).where(Game.status == "ended", ~Game.practice).order_by(Game.ended_at.desc()).limit(ENDED_SHOWN)
    )
    shown = {
        *session.scalars(ended),
        *session.scalars(select(Game.id).where(Game.status.not_in(OVER), ~Game.practice)),
    }
    rows = []
    for game in session.scalars(select(Game).where(Game.id.in_(shown)).order_by(Game.id)):
        seats = seats_of(session, game)
        taken = sum(seat.status == "taken" for seat in seats)
        vacant = sum(seat.status == "vacant" for seat in seats)
        if game.status == "forming":
            wanted = len(membership.seats_to_fill(session, game))
            about = f"{len(joined_players(session, game))} of {wanted} players"
            if value_of(game.settings, WORD):
                about += ", private"
        else:
            about = f"{taken} players" + (f", {vacant} to take over" if vacant and game.status != "ended" else "")
        programs = sum(map(is_computer, seats))
        if programs:
            about += f", {counted(programs, 'computer')}"
        played = title_of(game.system, game.options)
        rows.append((game.name, f"{played}, {STATUS_WORDS.get(game.status, game.status)}: {about}"))
        rows += [("", more) for more in _named(session, game)]
    return Block("Games", table(rows) if rows else "There are none yet.")


def _named(session: Session, game: Game) -> Iterator[str]:
    """Its title, if it has one of its own; who runs it; and how long its phases last."""
    if game.title and game.title != game.name:
        yield f'"{game.title}"'
    yield f"GameMaster {_masters(session, game)}"
    if game.status not in OVER and is_usable(game.system):
        yield options.pace(game)


def _masters(session: Session, game: Game) -> str:
    return ", ".join(master.name for master in masters(session, game)) or card_of(session, game).master


def status_block(session: Session, game: Game, viewer: Player) -> Block:
    """How a game stands; its GameMaster also reads who has written, never what."""
    live = live_game(session, game)
    master = is_master(session, game, viewer)
    seats = seats_of(session, game)
    people = players_of(session, seats)
    played = title_of(game.system, game.options)
    lines = [f"{game.title or game.name}: {played}, {STATUS_WORDS.get(game.status, game.status)}"]
    if live is not None:
        lines += _phase_lines(live, viewer, by_master=master)
    rows = []
    missing: tuple[str, ...] = ()
    filed: Mapping[str, Filed] = {}
    hidden = is_hidden(game)
    sealed = live is not None and live.row.sealed_at is not None  # nothing is awaited any more
    if live is not None:
        filed = on_file(session, game, live.row.label)
        missing = missing_roles(live.phase, filed)
    for seat in seats:
        person = people[seat.id].name if seat.id in people else _unplayed(game, seat)
        note = ""
        own = seat.id in people and people[seat.id].id == viewer.id
        if hidden and seat.id in people and not (master or own):
            person = "played"
        if live is not None and not sealed and (own or (master and not live.phase.hides_writers)):
            note = _note(live, seat, missing, filed if own else {})
        if live is not None and seat.id in people and live.system.is_eliminated(live.state, seat.name):
            note = tenures.ELIMINATED
        if live is not None and not note and live.system.is_off_the_board(live.state, seat.name):
            note = tenures.ELIMINATED if seat.status != tenures.ELIMINATED else ""
        offices = live.roles_of(seat.name) if live is not None and live.phase.offices else ()
        leads = ", ".join(named(role) for role in offices if role != seat.name)
        rows.append((named(seat.name) + (f" ({leads})" if leads else ""), person, note))
    if game.status == "forming":
        joined = ", ".join(player.name for player in joined_players(session, game)) or "nobody yet"
        lines.append(f"Joined: {joined}")
    if master:
        lines += nominations.waiting_lines(session, game, viewer)
    if live is not None:
        mine = [seat.name for seat in seats if seat.id in people and people[seat.id].id == viewer.id]
        roles = [role for seat in mine for role in live.roles_of(seat)]
        lines += [each for role in roles for each in live.system.stands(live.view(only(role)))]
    told = (wrapped(line, rest="  ") for line in lines)
    return Block(f"Status of {game.name}", "\n".join((*told, "", table(rows))))


def _unplayed(game: Game, seat: Seat) -> str:
    """What a seat without a person is, and how one gets it."""
    if not is_computer(seat) and seat.status != "vacant":
        return seat.status if seat.status in ("dummy", tenures.ELIMINATED) else "open"
    is_free = value_of(game.settings, TAKEOVER)
    return (computer_title(seat) if is_computer(seat) else "vacant") + (": TAKEOVER" if is_free else "")


def _phase_lines(live: LiveGame, viewer: Player, *, by_master: bool) -> list[str]:
    lines = [f"{live.phase.title} ({live.row.label} for PROCESS and ROLLBACK)" if by_master else live.phase.title]
    if live.row.sealed_at is not None:
        return [*lines, f"It is over. The GameMaster has held its results since {when(live.row.sealed_at, viewer)}."]
    if live.game.paused_at is not None:
        was_due = relative(live.row.deadline, max(live.game.paused_at, live.row.opened_at))
        return [
            *lines,
            f"The clock has stood still since {when(live.game.paused_at, viewer)}. The phase was due {was_due}.",
        ]
    lines.append(f"Deadline {when(live.row.deadline, viewer)}")
    if live.phase.hides_writers and not live.game.practice:
        least = "at least " if live.phase.missing == "wait" else ""
        lines.append(f"It lasts {least}until then, and nobody is told who has written.")
    if live.row.early_at is not None:
        lines.append(f"Everybody has written: adjudicated {when(live.row.early_at, viewer)}.")
    return lines


def _note(live: LiveGame, seat: Seat, missing: Sequence[str], filed: Mapping[str, Filed]) -> str:
    """Whether a seat has written; of what is `filed` only its own player is told."""
    roles = live.roles_of(seat.name) or (seat.name,)
    waits = ", waits" if seat.name in (live.row.waits or ()) else ""
    if any(role in missing for role in roles):
        if any(text for role in roles if role in filed for text in filed[role].parts.values()):
            return "has not written all" + waits
        return "has not written" + waits
    return "has written" + waits if any(role in live.phase.wanted for role in roles) else waits[2:]


def info_blocks(session: Session, game: Game, viewer: Player) -> tuple[Block, ...]:
    """What one should know before joining: who runs it, who is in it, and every option with its value."""
    rows = [("For", "one player alone, who practices")]
    if not game.practice:
        rows = [
            ("GameMaster", _masters(session, game)),
            ("Watched by", counted(len(observers(session, game)), "observer")),
        ]
    if game.started_at is not None:
        rows.append(("Started", when(game.started_at, viewer)))
    status = status_block(session, game, viewer)
    chosen = options.options_table(game, for_master=is_master(session, game, viewer))
    return (status, Block("About it", table(rows)), Block(f"The options of {game.name}", chosen))


def my_games_block(work: Work, games: Sequence[Game], viewer: Player) -> Block:
    """Return all games of a person: those that wait for them first, then those due first."""
    rows = sorted((_my_game(work, game, viewer) for game in games), key=lambda row: row[0])
    return Block("Your games", table([row for _, row in rows]) if rows else "You are in no running game.")


def _my_game(work: Work, game: Game, viewer: Player) -> tuple[tuple[bool, datetime], tuple[str, str, str, str]]:
    """One of them as a row, behind what it is sorted by: does it wait for somebody else, and when is it due?"""
    live = live_game(work.session, game)
    master = is_master(work.session, game, viewer)
    every = seats_of(work.session, game)
    seats = [seat for seat in every if seat.player_id == viewer.id]
    joined = joined_players(work.session, game) if live is None else ()
    offices = (*(("GameMaster",) if master else ()), *(("joined",) if viewer in joined else ()))
    am = ", ".join((*offices, *(named(seat.name) for seat in seats))) or "observer"
    if live is None:
        left = len(membership.seats_to_fill(work.session, game)) - len(joined)
        asked = game.status == "forming" and master and left == 0
        waits = "waits for your START" if asked else f"{counted(left, 'seat')} free" if game.status == "forming" else ""
        return (not asked, game.created_at), (game.name, am, STATUS_WORDS.get(game.status, game.status), waits)
    if live.row.sealed_at is not None:
        waits = "waits for your PUBLISH" if master else ""
        return (not master, live.row.deadline), (game.name, am, f"{live.phase.title}, held", waits)
    due = f"due {relative(live.row.early_at or live.row.deadline, work.now)}"
    stands = due if game.status == "active" else STATUS_WORDS[game.status]
    missing = live.missing(work.session)
    mine = {role for seat in seats for role in live.roles_of(seat.name) or (seat.name,)}
    vacant = [named(seat.name) for seat in every if seat.status == "vacant"] if master else []
    if vacant:
        awaited = f"{listed(vacant)} {'is' if len(vacant) == 1 else 'are'} vacant"
    elif master and not live.phase.hides_writers:
        awaited = f"waits for {listed([named(role) for role in missing])}" if missing else "all have written"
    else:
        awaited = "waits for you" if mine & set(missing) else ""
    for_me = bool(vacant) or bool(mine & set(missing))
    return (not for_me, live.row.deadline), (game.name, am, f"{live.phase.title}, {stands}", awaited)
