"""A match of Pirates' Proposal as it stands, secrets included."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

ROUNDS = 5
ROOMS = (1, 2)
PACKAGES = (10, 20, 30, 40, 50)
MOVES = 2
"""How often a player may change rooms in the whole match."""
GARNET_WORTH = 5
"""What a garnet adds to a plan."""
GARNET_EARNED = 50
"""Gold for each garnet earned at the end."""
TOKENS = 6
"""The most Tokens of Life that are given out."""

DISTRIBUTION, VOTING, CLOSING, OVER = "distribution", "voting", "closing", "over"
LETTERS = {"D": DISTRIBUTION, "V": VOTING}
_NAME = re.compile(r"round\s*#?\s*([1-5])(?:\W+(distribution|voting))?", re.IGNORECASE)
_CODE = re.compile(r"R[1-5][DV]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The end of the match (ruling R7). Gold, tokens and garnets earned by player; `giver` has a token to give away."""

    gold: Mapping[str, int]
    tokens: Mapping[str, int] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()
    garnets: Mapping[str, int] = field(default_factory=dict)
    giver: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """`vacant`: seats that nobody plays. `rooms`: player -> 1 or 2.

    `opened`: player -> gold in this round's package. `unopened`: what is still closed.
    `plans`: proposer -> recipient -> gold, while they are voted on. `moved`: how often each has changed rooms.
    `winners` is set when all is over.
    """

    players: tuple[str, ...]
    vacant: tuple[str, ...]
    round: int
    stage: str
    rooms: Mapping[str, int]
    unopened: Mapping[str, tuple[int, ...]]
    opened: Mapping[str, int]
    gold: Mapping[str, int]
    garnets: Mapping[str, int]
    moved: Mapping[str, int]
    plans: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    reckoning: Reckoning | None = None
    winners: tuple[str, ...] = ()
    anonymous: bool = False

    @property
    def label(self) -> str:
        if self.stage in (CLOSING, OVER):
            return "TOKEN"
        return f"R{self.round}{'D' if self.stage == DISTRIBUTION else 'V'}"

    def room_of(self, player: str) -> tuple[str, ...]:
        """Return the players in the room of this player, the player included."""
        return tuple(each for each in self.players if self.rooms[each] == self.rooms[player])

    def in_room(self, room: int) -> tuple[str, ...]:
        return tuple(each for each in self.players if self.rooms[each] == room)


def read_label(label: str) -> tuple[int, str]:
    """`R3V` -> (3, voting); `TOKEN` -> the closing phase; in any case. ValueError otherwise."""
    if label.upper() == "TOKEN":
        return ROUNDS, CLOSING
    if _CODE.fullmatch(label):
        return int(label[1]), LETTERS[label[2].upper()]
    raise ValueError(f"a phase is R1D to R5D, R1V to R5V or TOKEN, not {label[:20]!r}")


def phase_named(text: str) -> str:
    """Return the prefix of the labels that a text names: `Round 3` -> `R3`, `Round 3, voting` -> `R3V`; else empty."""
    if _CODE.fullmatch(text):
        return text.upper()
    found = _NAME.fullmatch(text)
    if found is None:
        return ""
    return f"R{found[1]}{(found[2] or '')[:1].upper()}"
