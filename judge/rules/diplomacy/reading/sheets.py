"""Whole sheets: the lines of a mail as orders of one power for the phase at hand.

A bad line never loses a good one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.rules.diplomacy.adjudication.adjustments import Adjustment, owed
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.canonical import (
    PARTS,
    full_text,
    parse_adjustments,
    parse_moves,
    parse_retreats,
    print_adjustments,
    print_moves,
    print_retreats,
    retreat_text,
)
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, BadOrder, Order
from judge.rules.diplomacy.position import Position, Unit
from judge.rules.diplomacy.reading.adjustments import gather, read_adjustment, wish_of
from judge.rules.diplomacy.reading.attempts import KINDS, LETTERS, is_board_attempt
from judge.rules.diplomacy.reading.moves import read_blind_order, read_own_order
from judge.rules.diplomacy.reading.orders import read_unit
from judge.rules.diplomacy.reading.quotation import in_writers_words
from judge.rules.diplomacy.reading.remarks import idle_remark_off
from judge.rules.diplomacy.reading.retreats import disband_word, read_retreat
from judge.rules.diplomacy.reading.several import Finder, Part
from judge.rules.diplomacy.reading.spelling import asks, says_all_hold, without_remark
from judge.rules.diplomacy.table import Table
from judge.rules.problems import Problem
from judge.rules.values import LineRead, SheetLine
from judge.rules.words.corrections import corrected_order
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.lines import LIST_NUMBER

# The number of a list: in a sheet of orders no number means anything.
_NUMBERED = re.compile(rf"{LIST_NUMBER}(?=[A-Za-z])")

ALL_ORDERED = "every unit has an order of its own in this mail"


@dataclass(frozen=True, slots=True)
class Beside:
    """What counts beside the lines of a part. before: what is on file, canonical; blind: they are read by the map and
    the power's own units alone; fallen: what is wrong with lines of several orders, of which nothing is read.
    """

    before: str = ""
    blind: bool = False
    fallen: Sequence[Problem] = ()


ALONE = Beside()


@dataclass(frozen=True, slots=True)
class PartRead:
    """text: the orders that are on file then, canonical; complete: nothing is left to a default.

    kept: the orders from before for units that these lines do not name; replaced: those from before that are gone.
    """

    text: str
    complete: bool
    lines: tuple[LineRead, ...] = ()
    problems: tuple[Problem, ...] = ()
    kept: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


def read_part(
    table: Table, power: str, lines: Sequence[SheetLine], *, before: str = "", blind: bool = False
) -> PartRead:
    """The orders of a power for the phase at hand, whatever kind it is. `blind`: by the map and its own units alone.
    A line may hold several.

    `before`: what is on file, canonical. A movement or a retreat is one unit's, and replaces that unit's alone; builds
    and disbands are one list, since their number counts, and a new one takes the place of the whole.
    """
    apart = _finder(table, power, blind=blind).apart([SheetLine(line.number, _bare(line.text)) for line in lines])
    read = _reader(table)(table, power, apart.lines, Beside(before, blind, apart.problems))
    return replace(read, lines=apart.told(read.lines), problems=(*apart.problems, *read.problems))


def _reader(table: Table) -> Callable[[Table, str, Sequence[SheetLine], Beside], PartRead]:
    """Reads lines that hold one order each, without numbers of a list and courtesies, for the phase at hand."""
    return {RETREATS: read_retreats, ADJUSTMENTS: read_adjustments}.get(table.label.kind, read_moves)


def _finder(table: Table, power: str, *, blind: bool) -> Finder:
    """Takes lines apart that hold several orders."""
    finder = {RETREATS: _Retreats, ADJUSTMENTS: _Adjustments}.get(table.label.kind, _Orders)
    return finder(table, power, blind=blind)


class _Orders(Finder):
    """Movements or retreats on one line: each is for another unit."""

    def __init__(self, table: Table, power: str, *, blind: bool) -> None:
        self.board = table.board
        self._table = table
        self._power = power
        self._blind = blind

    def reads(self, text: str) -> str:
        return _order_alone(self._table, self._power, text, blind=self._blind)

    def is_meant(self, text: str) -> bool:
        return is_board_attempt(self.board, text)

    def begun(self, parts: Sequence[str]) -> list[str]:
        return super().begun([_bare(part) for part in parts])

    def together(self, parts: Sequence[Part]) -> None:
        """BadOrder where a part may be the next step of another: `F BRE - MAO, MAO - SPA`."""
        reached: dict[str, str] = {}
        for part in parts:
            words = part.meaning.split()
            at = words[1].partition("/")[0]
            if at in reached and part.text.split()[0].upper() not in (*LETTERS, *KINDS):
                message = f"is this for another unit, or does that of `{reached[at]}` go on?"
                raise BadOrder("diplomacy/next-step", message, f"write the unit's letter: `{part.meaning}`")
            if words[2:3] == [MOVE]:
                reached[self.board.province_of[words[3]]] = part.text


class _Retreats(_Orders):
    """Retreats on one line: units that are disbanded may share their verb."""

    def begun(self, parts: Sequence[str]) -> list[str]:
        first, *more = super().begun(parts)
        word = disband_word(first)
        return [first, *(f"{word} {part}" if word and self._lacks_verb(word, part) else part for part in more)]

    def _lacks_verb(self, word: str, part: str) -> bool:
        return not self._stands_alone(part) and self._stands_alone(f"{word} {part}")


class _Adjustments(_Orders):
    """Builds or disbands on one line: they may share their verb."""

    def unit(self, meaning: str) -> str:
        del meaning  # of builds and disbands `gather` tells what is said twice
        return ""

    def together(self, parts: Sequence[Part]) -> None:
        so_far: list[Adjustment] = []
        for part in parts:
            more = read_adjustment(self._table, self._power, part.text)
            gather(self._table, self._power, so_far, more)
            so_far.extend(more)

    def wish(self, text: str) -> str:
        return wish_of(text)


def _bare(text: str) -> str:
    """The order without its number in a list, and without courtesies; its remark stays."""
    plain = _NUMBERED.sub("", text)
    return plain if "%" in plain or "//" in plain else without_courtesies(plain)


def order_alone(table: Table, power: str, text: str, *, blind: bool = False) -> str:
    """What a line by itself orders in the phase at hand, canonical. BadOrder if nothing."""
    return _finder(table, power, blind=blind).meaning(_bare(text))


def _order_alone(table: Table, power: str, text: str, *, blind: bool) -> str:
    """The same of a line that holds one order."""
    read = _reader(table)(table, power, (SheetLine(1, text),), Beside(blind=blind))
    for bad in read.problems:
        if not bad.warning:
            raise BadOrder(bad.code, bad.message, bad.hint, bad.readings)
    return read.text


def read_moves(table: Table, power: str, lines: Sequence[SheetLine], beside: Beside = ALONE) -> PartRead:
    """Movement orders; the last one for a unit counts, and replaces the one on file. Where all are told to hold, those
    do for which these lines hold nothing else.
    """
    read_one = read_blind_order if beside.blind else read_own_order
    before = parse_moves(table, power, beside.before, blind=beside.blind)
    filed = {unit.province: order for unit, order in before.items()}
    orders: dict[str, Order] = {}
    first: dict[str, int] = {}
    notes: list[Problem] = []

    def read(line: SheetLine, text: str) -> str:
        unit, order = read_one(table, power, corrected_order(text, lambda said: read_one(table, power, said)[0]))
        if unit.province in orders:
            notes.append(_replaces(unit, first[unit.province], line))
        orders[unit.province] = order
        first[unit.province] = line.number
        return full_text(table.position, order)

    read_lines, problems = _each(
        table.board, [line for line in lines if not says_all_hold(line.text)], PARTS[MOVEMENT], read
    )
    meant = {*orders, *(at for bad in (*beside.fallen, *problems) for at in _unit_in(table, power, bad.text))}
    for line in lines:
        if says_all_hold(line.text):
            idle = {at: Order(at, HOLD) for at in (unit.province for unit in table.units_of(power)) if at not in meant}
            orders |= idle
            first |= dict.fromkeys(idle, line.number)
            meaning = "; ".join(full_text(table.position, order) for order in idle.values())
            read_lines = (*read_lines, LineRead(line.number, line.text, meaning or ALL_ORDERED, PARTS[MOVEMENT]))
    together = filed | orders
    if not beside.blind:
        notes += _odd(table, together, {line.number: line.text for line in lines}, first)

    def texts(of: Mapping[str, Order]) -> tuple[str, ...]:
        return tuple(full_text(table.position, order) for order in _by_unit(table, of))

    kept = texts({at: order for at, order in filed.items() if at not in orders})
    replaced = texts({at: order for at, order in filed.items() if orders.get(at, order) != order})
    text = print_moves(table.position, _by_unit(table, together))
    return PartRead(text, bool(text), read_lines, (*problems, *notes), kept, replaced)


def _replaces(unit: Unit, before: int, line: SheetLine) -> Problem:
    message = f"this replaces the order for {unit} in line {before}"
    return Problem("diplomacy/ordered-twice", message, line.number, text=line.text, warning=True)


def _unit_in(table: Table, power: str, text: str) -> Iterator[str]:
    """Where the own unit stands that a line is for whose order cannot be read."""
    try:
        unit, _ = read_unit(table.board, Position({unit.province: unit for unit in table.units_of(power)}), text)
    except BadOrder:
        return
    yield unit.province


def _by_unit(table: Table, orders: Mapping[str, Order]) -> list[Order]:
    return [orders[unit.province] for unit in table.units if unit.province in orders]


def _odd(
    table: Table, orders: Mapping[str, Order], texts: Mapping[int, str], line_of: Mapping[str, int]
) -> list[Problem]:
    """Warnings for own units that are ordered to help each other in something the other is not ordered to do.

    Of two orders that were on file already nothing is said again.
    """
    found: list[Problem] = []
    for province, order in orders.items():
        helped = orders.get(order.other)
        number = line_of.get(province) or line_of.get(order.other)
        if helped is None or order.verb not in (SUPPORT, CONVOY) or number is None:
            continue
        moves = helped.target if helped.verb == MOVE else ""
        province_of = table.board.province_of
        if moves != order.target and (not moves or not order.target or province_of[moves] != order.target):
            if province in line_of:
                message = f"{table.position.units[order.other]} has another order: {full_text(table.position, helped)}"
            else:
                message = f"another order on file counts on something else: {full_text(table.position, order)}"
            found.append(Problem("diplomacy/unmatched", message, number, text=texts[number], warning=True))
    return found


def read_retreats(table: Table, power: str, lines: Sequence[SheetLine], beside: Beside = ALONE) -> PartRead:
    """Retreats of the power's dislodged units; the last one for a unit counts, and replaces the one on file."""
    dislodged = {each.unit.province: each for each in table.dislodged_of(power)}
    filed = parse_retreats(table, power, beside.before)
    choices: dict[str, str] = {}
    first: dict[str, int] = {}
    notes: list[Problem] = []

    def read(line: SheetLine, text: str) -> str:
        try:
            retreat, place = read_retreat(table.board, dislodged, text)
        except BadOrder as fault:
            raise _not_dislodged(table, power, text, fault) from None
        province = retreat.unit.province
        if province in choices:
            notes.append(_replaces(retreat.unit, first[province], line))
        choices[province] = place
        first[province] = line.number
        return retreat_text(retreat, place)

    read_lines, problems = _each(table.board, lines, PARTS[RETREATS], read)
    together = filed | choices

    def texts(of: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(retreat_text(each, of[at]) for at, each in dislodged.items() if at in of)

    complete = all(at in together for at, each in dislodged.items() if each.retreats)
    kept = texts({at: place for at, place in filed.items() if at not in choices})
    replaced = texts({at: place for at, place in filed.items() if choices.get(at, place) != place})
    text = print_retreats(dislodged.values(), together)
    return PartRead(text, complete, read_lines, (*problems, *notes), kept, replaced)


def _not_dislodged(table: Table, power: str, text: str, fault: BadOrder) -> BadOrder:
    """What is wrong with a line in a phase of retreats: it is for an own unit that stands where it stood, or for a unit
    of another's, which may well stand there, or else what `fault` says.
    """
    title, later = table.label.title, table.label.movement.title
    idle = f"you have nothing to order in {title}"
    driven_out = ", ".join(str(each.unit) for each in table.dislodged_of(power))
    yours = f"yours: {driven_out}" if driven_out else ""
    standing = Position({unit.province: unit for unit in table.units_of(power)})
    try:
        unit, _ = read_unit(table.board, standing, text)
    except BadOrder:
        if fault.code != "diplomacy/no-such-unit":
            return fault
        return BadOrder(fault.code, "you have no such dislodged unit", yours or idle)
    message = f"{unit} is not dislodged, and in {title} only dislodged units are ordered"
    return BadOrder("diplomacy/not-dislodged", message, yours or f"{idle}; send this again in {later}")


def read_adjustments(table: Table, power: str, lines: Sequence[SheetLine], beside: Beside = ALONE) -> PartRead:
    """Builds or disbands, in the order written, up to what the power is owed. They are one list, and new each time."""
    ordered: list[Adjustment] = []

    def read(_: SheetLine, text: str) -> str:
        more = read_adjustment(table, power, text)
        gather(table, power, ordered, more)
        ordered.extend(more)
        return ", ".join(str(each) for each in more)

    read_lines, problems = _each(table.board, lines, PARTS[ADJUSTMENTS], read)
    standing = ordered or parse_adjustments(table, power, beside.before)
    complete = len(standing) == abs(owed(table, power))
    return PartRead(print_adjustments(ordered), complete, read_lines, problems)


def _without_idle_remark(board: Board, read: Callable[[SheetLine, str], str], line: SheetLine, text: str) -> str:
    """What the line means, without a remark behind it that cannot change it, if it is no order as it stands."""
    try:
        return read(line, text)
    except BadOrder:
        bare = idle_remark_off(board, text)
        if not bare:
            raise
    return read(line, bare)


def _each(
    board: Board, lines: Sequence[SheetLine], part: str, read: Callable[[SheetLine, str], str]
) -> tuple[tuple[LineRead, ...], tuple[Problem, ...]]:
    good: list[LineRead] = []
    bad: list[Problem] = []
    for line in lines:
        text = without_remark(line.text)
        if not text.strip():
            continue
        try:
            if asks(text):
                raise BadOrder("diplomacy/asked", "that may be a question", "if it is an order, leave out the `?`")
            good.append(LineRead(line.number, line.text, _without_idle_remark(board, read, line, text), part))
        except BadOrder as found:
            fault = in_writers_words(found, line.text)
            bad.append(Problem(fault.code, fault.message, line.number, fault.hint, line.text, readings=fault.readings))
    return tuple(good), tuple(bad)
