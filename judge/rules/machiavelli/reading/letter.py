"""A letter of the player, line by line, as what it says (17.1, Example 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from judge.reading.grammar import Grammar, Node
from judge.reading.lexicon import lexicon
from judge.reading.sheet import Line, Reader, Statement, Verdict
from judge.rules.machiavelli.adjustment import BUY as PURCHASE
from judge.rules.machiavelli.adjustment import NOTHING, PAY, RAISE, SELL, TAX
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, GIFTS, ORDERS, PAYMENTS
from judge.rules.machiavelli.expenses import BRIBE_PRICES, BUY, OPERATE, REBELLIONS
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading.ducats import (
    Spent,
    ban_of,
    bribes_of,
    gifts_of,
    guards_of,
    murders_of,
    permits_of,
    rebellions_of,
)
from judge.rules.machiavelli.reading.faults import fault_of, in_brackets
from judge.rules.machiavelli.reading.gathered import Gathered
from judge.rules.machiavelli.reading.names import WORDS_READ, names
from judge.rules.machiavelli.reading.on_file import about, filed_by, left_by
from judge.rules.machiavelli.reading.operations import orders_of
from judge.rules.machiavelli.reading.payments import (
    LEFT,
    once_taxed,
    raised_of,
    salaries_of,
    staff_of,
    taxes_of,
    trades_of,
    whole_list,
)
from judge.rules.machiavelli.reading.together import (
    check_bribes,
    check_orders,
    check_payments,
    one_excommunication,
    warn_of_ban,
)
from judge.rules.machiavelli.reading.units import KINDS, Context, Unclear, hoped_for
from judge.rules.machiavelli.state import ADJUSTMENT, Label
from judge.rules.values import LineRead, Orders, Reading, Sheet

OPEN_ENDS = ("ARROW", "SUPPORT")
"""Kinds of words with which no statement ends."""
_LATER = {"raise": "units are raised", "pay": "units are paid", "tax": "provinces are taxed by force"}
_SPRING: Mapping[str, tuple[str, Collection[str]]] = {
    "RAISE": (PAYMENTS, (RAISE,)),
    "PAY": (PAYMENTS, ()),
    "TAX": (DEALINGS, (TAX,)),
    "TRADES": (DEALINGS, (SELL, PURCHASE)),
    "DEALINGS": (DEALINGS, ()),
}
_CAMPAIGN: Mapping[str, tuple[str, Collection[str]]] = {
    "PERMISSIONS": (ORDERS, ("ALLOW",)),
    "BRIBES": (EXPENDITURES, tuple(BRIBE_PRICES)),
    "EXPENDITURES": (EXPENDITURES, ()),
    "ORDERS": (ORDERS, ()),
    "": (ORDERS, ()),
}
"""Heading -> the part of which `none` takes lines back, and the words that they begin with; none for all of them."""
_IN_SPRING = ("trade", "tax", "raise", "pay")
_IN_CAMPAIGNS = ("permit", "guard", "murder", "pacify", "rebel", "bribe", "order")


@cache
def reader_of(kind: str) -> Reader:
    """Return what reads lines in this kind of phase."""
    text = (Path(__file__).parent.parent / "grammar.peg").read_text(encoding="utf-8")
    rule = "spring" if kind == ADJUSTMENT else "campaign"
    return Reader(Grammar(f"{text}\nstatement <- {rule}\n"), lexicon(*WORDS_READ), names(), OPEN_ENDS)


def _is_idle(node: Node) -> bool:
    """Tell whether a statement orders nothing: a heading, or what is kept. A verb alone is neither: `Raise`."""
    verb = node.end == node.start + 1 and any(each.value in ("RAISE", "PAY") for each in node.walk())
    is_none = node.name == "nothing" and not any(node.get(name) for name in ("SALARY", "BUILD", "DISBAND"))
    return node.name == "kept" or is_none or (node.name == "head" and not verb)


def read_sheet(position: Position, label: Label, role: str, sheet: Sheet) -> Reading:
    """Return what a letter says. Never raises; a bad statement loses no good one."""
    lines = reader_of(label.kind).read(sheet.lines)
    hoped: frozenset[str] = frozenset()
    if label.kind == ADJUSTMENT:
        buys = _bought(sheet.filed.get(DEALINGS, "").splitlines())
        first = _Letter(position, label, role, filed=buys).read(lines)
        bought = _bought(_said(first, DEALINGS, sheet.filed)).keys()
        found = _Letter(position, label, role, bought=bought, filed=buys).read(lines) if bought else first
        if DEALINGS in found.parts and DEALINGS not in first.parts:
            found = first  # taxes alone would take the place of the purchase on file that they rest on
    else:
        first = _Letter(position, label, role, sheet.filed.get(EXPENDITURES, "").splitlines()).read(lines)
        spends = _said(first, EXPENDITURES, sheet.filed)
        hoped = hoped_for(spends)
        found = _Letter(position, label, role, spends).read(lines)
    texts = {line.number: line for line in sheet.lines}
    check_orders(position, role, found, hoped, texts)
    check_bribes(found, texts)
    one_excommunication(found, texts)
    check_payments(label, found, texts)
    return _filed(position, label, role, sheet, found)


def _filed(position: Position, label: Label, role: str, sheet: Sheet, found: Gathered) -> Reading:
    """Return what goes on file, and what is told of it."""
    texts = {line.number: line for line in sheet.lines}
    said = {part: [text for text, _ in listed] for part, listed in found.parts.items()}
    note = ""
    if PAYMENTS in said or found.left:
        listed = said.get(PAYMENTS, [])
        board = once_taxed(position, role, _said(found, DEALINGS, sheet.filed))
        said[PAYMENTS], note = whole_list(board, role, listed, sheet.filed.get(PAYMENTS, ""), found.left)
    parts, notes = filed_by(left_by(found.emptied, sheet.filed) | said, found.more, sheet.filed)
    notes += [note] if note else []
    filed = {**sheet.filed, **parts}
    read = [
        LineRead(number, texts[number].text, "; ".join(meanings), found.part_of.get(number, ""))
        for number, meanings in sorted(found.meanings.items())
    ]
    read += [
        LineRead(tail.number, tail.text, f"goes on with line {number}", found.part_of.get(number, ""))
        for number, tails in found.tails.items()
        if number in found.meanings
        for tail in tails
    ]
    problems = tuple(sorted(found.problems, key=lambda each: each.line))
    told = (*notes, *about(position, label, role, parts))
    return Reading(parts, (), any(filed.values()), tuple(read), problems, told, remarks=tuple(found.remarks))


def _said(found: Gathered, part: str, filed: Orders) -> list[str]:
    """The lines of a part that will be on file: the letter's, else those that are."""
    if part in found.parts:
        return [text for text, _ in found.parts[part]]
    return left_by(found.emptied, filed).get(part, filed.get(part, "").splitlines())


