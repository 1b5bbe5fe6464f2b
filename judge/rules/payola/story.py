"""A whole game of Payola: what its end opens (3.6, 4.5), and how much money who had when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.rules.diplomacy.story import Seen, center_charts
from judge.rules.payola.play import AUCTION, STATEMENT
from judge.rules.payola.treasury import CURRENCY
from judge.rules.story import OPENED, Chart, Prices, Story, Table, chart_of, ledger_event, ledger_lines
from judge.rules.values import PUBLIC, Event, Json, PhaseRecord

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


def _treasuries(title: str, story: Story[Seen]) -> tuple[Chart, ...]:
    """What each power had when its offers were read, phase by phase, and in the end. What is still put aside for
    it is not in its account (P24).
    """
    told = [event.data for event in story.opened if event.kind == OPENED]
    phases = [(data["phase"], data["balances"]) for data in told if "balances" in data]
    if not phases:
        return ()
    last: Counter[str] = Counter()
    for line in ledger_lines(story.opened):
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


def bribes(opened: Sequence[Event]) -> Iterator[tuple[str, str, int]]:
    """Yield (payer, unit with its owner, amount) of everything that was paid for another's unit."""
    for data in _bid_phases(opened):
        for unit in data["units"]:
            for payer, amount in unit["paid"].items():
                if payer != unit["power"]:
                    yield payer, f"{unit['unit']} of {unit['power']}", amount


def decisive(data: Json) -> Iterator[tuple[Json, str, int]]:
    """Yield (row of a unit, payer, amount), the largest amount of a unit last: what somebody else paid in a phase as
    it was opened, and without which the unit might have done something else.
    """
    for unit in data.get("units", ()):
        issued, *beaten = unit["bids"]
        rival = max((each["total"] for each in beaten), default=0)
        for payer, amount in sorted(unit["paid"].items(), key=lambda paid: paid[1]):
            if amount and payer != unit["power"] and issued["total"] - issued["by"].get(payer, 0) <= rival:
                yield unit, payer, amount


MOST_BRIBES = 10


def decided(opened: Sequence[Event]) -> Table | None:
    """The largest bribes without which units might have done something else."""
    phases = _bid_phases(opened)
    found = [(data["phase"], *each) for data in phases for each in decisive(data)]
    found = sorted(found, key=lambda each: -each[3])[:MOST_BRIBES]
    rows = [(label, payer.title(), str(amount), *_done(unit)) for label, unit, payer, amount in found]
    many = "ten bribes" if len(found) == MOST_BRIBES else "bribes"
    head = ("", "Paid by", CURRENCY, "For", "Beat")
    return Table(f"The {many} that decided it", (head, *rows), (2, 4)) if found else None


def _done(unit: Json) -> tuple[str, str]:
    """What a unit did, and what else it was offered most for."""
    issued, *others = unit["bids"]
    other = next((f"{bid['order']} ({bid['total']})" for bid in others if bid["total"]), "nothing")
    return f"{unit['unit']} {issued['order']} ({unit['power'].title()})", other


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
    return (*found, ledger_event(record, CURRENCY))


MOVEMENT = "movement"


def comments_on(events: Sequence[Event]) -> tuple[str, ...]:
    """Say what was paid too much, what a little more would have won, and what nobody could foresee."""
    sheets = [event.data for event in events if event.kind == STATEMENT]
    # Who leads powers of an exchange has a sheet of each, and one of their own that is mostly empty.
    told = next((each for each in reversed(sheets) if any("offered" in line for line in each["lines"])), None)
    if told is None:
        return ()
    moved = next((event.data for event in reversed(events) if event.kind == MOVEMENT), None)
    own = {row["unit"] for row in told["units"]}
    return (_overpaid(told), _one_more(told), _unforeseen(told, own, moved))


def _money(amount: int) -> str:
    return f"{amount} {CURRENCY}"


def _overpaid(told: Mapping[str, Json]) -> str:
    """The unit whose order nobody else paid for."""
    alone = [row for row in told["units"] if row["own"] == row["total"] > 1]
    if not alone:
        return "You overpaid for nothing that you can know of."
    most = max(alone, key=lambda row: row["own"])
    return (
        f"You alone paid for {most['order']}: {_money(most['own'])}. If nobody offered it anything else, 1 would have "
        "been enough."
    )


def _one_more(told: Mapping[str, Json]) -> str:
    """The offer to an own unit that lost by least."""
    totals = {row["unit"]: row["total"] for row in told["units"]}
    lost: list[tuple[int, str, int, int]] = []
    beaten = ""
    for line in told["lines"]:
        if line.get("paid") or not line.get("offered"):
            continue
        unit = next((each for each in totals if each in line["line"]), None)
        if unit is None:
            beaten = line["line"]
        elif totals[unit] >= line["offered"]:
            lost.append((totals[unit] - line["offered"], unit, line["offered"], totals[unit]))
    if lost:
        less, unit, offered, total = min(lost)
        return f"{unit} took {_money(total)} for something else. Your {offered} lost: {less + 1} more would have won."
    if beaten:
        return f"Your line {beaten} was beaten. By how much only the end of the game tells."
    return "No offer of yours was beaten."


def _unforeseen(told: Mapping[str, Json], own: set[str], moved: Mapping[str, Json] | None) -> str:
    """What others had an own unit do, or did to one."""
    bought = [row for row in told["units"] if row["total"] and not row["own"]]
    if bought:
        row = max(bought, key=lambda each: each["total"])
        return (
            f"Others paid {_money(row['total'])} for {row['order']}, of your own unit. Nobody could see that coming. "
            "A higher offer of your own makes it dear."
        )
    rows: Sequence[Mapping[str, Any]] = moved["orders"] if moved else ()
    for row in rows:
        if row["unit"] in own and row.get("dislodged") and row.get("dislodger"):
            return f"{row['unit']} was dislodged by {row['dislodger']}. What that had cost nobody could tell before."
    bounced = next((row for row in rows if row["unit"] in own and row["outcome"] == "bounced"), None)
    if bounced is not None:
        return f"{bounced['order']} bounced: who paid the other unit nobody could see before."
    return "Nothing happened to your units that your own sheet did not say."
