"""Home countries, elimination, victory and ranking: chapter 4 and rulings 6.1 to 6.8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.machiavelli.adjustment import trade_income
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.play import play
from judge.rules.machiavelli.position import opening
from judge.rules.machiavelli.state import read_label
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.machiavelli.victory import Season, cities_of, eliminate, end_season, ranking
from judge.rules.rng import Rng
from judge.rules.values import END, RESIGN, Act
from tests.rules.machiavelli.table import EVERYBODY, letter, state, told

SUMMER = read_label("SUM1460C")


def season(units: str = "", label: str = "SUM1460C", **markers: str) -> Season:
    start = state(units, markers=markers)
    return end_season(start.position, read_label(label), start.ducats)


FRENCH = dict.fromkeys(BOARD.homes["FRANCE"], "SAVOY")
SAVOYARD = dict.fromkeys(BOARD.homes["SAVOY"], "FRANCE")


def test_ruling_6_1_a_conquest_saves_the_player_in_the_same_season() -> None:
    found = season(**{**FRENCH, **dict.fromkeys(BOARD.homes["SAVOY"], "MILAN")})
    assert ("FRANCE", "FRANCE", "SAVOY") in found.homes
    assert found.eliminated == ("FRANCE",)
    assert found.position.alive("SAVOY")


def test_ruling_6_2_fifteen_cities_and_twelve_from_the_end_of_spring_1465() -> None:
    milan = dict.fromkeys([*BOARD.homes["FRANCE"], *BOARD.homes["SAVOY"], *BOARD.homes["GENOA"]], "MILAN")
    cities = cities_of(state("", markers=milan).position, "MILAN")
    assert len(cities) == 15
    assert season(**milan).winners == ("MILAN",)
    twelve = {area: "MILAN" for area in milan if area not in ("AVI", "AJA", "BAS")}
    assert season(**twelve).winners == ()
    assert season(label="SPR1465C", **twelve).winners == ("MILAN",)


def test_ruling_6_2_at_least_one_city_of_the_original_home() -> None:
    conquests = dict.fromkeys(
        [*BOARD.homes["FRANCE"], *BOARD.homes["SAVOY"], *BOARD.homes["GENOA"], "SLZ", "SCH", "BOZ"], "MILAN"
    )
    lost = dict.fromkeys(BOARD.homes["MILAN"], "VENICE")
    assert season(**conquests, **lost).winners == ()


def test_ruling_6_2_a_rebelling_or_shared_city_does_not_count() -> None:
    position = state("MILAN G MIL; VENICE A MIL", rebellions={"PAV": "MILAN"}).position
    assert cities_of(position, "MILAN") == ("CRE",)


def test_ruling_6_2_of_several_the_ranking_decides() -> None:
    half = [area for area in BOARD.cities if not BOARD.areas[area].home]
    homes = dict.fromkeys([*BOARD.homes["FRANCE"], *BOARD.homes["SAVOY"], *BOARD.homes["GENOA"]], "MILAN")
    rivals = dict.fromkeys([*BOARD.homes["NAPLES"], *BOARD.homes["SICILY"], *half], "PAPACY")
    found = season(label="SPR1465C", **homes, **rivals)
    assert found.winners == ("PAPACY",)


def test_ruling_6_3_eliminated_when_others_control_every_home_city() -> None:
    gone = {area: "MILAN" for area in BOARD.homes["SAVOY"] if BOARD.areas[area].city}
    assert season(**gone).eliminated == ("SAVOY",)
    assert season(**{**gone, "TOR": ""}).eliminated == ()
    start = state("", markers=gone, rebellions={"TOR": "MILAN"})
    assert end_season(start.position, SUMMER, start.ducats).eliminated == ()


@pytest.mark.parametrize(
    ("units", "out"),
    [
        ("MILAN G TOR", ("SAVOY",)),
        ("MILAN G TOR; MILAN A TOR", ("SAVOY",)),
        ("MILAN G TOR; VENICE A TOR", ()),
        ("NOBODY G TOR", ()),
    ],
)
def test_ruling_6_3_a_garrison_has_its_city_though_the_province_rebels(units: str, out: tuple[str, ...]) -> None:
    gone = {area: "MILAN" for area in BOARD.homes["SAVOY"] if BOARD.areas[area].city}
    start = state(units, markers=gone, rebellions={"TOR": "MILAN"})
    assert end_season(start.position, SUMMER, start.ducats).eliminated == out


def test_ruling_6_8_a_country_whose_player_has_left_can_still_win_and_is_ranked() -> None:
    cities = [area for area in BOARD.cities if BOARD.areas[area].home != "FLORENCE"][:14]
    start = state("", "SUM1460C", markers=dict.fromkeys([*cities, "FIR"], "FLORENCE"))
    left = SYSTEM.act(start, "FLORENCE", Act(RESIGN)).state
    outcome = SYSTEM.adjudicate(left, {}, Rng(b"seed"))
    assert outcome.result is not None
    assert outcome.result.winners == ("FLORENCE",)
    drawn = SYSTEM.act(left, "", Act(END, {"draw": True})).result
    assert drawn is not None
    assert "FLORENCE" not in drawn.winners


def test_ruling_6_4_until_all_of_it_is_controlled_the_last_holder_keeps_trade_and_raising() -> None:
    most = dict(list(FRENCH.items())[:-1])
    found = season(**most)
    assert found.homes == ()
    assert trade_income(found.position)["FRANCE"] == 4
    assert found.position.in_home("AJA", "FRANCE")
    whole = season(**FRENCH)
    assert trade_income(whole.position)["SAVOY"] == 7


@pytest.mark.ruling("4.4")
def test_4_4_a_joined_home_country_can_be_lost_again_by_itself() -> None:
    start = state("", markers=dict.fromkeys(BOARD.homes["FRANCE"], "MILAN"))
    joined = replace(start.position, homes={**start.position.homes, "FRANCE": "SAVOY"})
    found = end_season(joined, SUMMER, start.ducats)
    assert found.homes == (("FRANCE", "SAVOY", "MILAN"),)
    assert found.position.homes["SAVOY"] == "SAVOY"


def test_ruling_6_5_his_units_become_independent_one_an_area() -> None:
    start = state(
        "MILAN A PAR; MILAN G CRE; MILAN A CRE; MILAN F LIG; NOBODY G MAN; MILAN A MAN", rebellions={"COM": "MILAN"}
    )
    found = eliminate(start.position, ("MILAN",), "SUM1460C")
    assert sorted(str(unit) for unit in found.units.values()) == ["A PAR", "F LIG", "G CRE", "G MAN"]
    assert {unit.owner for unit in found.units.values()} == {""}
    assert found.rebellions == {}
    assert "MILAN" not in found.markers.values()


def test_ruling_6_5_of_two_who_go_in_one_season_the_garrison_stays_too() -> None:
    """France comes before Savoy in every list, and yet its army makes room for Savoy's garrison."""
    lost = {area: "TURKEY" for home in ("FRANCE", "SAVOY") for area in BOARD.homes[home] if BOARD.areas[area].city}
    found = play(state("FRANCE A BOL; SAVOY G BOL", markers=lost), {})
    assert told(found, "eliminated") == [{"power": "FRANCE"}, {"power": "SAVOY"}]
    assert [str(unit) for unit in found.state.position.units.values()] == ["G BOL"]


