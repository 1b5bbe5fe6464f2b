"""Attacks with a mail that has been seen: sent again, changed, or sent ahead of its writer's."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.store.tables import InboundRow
from judge.testing.correspondent import Correspondent, Received
from tests.mailbox.test_leaked_letters import leaked
from tests.support.house import House, Opening, put

SAID = (
    "Authentication-Results: mx.host.org; dkim=pass header.d=example.org header.b=AbCdEfGh\n"
    "Received: from mail.example.org by mx.host.org; Mon, 2 Mar 2026 11:59:00 +0000\n"
)
SIGNED = (
    "DKIM-Signature: v=1; d=example.org; h=from:to:date:message-id:subject; bh=x; b=AbCdEfGh\nSubject: x\n"
    "To: judge@judge.localhost\nDate: Mon, 2 Mar 2026 11:58:00 +0000\n"
)


def _trouble(house: House) -> str:
    return house.one(select(InboundRow.trouble).order_by(InboundRow.id.desc()).limit(1))


def _codes(who: Correspondent) -> list[Received]:
    return [mail for mail in who.inbox() if mail.code]


def _mail(who: Correspondent, text: str, name: str = "1") -> str:
    return f"From: {who.address}\nMessage-ID: <{name}@x>\n\n{text}\n"


def test_a_copy_that_is_sent_ahead_does_not_take_the_place_of_the_mail(house: House) -> None:
    """Whoever sees a mail on its way, or is copied in, sends the same to the judge first, without any proof."""
    ann = house.registered("Ann")
    to = leaked(ann.last())
    put(house, _mail(ann, "ZONE Europe/Rome"))
    assert house.zone() == "UTC"
    put(house, _mail(ann, "ZONE Europe/Rome"), to=to)
    assert house.zone() == "Europe/Rome"
    asked = _codes(ann)[-1]
    put(house, _mail(ann, "ZONE UTC", "2"), to=to)
    told = house.tell(ann, f"CONFIRM {asked.code}", to=asked, key=False)
    assert house.zone() == "UTC", "it has acted once"
    assert "is already done" in told.text


def test_the_same_mail_acts_once_by_whatever_address_it_comes(house: House) -> None:
    ann = house.registered("Ann")
    first = leaked(ann.last())
    house.tell(ann, "HELP")
    put(house, _mail(ann, "ZONE Europe/Rome"), to=first)
    mails = len(ann.inbox())
    put(house, _mail(ann, "ZONE UTC", "2"), to=first)
    for to in (leaked(ann.last()), house.judge.settings.address, first):
        put(house, _mail(ann, "ZONE Europe/Rome"), to=to)
    assert house.zone() == "UTC"
    assert len(ann.inbox()) == mails + 1
    assert "has acted" in _trouble(house)


def test_a_message_id_acts_once_whatever_else_is_changed(house: House) -> None:
    ann = house.registered("Ann")
    to = leaked(ann.last())
    put(house, _mail(ann, "ZONE Europe/Rome"), to=to)
    put(house, _mail(ann, "ZONE Europe/Paris"), to=to)
    assert house.zone() == "Europe/Rome"
    asked = ann.last()
    assert "with the Message-ID of an earlier mail of yours" in " ".join(asked.text.split())
    house.tell(ann, f"CONFIRM {asked.code}", to=asked, key=False)
    assert house.zone() == "Europe/Paris"


def test_a_signed_mail_that_is_sent_again_with_other_fields_changes_nothing(opened: Opening) -> None:
    """What is not signed, such as Content-Type, could make other lines of the same body its text."""
    house = opened(authserv_id="mx.host.org")
    ann = house.registered("Ann")
    put(house, SAID + SIGNED + _mail(ann, "ZONE Europe/Rome"))
    put(house, SAID + SIGNED + _mail(ann, "ZONE UTC", "2"))
    put(house, SAID + SIGNED + _mail(ann, "ZONE Europe/Rome\nHELP").replace("\n\n", "\nX-Other: 1\n\n", 1))
    assert house.zone() == "UTC"
    assert ann.last().code


def test_a_mail_without_proof_uses_up_no_message_id(house: House) -> None:
    ann = house.registered("Ann")
    to = leaked(ann.last())
    put(house, _mail(ann, "RESIGN"))
    put(house, _mail(ann, "ZONE Europe/Rome"), to=to)
    assert house.zone() == "Europe/Rome"


def test_one_players_message_ids_are_not_anothers(house: House) -> None:
    ann, bob = house.registered("Ann"), house.registered("Bob")
    for who in (ann, bob):
        put(house, _mail(who, "ZONE Europe/Rome"), to=leaked(who.last()))
    assert [len(_codes(who)) for who in (ann, bob)] == [0, 0]


@pytest.mark.parametrize(("to", "date"), [("bob@y.org", "Mon, 2 Mar"), ("judge@judge.localhost", "Sun, 1 Feb")])
def test_a_signed_mail_to_somebody_else_or_of_old_is_asked_about(opened: Opening, to: str, date: str) -> None:
    house = opened(authserv_id="mx.host.org")
    ann = house.registered("Ann")
    signed = SIGNED.replace("judge@judge.localhost", to).replace("Mon, 2 Mar", date)
    put(house, SAID + signed + _mail(ann, "ZONE Europe/Rome"))
    assert house.zone() == "UTC"
    assert ann.last().code
