"""Rule 5.7 and rulings P19 and P20: what a power reads of its units, of each line of its sheet, and of its money."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.values import Orders, only, sheet_of
from tests.rules.payola.played import POWERS, RNG, adjudicate, at, opening, told
from tests.rules.payola.test_tincup import EVERYWHERE, WITNESS, altered, scattered
from tests.support.soaking import stride

BLIND = opening(variant="tincup")


def statement(state: PayolaState, power: str = "FRANCE", **sheets: str) -> dict[str, Any]:
    return told(adjudicate(state, **sheets), power, "statement")[0]


def lines(state: PayolaState, **sheets: str) -> list[tuple[Any, ...]]:
    """(line, offered, paid, for, promised) of each line of France's."""
    rows = statement(state, **sheets)["lines"]
    return [(row["line"], row["offered"], row["paid"], row["for"], row["promised"]) for row in rows]


def test_p19_each_own_unit_is_told_with_what_it_took_and_the_own_part_of_that() -> None:
    rows = statement(opening(), FRANCE="3 : A PAR - BUR\n1 & A MAR H", GERMANY="2 : A PAR - BUR\n4 : A MAR - SPA")
    assert [(row["order"], row["total"], row["own"]) for row in rows["units"]] == [
        ("F BRE H", 0, 0),
        ("A MAR - SPA", 5, 1),
        ("A PAR - BUR", 5, 3),
    ]


def test_p19_each_line_is_told_with_what_it_offered_and_cost_failed_ones_too() -> None:
    sheet = "10*1 : A PAR - BUR % mine\n30#28 : A MAR - SPA\n9 : A MAR H\n2 : A MUN - RUH\n15 : F BRE - MAO\n20 $"
    assert lines(replace(opening(), balances=dict.fromkeys(POWERS, 63)), FRANCE=sheet, GERMANY="7 : A MUN - TYR") == [
        ("10*1 : A PAR - BUR", 0, 0, "", False),
        ("30#28 : A MAR - SPA", 29, 29, "", False),
        ("9 : A MAR H", 8, None, "", False),
        ("2 : A MUN - RUH", 1, None, "", False),
        ("15 : F BRE - MAO", 14, 14, "", False),
    ]


def test_p19_where_a_promise_paid_the_line_says_for_what() -> None:
    assert lines(
        opening(), FRANCE="4 > A MUN - TYR | H\n1 : A PAR - BUR | - PIC\n2 ! A MAR - SPA", GERMANY="9 : A MUN - RUH"
    ) == [
        ("4 > A MUN - TYR | H", 4, 4, "- RUH", True),
        ("1 : A PAR - BUR | - PIC", 1, 1, "- BUR", False),
        ("2 ! A MAR - SPA", 2, 2, "H", True),
    ]


def test_p21_in_ebayola_a_line_is_told_with_what_it_offered_and_what_it_cost() -> None:
    state = opening(variant="ebayola")
    assert lines(state, FRANCE="5 : A PAR - BUR\n4 : A PAR - BUR\n2 : A PAR - PIC") == [
        ("5 : A PAR - BUR", 5, 0, "", False),
        ("4 : A PAR - BUR", 4, 3, "", False),
        ("2 : A PAR - PIC", 2, None, "", False),
    ]


def test_p12_what_was_held_back_is_told_and_never_more_than_there_was() -> None:
    assert statement(opening(), FRANCE="1 : A PAR H\n12 $")["held_back"] == 12
    assert statement(opening(), FRANCE="1 : A PAR H\n99 $")["held_back"] == 48


def expected(state: PayolaState, power: str = "FRANCE", **sheets: str) -> Any:
    return statement(state, power, **sheets).get("next")


def test_p15_the_income_expected_is_that_of_the_centers_owned_now() -> None:
    assert expected(opening()) == {"amount": 48, "centers": 3, "when": "Spring 1902"}
    assert expected(opening(), "RUSSIA") == {"amount": 62, "centers": 4, "when": "Spring 1902"}
    assert expected(opening(income="flat 7", cap=20))["amount"] == 20


