"""A whole game of Payola: what its end opens (3.6, 4.5), and how much money who had when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from judge.rules.diplomacy.story import BoardStory
from judge.rules.payola.statement import STATEMENT
from judge.rules.story import Chart, LedgerLine, Prices, Story, Table, chart_of
from judge.rules.system import PUBLIC, Event, Json, PhaseRecord

OPENED, LEDGER = "opened", "ledger"


class PayolaStory(BoardStory):
    """Tells whole games with treasuries on a Diplomacy board."""

    def charts(self, story: Story) -> tuple[Chart, ...]:
        return (*super().charts(story), *self._treasuries(story), *_prices(story.opened))

    def prices(self, events: Sequence[Event]) -> tuple[Prices, ...]:
        """Of each role with a statement among the events, whose events they are for."""
        by_role: dict[str, list[Json]] = {}
        for event in events:
            if event.kind == STATEMENT:
                by_role.setdefault(event.data.get("role", ""), []).append(event.data)
        return tuple(_prices_of(role, told) for role, told in by_role.items())

    def opened_of(self, event: Event) -> str | None:
        if event.kind == OPENED:
            return str(event.data["phase"])
        return "" if event.kind == LEDGER else None

    def ledger(self, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
        return tuple(
            LedgerLine(entry["phase"], entry["account"], entry["amount"], entry["reason"])
            for event in opened
            if event.kind == LEDGER
            for entry in event.data["entries"]
        )

    def _treasuries(self, story: Story) -> tuple[Chart, ...]:
        """What each power had when its offers were read, phase by phase, and in the end."""
        told = [event.data for event in story.opened if event.kind == OPENED]
        phases = [(data["phase"], data["balances"]) for data in told if "balances" in data]
        if not phases:
            return ()
        last: Counter[str] = Counter()
        for line in self.ledger(story.opened):
            last[line.account] += line.amount
        end = {power: last[power] for power in phases[-1][1]}
        title = "Treasuries when each movement phase was adjudicated"
        return (chart_of("treasuries", title, [*phases, ("End", end)]),)


def _prices_of(role: str, told: Sequence[Json]) -> Prices:
    """The phases of one role's statements, and their sums."""
    head = ("", "units took", "paid", "reduced", "balance")
    rows: list[tuple[str, ...]] = [head]
    columns: list[tuple[str, Mapping[str, int]]] = []
    for data in told:
        took = sum(unit["total"] for unit in data["units"])
        columns.append((data["phase"], {"took": took, "paid": data["expended"]}))
        counts = (took, data["expended"], data["reductions"], data["balance"])
        rows.append((data["phase"], *map(str, counts)))
    sums = (sum(counts[name] for _, counts in columns) for name in ("took", "paid"))
    rows.append(("In all", *map(str, sums), "", ""))
    title = (
        f"{role.title()}: what its units took, and what it paid" if role else "What your units took, and what you paid"
    )
    return Prices(Table(title, tuple(rows), (1, 2, 3, 4)), chart_of("prices", title, columns))


def _prices(opened: Sequence[Event]) -> tuple[Chart, ...]:
    """What everybody's units took and what everybody paid, phase by phase."""
    phases = [event.data for event in opened if event.kind == OPENED and "units" in event.data]
    took: list[tuple[str, Mapping[str, int]]] = []
    paid: list[tuple[str, Mapping[str, int]]] = []
    for phase in phases:
        taken, spent = dict.fromkeys(phase["balances"], 0), dict.fromkeys(phase["balances"], 0)
        for unit in phase["units"]:
            taken[unit["power"]] = taken.get(unit["power"], 0) + sum(unit["paid"].values())
            for power, amount in unit["paid"].items():
                spent[power] = spent.get(power, 0) + amount
        took.append((phase["phase"], taken))
        paid.append((phase["phase"], spent))
    return (
        chart_of("took", "What the units of each power took", [(label, _some(counts, took)) for label, counts in took]),
        chart_of("paid", "What each paid for units", [(label, _some(counts, paid)) for label, counts in paid]),
    )


def _some(counts: Mapping[str, int], columns: Sequence[tuple[str, Mapping[str, int]]]) -> dict[str, int]:
    """Without those who have nothing in any column."""
    return {name: amount for name, amount in counts.items() if any(other.get(name) for _, other in columns)}


def ledger_event(record: Sequence[PhaseRecord]) -> Event:
    """The public event that opens the whole ledger."""
    entries: list[Json] = [
        {"phase": phase.label, "account": each.account, "amount": each.amount, "reason": each.reason}
        for phase in record
        for each in phase.postings
    ]
    return Event(PUBLIC, LEDGER, {"entries": entries})
