"""Reading an offer sheet line by line (Payola 3.1-3.5, rulings P1-P5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, TypeAlias

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.canonical import NOBODY, order_text
from judge.rules.diplomacy.orders import BadOrder, Order, check_legal
from judge.rules.diplomacy.position import Position, Unit
from judge.rules.diplomacy.reading.blind import BlindReader
from judge.rules.diplomacy.reading.orders import read_order, read_unit
from judge.rules.diplomacy.reading.remarks import idle_remark_off
from judge.rules.diplomacy.reading.spelling import parted, says_all_hold
from judge.rules.payola.canonical import (
    DIRECT,
    GIFT,
    MOST_MONEY,
    MOST_OFFERS,
    NEGATIVE,
    Amount,
    Command,
    Comment,
    Line,
    Offer,
    Savings,
    print_line,
)
from judge.rules.payola.reading.amounts import read_amounts, without_currency
from judge.rules.payola.reading.classic import in_classic, no_savings
from judge.rules.payola.reading.doubtful import refuse_doubtful
from judge.rules.payola.reading.misplaced import EXAMPLE, MISPLACED, TYPES, refuse_misplaced, refuse_second_type
from judge.rules.payola.reading.phrases import as_offer, price_behind
from judge.rules.payola.reading.savings import as_savings, refuse_savings_said
from judge.rules.payola.variants import STANDARD, Variant
from judge.rules.problems import Problem
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.lines import LIST_NUMBER

_LINE = re.compile(rf"([0-9*#+\s]*)([{TYPES}])(.*)", re.DOTALL)
_SAVE = re.compile(
    r"\A(?:SAVE|SAVINGS?|KEEP|RESERVE|HOLD\s+BACK)\s*[:=]?\s*([0-9][0-9*+\s]*?)\s*(?:AGP|SILVER(?:\s+PIECES?)?|\$)?[.!]*\Z",
    re.IGNORECASE,
)
_SIGN_FIRST = re.compile(r"\$\s*([0-9]{1,4})")
_NUMBER = re.compile(rf"{LIST_NUMBER}(?=[^\W\d_])")

_HOLD = ("H",)


class SheetReader:
    """Reads the lines of one power's sheet on the board as it stands. Lines that cannot be read raise BadOrder."""

    def __init__(
        self, board: Board, position: Position, power: str, variant: Variant = STANDARD, dummies: tuple[str, ...] = ()
    ) -> None:
        self.board = board
        self.position = position
        self.power = power
        self.variant = variant
        self.dummies = dummies
        self.offers = 0
        self.bought: set[Unit] = set()
        self.bare_gifts: list[Offer] = []
        """Gifts that were written without an order (ruling P48)."""

    def read(self, text: str) -> Offer | Command | Savings | Comment:
        """What one line says; from `%` on it is comment. BadOrder tells what is wrong with it."""
        try:
            return self._read_with_remark(text)
        except BadOrder as bad:
            if self.variant.plain:
                raise in_classic(bad) from None
            raise

    def _read_with_remark(self, text: str) -> Line:
        try:
            return self._read(text)
        except BadOrder:
            # A remark behind it that cannot change it: `5 : A LON - YOR (the important one!)`.
            bare = idle_remark_off(self.board, text)
            if not bare:
                refuse_savings_said(text)
                self._refuse_bare_price(text)
                raise
        return self._read(bare)

    def _refuse_bare_price(self, text: str) -> None:
        """`A LON - YOR 5`: what is no order by its last word alone."""
        priced = price_behind(parted(text)[0])
        try:
            unit, rest = self._unit(priced.partition(" : ")[2])
            self._order(unit, rest)
        except BadOrder:
            return
        raise BadOrder("payola/no-type", "the number behind it may be its price, or not", f"write `{priced}`")

    def _read(self, text: str) -> Offer | Command | Savings | Comment:
        refuse_doubtful(text)
        body, comment = parted(text)
        body = without_currency(without_courtesies(body.strip()))
        comment = comment.strip()
        if not body:
            return Comment(comment)
        if body[-1] == "." and body.rstrip(". ")[-1:] == "$":
            body = body.rstrip(". ")  # phones end a line with a full stop
        if not body[0].isdigit():  # what begins with an amount is neither
            body = _SAVE.sub(r"\1 $", body)
            if says_all_hold(body):
                self._refuse_all_hold()
        if _LINE.match(body) is None:
            body = as_offer(as_savings(body))
        if self.variant.plain:
            self._refuse_modern(body)
        if body[-1] == "$":
            return Savings(self._savings(body[:-1]), comment)
        if sign_first := _SIGN_FIRST.fullmatch(body):
            message = "what you hold back is written with the `$` behind it"
            raise BadOrder("payola/bad-savings", message, f"write `{sign_first[1]} $`")
        parts = _LINE.match(body)
        if parts is None:
            if self.variant.loyal:
                body = self._unlisted(body)
            refuse_misplaced(body, self._reads)
            if self.variant.loyal:
                command = self._command(body, comment)
                if command is not None:
                    return command
            offer = self._offer(read_amounts(""), DIRECT, body, comment)
        else:
            refuse_second_type(parts[2], parts[3].lstrip()[:1])
            offer = self._offer(read_amounts(parts[1].strip()), parts[2], parts[3], comment)
        if self.offers + offer.size > MOST_OFFERS:
            raise BadOrder("payola/too-many-offers", f"a sheet can hold {MOST_OFFERS} offers, and this one is too many")
        if self.variant.plain:
            self._refuse_second(offer.unit)
        self.count(offer)
        return offer

    def _refuse_all_hold(self) -> NoReturn:
        own = next(iter(self.position.of(self.power)), "A PAR")
        if self.variant.loyal:
            raise BadOrder(
                "payola/all-hold", "each unit is told by itself", f"write `{own} H`; without orders it holds"
            )
        hint = f"write `1 : {own} H` to pay one; a unit to which nobody offers anything holds anyway"
        raise BadOrder("payola/all-hold", "each unit is paid by itself", hint)

    def _refuse_modern(self, body: str) -> None:
        """What Payola Classic does not have (6.1, ruling P25)."""
        symbol = MISPLACED.search(body)
        kind = symbol[0] if symbol else DIRECT
        amount = body[: symbol.start()] if symbol else ""
        if body[-1] == "$":
            raise no_savings()
        for found, what in (
            (kind != DIRECT, f"`{kind}`: there are only direct offers"),
            ("*" in amount, "repetitions"),
            ("#" in amount, "plateaus"),
            ("+" in amount, "several amounts in one line"),
            ("|" in body, "`|`: each line names one order"),
        ):
            if found:
                hint = f"write {self._in_classic(amount, kind, body[symbol.end() :] if symbol else body)}"
                raise BadOrder("payola/not-in-classic", f"Payola Classic has no {what}", hint)

    def _in_classic(self, amount: str, kind: str, rest: str) -> str:
        """The nearest that Classic has: a direct offer of all the money for the first order named."""
        try:
            money = sum(each.money * each.repetition for each in read_amounts(amount.strip()))
            unit, order = self._unit(rest.partition("|")[0])
            plain = f"{money} : {unit}"
            if kind == NEGATIVE:
                return f"`{plain}` and the order that you want"
            return (
                f"`{plain} {order_text(self.position, self._order(unit, order))}`" if money <= MOST_MONEY else EXAMPLE
            )
        except BadOrder:
            return EXAMPLE

    def _refuse_second(self, unit: Unit) -> None:
        if unit in self.bought:
            raise BadOrder(
                "payola/second-offer",
                f"an earlier line already holds your offer to {unit}, and each player makes one offer to each unit "
                "in Payola Classic",
                "the first offer stands; send the whole sheet again to change it",
            )

    def count(self, offer: Offer) -> None:
        """Count an offer that stands in the sheet."""
        self.offers += offer.size
        self.bought.add(offer.unit)

    def _unlisted(self, body: str) -> str:
        """The order of a loyal unit without its number in a list, which is no amount: nobody can pay it."""
        bare = _NUMBER.sub("", body)
        try:
            return bare if bare != body and self._unit(bare)[0].power == self.power else body
        except BadOrder:
            return body

    def _command(self, body: str, comment: str) -> Command | None:
        """An order to an own unit, which is loyal (ruling P23); None if the line is about another unit."""
        unit, rest = self._unit(body)
        if unit.power != self.power:
            return None
        return Command(unit, self._order(unit, rest), comment)

    def _savings(self, text: str) -> tuple[Amount, ...]:
        if not text.strip():
            raise BadOrder("payola/bad-savings", "how much do you want to hold back?", "write `20 $`")
        amounts = read_amounts(text)
        if "#" in text:
            raise BadOrder("payola/bad-savings", "savings are never reduced and have no plateau", "write `20 $`")
        return amounts

    def _offer(self, amounts: tuple[Amount, ...], kind: str, rest: str, comment: str) -> Offer:
        texts = rest.split("|")
        unit, texts[0] = self._unit(texts[0])
        if self.variant.loyal and unit.power not in (NOBODY, *self.dummies):
            self._refuse_loyal(unit, texts[0])
        bare = kind == GIFT and len(texts) == 1 and not texts[0].strip()
        orders = tuple([self._order(unit, text) for text in (_HOLD if bare else texts)])
        if len(orders) > 1 and len(set(orders)) < len(orders):
            twice = next(order for order in orders if orders.count(order) > 1)
            raise BadOrder(
                "payola/same-order-twice",
                f"`{order_text(self.position, twice)}` is named twice in this offer",
                "name each order once, or write two lines",
            )
        if unit.power != self.power and not self.variant.plain and 0 in [amount.money for amount in amounts]:
            whose = f"belongs to {unit.power.title()}" if unit.power else "is not yours"
            raise BadOrder(
                "payola/zero-to-foreign-unit",
                f"{unit} {whose}, and an offer to a foreign unit must be at least 1",
                f"write `{print_line(self.position, Offer(unit, kind, orders, _positive(amounts)))}`",
            )
        offer = Offer(unit, kind, orders, amounts, comment)
        if bare:
            self.bare_gifts.append(offer)
        return offer

    def _reads(self, amount: str, rest: str) -> bool:
        """Is this a direct offer?"""
        try:
            self._offer(read_amounts(amount), DIRECT, rest, "")
        except BadOrder:
            return False
        return True

    def _unit(self, text: str) -> tuple[Unit, str]:
        """The unit that the text begins with, and the rest."""
        return read_unit(self.board, self.position, text)

    def _read_order(self, unit: Unit, text: str) -> Order:
        """A valid, legal order for the unit (ruling P4)."""
        order = read_order(self.board, self.position, unit, text)
        check_legal(self.board, self.position, unit, order)
        return order

    def _refuse_loyal(self, unit: Unit, rest: str) -> NoReturn:
        if unit.power == self.power:
            try:
                hint = f"write `{unit} {order_text(self.position, self._order(unit, rest))}`"
            except BadOrder:
                hint = f"write `{unit}` and its order"
            raise BadOrder("payola/loyal-unit", f"{unit} is loyal to you, so order it without money", hint)
        message = f"{unit} is loyal to {unit.power.title()}, and cannot be bought"
        raise BadOrder("payola/loyal-unit", message, "offers are for units of dummies")

    def _order(self, unit: Unit, text: str) -> Order:
        try:
            return self._read_order(unit, text)
        except BadOrder as bad:
            raise self._repeated_unit(unit, text) or bad from None

    def _repeated_unit(self, unit: Unit, text: str) -> BadOrder | None:
        try:
            again, rest = self._unit(text)
            order = self._read_order(again, rest)
        except BadOrder:
            return None
        if again != unit:
            message = f"one offer goes to one unit, here to {unit}"
            return BadOrder("payola/other-unit", message, "write the offer to the other unit on a line of its own")
        short = order_text(self.position, order)
        return BadOrder(
            "payola/repeated-unit", "write only the order after `|`, without the unit", f"write `| {short}`"
        )


