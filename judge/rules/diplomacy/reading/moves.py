"""One movement order of a power, as its own units and the board allow it, or in a blind game the map alone."""

from __future__ import annotations

from judge.rules.diplomacy.orders import BadOrder, Order, check_legal
from judge.rules.diplomacy.position import Unit
from judge.rules.diplomacy.reading.blind import BlindReader
from judge.rules.diplomacy.reading.orders import read_order, read_unit
from judge.rules.diplomacy.table import Table


def read_own_order(table: Table, power: str, text: str) -> tuple[Unit, Order]:
    """One legal movement order for a unit of this power. BadOrder otherwise."""
    unit, rest = read_unit(table.board, table.position, text)
    if unit.power != power:
        own = ", ".join(str(each) for each in table.units_of(power))
        raise BadOrder("diplomacy/not-yours", f"{unit} belongs to {unit.power}", f"your units: {own}")
    order = read_order(table.board, table.position, unit, rest)
    check_legal(table.board, table.position, unit, order)
    return unit, order


def read_blind_order(table: Table, power: str, text: str) -> tuple[Unit, Order]:
    """One order for a unit of this power that the map alone allows (ruling P20). BadOrder otherwise."""
    reader = BlindReader(table.board, {unit.province: unit for unit in table.units_of(power)})
    unit, rest = reader.read_unit(text)
    if unit.power != power:
        own = ", ".join(str(each) for each in table.units_of(power))
        raise BadOrder("diplomacy/not-yours", f"{unit} is not yours", f"your units: {own}")
    return unit, reader.read_order(unit, rest)
