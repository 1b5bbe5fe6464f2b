"""What the GameMaster of a match can do and read, by real mail."""

from __future__ import annotations

from pathlib import Path

from judge.rules import schema
from judge.rules.pirates.case import Position, state_of
from judge.rules.pirates.system import SYSTEM
from judge.rules.values import only
from tests.rules.pirates.test_by_mail import FOUR, Crew
from tests.support.flat import flat
from tests.support.house import House

PAGE = Path(__file__).parents[3] / "docs" / "games" / "pirates.md"


def test_r6_the_gamemaster_is_told_no_package_by_filing_a_plan_for_a_player(house: House) -> None:
    """A wrong sum was answered with the right one."""
    match = Crew(house, FOUR)
    answer = match.house.tell(match.master, "GAME hoard\nBECOME ANNA\nself 1", to=match.started)
    assert "the answer would tell you what only the player may know" in flat(answer.text)
    assert "must add up to" not in answer.text
    assert match.newest("ANNA").subject.startswith("[hoard] hoard has begun")


def test_r4_no_gamemaster_ends_a_phase_early(house: House) -> None:
    assert "No phase ends early" in PAGE.read_text()
    match = Crew(house, FOUR)
    for early in ("PROCESS R1D", "DEADLINE +1h"):
        refused = match.house.tell(match.master, f"GAME hoard\n{early}", to=match.started)
        assert "nobody may learn who has written, and ending it early would tell" in flat(refused.text)
    match.next_phase()
    assert match.state.stage == "voting"


def test_r4_nobody_loses_a_seat_for_not_having_written_since_that_would_tell_it(house: House) -> None:
    """Amendment II: players will not know if somebody has submitted. The phase waited for a successor besides."""
    match = Crew(house, FOUR)
    told = len(match.players["ANNA"].inbox())
    match.next_phase()
    assert match.state.stage == "voting"
    assert match.state.vacant == ()
    assert len(match.players["ANNA"].inbox()) == told + 1


def test_r2_a_match_that_is_rolled_back_speaks_of_no_board(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    match.house.tell(match.master, "GAME hoard\nROLLBACK R1D", to=match.started)
    letter = match.newest("ANNA")
    for words in (letter.text, letter.html):
        assert "All is as it was before that phase was adjudicated, and so are the accounts." in flat(words)
        assert "board" not in words


def test_r10_nobody_is_told_that_the_gamemaster_can_have_the_whole_archive(house: House) -> None:
    assert "The GameMaster does not learn them either, and nobody does after the end." in PAGE.read_text()
    match = Crew(house, FOUR)
    while match.now() is not None:
        match.next_phase()
    answer = flat(match.house.tell(match.master, "ARCHIVE hoard").text)
    assert "The host can make the whole one, for themselves alone: judge archive hoard --whole." in answer


def test_r8_a_seat_that_nobody_plays_counts_in_the_end_like_any_other() -> None:
    """The GameMaster's page and the glossary said of every game that a dummy cannot win."""
    crew_of_four = {"1": ["ANNA", "BOB"], "2": ["CARL", "DORA"]}
    position = {
        "phase": "R5V",
        "rooms": crew_of_four,
        "packages": dict.fromkeys(("ANNA", "BOB", "CARL", "DORA"), 10),
        "plans": {"ANNA": {"BOB": 10}, "BOB": {"ANNA": 10}, "CARL": {"DORA": 10}, "DORA": {"CARL": 10}},
        "gold": {"ANNA": 90, "BOB": 40, "CARL": 70, "DORA": 60},
        "vacant": ["ANNA"],
    }
    found = SYSTEM.case({"position": position})["position"]
    assert found["reckoning"]["giver"] == "ANNA"
    over = SYSTEM.case({"position": found, "orders": {}})
    assert over["winners"] == ["ANNA"]
    docs = PAGE.parents[1]
    for page in (docs / "gamemasters.md", docs / "glossary.md"):
        assert "but in Pirates' Proposal" in page.read_text()


def test_r7_the_sheet_for_whoever_takes_over_a_promised_token_holds_the_promise() -> None:
    """Their letter said that what is on file stands in the sheet; every name there was a comment."""
    reckoning = {"gold": {"ANNA": 9, "BOB": 5, "CARL": 5, "DORA": 5}, "giver": "ANNA"}
    rooms = {"1": ["ANNA", "BOB"], "2": ["CARL", "DORA"]}
    state = state_of(schema.read({"phase": "TOKEN", "rooms": rooms, "reckoning": reckoning}, Position))
    giver = SYSTEM.view(state, only("ANNA"))
    offered = SYSTEM.form(giver, {}).splitlines()
    assert "With NO ORDERS alone the token is lost." in offered[0]
    assert offered[1:] == ["// GIVE TOKEN BOB", "// GIVE TOKEN CARL", "// GIVE TOKEN DORA"]
    promised = SYSTEM.form(giver, {"gift": "CARL"}).splitlines()
    assert "With CLEAR and, on the next line, NO ORDERS the token is lost." in promised[0]
    assert promised[1:] == ["GIVE TOKEN CARL", "// GIVE TOKEN BOB", "// GIVE TOKEN DORA"]
