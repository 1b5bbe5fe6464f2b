"""The Area Preference List (Appendix A): which of several areas a player would rather have a unit in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.position import INDEPENDENT, Position

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
    city = BOARD.areas[area].city
    if city is None:
        return 7
    if city.magnitude > 1:
        return 4 - city.magnitude
    return (3 if city.port else 4) if city.fortified else (5 if city.port else 6)


def by_preference(position: Position, player: str, areas: Iterable[str]) -> list[str]:
    """The areas, the most preferred first. Coast goes before inland; then the shortest ways to the other areas of the
    list, from its top; then the printed names (ruling 5.4).
    """
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
