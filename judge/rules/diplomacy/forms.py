"""The sheets to answer with. They give nothing away when they are sent as they stand."""

from __future__ import annotations

import re

from judge.rules.diplomacy.adjudication.adjustments import BUILD, complete, owed, sites
from judge.rules.diplomacy.adjudication.retreats import DISBAND
from judge.rules.diplomacy.board import ARMY, Unit
from judge.rules.diplomacy.canonical import (
    PARTS,
    full_text,
    parse_adjustments,
    parse_retreats,
    retreat_text,
    standing_moves,
)
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.table import Table
from judge.rules.values import Orders

AGAIN = "again"
"""The part, of a sheet to answer with alone, for orders of the movement phase just before."""

_MOVE = re.compile(r"[AF] \S+ - (\w{3})")


def moves_form(table: Table, power: str, last: Orders, *, blind: bool = False) -> str:
    """A line for each own unit. `last`: what is on file, or what `repeated_moves` lets stand; the sheet says which."""
    part = AGAIN if AGAIN in last else PARTS[MOVEMENT]
    mark = "  % as last time" if part == AGAIN else "  % on file"
    given = _orders(table, power, last.get(part, ""), blind=blind)
    lines = [f"{given[unit]}{mark}" if unit in given else f"{unit} H" for unit in table.units_of(power)]
    if given and part == AGAIN:
        lines.insert(0, "// A marked line repeats the order of a unit that has not moved.")
    return "\n".join(lines)


def repeated_moves(table: Table, power: str, last: Orders, *, blind: bool = False) -> Orders:
    """Return the orders of the last movement phase that the same units can be given again."""
    text = last.get(PARTS[MOVEMENT], "")
    if table.label.kind != MOVEMENT or not text:
        return {}
    entered = {found[1] for line in text.splitlines() if (found := _MOVE.match(line))}
    given = _orders(table, power, text, blind=blind)
    # A hold needs no mark: it is what the sheet says of every other unit.
    stayed = [order for unit, order in given.items() if unit.province not in entered and order != f"{unit} H"]
    return {AGAIN: "\n".join(stayed)}


def _orders(table: Table, power: str, text: str, *, blind: bool) -> dict[Unit, str]:
    """Unit -> its order, of those lines that it could be given where it stands."""
    orders = standing_moves(table, power, text, blind=blind)
    return {unit: full_text(table.position, order) for unit, order in orders.items()}


def retreats_form(table: Table, power: str, last: Orders) -> str:
    """A line for each own unit that may retreat. `last`: what is on file."""
    chosen = parse_retreats(table, power, last.get(PARTS[RETREATS], ""))
    lines = []
    for each in table.dislodged_of(power):
        place = chosen.get(each.unit.province)
        mark = "" if place is None else "on file, "
        others = ", ".join(where for where in each.retreats if where != place)
        said = f"{mark}or to {others}" if others else "on file"
        if each.retreats:
            lines.append(f"{retreat_text(each, place or DISBAND)} % {said}")
    return "\n".join(lines)


def adjustments_form(table: Table, power: str, last: Orders) -> str:
    """Return what is on file in `last`, or else a build in each free home, and what else is owed."""
    ordered = parse_adjustments(table, power, last.get(PARTS[ADJUSTMENTS], ""))
    doing = [str(each) for each in complete(table, power, ordered)]
    doing[: len(ordered)] = [f"{each}  % on file" for each in doing[: len(ordered)]]
    due = owed(table, power)
    free = sites(table, power)
    if due <= 0 or not free:
        return "\n".join(doing)
    builds = [] if ordered else [f"{BUILD} {ARMY} {home}" for home in free[:due]]
    said = (
        f"// You may build {due} unit{'s' if due > 1 else ''}, in {', '.join(free)}.",
        "// A is an army, F a fleet. WAIVE in place of a line builds nothing.",
    )
    return "\n".join((*said, *builds, *doing[len(builds) :]))
