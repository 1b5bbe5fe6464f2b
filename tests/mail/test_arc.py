"""What forwarders say that the host trusts counts (ARC, RFC 8617), and what anybody else seals does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mail.fields import split_message
from judge.mail.proof.authentication_results import is_authenticated, trace_line
from judge.mail.proof.verification import SETS, own_results
from judge.mail.read import read_mail
from judge.settings import Settings
from tests.mail.test_dkim_verification import AT, DOMAIN, MAIL, PRIVATE, RECORD, SIGNED, STAMP, first_of, signed
from tests.support.sealer import seal
from tests.support.soaking import examples

TRUSTED = frozenset({"list.example", "gate.example"})
TIME = int(AT.timestamp())


def keys(name: bytes, timeout: float = 5) -> bytes | None:
    assert timeout
    return RECORD if name.startswith(b"2026._domainkey.") else None


def sealed(
    mail: bytes,
    by: bytes = b"list.example",
    *,
    words: bytes | None = None,
    changed: tuple[bytes, bytes] = (b"", b""),
    names: tuple[bytes, ...] = (*SIGNED, b"dkim-signature"),
) -> bytes:
    """As a list passes it on: it says that the signature was good, changes the mail, and seals all of it."""
    said = b"dkim=pass header.d=x.org header.b=" + first_of(mail) if words is None else words
    return seal(mail.replace(*changed) if changed[0] else mail, PRIVATE, by, said, names, TIME)


FOOTER = (b"TRANSFER 5 TO FRANCE\r\n", b"TRANSFER 5 TO FRANCE\r\n--\r\nthe list\r\n")


def believed(raw: bytes, sealers: frozenset[str] = TRUSTED, *, own: bool = True, host: str = "") -> bool:
    stamp = trace_line("mx", DOMAIN, "ESMTP", AT, trusted=bool(host))
    kept = own_results(stamp + raw, DOMAIN, keys, own=own, sealers=sealers) + stamp + host.encode() + raw
    return is_authenticated(split_message(kept)[0], "ann@x.org", "mx.example", f"judge@{DOMAIN}", AT, own=True)


def test_a_changed_mail_is_believed_if_a_trusted_forwarder_says_that_it_was_signed() -> None:
    raw = sealed(signed(), changed=FOOTER)
    assert b"the list" in raw
    assert not believed(raw, frozenset())
    assert believed(raw)
    assert believed(raw, own=False)


def test_the_words_of_a_filter_that_fails_what_was_changed_do_not_count_against_it() -> None:
    received = "Received: from list.example by mx.example; Tue, 5 May 2026 10:00:00 +0000\r\n"
    failed = f"Authentication-Results: mx.example; dmarc=fail header.from=x.org\r\n{received}"
    assert believed(sealed(signed(), changed=FOOTER), host=failed)


def test_nobody_is_trusted_unless_the_host_says_so() -> None:
    assert Settings().sealers == frozenset()
    assert Settings(arc_sealers="List.example, gate.example").sealers == TRUSTED
    assert not believed(sealed(signed(), b"evil.example", changed=FOOTER))


def test_a_chain_of_trusted_forwarders_is_believed() -> None:
    first = sealed(signed(), changed=FOOTER)
    assert believed(sealed(first, b"gate.example", words=b"dkim=fail header.d=x.org", changed=(b"the list", b"both")))


def test_a_strangers_seal_below_those_of_the_trusted_does_no_harm() -> None:
    assert believed(sealed(sealed(signed(), b"gmail.example"), changed=FOOTER))


RAW = sealed(signed(), changed=FOOTER)
WORDS = b"dkim=pass header.d=x.org header.b="


def _put_in(raw: bytes) -> bytes:
    """The writer's signature once more above itself."""
    begin, end = raw.index(b"DKIM-Signature:"), raw.index(b"From: ")
    return raw[:begin] + raw[begin:end] + raw[begin:]


