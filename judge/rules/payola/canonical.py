"""Offer sheets as values (Payola 3.1, 3.4), and their canonical text, which is what stands on file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from judge.rules.diplomacy.board import Position
from judge.rules.diplomacy.canonical import NOBODY, Parser, order_text
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.table import Table
from judge.rules.payola.variants import Variant
from judge.rules.payola.view import PayolaView

if TYPE_CHECKING:
    from judge.rules.diplomacy.board import Unit
    from judge.rules.diplomacy.orders import Order

DIRECT, NEGATIVE, MOVING, HOLDING, GIFT = ":", "!", ">", "@", "&"

MOST_MONEY = 9999
MOST_REPETITION = 99
MOST_OFFERS = 5000


class Amount(NamedTuple):
    """`repetition` offers in a row of `money` silver pieces each, reduced to `plateau` and only then further."""

    money: int
    plateau: int = 0
    repetition: int = 1

    def __str__(self) -> str:
        times = f"{self.repetition}*" if self.repetition > 1 else ""
        floor = "#" if self.plateau == self.money > 0 else f"#{self.plateau}" if self.plateau else ""
        return f"{times}{self.money}{floor}"


class Offer(NamedTuple):
    """One line of a sheet: the amounts, the type, the unit and the orders that are named (Payola 3.1).

    Each amount and each repetition of it is an offer of its own (ruling P6), which is what `size` counts.
    """

    unit: Unit
    kind: str
    orders: tuple[Order, ...]
    amounts: tuple[Amount, ...]
    comment: str = ""

    @property
    def size(self) -> int:
        return sum(amount.repetition for amount in self.amounts)


class Savings(NamedTuple):
    """Money to be held back (Payola 3.4)."""

    amounts: tuple[Amount, ...]
    comment: str = ""

    @property
    def total(self) -> int:
        return sum(amount.money * amount.repetition for amount in self.amounts)


class Command(NamedTuple):
    """What a loyal unit is told by its own power, free of charge (Payola 6.5)."""

    unit: Unit
    order: Order
    comment: str = ""


class Comment(NamedTuple):
    """A line that holds nothing but a comment; blank lines are not kept."""

    comment: str


class OfferSheet(NamedTuple):
    """What one power has written for one movement phase, line by line, in the order written.

    `size` counts offers and the units that are commanded.
    """

    lines: tuple[Offer | Command | Savings | Comment, ...] = ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(line for line in self.lines if isinstance(line, Offer))

    @property
    def commands(self) -> dict[Unit, Order]:
        """What loyal units are told; of several lines for one unit the last counts (ruling P23)."""
        return {line.unit: line.order for line in self.lines if isinstance(line, Command)}

    @property
    def savings(self) -> int:
        return sum(line.total for line in self.lines if isinstance(line, Savings))

    @property
    def size(self) -> int:
        return sum(offer.size for offer in self.offers) + len(self.commands)


OFFERS = "offers"
"""The part that an offer sheet is filed under, savings and comments included."""

Line: TypeAlias = Offer | Command | Savings | Comment

_AMOUNT = re.compile(r"(?:([1-9][0-9]?)\*)?(0|[1-9][0-9]{0,3})(?:(#)([1-9][0-9]{0,3})?)?", re.ASCII)
_OFFER = re.compile(r"([0-9*#+ ]+) ([:!>@&]) (.+)", re.ASCII)
_BEHIND = "  % "


@dataclass(frozen=True, slots=True)
class SheetParser:
    """Parses the sheets of one power. `free`: the units that can be bribed where units are loyal; None: all."""

    orders: Parser
    power: str
    free: tuple[str, ...] | None = None

    def line(self, text: str) -> Line:
        """Parse one line of a sheet, once a position."""
        key = (self.power, self.free, self.orders.seer, text)
        if key not in (memo := self.orders.position.memo):
            memo[key] = self._line(text)
        line: Line = memo[key]
        return line

    def _line(self, text: str) -> Line:
        if text[:1] == "%":
            comment = text[2:]
            if text != _comment_text(comment.strip()):
                raise ValueError(f"not canonical: {text!r}")
            return Comment(comment)
        body, behind, comment = text.partition(_BEHIND)
        if comment != comment.strip() or bool(comment) != bool(behind):
            raise ValueError(f"not canonical: {text!r}")
        if body.endswith(" $"):
            amounts = _amounts(body[:-2])
            if any(amount.plateau for amount in amounts):
                raise ValueError(f"not canonical: {text!r}")
            return Savings(amounts, comment)
        found = _OFFER.fullmatch(body)
        if found is None:
            return self._command(body, comment)
        return self._offer(found[1], found[2], found[3], comment)

    def _command(self, body: str, comment: str) -> Command:
        unit, rest = self.orders.begin(body)
        if self.free is None or unit.power != self.power:
            raise ValueError(f"not canonical: {body!r}")
        return Command(unit, self.orders.order(unit, rest), comment)

    def _offer(self, amounts: str, kind: str, rest: str, comment: str) -> Offer:
        named, *others = rest.split(" | ")
        unit, first = self.orders.begin(named)
        if self.free is not None and unit.power not in (NOBODY, *self.free):
            raise BadOrder("payola/loyal-unit", f"{unit} cannot be bought")
        orders = tuple([self.orders.order(unit, text) for text in (first, *others)])
        if len(orders) > 1 and len(set(orders)) < len(orders):
            raise BadOrder("payola/same-order-twice", f"an order is named twice: {rest!r}")
        return Offer(unit, kind, orders, _amounts(amounts), comment)

    def lines(self, text: str) -> Iterator[tuple[str, Line | None]]:
        """Parse a sheet: each line as written and what it means, or None if it does not stand (any more)."""
        for line in text.split("\n") if text else ():
            try:
                yield line, self.line(line)
            except BadOrder:
                yield line, None

    def sheet(self, text: str) -> OfferSheet:
        """Parse those lines of a sheet that stand."""
        return OfferSheet(tuple([line for _, line in self.lines(text) if line is not None]))


def sheet_parser(
    table: Table, power: str, variant: Variant, dummies: tuple[str, ...], *, blind: bool = False
) -> SheetParser:
    """Return the parser for a power's sheets; `blind`: as the power itself reads a blind game."""
    orders = Parser(table.board, table.position, power if blind else "")
    return SheetParser(orders, power, dummies if variant.loyal else None)


