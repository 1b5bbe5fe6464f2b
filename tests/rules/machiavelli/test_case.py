"""`judge adjudicate` for Absence of Plague: the example of the documentation, and cases that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge.cli.tools.adjudicate import answer
from judge.rules import schema
from judge.rules.machiavelli.case import whole_position
from judge.rules.machiavelli.state import new_game
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.testing.laws import Effort, moments, plain
from tests.rules.machiavelli.scenario import SCENARIO

LETTER = (
    "Ducat expenditures:\n1. Buying the Sienese garrison for 9 ducats.\n"
    "Armies: Urbino --> Arezzo, Perugia supp. Arezzo."
)
CASE = {
    "id": "1",
    "system": "machiavelli",
    "position": {
        "phase": "SPR1460C",
        "units": {"PAPACY": ["A PER", "A URB", "F ANC", "G ROM"], "INDEPENDENT": ["G SIE"]},
        "control": {"FLORENCE": ["ARE", "FIR"]},
        "balances": {"PAPACY": 10},
    },
    "orders": {"PAPACY": LETTER},
}


def ask(**changes: object) -> Any:
    case = json.loads(json.dumps(CASE))
    case["position"] |= changes.pop("position", {})
    return json.loads(answer((1, json.dumps(case | changes).encode())))


def test_the_documented_case() -> None:
    found = SYSTEM.case(CASE)
    assert found["results"]["A URB"] == {"power": "PAPACY", "order": "A URB - ARE", "outcome": "moved"}
    assert found["results"]["G SIE"]["power"] == "PAPACY"
    assert found["treasury"]["balances"]["PAPACY"] == 1
    assert found["treasury"]["accounts"]["PAPACY"] == [{"text": "BUY G SIE 9", "ducats": -9, "outcome": "done"}]
    assert found["position"]["phase"] == "SUM1460C"
    assert found["problems"] == []


def test_the_documentation_has_that_case() -> None:
    text = (Path(__file__).parents[3] / "docs" / "adjudicate.md").read_text(encoding="utf-8")
    assert '"units":{"PAPACY":["A PER","A URB","F ANC","G ROM"],"INDEPENDENT":["G SIE"]}' in text


@pytest.mark.parametrize(("until", "ducats"), [("FAL1459C", 10), ("SPR1460A", 10), ("SPR1460C", 13), ("SUM1460C", 13)])
def test_15_an_excommunication_stops_gifts_to_its_last_phase(until: str, ducats: int) -> None:
    banned = {"excommunicated": {"GENOA": until}, "balances": {"PAPACY": 13}}
    found = ask(position=banned, orders={"PAPACY": "Give 3 ducats to Genoa"})
    assert found["treasury"]["balances"]["PAPACY"] == ducats


def test_a_result_can_be_fed_back_in_through_a_whole_year() -> None:
    position = schema.write(whole_position(new_game()))
    labels = []
    for _ in range(5):
        labels.append(position["phase"])
        found = json.loads(json.dumps(SYSTEM.case({"position": position, "orders": {"MILAN": "Raise A Milano"}})))
        position = found["position"]
    assert labels == ["SPR1459A", "SPR1459C", "SUM1459C", "FAL1459C", "SPR1460A"]
    # 15, a salary; no income in 1459 (3); 12 + 3 after Fall; two salaries.
    assert position["balances"]["MILAN"] == 15 - 3 + 15 - 3
    assert position["units"]["MILAN"] == ["A MIL"]


def test_a_2_what_everybody_can_reckon_of_treasuries_is_fed_back_in_and_knows_nothing_of_secret_ducats() -> None:
    position = {
        "phase": "SUM1460C",
        "units": {"FLORENCE": ["A FIR"]},
        "control": {"FLORENCE": ["FIR"]},
        "balances": {"FLORENCE": 20},
    }
    found: Any = SYSTEM.case({"position": position, "orders": {"FLORENCE": "Give 9 ducats to Milan\nBodyguard for 6"}})
    assert found["position"]["balances"]["FLORENCE"] == 5
    assert found["position"]["expected"]["FLORENCE"] == 20
    found = SYSTEM.case({"position": found["position"]})
    (rows,) = (event["rows"] for event in found["events"] if event["kind"] == "income")
    florence = next(row for row in rows if row["power"] == "FLORENCE")
    # Firenze brings 1 and 3, trade 4.
    assert florence == {"power": "FLORENCE", "tax": 4, "trade": 4, "expected": 28}
    assert found["position"]["balances"]["FLORENCE"] == 13


def test_bad_lines_are_listed_and_the_rest_counts() -> None:
    found = ask(orders={"PAPACY": "A PER - NAP\nA URB - ARE"})
    (problem,) = found["problems"]
    assert problem["role"] == "PAPACY"
    assert problem["line"] == 1
    assert problem["code"] == "machiavelli/illegal"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"position": {"phase": "W1460A"}}, "no phase"),
        ({"position": {"units": {"PAPACY": ["A LIG"]}}}, "no unit that can stand"),
        ({"position": {"units": {"PAPACY": ["A PER", "F PER"]}}}, "no unit that can stand"),
        ({"position": {"units": {"PAPACY": ["A PIS"], "MILAN": ["F PIS"]}}}, "stands where"),
        ({"position": {"units": {"ATLANTIS": []}}}, "no country"),
        ({"position": {"control": {"MILAN": ["XXX"]}}}, "no area"),
        ({"position": {"eliminated": ["MILAN"]}}, "position.eliminated, item 1: a list"),
        ({"position": {"eliminated": True}}, "position.eliminated: a list, each item a list"),
        ({"position": {"sieges": 5}}, "position.sieges: a list, each item a text, not 5"),
        ({"position": {"balances": {"MILAN": -1}}}, "position.balances of MILAN: a whole number from 0 on, not -1"),
        ({"position": {"balances": {"MILAN": 1.5}}}, "position.balances of MILAN: a whole number from 0 on, not 1.5"),
        ({"orders": {"ATLANTIS": ""}}, "no country"),
        ({"orders": {"MILAN": 5}}, "orders of MILAN: one text of at most"),
        ({"orders": []}, "orders: an object, each value one text"),
    ],
)
def test_a_case_that_cannot_be_read_says_why(changes: dict[str, object], reason: str) -> None:
    found = ask(**changes)
    assert reason in str(found.get("error")), found


@pytest.mark.parametrize("order", ["F LIG - PIS", "F LIG - WTS"])
def test_4_1_nobody_controls_a_sea_that_a_fleet_has_left_even_if_the_case_lists_it(order: str) -> None:
    position = {
        "phase": "FAL1460C",
        "units": {"FLORENCE": ["F LIG"]},
        "control": {"FLORENCE": ["PIS", "LIG"], "GENOA": ["GEN", "ETS"]},
    }
    found = SYSTEM.case({"position": position, "orders": {"FLORENCE": order}})
    control: Any = found["position"]
    assert control["control"] == {"FLORENCE": ["PIS"], "GENOA": ["GEN"]}
    events: Any = found["events"]
    taxes = {row["power"]: row["tax"] for event in events if event["kind"] == "income" for row in event["rows"]}
    assert taxes["FLORENCE"] == (2 if order.endswith("PIS") else 3)
    assert taxes["GENOA"] == 4


def test_the_seed_of_absence_of_plague_tells_nothing() -> None:
    """All randomness is excluded (1.1): what is opened of the seed gives nothing away that the rules keep closed."""
    seen = 0
    for state, orders, _, _ in moments(SYSTEM, SCENARIO, Effort(phases=3, every=1)):
        one, other = (plain(SYSTEM, SYSTEM.adjudicate(state, orders, Rng(seed, "S"))) for seed in (b"one", b"other"))
        assert one == other
        seen += 1
    assert seen
