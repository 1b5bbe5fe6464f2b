"""Reading a mail's lines for one power, from its view alone: offers, ACCEPT, TRANSFER, and the board's other orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.labels import MOVEMENT, Label
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.attempts import tokens_of
from judge.rules.diplomacy.reading.broken_lines import TWO_LINES, look_like_one, may_end_one, mend
from judge.rules.diplomacy.reading.quotation import in_writers_words
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.payola.acceptance import idle_in_list, read_list
from judge.rules.payola.acts import check_transfer
from judge.rules.payola.canonical import (
    OFFERS,
    Command,
    Comment,
    Line,
    Offer,
    OfferSheet,
    Savings,
    parser_for,
    print_line,
)
from judge.rules.payola.reading.adding import added_to, adding_in, gone_of, second_sheet
from judge.rules.payola.reading.attempts import preferred
from judge.rules.payola.reading.corrected import with_corrections
from judge.rules.payola.reading.oddities import oddities
from judge.rules.payola.reading.phrases import with_types
from judge.rules.payola.reading.savings import is_said, said_beside
from judge.rules.payola.reading.several import OfferFinder, without_number
from judge.rules.payola.reading.sheet import (
    BlindSheetReader,
    SheetReader,
    read_beside,
)
from judge.rules.payola.reading.words import (
    Gift,
    gift_in,
    gift_within,
    list_in,
    not_given,
    power_named,
    refuse_list_said,
    word_meant,
)
from judge.rules.payola.treasury import CURRENCY
from judge.rules.payola.view import PayolaView
from judge.rules.problems import Problem
from judge.rules.values import (
    Act,
    LineRead,
    Reading,
    Sheet,
)

FORMS_REMARK = "//"
"""So lines of the form begin that only tell something. They are no comments of the player's, and are not filed."""

COMMENTS_OPEN = "Comments stay with your sheet. They become public when the game ends."

OFFER_BEGUN = re.compile(
    r"\s*+[0-9*#+][\s0-9*#+]*+(?:[:!>@&$]|\b[AF]\b)|\s*+[:!>@&]|\s*+[AF]\s++\w{3}\b", re.IGNORECASE
)
_OFFER_LIKE = re.compile(r"[0-9*#+\s]*[:!>@&]|.*\$\s*$|\s*[0-9]", re.DOTALL)


class _Words:
    """The acts in a mail, and the money that earlier TRANSFER lines of the same mail leave."""

    def __init__(self, view: PayolaView, role: str) -> None:
        self.view = view
        self.role = role
        self.left = view.balance or 0
        self.acts: list[Act] = []
        self.problems: list[Problem] = []

    def read(self, line: SheetLine) -> str | None:
        """The meaning of an ACCEPT or TRANSFER line; None if it is neither. BadOrder if it is a wrong one."""
        board = self.view.board
        text = without_remark(line.text).rstrip()
        listed = list_in(text)
        if listed is not None:
            written = read_list(board, self.role, listed)
            self.problems += idle_in_list(board, written, line, loyal=self.view.variant.loyal)
            self.acts.append(Act("accept", {"list": written}, line.number, line.text))
            return f"ACCEPT {written}"
        gift = gift_in(text, self.left, self.view.receivers)
        if gift is None:
            refuse_list_said(board, text)
            if power := preferred(board, tokens_of(text), text):
                letters = "".join(dict.fromkeys((board.letters.get(self.role, ""), board.letters[power])))
                hint = f"write `ACCEPT {letters}?`, with the letters of those whom your units prefer, best first"
                raise BadOrder("payola/bad-list", "whose offers win a tie is said with ACCEPT", hint)
            if (meant := gift_within(board.powers, text)) and not OFFER_BEGUN.match(text):
                raise not_given(meant)
            return None
        act = transfer(self.role, power_named(board, gift.name), gift, self.left, self.view.payees, line)
        self.left -= gift.amount
        self.acts.append(act)
        return transfer_text(act)


