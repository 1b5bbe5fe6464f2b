"""What a neighbor's mail is without the library that writes it is what the library would have made of it."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

import pytest

from tests.support.way_in import as_smtplib_writes, plainly

FIELDS = [
    ("From", "Anna <anna@example.org>"),
    ("To", "The Judge <judge+abcdefghijklmnopqrstuvwx@judge.localhost>"),
    ("Date", "Mon, 02 Mar 2026 12:00:00 -0000"),
    ("Message-ID", "<0836283eff25436cbd0bbc7b332fc2ca@example.org>"),
]


@pytest.mark.parametrize(
    "subject", ["To the judge", "Re: [oslo] Spring 1901 Movement: results; orders due Fri 6 Mar, 13:00 UTC", "x" * 77]
)
@pytest.mark.parametrize(
    "text", ["SHOW\n", "", "no end", "> " + "y" * 78 + "\n", "Grüße\n", "one\r\ntwo\n\nthree =20\n", "a\nFrom here\n"]
)
def test_a_plain_mail_is_to_the_octet_what_the_library_writes(subject: str, text: str) -> None:
    fields = [*FIELDS, ("Subject", subject)]
    message = EmailMessage(policy=SMTP)
    for name, value in fields:
        message[name] = value
    message.set_content(text)
    assert plainly(fields, text) == as_smtplib_writes(message, "")


@pytest.mark.parametrize(
    "field",
    [
        ("Subject", "Grüße"),
        ("Subject", "=?utf-8?q?Gr=C3=BC=C3=9Fe?="),
        ("Subject", "x" * 78),
        ("Subject", " two  spaces"),
        ("From", '"A, B" <a@example.org>'),
        ("To", "a@example.org, " * 5),
    ],
)
def test_another_is_left_to_the_library(field: tuple[str, str]) -> None:
    assert plainly([*FIELDS, field], "SHOW\n") is None
