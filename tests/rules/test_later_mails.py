"""What a later mail replaces, and what it leaves on file: the table in docs/players.md, held by two mails a row."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judge.play.sheets import how_to_mend
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.diplomacy.table import Table
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.exchange.system import SYSTEM as EXCHANGE
from judge.rules.game import Game
from judge.rules.machiavelli.system import SYSTEM as PLAGUE
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import Orders, only, sheet_of
from tests.rules.diplomacy.tables import load_table
from tests.rules.exchange.exchanged import exchange
from tests.rules.payola.played import opening
from tests.rules.pirates.test_match import closing

PAGE = (Path(__file__).parents[2] / "docs/players.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| (by unit|whole|whole, or adds below `ADD`|only adds) \|$", re.MULTILINE)
TABLE = {(game, what): how for game, what, how in ROW.findall(PAGE)}

BY_UNIT, WHOLE, ADDS, GROWS = "by unit", "whole", "whole, or adds below `ADD`", "only adds"


class Case(NamedTuple):
    """Two mails of one role in one state, for a part of the game's orders."""

    system: Game
    part: str
    state: Callable[[], Any]
    role: str
    first: str
    second: str


def driven_out() -> Table:
    units = {"AUSTRIA": ["A BUD", "A SER"], "RUSSIA": ["A GAL", "A RUM"], "TURKEY": ["A BUL", "A GRE"]}
    table = load_table("standard", {"phase": "S1902M", "units": units, "centers": {"AUSTRIA": ["BUD", "VIE"]}})
    orders = {
        "RUSSIA": {"orders": "A GAL - BUD\nA RUM S A GAL - BUD"},
        "TURKEY": {"orders": "A BUL - SER\nA GRE S A BUL - SER"},
    }
    begun = DIPLOMACY.start({}, table.board.powers, Rng(b"")).state
    played: Table = DIPLOMACY.adjudicate(replace(begun, table=table), orders, Rng(b"")).state.table
    return played


def building() -> Table:
    centers = {"AUSTRIA": ["BUD", "SER", "TRI", "VIE"]}
    return load_table("standard", {"phase": "W1901A", "units": {"AUSTRIA": ["A SER"]}, "centers": centers})


def diplomacy(table: Callable[[], Table] | None = None) -> Any:
    begun = DIPLOMACY.start({}, DIPLOMACY.seating({}).names, Rng(b"")).state
    return replace(begun, table=table()) if table else begun


def led_by_anna(table: Callable[[], Table] | None = None) -> Any:
    state = exchange(ceos={"AUSTRIA": "ANNA"}, trading=False)
    return replace(state, game=replace(state.game, table=table())) if table else state


def plague(*, campaign: bool = False) -> Any:
    state = PLAGUE.start({}, PLAGUE.seating({}).names, Rng(b"")).state
    return PLAGUE.adjudicate(state, {}, Rng(b"")).state if campaign else state


def empires() -> Any:
    return EMPIRES.start({}, EMPIRES.seating({}).names, Rng(b"")).state


def pirates(*, voting: bool = False) -> Any:
    """Four in two rooms, Anna with Dora."""
    state = PIRATES.start({"players": 4}, ("ANNA", "BOB", "CARL", "DORA"), Rng(b"x")).state
    return PIRATES.adjudicate(state, {}, Rng(b"x")).state if voting else state


RETREATS = ("retreats", "A BUD - VIE", "A SER - ALB")
BUILDS = ("adjustments", "BUILD A BUD\nBUILD A VIE", "BUILD F TRI")
OFFERS = ("offers", "5 : A VIE - GAL\n2 $", "3 : A BUD - SER")


def of(system: Game, words: tuple[str, str, str], state: Callable[[], Any], role: str) -> Case:
    return Case(system, words[0], state, role, words[1], words[2])


