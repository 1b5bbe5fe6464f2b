"""Players that need no human: what they mail each phase, from what they may know."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping

from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.labels import ADJUSTMENTS, RETREATS
from judge.rules.diplomacy.table import Table
from judge.rules.payola.view import PayolaView


def holds(view: PayolaView) -> str:
    """Nothing but HOLD for the own units; any retreat there is; disbands and builds what is owed."""
    if view.table.label.kind == RETREATS:
        return _retreats(view.table, view.power)
    if view.table.label.kind == ADJUSTMENTS:
        return _adjustments(view)
    return "\n".join(f"0 : {unit} H" for unit in view.own_units) or f"1 : {view.table.units[0]} H"


def conquers(view: PayolaView) -> str:
    """Walks to the nearest foreign center, with support where there is any; else bribes whoever stands there to go."""
    if view.table.label.kind == RETREATS:
        return _retreats(view.table, view.power)
    if view.table.label.kind == ADJUSTMENTS:
        return _adjustments(view)
    table = view.table
    board = table.board
    at = {unit.province: unit for unit in table.units}
    wanted = {center for center in board.centers if table.owner.get(center) != view.power}
    free = {unit.province: unit for unit in table.units_of(view.power)}
    claimed: set[str] = set()
    lines: list[str] = []
    money = view.balance or 0
    for unit in sorted(free.values(), key=lambda each: _distance(table, each, wanted)):
        if unit.province not in free:
            continue
        step = _first_step(table, unit, wanted - claimed, avoid=claimed | {own for own in free if own != unit.province})
        if step is None:
            continue
        province = board.province_of[step]
        del free[unit.province]
        claimed.add(province)
        lines.append(f"1 : {unit} - {step}")
        money -= 1
        enemy = at.get(province)
        if enemy is None or enemy.power == view.power:
            continue
        helper = next((own for own in free.values() if province in _provinces(table, own)), None)
        if helper is not None:
            del free[helper.province]
            claimed.add(helper.province)
            lines.append(f"1 : {helper} S {unit} - {step}")
            money -= 1
        exits = [
            place for place in board.borders(enemy.kind, enemy.place) if board.province_of[place] not in {*at, *claimed}
        ]
        if helper is None and exits and money > 2:
            lines.append(f"2 : {enemy} - {min(exits)}")
            claimed.add(board.province_of[min(exits)])
            money -= 2
    lines += [f"0 : {own} H" for own in free.values()]
    return "\n".join(lines) or holds(view)


def gambles(luck: random.Random) -> Callable[[PayolaView], str]:
    """Offers at random, to anybody's units, of every type."""

    def sheet(view: PayolaView) -> str:
        if view.table.label.kind in (RETREATS, ADJUSTMENTS):
            return holds(view)
        table = view.table
        lines = []
        for _ in range(luck.randint(3, 8)):
            unit = luck.choice(table.units)
            orders = ["H", *(f"- {place}" for place in sorted(table.board.borders(unit.kind, unit.place)))]
            amount = luck.choice(["1", "3", "2*4#1", "7#", "5+2*1", "30", "12#6"])
            some = luck.sample(orders, min(len(orders), luck.choice([1, 1, 2])))
            lines.append(f"{amount} {luck.choice(':!>@&')} {unit} {' | '.join(some)}")
        if luck.random() < 0.3:
            lines.append(f"{luck.randint(0, 20)} $  % a penny saved")
        return "\n".join(lines)

    return sheet


def plain_offers(luck: random.Random) -> Callable[[PayolaView], str]:
    """One direct offer to each of some units, as Payola Classic has it."""

    def sheet(view: PayolaView) -> str:
        if view.table.label.kind in (RETREATS, ADJUSTMENTS):
            return holds(view)
        table = view.table
        units = luck.sample(table.units, min(len(table.units), 5))
        return "\n".join(
            f"{luck.randint(0, 9)} : {unit} - {luck.choice(sorted(table.board.borders(unit.kind, unit.place)))}"
            for unit in units
        )

    return sheet


def orders_and_gambles(luck: random.Random) -> Callable[[PayolaView], str]:
    """Orders to the own units, which are loyal, and offers to those of dummies."""

    def sheet(view: PayolaView) -> str:
        if view.table.label.kind in (RETREATS, ADJUSTMENTS):
            return holds(view)
        table = view.table
        moves = {
            unit: f"{unit} - {luck.choice(sorted(table.board.borders(unit.kind, unit.place)))}" for unit in table.units
        }
        return "\n".join(
            order if unit.power == view.power else f"{luck.randint(1, 9)} : {order}"
            for unit, order in moves.items()
            if unit.power in (view.power, *view.dummies)
        )

    return sheet


def _provinces(table: Table, unit: Unit) -> set[str]:
    return {table.board.province_of[place] for place in table.board.borders(unit.kind, unit.place)}


def _search(table: Table, unit: Unit, goals: set[str], avoid: set[str]) -> tuple[str | None, int]:
    """The first step (a place) of a shortest way to a goal, and its length. Breadth first: O(places)."""
    board = table.board
    seen = {unit.place}
    queue: deque[tuple[str, str | None, int]] = deque([(unit.place, None, 0)])
    while queue:
        place, first, length = queue.popleft()
        if length and board.province_of[place] in goals:
            return first, length
        for other in sorted(board.borders(unit.kind, place)):
            if other not in seen and not (length == 0 and board.province_of[other] in avoid):
                seen.add(other)
                queue.append((other, first or other, length + 1))
    return None, 99


def _first_step(table: Table, unit: Unit, goals: set[str], avoid: set[str]) -> str | None:
    if unit.province in goals and table.label.season == "F":
        return None  # stay: it is taken this Fall
    return _search(table, unit, goals, avoid)[0]


def _distance(table: Table, unit: Unit, goals: set[str]) -> int:
    return _search(table, unit, goals, set())[1]


def _retreats(table: Table, power: str) -> str:
    lines = []
    for unit, _, retreats in table.dislodged_of(power):
        lines.append(f"{unit} - {retreats[0]}" if retreats else f"{unit} DISBAND")
    return "\n".join(lines)


def _adjustments(view: PayolaView) -> str:
    table = view.table
    if view.adjust < 0:
        return "\n".join(f"DISBAND {unit}" for unit in view.own_units[: -view.adjust])
    occupied = {unit.province for unit in table.units}
    homes = [
        home for home in table.board.homes[view.power] if home not in occupied and table.owner.get(home) == view.power
    ]
    lines = [f"BUILD A {home}" for home in homes[: view.adjust]]
    return "\n".join(lines + ["WAIVE"] * (view.adjust - len(lines)))


Strategy = Callable[[PayolaView], str]
Strategies = Mapping[str, Strategy]
