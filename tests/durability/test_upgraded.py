"""Promise 8: judges of the version before go on accepting beside a migration and after it, and read nothing then; a
rolling restart loses no mail, and delays none for long.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from judge.app import Judge, judge_at
from judge.clock import SystemClock
from judge.mailbox.intake import Intake
from judge.settings import Settings
from judge.store.engine import SCHEMA_REVISION, Database, WrongSchema
from judge.store.nodes import Node
from judge.store.tables import HoldRow, InboundRow
from judge.workers.clerk import Clerk
from tests.durability.served import Host, Process, Served
from tests.support import warm

TREE = Path(__file__).parents[2]
JUDGE = Settings().address
MADE_FOR_THE_TEST = "9000"
EXPANDS = """
ALTER TABLE players ADD COLUMN shoe_size integer;
CREATE TABLE shoes (id bigserial PRIMARY KEY, player_id bigint NOT NULL REFERENCES players (id));
"""


@pytest.fixture
def database_url(postgresql_url: str) -> str:
    return postgresql_url


def judge_of(stack: ExitStack, url: str, schema: str) -> Judge:
    """A judge of the version whose tables have this revision."""
    database = stack.enter_context(closing(Database(url, schema=schema)))
    return judge_at(database, Settings(database=url), SystemClock(), os.urandom)


def accept(judge: Judge, *names: str) -> None:
    for name in names:
        text = f"From: {name}@example.org\r\nMessage-ID: <{name}@example.org>\r\n\r\nREGISTER {name}\r\n"
        Intake(judge).accept(f"{name}@example.org", [JUDGE], text.encode())


def statuses(judge: Judge) -> list[str]:
    with judge.db.reading() as session:
        return list(session.execute(select(InboundRow.status).order_by(InboundRow.id)).scalars())


def made_for_the_test(url: str) -> None:
    with closing(Database(url)) as database, database.writing() as session:
        for statement in EXPANDS.split(";\n"):
            session.execute(text(statement))
        session.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": MADE_FOR_THE_TEST})


def test_a_judge_of_the_version_before_stops_reading_between_two_mails_and_goes_on_accepting(database_url: str) -> None:
    with ExitStack() as stack:
        earlier = judge_of(stack, database_url, SCHEMA_REVISION)
        accept(earlier, "Ann", "Bob", "Cy")
        asked = 0

        def is_over() -> bool:
            """Asked before work is taken, and before each mail."""
            nonlocal asked
            asked += 1
            if asked == 4:
                made_for_the_test(database_url)
            return False

        clerk = Clerk(earlier, stack.enter_context(Node(earlier.db, "serve")), is_over)
        with pytest.raises(WrongSchema, match="newer"):
            clerk.work_off()
        assert statuses(earlier) == ["read", "new", "new"]
        accept(earlier, "Dee")
        with pytest.raises(WrongSchema, match="newer"):
            clerk.work_off()
        later = judge_of(stack, database_url, MADE_FOR_THE_TEST)
        with later.db.reading() as session:
            assert session.execute(select(func.count()).select_from(HoldRow)).scalar_one() == 0
        Clerk(later, stack.enter_context(Node(later.db, "serve"))).work_off()
        assert statuses(later) == ["read"] * 4


class Later(Host):
    """A host who has installed the next version: this one with one revision more."""

    def __init__(self, database_url: str, folder: Path) -> None:
        super().__init__(database_url, folder)
        self.tree = folder / "later"
        for name in ("judge", "migrations"):
            shutil.copytree(TREE / name, self.tree / name)  # with what is compiled, which is as good there
        for name in ("templates", "docs"):
            (self.tree / name).symlink_to(TREE / name)
        steps = (f"    op.execute({step.strip()!r})\n" for step in EXPANDS.split(";\n") if step.strip())
        script = (
            f"from alembic import op\nrevision = {MADE_FOR_THE_TEST!r}\ndown_revision = {SCHEMA_REVISION!r}\n"
            f"beside = True\ndef upgrade():\n{''.join(steps)}"
        )
        (self.tree / "migrations" / "versions" / f"{MADE_FOR_THE_TEST}_shoes.py").write_text(script)
        engine = self.tree / "judge" / "store" / "engine.py"
        known = f'SCHEMA_REVISION = "{SCHEMA_REVISION}"'
        engine.write_text(engine.read_text().replace(known, known.replace(SCHEMA_REVISION, MADE_FOR_THE_TEST)))

    def _start(self, arguments: Sequence[str], files: warm.Files) -> Process:
        stdin, stdout, stderr = files
        command = [sys.executable, "-m", "judge", *arguments]
        environment = {**self.environment, "PYTHONPATH": str(self.tree)}
        return subprocess.Popen(command, env=environment, cwd=self.tree, stdin=stdin, stdout=stdout, stderr=stderr)


class Sender:
    """A mail system that brings a mail five times a second to one of several judges, and tries until it is taken.

    `delays`: the seconds until each was taken.
    """

    def __init__(self, judges: Sequence[Served]) -> None:
        self.judges = list(judges)
        self.delays: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._send)

    def __enter__(self) -> Sender:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _send(self) -> None:
        while not self._over.wait(0.2):
            begun = time.monotonic()
            while not any(self._is_taken(len(self.delays), each.server) for each in self.judges):
                time.sleep(0.05)
            self.delays.append(time.monotonic() - begun)

    def _is_taken(self, number: int, server: tuple[str, int] | None) -> bool:
        if server is None:
            return False
        who = f"person{number}@example.org"
        with suppress(OSError, smtplib.SMTPException), smtplib.SMTP(*server, timeout=120) as client:
            text = f"From: {who}\nTo: {JUDGE}\nMessage-ID: <{number}@example.org>\n\nHELP\n"
            client.sendmail(who, [JUDGE], text)
            return True
        return False


LONGEST = 60.0
"""Seconds that a mail may wait in an upgrade."""


def test_a_rolling_restart_loses_no_mail_and_delays_none_for_long(
    serve: Callable[[], Served], database_url: str, host: Host, tmp_path: Path
) -> None:
    old, later = (serve(), serve()), Later(database_url, tmp_path)
    with ExitStack() as stack:
        database = stack.enter_context(closing(Database(database_url)))
        with Sender(old) as sender:
            changed = later.run("migrate")
            assert changed.returncode == 0, changed.stderr
            for place, each in enumerate(old):
                assert each.stop() == 0
                sender.judges[place] = stack.enter_context(started(later))
        assert database.revision() == MADE_FOR_THE_TEST
        end = time.monotonic() + 120
        while _unread(database):
            assert time.monotonic() < end, "not all was read"
            time.sleep(0.1)
        with database.reading() as session:
            rows = session.execute(select(InboundRow.read_at, InboundRow.accepted_at)).all()
    took = [(read - accepted).total_seconds() for read, accepted in rows if read is not None]
    assert len(took) == len(sender.delays) > 10
    assert max(took) + max(sender.delays) < LONGEST


@contextmanager
def started(host: Host) -> Iterator[Served]:
    daemon = Served(host)
    daemon.start()
    try:
        yield daemon
    finally:
        daemon.kill()


def _unread(database: Database) -> int:
    with database.reading() as session:
        return session.execute(select(func.count()).where(InboundRow.status != "read")).scalar_one()
