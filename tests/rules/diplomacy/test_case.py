"""`judge adjudicate` for plain Diplomacy: one case in, one answer out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.diplomacy.system import SYSTEM


def answer(phase: str, units: dict[str, list[str]], orders: dict[str, str], **position: Any) -> dict[str, Any]:
    return SYSTEM.case({"id": "1", "position": {"phase": phase, "units": units, **position}, "orders": orders})


def test_a_case_of_a_movement_phase() -> None:
    found = answer(
        "S1901M",
        {"TURKEY": ["A SER", "A RUM"], "AUSTRIA": ["A BUD", "A VIE"], "RUSSIA": ["A WAR"]},
        {
            "TURKEY": "A SER - BUD\nA RUM S A SER - BUD",
            "AUSTRIA": "A VIE - GAL\nA BUD - XYZ",
            "RUSSIA": "A WAR - GAL",
        },
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
                "code": "diplomacy/no-such-place",
                "message": "XYZ is not a place on this map",
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


def test_a_win_names_the_winner() -> None:
    centers = [
        *("BER", "BUD", "BUL", "GRE", "KIE", "MOS", "MUN", "NAP"),
        *("ROM", "RUM", "SER", "SEV", "TRI", "TUN", "VEN", "VIE", "WAR"),
    ]
    found = answer("F1907M", {"AUSTRIA": ["A STP"]}, {}, centers={"AUSTRIA": centers})
    assert found["winners"] == ["AUSTRIA"]


def test_orders_for_a_unit_of_another_power_are_a_problem_and_ignored() -> None:
    found = answer("S1901M", {"ENGLAND": ["F LON"]}, {"GERMANY": "F LON - NTH"})
    assert found["results"] == {"F LON": {"order": "F LON H", "outcome": "held"}}
    assert found["problems"][0]["code"] == "diplomacy/not-yours"


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ({}, "position"),
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
