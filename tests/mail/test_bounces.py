"""Reports of mail that was not delivered, and what only looks like one (M18)."""

from __future__ import annotations

import pytest

from judge.mail.automatic import Bounce, bounce_of, returned_message_ids, returned_tokens
from judge.mail.fields import split_message
from judge.testing.patience import patience

TOKEN = "a2" * 12


def dsn(action: str, status: str, *, message_id: str = "Message-ID: <1@x.org>\n", returned: str = "") -> str:
    """As Postfix writes them (RFC 3464)."""
    return (
        f"From: MAILER-DAEMON@x.org (Mail Delivery System)\nTo: judge+{TOKEN}@judge.example\n{message_id}"
        "Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nYour message could not be delivered.\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x.org\n\n"
        f"Final-Recipient: rfc822; ann@x.org\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; it failed\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\n{returned}\n--b--\n"
    )


QMAIL = """From: MAILER-DAEMON@x.org
To: judge@judge.example
Subject: failure notice

Hi. This is the qmail-send program at x.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@x.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <judge@judge.example>
"""

VACATION = """From: Ann <ann@x.org>
To: judge@judge.example
Subject: Out of office: [alpha] results
Auto-Submitted: auto-replied

I am away until Monday. Your mail was not delivered to anybody else.
5.1.1
"""

EXIM = """X-Failed-Recipients: ann@x.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.x.org>
To: judge@judge.example
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ann@x.org
    SMTP error from remote mail server after RCPT TO:<ann@x.org>:
    550 5.1.1 User unknown

------ This is a copy of the message, including all the headers. ------

Return-path: <judge@judge.example>
"""

EXIM_WARNING = """Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.x.org>
To: judge@judge.example
Subject: Warning: message 1abcde-000123-AB delayed 24 hours

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.x.org.

The message identifier is:     1abcde-000123-AB
The address to which the message has not yet been delivered is:

  ann@x.org
    Delay reason: Connection timed out

No action is required on your part. Delivery attempts will continue for
some time, and this warning may be repeated at intervals if the message
remains undelivered.
"""

GOOGLE_GROUPS = """X-Failed-Recipients: ann@groups.x.org
Auto-Submitted: auto-replied
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: judge@judge.example
Subject: Delivery Status Notification (Failure)
Content-Type: text/plain; charset=UTF-8

Hello judge@judge.example,

We're writing to let you know that the group you tried to contact (ann) may not exist.
"""

REPORTS = {
    "Exim": (EXIM, Bounce.FINAL),
    "Exim, delayed": (EXIM_WARNING, Bounce.PASSING),
    "Google Groups": (GOOGLE_GROUPS, Bounce.FINAL),
    "vacation that quotes the letter": (
        VACATION + "> Reports say that mail from me to you comes back.\n> <judge@judge.example>\n",
        Bounce.NONE,
    ),
    "DSN 5.1.1": (dsn("failed", "5.1.1"), Bounce.FINAL),
    "DSN 5.1.1 in capitals": (dsn("FAILED", "5.1.1").upper().replace('BOUNDARY="B"', 'boundary="B"'), Bounce.FINAL),
    "DSN 4.2.2 delayed": (dsn("delayed", "4.2.2"), Bounce.PASSING),
    "DSN 4.4.7 given up": (dsn("failed", "4.4.7"), Bounce.PASSING),
    "DSN 2.0.0 delivered": (dsn("delivered", "2.0.0"), Bounce.NONE),
    "DSN without Message-ID": (dsn("failed", "5.2.1", message_id=""), Bounce.FINAL),
    "qmail": (QMAIL, Bounce.FINAL),
    "vacation": (VACATION, Bounce.NONE),
    "vacation without its field": (VACATION.replace("Auto-Submitted: auto-replied\n", ""), Bounce.NONE),
    "nothing": ("", Bounce.NONE),
    "a report that is empty": (dsn("failed", "5.1.1")[:420], Bounce.NONE),
    "parts within parts": (
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        + "--b\nContent-Type: multipart/mixed; boundary=b\n\n" * 5000,
        Bounce.NONE,
    ),
}


@pytest.mark.parametrize("case", REPORTS)
def test_m18_what_a_report_says(case: str) -> None:
    raw, kind = REPORTS[case]
    octets = raw.encode()
    assert bounce_of(octets, split_message(octets)[0]) == kind


def test_m18_the_token_in_the_mail_that_comes_back() -> None:
    raw = dsn("failed", "5.1.1", returned=f"Reply-To: The Judge <judge+{TOKEN.upper()}@judge.example>\n")
    assert returned_tokens(raw.encode()) == (TOKEN,)
    assert returned_tokens(b"no token at all") == ()


@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        " \n",
        "   ",
        "<a@b>\n",
        "Message-ID:\n",
        "Message-ID:\n\t",
        "--b\nContent-Type: message/delivery-status\n\n",
    ],
)
def test_m18_what_only_looks_like_a_report_takes_little_time(piece: str) -> None:
    raw = b'From: a@b\nContent-Type: multipart/mixed; boundary="b"\n\n' + piece.encode() * (130_000 // len(piece))
    fields = split_message(raw)[0]
    with patience(f"{piece!r} again and again"):
        assert (bounce_of(raw, fields), returned_message_ids(raw)) == (Bounce.NONE, ())
