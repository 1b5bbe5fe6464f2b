"""Attacks that put together what is of several people, or of one and the same at once: a cheat's own KEY and letters
beside those that somebody passed on, one mail by many ways, words of theirs below words of ours.
"""

from __future__ import annotations

import smtplib
import threading
from collections.abc import Callable
from textwrap import indent, wrap

import pytest

from judge.testing.correspondent import Received
from tests.mailbox.test_leaked_letters import ONE, forge, leaked, letter_of, on_file
from tests.support.house import House, put
from tests.support.table_of_seven import Seven, seven


def test_anothers_key_beside_a_leaked_reply_address_is_no_second_proof(table: Seven) -> None:
    """Timur cheats, and has a letter of Fleur's."""
    fleur, timur = table.players["FRANCE"], table.players["TURKEY"]
    text = f"KEY {timur.key}\nTRANSFER 5 TO TURKEY\nDRAW"
    (told,) = forge(table.house, fleur, letter_of(table, "FRANCE"), text)
    assert told.code, "with one proof it waits"
    assert "The KEY in your mail is wrong" in " ".join(told.text.split())
    assert "Your balance is 48 AgP" in table.tell("FRANCE", "BALANCE\nSHOW").text


def test_the_reply_address_of_another_beside_ones_own_key_opens_nothing_of_theirs(house: House) -> None:
    table = seven(house, ONE, system="diplomacy")
    timur = table.players["TURKEY"]
    raw = f"From: {timur.address}\nMessage-ID: <1@x>\n\nKEY {timur.key}\nA PAR - BUR\nA CON - BUL\nDRAW\n"
    put(house, raw, mail_from=timur.address, to=leaked(letter_of(table, "FRANCE")))
    assert not any("PAR" in each for each in on_file(house, "oslo"))
    assert timur.last().code, "a letter of somebody else's is no second proof"
    assert "A PAR - BUR" not in table.tell("FRANCE", "SHOW").text


def test_a_mail_to_the_reply_addresses_of_two_players_is_its_writers_alone(house: House) -> None:
    table = seven(house, ONE, system="diplomacy")
    fleur, timur = table.players["FRANCE"], table.players["TURKEY"]
    to = [leaked(letter_of(table, role)) for role in ("FRANCE", "TURKEY")]
    before = len(fleur.inbox())
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        raw = f"From: {timur.address}\r\nMessage-ID: <2@x>\r\n\r\nA PAR - BUR\r\nA CON - BUL\r\nDRAW\r\n"
        smtp.sendmail(timur.address, to, raw)
    house.settle()
    assert not any("PAR" in each for each in on_file(house, "oslo"))
    assert timur.last().code, "two letters are one proof"
    assert len(fleur.inbox()) == before


def test_one_mail_by_many_connections_at_once_moves_money_once(table: Seven) -> None:
    fleur = table.players["FRANCE"]
    to = leaked(letter_of(table, "FRANCE"))
    server = table.house.server
    together = threading.Barrier(8)

    def send(number: int) -> None:
        with smtplib.SMTP(*server, timeout=120) as smtp:
            raw = (
                f"Received: from r{number}.example by x; Sun, 1 Mar 2026 12:00:00 +0000\r\nFrom: {fleur.address}\r\n"
                f"Subject: {number}\r\nMessage-ID: <once@x>\r\n\r\nKEY {fleur.key}\r\nTRANSFER 1 TO TURKEY\r\n"
            )
            together.wait(120)
            smtp.sendmail(fleur.address, [to], raw)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    table.house.settle()
    assert "Your balance is 47 AgP" in table.tell("FRANCE", "SHOW").text


QUOTED: dict[str, Callable[[str], str]] = {
    "bare": lambda text: text,
    "marked": lambda text: indent(text, "> ", lambda _: True),
    "marked, and broken": lambda text: "\n".join(
        piece for line in text.splitlines() for piece in wrap(f"> {line}", 64) or [">"]
    ),
    "of initials": lambda text: indent(text, "JD> ", lambda _: True),
    "indented": lambda text: indent(text, "    "),
    "below a heading": lambda text: f"-----Original Message-----\nFrom: The Judge\nSent: Monday\nTo: me\n\n{text}",
}


@pytest.mark.parametrize("program", QUOTED)
def test_press_above_a_letter_that_is_quoted_takes_nothing_of_it_along(table: Seven, program: str) -> None:
    """Its writer has forgotten END PRESS, and the letter tells what they alone may know."""
    letter = letter_of(table, "FRANCE")
    said = f"PRESS TO TURKEY\nThis is between us.\n\n{QUOTED[program](letter.text)}"
    table.house.tell(table.players["FRANCE"], said, to=letter, key=False)
    heard = [mail for mail in table.players["TURKEY"].inbox() if "Press from France" in mail.subject]
    for mail in heard:
        assert _words(mail) == "This is between us."


def _words(letter: Received) -> str:
    return letter.text.partition("To    Turkey")[2].partition("\n-- \n")[0].strip()


MARKS = [
    *("Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example>", "X-Judge-Loop: judge@elsewhere"),
    *("X-Autoreply: yes", "Return-Path: <>", "Content-Type: multipart/report; boundary=x"),
    "\n".join(["Received: from a by b; Sun, 1 Mar 2026 12:00:00 +0000"] * 51),
]


def test_a_forged_mail_that_calls_itself_a_programs_does_nothing_behind_its_owners_back(house: House) -> None:
    """Such mail is answered nowhere: its owner would not hear of it."""
    table = seven(house, ONE, system="diplomacy")
    fleur, to = table.players["FRANCE"], leaked(letter_of(table, "FRANCE"))
    before = len(fleur.inbox()), len(table.players["TURKEY"].inbox())
    for number, mark in enumerate(MARKS):
        body = "A PAR - BUR\nPRESS TO TURKEY: I shall attack you\nWAIT"
        put(house, f"From: {fleur.address}\nMessage-ID: <{number}@x>\n{mark}\n\n{body}\n", to=to)
    put(house, f"From: {fleur.address}\nMessage-ID: <n@x>\n\nA PAR - BUR\n", to=to, mail_from="<>")
    assert on_file(house, "oslo") == []
    assert (len(fleur.inbox()), len(table.players["TURKEY"].inbox())) == before


@pytest.mark.parametrize(
    "name",
    [
        "../../etc",
        "a/b",
        "..",
        "a%2fb",
        "index.html",
        "<b>",
        "o.slo",
        "\u043eslo",
        "\uff4f\uff53\uff4c\uff4f2",
        "OSLO",
        "os\u200blo",
        "games",
    ],
)
def test_a_game_has_a_name_of_plain_letters_that_no_other_game_and_no_page_has(table: Seven, name: str) -> None:
    told = table.house.tell(table.players["FRANCE"], f"CREATE DIPLOMACY {name}\nmovement 72h\nEND CREATE")
    assert "A game cannot be called" in told.text or "There is already a game called oslo" in told.text, told.text
