"""One case of `judge adjudicate` for an Exchange game: its exchange phases, and all others with investors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.case import LONGEST_SHEET, case_explain, case_result, case_table, play
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.play import Flow, Step
from judge.rules.diplomacy.table import Table, dump_table, read_power
from judge.rules.exchange.acts import perform_in_exchange
from judge.rules.exchange.books import Books, largest_holders
from judge.rules.exchange.canonical import TRADES, parse_trades
from judge.rules.exchange.play import bid, most_dividend
from judge.rules.exchange.reading.letter import read_exchange_mail
from judge.rules.exchange.settlement import settle
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.view import exchange_view
from judge.rules.payola.acceptance import first_list
from judge.rules.payola.canonical import OFFERS, sheet_parser
from judge.rules.payola.case import MOST, case_lists, case_rng, case_variant, no_orders_of_dummies, treasury_rows
from judge.rules.payola.state import PayolaState
from judge.rules.payola.variants import OPTIONS
from judge.rules.problems import Refused, problem_rows
from judge.rules.rng import Rng
from judge.rules.values import Json, Orders, only, sheet_of

_OPENS = re.compile(r"\s*S([0-9]{1,5})X\s*", re.IGNORECASE)


def read_position(case: Mapping[str, Json]) -> ExchangeState:
    """The game as it stands in this case. ValueError says what is wrong with it."""
    position: Any = case.get("position")
    phase = position.get("phase") if isinstance(position, Mapping) else None
    opens = _OPENS.fullmatch(phase) if isinstance(phase, str) else None
    table = case_table({**case, "position": {**position, "phase": f"S{opens[1]}M"}} if opens else case)
    options: Any = case.get("options") or {}
    investors = _names(position, "investors")
    if len(set(investors)) < len(investors) or set(investors) & set(table.board.powers):
        raise ValueError("investors are called differently, and none like a power")
    books = _books(table, position, options, investors)
    named = {*table.board.dummies, *(read_power(table.board, name) for name in _names(position, "dummies"))}
    # Where nothing is said of CEOs, whoever writes for a power leads it.
    dummies = {power for power in table.board.powers if power not in books.ceos} if "ceos" in position else named
    balances = dict.fromkeys((*table.board.powers, *investors), 0)
    for name, amount in _object(position, "balances").items():
        balances[account_of(balances, name)] = _number(amount, f"balances of {name[:40]}")
    accept = {power: first_list(table.board, power) for power in table.board.powers}
    game = PayolaState(
        case_variant(case, table),
        table,
        Match(tuple(sorted(dummies))),
        balances,
        accept | case_lists(table, position, tuple(dummies)),
    )
    return ExchangeState(game, books, trading=opens is not None)


def account_of(balances: Mapping[str, int], name: str) -> str:
    """The power or investor of this name, in any case. ValueError if there is none."""
    found = name.strip().upper()
    if found not in balances:
        raise ValueError(f"{name[:40]!r} is neither a power nor one of the investors")
    return found


def _books(
    table: Table, position: Mapping[str, Json], options: Mapping[str, Json], investors: tuple[str, ...]
) -> Books:
    board = table.board

    def power(name: Json) -> str:
        return read_power(board, str(name))

    def center(name: str) -> str:
        found = board.find(name)
        if len(found) != 1 or found[0] not in board.centers:
            raise ValueError(f"{name[:40]!r} is no supply center")
        return found[0]

    def investor(name: Json) -> str:
        if str(name).strip().upper() not in investors:
            raise ValueError(f"{str(name)[:40]!r} is none of the investors")
        return str(name).strip().upper()

    def numbers(given: Json, what: str) -> dict[str, int]:
        return {name: _number(number, f"{what} of {name[:40]}") for name, number in _mapping(given, what).items()}

    usual = {option.name: option.default for option in OPTIONS}
    books = Books(
        investors,
        _number(options.get("price", usual["price"]), "options.price"),
        _number(options.get("shares", usual["shares"]), "options.shares"),
        most_dividend=most_dividend(options, _number(options.get("price", usual["price"]), "options.price")),
        holdings={
            investor(name): {power(each): number for each, number in numbers(held, "holdings").items() if number}
            for name, held in _object(position, "holdings").items()
        },
        votes={
            investor(name): {power(each): investor(who) for each, who in _mapping(votes, "elect").items()}
            for name, votes in _object(position, "elect").items()
        },
        ceos={power(name): investor(ceo) for name, ceo in _object(position, "ceos").items() if ceo},
        dividends={power(name): each for name, each in numbers(position.get("dividends") or {}, "dividends").items()},
        worths={
            power(name): {center(each): worth for each, worth in numbers(worths, "worths").items()}
            for name, worths in _object(position, "worths").items()
        },
        drawn={
            center(name): (power(_mapping(entry, "drawn").get("power")), _number(entry.get("worth"), "drawn"))
            for name, entry in _object(position, "drawn").items()
        },
    )
    for each in board.powers:
        if books.unsold(each) < 0:
            raise ValueError(f"more shares of {each} are held than the {books.shares} that there are")
    for each in board.dummies:
        if books.holders(each) or each in books.ceos:
            raise ValueError(f"{each} has no shares, and nobody leads it")
    return books


def _object(position: Mapping[str, Json], key: str) -> Mapping[str, Any]:
    return _mapping(position.get(key) or {}, key)


def _mapping(given: Json, what: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise ValueError(f"{what} is an object, not {type(given).__name__}")
    return given


def _names(position: Mapping[str, Json], key: str) -> tuple[str, ...]:
    given: Any = position.get(key) or []
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise ValueError(f"{key} is a list of names")
    return tuple(name.strip().upper() for name in given)


def _number(given: Json, what: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= MOST:
        raise ValueError(f"{what} is a whole number from 0 to {MOST}")
    return given


def write_position(state: ExchangeState) -> dict[str, Json]:
    """The position that reads back to this state, but for seats that nobody plays."""
    books, game = state.books, state.game
    return {
        **dump_table(state.table),
        "phase": str(state.label),
        "balances": dict(sorted(game.balances.items())),
        "accept": {power: text for power, text in game.accept.items() if power not in game.match.dummies},
        "dummies": list(game.match.dummies),
        "investors": list(books.investors),
        "holdings": {investor: dict(held) for investor, held in books.holdings.items()},
        "elect": {investor: dict(votes) for investor, votes in books.votes.items() if votes},
        "ceos": dict(sorted(books.ceos.items())),
        "dividends": dict(books.dividends),
        "worths": {power: dict(worths) for power, worths in books.worths.items()},
        "drawn": {center: {"power": power, "worth": worth} for center, (power, worth) in books.drawn.items()},
    }


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
