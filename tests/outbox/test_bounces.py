"""Mail that comes back: scored by the secret sender it comes back to; the third time suspends an address (M18, S13)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.cli.tools.correspondent import Correspondent
from judge.outbox.bounces import BOUNCES
from judge.outbox.queue import sender_of
from judge.store.tables import Address, Game, InboundRow, LineRow, OutboundRow
from tests.mail.test_bounces import QMAIL, VACATION, dsn
from tests.support.house import House, put


def address_of(house: House, who: Correspondent) -> Address:
    return house.one(select(Address).where(Address.address == who.address))


def senders(house: House, who: Correspondent) -> list[str]:
    """The secret senders of the mails that went to this person, oldest first."""
    with house.judge.db.reading() as session:
        query = select(OutboundRow).where(OutboundRow.recipient == who.address).order_by(OutboundRow.id)
        return [sender_of(house.judge, row) for row in session.execute(query).scalars()]


def statuses(house: House, who: Correspondent) -> list[str]:
    with house.judge.db.reading() as session:
        query = select(OutboundRow.status).where(OutboundRow.recipient == who.address).order_by(OutboundRow.id)
        return list(session.execute(query).scalars())


def troubled(house: House) -> tuple[Correspondent, Correspondent]:
    """Ann in a game that Manus runs, with some mail behind her."""
    manus, ann = house.registered("Manus"), house.registered("Ann")
    house.tell(manus, "CREATE diplomacy oslo")
    house.tell(ann, "JOIN oslo\nSTATUS oslo")
    house.tell(ann, "STATUS oslo")
    return manus, ann


def come_back(house: House, sender: str) -> None:
    """The letter with this secret sender."""
    put(house, dsn("failed", "5.1.1", message_id=f"Message-ID: <{sender}>\n"), mail_from="<>", to=sender)
    house.settle()


def bounce_all(house: House, who: Correspondent, count: int) -> None:
    """The last so many, and what they bring."""
    before = senders(house, who)
    for sender in before[-count:]:
        come_back(house, sender)
    for sender in senders(house, who)[len(before) :]:
        come_back(house, sender)


@pytest.mark.parametrize(
    ("report", "scores"),
    [
        (dsn("failed", "5.1.1"), True),
        (dsn("delayed", "4.2.2"), False),
        (dsn("failed", "5.1.1", message_id=""), True),
        (QMAIL, True),
        (VACATION, False),
    ],
    ids=["DSN 5.1.1", "DSN 4.2.2", "DSN without Message-ID", "qmail", "vacation"],
)
def test_m18_what_counts_against_an_address(house: House, report: str, *, scores: bool) -> None:
    ann = house.registered("Ann")
    mails = len(ann.inbox())
    put(house, report, mail_from="<>", to=senders(house, ann)[-1])
    assert address_of(house, ann).bounces == int(scores)
    assert len(ann.inbox()) == mails, "and never an answer"


def test_m18_a_mail_counts_once_however_often_it_comes_back(house: House) -> None:
    ann = house.registered("Ann")
    for number in range(5):
        put(
            house,
            dsn("failed", "5.1.1", message_id=f"Message-ID: <{number}@x>\n"),
            mail_from="<>",
            to=senders(house, ann)[-1],
        )
    assert address_of(house, ann).bounces == 1
    assert address_of(house, ann).suspended_at is None


def test_m18_a_report_to_another_address_counts_by_the_token_it_returns(house: House) -> None:
    ann = house.registered("Ann")
    returned = f"Return-Path: <{senders(house, ann)[-1]}>\n"
    put(house, dsn("failed", "5.1.1", returned=returned), mail_from="<>")
    assert address_of(house, ann).bounces == 1


def test_m18_a_forged_report_that_knows_the_address_alone_counts_nothing(house: House) -> None:
    ann = house.registered("Ann")
    put(house, dsn("failed", "5.1.1").replace("ann@x.org", ann.address), mail_from="<>")
    put(house, QMAIL.replace("ann@x.org", ann.address), mail_from="<>", to=f"judge+{'a2' * 12}@judge.localhost")
    assert address_of(house, ann).bounces == 0


def test_s13_a_command_from_the_null_sender_is_never_carried_out(house: House) -> None:
    ann = house.registered("Ann")
    mails = len(ann.inbox())
    raw = f"From: {ann.address}\nMessage-ID: <1@x>\n\nKEY {ann.key}\nCREATE diplomacy oslo\n"
    put(house, raw, mail_from="<>", to=senders(house, ann)[-1])
    assert len(ann.inbox()) == mails
    with house.judge.db.reading() as session:
        assert session.execute(select(Game)).first() is None
        row = session.execute(select(InboundRow).order_by(InboundRow.id.desc())).scalars().first()
        assert row is not None
        assert (row.status, row.trouble) == ("read", "null sender")
        assert session.execute(select(LineRow).where(LineRow.mail_id == row.id)).first() is None


def test_an_address_that_keeps_bouncing_is_suspended_and_the_gamemaster_told(house: House) -> None:
    manus, ann = troubled(house)
    bounce_all(house, ann, BOUNCES - 1)
    assert address_of(house, ann).suspended_at is None
    bounce_all(house, ann, BOUNCES)
    assert address_of(house, ann).suspended_at is not None
    assert "Ann cannot be reached" in manus.last().subject
    told = len(manus.inbox())
    arrived = len(ann.inbox())
    house.tell(manus, "END GAME nobody else came")
    assert len(ann.inbox()) == arrived
    assert statuses(house, ann)[-1] == "parked"
    assert len(manus.inbox()) == told + 3, "told once; these are what END GAME asks, its answer and its news"


def test_a_suspended_address_has_its_mail_as_soon_as_its_player_writes(house: House) -> None:
    manus, ann = troubled(house)
    bounce_all(house, ann, BOUNCES)
    house.tell(manus, "END GAME nobody else came")
    arrived = len(ann.inbox())
    ann.write(f"KEY {ann.key}\nSTATUS")
    house.settle()
    assert len(ann.inbox()) == arrived + 2, "what was parked, and the answer"
    assert address_of(house, ann).suspended_at is None
    assert address_of(house, ann).bounces == 0


def test_a_vacation_notice_does_not_resume_an_address(house: House) -> None:
    _, ann = troubled(house)
    bounce_all(house, ann, BOUNCES)
    put(house, VACATION.replace("ann@x.org", ann.address), mail_from=ann.address)
    assert address_of(house, ann).suspended_at is not None


def test_a_gamemaster_who_cannot_be_reached_is_the_hosts_business(house: House) -> None:
    manus, _ = troubled(house)
    bounce_all(house, manus, BOUNCES)
    with house.judge.db.reading() as session:
        told = select(OutboundRow).where(OutboundRow.purpose == "host")
        assert len(session.execute(told).all()) == 1
