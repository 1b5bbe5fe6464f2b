"""From one phase to the next: what every game on a Diplomacy board does with its orders. Pure functions of tables.

Centers change hands once a year, after the Fall retreats (ruling P30).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.rules.diplomacy.adjudication.adjustments import BUILD, Adjustment, complete, owed
from judge.rules.diplomacy.adjudication.movement import UNMATCHED, Cause, adjudicate_movement
from judge.rules.diplomacy.adjudication.retreats import judge_retreats
from judge.rules.diplomacy.canonical import full_text, retreat_text
from judge.rules.diplomacy.orders import HOLD, Order
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.values import PUBLIC, Event, Json, Result


@dataclass(frozen=True, slots=True)
class Flow:
    """How a game goes on from a phase.

    skips: whether phases with nothing to do are left out, which would tell in a blind game; barred: the powers that
    cannot win, whatever they own (ruling P49).
    """

    skips: bool = True
    barred: tuple[str, ...] = ()


FREELY = Flow()


@dataclass(frozen=True, slots=True)
class Step:
    """One phase adjudicated.

    table: as the next phase begins; events: what everybody may know of it, in order; winner: who has won, or empty.
    """

    table: Table
    events: tuple[Event, ...]
    winner: str = ""

    @property
    def result(self) -> Result | None:
        """How the game has ended, if it has."""
        won = f"{self.winner} has won with {self.table.count(self.winner)} centers"
        return Result((self.winner,), won) if self.winner else None


def play_movement(table: Table, orders: Mapping[str, Order], flow: Flow = FREELY) -> Step:
    """Adjudicate a movement phase. `orders` by province; units without one hold."""
    result = adjudicate_movement(table.board, table.position, orders)
    dislodged = result.position.dislodged
    causes = result.causes()
    rows: list[dict[str, Json]] = []
    for unit in table.units:
        province = unit.province
        order = orders.get(province, Order(province, HOLD))
        beaten = dislodged.get(province)
        rows.append(
            {
                "power": unit.power,
                "unit": str(unit),
                "order": full_text(table.position, order),
                "outcome": result.outcomes[province],
                "dislodged": beaten is not None,
                "retreats": list(beaten.retreats) if beaten else [],
                "dislodger": str(table.position.units[beaten.origin]) if beaten else "",
                "cause": _cause(table, causes.get(province), orders),
            }
        )
    events = [Event(PUBLIC, "movement", _of_phase(table, rows))]
    after = replace(
        table,
        label=table.label.next(),
        units=sorted_units(list(result.position.units.values())),
        dislodged=tuple(sorted(dislodged.values(), key=lambda each: (each.unit.power, each.unit.place))),
        contested=result.contested,
    )
    if not flow.skips or any(each.retreats for each in after.dislodged):
        return Step(after, tuple(events))
    return _after_retreats(table, after, events, flow)


def _cause(table: Table, cause: Cause | None, orders: Mapping[str, Order]) -> dict[str, Json]:
    """Why an order failed, and the units responsible; `instead`: what the unit did instead. Or empty."""
    if cause is None:
        return {}
    units = table.position.units
    told: dict[str, Json] = {"kind": cause.kind, "by": [str(units[province]) for province in cause.by]}
    if cause.kind == UNMATCHED and cause.by:
        (helped,) = cause.by
        told["instead"] = full_text(table.position, orders.get(helped, Order(helped, HOLD)))
    return told


def play_retreats(table: Table, choices: Mapping[str, str], flow: Flow = FREELY) -> Step:
    """Adjudicate a retreat phase. `choices`: province of a dislodged unit -> the place it goes to, or `DISBAND`."""
    rows: list[dict[str, Json]] = []
    units = list(table.units)
    for retreat in judge_retreats(table.board, table.dislodged, choices):
        unit = retreat.unit.unit
        rows.append(
            {
                "power": unit.power,
                "unit": str(unit),
                "order": retreat_text(retreat.unit, retreat.place),
                "outcome": "moved" if retreat.moved else "disbanded",
                "why": retreat.why,
                # Who must not know where others can retreat is not told whether they could.
                "nowhere": flow.skips and not retreat.unit.retreats,
            }
        )
        if retreat.moved:
            units.append(unit._replace(place=retreat.place))
    events = [Event(PUBLIC, "retreats", _of_phase(table, rows))]
    return _after_retreats(table, replace(table, units=sorted_units(units)), events, flow)


def play_adjustments(table: Table, ordered: Mapping[str, Sequence[Adjustment]]) -> Step:
    """Adjudicate an adjustment phase. `ordered`: power -> what it orders, legal together; the rest is P17's default."""
    rows: list[dict[str, Json]] = []
    units = list(table.units)
    for power in table.board.powers:
        for each in complete(table, power, ordered.get(power, ())):
            rows.append({"power": power, "order": str(each), "default": each.default})
            if each.unit and each.verb == BUILD:
                units.append(each.unit)
            elif each.unit:
                units.remove(each.unit)
    after = replace(table, label=table.label.next(), units=sorted_units(units), contested=())
    events = [Event(PUBLIC, "adjustments", _of_phase(table, rows)), *_eliminations(table, after)]
    return Step(after, tuple(events))


