"""The recipe takes out what senders say that the host has found out, however they write it (docs/security.md)."""

from __future__ import annotations

import re
from pathlib import Path

CHECKS = Path(__file__).parents[2] / "deploy" / "postfix" / "header_checks"


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
