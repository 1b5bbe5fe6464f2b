"""One case of `judge adjudicate` for an Exchange game: its exchange phases, and all others with investors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.case import LONGEST_SHEET, case_explain, case_result, play
from judge.rules.diplomacy.game import Flow, Step
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.exchange.acts import perform_in_exchange
from judge.rules.exchange.books import largest_holders
from judge.rules.exchange.canonical import TRADES, parse_trades
from judge.rules.exchange.play import bid
from judge.rules.exchange.position import account_of, read_position, write_position
from judge.rules.exchange.reading.letter import read_exchange_mail
from judge.rules.exchange.settlement import settle
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.view import exchange_view
from judge.rules.payola.canonical import OFFERS, sheet_parser
from judge.rules.payola.case import case_rng, no_orders_of_dummies, treasury_rows
from judge.rules.problems import Refused, problem_rows
from judge.rules.rng import Rng
from judge.rules.values import Json, Orders, only, sheet_of


def adjudicate_exchange_case(case: Mapping[str, Json]) -> dict[str, Json]:
    """Position, options and sheets by power or investor in; position, results, problems and, of an exchange phase,
    `exchange` or, of a movement phase, `treasury` out. ValueError where the case cannot be read.

    Lines that take effect at once (ELECT, WORTH, ...) do so before the phase is adjudicated, in the order of the case.
    """
    begun, explain = read_position(case), case_explain(case)
    state, filed, problems = _read(begun, _sheets(case, begun))
    rng = case_rng(case, str(begun.label))
    if state.trading:
        return _exchange(state, filed, problems, rng)
    if state.table.label.kind == MOVEMENT:
        return _movement(state, filed, problems, rng, explain=explain)
    part = PARTS[state.table.label.kind]
    orders = {role: parts[part] for role, parts in filed.items() if part in parts}
    step = play(state.table, orders, Flow(barred=state.barred))
    return _after(state, step, problems, explain=explain)


def _sheets(case: Mapping[str, Json], state: ExchangeState) -> dict[str, str]:
    """Role -> its sheet, in the order of the case."""
    orders: Any = case.get("orders") or {}
    if not isinstance(orders, Mapping):
        raise ValueError("orders is an object: power or investor -> its sheet")
    sheets: dict[str, str] = {}
    for name, text in orders.items():
        role = account_of(state.balances, name)
        if not isinstance(text, str) or len(text) > LONGEST_SHEET:
            raise ValueError(f"the orders of {role} are one text of at most {LONGEST_SHEET} letters, a line an order")
        sheets[role] = text
    return sheets


def _read(state: ExchangeState, sheets: Mapping[str, str]) -> tuple[ExchangeState, dict[str, Orders], list[Json]]:
    filed: dict[str, Orders] = {}
    problems: list[Json] = []
    for role, text in sheets.items():
        if role in state.game.match.dummies:
            problems += problem_rows(role, (no_orders_of_dummies(role),))
            continue
        reading = read_exchange_mail(exchange_view(state, only(role)), role, sheet_of(text))
        filed[role] = reading.parts
        problems += problem_rows(role, reading.problems)
        for act in reading.acts:
            try:
                state = perform_in_exchange(state, role, act).state
            except Refused as refusal:
                problems += problem_rows(role, (refusal.problem,))
    return state, filed, problems


def _exchange(state: ExchangeState, filed: Mapping[str, Orders], problems: list[Json], rng: Rng) -> dict[str, Json]:
    books = state.books
    lines = {
        investor: parse_trades(state.table.board, books.investors, investor, filed[investor].get(TRADES, ""))
        for investor in books.investors
        if investor in filed
    }
    after, done = settle(state, lines, rng.at("exchange").shuffled(books.investors))
    return {
        "position": write_position(after),
        "results": {},
        "problems": problems,
        "exchange": {
            "order": list(done.order),
            "dividends": done.dividends,
            "unpaid": done.unpaid,
            "bought": {investor: dict(sorted(own.items())) for investor, own in sorted(done.bought.items())},
            "trades": [{"seller": seller, "line": sale.deal} for seller, sale in done.trades],
            "failed": {
                investor: [{"line": each.line.deal, "why": each.why, "bought": each.bought} for each in failures]
                for investor in books.investors
                if (failures := done.failures(investor))
            },
            "income": done.income,
        },
    }


def _movement(
    state: ExchangeState, filed: Mapping[str, Orders], problems: list[Json], rng: Rng, *, explain: bool
) -> dict[str, Json]:
    table, game = state.table, state.game
    sheets = {
        role: sheet_parser(table, role, game.variant, game.match.dummies).sheet(parts.get(OFFERS, ""))
        for role, parts in filed.items()
    }
    played, _ = bid(state, sheets, rng)
    found = _after(replace(state, game=replace(game, balances=played.balances)), played.step, problems, explain=explain)
    found["treasury"] = treasury_rows(table, played, dict(game.balances), explain=explain)
    return found


def _after(state: ExchangeState, step: Step, problems: list[Json], *, explain: bool) -> dict[str, Json]:
    opens = step.table.label.year > state.table.label.year
    after = replace(state, game=replace(state.game, table=step.table), trading=opens)
    found = {**case_result(step, problems, explain=explain), "position": write_position(after)}
    if step.winner:
        found["winners"] = list(largest_holders(state.books, (step.winner,))) or [step.winner]
    return found
