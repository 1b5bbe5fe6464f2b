"""A mail's lines as orders of one power for the phase at hand: statements of the grammar, and what they mean on the
board. A bad line never loses a good one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from typing_extensions import override

from judge.reading.faults import fault_of, in_brackets
from judge.reading.grammar import Grammar, Node
from judge.reading.lexer import tokens_of
from judge.reading.lexicon import lexicon
from judge.reading.sheet import Line, Reader, SheetLine, Statement, Verdict
from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, WAIVE, Adjustment, build_sites, owed, sites
from judge.rules.diplomacy.adjudication.retreats import DISBAND as NOWHERE
from judge.rules.diplomacy.board import FLEET, Board, Dislodged, Position, Unit
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
from judge.rules.diplomacy.reading.names import names_of
from judge.rules.diplomacy.reading.orders import Place, Sight, Words, one_place, order_of
from judge.rules.diplomacy.table import Table
from judge.rules.notes import replaced_by
from judge.rules.problems import Problem
from judge.rules.values import LineRead

GRAMMAR = Path(__file__).parent.parent / "grammar.peg"
WORDS_READ = ("talk", "orders")
MOVES = Words(MOVE)
ALL_ORDERED = "every unit has an order of its own in this mail"
OPEN_ENDS = ("ARROW", "SUPPORT", "CONVOY", "ARMY", "FLEET", "LETTER", "RETREAT", "'|'")
"""Kinds of words with which no order ends."""
EXAMPLES = {
    MOVEMENT: "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
    RETREATS: "write `A BUD - RUM` or `A BUD DISBAND`",
    ADJUSTMENTS: "write `BUILD A VIE`, `DISBAND A VIE` or `WAIVE`",
}


@dataclass(frozen=True, slots=True)
class PartRead:
    """text: the orders that are on file then, canonical; complete: nothing is left to a default; remarks: lines that
    were not meant as orders; notes: what became of the orders from before.
    """

    text: str
    complete: bool
    lines: tuple[LineRead, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[SheetLine, ...] = ()
    notes: tuple[str, ...] = ()


@cache
def grammar() -> Grammar:
    """Return the grammar of orders on a board."""
    return Grammar.of(GRAMMAR)


@cache
def reader_of(board: Board) -> Reader:
    """Return what reads lines of orders on this board."""
    return Reader(grammar(), lexicon(*WORDS_READ), names_of(board), OPEN_ENDS)


def read_part(
    table: Table, power: str, lines: Sequence[SheetLine], *, before: str = "", blind: bool = False
) -> PartRead:
    """Return the orders of a power for the phase at hand. `blind`: by the map and its own units alone.

    `before`: what is on file, canonical. A movement or a retreat replaces that unit's alone; builds and disbands are
    one list, since their number counts, and a new one takes the place of the whole.
    """
    kind = {RETREATS: _Retreats, ADJUSTMENTS: _Adjustments}.get(table.label.kind, _Moves)
    return kind(table, power, before, blind=blind).read(lines)


def read_order(board: Board, position: Position, text: str, *, blind: bool = False) -> tuple[Unit, Order]:
    """Return the one movement order that a text says, and its unit, whoever owns it; `blind`: by the map and one's own
    units, which are then all of the position. Raises BadOrder. Whether it is possible on the whole board, `check_legal`
    judges.
    """
    reader = reader_of(board)
    line = reader.read_line(SheetLine(1, text))
    if line.verdict is not Verdict.READ or len(line.statements) != 1 or line.statements[0].stray is not None:
        raise BadOrder(*fault_of(line, "", EXAMPLES[MOVEMENT], reader))
    node, sight = line.statements[0].node.children[0], Sight(board, position, blind=blind)
    if node.name != "order":
        raise BadOrder("diplomacy/no-order", f"`{text.strip()}` is not an order", EXAMPLES[MOVEMENT])
    unit = sight.unit_at(*unit_of(node.all("unit")[0]))
    words = order_words(node)
    return unit, sight.order_of(unit, words) if blind else order_of(board, position, unit, words)


def problem_of(fault: BadOrder, line: Line, statement: Statement | None = None) -> Problem:
    """Return what to tell of a line of which nothing is filed; `statement`: the one of several that is at fault."""
    message = fault.message
    if statement is not None and len(line.statements) > 1:
        message = (
            f"`{statement.text}`: {message}{'' if message.endswith('?') else ', so nothing of this line is filed'}"
        )
    return Problem(fault.code, message, line.line.number, fault.hint, line.text, readings=fault.readings)


def doubt_of(line: Line, statement: Statement) -> Problem:
    """Return what to tell of a statement with words in brackets, which alone is not filed."""
    code, message, hint = in_brackets(statement)
    text = statement.text if len(line.statements) > 1 else line.text
    return Problem(code, message, line.line.number, hint, text)


def read_unit(board: Board, text: str) -> tuple[str, str] | None:
    """Return the letter and the place of the unit that a text names; None if it is none, or could be several."""
    parse = reader_of(board).parse(text)
    node = parse.at("unit", 0)
    if node is None or node.end < len(parse.text.tokens):
        return None
    place, kind = unit_of(node)
    return (kind, place.provinces[0] + place.coast) if kind and len(place.provinces) == 1 else None


class Meaning(NamedTuple):
    """What a statement orders. `key`: the province of its unit, empty where a line may have several of them."""

    key: str
    text: str
    value: Any = None


@dataclass
class _Phase(ABC):
    """The orders of one power in one kind of phase."""

    table: Table
    power: str
    before: str
    blind: bool = False
    lines: list[LineRead] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    faulty: list[str] = field(default_factory=list)
    found: list[Meaning] = field(default_factory=list)

    @abstractmethod
    def __post_init__(self) -> None:
        """Look at what the power has."""

    @abstractmethod
    def meant(self, statement: Statement) -> list[Meaning]:
        """Return what a statement orders. Raises BadOrder."""

    @abstractmethod
    def take(self, line: int, meaning: Meaning) -> None:
        """Put an order among those that will be on file."""

    @abstractmethod
    def result(self) -> PartRead:
        """Return all together."""

    def read(self, lines: Sequence[SheetLine]) -> PartRead:
        """Return what these lines order together with what is on file."""
        reader, example = reader_of(self.table.board), EXAMPLES[self.table.label.kind]
        for line in reader.read(lines):
            self.texts[line.line.number] = line.line.text
            if line.verdict is Verdict.REMARK:
                self.remarks.append(line.line)
            elif line.verdict is Verdict.HEADING:
                self._note(line, "for the units below")
            elif line.verdict is Verdict.READ:
                self._statements(line)
            else:
                self._tell(line, BadOrder(*fault_of(line, self._canonical(line), example, reader)))
        return self.result()

    def _statements(self, line: Line) -> None:
        """Take the orders of a line; none if one of them cannot be. One with a doubtful bracket stays out alone."""
        self.found = []
        for statement in line.statements:
            if statement.stray is not None:
                self.faulty.append(line.text)
                self.problems.append(doubt_of(line, statement))
                continue
            try:
                more = self.meant(statement)
                self._check_goes_on(statement)
                for each in more:
                    twice = next((other.text for other in self.found if other.key and other.key == each.key), "")
                    if twice:
                        message = f"this line has another order for {' '.join(each.text.split()[:2])}: `{twice}`"
                        raise BadOrder("diplomacy/two-for-one", message, "send the one that is to count")
            except BadOrder as fault:
                self._tell(line, fault, statement)
                return
            self.found += more
        for each in self.found:
            self.take(line.line.number, each)
        if self.found:
            self._note(line, "; ".join(each.text for each in self.found))

    def _check_goes_on(self, statement: Statement) -> None:
        """Raise BadOrder if an order may be the next step of the one before it on its line: `BRE - MAO, MAO - SPA`."""
        unit = next((each for each in statement.node.walk() if each.name == "unit"), None)
        if unit is not None and not unit_of(unit)[1]:
            at = tuple(f" - {province}" for province in unit_of(unit)[0].provinces)
            above = next((each.text for each in self.found if each.text.partition("/")[0].endswith(at)), "")
            if above:
                message = f"is this for another unit, or does that of `{above}` go on?"
                raise BadOrder("diplomacy/next-step", message, "write the letter of the unit")

    def _canonical(self, line: Line) -> str:
        """Return what a line would order without what is wrong with it; empty if nothing."""
        self.found = []
        try:
            read = [each for statement in line.statements for each in self.meant(statement)]
        except BadOrder:
            return ""
        keys = [each.key for each in read if each.key]
        return "; ".join(each.text for each in read) if len(set(keys)) == len(keys) else ""

    def _note(self, line: Line, meaning: str) -> None:
        part = PARTS[self.table.label.kind]
        self.lines.append(LineRead(line.line.number, line.line.text, meaning, part))
        self.lines += tails_read(line, part)

    def _tell(self, line: Line, fault: BadOrder, statement: Statement | None = None) -> None:
        self.faulty.append(line.text)
        self.problems.append(problem_of(fault, line, statement))

    def whole(self, text: str, filed: Mapping[str, str], now: Mapping[str, str], *, complete: bool) -> PartRead:
        """Return all together. `filed`, `now`: the orders from before and from this mail, by their units' provinces."""
        replaced = "; ".join(said for at, said in filed.items() if now.get(at, said) != said)
        kept = "; ".join(said for at, said in filed.items() if at not in now)
        notes = (f"Replaced: {replaced}." if replaced else "", f"Kept from before: {kept}." if kept else "")
        lines, problems, remarks = tuple(self.lines), tuple(self.problems), tuple(self.remarks)
        return PartRead(text, complete, lines, problems, remarks, tuple(filter(None, notes)))

    def note_twice(self, unit: Unit, line: int) -> None:
        """Tell that an order replaces one in an earlier line."""
        at = unit.province
        if at in self.first:
            message = f"this replaces the order for {unit} in line {self.first[at]}"
            self.problems.append(Problem("diplomacy/ordered-twice", message, line, text=self.texts[line], warning=True))
        self.first[at] = line


