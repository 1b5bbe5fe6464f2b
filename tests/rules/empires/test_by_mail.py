"""Empires by real mail: reports, late sheets, turns that are named, and the end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.play.archives import archive_of
from judge.reading.sheet import SheetLine
from judge.rules.empires.system import SYSTEM
from judge.rules.values import (
    Sheet,
    only,
)
from judge.store.tables import Game
from judge.testing.correspondent import Received
from judge.web.pages import Site
from tests.rules.empires.worlds import world
from tests.support.house import House
from tests.support.table_of_seven import Seated

PEOPLE = {"EA": "Edda", "NO": "Nora", "SO": "Sol", "WE": "Wim"}


class War(Seated):
    """A game on the corners that has begun: four countries and the GameMaster Manus."""

    def __init__(self, house: House, *options: str) -> None:
        dummies = {name for line in options if line.startswith("dummies") for name in line.split()[1:]}
        names = {country: name for country, name in PEOPLE.items() if country not in dummies}
        super().__init__(house, "EMPIRES", "corner", names, *options)

    def next_turn(self) -> None:
        self.house.pass_time(days=7)


def form(mail: Received) -> str:
    return mail.text.partition("YOUR SHEET\n")[2].partition("\n-- \n")[0].strip()


def test_11_3_the_letter_of_the_end_tells_everybodys_money_where_there_are_no_pages(house: House) -> None:
    """The player's page: after the end the sheets, everybody's money and everybody's points are published."""
    game = War(house, "limit 2")
    game.tell("NO", "1 LEVY AKE")
    assert "THE MONEY" not in game.newest("WE").text
    game.next_turn()
    game.tell("EA", "1 LEVY ELM")
    game.next_turn()
    for letter in (game.newest("WE"), game.newest("NO")):
        table = letter.text.partition("THE MONEY")[2].partition("THE SHEETS")[0]
        rows = [line.split() for line in table.splitlines() if line.startswith("  ")]
        assert rows == [
            ["Turn", "EA", "NO", "SO", "WE"],
            ["1", "9", "9", "9", "9"],
            ["2", "9", "5", "9", "9"],
            ["end", "5", "5", "9", "9"],
        ]
        assert "The money" in letter.html


def test_11_6_the_game_ends_with_the_turn_when_one_player_is_left_as_the_page_says(house: House) -> None:
    """The page said that it ends at once; but the end is looked for when a turn is over. It said, too, that one country
    with a player must be left; but one whose player has left counts until it is a dummy.
    """
    game = War(house, "dummies SO WE")
    game.tell("EA", "RESIGN")
    game.next_turn()
    assert game.now() is not None
    game.house.tell(game.master, "GAME corner\nDUMMY EA")
    here = game.here()
    assert here.phase.label == "T2"
    game.next_turn()
    assert game.game().status == "ended"
    assert "NO wins" in game.newest("NO").text
    page = (Path(__file__).parents[3] / "docs/games/empires.md").read_text()
    assert "It ends with the turn when all countries but one are eliminated or dummies." in page


def test_a_turn_is_reported_to_its_country_alone(house: House) -> None:
    game = War(house)
    game.tell("NO", "1 MOVE AKE CAL AB-1\n2 ATTACK CAL MID 3\n15 ORDER 3\nMESSAGE EA Shall we?")
    game.next_turn()
    nora, wim, edda = (game.newest(country) for country in ("NO", "WE", "EA"))
    assert "2 armies to CAL" in nora.text
    assert re.search(
        r"AKE +Akerholm, plains +5 +1 +1 +0 +armies stand and fight: they have no place to retreat to; "
        r"base at NSE, 1 ship",
        " ".join(nora.text.split()),
    )
    assert re.search(r"ULM +Ulmfell, uplands +- +\d +\d +\d", nora.text)
    assert "Ulmfell, uplands" in nora.html
    assert "built-in" not in nora.html
    assert "FAILED: MID is not next to CAL" in " ".join(nora.text.split())
    assert "FAILED" in nora.html
    for foreign in (wim, edda):
        assert "MOVE AKE" not in foreign.text + foreign.html
    assert "NO writes to you: Shall we?" in edda.text
    assert "Shall we?" not in wim.text + wim.html
    assert "1.  NO" in wim.text  # the bid is public, and NO plays first
    master = game.master.last(lambda mail: mail.subject.startswith("[corner]"))
    assert "ONLY FOR YOU" not in master.text


