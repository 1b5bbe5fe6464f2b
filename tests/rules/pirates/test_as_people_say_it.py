"""Plans and ballots in sentences, in other languages, and with words in brackets; and what is told instead."""

from __future__ import annotations

import pytest

from judge.reading.sheet import SheetLine
from judge.rules.pirates.canonical import Purse
from judge.rules.pirates.reading.attempts import is_match_attempt
from judge.rules.pirates.reading.ballots import Booth, read_ballot
from judge.rules.pirates.reading.plans import read_plan

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


@pytest.mark.parametrize("text", ["anna yes bob yes carl no dora no", "Anna: yes Bob: yes Carl: no Dora: no."])
def test_a_ballot_may_be_dictated_without_commas(text: str) -> None:
    assert ballot(text) == "YYNN"


@pytest.mark.parametrize(
    "text",
    [
        "6 for me and 4 for each of the others if they vote for me",
        "If they vote for me, 6 for me and 4 for each of the others",
        "6 for me and 4 for each of the others, not Bob",
        "6 for me and 4 or 5 for each of the others",
        "Bob 3 or 4, 4 for the others, 6 for me",
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


@pytest.mark.parametrize(
    "text",
    [
        "6 gold each for Bob and Carl please, and I keep the rest.",
        "Bob and Carl get 6 each, thanks. The rest is mine, please.",
    ],
)
def test_a_courtesy_behind_a_share_is_none_of_it(text: str) -> None:
    assert plan(text) == {"ANNA": 6, "BOB": 6, "CARL": 6, "DORA": 0}


@pytest.mark.parametrize(
    "text",
    [
        "6 gold each for Bob and Carl please if they agree, and I keep the rest.",
        "6 gold each for Bob and Thanks, and I keep the rest",
    ],
)
def test_what_is_more_than_a_courtesy_is_told(text: str) -> None:
    assert plan(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "I vote yes on Bob and my own plan, and no on everybody else's.",
        "Bob yes, Anna yes, no to everyone else\u2019s plans",
        "Yes to Bob and myself please, the rest no thanks",
    ],
)
def test_a_ballot_names_the_plans_of_others_and_ones_own(text: str) -> None:
    assert ballot(text) == "YYNN"


@pytest.mark.parametrize(
    "text", ["No thanks to Bob", "Yes to Bob, no thanks to the captain", "I vote yes on my own idea"]
)
def test_thanks_are_no_vote(text: str) -> None:
    assert ballot(text) == ""


def test_a_player_who_is_called_like_a_courtesy_is_named() -> None:
    room = ("ANNA", "BOB", "TACK", "DORA")
    found = read_plan(Purse("ANNA", room, 18, 0), [SheetLine(1, "6 for Bob, 6 for Tack, 6 for me")]).plan
    assert found is not None
    assert found.shares["TACK"] == 6


def test_nobody_is_told_twice_in_one_vote() -> None:
    found = read_ballot(Booth("ANNA", ROOM, ""), [SheetLine(1, "yes to Bob and my own, no to the others")])
    assert [each.meaning for each in found.lines] == ["BOB and ANNA: YES; all not named: NO"]


@pytest.mark.parametrize(
    "text",
    [
        "Split it evenly please",
        "Everybody gets the same",
        "I keep everything",
        "Give everything to Bob",
        "Bob gets half",
    ],
)
def test_a_plan_without_a_number_is_told(text: str) -> None:
    assert is_match_attempt(text, ROOM)
    assert plan(text) == {}


@pytest.mark.parametrize("text", ["I keep everything crossed", "Everybody gets the same letter", "Let's share a drink"])
def test_talk_of_sharing_is_no_plan(text: str) -> None:
    assert not is_match_attempt(text, ROOM)


@pytest.mark.parametrize("text", ["Hope they all vote yes, arr.", "I hope you vote yes", "They will vote no again"])
def test_what_others_may_vote_is_no_vote(text: str) -> None:
    assert not is_match_attempt(text, ROOM)


@pytest.mark.parametrize(
    "text",
    [
        "I vote yes to all of you",
        "vote yes on Bob",
        "Thank you, I vote no",
        "I hope they all vote yes but I vote no",
        "Thank you. Vote yes on Bob",
    ],
)
def test_a_vote_of_ones_own_is_one(text: str) -> None:
    assert is_match_attempt(text, ROOM)
