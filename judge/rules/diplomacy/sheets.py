"""Whole sheets: the lines of a mail as orders of one power for the phase at hand, and back from what is on file.

A bad line never loses a good one. What is on file is canonical text, one order a line, and reads back the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.diplomacy.adjudication.adjustments import Adjustment, gather, owed, read_adjustment
from judge.rules.diplomacy.adjudication.retreats import read_retreat, retreat_text
from judge.rules.diplomacy.blind import BlindReader
from judge.rules.diplomacy.labels import ADJUSTMENTS, RETREATS
from judge.rules.diplomacy.orders import CONVOY, MOVE, SUPPORT, Order, check_legal, full_text, read_order, read_unit
from judge.rules.diplomacy.quotation import in_writers_words
from judge.rules.diplomacy.spelling import BadOrder
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit
from judge.rules.problems import Problem
from judge.rules.system import LineRead, SheetLine

PARTS = {"M": "orders", RETREATS: "retreats", ADJUSTMENTS: "adjustments"}
"""Kind of phase -> the part that its orders are filed under."""

COMMENT = "%"


@dataclass(frozen=True, slots=True)
class PartRead:
    """text: the orders understood, canonical; complete: nothing is left to a default."""

    text: str
    complete: bool
    lines: tuple[LineRead, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_part(table: Table, power: str, lines: Sequence[SheetLine], *, blind: bool = False) -> PartRead:
    """The orders of a power for the phase at hand, whatever kind it is. `blind`: by the map and its own units alone."""
    if table.label.kind == RETREATS:
        return read_retreats(table, power, lines)
    if table.label.kind == ADJUSTMENTS:
        return read_adjustments(table, power, lines)
    return read_moves(table, power, lines, blind=blind)


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


def read_moves(table: Table, power: str, lines: Sequence[SheetLine], *, blind: bool = False) -> PartRead:
    """Movement orders; of several for one unit the last counts."""
    orders: dict[str, Order] = {}
    first: dict[str, int] = {}
    notes: list[Problem] = []

    def read(line: SheetLine, text: str) -> str:
        unit, order = (read_blind_order if blind else read_own_order)(table, power, text)
        if unit.province in orders:
            message = f"this takes the place of the order for {unit} in line {first[unit.province]}"
            notes.append(Problem("diplomacy/ordered-twice", message, line.number, text=line.text, warning=True))
        orders[unit.province] = order
        first[unit.province] = line.number
        return full_text(table.position, order)

    read_lines, problems = _each(lines, PARTS["M"], read)
    if not blind:
        notes += _odd(table, orders, {line.number: line.text for line in lines}, first)
    text = "\n".join(
        full_text(table.position, orders[unit.province]) for unit in table.units if unit.province in orders
    )
    return PartRead(text, bool(text), read_lines, (*problems, *notes))


def _odd(
    table: Table, orders: Mapping[str, Order], texts: Mapping[int, str], line_of: Mapping[str, int]
) -> list[Problem]:
    """Warnings for own units that are ordered to help each other in something the other is not ordered to do."""
    found: list[Problem] = []
    for province, order in orders.items():
        helped = orders.get(order.other)
        if helped is None or order.verb not in (SUPPORT, CONVOY):
            continue
        moves = helped.target if helped.verb == MOVE else ""
        province_of = table.board.province_of
        if moves != order.target and (not moves or not order.target or province_of[moves] != order.target):
            message = f"{table.position.units[order.other]} is ordered otherwise: {full_text(table.position, helped)}"
            number = line_of[province]
            found.append(Problem("diplomacy/unmatched", message, number, text=texts[number], warning=True))
    return found


def read_retreats(table: Table, power: str, lines: Sequence[SheetLine]) -> PartRead:
    """Retreats of the power's dislodged units; of several for one unit the last counts."""
    dislodged = {each.unit.province: each for each in table.dislodged_of(power)}
    choices: dict[str, str] = {}

    def read(_: SheetLine, text: str) -> str:
        retreat, place = read_retreat(table.board, dislodged, text)
        choices[retreat.unit.province] = place
        return retreat_text(retreat, place)

    read_lines, problems = _each(lines, PARTS[RETREATS], read)
    text = "\n".join(retreat_text(each, choices[at]) for at, each in dislodged.items() if at in choices)
    complete = all(at in choices for at, each in dislodged.items() if each.retreats)
    return PartRead(text, complete, read_lines, problems)


def read_adjustments(table: Table, power: str, lines: Sequence[SheetLine]) -> PartRead:
    """Builds or disbands, in the order written, up to what the power is owed."""
    ordered: list[Adjustment] = []

    def read(_: SheetLine, text: str) -> str:
        more = read_adjustment(table, power, text)
        gather(table, power, ordered, more)
        ordered.extend(more)
        return ", ".join(str(each) for each in more)

    read_lines, problems = _each(lines, PARTS[ADJUSTMENTS], read)
    complete = len(ordered) == abs(owed(table, power))
    return PartRead("\n".join(str(each) for each in ordered), complete, read_lines, problems)


def _each(
    lines: Sequence[SheetLine], part: str, read: Callable[[SheetLine, str], str]
) -> tuple[tuple[LineRead, ...], tuple[Problem, ...]]:
    good: list[LineRead] = []
    bad: list[Problem] = []
    for line in lines:
        text = line.text.partition(COMMENT)[0]
        if not text.strip():
            continue
        try:
            good.append(LineRead(line.number, line.text, read(line, text), part))
        except BadOrder as found:
            fault = in_writers_words(found, line.text)
            bad.append(Problem(fault.code, fault.message, line.number, fault.hint, line.text, readings=fault.readings))
    return tuple(good), tuple(bad)


def moves_on_file(table: Table, power: str, text: str, *, blind: bool = False) -> dict[str, Order]:
    """Province -> order, from canonical text. In a blind game that may hold lines that do not stand on the whole board:
    they are dropped.
    """
    if not blind:
        return dict(_province_and_order(table, power, line) for line in text.splitlines() if line)
    found: dict[str, Order] = {}
    for line in text.splitlines():
        try:
            unit, order = read_own_order(table, power, line)
        except BadOrder:
            continue
        found[unit.province] = order
    return found


def _province_and_order(table: Table, power: str, line: str) -> tuple[str, Order]:
    unit, order = read_own_order(table, power, line)
    return unit.province, order


def retreats_on_file(table: Table, power: str, text: str) -> dict[str, str]:
    """Province of each dislodged unit -> the place it goes to, or DISBAND; from canonical text."""
    dislodged = {each.unit.province: each for each in table.dislodged_of(power)}
    found = (read_retreat(table.board, dislodged, line) for line in text.splitlines() if line)
    return {retreat.unit.province: place for retreat, place in found}


def adjustments_on_file(table: Table, power: str, text: str) -> list[Adjustment]:
    """What the power ordered, from canonical text."""
    return [each for line in text.splitlines() if line for each in read_adjustment(table, power, line)]
