"""Sentences of sections 3 to 5 that no other test holds by itself, each with a case reckoned by hand."""

from __future__ import annotations

import pytest

from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only
from tests.rules.payola.played import act, adjudicate, codes, opening, read
from tests.rules.payola.support import auction


def test_3_1_a_hash_without_an_amount_is_not_reduced_until_all_offers_reach_their_plateau() -> None:
    found = auction({"FRANCE": "9# : A PAR - BUR\n9 : A MAR - SPA"}, balances={"FRANCE": 12})
    assert found.paid["FRANCE"] == {"A PAR": 9, "A MAR": 3}
    dropped = auction({"FRANCE": "9# : A PAR - BUR\n9#5 : A MAR - SPA"}, balances={"FRANCE": 12})
    assert dropped.paid["FRANCE"] == {"A PAR": 8, "A MAR": 4}
    assert dropped.reductions == {"FRANCE": 5}


def test_3_2_a_negative_offer_is_not_paid_if_any_of_its_orders_is_issued() -> None:
    others = {"GERMANY": "3 : A PAR - PIC", "ITALY": "2 : A PAR - GAS"}
    found = auction({"FRANCE": "2 ! A PAR - BUR | - PIC", **others}, accept={"FRANCE": "FGI?"})
    assert found.issued["A PAR"] == "- GAS"  # 2 + 2 against 3
    assert found.paid == {"FRANCE": {"A PAR": 2}, "ITALY": {"A PAR": 2}}
    richer = auction({"FRANCE": "2 ! A PAR - BUR | - PIC", **others, "RUSSIA": "2 : A PAR - PIC"})
    assert richer.issued["A PAR"] == "- PIC"
    assert "FRANCE" not in richer.paid


def test_3_2_several_orders_are_like_each_in_a_direct_offer_of_its_own() -> None:
    together = auction({"FRANCE": "3 : A PAR - BUR | - PIC | H", "GERMANY": "1 : A PAR - PIC"})
    apart = auction({"FRANCE": "3 : A PAR - BUR\n3 : A PAR - PIC\n3 : A PAR H", "GERMANY": "1 : A PAR - PIC"})
    assert together.issued["A PAR"] == apart.issued["A PAR"] == "- PIC"
    assert together.totals["A PAR"] == apart.totals["A PAR"] == 4
    assert together.paid == apart.paid


def test_3_4_savings_hold_for_the_sheet_that_they_came_with_and_no_longer() -> None:
    spring = adjudicate(opening(), FRANCE="5 : A PAR - BUR\n40 $")
    fall = adjudicate(spring.state, FRANCE="30 : A BUR - BEL")
    assert (spring.state.balances["FRANCE"], fall.state.balances["FRANCE"]) == (43, 13)


def test_4_3_a_list_persists_until_another_replaces_it() -> None:
    sheets = {"TURKEY": "1 : A CON - BUL", "RUSSIA": "1 : A CON H"}
    preferring = act(opening(), "TURKEY", "accept", list="RT?").state
    spring = adjudicate(preferring, **sheets)
    fall = adjudicate(spring.state, **sheets)
    assert fall.state.accept["TURKEY"] == spring.state.accept["TURKEY"] == "RT?"
    assert [unit.place for unit in fall.state.table.units_of("TURKEY")] == ["ANK", "CON", "SMY"]
    changed = act(spring.state, "TURKEY", "accept", list="T?").state
    assert adjudicate(changed, **sheets).state.table.units_of("TURKEY")[1].place == "BUL"


def test_5_5_all_the_units_offered_to_decide_again_and_others_may_win_them() -> None:
    sheets = {"FRANCE": "10 : A PAR - BUR\n10 : A MAR - SPA", "GERMANY": "9 : A PAR - PIC"}
    found = auction(sheets, balances={"FRANCE": 10, "GERMANY": 9})
    assert (found.issued["A PAR"], found.issued["A MAR"]) == ("- PIC", "- SPA")
    assert found.paid == {"FRANCE": {"A MAR": 8}, "GERMANY": {"A PAR": 9}}
    assert found.reductions == {"FRANCE": 2}


