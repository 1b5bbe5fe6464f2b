"""Talk that begins with the word of a command: it does nothing, and is no problem."""

from __future__ import annotations

import pytest

from judge.commands.command import commands
from judge.mailbox.lines.wishes import is_sentence
from tests.support.house import House
from tests.support.table_of_seven import seven


def is_talk(line: str) -> bool:
    return is_sentence(commands()[line.split(maxsplit=1)[0].strip("?,!").upper()], line)


@pytest.mark.parametrize(
    "line",
    [
        "Wait, I have not decided yet.",
        "Wait, I haven't decided yet. Show me a mercy?",
        "Draw? No thanks.",
        "Concede to Austria? Ha! He wishes.",
        "Map looks lovely by the way.",
        "Rules like that are good to have!",
    ],
)
def test_a_sentence_is_talk(line: str) -> None:
    assert is_talk(line)


@pytest.mark.parametrize(
    "line",
    [
        "WAIT, I HAVE NOT DECIDED YET",
        "Wait until Friday",
        "Wait until Friday comes round again.",
        "Draw, France and Italy",
        "Draw with my friends?",
        "Concede to Frnace",
        "Map of the game, please.",
        "Map of the last phase",
        "Late, by 2 days, for I have the flu.",
        "Game on, as they say here.",
        "Press on, my friends, we are nearly there!",
    ],
)
def test_what_may_be_a_wish_or_changes_the_lines_below_is_none(line: str) -> None:
    assert not is_talk(line)


def test_talk_that_begins_like_a_command_is_listed_as_not_read_and_is_no_problem(house: House) -> None:
    reply = seven(house).tell("ITALY", "Wait, I have not decided yet.\n5 : A VEN H").text
    assert "PROBLEM" not in reply
    assert "> Wait, I have not decided yet." in reply.partition("NOT READ")[2]
