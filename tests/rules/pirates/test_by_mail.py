"""Pirates' Proposal by real mail: whole matches, what a GameMaster can do and read, sheets, and the last letter."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.renderer import Renderer
from judge.letters.values import GameCard, Lots, Reader
from judge.rules import schema
from judge.rules.pirates.case import Position, state_of
from judge.rules.pirates.state import VOTING
from judge.rules.pirates.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only
from judge.store.tables import OutboundRow
from judge.testing.correspondent import Correspondent, Received
from tests.letters.examples import NOW
from tests.support.flat import flat
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seated

FOUR = ("Anna", "Bob", "Carl", "Dora")
FOURTEEN = (*FOUR, "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lea", "Max", "Ned")


class Crew(Seated):
    """The players of a match that has begun, and its GameMaster Manus."""

    def __init__(self, house: House, people: tuple[str, ...], *options: str) -> None:
        cast = {name.upper(): name for name in people}
        super().__init__(house, "PIRATES", "hoard", cast, f"players {len(people)}", *options, wish="")
        self.started = self.master.last(lambda mail: "has started" in mail.text)

    @property
    def state(self) -> Any:
        here = self.here()
        return here.state

    def next_phase(self) -> None:
        self.house.pass_time(hours=24)


def sheet_below(mail: Received) -> str:
    """The sheet that a mail offers to answer with."""
    return mail.text.partition("YOUR SHEET\n")[2].partition("\n-- \n")[0].strip()


def private(mail: Received) -> str:
    return mail.text.partition("ONLY FOR YOU")[2].partition("\n====")[0]


def test_r6_the_history_of_a_distribution_tells_the_gamemaster_nothing_and_goes_on(house: House) -> None:
    match = Crew(house, FOUR)
    for _ in range(4):
        match.next_phase()
    told = match.house.tell(match.master, "GAME hoard\nHISTORY").text
    assert "ROUND 2, DISTRIBUTION\n\nNothing was published.\n\nROUND 2, VOTING\n" in told
    assert told.count("\n-- \n") == 1, "what follows a signature is hidden"


def test_r4_the_gamemaster_is_not_promised_to_read_who_has_written(house: House) -> None:
    match = Crew(house, FOUR)
    opening = match.master.last(lambda mail: mail.subject == "[hoard] hoard has begun")
    for words in (opening.text, opening.html):
        assert "who has written, and when the phase ends" not in words
        assert "how the game stands, and when the phase ends" in words
    status = " ".join(match.house.tell(match.master, "STATUS hoard").text.split())
    assert "nobody is told who has written" in status
    help_of_it = " ".join(match.house.tell(match.master, "HELP STATUS").text.split())
    assert "who has written, unless the game hides that" in help_of_it


def test_fourteen_players_of_whom_nobody_ever_writes(house: House) -> None:
    match = Crew(house, FOURTEEN)
    for _ in range(11):
        if match.now() is not None:
            match.next_phase()
    game = match.game()
    assert game.status == "ended"
    assert "TOKEN" in match.newest("ANNA").text.upper()
    with match.house.judge.db.reading() as session:
        late = session.execute(select(OutboundRow.id).where(OutboundRow.purpose == "late")).all()
    assert not late


def test_a_ballot_out_of_balance_is_answered_with_the_count_and_what_would_balance_it(house: House) -> None:
    match = Crew(house, FOURTEEN)
    match.next_phase()
    answer = match.tell("ANNA", "rest yes")
    assert "I have not kept the ballot. It has 7 yes, 0 no." in " ".join(answer.text.split())
    assert "Turn 3 yes into no" in answer.text
    assert "Turn 3 yes into no" in answer.html


@pytest.fixture
def new_url(sqlite_template: Path, tmp_path: Path) -> Callable[[str], str]:
    def make(name: str) -> str:
        file = tmp_path / f"{name}.db"
        file.write_bytes(sqlite_template.read_bytes())
        return f"sqlite:///{file}"

    return make


def test_a_player_reads_only_what_is_his(house: House) -> None:
    match = Crew(house, FOUR)
    state = match.state
    for name in match.players:
        assert f"holds {state.opened[name]} gold" in private(match.newest(name))
    mate = next(each for each in state.room_of("ANNA") if each != "ANNA")
    stranger = next(each for each in state.players if each not in state.room_of("ANNA"))
    match.tell("ANNA", f"{mate} 1, self {state.opened['ANNA'] - 1}")
    match.next_phase()
    assert re.search(r"Anna +1 gold", private(match.newest(mate)))
    assert "Anna" not in private(match.newest(stranger)).replace("ANNA", "")
    master = match.master.last(lambda mail: mail.subject.startswith("[hoard]"))
    assert "gold" not in master.text.lower().replace("proposal", "")


def test_real_names_sit_at_the_seats_and_aliases_hide_them(sqlite_url: str, tmp_path: Path) -> None:
    aliases = ("RED", "BLUE", "GREEN", "PINK")
    with open_house(sqlite_url, tmp_path) as house:
        match = Crew(house, FOUR, f"aliases {' '.join(aliases)}")
        state = match.state
        assert state.players == tuple(sorted(aliases))
        people: list[Correspondent] = list(match.players.values())
        for who in people:
            letter = who.last(lambda mail: mail.subject.startswith("[hoard]"))
            others = [each.name for each in people if each is not who]
            status = house.tell(who, "STATUS")
            for text in (letter.text, letter.html, status.text, status.html):
                assert not [name for name in others if name in text]
            assert "played" in status.text


def test_r4_no_phase_ends_early_or_late_for_who_has_written(house: House) -> None:
    match = Crew(house, FOUR)
    for name in match.players:
        match.tell(name, sheet_below(match.newest(name)))
    match.house.pass_time(hours=23)
    assert _label(match) == "R1D"
    match.house.pass_time(hours=1)
    assert _label(match) == "R1V"
    match.house.pass_time(hours=24)  # nobody has voted
    assert _label(match) == "R2D"


def _label(match: Crew) -> str:
    here = match.here()
    return here.row.label


def test_r4_nowait_does_not_say_that_the_match_waits_for_anybody(house: House) -> None:
    match = Crew(house, FOUR)
    told = " ".join(match.tell("ANNA", "NOWAIT").text.split())
    assert "Your orders are not on file yet. NO ORDERS says that you want none." in told
    assert "the game waits" not in told


@pytest.mark.parametrize("sheet", ["VOTE {}: YES\nVOTE self NO", "VOTE {} yes\nVOTE NO ON ME", "Vote: {} yes, self no"])
def test_r3_a_vote_may_begin_with_the_word_vote(house: House, sheet: str) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    told = match.tell("ANNA", sheet.format(other.title())).text
    assert "PROBLEM" not in told, told
    assert "1 yes, 1 no." in told
    bare = match.tell("ANNA", "VOTE").text
    assert "nothing has changed" in bare
    assert "> VOTE" in bare


@pytest.mark.parametrize("aliases", [(), ("aliases RED BLUE",)])
def test_r8_the_opening_tells_which_seats_nobody_plays(house: House, aliases: tuple[str, ...]) -> None:
    people = house.gathered("Manus", "Anna", "Bob")
    options = ("players 4", *aliases, "dummies PIRATE3 PIRATE4")
    house.tell(people["Manus"], "\n".join(("CREATE PIRATES hoard", *options, "END CREATE")))
    for name in ("Anna", "Bob"):
        house.tell(people[name], "JOIN hoard")
    house.tell(people["Manus"], "GAME hoard\nSTART")
    idle = "Nobody plays Pirate3 and Pirate4: each is a dummy, which shares its packages evenly among the others"
    for who in people.values():
        opening = who.last(lambda mail: "WHAT THIS GAME IS ABOUT" in mail.text)
        assert idle in " ".join(opening.text.split())
        assert idle in " ".join(opening.html.split())


def test_r4_nobody_is_told_that_the_match_no_longer_waits_since_it_never_does(house: House) -> None:
    match = Crew(house, FOUR)
    told = " ".join(match.tell("ANNA", "NO ORDERS\nMAP").text.split())
    assert "Round 1, Distribution lasts until its deadline all the same. You have nothing on file." in told
    assert "no longer waits" not in told
    assert "Pirates' Proposal has no map. HISTORY tells its phases again." in told


def test_r1_a_name_that_is_somewhat_like_a_command_brings_no_hint_of_votes(house: House) -> None:
    match = Crew(house, FOUR)
    near = next(name for name in match.players if "DORA" in match.state.room_of(name))
    told = " ".join(match.tell(near, "Dora 50%\nself 50%").text.split())
    assert "nothing of this line is filed. Write a name and an amount: ANNA 3" in told
    assert "votes for a draw" not in told


def test_r4_the_gamemaster_is_not_told_who_has_written_either(house: House) -> None:
    match = Crew(house, FOUR)
    silent = match.house.tell(match.master, "GAME hoard\nSTATUS", to=match.started).text
    match.tell("ANNA", sheet_below(match.newest("ANNA")))
    assert match.house.tell(match.master, "GAME hoard\nSTATUS", to=match.started).text == silent
    assert "awaited" not in silent


def test_an_alias_that_is_a_command_is_refused(house: House) -> None:
    master = house.registered("Manus")
    answer = house.tell(master, "CREATE PIRATES hoard\nplayers 4\naliases RED SHOW\nEND CREATE")
    assert "No seat can be called SHOW, because that is a command." in " ".join(answer.text.split())


def test_r4_no_preview_tells_the_gamemaster_who_has_written(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    match.tell("BOB", f"{sheet_below(match.newest('BOB'))}\nMOVE")
    answer = match.house.tell(match.master, "GAME hoard\nPREVIEW")
    assert "nobody may learn who has written, and a preview would tell" in " ".join(answer.text.split())
    assert not any("Preview" in mail.subject for mail in match.master.inbox())
    match.house.tell(match.master, "GAME hoard\nHOLD")
    match.next_phase()
    assert "is on its way to you" in match.house.tell(match.master, "GAME hoard\nPREVIEW").text


def test_r8_the_page_promises_no_successor_to_a_dummy(house: House) -> None:
    page = (Path(__file__).parents[3] / "docs" / "games" / "pirates.md").read_text()
    assert "`DUMMY PIRATE3` leaves it to the lot for good." in page
    match = Crew(house, FOUR)
    new = match.house.registered("Zoe")
    match.tell("ANNA", "RESIGN")
    match.house.tell(match.master, "GAME hoard\nDUMMY ANNA")
    answer = match.house.tell(match.master, f"GAME hoard\nREPLACE ANNA {new.address}")
    assert "Anna is a dummy." in answer.text


def test_r8_who_is_who_under_aliases_is_told_after_the_end_and_the_opening_says_so(house: House) -> None:
    """The opening and the page said that nobody is ever told; SUMMARY tells it once the match is over."""
    page = (Path(__file__).parents[3] / "docs" / "games" / "pirates.md").read_text()
    assert "Until the end nobody but you is told who is who. Then `SUMMARY` tells everybody." in page
    match = Crew(house, FOUR, "aliases RED BLUE GREEN PINK")
    anna = match.players["ANNA"]
    for words in (match.newest("ANNA").text, match.newest("ANNA").html):
        assert "Until the end only the GameMaster is told who is who." in " ".join(words.split())
    assert "Bob" not in match.house.tell(anna, "SUMMARY hoard").text
    while match.now() is not None:
        match.next_phase()
    assert "Bob" in match.house.tell(anna, "SUMMARY hoard").text


# What the GameMaster of a match can do and read, by real mail.


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


# Plans and ballots by mail: what is said of them, and what may stand beside them.


def test_r1_a_later_plan_needs_no_code_behind_a_problem(house: House) -> None:
    """A plan is the whole of it: nothing on file can be gone by mistake."""
    match = Crew(house, FOUR)
    package = match.state.opened["ANNA"]
    match.tell("ANNA", f"Self: {package}")
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    wrong = match.tell("ANNA", f"Self: {package}\n{other}: 1")
    assert "(1 problem)" in wrong.subject
    anna = match.players["ANNA"]
    told = match.house.tell(anna, f"Self: {package - 1}\n{other}: 1", to=wrong, key=False)
    assert "Not filed yet" not in told.text
    assert f"ANNA: {package - 1}\n{other}: 1\n" in told.text.partition("ON FILE")[2]


def test_a_plan_headed_with_another_round_is_asked_about(house: House) -> None:
    match = Crew(house, FOUR)
    package = match.state.opened["ANNA"]
    anna = match.players["ANNA"]
    opening = anna.last(lambda mail: mail.subject.startswith("["))
    told = match.house.tell(anna, f"Round 2\nSelf: {package}", to=opening, key=False)
    assert "Not done yet: you wrote `Round 2`." in " ".join(told.text.split())
    told = match.house.tell(anna, f"Round 1\nSelf: {package}", to=opening, key=False)
    assert f"ANNA: {package}" in told.text.partition("ON FILE")[2]


def test_r3_a_later_ballot_needs_no_code_behind_a_problem(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    wrong = match.tell("ANNA", f"Self: YES\n{other}: NO\nANNNA: NO")
    assert "(1 problem)" in wrong.subject
    told = match.house.tell(match.players["ANNA"], f"Self: NO\n{other}: YES", to=wrong, key=False)
    assert "Not filed yet" not in told.text
    assert f"{other}: YES" in told.text.partition("ON FILE")[2]


def test_r3_the_package_may_head_a_ballot_as_in_the_example_of_the_rules(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    told = match.tell("ANNA", f"Package: 30 gold\n\nSelf: 7 gold - YES\n\n{other}: 3 gold - NO").text
    assert "PROBLEM" not in told
    assert "it means nothing here" in told
    assert "1 yes, 1 no." in told


def test_r3_a_move_without_a_ballot_is_told_that_the_lot_votes(house: House) -> None:
    match = Crew(house, FOUR)
    match.next_phase()
    other = next(name for name in match.state.room_of("ANNA") if name != "ANNA")
    said = "You have not voted yet. Without a ballot of yours the lot votes for you."
    assert said in match.tell("ANNA", "MOVE").text
    assert said not in match.tell("ANNA", f"Self: NO\n{other}: YES").text


def test_status_tells_a_player_the_rooms(house: House) -> None:
    match = Crew(house, FOUR)
    status = " ".join(match.tell("ANNA", "STATUS").text.split())
    rooms = match.state.rooms
    own, other = rooms["ANNA"], 3 - rooms["ANNA"]
    beside = next(name.title() for name in rooms if rooms[name] == own and name != "ANNA")
    across = " and ".join(name.title() for name in rooms if rooms[name] == other)
    assert f"You are in room {own}, with {beside}. In room {other}: {across}." in status


def test_statement_takes_the_name_of_its_game_as_prices_does(house: House) -> None:
    match = Crew(house, FOUR)
    assert "ACCOUNT OF ANNA" in match.tell("ANNA", "STATEMENT hoard").text
    assert "STATEMENT must stand alone" in match.tell("ANNA", "STATEMENT of intent").text


def test_of_a_plan_that_is_tried_and_makes_no_whole_nothing_would_be_done(house: House) -> None:
    match = Crew(house, FOUR)
    told = match.tell("ANNA", "TRY\nSelf: 1\nEND TRY").text
    assert "I have not kept the plan. It adds up to 1," in told
    assert "would be done at once" not in told
    assert "Line 0" not in told


# The last letter of a match that ends with the vote of round five, where nobody has a token to give away.


SEATS = ("ANNA", "BOB", "CARL", "DORA")
RNG = Rng(b"seed", "START")


def test_r6_the_last_letter_too_tells_what_the_own_plan_brought() -> None:
    start = SYSTEM.start({"players": 4, "garnets": 0}, SEATS, RNG).state
    plans = {name: dict.fromkeys(start.room_of(name), 0) for name in SEATS}
    voting = replace(start, round=5, stage=VOTING, plans=plans, gold=dict.fromkeys(SEATS, 100))
    over = SYSTEM.adjudicate(voting, {}, RNG)
    assert over.result is not None
    card = GameCard("hoard", "Hoard", "pirates", SYSTEM.title, "ended", "Manus")
    known = known_of(SYSTEM, over.state, card, Reader("Ada", "UTC", "ANNA", "ada@example.org"), over.events)
    letter = write.ended(Renderer(), known, NOW, Lots("bb", "aa"))
    verdicts = next(each for each in over.events if each.kind == "verdict").data["plans"]
    passed = next(each["passed"] for each in verdicts if each["player"] == "ANNA")
    due = "Your own plan passed, and you kept 0 of it." if passed else "Your own plan failed, and brought you nothing."
    for words in (letter.text, letter.html):
        assert due in " ".join(words.split())