def test_p30_after_the_fall_it_is_that_of_the_centers_that_change_hands_as_the_board_stands() -> None:
    units = {"FRANCE": ["A GAS", "A MUN"], "GERMANY": ["A BUR", "A RUH"]}
    state = at("F1901M", units, {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"]})
    sheets = {"FRANCE": "1 : A GAS - SPA", "GERMANY": "1 : A BUR - PAR"}
    assert expected(state, **sheets) == {"amount": 48, "centers": 3, "when": "Spring 1902"}
    assert expected(state, "GERMANY", **sheets)["centers"] == 2
    after = adjudicate(state, **sheets).state
    assert after.balances["FRANCE"] == 48 - 1 + (48 if after.table.label.season == "S" else 0)


def test_p26_it_comes_in_the_next_season_that_pays() -> None:
    assert expected(opening(pays=["SPRING", "FALL"]))["when"] == "Fall 1901"
    assert expected(opening(pays=["FALL"]))["when"] == "Fall 1901"


def test_p24_none_is_expected_where_none_is_paid() -> None:
    assert expected(opening(variant="zerosum")) is None
    state = at("S1903M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, {"variant": "loyal", "dummies": ("ITALY",)})
    assert expected(state) is None
    out = at("S1903M", {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}, {"FRANCE": ["PAR"]})
    assert expected(out, "ITALY") is None


# Blind games


def test_p20_a_line_says_what_was_paid_to_its_unit_and_no_more() -> None:
    sheet = "3 : A MUN - RUH\n1 > A MUN - TYR\n0 : A PAR H\n2 : A BER - KIE\n5 : A GAL H"
    rows = statement(BLIND, FRANCE=sheet, GERMANY="9 : A BER H")["lines"]
    munich = {"unit": "A MUN", "power": "GERMANY", "amount": 4}
    assert rows == [
        {"line": "3 : A MUN - RUH", "paid": munich},
        {"line": "1 > A MUN - TYR", "paid": munich},
        {"line": "0 : A PAR H", "paid": {"unit": "A PAR", "power": "FRANCE", "amount": 0}},
        {"line": "2 : A BER - KIE", "paid": None},
        {"line": "5 : A GAL H", "paid": None},
    ]


def test_p20_a_dropped_line_reads_like_one_that_lost() -> None:
    """Where a unit is and loses, and where it is not: also by what plateaus the reductions of the other lines reach."""
    units = {"FRANCE": ["A PAR", "A MAR"], "RUSSIA": ["A GAL", "A MOS"]}
    centers = {"FRANCE": ["PAR"], "RUSSIA": ["MOS"]}
    sheet = "10#5 : A PAR - BUR\n40 : A GAL - BOH\n6 : A PAR S A MAR - BUR"
    found = []
    for others in (["A GAL", "A MOS"], ["A UKR", "A MOS"]):
        state = at("S1903M", {**units, "RUSSIA": others}, centers, {"variant": "tincup"})
        against = "99 : A GAL H" if "A GAL" in others else "99 : A UKR H"
        state = replace(state, balances=dict.fromkeys(POWERS, 200))
        found.append(statement(state, FRANCE=sheet, RUSSIA=against))
    assert found[0] == found[1]


def test_p20_the_rows_of_a_sheet_follow_from_what_p20_lists() -> None:
    """Two games that differ out of sight: where the units, amounts and sums told are the same, every row is."""
    compared = 0
    for seed in range(stride(150, 15)):
        luck = random.Random(seed)
        table = scattered(luck)
        sheet = "\n".join(luck.sample(EVERYWHERE, 12))
        found = []
        for each in (table, altered(table, luck)):
            state = replace(BLIND, table=each, balances=dict.fromkeys(POWERS, luck.choice((15, 60))))
            view = SYSTEM.view(state, only(WITNESS))
            others = luck.sample([power for power in POWERS if power != WITNESS], 2)
            orders = {power: _filed(state, power, luck.sample(EVERYWHERE, 60)) for power in others}
            mine = SYSTEM.read(view, WITNESS, sheet_of(sheet)).parts
            outcome = SYSTEM.adjudicate(state, {WITNESS: mine, **orders}, RNG)
            (report,) = told(outcome, WITNESS, "statement")
            found.append((mine, [report[key] for key in ("paid", "expended", "reductions")], report["lines"]))
        if found[0][:2] == found[1][:2]:
            compared += 1
            assert found[0] == found[1]
    assert compared > stride(20, 1)


def _filed(state: PayolaState, power: str, sheet: list[str]) -> Orders:
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of("\n".join(sheet))).parts


def test_p20_the_income_expected_is_that_of_what_is_seen() -> None:
    """Who has taken a center out of sight is not told by what is expected of it."""
    units = {"FRANCE": ["A PAR"], "TURKEY": ["A BUL"]}
    state = at("F1901M", units, {"FRANCE": ["PAR", "CON"]}, {"variant": "tincup"})
    assert expected(state, TURKEY="1 : A BUL - CON") == {"amount": 33, "centers": 2, "when": "Spring 1902"}
    seen = replace(state, variant=state.variant._replace(blind=False))
    assert expected(seen, TURKEY="1 : A BUL - CON")["centers"] == 1


def test_4_4_a_dummys_tie_is_told_to_the_payers_of_its_hold() -> None:
    state = opening(dummies=("ITALY",))
    sheets = {"FRANCE": "3 : A VEN H\n1 : A ROM H", "AUSTRIA": "3 : A VEN - TYR"}
    assert lines(state, **sheets) == [("3 : A VEN H", 3, 3, "", False), ("1 : A ROM H", 1, 1, "", False)]