def test_words_to_others_keep_their_addresses(house: House) -> None:
    """Only comments of a sheet lose them."""
    game = War(house)
    game.tell("NO", "MESSAGE EA Write to nora@example.net, 50% is yours.")
    game.next_turn()
    assert "Write to nora@example.net, 50% is yours." in " ".join(game.newest("EA").text.split())


def test_dispersals_are_highlighted(house: House) -> None:
    game = War(house)
    game.tell("NO", "1 LEVY AKE")  # five armies over a population of three and one fort
    game.next_turn()
    letter = game.newest("NO")
    assert "DISPERSALS" in letter.text
    assert "DISPERSALS" in letter.html
    assert "DISPERSALS" not in game.newest("EA").text


@pytest.mark.ruling("2.4")
def test_2_4_a_late_sheet_is_set_aside_and_used_if_nothing_newer_comes(house: House) -> None:
    game = War(house)
    first = {country: game.newest(country) for country in PEOPLE}
    game.next_turn()
    for country, area in (("NO", "AKE"), ("EA", "ELM")):
        answer = game.tell(country, f"1 LEVY {area}", to=first[country])
        assert "set it aside, and use it for Turn 2" in " ".join(answer.text.split())
    game.tell("EA", "1 GROW FEN", to=game.newest("EA"))
    # Once a newer sheet is there, a late one cannot take its place.
    again = game.tell("EA", "1 LEVY ELM", to=first["EA"])
    assert "This was for Turn 1, and the game is in Turn 2 now" in " ".join(again.text.split())
    game.next_turn()
    assert "armies levied in AKE" in game.newest("NO").text
    assert "levied" not in game.newest("EA").text
    assert "FEN has a population of 3" in " ".join(game.newest("EA").text.split())
    # Two turns late is thrown away.
    late = game.tell("WE", "1 LEVY KEL", to=first["WE"])
    assert "This was for Turn 1, and the game is in Turn 3 now" in " ".join(late.text.split())


@pytest.mark.ruling("2.4")
def test_2_4_messages_alone_are_no_newer_sheet(house: House) -> None:
    """The page said that a late sheet is thrown away if anything newer comes."""
    page = (Path(__file__).parents[3] / "docs/games/empires.md").read_text()
    assert "Messages alone are no newer sheet." in page
    game = War(house)
    first = {country: game.newest(country) for country in PEOPLE}
    game.next_turn()
    game.tell("NO", "1 LEVY AKE", to=first["NO"])
    game.tell("NO", "MESSAGE ALL I was late.", to=game.newest("NO"))
    game.tell("EA", "MESSAGE ALL And so was I.")
    answer = " ".join(game.tell("EA", "1 LEVY ELM", to=first["EA"]).text.split())
    assert "set it aside, and use it for Turn 2" in answer
    assert "The old one, to copy: MESSAGE ALL And so was I." in answer
    game.next_turn()
    assert "armies levied in AKE" in game.newest("NO").text
    assert "armies levied in ELM" in game.newest("EA").text
    assert "I was late." in game.newest("WE").text
    assert "And so was I." not in game.newest("WE").text


@pytest.mark.ruling("2.4")
def test_2_4_a_fresh_mail_may_name_the_turn_it_was_for(house: House) -> None:
    game = War(house)
    game.next_turn()
    who = game.players["NO"]
    who.write(f"KEY {who.key}\nGAME corner\nTURN 1\nCOUNTRY NO\n1 LEVY AKE\nEND\nyours, Nora")
    game.house.settle()
    assert "set it aside" in who.last().text
    who.write(f"KEY {who.key}\nGAME corner\nTURN 7\n1 GROW AKE")
    game.house.settle()
    assert "This was for T7" in who.last().text
    game.next_turn()
    assert "levied in AKE" in game.newest("NO").text


