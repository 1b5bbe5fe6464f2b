"""Votes on the end of a game, and how an end is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.endings import NO_RESULT, in_prose, stopped, told_of_end, with_names
from judge.rules.game import Game
from judge.rules.problems import Refused
from judge.rules.registry import find_system
from judge.rules.rng import Rng
from judge.rules.values import DUMMY, END, PUBLIC, RESIGN, SUCCEED, VOTE, Act, Outcome, Result, only
from tests.rules.empires.worlds import world

SEATS = {
    "diplomacy": ("FRANCE", "ITALY", "TURKEY"),
    "payola": ("FRANCE", "ITALY", "TURKEY"),
    "machiavelli": ("FRANCE", "MILAN", "TURKEY"),
}
VOTING = pytest.mark.parametrize("name", SEATS)
DRAW = {"draw": True}
NONE = {"draw": False}


def opening(name: str, **options: Any) -> tuple[Game, Any, tuple[str, ...]]:
    system = find_system(name)
    seats = SEATS[name]
    dummies = [each for each in system.seating({}).names if each not in seats]
    return system, system.start({"dummies": dummies, **options}, seats, Rng(b"seed")).state, seats


def vote(system: Game, state: Any, **data_of: Any) -> Outcome:
    """The outcome of the last of these votes, cast in this order."""
    outcome = Outcome(state)
    for voter, data in data_of.items():
        outcome = system.act(outcome.state, voter, Act(VOTE, data))
    return outcome


def refusal(system: Game, state: Any, voter: str, data: dict[str, Any]) -> str:
    with pytest.raises(Refused) as refused:
        system.act(state, voter, Act(VOTE, data))
    return refused.value.problem.code


@VOTING
def test_p30_a_draw_needs_the_vote_of_everybody_left(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    assert vote(system, state, **{a: DRAW, b: DRAW}).result is None
    done = vote(system, state, **{a: DRAW, b: DRAW, c: DRAW})
    assert done.result is not None
    assert done.result.winners == (a, b, c)
    assert done.result.summary == f"The game is a draw between {a}, {b} and {c}."
    assert system.phase(done.state) is None


@VOTING
def test_whoever_agrees_to_a_draw_and_is_left_alone_has_won(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    state = system.act(vote(system, state, **{a: DRAW}).state, b, Act(DUMMY)).state
    done = system.act(state, c, Act(DUMMY))
    assert done.result is not None
    assert (done.result.winners, done.result.summary) == ((a,), f"{a} is left alone and wins.")


@VOTING
def test_a_concession_needs_all_others_and_not_the_one_who_wins(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    assert vote(system, state, **{a: {"concede": c}}).result is None
    done = vote(system, state, **{a: {"concede": c}, b: {"concede": c}})
    assert done.result is not None
    assert done.result.winners == (c,)
    assert done.result.summary == f"{c} wins: all others have conceded."
    assert [event.kind for event in done.events] == ["ended"]
    # What the one thinks himself does not count against it.
    assert vote(system, state, **{c: {"concede": a}, a: {"concede": c}, b: {"concede": c}}).result is not None


@VOTING
def test_a_player_has_one_vote_and_can_take_it_back(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    assert vote(system, state, **{a: {"concede": c}, b: DRAW, c: DRAW}).result is None
    changed = vote(system, state, **{a: {"concede": c}}).state
    assert vote(system, changed, **{a: DRAW, b: {"concede": c}}).result is None
    assert vote(system, vote(system, changed, **{a: NONE}).state, **{b: {"concede": c}}).result is None


@VOTING
def test_votes_end_with_their_phase(name: str) -> None:
    system, state, (a, b, c) = opening(name, nmr="default")
    moved = system.adjudicate(vote(system, state, **{a: DRAW, b: DRAW}).state, {}, Rng(b"seed")).state
    assert vote(system, moved, **{c: DRAW}).result is None


@VOTING
def test_a_dummy_has_no_vote_and_cannot_be_conceded_to(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    less = system.act(state, c, Act(DUMMY)).state
    with pytest.raises(Refused):
        system.act(less, c, Act(VOTE, DRAW))
    assert refusal(system, less, a, {"concede": c}) == "vote/not-in-the-game"
    assert vote(system, less, **{a: DRAW, b: DRAW}).result is not None


@VOTING
def test_a_vote_falls_with_the_player_who_cast_it(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    left = system.act(vote(system, state, **{a: {"concede": c}}).state, a, Act(RESIGN)).state
    stays = system.act(left, a, Act(SUCCEED)).state
    assert vote(system, stays, **{b: {"concede": c}}).result is None


@VOTING
def test_a_vote_falls_where_the_gamemaster_replaces_its_voter_who_has_not_resigned(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    heir = system.act(vote(system, state, **{a: {"concede": c}}).state, a, Act(SUCCEED)).state
    assert vote(system, heir, **{b: {"concede": c}}).result is None
    assert vote(system, heir, **{b: {"concede": c}, a: {"concede": c}}).result is not None


@VOTING
def test_a_draw_between_some_needs_a_game_that_allows_it_and_everybodys_vote(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    some = {"draw": True, "among": [a, b]}
    assert refusal(system, state, a, some) == "vote/dias"
    system, state, (a, b, c) = opening(name, dias=False)
    assert vote(system, state, **{a: some, b: some, c: DRAW}).result is None
    done = vote(system, state, **{a: some, b: some, c: some})
    assert done.result is not None
    assert done.result.winners == (a, b)
    everybody = {"draw": True, "among": [c, b, a]}
    assert vote(system, state, **{a: everybody, b: DRAW, c: DRAW}).result is not None


@VOTING
@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"concede": "FRANCE"}, "vote/to-oneself"),
        ({"concede": "ATLANTIS"}, "vote/no-such-player"),
        ({"concede": ""}, "vote/no-such-player"),
        ({"draw": True, "among": ["TURKEY"]}, "vote/one-alone"),
        ({"draw": True, "among": ["TURKEY", "9"]}, "vote/no-such-player"),
    ],
)
def test_a_vote_that_makes_no_sense_is_refused(name: str, data: dict[str, Any], code: str) -> None:
    system, state, _ = opening(name, dias=False)
    assert refusal(system, state, "FRANCE", data) == code


@VOTING
def test_whoever_names_themselves_alone_in_a_draw_is_not_told_to_concede_to_themselves(name: str) -> None:
    system, state, _ = opening(name, dias=False)
    for seat, concedes in (("FRANCE", False), ("TURKEY", True)):
        with pytest.raises(Refused) as refused:
            system.act(state, "FRANCE", Act(VOTE, {"draw": True, "among": [seat]}))
        assert ("CONCEDE TO" in refused.value.problem.hint) == concedes


@pytest.mark.parametrize("words", [["FRANCE", "ITALY"], ["F", "I"], ["FI"], ["fra", "Italy"]])
def test_who_is_meant_is_read_from_names_their_beginnings_and_letters(words: list[str]) -> None:
    system, state, _ = opening("diplomacy", dias=False)
    said = system.act(state, "TURKEY", Act(VOTE, {"draw": True, "among": words})).said
    assert "for a draw between France and Italy" in said
    assert "You would not share in it." in said


@pytest.mark.parametrize("word", ["FRANCE", "f", "Fr", "franc"])
def test_who_is_conceded_to_may_be_cut_short(word: str) -> None:
    system, state, _ = opening("diplomacy")
    assert "concede the game to France" in system.act(state, "TURKEY", Act(VOTE, {"concede": word})).said


@VOTING
def test_a_secret_vote_is_told_to_nobody_and_changes_no_view(name: str) -> None:
    system, state, (a, b, c) = opening(name)
    voted = vote(system, state, **{a: {"concede": c}})
    assert voted.events == ()
    for viewer in (only(b), only(c), PUBLIC):
        assert system.view(voted.state, viewer) == system.view(state, viewer)


@VOTING
def test_a_public_vote_is_told_to_everybody_once(name: str) -> None:
    system, state, (a, _, c) = opening(name, votes="public")
    voted = vote(system, state, **{a: {"concede": c}})
    assert [(event.audience, event.kind, event.data) for event in voted.events] == [
        (PUBLIC, "vote", {"power": a, "vote": f"to concede the game to {c}", "command": f"CONCEDE TO {c}"})
    ]
    assert vote(system, voted.state, **{a: {"concede": c}}).events == ()
    assert vote(system, voted.state, **{a: NONE}).events[0].data["vote"] == ""


@pytest.mark.parametrize(("name", "options"), [("diplomacy", {"blind": True}), ("payola", {"variant": "tincup"})])
def test_p20_in_a_blind_game_no_answer_tells_who_is_eliminated(name: str, options: dict[str, Any]) -> None:
    system, state, (a, b, c) = opening(name, dias=False, **options)
    data = system.dump(state)
    data["table"]["units"] = [unit for unit in data["table"]["units"] if not unit.startswith(f"{b} ")]
    data["table"]["centers"] = {key: value for key, value in data["table"]["centers"].items() if key != b}
    gone = system.load(data)
    assert b not in gone.table.alive
    for wish in ({"concede": b}, {"draw": True, "among": [a, b]}):
        assert vote(system, gone, **{a: wish}).said == vote(system, state, **{a: wish}).said
        assert vote(system, gone, **{a: wish, c: wish}).result is None


@pytest.mark.parametrize("name", ["diplomacy", "payola", "machiavelli", "empires"])
def test_the_gamemaster_declares_a_draw_or_a_winner(name: str) -> None:
    system = find_system(name)
    if name in SEATS:
        system, state, seats = opening(name)
    else:
        seats = system.seating({}).names
        state = system.start({}, seats, Rng(b"seed")).state
    a, b = seats[:2]
    drawn = system.act(state, "", Act(END, {"draw": True}))
    assert drawn.result is not None
    assert set(drawn.result.winners) == set(seats)
    some = system.act(state, "", Act(END, {"draw": True, "among": [a, b], "why": "all agree"})).result
    assert some is not None
    assert some.winners == (a, b)
    assert (some.summary, some.why) == (f"The GameMaster has declared a draw between {a} and {b}.", "all agree")
    won = system.act(state, "", Act(END, {"win": b}))
    assert won.result is not None
    assert won.result.winners == (b,)
    assert won.events[-1].kind == "ended"
    assert system.phase(won.state) is None
    with pytest.raises(Refused):
        system.act(state, "", Act(END, {"win": "ATLANTIS"}))


@pytest.mark.parametrize("name", [*SEATS, "empires", "pirates"])
def test_an_end_without_a_result_forgets_the_votes(name: str) -> None:
    system = find_system(name)
    if name in SEATS:
        system, state, (a, _, _) = opening(name)
        voted = vote(system, state, **{a: DRAW}).state
    else:
        state = voted = system.start({}, system.seating({}).names, Rng(b"seed")).state
    done = system.act(voted, "", Act(END, {"why": "enough"}))
    assert done.result is None
    assert system.dump(done.state) == system.dump(state)


@pytest.mark.parametrize("name", ["empires", "pirates"])
def test_where_the_rules_know_no_votes_the_refusal_says_what_decides(name: str) -> None:
    system = find_system(name)
    seats = system.seating({}).names
    state = system.start({}, seats, Rng(b"seed")).state
    with pytest.raises(Refused) as refused:
        system.act(state, seats[0], Act(VOTE, {"concede": seats[1]}))
    assert "decide" in refused.value.problem.message


@VOTING
def test_p49_an_open_seat_shares_in_a_draw_of_the_gamemasters_only_where_it_is_named(name: str) -> None:
    system, state, (first, second, third) = opening(name)
    left = system.act(state, second, Act(RESIGN, {})).state
    whole, some = {"draw": True, "open": [second]}, {"draw": True, "open": [second], "among": [first, second]}
    results = [system.act(left, "", Act(END, data)).result for data in (whole, some)]
    assert [result and set(result.winners) for result in results] == [{first, third}, {first, second}]


# How an end that the rules keep in short words is told.


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