FORGED = {
    "a seal by somebody else": sealed(signed(), b"evil.example", changed=FOOTER),
    "what a stranger says below a trusted seal": sealed(
        sealed(signed(), b"evil.example", changed=(b"5 TO", b"500 TO")), words=b"dkim=fail header.d=x.org"
    ),
    "a stranger's seal above a trusted one": sealed(RAW, b"evil.example", changed=(b"5 TO FRANCE", b"500 TO ITALY")),
    "a text that was changed after the seal": RAW.replace(b"TO FRANCE", b"TO ITALY"),
    "a From that was changed after the seal": RAW.replace(b"Subject: orders", b"Subject: others"),
    "words that were changed after the seal": RAW.replace(b"dkim=pass", b"dkim=fail"),
    "a trusted forwarder that says it failed": sealed(
        signed(), words=b"dkim=fail header.d=x.org header.b=" + first_of(signed()), changed=FOOTER
    ),
    "a trusted forwarder that says of another domain": sealed(
        signed(), words=b"dkim=pass header.d=evil.example header.b=" + first_of(signed()), changed=FOOTER
    ),
    "a trusted forwarder that says of no signature": sealed(
        signed(), words=b"dkim=pass header.d=x.org", changed=FOOTER
    ),
    "a trusted forwarder that found DMARC to fail": sealed(
        signed(), words=WORDS + first_of(signed()) + b"; dmarc=fail header.from=x.org", changed=FOOTER
    ),
    "what a sender made a trusted forwarder repeat": sealed(
        signed(),
        words=b'spf=none (domain of "x); '
        + WORDS
        + first_of(signed())
        + b'; spf=none (y"@evil.example) smtp.mailfrom="x"',
        changed=FOOTER,
    ),
    "a mail that was written to somebody else": sealed(
        signed(MAIL.replace(b"To: judge@judge.example", b"To: bob@y.org")), changed=FOOTER
    ),
    "a mail of long ago": sealed(signed(MAIL.replace(b"5 May", b"5 Apr")), changed=FOOTER),
    "a Message-ID that the writer did not sign": sealed(
        signed(names=(b"from", b"to", b"date", b"subject")), changed=FOOTER
    ),
    "a To that the forwarder did not sign": sealed(
        signed(), changed=FOOTER, names=(b"from", b"date", b"message-id", b"subject", b"dkim-signature")
    ),
    "a writer's signature of few fields": sealed(signed(names=(b"from", b"subject"))),
    "a writer's signature that was changed after the seal, as if it had been of all": sealed(
        signed(names=(b"from", b"subject")), names=SIGNED
    ).replace(b"h=from : subject;", b"h=from:subject:to:date:message-id;"),
    "a second signature with the same beginning, put in after the seal": _put_in(RAW),
    "a second From": RAW.replace(b"From: Ann", b"From: Bob <bob@x.org>\r\nFrom: Ann"),
    "a set that is there twice": RAW[: RAW.index(b"DKIM-Signature")] + RAW,
    "a set that is not whole": b"\r\n".join(
        line for line in RAW.split(b"\r\n") if not line.startswith(b"ARC-Authentication-Results")
    ),
    "a set without a number": RAW.replace(b"ARC-Seal: i=1", b"ARC-Seal: j=1"),
    "a set with two numbers": RAW.replace(b"ARC-Seal: i=1", b"ARC-Seal: i=1; i=2"),
    "a carriage return alone in the header": RAW.replace(b"\r\nSubject", b"\rX: y\r\nSubject"),
    "words of the judge's that somebody else wrote": b"Authentication-Results: judge.example; arc=pass header.d=x.org"
    b" header.b=" + first_of(signed()) + b" policy.sealer=list.example policy.seal=AAAAAAAA\r\n" + signed(),
}


@pytest.mark.parametrize("raw", FORGED.values(), ids=FORGED.keys())
def test_what_no_trusted_forwarder_has_sealed_is_not_believed(raw: bytes) -> None:
    assert not believed(raw, own=False)


def _says(raw: bytes) -> tuple[object, ...]:
    mail = read_mail(raw, (), address=f"judge@{DOMAIN}")
    # A relaxed signature takes blanks in a row for one (RFC 6376, 3.4.4).
    return mail.sender, mail.message_id, mail.date, mail.others, [line.text.split() for line in mail.lines]


PIECES = (
    *(b"", b" ", b";", b"\r", b"\n", b"\r\n", b"\r\n ", b"\0", b'"', b"(", b"\xa0", b"i=1;", b"l=5;"),
    *(
        b"From: ann@x.org\r\n",
        b"To: judge@judge.example\r\n",
        b"TRANSFER 9 TO ITALY\r\n",
        b"ARC-Seal: i=2; cv=pass\r\n",
    ),
)


@settings(max_examples=examples(400), deadline=None)
@given(at=st.integers(0, len(RAW)), gone=st.integers(0, 40), put=st.sampled_from(PIECES))
def test_a_sealed_mail_that_is_changed_says_the_same_or_is_not_believed(at: int, gone: int, put: bytes) -> None:
    raw = RAW[:at] + put + RAW[at + gone :]
    assert _says(raw) == _says(RAW) or not believed(raw, own=False)


def test_a_chain_without_end_asks_for_few_keys() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: float = 5) -> bytes | None:
        asked.append(name)
        return keys(name, timeout)

    raw = signed()
    for number in range(SETS + 1):
        raw = sealed(raw, b"s%d.example" % number)
    assert own_results(STAMP + sealed(raw), DOMAIN, counting, own=False, sealers=TRUSTED) == b""
    assert asked == []


def test_no_key_is_asked_for_of_a_chain_whose_last_seal_is_a_strangers() -> None:
    asked: list[bytes] = []

    def counting(name: bytes, timeout: float = 5) -> bytes | None:
        asked.append(name)
        return keys(name, timeout)

    raw = sealed(RAW, b"evil.example")
    assert own_results(STAMP + raw, DOMAIN, counting, own=False, sealers=TRUSTED) == b""
    assert asked == []


def test_a_name_server_that_does_not_answer_proves_nothing() -> None:
    def silent(name: bytes, timeout: float = 5) -> bytes | None:
        raise TimeoutError(name, timeout)

    assert own_results(STAMP + RAW, DOMAIN, silent, own=False, sealers=TRUSTED) == b""


@pytest.mark.parametrize("at", range(0, len(RAW), 23))
def test_a_mail_cut_off_anywhere_raises_nothing(at: int) -> None:
    assert not believed(RAW[:at], own=False)
