"""Phase F.2: where units go that were forced out (13.5, Appendix A, rulings 5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.campaigns.conflict import CITY
from judge.rules.machiavelli.campaigns.preference import by_preference, in_order
from judge.rules.machiavelli.orders import conversions
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place


@dataclass(frozen=True)
class Beaten:
    """A unit that must go. origins: where the attacks came from that beat it; winners: their owners; came_out: it was
    the garrison of this very place.
    """

    unit: Unit
    origins: frozenset[str]
    winners: frozenset[str]
    came_out: bool = False


@dataclass(frozen=True)
class Retreats:
    """went: unit -> area; converted: units that are garrisons now; removed: units that are lost."""

    went: Mapping[Unit, str]
    converted: tuple[Unit, ...]
    removed: tuple[Unit, ...]


def retreat(before: Position, after: Position, beaten: Sequence[Beaten], attacked: Collection[str]) -> Retreats:
    """before: when the season began, for the straits; after: when the attacks are done. attacked: closed areas."""
    pool = _in_turn(after, beaten)
    options = {each.unit: _places(before, after, each, attacked) for each in pool}
    cities = {each.unit: _city_open(after, each) for each in pool}
    taken = set(after.units)
    converted: list[Unit] = []
    removed: list[Unit] = []
    while clash := _unmatched(pool, options):
        # The former garrison first: it would only go back.
        for each in sorted(clash, key=lambda each: not each.came_out):
            city = city_place(each.unit.area)
            if cities[each.unit] and city not in taken:
                taken.add(city)
                converted.append(each.unit)
        still = [each for each in clash if each.unit not in converted]
        if len(still) == len(clash):
            removed += [each.unit for each in clash]
            still = []
        gone = {each.unit for each in clash} - {each.unit for each in still}
        pool = [each for each in pool if each.unit not in gone]
    return Retreats(_best(pool, options), tuple(converted), tuple(removed))


def _in_turn(after: Position, beaten: Sequence[Beaten]) -> list[Beaten]:
    """By the areas that they leave, in the order of the list (ruling 5.6)."""
    turns = in_order(after, ((each.unit.owner, each.unit.area) for each in beaten))
    return sorted(beaten, key=lambda each: turns.index((each.unit.owner, each.unit.area)))


def _places(before: Position, after: Position, each: Beaten, attacked: Collection[str]) -> list[str]:
    """The areas open to a beaten unit, best first; ways through straits come last (ruling 5.5)."""
    unit = each.unit
    if unit.owner == INDEPENDENT:
        return []
    plain: list[str] = []
    through: list[str] = []
    for area in BOARD.reach(unit.kind, unit.area):
        rebels_here = after.rebellions.get(area) == unit.owner
        if area in after.units or area in attacked or area in each.origins or rebels_here:
            continue
        strait = BOARD.straits.get((unit.area, area))
        if strait is None:
            plain.append(area)
        elif before.strait_keeper(strait) not in each.winners:
            through.append(area)
    return by_preference(after, unit.owner, plain) + by_preference(after, unit.owner, through)


def _city_open(after: Position, each: Beaten) -> bool:
    """Could it convert into the city, empty as it is? Not if the attacker came out of it (ruling 5.1)."""
    unit = each.unit
    return (
        bool(conversions(unit.kind, unit.area))
        and after.rebellions.get(unit.area) != unit.owner
        and CITY not in each.origins
        and city_place(unit.area) not in after.units
    )


def _match(pool: Sequence[Beaten], options: Mapping[Unit, Sequence[str]]) -> dict[str, Unit]:
    """Area -> unit: as many units as possible in areas of their own."""
    matched: dict[str, Unit] = {}

    def place(unit: Unit, tried: set[str]) -> bool:
        for area in options[unit]:
            if area not in tried:
                tried.add(area)
                if area not in matched or place(matched[area], tried):
                    matched[area] = unit
                    return True
        return False

    for each in pool:
        place(each.unit, set())
    return matched


def _unmatched(pool: Sequence[Beaten], options: Mapping[Unit, Sequence[str]]) -> list[Beaten]:
    """The units that unavoidably clash: those that want the same too few areas. None if all can be placed."""
    matched = _match(pool, options)
    clash = {each.unit for each in pool} - set(matched.values())
    edge = list(clash)
    while edge:
        edge = [unit for unit in {matched[area] for each in edge for area in options[each]} if unit not in clash]
        clash.update(edge)
    return [each for each in pool if each.unit in clash]


def _best(pool: Sequence[Beaten], options: Mapping[Unit, Sequence[str]]) -> dict[Unit, str]:
    """Each unit in turn goes to the best area that leaves all the others one (ruling 5.6)."""
    went: dict[Unit, str] = {}
    rest = list(pool)
    while rest:
        each = rest.pop(0)
        for area in options[each.unit]:
            free = {other.unit: [way for way in options[other.unit] if way != area] for other in rest}
            if len(_match(rest, free)) == len(rest):
                went[each.unit] = area
                options = free
                break
    return went
