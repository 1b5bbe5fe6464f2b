"""Attacks that make the judge write to people who never wrote to it: what of it they choose, and how much comes."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from judge.mailbox import strangers
from judge.store.tables import InboundRow, OutboundRow, Player
from judge.testing.correspondent import Received
from tests.support.house import House, Opening, put

WORDS = "Cheap pills"


def _received(house: House, local: str) -> list[Received]:
    return house.person(local).inbox()


def _letters(house: House) -> list[bytes]:
    return house.every(select(OutboundRow.raw).where(OutboundRow.recipient.like("victim%")))


def _forged(house: House, number: int, text: str = "hello", victim: str = "victim", head: str = "") -> None:
    raw = (
        f"From: {WORDS} <{victim}@example.org>\nSubject: {WORDS}\nMessage-ID: <{WORDS.replace(' ', '')}.{number}@x>\n"
        f"References: <{WORDS.replace(' ', '')}@x>\n\n{text}\n"
    )
    put(house, head + raw)


@pytest.mark.parametrize(
    "text", ["hello", f"REGISTER {WORDS}", f"{WORDS}\nHELP\nLIST", f"KEY {WORDS}", f"HOST {WORDS}"]
)
def test_a_letter_to_a_stranger_holds_no_word_of_theirs(house: House, text: str) -> None:
    _forged(house, 1, text)
    (letter,) = _received(house, "Victim")
    for word in WORDS.split():
        assert word.lower() not in letter.raw.decode().lower()
        assert word.lower() not in f"{letter.text}{letter.html}{letter.subject}".lower()


def test_a_name_is_told_to_nobody_before_its_address_is_proved(house: House) -> None:
    _forged(house, 1, f"REGISTER {WORDS}")
    _forged(house, 2, "SHOW")
    house.pass_time(days=1.5)
    _forged(house, 3, "SHOW")
    assert len(_letters(house)) == 2
    assert not any(WORDS.encode() in raw for raw in _letters(house))
    victim = house.person("Victim")
    victim.reply(victim.last(), "Yes")
    house.settle()
    assert WORDS in victim.last().text


def test_an_address_that_is_nobodys_gets_one_letter_a_day_and_one_for_register(house: House) -> None:
    for number, text in enumerate(["hello", "HELP", "hello", "CONFIRM abcdabcdabcdabcd", "LIST"]):
        _forged(house, number, text)
    assert len(_received(house, "Victim")) == 1
    assert "answered once a day" in " ".join(_received(house, "Victim")[0].text.split())
    for number in range(10, 14):
        _forged(house, number, f"REGISTER {WORDS} {number}")
    assert len(_received(house, "Victim")) == 2
    house.pass_time(days=1.1)
    for number in range(20, 24):
        _forged(house, number, f"REGISTER {WORDS} {number}")
    assert len(_received(house, "Victim")) == 3


def test_one_mailbox_by_many_tags_is_one_address(house: House) -> None:
    for number, victim in enumerate(["victim+a", "victim", "victim+b", "Victim+A", "victim+", "victim+a+b"]):
        _forged(house, number, victim=victim)
    assert len(_letters(house)) == 1
    for number, victim in enumerate(["victim+c", "victim+d", "victim"], 10):
        _forged(house, number, "REGISTER somebody", victim=victim)
    assert len(_letters(house)) == 2
    for number, victim in enumerate(["victim_b", "victims", "victim-a"], 20):
        _forged(house, number, victim=victim)
    assert len(_letters(house)) == 5, "other addresses"


def test_a_tag_of_a_players_address_is_told_whose_letter_it_answers_on_the_day_of_registration(house: House) -> None:
    to = house.registered("Kim").last().reply_to.rpartition("<")[2].strip(">")
    for number in range(2):
        put(house, f"From: kim+games@example.org\nMessage-ID: <{number}@x>\n\nSHOW\n", to=to)
    (told,) = _received(house, "Kim+games")
    assert "from another address than the one it went to" in " ".join(told.text.split())


def test_a_leaked_reply_address_does_not_bring_a_stranger_more(house: House) -> None:
    ann = house.registered("Ann")
    to = ann.last().reply_to.rpartition("<")[2].strip(">")
    for number in range(3):
        put(house, f"From: victim@example.org\nMessage-ID: <{number}@x>\n\nhello {number}\n", to=to)
    assert len(_received(house, "Victim")) == 1


def test_all_strangers_together_get_so_many_letters_an_hour(opened: Opening) -> None:
    house = opened(strangers_per_hour=5)
    for number in range(12):
        _forged(house, number, "REGISTER x" if number % 2 else "hello", f"victim{number}")
    assert len(_letters(house)) == 5
    house.pass_time(minutes=61)
    _forged(house, 20, "hello", "victim20")
    assert len(_letters(house)) == 6


def test_who_answers_is_heard_while_others_use_up_what_strangers_get(opened: Opening) -> None:
    house = opened(strangers_per_hour=1)
    honest = house.person("Honest")
    honest.write("hello")
    house.settle()
    _forged(house, 1)
    assert _letters(house) == []
    honest.reply(honest.last(), "REGISTER Honest")
    house.settle()
    assert honest.last().key


def _from(house: House, number: int, address: str, text: str = "hello", greeting: str = "mail.example") -> None:
    """A forged mail as the host's own mail system, which had it from this address, hands it on."""
    head = f"Received: from {greeting} (unknown [{address}])\n\tby mx.host.org (Postfix) with ESMTP id 1\n"
    _forged(house, number, text, f"victim{number}", head)