def transfer(payer: str, payee: str, gift: Gift, balance: int, payees: tuple[str, ...], line: SheetLine) -> Act:
    """The act of a TRANSFER line. BadOrder unless it is allowed. Giving all away is always asked back."""
    check_transfer(payer, payee, gift.amount, balance, payees)
    data = {"to": payee, "amount": gift.amount}
    goes = "goes" if gift.amount == 1 else "go"
    left = f"{balance - gift.amount} {CURRENCY} left"
    foretells = f"{gift.amount} {CURRENCY} {goes} from you ({left}) to {payee.title()}, for good."
    return Act("transfer", data, line.number, line.text, True, gift.everything, foretells)


def transfer_text(act: Act) -> str:
    all_of_it = ", all that you have" if act.asks_always else ""
    return f"TRANSFER {act.data['amount']} TO {act.data['to']}{all_of_it}"


def read_mail(view: PayolaView, role: str, sheet: Sheet) -> Reading:
    """What the lines mean (rulings P1-P3, P33). Never raises on what was written."""
    sheet = unnumbered(sheet)
    words = _Words(view, role)
    rest, understood = read_words(words.read, sheet.lines)
    moving = view.table.label.kind == MOVEMENT
    read = (read_offer_sheet if moving else read_board_orders)(view, role, rest, sheet)
    return in_order(read, replace(understood, acts=tuple(words.acts)), words.problems)


def unnumbered(sheet: Sheet) -> Sheet:
    """The sheet without the numbers of a list before whole offers and words: `1) 6 : A VIE - TRI`. A number before an
    order alone may be an amount, and stays.
    """
    return replace(sheet, lines=tuple(replace(line, text=without_number(line.text)) for line in sheet.lines))


def read_words(read: Callable[[SheetLine], str | None], lines: Sequence[SheetLine]) -> tuple[list[SheetLine], Reading]:
    """(the lines that `read` leaves to others, the meanings and problems of those that it does not)."""
    rest: list[SheetLine] = []
    meanings: list[LineRead] = []
    problems: list[Problem] = []
    for line in lines:
        try:
            meaning = read(line)
        except BadOrder as bad:
            problems.append(problem_of(bad, line))
            continue
        if meaning is None:
            rest.append(line)
        else:
            meanings.append(LineRead(line.number, line.text, meaning))
    return rest, Reading(lines=tuple(meanings), problems=tuple(problems))


def in_order(read: Reading, words: Reading, warnings: Sequence[Problem]) -> Reading:
    """What was read of a sheet and of the words beside it, and warnings about them, by the lines of the mail."""
    return replace(
        read,
        acts=words.acts,
        lines=tuple(sorted((*words.lines, *read.lines), key=lambda each: each.line)),
        problems=tuple(sorted((*words.problems, *warnings, *read.problems), key=lambda each: each.line)),
    )


def problem_of(fault: BadOrder, line: SheetLine) -> Problem:
    bad = in_writers_words(fault, line.text)
    return Problem(bad.code, bad.message, line.number, bad.hint, line.text, readings=bad.readings)


def reader_for(view: PayolaView, role: str) -> SheetReader:
    """Who reads this role's sheet, from nothing but what the role may know."""
    kind = BlindSheetReader if view.variant.blind else SheetReader
    return kind(view.board, view.table.position, role, view.variant, view.dummies)


def read_offers(reader: SheetReader, lines: list[SheetLine]) -> tuple[OfferSheet, tuple[Problem, ...]]:
    """Every line by itself (ruling P1): the sheet of the good ones, and what is wrong with the others."""
    kept: list[Offer | Command | Savings | Comment] = []
    bad: list[Problem] = []
    for line in lines:
        read = _read_line(reader, line)
        if isinstance(read, Problem):
            bad.append(read)
        else:
            kept.append(read)
    return OfferSheet(tuple(kept)), tuple(bad)


