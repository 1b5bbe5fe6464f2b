"""Attacks with letters of before, after a host has put a backup back that knows nothing of what was revoked since."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, select

from judge.hosting import upkeep
from judge.play.outage import lift_stop
from judge.store.engine import back_up
from judge.store.tables import AddressChange, OutboundRow, Player
from judge.testing.correspondent import Correspondent, Received
from tests.mailbox.test_leaked_letters import forge
from tests.support.house import House, open_house


@contextmanager
def _put_back(tmp_path: Path) -> Iterator[House]:
    with open_house(f"sqlite:///{tmp_path / 'backup.db'}", tmp_path) as house:
        house.judge.write(lift_stop)
        yield house


def _back_up(house: House, tmp_path: Path) -> None:
    source = house.judge.db.file
    assert source is not None
    now = house.clock.now()
    back_up(source, tmp_path / "backup.db", lambda session: upkeep.put_back(session, now))


def _asked(house: House, who: Correspondent, text: str) -> Received:
    """The letter with the code that such a line waits for."""
    who.reply(who.last(), text)
    house.settle()
    assert who.last().code
    return who.last()


def test_a_letter_that_was_revoked_stays_void_though_a_backup_of_before_is_put_back(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        ann = house.registered("Ann")
        leaked = ann.last()
        _back_up(house, tmp_path)
        house.tell(ann, "REVOKE")
    with _put_back(tmp_path) as house:
        told = forge(house, ann, leaked, "ZONE Europe/Rome")
        assert "this judge was restored from a backup" in " ".join(told[-1].text.split())
        assert house.one(select(Player.zone)) == "UTC"
        forge(house, ann, told[-1], f"CONFIRM {told[-1].code}")
        assert house.one(select(Player.zone)) == "Europe/Rome"


def test_no_code_of_before_confirms_anything_once_a_backup_is_put_back(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        ann = house.registered("Ann")
        asked, change = (_asked(house, ann, text) for text in ("REVOKE", "ADDRESS annie@example.org"))
        _back_up(house, tmp_path)
    with _put_back(tmp_path) as house:
        for letter in (asked, change):
            forge(house, ann, letter, f"CONFIRM {letter.code}")
        with house.judge.db.reading() as session:
            welcomes = select(OutboundRow.id).where(OutboundRow.purpose == "welcome")
            assert len(session.execute(welcomes).all()) == 1, "with the first KEY: none of REVOKE"
            confirmed = select(AddressChange.old_confirmed_at).where(AddressChange.old_confirmed_at.is_not(None))
            assert not session.execute(confirmed).all()


def test_no_letter_after_a_backup_of_sqlite_gets_the_number_of_one_that_went_out_since(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        house.registered("Ann")
        _back_up(house, tmp_path)
        house.registered("Bob")
        went_out = house.one(select(func.max(OutboundRow.id)))
    with _put_back(tmp_path) as house:
        house.registered("Carl")
        with house.judge.db.reading() as session:
            carl = select(OutboundRow.id).where(OutboundRow.recipient == "carl@example.org")
            assert min(session.execute(carl).scalars()) > went_out
