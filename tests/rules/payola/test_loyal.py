"""Payola 6.5 and ruling P23: own units obey, only those of dummies are for sale."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.payola.system import SYSTEM
from judge.rules.values import DUMMY, MASTER, SUCCEED, only
from tests.rules.payola.played import RNG, act, adjudicate, at, codes, opening, read, told

LOYAL = opening(variant="loyal", dummies=("ITALY",))


def issued(outcome: object, power: str) -> list[str]:
    return [row["order"] for row in told(outcome, power, "statement")[0]["units"]]  # type: ignore[arg-type]


def test_p23_a_line_without_amount_and_symbol_is_an_order() -> None:
    reading = read(LOYAL, "FRANCE", "A PAR - BUR\nF BRE - MAO")
    assert reading.parts == {"offers": "A PAR - BUR\nF BRE - MAO"}
    assert reading.written
    assert issued(adjudicate(LOYAL, FRANCE="A PAR - BUR\nF BRE - MAO"), "FRANCE") == [
        "F BRE - MAO",
        "A MAR H",
        "A PAR - BUR",
    ]


def test_p23_the_last_order_counts() -> None:
    assert "A PAR - PIC" in issued(adjudicate(LOYAL, FRANCE="A PAR - BUR\nA PAR - PIC"), "FRANCE")


def test_p23_orders_are_free() -> None:
    outcome = adjudicate(LOYAL, FRANCE="A PAR - BUR")
    assert outcome.state.balances["FRANCE"] == 48
    assert outcome.postings == ()


@pytest.mark.parametrize("line", ["5 : A PAR - BUR", ": A PAR - BUR", "0 : A PAR H", "3 ! A PAR H"])
def test_p23_an_offer_to_an_own_unit_is_an_error(line: str) -> None:
    assert codes(read(LOYAL, "FRANCE", line)) == ["payola/loyal-unit"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("5 : A PAR - BUR", "write `A PAR - BUR`"),
        ("4 + 3*1# : army paris supports F BRE - PIC", "write `A PAR S F BRE - PIC`"),
        ("5 : A PAR H | - BUR", "write `A PAR H`"),
        ("5 : A PAR - LON", "write `A PAR` and its order"),
    ],
)
def test_p23_the_hint_is_the_order_as_one_would_write_it(line: str, hint: str) -> None:
    (problem,) = read(LOYAL, "FRANCE", line).problems
    assert problem.hint == hint


@pytest.mark.parametrize("line", ["5 : A MUN - RUH", "A MUN - RUH"])
def test_p23_a_unit_of_another_player_cannot_be_bought(line: str) -> None:
    reading = read(LOYAL, "FRANCE", line)
    assert codes(reading) == ["payola/loyal-unit"]
    assert "Germany" in reading.problems[0].message


def test_p23_units_of_dummies_follow_the_full_rules() -> None:
    outcome = adjudicate(LOYAL, FRANCE="3 : A VEN - TYR\n2#1 & A ROM - TUS | H", AUSTRIA="2 : A VEN - PIE")
    report = told(outcome, "FRANCE", "statement")[0]
    assert [(row["order"], row["amount"]) for row in report["accepted"]] == [("A VEN - TYR", 3), ("A ROM H", 2)]
    # the gift covers both of its orders alike: a tie, in which a dummy's unit holds
    assert report["expended"] == 5
    assert SYSTEM.view(outcome.state, MASTER).table.units_of("ITALY")[2].place == "TYR"


def test_p23_bad_orders_are_judged_as_in_plain_diplomacy() -> None:
    assert codes(read(LOYAL, "FRANCE", "A PAR - SPA")) == ["diplomacy/out-of-reach"]


def test_p23_one_order_or_one_offer_makes_a_sheet() -> None:
    assert read(LOYAL, "FRANCE", "A PAR - BUR").written
    assert read(LOYAL, "FRANCE", "1 : A VEN - TYR").written
    assert not read(LOYAL, "FRANCE", "3 $").written


def test_p23_a_power_that_becomes_a_dummy_loses_its_units_loyalty() -> None:
    state = act(LOYAL, "GERMANY", DUMMY).state
    assert read(state, "FRANCE", "5 : A MUN - RUH").problems == ()
    outcome = SYSTEM.adjudicate(
        state, {"GERMANY": {"offers": "A MUN - BUR"}, "FRANCE": {"offers": "5 : A MUN - RUH"}}, RNG
    )
    assert outcome.state.table.position.units["RUH"].power == "GERMANY"


def test_p23_offers_to_units_that_have_become_loyal_count_no_more() -> None:
    state = act(LOYAL, "ITALY", SUCCEED).state
    outcome = SYSTEM.adjudicate(state, {"FRANCE": {"offers": "5 : A VEN - TYR\nA PAR - BUR"}}, RNG)
    assert outcome.state.table.position.units["VEN"].power == "ITALY"
    assert outcome.state.table.position.units["BUR"].power == "FRANCE"


def test_p23_no_more_income_once_no_dummy_has_a_unit() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    centers = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]}
    state = at("F1901M", units, centers, {"variant": "loyal", "dummies": ("ITALY",)})
    state = replace(state, balances=dict.fromkeys(state.balances, 5))
    after = adjudicate(state, FRANCE="A PAR H", GERMANY="A MUN H").state
    assert set(after.balances.values()) == {5}
    with_unit = at("F1901M", {**units, "ITALY": ["A ROM"]}, centers, {"variant": "loyal", "dummies": ("ITALY",)})
    assert adjudicate(with_unit, FRANCE="A PAR H").state.balances["FRANCE"] == 48 + 17


def test_p23_orders_can_be_shown_and_read_back() -> None:
    state = LOYAL
    parts = dict(read(state, "FRANCE", "A PAR - BUR % go\n2 : A VEN - TYR\n3 $").parts)
    shown = SYSTEM.show(SYSTEM.view(state, only("FRANCE")), parts)
    assert dict(read(state, "FRANCE", shown).parts) == parts


def test_the_form_of_a_loyal_game_reads_back() -> None:
    view = SYSTEM.view(LOYAL, only("FRANCE"))
    assert read(LOYAL, "FRANCE", SYSTEM.form(view, {})).problems == ()


def test_p23_an_acceptance_list_is_kept_and_told_to_decide_nothing() -> None:
    reading = read(LOYAL, "FRANCE", "ACCEPT FEG?\nA PAR - BUR")
    assert [act.kind for act in reading.acts] == ["accept"]
    assert [(each.code, each.warning) for each in reading.problems] == [("payola/idle-list", True)]
