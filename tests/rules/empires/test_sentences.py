"""Sentences of chapter 6 and of the player's page that no other test holds, each with a case of its own."""

from __future__ import annotations

from dataclasses import replace

from judge.rules.empires.state import Area
from tests.rules.empires.worlds import QUIET, after, bps, having, outcome_of, play, told, world

OWNED = {code: Area(owner=owner, pop=1, forts=1) for code, owner in QUIET.items()}


def test_6_1_the_roundup_shows_the_order_in_which_the_next_turn_is_played() -> None:
    first = play(world(OWNED), {"SO": "ORDER 5", "WE": "ORDER 4"})
    (roundup,) = told(first, "roundup", "NO")
    shown = [row["country"] for row in roundup.data["order"]]
    assert shown == ["SO", "WE", "NO", "EA"]
    empty = {"MID": Area(owner="EA"), "PAS": Area(owner="WE", armies=1), "OAK": Area(owner="SO", armies=1)}
    state = replace(world({**OWNED, **empty}), order=tuple(shown))
    sheets = {"SO": "ATTACK OAK MID 1", "WE": "ATTACK PAS MID 1"}
    assert after(play(state, sheets), "MID").owner == "SO", "who is shown in front comes first"
    assert after(play(replace(state, order=("WE", "SO", "NO", "EA")), sheets), "MID").owner == "WE"


def test_6_3_all_and_all_but_take_what_is_there_when_the_slot_comes() -> None:
    state = world({**OWNED, "AKE": Area(owner="NO", pop=5, armies=5), "CAL": Area(owner="NO", pop=5, armies=1)})
    step = play(state, {"NO": "MOVE AKE CAL AB-2\nMOVE CAL AKE ALL"})
    assert [row["said"] for row in step.report["NO"]["slots"]] == ["3 armies to CAL", "4 armies to AKE"]


def test_7_2_the_ship_without_a_way_home_is_lost_where_the_fleet_lies_before_it_sails() -> None:
    fleet = Area(owner="NO", armies=1, fleets={"FEN": 2})
    beaten = {"NSE": fleet, "ESE": Area(owner="EA", fleets={"ELM": 1})}
    step = play(bps(world({**OWNED, **beaten}), "NO", 5), {"NO": "SEAMOVE NSE ESE 2"})
    assert step.report["NO"]["battles"][0]["attackers"] == 1, "one is gone before the battle"
    assert step.report["NO"]["slots"][0]["cost"] == 1


def test_7_2_a_spare_ship_of_the_same_base_is_lost_instead_of_one_that_sails() -> None:
    step = play(bps(world({**OWNED, "NSE": Area(owner="NO", fleets={"FEN": 3})}), "NO", 5), {"NO": "SEAMOVE NSE ESE 2"})
    assert step.report["NO"]["slots"][0]["said"] == "2 ships to ESE"


def test_7_2_a_spare_ship_of_another_base_without_a_way_home_is_lost_instead_of_one_that_sails() -> None:
    for fleets in ({"DUN": 2, "FEN": 1}, {"DUN": 1, "FEN": 2}):
        state = bps(world({**OWNED, "NSE": Area(owner="NO", fleets=fleets)}), "NO", 5)
        step = play(state, {"NO": "SEAMOVE NSE ESE 2"})
        assert step.report["NO"]["slots"][0]["said"] == "2 ships to ESE"
        assert after(step, "NSE").fleets == {}


def test_7_2_with_the_last_ship_lost_nothing_sails_and_the_bp_is_paid() -> None:
    state = bps(world({**OWNED, "NSE": Area(owner="NO", fleets={"FEN": 1})}), "NO", 5)
    assert outcome_of(state, "SEAMOVE NSE ESE 1") == (True, "the last ship was dispersed: it had no way home", 4)


def test_7_10_an_area_that_is_taken_is_in_retreat_mode_whatever_its_last_owner_wanted() -> None:
    stood = Area(owner="EA", pop=1, armies=1, retreats=False)
    state = world({**OWNED, "NEM": stood, "CAL": Area(owner="NO", pop=2, armies=6)})
    step = play(state, {"NO": "ATTACK CAL NEM 6"})
    assert (after(step, "NEM").owner, after(step, "NEM").retreats, after(step, "NEM").retreat_to) == ("NO", True, "CAL")


def test_7_11_falling_back_is_no_move_it_makes_nothing_sticky_and_resets_no_retreat() -> None:
    state = world(
        {
            **OWNED,
            "CAL": Area(owner="NO", pop=3, armies=2, retreat_to="BRY"),
            "BRY": Area(owner="NO", pop=5, armies=1, retreat_to="AKE"),
            "NEM": Area(owner="EA", pop=1, armies=9),
        }
    )
    step = play(bps(state, "EA", 9), {"EA": "1 ATTACK NEM CAL 9", "NO": "2 MOVE BRY AKE ALL"})
    assert step.report["EA"]["battles"][0]["retreated_to"] == "BRY"
    assert step.report["NO"]["slots"][0]["said"] == "3 armies to AKE", (
        "BRY is a forest, and they leave it in the same turn"
    )
    assert after(step, "BRY").retreat_to == "AKE"


def test_7_11_armies_fall_back_even_out_of_an_area_that_nothing_can_leave() -> None:
    held = {"CAL": Area(owner="NO", pop=9, armies=1, retreat_to="AKE"), "NEM": Area(owner="EA", pop=1, armies=9)}
    state = having(bps(world({**OWNED, **held}), "EA", 9), "NO", reserve=1)
    step = play(state, {"NO": "1 RESERVE CAL 1", "EA": "2 ATTACK NEM CAL 9"})
    assert step.report["NO"]["battles"][0]["retreated_to"] == "AKE"