def _read_line(reader: SheetReader, line: SheetLine) -> Offer | Command | Savings | Comment | Problem:
    try:
        return reader.read(line.text)
    except BadOrder as fault:
        meant = word_meant(line.text)
        if meant:
            return Problem(
                "payola/unknown-word", "this is not an offer", line.number, f"did you mean {meant}?", line.text
            )
        return problem_of(fault, line)


def read_offer_sheet(view: PayolaView, role: str, lines: list[SheetLine], sheet: Sheet) -> Reading:
    """Offers and savings; a mail with a good offer replaces the sheet on file, or adds to it (rulings P1-P3)."""
    position = view.table.position
    filed = sheet.filed.get(OFFERS, "")
    parser = parser_for(view, role)
    before = parser.sheet(filed).size
    lines = [line for line in lines if not line.text.lstrip().startswith(FORMS_REMARK)]
    adding = adding_in(with_types(lines))
    makes_reader = partial(reader_for, view, role)
    several = OfferFinder(view.board, makes_reader)
    rest, corrects = with_corrections(makes_reader, adding.rest)
    mended = mend(view.board, rest, several.meaning)
    apart = several.apart(mended.lines)
    on_file = filed if adding.words else ""
    reader = reader_for(view, role)
    beside, read = read_beside(reader, parser.lines(on_file), apart.lines, _read_line)
    read, again = _saved_once(_without_beginnings(view, read, reader.bare_gifts))
    bad = [*mended.problems, *apart.problems, *(each for _, each in read if isinstance(each, Problem))]
    kept = [(line, each) for line, each in read if not isinstance(each, Problem)]
    new = OfferSheet(tuple(each for _, each in kept))
    sold = [line.number for line, each in kept if not isinstance(each, Comment)]
    misplaced = adding.misplaced(_of_the_sheet(kept, bad)) or second_sheet(lines, sold)
    if misplaced is not None:
        return Reading(written=before > 0, problems=(misplaced, *bad), notes=_stands(before))
    if not new.size and not (beside and any(isinstance(each, Savings) for each in new.lines)):
        message = "savings without an offer in the same mail are not kept"
        dropped = [
            Problem("payola/no-offer-with-it", message, line.number, "write them with your offers", line.text)
            for line, each in kept
            if isinstance(each, Savings)
        ]
        return Reading(written=before > 0, problems=(*bad, *dropped), notes=_stands(before) if lines else ())
    text = "\n".join((*(line for line, _ in beside), *(print_line(position, each) for each in new.lines)))
    size = OfferSheet(tuple(each for _, each in beside)).size + new.size
    adds = bool(adding.words and (beside or before))  # a loyal unit's new order may leave nothing beside it
    if adds:
        notes = [added_to((before, filed), (size, text))]
    else:
        notes = [*gone_of("sheet", _what(view), (before, filed), (size, text))]
    if any(line.comment for line in new.lines):
        notes.append(COMMENTS_OPEN)
    read_so = [LineRead(line.number, line.text, print_line(position, each), OFFERS) for line, each in kept]
    good = mended.told(apart.told(read_so))
    filed_at = {line.number for line, _ in kept}
    again += [
        LineRead(line.number, line.text, f"corrects line {at}", OFFERS)
        for line, at in corrects.items()
        if at in filed_at
    ]
    told = (*adding.told(OFFERS, filed=adds), *good, *again)
    on_file_still = [each for _, each in beside if isinstance(each, Offer)]
    offers = [(line, each) for line, each in kept if isinstance(each, Offer)]
    odd = oddities(view, on_file_still, offers, reader.bare_gifts)
    added = (OFFERS,) if adding.words else ()
    return Reading({OFFERS: text}, (), True, told, (*bad, *odd), tuple(notes), added=added)


