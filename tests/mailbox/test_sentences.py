"""Talk that begins with the word of a command: it does nothing, and is no problem."""

from __future__ import annotations

import pytest

from judge.mail.values import TextLine
from judge.mailbox.lines.items import split
from tests.support.house import House
from tests.support.table_of_seven import seven


def is_command(line: str) -> bool:
    (item,), _ = split([TextLine(1, line)])
    return item.command is not None


@pytest.mark.parametrize(
    "line",
    [
        "Wait, I have not decided yet.",
        "Wait, I haven't decided yet. Show me a mercy?",
        "Wait until Friday",
        "Wait until Friday comes round again.",
        "Draw? No thanks.",
        "Concede to Austria? Ha! He wishes.",
        "Map looks lovely by the way.",
        "Rules like that are good to have!",
    ],
)
def test_a_sentence_is_no_command(line: str) -> None:
    assert not is_command(line)


@pytest.mark.parametrize(
    "line",
    [
        "Map of the game, please.",
        "Show me my current orders please",
        "Map of the last phase",
        "Press to Italy: peace? I hope",
        "WAIT, I HAVE NOT DECIDED YET",
        "Draw, France and Italy",
        "Draw with my friends?",
        "Concede to Frnace",
        "Late, by 2 days, for I have the flu.",
        "Game on, as they say here.",
        "Press on, my friends, we are nearly there!",
    ],
)
def test_what_is_asked_for_in_words_or_may_be_a_wish_is_one(line: str) -> None:
    assert is_command(line)


def test_talk_that_begins_like_a_command_is_listed_as_not_read_and_is_no_problem(house: House) -> None:
    reply = seven(house).tell("ITALY", "Wait, I have not decided yet.\n5 : A VEN H").text
    assert "PROBLEM" not in reply
    assert "> Wait, I have not decided yet." in reply.partition("NOT READ")[2]
