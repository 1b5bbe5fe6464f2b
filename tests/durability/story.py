"""What a database says has happened, without what differs from one life of a judge to another: instants, the numbers of
rows, and everything random.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, insert, select, text

from judge.store.engine import Database
from judge.store.tables import Base, UtcDateTime

Rows = Mapping[str, list[dict[str, Any]]]

# How often something was tried is the one thing that a kill may leave behind.
_UNLIKE = {
    "inbound_mails": {"attempts"},
    "outbound_mails": {"attempts", "message_id", "enclosed", "claimed_by"},
    "confirmations": {"code_hash"},
}
_ENCLOSED_OF = {"code": "confirmations", "old": "address_changes", "new": "address_changes"}
"""The tables whose rows the codes of a letter are of. Those numbers stand in it as plain JSON, and PostgreSQL gives the
number of a row that was undone to no other: after a lost connection they may be higher.
"""
_PROCESSES = {"nodes", "holds"}
"""Tables of who is at work: one that was killed leaves its rows to the next."""
_RANDOM = ((re.compile(r"judge\+\w+@"), "judge+token@"), (re.compile(r"\b[a-z2-7]{16}\b"), "a code"))


def rows(database: Database) -> Rows:
    """Every row of every table, by the order of ids."""
    with database.reading() as session:
        connection = session.connection()
        return {table.name: _rows(connection, table) for table in Base.metadata.sorted_tables}


def _rows(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()]


def restore(database: Database, saved: Rows) -> None:
    """Makes the tables hold exactly these rows."""
    with database.writing() as session:
        connection = session.connection()
        tables = Base.metadata.sorted_tables
        if database.dialect == "postgresql":
            connection.execute(text(f"TRUNCATE {', '.join(table.name for table in tables)} RESTART IDENTITY"))
        for table in reversed(tables) if database.dialect == "sqlite" else ():
            connection.execute(table.delete())
        for table in tables:
            if saved[table.name]:
                connection.execute(insert(table), saved[table.name])
            if database.dialect == "postgresql" and "id" in table.columns and saved[table.name]:
                highest = max(row["id"] for row in saved[table.name])
                connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {highest})"))


def shift(database: Database, by: timedelta) -> None:
    """Moves every instant in the tables, as if all had happened so much later."""
    moved = rows(database)
    for each in (row for of_table in moved.values() for row in of_table):
        each.update((name, value + by) for name, value in each.items() if isinstance(value, datetime))
    restore(database, moved)


def story(found: Rows) -> Rows:
    """The rows with ids told by their rank, and without what a restart may change."""
    ranks = {
        name: {row["id"]: rank for rank, row in enumerate(kept, 1)}
        for name, kept in found.items()
        if kept and "id" in kept[0]
    }
    return {
        table.name: [_told(table, row, ranks) for row in found[table.name]]
        for table in Base.metadata.sorted_tables
        if table.name not in _PROCESSES
    }


def _told(table: Table, row: dict[str, Any], ranks: Mapping[str, Mapping[int, int]]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for column in table.columns:
        value = row[column.name]
        if column.name in _UNLIKE.get(table.name, ()):
            continue
        if isinstance(column.type, UtcDateTime):
            value = value is not None
        if column.name == "id":
            value = ranks[table.name][value]
        for key in column.foreign_keys:
            value = ranks[key.column.table.name][value] if value is not None else None
        if column.name == "enclosed_of" and row["encloses"] in _ENCLOSED_OF:
            value = [ranks[_ENCLOSED_OF[row["encloses"]]][number] for number in value]
        if table.name == "outbound_mails" and column.name == "raw":
            value = _words(value)
        told[column.name] = value
    return told


@cache
def _words(raw: bytes) -> tuple[str, ...]:
    message = email.message_from_bytes(raw, policy=email.policy.compat32)
    parts = [str(message["Subject"]), str(message["To"])]
    for part in message.walk():
        if not part.is_multipart():
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            parts.append(content.decode("utf-8", "backslashreplace"))
    for pattern, instead in _RANDOM:
        parts = [pattern.sub(instead, part) for part in parts]
    return tuple(parts)
