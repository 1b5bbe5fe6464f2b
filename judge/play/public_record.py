"""What everybody may know of the games, for the public pages: public events and the public's view. The only persons
named are the GameMaster and players who want it, unless seats bear their players' names. Private games are shown once
they are over.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.orm import Session

from judge.games.lookup import (
    RUNNING,
    card_of,
    is_hidden,
    is_public,
    is_shown,
    live_game,
    load_state,
    lots_of,
    open_phase,
    seats_of,
    state_before,
    system_of,
    winners_of,
)
from judge.letters.values import GameCard, Lots
from judge.play.archives import closing_of
from judge.play.options import Chosen, chosen
from judge.play.public_list import Listed, line_of
from judge.play.timeline import EVENT, event_of, phases_of, read_states
from judge.press.delivery import OBSERVERS
from judge.rules.endings import told_of_end
from judge.rules.game import AnySystem
from judge.rules.registry import is_usable
from judge.rules.story import opened_of
from judge.rules.values import MASTER, PUBLIC, Event, GameState, View
from judge.store.tables import Dispatch, EventRow, Game, Joining, PhaseRow, Player, Seat

_BY_NAME = select(Game).where(Game.name == bindparam("name"))
_OUT = select(func.count()).where(Dispatch.game_id == Game.id, Dispatch.status == "out").scalar_subquery()
_JOINED = select(func.count()).where(Joining.game_id == Game.id).scalar_subquery()
_COUNTED = _BY_NAME.add_columns(_JOINED, _OUT)
_EVENTS = select(func.count(), func.max(EventRow.id)).where(
    EventRow.game_id == bindparam("game_id"), EventRow.audience == PUBLIC.kind
)


@dataclass(frozen=True)
class Rows:
    """A public game's rows, but for past phases. `joined`, `out`: how many players and letters. `names`: seat -> what
    its player wants to be called in public.
    """

    game: Game
    phase: PhaseRow | None
    seats: Sequence[Seat]
    master: Player | None
    joined: int
    out: int
    names: Mapping[str, str]


_NAMES = select(Seat.name, Player.public_name).join(Player, Player.id == Seat.player_id)
_NAMES_IN = _NAMES.where(Seat.game_id == bindparam("game_id"), Player.public_name != "").order_by(Seat.id)


def rows_of(session: Session, name: str) -> Rows | None:
    """Those of the game of exactly this name, if it may be shown."""
    found = session.execute(_COUNTED, {"name": name}).one_or_none()
    if found is None or not is_shown(found[0]):
        return None
    game, joined, out = found
    master = session.get(Player, game.master_id)
    named = () if is_hidden(game) else session.execute(_NAMES_IN, {"game_id": game.id})
    names = {seat: name for seat, name in named}  # noqa: C416 - rows, which are no pairs to a type checker
    return Rows(game, open_phase(session, game), seats_of(session, game), master, joined, out, names)


def stamp(rows: Rows) -> str:
    """Return a digest that changes with everything published. Never show it: others' writing changes it too."""
    return _digest((rows.game.version, *_told(rows)))


def public_stamp(session: Session, rows: Rows) -> str:
    """Return a digest of all but what `renewed` looks up. It does not change as others write (fault P4)."""
    events = session.execute(_EVENTS, {"game_id": rows.game.id}).one()
    since_the_end = rows.game.version if rows.game.status == "ended" else None
    return _digest((rows.phase.id if rows.phase else None, since_the_end, *events, *_told(rows)))


def _digest(told: tuple[Any, ...]) -> str:
    return hashlib.sha256(json.dumps(told, default=str, sort_keys=True).encode()).hexdigest()


def _told(rows: Rows) -> tuple[Any, ...]:
    game, phase = rows.game, rows.phase
    return (
        game.name, game.system_version, game.status, game.run, game.title, game.options, game.settings,
        rows.master.name if rows.master else None,
        (phase.label, phase.deadline, phase.late_told_at, phase.sealed_at) if phase else None,
        [(seat.name, seat.status) for seat in rows.seats],
        rows.joined,
        rows.out,
        rows.names,
    )  # fmt: skip


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
    """Press to everybody, or an article (`kind`). `anchor`: its instant, numbered where several share it."""

    kind: str
    signed: str
    text: str
    issue: str
    at: datetime
    anchor: str


