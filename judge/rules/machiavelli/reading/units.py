"""What a letter says, what its reading rests on, and which units of the board it names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from judge.reading.grammar import Node
from judge.reading.sheet import Line, SheetLine, Statement
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.canonical import parse_expense
from judge.rules.machiavelli.expenses import BUY, OPERATE
from judge.rules.machiavelli.orders import Order
from judge.rules.machiavelli.position import INDEPENDENTS, Position, Unit
from judge.rules.problems import Problem

KINDS = {"ARMY": ARMY, "FLEET": FLEET, "GARRISON": GARRISON}
_MANY = {ARMY: "armies", FLEET: "fleets", GARRISON: "garrisons"}
WRITE_ONE = "write one of these"

T = TypeVar("T")


@dataclass(eq=False)
class Unclear(Exception):
    """A statement that cannot be taken. `hint` says what would be right, `readings` what it could mean. The code is of
    this family unless it names another, as `line/doubt` does.
    """

    code: str
    message: str
    hint: str = ""
    readings: Iterable[object] = ()


class Said(NamedTuple):
    """What a statement says: a canonical value and its part, or a note about it. `odd`: the code and the text of a
    warning; `more`: the gift comes on top of the same on file; `line`: where it stands.
    """

    part: str
    value: Any
    odd: tuple[str, str] = ("", "")
    more: bool = False
    is_note: bool = False
    line: SheetLine = SheetLine(0, "")


@dataclass
class Gathered:
    """All that the lines say, in order. emptied: part -> the first words of its lines on file that are taken back, none
    for all of them; tails: the lines that a line goes on with.
    """

    entries: list[Said] = field(default_factory=list)
    emptied: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    tails: dict[int, tuple[SheetLine, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)

    def of(self, *parts: str) -> list[Said]:
        """Return the values of these parts."""
        return [each for each in self.entries if each.part in parts and not each.is_note]

    def texts(self) -> dict[str, list[str]]:
        """Return the canonical texts by part."""
        found: dict[str, list[str]] = {}
        for each in self.entries:
            if not each.is_note:
                found.setdefault(each.part, []).append(str(each.value))
        return found

    def note(self, line: SheetLine, meaning: str, part: str = "") -> None:
        """Say what a line means that gives no canonical text."""
        self.entries.append(Said(part, meaning, is_note=True, line=line))

    def complain(self, line: Line, fault: Unclear, statement: Statement | None = None) -> None:
        """Tell of a line, or of one statement of several on it."""
        text = statement.text if statement is not None and len(line.statements) > 1 else line.text
        self._tell(fault, line.line.number, text)

    def refuse(self, entry: Said, fault: Unclear) -> None:
        """Take back an entry that was read, and say why."""
        self.entries.remove(entry)
        self._tell(fault, entry.line.number, entry.line.text)

    def _tell(self, fault: Unclear, number: int, text: str) -> None:
        code = fault.code if "/" in fault.code else f"machiavelli/{fault.code}"
        readings = tuple(map(str, fault.readings))
        self.problems.append(Problem(code, fault.message, number, fault.hint, text, readings=readings))

    def warn(self, code: str, message: str, line: SheetLine) -> None:
        """Tell of what is filed all the same."""
        self.problems.append(Problem(f"machiavelli/{code}", message, line.number, text=line.text, warning=True))


@dataclass
class Context:
    """What the reading of a statement rests on.

    text: the statement as written; kind, topic: what a heading says of the lines below it; bribed: units that this
    letter would buy or operate, each with the verb; bought: provinces that it would buy; ordered: units that it already
    tells something; it: the unit that was bribed last; last: the orders of the last statement.
    """

    position: Position
    role: str
    is_spring: bool = False
    text: str = ""
    kind: str = ""
    topic: str = ""
    bribed: Mapping[str, str] = field(default_factory=dict)
    bought: Collection[str] = ()
    ordered: set[str] = field(default_factory=set)
    it: Unit | None = None
    last: tuple[Order, ...] = ()

    @property
    def traded(self) -> Position:
        """The board as A.6 and A.7 find it if the writer gets what they buy (rulings 8 and 9)."""
        return replace(self.position, markers={**self.position.markers, **dict.fromkeys(self.bought, self.role)})

    def is_mine(self, unit: Unit) -> bool:
        """Tell whether the writer has a unit, or bribes it."""
        return unit.owner == self.role or str(unit) in self.bribed

    def side(self, unit: Unit) -> str:
        """Return whose a unit is once the bribes of this letter have worked."""
        return self.role if self.bribed.get(str(unit)) == BUY else unit.owner or INDEPENDENTS

    @property
    def whose(self) -> str:
        """`your units: A PER, G ROM; you bribe: G SIE`, for a writer who names none of these."""
        own = ", ".join(str(unit) for unit in self.position.units_of(self.role))
        bribed = ", ".join(self.bribed)
        return (f"your units: {own}" if own else "you have no unit") + (f"; you bribe: {bribed}" if bribed else "")

    def at(self, kind: str, areas: Iterable[str]) -> list[Unit]:
        """Return the units that a kind and areas can mean; without a kind, own ones before those that are bribed, and
        these before others.
        """
        wanted = kind or self.kind
        here = [unit for area in areas for unit in self.position.units_in(area) if wanted in ("", unit.kind)]
        own = [unit for unit in here if unit.owner == self.role]
        return here if kind else own or [unit for unit in here if self.is_mine(unit)] or here


def bribes_in(lines: Iterable[str]) -> dict[str, str]:
    """Return the units that expenditures would put at the writer's command, each with the verb."""
    expenses = [parse_expense(line) for line in lines]
    return {each.target: each.verb for verb in (OPERATE, BUY) for each in expenses if each.verb == verb}


