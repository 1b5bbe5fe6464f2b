"""What becomes of a turn: its actions, battles and dispersals, the order of play, and the end of the game."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from judge.rules.empires.actions import land_battle
from judge.rules.empires.picture import phase_picture
from judge.rules.empires.play import dispersed
from judge.rules.empires.slots import USAGE
from judge.rules.empires.state import Area
from judge.rules.empires.system import SYSTEM
from judge.rules.empires.turn import chance
from judge.rules.rng import Rng
from judge.rules.story import Story
from judge.rules.values import DUMMY, MASTER, PUBLIC, RESIGN, Act, only
from tests.rules.empires.worlds import QUIET, RNG, after, bps, having, orders, outcome_of, play, told, world


def settled(code: str, **changes: int) -> Area:
    """An area that is somebody's, so that chance leaves it alone."""
    return replace(Area(QUIET[code], 1, 0, 1), **changes)  # type: ignore[arg-type]


@pytest.mark.ruling("6.1")
def test_6_1_the_first_order_is_random_and_can_be_repeated() -> None:
    names = SYSTEM.seating({}).names
    found = {SYSTEM.start({}, names, Rng(bytes([seed]), "START")).state.order for seed in range(20)}
    assert len(found) > 5
    assert all(sorted(order) == sorted(names) for order in found)
    assert SYSTEM.start({}, names, RNG) == SYSTEM.start({}, names[::-1], RNG)


@pytest.mark.ruling("6.2")
def test_6_2_an_area_in_an_orders_blank_boxes_is_ignored() -> None:
    assert play(world(), {"NO": "1 ORDER AKE BRY 4\n2 ARMY"}).bids["NO"] == 4 + 2


@pytest.mark.ruling("6.4")
def test_6_4_nobody_sees_the_random_actions_before_the_turn_is_played() -> None:
    state = world()
    assert SYSTEM.view(state, only("NO")) == SYSTEM.view(SYSTEM.load(SYSTEM.dump(state)), only("NO"))
    assert {row["armies"] for row in SYSTEM.view(state, only("NO")).borders if row["code"] == "ULM"} == {1}


def test_neighbors_see_the_armies_of_an_area() -> None:
    state = world({"CAL": Area(owner="NO", pop=2, armies=4), "NEM": Area(owner="EA", pop=1)})
    assert next(row for row in SYSTEM.view(state, only("EA")).borders if row["code"] == "CAL")["armies"] == 4


@pytest.mark.ruling("6.5")
def test_6_5_armies_above_population_and_forts_are_dispersed_to_the_reserve_and_marked() -> None:
    state = world({"AKE": Area("NO", 2, 1, 9, entrance="NSE", docked=1)})
    step = play(bps(state, "NO", 0), {})
    assert after(step, "AKE").armies == 6
    assert step.outcome.state.countries["NO"].reserve == 3
    (told_of,) = step.report["NO"]["dispersals"]
    assert told_of == {
        "area": "AKE",
        "armies": 3,
        "ships": 0,
        "why": "too many for the area",
        "slot": 0,
        "when": "",
    }


def test_a_dummy_never_has_a_sheet() -> None:
    state = replace(world(), dummies=("NO",))
    assert play(state, {"NO": "GROW AKE"}).report["NO"]["slots"] == []


# ---- the census, and the end


def test_a_census_comes_three_to_five_turns_after_the_last() -> None:
    gaps = set()
    for seed in range(30):
        state = SYSTEM.start({}, SYSTEM.seating({}).names, Rng(bytes([seed]), "START")).state
        gaps.add(state.census)
    assert gaps == {3, 4, 5}


def test_a_census_gives_a_point_for_each_area_with_population() -> None:
    state = replace(world({"BRY": Area("NO", 0, 0, 1)}), census=1)
    step = play(state, {})
    assert step.report["NO"]["vps"] == 2
    assert step.report["EA"]["vps"] == 3
    assert 4 <= step.outcome.state.census <= 6
    assert "vps" not in str(told(step, "roundup", "NO")[0].data["owned"])


def test_the_census_is_not_announced() -> None:
    early, late = replace(world(), census=2), replace(world(), census=5)
    for viewer in (only("NO"), PUBLIC, MASTER):
        assert SYSTEM.view(early, viewer) == SYSTEM.view(late, viewer)