def _without_beginnings(
    view: PayolaView, read: Sequence[tuple[SheetLine, Line | Problem]], bare_gifts: Sequence[Offer]
) -> list[tuple[SheetLine, Line | Problem]]:
    """The lines of a sheet, but no gift without an order above a line that may hold one (ruling P48)."""
    kept: list[tuple[SheetLine, Line | Problem]] = []
    for line, each in read:
        head, above = kept[-1] if kept else (line, None)
        is_tail = (
            isinstance(each, Problem)
            and head.number + 1 == line.number
            and any(above is gift for gift in bare_gifts)
            and may_end_one(view.board, without_remark(line.text).strip())
        )
        if is_tail:
            pieces = [head.text.strip(), line.text.strip()]
            message, text = look_like_one(pieces, "order"), " / ".join(pieces)
            kept[-1] = (head, Problem("diplomacy/broken-line", message, head.number, TWO_LINES, text))
        else:
            kept.append((line, each))
    return kept


def _saved_once(
    read: Sequence[tuple[SheetLine, Line | Problem]],
) -> tuple[list[tuple[SheetLine, Line | Problem]], list[LineRead]]:
    """(the lines of a sheet, those that only say once more what it holds back). Lines of the sheet add up; a sentence
    beside one is about the same money, and is told where it names another amount.
    """
    saves = [(line, each) for line, each in read if isinstance(each, Savings)]
    first = next((line for line, _ in saves if not is_said(line.text)), saves[0][0] if saves else None)
    kept: list[tuple[SheetLine, Line | Problem]] = []
    again: list[LineRead] = []
    saved = next((each.total for line, each in saves if line is first), 0)
    for line, each in read:
        if first is None or line is first:
            kept.append((line, each))
        elif isinstance(each, Problem) and said_beside(without_remark(line.text)) == str(saved):
            again.append(LineRead(line.number, line.text, f"{saved} $", OFFERS))
        elif not (isinstance(each, Savings) and is_said(without_remark(line.text).strip())):
            kept.append((line, each))
        elif each.total == saved:
            again.append(LineRead(line.number, line.text, f"{saved} $", OFFERS))
        else:
            message = f"line {first.number} holds back {saved} already"
            hint = "savings add up only as lines of the sheet: write `20 $`"
            kept.append((line, Problem("payola/two-savings", message, line.number, hint, line.text)))
    return kept, again


def _stands(before: int) -> tuple[str, ...]:
    return ("Your earlier sheet stands.",) if before else ("No offers yet.",)


def _what(view: PayolaView) -> str:
    return "order or offer" if view.variant.loyal else "offer"


def _of_the_sheet(
    kept: Sequence[tuple[SheetLine, Offer | Command | Savings | Comment]], bad: Sequence[Problem]
) -> list[int]:
    """The lines that are no remarks: what was read, and what was meant to be."""
    read = [line.number for line, each in kept if not isinstance(each, Comment)]
    return [*read, *(each.line for each in bad if OFFER_BEGUN.match(without_remark(each.text)))]


def read_board_orders(view: PayolaView, role: str, lines: list[SheetLine], sheet: Sheet) -> Reading:
    """Retreats and adjustments, ordered by the owner as in plain Diplomacy (ruling P17)."""
    orders = bool(view.adjust or view.table.dislodged_of(role))
    label = view.table.label
    rest, misplaced = without_offers(
        label, lines, ORDERS_NOW if orders else f"you have nothing to order in {label.title}"
    )
    read = PLAIN.read(view, role, Sheet(tuple(rest), sheet.filed))
    notes = read.notes if lines else ()
    return replace(read, problems=(*misplaced, *read.problems), notes=notes)


ORDERS_NOW = "order your own units without money"


def without_offers(
    label: Label, lines: list[SheetLine], hint: str = ORDERS_NOW
) -> tuple[list[SheetLine], list[Problem]]:
    """The lines that are no offers or savings, and a problem for each that is (ruling P33). `hint`: what the writer can
    do in this phase.
    """
    rest: list[SheetLine] = []
    misplaced: list[Problem] = []
    for line in lines:
        body = without_remark(line.text)
        if _OFFER_LIKE.match(body):
            message = f"offers count only in a movement phase; send this again in {label.movement.title}"
            misplaced.append(Problem("payola/no-offers-now", message, line.number, hint, line.text))
        else:
            rest.append(line)
    return rest, misplaced
