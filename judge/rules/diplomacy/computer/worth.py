"""What places are worth to a power: centers to take, centers to keep, and the ways to both.

Each center counts by how great its owner is. The worth of a place spreads to its neighbours, less with each step.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from judge.rules.diplomacy.board import Board, load_board
from judge.rules.diplomacy.computer.legal import reaches
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import ARMY, FLEET, Unit

NEUTRAL = 45
"""What a center that nobody owns counts, beside the greatness of owners: a power of three centers counts 37."""
NEAR = {"S": (300, 500, 60, 20, 8, 4, 2), "F": (1000, 150, 40, 14, 6, 3, 2)}
"""Season -> what the worth of so many steps around a place counts: centers change hands after the Fall."""
TAKE, KEEP = 7, 4

Node = tuple[str, str]
"""(kind of unit, place)"""


class Worth(NamedTuple):
    """`places`: what a unit of that kind is worth there; `rivals`: province -> how many units that one power can have
    there, beside its own, that can bring most.
    """

    places: Mapping[Node, int]
    rivals: Mapping[str, int]


@cache
def _ways(name: str) -> Mapping[Node, tuple[Node, ...]]:
    """Each place for each kind of unit, and all next to it, on the board of this name."""
    board: Board = load_board(name)
    return {
        (kind, place): tuple((kind, other) for other in sorted({place, *board.borders(kind, place)}))
        for kind in (ARMY, FLEET)
        for place in sorted(board.province_of)
        if board.fits(kind, place)
    }


def greatness(table: Table, power: str) -> int:
    """Of a power, by its centers; more than in proportion, so that the leader is everybody's business."""
    centers = table.count(power)
    return centers * centers + 4 * centers + 16


def rivals_at(table: Table, power: str, without: Collection[Unit] = ()) -> dict[str, int]:
    """Province -> how many units the one other power can have there that can bring most, `without` those."""
    by_power: dict[str, dict[str, int]] = {}
    board = table.board
    for unit in table.units:
        if unit.power != power and unit not in without:
            near = by_power.setdefault(unit.power, {})
            there = board.army[unit.place] if unit.kind == ARMY else board.fleet_provinces[unit.place]
            for province in {unit.province, *there}:
                near[province] = near.get(province, 0) + 1
    rivals: dict[str, int] = {}
    for near in by_power.values():
        for province, many in near.items():
            rivals[province] = max(rivals.get(province, 0), many)
    return rivals


def worth_of(table: Table, power: str, season: str) -> Worth:
    """What every place is worth to the power; `season` is that of the moves to come."""
    board = table.board
    base: dict[str, int] = dict.fromkeys(board.provinces, 0)
    for center in board.centers:
        owner = table.owner.get(center, "")
        if owner == power:
            threat = max((greatness(table, each) for each in _threats(table, power, center)), default=0)
            base[center] = KEEP * threat
        else:
            base[center] = TAKE * (greatness(table, owner) if owner else NEUTRAL)
    ways = _ways(table.map)
    layer = {node: base[board.province_of[node[1]]] for node in ways}
    weights = NEAR[season]
    total = {node: weights[0] * value for node, value in layer.items()}
    for weight in weights[1:]:
        layer = {node: sum([layer[each] for each in near]) // 5 for node, near in ways.items()}
        for node, value in layer.items():
            total[node] += weight * value
    return Worth(total, rivals_at(table, power))


def _threats(table: Table, power: str, center: str) -> set[str]:
    """The powers that have a unit which reaches the center or stands there."""
    return {
        unit.power
        for unit in table.units
        if unit.power != power and (unit.province == center or reaches(table, unit, center))
    }
