"""A mail that the judge cannot read is kept, and nobody is left to believe that it counts (fault D7)."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from judge.mailbox.line_faults import ATTEMPTS
from judge.store.tables import InboundRow, OutboundRow
from judge.testing.correspondent import Received
from tests.support.house import House
from tests.support.table_of_seven import seven


@pytest.mark.usefixtures("reader_that_stumbles")
def test_d7_a_mail_at_which_the_mail_reader_itself_fails_is_quarantined_and_writer_and_host_are_told(
    house: House,
) -> None:
    france = seven(house).players["FRANCE"]
    france.write("STUMBLE")
    france.write(f"KEY {france.key}\nSHOW")
    house.settle()
    with house.judge.db.reading() as session:
        mails = session.execute(select(InboundRow).order_by(InboundRow.id)).scalars().all()[-2:]
        assert [mail.status for mail in mails] == ["quarantined", "read"]
        assert "a fault below judge.mail" in mails[0].trouble
        hosts = select(OutboundRow.id).where(OutboundRow.purpose == "host")
        assert session.execute(hosts).first() is not None
    told = france.last(lambda mail: "not read" in mail.subject)
    assert "could not read one of your mails" in " ".join(told.text.split())


@pytest.mark.usefixtures("reader_that_stumbles")
def test_no_key_of_a_mail_that_cannot_be_read_stands_in_what_the_host_is_told(house: House) -> None:
    france = seven(house).players["FRANCE"]
    france.write(f"KEY {france.key}\nSTUMBLE")
    house.settle()
    with house.judge.db.reading() as session:
        trouble = session.execute(select(InboundRow.trouble).order_by(InboundRow.id.desc())).scalars().first()
        told = session.execute(select(OutboundRow.raw).where(OutboundRow.purpose == "host")).scalar_one()
    assert trouble is not None
    assert "STUMBLE" in trouble
    assert france.key not in trouble
    assert france.key not in Received(told).text


def test_the_writer_of_a_mail_over_which_its_readers_were_killed_is_told_too(house: House) -> None:
    """Nobody could note whose it is."""
    france = seven(house).players["FRANCE"]
    france.write("STATUS")
    with house.judge.db.writing() as session:
        session.execute(update(InboundRow).where(InboundRow.status == "new").values(attempts=ATTEMPTS))
    house.settle()
    told = france.last(lambda mail: "not read" in mail.subject)
    assert "could not read one of your mails" in " ".join(told.text.split())
