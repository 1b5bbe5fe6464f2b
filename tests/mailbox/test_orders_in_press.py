"""Press never carries orders out, and what a mail program quotes of others' words is on nobody's sheet."""

from __future__ import annotations

import re

import pytest

from judge.testing.correspondent import Received
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


def heard(table: Seven, role: str) -> list[str]:
    return [mail.text for mail in table.players[role].inbox() if "Press from" in mail.subject]


def on_file(table: Seven, role: str = "FRANCE") -> str:
    return table.tell(role, "SHOW").text.partition("ON FILE")[2]


BELOW = {
    "offers, and no END": "PRESS TO ALL\nDear all,\nI wish you a good game.\n\n5 : A PAR - BUR\n3 : F BRE - MAO",
    "an order": "PRESS TO ITALY\nHello!\nA PAR - BUR",
    "an acceptance list": "PRESS TO ITALY\nHello!\nACCEPT AEFGIRT",
    "a transfer": "PRESS TO ITALY\nHello!\nTRANSFER 5 TO GERMANY",
    "a command": "PRESS TO ITALY\nHello!\nWAIT",
    "END OF PRESS": "PRESS TO ITALY\nHello!\nEND OF PRESS\n5 : A PAR - BUR",
    "ENDPRESS.": "PRESS TO ITALY\nHello!\nENDPRESS.\n5 : A PAR - BUR",
    "end press please": "PRESS TO ITALY\nHello!\nend press please\n5 : A PAR - BUR",
    "END": "PRESS TO ITALY\nHello!\nEND\n5 : A PAR - BUR",
}


@pytest.mark.parametrize("text", BELOW.values(), ids=BELOW)
def test_without_end_press_nothing_is_sent_and_nothing_below_is_filed(table: Seven, text: str) -> None:
    reply = table.tell("FRANCE", text, key=False)
    assert not heard(table, "ITALY")
    assert "Nothing." in on_file(table)
    assert "It has no END PRESS" in flat(reply)
    assert "This would go to" in flat(reply)
    assert "write END PRESS on a line of its own" in flat(reply)


def test_press_without_end_press_that_is_too_long_to_be_looked_through_waits_for_its_writers_word(table: Seven) -> None:
    words = "a-b-c-d-e-f-g-h- " * 10
    reply = table.tell("FRANCE", "PRESS TO ITALY\n" + f"{words}\n" * 95 + "5 : A PAR - BUR\n", key=False)
    assert not heard(table, "ITALY")
    assert "It has no END PRESS, and is too long to be looked through" in flat(reply)
    assert "Nothing." in on_file(table)
    table.tell("FRANCE", "PRESS TO ITALY\n" + f"{words}\n" * 95 + "END PRESS\n5 : A PAR - BUR\n")
    assert len(heard(table, "ITALY")) == 1
    assert "5 : A PAR - BUR" in on_file(table)


def test_what_stands_above_the_block_is_read_as_ever(table: Seven) -> None:
    table.tell("FRANCE", "5 : A PAR - BUR\nPRESS TO ITALY\nHello!\nA MAR H", key=False)
    assert "5 : A PAR - BUR" in on_file(table)
    assert "MAR" not in on_file(table).partition("You offer nothing")[0]


def test_the_code_sends_just_what_was_shown(table: Seven) -> None:
    table.tell("FRANCE", "PRESS TO ITALY\nHello!\nEND OF PRESS\n5 : A PAR - BUR", key=False)
    asking = table.players["FRANCE"].last(lambda mail: mail.code != "")
    assert "This would go to Italy: “Hello!”" in flat(asking)
    table.house.tell(table.players["FRANCE"], f"CONFIRM {asking.code}", to=asking)
    assert len(heard(table, "ITALY")) == 1
    assert "Hello!" in heard(table, "ITALY")[0]
    assert "BUR" not in heard(table, "ITALY")[0]
    assert "Nothing." in on_file(table)


GOES_OUT = {
    "words alone to the end of the mail": "PRESS TO ITALY\nDear Italy,\nwait for me, and hold on.\nYours, Fleur",
    "a signature below": "PRESS TO ITALY\nDear Italy, shall we?\n-- \nFleur\nWAIT",
    "END OF PRESS with words alone": "PRESS TO ITALY\nShall we?\nEND OF PRESS\nThanks, judge!",
    "ENDPRESS, the word of other judges": "PRESS TO ITALY\nShall we?\nENDPRESS\n5 : A PAR - BUR",
    "an order that is quoted to a friend": "PRESS TO ITALY\nShall we?\nA PAR - BUR?\nA PAR - BUR\nEND PRESS",
    "one line": "PRESS TO ITALY: Shall we?",
    "words on the first line and below it": "PRESS TO ITALY: Shall we?\nI think so.\nEND PRESS",
}


@pytest.mark.parametrize("text", GOES_OUT.values(), ids=GOES_OUT)
def test_words_to_others_go_out(table: Seven, text: str) -> None:
    reply = table.tell("FRANCE", text, key=False)
    (letter,) = heard(table, "ITALY")
    words = text.partition("\n")[2].partition("\n")[0] if ":" not in text.partition("\n")[0] else "Shall we?"
    assert words in letter
    assert "Sent to Italy." in reply.text
    assert words in reply.text.partition("YOUR WORDS")[2]


