"""A game of the arena as an archive, which `judge verify` replays like that of any other game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from judge.archive.document import Archive, ArchivedPhase, Closing
from judge.rules.game import AnySystem
from judge.rules.rng import commitment
from judge.rules.values import Act, Event, GameState, Json, Orders, Phase, PhaseRecord, Posting, Result

BEGUN = datetime(2000, 1, 1, tzinfo=UTC)
"""No clock is looked at, so that equal games are equal files."""
BROKEN_OFF = "The arena broke this game off."


class Record:
    """Notes a game as it is played."""

    def __init__(self, system: AnySystem) -> None:
        self._system = system
        self._phases: list[ArchivedPhase] = []
        self._acts: list[tuple[str, Act]] = []
        self._events: list[Event] = []
        self._postings: list[Posting] = []
        self._before: Json = None

    def happened(self, events: Sequence[Event], postings: Sequence[Posting]) -> None:
        self._events += events
        self._postings += postings

    def opened(self, state: GameState) -> None:
        """A phase begins in this state."""
        self._before = self._system.dump(state)

    def acted(self, role: str, act: Act) -> None:
        self._acts.append((role, act))

    def closed(self, phase: Phase, orders: Mapping[str, Orders], how: Closing) -> None:
        at = (BEGUN + timedelta(hours=len(self._phases))).isoformat()
        self._phases.append(
            ArchivedPhase(
                label=phase.label,
                title=phase.title,
                system_version=self._system.version,
                run=0,
                opened_at=at,
                closed_at=at,
                closed_by=how,
                state_before=self._before,
                orders=orders,
                acts=tuple(self._acts),
                events=tuple(self._events),
                postings=tuple(self._postings),
            )
        )
        self._acts, self._events, self._postings = [], [], []

    def archive(
        self,
        made: tuple[str, str],
        options: Mapping[str, Json],
        seats: Sequence[str],
        seeds: tuple[bytes, bytes],
        ending: tuple[GameState, Result | None],
    ) -> Archive:
        """`made`: the game's name, and that of the system under which it was made; `seeds`: the game's, and the
        one that is never opened or empty; `ending`: the last state, and how the rules ended the game, or None where it
        was broken off.
        """
        state, result = ending
        name, system = made
        seed, hidden = seeds
        record = [PhaseRecord(each.label, each.orders, each.events, each.postings) for each in self._phases]
        return Archive(
            name=name,
            title=f"Arena {name}",
            system=system,
            system_version=self._system.version,
            options=options,
            seats=tuple(seats),
            seed=seed.hex(),
            commitment=commitment(seed),
            hidden_seed=hidden.hex(),
            hidden_commitment=commitment(hidden) if hidden else "",
            started_at=self._phases[0].opened_at,
            ended_at=self._phases[-1].closed_at,
            whole=not self._system.opens_all,
            phases=tuple(self._phases),
            opened=self._system.opened(record),
            result=result or Result((), BROKEN_OFF),
            state_after=self._system.dump(state),
        )
