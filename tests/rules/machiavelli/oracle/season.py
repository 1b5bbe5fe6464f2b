"""The rest of a campaign: retreats, sieges, rebellions, and the end of the season (9.4, 11.3, 13.5, 4.2 to 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.rules.machiavelli.oracle.battle import Battle, comes_out_beaten
from tests.rules.machiavelli.oracle.ground import (
    AREAS,
    BORDERS,
    CITY,
    FIELD,
    HOMES,
    KEEPERS,
    NOBODY,
    PROVINCES,
    Order,
    Place,
    Position,
    Unit,
    besieged_city,
    reach,
)
from tests.rules.machiavelli.oracle.legal import Front, besieges, legal_orders
from tests.rules.machiavelli.oracle.preference import in_order


@dataclass
class Fought:
    position: Position
    battle: Battle
    forced: dict[Place, str] = field(default_factory=dict)
    shared: bool = False
    winners: list[str] = field(default_factory=list)


def fight(
    position: Position, given: Mapping[Place, Order], permits: set[tuple[str, str]], stunned: frozenset[str]
) -> Fought:
    """Phase F. `given`: orders of the units' owners after bribes; `stunned`: whose leader was murdered (10)."""
    orders = {place: order for place, order in given.items() if position.units[place].owner not in stunned}
    front = Front(position, orders, permits)
    legal_orders(front)
    battle = Battle(front)
    battle.settle()
    after = replace(position, units={}, rebellions=dict(position.rebellions), out=list(position.out))
    after.control = dict(position.control)
    result = Fought(after, battle)
    beaten: list[Unit] = []
    for unit in position.units.values():
        moved = _moved(battle, unit)
        if comes_out_beaten(battle, unit) or (battle.forced(unit) is True and unit.area != "VEN"):
            beaten.append(unit)
        else:
            after.units[moved.place] = moved
    freed = _sieges(battle, result)
    _retreat(battle, result, beaten)
    # Rebellions end with the season, after the retreats.
    for city in freed:
        after.rebellions.pop(city, None)
    _put_down(battle, after, stunned)
    _liberate(after)
    after.mark()
    return result


def _moved(battle: Battle, unit: Unit) -> Unit:
    order = battle.order(unit)
    if unit.area == "VEN" and battle.forced(unit) is True:
        return unit._replace(kind="G")
    if battle.moves(unit) is not True:
        return unit
    return unit._replace(area=order.target) if order.verb == "-" else unit._replace(kind=order.becomes)


def _sieges(battle: Battle, result: Fought) -> list[str]:
    """9.4. The rebelling cities that fall."""
    position, after = battle.front.position, result.position
    after.sieges = {}
    freed = []
    for unit in position.units.values():
        if battle.order(unit).verb != "B" or battle.forced(unit) is True:
            continue
        what = besieges(position, unit)
        city = besieged_city(unit.area)
        if position.sieges.get(unit.area) != what:
            if (city, CITY) in after.units or what == "rebels":
                after.sieges[unit.area] = what
        else:
            after.units.pop((city, CITY), None)
            if what == "rebels":
                freed.append(city)
            if city != unit.area:
                after.control[city] = unit.owner
    return freed


def _put_down(battle: Battle, after: Position, stunned: frozenset[str]) -> None:
    """11.3: by a Hold that was given, to the victim's army or fleet, where no fortified city rebels."""
    position = battle.front.position
    for area, victim in position.rebellions.items():
        unit = position.units.get((area, FIELD))
        if unit is None or unit.owner != victim or victim in stunned or battle.forced(unit) is True:
            continue
        given = battle.front.given.get(unit.place)
        if given is not None and given.verb == "H" and not position.rebels_in_city(area):
            after.rebellions.pop(area, None)


def _liberate(after: Position) -> None:
    for area, victim in list(after.rebellions.items()):
        if any(unit.owner != victim for unit in after.units_in(area)):
            del after.rebellions[area]


def _retreat(battle: Battle, result: Fought, beaten: list[Unit]) -> None:
    after = result.position
    after.mark()
    choices = {unit: _ways(battle, after, unit) for unit in beaten}
    firsts = [ways[0] for ways in choices.values() if ways]
    places = [way for ways in choices.values() for way in ways]
    cities = [(unit.area, CITY) for unit in beaten]
    result.shared = len(set(places)) < len(places) or len(set(cities)) < len(cities)
    assert result.shared or len(set(firsts)) == len(firsts)
    gone = []
    for unit, ways in choices.items():
        kind = battle.order(unit).becomes if unit.kind == "G" else unit.kind
        if ways:
            gone.append((unit, Unit(unit.owner, kind, ways[0])))
        elif _into_the_city(battle, after, unit, kind):
            gone.append((unit, Unit(unit.owner, "G", unit.area)))
        else:
            result.forced[unit.place] = "removed"
    for unit, there in gone:
        result.forced[unit.place] = "city" if there.kind == "G" else there.area
        after.units[there.place] = there


