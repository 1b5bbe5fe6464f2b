"""Computer players. They are asked without a lock; what they wrote is filed in one transaction, as a mail's lines are.
One that raises counts as a player who wants nothing.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games import tenures
from judge.games.lookup import LiveGame, live_game, on_file, rng_of, seats_of
from judge.games.members import computer_seats, is_computer, strength_called
from judge.logs import log
from judge.outbox.queue import tell_host
from judge.play.acts import act
from judge.play.adjudication import suspend
from judge.play.early_adjudication import reconsider
from judge.play.sanity_checks import Sent
from judge.play.sheets import say_nothing, submit
from judge.play.timeline import events_in, phases_of
from judge.press import programs
from judge.reading.sheet import SheetLine
from judge.rules.computers import Heard, Told, Writing, situation_of
from judge.rules.problems import Refused
from judge.rules.values import PUBLIC, VOTE, Act, Event, Json, Orders
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import ActRow, Dispatch, Game, OrdersRow, Seat, Tenure

MOST_ANSWERS = 3
"""So many letters of a phase a program answers, and sends a new sheet for."""

OPENING = "START"
"""What is told before the first phase, to computer players."""


@dataclass(frozen=True)
class _Written:
    """What computer players wrote at this `version`: seat -> sheets, or a trace. `press`: ids of letters read."""

    version: int
    label: str
    by_seat: Mapping[str, Writing | str]
    press: Sequence[int]


@dataclass(frozen=True)
class Past:
    """What the situations of a game's seats are made of. `events` and `press` come with the label of their phase;
    `served`: seat id -> tenures.
    """

    seats: Sequence[Seat]
    served: Mapping[int, Sequence[Tenure]]
    filed: Mapping[str, Orders]
    events: Sequence[tuple[str, datetime, Event]]
    press: Sequence[tuple[str, Dispatch]]


def write_for(judge: Judge, game_id: int) -> bool:
    """Has the computer players of this game write for its open phase; True if this call did it."""
    while (written := _ask(judge, game_id)) is not None:
        try:
            if judge.write(partial(_file_all, game_id=game_id, written=written)):
                return True
        except DATABASE_TROUBLE:
            raise
        except Exception:  # noqa: BLE001 - one game that cannot be gone on with stops no other
            suspend(judge, game_id, written.label)
            return False
    return False


def _ask(judge: Judge, game_id: int) -> _Written | None:
    with judge.db.reading() as session:
        game = session.get_one(Game, game_id)
        live = live_game(session, game)
        if live is None or game.status != "active" or live.row.computers_at is not None:
            return None
        past, begun = past_of(session, live), _have_written(session, live)
        letters = [each for _, each in past.press]
        press = [each for each in letters if each.status == programs.UNHEARD]
        found: dict[str, Writing | str] = {}
        for seat in filter(is_computer, past.seats):
            turn = len(programs.heard_by(letters, seat, live.row.opened_at)) if begun else 0
            written_to = any(seat.name in each.reach for each in press)
            if begun and (not written_to or turn > MOST_ANSWERS):
                continue
            try:
                found[seat.name] = writing_of(live, past, seat, seat.computer, turn=turn)
            except DATABASE_TROUBLE:
                raise
            except Exception:  # noqa: BLE001 - whatever a program does, its game goes on
                found[seat.name] = traceback.format_exc()
        return _Written(game.version, live.row.label, found, [each.id for each in press])


def _have_written(session: Session, live: LiveGame) -> bool:
    """Have the game's programs filed anything in this phase? If so they are asked again for press alone."""
    query = select(OrdersRow.id).filter_by(**live.row.key, mail_id=None)
    return session.execute(query.limit(1)).first() is not None


def past_of(session: Session, live: LiveGame) -> Past:
    """All that there is to know of the game so far, of which each seat may know its part."""
    phases = phases_of(session, live.game, states=False)
    started = live.game.started_at
    events = [
        (OPENING if row is phases[0] and started is not None and at <= started else row.label, at, event)
        for row, at, event in events_in(session, live.game, phases)
    ]
    return Past(
        seats=seats_of(session, live.game),
        served={seat: [each for each, _ in served] for seat, served in tenures.of_game(session, live.game).items()},
        filed={role: each.parts for role, each in on_file(session, live.game, live.row.label).items()},
        events=events,
        press=[(each.issue or OPENING, each) for each in programs.kept(session, live.game)],
    )


def writing_of(live: LiveGame, past: Past, seat: Seat, strength: str, *, turn: int = 0) -> Writing:
    """What a computer player of this strength writes at this seat, of what the seat may know. Raises what it raises."""
    since = _knows_since(past, seat)
    letters = [each for _, each in past.press]
    situation = situation_of(
        live.system,
        live.state,
        seat.name,
        rng_of(live.game, live.row.label),
        filed=past.filed,
        told=_told(past, since),
        heard=_letters(past, programs.heard_by(letters, seat, since)),
        said=_letters(past, programs.said_by(letters, seat, since)),
        addressees=programs.addressees_of(live.game, past.seats, seat),
        turn=turn,
    )
    if situation is None:
        return Writing({})
    return live.system.opponents[strength_called(live.system, strength)].write(situation)


