"""Phases of all sizes, drawn by chance, played by the judge and again from the rules' text alone."""

from __future__ import annotations

import random
from typing import Any

from judge.rules.pirates.system import SYSTEM
from tests.rules.pirates.match_again import (
    Phase,
    counted,
    default_plan,
    drawn_distribution,
    drawn_vote,
    players_of,
    room_of,
    tokens_of,
)
from tests.support.soaking import stride

PHASES = stride(3000, 60)


def played(phase: Phase, number: int) -> Any:
    return SYSTEM.case({"seed": f"match {number}", "position": phase.position, "orders": phase.letters})


def test_every_plan_put_to_the_vote_is_the_one_sent_or_the_package_shared_evenly() -> None:
    for number in range(PHASES):
        phase = drawn_distribution(random.Random(number))
        found = played(phase, number)
        for name in players_of(phase.position):
            expected = phase.plans.get(name, default_plan(phase.position, name))
            told = found["results"][name]
            assert {each: told["plan"].get(each, 0) for each in room_of(phase.position, name)} == {
                each: expected.get(each, 0) for each in room_of(phase.position, name)
            }, (number, name, phase.letters.get(name))
            assert told["default"] == (name not in phase.plans), (number, name)
            left = phase.position["garnets"][name] - phase.garnets.get(name, 0)
            assert found["position"]["garnets"][name] == left, (number, name)


def test_every_vote_is_counted_and_every_plan_paid_or_confiscated() -> None:
    for number in range(PHASES):
        phase = drawn_vote(random.Random(number))
        found = played(phase, number)
        ballots = {}
        for name, told in found["results"].items():
            ballots[name] = {each: word == "YES" for each, word in told["ballot"].items()}
            assert set(ballots[name]) == set(room_of(phase.position, name))
            assert abs(2 * sum(ballots[name].values()) - len(ballots[name])) < 2, (number, name)
            assert told["default"] == (name not in phase.ballots), (number, name)
            assert ballots[name] == phase.ballots.get(name, ballots[name]), (number, name)
        passed, gold = counted(phase.position, ballots)
        assert {name: told["passed"] for name, told in found["results"].items()} == passed, number
        assert found["position"]["gold"] == gold, number


def test_who_moves_is_in_the_other_room_next_and_everybody_opens_another_package() -> None:
    for number in range(PHASES):
        phase = drawn_vote(random.Random(number))
        before, after = phase.position, played(phase, number)["position"]
        if before["phase"] == "R5V":
            continue
        for name in players_of(before):
            other = name not in before["rooms"]["1"]
            assert (name in after["rooms"]["1"]) == (other == (name in phase.movers)), (number, name)
            assert after["moved"][name] == before["moved"][name] + (name in phase.movers)
            assert sorted([after["packages"][name], *after["unopened"][name]]) == before["unopened"][name]


def test_after_the_fifth_vote_tokens_garnets_and_candidates_are_those_of_the_rules() -> None:
    for number in range(PHASES):
        phase = drawn_vote(random.Random(number))
        phase.position |= {"phase": "R5V", "unopened": {name: [] for name in phase.position["gold"]}}
        after = played(phase, number)["position"]
        gold, reckoning = after["gold"], after["reckoning"]
        holders, giver = tokens_of(gold)
        assert (set(reckoning["tokens"]), reckoning["giver"]) == (holders, giver), number
        assert set(reckoning["tokens"].values()) <= {1}
        assert set(reckoning["candidates"]) == {name for name in gold if gold[name] == min(gold.values())}
        assert reckoning["garnets"] == {name: amount // 50 for name, amount in gold.items()}
        best = sorted(name for name in gold if gold[name] == max(gold.values()))
        assert after["winners"] == ([] if giver else best), number
