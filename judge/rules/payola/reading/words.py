"""The words of Payola that take effect at once: ACCEPT and TRANSFER (Payola 2.3, 4; rulings P31, P32)."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from judge.reading.nearness import nearly
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.names import named_abroad
from judge.rules.values import Word

ACCEPT = Word(
    "ACCEPT",
    "ACCEPT letters",
    "whose offers your units prefer in a tie, best first; `?` stands for all powers left out, in an order drawn anew"
    " for each movement phase",
    at_once=True,
    example="ACCEPT GAE?",
)
TRANSFER = Word(
    "TRANSFER",
    "TRANSFER amount TO power",
    "gives silver pieces to another power, at once and for good; `TRANSFER ALL TO power` asks you for a code first",
    at_once=True,
    example="TRANSFER 5 TO FRANCE",
)
ADD = Word(
    "ADD",
    "ADD",
    "alone on the first line: adds the offers below it to your sheet on file; savings below it replace those on "
    "file; without ADD a new sheet replaces the old one",
    at_once=False,
)
WORDS = (ADD, ACCEPT, TRANSFER)
OWN = (ACCEPT.name, TRANSFER.name)
_SHORT = 4
"""Letters of a word that is too short to be told from others when it is misspelled."""
_MOST = 6
"""Words of a line that may be a word of the game, misspelled."""


def word_meant(text: str, own: tuple[str, ...] = OWN) -> str:
    """Return the word of the game that the first word of a short line is, or nearly is; else nothing."""
    said = text.lstrip(" -*").split()
    first = said[0].upper().rstrip(":") if 0 < len(said) <= _MOST else ""
    if said and said[0].rstrip(":") in own:
        return first
    return min(nearly(first, own), default="") if len(first) > _SHORT and first not in own else ""


class Gift(NamedTuple):
    """A TRANSFER line: how much, to the name as written; `everything`: it says ALL instead of an amount."""

    amount: int
    name: str
    everything: bool = False


def power_named(board: Board, text: str) -> str:
    """Return the power with this letter or name, in any case. Raises BadOrder, which names the nearest."""
    name = text.upper()
    for power, letter in board.letters.items():
        if name in (power, letter):
            return power
    if (abroad := named_abroad(name)) in board.powers:
        return abroad
    near = difflib.get_close_matches(name, board.powers, 1)
    hint = (
        f"did you mean {near[0].title()}?" if near else f"the powers are {', '.join(p.title() for p in board.powers)}"
    )
    raise BadOrder("payola/no-such-power", f"`{text[:40]}` is not a power of this game", hint)
