"""The actions: what each does, costs, and why it fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.empires.picture import phase_picture
from judge.rules.empires.slots import USAGE
from judge.rules.empires.state import Area
from judge.rules.empires.system import SYSTEM
from judge.rules.values import only
from tests.rules.empires.worlds import after, bps, having, outcome_of, play, world

CALDER = Area("NO", 2, 0, 5)


@pytest.mark.parametrize(
    ("order", "said", "left"),
    [
        ("MOVE AKE CAL 2", "2 armies to CAL", 7),
        ("MOVE AKE CAL ALL", "3 armies to CAL", 6),
        ("MOVE AKE CAL AB-1", "2 armies to CAL", 7),
        ("MOVE AKE CAL", "3 armies to CAL", 6),
        ("LEVY AKE", "2 armies levied in AKE", 9),
        ("ARMY 2", "2 armies into the reserve", 3),
        ("ARMY", "3 armies into the reserve", 0),
        ("ARMY 99", "3 armies into the reserve", 0),
        ("FORTIFY CAL", "1 fort in CAL", 6),
        ("FORT CAL", "1 fort in CAL", 6),
        ("RAZE AKE 1", "1 fort pulled down in AKE", 8),
        ("GROW CAL", "CAL has a population of 3", 7),
        ("GROW BRY", "BRY has a population of 3", 5),
        ("BUILD AKE 2", "2 ships in AKE, ready next turn", 3),
        ("SEAMOVE AKE NSE 1", "1 ship to NSE", 8),
        ("CONVOY AKE NSE 1", "1 ship with 1 army to NSE", 8),
        ("CLOSE AKE", "the base in AKE is closed; 1 ship to the navy reserve", 9),
        ("DISOWN CAL", "CAL is nobody's", 9),
        ("RETREAT CAL AKE", "CAL is in retreat mode, with AKE as its place", 9),
        ("RETREAT CAL", "CAL is in retreat mode", 9),
        ("DEFEND CAL", "CAL will stand", 9),
        ("ORDER 4", "4 BPs bid", 5),
    ],
)
def test_what_an_action_does_and_costs(order: str, said: str, left: int) -> None:
    assert outcome_of(world(), order) == (True, said, left)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("MOVE AKE CAL 4", "3 armies are there"),
        ("MOVE AKE CAL AB-3", "3 armies are there"),
        ("MOVE AKE CAL AB-1000000", "3 armies are there"),
        ("MOVE AKE ULM 1", "not next to"),
        ("MOVE CAL NEM 1", "NEM is not yours"),
        ("MOVE ELM DUN 1", "ELM is not yours"),
        ("MOVE AKE NSE 1", "NSE is not yours"),
        ("ATTACK AKE CAL 1", "yours already"),
        ("ATTACK AKE ULM 1", "not next to"),
        ("LEVY ELM", "not yours"),
        ("RESERVE AKE -- 1", "0 armies in the reserve"),
        ("RAZE AKE 2", "1 fort in AKE"),
        ("BUILD CAL 1", "no naval base"),
        ("BUILD AKE 4", "costs 12 BPs, and 9 are left"),
        ("SEAMOVE AKE NSE 2", "1 ship there can sail"),
        ("SEAMOVE AKE BRY 1", "the way out of AKE is NSE"),
        ("SEAMOVE NSE ESE 1", "no ship of yours"),
        ("CLOSE CAL", "no naval base"),
        ("BASE CAL NSE", "costs 10 BPs"),
        ("BASE AKE NSE", "a naval base already"),
        ("RETREAT CAL DUN", "not next to"),
    ],
)
def test_an_action_that_fails_says_why_and_costs_nothing(order: str, why: str) -> None:
    done, said, left = outcome_of(world(), order)
    assert not done
    assert why in said
    assert left == 9


def test_reserve_makes_the_area_sticky_and_comes_before_an_army() -> None:
    state = having(world(), "NO", reserve=4)
    step = play(state, {"NO": "RESERVE CAL -- 2\nMOVE CAL AKE 1\nARMY 1\nRESERVE CAL -- 1"})
    assert [row["done"] for row in step.report["NO"]["slots"]] == [True, False, True, False]
    assert "no RESERVE after an ARMY" in step.report["NO"]["slots"][3]["said"]
    assert outcome_of(state, "RESERVE CAL")[1] == "4 armies from the reserve to CAL"
    assert outcome_of(state, "RESERVE CAL -- 5")[1] == "4 armies in the reserve"


@pytest.mark.parametrize("action", ["FORTIFY", "GROW"])
def test_5_9_once_a_turn_is_once_in_each_area_and_help_says_so(action: str) -> None:
    """HELP said `once a turn`, as if only one area could have it."""
    step = play(world(), {"NO": f"{action} CAL\n{action} BRY"})
    assert [row["done"] for row in step.report["NO"]["slots"]] == [True, True]
    assert "once a turn and area" in USAGE[action].help


def test_a_new_base_opens_next_turn() -> None:
    step = play(bps(world(), "NO", 20), {"NO": "BASE BRY NSE\nBUILD BRY 1"})
    assert [row["said"] for row in step.report["NO"]["slots"]][1] == "there is no naval base in BRY before next turn"
    assert outcome_of(step.outcome.state, "BUILD BRY 1")[0]


def test_5_10_a_base_builds_once_a_turn_whoever_has_it() -> None:
    state = world({"NSE": Area("EA", armies=4, fleets={"ELM": 4}), "AKE": Area("NO", 5, 0, 1, entrance="NSE")})
    step = play(bps(state, "EA", 20), {"NO": "BUILD AKE 2", "EA": "1 ATTACK NSE AKE 4\n2 BUILD AKE 1"})
    assert [row["done"] for row in step.report["EA"]["slots"]] == [True, False]
    assert (after(step, "AKE").docked, step.outcome.state.countries["NO"].navy) == (0, 2)
    closed = play(bps(world(), "NO", 20), {"NO": "BUILD AKE 2\nCLOSE AKE"})
    assert (after(closed, "AKE").docked, closed.outcome.state.countries["NO"].navy) == (0, 3)


# ---- attacks


def test_an_attack_that_wins_takes_the_area_and_its_points() -> None:
    state = world({"CAL": CALDER, "NEM": Area("EA", 3, 1, 1)})
    step = play(state, {"NO": "ATTACK CAL NEM 5"})
    area = after(step, "NEM")
    assert (area.owner, area.pop, area.forts, area.retreat_to) == ("NO", 3, 1, "CAL")
    assert (step.report["NO"]["vps"], step.report["EA"]["vps"]) == (3, -4)
    battle = step.report["EA"]["battles"][0]
    assert (battle["attackers"], battle["attacker_lost"], battle["defender_lost"], battle["won"]) == (5, 1, 1, True)
    assert step.report["SO"]["battles"] == []


def test_8_7_defenders_retreat_before_a_lost_battle_and_both_are_unhurt() -> None:
    defender = Area("EA", 3, 0, 2, retreats=True, retreat_to="DUN")
    state = world({"CAL": replace(CALDER, armies=8, pop=8), "NEM": defender, "DUN": Area("EA", 5, 0, 1)})
    step = play(state, {"NO": "ATTACK CAL NEM 8"})
    assert (after(step, "NEM").owner, after(step, "DUN").armies) == ("NO", 3)
    assert step.report["NO"]["battles"][0]["retreated_to"] == "DUN"
    assert step.report["NO"]["slots"][0]["said"] == "8 armies took NEM; 2 armies fell back to DUN"


@pytest.mark.parametrize(
    ("changes", "fewer"),
    [({"retreats": False}, 8), ({"retreat_to": ""}, 8), ({"retreat_to": "MID"}, 8), ({}, 2)],
)
def test_8_7_otherwise_they_stand(changes: dict[str, object], fewer: int) -> None:
    """In stand mode, without a place of their own to go to, or where they would not lose."""
    defender = replace(Area("EA", 3, 0, 2, retreat_to="DUN"), **changes)  # type: ignore[arg-type]
    state = world({"CAL": replace(CALDER, armies=8, pop=8), "NEM": defender})
    step = play(state, {"NO": f"ATTACK CAL NEM {fewer}"})
    assert step.report["NO"]["battles"][0]["retreated_to"] == ""


def test_7_11_a_move_resets_the_retreat_of_where_it_goes() -> None:
    step = play(world(), {"NO": "RETREAT CAL NEM\nMOVE AKE CAL 1"})
    assert after(step, "CAL").retreat_to == "AKE"


def test_7_11_armies_that_come_by_convoy_reset_it_too_and_ships_alone_do_not() -> None:
    state = world({"NSE": Area("NO", armies=1, fleets={"AKE": 2}), "AKE": Area("NO", 5, 1, 1, True, "CAL", "NSE")})
    assert after(play(state, {"NO": "CONVOY NSE AKE 1"}), "AKE").retreat_to == "NSE"
    assert after(play(state, {"NO": "SEAMOVE NSE AKE 1"}), "AKE").retreat_to == "CAL"


# ---- ships


def test_armies_walk_aboard_as_many_ships() -> None:
    state = world({"NSE": Area("NO", armies=1, fleets={"AKE": 3})})
    assert outcome_of(state, "MOVE AKE NSE 2")[0]
    assert outcome_of(state, "MOVE AKE NSE 3")[1] == "3 ships in NSE cannot carry 4 armies"


def test_ships_that_leave_their_armies_behind_drown_none_of_them() -> None:
    state = world({"NSE": Area("NO", armies=2, fleets={"AKE": 2})})
    step = play(state, {"NO": "SEAMOVE NSE ESE 1"})
    assert (after(step, "NSE").armies, step.report["NO"]["dispersals"][0]["why"]) == (1, "too few ships")


@pytest.mark.ruling("7.2")
def test_7_2_without_a_way_home_the_distance_is_not_paid_and_a_ship_and_an_army_are_dispersed() -> None:
    state = world({"AKE": Area("EA", 5, 1, 3), "ESE": Area("NO", armies=3, fleets={"AKE": 3})})
    step = play(state, {"NO": "CONVOY ESE SSE 2"})
    row = step.report["NO"]["slots"][0]
    assert (row["done"], row["said"], row["bps"]) == (True, "2 ships with 2 armies to SSE", 8)
    assert step.report["NO"]["dispersals"][0] == {
        "area": "ESE",
        "armies": 1,
        "ships": 1,
        "why": "no way to the base in AKE",
        "slot": 1,
        "when": "own",
    }


@pytest.mark.ruling("6.5")
def test_6_5_a_base_built_anew_is_no_way_home_before_it_opens_next_turn() -> None:
    state = bps(world({"AKE": Area("NO", 5, 1, 3), "ESE": Area("NO", armies=2, fleets={"AKE": 3})}), "NO", 12)
    built = play(state, {"NO": "BASE AKE NSE"})
    assert (after(built, "ESE").fleets, after(built, "ESE").armies) == ({"AKE": 2}, 1)
    assert [gone["why"] for gone in built.report["NO"]["dispersals"]] == ["no way to the base in AKE"]
    sailed = play(state, {"NO": "BASE AKE NSE\nSEAMOVE ESE NSE 1"}).report["NO"]
    assert (sailed["slots"][1]["cost"], sailed["dispersals"][0]["slot"]) == (1, 2)
    opened = play(built.outcome.state, {"NO": "CONVOY ESE NSE 2"}).report["NO"]
    assert (opened["slots"][0]["cost"], opened["dispersals"]) == (3, [])


@pytest.mark.ruling("7.2")
@pytest.mark.parametrize(
    "order", ["LEVY NSE", "GROW NSE", "FORTIFY NSE", "DEFEND NSE", "RESERVE NSE -- 1", "DISOWN NSE", "RAZE NSE -- 1"]
)
def test_7_2_a_sea_area_with_ones_own_ships_is_not_said_to_be_another_s(order: str) -> None:
    state = having(world({"NSE": Area("NO", armies=1, fleets={"AKE": 1})}), "NO", reserve=1)
    assert outcome_of(state, order) == (False, "NSE is a sea area", 9)


@pytest.mark.parametrize("action", ["SEAMOVE", "CONVOY"])
def test_no_ship_leaves_a_sticky_base(action: str) -> None:
    step = play(having(world(), "NO", reserve=1), {"NO": f"RESERVE AKE -- 1\n{action} AKE NSE 1"})
    assert step.report["NO"]["slots"][1]["said"] == "nothing can leave AKE any more this turn"


@pytest.mark.parametrize(
    ("areas", "order", "where"),
    [
        ({"AKE": Area("NO", 9, 0, 3, entrance="NSE", docked=3)}, "CONVOY AKE NSE 3", "AKE"),
        ({"WSE": Area("NO", armies=3, fleets={"AKE": 3})}, "CONVOY WSE NSE 3", "WSE"),
    ],
)
def test_armies_whose_ships_were_sunk_are_dispersed_and_told_of(areas: dict[str, Area], order: str, where: str) -> None:
    state = world({"NSE": Area("EA", fleets={"ELM": 9}), "AKE": Area("NO", 9, 0, 0, entrance="NSE"), **areas})
    step = play(state, {"NO": f"{order}\n16 ORDER"})
    sunk = {"area": where, "armies": 3, "ships": 0, "why": "too few ships", "slot": 1, "when": "own"}
    assert step.report["NO"]["dispersals"] == [sunk]
    assert (after(step, where).armies, step.outcome.state.countries["NO"].reserve) == (0, 3)


def test_8_7_defenders_stand_where_the_attacker_would_lose_as_many() -> None:
    """Four against one army behind two forts in the hills: the area would fall, at one army each."""
    defender = Area("EA", 3, 2, 1, retreat_to="DUN")
    state = world({"CAL": replace(CALDER, armies=4, pop=4), "NEM": defender, "DUN": Area("EA", 5, 0, 1)})
    step = play(state, {"NO": "ATTACK CAL NEM 4"})
    battle = step.report["NO"]["battles"][0]
    assert (battle["won"], battle["attacker_lost"], battle["defender_lost"], battle["retreated_to"]) == (True, 1, 1, "")


def test_every_move_that_was_ordered_is_an_arrow_on_the_map() -> None:
    step = play(world(), {"NO": "MOVE AKE CAL 1\nGROW CAL\nMOVE AKE HOL 1\nMOVE BRY NSE ALL"})
    events = [event for event in step.outcome.events if event.audience.includes(only("NO"))]
    before, after_it = (SYSTEM.view(state, only("NO")) for state in (world(), step.outcome.state))
    picture = phase_picture(before, events, after_it)
    assert picture is not None
    assert {mark.name for mark in picture.marks} == {"AKE-1", "AKE-3", "BRY-4"}
