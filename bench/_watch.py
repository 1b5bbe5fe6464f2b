"""A plug-in of pytest's: which tests come by certain lines, how long each takes, and how it ends.

`WATCH_SPOTS` names a JSON file, a list of [file, first line, last line]; each test adds a line to the file that
`WATCH_OUT` names: {"test", "seconds", "failed", "spots"}, in seconds of the processor, and the spots by their number.
What a test starts as a process of its own is not seen.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

SPOTS = "WATCH_SPOTS"
OUT = "WATCH_OUT"


class Watch:
    """Lines are traced only in the functions in which there is a spot."""

    def __init__(self, spots: list[tuple[str, int, int]], out: Path) -> None:
        self._out = out
        self._files: dict[str, dict[int, set[int]]] = {}
        for number, (file, first, last) in enumerate(spots):
            for line in range(first, last + 1):
                self._files.setdefault(file, {}).setdefault(line, set()).add(number)
        self._known: dict[CodeType, dict[int, set[int]] | None] = {}
        self._seen: set[int] = set()
        self._failed = False

    def _called(self, frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ARG002 - as sys.settrace wants it
        code = frame.f_code
        if code not in self._known:
            lines = self._files.get(code.co_filename, {})
            mine = {line for _, _, line in code.co_lines() if line is not None}
            self._known[code] = {line: spots for line, spots in lines.items() if line in mine} or None
        return self._at if self._known[code] is not None else None

    def _at(self, frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ARG002 - as sys.settrace wants it
        spots = self._known[frame.f_code]
        if event == "line" and spots is not None and frame.f_lineno in spots:
            self._seen |= spots[frame.f_lineno]
        return self._at

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._seen, self._failed = set(), False
        began = time.process_time()
        if self._files:
            threading.settrace(self._called)
            sys.settrace(self._called)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            line = {
                "test": item.nodeid,
                "seconds": round(time.process_time() - began, 3),
                "failed": self._failed,
                "spots": sorted(self._seen),
            }
            with self._out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed = self._failed or report.failed


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        spots = json.loads(Path(os.environ[SPOTS]).read_text(encoding="utf-8")) if SPOTS in os.environ else []
        config.pluginmanager.register(Watch([tuple(spot) for spot in spots], Path(os.environ[OUT])))
