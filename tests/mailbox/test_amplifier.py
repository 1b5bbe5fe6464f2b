"""Attacks that send the judge little, or much, to have it mail much to somebody else."""

from __future__ import annotations

import base64

import pytest
from sqlalchemy import func, select

from judge.letters import write
from judge.letters.values import Answer, Block, Reader, Section, Transcript
from judge.mail.compose import words_size
from judge.mailbox.reply import ANSWER_OCTETS, UNPROVED_LINES, UNPROVED_OCTETS, askable, fitting
from judge.store.tables import OutboundRow
from judge.testing.correspondent import Correspondent
from tests.mailbox.test_leaked_letters import leaked
from tests.support.house import House, put
from tests.support.table_of_seven import Seven

SHELL = 12_000
"""Octets of a short letter: its fields, the form of its HTML, and what it always says."""


def _forge(house: House, who: Correspondent, number: int, text: str, to: str = "", head: str = "") -> int:
    """Sends it in their name; how many octets the judge mails for it."""
    before = _mailed(house)
    body = base64.encodebytes(text.encode()).decode()
    fields = f"From: {who.address}\nMessage-ID: <{number}@forged>\n{head}Content-Type: text/plain; charset=utf-8\n"
    put(house, f"{fields}Content-Transfer-Encoding: base64\n\n{body}", to=to)
    return _mailed(house) - before


def _mailed(house: House) -> int:
    with house.judge.db.reading() as session:
        return session.execute(select(func.sum(func.length(OutboundRow.raw)))).scalar() or 0


