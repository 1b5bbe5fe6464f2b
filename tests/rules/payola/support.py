"""Auctions on the standard board, written as players write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge.reading.faults import in_brackets
from judge.reading.lexer import comment_of, without_comment
from judge.reading.sheet import SheetLine, Verdict
from judge.rules.diplomacy.board import Board, Position, Unit, position_of
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.orders import HOLD, MOVE, BadOrder, Order
from judge.rules.payola.acceptance import expand_list, first_list
from judge.rules.payola.auctions.auction import determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import Comment, Line, OfferSheet
from judge.rules.payola.reading.sheet import SheetReader, reader_of
from judge.rules.rng import Rng

STANDARD: Board = load_board("standard")

OPENING = {
    "AUSTRIA": "A VIE, A BUD, F TRI",
    "ENGLAND": "F EDI, F LON, A LVP",
    "FRANCE": "A PAR, A MAR, F BRE",
    "GERMANY": "A BER, A MUN, F KIE",
    "ITALY": "A ROM, A VEN, F NAP",
    "RUSSIA": "A MOS, A WAR, F SEV, F STP/SC",
    "TURKEY": "A CON, A SMY, F ANK",
}


def position(units: Mapping[str, str] = OPENING) -> Position:
    return position_of(
        Unit(power, *each.split()) for power, listed in units.items() for each in listed.replace(",", "\n").splitlines()
    )


class Auctioned(NamedTuple):
    """An auction told in text: `issued["A VIE"] == "- GAL"`."""

    issued: dict[str, str]
    totals: dict[str, int]
    paid: dict[str, dict[str, int]]
    payments: dict[str, list[tuple[str, int]]]
    reductions: dict[str, int]


def read_sheet(board: Board, where: Position, power: str, text: str) -> OfferSheet:
    """A sheet of standard Payola as somebody writes it; every line must stand."""
    reader = SheetReader(board, where, power)
    return OfferSheet(tuple(line_of(reader, line) for line in text.splitlines() if line.strip()))


def line_of(reader: SheetReader, text: str) -> Line:
    """What one line says by itself. Raises BadOrder."""
    line = reader_of(reader.board).read_line(SheetLine(1, text))
    if line.verdict is Verdict.REMARK and not without_comment(text).strip():
        return Comment(comment_of(text))
    if line.verdict is not Verdict.READ:
        raise reader.fault(line)
    first, *more = line.statements
    if more:
        raise BadOrder("payola/several", "this line holds several offers")
    if first.stray is not None:
        raise BadOrder(*in_brackets(first))
    found = reader.statement(first)
    return found._replace(comment=line.comment) if line.comment else found


def auction(
    sheets: Mapping[str, str],
    *,
    balances: Mapping[str, int] | None = None,
    accept: Mapping[str, str] | None = None,
    dummies: tuple[str, ...] = (),
    units: Mapping[str, str] = OPENING,
    seed: bytes = b"",
    discount: bool = False,
) -> Auctioned:
    """The auction of these sheets; every line must stand. Each power has 48 silver pieces unless told otherwise."""
    board, where = STANDARD, position(units)
    read = {power: read_sheet(board, where, power, text) for power, text in sheets.items()}
    money = dict.fromkeys(board.powers, 48) | dict(balances or {})
    available = {power: max(0, money[power] - (read[power].savings if power in read else 0)) for power in board.powers}
    lots = {unit: Lot(unit.power, Order(unit.province, HOLD), unit.power in dummies) for unit in where.units.values()}
    lists = {
        power: expand_list(board, power, _written(power, accept or {}, dummies), Rng(seed, "S1901M"))
        for power in board.powers
    }
    offers = {power: sheet.offers for power, sheet in read.items()}
    found = determine(lots, offers, available, lists.__getitem__, lambda order: order.verb == MOVE, discount=discount)
    return Auctioned(
        {str(unit): order_text(where, order) for unit, order in found.issued.items()},
        {str(unit): total for unit, total in found.totals.items()},
        {power: {str(unit): amount for unit, amount in own.items()} for power, own in found.paid.items() if own},
        {power: [(str(unit), amount) for unit, amount in found.payments(power)] for power in found.fates},
        {power: times for power, times in found.reductions.items() if times},
    )


def _written(power: str, accept: Mapping[str, str], dummies: tuple[str, ...]) -> str:
    return "?" if power in dummies else accept.get(power, first_list(STANDARD, power))