@pytest.mark.ruling("2.4")
def test_2_4_a_sheet_that_names_the_turn_at_hand_is_not_late_whatever_mail_it_answers(house: House) -> None:
    """It was taken for one of the turn of the mail: set aside, and refused where a newer one was on file."""
    game = War(house)
    first = game.newest("NO")
    game.next_turn()
    answer = game.tell("NO", "TURN 2\n1 LEVY AKE", to=first)
    assert "Too late" not in answer.text
    assert "This was for" not in game.tell("NO", "TURN 2\n1 GROW CAL", to=first).text
    late = game.tell("NO", "TURN 1\n1 LEVY AKE", to=game.newest("NO"))
    told = " ".join(late.text.split())
    assert "This was for Turn 1, and the game is in Turn 2 now" in told
    # It told to answer the newest mail, which this mail did.
    assert "To send them for Turn 2, change the line of the sheet that says so." in told
    game.next_turn()
    assert "CAL has a population of 3" in " ".join(game.newest("NO").text.split())


def test_a_country_without_a_sheet_saves_armies_and_the_game_goes_on(house: House) -> None:
    game = War(house, "dummies SO")
    game.next_turn()
    here = game.here()
    state: Any = here.state
    assert {each.reserve for each in state.countries.values()} == {3}
    assert "You had no orders." in game.newest("NO").text


def test_the_form_comes_back_as_an_empty_sheet(house: House) -> None:
    game = War(house)
    answer = game.tell("NO", form(game.newest("NO")))
    assert "PROBLEM" not in answer.text
    assert "All slots are empty: you do nothing this turn." in answer.text
    assert "You have 9 BPs." in answer.text


def test_11_1_who_is_eliminated_is_not_told_until_when_they_can_change_their_sheet(any_house: House) -> None:
    game = War(any_house)
    game.tell("SO", "1 DISOWN HOL\n2 DISOWN GAR\n3 DISOWN IVE")
    game.next_turn()
    reply = game.tell("SO", "1 GROW HOL")
    assert "SO has been eliminated and has no orders." in reply.text
    for words in (reply.text, reply.html):
        assert "You can change it until" not in words
    game.tell("NO", "1 GROW CAL\nMESSAGE SO Are you still there?")
    game.next_turn()
    assert "NO writes to you: Are you still there?" in game.newest("SO").text


@pytest.mark.ruling("11.6")
def test_11_6_where_every_country_has_become_a_dummy_nobody_wins(house: House) -> None:
    game = War(house)
    for country in PEOPLE:
        game.tell(country, "RESIGN")
        game.house.tell(game.master, f"GAME corner\nDUMMY {country}")
    game.next_turn()
    end = game.master.last(lambda mail: mail.subject.startswith("[corner]"))
    assert game.game().status == "ended"
    assert "Nobody wins, since nobody plays a country any more." in " ".join(end.text.split())
    assert "winner" not in end.text + end.html
    with game.house.judge.db.reading() as session:
        assert archive_of(session, session.execute(select(Game)).scalar_one(), whole=True).result.winners == ()


def test_3_7_what_tells_of_a_dummy_does_not_call_it_idle_since_it_bids(house: House) -> None:
    game = War(house)
    game.tell("WE", "RESIGN")
    game.house.tell(game.master, "GAME corner\nDUMMY WE")
    told = game.newest("NO")
    for words in (told.text, told.html):
        assert "It sends no more sheets: its BPs become armies in its reserve and a bid." in " ".join(words.split())


def test_4_2_no_line_of_a_sheet_for_another_country_is_called_done(house: House) -> None:
    game = War(house)
    answer = game.tell("EA", "COUNTRY NO\n1 GROW AKE")
    for words in (answer.text, answer.html):
        assert "This sheet is for NO and you are EA, so nothing in it counts." in " ".join(words.split())
        assert "Your sheet has a problem and is not filed." in words
        assert "The rest is done." not in words


def test_11_6_a_rollback_speaks_of_no_votes_since_victory_points_decide(house: House) -> None:
    game = War(house)
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nROLLBACK T1 a mishap")
    told = game.newest("NO")
    for words in (told.text, told.html):
        assert "as it was before that phase was adjudicated: the board and the accounts." in " ".join(words.split())
        assert "NODRAW" not in words


