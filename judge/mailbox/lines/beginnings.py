"""How lines of orders begin, before it is known what game they are for."""

from __future__ import annotations

from functools import cache

from judge.reading.lexer import fold
from judge.rules.registry import find_system, systems


@cache
def beginnings() -> tuple[str, ...]:
    """The words with which orders of any game begin."""
    return tuple(sorted({word for system in systems().values() for word in system.beginnings}))


@cache
def words_of_games(system: str = "", *, at_once: bool = False) -> frozenset[str]:
    """The words of this game's own (empty: of any game's), beside its orders. `at_once`: those that take effect at
    once, as commands do.
    """
    games = (find_system(system),) if system else systems().values()
    return frozenset(word.name for game in games for word in game.words if word.at_once or not at_once)


def may_be_order(text: str) -> bool:
    """Does it look like a line for some game, as far as that shows where there is no game to ask? For who has no sheet
    in which it could stand.
    """
    first, *more = text.lstrip(" -*").split() or [""]
    begins = not {first, fold(first)}.isdisjoint(beginnings()) and bool(more) and more[0].isupper()
    return first[:1].isdigit() or begins or first.strip(":") in words_of_games()
