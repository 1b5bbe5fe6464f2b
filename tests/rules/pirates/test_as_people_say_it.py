"""Plans and ballots in sentences, in other languages, and with words in brackets; and what is told instead."""

from __future__ import annotations

import pytest

from judge.rules.pirates.ballots import Booth, read_ballot
from judge.rules.pirates.plans import Purse, read_plan
from judge.rules.system import SheetLine

ROOM = ("ANNA", "BOB", "CARL", "DORA")


def plan(text: str) -> dict[str, int]:
    lines = [SheetLine(number, line) for number, line in enumerate(text.splitlines(), 1)]
    found = read_plan(Purse("ANNA", ROOM, 18, 0), lines).plan
    return dict(found.shares) if found else {}


def ballot(text: str) -> str:
    found = read_ballot(Booth("ANNA", ROOM, ""), [SheetLine(1, text)]).ballot
    return "".join(verdict[0] for verdict in found.values()) if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "I think a fair captain is a rich captain in the long run, so: 6 for me and 4 for each of the others.",
        "6 for me and 4 for the others",
        "ich behalte 6, die anderen bekommen je 4.",
        "je garde 6, les autres ont 4 chacun",
        "Je garde 6 et les autres reçoivent 4 chacun.",
        "I keep 6 and the others get 4 each",
        "mi tengo 6, gli altri ricevono 4 ciascuno",
        "me quedo con 6, los demás reciben 4 cada uno",
        "ik houd 6, de anderen krijgen elk 4",
        "fico com 6, os outros recebem 4 cada um",
        "jag behåller 6, de andra får 4 var",
        "zatrzymuję 6, pozostali dostają po 4",
        "Bob, Carl, Dora : 4 chacun\nje garde le reste",
        "Bob 4 oro\nCarl 4 oro\nDora (my dearest) 4\nmoi: 6",
    ],
)
def test_a_plan_in_a_sentence_or_in_another_language(text: str) -> None:
    assert plan(text) == {"ANNA": 6, "BOB": 4, "CARL": 4, "DORA": 4}


@pytest.mark.parametrize(
    "text",
    [
        "6 for me and 4 for each of the others if they vote for me",
        "If they vote for me, 6 for me and 4 for each of the others",
        "6 for me and 4 for each of the others, not Bob",
        "6 for me and 4 or 5 for each of the others",
    ],
)
def test_a_plan_that_hangs_on_something_is_told(text: str) -> None:
    lines = [SheetLine(1, text)]
    read = read_plan(Purse("ANNA", ROOM, 18, 0), lines)
    assert read.problems


@pytest.mark.parametrize(
    "text",
    [
        "I vote yes for Anna (that's me, obviously) and Bob (my friend). No to everyone else.",
        "yes: Anna (me), Bob; rest no",
    ],
)
def test_words_in_brackets_beside_a_name_are_no_names(text: str) -> None:
    assert ballot(text) == "YYNN"


@pytest.mark.parametrize(
    "text",
    ["yes: Anna, Bob (not Carl); rest no", "yes: Anna (and Carl), Bob; rest no", "yes: Bob (that's me), Anna; rest no"],
)
def test_words_in_brackets_that_may_name_somebody_are_told(text: str) -> None:
    assert ballot(text) == ""
