"""Commands as people write them who do not know how they are written: what can mean one thing only is done, and the
rest is told how.
"""

from __future__ import annotations

import pytest

from judge.cli.tools.correspondent import Received
from judge.conversation.lines.listed import said_of
from judge.lifecycle.seat_draw import read_wishes
from tests.support.house import House
from tests.support.table_of_seven import seven

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def flat(mail: Received) -> str:
    return " ".join(mail.text.split())


@pytest.mark.parametrize(
    ("line", "wishes"),
    [
        ("join oslo.", ""),
        ("Join game oslo", ""),
        ('join "oslo"', ""),
        ("join #oslo, please", ""),
        ("JOIN OSLO (Italy)", "ITALY"),
        ("join oslo as italy or france", "ITALY, FRANCE"),
        ("JOIN oslo as England/France/Germany", "ENGLAND, FRANCE, GERMANY"),
        ("join oslo as Italy if possible", "ITALY"),
        ("JOIN oslo AS Italy, then France, else any power", "ITALY, FRANCE, ?"),
    ],
)
def test_a_game_is_joined_in_many_words(house: House, line: str, wishes: str) -> None:
    people = house.gathered("Manus", "Anna")
    house.tell(people["Manus"], "CREATE payola oslo\nEND CREATE")
    said = flat(house.tell(people["Anna"], line))
    assert "You have joined oslo." in said
    assert f"Your wishes: {wishes}." in said if wishes else "Any seat is fine" in said


def test_a_seat_that_is_called_like_such_a_word_is_that_seat() -> None:
    assert read_wishes("OR, ANY", ("OR", "ANY", "BERT")) == ("OR", "ANY")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("show map", "I read this as MAP."),
        ("Show me the deadline", "I read this as STATUS."),
        ("show status of oslo", "I read this as STATUS of oslo."),
        ("show my orders", "ON FILE FOR FRANCE"),
        ("games?", "YOUR GAMES"),
        ("status?", "STATUS OF OSLO"),
    ],
)
def test_what_is_to_be_shown_is_shown(house: House, line: str, told: str) -> None:
    assert told in flat(seven(house).tell("FRANCE", line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pause the game", "PAUSE THE GAME is PAUSE here. oslo is paused."),
        ("extend the deadline by 24 hours", "Spring 1901 Movement is due Fri 6 Mar 2026, 12:00 UTC."),
        ("EXTEND UNTIL Friday", "DEADLINE 2026-12-31 20:00 sets a time."),
        ("set remind to 12h", "remind is now 12h."),
        ("SET title To the death", "title is now To the death."),
        ("eject the player of Italy", "Italy has no player now."),
        ("invite Bob <bob@example.org> to oslo", "bob@example.org is invited."),
    ],
)
def test_a_gamemaster_is_understood(house: House, line: str, told: str) -> None:
    assert told in flat(seven(house).direct(line))


def test_an_invitation_to_another_game_than_the_mails_is_refused(house: House) -> None:
    assert "An address is needed." in flat(seven(house).direct("INVITE bob@example.org to lund"))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("I'd like to join oslo", "JOIN"),
        ("Please sign me up for oslo", "JOIN"),
        ("Which games can I join?", "LIST"),
        ("quit oslo", "RESIGN"),
        ("stop observing oslo", "OBSERVE"),
        ("unsubscribe", "RESIGN"),
        ("my timezone is Europe/Paris", "ZONE"),
        ("change my name to Anna B.", "PROFILE NAME"),
        ("To Italy: shall we talk?", "PRESS TO"),
        ("@Italy shall we talk?", "PRESS TO"),
        ("kick Italy", "EJECT"),
        ("cancel the game", "TERMINATE"),
        ("adjudicate now", "PROCESS"),
        ("BROADCAST hello everybody", "BROADCAST"),
        ("what's the deadline?", "STATUS"),
        ("Let me join you in Munich", ""),
        ("Can I join forces with you?", ""),
        ("To Florence: 5 ducats", ""),
        ("I live in another time zone than you", ""),
        ("Thanks for joining!", ""),
    ],
)
def test_a_wish_is_told_its_command_and_talk_is_not(line: str, command: str) -> None:
    assert command in said_of(line)
    assert bool(said_of(line)) is bool(command)
