"""A mail's lines for one power, from its view alone: offers, ACCEPT, TRANSFER, and the board's other orders."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from judge.reading.grammar import Node
from judge.reading.lexer import comment_of, tokens_of, without_comment
from judge.reading.sheet import Line as ReadLine
from judge.reading.sheet import Reader, SheetLine, Statement, Verdict
from judge.reading.talk import is_talk
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.labels import MOVEMENT, Label
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.names import named_abroad
from judge.rules.diplomacy.reading.sheets import doubt_of, problem_of, tails_read
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.notes import and_the_old, replaced_by
from judge.rules.payola.acceptance import idle_in_list, read_list
from judge.rules.payola.acts import check_transfer
from judge.rules.payola.canonical import (
    MOST_OFFERS,
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
from judge.rules.payola.reading.sheet import SheetReader, reader_of
from judge.rules.payola.treasury import CURRENCY
from judge.rules.payola.view import PayolaView
from judge.rules.problems import Problem
from judge.rules.values import Act, LineRead, Reading, Sheet

FORMS_REMARK = "//"
"""So lines of the form begin that only tell something. They are no comments of the player's, and are not filed."""

COMMENTS_OPEN = "Comments stay with your sheet. They become public when the game ends."
ORDERS_NOW = "order your own units without money"


class Gift(NamedTuple):
    """A TRANSFER line: how much, to the name as written; `everything`: it says ALL instead of an amount."""

    amount: int
    name: str
    everything: bool = False


class Meant(NamedTuple):
    """One line of a sheet, as it was written and what it says. `said`: in a sentence."""

    line: SheetLine
    value: Any
    said: bool = False


_BEFORE_A_GIFT = frozenset((*",.:!-()*1234", "please", "pls", "plz", "bitte", "svp", "i", "and", "hi", "judge"))


