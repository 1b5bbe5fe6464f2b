"""Commands behind a greeting, before thanks, and in sentences that only begin like one."""

from __future__ import annotations

import pytest

from judge.mail.values import TextLine
from judge.mailbox.lines.items import Item, split


def only_item(text: str) -> Item:
    items, _ = split([TextLine(1, text)])
    assert len(items) == 1
    return items[0]


@pytest.mark.parametrize("written", ["SET movement 48h", "SET absence 14", "SET late 12h"])
def test_the_options_of_a_game_stay_the_gamemasters(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.remark) == ("SET", "")


@pytest.mark.parametrize("written", ["Help please", "help, please!", "HELP pls", "help thanks"])
def test_a_command_alone_before_courtesies_is_that_command(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.line.rest, item.line.text) == ("HELP", "", written)


@pytest.mark.parametrize(
    ("written", "rest"),
    [
        ("JOIN oslo please", "oslo"),
        ("Join oslo, thanks!", "oslo"),
        ("JOIN oslo AS ITALY, ? please", "oslo AS ITALY, ?"),
        ("MAP oslo S1901M, thank you", "oslo S1901M"),
        ("zone Europe/Paris, bitte", "Europe/Paris"),
        ("GAME tack", "tack"),
        ("JOIN oslo WITH danke", "oslo WITH danke"),
        ("JOIN oslo AS ITALY.", "oslo AS ITALY"),
        ("STATUS of oslo?", "oslo"),
        ("INFO about the game oslo", "oslo"),
        ("HELP ?", "?"),
        ("REGISTER Anna Tack", "Anna Tack"),
        ("SET title Many thanks", "title Many thanks"),
        ("Draw Anna, Tack", "Anna, Tack"),
        ("TERMINATE we had fun, thanks", "we had fun, thanks"),
        ("PRESS TO ITALY: yes please", "TO ITALY: yes please"),
    ],
)
def test_courtesies_behind_a_command_are_passed_over_where_they_can_be_nothing_else(written: str, rest: str) -> None:
    assert only_item(written).line.rest == rest


@pytest.mark.parametrize("written", ["REPORT please", "Press please"])
def test_a_word_that_takes_the_lines_below_keeps_what_stands_beside_it(written: str) -> None:
    assert only_item(written).line.rest == "please"


@pytest.mark.parametrize(
    ("written", "name", "rest"),
    [
        ("Dear judge, WAIT", "WAIT", ""),
        ("please SHOW", "SHOW", ""),
        ("pls STATUS oslo", "STATUS", "oslo"),
        ("bitte HELP", "HELP", ""),
        ("Hi judge, please HELP PRESS please.", "HELP", "PRESS"),
        ("Olá juiz, LATE 3 days", "LATE", "3 days"),
        ("Dzień dobry, STATUS", "STATUS", ""),
        ("please SET WAIT", "WAIT", ""),
        ("please CREATE payola lund", "CREATE", "payola lund"),
        ("Hello, PRESS TO ITALY: shall we?", "PRESS", "TO ITALY: shall we?"),
    ],
)
def test_a_command_behind_courtesies_is_that_command(written: str, name: str, rest: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.line.rest) == (name, rest)


@pytest.mark.parametrize(
    ("written", "name", "rest"),
    [
        ("ok then: practice payola", "PRACTICE", "payola"),
        ("hi judge, practice payola please", "PRACTICE", "payola"),
        ("so, list", "LIST", ""),
        ("alright - status oslo", "STATUS", "oslo"),
        ("Right: map", "MAP", ""),
        ("OK, join oslo as Italy, France", "JOIN", "oslo as Italy, France"),
        ("Hello! Register Tom Oak", "REGISTER", "Tom Oak"),
        ("Also bitte: list", "LIST", ""),
        ("bon alors, games", "GAMES", ""),
        ("ok so: games?", "GAMES", ""),
        ("ok, JOIN oslo", "JOIN", "oslo"),
        ("Ok then: practise payola as France", "PRACTICE", "payola as France"),
        ("ok, stop the practice game", "PRACTICE", "STOP"),
        ("please stop this practice game", "PRACTICE", "STOP"),
        ("hi judge, could I have a practice game of payola?", "PRACTICE", "payola"),
        ("Hi again, join lund as Italy", "JOIN", "lund as Italy"),
        ("Please register me Ivo Novák, thank you", "REGISTER", "me Ivo Novák"),
    ],
)
def test_a_command_behind_a_lead_in_is_that_command_in_small_letters_too(written: str, name: str, rest: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.line.rest, item.asks) == (name, rest, False)


@pytest.mark.parametrize("written", ["yes, draw", "ok, clear", "sure, start", "so: resign", "fine: set movement 48h"])
def test_what_changes_something_behind_a_lead_in_in_small_letters_is_asked_about(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert item.asks


@pytest.mark.parametrize(
    "talk",
    [
        "ok, wait until I am back",
        "thanks, list me your games",
        "great map",
        "Good map, this one",
        "So long, and good luck",
        "well, start when you like",
        "ok, game on",
        "Right. History is written by the winners",
    ],
)
def test_a_sentence_behind_a_lead_in_is_no_command(talk: str) -> None:
    assert only_item(talk).command is None


def test_a_word_of_a_game_behind_courtesies_is_a_line_of_its_sheet() -> None:
    item = only_item("Hello judge, TRANSFER 5 TO AUSTRIA please")
    assert (item.command, item.line.text, item.remark) == (None, "TRANSFER 5 TO AUSTRIA", "")


def test_the_options_of_a_game_that_is_politely_asked_for_are_read() -> None:
    items, _ = split([TextLine(number, text) for number, text in enumerate(("please CREATE payola lund", "blind yes"))])
    assert [line.text for line in items[0].line.block] == ["blind yes"]


@pytest.mark.parametrize(
    "other",
    ["Dear PRESS lovers", "A PAR H, CLEAR", "thanks KEY abcd", "Hi all, PRESS is what you want"],
)
def test_courtesy_alone_makes_no_command(other: str) -> None:
    assert only_item(other) == Item(None, only_item(other).line, "")


@pytest.mark.parametrize(
    ("written", "name"), [("Report on the game was great", "REPORT"), ("host, what a day", "HOST")]
)
def test_a_sentence_that_begins_like_a_letter_to_somebody_is_not_sent_and_told_how(written: str, name: str) -> None:
    item = only_item(written)
    assert item.command is None
    assert item.remark.endswith(f"begin with {name} and a colon: {name}: your words")


@pytest.mark.parametrize("written", ["REPORT of abuse", "Report: he swears at me", "host: in need of help"])
def test_in_capitals_or_before_a_colon_it_is_sent(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert item.command.name in ("REPORT", "HOST")
    assert item.line.rest
