"""`judge adjudicate` for plain Diplomacy: one case in, one answer out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.system import SYSTEM
from tests.support.calls import calls


def answer(phase: str, units: dict[str, list[str]], orders: dict[str, str], **position: Any) -> dict[str, Any]:
    return SYSTEM.case({"id": "1", "position": {"phase": phase, "units": units, **position}, "orders": orders})


@pytest.mark.parametrize(
    "sheet",
    [
        "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - ENG",
        "A PAR - BUR\nA MAR S A PAR - PIC",
        "F BRE C A PAR - LON\nA PAR - LON",
        "A PAR - BUR\nA PAR - PIC",
        "A PAR - PIC\nA VIE - GAL",
        "A PAR - XYZ",
    ],
)
@pytest.mark.parametrize("options", [{}, {"blind": True}])
def test_a_canonical_sheet_means_what_it_means_the_long_way(sheet: str, options: dict[str, Any]) -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "F BRE"], "AUSTRIA": ["A VIE"]}
    short, long = (
        {"position": {"phase": "S1901M", "units": units}, "options": options, "orders": {"FRANCE": text}}
        for text in (sheet, f"{sheet}\nThank you!")
    )
    assert SYSTEM.case(short) == SYSTEM.case(long)


def test_a_canonical_sheet_takes_half_of_the_steps() -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "F BRE"]}
    sheet = {"FRANCE": "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - ENG"}
    thanks = {"FRANCE": f"{sheet['FRANCE']}\nThank you!"}
    answer("S1901M", units, thanks)
    assert 2 * calls(lambda: answer("S1901M", units, sheet)) < calls(lambda: answer("S1901M", units, thanks))


def test_a_case_of_a_movement_phase() -> None:
    found = answer(
        "S1901M",
        {"TURKEY": ["A SER", "A RUM"], "AUSTRIA": ["A BUD", "A VIE"], "RUSSIA": ["A WAR"]},
        {"TURKEY": "A SER - BUD\nA RUM S A SER - BUD", "AUSTRIA": "A VIE - GAL\nA BUD - XYZ", "RUSSIA": "A WAR - GAL"},
        centers={"AUSTRIA": ["VIE", "BUD"]},
    )
    assert found == {
        "position": {
            "phase": "S1901R",
            "units": {"AUSTRIA": ["A VIE"], "RUSSIA": ["A WAR"], "TURKEY": ["A BUD", "A RUM"]},
            "centers": {"AUSTRIA": ["BUD", "VIE"]},
            "dislodged": {"A BUD": {"power": "AUSTRIA", "from": "SER", "retreats": ["TRI"]}},
            "contested": ["GAL"],
        },
        "results": {
            "A BUD": {"order": "A BUD H", "outcome": "held", "dislodged": True},
            "A VIE": {"order": "A VIE - GAL", "outcome": "bounced"},
            "A WAR": {"order": "A WAR - GAL", "outcome": "bounced"},
            "A SER": {"order": "A SER - BUD", "outcome": "moved"},
            "A RUM": {"order": "A RUM S A SER - BUD", "outcome": "supported"},
        },
        "problems": [
            {
                "role": "AUSTRIA",
                "line": 2,
                "text": "A BUD - XYZ",
                "code": "line/no-order",
                "message": "I read `A BUD -`, and a place comes next, not `XYZ`; "
                "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
            }
        ],
    }
    retreated = SYSTEM.case({"position": found["position"], "orders": {"AUSTRIA": "A BUD - TRI"}})
    assert retreated["results"] == {"A BUD": {"order": "A BUD - TRI", "outcome": "moved"}}
    assert retreated["position"]["phase"] == "F1901M"


def test_a_case_of_an_adjustment_phase() -> None:
    found = answer(
        "W1901A",
        {"ITALY": ["A ROM"], "FRANCE": ["A PAR", "A GAS"]},
        {"ITALY": "BUILD F NAP\nWAIVE"},
        centers={"ITALY": ["ROM", "NAP", "VEN"], "FRANCE": ["PAR"]},
    )
    assert found["results"] == {
        "A GAS": {"order": "DISBAND A GAS", "outcome": "disbanded"},
        "F NAP": {"order": "BUILD F NAP", "outcome": "built"},
        "WAIVE ITALY": {"order": "WAIVE", "outcome": "waived"},
    }
    assert found["position"]["phase"] == "S1902M"


def test_a_line_that_is_no_build_is_told_as_it_was_written() -> None:
    """`F BRE` was told as '-FBRE' is not an order."""
    found = answer("W1901A", {}, {"FRANCE": "F BRE\nF BRE - ENG"}, centers={"FRANCE": ["BRE", "PAR"]})
    written = ["I read `F BRE`, which is no whole order", "`F BRE - ENG` is not a build"]
    assert [problem["message"].partition(";")[0] for problem in found["problems"]] == written


def test_a_win_names_the_winner() -> None:
    centers = [
        *("BER", "BUD", "BUL", "GRE", "KIE", "MOS", "MUN", "NAP"),
        *("ROM", "RUM", "SER", "SEV", "TRI", "TUN", "VEN", "VIE", "WAR"),
    ]
    found = answer("F1907M", {"AUSTRIA": ["A STP"]}, {}, centers={"AUSTRIA": centers})
    assert found["winners"] == ["AUSTRIA"]


def test_p49_a_power_that_nobody_can_ever_play_does_not_win() -> None:
    owned = load_board("standard").centers[:18]
    for power, winners in (("NEUTRAL", None), ("FRANCE", ["FRANCE"])):
        position = {"phase": "F1905M", "units": {power: ["A PAR"]}, "centers": {power: list(owned)}}
        assert SYSTEM.case({"options": {"map": "garrisons"}, "position": position}).get("winners") == winners


def test_orders_for_a_unit_of_another_power_are_a_problem_and_ignored() -> None:
    found = answer("S1901M", {"ENGLAND": ["F LON"]}, {"GERMANY": "F LON - NTH"})
    assert found["results"] == {"F LON": {"order": "F LON H", "outcome": "held"}}
    assert found["problems"][0]["code"] == "diplomacy/not-yours"


def explained(phase: str, units: dict[str, list[str]], orders: dict[str, str], **position: Any) -> dict[str, Any]:
    case = {"position": {"phase": phase, "units": units, **position}, "orders": orders, "explain": True}
    results: dict[str, Any] = SYSTEM.case(case)["results"]
    return results


def test_a_case_that_asks_reads_why_each_order_of_a_movement_phase_came_to_nothing() -> None:
    units = {"TURKEY": ["A SER", "A RUM"], "AUSTRIA": ["A BUD", "A VIE", "F TRI"], "RUSSIA": ["A WAR"]}
    orders = {
        "TURKEY": "A SER - BUD\nA RUM S A SER - BUD",
        "AUSTRIA": "A VIE - GAL\nF TRI S A BUD - VIE",
        "RUSSIA": "A WAR - GAL",
    }
    assert explained("S1901M", units, orders) == {
        "A BUD": {"order": "A BUD H", "outcome": "held", "dislodged": True, "cause": {}, "dislodger": "A SER"},
        "A RUM": {"order": "A RUM S A SER - BUD", "outcome": "supported", "cause": {}},
        "A SER": {"order": "A SER - BUD", "outcome": "moved", "cause": {}},
        "A VIE": {"order": "A VIE - GAL", "outcome": "bounced", "cause": {"kind": "bounced", "by": ["A WAR"]}},
        "A WAR": {"order": "A WAR - GAL", "outcome": "bounced", "cause": {"kind": "bounced", "by": ["A VIE"]}},
        "F TRI": {"order": "F TRI H", "outcome": "held", "cause": {}},
    }


def test_a_case_that_asks_reads_what_a_unit_did_that_a_void_support_was_for() -> None:
    found = explained("S1901M", {"FRANCE": ["A PAR", "A MAR"]}, {"FRANCE": "A PAR - PIC\nA MAR S A PAR - BUR"})
    assert found["A MAR"]["cause"] == {"kind": "unmatched", "by": ["A PAR"], "instead": "A PAR - PIC"}


def test_a_case_that_asks_reads_which_adjustments_the_judge_chose() -> None:
    centers = {"FRANCE": ["PAR"], "ITALY": ["ROM", "NAP"]}
    found = explained(
        "W1901A", {"FRANCE": ["A PAR", "A GAS"], "ITALY": ["A ROM"]}, {"ITALY": "BUILD F NAP"}, centers=centers
    )
    assert found["A GAS"] == {"order": "DISBAND A GAS", "outcome": "disbanded", "default": True}
    assert found["F NAP"] == {"order": "BUILD F NAP", "outcome": "built", "default": False}


def test_a_case_that_does_not_ask_reads_no_causes() -> None:
    case = {"position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}, "orders": {"FRANCE": "A PAR - BUR"}}
    assert SYSTEM.case({**case, "explain": False}) == SYSTEM.case(case)
    assert SYSTEM.case(case)["results"] == {"A PAR": {"order": "A PAR - BUR", "outcome": "moved"}}


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ({}, "position"),
        ({"position": {"phase": "S1901M"}, "explain": "yes"}, 'explain: true or false, not "yes"'),
        ({"position": []}, "position"),
        ({"position": {"phase": "S1901M"}, "options": {"map": "atlantis"}}, "standard"),
        ({"position": {"phase": "S1901M"}, "options": ["map"]}, "options"),
        ({"position": {"phase": "S1901M"}, "options": {"map": 7}}, "map"),
        ({"position": {"phase": "S1901M"}, "options": {"blind": "yes"}}, "true or false"),
        ({"position": {"phase": "S1901M"}, "orders": ["A ROM H"]}, "orders"),
        ({"position": {"phase": "S1901M"}, "orders": {"SPAIN": ""}}, "AUSTRIA"),
        ({"position": {"phase": "S1901M"}, "orders": {"ITALY": 7}}, "text"),
    ],
)
def test_a_case_that_cannot_be_read_is_refused_with_a_reason(case: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SYSTEM.case(case)


@given(st.dictionaries(st.sampled_from(["ITALY", "FRANCE"]), st.text(max_size=200)))
def test_no_sheet_makes_a_case_fail(orders: dict[str, str]) -> None:
    for phase in ("S1901M", "S1901R", "W1901A"):
        found = answer(
            phase, {"ITALY": ["A ROM", "F NAP"], "FRANCE": ["A PAR"]}, orders, centers={"FRANCE": ["MAR", "PAR"]}
        )
        assert found["position"]["phase"] in ("F1901M", "S1902M")


def test_the_year_a_unit_that_can_go_nowhere_is_not_in_the_position_even_where_others_retreat() -> None:
    found = answer(
        "S1901M",
        {"GERMANY": ["F POR"], "ENGLAND": ["F MAO", "F SPA/NC"], "FRANCE": ["A VEN"], "AUSTRIA": ["A TRI", "A TYR"]},
        {"ENGLAND": "F MAO - POR\nF SPA/NC S F MAO - POR", "AUSTRIA": "A TRI - VEN\nA TYR S A TRI - VEN"},
    )
    assert found["results"]["F POR"]["dislodged"]
    assert list(found["position"]["dislodged"]) == ["A VEN"]
