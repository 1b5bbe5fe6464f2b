"""Mail for those who run the judge: postmaster, abuse, and the command HOST."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage

import pytest

from judge.outbox import queue
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House


def host_of(house: House) -> Correspondent:
    address = house.judge.settings.host_address
    return Correspondent("Host", address, house.judge.settings.address, house.server, house.mailbox)


def come_to_host(house: House) -> list[Received]:
    return host_of(house).inbox()


@pytest.mark.parametrize("box", ["postmaster", "abuse", "Postmaster"])
def test_what_comes_to_the_hosts_mailboxes_reaches_the_host_and_is_answered(house: House, box: str) -> None:
    eve = house.person("Eve")
    eve.write("Somebody sends me your mails.\nLIST", to=f"{box}@{house.judge.settings.domain}", subject="Spam?")
    house.settle()
    (mail,) = come_to_host(house)
    assert mail.subject.endswith("To the host: Spam?")
    assert "Somebody sends me your mails." in mail.text
    assert "eve@example.org" in mail.text
    (answer,) = eve.inbox()
    assert "passed your words to the people who run this judge" in " ".join(answer.text.split())
    assert "GAMES" not in answer.text, "no line of it is a command"


def test_programs_reach_the_host_too_and_are_not_answered(house: House) -> None:
    report = EmailMessage()
    report["From"] = "reports@example.org"
    report["To"] = f"abuse@{house.judge.settings.domain}"
    report["Auto-Submitted"] = "auto-generated"
    report["Message-ID"] = "<1@example.org>"
    report.set_content("A complaint.")
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        smtp.send_message(report, "", [str(report["To"])])
    house.settle()
    assert "A complaint." in come_to_host(house)[0].text
    assert not house.person("Reports").inbox()


def test_a_mail_of_the_judges_own_goes_round_no_circle(house: House) -> None:
    judge = house.judge.settings.address
    own = Correspondent("The Judge", judge, judge, house.server, house.mailbox)
    own.write("A mail is quarantined", to=f"postmaster@{house.judge.settings.domain}")
    house.settle()
    assert not come_to_host(house)


def test_a_player_writes_to_the_host_and_everything_else_is_read(house: House) -> None:
    bob = house.registered("Bob")
    text = "HOST\nMy key is KEY mnbv-cxy2-3456-qwer\nWhat now?\nEND HOST\nLIST"
    reply = house.tell(bob, text, key=False).text
    assert "passed your words to the people who run this judge" in " ".join(reply.split())
    assert "There are none yet." in reply
    (mail,) = come_to_host(house)
    assert "What now?" in mail.text
    assert "mnbv" not in mail.text
    assert "Bob <bob@example.org>" in mail.text


def test_a_mail_to_the_judge_and_its_postmaster_is_read_by_both(house: House) -> None:
    bob = house.registered("Bob")
    letter = EmailMessage()
    letter["From"] = "bob@example.org"
    letter["Message-ID"] = "<2@example.org>"
    letter.set_content(f"KEY {bob.key}\nGAMES")
    domain = house.judge.settings.domain
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        smtp.send_message(letter, bob.address, [f"postmaster@{domain}", house.judge.settings.address])
    house.settle()
    assert "GAMES" in come_to_host(house)[0].text
    assert "You are in no running game." in bob.last().text


def test_host_without_words_is_told(house: House) -> None:
    reply = house.tell(house.registered("Bob"), "HOST\nEND HOST", key=False).text
    assert "Your mail holds no words for the host." in reply
    assert not come_to_host(house)


def test_a_stranger_reaches_the_host_once_a_day(house: House) -> None:
    eve = house.person("Eve")
    for number in (1, 2):
        eve.write(f"HOST Who are you, number {number}?")
        house.settle()
    assert [("number 1" in mail.text) for mail in come_to_host(house)] == [True]
    assert len(eve.inbox()) == 1


def _to_the_host(house: House, number: int, text: str = "Pills!") -> None:
    eve = house.person(f"Eve{number}")
    eve.write(text, to=f"abuse@{house.judge.settings.domain}")
    house.settle()


def test_the_host_is_not_flooded_and_what_is_surely_a_players_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "OF_ANYBODY", 3)
    ann = house.registered("Ann")
    for number in range(6):
        _to_the_host(house, number)
    came = come_to_host(house)
    assert len(came) == 3
    assert "nothing else of the kind is passed on" in " ".join(came[-1].text.split())
    assert not house.person("Eve5").inbox(), "nobody is told that it went on"
    ann.reply(ann.last(), "HOST Help!")
    house.settle()
    assert "Help!" in come_to_host(house)[-1].text
    house.pass_time(minutes=61)
    _to_the_host(house, 7)
    assert len(come_to_host(house)) == 5


def test_a_mail_to_the_host_goes_on_as_far_as_anybody_reads(house: House) -> None:
    _to_the_host(house, 1, "<&>" * 60_000)
    assert 50_000 < len(come_to_host(house)[0].text) < 60_000
