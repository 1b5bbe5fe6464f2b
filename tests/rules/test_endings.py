"""How an end that the rules keep in short words is told."""

from __future__ import annotations

import pytest

from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.endings import NO_RESULT, in_prose, stopped, told_of_end, with_names
from judge.rules.values import END, Act
from tests.rules.empires.worlds import world

ENDS = {
    "All others have conceded the game to FRANCE": "France wins: all others have conceded.",
    "A draw between AUSTRIA and FRANCE": "The game is a draw between Austria and France (you).",
    "FRANCE is left alone": "France (you) is left alone and wins.",
    "The GameMaster has declared ITALY the winner": "The GameMaster has declared Italy the winner.",
    "The GameMaster has declared a draw between FRANCE and ITALY: by consent": (
        'The GameMaster has declared a draw between France (you) and Italy. They write: "by consent".'
    ),
    "The GameMaster has declared a draw between FRANCE": "The GameMaster has declared France (you) the winner.",
    "The GameMaster has declared a draw between FRANCE: his and hers: ANNA has won, with 4 shares": (
        'The GameMaster has declared France (you) the winner. Anna has won, with 4 shares. They write: "his and hers".'
    ),
    "The GameMaster has declared ITALY the winner: nobody who plays holds a share, and all share the victory": (
        "The GameMaster has declared Italy the winner. Nobody who plays holds a share of it, and all share the victory."
    ),
    "A draw between FRANCE and ITALY: nobody who plays holds a share, and all share the victory": (
        "The game is a draw between France (you) and Italy. Nobody who plays holds a share of them, and all share the"
        " victory."
    ),
    "All others have conceded the game to ITALY: ANNA has won, with 4 shares": (
        "Italy wins: all others have conceded. Anna has won, with 4 shares."
    ),
}


@pytest.mark.parametrize("kept", ENDS)
def test_an_end_is_told_in_sentences_with_names_as_people_write_them(kept: str) -> None:
    reader = "" if kept.startswith("All") else "FRANCE"
    assert told_of_end(kept, reader) == ENDS[kept]


def test_a_reason_stands_as_the_gamemaster_s_words() -> None:
    assert stopped("") == NO_RESULT
    assert stopped("Nobody\n saw anything.") == f'{NO_RESULT} They write: "Nobody saw anything."'
    told = told_of_end("The GameMaster has declared FRANCE the winner: ITALY was LATE", "ITALY")
    assert told == 'The GameMaster has declared France the winner. They write: "ITALY was LATE".'


def test_an_end_that_is_kept_as_a_sentence_gets_no_second_full_stop() -> None:
    """Empires keeps its ends so. Its letter said `a draw between EA, NO, SO and WE..`."""
    outcome = EMPIRES.act(world(), "", Act(END, {"draw": True}))
    (event,) = (each for each in outcome.events if each.kind == "ended")
    assert event.data["summary"] == "The GameMaster has declared a draw between EA, NO, SO and WE."
    assert told_of_end(event.data["summary"], "NO") == event.data["summary"]
    assert told_of_end("The GameMaster has declared NO the winner.") == "The GameMaster has declared NO the winner."


def test_names_of_two_letters_stay_as_they_are() -> None:
    assert in_prose("A draw between EA, NO and FRANCE", "NO") == "A draw between EA, NO and France"


def test_only_these_names_are_written_as_people_write_them() -> None:
    names = {"AUSTRIA", "TRI"}
    assert with_names("paid to AUSTRIA F BUD", names) == "paid to Austria F BUD"
    assert with_names("transfer from TRI2 to TRI", names) == "transfer from TRI2 to Tri"
