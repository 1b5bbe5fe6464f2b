"""What everybody may know of the games, for the public pages: public events and the public's view.

Of persons there is the GameMaster's name, and no other but where the rules name the seats after their players. A game
that is closed to observers or needs a word to join is not shown before it is over, as by mail (Standing.readable_game).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, load_only

from judge.games.computers import COMPUTER
from judge.games.current import (
    STATUS_WORDS,
    card_of,
    current,
    load_state,
    missing_roles,
    on_file,
    open_phase,
    seats_of,
    state_before,
    system_of,
)
from judge.games.seeds import lots_of
from judge.games.settings import TAKEOVER, value_of
from judge.games.timeline import event_of, phases_of
from judge.games.visibility import is_public
from judge.letters.values import GameCard, Lots
from judge.lifecycle.options import meant, shown
from judge.press.delivery import OBSERVERS
from judge.rules.registry import find_system, title_of, unusable
from judge.rules.story import opened_of, shown_after
from judge.rules.system import MASTER, PUBLIC, AnySystem, Event, GameState, RuleSystem, View
from judge.store.tables import Dispatch, EventRow, Game, Joining, PhaseRow, Player, Seat

STATES = ("forming", "active", "paused", "suspended", "ended")
RUNNING = ("active", "paused", "suspended")


@dataclass(frozen=True)
class Listed:
    """A game on the front page. `seats` are played seats in all, `taken` those with a player (or joined); `vacant` are
    the seats that anybody may take over; `programs` those that programs play.
    """

    name: str
    title: str
    system: str
    status: str
    label: str
    phase: str
    deadline: datetime | None
    seats: int
    taken: int
    vacant: tuple[str, ...]
    changed_at: datetime
    programs: tuple[str, ...] = ()

    @property
    def wanted(self) -> int:
        """How many players are wanted."""
        return max(self.seats - self.taken, 0) if self.status == "forming" else len(self.vacant)

    @property
    def status_words(self) -> str:
        return STATUS_WORDS.get(self.status, self.status)


@dataclass(frozen=True)
class PublicPhase:
    """A phase that is over: the public's view of it as it began and as the next one did, and its public events."""

    label: str
    title: str
    opened_at: datetime
    closed_at: datetime
    before: View
    after: View
    events: tuple[Event, ...]


@dataclass(frozen=True)
class PublicPress:
    """Press to everybody, or an article (`kind`). `signed` is a seat, a pseudonym, or empty. `issue` is the title of
    the phase with whose results it came out, empty if it came by itself. `anchor` names it among all of its kind: its
    instant and, where several came out then, which of them it is.
    """

    kind: str
    signed: str
    text: str
    issue: str
    at: datetime
    anchor: str


@dataclass(frozen=True)
class PublicGame:
    """One game. `options` are those that are not as usual; `lots` tells of its seeds and `now` is the public's view,
    both None before the start; `begun`
    what has happened in the open phase; `late` the roles for whom the game waits, told to all; `opened` what the end
    made public.
    """

    card: GameCard
    listed: Listed
    started_at: datetime | None
    ended_at: datetime | None
    lots: Lots | None
    result: str
    options: tuple[tuple[str, str], ...]
    seats: tuple[tuple[str, str], ...]
    phases: tuple[PublicPhase, ...]
    now: View | None
    begun: tuple[Event, ...]
    late: tuple[str, ...]
    press: tuple[PublicPress, ...]
    opened: tuple[Event, ...]
    archived: bool

    @property
    def letters(self) -> list[PublicPress]:
        """The press to everybody, the newest first."""
        return [each for each in reversed(self.press) if each.kind == "press"]

    @property
    def issues(self) -> list[tuple[str, datetime, list[PublicPress]]]:
        """The newspaper's issues (title, when, articles), the newest first."""
        found: dict[datetime, list[PublicPress]] = defaultdict(list)
        for each in self.press:
            if each.kind == "article":
                found[each.at].append(each)
        return [(articles[0].issue, at, articles) for at, articles in sorted(found.items(), reverse=True)]


def is_shown(game: Game) -> bool:
    """May the whole world read what is no secret in it?"""
    if game.status == "ended":
        return game.started_at is not None
    return game.status in STATES and is_public(game)