def choose(readings: Iterable[T], why: Callable[[T], str], hint: Callable[[T], str] = lambda _: "") -> T:
    """Return the only reading that the board allows; `why` tells why it forbids one. Raises Unclear."""
    listed = list(dict.fromkeys(readings))
    good = [each for each in listed if not why(each)]
    if len(good) > 1:
        raise Unclear("ambiguous", "I can read this in more than one way", WRITE_ONE, good)
    if not good:
        raise Unclear("illegal", why(listed[0]), hint(listed[0]))
    return good[0]


def codes_of(node: Node) -> tuple[str, ...]:
    """Return the areas that the first place below a node can mean."""
    codes: tuple[str, ...] = node.below("PLACE")[0].value
    return codes


def kind_of(node: Node) -> str:
    """Return the letter of the kind that a node names itself; empty if none."""
    found = node.below(*KINDS, "LETTER")
    return KINDS.get(found[0].name, found[0].value) if found else ""


def amount_of(node: Node) -> int | None:
    """Return the number of the first `amount` below a node."""
    amounts = node.below("amount")
    if not amounts:
        return None
    numbers = [int(each.value or 0) for each in amounts[0].below("NUMBER", "NUMBERED")]
    if len(numbers) > 1 and not (numbers[0] % 10 == 0 and 0 < numbers[1] < 10):
        raise Unclear("two-amounts", "it has two numbers", "write the number in digits")
    return sum(numbers)  # `thirty-three`


def party_of(node: Node) -> str:
    """Return the country of a party. Raises Unclear for a lord by himself: there are three dukes."""
    powers = sorted({str(each.value) for each in node.below("POWER")})
    if not powers:
        raise Unclear("which-country", f"which {node.below('LORD')[0].value.lower()}?", "write the name of the country")
    if len(powers) > 1:
        raise Unclear("which-country", "which country is that?", f"write one of them: {', '.join(powers)}")
    return powers[0]


def units_named(context: Context, node: Node) -> list[Unit]:
    """Return the units that a `unit` can mean, at least one. Raises Unclear if there are none."""
    kind, people, place = kind_of(node), node.get("people"), node.get("place")
    if place is not None:
        found = context.at(kind, codes_of(place))
    else:
        found = [unit for unit in context.position.units.values() if unit.kind == kind]
    if people is not None:
        found = _of_people(people, found, is_placed=place is not None)
    elif node.get("INDEPENDENT"):
        found = [unit for unit in found if not unit.owner] or found
    if found:
        return found
    where = "/".join(codes_of(place)) if place is not None else ""
    raise Unclear("not-there", f"there is no {f'{kind} {where}' if kind else f'unit in {where}'}", context.whose)


def _of_people(people: Node, units: Iterable[Unit], *, is_placed: bool) -> list[Unit]:
    """Return the units of a country; without a place, those too that stand where its adjective is the area's."""
    owners = {each.value for each in people.below("POWER")} | ({""} if people.get("INDEPENDENT") else set())
    areas = {code for each in people.below("PEOPLE") for code in each.value}
    if people.get("LORD") is not None and not owners:
        owners.add(party_of(people))
    if is_placed:
        return [unit for unit in units if not owners or unit.owner in owners]
    called = {each for owner in owners if owner for each in BOARD.countries[owner].adjectives}
    areas |= {code for code, area in BOARD.areas.items() if called & set(area.adjectives)}
    return [unit for unit in units if unit.owner in owners or unit.area in areas]


def unit_named(context: Context, node: Node) -> Unit:
    """Return the one unit that a node names, whoever owns it. Raises Unclear."""
    return choose(units_named(context, node), lambda _: "")


def group_of(context: Context, node: Node) -> list[Unit]:
    """Return the writer's units of `both`, `all armies`, `all others`, `two armies`, `the fleet`. Raises Unclear."""
    kind = kind_of(node) or context.kind
    own = [unit for unit in context.position.units.values() if context.is_mine(unit) and kind in ("", unit.kind)]
    if node.get("REST"):
        own = [unit for unit in own if str(unit) not in context.ordered]
    number = 1 if node.name == "only" else 2 if node.get("BOTH") else amount_of(node)
    if own and number in (None, len(own)):
        return own
    kinds = _MANY.get(kind, "units")
    if not own:
        raise Unclear("no-such-unit", f"you have no {kinds}", context.whose)
    listed = f"your {kinds}: {', '.join(map(str, own))}. Name each of them that you mean."
    raise Unclear("which-units", "which of them?" if number in range(len(own)) else "you have not so many", listed)


def shared(
    node: Node, entries: Sequence[tuple[Sequence[T], int | None]], make: Callable[[T, int], object]
) -> list[tuple[T, int | None]]:
    """Return each target with its sum. One sum at the end of a list stands for each of them only with `each`; `make`
    makes the values of the readings. Raises Unclear.
    """
    targets = [target for some, _ in entries for target in some]
    total, others = entries[-1][1], [amount for _, amount in entries[:-1] if amount is not None]
    if len(targets) == 1 and node.below("BOTH", "EACH"):
        raise Unclear("not-both", "`both` or `each` needs several, and you name one", "name each of them")
    if len(targets) > 1 and total is not None and not others:
        if not node.below("EACH"):
            ways = [total, *([total // len(targets)] if total and total % len(targets) == 0 else [])]
            readings = ["; ".join(str(make(target, way)) for target in targets) for way in ways]
            hint = "write one of these, or each of them by itself"
            raise Unclear("one-sum", "is that sum for each of them, or for all together?", hint, readings)
        return [(target, total) for target in targets]
    return [(target, amount) for some, amount in entries for target in some]