def test_3_7_the_opening_does_not_call_a_dummy_idle_since_it_bids(house: House) -> None:
    game = War(house, "dummies WE")
    for told in (game.newest("NO"), game.master.last(lambda mail: "has begun" in mail.subject)):
        for words in (told.text, told.html):
            assert "nobody (a dummy: it sends no sheets)" in words
            assert "does nothing" not in words


def test_11_6_the_page_of_a_finished_game_tells_the_points_of_eliminated_countries(house: House) -> None:
    game = War(house, "dummies SO WE")
    game.tell("NO", "TURN 1\n1 ATTACK CAL NEM 1\n2 DISOWN AKE\n3 DISOWN BRY\n4 DISOWN CAL")
    game.next_turn()
    with game.house.judge.db.reading() as session:
        page = Site(game.house.judge).get(session, "games/corner/index.html")
    assert page is not None
    rows = re.sub(r"<[^>]+>", " ", page.content.decode().partition("How it went")[2].partition("</table>")[0])
    assert "NO -1 no areas left after Turn 1" in " ".join(rows.split())


@pytest.mark.ruling("11.6")
def test_11_6_the_page_says_who_wins_where_all_players_fall_and_only_a_dummy_is_left(house: House) -> None:
    """The page said that nobody wins where only dummies are left, and that no eliminated country does."""
    game = War(house, "dummies SO WE")
    game.tell("NO", "TURN 1\n1 DISOWN AKE\n2 DISOWN BRY\n3 DISOWN CAL")
    game.tell("EA", "TURN 1\n1 ATTACK FEN OAK 1\n2 DISOWN ELM\n3 DISOWN DUN\n4 DISOWN FEN")
    game.next_turn()
    assert "NO wins with 0 VPs" in game.master.last().text
    page = (Path(__file__).parents[3] / "docs/games/empires.md").read_text()
    assert "Where every country has become a dummy, nobody wins." in page
    assert "Only if the last countries with players fall in one turn, the best of those wins." in page


@pytest.mark.ruling("11.1")
def test_11_1_the_gamemaster_is_offered_no_successor_to_an_eliminated_country(house: House) -> None:
    """The letter called the seat vacant, and named REPLACE and DUMMY, which are refused."""
    game = War(house)
    game.tell("NO", "TURN 1\n1 DISOWN AKE\n2 DISOWN BRY\n3 DISOWN CAL")
    game.next_turn()
    letters = [len(who.inbox()) for who in (game.master, game.players["EA"])]
    game.tell("NO", "RESIGN")
    assert [len(who.inbox()) for who in (game.master, game.players["EA"])] == letters
    assert re.search(r"NO +eliminated", game.house.tell(game.master, "GAME corner\nSTATUS").text)
    assert "out of the game" in game.house.tell(game.master, "GAME corner\nDUMMY NO").text


def test_a_code_of_two_letters_stays_a_code_where_seats_are_named(house: House) -> None:
    """A GameMaster read that orders were awaited from Ea, No and So."""
    game = War(house)

    def directed(line: str) -> str:
        return " ".join(game.house.tell(game.master, f"GAME corner\n{line}").text.split())

    game.tell("WE", "1 LEVY KEL")
    assert "Orders are still awaited from EA, NO, SO." in directed("PROCESS T1")
    game.tell("NO", "WAIT")
    assert "WAIT was written by NO." in directed("PROCESS T1")
    game.master.reply(game.master.last(), "GAME corner\nEJECT SO")
    game.house.settle()
    assert "SO would lose its player" in " ".join(game.master.last().text.split())
    game.tell("SO", "ARTICLE\nAll quiet.\nEND ARTICLE")
    assert "If article 1, by SO, may come out" in " ".join(game.master.last().text.split())
    game.next_turn()
    assert any("By SO\n" in mail.text for mail in game.players["EA"].inbox())
    assert "signed by SO does not reach you" in " ".join(game.tell("EA", "BLOCK SO").text.split())


# What the letter of the end publishes, however a game ends: the sheets, the money and the points of everybody.