def test_v1_a_country_with_more_than_half_of_the_land_wins_on_the_next_census() -> None:
    areas = {code: Area("NO", 1, 0, 1) for code in ("NEM", "OAK", "PAS", "ULM", "MID", "DUN")}
    met = play(world(areas, census=1), {})
    assert met.outcome.result is None  # met on a census: the end comes on the next one
    assert met.outcome.state.met
    won = play(replace(met.outcome.state, census=2), {})
    assert won.outcome.result is not None
    assert won.outcome.result.winners == ("NO",)


def test_11_6_a_condition_counts_before_the_first_census_too_and_whoever_meets_one_on_it() -> None:
    """The page of the game spoke of a census that must have come before, and of one country alone."""
    areas = {code: Area("NO", 1, 0, 1) for code in ("NEM", "OAK", "PAS", "ULM", "MID", "DUN")}
    met = play(world(areas, census=2), {}).outcome.state
    assert (met.censuses, met.met) == (0, True)
    others = {code: replace(area, owner="WE") if area.owner == "NO" else area for code, area in met.areas.items()}
    won = play(replace(met, areas=others | {"AKE": met.areas["AKE"]}), {}).outcome
    assert won.result is not None
    assert won.state.censuses == 1


def test_a_condition_that_is_no_longer_met_on_the_census_is_forgotten() -> None:
    step = play(replace(world(), met=True, census=1), {})
    assert step.outcome.result is None
    assert not step.outcome.state.met


@pytest.mark.parametrize(("own", "second", "met"), [(20, 10, True), (19, 5, False), (25, 13, False)])
def test_v2_twenty_points_and_twice_the_seconds(own: int, second: int, met: bool) -> None:
    state = having(having(world(), "NO", vps=own), "EA", vps=second)
    assert play(state, {}).outcome.state.met == met


def test_v3_the_last_country_with_a_player_wins_at_once() -> None:
    areas = {
        code: replace(area, owner="", docked=0) for code, area in world().areas.items() if area.owner in ("EA", "SO")
    }
    step = play(replace(world(areas), dummies=("WE",)), {})
    assert step.outcome.result is not None
    assert {event.data["country"] for event in step.outcome.events if event.kind == "eliminated"} == {"EA", "SO"}


def test_the_game_ends_at_its_limit_and_ties_are_shared() -> None:
    step = play(replace(world(), limit=1), {})
    assert step.outcome.result is not None
    assert step.outcome.result.winners == ("EA", "NO", "SO", "WE")


@pytest.mark.ruling("11.6")
def test_11_6_a_dummy_with_the_most_points_does_not_win_and_its_points_are_told() -> None:
    ahead = having(having(world(), "WE", vps=9), "EA", vps=7)
    step = play(replace(ahead, limit=1, dummies=("WE",)), {})
    assert step.outcome.result is not None
    assert step.outcome.result.winners == ("EA",)
    assert step.outcome.result.summary == "EA wins with 7 VPs; WE has 9, but nobody plays it"
    assert step.outcome.events[-1].data["vps"] == {"NO": 0, "EA": 7, "SO": 0, "WE": 9}


@pytest.mark.ruling("11.6")
def test_11_6_a_country_whose_player_has_left_can_win_until_it_is_a_dummy() -> None:
    left = SYSTEM.act(replace(having(world(), "EA", vps=7), limit=1), "EA", Act(RESIGN)).state
    for state, winners in ((left, ("EA",)), (SYSTEM.act(left, "EA", Act(DUMMY)).state, ("NO", "SO", "WE"))):
        result = play(state, {}).outcome.result
        assert result is not None
        assert result.winners == winners


@pytest.mark.ruling("11.6")
def test_11_6_nobody_wins_where_every_country_is_a_dummy() -> None:
    step = play(replace(having(world(), "WE", vps=9), limit=1, dummies=("EA", "NO", "SO", "WE")), {})
    assert step.outcome.result is not None
    assert (step.outcome.result.winners, step.outcome.result.summary) == (
        (),
        "Nobody wins, since nobody plays a country any more",
    )


