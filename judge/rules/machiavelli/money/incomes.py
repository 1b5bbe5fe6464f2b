"""What a position yields in Phase A.2 (chapter 5)."""

from __future__ import annotations

from judge.rules.machiavelli.board import BOARD, LAGOON, VENICE
from judge.rules.machiavelli.position import Position


def tax_income(position: Position) -> dict[str, int]:
    """Player -> ducats from seas, provinces and cities (5.1). Everyone in the game is listed."""
    income = dict.fromkeys(position.players(), 0)

    def add(player: str, ducats: int) -> None:
        if player in income:
            income[player] += ducats

    for sea in BOARD.seas:
        add(position.control(sea), 1)
    for province in BOARD.provinces:
        add(position.province_of(province), 1)
        city = BOARD.areas[province].city
        if city is not None and not position.besieged(province):
            add(position.city_of(province), city.magnitude)
    if position.empty(LAGOON):
        add(position.control(VENICE), 1)
    return income


def trade_income(position: Position) -> dict[str, int]:
    """Player -> ducats from trade, for each home country that the player has (5.2)."""
    income = dict.fromkeys(position.players(), 0)
    for home, player in position.homes.items():
        if player in income:
            income[player] += BOARD.countries[home].trade
    return income


def forced_tax(position: Position, province: str) -> int:
    """What taxing a province by force brings: no surplus for major cities (5.3, ruling 9)."""
    return 1 + (BOARD.areas[province].city is not None and not position.besieged(province))


def least_price(province: str) -> int:
    """The least price of a province: its tax income; Venice's is without the Lagoon (chapter 6, ruling 8)."""
    city = BOARD.areas[province].city
    return 1 + (city.magnitude if city else 0)
