"""The judge checks DKIM signatures itself (RFC 6376), where no mail system before it does."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from judge.mail.fields import split_message
from judge.mail.proof.authentication_results import is_authenticated, trace_line
from judge.mail.proof.verification import SIGNATURES, own_results

DOMAIN = "judge.example"
AT = datetime(2026, 5, 5, 10, tzinfo=UTC)
STAMP = trace_line("mx", DOMAIN, "ESMTP", AT, trusted=False)
PRIVATE = rsa.generate_private_key(65537, 2048)
PEM = PRIVATE.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
)
RECORD = b"v=DKIM1; k=rsa; p=" + b"".join(
    PRIVATE.public_key()
    .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    .splitlines()[1:-1]
)
MAIL = (
    b"From: Ann <ann@x.org>\r\nTo: judge@judge.example\r\nDate: Tue, 5 May 2026 09:59:00 +0000\r\n"
    b"Message-ID: <1@x.org>\r\nSubject: orders\r\n\r\nTRANSFER 5 TO FRANCE\r\n"
)
SIGNED = (b"from", b"to", b"date", b"message-id", b"subject")


def signed(mail: bytes = MAIL, *, domain: bytes = b"x.org", names: tuple[bytes, ...] = SIGNED) -> bytes:
    signature: bytes = dkim.sign(
        mail, b"2026", domain, PEM, include_headers=list(names), canonicalize=(b"relaxed", b"relaxed")
    )
    return signature + mail


def first_of(mail: bytes) -> bytes:
    """The beginning of the signature by the domain of MAIL (RFC 6008)."""
    found = re.search(rb"d=x\.org;[^:]*?;\s+h=[^;]*;\s+bh=[^;]*;\s+b=([^\s;]{8})", mail)
    assert found
    return found[1]


def keys(name: bytes, timeout: float = 5) -> bytes | None:
    assert timeout
    return {b"2026._domainkey.x.org.": RECORD}.get(name)


def believed(raw: bytes, *, own: bool = True) -> bool:
    """As it comes by the listener: our stamp above it, and above that what we have found out."""
    kept = own_results(STAMP + raw, DOMAIN, keys) + STAMP + raw
    return is_authenticated(split_message(kept)[0], "ann@x.org", "", f"judge@{DOMAIN}", AT, own=own)


def test_a_mail_that_its_writers_domain_has_signed_is_believed() -> None:
    assert believed(signed())


def test_its_line_ends_may_be_those_of_unix() -> None:
    assert believed(signed().replace(b"\r\n", b"\n"))


def test_without_the_setting_nothing_of_it_counts() -> None:
    assert not believed(signed(), own=False)


RAW = signed()
FORGED = {
    "no signature": MAIL,
    "another text": RAW.replace(b"FRANCE", b"ITALY"),
    "another recipient": RAW.replace(b"To: judge@", b"To: jugde@"),
    "a second From": RAW.replace(b"From: Ann", b"From: Bob <bob@x.org>\r\nFrom: Ann"),
    "a signature by somebody else's domain": signed(domain=b"y.org"),
    "no name for the mail in what is signed": signed(names=(b"from", b"to", b"date", b"subject")),
    "a key that there is not": RAW.replace(b"s=2026", b"s=2027"),
    "a carriage return alone in the header": RAW.replace(b"\r\nSubject", b"\rX: y\r\nSubject"),
    "words of a check that somebody else wrote": b"Authentication-Results: judge.example; dkim=pass header.d=x.org"
    b" header.b=" + first_of(RAW) + b"\r\n" + RAW.replace(b"FRANCE", b"ITALY"),
    "the same above a stamp of ours that they wrote": b"Authentication-Results: judge.example; dkim=pass header.d=x.org"
    b" header.b=" + first_of(RAW) + b"\r\n" + STAMP + RAW.replace(b"FRANCE", b"ITALY"),
}


@pytest.mark.parametrize("raw", FORGED.values(), ids=FORGED.keys())
def test_what_is_not_signed_by_its_writers_domain_is_not_believed(raw: bytes) -> None:
    assert not believed(raw)


def test_such_words_count_only_right_above_our_own_stamp() -> None:
    raw = signed()
    words = own_results(STAMP + raw, DOMAIN, keys)
    foreign = trace_line("mx", "evil.example", "ESMTP", AT, trusted=False)
    for head, counts in ((words + STAMP, True), (words, False), (words + foreign + STAMP, False)):
        fields, _ = split_message(head + raw)
        assert is_authenticated(fields, "ann@x.org", "", f"judge@{DOMAIN}", AT, own=True) is counts


def test_a_name_server_that_does_not_answer_proves_nothing() -> None:
    def silent(name: bytes, timeout: float = 5) -> bytes | None:
        raise TimeoutError(name, timeout)

    assert b"dkim=fail" in own_results(STAMP + signed(), DOMAIN, silent)


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        (b"t=y; ", False),
        (b"t=s:y; ", False),
        (b"t=s; ", True),
        (b"s=tlsrpt; ", False),
        (b"s=other; ", False),
        (b"s=email; ", True),
        (b"s=*; ", True),
        (b"h=sha1; ", False),
        (b"h=sha1:sha256; ", True),
    ],
)
def test_a_key_that_is_tried_out_or_for_something_else_proves_nothing(more: bytes, counts: bool) -> None:
    def keys(name: bytes, timeout: float = 5) -> bytes | None:
        assert timeout
        return {b"2026._domainkey.x.org.": RECORD.replace(b"k=rsa; ", b"k=rsa; " + more)}.get(name)

    assert (b"dkim=pass" in own_results(STAMP + signed(), DOMAIN, keys)) is counts


def test_a_mail_with_many_signatures_asks_for_few_keys() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: float = 5) -> bytes | None:
        asked.append(name)
        return keys(name, timeout)

    broken = signed().replace(b"FRANCE", b"ITALY")
    head = broken[: broken.index(b"From:")]
    assert b"dkim=fail" in own_results(head * 20 + broken, DOMAIN, counting)
    assert len(asked) == SIGNATURES


def test_no_key_is_asked_for_of_a_domain_that_the_mail_is_not_from() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: float = 5) -> bytes | None:
        asked.append(name)
        return keys(name, timeout)

    assert own_results(STAMP + signed(domain=b"y.org"), DOMAIN, counting) == b""
    assert asked == []


@pytest.mark.parametrize("text", [b" " * 500_000 + b"x", b"\t " * 250_000, (b" " * 90 + b"x") * 5000])
def test_a_body_of_blanks_is_checked_in_time(text: bytes) -> None:
    assert b"dkim=fail" in own_results(signed() + text, DOMAIN, keys)


@pytest.mark.parametrize("at", range(0, 700, 7))
def test_a_mail_cut_off_anywhere_raises_nothing(at: int) -> None:
    assert not believed(signed()[:at])