def listed(session: Session) -> list[Listed]:
    """Every game that may be shown, those that form first, then those that run, then the ended, the latest first. Four
    queries, however many games there are.
    """
    own = (
        Game.name, Game.title, Game.system, Game.options, Game.settings, Game.status, Game.run, Game.created_at,
        Game.started_at, Game.ended_at,
    )  # fmt: skip
    games = [game for game in session.execute(select(Game).options(load_only(*own))).scalars() if is_shown(game)]
    short = (
        PhaseRow.game_id, PhaseRow.label, PhaseRow.title, PhaseRow.deadline, PhaseRow.opened_at, PhaseRow.sealed_at,
    )  # fmt: skip
    rows = session.execute(
        select(PhaseRow)
        .options(load_only(*short))
        .join(Game, Game.id == PhaseRow.game_id)
        .where(PhaseRow.closed_at.is_(None), PhaseRow.run == Game.run)
        .order_by(PhaseRow.id)
    ).scalars()
    phases = {row.game_id: row for row in rows}
    seats = defaultdict(list)
    for seat in session.execute(select(Seat).order_by(Seat.id)).scalars():
        seats[seat.game_id].append(seat)
    joined = Counter(session.execute(select(Joining.game_id)).scalars())
    lines = [_line(game, phases.get(game.id), seats[game.id], joined[game.id]) for game in games]
    lines.sort(key=lambda line: line.name)
    lines.sort(key=lambda line: line.changed_at, reverse=True)
    lines.sort(key=lambda line: STATES.index(line.status))
    return lines


def _line(game: Game, phase: PhaseRow | None, seats: Sequence[Seat], joined: int) -> Listed:
    phase = phase if game.status in RUNNING else None
    taken = sum(seat.status == "taken" for seat in seats)
    open_to_all = game.status in RUNNING and value_of(game.settings, TAKEOVER)
    return Listed(
        name=game.name,
        title=game.title or game.name,
        system=title_of(game.system, game.options),
        status=game.status,
        label=phase.label if phase else "",
        phase=phase.title if phase else "",
        deadline=phase.deadline if phase and game.status == "active" and phase.sealed_at is None else None,
        seats=sum(seat.status not in ("dummy", COMPUTER) for seat in seats),
        taken=joined if game.status == "forming" else taken,
        vacant=tuple(seat.name for seat in seats if seat.status == "vacant") if open_to_all else (),
        changed_at=game.ended_at or (phase.opened_at if phase else game.started_at or game.created_at),
        programs=tuple(seat.name for seat in seats if seat.status == COMPUTER),
    )


def find_shown(session: Session, name: str) -> Game | None:
    """The game of exactly this name, if it may be shown."""
    game = session.execute(select(Game).where(Game.name == name)).scalar_one_or_none()
    return game if game is not None and is_shown(game) else None


def stamp(session: Session, game: Game) -> str:
    """Says the same again as long as nothing that is published of the game has changed. It changes more often than
    that, with what others write too: it is not to be shown to anybody.
    """
    return _digest((game.version, *_told(session, game)))


def public_stamp(session: Session, game: Game) -> str:
    """Says the same again as long as nothing has changed but what `renewed` looks up. It does not change with what
    others write: what is made anew by it takes a time that anybody may measure (fault P4).
    """
    public = (EventRow.game_id == game.id, EventRow.audience == PUBLIC.kind)
    row = open_phase(session, game)
    events = session.execute(select(func.count(), func.max(EventRow.id)).where(*public)).one()
    return _digest((row.id if row else None, *events, *_told(session, game)))


def renewed(session: Session, game: Game, before: PublicGame) -> PublicGame:
    """What was published under the same public_stamp, as it is now."""
    if game.status not in RUNNING or game.system in unusable():
        return before
    return replace(before, now=_now(system_of(game), game, whole=False), late=_late(session, game))


def _digest(told: tuple[Any, ...]) -> str:
    return hashlib.sha256(json.dumps(told, default=str, sort_keys=True).encode()).hexdigest()


def _told(session: Session, game: Game) -> tuple[Any, ...]:
    row = open_phase(session, game)
    out = select(func.count()).where(Dispatch.game_id == game.id, Dispatch.status == "out")
    return (
        game.name, game.system_version, game.status, game.run, game.title, game.options, game.settings,
        session.execute(select(Player.name).where(Player.id == game.master_id)).scalar_one_or_none(),
        (row.label, row.deadline, row.late_told_at, row.sealed_at) if row else None,
        [(seat.name, seat.status) for seat in seats_of(session, game)],
        session.execute(select(func.count()).where(Joining.game_id == game.id)).scalar_one(),
        session.execute(out).scalar_one(),
    )  # fmt: skip


def published(session: Session, game: Game) -> PublicGame:
    """All that is public of a game that may be shown. Linear in its phases and their public events."""
    if game.system in unusable():
        return _known_without_rules(session, game)
    system = system_of(game)
    ended = game.status == "ended"
    whole = ended and system.opens_all
    told = _public_events(session, game, system, whole=whole)
    now = _now(system, game, whole=whole)
    rows = phases_of(session, game)
    views = _views(system, rows, whole=whole)
    phases = []
    for number, (row, before) in enumerate(zip(rows, views, strict=False)):
        after = views[number + 1] if number + 1 < len(views) else now
        if row.closed_at is not None and after is not None:
            events = tuple(event for event in told[row.run, row.label] if opened_of(system, event) is None)
            phases.append(PublicPhase(row.label, row.title, row.opened_at, row.closed_at, before, after, events))
    last = rows[-1] if rows else None
    of_last = told[last.run, last.label] if last else []
    return replace(
        _known_without_rules(session, game),
        options=tuple(
            (option.name, shown(option.of(game.options)))
            for option in meant(game, find_system(game.system).options)
            if option.of(game.options) != option.default
        ),
        seats=tuple((seat.name, seat.status) for seat in _shown_seats(session, game)),
        phases=tuple(phases),
        now=now,
        begun=tuple(of_last) if last and last.closed_at is None else (),
        late=_late(session, game),
        opened=tuple(event for event in of_last if opened_of(system, event) is not None) if ended else (),
        archived=ended and game.result is not None and system.opens_all and now is not None,
    )


