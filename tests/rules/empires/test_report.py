"""What a country is told of its turn: the report, its words, and what could be learned from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from judge.commands.everybody.help import read_page, topics_of
from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.renderer import Renderer
from judge.letters.values import GameCard, Lots, Reader
from judge.play.archives import archive_of
from judge.rules.empires.case import adjudicate_case
from judge.rules.empires.play import adjudicate
from judge.rules.empires.slots import USAGE
from judge.rules.empires.state import Area
from judge.rules.empires.story import comments_on, opened_turns
from judge.rules.empires.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.story import Chapter, Story, ledger_lines, plotted
from judge.rules.turns import course_of
from judge.rules.values import END, PUBLIC, Act, Event, Json, PhaseRecord, only
from judge.store.tables import Game
from judge.web.pages import Site
from tests.letters.examples import NOW
from tests.rules.empires.test_by_mail import War
from tests.rules.empires.worlds import QUIET, RNG, Step, after, bps, having, orders, play, told, world
from tests.support.flat import flat
from tests.support.house import House

CARD = GameCard("north", "North", "empires", SYSTEM.title, "running", "Manus")
REASONS = ("Turn 1 was the last.", "NO is the only country left that is no dummy.", "This census ends the game:")
OWNED = {code: Area(owner=owner, pop=1, forts=1) for code, owner in QUIET.items()}


def battle(step: Step, country: str) -> Json:
    (only_one,) = step.report[country]["battles"]
    return only_one


def test_6_1_both_sides_of_a_battle_are_told_in_which_slot_it_came_and_nobody_else_is() -> None:
    state = world({**OWNED, "NEM": Area(owner="EA", pop=1, armies=2), "CAL": Area(owner="NO", pop=2, armies=3)})
    step = play(state, {"NO": "5 ATTACK CAL NEM 3", "EA": "4 GROW ELM\n6 GROW FEN"})
    assert (battle(step, "NO")["slot"], battle(step, "NO")["when"]) == (5, "own")
    assert (battle(step, "EA")["slot"], battle(step, "EA")["when"]) == (5, "before")
    assert all(not step.report[country]["battles"] for country in ("SO", "WE"))
    assert not [event for event in step.outcome.events if "battles" in event.data and event.audience == PUBLIC]


def test_6_1_a_battle_comes_before_the_own_action_of_its_slot_where_the_attacker_plays_first() -> None:
    state = world({**OWNED, "NEM": Area(owner="EA", pop=1, armies=2), "CAL": Area(owner="NO", pop=2, armies=3)})
    sheet = {"NO": "ATTACK CAL NEM 3", "EA": "GROW ELM"}
    last = replace(state, order=("EA", "NO", "SO", "WE"))
    first = replace(state, order=("NO", "EA", "SO", "WE"))
    assert battle(play(last, sheet), "EA")["when"] == "after"
    assert battle(play(first, sheet), "EA")["when"] == "before"


def test_8_8_each_side_is_told_the_strength_of_the_defence_and_what_the_battle_brought_it() -> None:
    held = Area(owner="EA", pop=3, forts=1, armies=1, retreats=False, entrance="ESE", docked=2)
    state = world({**OWNED, "DUN": replace(held, entrance=""), "NEM": Area(owner="NO", pop=1, armies=9)})
    lost = play(bps(state, "NO", 9), {"NO": "ATTACK NEM DUN 4"})
    assert (battle(lost, "NO")["strength"], battle(lost, "NO")["vps"], battle(lost, "EA")["vps"]) == (3, -1, 0)
    won = play(bps(state, "NO", 9), {"NO": "ATTACK NEM DUN 9"})
    assert (battle(won, "NO")["vps"], battle(won, "EA")["vps"]) == (3, -4)


def test_8_8_the_letter_tells_a_defender_whose_armies_fall_back_how_strong_the_defence_was() -> None:
    held = Area(owner="EA", pop=3, forts=1, armies=2, retreat_to="ELM")
    state = world({**OWNED, "DUN": held, "NEM": Area(owner="NO", pop=1, armies=9)})
    step = play(bps(state, "NO", 9), {"NO": "ATTACK NEM DUN 9"})
    assert battle(step, "EA")["retreated_to"] == "ELM"
    for said in _letters(step, "EA"):
        assert "fell back to ELM; your defence was 4 strong; -4 VPs" in said
    for said in _letters(step, "NO"):
        assert "fell back to ELM; the defence was 4 strong; +3 VPs" in said


@pytest.mark.parametrize(("points", "dummies"), [(4, ("WE",)), (-1, ())])
def test_11_3_the_leaders_are_told_with_no_points_unless_everybody_has_none(
    points: int, dummies: tuple[str, ...]
) -> None:
    state = replace(having(world(OWNED), "WE", vps=points), dummies=dummies)
    for said in _letters(play(state, {}), "NO"):
        assert "The leaders are EA, NO and SO, with 0 VPs." in said
        assert "Nobody has victory points" not in said
    for said in _letters(play(world(OWNED), {}), "NO"):
        assert "Nobody has victory points (VPs) yet." in said


def test_11_3_an_eliminated_country_with_points_is_not_counted_as_having_none() -> None:
    """The leader's points are public, and nobody else's: the letter must not say that nobody has any."""
    lost = {code: Area() for code, area in world().areas.items() if area.owner == "SO"}
    state = having(world({**OWNED, "OAK": Area(owner="EA", pop=1), **lost}), "SO", vps=2)
    for said in _letters(play(state, {}), "SO"):
        assert "SO is eliminated." in said
        assert "2 VPs" in said
        assert "The leaders are EA, NO and WE, with 0 VPs." in said
        assert "Nobody has victory points" not in said


@pytest.mark.ruling("11.6")
@pytest.mark.parametrize("dummies", [(), ("SO", "WE")], ids=["all played", "two dummies"])
def test_11_6_where_all_players_fall_in_one_turn_nobody_is_told_to_lead(dummies: tuple[str, ...]) -> None:
    """The end tells the points of all; it said that nobody had any, or named no leader with none."""
    gone = tuple(country for country in ("NO", "EA", "SO", "WE") if country not in dummies)
    lost = {code: Area() for code, area in world().areas.items() if area.owner in gone}
    kept = {code: Area(owner="WE", pop=1) for code in QUIET} if dummies else {}
    over = play(replace(having(world({**lost, **kept}), "NO", vps=4), dummies=dummies), {}).outcome
    assert over.result is not None
    assert over.result.winners == ("NO",)
    known = known_of(SYSTEM, over.state, CARD, Reader("Ada", "UTC", "NO", "ada@example.org"), over.events)
    letter = write.ended(Renderer(), known, NOW, Lots("bb", "aa"))
    for said in (letter.text, letter.html):
        assert "NO wins with 4 VPs." in said
        assert "NO (eliminated)" in re.sub(r"<[^>]*>", "", said)
        assert "Nobody has victory points" not in said
        assert not re.search(r"leaders? (is|are)", said)


@pytest.mark.ruling("11.6")
@pytest.mark.parametrize(
    ("own", "changes", "why"),
    [
        ((), {"limit": 1}, "Turn 1 was the last."),
        ((), {"dummies": ("EA", "SO", "WE")}, "NO is the only country left that is no dummy."),
        (("NEM", "OAK", "PAS", "ULM", "MID", "DUN"), {"met": True, "census": 1}, "This census ends the game:"),
        ((), {"dummies": ("EA", "NO", "SO", "WE")}, ""),
    ],
    ids=["limit", "alone", "census", "nobody"],
)
def test_11_6_the_letter_of_the_end_names_its_reason(own: Sequence[str], changes: Json, why: str) -> None:
    state = replace(world({**OWNED, **{code: Area("NO", 1, 0, 1) for code in own}}), **changes)
    over = play(state, {}).outcome
    known = known_of(SYSTEM, over.state, CARD, Reader("Ada", "UTC", "NO", "ada@example.org"), over.events)
    letter = write.ended(Renderer(), known, NOW, Lots("bb", "aa"))
    for said in (" ".join(letter.text.split()), " ".join(re.sub(r"<[^>]*>", " ", letter.html).split())):
        told = [each for each in REASONS if each in said]
        assert told == ([why] if why else [])


def test_a_message_is_text_in_html_whatever_its_writer_wrote() -> None:
    """A macro of a file without escapes came back marked as HTML: a word of the sheet stood in the letter as a tag."""
    step = Step(adjudicate(world(OWNED), {"EA": {"messages": "MESSAGE NO <b>Hi</b>"}}, RNG))
    text, html = _letters(step, "NO")
    assert "<b>Hi</b>" in text
    assert "<b>Hi" not in html
    assert "&lt;b&gt;Hi" in html


def test_11_6_the_words_of_the_gamemaster_are_text_in_html() -> None:
    declared = SYSTEM.act(world(OWNED), "", Act(END, {"win": "NO", "why": "<b>well</b> played"}))
    known = known_of(SYSTEM, declared.state, CARD, Reader("Ada", "UTC", "NO", "ada@example.org"), declared.events)
    html = write.ended(Renderer(), known, NOW, Lots("bb", "aa")).html
    assert "&lt;b&gt;well&lt;/b&gt; played" in html
    assert "<b>well" not in html


def test_11_6_the_end_by_the_gamemasters_word_has_no_other_reason() -> None:
    played = play(world(OWNED), {}).outcome
    declared = SYSTEM.act(played.state, "", Act(END, {"win": "NO", "why": "well played"}))
    events = (*played.events, *declared.events)
    known = known_of(SYSTEM, declared.state, CARD, Reader("Ada", "UTC", "NO", "ada@example.org"), events)
    said = " ".join(write.ended(Renderer(), known, NOW, Lots("bb", "aa")).text.split())
    assert "The GameMaster has declared NO the winner." in said
    assert not [each for each in REASONS if each in said]


def test_8_8_the_loser_of_a_base_alone_is_told_how_many_ships_got_away() -> None:
    base = Area(owner="EA", pop=1, armies=0, entrance="ESE", docked=2)
    state = world({**OWNED, "FEN": base, "DUN": Area(owner="NO", pop=1, armies=3)})
    step = play(state, {"EA": "1 BUILD FEN -- 1", "NO": "2 ATTACK DUN FEN 2"})
    assert (battle(step, "EA")["ships_saved"], battle(step, "NO")["ships_saved"]) == (3, 0)
    assert step.outcome.state.countries["EA"].navy == 3


def test_6_5_a_dispersal_in_the_middle_of_the_turn_says_in_which_slot_it_came() -> None:
    fleet = Area(owner="NO", armies=2, fleets={"AKE": 2})
    raid = Area(owner="EA", fleets={"ELM": 3})
    state = world({**OWNED, "NSE": fleet, "ESE": raid})
    step = play(state, {"EA": "3 SEAMOVE ESE NSE 3", "NO": "2 LEVY CAL"})
    gone = step.report["NO"]["dispersals"][0]
    assert (gone["slot"], gone["when"], gone["armies"], gone["why"]) == (3, "after", 1, "too few ships")


def test_6_5_armies_that_stay_behind_at_sea_wait_for_ships_that_are_beaten_back() -> None:
    state = world({**OWNED, "NSE": Area(owner="NO", armies=2, fleets={"AKE": 3}), "ESE": _ships(4)})
    step = play(bps(state, "NO", 9), {"NO": "SEAMOVE NSE ESE ALL"})
    there = step.outcome.state.areas["NSE"]
    assert (there.ships, there.armies, step.report["NO"]["dispersals"]) == (2, 2, [])


def test_6_5_armies_that_stay_behind_are_dispersed_where_the_ships_have_won_or_are_too_few() -> None:
    fleet = {"NSE": Area(owner="NO", armies=3, fleets={"AKE": 3})}
    won = play(bps(world({**OWNED, **fleet, "ESE": _ships(1)}), "NO", 9), {"NO": "SEAMOVE NSE ESE ALL"})
    assert (won.outcome.state.areas["NSE"].owner, won.outcome.state.areas["NSE"].armies) == ("", 0)
    few = play(bps(world({**OWNED, **fleet, "ESE": _ships(4)}), "NO", 9), {"NO": "SEAMOVE NSE ESE ALL"})
    assert (few.outcome.state.areas["NSE"].ships, few.outcome.state.areas["NSE"].armies) == (2, 2)


def _ships(number: int) -> Area:
    return Area(owner="EA", fleets={"ELM": number})


def test_after_the_end_bps_and_victory_points_can_be_plotted_turn_by_turn() -> None:
    state, chapters, record = world(OWNED), [], []
    postings = tuple(SYSTEM.start({}, SYSTEM.seating({}).names, Rng(b"seed", "START")).postings)
    for _ in range(2):
        sheets = orders(state, {"NO": "1 GROW CAL\n2 ORDER 1"})
        outcome = SYSTEM.adjudicate(state, sheets, Rng(b"seed", state.label))
        record.append(PhaseRecord(state.label, sheets, outcome.events, (*postings, *outcome.postings)))
        chapters.append(Chapter(state.label, SYSTEM.view(state, PUBLIC), outcome.events))
        state, postings = outcome.state, ()
    now = SYSTEM.view(state, PUBLIC)
    assert [chart.name for chart in plotted(SYSTEM.charts(Story(tuple(chapters), now)))] == ["areas"]
    opened = opened_turns(record)
    charts = {chart.name: chart for chart in plotted(SYSTEM.charts(Story(tuple(chapters), now, opened)))}
    money = charts["treasuries"]
    assert money.labels == ("T1", "T2", "end")
    assert [bps[0] for bps in money.series.values()] == [9, 9, 9, 9]
    assert {country: bps[-1] for country, bps in money.series.items()} == {
        country: each.bps for country, each in state.countries.items()
    }
    assert {country: vps[-1] for country, vps in charts["vps"].series.items()} == {
        country: each.vps for country, each in state.countries.items()
    }
    assert sum(line.amount for line in ledger_lines(opened) if line.account == "NO") == state.countries["NO"].bps


def test_of_a_turn_that_was_not_played_out_no_money_is_opened() -> None:
    (turn, _) = opened_turns([PhaseRecord("T1", {"NO": {"slots": "1 GROW CAL -- --"}}, ())])
    assert turn == Event(PUBLIC, "opened", {"phase": "T1", "sheets": {"NO": "1 GROW CAL -- --"}, "bps": {}, "vps": {}})
    assert plotted(SYSTEM.charts(Story((), None, (turn,)))) == ()


def test_only_its_own_country_is_told_a_report() -> None:
    step = play(world(OWNED), {"NO": "GROW CAL"})
    assert [event.audience for event in told(step, "report", "NO")] == [only("NO")]


def test_11_6_a_finished_game_is_ranked_by_victory_points_and_a_running_one_by_areas() -> None:
    state = having(having(world(OWNED, turn=20), "EA", vps=7), "NO", vps=-2)
    running = SYSTEM.view(state, PUBLIC)
    assert SYSTEM.settled(Story((), running)) is None
    assert not running.final
    ended = SYSTEM.view(play(state, {}).outcome.state, PUBLIC)
    ranking = SYSTEM.settled(Story((), ended))
    assert ranking is not None
    assert (ranking.of, ranking.leaders, ranking.counts["NO"]) == ("victory points", ("EA",), -2)
    course = course_of(SYSTEM, Story((Chapter("T20", running, ()),), ended))
    assert course is not None
    assert [(place, name) for place, name, _ in course.places] == [(1, "EA"), (2, "SO"), (2, "WE"), (4, "NO")]


@pytest.mark.ruling("11.6")
def test_11_6_the_places_of_a_finished_game_tell_the_points_of_who_was_eliminated() -> None:
    landless = {code: replace(area, owner="") for code, area in world().areas.items() if area.owner == "NO"}
    begun = having(having(world(turn=20), "NO", vps=12), "EA", vps=7)
    state = replace(begun, areas={**begun.areas, **landless})
    ended = SYSTEM.view(play(state, {}).outcome.state, PUBLIC)
    course = course_of(SYSTEM, Story((Chapter("T20", SYSTEM.view(begun, PUBLIC), ()),), ended))
    assert course is not None
    assert course.places == [(1, "EA", 7), (2, "SO", 0), (2, "WE", 0), (4, "NO", 12)]


@pytest.mark.ruling("11.6")
def test_11_6_a_winner_among_those_who_all_fell_in_one_turn_keeps_their_points() -> None:
    landless = {code: replace(area, owner="", docked=0) for code, area in world().areas.items() if area.owner}
    begun = having(having(world(), "NO", vps=3), "EA", vps=1)
    ended = SYSTEM.view(play(replace(begun, areas={**begun.areas, **landless}), {}).outcome.state, PUBLIC)
    course = course_of(SYSTEM, Story((Chapter("T1", SYSTEM.view(begun, PUBLIC), ()),), ended))
    assert course is not None
    assert course.places[0] == (1, "NO", 3)


@pytest.mark.ruling("11.6")
def test_11_6_a_dummy_stands_below_all_who_can_win_without_a_place() -> None:
    state = having(having(world(OWNED, turn=20), "EA", vps=7), "NO", vps=9)
    state = replace(state, dummies=("NO",))
    running, over = SYSTEM.view(state, PUBLIC), play(state, {}).outcome
    ended = SYSTEM.view(over.state, PUBLIC)
    course = course_of(SYSTEM, Story((Chapter("T20", running, ()),), ended))
    assert course is not None
    assert [(place, name) for place, name, _ in course.places] == [(1, "EA"), (2, "SO"), (2, "WE"), (0, "NO")]
    known = known_of(SYSTEM, over.state, CARD, Reader("Ada", "UTC", "EA", "ada@example.org"), over.events)
    letter = write.ended(Renderer(), known, NOW, Lots("bb", "aa"))
    rows = re.findall(
        r"^  (..)(?: \(dummy\))? +-?\d+", letter.text[letter.text.index("VICTORY POINTS") :], re.MULTILINE
    )
    assert (rows[0], rows[-1]) == ("EA", "NO")
    assert "NO (dummy)" in letter.text
    for said in (letter.text, letter.html):  # only now: somebody may have played it before
        assert "NO is a dummy: nobody plays it." not in said


@pytest.mark.ruling("11.6")
@pytest.mark.parametrize("before", [True, False], ids=["long ago", "in the last turn"])
def test_11_6_an_eliminated_country_stands_below_all_who_can_win(before: bool) -> None:
    lost = {code: replace(area, owner="", docked=0) for code, area in world().areas.items() if area.owner == "SO"}
    state = having(having(having(world(lost, turn=20), "EA", vps=7), "SO", vps=30), "WE", vps=9)
    state = replace(state, dummies=("WE",), order=("EA", "NO", "WE") if before else state.order)
    over = play(state, {}).outcome
    assert over.result is not None
    assert over.result.winners == ("EA",)
    known = known_of(SYSTEM, over.state, CARD, Reader("Ada", "UTC", "EA", "ada@example.org"), over.events)
    letter = write.ended(Renderer(), known, NOW, Lots("bb", "aa"))
    table = letter.text[letter.text.index("VICTORY POINTS") :]
    rows = re.findall(r"^  (..(?: \(\w+\))?) +\d+", table, re.MULTILINE)
    assert rows == ["EA", "NO", "SO (eliminated)", "WE (dummy)"]
    assert letter.html.index(" (eliminated)") < letter.html.index(" (dummy)")


def _letters(step: Step, country: str) -> tuple[str, str]:
    """The words of its letter of results, as text and as HTML, with single blanks between them."""
    reader = Reader("Ada", "UTC", country, "ada@example.org")
    known = known_of(SYSTEM, step.outcome.state, CARD, reader, step.outcome.events)
    letter = write.results(Renderer(), known, None, "", NOW)
    return " ".join(letter.text.split()), " ".join(letter.html.split())


def test_8_7_the_report_says_that_armies_retreat_only_where_they_have_a_place_to_go() -> None:
    areas = {
        "AKE": Area(owner="NO", pop=5, armies=1),
        "BRY": Area(owner="NO", pop=2, armies=1, retreat_to="AKE"),
        "CAL": Area(owner="NO", pop=2, armies=1, retreat_to="NEM"),
        "ULM": Area(owner="NO", pop=2, armies=1, retreats=False, retreat_to="BRY"),
    }
    outcome = play(world({**OWNED, **areas}), {}).outcome
    known = known_of(SYSTEM, outcome.state, CARD, Reader("Ada", "UTC", "NO", "ada@example.org"), outcome.events)
    letter = write.results(Renderer(), known, None, "", NOW)
    for words in (" ".join(letter.text.split()), " ".join(letter.html.split())):
        assert "armies stand and fight: they have no place to retreat to" in words
        assert "armies retreat to AKE if they would lose the area, and more armies than the attacker" in words
        assert "armies stand and fight: they cannot retreat to NEM as things are" in words
        assert words.count("if they would lose") == 1


def test_8_7_armies_that_would_lose_no_more_than_the_attacker_stand_and_die_whatever_their_mode() -> None:
    """HELP and the report said that they retreat before any battle that they would lose."""
    fort = Area(owner="NO", pop=2, forts=3, armies=1, retreat_to="AKE")
    areas = {"CAL": fort, "NEM": Area(owner="WE", pop=2, armies=9)}
    step = play(bps(world({**OWNED, **areas}), "WE", 9), {"WE": "1 ATTACK NEM CAL 5"})
    fought = battle(step, "NO")
    assert (fought["won"], fought["retreated_to"]) == (True, "")
    assert (fought["attacker_lost"], fought["defender_lost"]) == (1, 1)
    assert "would cost them the area, and more armies than the attacker" in USAGE["RETREAT"].help


def test_8_7_armies_that_came_from_sea_have_no_place_to_retreat_to_even_where_their_ships_are() -> None:
    """The report said that they "cannot retreat to NSE as things are", though nothing could ever let them."""
    areas = {
        "AKE": Area(owner="NO", pop=5, armies=2, retreat_to="NSE"),
        "NSE": Area(owner="NO", fleets={"AKE": 9}),
        "BRY": Area(owner="WE", pop=2, armies=30),
    }
    step = play(world({**OWNED, **areas}), {"WE": "1 ATTACK BRY AKE 9"})
    assert step.outcome.state.areas["AKE"].owner == "WE"
    assert step.outcome.state.areas["NSE"].armies == 0  # none fell back
    for words in _letters(play(world({**OWNED, **areas}), {}), "NO"):
        assert "armies stand and fight: they have no place to retreat to" in words
        assert "retreat to NSE" not in words


def test_8_7_what_came_of_a_retreat_order_promises_no_more_than_the_mode() -> None:
    """The letter said "BRY will retreat" of a slot, and below that its armies have no place to retreat to."""
    sheet = {"NO": "RETREAT BRY\nRETREAT CAL AKE\nRETREAT AKE CAL\nDEFEND AKE"}
    for words in _letters(play(world(OWNED), sheet), "NO"):
        assert "BRY is in retreat mode" in words
        assert "BRY is in retreat mode, with" not in words
        assert "CAL is in retreat mode, with AKE as its place" in words
        assert "AKE will stand" in words
        assert "will retreat" not in words


# What a player of Empires might learn from a turn.


BATTLE = {
    "area": "DUN",
    "attackers": 3,
    "defenders": 4,
    "attacker_lost": 3,
    "defender_lost": 1,
    "won": False,
    "retreated_to": "",
    "at_sea": False,
}


def _comments(slots: Json = (), battles: Json = (), bids: Any = (("EA", 2), ("NO", 2))) -> tuple[str, ...]:
    order = [{"country": country, "bid": bid} for country, bid in bids]
    report = {"slots": list(slots), "battles": list(battles), "bps": 10}
    return comments_on([Event(PUBLIC, "roundup", {"order": order}), Event(only("EA"), "report", report)], "EA")


def test_a_slot_that_was_not_carried_out_is_told_with_the_reason() -> None:
    slots = [
        {"slot": 1, "order": "GROW DUN", "done": True, "said": "x"},
        {"slot": 2, "order": "ATTACK FEN NEM 2", "done": False, "said": "NEM is yours already"},
    ]
    assert _comments(slots)[0] == "Slot 2, ATTACK FEN NEM 2, was not carried out: NEM is yours already."
    assert _comments(slots[:1])[0] == "All your slots were carried out."


def test_6_2_an_order_without_a_number_is_told_as_ignored() -> None:
    """Unless it is in slot 16. The comment said that all slots were carried out."""
    report = play(world(), {"NO": "GROW CAL\nORDER"}).report["NO"]
    (said, *_) = comments_on([Event(only("NO"), "report", report)], "NO")
    assert said == "Slot 2, ORDER -- -- --, was ignored: no number of BPs."
    report = play(world(), {"NO": "GROW CAL\n16 ORDER"}).report["NO"]
    assert comments_on([Event(only("NO"), "report", report)], "NO")[0] == "All your slots were carried out."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"attacker": "EA", "defender": "NO"},
            "3 failed at DUN against 4. Forts and terrain count for the defender, who",
        ),
        (
            {"attacker": "EA", "defender": "NO", "at_sea": True},
            "3 failed at DUN against 4. At sea only ships count. The defender had 3 left there.",
        ),
        ({"attacker": "NO", "defender": "EA", "won": True}, "You lost DUN: 3 came against 4."),
        ({"attacker": "NO", "defender": "EA"}, "You held against every attack."),
        (
            {"attacker": "EA", "defender": "", "won": True, "attacker_lost": 1},
            "You took DUN with 3, of whom 2 were left.",
        ),
    ],
)
def test_the_battle_that_was_lost_is_told_first(changes: dict[str, Any], said: str) -> None:
    assert _comments(battles=[{**BATTLE, **changes}])[1].startswith(said)


def test_what_was_left_behind_a_battle_is_told_as_past_since_the_turn_goes_on() -> None:
    """After a second attack the defender has fewer, and a dispersal takes from those who won."""
    areas = {
        "CAL": Area(owner="NO", pop=9, armies=8),
        "NEM": Area(owner="EA", pop=1, armies=3),
        "ULM": Area(owner="WE", pop=1),
        "BRY": Area(owner="NO", pop=9, armies=4),
    }
    step = play(world(areas), {"NO": "ATTACK CAL NEM 3\nATTACK CAL NEM 5"})
    events = [event for event in step.outcome.events if event.audience.includes(only("NO"))]
    assert after(step, "NEM").armies == 1
    said = "Forts and terrain count for the defender, who had 2 left there."
    assert comments_on(events, "NO")[1] == f"3 failed at NEM against 3. {said}"
    step = play(world(areas), {"NO": "ATTACK BRY ULM 4"})
    events = [event for event in step.outcome.events if event.audience.includes(only("NO"))]
    assert after(step, "ULM").armies == 2
    assert comments_on(events, "NO")[1] == "You took ULM with 4, of whom 4 were left."


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ((("EA", 9), ("NO", 2)), "Your bid of 9 makes you first. 3 would have been enough."),
        ((("EA", 3), ("NO", 2)), "Your bid of 3 makes you first."),
        ((("NO", 2), ("EA", 2)), "Your bid of 2 makes you number 2. 3 would have put you before NO."),
    ],
)
def test_6_2_a_bid_tells_what_was_too_much_and_what_one_more_would_have_won(bids: Any, said: str) -> None:
    assert _comments(bids=bids)[2] == said


def test_without_a_report_nothing_is_said() -> None:
    assert comments_on([Event(PUBLIC, "roundup", {"order": []})], "EA") == ()


def test_6_2_what_would_have_put_a_country_before_another_is_the_least_that_does() -> None:
    """Equal bids keep their order. EA, first of this turn, was told that it takes 4 to stay before who bids 3."""

    def told(own: int, *order: str) -> tuple[str, tuple[str, ...]]:
        outcome = play(world(order=order), {"NO": "ORDER 3", "EA": f"ORDER {own}" if own else ""}).outcome
        events = [each for each in outcome.events if each.audience.includes(only("EA"))]
        return comments_on(events, "EA")[2], tuple(each for each in outcome.state.order if each in order)

    said, after = told(0, "EA", "NO")
    assert after == ("NO", "EA")
    assert said.endswith("4 would have put you before NO, and 3 too if you played before it this turn.")
    assert told(3, "EA", "NO")[1] == ("EA", "NO")
    assert told(3, "NO", "EA")[0] == "Your bid of 3 makes you number 2. 4 would have put you before NO."
    assert told(6, "NO", "EA")[1] == ("EA", "NO")


# The words of replies, pages and results: what one place says, another does not say otherwise.


TOPICS = {word: topic.text for topic in topics_of("empires") for word in topic.words}
ORDER_OF_PLAY = "This is the order of play of this turn."


def _page(game: War, name: str) -> str:
    with game.house.judge.db.reading() as session:
        file = Site(game.house.judge).get(session, f"games/corner/{name}")
    assert file is not None
    return file.content.decode()


@pytest.mark.parametrize(
    ("ships", "armies", "said"),
    [
        (1, 1, "1 ship with 1 army was beaten back from ESE: lost 0, sank 0"),
        (2, 2, "2 ships with 2 armies were beaten back from ESE: lost 1, sank 0"),
        (1, 0, "1 ship was beaten back from ESE: lost 0, sank 0"),
    ],
)
def test_results_say_what_came_of_a_slot_as_letters_do(ships: int, armies: int, said: str) -> None:
    areas = {
        "NSE": {"owner": "NO", "armies": armies, "fleets": {"AKE": ships}},
        "ESE": {"owner": "EA", "fleets": {"ELM": 3 if ships > 1 else 2}},
    }
    position = {"phase": "T4", "order": ["NO", "EA", "SO", "WE"], "areas": areas}
    found = adjudicate_case({"position": position, "orders": {"NO": "1 CONVOY NSE ESE ALL"}})
    assert [slot["said"] for slot in found["results"]["NO"]["slots"]] == [said]


def test_one_point_below_zero_is_one_point(any_house: House) -> None:
    game = War(any_house)
    game.tell("NO", "TURN 1\n1 ATTACK CAL NEM 1")
    game.next_turn()
    letter = flat(game.newest("NO").text)
    assert "-1 VP" in letter
    assert "-1 VPs" not in letter


def test_pages_of_a_finished_game(any_house: House) -> None:
    """No heading stands above nothing, and the ledger says upkeep, as letters do."""
    game = War(any_house, "limit 2")
    game.tell("NO", "TURN 1\n1 LEVY AKE\n2 MOVE AKE CAL ALL")
    game.next_turn()
    game.next_turn()
    assert game.now() is None
    assert "What was secret" in _page(game, "T1.html")
    assert "What was secret" not in _page(game, "T2.html")
    ledger = _page(game, "ledger.html")
    assert "upkeep of turn 1" in ledger
    assert "maintenance" not in ledger
    with game.house.judge.db.reading() as session:
        kept = archive_of(session, session.execute(select(Game)).scalar_one(), whole=True)
    reasons = {posting.reason for phase in kept.phases for posting in phase.postings}
    assert "upkeep of turn 1" in reasons


@pytest.mark.parametrize("line", ["VOTE DRAW", "vote draw"])
def test_who_has_no_vote_is_not_told_how_ours_is_written(any_house: House, line: str) -> None:
    game = War(any_house)
    reply = flat(game.tell("NO", line).text)
    assert "Nobody votes for a draw or a concession here." in reply
    assert "as DRAW" not in reply


@pytest.mark.parametrize("line", ["END GAME WIN", "END corner"])
def test_end_game_names_no_country_that_is_not_there(any_house: House, line: str) -> None:
    game = War(any_house)
    reply = flat(game.house.tell(game.master, f"GAME corner\n{line}", key=False).text)
    assert "FRANCE" not in reply
    assert "name" in reply


def test_map_and_a_new_player_are_told_that_the_list_is_the_order_of_play(any_house: House) -> None:
    game = War(any_house, "limit 1")
    answer = game.tell("NO", "MAP")
    assert ORDER_OF_PLAY in answer.text
    game.tell("EA", "RESIGN")
    new = game.house.registered("Nils")
    game.house.tell(game.master, f"GAME corner\nREPLACE EA {new.address}")
    game.house.agree(new)
    letter = new.last(lambda mail: "You now play EA" in mail.subject)
    assert ORDER_OF_PLAY in letter.text
    assert ORDER_OF_PLAY in re.sub(r"<[^>]+>", "", letter.html)
    game.next_turn()
    game.next_turn()
    assert game.now() is None
    assert ORDER_OF_PLAY not in game.tell("NO", "MAP").text


def test_6_3_no_text_lets_an_action_that_fails_cost_points(house: House) -> None:
    """The page and the opening said that a failed ATTACK costs a point; that of 6.3, with too few armies, does not."""
    for said in (TOPICS["VICTORY"], read_page("empires")):
        assert "An attack that is beaten back costs one." in flat(said)
    game = War(house)
    assert "so does an attack that is beaten back." in flat(game.newest("NO").text)
    game.tell("NO", "1 ATTACK CAL NEM 9")
    game.next_turn()
    letter = flat(game.newest("NO").text)
    assert "FAILED: 1 army is there" in letter
    assert "Your VPs 0" in letter


@pytest.mark.ruling("11.6")
def test_11_6_the_end_does_not_say_that_somebody_plays_a_country_whose_player_has_left(house: House) -> None:
    """Such a country is no dummy, so that it wins; the letter called it the only one that somebody plays."""
    game = War(house, "dummies SO WE")
    game.tell("NO", "RESIGN")
    game.tell("EA", "RESIGN")
    game.house.tell(game.master, "GAME corner\nDUMMY EA")
    game.next_turn()
    letter = game.master.last(lambda mail: "is over" in mail.subject)
    for said in (flat(letter.text), flat(re.sub(r"<[^>]+>", " ", letter.html))):
        assert "NO wins with 0 VPs" in said
        assert "NO is the only country left that is no dummy." in said
        assert "left that somebody plays" not in said
