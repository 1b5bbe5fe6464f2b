"""A turn by chapter 6: order of play, rounds, unowned areas, leftovers, dispersals, money."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from judge.rules.empires.state import Area
from judge.rules.empires.system import SYSTEM
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


@pytest.mark.ruling("6.1")
def test_6_1_rounds_go_country_by_country_slot_by_slot() -> None:
    """Whoever is earlier in the order gets there first with an order of the same slot; an earlier slot beats both."""
    state = world({"NEM": Area("", 0, 0, 0)})
    seed = next(seed for seed in range(99) if _drawn(bytes([seed]), 1, "NEM") == 0)
    state = replace(state, areas={**state.areas, "CAL": Area("NO", 2, 0, 5), "DUN": Area("EA", 2, 0, 5)})
    same = play(state, {"NO": "1 ATTACK CAL NEM 2", "EA": "1 ATTACK DUN NEM 1"}, Rng(bytes([seed])))
    assert after(same, "NEM").owner == "NO"
    later = play(state, {"NO": "2 ATTACK CAL NEM 2", "EA": "1 ATTACK DUN NEM 1"}, Rng(bytes([seed])))
    assert [row["done"] for row in later.report["EA"]["slots"]] == [True]
    turned = play(
        replace(state, order=("EA", "NO", "SO", "WE")),
        {"NO": "1 ATTACK CAL NEM 5", "EA": "1 ATTACK DUN NEM 1"},
        Rng(bytes([seed])),
    )
    assert after(turned, "NEM").owner == "NO"  # taken from EA in the second place
    assert turned.report["EA"]["battles"][-1]["defender"] == "EA"


@pytest.mark.ruling("6.2")
def test_6_2_bids_decide_the_next_turn_and_only_that() -> None:
    first = play(
        world(), {"EA": "ORDER -- -- 2\nORDER -- -- 1\nARMY 2", "WE": "16 ORDER", "NO": "ARMY 3", "SO": "ARMY 3"}
    )
    assert first.bids == {"NO": 0, "EA": 3, "SO": 0, "WE": 9}
    assert first.outcome.state.order == ("WE", "EA", "NO", "SO")
    second = play(first.outcome.state, dict.fromkeys(("NO", "EA", "SO", "WE"), "ARMY 3"))
    assert second.outcome.state.order == ("WE", "EA", "NO", "SO")


@pytest.mark.ruling("6.2")
def test_6_2_a_bid_counts_what_is_left_when_its_slot_comes() -> None:
    step = play(world(), {"NO": "1 ARMY 2\n15 ORDER -- -- 5\n16 ORDER -- -- --"})
    assert [row["bps"] for row in step.report["NO"]["slots"]] == [3, 0, 0]
    assert step.bids["NO"] == 3


@pytest.mark.ruling("6.2")
def test_6_2_slot_16_is_the_slot_not_the_sixteenth_order() -> None:
    assert play(world(), {"NO": "16 ORDER"}).bids["NO"] == 9
    assert outcome_of(world(), "15 ORDER --")[:2] == (True, "ignored: no number of BPs")


@pytest.mark.ruling("6.2")
def test_6_2_an_area_in_an_orders_blank_boxes_is_ignored() -> None:
    assert play(world(), {"NO": "1 ORDER AKE BRY 4\n2 ARMY"}).bids["NO"] == 4 + 2


@pytest.mark.ruling("6.2")
def test_6_2_the_chapters_note_three_beats_the_leftovers_of_the_others() -> None:
    step = play(bps(bps(world(), "EA", 5), "SO", 4), {"WE": "1 ORDER 3"})
    assert step.outcome.state.order[0] == "WE"
    assert {"EA": step.bids["EA"], "SO": step.bids["SO"]} == {"EA": 2, "SO": 1}


@pytest.mark.ruling("3.7")
def test_3_7_leftovers_become_armies_and_a_bid() -> None:
    step = play(bps(world(), "NO", 7), {})
    assert step.report["NO"]["leftover"] == {"armies": 2, "bid": 1}
    assert step.outcome.state.countries["NO"].reserve == 2


def _drawn(seed: bytes, turn: int, code: str) -> int:
    return hashlib.sha256(seed + f"|{turn}|{code}".encode()).digest()[0] % 4


@pytest.mark.ruling("6.4")
def test_6_4_one_random_action_for_each_unowned_land_area_before_any_player() -> None:
    kinds = set()
    for seed in range(12):
        step = play(world(), {}, Rng(bytes([seed])))
        for code in ("NEM", "OAK", "PAS", "ULM", "MID"):
            before, drawn = world().areas[code], _drawn(bytes([seed]), 1, code)
            kinds.add(drawn)
            area = after(step, code)
            assert (area.pop, area.forts) == (before.pop + (drawn == 3), before.forts + (drawn == 2))
    assert kinds == {0, 1, 2, 3}


@pytest.mark.ruling("6.4")
def test_6_4_attackers_meet_what_was_built() -> None:
    state = world({"CAL": Area("NO", 2, 0, 6)})
    for seed in range(20):
        drawn = _drawn(bytes([seed]), 1, "NEM")
        step = play(state, {"NO": "ATTACK CAL NEM 4"}, Rng(bytes([seed])))
        # Upland and one army: strength 2; with an army more 3, with a fort 3.
        assert (after(step, "NEM").owner == "NO") == (drawn in (0, 2, 3))


@pytest.mark.ruling("6.4")
def test_6_4_the_sea_and_owned_areas_build_nothing() -> None:
    state = world({code: settled(code) for code in QUIET})
    step = play(state, {})
    assert step.outcome.state.areas == state.areas


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


@pytest.mark.ruling("6.5")
def test_6_5_in_unowned_areas_the_same_number_vanishes() -> None:
    seed = next(bytes([seed]) for seed in range(99) if _drawn(bytes([seed]), 1, "NEM") == 0)
    step = play(world({"NEM": Area("", 1, 0, 5)}), {}, Rng(seed))
    assert after(step, "NEM").armies == 3


@pytest.mark.ruling("6.5")
def test_6_5_dispersals_come_before_maintenance() -> None:
    step = play(world({"AKE": Area("NO", 2, 0, 4)}), {})
    # Two of four are dispersed: what is left costs nothing.
    assert (step.report["NO"]["income"], step.report["NO"]["maintenance"]) == (6, 0)


@pytest.mark.ruling("6.5")
def test_6_5_ships_with_a_way_home_are_never_dispersed_even_past_enemies() -> None:
    fleet = Area("NO", armies=2, fleets={"AKE": 3})
    step = play(world({"SSE": fleet, "ESE": Area("EA", fleets={"ELM": 1}), "WSE": Area("WE", fleets={"KEL": 1})}), {})
    assert after(step, "SSE") == fleet


@pytest.mark.ruling("6.5")
@pytest.mark.parametrize("lost", [{"owner": "EA"}, {"entrance": ""}])
def test_6_5_without_their_base_one_ship_and_one_army_are_dispersed(lost: dict[str, str]) -> None:
    base = replace(world().areas["AKE"], **lost)  # type: ignore[arg-type]
    step = play(bps(world({"AKE": base, "NSE": Area("NO", armies=2, fleets={"AKE": 3})}), "NO", 0), {})
    assert (after(step, "NSE").fleets, after(step, "NSE").armies) == ({"AKE": 2}, 1)
    country = step.outcome.state.countries["NO"]
    assert (country.navy, country.reserve) == (1, 1)
    assert step.report["NO"]["dispersals"][0] == {
        "area": "NSE",
        "armies": 1,
        "ships": 1,
        "why": "no way to the base in AKE",
        "slot": 0,
        "when": "",
    }


@pytest.mark.ruling("6.5")
def test_6_5_ships_of_two_bases_are_tested_base_by_base() -> None:
    fleets = Area("NO", fleets={"AKE": 2, "ELM": 2})
    assert after(play(world({"NSE": fleets}), {}), "NSE").fleets == {"AKE": 2, "ELM": 1}


@pytest.mark.ruling("6.5")
def test_6_5_armies_above_the_ships_that_are_left_are_dispersed_too() -> None:
    step = play(world({"AKE": Area("EA", 5, 1, 3), "NSE": Area("NO", armies=3, fleets={"AKE": 3})}), {})
    assert (after(step, "NSE").armies, after(step, "NSE").ships) == (2, 2)
    gone = play(world({"AKE": Area("EA", 5, 1, 3), "NSE": Area("NO", armies=1, fleets={"AKE": 1})}), {})
    assert after(gone, "NSE") == Area(fleets={})


@pytest.mark.ruling("6.5")
def test_6_5_dispersed_armies_may_be_called_up_in_a_later_turn() -> None:
    state = bps(world({"AKE": Area("NO", 2, 1, 9, entrance="NSE")}), "NO", 0)
    step = play(state, {"NO": "RESERVE AKE -- 1"})
    assert not step.report["NO"]["slots"][0]["done"]
    assert outcome_of(step.outcome.state, "RESERVE AKE -- 1")[0]


def test_money_is_income_less_maintenance_and_nothing_carries_over() -> None:
    state = world({"AKE": Area("NO", 5, 3, 4), "NSE": Area("NO", fleets={"BRY": 2})})
    state = replace(state, areas={**state.areas, "BRY": Area("NO", 2, 0, 1, entrance="NSE")})
    step = play(state, {})
    assert (step.report["NO"]["income"], step.report["NO"]["maintenance"], step.report["NO"]["bps"]) == (9, 4, 5)


def test_money_never_falls_below_nothing() -> None:
    state = world({"NSE": Area("NO", fleets={"AKE": 12})})
    assert play(state, {}).report["NO"]["bps"] == 0


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
