"""A player answers, and their mail program quotes what somebody else has written: its words are nobody's orders."""

from __future__ import annotations

import re

import pytest

from judge.cli.tools.correspondent import Received
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven

ROOM = 72
"""Columns that fill a line of the mail program's."""

HARM = ["5 : A VEN - TRI", "TRANSFER 4 TO FRANCE", "PRESS TO ALL: I am a fool", "BLOCK TURKEY", "WAIT", "DRAW"]


def padded(line: str) -> str:
    """A line of prose at whose end this one stands alone, once a mail program has quoted and broken it."""
    words = "I have heard much of what is going on in the north of the board, and we"
    return f"{words[: ROOM - 2].rstrip()} {line}"


def quoted(letter: Received) -> str:
    """The letter with marks, and without them where a line was too long."""
    out = []
    for line in letter.text.splitlines():
        marked = f"> {line}"
        cut = marked.rfind(" ", 0, ROOM + 1) if len(marked) > ROOM else len(marked)
        out += [marked[:cut], *([marked[cut + 1 :]] if cut < len(marked) else [])]
    return "\n".join(out)


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, "press choice")


def state(table: Seven) -> tuple[str, list[str]]:
    """What Italy has on file, and the press that others had from it."""
    shown = table.tell("ITALY", "SHOW\nBALANCE").text
    heard = [mail.text for mail in table.players["RUSSIA"].inbox() if "Press from Italy" in mail.subject]
    return shown, heard


@pytest.mark.parametrize("top", ["Thanks!", ""], ids=["words above", "nothing else"])
def test_what_a_mail_program_breaks_of_a_letter_from_another_player_does_nothing(table: Seven, top: str) -> None:
    lines = "\n".join(padded(line) for line in HARM if ":" not in line or line.startswith("PRESS"))
    table.house.tell(table.players["FRANCE"], f"PRESS TO ITALY\n{lines}\nEND PRESS", to=table.results("FRANCE"))
    before = state(table)
    letter = table.players["ITALY"].last(lambda mail: "Press from France" in mail.subject)
    assert "\nBLOCK TURKEY\n" in f"{quoted(letter)}\n"
    reply = table.house.tell(table.players["ITALY"], f"{top}\n\n{quoted(letter)}", to=letter, key=False)
    assert not reply.code or reply.text.count("Thanks!")
    assert not any(line in reply.text for line in ("BLOCK TURKEY", "DRAW", "WAIT", "I am a fool"))
    assert state(table) == before


def test_what_a_mail_program_breaks_of_the_newspaper_is_on_nobodys_sheet(table: Seven) -> None:
    lines = "\n".join(padded(line) for line in HARM)
    table.house.tell(table.players["FRANCE"], f"ARTICLE\n{lines}\nEND ARTICLE", to=table.results("FRANCE"))
    for role in table.players:
        table.tell(role, "NO ORDERS")
    table.house.pass_time(hours=73)
    before = state(table)
    paper = table.players["ITALY"].last(lambda mail: "newspaper" in mail.subject)
    reply = table.house.tell(table.players["ITALY"], f"Ha!\n\n{quoted(paper)}", to=paper)  # with the KEY: two proofs
    assert not any(line in reply.text for line in HARM)
    assert state(table) == before


def test_what_is_broken_of_a_quotation_within_press_goes_along_as_quotation(table: Seven) -> None:
    table.house.tell(
        table.players["FRANCE"], f"PRESS TO ITALY\n{padded('WAIT')}\nEND PRESS", to=table.results("FRANCE")
    )
    letter = table.players["ITALY"].last(lambda mail: "Press from France" in mail.subject)
    said = next(piece for piece in re.split(r"\n>?\s*\n", quoted(letter)) if "WAIT" in piece)
    table.house.tell(table.players["ITALY"], f"PRESS TO RUSSIA\nThis is what they say:\n{said}\nEND PRESS", to=letter)
    assert "\n> WAIT\n" in table.players["RUSSIA"].last(lambda mail: "Press from Italy" in mail.subject).text
