"""A whole judge for each test, and the ways in which strangers write to it."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.house import House, open_house

Opening = Callable[..., House]


@pytest.fixture
def opened(sqlite_url: str, tmp_path: Path) -> Iterator[Opening]:
    """`opened(**settings)` opens the house."""
    with ExitStack() as stack:

        def enter(**settings: Any) -> House:
            return stack.enter_context(open_house(sqlite_url, tmp_path, **settings))

        yield enter


@pytest.fixture
def house(opened: Opening) -> House:
    return opened()


def put(house: House, raw: str | bytes, *, mail_from: str = "someone@elsewhere.org", to: str = "") -> None:
    """A mail as it is on the wire, LF for CRLF; then everybody works."""
    octets = raw.encode() if isinstance(raw, str) else raw
    with smtplib.SMTP(*house.server, timeout=30) as smtp:
        smtp.sendmail(mail_from, [to or house.judge.settings.address], octets.replace(b"\n", b"\r\n"))
    house.settle()