@dataclass
class MailReader:
    """Reads the lines of one power's mail (rulings P1-P3, P33). Never raises on what was written."""

    view: PayolaView
    role: str
    sheet: Sheet
    acts: list[Act] = field(default_factory=list)
    lines: list[LineRead] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    adds: list[SheetLine] = field(default_factory=list)
    meant: list[Meant] = field(default_factory=list)
    begun: list[int] = field(default_factory=list)  # numbers of lines that were meant for the sheet, and are wrong
    aside: set[int] = field(default_factory=set)  # numbers of lines that are none of the sheet's
    at_once: ClassVar[tuple[str, ...]] = ("accept", "transfer", "rest_saved")

    def __post_init__(self) -> None:
        self.left = self.view.balance or 0
        view = self.view
        self.reader = SheetReader(view.board, view.table.position, self.role, view.variant, view.dummies)
        self.reader.transfer_hint = f"write `TRANSFER 5 TO {next(iter(self.view.receivers), 'FRANCE')}`"

    @property
    def part(self) -> str:
        """The part that its sheet is."""
        return OFFERS

    @property
    def moving(self) -> bool:
        return self.view.table.label.kind == MOVEMENT

    def read(self) -> Reading:
        """Return what the lines mean."""
        lines = [line for line in self.sheet.lines if not line.text.lstrip().startswith(FORMS_REMARK)]
        if self.moving:
            self.meant = self._canonical(lines)
            read = () if self.meant else self.reader_of_lines().read(lines)
            return self._in_order(self._offers(read, lines))
        read = self.reader_of_lines().read(lines)
        return self._in_order(self._board_orders([line for line in read if not self._read_acts(line)], lines))

    def _canonical(self, lines: Sequence[SheetLine]) -> list[Meant]:
        """Return what lines mean that are all canonical, as a program's are, with nothing to tell of them. They need
        not be read. Nothing of any others.
        """
        variant, parser = self.view.variant, parser_for(self.view, self.role)
        try:
            meant = [Meant(line, parser.line(line.text)) for line in lines if not (variant.plain or variant.blind)]
        except ValueError:
            return []
        offers = [each.value for each in meant if isinstance(each.value, Offer)]
        unpaid = any(0 in [one.money for one in each.amounts] for each in offers if each.unit.power != self.role)
        return [] if unpaid or sum(each.size for each in offers) > MOST_OFFERS else meant

    def reader_of_lines(self) -> Reader:
        """Return what reads the lines."""
        return reader_of(self.view.board)

    def _offers(self, read: Sequence[ReadLine], lines: Sequence[SheetLine]) -> Reading:
        filed = self.sheet.filed.get(OFFERS, "")
        parser = parser_for(self.view, self.role)
        if any(name_of(each) == "add" for line in read for each in line.statements):
            for _, each in parser.lines(filed):
                if isinstance(each, Offer):
                    self.reader.count(each)
        unpriced = _numbered_through(read)
        for line in read:
            if line in unpriced:
                message = "do these numbers count your lines, or are they amounts?"
                self._tell(line, BadOrder("payola/no-type", message, "write `5 : A LON - YOR`, with the colon"))
            elif not self._read_acts(line):
                self._read_line(line)
        return self._offer_sheet(lines)

    # acts

    def _read_acts(self, line: ReadLine) -> bool:
        """Read a line of words that take effect at once. False if it is another."""
        if line.verdict is not Verdict.READ or not all(name_of(each) in self.at_once for each in line.statements):
            return False
        self.aside.add(line.line.number)
        self._statements(line)
        return True

    def _done(self, statement: Statement, line: ReadLine) -> str:
        """Take note of an act and return its meaning. Raises BadOrder. A gift stands alone, or beside `please`: in a
        sentence it may be talk, and it can never be taken back.
        """
        node = statement.node.children[0]
        text, (start, end) = without_comment(line.line.text), statement.columns
        before = text[:start]
        behind = text[end : min((each.columns[0] for each in line.statements if each.columns[0] > start), default=None)]
        is_alone = _BEFORE_A_GIFT.issuperset(token.word for token in tokens_of(before))
        is_alone = is_alone and (not any(map(str.isalnum, behind)) or is_talk(behind))
        if node.name == "transfer" and not is_alone:
            gift = gift_of(node, self.left)
            hint = f"write `TRANSFER {gift.amount} TO {gift.name.upper()}` alone on a line"
            message = "nothing is given away yet, and nothing of this line is filed"
            raise BadOrder("payola/bad-transfer", message, hint)
        return self.act(node, line.line)

    def act(self, node: Node, line: SheetLine) -> str:
        """Take note of an act and return its meaning. Raises BadOrder. Each kind of `at_once` has its method."""
        meaning: str = getattr(self, f"_{node.name}")(node, line)
        return meaning

    @staticmethod
    def _rest_saved(_node: Node, _line: SheetLine) -> str:
        return "what you do not offer stays yours"

    def _accept(self, node: Node, line: SheetLine) -> str:
        board = self.view.board
        letters = node.get("LETTERS") or node.get("LIST_WITH_REST") or node.get("WORD")
        said = str(letters.value) if letters is not None else ""
        said += " ".join(board.letters[power.children[0].value] for power in node.all("power")) + "?" * len(
            node.all("ALL")
        )
        written = read_list(board, self.role, said)
        self.problems += idle_in_list(board, written, line, loyal=self.view.variant.loyal)
        self.acts.append(Act("accept", {"list": written}, line.number, line.text))
        return f"ACCEPT {written}"

    def _transfer(self, node: Node, line: SheetLine) -> str:
        gift = gift_of(node, self.left)
        payee = power_named(self.view.board, gift.name)
        act = transfer(self.role, payee, gift, self.left, self.view.payees, line)
        self.left -= gift.amount
        self.acts.append(act)
        return transfer_text(act)

    # the offer sheet

    def _read_line(self, line: ReadLine) -> None:
        text = line.line.text
        if line.verdict is Verdict.REMARK:
            if text.strip() and not without_comment(text).strip():
                self.meant.append(Meant(line.line, Comment(comment_of(text))))
            else:
                self.remarks.append(line.line)
        elif line.verdict is not Verdict.READ:
            self._tell(line, self.fault(line))
            if line.statements or text.lstrip()[:1].isdigit():
                self.begun.append(line.line.number)
        else:
            self._statements(line)

    def fault(self, line: ReadLine) -> BadOrder:
        """Return what to tell of a line that was not read."""
        return self.reader.fault(line)

    def _statements(self, line: ReadLine) -> None:
        """Take what a line says; nothing if one of its statements is wrong. Of acts alone each is done by itself."""
        found: list[Meant] = []
        for statement in line.statements:
            try:
                if statement.stray is not None:
                    self.problems.append(doubt_of(line, statement))
                elif name_of(statement) == "add":
                    self.adds.append(line.line)
                elif name_of(statement) in self.at_once:
                    meaning = self._done(statement, line)
                    self.lines.append(LineRead(line.line.number, line.line.text, meaning))
                else:
                    found += self.values(statement, line)
            except BadOrder as fault:
                self._tell(line, fault, statement)
                if line.line.number not in self.aside:
                    self.begun.append(line.line.number)
                    return
        if found and line.comment:
            found[-1] = found[-1]._replace(value=found[-1].value._replace(comment=line.comment))
        self.meant += found
        self.lines += tails_read(line, self.part) if found else ()

    def values(self, statement: Statement, line: ReadLine) -> list[Meant]:
        """Return what a statement of a sheet says. Raises BadOrder."""
        node = statement.node.children[0]
        value = self.reader.statement(statement)
        if len(line.statements) > 1 and isinstance(value, Offer) and not _says_how_much(node):
            hint = f"write the amount before each: `5 : {statement.text}`"
            raise BadOrder("payola/no-amount", "it is not said how much is offered for this", hint)
        written_out = node.name == "savings" and any(each.name == "'$'" for each in node.children)
        return [Meant(line.line, value, said=node.name == "savings" and not written_out)]

    def filed(self, text: str, meanings: Sequence[str], notes: Sequence[str], *, added: bool) -> Reading:
        """Return this text as the sheet, with what each of its lines means."""
        by_line: dict[SheetLine, list[str]] = {}
        for each, meaning in zip(self.meant, meanings, strict=True):
            by_line.setdefault(each.line, []).append(meaning)
        told = [LineRead(line.number, line.text, "; ".join(said), self.part) for line, said in by_line.items()]
        how = "added to what is on file" if added else "nothing was on file, so this is your sheet"
        adds = [LineRead(line.number, line.text, how, self.part) for line in self.adds]
        parts = (self.part,) if self.adds else ()
        return Reading({self.part: text}, (), True, (*adds, *told), (), tuple(notes), added=parts)

    def misplaced(self) -> Problem | None:
        """Return what is wrong with all of the sheet where ADD stands below lines of it: it could mean either."""
        sold = [each.line.number for each in self.meant if not isinstance(each.value, Comment)]
        first = min((*sold, *self.begun), default=0)
        if not self.adds or not 0 < first < self.adds[0].number:
            return None
        message = f"ADD stands below line {first}, which belongs to the sheet, so nothing of the sheet is filed"
        hint = "make ADD the first line to add to what is on file, or leave it out to replace that"
        return Problem("payola/add-below", message, self.adds[0].number, hint, self.adds[0].text)

    def _offer_sheet(self, lines: Sequence[SheetLine]) -> Reading:
        """Return the sheet: a mail with a good offer replaces the one on file, or adds to it (rulings P1-P3)."""
        view, position = self.view, self.view.table.position
        filed = self.sheet.filed.get(OFFERS, "")
        parser = parser_for(view, self.role)
        before = parser.sheet(filed).size
        self._say_savings_once()
        new = OfferSheet(tuple(each.value for each in self.meant))
        if (misplaced := self.misplaced()) is not None:
            return Reading(written=before > 0, problems=(misplaced,), notes=_stands(before))
        beside = _beside(parser.lines(filed), new) if self.adds else []
        saves = any(isinstance(each, Savings) for each in new.lines)
        new_size = new.size
        if not new_size and not (beside and saves):
            return self._without_offers(before, has_lines=any(line.number not in self.aside for line in lines))
        meanings = [print_line(position, each) for each in new.lines]
        text = "\n".join((*(line for line, _ in beside), *meanings))
        size = OfferSheet(tuple(each for _, each in beside)).size + new_size
        adds = bool(self.adds and (beside or before))  # a loyal unit's new order may leave nothing beside it
        what = "order or offer" if view.variant.loyal else "offer"
        notes = (
            [added_to((before, filed), (size, text))]
            if adds
            else [*gone_of("sheet", what, (before, filed), (size, text))]
        )
        if any(line.comment for line in new.lines):
            notes.append(COMMENTS_OPEN)
        self.problems += self._oddities()
        return self.filed(text, meanings, notes, added=adds)

    def _oddities(self) -> Iterator[Problem]:
        """Yield warnings of what is legal and perhaps not meant: gifts for HOLD that were written without an order
        (ruling P48), and in eBayola a plateau, which stops savings too; that is said once a mail (ruling P22).
        """
        told = not self.view.variant.discount
        for line, offer, _ in self.meant:
            if any(offer is each for each in self.reader.bare_gifts):
                written = print_line(self.view.table.position, offer._replace(comment=""))
                message = f"a gift names an order too, so I read it as `{written}`"
                hint = (
                    f"it pays whatever {offer.unit} does, and lets it hold; name another order if you do not want that"
                )
                yield Problem("payola/bare-gift", message, line.number, hint, line.text, warning=True)
            if not told and isinstance(offer, Offer) and any(amount.plateau for amount in offer.amounts):
                told = True
                message = "in eBayola a plateau is also the least that you pay for the order: what you save stops there"
                hint = "without `#` you may save more"
                yield Problem("payola/plateau-is-a-floor", message, line.number, hint, line.text, warning=True)

    def _without_offers(self, before: int, *, has_lines: bool) -> Reading:
        message, hint = "savings without an offer in the same mail are not kept", "write them with your offers"
        for each in self.meant:
            if isinstance(each.value, Savings):
                self.problems.append(
                    Problem("payola/no-offer-with-it", message, each.line.number, hint, each.line.text)
                )
        return Reading(written=before > 0, notes=_stands(before) if has_lines else ())

    def _say_savings_once(self) -> None:
        """Drop savings that a sentence says beside others: only lines of the sheet add up. Tell of other amounts."""
        saves = sorted((each for each in self.meant if isinstance(each.value, Savings)), key=lambda each: each.said)
        for each in [each for each in saves[1:] if each.said]:
            self.meant.remove(each)
            if each.value.total == saves[0].value.total:
                self.lines.append(LineRead(each.line.number, each.line.text, f"{each.value.total} $", OFFERS))
                continue
            message = f"line {saves[0].line.number} holds back {saves[0].value.total} already"
            hint = "savings add up only as lines of the sheet: write `20 $`"
            self.problems.append(Problem("payola/two-savings", message, each.line.number, hint, each.line.text))

    # other phases

    def _board_orders(self, read: Sequence[ReadLine], lines: Sequence[SheetLine]) -> Reading:
        """Return retreats and adjustments, ordered by the owner as in plain Diplomacy (ruling P17)."""
        view = self.view
        orders = bool(view.adjust or view.table.dislodged_of(self.role))
        hint = ORDERS_NOW if orders else f"you have nothing to order in {view.table.label.title}"
        rest, misplaced = without_offers(read, view.table.label, hint)
        self.problems += misplaced
        done = PLAIN.read(view, self.role, Sheet(tuple(rest), self.sheet.filed))
        self.remarks += done.remarks
        return replace(done, notes=done.notes if lines else ())

    def _in_order(self, read: Reading) -> Reading:
        """Return what was read, with acts, problems and remarks, by the lines of the mail."""
        return replace(
            read,
            acts=tuple(self.acts),
            lines=tuple(sorted((*self.lines, *read.lines), key=lambda each: each.line)),
            problems=tuple(sorted((*self.problems, *read.problems), key=lambda each: each.line)),
            remarks=tuple(self.remarks),
        )

    def _tell(self, line: ReadLine, fault: BadOrder, statement: Statement | None = None) -> None:
        self.problems.append(problem_of(fault, line, statement))