def test_ruling_6_5_the_treasury_is_removed_from_the_game() -> None:
    gone = {area: "MILAN" for area in BOARD.homes["SAVOY"] if BOARD.areas[area].city}
    found = play(state("", markers=gone), {"SAVOY": letter("", "SPR1460C")})
    assert "SAVOY" not in found.state.ducats
    assert [(each.account, each.amount) for each in found.postings] == [("SAVOY", -15)]
    assert told(found, "eliminated") == [{"power": "SAVOY"}]


def test_11_the_papacys_elimination_ends_its_excommunications() -> None:
    start = replace(state("").position, banned={"MILAN": "SUM1460C"})
    assert eliminate(start, ("PAPACY",), "SUM1460C").banned == {}


@pytest.mark.ruling("4.2")
def test_4_2_ranking_by_cities_provinces_tax_and_treasury_the_eliminated_last() -> None:
    start = state("", markers={"COM": "VENICE"})
    out = replace(start.position, eliminated=(("SAVOY", "SPR1460C"), ("FRANCE", "SUM1460C"), ("GENOA", "SUM1460C")))
    ducats = dict.fromkeys(EVERYBODY.values(), 5) | {"SICILY": 6}
    places = {player: place for place, player in ranking(out, ducats)}
    assert places["FRANCE"] == places["GENOA"] == 11
    assert places["SAVOY"] == 13
    assert sorted(places) == sorted(BOARD.countries)
    assert places["PAPACY"] < places["MILAN"]


def test_ruling_6_7_a_country_that_nobody_plays_has_no_place_in_the_ranking() -> None:
    start = opening(("TURKEY", "SAVOY"))
    gone = replace(start, eliminated=(*start.eliminated, ("FRANCE", "SUM1460C")))
    places = {player: place for place, player in ranking(gone, dict.fromkeys(gone.players(), 0))}
    assert set(BOARD.countries) - set(places) == {"TURKEY", "SAVOY"}
    assert places["FRANCE"] == 11


@pytest.mark.parametrize(
    ("label", "after"), [("SPR1459A", "SPR1459C"), ("SPR1459C", "SUM1459C"), ("FAL1459C", "SPR1460A")]
)
def test_the_sequence_of_play(label: str, after: str) -> None:
    assert str(read_label(label).next()) == after


def test_4_3_of_a_country_that_is_out_of_the_game_nobody_is_told_that_its_player_has_left() -> None:
    start = state("", "SUM1460C")
    position = replace(start.position, eliminated=(("SAVOY", "SPR1460C"),))
    assert not position.alive("SAVOY")
    outcome = SYSTEM.act(replace(start, position=position), "SAVOY", Act(RESIGN))
    assert outcome.events == ()
