"""Attacks on codes by way of programs that answer their letters: only a person confirms."""

from __future__ import annotations

from textwrap import wrap

import pytest

from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House, Opening, put
from tests.support.table_of_seven import Seven

ZONE = "ZONE Europe/Rome"


def _asked(house: House) -> tuple[Correspondent, Received]:
    """Ann, and the code for a line that somebody sent in her name."""
    ann = house.registered("Ann")
    put(house, f"From: {ann.address}\nMessage-ID: <forged@x>\n\n{ZONE}\n")
    return ann, ann.last(lambda mail: mail.code != "")


def _answer(
    house: House, ann: Correspondent, asked: Received, text: str, head: str = "", *, mail_from: str = ""
) -> None:
    to = asked.reply_to.rpartition("<")[2].strip(">")
    subject = "" if "Subject:" in head else f"Subject: Re: {asked.subject}\n"
    raw = f"From: {ann.address}\nMessage-ID: <{hash((text, head))}@x>\n{subject}{head}\n{text}\n"
    put(house, raw, mail_from=mail_from or ann.address, to=to)


def test_a_person_confirms(house: House) -> None:
    ann, asked = _asked(house)
    quoted = "\n".join(f"> {line}" for line in asked.text.splitlines())
    _answer(house, ann, asked, f"CONFIRM {asked.code}\n\nThe judge wrote:\n{quoted}\n-- \nAnn\n")
    assert house.zone() == "Europe/Rome"


@pytest.mark.parametrize(
    "head",
    [
        *("Auto-Submitted: auto-replied\n", "Auto-Submitted: auto-generated (rule)\n", "Precedence: bulk\n"),
        *("Precedence: auto_reply\n", "X-Autoreply: yes\n", "X-Autoresponder: 1\n", "Return-Path: <>\n"),
        *("X-Autoreply-From: a@b.c\n", "X-Mail-Autoreply: 1\n", "X-Vacation: 1\n", "X-FC-MachineGenerated: true\n"),
        *("Delivered-To: Autoresponder\n", "Subject: Automatic reply: Please confirm\n", "Subject: Out of office\n"),
        *("Subject: Automatische Antwort: x\n", "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_x?=\n"),
    ],
)
def test_a_mail_with_a_sign_of_a_program_confirms_nothing(house: House, head: str) -> None:
    ann, asked = _asked(house)
    _answer(house, ann, asked, f"CONFIRM {asked.code}", head)
    assert house.zone() == "UTC"
    _answer(house, ann, asked, f"CONFIRM {asked.code}")
    assert house.zone() == "Europe/Rome", "the code is still good"


def test_a_mail_from_the_empty_sender_confirms_nothing(house: House) -> None:
    ann, asked = _asked(house)
    _answer(house, ann, asked, f"CONFIRM {asked.code}", mail_from="<>")
    assert house.zone() == "UTC"


@pytest.mark.parametrize("part", ["whole", "without its head", "the lines around", "quoted"])
def test_a_program_that_repeats_our_letter_confirms_nothing(house: House, part: str) -> None:
    ann, asked = _asked(house)
    lines = asked.text.splitlines()
    at = next(number for number, line in enumerate(lines) if asked.code in line)
    repeated = {
        "whole": lines,
        "without its head": lines[2:],
        "the lines around": lines[at - 2 : at + 3],
        "quoted": [f"> {line}" for line in lines],
    }[part]
    _answer(house, ann, asked, "I am at sea and read no mail. You wrote:\n" + "\n".join(repeated))
    assert house.zone() == "UTC"


def test_a_letter_that_is_repeated_in_narrower_lines_confirms_nothing(house: House, table: Seven) -> None:
    fleur = table.players["FRANCE"]
    asked = table.tell("FRANCE", "DRAW", key=False)
    for width in (26, 30, 36, 44):
        lines = "\n".join("\n".join(wrap(line.strip(), width)) for line in asked.text.splitlines())
        assert f"\nCONFIRM {asked.code}\n" in lines
        told = house.tell(fleur, f"No, this was not me! What is going on?\n\n{lines}", to=asked, key=False)
        assert "Nothing was confirmed" in " ".join(told.text.split()), width
    told = house.tell(fleur, f"CONFIRM {asked.code}", to=asked, key=False)
    assert "This is what you have confirmed" in told.text, "the code is still good"


@pytest.mark.parametrize(
    "line", ["You wrote: CONFIRM {}", "Please CONFIRM {}", "CONFIRM {} was in your mail", "> CONFIRM {}"]
)
def test_confirm_within_a_sentence_confirms_nothing(house: House, line: str) -> None:
    ann, asked = _asked(house)
    _answer(house, ann, asked, line.format(asked.code))
    assert house.zone() == "UTC"


@pytest.mark.parametrize("line", ["confirm {}", "CONFIRM: {}", "  * CONFIRM {}", "*CONFIRM {}*", "CONFIRM {}."])
def test_confirm_as_people_and_their_programs_write_it_confirms(house: House, line: str) -> None:
    ann, asked = _asked(house)
    _answer(house, ann, asked, line.format(asked.code))
    assert house.zone() == "Europe/Rome"


def test_what_is_final_is_not_confirmed_within_seconds(opened: Opening) -> None:
    house = opened(final_pause_seconds=20)
    ann = house.registered("Ann")
    key = ann.key
    house.tell(ann, "REVOKE", key=False)
    asked = ann.last(lambda mail: mail.code != "")
    for seconds in (0, 19):
        house.pass_time(seconds=seconds)
        told = house.tell(ann, f"CONFIRM {asked.code}", to=asked, key=False)
        assert "faster than anybody can read" in " ".join(told.text.split())
    assert ann.last(lambda mail: mail.key != "").key == key
    house.pass_time(seconds=1)
    house.tell(ann, f"CONFIRM {asked.code}", to=asked, key=False)
    assert ann.last(lambda mail: mail.key != "").key != key


def test_what_can_be_undone_is_confirmed_at_once(opened: Opening) -> None:
    house = opened(final_pause_seconds=20)
    ann, asked = _asked(house)
    _answer(house, ann, asked, f"CONFIRM {asked.code}")
    assert house.zone() == "Europe/Rome"


def test_a_program_at_a_new_address_does_not_agree_to_a_change(house: House) -> None:
    ann, there = house.registered("Ann"), house.person("Anna")
    house.tell(ann, f"ADDRESS {there.address}")
    asked = there.last()
    _answer(house, there, asked, f"CONFIRM {asked.code}", "Subject: Automatic reply: Please confirm\n")
    assert "changed" not in ann.last().subject
    _answer(house, there, asked, f"CONFIRM {asked.code}")
    assert "changed" in ann.last().subject


def test_what_was_confirmed_is_told_once_whatever_else_was_in_the_mail(house: House, table: Seven) -> None:
    fleur = table.players["FRANCE"]
    asked = house.tell(fleur, "CREATE payola rome\nEND CREATE\nGAME oslo\nSHOW", key=False)
    told = house.tell(fleur, f"CONFIRM {asked.code}", to=asked, key=False)
    assert told.text.count("This is what you have confirmed") == 1