@pytest.mark.ruling("11.6")
def test_11_6_the_last_country_with_a_player_wins_against_a_dummy_with_more_points() -> None:
    areas = {
        code: replace(area, owner="", docked=0) for code, area in world().areas.items() if area.owner in ("EA", "SO")
    }
    step = play(replace(having(world(areas), "WE", vps=9), dummies=("WE",)), {})
    assert step.outcome.result is not None
    assert step.outcome.result.winners == ("NO",)


@pytest.mark.ruling("11.6")
def test_11_6_where_all_players_fall_in_one_turn_the_best_of_them_wins() -> None:
    areas = {
        code: replace(area, owner="", docked=0) for code, area in world().areas.items() if area.owner not in ("", "WE")
    }
    fallen = having(having(world(areas), "WE", vps=9), "SO", vps=3)
    step = play(replace(fallen, dummies=("WE",)), {})
    result = step.outcome.result
    assert result is not None
    assert (result.winners, result.summary) == (("SO",), "SO wins with 3 VPs; WE has 9, but nobody plays it")
    ranking = SYSTEM.settled(Story((), SYSTEM.view(step.outcome.state, PUBLIC)))
    assert ranking is not None
    assert ranking.counts["SO"] == 3


@pytest.mark.ruling("11.6")
def test_11_6_a_dummy_is_not_ahead_and_takes_nobodys_lead() -> None:
    big = {code: Area("WE", 1, 0, 1) for code in ("NEM", "OAK", "PAS", "ULM", "MID", "DUN")}
    assert not play(replace(world(big), dummies=("WE",)), {}).outcome.state.met
    assert play(world(big), {}).outcome.state.met
    second = having(having(world(), "NO", vps=20), "EA", vps=15)
    step = play(replace(second, dummies=("EA",)), {})
    assert step.outcome.state.met
    top = having(having(world(), "NO", vps=4), "EA", vps=5)
    led = play(replace(top, dummies=("EA",)), {}).outcome.events[0].data["leader"]
    assert led == {"vps": 4, "countries": ["NO"]}


def test_11_1_without_bps_and_income_a_country_is_eliminated_and_its_land_is_nobodys() -> None:
    areas = {code: replace(area, pop=0) for code, area in world().areas.items() if area.owner == "NO"}
    step = play(world({**areas, "NSE": Area("NO", armies=1, fleets={"AKE": 1})}), {})
    state = step.outcome.state
    assert "NO" not in state.order
    assert not [code for code, area in state.areas.items() if area.owner == "NO"]
    assert SYSTEM.phase(state).wanted == ("EA", "SO", "WE")  # type: ignore[union-attr]


# ---- what is whose to know


def test_the_roundup_tells_order_bids_leader_owners_and_no_more() -> None:
    step = play(having(world(), "EA", vps=4), {"NO": "ORDER 5"})
    data = told(step, "roundup", "SO")[0].data
    assert set(data) == {"turn", "order", "leader", "owned", "unowned"}
    assert data["order"][0] == {"country": "NO", "bid": 6}
    assert data["leader"] == {"vps": 4, "countries": ["EA"]}


def test_a_report_is_its_countrys_alone() -> None:
    step = play(world(), {})
    for country in ("NO", "EA"):
        assert len(told(step, "report", country)) == 1
    assert not [event for event in step.outcome.events if event.kind == "report" and event.audience == PUBLIC]


def test_messages_reach_all_or_one() -> None:
    state = world()
    sheets = orders(state, {"NO": "1 --"})
    sheets["NO"] = {**sheets["NO"], "messages": "MESSAGE ALL Hail!\nMESSAGE EA Attack SO."}
    events = SYSTEM.adjudicate(state, sheets, RNG).events
    assert [event.data["text"] for event in events if event.kind == "message" and event.audience == PUBLIC] == ["Hail!"]
    assert [event.audience for event in events if event.kind == "message"][1] == only("EA")


def test_what_others_have_and_order_shows_in_no_view() -> None:
    poor, rich = world(), having(world(), "EA", reserve=9, navy=3, vps=0, bps=30)
    assert SYSTEM.view(poor, only("NO")) == SYSTEM.view(rich, only("NO"))
    far = replace(poor, areas={**poor.areas, "HOL": Area("SO", 9, 3, 7, retreats=False, entrance="SSE")})
    assert SYSTEM.view(poor, only("NO")) == SYSTEM.view(far, only("NO"))
    assert SYSTEM.view(poor, PUBLIC) == SYSTEM.view(rich, PUBLIC)