def name_of(statement: Statement) -> str:
    """Return the rule of a statement."""
    return statement.node.children[0].name


def _says_how_much(node: Node) -> bool:
    return any(each.name in ("amounts", "TYPE") for each in node.walk())


def no_offers_now(label: Label, hint: str) -> BadOrder:
    """Return that offers belong to another phase."""
    message = f"offers count only in a movement phase; send this again in {label.movement.title}"
    return BadOrder("payola/no-offers-now", message, hint)


def _numbered_through(read: Sequence[ReadLine]) -> list[ReadLine]:
    """Return the lines of offers without types whose amounts are 1, 2, 3 and so on: these may number the lines."""
    found = [
        (line, int(money.value))
        for line in read
        if line.verdict is Verdict.READ and len(line.statements) == 1 and name_of(line.statements[0]) == "offer"
        for offer in (line.statements[0].node.children[0],)
        if offer.children[0].name == "sum" and not offer.all("TYPE") and not offer.all("FOR")
        for money in offer.children[0].walk()
        if money.name == "AMOUNTS" and str(money.value).isdigit()
    ]
    counts = [number for _, number in found]
    return [line for line, _ in found] if len(found) > 1 and counts == list(range(1, len(found) + 1)) else []


def _beside(filed: Iterable[tuple[str, Line | None]], new: OfferSheet) -> list[tuple[str, Line]]:
    """Return the lines on file that stand beside new ones: savings replace savings, and the order for a loyal unit the
    one before.
    """
    saves = any(isinstance(each, Savings) for each in new.lines)
    told = set(new.commands)
    return [
        (line, each)
        for line, each in filed
        if each is not None
        and not (saves and isinstance(each, Savings))
        and not (isinstance(each, Command) and each.unit in told)
    ]


