"""One case of `judge adjudicate` for Payola: position, money and offer sheets in; results and the treasury out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.case import case_explain, case_result, case_sheets, case_table, play
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.play import Flow
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.table import Table, read_power
from judge.rules.payola.acceptance import REST, expand_list, first_list, read_list
from judge.rules.payola.canonical import OfferSheet, print_sheet, sheet_parser
from judge.rules.payola.play import Auctioned, Funds, bidding, play_offers
from judge.rules.payola.reading.letter import read_offers, without_offers
from judge.rules.payola.reading.sheet import BlindSheetReader, SheetReader
from judge.rules.payola.treasury import CURRENCY, close_year, incomes, year_has_ended
from judge.rules.payola.variants import OPTIONS, Variant, variant_of
from judge.rules.problems import Problem, problem_rows
from judge.rules.rng import Rng
from judge.rules.values import Json, sheet_of

MOST = 10**9
"""No balance of a case is larger."""

CASE_OPTIONS = ("map", *(option.name for option in OPTIONS))


def adjudicate_case(case: Mapping[str, Json]) -> dict[str, Json]:
    """Position, orders and options in; position, results, problems and, of a movement phase, `treasury` out.

    ValueError where the case cannot be read.
    """
    table = case_table(case)
    explain = case_explain(case)
    position: Mapping[str, Json] = case["position"]
    variant = case_variant(case, table)
    dummies = _dummies(table, position)
    flow = Flow(barred=dummies)
    balances, aside = _money(table, position, "balances"), _money(table, position, "aside")
    sheets = case_sheets(case, table)
    written, rng = case_lists(table, position, dummies), case_rng(case, str(table.label))
    for power in (*table.centers, *(unit.power for unit in table.units), *sheets, *written, *aside, *dummies):
        balances.setdefault(power, 0)
    problems: list[Json] = []
    if table.label.kind == MOVEMENT:
        offered, problems = _offered(table, sheets, variant, dummies)

        def list_of(power: str) -> tuple[str, ...]:
            own = REST if power in dummies else written.get(power, first_list(table.board, power))
            return expand_list(table.board, power, own, rng)

        played = play_offers(table, offered, Funds(balances, aside), list_of, dummies, variant, flow)
        found = case_result(played.step, problems, explain=explain)
        found["treasury"] = treasury_rows(table, played, balances, explain=explain)
        step, balances, aside = played.step, dict(played.balances), dict(played.aside)
    else:
        filed: dict[str, str] = {}
        for power, text in sheets.items():
            lines, misplaced = without_offers(table.label, list(sheet_of(text).lines))
            part = read_part(table, power, lines)
            filed[power] = part.text
            problems += problem_rows(power, (*misplaced, *part.problems))
        step = play(table, filed, flow)
        found = case_result(step, problems, explain=explain)
    entries = []
    if variant.zerosum and year_has_ended(step):
        entries = close_year(table, step.table, balances, aside)
        aside = {}
    if not step.winner:
        entries += incomes(table, step.table, variant, dummies)
    for entry in entries:
        if entry.currency == CURRENCY:
            balances[entry.power] = balances.get(entry.power, 0) + entry.amount
    if variant.zerosum:
        found["position"]["aside"] = dict(sorted(aside.items()))
    found["position"] |= {"balances": dict(sorted(balances.items())), "accept": written, "dummies": list(dummies)}
    return found


def _offered(
    table: Table, sheets: Mapping[str, str], variant: Variant, dummies: tuple[str, ...]
) -> tuple[dict[str, OfferSheet], list[Json]]:
    """(each power's offers as the judge takes them, the problems of all)"""
    offered: dict[str, OfferSheet] = {}
    problems: list[Json] = []
    for power, text in sheets.items():
        if power in dummies:
            problems += problem_rows(power, (no_orders_of_dummies(power),))
            continue
        kind = BlindSheetReader if variant.blind else SheetReader
        reader = kind(table.board, table.position, power, variant, dummies)
        offered[power], bad = read_offers(reader, list(sheet_of(text).lines))
        if variant.blind:
            # Of what was taken, that stands which stands on the whole board (ruling P20).
            written = print_sheet(table.position, offered[power])
            offered[power] = sheet_parser(table, power, variant, dummies).sheet(written)
        problems += problem_rows(power, bad)
    return offered, problems


def case_variant(case: Mapping[str, Json], table: Table) -> Variant:
    """What the options of a case choose. ValueError for one that is none: `dummies` belongs into the position."""
    options: Any = case.get("options") or {}
    for name in options:
        if name not in CASE_OPTIONS:
            raise ValueError(f"a case of Payola has no option {name[:40]!r}; there are: {', '.join(CASE_OPTIONS)}")
    return variant_of(options, table.board)


def case_rng(case: Mapping[str, Json], label: str) -> Rng:
    seed: Any = case.get("seed", "")
    if not isinstance(seed, str):
        raise ValueError("seed is a text")
    return Rng(seed.encode(), label)


def _dummies(table: Table, position: Mapping[str, Json]) -> tuple[str, ...]:
    """The powers named, and those of the board that nobody can ever play."""
    names: Any = position.get("dummies") or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("dummies is a list of powers")
    return tuple(sorted({*table.board.dummies, *(read_power(table.board, name) for name in names)}))


def _money(table: Table, position: Mapping[str, Json], key: str) -> dict[str, int]:
    given: Any = position.get(key) or {}
    if not isinstance(given, Mapping):
        raise ValueError(f"{key} is an object: power -> silver pieces")
    balances: dict[str, int] = {}
    for name, amount in given.items():
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
            raise ValueError(f"{key} of {name[:40]} is a whole number from 0 to {MOST}")
        balances[read_power(table.board, name)] = amount
    return balances


def case_lists(table: Table, position: Mapping[str, Json], dummies: tuple[str, ...]) -> dict[str, str]:
    """The acceptance lists as given. What is given for a dummy is ignored (4.4)."""
    given: Any = position.get("accept") or {}
    if not isinstance(given, Mapping):
        raise ValueError("accept is an object: power -> acceptance list")
    board = table.board
    written: dict[str, str] = {}
    for name, text in given.items():
        power = read_power(board, name)
        if power in dummies:
            continue
        if not isinstance(text, str):
            raise ValueError(f"the acceptance list of {power} is a text of letters")
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
