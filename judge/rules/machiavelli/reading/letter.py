"""A letter of the player, line by line, as what it says (17.1, Example 5).

The grammar (`grammar.peg`) takes a line apart into statements. A function for each kind of statement returns what it
says on the board, as canonical values. `together` holds these against each other, and `on_file` puts them on file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from judge.reading.faults import fault_of, in_brackets
from judge.reading.grammar import Grammar, Node
from judge.reading.lexer import Text
from judge.reading.lexicon import lexicon, tells_of
from judge.reading.sheet import Line, Reader, SheetLine, Statement, Verdict
from judge.rules.machiavelli.adjustment import BUY as PURCHASE
from judge.rules.machiavelli.adjustment import NOTHING, RAISE, SELL, TAX, Salary
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, GIFTS, ORDERS, PAYMENTS
from judge.rules.machiavelli.expenses import BRIBE_PRICES, BUY, OPERATE, Expense
from judge.rules.machiavelli.orders import Order
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading import money
from judge.rules.machiavelli.reading.names import WORDS_READ, names
from judge.rules.machiavelli.reading.together import about, check, filed_by, left_by
from judge.rules.machiavelli.reading.units import KINDS, Context, Gathered, Said, bribes_in, orders_of
from judge.rules.machiavelli.state import ADJUSTMENT, Label
from judge.rules.problems import Refused, refusal
from judge.rules.values import LineRead, Orders, Reading, Sheet

OPEN_ENDS = ("ARROW", "SUPPORT")
"""Kinds of words with which no statement ends."""
_READERS: Mapping[str, Callable[[Context, Node], Iterable[Said | Refused]]] = {
    "gift": money.gifts_of,
    "ban": money.ban_of,
    "permit": money.permits_of,
    "guard": money.leaders_of,
    "murder": money.leaders_of,
    "pacify": money.rebellions_of,
    "rebel": money.rebellions_of,
    "bribe": money.bribes_of,
    "order": orders_of,
    "trade": money.trades_of,
    "tax": money.taxes_of,
    "raise": money.raised_of,
    "pay": money.paid_of,
    "fire": money.fired_of,
    "staff": money.staff_of,
}
"""Kind of statement -> what returns its meaning."""
_IN_CAMPAIGNS = ("permit", "guard", "murder", "pacify", "rebel", "bribe", "order")
_IN_SPRING = ("trade", "tax", "raise", "pay")
_TOPICS: Mapping[str, tuple[str, str, Collection[str]]] = {
    "RAISE": (PAYMENTS, "", (RAISE,)),
    "PAY": (PAYMENTS, "", ()),
    "TAX": (DEALINGS, "", (TAX,)),
    "TRADE": (DEALINGS, "", (SELL, PURCHASE)),
    "DEALINGS": (DEALINGS, "", ()),
    "BUY": (DEALINGS, EXPENDITURES, (BUY,)),
    "EXPENDITURES": (DEALINGS, EXPENDITURES, ()),
    "BRIBES": ("", EXPENDITURES, tuple(BRIBE_PRICES)),
    "GIFTS": (GIFTS, GIFTS, ()),
    "BANS": (DEALINGS, ORDERS, ("EXCOMMUNICATE",)),
    "PERMISSIONS": ("", ORDERS, ("ALLOW",)),
    "ORDERS": ("", ORDERS, ()),
    "": ("", ORDERS, ()),
}
"""What a heading names -> the part in Spring and in campaigns of which `none` takes lines back, and their first words;
none for all lines.
"""
_VERBS = {"SALARY": "PAY", "BUILD": "RAISE", "BUY": "BUY", "SPEND": "EXPENDITURES", "GIVE": "GIFTS"}
"""Verbs before `nothing` -> the heading that names the same."""


@cache
def reader_of(kind: str) -> Reader:
    """Return what reads lines in this kind of phase."""
    rule = "spring" if kind == ADJUSTMENT else "campaign"
    grammar = Grammar.of(Path(__file__).parent.parent / "grammar.peg", more=f"statement <- {rule}")
    return Reader(grammar, lexicon(*WORDS_READ), names(), OPEN_ENDS)


def _is_open(node: Node) -> bool:
    """Tell whether a statement is a heading without a colon, which could be a broken order."""
    return node.name == "head" and node.get("title") is not None and not (node.get("':'") or node.get("NONE"))


def read_sheet(position: Position, label: Label, role: str, sheet: Sheet) -> Reading:
    """Return what a letter says. Never raises; a bad statement loses no good one."""
    lines = reader_of(label.kind).read(sheet.lines)

    def read(dealings: Iterable[str], spent: Iterable[str]) -> Gathered:
        bought = [line.split()[1] for line in dealings if line.startswith(f"{PURCHASE} ")]
        context = Context(position, role, label.kind == ADJUSTMENT, bribed=bribes_in(spent), bought=bought)
        return _Letter(context).read(lines)

    first = read((), sheet.filed.get(EXPENDITURES, "").splitlines())
    spent = _said(first, EXPENDITURES, sheet.filed)
    found = read(_said(first, DEALINGS, sheet.filed), spent)
    if found.of(DEALINGS) and not first.of(DEALINGS):
        found = first  # taxes alone would take the place of the purchase on file that they rest on
    check(position, label, role, bribes_in(spent), found)
    return _filed(position, label, role, sheet, found)


def _filed(position: Position, label: Label, role: str, sheet: Sheet, found: Gathered) -> Reading:
    """Return what goes on file, and what is told of it."""
    texts = {line.number: line.text for line in sheet.lines}
    said, note = found.texts(), ""
    left = [f"PAY {text.split(maxsplit=1)[1]}" for text in said.pop(money.LEFT, [])]
    if PAYMENTS in said or left:
        board = money.once_taxed(position, role, _said(found, DEALINGS, sheet.filed))
        listed = said.get(PAYMENTS, [])
        said[PAYMENTS], note = money.whole_list(board, role, listed, sheet.filed.get(PAYMENTS, ""), left)
    more = Counter(str(each.value) for each in found.entries if each.more)
    parts, notes = filed_by(left_by(found.emptied, sheet.filed) | said, more, sheet.filed)
    notes += [note] if note else []
    filed = {**sheet.filed, **parts}
    lines: list[LineRead] = []
    for number, entries in groupby(found.entries, lambda each: each.line.number):
        meanings = [(each.part, str(each.value)) for each in entries]
        part = next((part for part, _ in reversed(meanings) if part), "").replace(money.LEFT, PAYMENTS)
        lines.append(LineRead(number, texts[number], "; ".join(text for _, text in meanings), part))
        lines += [LineRead(tail.number, tail.text, f"goes on with line {number}", part) for tail in found.tails[number]]
    problems = tuple(sorted(found.problems, key=lambda each: each.line))
    told = (*notes, *about(position, label, role, parts))
    return Reading(parts, (), any(filed.values()), tuple(lines), problems, told, remarks=tuple(found.remarks))


def _said(found: Gathered, part: str, filed: Orders) -> list[str]:
    """The lines of a part that will be on file: the letter's, else those that are."""
    return found.texts().get(part) or left_by(found.emptied, filed).get(part, filed.get(part, "").splitlines())