def test_5_5_savings_are_not_reduced_with_the_offers() -> None:
    found = auction({"FRANCE": "20 : A PAR - BUR\n40 $"}, balances={"FRANCE": 48})
    assert found.paid["FRANCE"] == {"A PAR": 8}
    assert found.reductions == {"FRANCE": 12}


def test_5_5_an_offer_that_has_come_to_zero_is_not_reduced_further() -> None:
    found = auction({"FRANCE": "1 : A MAR H\n9 : A PAR - BUR\n9 : F BRE - MAO"}, balances={"FRANCE": 10})
    assert found.payments["FRANCE"] == [("A MAR", 0), ("A PAR", 5), ("F BRE", 5)]


def test_3_3_a_power_that_still_has_a_center_is_awaited_until_it_has_made_an_offer() -> None:
    phase = SYSTEM.phase(opening())
    assert phase is not None
    assert set(phase.wanted) == {"AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}
    assert not read(opening(), "FRANCE", "10 $\n% only saving").written
    assert read(opening(), "FRANCE", "0 : A PAR H").written


def test_4_1_the_rest_of_a_list_is_drawn_anew_each_time_a_movement_phase_is_adjudicated() -> None:
    drawn = set()
    for year in range(1901, 1921):
        outcome = SYSTEM.adjudicate(opening(), {}, Rng(b"seed", f"S{year}M"))
        told = next(event.data for event in outcome.events if event.kind == "auction")
        expanded = told["lists"]["FRANCE"]["expanded"]
        assert expanded[0] == "F"
        assert sorted(expanded) == sorted("AEFGIRT")
        drawn.add(expanded)
    assert len(drawn) > 10


@pytest.mark.parametrize("line", ["5 : A PAR - BUR?", "5 : A PAR - BUR ?!", "5 & A PAR - BUR (right?)", "A PAR - BUR?"])
def test_p1_an_offer_with_a_question_mark_is_not_filed_as_no_order_of_diplomacy_is(line: str) -> None:
    reading = read(opening(), "FRANCE", f"{line}\n3 : A MAR - SPA")
    assert (reading.parts, codes(reading)) == ({"offers": "3 : A MAR - SPA"}, ["line/doubt"])
    asked = read(opening(), "FRANCE", "5 : A PAR - BUR  % is that right?")
    assert asked.parts == {"offers": "5 : A PAR - BUR  % is that right?"}


@pytest.mark.parametrize("line", ["save 20% of my money", "Save 20%", "keep 50 % of it", "A PAR - BUR for 5%"])
def test_p1_an_amount_in_percent_is_told_and_no_amount_with_a_comment(line: str) -> None:
    """Of `save 20% of my money` 20 AgP were held back."""
    reading = read(opening(), "FRANCE", f"{line}\n3 : A MAR - SPA")
    assert (reading.parts, codes(reading)) == ({"offers": "3 : A MAR - SPA"}, ["payola/percent"])
    comment = read(opening(), "FRANCE", "20 $% of course\n3 : A MAR - SPA % 50% sure")
    assert comment.parts == {"offers": "20 $  % of course\n3 : A MAR - SPA  % 50% sure"}


@pytest.mark.parametrize("line", ["3. nothing for F BRE", "5 each on A PAR", "7 A PAR - ROM"])
def test_p1_no_hint_says_to_write_what_cannot_be_read(line: str) -> None:
    """Of `3. nothing for F BRE` it was `3 : nothing for F BRE`."""
    (problem,) = read(opening(), "FRANCE", line).problems
    assert "write `" not in problem.hint


@pytest.mark.parametrize(
    "line", ["acceptance list FEG?", "My acceptance list is F, E, G, ?", "Acceptance: feg?", "list: F E G ?"]
)
def test_p32_of_a_list_without_accept_the_hint_is_the_line_to_write(line: str) -> None:
    """It was listed as not read, without a hint."""
    state = opening()
    (problem,) = read(state, "FRANCE", line).problems
    assert problem.hint == "write `ACCEPT FEG?`"
    assert SYSTEM.is_attempt(SYSTEM.view(state, only("FRANCE")), line)
    for talk in ("the list is fair", "Is that your list?", "my list is long"):
        assert not SYSTEM.is_attempt(SYSTEM.view(state, only("FRANCE")), talk)
