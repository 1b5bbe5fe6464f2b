"""Plans and ballots in sentences, and with words in brackets; and what is told instead.

How people say them in ten languages stands beside the words, in `judge/reading/words/pirates.toml`.
"""

from __future__ import annotations

import pytest

from judge.rules.pirates.canonical import parse_ballot, parse_plan
from judge.rules.values import Reading
from tests.rules.pirates.matches import FOUR, match, read, voting


def plan(text: str) -> dict[str, int]:
    found = read(match(**FOUR), "ANNA", text).parts
    return dict(parse_plan(found["plan"]).shares) if found else {}


def voted(text: str) -> Reading:
    return read(voting(**FOUR), "ANNA", text)


def ballot(text: str) -> str:
    found = voted(text).parts
    return "".join(verdict[0] for verdict in parse_ballot(found["ballot"]).values()) if found else ""


def is_attempt(text: str) -> bool:
    return not read(match(**FOUR), "ANNA", text).remarks


@pytest.mark.parametrize(
    "text",
    [
        "Bob, Carl, Dora : 4 chacun\nje garde le reste",
        "Bob 4 oro\nCarl 4 oro\nDora (my dearest) 4\nmoi: 6",
        "Bob 4, Carl 4 and I get 6\nthe rest for Dora",
    ],
)
def test_languages_may_be_mixed_in_a_plan(text: str) -> None:
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
    found = read(match(**FOUR), "ANNA", text)
    assert found.problems
    assert not found.parts


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
    state = match(players=room, rooms=dict.fromkeys(room, 1), opened=dict.fromkeys(room, 18))
    assert "TACK: 6" in read(state, "ANNA", "6 for Bob, 6 for Tack, 6 for me").parts["plan"]


def test_nobody_is_told_twice_in_one_vote() -> None:
    found = voted("yes to Bob and my own, no to the others")
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
    assert is_attempt(text)
    assert plan(text) == {}


@pytest.mark.parametrize("text", ["I keep everything crossed", "Everybody gets the same letter", "Let's share a drink"])
def test_talk_of_sharing_is_no_plan(text: str) -> None:
    assert not is_attempt(text)


@pytest.mark.parametrize("text", ["Hope they all vote yes, arr.", "I hope you vote yes", "They will vote no again"])
def test_what_others_may_vote_is_no_vote(text: str) -> None:
    assert not is_attempt(text)


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
    assert is_attempt(text)
