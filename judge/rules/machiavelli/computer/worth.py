"""What areas are worth to a country: cities and provinces to take and to keep, and the ways to both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from judge.rules.machiavelli.board import ARMY, BOARD, FLEET
from judge.rules.machiavelli.position import Position

PROVINCE, CITY, DUCAT = 30, 120, 30
"""What a province counts, a city beside it, and each ducat that the city yields above the first."""
KEPT = 55
"""Of 100, what it counts to keep a place that others can reach."""
BEHIND_WALLS = 35
"""Of 100, what a city counts while somebody else's garrison is in it: the siege is still to come."""
AT_SEA = 10
HOME, LAST, FEW = 120, 220, 2
NEAR = (1000, 260, 110, 45, 18, 7)
"""What the worth of so many steps around an area counts."""

Node = tuple[str, str]
"""(kind of unit, area)"""


class Worth(NamedTuple):
    """`areas`: what a unit of that kind is worth there after the season; `prizes`: area -> what it is worth to have it;
    `rivals`: area -> how many units the one other player can have there that can bring most.
    """

    areas: Mapping[Node, int]
    prizes: Mapping[str, int]
    rivals: Mapping[str, int]


@cache
def _ways() -> Mapping[Node, tuple[Node, ...]]:
    """Each area for each kind of unit that can stand there, and all next to it."""
    return {
        (kind, area): tuple((kind, other) for other in sorted({area, *BOARD.reach(kind, area)}))
        for kind in (ARMY, FLEET)
        for area in BOARD.areas
        if BOARD.stands(kind, area)
    }


def city_worth(area: str) -> int:
    city = BOARD.areas[area].city
    return CITY + DUCAT * (city.magnitude - 1) if city is not None else 0


def rivals_at(position: Position, player: str) -> dict[str, int]:
    """Area -> how many field units the one other player can have there that can bring most."""
    by_player: dict[str, dict[str, int]] = {}
    for unit in position.units.values():
        if unit.owner and unit.owner != player:
            near = by_player.setdefault(unit.owner, {})
            for area in {unit.area, *BOARD.reach(unit.kind, unit.area)}:
                near[area] = near.get(area, 0) + 1
    rivals: dict[str, int] = {}
    for near in by_player.values():
        for area, many in near.items():
            rivals[area] = max(rivals.get(area, 0), many)
    return rivals


def prize(position: Position, player: str, area: str) -> int:
    """What it is worth to get an area."""
    if BOARD.areas[area].sea:
        return AT_SEA
    if position.control(area) == player:
        return 0
    garrison = position.garrison(area)
    city = city_worth(area)
    if garrison is not None and garrison.owner != player:
        city = city * BEHIND_WALLS // 100
    return PROVINCE + city


def home_worth(position: Position, player: str) -> int:
    """Of 100, what an area of one's home counts: units are raised there, and who loses its last city is out."""
    left = sum(position.control(area) == player and position.in_home(area, player) for area in BOARD.cities)
    return HOME if left > FEW else LAST


def worth_of(position: Position, player: str) -> Worth:
    """What every area is worth to the player."""
    rivals = rivals_at(position, player)
    home = home_worth(position, player)
    prizes = {}
    for area in BOARD.areas:
        value = prize(position, player, area)
        if not value and rivals.get(area, 0):
            value = (PROVINCE + city_worth(area)) * KEPT // 100
        if position.in_home(area, player):
            value = value * home // 100
        prizes[area] = value
    ways = _ways()
    layer = {node: prizes[node[1]] for node in ways}
    total = {node: NEAR[0] * value for node, value in layer.items()}
    for weight in NEAR[1:]:
        layer = {node: sum([layer[each] for each in near]) // 4 for node, near in ways.items()}
        for node, value in layer.items():
            total[node] += weight * value
    return Worth(total, prizes, rivals)
