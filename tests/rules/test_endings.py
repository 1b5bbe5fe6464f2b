"""How an end that the rules keep in short words is told."""

from __future__ import annotations

import json

import pytest

from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.endings import NO_RESULT, in_prose, stopped, told_of_end, with_names
from judge.rules.values import END, Act, Result
from tests.rules.empires.worlds import world

FRANCE, ANNA = ("FRANCE",), ("ANNA",)
DECLARED = "The GameMaster has declared ITALY the winner."
DRAWN = "The game is a draw between Italy and Turkey."
ITALY_WINS = "The GameMaster has declared Italy the winner."
ENDS = {
    "a concession": (
        Result(FRANCE, "FRANCE wins: all others have conceded."),
        "France (you) wins: all others have conceded.",
    ),
    "a sentence without its full stop": (
        Result((), "nobody but FRANCE and NO is left"),
        "Nobody but France (you) and NO is left.",
    ),
    "a reason": (
        Result(("ITALY",), DECLARED, by_master=True, why="FRANCE was\nLATE"),
        'The GameMaster has declared Italy the winner. They write: "FRANCE was LATE".',
    ),
    "the reader's shares": (
        Result(FRANCE, DECLARED, powers=("ITALY",), shares=1),
        "The GameMaster has declared Italy the winner. You have won, with 1 share.",
    ),
    "shares and a reason": (
        Result(ANNA, DECLARED, why="his and hers", powers=("ITALY",), shares=4),
        'The GameMaster has declared Italy the winner. Anna has won, with 4 shares. They write: "his and hers".',
    ),
    "equal shares": (
        Result(("ANNA", "FRANCE"), DECLARED, powers=("ITALY",), shares=2),
        "The GameMaster has declared Italy the winner. Anna and France (you) have won, with 2 shares each.",
    ),
    "no share of one": (
        Result(ANNA, DECLARED, powers=("ITALY",)),
        f"{ITALY_WINS} Nobody who plays holds a share of it, and all share the victory.",
    ),
    "no share of two": (
        Result(ANNA, "The game is a draw between ITALY and TURKEY.", powers=("ITALY", "TURKEY")),
        f"{DRAWN} Nobody who plays holds a share of them, and all share the victory.",
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_an_end_is_told_by_its_fields_with_names_as_people_write_them(end: str) -> None:
    result, told = ENDS[end]
    assert told_of_end(result.data(), "FRANCE") == told
    assert Result.of(json.loads(json.dumps(result.data()))) == result


def test_a_reason_stands_as_the_gamemaster_s_words() -> None:
    assert told_of_end(stopped("").data()) == NO_RESULT
    assert told_of_end(stopped("Nobody\n saw ITALY.").data()) == f'{NO_RESULT} They write: "Nobody saw ITALY."'


def test_an_end_that_is_kept_as_a_sentence_gets_no_second_full_stop() -> None:
    """Empires keeps its ends so. Its letter said `a draw between EA, NO, SO and WE..`."""
    outcome = EMPIRES.act(world(), "", Act(END, {"draw": True}))
    (event,) = (each for each in outcome.events if each.kind == "ended")
    assert event.data["by_master"]
    assert told_of_end(event.data, "NO") == "The GameMaster has declared a draw between EA, NO, SO and WE."


def test_names_of_two_letters_stay_as_they_are() -> None:
    assert in_prose("A draw between EA, NO and FRANCE", "NO") == "A draw between EA, NO and France"


def test_only_these_names_are_written_as_people_write_them() -> None:
    names = {"AUSTRIA", "TRI"}
    assert with_names("paid to AUSTRIA F BUD", names) == "paid to Austria F BUD"
    assert with_names("transfer from TRI2 to TRI", names) == "transfer from TRI2 to Tri"
