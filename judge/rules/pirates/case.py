"""One case of `judge adjudicate` for Pirates' Proposal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated

from judge.rules import schema
from judge.rules.case import Amount, Amounts, Case, Name
from judge.rules.pirates.play import adjudicate, reckon
from judge.rules.pirates.reading import read_sheet
from judge.rules.pirates.state import (
    CLOSING,
    DISTRIBUTION,
    PACKAGES,
    ROOMS,
    ROUNDS,
    VOTING,
    Reckoning,
    State,
    read_label,
)
from judge.rules.pirates.view import view_of
from judge.rules.problems import problem_rows
from judge.rules.rng import Rng
from judge.rules.schema import Text
from judge.rules.values import Json, Orders, Phase, only, sheet_of


def _label(text: str) -> str:
    read_label(text)
    return text.upper()


@dataclass(frozen=True)
class Position:
    """A state as people write and read it. `packages`: those of this round; `players`, `tokens` and `winners` are only
    written.
    """

    phase: Annotated[str, Text(_label)]
    rooms: Mapping[str, tuple[Name, ...]]
    players: tuple[Name, ...] = ()
    vacant: tuple[Name, ...] = ()
    packages: Amounts = field(default_factory=dict)
    unopened: Mapping[Name, tuple[Amount, ...]] = field(default_factory=dict)
    gold: Amounts = field(default_factory=dict)
    garnets: Amounts = field(default_factory=dict)
    moved: Amounts = field(default_factory=dict)
    plans: Mapping[Name, Amounts] = field(default_factory=dict)
    tokens: Amounts = field(default_factory=dict)
    reckoning: Reckoning | None = None
    winners: tuple[Name, ...] = ()
    anonymous: bool = False


@dataclass(frozen=True, kw_only=True)
class PirateCase(Case):
    position: Position


def adjudicate_case(data: Mapping[str, Json], phase_of: Callable[[State], Phase]) -> dict[str, Json]:
    """Position, orders and options in; position, results and problems out. ValueError where the case cannot be read."""
    case = schema.read(data, PirateCase)
    state = state_of(case.position)
    problems: list[Json] = []
    orders: dict[str, Orders] = {}
    for player, text in case.orders.items():
        if player not in state.players:
            raise ValueError(f"there is no player {player[:40]}; there are {', '.join(state.players)}")
        reading = read_sheet(view_of(state, only(player), phase_of(state)), sheet_of(text))
        orders[player] = reading.parts
        problems += problem_rows(player, reading.problems)
    step = adjudicate(state, orders, Rng(case.seed.encode(), state.label))
    found: dict[str, Json] = {
        "position": schema.write(_position_of(step.outcome.state)),
        "results": dict(step.results),
        "problems": problems,
    }
    if step.outcome.result is not None:
        found["winners"] = list(step.outcome.result.winners)
    return found


def _position_of(state: State) -> Position:
    alike = {each.name: getattr(state, each.name) for each in fields(Position) if hasattr(state, each.name)}
    rooms = {str(room): state.in_room(room) for room in ROOMS}
    return Position(**alike | {"phase": state.label, "rooms": rooms, "packages": state.opened})


def state_of(position: Position) -> State:
    """The state of a position: what it leaves out is as at the start. ValueError says what the rules forbid."""
    number, stage = read_label(position.phase)
    placed = [(name, room) for room in ROOMS for name in position.rooms.get(str(room), ())]
    rooms = dict(sorted(placed))
    if not rooms or len(rooms) < len(placed):
        raise ValueError("position.rooms names every player once")
    players = tuple(rooms)
    for player in players:
        if stage == DISTRIBUTION and not position.packages.get(player):
            raise ValueError(f"position.packages has nothing for {player}: a package is never empty")
    opened = {name: position.packages[name] for name in players if stage != CLOSING and position.packages.get(name)}
    unopened = {
        name: position.unopened.get(name, tuple(each for each in PACKAGES if each != opened.get(name)))
        for name in players
    }
    for name, left in unopened.items():
        if stage != CLOSING and len(left) < ROUNDS - number:
            raise ValueError(f"position.unopened of {name} holds fewer packages than rounds are left")
    end = _reckoning(position.reckoning, players) if stage == CLOSING else None

    def amounts(given: Amounts) -> dict[str, int]:
        return {name: given.get(name, 0) for name in players}

    return State(
        players=players,
        vacant=tuple(name for name in players if name in position.vacant),
        round=number,
        stage=stage,
        rooms=rooms,
        unopened=unopened,
        opened=opened,
        gold=amounts(position.gold),
        garnets=amounts(position.garnets),
        moved=amounts(position.moved),
        plans=_plans(position.plans, rooms) if stage == VOTING else {},
        tokens=end.tokens if end else {},
        reckoning=end,
        anonymous=position.anonymous,
    )


def _plans(plans: Mapping[str, Amounts], rooms: Mapping[str, int]) -> dict[str, Amounts]:
    for name, room in rooms.items():
        if name not in plans:
            raise ValueError(f"position.plans has no plan of {name}")
        strangers = sorted(to for to in plans[name] if rooms.get(to) != room)
        if strangers:
            raise ValueError(f"the plan of {name} gives to {strangers[0][:40]}, who is not in the room")
    return {name: dict(sorted(plans[name].items())) for name in rooms}


def _reckoning(end: Reckoning | None, players: tuple[str, ...]) -> Reckoning:
    """Worked out anew from its gold: what else was written must agree with that."""
    if end is None:
        raise ValueError("position.reckoning is that of the result before, with its giver")
    for player in players:
        if player not in end.gold:
            raise ValueError(f"position.reckoning.gold has nothing for {player}")
    found = reckon({player: end.gold[player] for player in players})
    if not found.giver or end.giver != found.giver:
        raise ValueError("position.reckoning is that of the result before, with its giver")
    return found
