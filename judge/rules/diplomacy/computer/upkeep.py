"""Retreats, builds and disbands of a computer player: to where its units are worth most."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, owed, sites
from judge.rules.diplomacy.computer.worth import Node, Worth
from judge.rules.diplomacy.labels import RETREATS
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import ARMY, FLEET
from judge.rules.rng import Stream


def upkeep(table: Table, power: str, worth: Worth | None, stream: Stream) -> list[str]:
    """The lines for a phase of retreats or adjustments; drawn by lot where nothing is said of worth."""
    return (retreats if table.label.kind == RETREATS else adjustments)(table, power, worth, stream)


def retreats(table: Table, power: str, worth: Worth | None, stream: Stream) -> list[str]:
    lines = []
    taken: set[str] = set()
    for each in table.dislodged_of(power):
        free = [(each.unit.kind, place) for place in each.retreats if table.board.province_of[place] not in taken]
        if not free:
            lines.append(f"{each.unit} DISBAND")
            continue
        _, place = _best(free, worth, stream)
        taken.add(table.board.province_of[place])
        lines.append(f"{each.unit} - {place}")
    return lines


def _best(nodes: Sequence[Node], worth: Worth | None, stream: Stream, liked: str = "") -> Node:
    """Where a unit is worth most, a little more as one of the kind that is liked; any, where nothing says."""
    mixed = stream.shuffled(nodes)
    if worth is None:
        return mixed[0]
    return max(mixed, key=lambda node: worth.places.get(node, 0) * (11 if node[0] == liked else 10))


def adjustments(table: Table, power: str, worth: Worth | None, stream: Stream) -> list[str]:
    due = owed(table, power)
    units = table.units_of(power)
    if due < 0:
        going = list(stream.shuffled(units))
        if worth:
            going.sort(key=lambda unit: worth.places.get((unit.kind, unit.place), 0))
        return [f"{DISBAND} {unit}" for unit in going[:-due]]
    lines: list[str] = []
    built: set[str] = set()
    kinds = [unit.kind for unit in units]
    while len(lines) < due:
        free = [
            (kind, place)
            for home in sites(table, power)
            if home not in built
            for kind, places in ((ARMY, (home,)), (FLEET, table.board.places(home)))
            for place in places
            if table.board.fits(kind, place)
        ]
        if not free:
            break
        few = FLEET if 2 * kinds.count(FLEET) < kinds.count(ARMY) else ARMY
        kind, place = _best(free, worth, stream, few)
        kinds.append(kind)
        built.add(table.board.province_of[place])
        lines.append(f"{BUILD} {kind} {place}")
    return lines
