"""What a mail or a text says, on one line: how it is wrapped does not matter."""

from __future__ import annotations

from judge.testing.correspondent import Received


def flat(said: Received | str) -> str:
    return " ".join((said if isinstance(said, str) else said.text).split())
