"""Which units of the board a letter names, and what they are told to do (chapter 9)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from judge.reading.grammar import Node
from judge.reading.sheet import Line, SheetLine, Statement
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.canonical import ORDERS, parse_expense
from judge.rules.machiavelli.expenses import BUY, OPERATE
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    CONVERT,
    HOLD,
    SUPPORT,
    TRANSPORT,
    Order,
    conversions,
    impossible,
    instead_of,
)
from judge.rules.machiavelli.position import INDEPENDENTS, Position, Unit
from judge.rules.problems import Problem, Refused, refusal

_MOST_READINGS = 40
_SUPPORT_IT = Node("act", 0, 0, None, (Node("support", 0, 0),))
KINDS = {"ARMY": ARMY, "FLEET": FLEET, "GARRISON": GARRISON}
_MANY = {ARMY: "armies", FLEET: "fleets", GARRISON: "garrisons"}
WRITE_ONE = "write one of these"

T = TypeVar("T")


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

    def complain(self, line: Line, fault: Refused, statement: Statement | None = None) -> None:
        """Tell of a line, or of one statement of several on it."""
        text = statement.text if statement is not None and len(line.statements) > 1 else line.text
        message = fault.problem.message
        if statement is not None and len(statement.node.below("part", "troop", "deal")) > 1 and message[-1] not in ".?":
            fault = Refused(replace(fault.problem, message=f"{message}, so nothing of it is filed"))
        self._tell(fault, line.line.number, text)

    def refuse(self, entry: Said, fault: Refused) -> None:
        """Take back an entry that was read, and say why."""
        self.entries.remove(entry)
        self._tell(fault, entry.line.number, entry.line.text)

    def _tell(self, fault: Refused, number: int, text: str) -> None:
        code = fault.problem.code if "/" in fault.problem.code else f"machiavelli/{fault.problem.code}"
        self.problems.append(replace(fault.problem, code=code, line=number, text=text))

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
    """Return the only reading that the board allows; `why` tells why it forbids one. Raises Refused."""
    listed = list(dict.fromkeys(readings))
    good = [each for each in listed if not why(each)]
    if len(good) > 1:
        raise refusal("ambiguous", "I can read this in more than one way", WRITE_ONE, good)
    if not good:
        raise refusal("illegal", why(listed[0]), hint(listed[0]))
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
        raise refusal("two-amounts", "it has two numbers", "write the number in digits")
    return sum(numbers)  # `thirty-three`


def party_of(node: Node) -> str:
    """Return the country of a party. Raises Refused for a lord by himself: there are three dukes."""
    powers = sorted({str(each.value) for each in node.below("POWER")})
    if not powers:
        raise refusal("which-country", f"which {node.below('LORD')[0].value.lower()}?", "write the name of the country")
    if len(powers) > 1:
        raise refusal("which-country", "which country is that?", f"write one of them: {', '.join(powers)}")
    return powers[0]


def units_named(context: Context, node: Node) -> list[Unit]:
    """Return the units that a `unit` can mean, at least one. Raises Refused if there are none."""
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
    raise refusal("not-there", f"there is no {f'{kind} {where}' if kind else f'unit in {where}'}", context.whose)


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
    """Return the one unit that a node names, whoever owns it. Raises Refused."""
    return choose(units_named(context, node), lambda _: "")


def group_of(context: Context, node: Node) -> list[Unit]:
    """Return the writer's units of `both`, `all armies`, `all others`, `two armies`, `the fleet`. Raises Refused."""
    kind = kind_of(node) or context.kind
    own = [unit for unit in context.position.units.values() if context.is_mine(unit) and kind in ("", unit.kind)]
    if node.get("REST"):
        own = [unit for unit in own if str(unit) not in context.ordered]
    number = 1 if node.name == "only" else 2 if node.get("BOTH") else amount_of(node)
    if own and number in (None, len(own)):
        return own
    kinds = _MANY.get(kind, "units")
    if not own:
        raise refusal("no-such-unit", f"you have no {kinds}", context.whose)
    listed = f"your {kinds}: {', '.join(map(str, own))}. Name each of them that you mean."
    raise refusal("which-units", "which of them?" if number in range(len(own)) else "you have not so many", listed)