def _bought(lines: Iterable[str]) -> dict[str, str]:
    """The provinces that dealings would buy, each with how."""
    return {line.split()[1]: line for line in lines if line.startswith(f"{BUY} ")}


@dataclass
class _Letter:
    """Gathers what the statements of a letter mean. topic: what a heading says that the lines below it are about."""

    position: Position
    label: Label
    role: str
    spends: Collection[str] = ()
    bought: Collection[str] = ()
    filed: Mapping[str, str] = field(default_factory=dict)
    found: Gathered = field(default_factory=Gathered)
    topic: str = ""

    def __post_init__(self) -> None:
        hoped, defecting = hoped_for(self.spends), hoped_for(self.spends, (BUY,))
        self.context = Context(
            self.position, self.role, hoped=hoped, defecting=defecting, bought=self.bought, filed=self.filed
        )
        self.is_spring = self.label.kind == ADJUSTMENT

    def read(self, lines: Sequence[Line]) -> Gathered:
        """Return what all lines mean."""
        for line in lines:
            if line.verdict is Verdict.REMARK:
                self.found.remarks.append(line.line)
            elif line.verdict is not Verdict.READ:
                self.found.complain(line, fault_of(line, is_spring=self.is_spring))
            else:
                self.found.tails[line.line.number] = line.tails
                self._line(line)
        return self.found

    def _line(self, line: Line) -> None:
        gives = False
        for statement in line.statements:
            try:
                if statement.stray is not None:
                    raise in_brackets(statement)
                gives = self._statement(line, statement, gives=gives)
            except Unclear as fault:
                self.found.complain(line, fault, statement)

    def _statement(self, line: Line, statement: Statement, *, gives: bool) -> bool:
        """Take one statement. Return whether it is a gift, behind which another may stand without its verb. Raises
        Unclear.
        """
        node, found = statement.node.children[0].children[0], self.found
        if node.name in _IN_SPRING and not self.is_spring:
            what = _LATER.get(node.name, "provinces are sold")
            hint = "now you can order your units, bribe, and give"
            raise Unclear("no-order", f"{what} in the Spring adjustment", hint)
        if node.name in _IN_CAMPAIGNS and self.is_spring:
            hint = "now you can give, sell, tax, pay and raise; orders and bribes come in the next campaign"
            raise Unclear("no-order", "this is nothing that you can do in a Spring adjustment", hint)
        if node.name == "nothing" and _is_idle(node) and len(line.statements) > 1:
            raise Unclear("no-order", "what does the end of this line say?", "write each order on a line of its own")
        if node.name == "nothing" and _is_idle(node) and self.topic:
            self._empty(line, [self.topic], [])  # below `Pay:`
        elif node.name == "kept" or (node.name == "nothing" and _is_idle(node)):
            if len(line.statements) == 1:
                found.remarks.append(line.line)
        elif node.name == "head":
            self._head(line, node, is_first=statement is line.statements[0])
        elif node.name == "gift":
            self._gift(line, node, gives=gives)
            return True
        elif node.name == "permit":
            found.add(ORDERS, permits_of(self.context, node), line.line)
        elif node.name == "ban":
            found.add(DEALINGS if self.is_spring else ORDERS, [ban_of(self.context, node)], line.line)
        elif node.name == "order":
            self._order(line, node, statement.text)
        elif self.is_spring:
            self._spring(line, node)
        else:
            self._spend(line, node, statement.text)
        return False

    # headings

    def _head(self, line: Line, node: Node, *, is_first: bool) -> None:
        is_below = node.get("title") is not None and node.get("':'") is None and node.get("NONE") is None
        if is_below and not is_first:
            raise Unclear("no-order", "what does the end of this line say?", "write each order on a line of its own")
        if is_below and not _is_idle(node):
            raise Unclear("no-order", "which units?", "for example: `Pay all`, `Raise army in Firenze`")
        if is_below and node.start > 0:
            self.found.remarks.append(line.line)  # `Here are my orders`
            return
        titles = [each for each in node.walk() if each.name == "HEADING" or each.name in KINDS]
        kinds = [KINDS[each.name] for each in titles if each.name in KINDS]
        values = [str(each.value) for each in titles if each.name == "HEADING"]
        if node.get("NONE") is not None:
            self._empty(line, values, kinds)
            return
        self.context.kind = kinds[0] if len(kinds) == 1 else ""
        self.topic = values[-1] if values else self.topic if kinds else ""
        if len(line.statements) == 1:
            self.found.note(line.line, "a heading")

    def _empty(self, line: Line, values: Sequence[str], kinds: Sequence[str]) -> None:
        """`Ducat expenditures: none`: what was on file of it is taken back. Gifts stay (17.1)."""
        part, verbs = self._none_of(values, kinds)
        if part == PAYMENTS and not verbs:
            self.found.add(PAYMENTS, [NOTHING], line.line)
            return
        self.found.emptied.setdefault(part, []).append(verbs)
        self.found.note(line.line, "none", part)

    def _none_of(self, values: Sequence[str], kinds: Sequence[str]) -> tuple[str, frozenset[str]]:
        """Return the part, and the words that such lines on file begin with, none for all of them. Raises Unclear."""
        value = values[-1] if values else ""
        if value == "GIFTS":
            return GIFTS, frozenset()
        if value == "BANS":
            return DEALINGS if self.is_spring else ORDERS, frozenset(("EXCOMMUNICATE",))
        here, there = (_SPRING, _CAMPAIGN) if self.is_spring else (_CAMPAIGN, _SPRING)
        if value in here:
            part, verbs = here[value]
            return part, frozenset(verbs or kinds if part == ORDERS else verbs)
        if self.is_spring and not value:
            hint = "write: Pay nothing. Or: Raise nothing"
            raise Unclear("which-units", "none of them is paid, or none is raised?", hint)
        if self.is_spring and value == "EXPENDITURES":
            return DEALINGS, frozenset()
        if self.is_spring or value not in there:
            hint = "orders and bribes come in the next campaign"
            raise Unclear("no-order", "this is nothing that you can do in a Spring adjustment", hint)
        what = {"RAISE": "units are raised", "PAY": "units are paid", "TAX": "provinces are taxed by force"}
        hint = "now you can order your units, bribe, and give"
        raise Unclear("no-order", f"{what.get(value, 'provinces are sold')} in the Spring adjustment", hint)

    # any phase

    def _gift(self, line: Line, node: Node, *, gives: bool) -> None:
        is_bare = not any(each.name in ("GIVE", "GETS", "MONEY", "MORE") for each in node.walk())
        if is_bare and not gives and self.topic != "GIFTS":
            raise Unclear("no-order", "is this a gift?", "for example: Give 2 ducats to Venice")
        gifts = list(gifts_of(self.context, node))
        for gift, is_more in gifts:
            warn_of_ban(self.position, (self.role, gift.to), self.found, line.line)
            self.found.add(GIFTS, [gift], line.line)
            self.found.more[str(gift)] += is_more

    # campaigns

    def _order(self, line: Line, node: Node, text: str) -> None:
        context = self.context
        orders = orders_of(context, node, text)
        is_pronoun = any(each.name in ("PRONOUN", "THEN") for each in node.walk())
        if not is_pronoun and any(order.unit_text != context.it for order in orders):
            context.it = ""  # from now on `it` would be another
        context.last = tuple(orders)
        context.ordered.update(order.place for order in orders)
        self.found.add(ORDERS, orders, line.line)

    def _spend(self, line: Line, node: Node, text: str) -> None:
        if node.name == "nothing":
            raise Unclear("no-order", "units are paid and raised in the Spring adjustment", "leave the line out")
        readers = {"guard": guards_of, "murder": murders_of, "rebel": rebellions_of, "pacify": rebellions_of}
        reader = readers.get(node.name)
        spent = bribes_of(self.context, node, text) if reader is None else reader(self.context, node)
        for each in spent:
            self._take(line, each)

    def _take(self, line: Line, spent: Spent) -> None:
        expense = spent.expense
        self.found.add(EXPENDITURES, [expense], line.line)
        if spent.orders:
            self.found.add(ORDERS, spent.orders, line.line)
        if spent.odd:
            code = "fixed-price" if expense.verb in REBELLIONS else "out-of-reach"
            self.found.warn(code, f"As the board stands: {spent.odd}.", line.line)
        self.context.it = expense.target if expense.verb in (BUY, OPERATE) else ""
        self.context.last = ()

    # Spring

    def _spring(self, line: Line, node: Node) -> None:
        if node.name == "trade":
            for trade in trades_of(self.context, node):
                self.found.add(DEALINGS, [trade], line.line)
                warn_of_ban(self.position, (self.role, trade.partner), self.found, line.line)
        elif node.name == "tax":
            taxes, is_all = taxes_of(self.context, node)
            self.found.add(DEALINGS, taxes, line.line)
            if is_all:
                what = "This province rises" if len(taxes) == 1 else f"These {len(taxes)} provinces all rise"
                self.found.warn("all-taxed", f"{what} against you once taxed (5.3).", line.line)
        elif node.name == "nothing":
            self._nothing(line, node)
        elif node.name == "staff":
            self._staff(line, node)
        else:
            self._salaries(line, node)

    def _nothing(self, line: Line, node: Node) -> None:
        if node.get("SALARY"):
            self.found.add(PAYMENTS, [NOTHING], line.line)
        else:
            self.found.note(line.line, "no new unit" if node.get("BUILD") else "no unit is disbanded")

    def _staff(self, line: Line, node: Node) -> None:
        verb = {"RAISE": RAISE, "PAY": PAY}.get(self.topic)
        if verb is None:
            self.found.add(PAYMENTS, staff_of(self.context, node), line.line)
        elif verb == RAISE:
            self._raise(line, node)
        else:
            self._pay(line, salaries_of(self.context, verb, node))

    def _salaries(self, line: Line, node: Node) -> None:
        listed = node.all("staff_list") or [node]
        if node.name == "raise":
            self._raise(line, listed[0])
            return
        if len(listed) > 1:
            but = salaries_of(self.context, PAY, listed[1])
            self.context.ordered.update(map(str, but))
        else:
            but = []
        salaries = salaries_of(self.context, LEFT if node.name == "fire" else PAY, listed[0])
        if node.name == "pay":
            self._pay(line, [each for each in salaries if each not in but])
            return
        for each in salaries:
            if each not in but:
                self.context.ordered.add(str(each))
                self.found.left.append(str(each))
                self.found.note(line.line, f"DISBAND {each.kind} {each.area}", PAYMENTS)

    def _pay(self, line: Line, salaries: Sequence[object]) -> None:
        if not salaries and not self.position.units_of(self.role):
            self.found.note(line.line, "you have no unit to pay")
            return
        self.context.ordered.update(map(str, salaries))
        self.found.add(PAYMENTS, salaries, line.line)

    def _raise(self, line: Line, node: Node) -> None:
        """Take each new unit of a list; a bad one loses no good one."""
        found = list(raised_of(self.context, node))
        faults = {each.message: each for each in found if isinstance(each, Unclear)}
        if good := [each for each in found if not isinstance(each, Unclear)]:
            self._pay(line, good)
        for fault in faults.values():
            self.found.complain(line, fault)
