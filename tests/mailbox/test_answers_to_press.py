"""An answer to a press letter is an answer to a person."""

from __future__ import annotations

import re

import pytest

from judge.testing.correspondent import Received
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, played, seven


@pytest.fixture
def table(house: House) -> Seven:
    def play() -> Seven:
        table = seven(house)
        table.tell("FRANCE", "5 : A PAR - BUR")
        table.tell("ITALY", "PRESS TO FRANCE\nShall we?\nEND PRESS")
        return table

    return played(house, (__name__,), play)


def answer(table: Seven, text: str, *, key: bool = False) -> Received:
    """France answers the letter from Italy; the judge's reply."""
    letter = table.players["FRANCE"].last(lambda mail: "Press from Italy" in mail.subject)
    return table.house.tell(table.players["FRANCE"], text, to=letter, key=key)


def heard(table: Seven) -> list[str]:
    return [mail.text for mail in table.players["ITALY"].inbox() if "Press from" in mail.subject]


def on_file(table: Seven) -> str:
    return table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


def balance(table: Seven) -> str:
    return table.tell("FRANCE", "BALANCE").text


def asking(table: Seven) -> Received:
    return table.players["FRANCE"].last(lambda mail: mail.code != "")


CHAT = {
    "an order within words": "Agreed. So I order\nA PAR - PIC",
    "an offer": "5 : A MAR - SPA",
    "words that begin like commands": "Wait, I think we should talk.\nDraw?\nAccept my offer, please!",
}


@pytest.mark.parametrize("text", CHAT.values(), ids=CHAT)
def test_nothing_in_it_is_filed_and_it_is_offered_back_as_press(table: Seven, text: str) -> None:
    reply = answer(table, text)
    assert "nothing in it was filed" in flat(reply)
    assert "It would go to Italy:" in flat(reply)
    assert not heard(table)
    assert "5 : A PAR - BUR" in on_file(table)
    assert "PIC" not in on_file(table)


def test_one_reply_sends_it(table: Seven) -> None:
    answer(table, "Agreed.\n\nA PAR - PIC it is.")
    table.house.tell(table.players["FRANCE"], f"CONFIRM {asking(table).code}", to=asking(table))
    (letter,) = heard(table)
    assert "  Agreed.\n\n  A PAR - PIC it is." in letter
    assert "5 : A PAR - BUR" in on_file(table)


def test_whole_commands_count(table: Seven) -> None:
    reply = answer(table, "Let me see.\nSHOW\nPRESS TO ITALY\nWe shall.\nEND PRESS")
    assert "ON FILE FOR FRANCE" in reply.text
    assert "We shall." in heard(table)[0]
    assert "Let me see." not in heard(table)[0]


def codes_in(letter: Received) -> list[str]:
    return re.findall(r"CONFIRM ([a-z2-7]{16})", letter.text)


@pytest.mark.parametrize("line", ["TRANSFER 5 TO ITALY", "DRAW", "CLEAR", "RESIGN"])
def test_what_moves_money_votes_leaves_or_changes_what_is_filed_is_asked_first(table: Seven, line: str) -> None:
    before = balance(table)
    others = len(table.players["ITALY"].inbox())
    reply = answer(table, f"KEY {table.players['FRANCE'].key}\n{line}")
    assert "is not done yet:" in flat(reply)
    assert reply.code
    assert balance(table) == before
    assert "5 : A PAR - BUR" in on_file(table)
    assert len(table.players["ITALY"].inbox()) == others


def test_the_words_and_the_command_have_a_code_each(table: Seven) -> None:
    letter = answer(table, "Here is your money.\nTRANSFER 5 TO ITALY")
    _, of_transfer, of_words = letter.text.split("In oslo, this is not done yet")
    assert "Here is your money." not in of_transfer
    assert "TRANSFER" not in of_words
    table.house.tell(table.players["FRANCE"], f"CONFIRM {codes_in(letter)[1]}", to=letter)
    assert len(heard(table)) == 1
    assert "TRANSFER" not in heard(table)[0]


def test_orders_below_a_press_of_its_own_are_filed_by_a_code_and_offered_to_nobody(table: Seven) -> None:
    reply = answer(table, "PRESS TO ITALY\nWe shall.\nEND PRESS\n\n3 : A MAR - SPA\n2 : A PAR - PIC\n\nThanks!")
    assert "We shall." in heard(table)[0]
    assert "> 3 : A MAR - SPA / 2 : A PAR - PIC" in reply.text
    assert "Not filed: you answered a letter from another player, so I ask first." in flat(reply)
    assert "PROBLEM" not in reply.text
    assert "MAR" not in on_file(table).partition("You offer nothing")[0]
    filed = table.house.tell(table.players["FRANCE"], f"CONFIRM {asking(table).code}", to=asking(table))
    assert "3 : A MAR - SPA\n2 : A PAR - PIC" in filed.text
    assert "PROBLEM" not in filed.text
    assert len(heard(table)) == 1


def test_no_order_below_a_press_of_its_own_is_told_where_to_send_it(table: Seven) -> None:
    reply = answer(table, "PRESS TO ITALY\nWe shall.\nEND PRESS\n\n3 : A MAR - NWY")
    assert "PROBLEM in line 5: You answered a letter from another player." in flat(reply)
    assert not reply.code


def test_thanks_below_a_press_of_its_own_are_no_problem(table: Seven) -> None:
    reply = answer(table, "PRESS TO ITALY\nWe shall.\nEND PRESS\n\nThanks, judge!")
    assert "PROBLEM" not in reply.text
    assert "Thanks, judge!" not in reply.text.partition("NOT READ")[2]


def test_what_waited_as_a_transfer_is_never_sent_as_words(table: Seven) -> None:
    """Not even where the money is gone by then, and the line reads as no transfer any more."""
    letter = answer(table, "TRANSFER 40 TO ITALY\nHere is your money.")
    table.tell("FRANCE", "TRANSFER 40 TO GERMANY")
    reply = table.house.tell(table.players["FRANCE"], f"CONFIRM {codes_in(letter)[0]}", to=letter, key=False)
    assert not heard(table)
    assert "PROBLEM" in reply.text
    assert "TRANSFER 40 TO ITALY" in reply.text
    assert "8 AgP" in balance(table)


def test_words_go_to_nobody_in_another_game_than_the_letters(table: Seven) -> None:
    other = seven(table.house, name="rome")
    letter = table.players["FRANCE"].last(lambda mail: "[oslo] Press from Italy" in mail.subject)
    reply = table.house.tell(table.players["FRANCE"], "GAME rome\nShall we?", to=letter, key=False)
    assert "does not belong to" in flat(reply)
    assert not [mail for mail in other.players["ITALY"].inbox() if "[rome] Press from" in mail.subject]
    assert "Please confirm" not in table.players["FRANCE"].last().subject


def test_what_was_written_to_a_person_is_not_filed_once_that_letter_counts_no_more(table: Seven) -> None:
    answer(table, "A PAR - PIC\nis what I shall do.")
    waiting = asking(table)
    france = table.players["FRANCE"]
    olga = table.house.registered("Olga")
    table.direct("REPLACE FRANCE olga@example.org")
    table.house.agree(olga)
    table.direct(f"REPLACE FRANCE {france.address}")
    table.house.agree(france)
    reply = table.house.tell(france, f"CONFIRM {waiting.code}", to=waiting, key=False)
    assert not heard(table)
    assert "PIC" not in on_file(table)
    assert "is no longer valid" in flat(reply)
