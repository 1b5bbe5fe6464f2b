"""What a player of Empires might learn from a turn."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.empires.state import Area
from judge.rules.empires.story import comments_on
from judge.rules.values import PUBLIC, Event, Json, only
from tests.rules.empires.worlds import after, play, world

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
