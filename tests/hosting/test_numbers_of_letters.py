"""Attacks with old letters after the host's own work: a number that a letter had is never another's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from judge.hosting import upkeep
from judge.store.tables import Host, OutboundRow, Player
from tests.mailbox.test_leaked_letters import forge
from tests.support.house import House


def _newest(house: House) -> int:
    return house.one(select(func.max(OutboundRow.id)))


def test_no_letter_gets_the_number_of_one_that_was_purged(house: House) -> None:
    house.tell(house.registered("Ann"), "PROFILE")
    before = _newest(house)
    house.pass_time(days=400)
    with house.judge.db.writing() as session:
        assert upkeep.purge(session, timedelta(days=365), house.clock.now())["mails of the judge"]
    house.registered("Bob")
    with house.judge.db.reading() as session:
        bob = select(OutboundRow.id).where(OutboundRow.recipient == "bob@example.org")
        assert min(session.execute(bob).scalars()) > before


@pytest.mark.both_databases
def test_no_letter_gets_the_number_of_one_that_went_out_after_a_backup(house: House) -> None:
    house.registered("Ann")
    before = _newest(house)
    with house.judge.db.writing() as session:
        upkeep.put_back(session, house.clock.now())
        host = session.execute(select(Host)).scalar_one()
        host.stopped_at = None
    house.registered("Bob")
    with house.judge.db.reading() as session:
        bob = select(OutboundRow.id).where(OutboundRow.recipient == "bob@example.org")
        assert min(session.execute(bob).scalars()) > before + upkeep.GAP


def test_letters_that_were_revoked_stay_void_when_two_players_become_one(house: House) -> None:
    ann, annie = house.registered("Ann"), house.registered("Annie")
    old = annie.last()
    house.tell(annie, "REVOKE")
    with house.judge.db.writing() as session:
        upkeep.merge(session, ann.address, annie.address)
    forge(house, annie, old, "ZONE Europe/Rome")
    assert house.one(select(Player.zone)) == "UTC"
