"""Payola 6.6, 6.2 and rulings P26, P27: income schemes."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules import schema
from judge.rules.payola.income import Income, read_income
from judge.rules.payola.system import SYSTEM
from judge.rules.payola.treasury import start_money
from judge.rules.payola.variants import Variant, variant_of
from judge.rules.problems import Refused
from tests.rules.payola.played import POWERS, RNG, adjudicate, at, opening
from tests.rules.payola.support import STANDARD

HOMES = ("BRE", "MAR", "PAR")


def income(**options: Any) -> Income:
    return variant_of(options, STANDARD).income


@pytest.mark.parametrize(
    ("text", "three"),
    [
        ("decreasing", 48),
        ("flat 7", 21),
        ("FLAT7", 21),
        ("increasing 5", 5 + 6 + 7),
        ("PAR 9, LON 4", 9),
        ("PAR=9 MAR:2", 11),
        ("PAR9,BRE1", 10),
        ("St Petersburg 5, paris 3", 3),
    ],
)
def test_p26_schemes(text: str, three: int) -> None:
    assert income(income=text).due(HOMES, 18) == three


def test_p26_a_table_may_be_an_object_in_a_case() -> None:
    assert income(income={"PAR": 9}).due(HOMES, 18) == 9
    assert income(income={}).due(HOMES, 18) == 0


@pytest.mark.parametrize("table", [{"PAR": -3}, {"PAR": "3"}, {"PAR": 3.7}, {"PAR": True}, {"PAR": 10000}, {"PIC": 3}])
def test_p26_a_table_of_anything_but_whole_worths_of_centers_is_refused(table: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"PAR is a whole number|'PIC' is no supply center"):
        income(income=table)


def test_p26_decreasing_follows_the_victory_number() -> None:
    assert Income().of_count(3, 8) == 7 + 6 + 5


def test_p26_a_cap_is_the_most_at_one_payment() -> None:
    assert income(cap=40).due(HOMES, 18) == 40
    assert income(cap=60).due(HOMES, 18) == 48


@pytest.mark.parametrize(
    "text",
    [
        "flat",
        "falling 3",
        "XYZ 4",
        "PIC 4",
        "PAR",
        "flat 99999",
        "flat -3",
        "PAR -3",
        "PAR 9, LON - 4",
        "7",
        "PAR 1 ???",
        "x" * 200,
    ],
)
def test_p26_an_income_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_income(STANDARD, text)
    with pytest.raises(Refused):
        SYSTEM.start({"income": text}, POWERS, RNG)


def test_p26_income_can_be_paid_twice_a_year() -> None:
    twice = opening(pays=["SPRING", "FALL"], income="flat 2")
    assert twice.balances["FRANCE"] == 6
    after = adjudicate(twice, FRANCE="1 : A PAR - BUR")
    assert after.state.balances["FRANCE"] == 6 - 1 + 6


def test_p26_income_can_be_paid_in_fall_alone() -> None:
    state = opening(pays=["FALL"])
    assert set(state.balances.values()) == {0}
    assert adjudicate(state).state.balances["FRANCE"] == 48


@pytest.mark.parametrize("pays", [["WINTER"], ["SPRING", "MAY"], "AUTUMN"])
def test_p26_only_seasons_with_movement_can_pay(pays: Any) -> None:
    with pytest.raises(Refused, match="Spring or Fall"):
        SYSTEM.start({"pays": pays}, POWERS, RNG)


def test_p26_classic_pays_seven_unless_told_otherwise() -> None:
    assert income(variant="classic").due(HOMES, 18) == 21
    assert income(variant="classic", income="decreasing").due(HOMES, 18) == 48


def test_p27_units_without_centers_bring_half_of_what_centers_would_rounded_down() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR", "A MAR", "F BRE"], "ITALY": ["A ROM"]}, {})
    assert {each.power: each.amount for each in start_money(state.table, state.variant)} == {"FRANCE": 24, "ITALY": 8}


def test_p27_in_a_zero_sum_game_they_bring_five_each() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR", "A MAR", "F BRE"]}, {}, {"variant": "zerosum"})
    assert {each.power: each.amount for each in start_money(state.table, state.variant)} == {"FRANCE": 15}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"variant": "classic"},
        {"variant": "tincup", "ebayola": True, "income": "PAR 9 LON 4", "cap": 5, "pays": ["FALL"]},
    ],
)
def test_what_is_played_survives_json(options: dict[str, Any]) -> None:
    variant = variant_of(options, STANDARD)
    assert schema.read(schema.write(variant), Variant) == variant


def test_switches_combine() -> None:
    variant = variant_of({"variant": "zerosum", "ebayola": True, "loyal": True}, STANDARD)
    assert (variant.zerosum, variant.discount, variant.loyal, variant.blind) == (True, True, True, False)
