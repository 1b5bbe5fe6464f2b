"""A greeting is no problem in any game, and changes nothing of what is read; an order that failed is told as one."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of

DATA = tomllib.loads((Path(__file__).parent / "attempts.toml").read_text(encoding="utf-8"))
SAID = [line for text in DATA["remarks"].values() for line in text.splitlines()]
ATTEMPTS = {name: text.splitlines() for name, text in DATA["attempts"].items()}
SHEETS = {
    "diplomacy": "A PAR - BUR\nF BRE - MAO\nA MAR - SPA",
    "payola": "5 : A PAR - BUR\n3#2 ! F BRE - MAO\n10 $",
    "exchange": "BUY 3 FRANCE\nBUY 2 GERMANY",
    "machiavelli": "Pay:\nA VEN\nF VEN\nGive 5 ducats to Florence",
    "empires": "1 ARMY -- -- 1\n15 ORDER 2\n16 ORDER",
    "pirates": "ANNA 3, rest 2",
}
ROLES = {"diplomacy": "FRANCE", "payola": "FRANCE", "machiavelli": "VENICE", "empires": "NO"}
PEOPLE = ("ANNA", "BOB", "CLEO", "DORA", "EVE", "FAY", "GUS", "HUGO", "IDA", "JOE", "KIM", "LEA", "MAX", "NED")


@cache
def seen(name: str) -> tuple[Any, Any, str]:
    """(the system, the view of one player of a game that has begun, the role)."""
    system = systems()[name]
    seats = system.seating({}).names
    if name in ("pirates", "exchange"):
        seats = PEOPLE[: len(seats)]
    state = system.start({}, seats, Rng(b"attempts", "0")).state
    role = ROLES.get(name, "ANNA")
    return system, system.view(state, only(role)), role


def test_the_remarks_are_of_ten_languages_and_more_than_sixty() -> None:
    assert len(DATA["remarks"]) >= 10
    assert len(SAID) >= 60


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("line", SAID)
def test_a_remark_is_no_attempt(name: str, line: str) -> None:
    system, view, role = seen(name)
    assert system.read(view, role, sheet_of(line)).remarks


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in ATTEMPTS for line in ATTEMPTS[name]])
def test_an_order_that_failed_is_an_attempt(name: str, line: str) -> None:
    system, view, role = seen(name)
    assert not system.read(view, role, sheet_of(line)).remarks


@pytest.mark.parametrize("name", SHEETS)
def test_there_are_enough_attempts_of_every_game(name: str) -> None:
    assert len(ATTEMPTS[name]) >= 15


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("line", SAID)
def test_a_remark_changes_nothing_of_what_is_read(name: str, line: str) -> None:
    system, view, role = seen(name)
    orders = SHEETS[name].splitlines()
    meant = dict(system.read(view, role, sheet_of("\n".join(orders))).parts)
    for at in range(len(orders) + 1):
        text = "\n".join((*orders[:at], line, *orders[at:]))
        assert dict(system.read(view, role, sheet_of(text)).parts) == meant


def test_the_name_of_the_writers_country_below_a_list_of_payments_pays_nobody() -> None:
    system, view, role = seen("machiavelli")
    signed, unsigned = (system.read(view, role, sheet_of(f"Pay A VEN\n{name}")).parts for name in ("Venice", ""))
    assert signed == unsigned


def test_an_address_fills_no_slot_of_a_turn() -> None:
    system, view, role = seen("empires")
    assert "DOWNING" not in str(system.read(view, role, sheet_of("1 ARMY -- -- 1\n10 Downing Street")).parts)


def test_a_salutation_is_no_vote_for_a_plan() -> None:
    system, view, _ = seen("pirates")
    state = system.start({}, PEOPLE, Rng(b"attempts", "0")).state
    voting = system.adjudicate(state, {}, Rng(b"attempts", "1")).state
    reading = system.read(system.view(voting, only("ANNA")), "ANNA", sheet_of("For Anna"))
    assert not reading.lines
    assert view.phase.label != system.phase(voting).label
