"""Mail that comes back, scored by the secret sender it comes back to, and attacks by invented reports."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from judge.outbox.bounces import BETWEEN_PROBES, BOUNCES, REPORT_LIFE
from judge.outbox.queue import sender_of
from judge.store.tables import Address, Game, InboundRow, LineRow, OutboundRow
from judge.testing.correspondent import Correspondent
from tests.mail.test_bounces import EXIM, GOOGLE_GROUPS, QMAIL, VACATION, dsn
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
        (EXIM, True),
        (GOOGLE_GROUPS, True),
        (VACATION, False),
    ],
    ids=["DSN 5.1.1", "DSN 4.2.2", "DSN without Message-ID", "qmail", "Exim", "Google Groups", "vacation"],
)
def test_m18_what_counts_against_an_address(house: House, report: str, *, scores: bool) -> None:
    """Exim and Google Groups call their reports `auto-replied`, as a vacation calls its answer."""
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


# Attacks by invented reports of mail that came back, with letters in hand that a player passed on.


def test_the_address_that_a_letter_comes_back_to_stands_nowhere_in_it(house: House) -> None:
    _, ann = troubled(house)
    letters = b"".join(mail.raw for mail in ann.inbox()).lower()
    for sender in senders(house, ann):
        token = sender.partition("+")[2].partition("@")[0]
        assert len(token) > 20
        assert token.encode() not in letters


@pytest.mark.parametrize("report", ["to it", "in it", "qmail"])
def test_an_invented_report_on_a_letter_that_was_passed_on_counts_nothing(house: House, report: str) -> None:
    _, ann = troubled(house)
    letters = ann.inbox()
    assert len(letters) >= BOUNCES
    for number, letter in enumerate(letters):
        to = letter.reply_to.rpartition("<")[2].strip(">")
        returned = letter.raw.decode("ascii", "replace").partition("\n\n")[0] + f"\nReturn-Path: <{to}>\n"
        name = f"Message-ID: <{number}@forged>\n"
        text = dsn("failed", "5.1.1", message_id=name, returned=returned) if report != "qmail" else name + QMAIL
        put(house, text, mail_from="<>", to="" if report == "in it" else to)
    assert address_of(house, ann).bounces == 0
    house.tell(ann, "STATUS oslo")
    assert statuses(house, ann)[-1] == "sent"


def test_reports_on_letters_that_were_passed_on_whole_hold_no_mail(house: House) -> None:
    manus, ann = troubled(house)
    told = len(manus.inbox())
    house.tell(ann, "STATUS oslo")
    passed_on = senders(house, ann)  # the Return-Path lines of all that she has
    for sender in passed_on:
        come_back(house, sender)
    assert len(passed_on) > BOUNCES
    assert address_of(house, ann).suspended_at is None
    assert ann.last().subject == "Does my mail reach you?"
    assert len(manus.inbox()) == told
    house.tell(ann, "STATUS oslo")
    assert statuses(house, ann)[-1] == "sent"


def test_only_a_letter_that_nobody_else_has_seen_holds_mail_by_coming_back(house: House) -> None:
    _, ann = troubled(house)
    for sender in senders(house, ann):
        come_back(house, sender)
    come_back(house, senders(house, ann)[-1])
    assert address_of(house, ann).suspended_at is not None


def test_invented_reports_bring_a_player_one_letter_a_day(house: House) -> None:
    _, ann = troubled(house)
    for _ in range(4):
        house.tell(ann, "STATUS oslo")
        house.tell(ann, "STATUS oslo")
    letters, passed_on = len(ann.inbox()), senders(house, ann)
    for sender in passed_on[:BOUNCES]:
        come_back(house, sender)
    assert len(ann.inbox()) == letters + 1
    house.clock.advance(BETWEEN_PROBES)
    for sender in passed_on[BOUNCES : 2 * BOUNCES - 1]:
        come_back(house, sender)
    assert len(ann.inbox()) == letters + 1, "that takes as many reports as the first"
    for sender in passed_on[2 * BOUNCES - 1 :]:
        come_back(house, sender)
    assert len(ann.inbox()) == letters + 2
    assert address_of(house, ann).suspended_at is None


def test_the_address_that_a_letter_comes_back_to_proves_nothing(house: House) -> None:
    _, ann = troubled(house)
    zone = "ZONE Europe/Rome"
    put(house, f"From: {ann.address}\nMessage-ID: <1@forged>\n\n{zone}\n", to=senders(house, ann)[-1])
    assert ann.last().code
    assert "Europe/Rome" not in house.tell(ann, "PROFILE").text


def test_a_report_on_a_letter_that_was_not_sent_counts_nothing(house: House) -> None:
    _, ann = troubled(house)
    for status in ("queued", "parked", "cancelled", "failed"):
        number = len(senders(house, ann)) - 1
        with house.judge.db.writing() as session:
            last = select(OutboundRow.id).where(OutboundRow.recipient == ann.address).order_by(OutboundRow.id.desc())
            row = session.execute(last.limit(1)).scalar_one()
            session.execute(
                update(OutboundRow)
                .where(OutboundRow.id == row)
                .values(status=status, next_try=house.clock.now() + REPORT_LIFE)
            )
        report = dsn("failed", "5.1.1", message_id=f"Message-ID: <{status}@forged>\n")
        put(house, report, mail_from="<>", to=senders(house, ann)[number])
        assert address_of(house, ann).bounces == 0, status


def test_a_report_on_a_letter_of_long_ago_counts_nothing(house: House) -> None:
    _, ann = troubled(house)
    old = senders(house, ann)[-1]
    house.pass_time(hours=REPORT_LIFE.total_seconds() / 3600 + 1)
    put(house, dsn("failed", "5.1.1"), mail_from="<>", to=old)
    assert address_of(house, ann).bounces == 0


def test_a_mail_without_proof_lifts_no_suspension(house: House) -> None:
    _, ann = troubled(house)
    bounce_all(house, ann, BOUNCES)
    arrived = len(ann.inbox())
    put(house, f"From: {ann.address}\nMessage-ID: <1@forged>\n\nSTATUS oslo\n")
    assert address_of(house, ann).suspended_at is not None
    (asked,) = ann.inbox()[arrived:]
    assert asked.code, "the one letter that their owner can prove the address by"
    put(house, f"From: {ann.address}\nMessage-ID: <2@forged>\n\nCONFIRM aaaabbbbccccdddd\n")
    assert address_of(house, ann).suspended_at is not None, "nor does a wrong code"
    ann.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert address_of(house, ann).suspended_at is None


def test_who_is_suspended_before_they_have_proved_their_address_can_still_prove_it(house: House) -> None:
    eve = house.person("Eve")
    for day in range(BOUNCES):
        eve.write("REGISTER Eve")
        house.settle()
        report = dsn("failed", "5.1.1", message_id=f"Message-ID: <{day}@x>\n")
        put(house, report, mail_from="<>", to=senders(house, eve)[-1])
        house.pass_time(hours=25)
    assert address_of(house, eve).suspended_at is not None
    eve.write("REGISTER Eve")
    house.settle()
    eve.reply(eve.last(), "Yes, this is me.")
    house.settle()
    assert eve.last().key
