"""Lines of other judges, and commands behind a greeting: what they are here, before anything is carried out."""

from __future__ import annotations

import pytest

from judge.mail.values import TextLine
from judge.mailbox.lines.parsed import Item, split


def only_item(text: str) -> Item:
    items, _ = split([TextLine(1, text)])
    assert len(items) == 1
    return items[0]


@pytest.mark.parametrize(
    ("written", "name", "rest"),
    [
        ("SET WAIT", "WAIT", ""),
        ("set nowait", "NOWAIT", ""),
        ("NO WAIT", "NOWAIT", ""),
        ("READY.", "NOWAIT", ""),
        ("FINALIZE", "NOWAIT", ""),
        ("SET DRAW", "DRAW", ""),
        ("SET DRAW FRANCE, ITALY", "DRAW", "FRANCE, ITALY"),
        ("VOTE DRAW", "DRAW", ""),
        ("PROPOSE DRAW", "DRAW", ""),
        ("SET NODRAW", "NODRAW", ""),
        ("SET CONCEDE FRANCE", "CONCEDE", "TO FRANCE"),
        ("VOTE CONCEDE TO FRANCE", "CONCEDE", "TO FRANCE"),
        ("SET ABSENCE FROM 2026-12-24 TO 2027-01-02", "ABSENCE", "FROM 2026-12-24 TO 2027-01-02"),
        ("SET NOABSENCE", "ABSENCE", "CANCEL"),
        ("SET ADDRESS new@example.org", "ADDRESS", "new@example.org"),
        ("WHOGAME oslo", "INFO", "oslo"),
    ],
)
def test_the_same_under_another_name_is_ours_and_names_it(written: str, name: str, rest: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.line.rest) == (name, rest)
    assert item.remark.endswith(f"is {name} here.") or (name, rest) in (("ABSENCE", "CANCEL"), ("CONCEDE", "TO FRANCE"))
    assert item.line.text == written, "the reply quotes what was written"


@pytest.mark.parametrize(
    ("written", "way"),
    [
        ("SET PASSWORD secret", "REVOKE"),
        ("SET PREFERENCE E[FGR]", "JOIN"),
        ("WHOIS bob@example.org", "INFO"),
        ("GET rules", "MANUAL"),
        ("VERSION", "RULES"),
        ("VOTE YES", "DRAW"),
        ("ENDPRESS", "No press was open"),
        ("END PRESS", "No press was open"),
    ],
)
def test_what_is_otherwise_here_is_told_in_a_line(written: str, way: str) -> None:
    item = only_item(written)
    assert item.command is None
    assert way in item.remark


@pytest.mark.parametrize("written", ["SET movement 48h", "SET absence 14", "SET late 12h"])
def test_the_options_of_a_game_stay_the_gamemasters(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.remark) == ("SET", "")


@pytest.mark.parametrize(
    "talk",
    [
        "no wait, better:",
        "ready when you are",
        "Get well soon!",
        "Vote for me and be rich",
        "Nothing but trouble ahead",
    ],
)
def test_talk_that_begins_with_such_words_is_neither(talk: str) -> None:
    assert only_item(talk) == Item(None, only_item(talk).line, "")


@pytest.mark.parametrize(
    "written",
    [
        "NO ORDERS",
        "no orders.",
        "Nothing from me this time, sorry",
        "No orders this turn",
        "No orders this time, thanks.",
        "NOTHING",
        "no orders from me",
    ],
)
def test_no_orders_is_a_command_however_it_is_written(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert item.command.name == "NO ORDERS"


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
    ("written", "way"),
    [
        ("I resign", "RESIGN"),
        ("I quit, sorry.", "RESIGN"),
        ("Please cancel my orders", "CLEAR"),
        ("withdraw all my offers please", "CLEAR"),
    ],
)
def test_a_wish_in_a_sentence_is_told_its_word(written: str, way: str) -> None:
    item = only_item(written)
    assert item.command is None
    assert item.remark.startswith(f"{way} alone on a line")
    assert only_item(f"{written} he said").remark == ""


@pytest.mark.parametrize(
    "written",
    [
        "please extend by two days",
        "Could you please extend the deadline until Sunday?",
        "Can I have two more days, please?",
        "I need more time",
        "I need an extension of 24 hours.",
        "Bitte um zwei Tage verlängern",
        "Pouvez-vous repousser la date limite ?",
    ],
)
def test_a_wish_for_more_time_is_told_its_word(written: str) -> None:
    item = only_item(written)
    assert item.command is None
    assert item.remark.startswith("LATE and how much time asks the GameMaster")


@pytest.mark.parametrize(
    "written",
    [
        "Thanks for the extension",
        "I need more armies",
        "Please extend my greetings to Italy",
        "Can we have peace?",
        "Could you please extend the deadline if Italy asks for it, too?",
    ],
)
def test_other_wishes_are_talk(written: str) -> None:
    assert only_item(written).remark == ""


def test_a_ballot_against_somebody_is_no_such_command() -> None:
    assert only_item("no: Carl, Dora").command is None


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


@pytest.mark.parametrize("written", ["Hi Tom, WAIT", "Hi Tom, wait"])
def test_a_command_behind_a_greeting_to_somebody_is_told_how_to_stand(written: str) -> None:
    item = only_item(written)
    assert item.command is None
    assert item.remark == "If this is a command, write only: WAIT"


@pytest.mark.parametrize(
    "other",
    ["please wait for me", "Dear PRESS lovers", "A PAR H, CLEAR", "thanks KEY abcd", "Hi all, PRESS is what you want"],
)
def test_courtesy_alone_makes_no_command(other: str) -> None:
    assert only_item(other) == Item(None, only_item(other).line, "")


@pytest.mark.parametrize("text", ["SUBMIT", "SUBMIT ORDERS", "SEND ORDERS"])
def test_who_submits_orders_as_elsewhere_is_told_that_the_mail_does_so(text: str) -> None:
    assert "Nothing has to be submitted" in only_item(text).remark


@pytest.mark.parametrize("written", ["Map of the game please", "show me the map of the board", "MAP OF THE GAME"])
def test_the_map_of_the_game_is_its_map(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert (item.command.name, item.line.rest) == ("MAP", "")


@pytest.mark.parametrize(
    ("written", "name"), [("Report on the game was great", "REPORT"), ("Host was very kind", "HOST")]
)
def test_a_sentence_that_begins_like_a_letter_to_somebody_is_not_sent_and_told_how(written: str, name: str) -> None:
    item = only_item(written)
    assert item.command is None
    assert item.remark.endswith(f"begin with {name} and a colon: {name}: your words")


@pytest.mark.parametrize(
    "written", ["REPORT of abuse", "Report: he swears at me", "Report this is abuse", "host: in need of help"]
)
def test_in_capitals_or_before_a_colon_or_what_is_no_sentence_it_is_sent(written: str) -> None:
    item = only_item(written)
    assert item.command is not None
    assert item.command.name in ("REPORT", "HOST")
    assert item.line.rest
