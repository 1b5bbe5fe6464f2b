"""CPU that a command takes from its start to its end, where it has little to do: nearly all of that is imports."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench._cpu import cpu

CASE = (
    b'{"system":"diplomacy","position":{"phase":"S1901M","units":{"AUSTRIA":["A VIE"]}},'
    b'"orders":{"AUSTRIA":"A VIE - GAL"}}\n'
)
MAIL = b"From: ann@example.org\r\nTo: judge@judge.localhost\r\nMessage-ID: <%d@example.org>\r\n\r\nLIST\r\n"
TRIES = 5


def _spent(folder: Path, given: bytes, *arguments: str) -> float:
    """Seconds of CPU that `judge` takes with these arguments and this input."""
    environment = os.environ | {
        "JUDGE_DATABASE": f"sqlite:///{folder}/judge.db",
        "JUDGE_RELAY": f"maildir:{folder}/sent",
        "JUDGE_LOG_LEVEL": "ERROR",
    }
    command = [str(Path(sys.executable).with_name("judge")), *arguments]
    before = cpu()
    subprocess.run(command, input=given, env=environment, check=True, capture_output=True)
    return cpu() - before


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    measured = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _spent(folder, b"", "migrate")
        _spent(folder, b"", "tick")
        for what, given, arguments, target in (
            ("judge --help", b"", ("--help",), "70 ms"),
            ("judge adjudicate, one case", CASE, ("adjudicate",), "85 ms"),
            ("judge receive", MAIL, ("receive",), "170 ms"),
            ("judge tick with nothing to do", b"", ("tick",), "230 ms"),
        ):
            best = min(_spent(folder, given.replace(b"%d", b"%d" % each), *arguments) for each in range(TRIES))
            measured.append((what, f"{best * 1000:.0f} ms CPU", target))
    return measured
