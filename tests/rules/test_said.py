"""What people write for orders, and what is filed of it: the tables of `said/*.toml`, read by their games.

`said` has a text a line, or rows: a text, what is filed of it, and parts of what its writer is told. `refused` has
pairs of a text and the code of its problem. `filed` is what is filed of each, `says` part of what is told, `around`
what stands about it, `on_file` what an earlier mail has filed. Of a text that files nothing its writer is told, unless
`told` is false; else nothing is a problem. `code`, `hint` and `attempt` are those of its first problem and of the text
itself. The state is the opening with these `options`, or the `position` on the standard map; in Absence of Plague, a
board of these `units`; in Pirates' Proposal, a `match`. What stands in the `setting` of a table counts as if it stood
in the table.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.rules.problems import Problem
from judge.rules.registry import find_system
from judge.rules.rng import Rng
from judge.rules.values import View, only, sheet_of
from tests.rules.diplomacy.tables import load_table
from tests.rules.empires.worlds import world
from tests.rules.exchange.exchanged import exchange
from tests.rules.machiavelli.table import state as plague
from tests.rules.pirates.matches import FOUR, match
from tests.rules.pirates.matches import voting as vote_in

SAID = Path(__file__).parent / "said"


def cases() -> Iterator[Any]:
    for file in sorted(SAID.glob("*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for written in data["table"]:
            table = {**data.get("settings", {}).get(written.get("setting"), {}), **written}
            table |= {"says": (table["says"],)} if "says" in table else {}
            said = table.get("said", [])
            lines = said.strip("\n").split("\n") if isinstance(said, str) else said
            rows = [
                (one, table.get("filed", ""), table) if isinstance(one, str) else _row(table, *one) for one in lines
            ]
            rows += [(text, "", {**table, "code": code}) for text, code in table.get("refused", ())]
            for number, (text, filed, keys) in enumerate(rows, 1):
                name = f"{file.stem}-{table['title'].replace(' ', '_')}-{number}"
                yield pytest.param(file.stem, keys, text, filed.split("; ") if filed else [], id=name)


def _row(table: Mapping[str, Any], text: str, filed: str, *says: str) -> tuple[str, str, Mapping[str, Any]]:
    return text, filed, {**table, "says": says} if says else table


def match_of(*, voting: bool = False, four: bool = False, garnets: int = 0, **more: Any) -> Any:
    """A state of Pirates' Proposal: fourteen in two rooms or four in one, with plans to vote on or none yet."""
    chosen = {**(FOUR if four else {}), **more, "garnets": dict.fromkeys(match().players, garnets)}
    return vote_in(**chosen) if voting else match(**chosen)


OF_A_STATE = ("options", "position", "match", "units", "phase", "rebellions", "eliminated")


@cache
def view_of(name: str, role: str, written: str) -> View:
    system, given = find_system(name), json.loads(written)
    state: Any
    if name == "exchange":
        state = exchange()
    elif name == "pirates":
        state = match_of(**given.get("match", {}))
    elif name == "empires":
        state = world()
    elif name == "machiavelli":
        state = plague(**{"units": "", **given})
    else:
        chosen = given.get("options", {})
        seats = [seat for seat in system.seating(chosen).names if seat not in chosen.get("dummies", ())]
        state = system.start(chosen, seats, Rng(b"seed", "S1901M")).state
        if "position" in given:
            state = replace(state, table=load_table("standard", given["position"]))
    return system.view(state, only(role))


@pytest.mark.parametrize(("name", "table", "text", "filed"), list(cases()))
def test_what_is_said_is_filed_or_told(name: str, table: Mapping[str, Any], text: str, filed: list[str]) -> None:
    system, role = find_system(name), table["role"]
    view = view_of(name, role, json.dumps({key: table[key] for key in OF_A_STATE if key in table}))
    on_file = {part: "\n".join(lines.split("; ")) for part, lines in table.get("on_file", {}).items()}
    reading = system.read(view, role, sheet_of(table.get("around", "{}").replace("{}", text), on_file))
    problems = [each for each in reading.problems if not each.warning]
    assert [line for part in reading.parts.values() for line in part.splitlines()] == filed, problems
    assert not reading.acts
    if "says" in table:
        told = " | ".join(map(_told, problems or reading.problems)).lower()
        assert [words for words in table["says"] if words.lower() not in told] == [], told
    else:
        assert bool(problems) is table.get("told", not filed)
    if "code" in table:
        assert [each.code for each in problems] == [table["code"]]
    if "hint" in table:
        assert problems[0].hint == table["hint"]
    if "attempt" in table:
        assert bool(system.read(view, role, sheet_of(text)).remarks) is not table["attempt"]


def _told(problem: Problem) -> str:
    return f"{problem.code} {problem.message} {problem.hint} {' / '.join(problem.readings)}"
