"""One case of `judge adjudicate` for an Exchange game: its exchange phases, and all others with investors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from judge.rules import schema
from judge.rules.case import Case, Name
from judge.rules.diplomacy.canonical import PARTS
from judge.rules.diplomacy.case import case_result, play, position_of, table_of
from judge.rules.diplomacy.labels import MOVEMENT, Label, read_label
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.play import Flow, Step
from judge.rules.diplomacy.table import Table, read_power
from judge.rules.exchange.acts import perform_in_exchange
from judge.rules.exchange.canonical import TRADES, parse_trades
from judge.rules.exchange.play import most_dividend
from judge.rules.exchange.reading.letter import read_exchange_mail
from judge.rules.exchange.settlement import settle
from judge.rules.exchange.state import EXCHANGE_KIND, Books, ExchangeState, largest_holders
from judge.rules.exchange.view import exchange_view
from judge.rules.payola.acceptance import first_list
from judge.rules.payola.canonical import OFFERS, sheet_parser
from judge.rules.payola.case import (
    Money,
    MoneyPosition,
    PayolaOptions,
    acceptance_lists,
    no_orders_of_dummies,
    treasury_rows,
)
from judge.rules.payola.play import bid
from judge.rules.payola.state import PayolaState
from judge.rules.payola.variants import EXCHANGE
from judge.rules.problems import Refused, problem_rows
from judge.rules.rng import Rng
from judge.rules.schema import Text
from judge.rules.values import Json, Orders, only, sheet_of

_OPENS = re.compile(r"\s*S([0-9]{1,5})X\s*", re.IGNORECASE)


def _label(text: str) -> Label:
    opens = _OPENS.fullmatch(text)
    return Label("S", int(opens[1]), EXCHANGE_KIND) if opens else read_label(text)


@dataclass(frozen=True)
class Drawn:
    power: Name
    worth: Money


@dataclass(frozen=True)
class ExchangePosition(MoneyPosition):
    """The fields of `Books` by their names, but for `elect`: its votes. Without `ceos` whoever writes for a power leads
    it.
    """

    phase: Annotated[Label, Text(_label)]
    investors: tuple[Name, ...] = ()
    holdings: Mapping[Name, Mapping[Name, Money]] = field(default_factory=dict)
    elect: Mapping[Name, Mapping[Name, Name]] = field(default_factory=dict)
    ceos: Mapping[Name, Name] | None = None
    dividends: Mapping[Name, Money] = field(default_factory=dict)
    worths: Mapping[Name, Mapping[str, Money]] = field(default_factory=dict)
    drawn: Mapping[str, Drawn] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ExchangeCase(Case):
    position: ExchangePosition
    options: PayolaOptions = field(default_factory=PayolaOptions)
    explain: bool = False


def state_of(position: ExchangePosition, options: PayolaOptions) -> ExchangeState:
    """The game as it stands in this position. ValueError says what is wrong with it."""
    trading = position.phase.kind == EXCHANGE_KIND
    opened = replace(position, phase=position.phase._replace(kind=MOVEMENT)) if trading else position
    table = table_of(options.map, opened)
    board, investors = table.board, position.investors
    if len(set(investors)) < len(investors) or set(investors) & set(board.powers):
        raise ValueError("investors are called differently, and none like a power")
    books = _books(table, position, options)
    dummies = {*board.dummies, *(read_power(board, name) for name in position.dummies)}
    if position.ceos is not None:
        dummies = {power for power in board.powers if power not in books.ceos}
    balances = dict.fromkeys((*board.powers, *investors), 0)
    for name, amount in position.balances.items():
        balances[account_of(balances, name)] = amount
    accept = {power: first_list(board, power) for power in board.powers}
    game = PayolaState(
        options.variant_on(board),
        table,
        Match(tuple(sorted(dummies))),
        balances,
        accept | acceptance_lists(board, position, tuple(dummies)),
    )
    return ExchangeState(game, books, trading)


def account_of(balances: Mapping[str, int], name: str) -> str:
    """The power or investor of this name. ValueError if there is none."""
    if name not in balances:
        raise ValueError(f"{name[:40]!r} is neither a power nor one of the investors")
    return name


def _books(table: Table, position: ExchangePosition, options: PayolaOptions) -> Books:
    board = table.board

    def power(name: str) -> str:
        return read_power(board, name)

    def center(name: str) -> str:
        found = board.find(name)
        if len(found) != 1 or found[0] not in board.centers:
            raise ValueError(f"{name[:40]!r} is no supply center")
        return found[0]

    def investor(name: str) -> str:
        if name not in position.investors:
            raise ValueError(f"{name[:40]!r} is none of the investors")
        return name

    books = Books(
        position.investors,
        options.price,
        options.shares,
        most_dividend=most_dividend(schema.dump(options), options.price),
        holdings={
            investor(name): {power(each): number for each, number in held.items() if number}
            for name, held in position.holdings.items()
        },
        votes={
            investor(name): {power(each): investor(who) for each, who in votes.items()}
            for name, votes in position.elect.items()
        },
        ceos={power(name): investor(ceo) for name, ceo in (position.ceos or {}).items()},
        dividends={power(name): each for name, each in position.dividends.items()},
        worths={
            power(name): {center(each): worth for each, worth in worths.items()}
            for name, worths in position.worths.items()
        },
        drawn={center(name): (power(entry.power), entry.worth) for name, entry in position.drawn.items()},
    )
    for each in board.powers:
        if books.unsold(each) < 0:
            raise ValueError(f"more shares of {each} are held than the {books.shares} that there are")
    for each in board.dummies:
        if books.holders(each) or each in books.ceos:
            raise ValueError(f"{each} has no shares, and nobody leads it")
    return books


def write_position(state: ExchangeState) -> dict[str, Json]:
    """The position that reads back to this state, but for seats that nobody plays."""
    books, game = state.books, state.game
    position = ExchangePosition(
        **{**vars(position_of(state.table)), "phase": state.label},
        balances=dict(sorted(game.balances.items())),
        accept={power: text for power, text in game.accept.items() if power not in game.match.dummies},
        dummies=game.match.dummies,
        investors=books.investors,
        holdings=books.holdings,
        elect={investor: votes for investor, votes in books.votes.items() if votes},
        ceos=dict(sorted(books.ceos.items())),
        dividends=books.dividends,
        worths=books.worths,
        drawn={center: Drawn(power, worth) for center, (power, worth) in books.drawn.items()},
    )
    written: dict[str, Json] = schema.write(position)
    return written


def adjudicate_exchange_case(data: Mapping[str, Json]) -> dict[str, Json]:
    """Position, options and sheets by power or investor in; position, results, problems and, of an exchange phase,
    `exchange` or, of a movement phase, `treasury` out. ValueError where the case cannot be read.

    Lines that take effect at once (ELECT, WORTH, ...) do so before the phase is adjudicated, in the order of the case.
    """
    case = schema.read(data, ExchangeCase)
    begun, explain = state_of(case.position, replace(case.options, variant=EXCHANGE)), case.explain
    sheets = {account_of(begun.balances, name): text for name, text in case.orders.items()}
    state, filed, problems = _read(begun, sheets)
    rng = Rng(case.seed.encode(), str(begun.label))
    if state.trading:
        return _exchange(state, filed, problems, rng)
    if state.table.label.kind == MOVEMENT:
        return _movement(state, filed, problems, rng, explain=explain)
    part = PARTS[state.table.label.kind]
    orders = {role: parts[part] for role, parts in filed.items() if part in parts}
    step = play(state.table, orders, Flow(barred=state.barred))
    return _after(state, step, problems, explain=explain)


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
    played, _ = bid(game, sheets, rng, Flow(barred=state.barred), state.books.investors)
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