def test_strangers_of_one_network_get_fewer_letters_an_hour_than_all(opened: Opening) -> None:
    house = opened(strangers_per_network=2)
    for number in range(8):
        _from(house, number, f"9.1.1.{number}", "REGISTER x" if number % 2 else "hello")
    assert len(_letters(house)) == 2
    _from(house, 10, "9.1.2.1")
    assert len(_letters(house)) == 3, "of others they are heard"
    house.pass_time(minutes=61)
    _from(house, 11, "9.1.1.9")
    assert len(_letters(house)) == 4


def test_a_network_is_by_what_the_hosts_own_system_saw_and_not_by_what_a_sender_says(opened: Opening) -> None:
    house = opened(strangers_per_network=1)
    for number in range(4):
        _from(house, number, "9.1.1.1", greeting=f"[9.2.{number}.1]")
    below = "Received: from x (unknown [9.3.{}.1])\n\tby mx.host.org\n"
    for number in range(4, 8):
        _forged(house, number, "hello", f"victim{number}", _stamp("9.1.1.1") + below.format(number))
        _forged(house, number, "hello", f"victim{number}", _stamp("127.0.0.1") + _stamp("9.1.1.1") + below.format(1))
    assert len(_letters(house)) == 1


def _stamp(address: str) -> str:
    return f"Received: from x (unknown [{address}])\n\tby mx.host.org (Postfix)\n"


def test_no_address_is_kept_of_where_a_mail_came_from(house: House) -> None:
    house.person("Ann").write("hello")
    _from(house, 1, "9.1.1.1")
    _from(house, 2, "9.1.1.77")
    house.pass_time(days=1)
    _from(house, 3, "9.1.1.1")
    nothing, one, same, later = house.every(select(InboundRow.network).order_by(InboundRow.id))
    assert (nothing, one) == ("", same), "it is known within the day"
    assert later not in ("", one), "and no longer"


def test_a_register_that_is_not_answered_notes_nobody_down(opened: Opening) -> None:
    house = opened(strangers_per_hour=3)
    for number in range(20):
        _forged(house, number, f"REGISTER {WORDS}", f"victim{number}")
    assert house.one(select(func.count(Player.id))) == 3
    house.pass_time(minutes=61)
    _forged(house, 30, f"REGISTER {WORDS}", "victim19")
    assert len(_received(house, "victim19")) == 1


def test_without_a_setting_it_is_sixty(house: House) -> None:
    assert house.judge.settings.strangers_per_hour == 60


@pytest.mark.parametrize(
    "said", ["spf=fail smtp.mailfrom=example.org", "spf=softfail", "dmarc=fail header.from=example.org"]
)
@pytest.mark.parametrize("text", ["hello", "REGISTER x"])
def test_who_is_not_who_they_say_is_not_answered(opened: Opening, said: str, text: str) -> None:
    house = opened(authserv_id="mx.host.org")
    head = f"Authentication-Results: mx.host.org; {said}\nReceived: from x by mx.host.org; 2 Mar 2026 11:59:00 +0000\n"
    _forged(house, 1, text, head=head)
    assert _letters(house) == []


def test_a_mail_that_was_passed_on_with_its_signature_is_answered(opened: Opening) -> None:
    house = opened(authserv_id="mx.host.org")
    said = "spf=fail; dmarc=pass header.from=example.org"
    head = f"Authentication-Results: mx.host.org; {said}\nReceived: from x by mx.host.org; 2 Mar 2026 11:59:00 +0000\n"
    _forged(house, 1, head=head)
    assert len(_letters(house)) == 1


def test_two_from_fields_are_answered_nowhere(house: House) -> None:
    put(house, "From: a@example.org\nFrom: b@example.org\n\nhello\n", mail_from="victim@example.org")
    assert [_received(house, name) for name in ("A", "B", "Victim")] == [[], [], []]
    assert "more than one From" in house.one(select(InboundRow.trouble))


def test_a_stranger_is_sent_the_beginning_of_a_long_list(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "LIST_LINES", 4)
    ann = house.registered("Ann")
    for name in ("oslo", "bergen", "narvik"):
        house.tell(ann, f"CREATE diplomacy {name}")
    _forged(house, 1, "LIST")
    (letter,) = _received(house, "Victim")
    assert "oslo" in letter.text
    assert "narvik" not in letter.text
    assert "LIST tells all of them" in letter.text
