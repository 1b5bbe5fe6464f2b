"""A phase of Pirates' Proposal once more, from the rules' text and its amendments alone: nothing of ours but names.

A position is what `judge adjudicate` takes.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.rules.pirates.matches import OTHERS, SEVEN

NAMES = (*SEVEN, *OTHERS, "OLA", "PAT")
Gold: TypeAlias = dict[str, int]
Position: TypeAlias = Mapping[str, Any]


@dataclass
class Phase:
    """A drawn phase: the position, the letters, and what they mean. A player without an entry there has written nothing
    that counts.
    """

    position: dict[str, Any]
    letters: dict[str, str] = field(default_factory=dict)
    plans: dict[str, Gold] = field(default_factory=dict)
    garnets: dict[str, int] = field(default_factory=dict)
    ballots: dict[str, dict[str, bool]] = field(default_factory=dict)
    movers: set[str] = field(default_factory=set)


def room_of(position: Position, player: str) -> list[str]:
    room: list[str] = next(names for names in position["rooms"].values() if player in names)
    return room


def players_of(position: Position) -> list[str]:
    return sorted(player for room in position["rooms"].values() for player in room)


def drawn_position(stage: str, drawn: random.Random) -> dict[str, Any]:
    """Two rooms of any size in any round."""
    names = drawn.sample(NAMES, drawn.choice((4, 6, 8, 14, 14, 16)))
    cut = drawn.choice((len(names) // 2, len(names) // 2, drawn.randint(1, len(names) - 1)))
    number = drawn.randint(1, 5)
    packages = {name: drawn.sample((10, 20, 30, 40, 50), 5) for name in names}
    few = drawn.random() < 0.4
    return {
        "phase": f"R{number}{stage}",
        "rooms": {"1": sorted(names[:cut]), "2": sorted(names[cut:])},
        "packages": {name: each[number - 1] for name, each in packages.items()},
        "unopened": {name: sorted(each[number:]) for name, each in packages.items()},
        "gold": {name: drawn.choice((0, 49, 50, 100)) if few else drawn.randint(0, 300) for name in names},
        "garnets": {name: drawn.choice((0, 0, 1, 2, 4)) for name in names},
        "moved": {name: min(drawn.choice((0, 0, 1, 2)), number - 1) for name in names},
        "vacant": [name for name in names if drawn.random() < 0.06],
    }


def split(total: int, names: Sequence[str], drawn: random.Random) -> Gold:
    shares = dict.fromkeys(names, 0)
    for _ in range(total):
        shares[drawn.choice(names) if drawn.random() < 0.7 else names[0]] += 1
    return shares


# ---- the distribution


def drawn_distribution(drawn: random.Random) -> Phase:
    phase = Phase(drawn_position("D", drawn))
    for name in players_of(phase.position):
        if drawn.random() < 0.85:
            _plan(phase, name, drawn)
    return phase


def _plan(phase: Phase, name: str, drawn: random.Random) -> None:
    garnets = drawn.choice((0, 0, 0, 1, 2, 3))
    room = room_of(phase.position, name)
    shares = split(phase.position["packages"][name] + 5 * garnets, drawn.sample(room, len(room)), drawn)
    wrong = drawn.random() < 0.12
    if wrong:
        shares[drawn.choice(room)] += drawn.choice((1, 5, 7))
    lines = [
        drawn.choice(("{}: {}", "{}: {} gold", "{} {}")).format("Self" if each == name else each.title(), amount)
        for each, amount in shares.items()
        if amount or drawn.random() < 0.7
    ]
    if garnets:
        lines.insert(drawn.randint(0, len(lines)), f"GARNET {garnets}")
    phase.letters[name] = "\n".join(lines)
    if not wrong and garnets <= phase.position["garnets"][name] and name not in phase.position["vacant"]:
        phase.plans[name], phase.garnets[name] = shares, garnets


def default_plan(position: Position, name: str) -> Gold:
    """Amendment II: evenly among all others in the room; the proposer has what cannot be divided."""
    package, others = position["packages"][name], [each for each in room_of(position, name) if each != name]
    each = package // len(others) if others else 0
    return dict.fromkeys(others, each) | {name: package - each * len(others)}


# ---- the vote


def drawn_vote(drawn: random.Random) -> Phase:
    phase = Phase(drawn_position("V", drawn))
    packages = phase.position["packages"]
    phase.position["plans"] = {
        name: split(packages[name] + drawn.choice((0, 0, 5)), [name, *room_of(phase.position, name)], drawn)
        for name in packages
    }
    for name in players_of(phase.position):
        if drawn.random() < 0.88:
            _ballot(phase, name, drawn)
    return phase


def _ballot(phase: Phase, name: str, drawn: random.Random) -> None:
    room = room_of(phase.position, name)
    number = len(room) // 2 + (len(room) % 2 and drawn.randint(0, 1))
    number = drawn.choice((0, len(room))) if drawn.random() < 0.1 else number
    chosen = set(drawn.sample(room, number))
    said = {each: "yes" if each in chosen else "no" for each in room}
    gives = {each: phase.position["plans"][each].get(name, 0) for each in room}
    lines = drawn.choice(
        (
            [", ".join(f"{each.title()} {word}" for each, word in said.items())],
            [f"{each.title()}: {gives[each]} gold - {word.upper()}" for each, word in said.items()],
            [*(f"{each.title()} yes" for each in sorted(chosen)), "rest no"],
        )
    )
    moves, stays = drawn.random() < 0.3, drawn.random() < 0.2
    if moves:
        lines = [*lines, "MOVE", *(("STAY",) if stays else ())]
    phase.letters[name] = "\n".join(lines)
    if name in phase.position["vacant"]:
        return
    if abs(2 * number - len(room)) < 2:
        phase.ballots[name] = {each: each in chosen for each in room}
    if moves and not stays and phase.position["moved"][name] < 2 and phase.position["phase"] != "R5V":
        phase.movers.add(name)


def counted(position: Position, ballots: Mapping[str, Mapping[str, bool]]) -> tuple[dict[str, bool], Gold]:
    """Which plans pass, and everybody's gold after that."""
    passed, gold = {}, dict(position["gold"])
    for name in players_of(position):
        room = room_of(position, name)
        others = [each for each in room if each != name]
        plan = position["plans"][name]
        passed[name] = sum(ballots[voter][name] for voter in room) * 2 > len(room)
        confiscated = sum(plan.values()) // len(others) if others else 0
        for each, amount in (plan if passed[name] else dict.fromkeys(others, confiscated)).items():
            gold[each] += amount
    return passed, gold


def tokens_of(gold: Gold) -> tuple[set[str], str]:
    """Who gets a Token of Life, and who has a second one to give away: at most six in all (the first amendment)."""
    ranked = sorted(gold.values(), reverse=True)
    counted_in = {name for name in gold if gold[name] >= ranked[2]}
    alone = ranked[0] > ranked[1]
    while len(counted_in) + alone > 6:
        least = min((gold[name] for name in counted_in), default=0)
        counted_in = {name for name in counted_in if gold[name] > least}
    return counted_in, next(name for name in gold if gold[name] == ranked[0]) if alone else ""