def shared(
    node: Node, entries: Sequence[tuple[Sequence[T], int | None]], make: Callable[[T, int], object]
) -> list[tuple[T, int | None]]:
    """Return each target with its sum. One sum at the end of a list stands for each of them only with `each`; `make`
    makes the values of the readings. Raises Refused.
    """
    targets = [target for some, _ in entries for target in some]
    total, others = entries[-1][1], [amount for _, amount in entries[:-1] if amount is not None]
    if len(targets) == 1 and node.below("BOTH", "EACH"):
        raise refusal("not-both", "`both` or `each` needs several, and you name one", "name each of them")
    if len(targets) > 1 and total is not None and not others:
        if not node.below("EACH"):
            ways = [total, *([total // len(targets)] if total and total % len(targets) == 0 else [])]
            readings = ["; ".join(str(make(target, way)) for target in targets) for way in ways]
            hint = "write one of these, or each of them by itself"
            raise refusal("one-sum", "is that sum for each of them, or for all together?", hint, readings)
        return [(target, total) for target in targets]
    return [(target, amount) for some, amount in entries for target in some]


def orders_of(context: Context, node: Node) -> list[Said]:
    """Return the orders of an `order`. Raises Refused."""
    subjects = node.below("subject")
    units = _subjects(context, subjects[0]) if subjects else [[_it(context)]]
    whole = node.get("act") or node.get("verb_first") or node
    act = whole._replace(children=tuple(each for each in whole.children if each.name != "subject"))
    orders = [order_of(context, each, act) for each in units]
    helped = node.get("helped")
    if helped is not None:  # where own units support what others' do, only the supports are one's own orders
        context.last = tuple(orders)
        orders = [order for order in orders if context.is_mine(context.position.units[order.place])]
        orders += [order_of(context, [unit_named(context, each)], _SUPPORT_IT) for each in helped.all("unit")]
    return [Said(ORDERS, each) for each in orders]


def _subjects(context: Context, subject: Node) -> list[list[Unit]]:
    """Return the units that are told something: for each of them, those that its name can mean."""
    inner = subject.children[0]
    if inner.name in ("PRONOUN", "THEN"):
        return [[_it(context)]]
    if inner.name in ("group", "only"):
        return [[unit] for unit in group_of(context, inner)]
    return [units_named(context, each) for each in inner.all("unit")]


def _it(context: Context) -> Unit:
    if context.it is None:
        raise refusal("no-order", "which unit is `it`?", "name the unit")
    return context.it


def order_of(context: Context, units: Sequence[Unit], act: Node) -> Order:
    """Return what an act tells a unit, of which the name can mean several. Raises Refused."""
    readings = list(
        itertools.islice((order for unit in units for order in _orders(context, unit, act)), _MOST_READINGS)
    )
    if not readings:
        raise refusal("no-order", "this is not an order", context.whose)

    def why(order: Order) -> str:
        reason = impossible(context.position, order)
        return reason and f"that cannot be done: {reason}"

    as_written = [order for order in readings if str(order) == context.text.upper() and not why(order)]
    return choose(as_written or readings, why, instead_of)


def _orders(context: Context, unit: Unit, act: Node) -> Iterator[Order]:
    """Yield what an act can mean for a unit."""
    verb = act.below("hold", "advance", "besiege", "transport", "convert", "support", "HOLD", "CONVERT")[0]
    place = verb.get("place")
    here = Order(unit.kind, unit.area, HOLD)
    match verb.name.lower():
        case "hold" if place is None or unit.area in codes_of(place):
            yield here
        case "advance":
            yield from _advances(here._replace(verb=ADVANCE), verb)
        case "besiege":
            targets = (context.position.siege_target(unit.area),) if place is None else codes_of(place)
            yield from (here._replace(verb=BESIEGE, target=target) for target in targets)
        case "transport":
            players = dict.fromkeys(_carried(context, verb))
            yield from (here._replace(verb=TRANSPORT, player=_favor(context, unit, each)) for each in players)
        case "convert" if place is None or unit.area in codes_of(place):
            named, side = act.below("becomes"), act.below("CITY")
            kinds = (kind_of(named[0]),) if named else conversions(unit.kind, unit.area)
            if not side or (side[0].value == "INSIDE") == (unit.kind != GARRISON):
                yield from (here._replace(verb=CONVERT, becomes=kind) for kind in kinds)
        case "support":
            for target, player in _goals(context, verb):
                yield here._replace(verb=SUPPORT, target=target, player=_favor(context, unit, player))


def _advances(order: Order, node: Node) -> Iterator[Order]:
    *route, targets = [codes_of(each) for each in node.all("place")]
    if route and route[0] == (order.area,):
        route = route[1:]  # `is transported from Napoli to Pisa`
    route += [codes_of(hop) for via in node.all("via") for hop in via.children if hop.name in ("place", "hop")]
    for target in targets:
        for way in itertools.islice(itertools.product(*route), _MOST_READINGS):
            yield order._replace(target=target, route=tuple(way))


def _carried(context: Context, node: Node) -> Iterator[str]:
    """Yield for whom a transport can be."""
    people, units = node.below("people"), node.below("unit")
    if units:
        yield from (each.owner for each in units_named(context, units[0]) if each.kind != GARRISON)
    else:
        yield party_of(people[0]) if people else ""


def _favor(context: Context, unit: Unit, player: str) -> str:
    """Return the player as an order names them: not at all if they own the unit. A unit of others, operated by a bribe,
    has to be told whom it helps.
    """
    return "" if unit.owner == context.role and player in ("", context.role) else player or context.role


def _goals(context: Context, node: Node) -> Iterator[tuple[str, str]]:
    """Yield (area, player or empty) of what a support can be for."""
    whom = node.get("whom")
    if whom is None:
        yield _goal_of_last(context)
        return
    unit, people, place, favor = (whom.get(each) for each in ("unit", "people", "place", "favor"))
    player = _player(context, favor) if favor is not None else ""
    if unit is not None:
        named = unit.get("place")
        if place is None and named is not None and len(unit.children) == 1:
            yield from ((code, player) for code in codes_of(named))
            return
        for each in units_named(context, unit):
            side = context.side(each)
            if place is not None:  # `Urbino's advance to Arezzo`
                yield from ((code, player or side) for code in codes_of(place))
            elif player in ("", side):
                yield each.area, side
    elif people is not None and place is not None:
        owner = player or ("" if people.below("PEOPLE") else _player(context, people))
        yield from ((code, owner) for code in codes_of(place))


def _player(context: Context, node: Node) -> str:
    if node.below("SELF"):
        return context.role
    return INDEPENDENTS if node.below("INDEPENDENT") else party_of(node)


def _goal_of_last(context: Context) -> tuple[str, str]:
    """Return the area and the player that a support of the last orders is for. Raises Refused."""
    bribed = context.it if not context.last else None
    goals = {(bribed.area, context.side(bribed))} if bribed is not None else set()
    for order in context.last:
        unit = context.position.units.get(order.place)
        area = order.target if order.verb in (ADVANCE, BESIEGE, SUPPORT) else order.area
        goals.add((area, context.side(unit) if unit is not None else context.role))
    if len(goals) != 1:
        raise refusal("which-area", "what do they support?", "name the area, and write each support by itself")
    return goals.pop()