def _of_phase(table: Table, rows: list[dict[str, Json]]) -> dict[str, Json]:
    return {"phase": str(table.label), "title": table.label.title, "orders": rows}


def _after_retreats(before: Table, table: Table, events: list[Event], flow: Flow) -> Step:
    """Go on from the end of a retreat phase, or from a movement phase after which there is none."""
    label = table.label
    table = replace(table, label=label.next(), dislodged=(), contested=())
    winner = ""
    if label.season == "F":
        table, change = capture(table, label.year)
        events.append(change)
        winner = _winner(table, flow.barred)
        if not winner and flow.skips and not any(owed(table, power) for power in table.board.powers):
            table = replace(table, label=table.label.next())
    events += _eliminations(before, table)
    return Step(table, tuple(events), winner)


def capture(table: Table, year: int) -> tuple[Table, Event]:
    """Every center goes to the power whose unit stands in it; the public event `centers` tells all about it."""
    owner = dict(table.owner)
    changes: list[Json] = []
    for center in table.board.centers:
        unit = table.position.units.get(center)
        if unit and owner.get(center) != unit.power:
            changes.append({"center": center, "from": owner.get(center, ""), "to": unit.power})
            owner[center] = unit.power
    centers: dict[str, tuple[str, ...]] = {}
    for power in table.board.powers:
        owned = tuple(sorted(center for center, other in owner.items() if other == power))
        if owned:
            centers[power] = owned
    after = replace(table, centers=centers)
    data = {
        "year": year,
        "owned": {power: list(owned) for power, owned in centers.items()},
        "counts": counts(after),
        "changes": changes,
    }
    return after, Event(PUBLIC, "centers", data)


def counts(table: Table) -> dict[str, int]:
    """How many centers each power owns, those with none included."""
    return {power: table.count(power) for power in table.board.powers}


def _winner(table: Table, barred: Collection[str]) -> str:
    """Who has enough centers, the decisive ones too, and more than anyone else who can win (rulings P30, P49); or
    nobody.
    """
    by_power = {power: count for power, count in counts(table).items() if power not in barred}
    most = max(by_power.values(), default=0)
    leaders = [power for power, count in by_power.items() if count == most]
    has_won = most >= table.board.victory and all(table.owner.get(each) == leaders[0] for each in table.board.decisive)
    return leaders[0] if has_won and len(leaders) == 1 else ""


def _eliminations(before: Table, after: Table) -> list[Event]:
    powers = before.board.powers
    return [
        Event(PUBLIC, "eliminated", {"power": power})
        for power in powers
        if power in before.alive and power not in after.alive
    ]


def ended(table: Table, result: Result) -> Event:
    """Return the public event of a game's end."""
    return Event(PUBLIC, "ended", {**result.data(), "centers": counts(table)})
