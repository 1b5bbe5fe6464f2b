"""Mails that no reply may be sent to (M16, RFC 3834)."""

from __future__ import annotations

import pytest

from judge.mail.read import read_mail

JUDGE = "judge@host.org"


def automatic(head: str, sender: str = "ann@x.y") -> str:
    return read_mail(f"From: {sender}\n{head}\n\nSHOW\n".encode(), [JUDGE], address=JUDGE).automatic


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "AUTO-SUBMITTED: Auto-Generated; owner-email=x@y",
        "Auto-Submitted: auto-notified (since today)",
        "Auto-Submitted: vacation",
        "Auto-Submitted: no\nAuto-Submitted: auto-replied",
        "List-Id: <dip.example.org>",
        "Precedence: bulk",
        "Precedence: BULK",
        "precedence: Junk",
        "Precedence: list",
        "Precedence: auto_reply",
        "X-Autoreply: yes",
        "X-AutoRespond: yes",
        "X-Judge-Loop: judge@elsewhere.org",
        "Return-Path: <>",
        "Return-Path: < >",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        "\n".join(["Received: from a by b; Tue, 5 May 2026 10:12:00 +0000"] * 51),
    ],
)
def test_m16_no_reply_to_programs(head: str) -> None:
    assert automatic(head)


@pytest.mark.parametrize("sender", ["MAILER-DAEMON@x.y", "Mail Delivery <mailer-daemon@x.y>", "postmaster@x.y"])
def test_m16_no_reply_to_mail_systems(sender: str) -> None:
    assert automatic("", sender)


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: NO (a person)",
        "Precedence: first-class",
        "X-Auto-Response-Suppress: All",
        "Return-Path: <ann@x.y>",
        "\n".join(["Received: from a by b; Tue, 5 May 2026 10:12:00 +0000"] * 50),
        "Subject: List-Id: <dip.example.org>",
    ],
)
def test_m16_a_persons_mail_is_answered(head: str) -> None:
    assert automatic(head) == ""
