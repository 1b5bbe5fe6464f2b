"""Order determination (Payola 5.1-5.6) from sheets already read. Time of the core, so that others do not count."""

from __future__ import annotations

import time

from bench._sheets import board, position, sheets
from judge.rules.diplomacy.canonical import Parser
from judge.rules.diplomacy.orders import HOLD, Order
from judge.rules.payola.auctions.auction import determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import SheetParser
from judge.rules.payola.play import is_move

TRIES = 7
SEEDS = 5
PLENTY = 10**9


def milliseconds(units: int, offers: int, least: int, most: int, money: int, *, discount: bool = False) -> float:
    """Of one determination: the mean over some positions, the best of some tries for each."""
    total = 0.0
    for seed in range(SEEDS):
        where = position(units, seed)
        lots = {unit: Lot(unit.power, Order(unit.province, HOLD)) for unit in where.units.values()}
        read = {
            power: SheetParser(Parser(board(), where), power).sheet(text).offers
            for power, text in sheets(where, offers, least, most, seed).items()
        }
        powers = board().powers
        available = dict.fromkeys(powers, money)
        lists = {power: (power, *(other for other in powers if other != power)) for power in powers}
        best = float("inf")
        for _ in range(TRIES):
            start = time.process_time()
            determine(lots, read, available, lists.__getitem__, is_move, discount=discount)
            best = min(best, time.process_time() - start)
        total += best
    return total / SEEDS * 1000


def rows() -> list[tuple[str, str, str]]:
    small = milliseconds(22, 12, 1, 12, 48)
    large = milliseconds(34, 100, 1, 12, 48)
    rich = milliseconds(34, 100, 9000, 9999, PLENTY)
    poor = milliseconds(34, 100, 9000, 9999, 48)
    cheap = milliseconds(34, 100, 9000, 9999, 48, discount=True)
    return [
        ("determination, 22 units, 12 offers a power", f"{small:.2f} ms", "1 ms"),
        ("determination, 34 units, 100 offers a power", f"{large:.2f} ms", "15 ms"),
        ("the same near 9999, nobody overdrawn", f"{rich:.2f} ms", ""),
        ("the same near 9999, heavily overdrawn", f"{poor:.2f} ms ({poor / rich:.1f} times)", "4 times"),
        ("the same in eBayola", f"{cheap:.2f} ms ({cheap / rich:.1f} times)", "20 times"),
    ]