def _stands(before: int) -> tuple[str, ...]:
    return ("Your earlier sheet stands.",) if before else ("No offers yet.",)


def gift_of(node: Node, balance: int, hint: str = "write `TRANSFER 5 TO FRANCE`") -> Gift:
    """Return how much a TRANSFER line gives to whom. Raises BadOrder."""
    payee = node.get("POWER") or node.get("WORD") or next((each.children[0] for each in node.all("payee")), None)
    if payee is None:
        raise BadOrder("payola/bad-transfer", "how many silver pieces go to whom?", hint)
    if node.get("ALL") is not None:
        return Gift(balance, str(payee.value), everything=True)
    money = next(each for each in node.walk() if each.name in ("AMOUNTS", "NUMBERED"))
    digits = str(money.value).lstrip("0") or "0"
    if not digits.isdigit():
        raise BadOrder("payola/bad-transfer", f"`{digits}` is not one amount", "write `TRANSFER 5 TO FRANCE`")
    if len(digits) > 9:
        raise BadOrder("payola/over-balance", "nobody has that much money")
    return Gift(int(digits), str(payee.value))


def power_named(board: Board, text: str) -> str:
    """Return the power with this letter or name, in any case. Raises BadOrder, which names the nearest."""
    name = text.upper()
    for power, letter in board.letters.items():
        if name in (power, letter):
            return power
    if (abroad := named_abroad(name)) in board.powers:
        return abroad
    near = difflib.get_close_matches(name, board.powers, 1)
    hint = (
        f"did you mean {near[0].title()}?" if near else f"the powers are {', '.join(p.title() for p in board.powers)}"
    )
    raise BadOrder("payola/no-such-power", f"`{text[:40]}` is not a power of this game", hint)


