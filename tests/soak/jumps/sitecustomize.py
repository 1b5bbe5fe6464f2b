"""Loaded by every Python that has this folder on its path: the judge's clock goes wrong by as many seconds as a file
says. (`libfaketime` makes Python's own sleep fail.)
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.clock import SystemClock

_WRONG_BY = Path(os.environ["WRONG_BY"])


def _now(self: SystemClock) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=int(_WRONG_BY.read_text() or "0"))


SystemClock.now = _now  # type: ignore[method-assign]
