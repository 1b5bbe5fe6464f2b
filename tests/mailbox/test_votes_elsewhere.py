"""Games on whose end nobody votes: what a line that wishes for such a vote is told there."""

from __future__ import annotations

from tests.rules.empires.test_by_mail import War
from tests.rules.pirates.test_by_mail import FOUR, Crew
from tests.support.house import House

WISHES = ("VOTE", "PROPOSE", "I concede", "SET CONC", "withdraw my vote", "how do I vote for a draw?", "DRWA")


def test_a_wish_to_vote_names_no_votes_in_empires(house: House) -> None:
    game = War(house)
    _check(game.tell("NO", "\n".join(WISHES)).text, "In a game of Empires nobody votes for a draw or a victory.")


def test_a_wish_to_vote_names_no_votes_in_pirates_proposal(house: House) -> None:
    match = Crew(house, FOUR)
    told = "In a game of Pirates' Proposal nobody votes for a draw or a victory."
    _check(match.tell("ANNA", "\n".join(WISHES)).text, told)


def _check(text: str, told: str) -> None:
    said = " ".join(text.split())
    assert told in said.partition("NOT READ")[2]
    assert told in said.partition("> DRWA")[2]
    for wrong in ("DRAW votes", "DRAW alone", "NODRAW", "CONCEDE TO", "mean DRAW"):
        assert wrong not in said
