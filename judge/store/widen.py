"""Keys of a PostgreSQL database become 64 bits wide while the judge works on it.

Beside each key of 32 bits stands a wide one for a while, which a trigger keeps the same. It is filled some thousand
rows at a time and gets indexes of its own, built beside all other work; the database itself checks that it is the same
everywhere. Then the wide ones take the places of the narrow ones, in all tables at once: that changes no row, and
whoever works meanwhile waits a moment. Last, references are checked, for which nobody waits.

All before that exchange may be interrupted anywhere, and goes on where it was when it is called again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from judge.store.engine import is_passing

Keys = Mapping[str, Sequence[str]]
"""Tables, and those of their columns that are keys or refer to some."""

WIDE = "wide_"
"""What the twins of columns, indexes and the like are called before they take their places."""

ROWS_AT_ONCE = 2000
WAIT_SECONDS = 1
"""So long a change of a table waits for those who are at work on it, and all who come later behind it."""
TRIES = 120
PAUSE_SECONDS = 0.5

_PAGE = "SELECT max(id) FROM (SELECT id FROM {table} WHERE id > :last ORDER BY id LIMIT :rows) AS page"
_IS_VALID = text("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(:name)")
_IS_CHECKED = text("SELECT convalidated FROM pg_constraint WHERE conname = :name AND conrelid = to_regclass(:table)")
_HAS_TRIGGER = text("SELECT 1 FROM pg_trigger WHERE tgname = :name AND tgrelid = to_regclass(:table)")
_SEQUENCE = text("SELECT pg_get_serial_sequence(:table, :column)")
_UNCHECKED = text(
    "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE NOT convalidated AND contype = 'f' "
    "AND connamespace = current_schema()::regnamespace ORDER BY 1, 2"
)
# What a session has prepared would return keys as they were: their owners connect anew, and do the same again. Those by
# which nodes say that they live stay.
_END_SESSIONS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name LIKE 'judge %' AND application_name <> current_setting('application_name') "
    "AND pid NOT IN (SELECT line FROM nodes)"
)


class _Index(NamedTuple):
    """`declared`: as what it is declared with its table, PRIMARY KEY or UNIQUE; empty for a mere index. `where`: which
    rows it is about; empty for all.
    """

    name: str
    columns: Sequence[str]
    declared: str
    unique: bool
    where: str


def prepare(connection: Connection, keys: Keys) -> None:
    """Makes a wide twin of each key, filled and checked, with its indexes. `connection` commits by itself. Raises
    DBAPIError.
    """
    for table, columns in keys.items():
        _begin(connection, table, columns)
        _fill(connection, table, columns)
        _check(connection, table, columns)
        for index in _indexes(connection, table, columns):
            _build(connection, table, columns, index)
        connection.execute(text(f"ANALYZE {table}"))  # what is known of the narrow ones is not known of the wide ones


def is_prepared(connection: Connection, keys: Keys) -> bool:
    """Whether every key has its twin, checked, with all indexes."""
    for table, columns in keys.items():
        if not connection.execute(_IS_CHECKED, {"name": WIDE + table, "table": table}).scalar():
            return False
        for index in _indexes(connection, table, columns):
            if not connection.execute(_IS_VALID, {"name": WIDE + index.name}).scalar():
                return False
    return True


def exchange(connection: Connection, keys: Keys) -> None:
    """The twins take the places of the keys, in the transaction of `connection`. Raises DBAPIError where others hold a
    table for too long; all of it may be tried again then.
    """
    connection.execute(text(f"SET LOCAL lock_timeout = '{WAIT_SECONDS}s'"))
    connection.execute(text(f"LOCK TABLE {', '.join(keys)} IN ACCESS EXCLUSIVE MODE"))
    found = {table: _indexes(connection, table, columns) for table, columns in keys.items()}
    references = [each for table in keys for each in _references(connection, table, keys)]
    for table, name, _ in references:
        connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT {name}"))
    for table, columns in keys.items():
        _take_places(connection, table, columns, found[table])
    for table, name, words in references:
        connection.execute(text(f"ALTER TABLE {table} ADD CONSTRAINT {name} {words} NOT VALID"))
    connection.execute(_END_SESSIONS)


def widen(connection: Connection, keys: Keys, kind: str = "bigint") -> None:
    """The same at once, by writing all tables anew while nobody else works: for a database that was not prepared.
    `kind`: integer goes back, and raises DBAPIError where a key has become too large for that.
    """
    for table, columns in keys.items():
        connection.execute(text(f"DROP FUNCTION IF EXISTS {WIDE}{table}() CASCADE"))  # of what was never ended
        steps = [f"DROP COLUMN IF EXISTS {WIDE}{column}" for column in columns]
        steps += [f"ALTER COLUMN {column} TYPE {kind}" for column in columns]
        connection.execute(text(f"ALTER TABLE {table} {', '.join(steps)}"))
        for column in columns:
            sequence = connection.execute(_SEQUENCE, {"table": table, "column": column}).scalar()
            if sequence is not None:
                connection.execute(text(f"ALTER SEQUENCE {sequence} AS {kind}"))


def check_references(connection: Connection) -> None:
    """Checks the references that were made without looking at the rows there are. `connection` commits by itself."""
    for table, name in connection.execute(_UNCHECKED).all():
        connection.execute(text(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}"))


def _patiently(connection: Connection, statement: str, values: Mapping[str, object] | None = None) -> None:
    """Does this, which must have a table or rows for itself for a moment, as soon as nobody is at work on it."""
    connection.execute(text(f"SET lock_timeout = '{WAIT_SECONDS}s'"))
    for count in range(TRIES):
        try:
            connection.execute(text(statement), values or {})
            break
        except DBAPIError as error:
            if count == TRIES - 1 or error.connection_invalidated or not is_passing(error):
                raise
        time.sleep(PAUSE_SECONDS)
    connection.execute(text("SET lock_timeout = 0"))


def _begin(connection: Connection, table: str, columns: Sequence[str]) -> None:
    """From now on each row that is written has its twins."""
    there = {column["name"] for column in inspect(connection).get_columns(table)}
    missing = [f"ADD COLUMN {WIDE}{column} bigint" for column in columns if WIDE + column not in there]
    if missing:
        _patiently(connection, f"ALTER TABLE {table} {', '.join(missing)}")
    if not connection.execute(_HAS_TRIGGER, {"name": WIDE + table, "table": table}).scalar():
        same = " ".join(f"NEW.{WIDE}{column} := NEW.{column};" for column in columns)
        function = f"CREATE OR REPLACE FUNCTION {WIDE}{table}() RETURNS trigger LANGUAGE plpgsql AS "
        connection.execute(text(f"{function}$$ BEGIN {same} RETURN NEW; END $$"))
        when = f"BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW"
        _patiently(connection, f"CREATE TRIGGER {WIDE}{table} {when} EXECUTE FUNCTION {WIDE}{table}()")


def _fill(connection: Connection, table: str, columns: Sequence[str]) -> None:
    """The rows that were there before, by their numbers; those of a table without any at once, since it is small."""
    first = f"{WIDE}{columns[0]}"
    fill = f"UPDATE {table} SET {first} = {columns[0]} WHERE {first} IS NULL"  # noqa: S608 - names of our own
    if "id" not in columns:
        _patiently(connection, fill)
        return
    last: int | None = 0
    page = text(_PAGE.format(table=table))
    while True:
        until = connection.execute(page, {"last": last, "rows": ROWS_AT_ONCE}).scalar()
        if until is None:
            return
        _patiently(connection, f"{fill} AND id > :last AND id <= :until", {"last": last, "until": until})
        last = until


def _check(connection: Connection, table: str, columns: Sequence[str]) -> None:
    """The database itself finds that each twin is what it is a twin of; where that may be nothing, it may be too."""
    found = connection.execute(_IS_CHECKED, {"name": WIDE + table, "table": table}).scalar()
    if found is None:
        optional = {column["name"] for column in inspect(connection).get_columns(table) if column["nullable"]}
        laws = " AND ".join(
            f"{WIDE}{column} IS NOT DISTINCT FROM {column}"
            if column in optional
            else f"{WIDE}{column} IS NOT NULL AND {WIDE}{column} = {column}"
            for column in columns
        )
        _patiently(connection, f"ALTER TABLE {table} ADD CONSTRAINT {WIDE}{table} CHECK ({laws}) NOT VALID")
    if not found:
        connection.execute(text(f"ALTER TABLE {table} VALIDATE CONSTRAINT {WIDE}{table}"))


def _build(connection: Connection, table: str, columns: Sequence[str], index: _Index) -> None:
    name = WIDE + index.name
    valid = connection.execute(_IS_VALID, {"name": name}).scalar()
    if valid:
        return
    if valid is not None:  # somebody was interrupted
        _patiently(connection, f"DROP INDEX {name}")
    of = ", ".join(WIDE + column if column in columns else column for column in index.columns)
    where = f" WHERE {index.where}" if index.where else ""
    unique = "UNIQUE " if index.unique else ""
    connection.execute(text(f"CREATE {unique}INDEX CONCURRENTLY {name} ON {table} ({of}){where}"))


def _take_places(connection: Connection, table: str, columns: Sequence[str], indexes: Sequence[_Index]) -> None:
    about = {column["name"]: column for column in inspect(connection).get_columns(table)}
    connection.execute(text(f"DROP FUNCTION {WIDE}{table}() CASCADE"))
    for column in columns:
        wide = WIDE + column
        sequence = connection.execute(_SEQUENCE, {"table": table, "column": column}).scalar()
        if sequence is not None:
            connection.execute(text(f"ALTER SEQUENCE {sequence} AS bigint OWNED BY {table}.{wide}"))
        steps = [] if about[column]["nullable"] else [f"ALTER COLUMN {wide} SET NOT NULL"]  # known by the check
        if about[column]["default"] is not None:
            steps.append(f"ALTER COLUMN {wide} SET DEFAULT {about[column]['default']}")
        if steps:
            connection.execute(text(f"ALTER TABLE {table} {', '.join(steps)}"))
    gone = ", ".join(f"DROP COLUMN {column}" for column in columns)  # and their indexes and the check with them
    connection.execute(text(f"ALTER TABLE {table} {gone}"))
    for column in columns:
        connection.execute(text(f"ALTER TABLE {table} RENAME COLUMN {WIDE}{column} TO {column}"))
    for index in indexes:
        connection.execute(text(f"ALTER INDEX {WIDE}{index.name} RENAME TO {index.name}"))
        if index.declared:
            known = f"ADD CONSTRAINT {index.name} {index.declared} USING INDEX {index.name}"
            connection.execute(text(f"ALTER TABLE {table} {known}"))


def _indexes(connection: Connection, table: str, columns: Sequence[str]) -> list[_Index]:
    """The table's indexes in which there is one of these columns."""
    inspector = inspect(connection)
    primary = inspector.get_pk_constraint(table)
    found = [_Index(str(primary["name"]), primary["constrained_columns"], "PRIMARY KEY", True, "")]
    for each in inspector.get_indexes(table):
        declared = "UNIQUE" if each.get("duplicates_constraint") else ""
        where = each.get("dialect_options", {}).get("postgresql_where", "")
        of = [str(column) for column in each["column_names"]]
        found.append(_Index(str(each["name"]), of, declared, each["unique"], where))
    return [each for each in found if not set(columns).isdisjoint(each.columns)]


def _references(connection: Connection, table: str, keys: Keys) -> list[tuple[str, str, str]]:
    """Which of the table's references are from a key or to one: (table, name, how it is declared)."""
    found = []
    for each in inspect(connection).get_foreign_keys(table):
        own, to, of = each["constrained_columns"], each["referred_table"], each["referred_columns"]
        if set(own).isdisjoint(keys[table]) and set(of).isdisjoint(keys.get(to, ())):
            continue
        options: dict[str, Any] = each.get("options", {})
        gone = f" ON DELETE {options['ondelete']}" if options.get("ondelete") else ""
        words = f"FOREIGN KEY ({', '.join(own)}) REFERENCES {to} ({', '.join(of)}){gone}"
        found.append((table, str(each["name"]), words))
    return found
