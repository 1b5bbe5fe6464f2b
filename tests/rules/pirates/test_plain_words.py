"""Plans, ballots and moves as ordinary people write them (rulings R1 to R3)."""

from __future__ import annotations

import pytest

from judge.rules.pirates.canonical import BALLOT, MOVE, PLAN, parse_ballot, parse_plan
from tests.rules.pirates.matches import match, read, voting

OTHERS = ("BOB", "CARL", "DORA", "EVE", "FAY", "GUS")


def shares(text: str, **changes: object) -> dict[str, int]:
    """The plan that Anna's lines put on file: whoever gets something."""
    found = read(match(**changes), "ANNA", text)
    assert not found.problems, found.problems
    return {name: amount for name, amount in parse_plan(found.parts[PLAN]).shares.items() if amount}


@pytest.mark.parametrize(
    "text",
    [
        "Everyone else gets 1, I take the rest.",
        "others 1\nthe rest for me",
        "others 1\nme: the rest",
        "Self gets the remainder\ngive 1 to the others",
        "I keep 24. Everyone else 1",
        "- Self: 24 gold\n- the others: 1 gold\nTotal: 30 gold",
        "* Self -> 24\n* others -> 1\nIn all 30",
        "Package: 30 gold\nSelf: 24\nothers: 1",
    ],
)
def test_r1_who_keeps_the_rest_lists_with_dashes_or_writes_the_sum_has_a_plan(text: str) -> None:
    assert shares(text) == {"ANNA": 24, **dict.fromkeys(OTHERS, 1)}


def test_r1_the_rest_counts_the_garnets_too() -> None:
    text = "I use 2 garnets\nothers 1\nI keep the rest"
    assert shares(text, garnets=dict.fromkeys(match().players, 2))["ANNA"] == 34


def test_r1_the_rest_is_nothing_where_the_others_are_given_too_much() -> None:
    (problem,) = read(match(), "ANNA", "others 6\nI keep the rest").problems
    assert problem.message == "I have not kept the plan. It adds up to 36, and must add up to 30: that is 6 too many."


def test_r1_the_rest_alone_is_no_plan() -> None:
    found = read(match(), "ANNA", "I keep the rest")
    assert PLAN not in found.parts
    assert found.problems[0].hint == "Write what the others get: give 4 to the others"
    alone = match(players=("ANNA", "BOB"), rooms={"ANNA": 1, "BOB": 2})
    assert read(alone, "ANNA", "I keep the rest").parts[PLAN] == "ANNA: 30"


def test_r1_a_player_who_is_called_so_is_meant_rather_than_the_sum() -> None:
    state = match(players=("ANNA", "TOTAL"), rooms={"ANNA": 1, "TOTAL": 1})
    found = read(state, "ANNA", "Self: 20\nTotal: 10")
    assert parse_plan(found.parts[PLAN]).shares == {"ANNA": 20, "TOTAL": 10}


def test_r1_that_a_vote_beside_a_share_comes_too_early_is_told_once() -> None:
    text = "\n".join(["Self: 24 gold - YES", *(f"{name}: 1 gold - NO" for name in OTHERS)])
    found = read(match(), "ANNA", text)
    assert [problem.code for problem in found.problems] == ["pirates/too-early"]
    assert parse_plan(found.parts[PLAN]).shares["ANNA"] == 24


@pytest.mark.parametrize(
    "text",
    [
        "I vote yes on Bob, Carl, Dora and myself, and no on the others.",
        "yes: Anna, Bob, Carl, Dora. no: the others",
        "Bob's plan yes, Carl\u2019s yes, Dora yes, mine yes, others no",
    ],
)
def test_r3_a_ballot_may_be_a_sentence(text: str) -> None:
    found = read(voting(), "ANNA", text)
    assert not found.problems
    yes = {name for name, verdict in parse_ballot(found.parts[BALLOT]).items() if verdict == "YES"}
    assert yes == {"ANNA", "BOB", "CARL", "DORA"}


@pytest.mark.parametrize(
    "text",
    [
        "MOVE please",
        "Please move me to the other room",
        "I want to move to the other room.",
        "I'd like to change rooms",
        "I would like to move",
        "switch rooms",
    ],
)
def test_r2_a_wish_to_move_is_a_move(text: str) -> None:
    found = read(voting(), "ANNA", text)
    assert (found.parts.get(MOVE), found.problems) == ("MOVE", ())


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to move",
        "I want to move to the other room if Bob does",
        "Should I change rooms?",
        "I might move",
        "We could switch rooms one day",
    ],
)
def test_r2_what_is_no_wish_to_move_moves_nobody(text: str) -> None:
    assert MOVE not in read(voting(), "ANNA", text).parts
