"""Ballots and moves between rooms: rulings R2 and R3."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.pirates.canonical import YES, random_ballot
from judge.rules.pirates.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only
from tests.reading.safety.lines import POSITIONS, Desk, doubts
from tests.rules.pirates.matches import FOUR, SEVEN, match, orders, play, read, told, voting
from tests.support import soaking


def test_r3_an_incomplete_ballot_is_refused_with_what_is_missing() -> None:
    reading = read(voting(), "ANNA", "B yes, C no")
    assert "1 yes, 1 no, and nothing on ANNA, DORA, EVE, FAY, GUS" in reading.problems[0].message
    assert not reading.written


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


@pytest.mark.parametrize("shape", POSITIONS.values())
@pytest.mark.parametrize(
    "order", ["A yes, B yes, C yes, D yes, rest no", "Bob, Carl, Dora: no; the others yes", "MOVE"]
)
def test_r3_no_vote_or_move_beside_a_word_of_doubt_is_filed(order: str, shape: str) -> None:
    desk = Desk("pirates", "ANNA", (order,), "", voting())
    lines = [shape.format(word=word, order=order) for word in soaking.some(doubts(), 37)]
    assert desk.filed(order)
    assert [line for line in lines if desk.filed(line)] == []


def test_nobody_is_told_twice_in_one_vote() -> None:
    found = read(voting(**FOUR), "ANNA", "yes to Bob and my own, no to the others")
    assert [each.meaning for each in found.lines] == ["BOB and ANNA: YES; all not named: NO"]
