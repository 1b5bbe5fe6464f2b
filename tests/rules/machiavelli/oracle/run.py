"""A whole case: a position and letters in, the position afterwards out, by the oracle."""

from __future__ import annotations

from dataclasses import dataclass

from tests.rules.machiavelli.oracle.ground import NOBODY, Order, Place, Position, next_label
from tests.rules.machiavelli.oracle.money import Letters, Spent, freed, spend
from tests.rules.machiavelli.oracle.season import Fought, end_of_season, fight
from tests.rules.machiavelli.oracle.spring import SpringLetter, adjust, collect, new_garrisons


@dataclass
class Result:
    position: Position
    fought: Fought | None
    winners: list[str]


def campaign(position: Position, letters: Letters) -> Result:
    """Phases B to F, and after Fall the garrisons and incomes of the next Spring."""
    # 15: until the next B to F is over, or the next Phase A.
    bans = {letter.ban: next_label(position.phase) for letter in letters.values() if letter.ban}
    banned = position.banned | bans
    spent = spend(position, letters, set(banned))
    permits = {(player, to) for player, letter in letters.items() for to, what in letter.permits if what == "STRAITS"}
    fought = fight(position, orders_given(position, letters, spent), permits, frozenset(spent.murdered))
    after = fought.position
    freed(after, spent)
    after.mark()
    winners = end_of_season(after)
    gone = {player for player in after.out if player not in position.out}
    now = {player: until for player, until in banned.items() if until != position.phase and player not in gone}
    after.banned = {} if "PAPACY" in gone else now
    if winners:
        return Result(after, fought, winners)
    after.phase = next_label(position.phase)
    if position.phase.startswith("FAL"):
        new_garrisons(after)
        collect(after)
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


def spring(position: Position, letters: dict[str, SpringLetter]) -> Result:
    adjust(position, letters, set(position.banned))
    position.banned = {player: until for player, until in position.banned.items() if until != position.phase}
    position.phase = next_label(position.phase)
    return Result(position, None, [])
