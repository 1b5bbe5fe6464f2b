"""A turn by chapter 6: order of play, rounds, unowned areas, leftovers, dispersals, money."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.empires.state import Area
from judge.rules.empires.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.story import Story
from judge.rules.values import DUMMY, MASTER, PUBLIC, RESIGN, Act, only
from tests.rules.empires.worlds import QUIET, RNG, after, bps, having, orders, play, told, world


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
