"""Random but legal offer sheets on the standard board, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from judge.rules.diplomacy.board import ARMY, FLEET, Board, Position, Unit, position_of
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.orders import HOLD, MOVE, SUPPORT, BadOrder, Order, check_legal


@cache
def board() -> Board:
    return load_board("standard")


def position(units: int, seed: int = 0) -> Position:
    """So many units, dealt to the powers in turn, in random places that fit them."""
    drawn = random.Random(seed)
    powers = board().powers
    places = drawn.sample(sorted(board().provinces), units)
    dealt = []
    for number, place in enumerate(places):
        kinds = [kind for kind in (ARMY, FLEET) if board().fits(kind, place)]
        if not kinds:  # a coast has to be named
            dealt.append(Unit(powers[number % 7], FLEET, board().coasts[place][0]))
        else:
            dealt.append(Unit(powers[number % 7], drawn.choice(kinds), place))
    return position_of(dealt)


def legal_orders(where: Position, unit: Unit) -> list[Order]:
    """HOLD, every move by land or along the coast, and every legal support of a neighbor."""
    province = unit.province
    found = [Order(province, HOLD)]
    found += [Order(province, MOVE, "", place) for place in sorted(board().borders(unit.kind, unit.place))]
    for other in where.units.values():
        for place in ("", *sorted(board().borders(other.kind, other.place))):
            order = Order(province, SUPPORT, other.province, place)
            try:
                check_legal(board(), where, unit, order)
            except BadOrder:
                continue
            found.append(order)
    return found


def sheets(where: Position, offers: int, least: int, most: int, seed: int = 0) -> dict[str, str]:
    """Power -> a sheet of so many offers, of the five types, each from `least` to `most`."""
    drawn = random.Random(seed)
    orders: Mapping[Unit, list[Order]] = {unit: legal_orders(where, unit) for unit in where.units.values()}
    units = list(where.units.values())
    written = {}
    for power in board().powers:
        lines = []
        for _ in range(offers):
            unit = drawn.choice(units)
            named = drawn.sample(orders[unit], min(len(orders[unit]), drawn.choice((1, 1, 1, 2))))
            told = " | ".join(order_text(where, order) for order in named)
            lines.append(f"{drawn.randint(max(least, 1), most)} {drawn.choice('::::!>@&')} {unit} {told}")
        written[power] = "\n".join(lines)
    return written
