"""PostgreSQL with a synchronous standby, as `deploy/postgresql/` sets it up: pg_auto_failover's monitor and two
servers, all on this machine, below a folder of the user `postgres`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.interop.mail_system import PATIENCE, free_port, until

USER = "postgres"
HERE = "127.0.0.1"
TRUSTED = ("--hostname", HERE, "--auth", "trust", "--no-ssl")
TRIES = 5


class Keeper:
    """One `pg_autoctl`, which keeps one server running. `said`: its log."""

    def __init__(self, folder: Path, name: str, *create: str) -> None:
        self.data, self.said = folder / name, folder / f"{name}.log"
        self.port = free_port()
        self._start("create", *create, "--pgport", str(self.port), *TRUSTED)
        if self._process.wait(PATIENCE):
            raise AssertionError(self.said.read_text())
        self._start("run")

    def _start(self, *words: str) -> None:
        environment = {
            "HOME": str(self.data.parent),
            "XDG_RUNTIME_DIR": str(self.data.parent),
            "PATH": f"{_programs()}:{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
        }
        command = ["runuser", "-u", USER, "--", "pg_autoctl", *words, "--pgdata", str(self.data)]
        with self.said.open("a") as log:
            self._process = subprocess.Popen(
                command,
                env=environment,
                cwd=self.data.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def start_again(self) -> None:
        """As a machine does that is switched on again: nothing is told to it, and what ends at once is started anew."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for _ in range(TRIES):
            self._start("run")
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                return
        raise AssertionError(self.said.read_text())

    def kill(self) -> None:
        """SIGKILL for all that runs there: the machine is gone."""
        struck: set[int] = set()
        for blow in (signal.SIGSTOP, signal.SIGKILL):  # stopped first: nothing starts what another kept running
            while found := [number for number in self._running() if number not in struck]:
                for number in found:
                    with suppress(ProcessLookupError):
                        os.kill(number, blow)
                    struck.add(number)
            struck.clear()
        self._process.wait(PATIENCE)

    def _running(self) -> Iterator[int]:
        # A server's own processes are known by their folder; its keepers, which rename themselves, by their session.
        for process in Path("/proc").glob("[0-9]*"):
            number = int(process.name)
            with suppress(OSError):  # it has ended meanwhile
                if (process / "cwd").readlink() == self.data or os.getsid(number) == self._process.pid:
                    yield number


class Cluster:
    """The monitor, and two servers once it is built. `url` is what the judge is given then."""

    def __init__(self, folder: Path) -> None:
        self.servers: list[Keeper] = []
        self.monitor = Keeper(folder, "monitor", "monitor")

    def build(self) -> None:
        folder = self.monitor.data.parent
        where = f"postgres://autoctl_node@{HERE}:{self.monitor.port}/pg_auto_failover?sslmode=prefer"
        self._where = where
        until(lambda: "LISTEN to its events" in self.monitor.said.read_text(), "the monitor does not come")
        for name in ("one", "other"):
            named = ("--name", name, "--dbname", "judge", "--username", "judge", "--monitor", where)
            self.servers.append(Keeper(folder, name, "postgres", *named))
            until(lambda: len(self.states()) == len(self.servers), f"the server {name} does not come")
        ports = ",".join(f"{HERE}:{server.port}" for server in self.servers)
        self.url = f"postgresql://judge@{ports}/judge?target_session_attrs=read-write"
        self.is_whole()

    def _asked(self, question: str) -> str:
        command = ["psql", "-XAtd", self._where, "-c", question]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def states(self) -> dict[int, str]:
        """By port."""
        rows = self._asked("SELECT nodeport, reportedstate FROM pgautofailover.node").splitlines()
        return {int(port): state for port, _, state in (row.partition("|") for row in rows)}

    def is_whole(self) -> None:
        """Returns when there is a primary again, and a standby that has all that is committed."""
        until(lambda: sorted(self.states().values()) == ["primary", "secondary"], "a standby does not come")

    def in_state(self, state: str) -> Keeper:
        return next(server for server in self.servers if self.states()[server.port] == state)


def _programs() -> str:
    found = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
    return found or str(max(Path("/usr/lib/postgresql").glob("*/bin")))


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Runs while the block does, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="judge-servers-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        shutil.chown(folder, USER)
        found = Cluster(folder)
        try:
            found.build()
            yield found
        finally:
            for keeper in (*found.servers, found.monitor):
                keeper.kill()
