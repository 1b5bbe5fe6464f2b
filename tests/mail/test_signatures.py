"""A signed mail that is sent on to the judge (docs/security.md): what its signature must cover to prove anything."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.mail.fields import split_message
from judge.mail.proof.authentication_results import is_authenticated, trace_line

AT = datetime(2026, 5, 5, 10, tzinfo=UTC)
TRACE = trace_line("mx", "judge.example", "LMTP", AT, trusted=True).decode()
SAID = "Authentication-Results: mx; dmarc=pass header.from=x.org; dkim=pass header.d=x.org header.b=AbCdEfGh\n"
MAIL = (
    "Received: from mail.x.org by mx; Tue, 5 May 2026 09:59:58 +0000\n"
    "DKIM-Signature: v=1; d=x.org; s=1; h=from:to:subject:date:message-id; bh=x; b=AbCdEfGh1234\n"
    "From: ann@x.org\nTo: judge@judge.example\nSubject: orders\n"
    "Date: Tue, 5 May 2026 09:00:00 +0000\nMessage-ID: <1@x.org>\n"
)


def _proves(mail: str, said: str = SAID) -> bool:
    fields = split_message(f"{TRACE}{said}{mail}\nTRANSFER 5 TO FRANCE\n".encode())[0]
    return is_authenticated(fields, "ann@x.org", "mx", "judge@judge.example", AT)


GOOD = {
    "as it was written": MAIL,
    "a secret address": MAIL.replace("judge@", "judge+abc@"),
    "its plus changed": MAIL.replace("judge@", "judge=abc@"),
    "among others": MAIL.replace("judge@", "Bob <b@y.org>, The Judge <judge@").replace("example\nSub", "example>\nSub"),
    "in a group": MAIL.replace("judge@judge.example", "us: judge@judge.example;"),
    "in Cc": MAIL.replace("To: judge@", "To: bob@y.org\nCc: judge@").replace("h=", "h=cc:"),
    "a week old": MAIL.replace("Tue, 5 May 2026 09:00", "28 Apr 2026 10:00"),
    "a clock ahead": MAIL.replace("Tue, 5 May", "Wed, 6 May"),
    "signed twice over": MAIL.replace("h=", "h=from:to:cc:"),
    "folded": MAIL.replace("h=from:to:", "h=from:\n\t to :\n\t").replace("b=AbCd", "b=Ab\n\t Cd"),
    "another signature beside it": MAIL.replace("From:", "DKIM-Signature: v=1; d=list.org; h=from; b=XyXyXyXy\nFrom:"),
    "a domain above, with DMARC": MAIL.replace("d=x.org", "d=org.org"),
}
SENT_ON = {
    "written to somebody else": MAIL.replace("judge@judge.example", "bob@y.org"),
    "To put in above": MAIL.replace("To: judge@judge.example", "To: judge@judge.example\nTo: bob@y.org"),
    "Cc put in": MAIL.replace("To: judge@", "To: bob@y.org\nCc: judge@"),
    "the judge's address as a name": MAIL.replace("judge@judge.example", '"judge@judge.example" <bob@y.org>'),
    "the judge's address in a comment": MAIL.replace("judge@judge.example", "bob@y.org (judge@judge.example)"),
    "the judge's address in a comment in a comment": MAIL.replace(
        "To: judge@judge.example", "To: bob@y.org (a,judge@judge.example,(b))"
    ),
    "a mailbox that only begins so": MAIL.replace("judge@judge", "judges@judge"),
    "a host that only begins so": MAIL.replace("judge.example", "judge.example.org"),
    "From not signed": MAIL.replace("h=from:", "h="),
    "To not signed": MAIL.replace(":to:", ":"),
    "Date not signed": MAIL.replace(":date:", ":"),
    "Message-ID not signed": MAIL.replace(":message-id", ""),
    "Subject not signed": MAIL.replace(":subject:", ":"),
    "a second Subject": MAIL.replace("Subject:", "Subject: TRANSFER 5\nSubject:"),
    "a second Date": MAIL.replace("Date:", "Date: Tue, 5 May 2026 09:00:00 +0000\nDate:"),
    "a second Message-ID": MAIL.replace("Message-ID:", "Message-ID: <2@x.org>\nMessage-ID:"),
    "no Message-ID": MAIL.replace("Message-ID: <1@x.org>\n", ""),
    "no Date": MAIL.replace("Date: Tue, 5 May 2026 09:00:00 +0000\n", ""),
    "a Message-ID that is none": MAIL.replace("<1@x.org>", "1"),
    "a Date that is none": MAIL.replace("Tue, 5 May 2026 09:00:00 +0000", "today"),
    "older than a week": MAIL.replace("Tue, 5 May 2026 09:00", "28 Apr 2026 09:59"),
    "of the future": MAIL.replace("Tue, 5 May", "Wed, 13 May"),
    "text written below what is signed": MAIL.replace("s=1;", "s=1; l=20;"),
    "a signature beside it that begins alike": MAIL.replace(
        "From:", "DKIM-Signature: d=x.org; h=from; b=AbCdEfGh9\nFrom:"
    ),
    "a tag twice": MAIL.replace("h=from", "h=x; h=from"),
    "no signature": MAIL.replace("DKIM-Signature", "X-Signature"),
    "a signature of another domain": MAIL.replace("d=x.org", "d=y.org"),
    "another signature than the one that passed": MAIL.replace("AbCdEfGh", "BaCdEfGh"),
}


@pytest.mark.parametrize("case", GOOD)
def test_a_signed_mail_to_the_judge_is_proved(case: str) -> None:
    said = SAID.replace("d=x.org", "d=org.org").replace("x.org", "x.org.org") if "above" in case else SAID
    mail = GOOD[case].replace("@x.org", "@x.org.org") if "above" in case else GOOD[case]
    fields = split_message(f"{TRACE}{said}{mail}\nx\n".encode())[0]
    sender = "ann@x.org.org" if "above" in case else "ann@x.org"
    assert is_authenticated(fields, sender, "mx", "judge@judge.example", AT)


@pytest.mark.parametrize("case", SENT_ON)
def test_a_signed_mail_that_is_sent_on_to_the_judge_proves_nothing(case: str) -> None:
    assert SENT_ON[case] != MAIL
    assert not _proves(SENT_ON[case])


@pytest.mark.parametrize(
    "said",
    [
        SAID.replace("header.b=AbCdEfGh", ""),
        SAID.replace("AbCdEfGh", "AbCdEfG"),
        SAID.replace("AbCdEfGh", "abcdefgh"),
        SAID.replace("dkim=pass", "dkim=neutral"),
        SAID.replace("dkim=pass", "dkim=policy"),
        SAID.replace("dmarc=pass", "dmarc=fail"),
        SAID.replace("header.d=x.org", "header.d=y.org"),
        "Authentication-Results: mx; spf=pass smtp.mailfrom=x.org; dmarc=pass header.from=x.org\n",
    ],
)
def test_without_the_one_signature_that_passed_there_is_no_proof(said: str) -> None:
    assert not _proves(MAIL, said)
