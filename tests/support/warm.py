"""The judge's own command as real processes, forked from one that has its libraries loaded: from the first line of
`judge` on they are as any, without the second or two that loading takes each time. Plug-ins each finds for itself.

In a soak every command starts from nothing instead.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import IO, Any

from sqlalchemy.orm import configure_mappers

from judge.cli.main import main
from judge.letters.renderer import Renderer

SIZE = 8  # octets that say how long an order is
Files = tuple[int, int, int]
LOADED = (
    "psycopg",
    "judge.cli.games.files",
    "judge.cli.hosting.doctor",
    "judge.mailbox.intake",
    "judge.daemon",
    "judge.hosting.doctor",
    "judge.cli.daemon",
    *(
        f"judge.rules.{family}.system"
        for family in ("diplomacy", "empires", "exchange", "machiavelli", "payola", "pirates")
    ),
    "judge.workers.tick",
)


class Child:
    """One process: what `subprocess.Popen` is, as far as it is needed here."""

    def __init__(self, report: IO[str]) -> None:
        self._report = report
        self.pid = int(report.readline())
        self.returncode: int | None = None

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None and not self._has_ended(0):
            os.kill(self.pid, number)

    def wait(self, timeout: float) -> int:
        """Its exit code, as of Popen: a signal is negative."""
        if self.returncode is None:
            if not self._has_ended(timeout):
                os.kill(self.pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired("judge", timeout)
            self.returncode = int(self._report.readline())
            self._report.close()
        return self.returncode

    def _has_ended(self, timeout: float) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self._report, selectors.EVENT_READ)
            return bool(selector.select(timeout))


class _Forge:
    """The process that has everything loaded, and has never had a thread."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(number)], stdin=subprocess.DEVNULL, pass_fds=(number,)
            )
        atexit.register(self.close)

    def bear(self, arguments: Sequence[str], environment: Mapping[str, str], files: Files) -> Child:
        report, told = os.pipe()
        order = pickle.dumps((list(arguments), dict(environment)))
        socket.send_fds(self._orders, [len(order).to_bytes(SIZE, "big")], [*files, told])
        self._orders.sendall(order)
        os.close(told)
        return Child(os.fdopen(report))

    def close(self) -> None:
        self._orders.close()
        self._process.wait(60)


@cache
def _forge() -> _Forge:
    return _Forge()


def start(arguments: Sequence[str], environment: Mapping[str, str], files: Files) -> Child:
    """`judge` with these arguments, in exactly this environment; `files` are its standard input, output and error."""
    return _forge().bear(arguments, environment, files)


def _load() -> None:
    """Everything but what depends on the environment: settings, and which rules are installed."""
    for name in LOADED:
        import_module(name)
    configure_mappers()
    compile_letters()
    gc.collect()
    gc.freeze()  # whoever is born looks through none of it for garbage, which would copy all of its memory


def compile_letters() -> None:
    """Makes the templates ready that every game of Payola uses, for this process and those that are forked from it."""
    made = Renderer()._environment
    for name in made.list_templates():
        if name.startswith(("shared/", "payola/")):
            made.get_template(name)


def _next_order(orders: socket.socket) -> tuple[Any, list[int]] | None:
    """Comes back in the process that minds a new one, with what to do; None at the end of the tests."""
    while True:
        head, files, _, _ = socket.recv_fds(orders, SIZE, 4)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not head:
            return None
        order = orders.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL)
        if os.fork() == 0:
            orders.close()
            return pickle.loads(order), files
        for number in files:
            os.close(number)


def _mind(files: Sequence[int]) -> None:
    """Comes back in the new process; the old one waits for its end, tells it, and is gone."""
    *standard, report = files
    born = os.fork()
    if born == 0:
        for target, number in enumerate(standard):
            os.dup2(number, target)
        for number in files:
            os.close(number)
        return
    for number in standard:
        os.close(number)
    os.write(report, f"{born}\n".encode())
    _, status = os.waitpid(born, 0)
    os.write(report, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _be_judge(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    sys.path[1:1] = [folder for folder in environment.get("PYTHONPATH", "").split(os.pathsep) if folder]
    sys.argv = ["judge", *arguments]
    status: int | str | None = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code
    except BaseException:  # noqa: BLE001 - it is told as Python tells it
        sys.excepthook(*sys.exc_info())
        status = 1
    _end(status)


def _end(status: int | str | None) -> None:
    """Ends this process as Python does, but for taking everything apart that was loaded, which would copy it, too."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    if isinstance(status, str):
        sys.stderr.write(f"{status}\n")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    _load()
    found = _next_order(socket.socket(fileno=int(sys.argv[1])))
    if found is not None:
        _mind(found[1])
        _be_judge(*found[0])