def _known_without_rules(session: Session, game: Game) -> PublicGame:
    """What can be told of a game whose rules cannot be used now."""
    joined = select(func.count()).where(Joining.game_id == game.id)
    ended = game.status == "ended"
    return PublicGame(
        card=card_of(session, game),
        listed=_line(game, open_phase(session, game), seats_of(session, game), session.execute(joined).scalar_one()),
        started_at=game.started_at,
        ended_at=game.ended_at,
        lots=lots_of(game, opened=ended) if game.started_at else None,
        result=str(game.result["summary"]) if ended and game.result else "",
        options=(),
        seats=(),
        phases=(),
        now=None,
        begun=(),
        late=(),
        press=_press(session, game),
        opened=(),
        archived=False,
    )


def _now(system: AnySystem, game: Game, *, whole: bool) -> View | None:
    """None before the start, and of a game that is over where the installed rules cannot read how it ended."""
    if game.state is None:
        return None
    try:
        return _open_view(system, load_state(game, system), whole=whole)
    except ValueError:
        if game.status != "ended":
            raise
        return None


def _views(system: AnySystem, rows: Sequence[PhaseRow], *, whole: bool) -> list[View]:
    """The views of the phases as they opened; none where the installed rules cannot read the states of old ones."""
    try:
        return [_open_view(system, state_before(row, system), whole=whole) for row in rows]
    except ValueError:
        return []


def _open_view(system: AnySystem, state: GameState, *, whole: bool) -> View:
    """The public's view or, of a game that is over and wholly open, the GameMaster's made public: a board that was
    played blind is to be seen then.
    """
    view = system.view(state, MASTER if whole else PUBLIC)
    if not whole:
        return view
    return replace(view, viewer=PUBLIC) if is_dataclass(view) else system.view(state, PUBLIC)


def _public_events(
    session: Session, game: Game, system: RuleSystem, *, whole: bool
) -> Mapping[tuple[int, str], list[Event]]:
    """(run, phase) -> what everybody was told in it; of a `whole` game also what its GameMaster saw on the board."""
    told = EventRow.audience == PUBLIC.kind
    if whole:
        told |= EventRow.audience == MASTER.kind
    found = defaultdict(list)
    for row in session.execute(
        select(EventRow).where(EventRow.game_id == game.id, told).order_by(EventRow.id)
    ).scalars():
        event = event_of(row)
        if event.audience == PUBLIC or shown_after(system, event):
            found[row.run, row.phase].append(replace(event, audience=PUBLIC))
    return found


def _late(session: Session, game: Game) -> tuple[str, ...]:
    """For whom the game waits, once all have been told so; nobody where a phase hides who has written, or where the
    public may not know that somebody is awaited.
    """
    here = current(session, game)
    if here is None or game.status != "active" or here.phase.hides_writers or here.row.late_told_at is None:
        return ()
    wanted = here.view(PUBLIC).phase.wanted
    missing = missing_roles(here.phase, on_file(session, game, here.row.label))
    return tuple(role for role in missing if role in wanted)


def _press(session: Session, game: Game) -> tuple[PublicPress, ...]:
    """What went to everybody, observers too, in a game that anybody may observe."""
    if not is_public(game):
        return ()
    query = select(Dispatch).where(Dispatch.game_id == game.id, Dispatch.status == "out", Dispatch.out_at.is_not(None))
    found: list[PublicPress] = []
    times: Counter[str] = Counter()
    for each in session.execute(query.order_by(Dispatch.out_at, Dispatch.id)).scalars():
        if each.out_at is None or not (each.kind == "article" or (each.named is None and OBSERVERS in each.reach)):
            continue
        instant = f"{each.out_at:%Y%m%dT%H%M%S%f}"
        key = f"{each.kind} {instant}"
        times[key] += 1
        anchor = instant if times[key] == 1 else f"{instant}-{times[key]}"
        found.append(PublicPress(each.kind, each.signed, each.text, each.issue or "", each.out_at, anchor))
    return tuple(found)


def _shown_seats(session: Session, game: Game) -> Sequence[Seat]:
    """None where nobody may know yet who plays, or where the seats will bear their players' names."""
    seating = system_of(game).seating(game.options)
    if game.status != "ended" and (seating.anonymous or (seating.players_names and game.status == "forming")):
        return ()
    return seats_of(session, game)
