"""A letter of the player, line by line, as what it says (17.1, Example 5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from judge.reading.sheet import SheetLine
from judge.rules.machiavelli.adjustment import NOTHING, PAY, RAISE
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, ORDERS, PAYMENTS
from judge.rules.machiavelli.expenses import BUY, OPERATE, REBELLIONS
from judge.rules.machiavelli.orders import Order
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading.asides import orders_nothing, without_aside
from judge.rules.machiavelli.reading.attached import hoped_for, orders_of, read_bribe
from judge.rules.machiavelli.reading.clauses import with_ways_whole
from judge.rules.machiavelli.reading.commas import clauses_of
from judge.rules.machiavelli.reading.ducats import (
    AGAINST,
    GIFT_WORDS,
    GIVE,
    ask_of_bribe,
    read_expense_clause,
    topic_of,
)
from judge.rules.machiavelli.reading.gathered import Gathered, Mark, all_of, each_alone, each_of
from judge.rules.machiavelli.reading.giving import give, is_gift, purpose, under_gifts, with_gifts_whole
from judge.rules.machiavelli.reading.headings import GIFTS as GIFTS_BELOW
from judge.rules.machiavelli.reading.headings import NOTHING_WORDS, TAX, TRADES, heading_of, none_of, topic_below
from judge.rules.machiavelli.reading.helped import helpers_at, with_helpers_whole, with_supports
from judge.rules.machiavelli.reading.lists import (
    LISTED,
    expenses_in,
    read_taxes,
    read_trades,
    with_lists_whole,
    with_trades_whole,
    without_both,
)
from judge.rules.machiavelli.reading.lords import with_lord_found, with_lords_named
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, UnclearOfSome
from judge.rules.machiavelli.reading.names import LONGEST_LINE, signs, suggestion, words_of
from judge.rules.machiavelli.reading.on_file import about, filed_by, left_by
from judge.rules.machiavelli.reading.payments import (
    LEFT,
    SEVERAL,
    ask_which,
    disbands_nothing,
    except_for,
    in_their_order,
    instead,
    is_salary,
    once_taxed,
    pays_nothing,
    raises_nothing,
    salaries_of,
    verb_of,
    whole_list,
    with_counts_whole,
)
from judge.rules.machiavelli.reading.permissions import (
    is_permission,
    read_excommunication,
    read_permits,
    with_units_whole,
)
from judge.rules.machiavelli.reading.provisos import beside, doubt_of, hanging_on, if_any, is_idle, proviso
from judge.rules.machiavelli.reading.sentences import in_short, sentences_of
from judge.rules.machiavelli.reading.together import (
    check_bribes,
    check_orders,
    check_payments,
    one_excommunication,
)
from judge.rules.machiavelli.state import ADJUSTMENT, Label
from judge.rules.values import (
    LineRead,
    Orders,
    Reading,
    Sheet,
)
from judge.rules.words.buried import A_HEADING

_NO_HEADING = ""

WHICH_UNITS = "machiavelli/which-units"
_EACH = frozenset(("illegal", "no-such-unit", "impossible", "not-there"))
"""What is told of each clause of a line that it is true of."""
_CANNOT_READ = ("no-order", "no-trade", "two-amounts")
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
        first = _gather(position, label, role, sheet.lines, sheet.filed.get(EXPENDITURES, "").splitlines())
        spends = _said(first, EXPENDITURES, sheet.filed)
        hoped = hoped_for(spends)
        found = _gather(position, label, role, sheet.lines, spends)
    texts = {line.number: line for line in sheet.lines}
    check_orders(position, role, found, hoped, texts)
    check_bribes(found, texts)
    one_excommunication(found, texts)
    check_payments(label, found, texts)
    said = {part: [text for text, _ in texts] for part, texts in found.parts.items()}
    note = ""
    if PAYMENTS in said or found.left:
        listed = said.get(PAYMENTS, [])
        board = once_taxed(position, role, _said(found, DEALINGS, sheet.filed))
        said[PAYMENTS], note = whole_list(board, role, listed, sheet.filed.get(PAYMENTS, ""), found.left)
    emptied = left_by(found.emptied, sheet.filed)
    parts, notes = filed_by(emptied | said, found.more, sheet.filed)
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
    return left_by(found.emptied, filed).get(part, filed.get(part, "").splitlines())


def _bought(lines: Iterable[str]) -> dict[str, str]:
    """The provinces that dealings would buy, each with how."""
    return {line.split()[1]: line for line in lines if line.startswith(f"{BUY} ")}


def _gather(
    position: Position,
    label: Label,
    role: str,
    lines: Sequence[SheetLine],
    spends: Collection[str] = (),
    bought: Collection[str] = (),
    filed: Mapping[str, str] | None = None,
) -> Gathered:
    found = Gathered()
    hoped, defecting = hoped_for(spends), hoped_for(spends, (BUY,))
    context = Context(position, role, hoped=hoped, defecting=defecting, bought=bought, filed=filed or {})
    topic = _NO_HEADING
    hanging = hanging_on(lines, label)
    for line in lines:
        if len(line.text) > LONGEST_LINE:
            found.complain(line, Unclear("too-long", f"a line has at most {LONGEST_LINE} letters"))
            continue
        sentences = sentences_of(without_aside(line.text))
        for sentence in sentences:
            if len(sentences) == 1 or not orders_nothing(sentence):
                words = with_lords_named(in_short(words_of(sentence)))
                before, ordered = found.mark(line), set(context.ordered)
                topic = _sentence(found, line, words, label, context, topic)
                doubt = doubt_of(sentence, hanging.get(line.number, ""))
                if doubt and found.since(before):
                    _refuse(found, line, before, doubt, context, ordered)
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
            found.note(line, A_HEADING)
            return topic
        if {"excommunication", "excommunications"} & set(heading) and words[0] not in NOTHING_WORDS:
            words = ["excommunication", *words]  # `Excommunication Order: Milan`
        if words[0] in NOTHING_WORDS and len(words) == 1:
            _empty(found, line, heading, label)
            return topic
    words = without_both(context, under_gifts(words) if topic == GIFTS_BELOW else words)
    read = _read_spring if label.kind == ADJUSTMENT else _read_campaign
    before, ordered = found.mark(line), set(context.ordered)
    _line(found, line, words, read, context, topic)
    if any(each.code == WHICH_UNITS for each in found.problems[before.problems :]):
        found.take_back(PAYMENTS, before, line)  # the rest of the list alone would disband them
    acts = found.since(before)
    fault = acts and (proviso(words, listed=acts == {PAYMENTS}) or beside(found.unread[before.unread :]))
    if fault:
        _refuse(found, line, before, fault, context, ordered)
    return topic


def _refuse(
    found: Gathered, line: SheetLine, before: Mark, fault: Unclear, context: Context, ordered: Collection[str]
) -> None:
    """Takes back what a sentence has said, and says why."""
    found.undo(before, line)
    found.complain(line, fault)
    context.ordered = set(ordered)


def _empty(found: Gathered, line: SheetLine, heading: Sequence[str], label: Label) -> None:
    """`Ducat expenditures: none`: what was on file of it is taken back. Gifts stay (17.1)."""
    try:
        part, verbs = none_of(heading, label)
    except Unclear as fault:
        found.complain(line, fault)
        return
    if part == PAYMENTS and not verbs:
        found.add(PAYMENTS, NOTHING, line)
        return
    found.emptied.setdefault(part, []).append(verbs)
    found.part_of[line.number] = part
    found.note(line, "none")


Read = Callable[[Gathered, SheetLine, Sequence[str], Context, str], str]


def _line(found: Gathered, line: SheetLine, words: Sequence[str], read: Read, context: Context, topic: str) -> None:
    """The clauses of a line, as few together as make sense."""
    clauses = [each for each in with_gifts_whole(context.role, clauses_of(words)) if not is_idle(each)]
    if read is _read_spring:
        clauses = with_counts_whole(with_trades_whole(clauses))
        clauses = in_their_order(clauses) if clauses and (verb_of(clauses[0]) or topic) == PAY else clauses
    else:
        clauses = with_lists_whole(context, with_units_whole(context, clauses))
        clauses = with_helpers_whole(context, with_ways_whole(context, clauses))
    at = 0
    while at < len(clauses):
        fault: Unclear | None = None
        told_of = at + 1
        for last in range(at + 1, min(at + JOINED, len(clauses)) + 1):
            joined = [word for clause in clauses[at:last] for word in (*clause, ",")][:-1]
            try:
                topic = read(found, line, with_lord_found(context, joined), context, topic)
            except Unclear as unclear:
                # The first reading's complaint, unless a longer one comes nearer to an order.
                if fault is None or (fault.kind == "no-order" != unclear.kind):
                    fault = unclear
                if unclear.kind == "impossible":
                    told_of = last  # `A OTR - NAP via ION, KAL` is one order, and no way
                continue
            fault = None
            at = last
            break
        if fault is not None:
            unknown = fault.kind in ("no-such-name", "no-such-unit")
            if unknown or (fault.kind == "no-order" and not fault.hint):
                example = "for example: A URB - ARE; or: Perugia supp. Arezzo"
                fault.hint = suggestion(clauses[at]) or fault.hint or example
            if unknown or fault.kind in _CANNOT_READ:
                fault.message, fault.hint = if_any(clauses[at]) or (fault.message, fault.hint)
            told = {(each.line, each.code) for each in found.problems}
            if (line.number, fault.code) not in told or fault.readings or fault.kind in _EACH:
                found.complain(line, fault)
            found.unread += clauses[at:told_of]
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
    if spends in ("", GIVE) and words[0] in AGAINST | {"victim"} and found.latest(line).split(" ")[0] in REBELLIONS:
        return topic  # `Rebellion in Pisa, against Milan`: the victim is what it is (11.1)
    if spends == GIVE and not is_gift(words):
        ask_of_bribe(context, words)
    if spends == GIVE:
        give(found, line, words, context)
    elif spends:
        _expenses(found, line, words, context, spends)
    else:
        _orders(found, line, words, context)
    return topic


def _expenses(found: Gathered, line: SheetLine, words: Sequence[str], context: Context, topic: str) -> None:
    """Each expenditure of a list, with the order of the unit that it bribes; a bad one loses no good one."""

    def read(words: Sequence[str]) -> None:
        if topic in REBELLIONS:
            expense, odd = read_expense_clause(context, topic, words)
            code, orders = "fixed-price", list[Order]()
        else:
            expense, odd, orders = read_bribe(context, topic, words)
            code = "out-of-reach"
        found.add(EXPENDITURES, str(expense), line)
        for order in orders:
            found.add(ORDERS, str(order), line)
        if odd:
            found.warn(code, f"As the board stands: {odd}.", line)
        context.it = (expense.target if topic in (BUY, OPERATE) else "", line.number)

    all_of(found, line, expenses_in(context, topic, words) if topic in LISTED else [list(words)], read)


def _orders(found: Gathered, line: SheetLine, words: Sequence[str], context: Context) -> None:
    """What units shall do, and who supports them."""
    helped = helpers_at(words[1:]) and helpers_at(words)
    try:
        orders = orders_of(context, words[: helped[0]] if helped else words, line.number)
    except UnclearOfSome as some:
        if helped:
            raise
        each_alone(found, line, some.parts, lambda part: _orders(found, line, part, context))
        return
    if helped:
        orders, faults = with_supports(context, orders, words[helped[1] :])
        for fault in faults:
            found.complain(line, fault)
    for order in orders:
        context.ordered.add(order.place)
        found.add(ORDERS, str(order), line)
    if "it" not in words and any(order.unit_text != context.it[0] for order in orders):
        context.it = ("", 0)  # from now on `it` would be another


def _read_spring(found: Gathered, line: SheetLine, words: Sequence[str], context: Context, topic: str) -> str:
    there = set(words)
    if topic and line.number not in found.meanings and signs(context.role, words):
        raise Unclear("no-order", "this is a name, not a unit")
    if there & {"excommunicate", "excommunication", "excommunicating", "crusade"}:
        found.add(DEALINGS, str(read_excommunication(context, words)), line)
        return topic
    if there & {"sell", "selling", "sale", "buy", "buying", "purchase"}:
        read_trades(found, line, words, context)
        return topic
    if there & {"tax", "taxing", "taxes", "taxation"}:
        topic = TAX
    elif (verb := verb_of(words)) and not is_gift(words):
        topic = verb
    elif topic == TRADES and topic_of(words) == GIVE and GIFT_WORDS.isdisjoint(words):
        raise Unclear("no-trade", "do you sell it, or buy it?", "write: Sell Pisa to Genoa for 5 ducats")
    elif topic_of(words) == GIVE and not (topic == PAY and is_salary(context, words)):
        give(found, line, words, context)
        return topic
    if topic == TAX:
        read_taxes(found, line, words, context)
    elif topic in (PAY, RAISE, LEFT):
        if pays_nothing(words):
            found.add(PAYMENTS, NOTHING, line)
            return topic
        if topic == RAISE and raises_nothing(words):
            found.note(line, "no new unit")
            return topic
        if topic == LEFT and disbands_nothing(words):
            found.note(line, "no unit is disbanded")
            return topic
        return _salaries(found, line, words, context, topic)
    else:
        raise Unclear("no-order", "this is nothing that you can do in a Spring adjustment", instead(context, words))
    return topic


def _salaries(found: Gathered, line: SheetLine, words: Sequence[str], context: Context, topic: str) -> str:
    """The units of a list, each by the verb before it, and behind `except` those that are left out of it."""
    listed, but = except_for(words)
    verb = topic
    if but and pays_nothing(listed):
        verb, listed, but = PAY, but, []  # `Pay nobody except A FIR`
    ask_which(context, verb, words)
    several = ""

    def spare(part: Sequence[str]) -> None:
        context.ordered.update(str(salary) for salary in salaries_of(context, PAY, part))

    def read(part: Sequence[str]) -> None:
        nonlocal verb, several
        verb = verb_of(part) or verb
        several = next((word for word in part if word in SEVERAL), several)
        if verb == RAISE and several and KIND_WORDS.keys().isdisjoint(part):
            part = [several, *part]  # `armies in Pistoia and Pisa`
        for salary in salaries_of(context, verb, part):
            context.ordered.add(str(salary))
            if verb == LEFT:
                found.left.append(str(salary))
                found.note(line, f"DISBAND {str(salary).removeprefix(PAY).strip()}")
                found.part_of[line.number] = PAYMENTS
            else:
                found.add(PAYMENTS, str(salary), line)

    if but and verb == LEFT:
        each_of(found, line, but, spare)  # `Disband all but A FIR`
    elif but:
        verb = LEFT
        each_of(found, line, but, read)
        verb = topic
    if listed:
        each_of(found, line, listed, read)
    return LEFT if but else verb
