"""Lines that show how one writes here, made of the reader's own home country and of what lies next to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.position import INDEPENDENT, Position
from judge.rules.machiavelli.springtime import RAISE, Salary, no_raise


class Examples(NamedTuple):
    """Canonical lines; empty where the country has none that fits.

    raises: `A FIR`, a unit for each city of the home country where one can be raised; code and name: of an own area;
    move: `A FIR - PST`; support: `A ARE S PST`; to: the area of both; siege: `A LUC B LUC`, of the nearest independent
    garrison; besieged: its area; bribe: `G LUC`, that garrison; revolt: the name of a province of another country.
    """

    raises: tuple[str, ...] = ()
    code: str = ""
    name: str = ""
    move: str = ""
    to: str = ""
    support: str = ""
    siege: str = ""
    besieged: str = ""
    bribe: str = ""
    revolt: str = ""


def raisable(position: Position, player: str) -> tuple[str, ...]:
    """A unit for each home city where one can be raised now: an army, or a fleet where none can stand; a garrison where
    there is no room for these (7.2).
    """
    found = []
    for area in (area for area in BOARD.cities if position.in_home(area, player)):
        kinds = (ARMY if BOARD.stands(ARMY, area) else FLEET, GARRISON)
        can = [kind for kind in kinds if not no_raise(position, player, Salary(RAISE, kind, area))]
        found += [f"{kind} {area}" for kind in can[:1]]
    return tuple(found)


def examples_of(position: Position, player: str, others: Collection[str]) -> Examples:
    """Examples for the player of this country; `others`: countries that somebody else plays."""
    home = [area for area in BOARD.provinces if position.in_home(area, player) and BOARD.stands(ARMY, area)]
    if not home:
        return Examples()
    ways = list(_ways(position, player, home))
    here, to, helper = next((way for way in ways if way[2]), ways[0] if ways else (home[0], "", ""))
    free = _garrisons(position)
    near = min(free, key=lambda area: BOARD.distance[home[0]].get(area, len(BOARD.areas))) if free else ""
    theirs = [area for other in others for area in BOARD.homes[other] if position.control(area) == other]
    return Examples(
        raises=raisable(position, player),
        code=home[0],
        name=BOARD.areas[home[0]].name,
        move=f"A {here} - {to}" if to else "",
        to=BOARD.areas[to].name if to else "",
        support=f"A {helper} S {to}" if helper else "",
        siege=f"A {near} B {near}" if near and BOARD.stands(ARMY, near) else "",
        besieged=BOARD.areas[near].name if near else "",
        bribe=f"{GARRISON} {near}" if near else "",
        revolt=BOARD.areas[theirs[0]].name if theirs else "",
    )


def _ways(position: Position, player: str, home: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """(home city, a province next to it, another home city from which an army could support there, or nothing)."""
    cities = [area for area in home if BOARD.areas[area].city]
    for here in cities:
        for to in sorted(BOARD.army[here] - set(cities), key=lambda area: (position.control(area) != player, area)):
            if BOARD.stands(ARMY, to):
                yield here, to, next((each for each in cities if each != here and to in BOARD.army[each]), "")


def _garrisons(position: Position) -> list[str]:
    """Where independent garrisons stand that cost the least: those of no major city."""
    found = (unit.area for unit in position.units.values() if unit.owner == INDEPENDENT and unit.kind == GARRISON)
    return sorted(area for area in found if (city := BOARD.areas[area].city) is not None and city.magnitude == 1)
