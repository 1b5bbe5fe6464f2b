"""What is told of a whole game, running or over: its plots, its summary, and what its end lays open. Values only.

Each is a small protocol that a system has or has not; whoever asks does it by the functions below, which know what
holds for a system that does not say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from typing_extensions import TypeVar

from judge.rules.values import PUBLIC, Event, Result, RuleSystem, View

Seen_contra = TypeVar("Seen_contra", contravariant=True)

ENDED = "ended"
"""The public event that tells how a game ended: {"winners": [seats], "summary": in words}, and what else the letter of
this game's end tells. The judge tells it for a system that does not.
"""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase that is over, as one reader may know it: the view as it began, and what was told of it."""

    label: str
    before: View
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A game as one reader may know it. `now`: None before the start; `opened`: what its end made public."""

    chapters: tuple[Chapter, ...]
    now: View | None
    opened: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """Numbers to plot. `name` is a file's, without its ending; `series` has one value a label."""

    name: str
    title: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equal length; the columns whose numbers are `right` (from 0) are set flush right."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A piece of money that came (positive) or went, as the end opens it. currency: empty for the usual one."""

    phase: str
    account: str
    amount: int
    reason: str
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How many of what (`centers`, as one says it of several) each has who is still in the game. apart: dummies among
    them that cannot win, however many they have. decides: do these counts alone decide the places at the end? won: who
    has won, once it is over, which votes or the GameMaster may have settled otherwise. one: what `of` is called where
    there is one; mark: what stands beside those who have won.
    """

    of: str
    counts: Mapping[str, int]
    apart: tuple[str, ...] = ()
    decides: bool = True
    won: tuple[str, ...] = ()
    one: str = ""
    mark: str = "winner"

    def amount(self, name: str) -> str:
        """`1 center`, `3 centers`."""
        count = self.counts[name]
        return f"{count} {self.one if count == 1 and self.one else self.of}"

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has most of those who can win; nobody where all have as many."""
        first = tuple(name for name, count in self._rivals.items() if count == self.most)
        return first if len(first) < len(self._rivals) else ()

    @property
    def most(self) -> int:
        return max(self._rivals.values(), default=0)

    @property
    def _rivals(self) -> Mapping[str, int]:
        return {name: count for name, count in self.counts.items() if name not in self.apart}


@runtime_checkable
class Ranks(Protocol[Seen_contra]):
    """A system in which it shows who leads."""

    def ranking(self, view: Seen_contra) -> Ranking | None:
        """How the players stand, as whoever has this view may know it; None where the view does not tell."""


@runtime_checkable
class Settles(Protocol[Seen_contra]):
    """A system that counts something else in the end than what shows while it is played."""

    def settled(self, view: Seen_contra) -> Ranking | None:
        """How the players ended, as whoever has this view may know it; None before the end."""


@runtime_checkable
class Plots(Protocol):
    """A system with something to plot on the pages of its games."""

    def charts(self, story: Story) -> tuple[Chart, ...]:
        """The plots of a game as everybody may know it."""


@runtime_checkable
class Sums(Protocol):
    """A system that sums a game up in tables, for SUMMARY."""

    def summary(self, events: Sequence[Event]) -> tuple[Table, ...]:
        """The tables of a game, made of all its public events in order; of those of `summary_kinds` where the system
        has such, a set of kinds, so that a long game need not be read whole.
        """


@dataclass(frozen=True, slots=True)
class Prices:
    """What one role's pieces took and what it paid, phase by phase, or the sums of everybody's."""

    table: Table
    chart: Chart | None = None


@runtime_checkable
class Priced(Protocol):
    """A system in which players pay for what is done, for PRICES."""

    def prices(self, events: Sequence[Event]) -> tuple[Prices, ...]:
        """By role, of all that one reader has been told of a game, in order, what its end opened included; none as long
        as nothing has been paid. Of the events of `price_kinds` alone where the system has such, a set of kinds.
        """


@runtime_checkable
class Opens(Protocol):
    """A system whose `opened` gives more to tell apart than the letter of the end does."""

    def opened_of(self, event: Event) -> str | None:
        """Of which phase this event opens the secrets: its label, empty if of the whole game; None if the event is
        none of what `opened` gives.
        """

    def ledger(self, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
        """The money of the whole game, in order; none if it is not opened."""


@runtime_checkable
class Reveals(Protocol):
    """A system that opens everything, with games of which the GameMaster alone is told what happens on the board."""

    def shown_after(self, event: Event) -> bool:
        """May the whole world read this event, which was told to the GameMaster, once the game is over?"""


def chart_of(name: str, title: str, columns: Sequence[tuple[str, Mapping[str, int]]]) -> Chart:
    """A chart of (label, counts) a column; whoever is not counted has none."""
    names = sorted({each for _, counts in columns for each in counts})
    series = {each: tuple(counts.get(each, 0) for _, counts in columns) for each in names}
    return Chart(name, title, tuple(label for label, _ in columns), series)


def ranking_of(system: RuleSystem, view: View | None) -> Ranking | None:
    """Who stands how in this view; None where it does not tell."""
    return system.ranking(view) if isinstance(system, Ranks) and view is not None else None


def settled_of(system: RuleSystem, view: View | None) -> Ranking | None:
    """How the players ended, where that is counted in something of its own; None where it is not or not over."""
    return system.settled(view) if isinstance(system, Settles) and view is not None else None


def charts_of(system: RuleSystem, story: Story) -> tuple[Chart, ...]:
    """Every plot of this game that has something to show."""
    found = system.charts(story) if isinstance(system, Plots) else ()
    return tuple(chart for chart in found if len(chart.labels) > 1 and chart.series)


def summary_of(system: RuleSystem, events: Sequence[Event]) -> tuple[Table, ...]:
    """The tables that sum up a game of which these events have happened, whomever they were told."""
    told = [event for event in events if event.audience == PUBLIC]
    return system.summary(told) if isinstance(system, Sums) else ()


def summary_kinds(system: RuleSystem) -> Collection[str] | None:
    """The kinds of events of which a game is summed up; None where it may be any."""
    kinds: Collection[str] | None = getattr(system, "summary_kinds", None)
    return kinds if isinstance(system, Sums) else ()


def price_kinds(system: RuleSystem) -> Collection[str] | None:
    """The same of PRICES."""
    kinds: Collection[str] | None = getattr(system, "price_kinds", None)
    return kinds if isinstance(system, Priced) else ()


def prices_of(system: RuleSystem, events: Sequence[Event]) -> tuple[Prices, ...] | None:
    """What the reader of these events took and paid; None where nothing is paid for."""
    return system.prices(events) if isinstance(system, Priced) else None


def opened_of(system: RuleSystem, event: Event) -> str | None:
    """Of which phase this public event opens the secrets, empty if of the whole game; None if it opens nothing."""
    return system.opened_of(event) if isinstance(system, Opens) else None


def ledger_of(system: RuleSystem, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
    """The ledger that the end opened; none where it opened none."""
    return system.ledger(opened) if isinstance(system, Opens) else ()


def shown_after(system: RuleSystem, event: Event) -> bool:
    """May everybody read this event of the GameMaster's once the game is over?"""
    return isinstance(system, Reveals) and system.shown_after(event)


def with_the_end(events: Sequence[Event], result: Result) -> tuple[Event, ...]:
    """The events with which a game ended. Where the rules did not tell the end (the GameMaster ended it), it is told
    too: templates find the same words in either case.
    """
    if any(event.kind == ENDED for event in events):
        return tuple(events)
    told = {"winners": list(result.winners), "summary": result.summary}
    return (*events, Event(PUBLIC, ENDED, told))
