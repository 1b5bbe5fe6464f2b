"""Computer players at their seats: what each writes as a phase begins is filed as the lines of a mail are.

They are asked without a lock, of what their seats may know, and what they wrote is filed in one transaction, or not at
all where the game has changed meanwhile. One that raises counts as a player who wants nothing: the game goes on.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games import tenures
from judge.games.computers import COMPUTER, computer_seats, is_computer, strength_called
from judge.games.current import Current, current, missing_roles, on_file, seats_of
from judge.outbox.outbox import tell_host
from judge.play.acts import act
from judge.play.adjudication import suspend
from judge.play.early_adjudication import reconsider
from judge.play.sanity_checks import Sent
from judge.play.seeds import rng_of
from judge.play.sheets import say_nothing, submit
from judge.play.timeline import dated_events_in, phases_of
from judge.press import programs
from judge.rules.computers import Heard, Told, Writing, situation_of
from judge.rules.problems import Refused
from judge.rules.values import PUBLIC, VOTE, Act, Event, Json, Orders, SheetLine
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import ActRow, Dispatch, Game, OrdersRow, PhaseRow, Seat, Tenure

log = structlog.get_logger()

MOST_ANSWERS = 3
"""So many letters of a phase a program answers, and sends a new sheet for."""

OPENING = "START"
"""What is told before the first phase, to computer players."""


@dataclass(frozen=True)
class _Written:
    """What the computer players of a game have written, when it was of this version: seat -> its sheets, or the trace
    of why it has none. `press`: the letters (ids) to them that they had read by then.
    """

    version: int
    label: str
    by_seat: Mapping[str, Writing | str]
    press: Sequence[int]


@dataclass(frozen=True)
class Past:
    """What the situations of a game's seats are made of, read once for all of them. `filed`: role -> what it has on
    file; `events`: all that happened, each with the label of its letter and its instant; `press`: of and to programs,
    each letter with the label of the phase in which it came; `served`: seat (id) -> its tenures.
    """

    seats: Sequence[Seat]
    served: Mapping[int, Sequence[Tenure]]
    filed: Mapping[str, Orders]
    events: Sequence[tuple[str, datetime, Event]]
    press: Sequence[tuple[str, Dispatch]]


DUE = (
    # From the seats of computers, by their index: most games have none.
    select(PhaseRow.game_id)
    .select_from(Seat)
    .join(PhaseRow, PhaseRow.game_id == Seat.game_id)
    .join(Game, Game.id == PhaseRow.game_id)
    .where(
        Seat.status == COMPUTER,
        PhaseRow.closed_at.is_(None),
        PhaseRow.computers_at.is_(None),
        PhaseRow.sealed_at.is_(None),
        PhaseRow.cut.is_(None),
        Game.status == "active",
        PhaseRow.run == Game.run,
    )
)
"""The games (ids, each as often as it has computer players) where these have not written in the open phase, or have
press to read.
"""


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
        here = current(session, game)
        if here is None or game.status != "active" or here.row.computers_at is not None:
            return None
        past, begun = past_of(session, here), _have_written(session, here)
        letters = [each for _, each in past.press]
        press = [each for each in letters if each.status == programs.UNHEARD]
        found: dict[str, Writing | str] = {}
        for seat in filter(is_computer, past.seats):
            turn = len(programs.heard_by(letters, seat, here.row.opened_at)) if begun else 0
            written_to = any(seat.name in each.reach for each in press)
            if begun and (not written_to or turn > MOST_ANSWERS):
                continue
            try:
                found[seat.name] = writing_of(here, past, seat, seat.computer, turn=turn)
            except DATABASE_TROUBLE:
                raise
            except Exception:  # noqa: BLE001 - whatever a program does, its game goes on
                found[seat.name] = traceback.format_exc()
        return _Written(game.version, here.row.label, found, [each.id for each in press])


def _have_written(session: Session, here: Current) -> bool:
    """Have the game's programs filed anything in this phase? If so they are asked again for press alone."""
    query = select(OrdersRow.id).where(
        OrdersRow.game_id == here.game.id,
        OrdersRow.run == here.game.run,
        OrdersRow.phase == here.row.label,
        OrdersRow.mail_id.is_(None),
    )
    return session.execute(query.limit(1)).first() is not None


