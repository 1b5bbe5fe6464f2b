"""Canonical text of offer sheets (Payola 3): what stands on file and what programs write.

    sheet    a LINE a line
    LINE     AMOUNTS TYPE UNIT ORDER | ORDER ...    an offer of the type `:`, `!`, `>`, `@` or `&`
             AMOUNTS $                              savings
             UNIT ORDER                             the order of a loyal unit
             % COMMENT                              a comment, which may also stand behind any other line
    AMOUNTS  AMOUNT + AMOUNT ...
    AMOUNT   5, 3*5 (three times), 5#2 (a plateau of 2) or 5# (a plateau of 5)

UNIT and ORDER are those of Diplomacy. Parsing and printing are inverse. Text of any other shape raises ValueError; a
line that does not stand on the board raises BadOrder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from judge.rules.diplomacy.canonical import NOBODY, Parser, order_text
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.position import Position
from judge.rules.diplomacy.table import Table
from judge.rules.payola.offers import Amount, Command, Comment, Offer, OfferSheet, Savings
from judge.rules.payola.variants import Variant
from judge.rules.payola.view import PayolaView

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
        """Parse one line of a sheet."""
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


def _amounts_text(amounts: tuple[Amount, ...]) -> str:
    return " + ".join(map(str, amounts))


def print_sheet(position: Position, sheet: OfferSheet) -> str:
    """Print a sheet, a line each."""
    return "\n".join([print_line(position, line) for line in sheet.lines])