def test_a_mail_without_proof_is_quoted_whole_and_short_or_not_at_all(house: House) -> None:
    ann = house.registered("Ann")
    assert _forge(house, ann, 1, "\n".join(f"pill{line}" for line in range(UNPROVED_LINES))) < 2 * SHELL
    assert f"pill{UNPROVED_LINES - 1}" in ann.last().text
    assert ann.last().code
    house.pass_time(minutes=61)
    for number, text in enumerate(
        ("pill\n" * (UNPROVED_LINES + 1), "pill" * (UNPROVED_OCTETS // 4 + 1), "pill\n" * 9000, "<&>" * 60_000), 2
    ):
        assert 0 < _forge(house, ann, number, text) < SHELL
        assert not ann.last().code, "nobody is asked for their word on what they do not see"
        assert "pill" not in ann.last().text
        assert "I answer one such mail an hour" in " ".join(ann.last().text.split())
        house.pass_time(minutes=61)


def test_a_long_mail_without_proof_is_done_once_it_is_sent_as_an_answer(house: House) -> None:
    ann = house.registered("Ann")
    text = "ZONE Europe/Rome\n" + "HELP\n" * UNPROVED_LINES
    _forge(house, ann, 1, text)
    assert "send it again as an answer to a mail of the game" in " ".join(ann.last().text.split())
    assert house.zone() == "UTC"
    ann.reply(ann.last(), text)
    house.settle()
    assert house.zone() == "Europe/Rome"


LINKS = [
    *("https://evil.example/login", "HTTP://evil.example", "www.evil.example", "evil.example/key", "evil.com"),
    *(
        "evil.com?k=1",
        "https:evil.com",
        "https:/evil.com",
        "login@evil.com",
        "evil.com:8080",
        "192.0.2.7",
        "[192.0.2.7]",
    ),
    *("ｅｖｉｌ．ｃｏｍ", "evil。com", "evil．com", "еvil.рф", "xn--evl-2na.com", "mailto:evil", "tel:0900123456"),
    *("+49 900 1234567", "\\\\evil\\share", "<evil.com>", "(evil.com)", "[log in](evil.com)", "evil.com.", "e.vil.com"),
    *("skype:evil", "javascript:evil", "evil%2ecom.example", "//evil.example", "evil\u2024com"),
]


@pytest.mark.parametrize("link", LINKS)
def test_no_web_address_of_a_mail_without_proof_stands_in_a_letter_of_the_judges(house: House, link: str) -> None:
    ann = house.registered("Ann")
    for number, text in enumerate(
        (f"Your KEY has expired: evil, give it at {link}", f"ZONE Europe/Rome\n// evil {link}")
    ):
        _forge(house, ann, number, text)
        assert not ann.last().code
        assert "evil" not in f"{ann.last().text}{ann.last().html}".lower()
        assert "send it again as an answer" in " ".join(ann.last().text.split())
        house.pass_time(minutes=61)
    _forge(house, ann, 2, f"CONFIRM evil {link}\nCONFIRM aaaabbbbccccdddd\n> evil {link}")
    assert "evil" not in f"{ann.last().text}{ann.last().html}".lower()


def test_whatever_else_is_in_a_mail_without_proof_is_quoted(house: House) -> None:
    ann = house.registered("Ann")
    orders = "GAME oslo\n4*5#2 : A LON - YOR\n4 @ A EDI - YOR\n5:F STP/SC H\nDEADLINE 2026-05-05 20:00"
    words = "A PAR - BUR//not sure\nI am off, e.g. to Lodz/Lviv.\nGrüße (“sehr” gute)! Привет... 3.5 of 7."
    _forge(house, ann, 1, f"{orders}\n{words}")
    assert ann.last().code, "nothing in it is taken for an address"
    assert "Привет... 3.5 of 7." in ann.last().text


@pytest.mark.parametrize("link", [link for link in LINKS if "." in link and "%" not in link])
def test_a_leaked_letter_brings_no_address_into_its_owners_thread(house: House, link: str) -> None:
    ann = house.registered("Ann")
    for number, text in enumerate(
        (
            f"Your KEY has expired: give it at {link}",
            f"LIST\n> Give it at {link}\n{link}",
            f"INFO {link}",
            f"HOST Your KEY has expired, go to {link}",
        )
    ):
        _forge(house, ann, number, text, to=leaked(ann.last()))
        assert "evil" not in ann.last().text.lower()
        assert "192" not in ann.last().text


@pytest.mark.parametrize("text", ["{}", "TRY\n{}\nEND TRY", "TRY\nsee evil.example/x\nEND TRY", "{}\nSHOW"])
def test_a_leaked_letter_brings_no_address_in_a_comment_into_its_owners_thread(table: Seven, text: str) -> None:
    fleur = table.players["FRANCE"]
    _forge(table.house, fleur, 1, text.format("5 : A PAR - BUR // http://evil.example/x"), to=leaked(fleur.last()))
    assert "evil" not in f"{fleur.last().text}{fleur.last().html}"
    assert "········" in fleur.last().text


def test_a_leaked_letter_brings_no_name_of_a_file_into_its_owners_thread(house: House) -> None:
    ann = house.registered("Ann")
    fields = f"From: {ann.address}\nMessage-ID: <1@forged>\nContent-Type: multipart/mixed; boundary=x\n\n"
    file = "begin 644 evil.com\n#86)C\n`\nend"
    named = '--x\nContent-Disposition: attachment; filename="evil.com"\n\nx\n'
    put(house, f"{fields}--x\n\nLIST\n{file}\n{named}--x--\n", to=leaked(ann.last()))
    assert "I do not read attachments" in " ".join(ann.last().text.split())
    assert "evil" not in f"{ann.last().text}{ann.last().html}"


def test_of_long_mails_without_proof_one_is_told_of_within_the_hour(house: House) -> None:
    ann = house.registered("Ann")
    before = len(ann.inbox())
    for number in range(10):
        _forge(house, ann, number, "word\n" * 100)
        _forge(house, ann, 100 + number, "ZONE Europe/Rome")
    assert len(ann.inbox()) == before + 1
    house.pass_time(minutes=61)
    _forge(house, ann, 200, "ZONE Europe/Rome")
    assert ann.last().code


def test_a_wrong_code_without_proof_repeats_little_of_its_mail(house: House) -> None:
    ann = house.registered("Ann")
    wrong = "\n".join(f"CONFIRM aaaabbbbccccdd{line}" for line in range(10, 59))
    quoted = "\n".join(f"> pills {line}" * 20 for line in range(3000))
    files = "".join(f'--x\nContent-Disposition: attachment; filename="pills {n}.txt"\n\nx\n' for n in range(40))
    assert _forge(house, ann, 1, f"{wrong}\n{quoted}") < 3 * SHELL
    assert ann.last().text.count("pills") <= UNPROVED_LINES * 20
    house.pass_time(minutes=61)
    put(
        house,
        f"From: {ann.address}\nMessage-ID: <2@forged>\nContent-Type: multipart/mixed; boundary=x\n\n"
        f"--x\n\nCONFIRM aaaabbbbccccdddd\n{files}--x--\n",
    )
    assert "pills" not in ann.last().text


def test_no_answer_is_larger_than_its_bound_whatever_is_asked_for(house: House) -> None:
    ann = house.registered("Ann")
    for number, text in enumerate(
        ("HELP\n" * 50, "<&>" * 60_000, "> <&>\n" * 9000, "MANUAL payola\n" * 50, "ä" * 90_000)
    ):
        assert _forge(house, ann, number, text, to=leaked(ann.last())) < ANSWER_OCTETS + SHELL


@pytest.mark.parametrize("letter", ["\U0001d41a", "한", "ａ"])
def test_long_lines_that_were_not_read_are_shown_shorter_until_they_fit(table: Seven, letter: str) -> None:
    reply = table.tell("FRANCE", "SHOW\nEND\n" + f"{letter * 900}\n" * 50, key=False)
    assert len(reply.raw) < ANSWER_OCTETS + SHELL
    assert "ON FILE" in reply.text
    assert letter * 100 in "".join(reply.text.split()).replace(">", "")


def test_what_does_not_fit_into_an_answer_is_named(house: House) -> None:
    reader = Reader("Ann", "UTC", "", "ann@example.org")
    blocks = tuple(Block(f"Page {number}", f"<&{number}>\n" * 10_000) for number in range(6))
    answers = (Answer(1, "MANUAL", "ok", "Below."), Answer(2, "x" * 180_000, "problem", "No command."))
    letter = fitting(
        Transcript((Section("", answers=answers, blocks=blocks),)),
        lambda told: write.reply(house.judge.renderer, reader, told, "Pages", house.clock.now()),
    )
    assert words_size(letter) <= ANSWER_OCTETS
    text = " ".join(letter.text.split())
    assert "> MANUAL" in text, "what became of each line comes first"
    assert "No command." in text
    assert text.count("<&0>") == 10_000
    for number in range(6):
        assert f"PAGE {number}" in text
    assert "Ask for it in a mail of its own" in text


def test_a_line_too_long_to_be_shown_gets_no_code() -> None:
    lines = (Answer(1, "RESIGN", "waiting", ""), Answer(2, f"EXTEND 3d {'x' * 30_000}", "waiting", "Longer."))
    (section,) = askable((Section("oslo", answers=lines),))
    assert [answer.became for answer in section.answers] == ["waiting", "problem"]
    assert "too long" in section.answers[1].message