def _knows_since(past: Past, seat: Seat) -> datetime | None:
    """From when on what the seat was told is its present holder's to know; None: from the start."""
    served = past.served.get(seat.id, ())
    if seat.player_id is not None:
        return next((each.since for each in reversed(served) if each.until is None), None)
    return served[-1].until if served else None


def _letters(past: Past, letters: Sequence[Dispatch]) -> list[Heard]:
    return [
        Heard(label, each.signed, tuple(each.named or ()), each.text) for label, each in past.press if each in letters
    ]


def _told(past: Past, since: datetime | None) -> list[Told]:
    """All that happened in the game so far, letter by letter; what was not public only from then on."""
    letters: dict[str, list[Event]] = {}
    for label, at, event in past.events:
        if since is None or at >= since or event.audience == PUBLIC:
            letters.setdefault(label, []).append(event)
    return [Told(label, tuple(events)) for label, events in letters.items()]


def _file_all(work: Work, game_id: int, written: _Written) -> bool:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    live = live_game(work.session, game)
    if live is None or game.version != written.version or live.row.label != written.label:
        return False
    for name, writing in written.by_seat.items():
        trace = writing if isinstance(writing, str) else _file(work, game, name, writing)
        if trace:
            log.error("a computer player failed", game_id=game_id, seat=name)
            told = f"Its sheet is left out, and the game goes on by its defaults.\n\n{trace}"
            tell_host(work, f"{game.name}: the computer player of {name.title()} failed", told)
        if game.status != "active":
            return True
        if not isinstance(writing, str) and writing.messages:
            seats = seats_of(work.session, game)
            seat = next(each for each in seats if each.name == name)
            addressees = programs.addressees_of(game, seats, seat)
            programs.send(work, game, name, addressees, writing.messages)
    programs.mark_heard(work.session, written.press)
    live = live_game(work.session, game)
    if live is not None:
        _want_nothing_more(work, live, list(written.by_seat))
        live.row.computers_at = work.now
        game.version += 1
        work.session.flush()
        reconsider(work, live)
    return True


def _sent(work: Work, live: LiveGame) -> Sent:
    """A program is never late: it stands in for somebody who was, or has waited for the judge itself."""
    return Sent(None, None, min(work.now, live.row.deadline))


def _file(work: Work, game: Game, name: str, writing: Writing) -> str:
    """Files what a seat's program wrote; the trace of a fault, if there was one, and then nothing of it is filed."""
    savepoint = work.session.begin_nested()
    try:
        for role, text in writing.sheets.items():
            live = live_game(work.session, game)
            if live is None or role not in live.roles_of(name):
                continue
            lines = [SheetLine(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
            submit(work, live, role, lines, _sent(work, live))
            work.session.flush()
        savepoint.commit()
    except DATABASE_TROUBLE:
        raise
    except Exception:  # noqa: BLE001 - whatever it wrote, its game goes on
        trace = traceback.format_exc()
        savepoint.rollback()
        return trace
    return ""


def _want_nothing_more(work: Work, live: LiveGame, seats: Sequence[str]) -> None:
    """Nobody ever waits for a program."""
    missing = live.missing(work.session)
    if silent := [role for role in missing if live.phase.roles[role] in seats]:
        say_nothing(work.session, live, silent, _sent(work, live))
        work.session.flush()


def concur(work: Work, live: LiveGame, mail_id: int) -> LiveGame:
    """Let programs vote as all persons do, if that ends the game. Return the game after it."""
    roles = [role for seat in computer_seats(work.session, live.game) for role in live.roles_of(seat.name)]
    if not roles or live.game.status != "active":
        return live
    for wish in _wishes(work.session, live):
        if not _would_end(live, roles, wish):
            continue
        for role in roles:
            try:
                live = act(work, live, role, Act(VOTE, wish), mail_id=mail_id, actor=None)
            except Refused:
                continue
            if live.game.status != "active":
                return live
    return live


def _wishes(session: Session, live: LiveGame) -> list[Mapping[str, Json]]:
    """Return what each role voted for last in this phase."""
    query = select(ActRow).filter_by(**live.row.key, kind=VOTE)
    last = {row.role: row.data for row in session.scalars(query.order_by(ActRow.number))}
    found: list[Mapping[str, Json]] = []
    for wish in last.values():
        if wish not in found and wish.get("draw", True):
            found.append(wish)
    return found


def _would_end(live: LiveGame, roles: Sequence[str], wish: Mapping[str, Json]) -> bool:
    """Would the game end if the programs voted so?"""
    state = live.state
    for role in roles:
        try:
            outcome = live.system.act(state, role, Act(VOTE, wish))
        except Refused:
            continue
        if outcome.result is not None:
            return True
        state = outcome.state
    return False
