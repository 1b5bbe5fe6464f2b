"""The recipe takes out what senders say that the host has found out, however they write it (docs/security.md)."""

from __future__ import annotations

import re
from pathlib import Path

from judge.mailbox.reply import ANSWER_OCTETS
from judge.settings import Settings

RECIPE = Path(__file__).parents[2] / "deploy" / "postfix"
CHECKS = RECIPE / "header_checks"
FIELDS = 16_000
"""Octets that mail systems may add on the way from Postfix to the judge."""


def _taken_out(field: bytes) -> bool:
    rules = [line for line in CHECKS.read_text().splitlines() if line and not line.startswith("#")]
    patterns = [re.fullmatch(r"/(.*)/\s+IGNORE", rule) for rule in rules]
    found = [match[1].replace("[[:space:]]", r"[ \t\n\v\f\r]") for match in patterns if match is not None]
    assert len(found) == len(rules)
    return any(re.match(pattern.encode(), field, re.IGNORECASE) for pattern in found)


def test_any_octet_before_the_id_and_any_id_is_taken_out() -> None:
    for octet in range(256):
        assert _taken_out(b"Authentication-Results: " + bytes([octet]) + b"mx.judge.example; dmarc=pass")
    assert _taken_out(b"AUTHENTICATION-RESULTS :\n\tmx.judge.example;\n\tdmarc=pass")
    assert _taken_out(b"Authentication-Results: \xe3\x80\x80mx.judge.example; dmarc=pass")


def test_nothing_else_is_taken_out() -> None:
    for field in (b"ARC-Authentication-Results: i=1; x", b"Subject: Authentication-Results: x", b"Received: from x"):
        assert not _taken_out(field)


def test_postfix_takes_no_mail_that_the_judge_would_refuse_and_all_that_the_judge_writes() -> None:
    main, master = (RECIPE / "main.cf").read_text(), (RECIPE / "master.cf").read_text()
    services = re.split(r"^(?=\S)", master, flags=re.MULTILINE)
    public = next(each for each in services if each.startswith("smtp       inet"))
    own = next(each for each in services if each.startswith("127.0.0.1:2525 inet"))
    (of_all,) = re.findall(r"^message_size_limit = (\d+)$", main, re.MULTILINE)
    (of_public,) = re.findall(r"message_size_limit=(\d+)", public)
    assert int(of_public) + FIELDS < Settings.model_fields["max_size"].default
    assert int(of_all) > 100 * ANSWER_OCTETS
    assert "message_size_limit" not in own
    for text in (main, master, (RECIPE / "README.md").read_text()):
        assert "JUDGE_RELAY=smtp://127.0.0.1:2525" in text
