"""What is told of a whole game, running or over: its plots, its summary, and what its end lays open. Values only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from judge.rules.values import PUBLIC, AView, Event, Json, PhaseRecord, Result

ENDED = "ended"
"""The public event that tells how a game ended: {"winners": [seats], "summary": in words}, and what else the letter of
this game's end tells. The judge tells it for a system that does not.
"""


@dataclass(frozen=True, slots=True)
class Chapter(Generic[AView]):
    """A phase that is over, as one reader may know it: the view as it began, and what was told of it."""

    label: str
    before: AView
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Story(Generic[AView]):
    """A game as one reader may know it. `now`: None before the start; `opened`: what its end made public."""

    chapters: tuple[Chapter[AView], ...]
    now: AView | None
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
    """A piece of money that came (positive) or went, as the end opens it. currency: empty for the usual one;
    for_phase: as in a posting.
    """

    phase: str
    account: str
    amount: int
    reason: str
    currency: str = ""
    for_phase: str = ""


OPENED = "opened"
"""The event by which the end opens the secrets of one phase, named by `phase` in its data."""
LEDGER = "ledger"
"""The event by which the end opens the money of the whole game."""


def opened_of(event: Event) -> str | None:
    """Return the label of the phase whose secrets this event opens; empty for the whole game. None for other events."""
    return str(event.data["phase"]) if event.kind == OPENED else "" if event.kind == LEDGER else None


def ledger_event(record: Sequence[PhaseRecord], usual: str) -> Event:
    """Return the event that opens the ledger. A currency is named in it where it is not the `usual` one."""
    entries: list[Json] = [
        {"phase": phase.label, "account": each.account, "amount": each.amount, "reason": each.reason}
        | ({} if each.currency == usual else {"currency": each.currency})
        | ({"for_phase": each.for_phase} if each.for_phase else {})
        for phase in record
        for each in phase.postings
    ]
    return Event(PUBLIC, LEDGER, {"entries": entries})


def ledger_lines(opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
    """Return every entry of the ledger that the end opened."""
    return tuple(LedgerLine(**entry) for event in opened if event.kind == LEDGER for entry in event.data["entries"])


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


@dataclass(frozen=True, slots=True)
class Prices:
    """What one role's pieces took and what it paid, phase by phase, or the sums of everybody's."""

    table: Table
    chart: Chart | None = None


def chart_of(name: str, title: str, columns: Sequence[tuple[str, Mapping[str, int]]]) -> Chart:
    """A chart of (label, counts) a column; whoever is not counted has none."""
    names = sorted({each for _, counts in columns for each in counts})
    series = {each: tuple(counts.get(each, 0) for _, counts in columns) for each in names}
    return Chart(name, title, tuple(label for label, _ in columns), series)


def plotted(charts: Sequence[Chart]) -> tuple[Chart, ...]:
    """Those of these charts that have something to show."""
    return tuple(chart for chart in charts if len(chart.labels) > 1 and chart.series)


def with_the_end(events: Sequence[Event], result: Result) -> tuple[Event, ...]:
    """The events with which a game ended. Where the rules did not tell the end (the GameMaster ended it), it is told
    too: templates find the same words in either case.
    """
    if any(event.kind == ENDED for event in events):
        return tuple(events)
    return (*events, Event(PUBLIC, ENDED, result.data()))
