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
    ["Wait, I have not decided yet.", "Draw? No thanks.", "Concede to Austria? Ha! He wishes.", "Wait until Friday"],
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
    ],
)
def test_what_is_asked_for_in_words_is_one(line: str) -> None:
    assert is_command(line)


def test_talk_that_begins_like_a_command_is_listed_as_not_read_and_is_no_problem(house: House) -> None:
    reply = seven(house).tell("ITALY", "Wait, I have not decided yet.\n5 : A VEN H").text
    assert "PROBLEM" not in reply
    assert "> Wait, I have not decided yet." in reply.partition("NOT READ")[2]
