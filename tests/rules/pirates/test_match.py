"""The course of a match: rulings R5 to R8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.pirates.play import reckon
from judge.rules.pirates.state import CLOSING, PACKAGES, Reckoning
from judge.rules.pirates.system import SYSTEM
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.values import DUMMY, MASTER, PUBLIC, RESIGN, SUCCEED, VOTE, Act, Outcome, PhaseRecord, only
from tests.rules.pirates.matches import OTHERS, SEVEN, match, orders, play, read, told, voting

FIRST_FOUR = "A yes, B yes, C yes, D yes, rest no"
LAST_THREE = "A no, B no, C no, D no, rest yes"
ALL_FOR_ANNA = dict.fromkeys(SEVEN, FIRST_FOUR)


def test_the_example_a_plan_with_three_yes_of_seven_fails_and_each_other_gets_five() -> None:
    plan = {"ANNA": 7, "BOB": 3, "CARL": 7, "DORA": 2, "EVE": 3, "FAY": 4, "GUS": 4}
    others: dict[str, dict[str, int]] = {name: {} for name in SEVEN[1:]}
    votes = {name: FIRST_FOUR if name in SEVEN[:3] else LAST_THREE for name in SEVEN}
    outcome = play(voting({"ANNA": plan, **others}), votes)
    verdicts = {each["player"]: each["passed"] for each in told(outcome, "verdict")[0].data["plans"]}
    assert not verdicts["ANNA"]
    assert [outcome.state.gold[name] for name in SEVEN] == [0, 5, 5, 5, 5, 5, 5]


def test_the_example_with_one_more_yes_it_succeeds() -> None:
    plan = {"ANNA": 7, "BOB": 3, "CARL": 7, "DORA": 2, "EVE": 3, "FAY": 4, "GUS": 4}
    votes = {name: FIRST_FOUR if name in SEVEN[:4] else LAST_THREE for name in SEVEN}
    outcome = play(voting({"ANNA": plan, **{name: {} for name in SEVEN[1:]}}), votes)
    assert {name: outcome.state.gold[name] for name in SEVEN} == plan


def test_an_equal_number_of_yes_and_no_fails() -> None:
    state = voting(players=("ANNA", "BOB"), rooms={"ANNA": 1, "BOB": 1})
    outcome = play(state, {"ANNA": "A yes, B no", "BOB": "A no, B yes"})
    assert not any(each["passed"] for each in told(outcome, "verdict")[0].data["plans"])


def test_r5_the_remainder_of_a_failed_plan_is_destroyed_and_garnet_gold_is_part_of_its_sum() -> None:
    votes = dict.fromkeys(SEVEN, LAST_THREE)
    outcome = play(voting({"ANNA": {"ANNA": 35}, **{name: {} for name in SEVEN[1:]}}), votes)
    assert [outcome.state.gold[name] for name in SEVEN] == [0, 5, 5, 5, 5, 5, 5]


def test_r5_a_garnet_is_spent_when_the_plan_is_put_to_the_vote() -> None:
    state = match(garnets=dict.fromkeys(match().players, 3))
    outcome = play(state, {"ANNA": "GARNET 2\nself 40"})
    assert (outcome.state.garnets["ANNA"], outcome.state.garnets["BOB"]) == (1, 3)
    assert [(each.account, each.currency, each.amount) for each in outcome.postings] == [("ANNA", "garnets", -2)]


def test_r5_the_option_gives_garnets_at_the_start() -> None:
    outcome = begin(garnets=2)
    assert set(outcome.state.garnets.values()) == {2}


def test_r6_at_the_start_of_voting_each_learns_what_each_plan_gives_to_him_and_nothing_else() -> None:
    outcome = play(match(), {"BOB": "Anna 9, self 21", "CARL": "Anna 9, Bob 21"})
    shares = told(outcome, "shares", "ANNA")
    assert len(shares) == 1
    found = {each["from"]: each["amount"] for each in shares[0].data["shares"]}
    assert found == {"ANNA": 0, "BOB": 9, "CARL": 9, **dict.fromkeys(SEVEN[3:], 5)}
    assert {event.kind for event in outcome.events} == {"shares"}
    # What Bob's plan gives to Carl is nothing to Anna: with another one her letters are the same.
    other = play(match(), {"BOB": "Anna 9, Carl 21", "CARL": "Anna 9, self 21"})
    assert SYSTEM.view(other.state, only("ANNA")) == SYSTEM.view(outcome.state, only("ANNA"))
    assert told(other, "shares", "ANNA") == shares


def test_r6_after_the_vote_everybody_learns_which_plans_of_both_rooms_passed_and_his_own_gold() -> None:
    outcome = play(voting(), ALL_FOR_ANNA)
    verdict = told(outcome, "verdict")
    assert [each["player"] for each in verdict[0].data["plans"]] == [*SEVEN, *OTHERS]
    assert set(verdict[0].data["plans"][0]) == {"player", "room", "passed"}
    own = {"passed": True, "kept": 30}
    assert told(outcome, "gold", "ANNA")[0].data == {"round": 1, "gained": 30 + 15, "gold": 45, "own": own}
    assert not told(outcome, "gold")


def test_r6_the_public_and_the_gamemaster_see_no_gold_no_package_and_no_plan() -> None:
    rich, poor = voting(gold=dict.fromkeys(match().players, 9)), voting({"ANNA": {"BOB": 30}}, opened={})
    for audience in (PUBLIC, MASTER):
        assert SYSTEM.view(rich, audience) == SYSTEM.view(poor, audience)


def test_r6_at_the_end_everybodys_gold_is_told() -> None:
    gold = {name: place for place, name in enumerate(match().players)}
    outcome = play(voting(round=5, gold=gold), {})
    assert told(outcome, "reckoning")[0].data["gold"] == dict(outcome.state.gold)


@pytest.mark.parametrize(
    ("gold", "tokens", "giver"),
    [
        ([100, 100, 90, 80], "ABC", ""),
        ([100, 90, 80, 70], "ABC", "A"),
        ([100, 90, 90, 90, 80], "ABCD", "A"),
        ([100, 100, 100, 100], "ABCD", ""),
        ([90] * 6 + [10], "ABCDEF", ""),
        ([90] * 7, "", ""),
        ([100, 90, 90, 90, 90, 90], "A", "A"),
        ([100, 90, 90, 90, 90, 10], "ABCDE", "A"),
        ([100, 100, 90, 90, 90, 90, 90], "AB", ""),
    ],
)
def test_r7_tokens_go_to_all_with_the_gold_of_the_third_and_never_more_than_six(
    gold: list[int], tokens: str, giver: str
) -> None:
    found = reckon(dict(zip("ABCDEFG", gold, strict=False)))
    assert "".join(found.tokens) == tokens
    assert set(found.tokens.values()) <= {1}
    assert found.giver == giver


def closing() -> Outcome:
    gold = {name: 500 - place for place, name in enumerate(match().players)}
    return play(voting(round=5, gold={**gold, "ANNA": 900}), {})


def test_r7_the_second_token_is_given_in_a_closing_phase() -> None:
    end = closing()
    assert end.result is None
    phase = SYSTEM.phase(end.state)
    assert phase is not None
    assert (phase.label, phase.wanted) == ("TOKEN", ("ANNA",))
    outcome = play(end.state, {"ANNA": "give token to ned"})
    assert outcome.state.tokens["NED"] == 1
    assert told(outcome, "gift")[0].data == {"from": "ANNA", "to": "NED"}
    assert outcome.result is not None
    assert outcome.result.winners == ("ANNA",)
    assert SYSTEM.phase(outcome.state) is None


def test_r7_without_an_answer_the_second_token_is_lost() -> None:
    outcome = play(closing().state, {})
    assert outcome.state.tokens == closing().state.tokens
    assert told(outcome, "gift")[0].data == {"from": "ANNA", "to": ""}


def test_r7_a_token_for_nobody_speaks_of_no_rooms() -> None:
    (problem,) = read(closing().state, "ANNA", "GIVE TOKEN zoe").problems
    assert problem.message.startswith("Nobody in this match is called zoe.")
    assert problem.hint.startswith("In this match: ANNA, BOB")


@pytest.mark.parametrize(
    ("player", "text", "code"),
    [
        ("ANNA", "GIVE TOKEN anna", "pirates/own-token"),
        ("ANNA", "GIVE TOKEN bob carl", "pirates/own-token"),
        ("ANNA", "GIVE TOKEN zoe", "pirates/no-such-player"),
        ("BOB", "GIVE TOKEN carl", "pirates/no-token"),
    ],
)
def test_r7_a_token_is_given_by_its_giver_to_one_other_player(player: str, text: str, code: str) -> None:
    reading = read(closing().state, player, text)
    assert [problem.code for problem in reading.problems] == [code]
    assert not reading.parts


@pytest.mark.ruling("R7", "R9")
def test_r7_where_several_have_the_most_there_is_no_closing_phase() -> None:
    state = voting(
        round=5, gold=dict.fromkeys(match().players, 7), players=("ANNA", "HAL"), rooms={"ANNA": 1, "HAL": 2}
    )
    outcome = play(state, {"ANNA": "self no", "HAL": "self no"})
    assert outcome.result is not None
    assert outcome.result.winners == ("ANNA", "HAL")


def begin(**options: object) -> Outcome:
    every = {option.name: option.default for option in SYSTEM.options} | options
    names = SYSTEM.seating(every).names
    return SYSTEM.start(every, [name for name in names if name not in every["dummies"]], Rng(b"seed", "START"))


def test_r8_fourteen_players_in_two_rooms_of_seven() -> None:
    state = begin().state
    assert (len(state.players), len(state.in_room(1)), len(state.in_room(2))) == (14, 7, 7)


@pytest.mark.parametrize("number", [4, 6, 20])
def test_r8_any_even_number_from_four(number: int) -> None:
    state = begin(players=number).state
    assert len(state.in_room(1)) == len(state.in_room(2)) == number // 2


@pytest.mark.parametrize("number", [5, 13])
def test_r8_an_odd_number_is_refused(number: int) -> None:
    with pytest.raises(Refused, match="cannot be divided"):
        begin(players=number)


def test_r8_a_vacant_seat_plays_the_defaults_whatever_is_on_file() -> None:
    state = SYSTEM.act(match(), "ANNA", Act(RESIGN)).state
    outcome = SYSTEM.adjudicate(state, orders(match(), {"ANNA": "self 30"}), Rng(b"seed", "R1D"))
    assert outcome.state.plans["ANNA"]["BOB"] == 5
    back = SYSTEM.act(state, "ANNA", Act(SUCCEED)).state
    kept = SYSTEM.adjudicate(back, orders(match(), {"ANNA": "self 30"}), Rng(b"seed", "R1D"))
    assert kept.state.plans["ANNA"]["ANNA"] == 30


def test_r8_a_dummy_is_not_awaited() -> None:
    state = begin(players=4, dummies=["PIRATE2"]).state
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert phase.wanted == ("PIRATE1", "PIRATE3", "PIRATE4")
    assert "PIRATE2" not in SYSTEM.phase(SYSTEM.act(match(), "ANNA", Act(DUMMY)).state).wanted  # type: ignore[union-attr]


def test_there_are_no_draws() -> None:
    with pytest.raises(Refused):
        SYSTEM.act(match(), "ANNA", Act(VOTE, {"draw": True}))


def test_each_package_is_opened_once_by_lot() -> None:
    state = begin(players=4).state
    opened: dict[str, list[int]] = {name: [state.opened[name]] for name in state.players}
    for number in range(1, 5):
        state = SYSTEM.adjudicate(state, {}, Rng(b"seed", f"R{number}D")).state
        state = SYSTEM.adjudicate(state, {}, Rng(b"seed", f"R{number}V")).state
        for name in state.players:
            opened[name].append(state.opened[name])
    assert all(sorted(amounts) == list(PACKAGES) for amounts in opened.values())
    assert len({tuple(amounts) for amounts in opened.values()}) > 1


def test_a_reckoning_survives_json() -> None:
    state = replace(
        match(), stage=CLOSING, round=5, reckoning=Reckoning({"ANNA": 5}, {"ANNA": 1}, ("BOB",), {}, "ANNA")
    )
    assert SYSTEM.load(SYSTEM.dump(state)) == state


def test_aliases_hide_who_is_who_and_names_do_not() -> None:
    aliases = SYSTEM.seating({"players": 4, "aliases": ["RED", "BLUE"]})
    assert aliases.names == ("RED", "BLUE", "PIRATE3", "PIRATE4")
    assert (aliases.anonymous, aliases.players_names) == (True, False)
    real = SYSTEM.seating({"players": 4, "aliases": []})
    assert (real.anonymous, real.players_names) == (False, True)


@pytest.mark.parametrize("aliases", [["SELF"], ["RED", "RED"], ["12"], ["A-B"], ["A", "B", "C", "D", "E"]])
def test_an_alias_must_be_one_free_word(aliases: list[str]) -> None:
    with pytest.raises(Refused):
        begin(players=4, aliases=aliases)


def test_r10_after_the_end_nothing_is_opened_but_the_last_count() -> None:
    state = voting(round=5, players=("ANNA", "HAL"), rooms={"ANNA": 1, "HAL": 2})
    sheets = {"ANNA": "self no", "HAL": "self no"}
    outcome = play(state, sheets)
    assert outcome.result is not None
    assert SYSTEM.opened([PhaseRecord("R5V", orders(state, sheets), outcome.events)]) == ()
    assert not SYSTEM.opens_all
