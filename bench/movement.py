"""Microseconds a movement phase takes from parsed orders, at 22 and at 34 units (Winter 1900 and a full board)."""

from __future__ import annotations

import random
import time

from judge.rules.diplomacy.adjudication.convoys import fleets_at_sea, has_chain, on_chain
from judge.rules.diplomacy.adjudication.movement import adjudicate_movement
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Position, Unit, position_of
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Order

TABLES = 200
ROUNDS = 15


def crowded(board: Board, count: int, rng: random.Random) -> Position:
    """A position of `count` units, a third of them fleets at sea, the powers in their own regions as in real games."""
    provinces = list(board.provinces)
    seas = sorted(board.seas)
    taken = rng.sample(seas, count // 3) + rng.sample(
        [each for each in provinces if each not in board.seas], count - count // 3
    )
    units = []
    for province in sorted(taken):
        sea = province in board.seas
        fleet = sea or (province in board.coastal and rng.random() < 0.25)
        place = rng.choice(board.places(province)) if fleet else province
        near = min(board.powers, key=lambda power: (_distance(board, province, board.homes[power]), power))
        power = near if rng.random() < 0.7 else rng.choice(board.powers)
        units.append(Unit(power, FLEET if fleet else ARMY, place))
    return position_of(units)


def _distance(board: Board, start: str, goals: tuple[str, ...]) -> int:
    near, steps = {start}, 0
    while not near & set(goals):
        near |= {other for each in near for other in board.reach[each]}
        steps += 1
    return steps


def busy_orders(board: Board, position: Position, rng: random.Random) -> dict[str, Order]:
    """Orders as in a hot middle game: half the units move, mostly at each other; the rest supports and convoys them."""
    orders: dict[str, Order] = {}
    seas = fleets_at_sea(board, position)
    wanted: set[str] = set()
    for province, unit in position.units.items():
        if rng.random() < 0.5:
            places = sorted(board.borders(unit.kind, unit.place))
            hot = [place for place in places if _is_hot(board, position, unit, board.province_of[place], wanted)]
            far = [
                other
                for other in sorted(board.coastal)
                if unit.kind == ARMY and other not in board.army[province] and has_chain(board, seas, province, other)
            ]
            target = rng.choice(far if far and rng.random() < 0.6 else hot if hot and rng.random() < 0.7 else places)
            wanted.add(board.province_of[target])
            orders[province] = Order(province, MOVE, "", target)
    for province, unit in position.units.items():
        if province not in orders:
            orders[province] = _help(board, position, orders, unit, seas, rng)
    return orders


def _is_hot(board: Board, position: Position, unit: Unit, province: str, wanted: set[str]) -> bool:
    there = position.units.get(province)
    return province in wanted or province in board.centers or (there is not None and there.power != unit.power)


def _help(
    board: Board, position: Position, orders: dict[str, Order], unit: Unit, seas: int, rng: random.Random
) -> Order:
    province = unit.province
    reached = board.army[province] if unit.kind == ARMY else board.fleet_provinces[unit.place]
    moves = [order for order in orders.values() if order.verb == MOVE]
    convoys = [
        Order(province, CONVOY, order.province, order.target)
        for order in moves
        if province in board.seas
        and position.units[order.province].kind == ARMY
        and order.target not in board.army[order.province]
        and on_chain(board, seas, province, order.province, order.target)
    ]
    if convoys and rng.random() < 0.8:
        return rng.choice(convoys)
    supports = [
        Order(province, SUPPORT, order.province, order.target)
        for order in moves
        if board.province_of[order.target] in reached and order.province != province
    ]
    supports += [
        Order(province, SUPPORT, other) for other in reached if other in position.units and other not in orders
    ]
    return rng.choice(sorted(supports)) if supports and rng.random() < 0.9 else Order(province, HOLD)


def microseconds(count: int) -> tuple[float, dict[str, int]]:
    """The mean over many tables of the best of some rounds, and how often each outcome came up."""
    board = load_board("standard")
    rng = random.Random(1901)
    tables = []
    for _ in range(TABLES):
        position = crowded(board, count, rng)
        tables.append((position, busy_orders(board, position, rng)))
    best = float("inf")
    for _ in range(ROUNDS):
        fresh = [(Position(position.units), orders) for position, orders in tables]
        start = time.perf_counter()
        for position, orders in fresh:
            adjudicate_movement(board, position, orders)
        best = min(best, time.perf_counter() - start)
    outcomes: dict[str, int] = {}
    for position, orders in tables:
        for outcome in adjudicate_movement(board, position, orders).outcomes.values():
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return best / TABLES * 1e6, outcomes


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    return [
        (f"movement phase, {count} units", f"{microseconds(count)[0]:.0f} us", target)
        for count, target in ((22, "71 us"), (34, "110 us"))
    ]


def main() -> None:
    for count in (22, 34):
        mean, outcomes = microseconds(count)
        shares = ", ".join(f"{name} {number / TABLES:.1f}" for name, number in sorted(outcomes.items()))
        print(f"{count} units: {mean:.1f} us a phase ({shares})")


if __name__ == "__main__":
    main()
