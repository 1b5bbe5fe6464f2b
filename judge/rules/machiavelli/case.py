"""One case of `judge adjudicate`: position, treasuries and letters in; position, results, accounts and problems out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import parse_letter
from judge.rules.machiavelli.labels import read_label
from judge.rules.machiavelli.play import Played, play
from judge.rules.machiavelli.position import INDEPENDENTS
from judge.rules.machiavelli.reading.sheets import read_sheet
from judge.rules.machiavelli.state import START_DUCATS, State, dump_state, load_state, read_country
from judge.rules.problems import Problem
from judge.rules.values import Json, sheet_of

LONGEST_SHEET = 50_000
_PRIVATE = ("votes", "vacant", "winners")


def adjudicate_case(case: Mapping[str, Json]) -> dict[str, Json]:
    """ValueError where the case cannot be read. A player without a letter has their defaults (17.2)."""
    state = _state(case)
    problems: list[Json] = []
    letters = {}
    for role, text in _letters(case, state).items():
        reading = read_sheet(state.position, state.label, role, sheet_of(text))
        letters[role] = parse_letter(reading.parts)
        problems += [_row(role, problem) for problem in reading.problems if not problem.warning]
    return _result(play(state, letters), problems)


def _state(case: Mapping[str, Json]) -> State:
    position: Any = case.get("position")
    if not isinstance(position, Mapping):
        raise ValueError("a case has a position: an object with phase, units and balances")
    start = {} if "balances" in position else {"balances": dict.fromkeys(BOARD.countries, START_DUCATS)}
    state = load_state({name: value for name, value in position.items() if name not in _PRIVATE} | start)
    # One whose last phase is over stops nothing (15); a game keeps none.
    banned = {who: end for who, end in state.position.banned.items() if read_label(end).order >= state.label.order}
    return replace(state, position=replace(state.position, banned=banned))


def _letters(case: Mapping[str, Json], state: State) -> dict[str, str]:
    orders: Any = case.get("orders") or {}
    if not isinstance(orders, Mapping):
        raise ValueError("orders is an object: country -> its letter")
    letters = {}
    for name, text in orders.items():
        role = read_country(name)
        if not state.position.alive(role):
            raise ValueError(f"{role} is out of the game")
        if not isinstance(text, str) or len(text) > LONGEST_SHEET:
            raise ValueError(f"the orders of {role} are one text of at most {LONGEST_SHEET} letters")
        letters[role] = text
    return letters


def _row(role: str, problem: Problem) -> Json:
    more = "; ".join(part for part in (problem.hint, " / ".join(problem.readings)) if part)
    return {
        "role": role,
        "line": problem.line,
        "text": problem.text,
        "code": problem.code,
        "message": f"{problem.message}; {more}" if more else problem.message,
    }


def _result(played: Played, problems: list[Json]) -> dict[str, Json]:
    dumped = dump_state(played.state)
    position = {name: value for name, value in dumped.items() if name not in _PRIVATE}
    accounts: dict[str, list[Json]] = {}
    for entry in played.entries:
        row = {"text": entry.text, "ducats": -entry.amount, "outcome": entry.outcome}
        accounts.setdefault(entry.player, []).append({**row, "why": entry.why} if entry.why else row)
    result: dict[str, Json] = {
        "position": position,
        "results": {} if played.campaign is None else {line.unit: _line(line) for line in played.campaign.lines},
        "treasury": {"accounts": accounts, "balances": position["balances"]},
        "events": [
            {"kind": event.kind, **event.data}
            for event in played.events
            if event.audience.kind == "public" and event.kind not in ("campaign", "ended")
        ],
        "problems": problems,
    }
    if played.state.winners:
        result["winners"] = list(played.state.winners)
    return result


def _line(line: Any) -> Json:
    found = {"power": line.owner or INDEPENDENTS, "order": line.order, "outcome": line.outcome}
    if line.dislodged:
        found |= {"dislodged": True, "retreat": line.retreat}
    found |= {"cause": list(line.cause)} if line.cause else {}
    found |= {"help": list(line.help)} if line.help else {}
    return {**found, "why": line.why} if line.why else found