@pytest.mark.ruling("6.4")
def test_6_4_a_turn_that_was_rolled_back_draws_anew() -> None:
    first = [play(world(), {}, Rng(b"seed", "T1", run)).outcome.state.areas for run in range(6)]
    assert any(areas != first[0] for areas in first[1:])


@pytest.mark.ruling("11.1")
def test_11_1_whoever_is_out_of_the_order_of_play_is_out_of_the_game() -> None:
    state = replace(world(), order=("NO", "SO", "WE"))
    assert [country for country in state.countries if SYSTEM.is_eliminated(state, country)] == ["EA"]


@pytest.mark.ruling("11.1")
def test_11_1_of_a_country_that_is_out_of_the_game_nobody_is_told_that_its_player_has_left() -> None:
    state = replace(world(), order=("NO", "SO", "WE"))
    assert SYSTEM.act(state, "EA", Act(RESIGN)).events == ()
    assert [event.kind for event in SYSTEM.act(state, "NO", Act(RESIGN)).events] == ["resigned"]


# The actions: what each does, costs, and why it fails.


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


@pytest.mark.ruling("6.2")
def test_6_2_what_is_too_little_fails_but_order_and_army_are_cut_down_to_it() -> None:
    poor = bps(world(), "NO", 4)
    assert outcome_of(poor, "ORDER 9") == (True, "4 BPs bid", 0)
    assert outcome_of(poor, "ARMY 9") == (True, "1 army into the reserve", 1)
    assert not outcome_of(poor, "GROW AKE")[0]


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


# Chapter 6 in numbers: every vector of its readings.


DISPERSALS = {
    (3, 3): 0,
    (4, 3): 1,
    (7, 3): 2,
    (9, 3): 3,
    (3, 2): 1,
    (5, 2): 2,
    (1, 0): 0,
    (2, 0): 1,
    (5, 0): 2,
    (2, 1): 1,
    (3, 1): 1,
    (10, 4): 2,
    (6, 5): 1,
    (12, 5): 2,
    (20, 3): 6,
}


@pytest.mark.ruling("6.5")
@pytest.mark.parametrize(("there", "gone"), DISPERSALS.items())
def test_6_5_dispersals_on_land(there: tuple[int, int], gone: int) -> None:
    assert dispersed(*there) == gone


@pytest.mark.parametrize(
    ("attackers", "defenders", "result"),
    [
        (2, (1, 0, 0, 0), (0, 0, False)),
        (3, (1, 0, 0, 0), (0, 1, True)),
        (3, (2, 0, 0, 0), (0, 1, False)),
        (5, (2, 0, 0, 0), (0, 2, True)),
        (3, (6, 0, 0, 0), (3, 1, False)),
        (5, (3, 0, 0, 0), (1, 1, False)),  # each third is rounded down by itself
        (6, (2, 1, 1, 0), (1, 2, True)),
        (7, (3, 1, 0, 0), (1, 3, True)),
        (1, (0, 2, 0, 0), (0, 0, True)),
        (5, (1, 0, 1, 1), (0, 1, True)),
        (4, (1, 0, 1, 1), (0, 0, False)),
    ],
)
def test_battles_on_land(attackers: int, defenders: tuple[int, int, int, int], result: tuple[int, int, bool]) -> None:
    battle = land_battle(attackers, *defenders)
    # A loser that had fewer men loses no more than it had.
    assert (battle.attacker_lost, battle.defender_lost, battle.won) == result


@pytest.mark.ruling("6.4")
def test_6_4_the_rulings_tell_how_the_lot_is_drawn_after_a_rollback_too() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rulings" / "empires.md").read_text(encoding="utf-8")
    assert "`seed|turn|CODE`" in page
    assert chance(Rng(b"seed", "T4"), 4, "NEM") == sha256(b"seed|4|NEM").digest()[0]
    assert "`seed|run N|turn|CODE`" in page
    assert chance(Rng(b"seed", "T4", 2), 4, "NEM") == sha256(b"seed|run 2|4|NEM").digest()[0]


# Sentences of chapter 6 and of the player's page that no other test holds, each with a case of its own.


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
