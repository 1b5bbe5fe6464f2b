"""A letter of the player, line by line, as what it says (17.1, Example 5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from judge.rules.machiavelli.labels import ADJUSTMENT, Label
from judge.rules.machiavelli.letters import DEALINGS, EXPENDITURES, GIFTS, ORDERS, PAYMENTS
from judge.rules.machiavelli.money.ducats import (
    AGAINST,
    GIVE,
    amount_of,
    read_expense_clause,
    read_gift_clause,
    read_tax,
    read_trade,
    topic_of,
    whole_area,
)
from judge.rules.machiavelli.money.expenses import BUY, OPERATE, REBELLIONS, no_gift
from judge.rules.machiavelli.on_file import about, filed_by
from judge.rules.machiavelli.orders import Order
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading.asides import orders_nothing, without_aside
from judge.rules.machiavelli.reading.attached import read_bribe
from judge.rules.machiavelli.reading.clauses import read_operation
from judge.rules.machiavelli.reading.commas import by_and, clauses_of
from judge.rules.machiavelli.reading.gathered import Gathered
from judge.rules.machiavelli.reading.giving import gifts_in, purpose, with_gifts_whole
from judge.rules.machiavelli.reading.headings import NOTHING_WORDS, TAX, heading_of, topic_below
from judge.rules.machiavelli.reading.leave import read_permits
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, unit_mentions
from judge.rules.machiavelli.reading.names import LONGEST_LINE, countries_at, suggestion, words_of
from judge.rules.machiavelli.reading.payments import LEFT, except_for, pays_nothing, salaries_of, verb_of, whole_list
from judge.rules.machiavelli.reading.permissions import is_permission, read_excommunication
from judge.rules.machiavelli.reading.provisos import is_idle, proviso
from judge.rules.machiavelli.reading.sentences import sentences_of
from judge.rules.machiavelli.reading.together import (
    check_bribes,
    check_orders,
    check_payments,
    one_excommunication,
    warn_of_ban,
)
from judge.rules.machiavelli.springtime import NOTHING, PAY, RAISE
from judge.rules.system import LineRead, Orders, Reading, Sheet, SheetLine

_NO_HEADING = ""

_NO_UNIT = NOTHING_WORDS | {
    *("not", "do", "will", "we", "i", "but", "and", "raise", "raising", "new", "any", "anything", "unit", "units"),
}
_EACH = frozenset(("machiavelli/illegal", "machiavelli/no-such-unit"))
"""What is told of each clause of a line that it is true of."""
JOINED = 6
"""Clauses that can belong together: `Napoli - Pisa via BON, ETS`."""


def read_sheet(position: Position, label: Label, role: str, sheet: Sheet) -> Reading:
    """What a letter says. Never raises; a bad line loses no good one."""
    hoped: frozenset[str] = frozenset()
    if label.kind == ADJUSTMENT:
        buys = _bought(sheet.filed.get(DEALINGS, "").splitlines())
        first = _gather(position, label, role, sheet.lines, filed=buys)
        bought = _bought(_said(first, DEALINGS, sheet.filed)).keys()
        found = _gather(position, label, role, sheet.lines, bought=bought, filed=buys) if bought else first
        if DEALINGS in found.parts and DEALINGS not in first.parts:
            found = first  # taxes alone would take the place of the purchase on file that they rest on
    else:
        first = _gather(position, label, role, sheet.lines, _hoped(sheet.filed.get(EXPENDITURES, "").splitlines()))
        hoped = _hoped(_said(first, EXPENDITURES, sheet.filed))
        found = _gather(position, label, role, sheet.lines, hoped)
    texts = {line.number: line for line in sheet.lines}
    check_orders(position, role, found, hoped, texts)
    check_bribes(position, found, texts)
    one_excommunication(found, texts)
    check_payments(label, found, texts)
    said = {part: [text for text, _ in texts] for part, texts in found.parts.items()}
    note = ""
    if PAYMENTS in said or found.left:
        listed = said.get(PAYMENTS, [])
        said[PAYMENTS], note = whole_list(position, role, listed, sheet.filed.get(PAYMENTS, ""), found.left)
    emptied: dict[str, list[str]] = {part: [] for part in sorted(found.emptied - said.keys())}
    parts, notes = filed_by(said | emptied, found.more, sheet.filed)
    notes += [note] if note else []
    filed = {**sheet.filed, **parts}
    lines = tuple(
        LineRead(number, texts[number].text, "; ".join(meanings), found.part_of.get(number, ""))
        for number, meanings in sorted(found.meanings.items())
    )
    problems = tuple(sorted(found.problems, key=lambda each: each.line))
    return Reading(parts, (), any(filed.values()), lines, problems, (*notes, *about(position, label, role, parts)))


def _said(found: Gathered, part: str, filed: Orders) -> list[str]:
    """The lines of a part that will be on file: the letter's, else those that are."""
    if part in found.parts:
        return [text for text, _ in found.parts[part]]
    return [] if part in found.emptied else filed.get(part, "").splitlines()


