"""The seats of an Exchange game: investors, who take their players' names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.rules.diplomacy.board import load_board
from judge.rules.dummies import DUMMIES, seated
from judge.rules.values import Json, Seating

PLAYERS = 7
NOBODY = "NOBODY"
"""Whom an investor elects who takes their vote back."""


def seats_of_investors(options: Mapping[str, Json]) -> Seating:
    """As many as the option `players` says; no seat is called like a power, or a vote would be ambiguous."""
    number = options.get("players", PLAYERS)
    names = tuple(f"INVESTOR{place}" for place in range(1, number + 1))
    board = load_board(options.get("map", "standard"))
    # A game made as a variation of Payola has the option. Whoever it names is no seat here, and its GameMaster is told
    # why nobody can be named (variant_of), rather than that there is no such seat.
    option = DUMMIES if DUMMIES in options else ""
    seating = seated(names, {}, by_players=True)
    return replace(seating, reserved=(*board.powers, NOBODY), dummies_option=option)
