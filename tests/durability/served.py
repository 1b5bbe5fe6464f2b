"""The judge's own commands as real processes, to be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from judge.store.secret import DEFAULT_NAME
from tests.support import soaking, warm

STOP_SECONDS = 120
RUN_SECONDS = 240
Process = warm.Child | subprocess.Popen[bytes]


SECRET = "JUDGE_SECRET_FILE"
"""Where the judge's secret lies that the test itself has used, if that is not beside the database."""


class Host:
    """The environment of one host: a database, Maildirs below `folder`, a log file there, perhaps rule systems of his
    own on `path`.
    """

    def __init__(self, database_url: str, folder: Path, *, path: Path | None = None) -> None:
        self.database_url = database_url
        self.mailbox = folder / "mail"
        self.log = folder / "judge.log"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name == SECRET or not name.startswith("JUDGE_")},
            "JUDGE_DATABASE": database_url,
            "JUDGE_SECRET_FILE": str(folder / DEFAULT_NAME),
            "JUDGE_LISTEN": "127.0.0.1:0",
            "JUDGE_RELAY": f"maildir:{self.mailbox}",
            "JUDGE_CREATORS": "*",
            "JUDGE_POLL_SECONDS": "0.1",
            "JUDGE_FINAL_PAUSE_SECONDS": "0",
            "JUDGE_REPLIES_PER_HOUR": "100000",
            "PYTHONUNBUFFERED": "1",
            **({} if soaking.WHOLE else {"JUDGE_MAP_WIDTH": "0"}),
        }
        if path is not None:
            self.environment["PYTHONPATH"] = str(path)

    def run(self, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """`judge tick` and the like, to its end, in whatever way that comes."""
        with TemporaryFile() as asked, TemporaryFile() as out, TemporaryFile() as errors:
            asked.write(given)
            asked.seek(0)
            code = self._start(arguments, (asked.fileno(), out.fileno(), errors.fileno())).wait(RUN_SECONDS)
            out.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(arguments, code, out.read(), errors.read())

    def start(self, *arguments: str) -> tuple[Process, IO[str]]:
        """The process, and what it writes to its standard output."""
        reads, writes = os.pipe()
        with self.log.open("a") as log, open(os.devnull) as nothing:
            process = self._start(arguments, (nothing.fileno(), writes, log.fileno()))
        os.close(writes)
        return process, os.fdopen(reads)

    def _start(self, arguments: Sequence[str], files: warm.Files) -> Process:
        if not soaking.WHOLE:
            return warm.start(arguments, self.environment, files)
        command = [sys.executable, "-m", "judge", *arguments]
        stdin, stdout, stderr = files
        return subprocess.Popen(command, env=self.environment, stdin=stdin, stdout=stdout, stderr=stderr)


class Served:
    """`judge serve`. `server` is where it listens now, and None while it does not."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.server: tuple[str, int] | None = None
        self._process: Process | None = None
        self._said: IO[str] | None = None

    def start(self) -> tuple[str, int]:
        self._process, self._said = self.host.start("serve")
        line = self._said.readline()
        found = re.search(r"listens on (\S+):(\d+)\.", line)
        if found is None:
            self.kill()
            raise AssertionError(f"the daemon did not start: {line}\n{self.host.log.read_text()}")
        self.server = (found[1], int(found[2]))
        return self.server

    def kill(self) -> None:
        """SIGKILL: no handler runs, no buffer is flushed, no connection is closed in peace."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """SIGSTOP: it does nothing any more, and holds what it has."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    @property
    def pid(self) -> int:
        """Of the process that serves; 0 if none does."""
        return self._process.pid if self._process is not None else 0

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        self.server = None
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(number)
        code = process.wait(STOP_SECONDS)
        if self._said is not None:
            self._said.close()
        return code
