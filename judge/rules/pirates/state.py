"""A match of Pirates' Proposal as it stands, secrets included, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.rules.values import Json

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
    tokens: Mapping[str, int]
    candidates: tuple[str, ...]
    garnets: Mapping[str, int]
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
        """Everybody in the room of this player, the player included."""
        return tuple(each for each in self.players if self.rooms[each] == self.rooms[player])

    def in_room(self, room: int) -> tuple[str, ...]:
        return tuple(each for each in self.players if self.rooms[each] == room)


def read_label(label: str) -> tuple[int, str]:
    """`R3V` -> (3, voting); `TOKEN` -> the closing phase. ValueError otherwise."""
    if label == "TOKEN":
        return ROUNDS, CLOSING
    if len(label) == 3 and label[0] == "R" and label[1] in "12345" and label[2] in LETTERS:
        return int(label[1]), LETTERS[label[2]]
    raise ValueError(f"a phase is R1D to R5D, R1V to R5V or TOKEN, not {label[:20]!r}")


def phase_named(text: str) -> str:
    """What the labels of the phases begin with that this text names: `Round 3` -> `R3`, `Round 3, voting` -> `R3V`.
    Empty if none.
    """
    if _CODE.fullmatch(text):
        return text.upper()
    found = _NAME.fullmatch(text)
    if found is None:
        return ""
    return f"R{found[1]}{(found[2] or '')[:1].upper()}"


def dump_reckoning(found: Reckoning) -> dict[str, Json]:
    return {
        "gold": dict(found.gold),
        "tokens": dict(found.tokens),
        "candidates": list(found.candidates),
        "garnets": dict(found.garnets),
        "giver": found.giver,
    }


def dump_state(state: State) -> dict[str, Json]:
    """The state as JSON, in the form that `judge adjudicate` calls a position."""
    return {
        "phase": state.label,
        "players": list(state.players),
        "vacant": list(state.vacant),
        "rooms": {str(room): list(state.in_room(room)) for room in ROOMS},
        "packages": dict(state.opened),
        "unopened": {player: list(amounts) for player, amounts in state.unopened.items()},
        "gold": dict(state.gold),
        "garnets": dict(state.garnets),
        "moved": dict(state.moved),
        "plans": {player: dict(plan) for player, plan in state.plans.items()},
        "tokens": dict(state.tokens),
        "reckoning": dump_reckoning(state.reckoning) if state.reckoning else None,
        "winners": list(state.winners),
        "anonymous": state.anonymous,
    }


def load_state(data: Mapping[str, Json]) -> State:
    """What `dump_state` wrote."""
    number, stage = read_label(data["phase"])
    end = data["reckoning"]
    players = tuple(data["players"])

    def by_player(found: Mapping[str, Json]) -> dict[str, Json]:
        """In the order of players, whatever the order of the keys was: what happens later must not depend on it."""
        return {name: found[name] for name in players if name in found}

    return State(
        players=players,
        vacant=tuple(data["vacant"]),
        round=number,
        stage=OVER if data["winners"] else stage,
        rooms=by_player({name: room for room in ROOMS for name in data["rooms"][str(room)]}),
        unopened={player: tuple(amounts) for player, amounts in by_player(data["unopened"]).items()},
        opened=by_player(data["packages"]),
        gold=by_player(data["gold"]),
        garnets=by_player(data["garnets"]),
        moved=by_player(data["moved"]),
        plans={player: by_player(plan) for player, plan in by_player(data["plans"]).items()},
        tokens=by_player(data["tokens"]),
        reckoning=Reckoning(
            by_player(end["gold"]),
            by_player(end["tokens"]),
            tuple(end["candidates"]),
            by_player(end["garnets"]),
            end["giver"],
        )
        if end
        else None,
        winners=tuple(data["winners"]),
        anonymous=data["anonymous"],
    )