class _Moves(_Phase):
    """Movement orders; the last one for a unit counts, and replaces the one on file."""

    def __post_init__(self) -> None:
        self.orders: dict[str, Order] = {}
        self.own = {unit.province: unit for unit in self.table.units_of(self.power)}
        known = Position(self.own) if self.blind else self.table.position
        self.sight = Sight(self.table.board, known, blind=self.blind)
        self.last: tuple[Unit, Order] | None = None

    @override
    def read(self, lines: Sequence[SheetLine]) -> PartRead:
        """Return what these lines order. Where all are canonical, as a program's are, they need only be parsed."""
        try:
            orders = {} if self.blind else parse_moves(self.table, self.power, "\n".join(line.text for line in lines))
        except ValueError:
            orders = {}
        if not lines or len(orders) < len(lines):
            return super().read(lines)
        for line, (unit, order) in zip(lines, orders.items(), strict=True):
            self.texts[line.number], self.first[unit.province] = line.text, line.number
            self.orders[unit.province] = order
            self.lines.append(LineRead(line.number, line.text, line.text, PARTS[MOVEMENT]))
        return self.result()

    def meant(self, statement: Statement) -> list[Meaning]:
        node = statement.node.children[0]
        if node.name == "all_hold":
            return [Meaning("", ALL_ORDERED)]
        if node.name == "all_same":
            return [Meaning("", "what is on file stands")]
        if statement.heading is not None or node.name in ("retreat", "build_list", "disband_list", "waive"):
            builds = node.name in ("build_list", "waive")
            when = "units are built after the Fall" if builds else "units retreat or disband when the moves are done"
            raise BadOrder("diplomacy/not-now", f"`{statement.text}` belongs to another phase", when)
        self.last = unit, order = self._order(node)
        return [Meaning(unit.province, full_text(self.table.position, order), (unit, order))]

    def _order(self, node: Node) -> tuple[Unit, Order]:
        """Return the unit of an order and the order. Raises BadOrder."""
        unit = self.sight.unit_at(*unit_of(node.all("unit")[0]))
        if unit.power != self.power:
            whose = "is not yours" if self.blind else f"belongs to {unit.power}"
            own = ", ".join(map(str, self.own.values()))
            raise BadOrder("diplomacy/not-yours", f"{unit} {whose}", f"your units: {own}")
        says_it = any(each.name == "PRONOUN" for each in node.walk())
        return unit, self.sight.order_of(unit, self._support_of_last() if says_it else order_words(node))

    def _support_of_last(self) -> Words:
        """Return the words of `supports it`: of the order before it, whatever that is. Raises BadOrder."""
        if self.last is None:
            raise BadOrder("diplomacy/no-order", "which unit is supported?", EXAMPLES[MOVEMENT])
        unit, order = self.last
        province, slash, coast = order.target.partition("/")
        aim = Place((province,), slash + coast, order.target) if order.verb == MOVE else None
        return Words(SUPPORT, unit.kind, Place((unit.province,), "", unit.province), aim)

    def take(self, line: int, meaning: Meaning) -> None:
        if meaning.value is None:
            return
        unit, order = meaning.value
        self.note_twice(unit, line)
        self.orders[unit.province] = order

    def result(self) -> PartRead:
        before = parse_moves(self.table, self.power, self.before, blind=self.blind)
        filed = {unit.province: order for unit, order in before.items()}
        self._let_the_rest_hold()
        together = filed | self.orders
        if not self.blind:
            self.problems += _odd(self.table, together, self.texts, self.first)
        text = print_moves(self.table.position, [together[at] for at in self.own if at in together])
        return self.whole(text, self._texts(filed), self._texts(self.orders), complete=bool(text))

    def _let_the_rest_hold(self) -> None:
        """Let units hold where a line says so of all, but for those that other lines are for."""
        number = next((each.line for each in self.lines if ALL_ORDERED in each.meaning.split("; ")), None)
        if number is None:
            return
        named = {at for at in self.own for text in self.faulty if _names(self.table.board, text, at)}
        idle = {at: Order(at, HOLD) for at in self.own if at not in self.orders and at not in named}
        self.orders |= idle
        self.first |= dict.fromkeys(idle, number)
        held = "; ".join(self._texts(idle).values()) or ALL_ORDERED
        self.lines = [replace(each, meaning=each.meaning.replace(ALL_ORDERED, held)) for each in self.lines]

    def _texts(self, orders: Mapping[str, Order]) -> dict[str, str]:
        return {at: full_text(self.table.position, orders[at]) for at in self.own if at in orders}


