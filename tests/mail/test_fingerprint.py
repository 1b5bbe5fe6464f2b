"""By what a mail is known again (M19)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.fields import fingerprint

MAIL = (
    b"Received: from a by b\r\nFrom: Ann <ann@x.y>\r\nTo: judge@h\r\nMessage-ID: <1@x.y>\r\n"
    b"Date: Tue, 5 May 2026 10:00:00 +0000\r\nSubject: orders\r\n\r\nTRANSFER 5 TO FRANCE\r\n"
)

SAME = {
    "another path": MAIL.replace(b"Received: from a by b", b"Received: from c by d\r\nReceived: from e by f"),
    "another recipient": MAIL.replace(b"judge@h", b"judge+token@h"),
    "bare line ends": MAIL.replace(b"\r\n", b"\n"),
    "an empty line at the end": MAIL + b"\r\n",
    "folded anew": MAIL.replace(b"From: Ann ", b"FROM:\r\n Ann\r\n\t"),
    "another subject": MAIL.replace(b"Subject: orders", b"Subject: [spam?] orders"),
}
OTHER = {
    "other body": MAIL.replace(b"FRANCE", b"ITALY"),
    "other Message-ID": MAIL.replace(b"<1@", b"<2@"),
    "other sender": MAIL.replace(b"ann@", b"bob@"),
    "body moved into the head": MAIL.replace(b"\r\n\r\nTRANSFER", b"\r\nTRANSFER"),
}


@pytest.mark.parametrize("raw", SAME.values(), ids=SAME)
def test_m19_a_retry_is_the_same_mail(raw: bytes) -> None:
    assert fingerprint(raw) == fingerprint(MAIL)


@pytest.mark.parametrize("raw", OTHER.values(), ids=OTHER)
def test_m19_another_mail_is_another(raw: bytes) -> None:
    assert fingerprint(raw) != fingerprint(MAIL)


def test_m19_without_message_id_date_and_subject_tell_mails_apart() -> None:
    bare = MAIL.replace(b"Message-ID: <1@x.y>\r\n", b"")
    assert fingerprint(bare) == fingerprint(bare.replace(b"from a by b", b"from c by d"))
    for old, new in ((b"10:00:00", b"11:00:00"), (b"orders", b"more orders"), (b"FRANCE", b"ITALY")):
        assert fingerprint(bare) != fingerprint(bare.replace(old, new))


def test_m19_fields_are_not_run_together() -> None:
    assert fingerprint(b"Date: ab\nSubject: c\n\n") != fingerprint(b"Date: a\nSubject: bc\n\n")


def test_it_is_a_sha256_in_hex() -> None:
    assert len(fingerprint(b"")) == 64
    assert int(fingerprint(MAIL), 16)


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_m3_any_octets_have_one(head: bytes, body: bytes) -> None:
    assert len(fingerprint(head)) == 64
    assert fingerprint(b"From: a@b\n" + head + b"\n\n" + body)