class BlindSheetReader(SheetReader):
    """Reads a sheet by the map and the power's own units alone (ruling P20): what it refuses it would refuse whatever
    else is on the board. What it takes stands only if the same line stands on the whole board.
    """

    def __init__(
        self, board: Board, position: Position, power: str, variant: Variant, dummies: tuple[str, ...] = ()
    ) -> None:
        super().__init__(board, position, power, variant, dummies)
        self._blind = BlindReader(board, {unit.province: unit for unit in position.of(power)})

    def _unit(self, text: str) -> tuple[Unit, str]:
        return self._blind.read_unit(text)

    def _read_order(self, unit: Unit, text: str) -> Order:
        return self._blind.read_order(unit, text)


ReadLine: TypeAlias = Callable[[SheetReader, SheetLine], Line | Problem]
Beside: TypeAlias = tuple[list[tuple[str, Line]], list[tuple[SheetLine, Line | Problem]]]


def read_beside(
    reader: SheetReader, filed: Iterable[tuple[str, Line | None]], more: Sequence[SheetLine], read: ReadLine
) -> Beside:
    """What a sheet on file and lines that are added to it make: the lines of the file that stand beside them, and what
    `read` makes of these. Savings replace savings, and the order for a loyal unit the one before.
    """
    before = [(line, meant) for line, meant in filed if meant is not None]
    for _, meant in before:
        if isinstance(meant, Offer):
            reader.count(meant)
    added = [(line, read(reader, line)) for line in more]
    saves = any(isinstance(meant, Savings) for _, meant in added)
    told = {meant.unit for _, meant in added if isinstance(meant, Command)}
    stands = [
        (line, meant)
        for line, meant in before
        if not (saves and isinstance(meant, Savings)) and not (isinstance(meant, Command) and meant.unit in told)
    ]
    return stands, added


def _positive(amounts: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """The same with 1 where there is 0."""
    return tuple([each if each.money else each._replace(money=1) for each in amounts])
