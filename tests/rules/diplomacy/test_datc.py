"""Every case of chapter 6 of the Diplomacy Adjudicator Test Cases, version 3.0, by its number.

`datc.jsonl` holds them in the shape of `judge adjudicate`: position and orders, then the lines that are refused as
illegal, the units that stand afterwards, those that are dislodged, and what a retreat phase after it (`then`) leads to.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge.rules.diplomacy.system import SYSTEM

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("datc.jsonl").read_text(encoding="utf-8").splitlines()
]


def placed(units: dict[str, list[str]]) -> set[tuple[str, str]]:
    return {(power, unit) for power, texts in units.items() for unit in texts}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_datc_case(case: dict[str, Any]) -> None:
    found = SYSTEM.case(case)
    assert placed(found["position"]["units"]) == placed(case["units"])
    assert dislodged(case, found) == placed(case.get("dislodged", {}))
    assert [[problem["role"], problem["text"]] for problem in found["problems"]] == case.get("refused", [])
    if "then" in case:
        # Where nobody has a retreat (6.H.15) the phase is skipped.
        if found["position"]["phase"] == "S1901R":
            found = SYSTEM.case({"position": found["position"], "orders": case["then"]["orders"]})
        assert found["position"]["phase"] == "F1901M"
        assert placed(found["position"]["units"]) == placed(case["then"]["units"])


def dislodged(case: dict[str, Any], found: dict[str, Any]) -> set[tuple[str, str]]:
    owner = {unit: power for power, units in case["position"]["units"].items() for unit in units}
    beaten = {unit for unit, result in found["results"].items() if result.get("dislodged")}
    return {(owner[unit], unit) for unit in beaten}


def test_the_table_holds_every_case_of_chapter_six_once() -> None:
    numbers = [case["id"] for case in CASES]
    assert len(numbers) == len(set(numbers)) == 165
    assert {number.split(".")[1] for number in numbers} == set("ABCDEFGHIJ")
