"""One case of `judge adjudicate` for Pirates' Proposal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.rules.pirates.match import adjudicate, reckon
from judge.rules.pirates.reading.sheets import read_sheet
from judge.rules.pirates.state import (
    CLOSING,
    DISTRIBUTION,
    PACKAGES,
    ROOMS,
    ROUNDS,
    VOTING,
    Reckoning,
    State,
    dump_reckoning,
    dump_state,
    read_label,
)
from judge.rules.pirates.state import load_state as load_dumped
from judge.rules.pirates.view import view_of
from judge.rules.rng import Rng
from judge.rules.values import Json, Orders, Phase, only, sheet_of

LONGEST_SHEET = 100_000


def adjudicate_case(case: Mapping[str, Json], phase_of: Callable[[State], Phase]) -> dict[str, Json]:
    """Position, orders and options in; position, results and problems out. ValueError where the case cannot be read."""
    state = load_position(_mapping(case.get("position"), "a case has a position: an object with phase and rooms"))
    seed = case.get("seed", "")
    if not isinstance(seed, str):
        raise ValueError("seed is a text")
    sheets = _mapping(case.get("orders") or {}, "orders is an object: player -> sheet")
    problems: list[Json] = []
    orders: dict[str, Orders] = {}
    for name, text in sheets.items():
        player = str(name).upper()
        if player not in state.players:
            raise ValueError(f"there is no player {player[:40]}; there are {', '.join(state.players)}")
        if not isinstance(text, str) or len(text) > LONGEST_SHEET:
            raise ValueError(f"the sheet of {player} is one text of at most {LONGEST_SHEET} letters, a line an order")
        reading = read_sheet(view_of(state, only(player), phase_of(state)), sheet_of(text))
        orders[player] = reading.parts
        problems += [
            {
                "role": player,
                "line": each.line,
                "text": each.text,
                "code": each.code,
                "message": f"{each.message} {each.hint}".strip(),
            }
            for each in reading.problems
            if not each.warning
        ]
    step = adjudicate(state, orders, Rng(seed.encode(), state.label))
    found: dict[str, Json] = {
        "position": dump_state(step.outcome.state),
        "results": dict(step.results),
        "problems": problems,
    }
    if step.outcome.result is not None:
        found["winners"] = list(step.outcome.result.winners)
    return found


def load_position(data: Mapping[str, Json]) -> State:
    """A position as a person writes it: what is left out is as at the start. ValueError says what is wrong."""
    label = data.get("phase")
    if not isinstance(label, str):
        raise ValueError("position.phase is R1D, R1V, … or TOKEN")
    number, stage = read_label(label.upper())
    rooms = _mapping(data.get("rooms"), 'position.rooms is {"1": [names], "2": [names]}')
    placed = {str(room): [_name(name) for name in _list(rooms.get(str(room), []))] for room in ROOMS}
    players = tuple(sorted(name for each in placed.values() for name in each))
    if not players or len(set(players)) < len(players):
        raise ValueError("position.rooms names every player once")
    packages = _amounts(data, "packages", players, None if stage == DISTRIBUTION else 0)
    opened = {name: amount for name, amount in packages.items() if stage != CLOSING and amount}
    if stage == DISTRIBUTION and len(opened) < len(players):
        raise ValueError("position.packages: a package is never empty")
    plans = {}
    if stage == VOTING:
        written = _mapping(data.get("plans"), "position.plans is proposer -> player -> gold")
        for name in players:
            plan = _mapping(written.get(name), f"position.plans has no plan of {name}")
            plans[name] = {to: _amount(plan.get(to, 0), f"the plan of {name}") for to in players if to in plan}
            strangers = sorted(set(plan) - set(_room(placed, name)))
            if strangers:
                raise ValueError(f"the plan of {name} gives to {strangers[0]}, who is not in the room")
    end = _reckoning(data.get("reckoning"), players) if stage == CLOSING else None
    closed = _mapping(data.get("unopened") or {}, "position.unopened is player -> list of amounts")
    all_closed = {name: [each for each in PACKAGES if each != opened.get(name)] for name in players}
    unopened = {
        name: [_amount(each, "unopened") for each in _list(closed.get(name, all_closed[name]))] for name in players
    }
    for name, left in unopened.items():
        if stage != CLOSING and len(left) < ROUNDS - number:
            raise ValueError(f"position.unopened of {name} holds fewer packages than rounds are left")
    vacant = _list(data.get("vacant") or [])
    return load_dumped(
        {
            "phase": label.upper(),
            "players": list(players),
            "vacant": [name for name in players if name in vacant],
            "rooms": placed,
            "packages": opened,
            "unopened": unopened,
            "gold": _amounts(data, "gold", players, 0),
            "garnets": _amounts(data, "garnets", players, 0),
            "moved": _amounts(data, "moved", players, 0),
            "plans": plans,
            "tokens": dict(end.tokens) if end else {},
            "reckoning": dump_reckoning(end) if end else None,
            "winners": [],
            "anonymous": bool(data.get("anonymous", False)),
        }
    )


def _reckoning(end: Any, players: tuple[str, ...]) -> Reckoning:
    """Worked out anew from its gold: what else was written must agree with that."""
    where = "position.reckoning is that of the result before, with its giver"
    given = _mapping(end, where)
    found = reckon(_amounts(given, "gold", players, None, "position.reckoning"))
    if not found.giver or given.get("giver") != found.giver:
        raise ValueError(where)
    return found


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"position.rooms holds names, not {str(value)[:40]}")
    return value.upper()


def _room(placed: Mapping[str, list[str]], player: str) -> list[str]:
    return next(names for names in placed.values() if player in names)


def _mapping(value: Any, otherwise: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(otherwise)
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"a list is wanted, not {str(value)[:40]}")
    return value


def _amount(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{where}: an amount is a whole number from 0 on, not {str(value)[:40]}")
    return value


def _amounts(
    data: Mapping[str, Any], name: str, players: tuple[str, ...], default: int | None, of: str = "position"
) -> dict[str, int]:
    given = _mapping(data.get(name) or {}, f"{of}.{name} is player -> number")
    for player in players:
        if default is None and player not in given:
            raise ValueError(f"{of}.{name} has nothing for {player}")
    return {player: _amount(given.get(player, default), f"{of}.{name}") for player in players}
