"""`judge adjudicate` for Empires."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from judge.rules.empires.system import SYSTEM


def case(position: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return SYSTEM.case({"position": {"phase": "T1", "order": ["NO", "EA", "SO", "WE"], **(position or {})}, **changes})


def test_a_turn_from_the_start_of_the_map() -> None:
    found = case(orders={"NO": "1 MOVE AKE CAL 2\n16 ORDER", "EA": "1 MOVE ELM FEN 9"})
    assert found["results"]["NO"]["slots"][0] == {
        "slot": 1,
        "order": "MOVE AKE CAL 2",
        "done": True,
        "said": "2 armies to CAL",
        "bps": 7,
        "cost": 2,
    }
    assert not found["results"]["EA"]["slots"][0]["done"]
    assert found["bids"] == {"NO": 7, "EA": 0, "SO": 0, "WE": 0}
    assert found["position"]["phase"] == "T2"
    assert found["position"]["order"][0] == "NO"
    assert found["position"]["areas"]["AKE"]["armies"] == 1


def test_the_random_actions_are_those_of_the_seed() -> None:
    found = case(seed="hello")
    drawn = hashlib.sha256(b"hello|1|MID").digest()[0] % 4
    pop = 3 + (drawn == 3)
    assert found["position"]["areas"]["MID"]["pop"] == pop


def test_a_result_can_be_fed_back_in_to_the_end() -> None:
    found = case(options={"limit": 6})
    while "winners" not in found:
        found = SYSTEM.case({"position": found["position"]})
    assert found["position"]["phase"] == "T7"


def test_a_position_may_say_what_stands_where() -> None:
    areas = {"AKE": {"owner": "NO", "pop": 2, "forts": 1, "armies": 9}}
    found = case({"areas": areas, "countries": {"NO": {"bps": 0}}})
    assert found["results"]["NO"]["dispersals"][0]["armies"] == 3
    assert found["position"]["countries"]["NO"]["reserve"] == 3


def test_problems_are_listed_and_a_sheet_for_another_turn_does_not_count() -> None:
    found = case(orders={"NO": "1 FROB AKE", "EA": "TURN 2\n1 LEVY ELM"})
    assert [(each["role"], each["line"], each["code"]) for each in found["problems"]] == [
        ("NO", 1, "empires/no-action"),
        ("EA", 0, "empires/other-turn"),
    ]
    assert found["results"]["EA"]["slots"] == []


def test_11_1_who_is_not_in_the_order_of_play_has_no_area() -> None:
    found = case({"order": ["NO", "EA", "WE"]})
    assert {area.get("owner", "") for area in found["position"]["areas"].values()} == {"", "NO", "EA", "WE"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": {"phase": "S1901M"}}, "position.phase"),
        ({"position": {"phase": "T0"}}, "position.phase"),
        ({"position": {"map": "europe"}}, "no map"),
        ({"position": {"order": ["NO", "NO"]}}, "once each"),
        ({"position": {"order": "NO"}}, 'position.order: a list, each item a text, not "NO"'),
        ({"position": {"order": ["NO", ["EA"]]}}, "position.order, item 2: a text, not a list"),
        ({"position": {"dummies": 1.5}}, "position.dummies: a list, each item a text, not 1.5"),
        ({"position": {"countries": {"XX": {}}}}, "no country XX"),
        (
            {"position": {"countries": {"NO": {"gold": 1}}}},
            "countries of NO has no gold: there are bps, reserve",
        ),
        ({"position": {"countries": {"NO": {"bps": -1}}}}, "countries of NO.bps: a whole number from 0 on, not -1"),
        ({"position": {"areas": {"XXX": {}}}}, "no area XXX"),
        ({"position": {"areas": {"AKE": {"owner": "XX"}}}}, "one of"),
        ({"position": {"areas": {"AKE": {"wine": 1}}}}, "has no wine"),
        ({"position": {"areas": {"AKE": {"armies": "3"}}}}, 'AKE.armies: a whole number from 0 on, not "3"'),
        ({"position": {"areas": {"AKE": {"entrance": "MID"}}}}, "next to AKE"),
        ({"position": {"areas": {"AKE": {"retreats": 1}}}}, "areas of AKE.retreats: true or false, not 1"),
        ({"position": {"areas": {"NSE": {"fleets": {"XXX": 1}}}}}, "base -> ships"),
        ({"position": {"areas": {"NSE": {"fleets": {"AKE": 1}}}}}, "somebody's"),
        ({"position": {"areas": {"AKE": {"owner": "NO", "fleets": {"AKE": 1}}}}}, "in a sea area"),
        ({"position": {"areas": {"AKE": {"owner": "NO", "entrance": "CAL"}}}}, "entrance: a sea area, not CAL"),
        (
            {"position": {"order": ["NO", "EA"], "areas": {"NSE": {"owner": "SO", "fleets": {"CAL": 1}}}}},
            "areas of NSE: SO has it, whom position.order leaves out",
        ),
        ({"orders": {"ZZ": ""}}, "no country ZZ"),
        ({"orders": {"NO": 5}}, "orders of NO: one text of at most"),
        ({"orders": ["x"]}, "orders: an object, each value one text"),
        ({"seed": 5}, "seed: a text, not 5"),
    ],
)
def test_what_cannot_be_read_says_why(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        case(**changes)
