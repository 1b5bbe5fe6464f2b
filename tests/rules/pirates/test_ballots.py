"""Ballots and moves between rooms: rulings R2 and R3."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.pirates.canonical import NO, YES, parse_ballot, random_ballot
from judge.rules.pirates.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only
from tests.reading.safety.lines import POSITIONS, Desk, doubts
from tests.rules.pirates.matches import SEVEN, match, orders, play, read, told, voting
from tests.support import soaking

FOUR_THREE = {name: YES if name in SEVEN[:4] else NO for name in SEVEN}


@pytest.mark.parametrize(
    "text",
    [
        "A yes, B yes, C yes, D yes, rest no",
        "Self: YES\nBob: yes\nCarl - y\nDora for\nE n, F no, Gus against",
        "yes: Anna, Bob, Carl, Dora\nno: Eve, Fay, Gus",
        "no to Eve, Fay and Gus\nothers yes",
        "vote yes on my own plan\nyes B C D\nrest no",
        "Eve, Fay, Gus no\nrest yes",
        "Eve, Fay and Gus: no; the others yes",
    ],
)
def test_r3_a_ballot_is_read_as_people_write_it(text: str) -> None:
    assert parse_ballot(orders(voting(), {"ANNA": text})["ANNA"]["ballot"]) == FOUR_THREE


def test_r3_an_unbalanced_ballot_is_refused_with_the_count_and_what_would_balance_it() -> None:
    reading = read(voting(), "ANNA", "A no, B no, rest yes")
    assert reading.parts == {}
    assert (
        reading.problems[0].message
        == "I have not kept the ballot. It has 5 yes, 2 no. It needs 3 of one and 4 of the other."
    )
    assert reading.problems[0].hint == "Turn 1 yes into no to balance it."


def test_r3_an_incomplete_ballot_is_refused_with_what_is_missing() -> None:
    reading = read(voting(), "ANNA", "B yes, C no")
    assert "1 yes, 1 no, and nothing on ANNA, DORA, EVE, FAY, GUS" in reading.problems[0].message
    assert not reading.written


def test_r3_ones_own_plan_is_voted_on_too() -> None:
    reading = read(voting(), "ANNA", "B yes, C yes, D yes, E no, F no, G no")
    assert "nothing on ANNA" in reading.problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        "A yes, Bob, C yes, D yes\nE no, F no\nrest no",
        "Bbo no, E no, F no\nrest yes",
        "E no, Fya no, G no\nrest yes",
    ],
)
def test_r3_rest_is_nobody_who_stands_in_a_vote_that_was_not_read(text: str) -> None:
    """`Ben, Cleo no` and `rest yes` in a room of three was kept with a yes for Ben."""
    reading = read(voting(), "ANNA", text)
    assert reading.parts == {}
    assert any("It says REST, and one of its lines is unclear." in problem.message for problem in reading.problems)


def test_r3_a_signature_is_no_vote_and_its_writer_is_among_the_rest() -> None:
    reading = read(voting(), "ANNA", "E no, F no, G no\nrest yes\nBest wishes\nAnna")
    assert parse_ballot(reading.parts["ballot"]) == FOUR_THREE


def test_r3_a_bad_ballot_leaves_the_earlier_one() -> None:
    filed = orders(voting(), {"ANNA": "A yes, B yes, C yes, D yes, rest no"})["ANNA"]
    reading = read(voting(), "ANNA", "rest yes", filed)
    assert (reading.parts, reading.written, reading.notes) == ({}, True, ("Your earlier ballot stands.",))


@given(st.integers(1, 14), st.binary(min_size=1, max_size=4))
def test_r3_the_ballot_by_lot_is_balanced(size: int, seed: bytes) -> None:
    room = [f"P{place}" for place in range(size)]
    ballot = random_ballot(room, Rng(seed).at("ballot", "P0"))
    yes = sum(verdict == YES for verdict in ballot.values())
    assert tuple(ballot) == tuple(room)
    assert abs(2 * yes - size) <= 1


def test_r3_with_an_odd_number_of_plans_a_coin_decides_which_side_has_one_more() -> None:
    counts = {
        list(random_ballot(SEVEN, Rng(bytes([seed])).at("ballot", "ANNA")).values()).count(YES) for seed in range(40)
    }
    assert counts == {3, 4}


def test_r3_who_sends_no_ballot_votes_by_the_phases_lot() -> None:
    once, again = play(voting(), {}), play(voting(), {})
    assert once == again
    assert once != play(voting(), {}, Rng(b"another", "R1V"))


def test_r3_whether_a_ballot_was_drawn_shows_nowhere() -> None:
    drawn = random_ballot(voting().room_of("ANNA"), Rng(b"seed", "R1V").at("ballot", "ANNA"))
    written = play(voting(), {"ANNA": "\n".join(f"{name} {verdict}" for name, verdict in drawn.items())})
    assert written == play(voting(), {})


def test_r2_a_move_takes_effect_at_the_next_distribution() -> None:
    outcome = play(voting(), {"ANNA": "MOVE", "HAL": "move to the other room"})
    assert (outcome.state.rooms["ANNA"], outcome.state.rooms["HAL"]) == (2, 1)
    assert (outcome.state.moved["ANNA"], outcome.state.moved["BOB"]) == (1, 0)
    assert "ANNA" in told(outcome, "rooms")[0].data["rooms"]["2"]
    # The plans of this round were still voted on where they were made.
    assert {plan["player"]: plan["room"] for plan in told(outcome, "verdict")[0].data["plans"]}["ANNA"] == 1


def test_r2_stay_takes_a_move_back() -> None:
    filed = dict(orders(voting(), {"ANNA": "MOVE"})["ANNA"])
    later = read(voting(), "ANNA", "STAY", filed)
    assert later.parts == {"move": "STAY"}
    assert play(voting(), {"ANNA": "MOVE\nSTAY"}).state.rooms["ANNA"] == 1


def test_r2_a_move_leaves_the_ballot_alone_and_a_ballot_the_move() -> None:
    filed = {**orders(voting(), {"ANNA": "A yes, B yes, C yes, D yes, rest no"})["ANNA"], "move": "MOVE"}
    reading = read(voting(), "ANNA", "MOVE", filed)
    assert (dict(reading.parts), reading.written) == ({"move": "MOVE"}, True)
    assert "move" not in read(voting(), "ANNA", "A no, B no, C no, D no, rest yes", filed).parts


def test_r2_a_third_move_is_refused() -> None:
    state = voting(moved=dict.fromkeys(match().players, 2))
    assert "already changed rooms twice" in read(state, "ANNA", "MOVE").problems[0].message
    assert "move" not in read(state, "ANNA", "MOVE").parts


def test_r2_there_is_no_move_in_round_five() -> None:
    assert "no round after this one" in read(voting(round=5), "ANNA", "MOVE").problems[0].message


def test_r2_a_refused_move_does_not_lose_the_ballot() -> None:
    reading = read(voting(round=5), "ANNA", "A yes, B yes, C yes, D yes, rest no\nMOVE")
    assert parse_ballot(reading.parts["ballot"]) == FOUR_THREE


def test_r2_a_player_alone_votes_on_his_own_plan_only() -> None:
    rooms = {name: 1 if name == "ANNA" else 2 for name in match().players}
    passed = play(voting(rooms=rooms), {"ANNA": "self yes"})
    failed = play(voting(rooms=rooms), {"ANNA": "self no"})
    assert (passed.state.gold["ANNA"], failed.state.gold["ANNA"]) == (30, 0)


def test_the_form_is_a_ballot_that_reads_without_a_problem_and_tells_what_each_plan_gives() -> None:
    state = voting({"BOB": {"ANNA": 9, "BOB": 21}})
    form = SYSTEM.form(SYSTEM.view(state, only("ANNA")), {})
    assert read(state, "ANNA", form).written
    assert "BOB: YES   // gives you 9" in form


@pytest.mark.parametrize("text", ["Move to room 1", "MOVE 1", "move to the room 1"])
def test_r2_a_move_to_the_room_that_one_is_in_is_no_move_to_the_other(text: str) -> None:
    """It was filed as one: the player would have left the room that they named."""
    assert voting().rooms["ANNA"] == 1
    reading = read(voting(), "ANNA", text)
    assert reading.parts == {}
    assert [problem.message for problem in reading.problems] == ["You are in room 1."]
    assert read(voting(), "ANNA", "Move to room 2").parts == {"move": "MOVE"}
    assert read(voting(), "HAL", "Move to room 1").parts == {"move": "MOVE"}


@pytest.mark.parametrize(
    "text", ["MOVE, if my plan fails", "If it fails, MOVE", "A yes, B yes, C yes, rest no, unless they pay"]
)
def test_r1_nothing_counts_of_a_line_of_votes_that_may_hang_on_something(text: str) -> None:
    reading = read(voting(), "ANNA", text)
    assert reading.parts == {}
    assert [problem.code for problem in reading.problems] == ["line/doubt"]


@pytest.mark.parametrize("shape", POSITIONS.values())
@pytest.mark.parametrize(
    "order", ["A yes, B yes, C yes, D yes, rest no", "Bob, Carl, Dora: no; the others yes", "MOVE"]
)
def test_r3_no_vote_or_move_beside_a_word_of_doubt_is_filed(order: str, shape: str) -> None:
    desk = Desk("pirates", "ANNA", (order,), "", voting())
    lines = [shape.format(word=word, order=order) for word in soaking.some(doubts(), 37)]
    assert desk.filed(order)
    assert [line for line in lines if desk.filed(line)] == []
