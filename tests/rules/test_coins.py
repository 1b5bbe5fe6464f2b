"""An amount and what it is of, in the words of each game: one is never called as several are."""

from __future__ import annotations

import pytest

from judge.rules.empires.story import comments_on
from judge.rules.machiavelli.system import SYSTEM as PLAGUE
from judge.rules.registry import systems
from judge.rules.values import PUBLIC, Event, only
from tests.rules.machiavelli.table import account_rows, phase, state
from tests.rules.machiavelli.test_letters import problems
from tests.rules.machiavelli.test_letters import read as read_letter
from tests.rules.pirates.matches import match
from tests.rules.pirates.matches import read as read_plan


@pytest.mark.parametrize(
    ("system", "currency", "one", "several"),
    [
        ("machiavelli", "ducat", "1 ducat", "19 ducats"),
        ("empires", "BP", "1 BP", "19 BPs"),
        ("pirates", "garnets", "1 garnet", "19 garnets"),
        ("pirates", "gold", "1 gold", "19 gold"),
        ("pirates", "tokens", "1 Token of Life", "19 Tokens of Life"),
        ("payola", "AgP", "1 AgP", "19 AgP"),
        ("exchange", "AgP", "1 AgP", "19 AgP"),
    ],
)
def test_a_balance_is_told_in_the_plural_of_its_currency(system: str, currency: str, one: str, several: str) -> None:
    assert [systems()[system].amount_in_words(amount, currency) for amount in (1, 19)] == [one, several]


@pytest.mark.parametrize(
    ("left", "why"), [(1, "1 ducat was left"), (2, "2 ducats were left"), (0, "0 ducats were left")]
)
def test_plague_tells_of_one_ducat_that_was_left(left: int, why: str) -> None:
    played = phase("MILAN A PAR", {"MILAN": "BODYGUARD MILAN 3"}, ducats={"MILAN": left})
    assert [row["why"] for row in account_rows(played, "MILAN")] == [why]


def test_plague_tells_of_one_ducat_in_a_treasury_and_as_a_price() -> None:
    view = PLAGUE.view(state("MILAN A PAR", ducats={"MILAN": 1}), only("MILAN"))
    assert PLAGUE.estimate(view, {"gifts": "GIVE 1 TURKEY"})[0] == "This costs at most 1 of your 1 ducat."
    (told,) = problems(read_letter("Sell Como to Genoa for 0", "", "MILAN", "SPR1460A"))
    assert told.message == "the least price of Como is 1 ducat"


def test_pirates_tells_of_one_garnet_that_is_not_there() -> None:
    (told,) = read_plan(match(), "ANNA", "Bob 30\nGARNET 1").problems
    assert told.message == "That takes 1 garnet, and you have none."


def test_empires_tells_of_one_build_point_for_the_next_turn() -> None:
    events = [
        Event(PUBLIC, "roundup", {"order": []}),
        Event(only("EA"), "report", {"slots": [], "battles": [], "bps": 1}),
    ]
    assert comments_on(events, "EA")[-1] == "You have 1 BP for the next turn."
