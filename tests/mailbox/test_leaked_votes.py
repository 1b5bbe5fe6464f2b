"""Attacks on votes with a letter in hand that a player passed on: its reply address, and a forged From."""

from __future__ import annotations

from itertools import count

import pytest

from judge.cli.tools.correspondent import Correspondent, Received
from tests.support.house import House, put
from tests.support.table_of_seven import Seven, seven

THREE = "dummies AUSTRIA ENGLAND GERMANY RUSSIA"
_NUMBERS = count()


def _leaked(letter: Received) -> str:
    return letter.reply_to.rpartition("<")[2].strip(">")


def _forge(house: House, who: Correspondent, letter: Received, text: str) -> list[Received]:
    """A mail in somebody's name to the reply address of their letter; what they are mailed for it."""
    before = len(who.inbox())
    head = f"From: {who.address}\nMessage-ID: <{next(_NUMBERS)}@forged>\nSubject: Re: {letter.subject}"
    put(house, f"{head}\n\n{text}\n", to=_leaked(letter))
    return who.inbox()[before:]


def _words(mails: list[Received]) -> list[str]:
    """What they say, but for the codes."""
    return [mail.text.replace(mail.code or "no code", "<code>") for mail in mails]


@pytest.mark.parametrize("vote", ["DRAW", "Draw yes.", "CONCEDE TO FRANCE", "Concede: France"])
def test_a_vote_on_one_proof_waits_for_a_code(house: House, vote: str) -> None:
    table = seven(house, THREE)
    for other in ("FRANCE", "ITALY") if vote.upper().startswith("DRAW") else ("ITALY",):
        table.tell(other, vote)
    turkey, letter = table.players["TURKEY"], table.results("TURKEY")
    (asked,) = (mail for mail in _forge(house, turkey, letter, vote) if mail.code)
    assert table.game().status == "active"
    turkey.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert table.game().status == "ended"


@pytest.mark.parametrize("vote", ["DRAW", "CONCEDE TO FRANCE"])
def test_the_code_for_the_last_vote_is_asked_in_the_words_of_any_other(house: House, vote: str) -> None:
    table = seven(house, THREE)
    turkey, letter = table.players["TURKEY"], table.results("TURKEY")
    first = _words(_forge(house, turkey, letter, vote))
    for other in ("FRANCE", "ITALY") if vote == "DRAW" else ("ITALY",):
        table.tell(other, vote)
    assert _words(_forge(house, turkey, letter, vote)) == first
    assert any("<code>" in text for text in first)


def test_a_vote_is_taken_back_without_a_code(house: House) -> None:
    """It ends nothing, and who has second thoughts must not have to wait."""
    table: Seven = seven(house, THREE)
    table.tell("TURKEY", "DRAW")
    for text in ("DRAW NO", "NODRAW", "CONCEDE NO"):
        (reply,) = _forge(house, table.players["TURKEY"], table.results("TURKEY"), text)
        assert "You have no vote for a draw or a concession now" in " ".join(reply.text.split())
