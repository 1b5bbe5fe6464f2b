"""Orders that a unit can be given where it stands. Convoys are not among them: they are a matter of a whole
plan (`judge.rules.diplomacy.computer.convoys`)."""

from __future__ import annotations

from judge.rules.diplomacy.orders import HOLD, MOVE, SUPPORT, Order
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import ARMY, Unit


def moves(table: Table, unit: Unit) -> tuple[str, ...]:
    """The places that it borders on, in alphabetical order."""
    return tuple(sorted(table.board.borders(unit.kind, unit.place)))


def reaches(table: Table, unit: Unit, province: str) -> bool:
    """Can it go to the province, to whatever coast of it?"""
    board = table.board
    return province in (board.army[unit.place] if unit.kind == ARMY else board.fleet_provinces[unit.place])


def supports(table: Table, unit: Unit) -> tuple[Order, ...]:
    """Every support that it can give: to units where they stand, and to where they can step."""
    found = []
    for other in table.units:
        if other == unit:
            continue
        if reaches(table, unit, other.province):
            found.append(Order(unit.province, SUPPORT, other.province))
        for place in moves(table, other):
            province = table.board.province_of[place]
            if province != unit.province and reaches(table, unit, province):
                found.append(Order(unit.province, SUPPORT, other.province, place))
    return tuple(found)


def steps(table: Table, unit: Unit) -> tuple[Order, ...]:
    """To hold, and every move."""
    return (
        Order(unit.province, HOLD),
        *(Order(unit.province, MOVE, "", place) for place in moves(table, unit)),
    )
