"""Blind games: what a power sees of the board, and what it reads of orders (ruling P20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND
from judge.rules.diplomacy.board import Dislodged
from judge.rules.diplomacy.play import Step
from judge.rules.diplomacy.table import Table
from judge.rules.values import MASTER, Event, Json, only

ARRIVES, FOUND, DEPARTS, LOST = "arrives", "found", "departs", "lost"

_UNTOLD: Mapping[str, Json] = {"dislodger": "", "cause": {}}
"""What a row of a `movement` event holds in a blind game where others tell why."""

Row = Mapping[str, Json]


def seen_by(table: Table, power: str) -> frozenset[str]:
    """Return provinces in or beside the power's units and home centers; dislodged units see as well."""
    board = table.board
    stands = {unit.province for unit in table.units_of(power)}
    sources = {*stands, *(each.unit.province for each in table.dislodged_of(power)), *board.homes[power]}
    return frozenset(sources | {near for source in sources for near in board.reach[source]})


def seen_table(table: Table, power: str) -> Table:
    """The table as the power sees it now: nothing of what it does not see. With no power: nothing at all.

    Of foreign units that are dislodged it sees that they are, not where they came to be attacked from or may go.
    """
    if not power:
        return replace(table, units=(), centers={}, dislodged=(), contested=())
    seen = seen_by(table, power)
    centers = {
        owner: tuple(center for center in owned if owner == power or center in seen)
        for owner, owned in table.centers.items()
    }
    return replace(
        table,
        units=tuple(unit for unit in table.units if unit.power == power or unit.province in seen),
        centers={owner: owned for owner, owned in centers.items() if owned},
        dislodged=tuple(
            each if each.unit.power == power else Dislodged(each.unit, "", ())
            for each in table.dislodged
            if each.unit.power == power or each.unit.province in seen
        ),
        contested=(),
    )


class Sight(NamedTuple):
    """What a power saw before and after a phase."""

    power: str
    before: frozenset[str]
    after: frozenset[str]

    def word(self, start: str, end: str) -> str | None:
        """How the way of a unit from one province to another is seen: in full (empty), partly, or not at all (None)."""
        if start in self.before and end in self.after:
            return ""
        if end in self.after:
            return ARRIVES if end in self.before else FOUND
        if start in self.before:
            return DEPARTS if start in self.after else LOST
        return None


def seen_events(before: Table, step: Step, powers: Iterable[str]) -> tuple[Event, ...]:
    """The step's public events, for the GameMaster whole, for each of the powers what it may know of them."""
    found = [Event(MASTER, event.kind, event.data) for event in step.events]
    for power in powers:
        sight = Sight(power, seen_by(before, power), seen_by(step.table, power))
        for event in step.events:
            data = _SEEN[event.kind](before, event.data, sight)
            if data is not None:
                found.append(Event(only(power), event.kind, data))
    return tuple(found)


def seen_rows(table: Table, rows: Iterable[Row], sight: Sight) -> list[Row]:
    """Return a power's rows of an event, without causes: these depend on units out of sight."""
    found = (_way(table, row, sight) for row in rows)
    return [{**row, **_UNTOLD} if "cause" in row else row for row in found if row is not None]


def _way(table: Table, row: Row, sight: Sight) -> Row | None:
    """One unit's order, as far as it is seen. Whether a foreign unit can retreat, and whither, is not told."""
    if row["power"] == sight.power:
        return row
    province_of = table.board.province_of
    kind, _, start = row["unit"].partition(" ")
    if row["outcome"] == "disbanded":
        gone = {"order": f"{row['unit']} {DISBAND}", "why": ""}
        return {**row, **gone} if province_of[start] in sight.before else None
    end = row["order"].removesuffix(" VIA").rpartition(" - ")[2] if row["outcome"] == "moved" else start
    word = sight.word(province_of[start], province_of[end])
    if word is None:
        return None
    hidden: dict[str, Json] = {}
    if "dislodged" in row:
        hidden = {"retreats": None, "dislodged": row["dislodged"] and province_of[end] in sight.after}
    if not word:
        return {**row, **hidden}
    unit = f"{kind} {end if word in (ARRIVES, FOUND) else start}"
    return {**row, "unit": unit, "order": unit, "outcome": word, **hidden}


def _orders(table: Table, data: Row, sight: Sight) -> Row:
    return {**data, "orders": seen_rows(table, data["orders"], sight)}


def _adjustments(table: Table, data: Row, sight: Sight) -> Row:
    """Builds and disbands that are seen. Whether somebody else ordered them is not told."""
    rows = []
    for row in data["orders"]:
        verb, _, unit = row["order"].partition(" ")
        if row["power"] == sight.power:
            rows.append(row)
        elif unit:
            province = table.board.province_of[unit.partition(" ")[2]]
            if province in (sight.after if verb == BUILD else sight.before):
                rows.append({**row, "default": False})
    return {**data, "orders": rows}


def _centers(table: Table, data: Row, sight: Sight) -> Row:
    """The owners of the centers that are seen, and the power's own; who took one that it does not see is not told."""
    del table
    power, seen = sight.power, sight.after
    owned = {
        owner: [center for center in centers if owner == power or center in seen]
        for owner, centers in data["owned"].items()
    }
    changes = [
        change if change["center"] in seen else {**change, "to": ""}
        for change in data["changes"]
        if change["center"] in seen or change["from"] == power
    ]
    return {
        "year": data["year"],
        "owned": {owner: centers for owner, centers in owned.items() if centers},
        "counts": {power: data["counts"][power]},
        "changes": changes,
    }


def _eliminated(table: Table, data: Row, sight: Sight) -> Row | None:
    del table
    return data if data["power"] == sight.power else None


_SEEN = {
    "movement": _orders,
    "retreats": _orders,
    "adjustments": _adjustments,
    "centers": _centers,
    "eliminated": _eliminated,
}
