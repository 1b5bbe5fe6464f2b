"""Plain Diplomacy played blind (ruling P20): the sight and the reading of Tin Cup, without the money."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.diplomacy.board import load_board
from judge.rules.diplomacy.system import SYSTEM, DiplomacyState
from judge.rules.rng import Rng
from judge.rules.values import MASTER, PUBLIC, Outcome, Reading, only, sheet_of
from tests.rules.diplomacy.tables import load_table

RNG = Rng(b"seed", "S1901M")
BLIND: DiplomacyState = SYSTEM.start({"blind": True}, load_board("standard").powers, RNG).state


def at(units: dict[str, list[str]], phase: str = "S1901M") -> DiplomacyState:
    return replace(BLIND, table=load_table("standard", {"phase": phase, "units": units, "centers": {}}))


def read(state: DiplomacyState, power: str, text: str) -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of(text))


def adjudicate(state: DiplomacyState, **sheets: str) -> Outcome:
    return SYSTEM.adjudicate(
        state, {power: dict(read(state, power, text).parts) for power, text in sheets.items()}, RNG
    )


def rows(outcome: Outcome, power: str) -> list[tuple[str, str]]:
    event = next(each for each in outcome.events if each.audience == only(power) and each.kind == "movement")
    return [(row["order"], row["outcome"]) for row in event.data["orders"] if row["power"] != power]


def test_p20_a_power_sees_only_what_is_near() -> None:
    view = SYSTEM.view(BLIND, only("FRANCE"))
    assert dict(view.units) == {"FRANCE": ("F BRE", "A MAR", "A PAR")}
    assert SYSTEM.view(BLIND, PUBLIC).units == ()
    assert len(SYSTEM.view(BLIND, MASTER).units) == 7


def test_p20_a_support_of_a_unit_that_may_not_exist_is_taken() -> None:
    reading = read(BLIND, "FRANCE", "A PAR S A MUN - BUR\nA MAR S F ROM")
    assert reading.parts == {"orders": "A PAR S A MUN - BUR"}
    assert [problem.code for problem in reading.problems] == ["diplomacy/out-of-reach"]


def test_p20_a_line_that_does_not_stand_is_dropped_in_silence_and_the_unit_holds() -> None:
    outcome = adjudicate(BLIND, FRANCE="A PAR S A RUH - BUR\nA MAR - SPA")
    own = next(each for each in outcome.events if each.audience == only("FRANCE")).data["orders"]
    assert [row["order"] for row in own] == ["F BRE H", "A MAR - SPA", "A PAR H"]


def test_p20_others_orders_are_read_as_far_as_they_are_seen() -> None:
    state = at({"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A HOL", "A PRU"]})
    outcome = adjudicate(state, FRANCE="A BUR H", GERMANY="A MUN - TYR\nA HOL - BEL\nA PRU - BER")
    assert rows(outcome, "FRANCE") == [("A BEL", "arrives"), ("A MUN", "departs")]


@pytest.mark.ruling("P20")
def test_4_a_6_a_route_is_for_armies_in_a_blind_game_too() -> None:
    reading = read(at({"ENGLAND": ["F NTH", "A LON"]}), "ENGLAND", "F NTH - ENG - BEL\nA LON - ENG - BEL")
    assert [problem.code for problem in reading.problems] == ["diplomacy/fleet-route"]
    assert [line.text for line in reading.lines] == ["A LON - ENG - BEL"]


def test_p20_phases_are_not_skipped_and_lateness_is_hidden() -> None:
    after = adjudicate(BLIND).state
    assert str(after.table.label) == "S1901R"
    assert SYSTEM.phase(after).hides_writers  # type: ignore[union-attr]


def test_p20_another_powers_unit_cannot_be_ordered_whether_it_exists_or_not() -> None:
    for line in ("A MUN - RUH", "A GAL - BOH"):
        assert [problem.code for problem in read(BLIND, "FRANCE", line).problems] == ["diplomacy/not-yours"]


def test_a_blind_case_drops_in_silence_what_does_not_stand() -> None:
    case = {
        "system": "diplomacy",
        "options": {"blind": True},
        "position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}},
        "orders": {"FRANCE": "A PAR S A MUN - BUR"},
    }
    found = SYSTEM.case(case)
    assert found["problems"] == []
    assert found["results"] == {"A PAR": {"order": "A PAR H", "outcome": "held"}}
