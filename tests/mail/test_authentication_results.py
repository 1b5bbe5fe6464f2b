"""What the host's own mail system says of a mail, and what others only claim that it says (M15, RFC 8601)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.mail.fields import split_message
from judge.mail.proof.authentication_results import fails_authentication, is_authenticated, received_at, trace_line
from judge.mail.read import read_mail

DOMAIN = "judge.example"
MX = "mx.judge.example"
AT = datetime(2026, 5, 5, 10, tzinfo=UTC)

OURS = trace_line("mx", DOMAIN, "LMTP", AT, trusted=True).decode()
FROM_MX = (
    "Received: from mail.x.org (unknown [192.0.2.1]) by mx.judge.example (Postfix); Tue, 5 May 2026 09:59:58 +0000\n"
)
FOREIGN = "Received: from a by mail.x.org; Tue, 5 May 2026 09:59:50 +0000\n"
PASS = "Authentication-Results: mx.judge.example; dkim=pass (2048-bit key) header.d=x.org header.b=AbCdEfGh\n"
BOTH = PASS.replace("; dkim", "; dmarc=pass (p=reject) header.from=x.org; dkim")
SIGNED = (
    "DKIM-Signature: v=1; a=rsa-sha256; d=x.org; s=2026;\n\th=from:to:\n\t subject:date:message-id; bh=x;"
    " b=AbCd\n\tEfGh1234/+=\n"
)
WRITTEN = "To: judge+token@judge.example\nDate: Tue, 5 May 2026 09:59:00 +0000\nMessage-ID: <1@x.org>\nSubject: x\n"


def believed(head: str, *, sender: str = "ann@x.org", authserv_id: str = MX) -> bool:
    return proved(f"{head}{SIGNED}From: {sender}\n{WRITTEN}", sender=sender, authserv_id=authserv_id)


def proved(head: str | bytes, *, sender: str = "ann@x.org", authserv_id: str = MX) -> bool:
    octets = head.encode() if isinstance(head, str) else head
    return is_authenticated(split_message(octets + b"\n\nSHOW\n")[0], sender, authserv_id, f"judge@{DOMAIN}", AT)


@pytest.mark.parametrize(
    "above",
    [
        PASS,
        BOTH,
        PASS.replace("dkim", "spf=fail smtp.mailfrom=x.org; dkim"),
        PASS.replace("Authentication-Results: mx.judge.example", "AUTHENTICATION-RESULTS: MX.Judge.Example 1").replace(
            "d=x", "d=X"
        ),
        PASS.replace("header.b=AbCdEfGh", 'header.b="AbCdEfGh1234/+="'),
        PASS.replace("dkim=pass", "dkim=fail header.d=x.org; dkim=pass"),
        PASS.replace("dkim", 'spf=none (domain of "SRS0=a=b=x.org"@y.org) smtp.mailfrom="SRS0=a=b=x.org@y.org"; dkim'),
        PASS.replace("dkim=pass", 'dkim=pass reason="1024-bit key; unprotected"'),
        "Authentication-Results: elsewhere.org; dmarc=fail header.from=x.org\n" + PASS,
        "Authentication-Results: mx.judge.example; spf=pass smtp.mailfrom=x.org\nDKIM-Filter: x\n" + PASS,
    ],
)
def test_m15_aligned_dkim_by_our_own_mail_system_is_a_proof(above: str) -> None:
    assert believed(OURS + above + FROM_MX + FOREIGN)


FORGED = {
    "below the Received of our own mail system": OURS + FROM_MX + PASS,
    "below a foreign Received": OURS + FROM_MX + FOREIGN + PASS,
    "below a Received that only claims our name": OURS + FROM_MX + FROM_MX + PASS,
    "a name in a greeting": OURS + FROM_MX + "Received: from by mx.judge.example by evil.org; x\n" + PASS,
    "no Received that tells where the sender's fields begin": OURS + PASS,
    "foreign id": OURS + PASS.replace(MX, "mx.evil.org") + FROM_MX,
    "id that only begins like ours": OURS + PASS.replace(MX, MX + ".evil.org") + FROM_MX,
    "ours says no": OURS + BOTH.replace("dmarc=pass", "dmarc=fail") + FROM_MX + PASS,
    "ours says no in another field": OURS
    + "Authentication-Results: mx.judge.example; dmarc=fail header.from=x.org\n"
    + PASS
    + FROM_MX,
    "ours says nothing": OURS + "Authentication-Results: mx.judge.example; none\n" + FROM_MX + PASS,
    "one of ours is garbage": OURS + "Authentication-Results: mx.judge.example; ;;dmarc=\n" + PASS + FROM_MX,
    "garbage": OURS + "Authentication-Results: mx.judge.example; dkim=pass (((\n" + FROM_MX,
    "far too long": OURS + PASS.strip() + "; dkim=pass header.d=x.org" * 1000 + "\n" + FROM_MX,
    "another domain": OURS + PASS.replace("x.org", "y.org") + FROM_MX,
    "a domain above": OURS + BOTH.replace("d=x.org", "d=org") + FROM_MX,
    "SPF alone": OURS + "Authentication-Results: mx.judge.example; spf=pass smtp.mailfrom=x.org\n" + FROM_MX,
    "DMARC that may stand on SPF alone": OURS
    + "Authentication-Results: mx.judge.example; spf=pass smtp.mailfrom=x.org; dmarc=pass header.from=x.org\n"
    + FROM_MX,
    "a comment": OURS
    + "Authentication-Results: mx.judge.example; none (dkim=pass header.d=x.org header.b=AbCdEfGh)\n"
    + FROM_MX,
    "a quoted string": OURS
    + 'Authentication-Results: mx.judge.example; x=fail reason="; dkim=pass header.d=x.org header.b=AbCdEfGh"\n'
    + FROM_MX,
    "words in the sender's address that a filter repeats in a comment": OURS
    + 'Authentication-Results: mx.judge.example; spf=none (domain of "x); dkim=pass header.d=x.org header.b=AbCdEfGh;'
    + ' spf=none (y"@evil.org has no policy) smtp.mailfrom="x"\n'
    + FROM_MX,
    "words behind a backslash": OURS
    + "Authentication-Results: mx.judge.example; spf=none (domain of x\\); dkim=pass header.d=x.org header.b=AbCdEfGh;"
    + " spf=none (y@evil.org) smtp.mailfrom=x\n"
    + FROM_MX,
    "not stamped by us": PASS + FROM_MX,
    "nothing above it": PASS,
    "from somebody else than our mail system": trace_line("evil", DOMAIN, "ESMTP", AT, trusted=False).decode()
    + PASS
    + FROM_MX,
    "our stamp forged below our stamp": trace_line("evil", DOMAIN, "ESMTP", AT, trusted=False).decode()
    + OURS
    + PASS
    + FROM_MX,
}


@pytest.mark.parametrize("case", FORGED)
def test_m15_what_anybody_could_have_written_proves_nothing(case: str) -> None:
    assert not believed(FORGED[case])


def test_m15_without_an_id_nothing_is_believed() -> None:
    assert not believed(OURS + PASS + FROM_MX, authserv_id="")
    assert not believed(OURS + PASS.replace(MX, "") + FROM_MX, authserv_id="")


BLANKS = ["\u3000", "\u2003", "\u200b", "\u00a0", "\u1680", "\u2028", "\u0085", "\ufeff", "\r", "\r\r", "\0"]
OCTETS = [*(bytes([octet]) for octet in range(256)), *(blank.encode() for blank in BLANKS)]


@pytest.mark.parametrize("place", ["before", "within", "behind"])
def test_m15_any_octet_about_the_id_makes_it_none_but_a_space_and_a_tab_around_it(place: str) -> None:
    """An attack: 0x1F, 0x0B, 0xA0 or U+3000 passed the recipe's header_checks, and Python's strip took it away."""
    cut = {"before": 0, "within": 5, "behind": len(MX)}[place]
    for octet in OCTETS:
        odd = MX[:cut].encode() + octet + MX[cut:].encode()
        rest = f"{FROM_MX}{SIGNED}From: ann@x.org\n{WRITTEN}".encode()
        raw = OURS.encode() + PASS.encode().replace(MX.encode(), odd) + rest
        expected = octet in (b" ", b"\t") and place != "within"
        assert proved(raw) == expected, octet


@pytest.mark.parametrize(
    "odd",
    [
        *(
            '"mx.judge.example"',
            "(x) mx.judge.example",
            "mx.judge.example (x)",
            "mx.judge.example(x)",
            "(mx.judge.example)",
        ),
        *(
            "mx.judge\n .example",
            "mx.judge.example 1 2",
            "mx.judge.example x",
            "mx.judge.example, y",
            "mx.judge.example:",
        ),
        *("<mx.judge.example>", "=?utf-8?q?mx.judge.example?=", "mx.judge.example\\", "\n\tx mx.judge.example"),
    ],
)
def test_m15_an_id_with_a_comment_quotes_or_an_odd_fold_is_none(odd: str) -> None:
    assert not believed(OURS + PASS.replace(MX, odd) + FROM_MX)


def test_m15_a_mail_without_one_sender_is_vouched_for_by_nobody() -> None:
    raw = f"{OURS}{PASS}{FROM_MX}{SIGNED}From: ann@x.org\nFrom: bob@x.org\n{WRITTEN}\nSHOW\n".encode()
    assert not read_mail(raw, [], address=f"judge@{DOMAIN}", authserv_id=MX, at=AT).is_authenticated


def test_m15_read_with_the_mail() -> None:
    raw = f"{OURS}{PASS}{FROM_MX}{SIGNED}From: ann@x.org\n{WRITTEN}\nSHOW\n".encode()
    assert read_mail(raw, [], address=f"judge@{DOMAIN}", authserv_id=MX, at=AT).is_authenticated
    assert not read_mail(raw, [], address=f"judge@{DOMAIN}", authserv_id=MX).is_authenticated
    assert not read_mail(raw, [], address=f"judge@{DOMAIN}", at=AT).is_authenticated


@pytest.mark.parametrize(
    ("head", "at"),
    [
        (OURS + FROM_MX + FOREIGN, datetime(2026, 5, 5, 9, 59, 58, tzinfo=UTC)),
        (OURS + PASS + FROM_MX, datetime(2026, 5, 5, 9, 59, 58, tzinfo=UTC)),
        (OURS + FOREIGN + FROM_MX, None),
        (OURS, None),
        (FROM_MX, None),
        (OURS + "Received: from a by mx.judge.example; yesterday\n", None),
        (trace_line("evil", DOMAIN, "ESMTP", AT, trusted=False).decode() + FROM_MX, None),
    ],
)
def test_promise_5_the_stamp_of_our_own_mail_system_and_of_no_other(head: str, at: datetime | None) -> None:
    fields, _ = split_message(f"{head}From: a@x.org\n\nx\n".encode())
    assert received_at(fields, DOMAIN, MX) == at
    assert received_at(fields, DOMAIN, "") is None


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("spf=fail smtp.mailfrom=x.org", True),
        ("spf=none smtp.mailfrom=x.org", False),
        ("spf=fail smtp.mailfrom=x.org; dmarc=pass header.from=x.org", False),
        ('spf=fail (domain of "x) y"@x.org) smtp.mailfrom="x) y"', True),
        ("dmarc=pass (((", True),
    ],
)
def test_whose_words_cannot_be_read_is_disowned_as_where_they_say_that_it_failed(said: str, *, expected: bool) -> None:
    head = f"{OURS}Authentication-Results: {MX}; {said}\n{FROM_MX}From: ann@x.org\n"
    assert fails_authentication(split_message(head.encode())[0], MX) is expected
