"""One case of `judge adjudicate` for Payola: position, money and offer sheets in; results and the treasury out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from judge.rules import schema
from judge.rules.case import Case, Name
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.case import (
    BoardPosition,
    case_result,
    play,
    sheets_of,
    table_of,
)
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.play import Flow
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.table import Table, read_power
from judge.rules.payola.acceptance import first_list, read_list
from judge.rules.payola.canonical import OFFERS, OfferSheet, sheet_parser
from judge.rules.payola.play import Auctioned, bid, bidding, go_on
from judge.rules.payola.reading.letter import read_mail, without_offers
from judge.rules.payola.reading.sheet import reader_of
from judge.rules.payola.state import PayolaState
from judge.rules.payola.variants import Variant, variant_of
from judge.rules.payola.view import view_of
from judge.rules.problems import Problem, problem_rows
from judge.rules.rng import Rng
from judge.rules.schema import Number
from judge.rules.values import Json, only, sheet_of

Money = Annotated[int, Number(0, 10**9)]


@dataclass(frozen=True)
class MoneyPosition(BoardPosition):
    """A position with the balances and acceptance lists of its powers."""

    balances: Mapping[Name, Money] = field(default_factory=dict)
    accept: Mapping[Name, str] = field(default_factory=dict)
    dummies: tuple[Name, ...] = ()


@dataclass(frozen=True)
class PayolaPosition(MoneyPosition):
    aside: Mapping[Name, Money] = field(default_factory=dict)


@dataclass(frozen=True)
class PayolaOptions:
    """`income`: a text, or center -> worth; `pays`: a text, or a list of seasons. `variant_of` checks both."""

    closed = True

    map: str = "standard"
    variant: str = "standard"
    blind: bool = False
    ebayola: bool = False
    loyal: bool = False
    zerosum: bool = False
    income: Json = ""
    cap: Money = 0
    pays: Json = None
    players: Money = 7
    cash: Money = 0
    price: Money = 6
    shares: Money = 10
    dividends: Literal["half", "free"] = "half"

    def variant_on(self, board: Board) -> Variant:
        """The variant that these options choose. ValueError says which do not go together."""
        return variant_of(schema.dump(self), board)


@dataclass(frozen=True, kw_only=True)
class PayolaCase(Case):
    position: PayolaPosition
    options: PayolaOptions = PayolaOptions()
    explain: bool = False


def adjudicate_case(data: Mapping[str, Json]) -> dict[str, Json]:
    """Turn position, orders and options into position, results, problems and `treasury`. Raises ValueError."""
    case = schema.read(data, PayolaCase)
    position, explain = case.position, case.explain
    table = table_of(case.options.map, position)
    board = table.board
    variant = case.options.variant_on(board)
    # Those named, and those of the board that nobody can ever play.
    dummies = tuple(sorted({*board.dummies, *(read_power(board, name) for name in position.dummies)}))
    flow = Flow(barred=dummies)
    balances = {read_power(board, name): amount for name, amount in position.balances.items()}
    aside = {read_power(board, name): amount for name, amount in position.aside.items()}
    sheets = sheets_of(case, table)
    written, rng = acceptance_lists(board, position, dummies), Rng(case.seed.encode(), str(table.label))
    for power in (*table.centers, *(unit.power for unit in table.units), *sheets, *written, *aside, *dummies):
        balances.setdefault(power, 0)
    problems: list[Json] = []
    accept = {power: written.get(power, first_list(board, power)) for power in board.powers}
    whole = dict.fromkeys(board.powers, 0) | balances
    state = PayolaState(variant, table, Match(dummies), whole, accept, aside=aside)
    if table.label.kind == MOVEMENT:
        offered, problems = _offered(state, sheets)
        played, _ = bid(state, offered, rng, flow)
        step, state = played.step, replace(state, balances=played.balances, aside=played.aside)
    else:
        played = None
        filed: dict[str, str] = {}
        for power, text in sheets.items():
            read = reader_of(table.board).read(sheet_of(text).lines)
            lines, misplaced = without_offers(read, table.label)
            part = read_part(table, power, lines)
            filed[power] = part.text
            problems += problem_rows(power, (*misplaced, *part.problems))
        step = play(table, filed, flow)
    found = case_result(step, problems, explain=explain)
    if played is not None:
        found["treasury"] = treasury_rows(table, played, balances, explain=explain)
    after: PayolaState = go_on(state, step, (), ()).state
    if variant.zerosum:
        found["position"]["aside"] = dict(sorted(after.aside.items()))
    balances = {power: amount for power, amount in sorted(after.balances.items()) if power in balances or amount}
    found["position"] |= {"balances": balances, "accept": written, "dummies": list(dummies)}
    return found


def _offered(state: PayolaState, sheets: Mapping[str, str]) -> tuple[dict[str, OfferSheet], list[Json]]:
    """(each power's offers as the judge takes them, the problems of all)"""
    offered: dict[str, OfferSheet] = {}
    problems: list[Json] = []
    for power, text in sheets.items():
        if power in state.match.dummies:
            problems += problem_rows(power, (no_orders_of_dummies(power),))
            continue
        reading = read_mail(view_of(state, only(power)), power, sheet_of(text))
        # In a blind game, of what was taken, that stands which stands on the whole board (ruling P20).
        parser = sheet_parser(state.table, power, state.variant, state.match.dummies)
        offered[power] = parser.sheet(reading.parts.get(OFFERS, ""))
        acts = [
            Problem("payola/no-offer", f"`{act.text}` is no offer", act.line, text=act.text) for act in reading.acts
        ]
        problems += problem_rows(power, (*reading.problems, *acts))
    return offered, problems


def acceptance_lists(board: Board, position: MoneyPosition, dummies: tuple[str, ...]) -> dict[str, str]:
    """The acceptance lists as given. What is given for a dummy is ignored (4.4)."""
    written: dict[str, str] = {}
    for name, text in position.accept.items():
        power = read_power(board, name)
        if power in dummies:
            continue
        try:
            written[power] = read_list(board, power, text)
        except BadOrder as bad:
            raise ValueError(f"the acceptance list of {power}: {bad.message}") from None
    return written


def no_orders_of_dummies(power: str) -> Problem:
    return Problem("payola/dummy", f"{power} is a dummy, and nobody writes for it")


def treasury_rows(table: Table, played: Auctioned, balances: Mapping[str, int], *, explain: bool) -> dict[str, Json]:
    found = played.determination
    powers = sorted(balances)
    bids = {"bids": {row["unit"]: row["bids"] for row in bidding(table, found)}} if explain else {}
    return bids | {
        "issued": {str(unit): order_text(table.position, order) for unit, order in found.issued.items()},
        "totals": {str(unit): total for unit, total in found.totals.items()},
        "paid": {
            power: {str(unit): amount for unit, amount in found.paid[power].items()}
            for power in powers
            if found.paid[power]
        },
        "expended": {power: found.expended(power) for power in powers},
        "balances": {power: played.balances[power] for power in powers},
        "reductions": {power: found.reductions[power] for power in powers},
    }
