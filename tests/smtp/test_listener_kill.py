"""Row S5: the process is killed between the commit and the 250."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.smtp.conftest import Port
from tests.smtp.wire import MAIL, Wire

# A listener with the least store there is. With `die`, it is killed once the mail is committed.
JUDGE = """
import asyncio, os, signal, sqlite3, sys
from judge.smtp.listener import Listener

def accept(mail_from, recipients, raw, source):
    with sqlite3.connect(sys.argv[1]) as database:
        database.execute("pragma synchronous=full")
        database.execute("create table if not exists mails (raw blob unique)")
        database.execute("insert or ignore into mails values (?)", (raw,))
    if sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    listener = Listener(accept, address="judge@example.org")
    print(*await listener.start(), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def deliver(database: Path, fate: str) -> str:
    """Start a judge, send it the mail, and stop it; the reply to the mail."""
    judge = subprocess.Popen([sys.executable, "-c", JUDGE, str(database), fate], stdout=subprocess.PIPE, text=True)
    assert judge.stdout is not None
    with judge.stdout:
        host, number = judge.stdout.readline().split()
    with Wire(Port(host, int(number), None, lambda: None)) as wire:  # type: ignore[arg-type]
        wire.data()
        answer = wire.ask(MAIL + b".\r\n")
    judge.kill()
    judge.wait()
    return answer


def test_s5_killed_between_commit_and_250_the_mail_is_there_once(tmp_path: Path) -> None:
    database = tmp_path / "judge.db"
    assert deliver(database, "die") == ""
    assert deliver(database, "live").startswith("250")
    with sqlite3.connect(database) as connection:
        assert connection.execute("select raw from mails").fetchall() == [(MAIL,)]
    connection.close()