class _Retreats(_Phase):
    """Retreats of the power's dislodged units; the last one for a unit counts, and replaces the one on file."""

    def __post_init__(self) -> None:
        self.dislodged = {each.unit.province: each for each in self.table.dislodged_of(self.power)}
        self.choices: dict[str, str] = {}

    def meant(self, statement: Statement) -> list[Meaning]:
        node = statement.node.children[0]
        heading = statement.heading
        if node.name == "disband_list" or (heading is not None and heading.get("DISBAND")):
            units = node.all("unit") or [node]
            return [self._meaning(self._dislodged(unit), NOWHERE) for unit in units]
        if node.name == "all_same":
            return []
        if node.name in ("build_list", "waive"):
            message = f"`{statement.text}` belongs to another phase"
            raise BadOrder("diplomacy/not-now", message, "units are built after the Fall")
        if (
            node.name not in ("order", "retreat")
            or (words := order_words(node) if node.name == "order" else MOVES).verb != MOVE
        ):
            unit = next((each for each in node.walk() if each.name == "unit"), None)
            retreat = self._dislodged(unit) if unit is not None else None
            message = "in this phase units can only retreat or disband"
            if retreat is not None:
                can = "it can only retreat or disband" if retreat.retreats else "it can only disband"
                message = f"{retreat.unit} is dislodged, so {can}"
            raise BadOrder("diplomacy/no-retreat", message, _ways(retreat) if retreat else EXAMPLES[RETREATS])
        retreat = self._dislodged(node.all("unit")[0])
        target = words.target or place_of(node.all("place")[-1])
        return [self._meaning(retreat, self._target(retreat, target))]

    def _meaning(self, retreat: Dislodged, place: str) -> Meaning:
        return Meaning(retreat.unit.province, retreat_text(retreat, place), (retreat, place))

    def _dislodged(self, node: Node) -> Dislodged:
        """Return the dislodged unit that is named. Raises BadOrder if the power has none there."""
        place, kind = unit_of(node)
        found = [self.dislodged[at] for at in place.provinces if at in self.dislodged]
        if len(found) > 1:
            found = [each for each in found if each.unit.kind == kind] or found
        if found and kind in ("", found[0].unit.kind):
            return found[0]
        title = self.table.label.title
        yours = ", ".join(str(each.unit) for each in self.dislodged.values())
        hint = f"yours: {yours}" if yours else f"you have nothing to order in {title}"
        if found:
            raise BadOrder("diplomacy/wrong-kind", f"your dislodged unit there is {found[0].unit}", hint)
        standing = next((each for each in self.table.units_of(self.power) if each.province in place.provinces), None)
        if standing is None:
            raise BadOrder("diplomacy/no-such-unit", "you have no such dislodged unit", hint)
        message = f"{standing} is not dislodged, and in {title} only dislodged units are ordered"
        later = self.table.label.movement.title
        raise BadOrder("diplomacy/not-dislodged", message, hint if yours else f"{hint}; send this again in {later}")

    def _target(self, retreat: Dislodged, place: Place) -> str:
        """Return where a unit goes. Raises BadOrder if it cannot."""
        unit, province_of = retreat.unit, self.table.board.province_of
        fits = [each for each in retreat.retreats if province_of[each] in place.provinces]
        if place.coast and unit.kind == FLEET:
            fits = [each for each in fits if each.endswith(place.coast)]
        if len(fits) > 1:
            readings = tuple(f"{unit} - {each}" for each in fits)
            message = f"{unit} has more than one place to go there"
            raise BadOrder("diplomacy/coast-needed", message, " or ".join(readings), readings)
        if not fits:
            message = f"{unit} cannot retreat to {' or '.join(place.provinces)}{place.coast}"
            raise BadOrder("diplomacy/no-retreat", message, _ways(retreat))
        return fits[0]

    def take(self, line: int, meaning: Meaning) -> None:
        retreat, place = meaning.value
        self.note_twice(retreat.unit, line)
        self.choices[retreat.unit.province] = place

    def result(self) -> PartRead:
        filed = parse_retreats(self.table, self.power, self.before)
        together = filed | self.choices
        complete = all(at in together for at, each in self.dislodged.items() if each.retreats)
        text = print_retreats(self.dislodged.values(), together)
        return self.whole(text, self._texts(filed), self._texts(self.choices), complete=complete)

    def _texts(self, choices: Mapping[str, str]) -> dict[str, str]:
        return {at: retreat_text(each, choices[at]) for at, each in self.dislodged.items() if at in choices}