def _bought(lines: Iterable[str]) -> dict[str, str]:
    """The provinces that dealings would buy, each with how."""
    return {line.split()[1]: line for line in lines if line.startswith(f"{BUY} ")}


def _hoped(lines: Iterable[str]) -> frozenset[str]:
    """The units that expenditures would put at the writer's command."""
    words = [line.split() for line in lines]
    return frozenset(" ".join(each[1:3]) for each in words if each and each[0] in (BUY, OPERATE))


def _gather(
    position: Position,
    label: Label,
    role: str,
    lines: Sequence[SheetLine],
    hoped: frozenset[str] = frozenset(),
    bought: Collection[str] = (),
    filed: Mapping[str, str] | None = None,
) -> Gathered:
    found = Gathered()
    context = Context(position, role, hoped=hoped, bought=bought, filed=filed or {})
    topic = _NO_HEADING
    for line in lines:
        if len(line.text) > LONGEST_LINE:
            found.complain(line, Unclear("too-long", f"a line has at most {LONGEST_LINE} letters"))
            continue
        sentences = sentences_of(without_aside(line.text))
        for sentence in sentences:
            if len(sentences) == 1 or not orders_nothing(sentence):
                topic = _sentence(found, line, words_of(sentence), label, context, topic)
    return found


def _sentence(found: Gathered, line: SheetLine, words: list[str], label: Label, context: Context, topic: str) -> str:
    """Reads one sentence of a line; what the clauses of the next are about, where they do not say it."""
    if not words:
        return topic
    heading, words = heading_of(words)
    if heading:
        context.kind = next((KIND_WORDS[word] for word in heading if word in KIND_WORDS), "")
        topic = topic_below(heading, topic if context.kind else _NO_HEADING)
        if not words:
            found.note(line, "a heading")
            return topic
        if words[0] in NOTHING_WORDS and len(words) == 1:
            _empty(found, line, heading, label)
            return topic
    read = _read_spring if label.kind == ADJUSTMENT else _read_campaign
    before, ordered = found.mark(line), set(context.ordered)
    _line(found, line, words, read, context, topic)
    acts = found.since(before) - ({PAYMENTS} if label.kind == ADJUSTMENT else set())
    if acts and (fault := proviso(words)):
        found.undo(before, line)
        found.complain(line, fault)
        context.ordered = ordered
    return topic


def _empty(found: Gathered, line: SheetLine, heading: Sequence[str], label: Label) -> None:
    """`Ducat expenditures: none`: what was on file of it is taken back. Gifts stay (17.1)."""
    there = set(heading)
    if label.kind == ADJUSTMENT:
        if there & {"pay", "payments", "payment", "salaries", "units", "maintenance"}:
            found.add(PAYMENTS, NOTHING, line)
            return
        part = DEALINGS
    else:
        part = EXPENDITURES if there & {"expenditures", "expenses", "ducat", "bribes"} else ORDERS
    found.emptied.add(part)
    found.note(line, "none")
    found.part_of[line.number] = part


Read = Callable[[Gathered, SheetLine, Sequence[str], Context, str], str]


