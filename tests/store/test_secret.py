"""Mails from their acceptance to their reading: whole for who has the secret, and for nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from judge.cli.main import main
from judge.mail.tokens import Purpose, make_token, reply_address
from judge.store.sealed_mail import Mail, SealBroken, as_it_came, columns_of, sealed, unsealed
from judge.store.secret import Secret
from judge.store.tables import InboundRow
from tests.support.house import open_house

ADDRESS = "judge@host.example"
OLD = Secret({1: bytes(range(32))})
BOTH = Secret({1: OLD.key, 2: bytes(range(1, 33))})
OTHER = Secret({1: bytes(32)})
KEY = "mnbv-cxy2-3456-qwer"
TOKEN = make_token(OLD.key, 7)
MAIL = Mail(
    f"SRS0=ab={reply_address(ADDRESS, TOKEN)}@relay.example",
    (reply_address(ADDRESS, TOKEN), reply_address(ADDRESS, make_token(OLD.key, 8, Purpose.RETURN))),
    f"From: ann@x.org\r\nSubject: caf\u00e9\r\n\r\nKEY {KEY}\r\nSTATUS\r\n".encode("latin-1"),
)


def _row(mail: Mail, secret: Secret) -> InboundRow:
    return InboundRow(**columns_of(mail, secret, ADDRESS))


def test_a_mail_is_whole_for_who_has_the_secret_and_a_later_one_too() -> None:
    row = _row(MAIL, OLD)
    assert as_it_came(row, OLD) == MAIL
    assert as_it_came(row, BOTH) == MAIL


def test_its_row_shows_nothing_of_it_and_without_the_secret_nobody_opens_it() -> None:
    row = _row(MAIL, OLD)
    assert row.recipients == ["judge+letter-7@host.example", "judge+letter-8@host.example"]
    assert TOKEN not in row.mail_from
    assert row.raw == b""
    for secret in (None, OTHER):
        with pytest.raises(SealBroken):
            as_it_came(row, secret)


def test_what_was_changed_in_the_database_is_not_taken_for_what_was_sealed() -> None:
    hidden = sealed(OLD, MAIL.raw)
    for place in range(len(hidden)):
        changed = bytearray(hidden)
        changed[place] ^= 1
        assert unsealed(OLD, bytes(changed)) is None


@given(st.binary(min_size=1, max_size=300))
def test_whatever_is_sealed_comes_out_again_and_shows_nothing_of_itself(octets: bytes) -> None:
    hidden = sealed(BOTH, octets)
    assert unsealed(BOTH, hidden) == octets
    assert unsealed(OLD, hidden) is None
    assert len(octets) < 4 or octets not in hidden


@given(st.binary(max_size=60))
def test_what_was_never_sealed_is_nothing(octets: bytes) -> None:
    assert unsealed(OLD, octets) is None


def test_a_mail_in_quarantine_is_shown_to_the_host_as_it_came(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        house.person("Ann").write(f"KEY {KEY}\nSTATUS")
        with house.judge.db.writing() as session:
            session.execute(update(InboundRow).values(status="quarantined"))
    shown = CliRunner().invoke(main, ["quarantine", "show", "1", "--raw"], env={"JUDGE_DATABASE": sqlite_url})
    assert f"KEY {KEY}" in shown.output
