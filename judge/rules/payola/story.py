"""A whole game of Payola: what its end opens (3.6, 4.5), and how much money who had when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from judge.rules.diplomacy.story import Seen, center_charts
from judge.rules.payola.play import AUCTION, STATEMENT
from judge.rules.payola.treasury import CURRENCY
from judge.rules.story import Chart, LedgerLine, Prices, Story, Table, chart_of
from judge.rules.values import PUBLIC, Event, Json, PhaseRecord

OPENED, LEDGER = "opened", "ledger"
PRICE_KINDS = frozenset({STATEMENT, OPENED})
"""The kinds of events of which `prices` are made."""


def money_charts(story: Story[Seen], title: str) -> tuple[Chart, ...]:
    """Beside those of the board the treasuries, under this title, and what bribes cost, as the end opens them."""
    return (*center_charts(story), *_treasuries(title, story), *_prices(_bid_phases(story.opened)))


def prices(events: Sequence[Event]) -> tuple[Prices, ...]:
    """Price tables of each role with a statement; of everybody once the end has opened them (P34)."""
    opened = _bid_phases(events)
    if opened:
        return (*_everybody(opened), *(_opened_of(role, opened) for role in _accounts(opened)))
    by_role: dict[str, list[Json]] = {}
    for event in events:
        if event.kind == STATEMENT:
            by_role.setdefault(event.data.get("role", ""), []).append(event.data)
    return tuple(_prices_of(role, told) for role, told in by_role.items())


def opened_of(event: Event) -> str | None:
    """Of which phase this event opens the offers and accounts; empty for the ledger of the whole game."""
    if event.kind == OPENED:
        return str(event.data["phase"])
    return "" if event.kind == LEDGER else None


def ledger(opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
    """Every entry of the ledger that the end opened."""
    return tuple(
        LedgerLine(entry["phase"], entry["account"], entry["amount"], entry["reason"], entry.get("currency", ""))
        for event in opened
        if event.kind == LEDGER
        for entry in event.data["entries"]
    )


def _treasuries(title: str, story: Story[Seen]) -> tuple[Chart, ...]:
    """What each power had when its offers were read, phase by phase, and in the end. What is still put aside for
    it is not in its account (P24).
    """
    told = [event.data for event in story.opened if event.kind == OPENED]
    phases = [(data["phase"], data["balances"]) for data in told if "balances" in data]
    if not phases:
        return ()
    last: Counter[str] = Counter()
    for line in ledger(story.opened):
        if not line.currency:
            last[line.account] += line.amount
    end = {power: last[power] for power in phases[-1][1]}
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
    has_units = not role or any(data["units"] for data in told)
    title = _title(role, has_units=has_units) if role else "What your units took, and what you paid"
    if not has_units:
        columns = [(label, {"paid": counts["paid"]}) for label, counts in columns]
    return Prices(_table(title, rows, has_units=has_units), chart_of("prices", title, columns))


def _prices(phases: Sequence[Json]) -> tuple[Chart, ...]:
    """What everybody's units took and what everybody paid, phase by phase."""
    took = [(data["phase"], Counter(_took(data))) for data in phases]
    paid = [(data["phase"], Counter(_paid(data))) for data in phases]
    return (
        chart_of("took", "What the units of each power took", [(label, _some(counts, took)) for label, counts in took]),
        chart_of("paid", "What each paid for units", [(label, _some(counts, paid)) for label, counts in paid]),
    )


def _bid_phases(events: Sequence[Event]) -> list[Json]:
    """What the end opened of each phase in which units were bid for; none of an exchange phase."""
    return [event.data for event in events if event.kind == OPENED and "units" in event.data]


def _took(data: Json) -> dict[str, int]:
    """Whoever has an account or a unit -> what their units really took in one phase, as it was opened."""
    taken: dict[str, int] = dict.fromkeys(data["balances"], 0)
    for unit in data["units"]:
        taken[unit["power"]] = taken.get(unit["power"], 0) + sum(unit["paid"].values())
    return taken


def _paid(data: Json) -> dict[str, int]:
    """Whoever has an account -> what they paid in one phase, as it was opened."""
    spent: dict[str, int] = dict.fromkeys(data["balances"], 0)
    for unit in data["units"]:
        for payer, amount in unit["paid"].items():
            spent[payer] += amount
    return spent


def _accounts(phases: Sequence[Json]) -> list[str]:
    """Whoever took or paid anything, by name."""
    busy = {name for data in phases for of in (_took(data), _paid(data)) for name, amount in of.items() if amount}
    return sorted(busy)


def _everybody(phases: Sequence[Json]) -> Iterator[Prices]:
    """The sums of the whole game, each with its plot."""
    for chart in _prices(phases):
        rows = ((name.title(), str(sum(amounts))) for name, amounts in chart.series.items())
        yield Prices(Table(chart.title, (("", "in all"), *rows), (1,)), chart)


def _opened_of(role: str, phases: Sequence[Json]) -> Prices:
    """One role's phases as the end opened them, and their sums."""
    rows: list[tuple[str, ...]] = [("", "units took", "paid", "balance")]
    sums = [0, 0]
    for data in phases:
        counts = (_took(data).get(role, 0), _paid(data).get(role, 0))
        sums = [before + now for before, now in zip(sums, counts, strict=True)]
        rows.append((data["phase"], *map(str, counts), str(data["balances"].get(role, 0) - counts[1])))
    rows.append(("In all", *map(str, sums), ""))
    has_units = any(unit["power"] == role for data in phases for unit in data["units"])
    return Prices(_table(_title(role, has_units=has_units), rows, has_units=has_units))


def _title(role: str, *, has_units: bool) -> str:
    """An investor of Exchange has no units."""
    return f"{role.title()}: what its units took, and what it paid" if has_units else f"What {role.title()} paid"


def _table(title: str, rows: Sequence[tuple[str, ...]], *, has_units: bool) -> Table:
    """These rows, without what units took where there are none."""
    shown = tuple(rows) if has_units else tuple((row[0], *row[2:]) for row in rows)
    return Table(title, shown, tuple(range(1, len(shown[0]))))


def _some(counts: Mapping[str, int], columns: Sequence[tuple[str, Mapping[str, int]]]) -> dict[str, int]:
    """Without those who have nothing in any column."""
    return {name: amount for name, amount in counts.items() if any(other.get(name) for _, other in columns)}


def ledger_event(record: Sequence[PhaseRecord]) -> Event:
    """The public event that opens the whole ledger. `currency` stands where it is not the money at hand (P24)."""
    entries: list[Json] = [
        {"phase": phase.label, "account": each.account, "amount": each.amount, "reason": each.reason}
        | ({} if each.currency == CURRENCY else {"currency": each.currency})
        for phase in record
        for each in phase.postings
    ]
    return Event(PUBLIC, LEDGER, {"entries": entries})


def opened_sheets(record: Sequence[PhaseRecord], parts: Sequence[str]) -> tuple[Event, ...]:
    """Every sheet in force at an adjudication (of these parts), every list as written and as expanded, the lists drawn
    for dummies that decided something (ruling P22), what Tin Cup ignored, the ledger (3.6, 4.5, 6.3, ruling P34).
    """
    found = []
    for phase in record:
        for event in phase.events:
            if event.kind == AUCTION:
                sheets = {
                    role: filed[part] for part in parts for role, filed in phase.orders.items() if filed.get(part)
                }
                found.append(Event(PUBLIC, OPENED, {**event.data, "sheets": dict(sorted(sheets.items()))}))
    return (*found, ledger_event(record))
