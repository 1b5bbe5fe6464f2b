"""What a player of Pirates' Proposal might learn from a phase."""

from __future__ import annotations

from typing import Any

from judge.rules.pirates.comments import comments_on
from judge.rules.values import PUBLIC, Event, only

ME = "PIRATE1"
PLANS = [{"player": f"PIRATE{number}", "room": 1 + number // 4, "passed": number < 3} for number in range(1, 6)]


def _told(kind: str, data: dict[str, Any]) -> Event:
    return Event(PUBLIC if kind == "verdict" else only(ME), kind, data)


def _verdict(own: dict[str, Any], gained: int) -> tuple[str, ...]:
    return comments_on([_told("verdict", {"plans": PLANS}), _told("gold", {"gained": gained, "own": own})], ME)


def test_r5_of_plans_without_a_share_it_is_told_that_they_bring_gold_only_if_they_fail() -> None:
    """The gold of a failed plan is split among the others of the room. The comment said that it brings nothing."""
    shares = [{"from": ME, "amount": 40}, {"from": "PIRATE2", "amount": 7}, {"from": "PIRATE3", "amount": 0}]
    assert comments_on([_told("shares", {"shares": shares})], ME) == (
        "Pirate2 offers you most: 7.",
        "1 of 2 plans of others in your room share with you. The rest bring you gold only if they fail.",
        "If all of them pass, they bring you 7.",
    )
    told = comments_on([_told("shares", {"shares": shares[:2]})], ME)
    assert told[1] == "1 of 1 plans of others in your room share with you."


def test_of_the_verdict_it_is_told_what_the_own_plan_and_those_of_others_brought() -> None:
    own, others, room = _verdict({"passed": True, "kept": 20}, 39)
    assert own.startswith("Your plan passed, and you kept 20.")
    assert (others, room) == (
        "19 of your 39 gold came from the plans of others.",
        "2 of 3 plans passed in your room.",
    )
    assert _verdict({"passed": False, "kept": 0}, 9)[:2] == (
        "Your plan fell. Votes are bought with shares: more of the room must gain by it.",
        "9 of your 9 gold came from the plans of others.",
    )


def test_where_neither_was_told_nothing_is_said() -> None:
    assert comments_on([_told("package", {"amount": 20})], ME) == ()