class _Adjustments(_Phase):
    """Builds or disbands, in the order written, up to what the power is owed. They are one list, and new each time."""

    def __post_init__(self) -> None:
        self.ordered: list[Adjustment] = []

    def meant(self, statement: Statement) -> list[Meaning]:
        node, heading = statement.node.children[0], statement.heading
        if node.name == "all_same":
            return []
        if node.name == "waive":
            found = [Adjustment(WAIVE)] * self._waived(node)
        elif node.name == "build_list":
            found = [self._build(each) for each in node.all("made")]
        elif node.name == "disband_list":
            found = [self._disband(each) for each in node.all("unit")]
        elif heading is not None:
            make = self._build if heading.get("BUILD") else self._disband
            found = [make(statement.node)]
        else:
            raise BadOrder("diplomacy/no-order", f"`{statement.text}` is not a build", EXAMPLES[ADJUSTMENTS])
        listed = (*self.ordered, *(each.value for each in self.found))
        above = {each.unit.province for each in listed if each.unit}
        twice = next((each.unit.province for each in found if each.unit and each.unit.province in above), "")
        if twice:
            raise BadOrder("diplomacy/twice", f"{twice} is in an earlier line already")
        due = owed(self.table, self.power)
        if len(listed) + len(found) > abs(due):
            raise BadOrder("diplomacy/too-many", f"that is more than {self.power.title()} may do", due_text(due))
        return [Meaning("", str(each), each) for each in found]

    def _waived(self, node: Node) -> int:
        due = owed(self.table, self.power)
        if due <= 0:
            raise BadOrder("diplomacy/no-builds", f"{self.power} has no builds to waive", due_text(due))
        number = node.get("NUMBER")
        return int(number.value or 0) if number is not None else due if node.get("ALL") else 1

    def _build(self, node: Node) -> Adjustment:
        place, kind = unit_of(node)
        if not kind:
            raise BadOrder("diplomacy/kind-needed", "an army or a fleet?", "write `BUILD A VIE` or `BUILD F TRI`")
        board, title = self.table.board, self.power.title()
        due, free = owed(self.table, self.power), sites(self.table, self.power)
        province = one_place(board, place)
        # An army stands in the province, whatever coast was written.
        unit = Unit(self.power, kind, province + place.coast if kind == FLEET else province)
        hint = f"free homes: {', '.join(free)}" if free else "it has no free home"
        if due <= 0:
            raise BadOrder("diplomacy/no-builds", f"{title} has no builds", due_text(due))
        if province not in build_sites(self.table, self.power):
            raise BadOrder("diplomacy/no-home", f"{province} is not a home of {title}", hint)
        if province not in free:
            why = "is occupied" if province in self.table.position.units else f"is not owned by {title}"
            raise BadOrder("diplomacy/home-not-free", f"{province} {why}", hint)
        if kind == FLEET and unit.place in board.coasts:
            readings = tuple(f"BUILD F {coast}" for coast in board.coasts[province])
            raise BadOrder("diplomacy/coast-needed", f"{province} has several coasts", " or ".join(readings), readings)
        if not board.fits(kind, unit.place):
            what = "a fleet" if kind == FLEET else "an army"
            raise BadOrder("diplomacy/no-fleet-there", f"{what} cannot stand in {unit.place}")
        return Adjustment(BUILD, unit)

    def _disband(self, node: Node) -> Adjustment:
        place, kind = unit_of(node)
        due = owed(self.table, self.power)
        if due >= 0:
            raise BadOrder("diplomacy/no-disbands", f"{self.power.title()} has nothing to disband", due_text(due))
        own = {unit.province: unit for unit in self.table.units_of(self.power)}
        for province in place.provinces:
            if province in own and kind in ("", own[province].kind):
                return Adjustment(DISBAND, own[province])
        units = ", ".join(str(unit) for unit in own.values())
        raise BadOrder("diplomacy/no-such-unit", f"{self.power.title()} has no such unit", f"its units: {units}")

    def take(self, line: int, meaning: Meaning) -> None:
        del line
        self.ordered.append(meaning.value)

    def result(self) -> PartRead:
        standing = self.ordered or parse_adjustments(self.table, self.power, self.before)
        complete = len(standing) == abs(owed(self.table, self.power))
        text = print_adjustments(self.ordered)
        before, now = (len(each.splitlines()) for each in (self.before, text))
        said = f"{replaced_by('list', 'order', before, now)} The old one, to copy:\n{self.before}"
        read = self.whole(text, {}, {}, complete=complete)
        return replace(read, notes=(said,)) if self.before not in ("", text) else read


