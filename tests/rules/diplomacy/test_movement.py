"""What a movement phase tells of each order, and laws that hold for any orders at all."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.movement import busy_orders, crowded
from judge.rules.diplomacy.adjudication.movement import MovementResult, adjudicate_movement
from judge.rules.diplomacy.board import Unit, position_of
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.orders import check_legal
from judge.rules.diplomacy.reading.sheets import read_order
from tests.rules.diplomacy.equations import Equations
from tests.support.soaking import examples

BOARD = load_board("standard")
seeds = st.integers(0, 2**32)


def adjudicate(**sheets: str) -> MovementResult:
    """Power -> its orders, one for each of its units, separated by semicolons."""
    lines = [(power, line) for power, sheet in sheets.items() for line in sheet.split("; ")]
    position = position_of(Unit(power, *line.split()[:2]) for power, line in lines)
    orders = {}
    for _, line in lines:
        unit, order = read_order(BOARD, position, line)
        orders[unit.province] = order
        check_legal(BOARD, position, unit, orders[unit.province])
    return adjudicate_movement(BOARD, position, orders)


@pytest.mark.parametrize(
    ("sheets", "outcomes"),
    [
        ({"FRANCE": "A PAR - BUR"}, {"PAR": "moved"}),
        ({"FRANCE": "A PAR - BUR", "GERMANY": "A MUN - BUR"}, {"PAR": "bounced", "MUN": "bounced"}),
        ({"FRANCE": "A PAR H; A BUR S A PAR"}, {"PAR": "held", "BUR": "supported"}),
        ({"FRANCE": "A PAR H; A MAR S A PAR - BUR"}, {"PAR": "held", "MAR": "void"}),
        ({"FRANCE": "A PAR - PIC; A BUR S A PAR"}, {"PAR": "moved", "BUR": "void"}),
        (
            {"FRANCE": "A PAR - BUR; A MAR S A PAR - BUR", "ITALY": "A PIE - MAR"},
            {"PAR": "moved", "MAR": "cut", "PIE": "bounced"},
        ),
        ({"ENGLAND": "A LON - NWY; F NTH C A LON - NWY"}, {"LON": "moved", "NTH": "convoyed"}),
        ({"ENGLAND": "A LON H; F NTH C A LON - NWY"}, {"LON": "held", "NTH": "void"}),
        ({"ENGLAND": "A LON - NWY; F NTH H"}, {"LON": "void", "NTH": "held"}),
        (
            {"ENGLAND": "A LON - NWY; F NTH C A LON - NWY", "FRANCE": "F ENG - NTH; F BEL S F ENG - NTH"},
            {"LON": "disrupted", "NTH": "disrupted", "ENG": "moved", "BEL": "supported"},
        ),
        (
            {"ENGLAND": "A LON - NWY; F NTH C A LON - NWY", "RUSSIA": "A NWY H"},
            {"LON": "bounced", "NTH": "convoyed", "NWY": "held"},
        ),
        (  # A support of a move that has no route at all is as void as the move.
            {"RUSSIA": "A RUM - ARM", "TURKEY": "F BLA S A RUM - ARM"},
            {"RUM": "void", "BLA": "void"},
        ),
        (  # A foreign fleet cannot kidnap an army that goes by land (DATC 4.A.3).
            {"FRANCE": "A PIC - BEL", "ENGLAND": "F ENG C A PIC - BEL"},
            {"PIC": "moved", "ENG": "void"},
        ),
    ],
)
def test_outcome_of_each_order(sheets: dict[str, str], outcomes: dict[str, str]) -> None:
    assert adjudicate(**sheets).outcomes == outcomes


def test_a_standoff_leaves_the_province_contested() -> None:
    found = adjudicate(FRANCE="A PAR - BUR", GERMANY="A MUN - BUR")
    assert found.contested == ("BUR",)


def test_who_is_beaten_head_to_head_contests_nothing() -> None:
    found = adjudicate(GERMANY="A BER - PRU; A SIL S A BER - PRU", RUSSIA="A PRU - BER")
    assert found.contested == ()
    assert found.outcomes == {"BER": "moved", "SIL": "supported", "PRU": "bounced"}


def test_only_the_core_of_a_paradox_fails_and_what_hangs_on_it_is_judged_after() -> None:
    """DATC 6.F.15 in another place: the second convoy attacks the fleet that Szykman's rule frees."""
    found = adjudicate(
        ENGLAND="F LON S F WAL - ENG; F WAL - ENG",
        FRANCE="A BRE - LON; F ENG C A BRE - LON",
        ITALY="F IRI C A NAF - WAL; F MAO C A NAF - WAL; A NAF - WAL",
    )
    assert found.outcomes["BRE"] == "disrupted"
    assert found.outcomes["NAF"] == "moved"


@settings(max_examples=examples(150), deadline=None)
@given(seeds, st.sampled_from([4, 12, 22, 34]))
def test_every_decision_is_as_the_equations_of_datc_5b_say(seed: int, count: int) -> None:
    rng = random.Random(seed)
    position = crowded(BOARD, count, rng)
    orders = busy_orders(BOARD, position, rng)
    result = adjudicate_movement(BOARD, position, orders)
    assert Equations(BOARD, position, orders, result).faults() == []


@settings(max_examples=examples(60), deadline=None)
@given(seeds)
def test_units_are_neither_lost_nor_made_in_a_movement_phase(seed: int) -> None:
    rng = random.Random(seed)
    position = crowded(BOARD, 34, rng)
    after = adjudicate_movement(BOARD, position, busy_orders(BOARD, position, rng)).position
    survivors = [*after.units.values(), *(each.unit for each in after.dislodged.values())]
    before = Counter((unit.power, unit.kind) for unit in position.units.values())
    assert Counter((unit.power, unit.kind) for unit in survivors) == before
    assert all(
        unit.province == province and BOARD.fits(unit.kind, unit.place) for province, unit in after.units.items()
    )
    assert all(
        BOARD.province_of[place] not in after.units for each in after.dislodged.values() for place in each.retreats
    )