def _line(found: Gathered, line: SheetLine, words: Sequence[str], read: Read, context: Context, topic: str) -> None:
    """The clauses of a line, as few together as make sense."""
    clauses = [each for each in with_gifts_whole(context.role, clauses_of(words)) if not is_idle(each)]
    at = 0
    while at < len(clauses):
        fault: Unclear | None = None
        told_of = at + 1
        for last in range(at + 1, min(at + JOINED, len(clauses)) + 1):
            joined = [word for clause in clauses[at:last] for word in (*clause, ",")][:-1]
            try:
                topic = read(found, line, joined, context, topic)
            except Unclear as unclear:
                # The first reading's complaint, unless a longer one comes nearer to an order.
                if fault is None or (fault.code.endswith("no-order") and not unclear.code.endswith("no-order")):
                    fault = unclear
                if unclear.code.endswith("impossible"):
                    told_of = last  # `A OTR - NAP via ION, KAL` is one order, and no way
                continue
            fault = None
            at = last
            break
        if fault is not None:
            unknown = fault.code.endswith(("no-such-name", "no-such-unit"))
            if unknown or (fault.code.endswith("no-order") and not fault.hint):
                example = "for example: A URB - ARE; or: Perugia supp. Arezzo"
                fault.hint = suggestion(clauses[at]) or fault.hint or example
            told = {(each.line, each.code) for each in found.problems}
            if (line.number, fault.code) not in told or fault.readings or fault.code in _EACH:
                found.complain(line, fault)
            if read is _read_spring:
                topic = verb_of(clauses[at]) or topic  # the units behind a bad one are raised, too
            at = told_of


def _read_campaign(found: Gathered, line: SheetLine, words: Sequence[str], context: Context, topic: str) -> str:
    there = set(words)
    if is_permission(words):
        for permit in read_permits(context, words):
            found.add(ORDERS, str(permit), line)
        return topic
    if there & {"excommunicate", "excommunication", "excommunicating", "crusade"}:
        found.add(ORDERS, str(read_excommunication(context, words)), line)
        return topic
    spends = topic_of(words)
    if spends not in ("", GIVE) and (gift := purpose(words)):
        why = "a gift, or do you pay for this yourself?"
        raise Unclear("gift-or-expense", why, "write one of these, or what you pay for by itself", (str(gift),))
    if not spends and words[0] in AGAINST | {"victim"} and _ends_in_rebellion(found, line):
        return topic  # `Rebellion in Pisa, against Milan`: the victim is what it is (11.1)
    if spends == GIVE:
        _gift(found, line, words, context)
    elif spends in REBELLIONS:
        for part in _by_province(words):
            expense, odd = read_expense_clause(context, spends, part)
            found.add(EXPENDITURES, str(expense), line)
            if odd:
                found.warn("fixed-price", f"As the board stands: {odd}.", line)
    elif spends:
        expense, odd, orders = read_bribe(context, spends, words)
        found.add(EXPENDITURES, str(expense), line)
        for order in orders:
            found.add(ORDERS, str(order), line)
        if odd:
            found.warn("out-of-reach", f"As the board stands: {odd}.", line)
    else:
        for order in _operation(context, words):
            context.ordered.add(order.place)
            found.add(ORDERS, str(order), line)
    return topic


def _by_province(words: Sequence[str]) -> list[list[str]]:
    """`rebellion in pisa and arezzo`: one for each province, with the words before the first. What is said about a
    victim names none (11.1).
    """
    first, *more = by_and(words)
    if not more or AGAINST.intersection(words) or not all(whole_area(part) for part in more):
        return [list(words)]
    begin = next((at for at in range(len(first)) if whole_area(first[at:])), len(first))
    return [first, *([*first[:begin], *part] for part in more)]


def _operation(context: Context, words: Sequence[str]) -> list[Order]:
    try:
        return read_operation(context, words)
    except Unclear as unclear:
        if unclear.code.endswith("no-order") and verb_of(words) == RAISE:
            hint = "now you can order your units, bribe, and give"
            raise Unclear("no-order", "units are raised in the Spring adjustment", hint) from None
        raise


def _ends_in_rebellion(found: Gathered, line: SheetLine) -> bool:
    return found.meanings.get(line.number, [""])[-1].split(" ")[0] in REBELLIONS


