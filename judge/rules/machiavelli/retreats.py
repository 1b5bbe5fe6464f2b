"""Phase F.2: where units go that were forced out (13.5, Appendix A, rulings 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.conflict import CITY
from judge.rules.machiavelli.orders import conversions
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place

Rank = tuple[int, ...]

_FAR = 10_000


def rank(position: Position, player: str, area: str) -> Rank:
    """(category, subcategory, sub-subcategory) of an area for a player; for seas (4, place in the order of seas).

    Rulings 5.2 and 5.3: "garrisoned" is read as fortified; home is the player's current or original one. A province
    that rebels against the player comes behind all others.
    """
    found = BOARD.areas[area]
    if found.sea:
        return 4, BOARD.seas.index(area)
    control = position.control(area)
    if area in position.rebellions:
        category = 2 if position.rebellions[area] != player else 7
    elif control == player:
        category = 1
    else:
        category = 5 if control else 3
    own = found.home == player or position.in_home(area, player)
    home = 1 if own else 3 if _is_conquered(position, area) else 2
    return category, home, _of_city(area)


def _is_conquered(position: Position, area: str) -> bool:
    """Does somebody have it who has taken it out of another's current home country (10)?"""
    home = BOARD.areas[area].home
    lord = position.homes[home] if home else ""
    if not lord or not position.alive(lord):
        return False
    return position.holder(area) not in (None, INDEPENDENT, lord)


def _of_city(area: str) -> int:
    found = BOARD.areas[area]
    if not found.city:
        return 7
    if found.magnitude > 1:
        return 4 - found.magnitude
    return (3 if found.fortified else 5) + (not found.port)


def by_preference(position: Position, player: str, areas: Iterable[str]) -> list[str]:
    """Sort the areas, best first: coast, the shortest ways to the others, then names (ruling 5.4)."""
    return [area for _, area in in_order(position, ((player, area) for area in areas))]


def in_order(position: Position, claims: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same of areas that several players look at, each (player, area) by that player's own list."""
    tied: dict[tuple[Rank, bool], list[tuple[str, str]]] = {}
    for player, area in claims:
        key = rank(position, player, area), BOARD.areas[area].kind == "land"
        tied.setdefault(key, []).append((player, area))
    found: list[tuple[str, str]] = []
    for key in sorted(tied):
        together = tied[key]
        if len(together) > 1:
            ways = {player: _classes_of_areas(position, player) for player, _ in together}
            together = sorted(together, key=lambda each: _ways(ways[each[0]], each[1]))
        found += together
    return found


Classes = list[tuple[Rank, list[str]]]


def _classes_of_areas(position: Position, player: str) -> Classes:
    """Each class of the list, from its top, with the areas that are of it for this player."""
    classes: dict[Rank, list[str]] = {}
    for area in BOARD.areas:
        for each in _classes(rank(position, player, area)):
            classes.setdefault(each, []).append(area)
    return sorted(classes.items())


def _ways(classes: Classes, area: str) -> tuple[list[tuple[Rank, int]], str]:
    """How far it is from here to another area of each class, and the name of this one."""
    steps = BOARD.distance[area]
    ways = [(each, min((steps[goal] for goal in goals if goal != area), default=_FAR)) for each, goals in classes]
    return ways, BOARD.areas[area].name


def _classes(of: Rank) -> Iterator[Rank]:
    """1, 1.1, 1.1.1: every class of the list that an area of this rank belongs to."""
    for length in range(1, len(of) + 1):
        yield of[:length]


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
