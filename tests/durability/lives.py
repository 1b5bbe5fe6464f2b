"""Processes with a short life: one piece of work, ended by SIGKILL just before its n-th step if n is not 0.

A step is a statement sent to the database, a commit, or a mail handed to the relay. They are seen from outside: by
SQLAlchemy's events, and by a relay that counts.
"""

from __future__ import annotations

import base64
import gc
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path

from judge.app import Judge, open_judge
from judge.clock import SetClock, SystemClock
from judge.logs import set_up_logs
from judge.mailbox.intake import Intake
from judge.outbox.transport import MaildirTransport, Send, Transport
from judge.settings import Settings
from judge.store.secret import DEFAULT_NAME
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier
from tests.support.soaking import WHOLE
from tests.support.statements import listening
from tests.support.warm import compile_letters

Step = Callable[[], None]
COUNT = -1
# Pictures in letters take most of the time, and no step of their own.
WITHOUT_MAPS: dict[str, object] = {} if WHOLE else {"map_width": 0}


@dataclass(frozen=True)
class Life:
    """What a process is born with. `raw`, sent to `to`, is the mail that it is to accept, if that is its work."""

    database_url: str
    mailbox: Path
    at: datetime
    work: str  # accept, clerk or deliver
    raw: bytes = b""
    to: str = ""


class CountingRelay:
    """A real transport, and a step before and after each mail that it takes."""

    def __init__(self, transport: Transport, step: Step) -> None:
        self._transport = transport
        self._step = step

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        self._step()
        self._transport.send(mail_from, recipient, raw)
        self._step()

    @contextmanager
    def session(self) -> Iterator[Send]:
        yield self.send


@cache
def _judge(database_url: str, secret_file: Path) -> Judge:
    """Opened once in a process, so that its children are born with every statement compiled; never connected here."""
    settings = Settings(database=database_url, secret_file=secret_file, creators="*")
    judge = open_judge(settings.model_copy(update=WITHOUT_MAPS), SystemClock())
    judge.db.close()
    return judge


def work(life: Life, step: Step | None = None, commit: Step | None = None) -> int:
    """Does the work, `step` being called at each step, or `commit` where it is a commit or a mail's way out, which no
    sample leaves out; how much was done.
    """
    judge = replace(_judge(life.database_url, life.mailbox.parent / DEFAULT_NAME), clock=SetClock(life.at))
    step = step or (lambda: None)
    commit = commit or step
    with closing(judge.db), listening(judge.db, before_cursor_execute=lambda *_: step(), commit=lambda _: commit()):
        if life.work == "accept":
            Intake(judge).accept("sender@example.org", (life.to or judge.settings.address,), life.raw)
            return 1
        if life.work == "clerk":
            return Clerk(judge).work_off()
        return Courier(judge, CountingRelay(MaildirTransport(Path(life.mailbox)), commit)).deliver()


@dataclass(frozen=True)
class Steps:
    """How many steps a life has, and which of them are commits or before or after a mail's way out; the first is 1."""

    count: int
    commits: tuple[int, ...]

    def chosen(self, every: int, commits: int = 1) -> tuple[int, ...]:
        """Steps to be killed before: every so many of the commits, the end, and every so many of the others. Before a
        commit all is as the one before it has left it.
        """
        return tuple(sorted({*range(1, self.count + 2, every), *self.commits[::-commits], self.count + 1}))


def steps_of(life: Life) -> Steps:
    """Does the work undisturbed, in this process."""
    count = 0
    commits = []

    def step() -> None:
        nonlocal count
        count += 1

    def commit() -> None:
        step()
        commits.append(count)

    work(life, step, commit)
    return Steps(count, tuple(commits))


def _until(life: Life, last: int) -> None:
    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)

    work(life, step)
    os.kill(os.getpid(), signal.SIGKILL)  # at the very end too: nothing may wait for a good exit


class Nursery:
    """Gives birth to processes by forking one that has everything imported and has never had a thread."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def steps(self, life: Life) -> Steps:
        """Does the work undisturbed; its steps. The nursery does it itself, and its children are born
        with all that it learned: the rules loaded, the tables mapped.
        """
        count, *commits = self._ask([life], COUNT)
        return Steps(count, tuple(commits))

    def live(self, life: Life, last: int) -> None:
        """One process does the work and is killed before its step `last`, or when it has done everything."""
        (status,) = self._ask([life], last)
        assert status == -signal.SIGKILL, status

    def together(self, lives: Sequence[Life]) -> list[int]:
        """Several processes, at the same instant; how much each of them has done."""
        done = self._ask(lives, 0)
        assert min(done) >= 0, done
        return done

    def _ask(self, lives: Sequence[Life], last: int) -> list[int]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(base64.b64encode(pickle.dumps((list(lives), last))).decode() + "\n")
        self._process.stdin.flush()
        return [int(word) for word in self._process.stdout.readline().split()]

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


def _bear(life: Life, last: int, go: int, gate: int) -> int:
    """The number of a new process that works once the `gate` of the pipe `go` is open; it exits with what it did."""
    number = os.fork()
    if number:
        return number
    try:
        os.close(0)
        os.close(gate)
        os.read(go, 1)
        if last:
            _until(life, last)
        os._exit(work(life))
    except BaseException:  # noqa: BLE001 - the child must not become a second nursery
        traceback.print_exc()
        os._exit(100)


def _nurse() -> None:
    compile_letters()
    set_up_logs("error")  # to standard error: standard output is for the answers
    for line in sys.stdin:
        lives, last = pickle.loads(base64.b64decode(line))
        if last == COUNT:
            steps = steps_of(*lives)
            sys.stdout.write(" ".join(map(str, (steps.count, *steps.commits))) + "\n")
            sys.stdout.flush()
            continue
        gc.freeze()  # who is born looks through none of it for garbage, which would copy all of its memory
        go, gate = os.pipe()
        born = [_bear(life, last, go, gate) for life in lives]
        os.close(gate)
        os.close(go)
        codes = [os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in born]
        sys.stdout.write(" ".join(map(str, codes)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    # Under its own name, so that what is pickled there is found here.
    from tests.durability import lives as this

    this._nurse()