def transfer(payer: str, payee: str, gift: Gift, balance: int, payees: tuple[str, ...], line: SheetLine) -> Act:
    """Return the act of a TRANSFER line. Raises BadOrder unless it is allowed. Giving all away is always asked back."""
    check_transfer(payer, payee, gift.amount, balance, payees)
    data = {"to": payee, "amount": gift.amount}
    goes = "goes" if gift.amount == 1 else "go"
    left = f"{balance - gift.amount} {CURRENCY} left"
    foretells = f"{gift.amount} {CURRENCY} {goes} from you ({left}) to {payee.title()}, for good."
    return Act("transfer", data, line.number, f"TRANSFER {gift.amount} TO {payee}", True, gift.everything, foretells)


def transfer_text(act: Act) -> str:
    """Return a transfer in canonical words."""
    all_of_it = ", all that you have" if act.asks_always else ""
    return f"TRANSFER {act.data['amount']} TO {act.data['to']}{all_of_it}"


def read_mail(view: PayolaView, role: str, sheet: Sheet) -> Reading:
    """Return what the lines mean (rulings P1-P3, P33)."""
    return MailReader(view, role, sheet).read()


def without_offers(
    board_lines: Sequence[ReadLine], label: Label, hint: str = ORDERS_NOW
) -> tuple[list[SheetLine], list[Problem]]:
    """Return the lines that are no offers or savings, and a problem for each that is (ruling P33). ADD says nothing."""
    rest: list[SheetLine] = []
    misplaced: list[Problem] = []
    for line in board_lines:
        nodes = [each.node.children[0] for each in line.statements]
        if any("savings" in each.name or (each.name == "offer" and _says_how_much(each)) for each in nodes):
            misplaced.append(problem_of(no_offers_now(label, hint), line))
        elif not nodes or any(each.name != "add" for each in nodes):
            rest += (line.line, *line.tails)
    return rest, misplaced


def gone_of(what: str, of: str, before: tuple[int, str], after: tuple[int, str]) -> tuple[str, ...]:
    """The note that a sheet has taken the place of another; both are (how many offers, text).

    Where lines are gone it holds the old sheet below, one line a line as it was filed: sent back it files the same.
    """
    (number, text), (now, new) = before, after
    if not text or text == new:
        return ()
    said = replaced_by(what, of, number, now)
    return (and_the_old(said, text, "" if now < number else new),)


def added_to(before: tuple[int, str], after: tuple[int, str]) -> str:
    """The note that lines have come beside a sheet; both are as for `gone_of`. Savings and orders of loyal units take
    the place of those on file, so lines may be gone here too.
    """
    (number, text), (now, new) = before, after
    return and_the_old(f"Added to your sheet of {number}. It now has {now}.", text, new)
