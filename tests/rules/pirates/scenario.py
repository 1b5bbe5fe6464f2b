"""Pirates' Proposal as the conformance suite plays it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from judge.rules.pirates.canonical import BALLOT, Plan, print_plan, random_ballot
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, VOTING
from judge.rules.rng import Rng
from judge.rules.values import Act, Json, Orders


def _shares(room: tuple[str, ...], total: int, drawn: random.Random) -> dict[str, int]:
    cuts = sorted(drawn.randint(0, total) for _ in room[1:])
    return {name: high - low for name, low, high in zip(room, [0, *cuts], [*cuts, total], strict=True)}


def _ballot(room: tuple[str, ...], drawn: random.Random) -> str:
    ballot = random_ballot(room, Rng(drawn.randbytes(8)).at("x"))
    return "\n".join(f"{name}: {verdict}" for name, verdict in ballot.items())


class PiratesScenario:
    system = "pirates"
    options: tuple[Mapping[str, Json], ...] = (
        {},
        {"players": 4, "garnets": 3, "aliases": ["RED", "BLUE"], "dummies": ["BLUE"]},
    )

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        if view.stage == DISTRIBUTION:
            garnets = drawn.randint(0, view.garnets)
            shares = _shares(view.room, view.package + 5 * garnets, drawn)
            return print_plan(Plan(shares, garnets))
        if view.stage == VOTING:
            return _ballot(view.room, drawn) + ("\nMOVE" if drawn.random() < 0.2 else "")
        return f"GIVE TOKEN {drawn.choice([name for name in view.players if name != role])}"

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        """Nothing is done in secret but what is on file."""
        return []

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """Plans that give this role the same, and ballots that the same room has cast, by others."""
        if state.stage == CLOSING:
            return None
        others = [name for name in state.players if name != role]
        if state.stage == VOTING:
            room = {number: [name for name in state.in_room(number) if name != role] for number in (1, 2)}
            ballots: dict[str, Orders] = {name: {BALLOT: _ballot(state.room_of(name), drawn)} for name in state.players}
            twin = dict(ballots)
            for voters in room.values():
                twin |= {name: ballots[other] for name, other in zip(voters, voters[1:] + voters[:1], strict=True)}
            return ballots, twin

        def plans() -> dict[str, Orders]:
            made: dict[str, Orders] = {}
            for name in others:
                names = tuple(each for each in state.room_of(name) if each != role)
                gift = min(3, state.opened[name]) if role in state.room_of(name) else 0
                shares = _shares(names, state.opened[name] - gift, drawn) | ({role: gift} if gift else {})
                made[name] = {"plan": print_plan(Plan({each: shares.get(each, 0) for each in state.room_of(name)}))}
            return made

        return plans(), plans()


SCENARIO = PiratesScenario()
