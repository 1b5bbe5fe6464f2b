"""The actions of a turn sheet: what each is called, and which boxes it fills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """What an action wants in its boxes, for HELP and for the reader."""

    boxes: tuple[str, str, str]
    help: str
    aliases: tuple[str, ...] = ()


USAGE: Mapping[str, Usage] = {
    "MOVE": Usage(("FROM", "TO", "n"), "moves armies to an adjacent area of yours, or aboard your ships; 1 BP each"),
    "ATTACK": Usage(("FROM", "TO", "n"), "sends armies against an adjacent land area that is not yours; 1 BP each"),
    "LEVY": Usage(("WHERE", "", ""), "turns half the population into armies; free"),
    "ARMY": Usage(("", "", "n"), "puts armies into your reserve; 3 BPs each; blank: as many as you can pay for"),
    "RESERVE": Usage(
        ("WHERE", "", "n"), "puts armies from the reserve into an area of yours; 1 BP each; not after an ARMY"
    ),
    "FORTIFY": Usage(("WHERE", "", ""), "adds one fort, once a turn and area; 3 BPs", ("FORT",)),
    "RAZE": Usage(("WHERE", "", "n"), "pulls forts down; 1 BP each"),
    "GROW": Usage(
        ("WHERE", "", ""), "adds one population, once a turn and area; costs the population and the terrain's extra"
    ),
    "BUILD": Usage(
        ("WHERE", "", "n"), "builds ships in a base of yours, for next turn, at most its population; 3 BPs each"
    ),
    "SEAMOVE": Usage(
        ("FROM", "TO", "n"),
        "moves ships to an adjacent sea area, or in and out of base; 1 BP and the distance from FROM to their base",
    ),
    "CONVOY": Usage(("FROM", "TO", "n"), "moves ships with as many armies aboard; costs the same as SEAMOVE"),
    "BASE": Usage(("WHERE", "ENTRANCE", ""), "builds a naval base, for next turn; 10 BPs"),
    "CLOSE": Usage(("WHERE", "", ""), "closes a base; its ships go to the navy reserve for good; free"),
    "DISOWN": Usage(("WHERE", "", ""), "gives up the area and all in it; free"),
    "RETREAT": Usage(
        ("FROM", "TO", ""),
        "lets armies there fall back before a battle that would cost them the area, and more armies than the attacker;"
        " free",
    ),
    "DEFEND": Usage(("WHERE", "", ""), "makes armies there stand; free"),
    "ORDER": Usage(("", "", "n"), "bids BPs for a place at the front next turn; blank in slot 16: all you have left"),
}
"""Every action, in the order of the manual."""

ALIASES = {alias: name for name, usage in USAGE.items() for alias in usage.aliases}

ACTIONS = (*USAGE, *ALIASES)
"""What a slot can begin with."""
