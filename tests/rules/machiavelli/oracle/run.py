"""A whole case: a position and letters in, the position afterwards out, by the oracle."""

from __future__ import annotations

from dataclasses import dataclass

from tests.rules.machiavelli.oracle.ground import NOBODY, Order, Place, Position
from tests.rules.machiavelli.oracle.money import Letters, Spent, freed, spend
from tests.rules.machiavelli.oracle.season import Fought, end_of_season, fight
from tests.rules.machiavelli.oracle.spring import SpringLetter, adjust, collect, new_garrisons

SEASONS = ("SPR", "SUM", "FAL")


@dataclass
class Result:
    position: Position
    fought: Fought | None
    winners: list[str]


def campaign(position: Position, letters: Letters, banned: frozenset[str] = frozenset()) -> Result:
    """Phases B to F, and after Fall the garrisons and incomes of the next Spring."""
    spent = spend(position, letters, set(banned))
    permits = {(player, to) for player, letter in letters.items() for to, what in letter.permits if what == "STRAITS"}
    fought = fight(position, orders_given(position, letters, spent), permits, frozenset(spent.murdered))
    after = fought.position
    freed(after, spent)
    after.mark()
    season, year = position.phase[:3], int(position.phase[3:7])
    winners = end_of_season(after)
    if winners:
        return Result(after, fought, winners)
    if season == "FAL":
        after.phase = f"SPR{year + 1}A"
        new_garrisons(after)
        collect(after)
    else:
        after.phase = f"{SEASONS[SEASONS.index(season) + 1]}{year}C"
    return Result(after, fought, winners)


def orders_given(position: Position, letters: Letters, spent: Spent) -> dict[Place, Order]:
    """8.2: the order of who commands the unit after the bribes; of two different ones, none."""
    found: dict[Place, Order] = {}
    for place, unit in position.units.items():
        commander = spent.operated.get(place, unit.owner)
        if commander == NOBODY or commander not in letters:
            continue
        given = [
            order for named, order in letters[commander].orders if named.place == place and named.kind == unit.kind
        ]
        if given and len(set(given)) == 1:
            order = given[0]
            if unit.owner == NOBODY and order.verb == "S" and not order.player:
                order = order._replace(player=commander)
            if unit.owner == NOBODY and order.verb == "T" and not order.player:
                order = order._replace(player=commander)
            found[place] = order
    return found


def spring(position: Position, letters: dict[str, SpringLetter], banned: frozenset[str] = frozenset()) -> Result:
    adjust(position, letters, set(banned))
    position.phase = f"{position.phase[:7]}C"
    return Result(position, None, [])