def past_of(session: Session, here: Current) -> Past:
    """All that there is to know of the game so far, of which each seat may know its part."""
    phases = phases_of(session, here.game, states=False)
    started = here.game.started_at
    events = [
        (OPENING if row is phases[0] and started is not None and at <= started else row.label, at, event)
        for row, at, event in dated_events_in(session, here.game, phases)
    ]
    return Past(
        seats=seats_of(session, here.game),
        served={seat: [each for each, _ in served] for seat, served in tenures.of_game(session, here.game).items()},
        filed={role: each.parts for role, each in on_file(session, here.game, here.row.label).items()},
        events=events,
        press=[(each.issue or OPENING, each) for each in programs.kept(session, here.game)],
    )


def writing_of(here: Current, past: Past, seat: Seat, strength: str, *, turn: int = 0) -> Writing:
    """What a computer player of this strength writes at this seat, of what the seat may know. Raises what it raises."""
    since = _knows_since(past, seat)
    letters = [each for _, each in past.press]
    situation = situation_of(
        here.system,
        here.state,
        seat.name,
        rng_of(here.game, here.row.label),
        filed=past.filed,
        told=_told(past, since),
        heard=_letters(past, programs.heard_by(letters, seat, since)),
        said=_letters(past, programs.said_by(letters, seat, since)),
        addressees=programs.addressees_of(here.game, past.seats, seat),
        turn=turn,
    )
    if situation is None:
        return Writing({})
    return here.system.opponents[strength_called(here.system, strength)].write(situation)


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
    here = current(work.session, game)
    if here is None or game.version != written.version or here.row.label != written.label:
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
    here = current(work.session, game)
    if here is not None:
        _want_nothing_more(work, here, list(written.by_seat))
        here.row.computers_at = work.now
        game.version += 1
        work.session.flush()
        reconsider(work, here)
    return True


def _sent(work: Work, here: Current) -> Sent:
    """A program is never late: it stands in for somebody who was, or has waited for the judge itself."""
    return Sent(None, None, min(work.now, here.row.deadline))


def _file(work: Work, game: Game, name: str, writing: Writing) -> str:
    """Files what a seat's program wrote; the trace of a fault, if there was one, and then nothing of it is filed."""
    savepoint = work.session.begin_nested()
    try:
        for role, text in writing.sheets.items():
            here = current(work.session, game)
            if here is None or role not in here.roles_of(name):
                continue
            submit(work, here, role, _lines(text), _sent(work, here))
            work.session.flush()
        savepoint.commit()
    except DATABASE_TROUBLE:
        raise
    except Exception:  # noqa: BLE001 - whatever it wrote, its game goes on
        trace = traceback.format_exc()
        savepoint.rollback()
        return trace
    return ""


def _lines(text: str) -> list[SheetLine]:
    return [SheetLine(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _want_nothing_more(work: Work, here: Current, seats: Sequence[str]) -> None:
    """Nobody ever waits for a program."""
    missing = missing_roles(here.phase, on_file(work.session, here.game, here.row.label))
    silent = [role for role in missing if here.phase.roles[role] in seats]
    if silent:
        say_nothing(work.session, here, silent, _sent(work, here))
        work.session.flush()


def concur(work: Work, here: Current, mail_id: int) -> Current:
    """Where all persons who are left vote the same, the programs do not stand in the way: they vote so, too, if that
    ends the game, and never otherwise. The game as it stands then.
    """
    roles = [role for seat in computer_seats(work.session, here.game) for role in here.roles_of(seat.name)]
    if not roles or here.game.status != "active":
        return here
    for wish in _wishes(work.session, here):
        if not _would_end(here, roles, wish):
            continue
        for role in roles:
            try:
                here = act(work, here, role, Act(VOTE, wish), mail_id=mail_id, actor=None)
            except Refused:
                continue
            if here.game.status != "active":
                return here
    return here


def _wishes(session: Session, here: Current) -> list[Mapping[str, Json]]:
    """What was voted for in this phase, by each role last."""
    query = select(ActRow).where(
        ActRow.game_id == here.game.id,
        ActRow.run == here.game.run,
        ActRow.phase == here.row.label,
        ActRow.kind == VOTE,
    )
    last = {row.role: row.data for row in session.execute(query.order_by(ActRow.number)).scalars()}
    found: list[Mapping[str, Json]] = []
    for wish in last.values():
        if wish not in found and wish.get("draw", True):
            found.append(wish)
    return found


def _would_end(here: Current, roles: Sequence[str], wish: Mapping[str, Json]) -> bool:
    """Would the game end if the programs voted so?"""
    state = here.state
    for role in roles:
        try:
            outcome = here.system.act(state, role, Act(VOTE, wish))
        except Refused:
            continue
        if outcome.result is not None:
            return True
        state = outcome.state
    return False
