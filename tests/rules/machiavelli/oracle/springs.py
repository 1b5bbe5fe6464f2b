"""Random letters of Phase A: gifts, trades that match and trades that do not, forced taxes, salaries, new units."""

from __future__ import annotations

import random

from tests.rules.machiavelli.oracle.ground import AREAS, COUNTRIES, NOBODY, PROVINCES, Position
from tests.rules.machiavelli.oracle.spring import SpringLetter, can_raise


def letters(found: Position, drawn: random.Random) -> dict[str, SpringLetter]:
    players = sorted({unit.owner for unit in found.units.values()} - {NOBODY} | set(drawn.sample(COUNTRIES, 2)))
    result = {player: SpringLetter() for player in players}
    for player in players:
        letter = result[player]
        held = [area for area in PROVINCES if found.holder(area) == player]
        if drawn.random() < 0.4:
            letter.gifts.append((drawn.choice([other for other in COUNTRIES if other != player]), drawn.randint(1, 20)))
        letter.taxes = drawn.sample(held, min(len(held), drawn.choice((0, 0, 1, 2))))
        for area in drawn.sample(held, min(len(held), drawn.choice((0, 1, 2)))):
            _trade(result, player, area, drawn)
        old = found.units_of(player)
        if drawn.random() < 0.6 and old:
            letter.pays = drawn.sample(old, drawn.randint(0, len(old)))
        _raise(found, player, letter, held, drawn)
    return result


def _trade(result: dict[str, SpringLetter], seller: str, area: str, drawn: random.Random) -> None:
    buyer = drawn.choice([other for other in result if other != seller])
    price = AREAS[area].tax + drawn.choice((0, 0, 1, 5))
    result[seller].sells.append((area, buyer, price))
    if drawn.random() < 0.8:
        result[buyer].buys.append((area, seller, price + (drawn.random() < 0.1)))


def _raise(found: Position, player: str, letter: SpringLetter, held: list[str], drawn: random.Random) -> None:
    """Mostly what is possible: what is not, the reply refuses before it comes to the judging."""
    for area in drawn.sample(held, min(len(held), 5)):
        kind = drawn.choice("AFG")
        if can_raise(found, player, kind, area) and len(letter.raises) < (3 if found.phase == "SPR1459A" else 5):
            letter.raises.append((kind, area))
