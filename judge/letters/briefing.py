"""What one reader may know of a game: the gate between what the rules tell and what letters say (promise 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from judge.letters.values import GameCard, Reader
from judge.rules.game import Game
from judge.rules.values import PUBLIC, Event, Json, View

S = TypeVar("S")
V = TypeVar("V", bound=View)


class Misdirected(Exception):
    """A view, an event or a letter was about to reach somebody whose it is not."""


@dataclass(frozen=True, slots=True)
class Told:
    """The events of a letter, all of them the reader's to know, for templates to pick from."""

    events: tuple[Event, ...]

    def all(self, kind: str) -> list[Json]:
        """The data of every event of this kind, in order."""
        return [event.data for event in self.events if event.kind == kind]

    @property
    def private(self) -> bool:
        """Is anything among them that not everybody is told?"""
        return any(event.audience != PUBLIC for event in self.events)

    def in_part(self, kind: str) -> bool:
        """Is what some roles saw of this all that is told? It stays so when the end has opened the board itself."""
        return any(event.kind == kind and event.audience.kind == "roles" for event in self.events)

    def public(self, kind: str) -> list[Json]:
        """The same, of those that everybody is told."""
        return [event.data for event in self.events if event.kind == kind and event.audience == PUBLIC]


@dataclass(frozen=True, slots=True)
class Known:
    """A position and what has happened, as this reader may know them. Raises Misdirected if any of it is another's.

    `comments`: what somebody who practices might learn from that, made of nothing else. `newcomer`: the reader may
    never have read such a letter, so its signs are explained.
    """

    reader: Reader
    game: GameCard
    view: View
    events: tuple[Event, ...] = ()
    comments: tuple[str, ...] = ()
    newcomer: bool = False

    def __post_init__(self) -> None:
        reader = self.reader
        if self.view.viewer not in (PUBLIC, reader.audience):
            raise Misdirected(f"the view of {self.view.viewer} in a letter to {reader.role or 'an observer'}")
        for event in self.events:
            if not event.audience.includes(reader.audience):
                raise Misdirected(f"{event.kind} for {event.audience} in a letter to {reader.role or 'an observer'}")

    @property
    def for_templates(self) -> dict[str, object]:
        """As the templates of letters and pages find it."""
        return {
            "reader": self.reader,
            "game": self.game,
            "view": self.view,
            "told": Told(self.events),
            "comments": self.comments,
            "newcomer": self.newcomer,
        }


def known_of(system: Game[S, V], state: S, game: GameCard, reader: Reader, events: Sequence[Event] = ()) -> Known:
    """What this reader may know of a state, and of these events those that are for them."""
    audience, sealed = reader.audience, system.sealed
    told = (each for each in events if each.kind not in sealed and each.audience.includes(audience))
    return Known(reader, game, system.view(state, audience), tuple(told))
