"""What a mail's lines are before anything is carried out."""

from __future__ import annotations

import pytest

from judge.mail.values import TextLine
from judge.mailbox.bounds import COMMANDS
from judge.mailbox.lines.items import keep_quotations, split
from judge.testing.laws import patience


def lines(text: str) -> list[TextLine]:
    return [TextLine(number, line) for number, line in enumerate(text.split("\n"), 1)]


def kinds(text: str) -> list[str]:
    items, _ = split(lines(text))
    return [item.command.name if item.command else "-" for item in items]


def test_a_line_that_begins_with_a_command_is_that_command_in_any_case() -> None:
    assert kinds("help\nShow\nPRESS TO ALL: hi") == ["HELP", "SHOW", "PRESS"]


def test_every_other_line_belongs_to_the_games_sheet() -> None:
    assert kinds("4 : A LON - YOR\nA PAR - BUR\nhelpless") == ["-", "-", "-"]


def test_blank_lines_and_comments_are_passed_over() -> None:
    assert kinds("\n  \n// a note to myself\nSHOW") == ["SHOW"]


def test_m12_a_rule_above_everything_does_not_end_the_reading() -> None:
    assert kinds("________\n4 : A LON H\nSHOW\n________\nRESIGN") == ["-", "SHOW"]
    assert kinds("--\nRESIGN") == []


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("   - 5 : A LON - YOR", "5 : A LON - YOR"),
        ("  *   5 : A LON - YOR", "5 : A LON - YOR"),
        ("   - LON - YOR", "LON - YOR"),
        ("- 5 : A LON - YOR", "- 5 : A LON - YOR"),
        ("- A LON - YOR", "- A LON - YOR"),
        ("*4*5 : A LON - YOR*", "4*5 : A LON - YOR"),
        ("   - *A LON - YOR*", "A LON - YOR"),
        ("4*5 : A LON - YOR*", "4*5 : A LON - YOR*"),
        ("-5 : A LON - YOR", "-5 : A LON - YOR"),
        ("* 5 : A LON - YOR", "* 5 : A LON - YOR"),
        ("- NWY - BAR", "- NWY - BAR"),
        ("５ ： Ａ ＬＯＮ － ＹＯＲ", "5 : A LON - YOR"),
        ("3*5 ＞ A LON H", "3*5 > A LON H"),
    ],
)
def test_m10_lists_and_wide_letters_are_taken_back_but_no_broken_order_becomes_one(written: str, read: str) -> None:
    assert [item.line.text for item in split(lines(written))[0]] == [read]


def test_m10_lists_hold_commands_and_letters_keep_their_lists() -> None:
    items, _ = split(lines("   - SHOW\n- PRESS TO ITALY： ５ ！\nPRESS TO ITALY\n   - one\n   - ２\nEND PRESS"))
    assert [(item.command.name if item.command else "-", item.line.rest) for item in items] == [
        ("SHOW", ""),
        ("-", "- PRESS TO ITALY: 5 !"),
        ("PRESS", "TO ITALY"),
    ]
    assert [line.text for line in items[2].line.block] == ["   - one", "   - ２"]
    tried = split(lines("TRY\n   - 5 : A LON H\n*A LVP H*\nEND TRY"))[0][0].line.block
    assert [line.text for line in tried] == ["5 : A LON H", "A LVP H"]
    assert split(lines("PRESS TO ITALY: ５ ！"))[0][0].line.rest == "TO ITALY: ５ ！"


def test_a_block_runs_to_its_end_and_keeps_its_lines() -> None:
    items, _ = split(lines("PRESS TO ITALY\nDear friend,\n\n  SHOW me\nEND PRESS\nSHOW"))
    assert [line.text for line in items[0].line.block] == ["Dear friend,", "", "  SHOW me"]
    assert kinds("PRESS TO ITALY\nDear friend,\nENDPRESS\nSHOW") == ["PRESS", "SHOW"]


def test_press_on_one_line_has_no_block() -> None:
    assert kinds("PRESS TO ITALY: hello\nSHOW") == ["PRESS", "SHOW"]


def test_a_block_without_an_end_runs_to_the_signature() -> None:
    items, rest = split(lines("PRESS TO ITALY\nhello\n-- \nAnn"))
    assert [line.text for line in items[0].line.block] == ["hello"]
    assert [line.text for line in rest] == ["Ann"]


def test_end_alone_ends_a_block_and_all_reading() -> None:
    items, rest = split(lines("PRESS TO ITALY\nhello\nEND\nSHOW"))
    assert [line.text for line in items[0].line.block] == ["hello"]
    assert [item.command.name for item in items if item.command] == ["PRESS"]
    assert [line.text for line in rest] == ["SHOW"]


def test_m12_nothing_is_read_behind_end_or_a_signature() -> None:
    for stop in ("END", "--", "-- ", "signoff"):
        items, rest = split(lines(f"SHOW\n{stop}\nRESIGN"))
        assert [item.line.text for item in items] == ["SHOW"], stop
        assert [line.text for line in rest] == ["RESIGN"], stop


def test_what_cannot_be_undone_and_takes_no_words_is_not_meant_by_a_line_that_goes_on() -> None:
    assert kinds("Start a rebellion in Pisa\nResign yourselves, friends\nSTART\nRESIGN") == [
        "-",
        "-",
        "START",
        "RESIGN",
    ]


def test_end_game_is_a_command_and_not_the_end_of_reading() -> None:
    assert kinds("END GAME by consent\nSHOW") == ["END", "SHOW"]


def test_end_with_a_rebellion_behind_it_is_an_order() -> None:
    assert kinds("End the rebellion in Pisa\nEND REVOLT IN PISA\nEND GAME: a revolt of players") == ["-", "-", "END"]


BELOW = "> q\n" * 200


@pytest.mark.parametrize(
    "text",
    [f"PRESS TO A\n{BELOW}END PRESS\n" * COMMANDS, "PRESS TO ALL\n" + "> q\nx\n" * 4999 + "END PRESS"],
    ids=["many", "long"],
)
def test_quotations_are_put_back_in_time_that_grows_with_the_mail(text: str) -> None:
    every = lines(text)
    quoted = [line for line in every if line.text.startswith(">")]
    new = [line for line in every if not line.text.startswith(">")]
    with patience("quotations put back"):
        kept, dropped = keep_quotations(split(new)[0], new, quoted)
    assert list(kept) == every
    assert dropped == ()


@pytest.mark.parametrize("text", ["- BUR", "- Apulia", "- armyless PAR", "- A PAR - BUR"])
def test_a_dash_by_hand_is_for_the_rules_of_the_game_to_read(text: str) -> None:
    (item,), _ = split([TextLine(1, text)])
    assert item.line.text == text


def test_a_command_may_stand_in_a_numbered_list() -> None:
    assert kinds("1. A PAR - BUR\n2. WAIT\n(3) MAP\n4) DRAW") == ["-", "WAIT", "MAP", "DRAW"]
    assert kinds("1. Wait, I have not decided\n2. draw a map") == ["-", "-"]
    items, _ = split(lines("1. FOR FRANCE\n2. A PAR - BUR"))
    assert [item.line.text for item in items] == ["FOR FRANCE", "2. A PAR - BUR"]


def test_a_block_ends_where_its_end_has_a_number() -> None:
    items, _ = split(lines("1. PRESS TO ITALY\n2. hello\n3. END PRESS\n4. A PAR - BUR"))
    assert [item.line.text for item in items] == ["PRESS TO ITALY", "4. A PAR - BUR"]
    assert [line.text for line in items[0].line.block] == ["2. hello"]
    assert not items[0].line.is_open