def due_text(due: int) -> str:
    if not due:
        return "there is nothing to adjust"
    number = abs(due)
    return f"it {'may build' if due > 0 else 'must disband'} {number} unit{'' if number == 1 else 's'}"


def tails_read(line: Line, part: str) -> list[LineRead]:
    """Return what is said of the lines below one that goes on there."""
    return [LineRead(tail.number, tail.text, f"goes on with line {line.line.number}", part) for tail in line.tails]


def order_words(node: Node) -> Words:
    """Return the words of an order, of an `action` or of a place alone."""
    action = node.get("action") if node.name == "order" else node
    act = node if action is None else action.children[0]
    if act.name == "hold":
        return Words(HOLD)
    places = [place_of(each) for each in act.all("place")]
    if act.name not in ("support", "convoy"):
        via = act.get("via")
        route = [place_of(each) for each in via.all("place")] if via is not None else []
        by_convoy = len(places) > 1 or via is not None
        return Words(MOVE, target=places[-1], chain=(*places[:-1], *route), via=by_convoy)
    other = act.get("unit")
    if other is None:
        raise BadOrder("diplomacy/no-order", "which unit is supported?", EXAMPLES[MOVEMENT])
    where, kind = unit_of(other)
    verb = CONVOY if act.name == "convoy" else SUPPORT
    return Words(verb, kind, where, places[-1] if places else None, tuple(places[:-1]))


def unit_of(node: Node) -> tuple[Place, str]:
    """Return where a unit is said to be, and its letter or nothing."""
    kinds = {"ARMY": "A", "FLEET": "F"}
    kind = next((each for each in node.walk() if each.name in ("ARMY", "FLEET", "LETTER")), None)
    place = next(each for each in node.walk() if each.name == "place")
    return place_of(place), "" if kind is None else kinds.get(kind.name, kind.value)


def place_of(node: Node) -> Place:
    """Return a place with its coast."""
    place: Place = next(each.value for each in node.children if each.name == "PLACE")
    side = next((each.value for each in node.walk() if each.name in ("COAST", "SIDE")), "")
    return place._replace(coast=f"/{side}" if side else "")


def _names(board: Board, text: str, province: str) -> bool:
    """Tell whether a text names a province."""
    tokens = tokens_of(text)
    return any(
        province in edge.value.provinces
        for at in range(len(tokens))
        for kind, edge in names_of(board).edges(tokens, at)
        if kind == "PLACE"
    )


def _ways(retreat: Dislodged) -> str:
    ways = ", ".join(retreat.retreats)
    return f"{retreat.unit} may retreat to {ways}" if ways else f"{retreat.unit} has nowhere to go and is disbanded"


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
