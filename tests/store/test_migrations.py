"""Migrations run both ways on both databases, and the judge refuses tables that are not its own version's (D5)."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from judge.settings import Settings
from judge.store import secret_file
from judge.store.engine import SCHEMA_REVISION, Database, WrongSchema, open_database
from judge.store.migrate import BESIDE, current, downgrade, head, migrate, revisions
from judge.store.nodes import Node
from judge.store.tables import Base
from tests.support import warm

pytestmark = pytest.mark.both_databases


def _set_revision(database: Database, revision: str) -> None:
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})


def _tables(url: str) -> set[str]:
    database = open_database(url)
    try:
        return set(inspect(database.engine).get_table_names())
    finally:
        database.close()


def test_the_judge_works_with_the_newest_migration() -> None:
    assert head() == SCHEMA_REVISION
    assert list(revisions()) == sorted(revisions()), "revisions are compared as text"


def test_migrating_makes_every_table_and_says_what_it_did(empty_url: str) -> None:
    assert migrate(empty_url) == (None, SCHEMA_REVISION)
    assert _tables(empty_url) == {*Base.metadata.tables, "alembic_version"}
    assert current(empty_url) == SCHEMA_REVISION


def test_a_database_that_is_made_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "judge.db"
    migrate(f"sqlite:///{file}")
    database = open_database(f"sqlite:///{file}")
    with database.writing() as session:
        session.execute(text("SELECT 1"))
        assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("judge.db*")} == {0o600}
    database.close()


def test_migrating_again_changes_nothing(empty_url: str) -> None:
    migrate(empty_url)
    assert migrate(empty_url) == (SCHEMA_REVISION, SCHEMA_REVISION)


def test_every_migration_can_be_taken_back(empty_url: str) -> None:
    migrate(empty_url)
    for _ in revisions():
        downgrade(empty_url, "-1")
    assert _tables(empty_url) == {"alembic_version"}
    assert current(empty_url) is None
    assert migrate(empty_url) == (None, SCHEMA_REVISION)


def test_the_migrations_make_what_the_tables_declare(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_comparison_would_see_a_missing_column(database: Database) -> None:
    with database.writing() as session:
        session.execute(text("ALTER TABLE games DROP COLUMN suspended_why"))
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata)


def test_tables_are_not_taken_back_while_a_judge_is_at_work(postgresql_url: str) -> None:
    with closing(open_database(postgresql_url)) as database:
        with Node(database, "serve"), pytest.raises(WrongSchema, match=r"judge serve .* \(node 1\)\. Stop every judge"):
            downgrade(postgresql_url, BESIDE)
        assert downgrade(postgresql_url, BESIDE) == (SCHEMA_REVISION, BESIDE)


def test_older_tables_are_not_changed_while_a_judge_is_at_work(postgresql_url: str) -> None:
    downgrade(postgresql_url, "0022")
    with closing(open_database(postgresql_url)) as database:
        with Node(database, "serve"), pytest.raises(WrongSchema, match="cannot go on with other tables"):
            migrate(postgresql_url)
        assert database.revision() == "0022"


STATUSES_OF_FORMER_DAYS = """
INSERT INTO players (id, name, zone, key_hash, status, registered_at, tokens_above, wrong_proofs, dates, plain_only)
VALUES (1, 'Ann', 'UTC', '', 'active', :at, 0, 0, '', false);
INSERT INTO games (id, name, title, system, system_version, options, settings, status, held_why, master_id, seed, run,
version, created_at) VALUES (1, 'oslo', '', 'payola', 1, '{}', '{}', 'held', 'a trace', 1, '', 0, 0, :at);
INSERT INTO outbound_mails (id, generation, phase, purpose, recipient, mail_from, message_id, raw, status, maybe_sent,
attempts, next_try, made_at, trouble) VALUES (1, 0, '', 'notice', '', '', '', '', 'held', false, 0, :at, :at, '')
"""


def _statuses(database: Database, why: str) -> tuple[str, str, str]:
    with database.reading() as session:
        status, trace = session.execute(text(f"SELECT status, {why} FROM games")).one()
        return status, trace, session.execute(text("SELECT status FROM outbound_mails")).scalar_one()


def test_what_was_held_by_a_fault_is_suspended_and_its_mail_parked_and_back(empty_url: str) -> None:
    migrate(empty_url, "0007")
    database = open_database(empty_url)
    with database.writing() as session:
        for statement in STATUSES_OF_FORMER_DAYS.split(";"):
            session.execute(text(statement), {"at": "2026-01-02 00:00:00+00:00"})
    migrate(empty_url, "0008")
    assert _statuses(database, "suspended_why") == ("suspended", "a trace", "parked")
    downgrade(empty_url, "0007")
    assert _statuses(database, "held_why") == ("held", "a trace", "held")
    database.close()


MAILS_OF_FORMER_DAYS = """
INSERT INTO inbound_mails (id, fingerprint, accepted_at, mail_from, recipients, raw, status, attempts, trouble)
VALUES (1, 'one', :at, '', '[]', '', 'read', 0, ''), (2, 'two', :at, '', '[]', '', 'new', 0, '')
"""


def test_mails_read_before_do_not_act_again_and_those_to_be_read_do(empty_url: str) -> None:
    migrate(empty_url, "0008")
    database = open_database(empty_url)
    with database.writing() as session:
        session.execute(text(MAILS_OF_FORMER_DAYS), {"at": "2026-01-02 00:00:00+00:00"})
    migrate(empty_url, "0009")
    with database.reading() as session:
        kept = session.execute(text("SELECT content, acted_as FROM inbound_mails ORDER BY id")).all()
    assert [tuple(row) for row in kept] == [("one", "one"), ("two", None)]
    downgrade(empty_url, "0008")
    with database.reading() as session:
        kept = session.execute(text("SELECT fingerprint, status FROM inbound_mails ORDER BY id")).all()
    assert [tuple(row) for row in kept] == [("one", "read"), ("two", "new")]
    database.close()


MISTYPED = """
INSERT INTO inbound_mails (id, fingerprint, accepted_at, mail_from, recipients, raw, status, attempts, trouble)
VALUES (1, 'one', :at, '', '[]', :raw, 'read', 0, ''), (2, 'two', :at, '', '[]', :raw, 'new', 0, '')
"""


def test_mails_that_were_read_are_searched_once_more_and_those_to_be_read_stay(empty_url: str) -> None:
    migrate(empty_url, "0022")
    database = open_database(empty_url)
    raw = b"From: ann@example.org\r\n\r\nKEY mnbv-cxy2-3456-qwe\r\nA PAR - BUR\r\n"
    with database.writing() as session:
        session.execute(text(MISTYPED), {"at": "2026-01-02 00:00:00+00:00", "raw": raw})
    migrate(empty_url, "0023")
    with database.reading() as session:
        kept = session.execute(text("SELECT raw FROM inbound_mails ORDER BY id")).scalars().all()
    assert [bytes(each) for each in kept] == [raw.replace(b"mnbv-cxy2-3456-qwe", b"0000-0000-0000-000"), raw]
    database.close()


SECRETS_OF_FORMER_DAYS = """
INSERT INTO host (id, mac_key) VALUES (1, :key);
INSERT INTO players (id, name, zone, key_hash, status, registered_at, tokens_above, wrong_proofs, dates, plain_only)
VALUES (1, 'Ann', 'UTC', 'a digest', 'active', :at, 0, 0, '', false),
(2, 'Bob', 'UTC', '', 'unproved', :at, 0, 0, '', false);
INSERT INTO inbound_mails (id, fingerprint, accepted_at, mail_from, recipients, raw, status, attempts, trouble)
VALUES (1, 'one', :at, '', '[]', :key, 'read', 0, '');
INSERT INTO confirmations (id, code_hash, player_id, mail_id, lines, made_at, expires_at)
VALUES (1, 'a code', 1, 1, '[1]', :at, :at);
INSERT INTO address_changes (id, player_id, address, old_code_hash, new_code_hash, made_at, expires_at)
VALUES (1, 1, 'x', 'old', 'new', :at, :at)
"""


def test_the_secret_leaves_the_database_and_keys_and_codes_are_kept_under_a_new_one(
    empty_url: str, tmp_path: Path
) -> None:
    migrate(empty_url, "0009")
    database = open_database(empty_url)
    with database.writing() as session:
        for statement in SECRETS_OF_FORMER_DAYS.split(";"):
            words = {"at": "2026-01-02 00:00:00+00:00", "key": b"k" * 32}
            session.execute(text(statement), {name: words[name] for name in words if f":{name}" in statement})
    migrate(empty_url, "0010")
    found = secret_file.read(Settings(database=empty_url))
    assert found is not None
    assert (found.number, found.earlier) == (2, (b"k" * 32,))
    with database.reading() as session:
        host = session.execute(text("SELECT * FROM host")).mappings().one()
        keys = session.execute(text("SELECT key_hash, key_secret FROM players ORDER BY id")).all()
        codes = session.execute(text("SELECT code_hash FROM confirmations")).scalar_one()
        changes = session.execute(text("SELECT old_code_hash, new_code_hash FROM address_changes")).one()
    assert (host["secret_number"], host["secret_check"]) == (2, found.check(2))
    assert "mac_key" not in host
    assert [tuple(row) for row in keys] == [(found.keyed("a digest"), 2), ("", 0)]
    assert codes == found.keyed("a code")
    assert tuple(changes) == (found.keyed("old"), found.keyed("new"))
    downgrade(empty_url, "0009")
    migrate(empty_url, "0010")
    again = secret_file.read(Settings(database=empty_url))
    assert again is not None
    assert again.by_number.items() > found.by_number.items()
    database.close()


def test_judges_that_migrate_at_the_same_moment_do_not_disturb_each_other(empty_url: str) -> None:
    # In processes of their own: Alembic's context is one a process.
    environment = {**os.environ, "JUDGE_DATABASE": empty_url}
    with Path(os.devnull).open("r+b") as nothing:
        files = (nothing.fileno(), nothing.fileno(), nothing.fileno())
        started = [warm.start(["migrate"], environment, files) for _ in range(2)]
        assert [process.wait(30) for process in started] == [0, 0]
    assert current(empty_url) == SCHEMA_REVISION


def test_a_migration_that_fails_half_way_changes_nothing_d5(empty_url: str) -> None:
    database = open_database(empty_url)
    with database.writing() as session:
        session.execute(text("CREATE TABLE outbound_mails (id integer)"))  # the last table that is made
    with pytest.raises(Exception, match="already exists"):
        migrate(empty_url)
    assert _tables(empty_url) == {"outbound_mails"}
    database.close()


def test_a_database_that_fits_is_accepted(database: Database) -> None:
    database.check_schema()
    assert database.revision() == SCHEMA_REVISION


def test_a_database_without_tables_is_refused_and_the_file_not_made_d5(empty_url: str, tmp_path: Path) -> None:
    database = open_database(empty_url)
    with pytest.raises(WrongSchema, match="judge migrate"):
        database.check_schema()
    assert not (tmp_path / "empty.db").exists()
    database.close()


def test_an_older_database_is_refused_with_what_to_do_d5(database: Database) -> None:
    _set_revision(database, "0000")
    with pytest.raises(
        WrongSchema, match=r"of schema 0000, this judge needs .* Make a backup, then run: judge migrate"
    ):
        database.check_schema()


def test_a_newer_database_is_refused_with_what_to_do_d5(database: Database) -> None:
    _set_revision(database, "9999")
    with pytest.raises(WrongSchema, match=r"of schema 9999, newer than .* Install the judge that made it"):
        database.check_schema()


def test_a_newer_database_is_not_migrated_d5(database: Database, database_url: str) -> None:
    _set_revision(database, "9999")
    with pytest.raises(WrongSchema, match="9999, which this judge does not know"):
        migrate(database_url)


def test_a_refusal_does_not_show_the_password() -> None:
    database = open_database("postgresql://judge:hunter2@127.0.0.1:1/none")
    with pytest.raises(Exception) as caught:
        database.check_schema()
    assert "hunter2" not in str(caught.value)
