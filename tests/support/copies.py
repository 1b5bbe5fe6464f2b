"""What has been played once in a fresh house is copied into other fresh houses instead of being played again.

A copy is the database's rows, the Maildirs, the people with their KEYs, and how late it was. Copies lie in the folder
of the test run, so that its workers share them; which one fits is told by a name made of everything that it depends on.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import text

from judge.store.engine import Database, file_of, url_of
from judge.store.migrate import migrate
from judge.store.tables import Base
from judge.testing.correspondent import Correspondent, Received

TABLES = tuple(table.name for table in Base.metadata.sorted_tables)

_folder: list[Path] = []
_parsed: dict[str, dict[str, dict[str, tuple[int, str, Received]]]] = {}


@dataclass(frozen=True)
class Person:
    """Somebody in a copy: how the test calls them, and what their mail program must know."""

    name: str
    address: str
    key: str


def keep_in(folder: Path) -> None:
    """From now on copies are kept below this folder, which somebody else removes."""
    _folder[:] = [folder / "copies"]
    _folder[0].mkdir(exist_ok=True)


def are_kept() -> bool:
    """Whether there is a test run whose folder they can lie in."""
    return bool(_folder)


def place(*depends_on: object) -> Path:
    """Where the copy is, or will be, that depends on these things: each must say all of itself by its repr."""
    return _folder[0] / hashlib.sha256(repr(depends_on).encode()).hexdigest()[:24]


def played(what: tuple[object, ...], play: Callable[[Path], None], folder: Path) -> None:
    """Fills this folder, which is not there yet, with what `play` makes of an empty one: once in a test run, and copied
    after that. Nothing in it may still be open, or say where it lies.
    """
    where = place(*what)
    if not where.exists():
        made = Path(tempfile.mkdtemp(dir=where.parent))
        play(made)
        _keep(made, where)
    shutil.copytree(where, folder)


def migrated(url: str) -> None:
    """Makes the judge's tables in an SQLite database that is not there yet: by all migrations once in a test run, and
    copied after that.
    """
    file = file_of(url_of(url))
    if file is None or not are_kept():
        migrate(url)
        return
    where = place("migrated")
    if not where.exists():
        made = Path(tempfile.mkdtemp(dir=where.parent))
        migrate(f"sqlite:///{made / 'judge.db'}")
        _keep(made, where)
    shutil.copyfile(where / "judge.db", file)
    file.chmod(0o600)


def _keep(made: Path, where: Path) -> None:
    try:
        made.rename(where)
    except OSError:  # another worker was faster
        shutil.rmtree(made)


def is_untouched(database: Database) -> bool:
    """Whether the judge of this database has neither heard of anybody nor written to anybody."""
    with database.reading() as session:
        found = session.execute(
            text(
                "SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM inbound_mails)"
                " OR EXISTS (SELECT 1 FROM outbound_mails) OR EXISTS (SELECT 1 FROM games)"
            )
        )
        return not found.scalar_one()


def save(where: Path, database: Database, mailbox: Path, people: Mapping[str, Correspondent], now: datetime) -> None:
    """Keeps a copy there, whole or not at all; another worker may have been faster with the same one."""
    made = Path(tempfile.mkdtemp(dir=where.parent))
    if database.file is not None:
        _copy_sqlite(database.file, made / "judge.db")
    else:
        _dump_rows(database, made)
    if mailbox.exists():
        shutil.copytree(mailbox, made / "mail", copy_function=_link)
    told = {call: [who.name, who.address, who.key] for call, who in people.items()}
    (made / "told.json").write_text(json.dumps({"now": now.isoformat(), "people": told}))
    _keep(made, where)


def restore(where: Path, database: Database, mailbox: Path) -> tuple[datetime, dict[str, Person]]:
    """Makes an untouched judge's database and Maildirs what they were when the copy was taken."""
    if database.file is not None:
        _copy_sqlite(where / "judge.db", database.file)
    else:
        _load_rows(database, where)
    for folder, names in _mails(where / "mail"):
        os.makedirs(f"{mailbox}/{folder}", exist_ok=True)  # there are many: as text they are made faster
        for name in names:
            _link(f"{where}/mail/{folder}/{name}", f"{mailbox}/{folder}/{name}")
    told = json.loads((where / "told.json").read_text())
    return datetime.fromisoformat(told["now"]), {call: Person(*of) for call, of in told["people"].items()}


@cache
def _mails(kept: Path) -> tuple[tuple[Path, tuple[str, ...]], ...]:
    """The folders below with the mails in each; one without any is made by whoever needs it."""
    return tuple((Path(folder).relative_to(kept), tuple(names)) for folder, _, names in os.walk(kept) if names)


def read_before(where: Path, who: Correspondent) -> None:
    """Spares this person the parsing of mails that somebody in this process has read in the same copy."""
    own = _parsed.setdefault(where.name, {})
    if who.address not in own:
        who.inbox()
        own[who.address] = dict(who._read)
        return
    who._read = dict(own[who.address])


def _link(source: str, target: str) -> None:
    """Nobody writes into a mail that lies in a Maildir: it can have two names."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _copy_sqlite(source: Path, target: Path) -> None:
    of, to = sqlite3.connect(source, timeout=10), sqlite3.connect(target, timeout=10)
    try:
        to.execute("PRAGMA synchronous=OFF")
        of.backup(to)
    finally:
        of.close()
        to.close()


@contextmanager
def _driver(database: Database) -> Iterator[Any]:
    """The driver's own connection, for COPY; committed at the end."""
    connection = database.engine.raw_connection()
    try:
        yield connection.driver_connection
        connection.commit()
    finally:
        connection.close()


def _dump_rows(database: Database, folder: Path) -> None:
    with _driver(database) as connection:
        for table in TABLES:
            with connection.cursor().copy(f"COPY {table} TO STDOUT (FORMAT binary)") as out:
                rows = b"".join(out)
            if len(rows) > 21:  # header and trailer: an empty table
                (folder / table).write_bytes(rows)
        numbers = connection.execute(
            "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL"
        ).fetchall()
    (folder / "numbers.json").write_text(json.dumps(numbers))


def _load_rows(database: Database, folder: Path) -> None:
    with _driver(database) as connection:
        connection.execute("DELETE FROM host")
        for table in TABLES:
            if (folder / table).exists():
                with connection.cursor().copy(f"COPY {table} FROM STDIN (FORMAT binary)") as into:
                    into.write((folder / table).read_bytes())
        for sequence, last in json.loads((folder / "numbers.json").read_text()):
            connection.execute("SELECT setval(%s, %s)", (sequence, last))
