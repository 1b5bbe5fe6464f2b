"""Reports of mail that was not delivered, and what only looks like one (M18)."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.mail.automatic import Bounce, bounce_of, returned_message_ids, returned_tokens
from judge.mail.fields import split_message
from judge.testing.laws import patience

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


def report(name: str) -> str:
    return (Path(__file__).parent / "reports" / f"{name}.eml").read_text(encoding="utf-8")


QMAIL, VACATION = report("qmail"), report("vacation")
EXIM, GOOGLE_GROUPS = report("exim"), report("google-groups")
REPORTS = {
    "Exim": (EXIM, Bounce.FINAL),
    "Exim, delayed": (report("exim-delayed"), Bounce.PASSING),
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