def _gift(found: Gathered, line: SheetLine, words: Sequence[str], context: Context) -> None:
    gifts = [read_gift_clause(each) for each in gifts_in(words)]
    for gift in gifts:
        if why := no_gift(context.position, context.role, gift.to):
            raise Unclear("illegal", why)
    for gift in gifts:
        warn_of_ban(context.position, (context.role, gift.to), found, line)
        found.add(GIFTS, str(gift), line)
        if set(words) & {"more", "another", "extra"}:
            found.more[str(gift)] += 1


def _read_spring(found: Gathered, line: SheetLine, words: Sequence[str], context: Context, topic: str) -> str:
    there = set(words)
    if topic and line.number not in found.meanings and _signs(context.role, words):
        raise Unclear("no-order", "this is a name, not a unit")
    if there & {"excommunicate", "excommunication", "excommunicating", "crusade"}:
        found.add(DEALINGS, str(read_excommunication(context, words)), line)
        return topic
    if there & {"sell", "selling", "sale", "buy", "buying", "purchase"}:
        trade = read_trade(context, words)
        found.add(DEALINGS, str(trade), line)
        warn_of_ban(context.position, (context.role, trade.partner), found, line)
        return topic
    if there & {"tax", "taxing", "taxes", "taxation"}:
        topic = TAX
    elif (verb := verb_of(words)) and not _is_gift(words):
        topic = verb
    elif topic_of(words) == GIVE:
        _gift(found, line, words, context)
        return topic
    if topic == TAX:
        _each(found, line, words, lambda part: found.add(DEALINGS, str(read_tax(context, part)), line))
    elif topic in (PAY, RAISE, LEFT):
        if pays_nothing(words):
            found.add(PAYMENTS, NOTHING, line)
            return topic
        if topic == RAISE and there & (NOTHING_WORDS | {"not"}) and there <= _NO_UNIT:
            found.note(line, "no new unit")
            return topic
        return _salaries(found, line, words, context, topic)
    else:
        raise Unclear("no-order", "this is nothing that you can do in a Spring adjustment", _instead(context, words))
    return topic


def _salaries(found: Gathered, line: SheetLine, words: Sequence[str], context: Context, topic: str) -> str:
    """The units of a list, each by the verb before it, and behind `except` those that are left out of it."""
    listed, but = except_for(words)
    verb = topic

    def read(part: Sequence[str]) -> None:
        nonlocal verb
        verb = verb_of(part) or verb
        for salary in salaries_of(context, verb, part):
            context.ordered.add(str(salary))
            if verb == LEFT:
                found.left.append(str(salary))
                found.note(line, f"DISBAND {str(salary).removeprefix(PAY).strip()}")
                found.part_of[line.number] = PAYMENTS
            else:
                found.add(PAYMENTS, str(salary), line)

    if but:
        verb = LEFT
        _each(found, line, but, read)
        verb = topic
    if listed:
        _each(found, line, listed, read)
    return LEFT if but else verb


def _instead(context: Context, words: Sequence[str]) -> str:
    """What could be meant in Phase A: a unit without its verb, or what comes later."""
    if any(end == len(words) for _, _, end in unit_mentions(context, words, 0)):
        unit = " ".join(words).upper()
        return f"write Raise {unit} for a new unit, or Pay {unit} for one that you have"
    return "now you can give, sell, tax, pay and raise; orders and bribes come in the next campaign"


def _signs(role: str, words: Sequence[str]) -> bool:
    """Is this the writer's own country and nothing else, as it stands below a letter?"""
    return any(role in codes and end == len(words) for codes, end in countries_at(words, 0))


def _is_gift(words: Sequence[str]) -> bool:
    """`Pay 5 ducats to Genoa` is a gift, no salary."""
    try:
        amount, _ = amount_of(words)
        return amount is not None and bool(read_gift_clause(words))
    except Unclear:
        return False


def _each(found: Gathered, line: SheetLine, words: Sequence[str], read: Callable[[Sequence[str]], None]) -> None:
    """Reads the parts of a list, each by itself: a bad one loses no good one. Unclear if all of them are bad."""
    faults: list[Unclear] = []
    parts = by_and(words)
    for part in parts:
        try:
            read(part)
        except Unclear as fault:
            faults.append(fault)
    if faults and len(faults) == len(parts):
        raise faults[0]
    for each in faults:
        found.complain(line, each)
