"""Which turn a sheet is for: named in the mail, named twice, or over when the mail comes."""

from __future__ import annotations

import pytest

from judge.reading.sheet import SheetLine
from judge.rules.empires.system import SYSTEM
from judge.rules.values import (
    Sheet,
    only,
)
from tests.rules.empires.test_by_mail import War
from tests.rules.empires.worlds import world
from tests.support.house import House


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