CASES: dict[tuple[str, str], Case] = {
    ("Diplomacy", "orders"): Case(DIPLOMACY, "orders", diplomacy, "AUSTRIA", "A VIE - GAL", "A BUD - SER"),
    ("Diplomacy", "retreats"): of(DIPLOMACY, RETREATS, lambda: diplomacy(driven_out), "AUSTRIA"),
    ("Diplomacy", "builds, disbands, waives"): of(DIPLOMACY, BUILDS, lambda: diplomacy(building), "AUSTRIA"),
    ("Payola", "offers and savings"): of(PAYOLA, OFFERS, opening, "AUSTRIA"),
    ("Payola", "retreats"): of(PAYOLA, RETREATS, lambda: replace(opening(), table=driven_out()), "AUSTRIA"),
    ("Payola", "builds, disbands, waives"): of(PAYOLA, BUILDS, lambda: replace(opening(), table=building()), "AUSTRIA"),
    ("Exchange", "purchases and trades"): Case(EXCHANGE, "trades", exchange, "ANNA", "BUY 3 FRANCE", "BUY 1 ITALY"),
    ("Exchange", "offers and savings"): of(EXCHANGE, OFFERS, led_by_anna, "AUSTRIA"),
    ("Exchange", "retreats"): of(EXCHANGE, RETREATS, lambda: led_by_anna(driven_out), "AUSTRIA"),
    ("Exchange", "builds, disbands, waives"): of(EXCHANGE, BUILDS, lambda: led_by_anna(building), "AUSTRIA"),
    ("Absence of Plague", "gifts"): Case(
        PLAGUE, "gifts", plague, "FLORENCE", "Give 5 ducats to Milan", "Give 3 ducats to Genoa"
    ),
    ("Absence of Plague", "sales and taxes"): Case(
        PLAGUE, "dealings", plague, "FLORENCE", "Sell Pisa to Genoa for 5", "Buy Genova from Genoa for 9"
    ),
    ("Absence of Plague", "whom you pay and raise"): Case(
        PLAGUE, "payments", plague, "FLORENCE", "Raise army in Firenze", "Raise garrison in Pisa"
    ),
    ("Absence of Plague", "expenditures"): Case(
        PLAGUE, "expenditures", lambda: plague(campaign=True), "FLORENCE", "Bodyguard for 3", "Assassinate Milan for 30"
    ),
    ("Absence of Plague", "orders"): Case(
        PLAGUE, "orders", lambda: plague(campaign=True), "FLORENCE", "G SIE H", "G LUC H"
    ),
    ("Empires", "slots"): Case(EMPIRES, "slots", empires, "NO", "1 ARMY -- -- 1\n2 ORDER 1", "3 ORDER 1"),
    ("Empires", "messages"): Case(EMPIRES, "messages", empires, "NO", "MESSAGE ALL one", "MESSAGE ALL two"),
    ("Pirates' Proposal", "plan"): Case(PIRATES, "plan", pirates, "ANNA", "anna 4, dora 6", "anna 10, dora 0"),
    ("Pirates' Proposal", "ballot"): Case(
        PIRATES, "ballot", lambda: pirates(voting=True), "ANNA", "anna yes, dora no", "anna no, dora yes"
    ),
    ("Pirates' Proposal", "moving to the other room"): Case(
        PIRATES, "move", lambda: pirates(voting=True), "ANNA", "MOVE", "STAY"
    ),
    ("Pirates' Proposal", "the second token"): Case(
        PIRATES, "gift", lambda: closing().state, "ANNA", "give token to ned", "give token to bob"
    ),
}


def test_the_table_names_every_part_of_every_game() -> None:
    assert set(TABLE) == set(CASES)
    told = {(case.system.name, case.part) for case in CASES.values()}
    shipped = {id(system): system for system in systems().values()}.values()
    assert told == {(system.name, part) for system in shipped for part in system.parts}


def filed(case: Case, text: str, before: Orders) -> dict[str, str]:
    """What is on file once this mail has come upon that."""
    reading = case.system.read(case.system.view(case.state(), only(case.role)), case.role, sheet_of(text, before))
    wrong = [each for each in reading.problems if not each.warning]
    assert not wrong, wrong
    return {**before, **reading.parts}


@pytest.mark.parametrize(("game", "what"), CASES)
def test_a_later_mail_changes_what_the_table_says(game: str, what: str) -> None:
    case, how = CASES[game, what], TABLE[game, what]
    first = filed(case, case.first, {})
    alone = filed(case, case.second, {})[case.part].splitlines()
    before = first[case.part].splitlines()
    after = filed(case, case.second, first)[case.part].splitlines()
    assert before
    assert not set(before) & set(alone)
    if how == BY_UNIT:
        assert set(after) == {*before, *alone}
    elif how == GROWS:
        # The part itself only grows: what stands on file is told by its revisions.
        assert case.system.parts[case.part] == "append"
    else:
        assert after == alone
    if how == ADDS:
        assert filed(case, f"ADD\n{case.second}", first)[case.part].splitlines() == [*before, *alone]


@pytest.mark.parametrize("key", [key for key, how in TABLE.items() if how in (WHOLE, ADDS)])
def test_what_a_later_mail_has_replaced_is_listed(key: tuple[str, str]) -> None:
    case = CASES[key]
    first = filed(case, case.first, {})
    view = case.system.view(case.state(), only(case.role))
    told = "\n".join(case.system.read(view, case.role, sheet_of(case.second, first)).notes)
    assert all(line in told for line in first[case.part].splitlines())
    again = case.system.read(view, case.role, sheet_of(case.first, first)).notes
    assert not any("old one" in note or "earlier one" in note for note in again), "the same once more replaces nothing"


@pytest.mark.parametrize(("game", "what"), CASES)
def test_what_to_send_after_a_problem_agrees_with_the_table(game: str, what: str) -> None:
    case, how = CASES[game, what], TABLE[game, what]
    told = how_to_mend(case.system, [case.part])
    assert ("just the corrected ones" in told) == (how in (BY_UNIT, GROWS))
    assert ("below a line ADD" in told) == (how == ADDS)


@pytest.mark.parametrize("game", [key for key, how in TABLE.items() if how == BY_UNIT])
def test_by_unit_a_later_order_for_the_same_unit_replaces_the_earlier(game: tuple[str, str]) -> None:
    case = CASES[game]
    first = filed(case, f"{case.first}\n{case.second}", {})
    unit = " ".join(case.first.split()[:2])
    again = filed(case, f"{unit} {'H' if case.part == 'orders' else 'DISBAND'}", first)[case.part].splitlines()
    assert len(again) == len(first[case.part].splitlines())
    assert case.first not in again
    assert case.second in again
