"""What everybody may know of the games, for the public pages: public events and the public's view.

Of persons there is the GameMaster's name and no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.letters.values import GameCard
from judge.rules.registry import find_system
from judge.rules.rng import commitment
from judge.rules.system import PUBLIC, Audience, Event, View
from judge.services.current import card_of, joined_players, load_state, open_phase, seats_of
from judge.services.timeline import events_of, phases_of
from judge.store.tables import Game, Seat

STATES = ("forming", "active", "paused", "held", "ended")


@dataclass(frozen=True)
class Listed:
    """A game on the front page. `seats` are played seats in all, `taken` those with a player (or joined)."""

    name: str
    title: str
    system: str
    status: str
    phase: str
    deadline: datetime | None
    seats: int
    taken: int
    changed_at: datetime


@dataclass(frozen=True)
class PublicPhase:
    """A phase that is over: the public's view of it as it began, and its public events."""

    label: str
    title: str
    closed_at: datetime
    before: View
    events: tuple[Event, ...]

    def all(self, kind: str) -> list[Any]:
        return [event.data for event in self.events if event.kind == kind]


@dataclass(frozen=True)
class PublicGame:
    """One game. `now` is the public's view of it, None before the start; `opened` what the end made public."""

    card: GameCard
    listed: Listed
    started_at: datetime | None
    ended_at: datetime | None
    commitment: str
    seed: str
    result: str
    options: tuple[tuple[str, str], ...]
    seats: tuple[tuple[str, str], ...]
    phases: tuple[PublicPhase, ...]
    now: View | None
    opened: tuple[Event, ...]
    archived: bool

    def opened_of(self, kind: str) -> list[Any]:
        return [event.data for event in self.opened if event.kind == kind]


def listed(session: Session) -> list[Listed]:
    """Every game that may be shown, those that form first, then those that run, then the ended, the latest first."""
    games = session.execute(select(Game)).scalars().all()
    shown = [game for game in games if game.status != "ended" or game.started_at is not None]
    lines = [(STATES.index(game.status), _line(session, game)) for game in shown]
    lines.sort(key=lambda each: each[1].changed_at, reverse=True)
    lines.sort(key=lambda each: each[0])
    return [line for _, line in lines]


def published(session: Session, name: str) -> PublicGame | None:
    """The game of exactly this name, or None."""
    game = session.execute(select(Game).where(Game.name == name)).scalar_one_or_none()
    if game is None or (game.status == "ended" and game.started_at is None):
        return None
    system = find_system(game.system)
    ended = game.status == "ended"
    rows = phases_of(session, game)
    phases = []
    for row in rows:
        if row.closed_at is None:
            continue
        before = system.view(system.load(row.state_before), PUBLIC) if game.system_version == system.version else None
        if before is not None:
            phases.append(PublicPhase(row.label, row.title, row.closed_at, before, _public(events_of(session, row))))
    last = phases[-1].events if ended and phases else ()
    return PublicGame(
        card=card_of(session, game),
        listed=_line(session, game),
        started_at=game.started_at,
        ended_at=game.ended_at,
        commitment=commitment(game.seed) if game.started_at else "",
        seed=game.seed.hex() if ended else "",
        result=str(game.result["summary"]) if ended and game.result else "",
        options=tuple((name, _value(value)) for name, value in sorted(game.options.items())),
        seats=tuple((seat.name, seat.status) for seat in _shown_seats(session, game)),
        phases=tuple(phases),
        now=system.view(load_state(game, system), PUBLIC) if game.state is not None else None,
        opened=tuple(event for event in last if event.kind in ("opened", "ledger")),
        archived=ended and game.result is not None and system.opens_all,
    )


def _shown_seats(session: Session, game: Game) -> Sequence[Seat]:
    """None where nobody may know yet who plays, or where the seats will bear their players' names."""
    seating = find_system(game.system).seating(game.options)
    if game.status != "ended" and (seating.anonymous or (seating.players_names and game.status == "forming")):
        return ()
    return seats_of(session, game)


def _public(rows: Sequence[Any]) -> tuple[Event, ...]:
    return tuple(Event(Audience("public"), row.kind, row.data) for row in rows if row.audience == PUBLIC.kind)


def _line(session: Session, game: Game) -> Listed:
    phase = open_phase(session, game) if game.status in ("active", "paused", "held") else None
    seats = seats_of(session, game)
    taken = sum(seat.status == "taken" for seat in seats)
    if game.status == "forming":
        taken = len(joined_players(session, game))
    return Listed(
        name=game.name,
        title=game.title or game.name,
        system=find_system(game.system).title,
        status=game.status,
        phase=phase.title if phase else "",
        deadline=phase.deadline if phase and game.status == "active" else None,
        seats=sum(seat.status != "dummy" for seat in seats),
        taken=taken,
        changed_at=game.ended_at or (phase.opened_at if phase else game.started_at or game.created_at),
    )


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
