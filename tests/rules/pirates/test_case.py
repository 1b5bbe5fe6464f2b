"""`judge adjudicate` for Pirates' Proposal."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.pirates.system import SYSTEM
from tests.rules.pirates.matches import SEVEN

ROOMS = {"1": list(SEVEN), "2": ["HAL", "IDA"]}
PACKAGES = dict.fromkeys((*SEVEN, "HAL", "IDA"), 30)
EXAMPLE = "Self: 7 gold\nBob: 3 gold\nCarl: 7 gold\nDora: 2 gold\nEve: 3 gold\nFay: 4 gold\nGus: 4 gold"


def case(**changes: Any) -> dict[str, Any]:
    position = {"phase": "R1D", "rooms": ROOMS, "packages": PACKAGES}
    return SYSTEM.case({"position": {**position, **changes.pop("position", {})}, **changes})


def test_plans_are_put_to_the_vote() -> None:
    found = case(orders={"ANNA": EXAMPLE, "BOB": "Anna 3"})
    assert found["position"]["phase"] == "R1V"
    assert found["position"]["plans"]["ANNA"]["CARL"] == 7
    assert found["position"]["plans"]["HAL"] == {"HAL": 0, "IDA": 30}
    assert (found["results"]["ANNA"]["default"], found["results"]["BOB"]["default"]) == (False, True)
    assert [(each["role"], each["code"]) for each in found["problems"]] == [("BOB", "pirates/wrong-sum")]


def test_a_result_can_be_fed_back_in_to_the_end_of_the_match() -> None:
    position: dict[str, Any] = {"phase": "R1D", "rooms": ROOMS, "packages": PACKAGES}
    labels = []
    found: dict[str, Any] = {}
    while "winners" not in found:
        labels.append(position["phase"])
        found = SYSTEM.case({"position": position, "seed": "x", "orders": {}})
        position = found["position"]
    assert labels[:10] == [f"R{number}{kind}" for number in range(1, 6) for kind in "DV"]
    assert found["winners"]


def test_votes_are_counted_and_the_same_seed_gives_the_same_lots() -> None:
    position = case(orders={"ANNA": EXAMPLE})["position"]
    votes = dict.fromkeys(SEVEN, "A B C D yes, rest no")
    found = SYSTEM.case({"position": position, "seed": "s", "orders": votes})
    anna = found["results"]["ANNA"]
    assert (anna["passed"], anna["yes"], anna["no"], anna["default"]) == (True, 7, 0, False)
    assert found["results"]["HAL"]["default"]
    assert found == SYSTEM.case({"position": position, "seed": "s", "orders": votes})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": {"phase": "S1901M"}}, "a phase is"),
        ({"position": {"phase": 3}}, "position.phase"),
        ({"position": {"rooms": {}}}, "every player once"),
        ({"position": {"packages": {}}}, "nothing for ANNA"),
        (
            {"position": {"packages": {**PACKAGES, "BOB": -1}}},
            "position.packages of BOB: a whole number from 0 on, not -1",
        ),
        ({"position": {"packages": {**PACKAGES, "BOB": 0}}}, "never empty"),
        ({"position": {"rooms": {"1": [["ANNA"]], "2": ["HAL"]}}}, "position.rooms of 1, item 1: a text, not a list"),
        ({"position": {"unopened": {"BOB": [10, 20, 40]}}}, "unopened of BOB holds fewer"),
        ({"position": {"vacant": True}}, "position.vacant: a list, each item a text, not true"),
        ({"position": {"phase": "R1V"}}, "position.plans"),
        ({"position": {"phase": "TOKEN"}}, "position.reckoning"),
        (
            {"position": {"phase": "TOKEN", "reckoning": {"gold": {}, "giver": "ANNA"}}},
            "reckoning.gold has nothing for ANNA",
        ),
        ({"position": {"phase": "TOKEN", "reckoning": {"gold": PACKAGES, "giver": "ANNA"}}}, "with its giver"),
        ({"orders": {"ZOE": "x"}}, "no player ZOE"),
        ({"orders": {"ANNA": 5}}, "orders of ANNA: one text of at most"),
        ({"orders": []}, "orders: an object, each value one text"),
        ({"seed": 5}, "seed: a text, not 5"),
    ],
)
def test_what_cannot_be_read_says_why(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        case(**changes)
