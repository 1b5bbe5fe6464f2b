"""Matches to test with: small ones whose rooms, packages and gold are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.rules.pirates.play import adjudicate
from judge.rules.pirates.state import DISTRIBUTION, VOTING, State
from judge.rules.pirates.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Event, Outcome, Reading, only, sheet_of

SEVEN = ("ANNA", "BOB", "CARL", "DORA", "EVE", "FAY", "GUS")
OTHERS = ("HAL", "IDA", "JIM", "KIM", "LEA", "MAX", "NED")
RNG = Rng(b"seed", "R1V")
FOUR: Mapping[str, Any] = {
    "players": SEVEN[:4],
    "rooms": dict.fromkeys(SEVEN[:4], 1),
    "opened": dict.fromkeys(SEVEN[:4], 18),
}
"""What makes it a match of four in one room, with 18 gold in each package."""


def match(**changes: object) -> State:
    """Fourteen players in two rooms, in the first distribution phase; Anna's package holds 30 gold."""
    names = (*SEVEN, *OTHERS)
    state = State(
        players=names,
        vacant=(),
        round=1,
        stage=DISTRIBUTION,
        rooms={name: 1 if name in SEVEN else 2 for name in names},
        unopened=dict.fromkeys(names, (10, 20, 40, 50)),
        opened=dict.fromkeys(names, 30),
        gold=dict.fromkeys(names, 0),
        garnets=dict.fromkeys(names, 0),
        moved=dict.fromkeys(names, 0),
    )
    return replace(state, **changes)  # type: ignore[arg-type]


def voting(plans: Mapping[str, Mapping[str, int]] | None = None, **changes: object) -> State:
    """The same one phase later; whoever has no plan given keeps all his gold."""
    given = plans or {}
    state = match(stage=VOTING, **changes)
    full = {
        name: {each: given.get(name, {name: 30}).get(each, 0) for each in state.room_of(name)} for name in state.players
    }
    return replace(state, plans=full)


def read(state: State, player: str, text: str, filed: Mapping[str, str] | None = None) -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only(player)), player, sheet_of(text, filed or {}))


def orders(state: State, sheets: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
    """What these sheets put on file; every line of theirs must be good."""
    found = {}
    for player, text in sheets.items():
        reading = read(state, player, text)
        assert not reading.problems, reading.problems
        found[player] = reading.parts
    return found


def play(state: State, sheets: Mapping[str, str], rng: Rng = RNG) -> Outcome:
    return adjudicate(state, orders(state, sheets), rng).outcome


def told(outcome: Outcome, kind: str, player: str = "") -> list[Event]:
    """The events of this kind that the player (or, without one, everybody) is told."""
    audience = only(player) if player else PUBLIC
    return [event for event in outcome.events if event.kind == kind and event.audience.includes(audience)]