def parser_for(view: PayolaView, role: str) -> SheetParser:
    """Return the parser for this role's sheets, which knows nothing but what the role may know."""
    return sheet_parser(view.table, role, view.variant, view.dummies, blind=view.variant.blind)


@lru_cache(4096)
def _amounts(text: str) -> tuple[Amount, ...]:
    amounts = []
    for piece in text.split(" + "):
        found = _AMOUNT.fullmatch(piece)
        if found is None:
            raise ValueError(f"not canonical: {text!r}")
        times, money, floor, plateau = found.groups()
        amount = Amount(int(money), int(plateau or money) if floor else 0, int(times or 1))
        if str(amount) != piece or amount.plateau > amount.money:
            raise ValueError(f"not canonical: {text!r}")
        amounts.append(amount)
    return tuple(amounts)


def _comment_text(comment: str) -> str:
    return f"% {comment}".rstrip()


def print_line(position: Position, line: Line) -> str:
    """Print one line of a sheet."""
    if isinstance(line, Comment):
        return _comment_text(line.comment)
    if isinstance(line, Command):
        text = f"{line.unit} {order_text(position, line.order)}"
    elif isinstance(line, Savings):
        text = f"{_amounts_text(line.amounts)} $"
    else:
        orders = " | ".join([order_text(position, order) for order in line.orders])
        text = f"{_amounts_text(line.amounts)} {line.kind} {line.unit} {orders}"
    return f"{text}{_BEHIND}{line.comment}" if line.comment else text


def offer_text(position: Position, offer: Offer) -> str:
    """Print an offer without its comment."""
    return print_line(position, offer._replace(comment=""))


def _amounts_text(amounts: tuple[Amount, ...]) -> str:
    return " + ".join(map(str, amounts))


def print_sheet(position: Position, sheet: OfferSheet) -> str:
    """Print a sheet, a line each."""
    return "\n".join([print_line(position, line) for line in sheet.lines])