def _ways(battle: Battle, after: Position, unit: Unit) -> list[str]:
    if unit.owner == NOBODY:
        return []
    kind = battle.order(unit).becomes if unit.kind == "G" else unit.kind
    fought = {battle.target(other) for other in battle.attackers if battle.attacks(other) is True}
    winners = [
        other
        for other in battle.attackers
        if battle.moves(other) is True and battle.target(other) == unit.area and other != unit
    ]
    origins = {other.area for other in winners if other.kind != "G"}
    open_ways, straits = [], []
    for code in reach(kind, unit.area):
        single = AREAS[code].single and not after.empty(code)
        if (code, FIELD) in after.units or single or code in fought or code in origins:
            continue
        if after.rebellions.get(code) == unit.owner:
            continue
        strait = BORDERS[unit.area, code].strait
        if not strait:
            open_ways.append(code)
            continue
        keeper = battle.front.position.units.get((KEEPERS.get(strait, ""), FIELD))
        if keeper is None or keeper.kind != "F" or all(keeper.owner != other.owner for other in winners):
            straits.append(code)
    return in_order(after, unit.owner, open_ways) + in_order(after, unit.owner, straits)


def _into_the_city(battle: Battle, after: Position, unit: Unit, kind: str) -> bool:
    area = AREAS[unit.area]
    from_inside = any(
        other.kind == "G" and other.area == unit.area and battle.moves(other) is True for other in battle.attackers
    )
    legal = area.fortified and (kind != "F" or area.port) and after.rebellions.get(unit.area) != unit.owner
    return legal and not from_inside and (unit.area, CITY) not in after.units


def end_of_season(position: Position) -> list[str]:
    """4.2 to 4.4, in the order of ruling 6.1. Who has won."""
    held = {area: position.holder(area) for area in PROVINCES}
    changed = {}
    for home, areas in HOMES.items():
        lords = {held[area] for area in areas}
        if len(lords) == 1 and "" not in lords:
            changed[home] = lords.pop()
    position.homes |= changed
    lost = []
    for player in position.alive():
        cities = [area for area in position.homeland(player) if AREAS[area].city]
        if all(_lord_of_city(position, area) not in ("", player) for area in cities):
            lost.append(player)
    eliminate(position, lost)
    return _victors(position)


def _lord_of_city(position: Position, area: str) -> str:
    """4.1: a garrisoned city is its owner's even in a rebelling province; where somebody else stands, nobody's."""
    garrison = position.units.get((area, CITY))
    if area in position.rebellions and garrison is not None:
        alone = all(unit.owner == garrison.owner for unit in position.units_in(area))
        return garrison.owner if alone and garrison.owner != NOBODY else ""
    return position.holder(area)


def eliminate(position: Position, lost: list[str]) -> None:
    """4.3: units become independent, one an area (garrison, army, fleet, whoever's they were); the rest goes with
    treasuries, markers and rebellions.
    """
    position.out += lost
    position.ducats |= dict.fromkeys(lost, 0)
    theirs = [unit for unit in position.units.values() if unit.owner in lost]
    for unit in theirs:
        del position.units[unit.place]
    for unit in sorted(theirs, key=lambda each: "GAF".index(each.kind)):
        if all(other.owner != NOBODY for other in position.units_in(unit.area)):
            position.units[unit.place] = unit._replace(owner=NOBODY)
        elif unit.kind != "G":
            position.sieges.pop(unit.area, None)
    position.control = {area: owner for area, owner in position.control.items() if owner not in lost}
    position.rebellions = {area: victim for area, victim in position.rebellions.items() if victim not in lost}
    position.mark()


def _victors(position: Position) -> list[str]:
    wanted = 12 if int(position.phase[3:7]) >= 1465 else 15
    found = []
    for player in position.alive():
        cities = [area for area in PROVINCES if AREAS[area].city and position.holder(area) == player]
        if len(cities) >= wanted and any(AREAS[area].home == player for area in cities):
            found.append(player)
    if len(found) < 2:
        return found
    ranks = {player: ranking(position, player) for player in found}
    best = max(ranks.values())
    return [player for player in found if ranks[player] == best]


def ranking(position: Position, player: str) -> tuple[int, int, int]:
    """4.2: provinces, tax income as it would be collected now, ducats."""
    provinces = sum(position.holder(area) == player for area in PROVINCES)
    return provinces, tax(position, player), position.ducats[player]


def tax(position: Position, player: str) -> int:
    """5.1 and 14."""
    total = 0
    for code, area in AREAS.items():
        here = position.units.get((code, FIELD))
        garrison = position.units.get((code, CITY))
        holds = position.holder(code) == player
        if area.sea:
            total += here is not None and here.owner == player
            continue
        occupies = any(
            unit is not None and unit.owner == player for unit in ((here or garrison) if here is None else here,)
        )
        if code not in position.rebellions and (holds or occupies):
            total += 1
        if not area.city:
            continue
        besieger = "LAG" if code == "VEN" else code
        sieged = position.sieges.get(besieger) == "garrison"
        inside = garrison is not None and garrison.owner == player
        if (inside or (holds and garrison is None)) and not sieged:
            total += area.size
    if position.holder("VEN") == player and ("LAG", FIELD) not in position.units:
        total += 1
    return total
