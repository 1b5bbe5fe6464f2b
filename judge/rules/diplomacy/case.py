"""One case of `judge adjudicate` for plain Diplomacy. What the cases of every game on a board share is here too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judge.rules.diplomacy.adjudication.adjustments import WAIVE, Adjustment
from judge.rules.diplomacy.canonical import parse_adjustments, parse_moves, parse_retreats, standing_moves
from judge.rules.diplomacy.labels import MOVEMENT, RETREATS
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.play import FREELY, Flow, Step, play_adjustments, play_movement, play_retreats
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.table import Table, dump_table, load_table, read_power
from judge.rules.problems import problem_rows
from judge.rules.values import Json, Orders, sheet_of

LONGEST_SHEET = 200_000
"""Letters of one role's sheet; more is refused unread."""


def adjudicate_case(case: Mapping[str, Json]) -> dict[str, Json]:
    """Position, orders and options in; position, results and problems out. ValueError where the case cannot be read.

    A game that this phase ends has `winners` besides.
    """
    table = case_table(case)
    explain = case_explain(case)
    sheets = case_sheets(case, table)
    blind: Any = (case.get("options") or {}).get("blind", False)
    if not isinstance(blind, bool):
        raise ValueError("options.blind is true or false")
    problems: list[Json] = []
    filed: dict[str, str] = {}
    for power, text in sheets.items():
        part = read_part(table, power, sheet_of(text).lines, blind=blind)
        filed[power] = part.text
        problems += problem_rows(power, part.problems)
    step = play(table, filed, Flow(barred=table.board.dummies), blind=blind)  # ruling P49
    return case_result(step, problems, explain=explain)


def play(table: Table, filed: Mapping[str, str], flow: Flow = FREELY, *, blind: bool = False) -> Step:
    """Adjudicate the phase at hand from canonical texts, power -> its orders; a power without one gets its defaults.

    `blind`: whether lines that do not stand are dropped.
    """
    if table.label.kind == MOVEMENT:
        orders: dict[str, Order] = {}
        for power, text in filed.items():
            moves = (standing_moves if blind else parse_moves)(table, power, text)
            orders |= {unit.province: order for unit, order in moves.items()}
        return play_movement(table, orders, flow)
    if table.label.kind == RETREATS:
        choices: dict[str, str] = {}
        for power, text in filed.items():
            choices |= parse_retreats(table, power, text)
        return play_retreats(table, choices, flow)
    ordered: dict[str, list[Adjustment]] = {
        power: parse_adjustments(table, power, text) for power, text in filed.items()
    }
    return play_adjustments(table, ordered)


def case_table(case: Mapping[str, Json]) -> Table:
    options: Any = case.get("options") or {}
    if not isinstance(options, Mapping):
        raise ValueError("options is an object")
    position: Any = case.get("position")
    if not isinstance(position, Mapping):
        raise ValueError("a case has a position: an object with phase and units")
    name: Any = options.get("map", "standard")
    if not isinstance(name, str):
        raise ValueError("options.map is the name of a map")
    try:
        return load_table(name, position)
    except KeyError as unknown:
        raise ValueError(str(unknown.args[0])) from None


def case_sheets(case: Mapping[str, Json], table: Table) -> dict[str, str]:
    """Power -> its sheet, in the order of the case."""
    orders: Any = case.get("orders") or {}
    if not isinstance(orders, Mapping):
        raise ValueError("orders is an object: power -> its sheet")
    sheets: dict[str, str] = {}
    for role, text in orders.items():
        power = read_power(table.board, role)
        if not isinstance(text, str) or len(text) > LONGEST_SHEET:
            raise ValueError(f"the orders of {power} are one text of at most {LONGEST_SHEET} letters, a line an order")
        sheets[power] = text
    return sheets


def case_explain(case: Mapping[str, Json]) -> bool:
    """Whether the case asks for the causes too."""
    explain: Any = case.get("explain", False)
    if not isinstance(explain, bool):
        raise ValueError("explain is true or false")
    return explain


def case_result(step: Step, problems: list[Json], *, explain: bool) -> dict[str, Json]:
    results = {unit: dict(result) for unit, result in step.results.items()}
    if explain:
        for unit, told in _explanations(step):
            results[unit] |= told
    # A dislodged unit that can go nowhere is disbanded at once.
    table = replace(step.table, dislodged=tuple(each for each in step.table.dislodged if each.retreats))
    found: dict[str, Json] = {"position": dump_table(table), "results": results, "problems": problems}
    if step.winner:
        found["winners"] = [step.winner]
    return found


def _explanations(step: Step) -> Iterator[tuple[str, dict[str, Json]]]:
    """Of each key of the results what the public event tells of it besides. Retreats have their `why` anyway."""
    for event in step.events:
        if event.kind == "movement":
            for row in event.data["orders"]:
                dislodger = {"dislodger": row["dislodger"]} if row["dislodger"] else {}
                yield row["unit"], {"cause": row["cause"]} | dislodger
        elif event.kind == "adjustments":
            for row in event.data["orders"]:
                unit = row["order"].partition(" ")[2]
                yield unit or f"{WAIVE} {row['power']}", {"default": row["default"]}


def filed_orders(table: Table, part: str, orders: Mapping[str, Orders]) -> dict[str, str]:
    """Power -> the text of this part that it has on file; who has none is left out."""
    powers = table.board.powers
    return {power: orders[power][part] for power in powers if power in orders and part in orders[power]}