class _Letter:
    """Gathers what the statements of a letter mean."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.found = Gathered()

    def read(self, lines: Sequence[Line]) -> Gathered:
        """Return what all lines mean."""
        for line in lines:
            self.found.tails[line.line.number] = line.tails
            if line.verdict is Verdict.REMARK:
                self.found.remarks.append(line.line)
            elif line.verdict is not Verdict.READ:
                self.found.complain(line, _fault_of(line))
            for at, statement in enumerate(line.statements if line.verdict is Verdict.READ else ()):
                before = _kind(line.statements[at - 1]).name if at else ""
                try:
                    self._statement(line, statement, before)
                except Refused as fault:
                    self.found.complain(line, fault, statement)
        return self.found

    def _statement(self, line: Line, statement: Statement, before: str) -> None:
        """Take one statement behind one of another kind, or none. Raises Refused."""
        if statement.stray is not None:
            raise refusal(*in_brackets(statement))
        node, context = _kind(statement), self.context
        if (node.name in _IN_CAMPAIGNS) if context.is_spring else (node.name in _IN_SPRING):
            raise self._misplaced()
        if before and (node.name == "nothing" or _is_open(node)):
            raise refusal("no-order", "what does the end of this line say?", "write each order on a line of its own")
        if node.name in ("nothing", "kept"):
            self._nothing(line, node)
            return
        if node.name == "head":
            self._head(line, node)
            return
        is_bare = node.name == "gift" and not node.below("GIVE", "GETS", "MONEY", "MORE")
        if is_bare and before != "gift" and context.topic != "GIFTS":
            raise refusal("no-order", "is this a gift?", "for example: Give 2 ducats to Venice")
        context.text = statement.text
        said = list(_READERS[node.name](context, node))
        for each in said:
            if isinstance(each, Refused):
                self.found.complain(line, each)
            else:
                self._take(line.line, each)
        _remember(context, node, [each.value for each in said if isinstance(each, Said)])

    def _take(self, line: SheetLine, said: Said) -> None:
        self.found.entries.append(said._replace(line=line))
        if said.odd[0]:
            self.found.warn(*said.odd, line)

    def _misplaced(self) -> Refused:
        """Return what to tell of what belongs to another phase."""
        if self.context.is_spring:
            hint = "now you can give, sell, tax, pay and raise; orders and bribes come in the next campaign"
            return refusal("no-order", "this is nothing that you can do in a Spring adjustment", hint)
        hint = "now you can order your units, bribe, and give"
        return refusal("no-order", "this is done in the Spring adjustment", hint)

    def _nothing(self, line: Line, node: Node) -> None:
        """`Nothing`, by itself or below a heading; or what is kept."""
        if node.get("DISBAND"):
            self.found.note(line.line, "no unit is disbanded")
        elif node.name == "nothing" and self.context.topic:
            self._empty(line, self.context.topic, [])
        elif len(line.statements) == 1:
            self.found.remarks.append(line.line)

    def _head(self, line: Line, node: Node) -> None:
        """A heading over the lines below, or of what there is none."""
        titles = node.below("HEADING", *_VERBS)
        kinds = [KINDS[each.name] for each in node.below(*KINDS)]
        topic = next((_VERBS.get(each.name, str(each.value)) for each in reversed(titles)), "")
        if node.get("NONE"):
            self._empty(line, topic, kinds)
            return
        if _is_open(node) and node.end == node.start + 1 and topic in ("RAISE", "PAY"):
            raise refusal("no-order", "which units?", "for example: `Pay all`, `Raise army in Firenze`")
        if _is_open(node) and node.start > 0:
            self.found.remarks.append(line.line)  # `Here are my orders`
            return
        self.context.kind = kinds[0] if len(kinds) == 1 else ""
        self.context.topic = topic or (self.context.topic if kinds else "")
        if len(line.statements) == 1:
            self.found.note(line.line, "a heading")

    def _empty(self, line: Line, topic: str, kinds: Sequence[str]) -> None:
        """`Ducat expenditures: none`: what was on file of it is taken back. Gifts stay (17.1). Raises Refused."""
        in_spring, in_campaigns, verbs = _TOPICS[topic]
        part = in_spring if self.context.is_spring else in_campaigns
        if not part and not topic:
            hint = "write: Pay nothing. Or: Raise nothing"
            raise refusal("which-units", "none of them is paid, or none is raised?", hint)
        if not part:
            raise self._misplaced()
        if topic == "PAY":
            self._take(line.line, Said(PAYMENTS, NOTHING))
            return
        self.found.emptied.setdefault(part, []).append(frozenset(verbs or (kinds if part == ORDERS else ())))
        self.found.note(line.line, "none", part)


def _fault_of(line: Line) -> Refused:
    """Return what to tell of a line that is not filed."""
    reader, alone = reader_of(ADJUSTMENT), "; ".join(each.text for each in line.statements)
    kinds = {kind for edges in Text(line.text, reader.lexicon, reader.names).edges for kind in edges} | {"ANY"}
    like = next(example for kind, example in tells_of("machiavelli").items() if kind in kinds)
    return refusal(*fault_of(line, alone, f"for example: `{like}`", reader))


def _kind(statement: Statement) -> Node:
    """Return the node that says of what kind a statement is."""
    return statement.node.children[0].children[0]


def _remember(context: Context, node: Node, values: Sequence[object]) -> None:
    """Keep what the statements behind this one may speak of: `it`, `the rest`, and the orders that they support."""
    orders = tuple(each for each in values if isinstance(each, Order))
    spent = [each for each in values if isinstance(each, Expense)]
    context.ordered.update(" ".join(str(each).split()[-2:]) for each in values if isinstance(each, Salary | str))
    context.ordered.update(each.unit_text for each in orders)
    if spent:
        context.it = context.position.units.get(spent[-1].place) if spent[-1].verb in (BUY, OPERATE) else None
        context.last = ()
    elif orders:
        is_it = node.below("PRONOUN", "THEN") or all(each.unit_text == str(context.it) for each in orders)
        context.it = context.it if is_it else None
        context.last = orders