@dataclass(frozen=True)
class PublicGame:
    """One public game. `options`: the unusual ones; `now`: the public's view; `begun`: events of the open phase;
    `late`: roles that it waits for, as all were told; `opened`: what the end made public; `names`: seat -> what its
    player wants to be called.
    """

    card: GameCard
    listed: Listed
    started_at: datetime | None
    ended_at: datetime | None
    lots: Lots | None
    result: str
    winners: tuple[str, ...]
    options: tuple[Chosen, ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[PublicPhase, ...] = ()
    now: View | None = None
    begun: tuple[Event, ...] = ()
    late: tuple[str, ...] = ()
    press: tuple[PublicPress, ...] = ()
    opened: tuple[Event, ...] = ()
    archived: bool = False

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


def renewed(session: Session, rows: Rows, before: PublicGame) -> PublicGame:
    """What was published under the same public_stamp, as it is now."""
    game = rows.game
    if game.status not in RUNNING or not is_usable(game.system):
        return before
    return replace(before, now=_now(system_of(game), game, whole=False), late=_late(session, game, rows.phase))


def public_game(session: Session, known: Rows, earlier: PublicGame | None = None) -> PublicGame:
    """Return all that is public of a game. Phases of `earlier`, published before, are taken over."""
    game = known.game
    if not is_usable(game.system):
        return _known_without_rules(session, known)
    system = system_of(game)
    ended = game.status == "ended"
    whole = ended and system.opens_all
    kept = _lasting(earlier) if earlier is not None and not ended else {}
    rows = phases_of(session, game, states=not kept)
    new = [row for row in rows if _when(row) not in kept]
    if kept:
        read_states(session, new)
    told = _public_events(session, game, system, new if kept else None, whole=whole)
    now = _now(system, game, whole=whole)
    views = _views(system, new, whole=whole)
    # Was the last phase adjudicated, or ended by an act or by the GameMaster?
    played = not (ended and rows and now is not None) or closing_of(session, game, rows[-1]) == "adjudication"
    phases = [kept[_when(row)] for row in rows if _when(row) in kept] if views else []
    for number, (row, before) in enumerate(zip(new, views, strict=False)):
        after = views[number + 1] if number + 1 < len(views) else now
        if row.closed_at is not None and after is not None and (played or row is not rows[-1]):
            events = _unopened(told[row.run, row.label])
            phases.append(PublicPhase(row.label, row.title, row.opened_at, row.closed_at, before, after, events))
    last = rows[-1] if rows else None
    of_last = told[last.run, last.label] if last else []
    return replace(
        _known_without_rules(session, known),
        options=chosen(game),
        seats=_shown_seats(known),
        names=known.names,
        phases=tuple(phases),
        now=now,
        begun=_unopened(of_last) if last and (last.closed_at is None or not played) else (),
        late=_late(session, game, known.phase),
        opened=tuple(event for event in of_last if opened_of(event) is not None) if ended else (),
        archived=ended and game.result is not None and system.opens_all and now is not None,
    )


def _lasting(earlier: PublicGame) -> Mapping[tuple[str, datetime, datetime | None], PublicPhase]:
    """Return the phases that another one followed: none is ever played anew under the same instants."""
    if earlier.ended_at is not None or earlier.listed.phase_id is None:
        return {}
    return {(each.label, each.opened_at, each.closed_at): each for each in earlier.phases}


def _when(row: PhaseRow) -> tuple[str, datetime, datetime | None]:
    return row.label, row.opened_at, row.closed_at


def _unopened(events: Sequence[Event]) -> tuple[Event, ...]:
    """Without what the end opened."""
    return tuple(event for event in events if opened_of(event) is None)


def _known_without_rules(session: Session, known: Rows) -> PublicGame:
    """What can be told of a game whose rules cannot be used now."""
    game = known.game
    ended = game.status == "ended"
    card = card_of(session, game)
    return PublicGame(
        card=card,
        listed=line_of(game, known.phase, known.seats, known.joined, card.master),
        started_at=game.started_at,
        ended_at=game.ended_at,
        lots=lots_of(game, opened=ended) if game.started_at else None,
        result=told_of_end(game.result) if ended and game.result else "",
        winners=winners_of(game),
        press=_press(session, game) if known.out else (),
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
    """Return the public's view; of a `whole` game the GameMaster's, made public."""
    view = system.view(state, MASTER if whole else PUBLIC)
    if not whole:
        return view
    return replace(view, viewer=PUBLIC) if is_dataclass(view) else system.view(state, PUBLIC)


_TOLD = (
    select(*EVENT)
    .where(EventRow.game_id == bindparam("game_id"))
    .where(or_(EventRow.audience == bindparam("one"), EventRow.audience == bindparam("other")))
    .order_by(EventRow.id)
)
_TOLD_IN = _TOLD.where(EventRow.run == bindparam("run"), EventRow.phase == bindparam("phase"))


def _public_events(
    session: Session, game: Game, system: AnySystem, rows: Sequence[PhaseRow] | None, *, whole: bool
) -> Mapping[tuple[int, str], list[Event]]:
    """(run, phase) -> what everybody was told in it (of `rows` alone, if any), and in a `whole` game its GameMaster."""
    which = {"game_id": game.id, "one": PUBLIC.kind, "other": MASTER.kind if whole else PUBLIC.kind}
    each = [{}] if rows is None else [{"run": row.run, "phase": row.label} for row in rows]
    told = (session.execute(_TOLD if rows is None else _TOLD_IN, which | one) for one in each)
    found = defaultdict(list)
    for row in chain.from_iterable(told):
        event = event_of(row)
        if event.audience == PUBLIC or system.shown_after(event):
            found[row.run, row.phase].append(replace(event, audience=PUBLIC))
    return found


def awaited(session: Session, name: str) -> tuple[str, ...]:
    """For whom the game of this name waits, as its page tells."""
    game = session.scalar(_BY_NAME, {"name": name})
    return _late(session, game, open_phase(session, game)) if game is not None and is_shown(game) else ()


_OF_PHASE = select(PhaseRow, Game).join(Game, Game.id == PhaseRow.game_id).where(PhaseRow.id == bindparam("id"))


def at_glance(session: Session, phase_id: int) -> tuple[AnySystem, View] | None:
    """Return a game's rules and the public's view as its phase opened; None where it cannot be read or shown."""
    row, game = session.execute(_OF_PHASE, {"id": phase_id}).one()
    if not is_usable(game.system) or not is_shown(game):
        return None
    system = system_of(game)
    try:
        return system, system.view(state_before(row, system), PUBLIC)
    except ValueError:
        return None


def _late(session: Session, game: Game, row: PhaseRow | None) -> tuple[str, ...]:
    """Return whom the game waits for, once all were told; nobody where that may not be known."""
    if row is None or row.late_told_at is None or game.status != "active":
        return ()
    live = live_game(session, game)
    if live is None or live.phase.hides_writers:
        return ()
    wanted = live.view(PUBLIC).phase.wanted
    missing = live.missing(session)
    return tuple(role for role in missing if role in wanted)


_CAME_OUT = (
    select(Dispatch)
    .where(Dispatch.game_id == bindparam("game_id"), Dispatch.status == "out", Dispatch.out_at.is_not(None))
    .order_by(Dispatch.out_at, Dispatch.id)
)


def _press(session: Session, game: Game) -> tuple[PublicPress, ...]:
    """What went to everybody, observers too, in a game that anybody may observe."""
    if not is_public(game):
        return ()
    found: list[PublicPress] = []
    times: Counter[str] = Counter()
    for each in session.scalars(_CAME_OUT, {"game_id": game.id}):
        if each.out_at is None or not (each.kind == "article" or (each.named is None and OBSERVERS in each.reach)):
            continue
        instant = f"{each.out_at:%Y%m%dT%H%M%S%f}"
        key = f"{each.kind} {instant}"
        times[key] += 1
        anchor = instant if times[key] == 1 else f"{instant}-{times[key]}"
        found.append(PublicPress(each.kind, each.signed, each.text, each.issue or "", each.out_at, anchor))
    return tuple(found)


def _shown_seats(known: Rows) -> tuple[tuple[str, str], ...]:
    """None where nobody may know yet who plays, or where the seats will bear their players' names."""
    game, seating = known.game, system_of(known.game).seating(known.game.options)
    if game.status != "ended" and (seating.anonymous or (seating.players_names and game.status == "forming")):
        return ()
    return tuple((seat.name, seat.status) for seat in known.seats)