def test_what_follows_end_press_is_filed(table: Seven) -> None:
    table.tell("FRANCE", "PRESS TO ITALY\nShall we?\nENDPRESS\n5 : A PAR - BUR", key=False)
    assert "5 : A PAR - BUR" in on_file(table)


SECRET = {
    "an offer as the sheet has it": "5 : A PAR - BUR",
    "a KEY": "KEY abcd-efgh-ijkl-mnop",
    "a code": "CONFIRM abcdefghijklmnop",
}


@pytest.mark.parametrize("line", SECRET.values(), ids=SECRET)
def test_with_end_press_only_what_is_the_writers_alone_makes_it_wait(table: Seven, line: str) -> None:
    reply = table.tell("FRANCE", f"PRESS TO ITALY\nHello!\n{line}\nEND PRESS", key=False)
    assert not heard(table, "ITALY")
    assert "reads as if it were for me" in flat(reply)


def test_initials_name_seats_as_other_judges_write_them(table: Seven) -> None:
    reply = table.tell("ENGLAND", "PRESS TO FT\nHello!\nEND PRESS", key=False)
    assert "Sent to France and Turkey." in reply.text
    assert heard(table, "FRANCE")
    assert heard(table, "TURKEY")
    assert not heard(table, "ITALY")


# A player answers, and their mail program quotes what somebody else has written: its words are nobody's orders.

ROOM = 72
"""Columns that fill a line of the mail program's."""

HARM = ["5 : A VEN - TRI", "TRANSFER 4 TO FRANCE", "PRESS TO ALL: I am a fool", "BLOCK TURKEY", "WAIT", "DRAW"]


def padded(line: str) -> str:
    """A line of prose at whose end this one stands alone, once a mail program has quoted and broken it."""
    words = "I have heard much of what is going on in the north of the board, and we"
    return f"{words[: ROOM - 4].rstrip()} {line}"


def quoted(letter: Received) -> str:
    """The letter with marks, and without them where a line was too long."""
    out = []
    for line in letter.text.splitlines():
        marked = f"> {line}"
        cut = marked.rfind(" ", 0, ROOM + 1) if len(marked) > ROOM else len(marked)
        out += [marked[:cut], *([marked[cut + 1 :]] if cut < len(marked) else [])]
    return "\n".join(out)


@pytest.fixture
def choosing(house: House) -> Seven:
    return seven(house, "press choice")


def state(choosing: Seven) -> tuple[str, list[str]]:
    """What Italy has on file, and the press that others had from it."""
    shown = choosing.tell("ITALY", "SHOW\nBALANCE").text
    heard = [mail.text for mail in choosing.players["RUSSIA"].inbox() if "Press from Italy" in mail.subject]
    return shown, heard


@pytest.mark.parametrize("top", ["Thanks!", ""], ids=["words above", "nothing else"])
def test_what_a_mail_program_breaks_of_a_letter_from_another_player_does_nothing(choosing: Seven, top: str) -> None:
    lines = "\n".join(padded(line) for line in HARM if ":" not in line or line.startswith("PRESS"))
    choosing.house.tell(
        choosing.players["FRANCE"], f"PRESS TO ITALY\n{lines}\nEND PRESS", to=choosing.results("FRANCE")
    )
    before = state(choosing)
    letter = choosing.players["ITALY"].last(lambda mail: "Press from France" in mail.subject)
    assert "\nBLOCK TURKEY\n" in f"{quoted(letter)}\n"
    reply = choosing.house.tell(choosing.players["ITALY"], f"{top}\n\n{quoted(letter)}", to=letter, key=False)
    assert not reply.code or reply.text.count("Thanks!")
    assert not any(line in reply.text for line in ("BLOCK TURKEY", "DRAW", "WAIT", "I am a fool"))
    assert state(choosing) == before


def test_what_a_mail_program_breaks_of_the_newspaper_is_on_nobodys_sheet(choosing: Seven) -> None:
    lines = "\n".join(padded(line) for line in HARM)
    choosing.house.tell(choosing.players["FRANCE"], f"ARTICLE\n{lines}\nEND ARTICLE", to=choosing.results("FRANCE"))
    for role in choosing.players:
        choosing.tell(role, "NO ORDERS")
    choosing.house.pass_time(hours=73)
    before = state(choosing)
    paper = choosing.players["ITALY"].last(lambda mail: "newspaper" in mail.subject)
    reply = choosing.house.tell(
        choosing.players["ITALY"], f"Ha!\n\n{quoted(paper)}", to=paper
    )  # with the KEY: two proofs
    assert not any(line in reply.text for line in HARM)
    assert state(choosing) == before


def test_what_is_broken_of_a_quotation_within_press_goes_along_as_quotation(choosing: Seven) -> None:
    choosing.house.tell(
        choosing.players["FRANCE"], f"PRESS TO ITALY\n{padded('WAIT')}\nEND PRESS", to=choosing.results("FRANCE")
    )
    letter = choosing.players["ITALY"].last(lambda mail: "Press from France" in mail.subject)
    said = next(piece for piece in re.split(r"\n>?\s*\n", quoted(letter)) if "WAIT" in piece)
    choosing.house.tell(
        choosing.players["ITALY"], f"PRESS TO RUSSIA\nThis is what they say:\n{said}\nEND PRESS", to=letter
    )
    assert "\n  > WAIT\n" in choosing.players["RUSSIA"].last(lambda mail: "Press from Italy" in mail.subject).text