def _rows(text: str, heading: str) -> list[list[str]]:
    """The table below this heading, up to the next one."""
    lines = text.partition(f"{heading}\n")[2].splitlines()
    last = next((at for at, line in enumerate(lines) if line.isupper() and line[0] != " "), len(lines))
    return [line.split() for line in lines[:last] if line.startswith("  ")]


def test_a_game_that_is_stopped_tells_everybodys_points(house: House) -> None:
    """The player's page: after the end everybody's points are published. TERMINATE told only the reader's own."""
    game = War(house)
    game.tell("WE", "1 ATTACK LOR ULM 1")
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nTERMINATE no time")
    for letter in (game.newest("NO"), game.newest("WE")):
        points = [["EA", "0"], ["NO", "0"], ["SO", "0"], ["WE", "-1"]]
        assert _rows(letter.text, "VICTORY POINTS")[:4] == points
        assert "Victory points" in letter.html
        assert "winner" not in letter.text


def test_a_game_that_ends_before_its_first_turn_tells_everybodys_money_and_points(house: House) -> None:
    """The same page: of a turn that was not played out nothing is known but what everybody had."""
    game = War(house)
    game.house.tell(game.master, "GAME corner\nTERMINATE no time")
    letter = game.newest("SO")
    assert _rows(letter.text, "THE MONEY") == [["Turn", "EA", "NO", "SO", "WE"], ["end", "9", "9", "9", "9"]]
    assert _rows(letter.text, "VICTORY POINTS")[:4] == [[name, "0"] for name in ("EA", "NO", "SO", "WE")]
    assert "The money" in letter.html
    assert "Victory points" in letter.html


def test_the_letter_of_the_end_says_so_where_nobody_filled_a_slot(house: House) -> None:
    """It promised the sheets below, and below the heading stood nothing."""
    game = War(house, "limit 2")
    game.next_turn()
    game.tell("EA", "NO ORDERS")
    game.tell("NO", "MESSAGE ALL Peace!")
    game.next_turn()
    letter = game.newest("EA")
    assert "THE SHEETS\n\nNobody filled a slot.\n" in letter.text
    assert "Nobody filled a slot." in letter.html


def test_the_letter_of_the_end_shows_the_slots_of_the_one_who_filled_any(house: House) -> None:
    game = War(house, "limit 1")
    game.tell("EA", "1 LEVY ELM")
    game.next_turn()
    letter = game.newest("NO")
    assert "THE SHEETS\n\nTurn 1, EA\n1 LEVY ELM\n" in letter.text
    assert "Nobody filled" not in letter.text + letter.html


# Which turn a sheet is for: named in the mail, named twice, or over when the mail comes.


@pytest.mark.ruling("2.4")
@pytest.mark.parametrize("turns", [("2", "1"), ("1", "2")])
def test_2_4_two_sheets_in_one_mail_are_never_used_together(turns: tuple[str, str]) -> None:
    text = f"TURN {turns[0]}\n1 LEVY AKE\nTURN {turns[1]}\n2 LEVY CAL"
    lines = tuple(SheetLine(number, line) for number, line in enumerate(text.splitlines(), 1))
    reading = SYSTEM.read(SYSTEM.view(world(), only("NO")), "NO", Sheet(lines, {}))
    assert (dict(reading.parts), reading.meant_for) == ({}, "")
    assert [problem.code for problem in reading.problems] == ["empires/two-turns"]


@pytest.mark.ruling("2.4")
def test_2_4_a_mail_that_names_two_turns_files_nothing_and_says_so(house: House) -> None:
    """PHASE T2 was refused, and the sheet filed for turn 1 all the same."""
    game = War(house)
    for country, text in (
        ("NO", "PHASE T2\nTURN 1\n1 LEVY AKE"),
        ("EA", "PHASE T1\nTURN 2\n1 LEVY ELM"),
        ("SO", "PHASE T2\n1 LEVY HOL\nPHASE T1\n2 LEVY GAR"),
    ):
        said = " ".join(game.tell(country, text).text.split())
        assert "None of them was filed. To send them for Turn 1, write PHASE T1 alone above them" in said
        assert f"ON FILE FOR {country}, TURN 1 Nothing." in said
    # A line PHASE that nothing stands below names nothing.
    assert "2 of 16 slots are filled" in game.tell("WE", "PHASE T2\nPHASE T1\n1 LEVY KEL\n2 ORDER 3").text


