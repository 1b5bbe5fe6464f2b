"""Pirates' Proposal held against the text once more: its own example, lists of names, everyone, and what is told."""

from __future__ import annotations

import pytest

from judge.rules.pirates.canonical import NO, YES, parse_ballot, parse_plan
from judge.rules.pirates.system import SYSTEM
from judge.rules.values import only, sheet_of
from tests.rules.pirates.matches import SEVEN, match, orders, play, read, told, voting

EXAMPLE = """\
Self: 7 gold - YES
Bob: 3 gold - YES
Carl: 7 gold - NO
Dora: 2 gold - NO
Eve: 3 gold - YES
Fay: 4 gold - NO
Gus: 4 gold - NO"""
VERDICTS = dict(zip(SEVEN, (YES, YES, NO, NO, YES, NO, NO), strict=True))
SHARES = dict(zip(SEVEN, (7, 3, 7, 2, 3, 4, 4), strict=True))


@pytest.mark.parametrize("text", [EXAMPLE, EXAMPLE.replace(" - ", " "), EXAMPLE.replace("gold - ", "gold: ")])
def test_r3_a_ballot_as_the_example_of_the_rules_has_it(text: str) -> None:
    assert parse_ballot(orders(voting(), {"ANNA": text})["ANNA"]["ballot"]) == VERDICTS


def test_r1_a_plan_as_the_example_of_the_rules_has_it_with_votes_that_come_too_early() -> None:
    reading = read(match(), "ANNA", EXAMPLE)
    assert dict(parse_plan(reading.parts["plan"]).shares) == SHARES
    assert all(each.warning for each in reading.problems)
    assert "vote" in reading.problems[0].message


LISTS = [
    "Bob, Carl: 15 each",
    "Bob, Carl: 15",
    "Bob, Carl 15 each",
    "Bob, Carl get 15 each",
    "Bob and Carl: 15 each",
    "15 each to Bob, Carl",
    "15 each: Bob, Carl",
    "15 to Bob, Carl",
    "give 15 each to Bob, Carl",
]


@pytest.mark.parametrize("text", LISTS)
def test_r1_several_players_of_one_line_get_the_same(text: str) -> None:
    found = read(match(), "ANNA", text)
    assert not found.problems
    assert dict(parse_plan(found.parts["plan"]).shares) == {**dict.fromkeys(SEVEN, 0), "BOB": 15, "CARL": 15}


def test_r1_a_name_alone_on_its_line_is_told_and_gets_nothing_unnoticed() -> None:
    found = read(match(), "ANNA", "Bob\nCarl: 30")
    assert [each.number for each in found.remarks or ()] == [1]
    assert dict(parse_plan(found.parts["plan"]).shares)["BOB"] == 0
    behind = read(match(), "ANNA", "Carl: 30, Bob")
    assert [each.line for each in behind.problems] == [1]


@pytest.mark.parametrize("who", ["everyone", "Everybody:", "all", "everyone in the room", "all players", "each player"])
def test_r1_everyone_is_the_whole_room_the_proposer_too(who: str) -> None:
    found = read(match(opened=dict.fromkeys(match().players, 28)), "ANNA", f"{who} 4")
    assert not found.problems, found.problems
    assert dict(parse_plan(found.parts["plan"]).shares) == dict.fromkeys(SEVEN, 4)


def test_r1_everyone_is_all_who_are_not_named_beside_them() -> None:
    found = read(match(), "ANNA", "self 6\neveryone 4")
    assert dict(parse_plan(found.parts["plan"]).shares) == {**dict.fromkeys(SEVEN, 4), "ANNA": 6}


def test_r1_everyone_that_would_be_right_without_the_proposer_is_told_how() -> None:
    found = read(match(), "ANNA", "everyone 5")
    assert "adds up to 35" in found.problems[0].message
    assert "THE OTHERS is not" in found.problems[0].hint


def test_r3_the_sheet_to_answer_with_says_yes_to_ones_own_plan_and_to_what_gives_most() -> None:
    plans = {name: {"ANNA": place, name: 30 - place} for place, name in enumerate(SEVEN[1:], 1)}
    state = voting({**plans, "ANNA": {"BOB": 30}})
    view = SYSTEM.view(state, only("ANNA"))
    form = SYSTEM.form(view, {})
    reading = SYSTEM.read(view, "ANNA", sheet_of(form))
    assert not reading.problems
    ballot = parse_ballot(reading.parts["ballot"])
    assert [name for name, verdict in ballot.items() if verdict == YES] == ["ANNA", "EVE", "FAY", "GUS"]
    assert "4 yes and 3 no" in form


def test_r3_every_example_of_a_ballot_can_be_balanced() -> None:
    usages = [word.usage for word in SYSTEM.words if word.name in (YES, NO, "REST")]
    assert "ANNA YES, BOB NO, REST YES" not in usages
    found = read(voting(), "ANNA", "ANNA YES, BOB YES, CARL YES, REST NO")
    assert not found.problems


@pytest.mark.parametrize(
    ("number", "moved", "left"), [(1, 0, 2), (3, 0, 2), (4, 0, 1), (4, 1, 1), (5, 0, 0), (5, 1, 0), (2, 2, 0)]
)
def test_r2_no_more_changes_of_room_are_promised_than_there_are_rounds_for(number: int, moved: int, left: int) -> None:
    state = voting(round=number, moved=dict.fromkeys(match().players, moved))
    assert SYSTEM.view(state, only("ANNA")).moves_left == left


@pytest.mark.parametrize(("votes", "passed", "kept"), [(YES, True, 7), (NO, False, 0)])
def test_r6_each_learns_what_their_own_plan_has_won(votes: str, passed: bool, kept: int) -> None:
    state = voting({"ANNA": SHARES})
    other = NO if votes == YES else YES
    sheet = f"{votes}: Anna, Bob, Carl, Dora\n{other}: Eve, Fay, Gus"
    outcome = play(state, dict.fromkeys(SEVEN, sheet))
    (mine,) = told(outcome, "gold", "ANNA")
    assert mine.data["own"] == {"passed": passed, "kept": kept}
    assert mine.data["gained"] >= kept
