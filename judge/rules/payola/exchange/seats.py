"""The seats of an Exchange game: investors, who take their players' names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.rules.diplomacy.board import load_board
from judge.rules.dummies import seated
from judge.rules.payola.exchange.reading import NOBODY
from judge.rules.payola.variants import EXCHANGE
from judge.rules.system import Json, Seating

PLAYERS = 7


def is_exchange(options: Json) -> bool:
    """Do these options choose the Exchange variation?"""
    chosen = options.get("variant") if isinstance(options, Mapping) else None
    return isinstance(chosen, str) and chosen.strip().lower() == EXCHANGE


def seats_of_investors(options: Mapping[str, Json]) -> Seating:
    """As many as the option `players` says; no seat is called like a power, or a vote would be ambiguous."""
    number = options.get("players", PLAYERS)
    names = tuple(f"INVESTOR{place}" for place in range(1, number + 1))
    board = load_board(options.get("map", "standard"))
    # Who names dummies is told why there are none when the game is opened (variant_of).
    return replace(seated(names, options, by_players=True), reserved=(*board.powers, NOBODY))