@pytest.mark.ruling("2.4")
@pytest.mark.parametrize(
    "head", ["TURN 3", "Turn: T3", "Turn 3:", "T3", "Orders for turn #3", "== My sheet for turn 3 =="]
)
def test_2_4_the_turn_of_a_sheet_may_be_named_as_people_head_their_mails(head: str) -> None:
    """`Turn 3:` was taken for talk, and the sheet filed for the turn at hand."""
    lines = tuple(SheetLine(number, line) for number, line in enumerate((head, "1 LEVY AKE"), 1))
    reading = SYSTEM.read(SYSTEM.view(world(), only("NO")), "NO", Sheet(lines, {}))
    assert reading.meant_for == "T3"
    assert reading.problems == ()


@pytest.mark.ruling("2.4")
def test_2_4_the_phase_of_a_late_sheet_may_be_named(house: House) -> None:
    """The sheet was set aside below `Orders for another phase do not count`."""
    game = War(house)
    game.next_turn()
    said = " ".join(game.tell("NO", "PHASE T1\n1 LEVY AKE").text.split())
    assert "The orders below are for Turn 1, now over." in said
    assert "set it aside, and use it for Turn 2" in said
    assert "PROBLEM" not in said
    game.next_turn()
    said = " ".join(game.tell("NO", "PHASE T1\n1 LEVY AKE").text.split())
    assert "Orders for another phase do not count" in said
    assert "This was for Turn 1, and the game is in Turn 3 now" in said
    assert "Turn 1 is over, and nothing changes its orders. Write PHASE T3 for those of now." in said
    said = " ".join(game.tell("NO", "PHASE T4\n1 LEVY AKE").text.split())
    assert "Orders cannot be sent ahead. Write PHASE T3, or send them when their phase has opened." in said


@pytest.mark.ruling("2.4")
def test_2_4_a_turn_that_is_due_and_waits_for_a_lost_seat_takes_sheets(house: House) -> None:
    game = War(house, "misses 1", "lost open")
    for country in ("NO", "SO", "WE"):
        game.tell(country, "1 ORDER 1")
    game.next_turn()
    game.house.pass_time(hours=3)
    here = game.here()
    assert here.row.label == "T1"
    answer = " ".join(game.tell("NO", "1 LEVY AKE").text.split())
    assert "The deadline has passed, but the phase is not adjudicated yet. This counts." in answer
    game.house.tell(game.master, "GAME corner\nDUMMY EA")
    assert "2 armies levied in AKE" in game.newest("NO").text


@pytest.mark.parametrize(("option", "waits"), [("early no", False), ("early 1h", True)])
def test_3_5_no_orders_says_that_the_game_no_longer_waits_only_where_it_can_end_early(
    house: House, option: str, waits: bool
) -> None:
    """A turn goes on without a sheet, and never waits for one."""
    game = War(house, option)
    told = " ".join(game.tell("NO", "NO ORDERS").text.split())
    assert ("The game no longer waits for you. You have nothing on file." in told) == waits
    assert ("You count as having written. You have nothing on file." in told) != waits


@pytest.mark.ruling("2.4")
def test_2_4_the_reminder_says_that_a_late_sheet_is_used_if_nothing_newer_comes(house: House) -> None:
    """It said that the orders are not complete yet, above the late sheet."""
    game = War(house)
    first = game.newest("NO")
    game.next_turn()
    game.tell("NO", "1 LEVY AKE", to=first)
    game.house.pass_time(days=6, hours=1)
    for country in ("NO", "EA"):
        letter = game.newest(country)
        assert letter.subject.startswith("[corner] Your orders are missing: due")
        for told in (" ".join(letter.text.split()), " ".join(letter.html.split())):
            assert "Your orders for Turn 2 are missing." in told
            assert ("What is on file is used unless you send something newer." in told) == (country == "NO")
