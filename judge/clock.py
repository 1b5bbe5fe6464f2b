"""Time comes in from outside: the only two clocks there are."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol
from uuid import uuid4

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    def now(self) -> datetime:
        """The present instant, aware, in UTC."""

    def uptime(self) -> tuple[str, int]:
        """Which start of which machine this is, and the whole seconds since then, which nobody can set: what tells a
        clock that jumped from time that passed. Two of them compare only where the first parts are equal and not empty.
        """


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def uptime(self) -> tuple[str, int]:
        # Unlike CLOCK_MONOTONIC it goes on while the machine sleeps. Only Linux has both it and the boot's name.
        if not hasattr(time, "CLOCK_BOOTTIME") or not _BOOT_ID.is_file():
            return "", 0
        return _BOOT_ID.read_text().strip(), int(time.clock_gettime(time.CLOCK_BOOTTIME))


class SetClock:
    """A clock that stands until it is moved: for tests and for replaying."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._up = timedelta(0)
        self._boot = uuid4().hex

    def now(self) -> datetime:
        return self._now

    def uptime(self) -> tuple[str, int]:
        return self._boot, int(self._up.total_seconds())

    def advance(self, by: timedelta) -> None:
        """So much time passes."""
        self._now += by
        self._up += by

    def jump(self, by: timedelta) -> None:
        """Somebody sets the clock; no time passes."""
        self._now += by
