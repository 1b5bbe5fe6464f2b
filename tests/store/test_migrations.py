"""Migrations run both ways on both databases, and the judge refuses tables that are not its own version's (D5)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from judge.resources import migrations_dir
from judge.store import migrate as migrating
from judge.store.engine import SCHEMA_REVISION, Database, WrongSchema
from judge.store.migrate import downgrade, head, migrate, revisions
from judge.store.nodes import Node
from judge.store.tables import Base
from tests.support import warm
from tests.support.postgres import current_revision

pytestmark = pytest.mark.both_databases


def _set_revision(database: Database, revision: str) -> None:
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})


def _tables(url: str) -> set[str]:
    database = Database(url)
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
    assert current_revision(empty_url) == SCHEMA_REVISION


def test_a_database_that_is_made_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "judge.db"
    migrate(f"sqlite:///{file}")
    database = Database(f"sqlite:///{file}")
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
    assert current_revision(empty_url) is None
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


SECOND = "0002"
ANN = text(
    "INSERT INTO players (id, name, zone, key_hash, key_secret, status, registered_at, tokens_above, wrong_proofs, "
    "dates, plain_only, wants_data, public_name, rated) "
    "VALUES (1, 'Ann', 'UTC', '', 0, 'active', '2026-01-02', 0, 0, '', false, false, '', false)"
)
Installed = Callable[..., None]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Installs a next version of the judge, with one migration more: players have shoes."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations_dir(), folder)
    monkeypatch.setattr(migrating, "migrations_dir", lambda: folder)

    def install(*, beside: bool, prepare: str = "") -> None:
        lines = [
            "import sqlalchemy as sa",
            "from alembic import op",
            f"revision, down_revision, beside = {SECOND!r}, {SCHEMA_REVISION!r}, {beside}",
            "def upgrade():",
            "    op.add_column('players', sa.Column('shoe_size', sa.Integer()))",
            "def downgrade():",
            "    op.drop_column('players', 'shoe_size')",
        ]
        if prepare:
            lines += ["def prepare(connection):", f"    connection.execute(sa.text({prepare!r}))"]
        (folder / "versions" / "0002_shoes.py").write_text("\n".join(lines))

    return install


def test_a_second_migration_keeps_the_rows_both_ways(database_url: str, installed: Installed) -> None:
    installed(beside=False)
    with closing(Database(database_url)) as database:
        with database.writing() as session:
            session.execute(ANN)
        assert migrate(database_url) == (SCHEMA_REVISION, SECOND)
        with database.reading() as session:
            assert session.execute(text("SELECT name, shoe_size FROM players")).one() == ("Ann", None)
        with pytest.raises(WrongSchema, match=f"newer than {SCHEMA_REVISION}"):
            database.check_schema()
        assert downgrade(database_url, "-1") == (SECOND, SCHEMA_REVISION)
        database.check_schema()
        with database.reading() as session:
            assert session.execute(text("SELECT name FROM players")).scalar_one() == "Ann"


def test_an_older_judge_goes_on_beside_a_migration_that_allows_it(postgresql_url: str, installed: Installed) -> None:
    installed(beside=True)
    with closing(Database(postgresql_url)) as database, Node(database, "serve"):
        assert migrate(postgresql_url) == (SCHEMA_REVISION, SECOND)
        with database.writing() as session:
            session.execute(ANN)  # what it writes does not name the new column


def test_a_migration_that_no_judge_can_go_on_beside_is_refused_while_one_is_at_work(
    postgresql_url: str, installed: Installed
) -> None:
    installed(beside=False)
    with closing(Database(postgresql_url)) as database:
        with Node(database, "serve"), pytest.raises(WrongSchema, match="cannot go on with other tables"):
            migrate(postgresql_url)
        assert database.revision() == SCHEMA_REVISION
        assert migrate(postgresql_url) == (SCHEMA_REVISION, SECOND)


def test_tables_are_not_taken_back_while_a_judge_is_at_work(postgresql_url: str, installed: Installed) -> None:
    installed(beside=True)
    migrate(postgresql_url)
    with closing(Database(postgresql_url)) as database:
        with Node(database, "serve"), pytest.raises(WrongSchema, match=r"judge serve .* \(node 1\)\. Stop every judge"):
            downgrade(postgresql_url, SCHEMA_REVISION)
        assert downgrade(postgresql_url, SCHEMA_REVISION) == (SECOND, SCHEMA_REVISION)


def test_what_takes_long_is_prepared_outside_the_transaction_and_again_after_an_interruption(
    postgresql_url: str, installed: Installed
) -> None:
    outside = "CREATE INDEX CONCURRENTLY shoes ON players (zone)"  # refused inside a transaction
    installed(beside=True, prepare=f"{outside} WHERE shoe_size > 0")
    with pytest.raises(DBAPIError, match="shoe_size"):
        migrate(postgresql_url)
    assert current_revision(postgresql_url) == SCHEMA_REVISION
    installed(beside=True, prepare=outside)
    assert migrate(postgresql_url) == (SCHEMA_REVISION, SECOND)
    assert migrate(postgresql_url) == (SECOND, SECOND)  # and is not prepared any more


def test_a_migration_does_not_make_others_wait_behind_it(
    postgresql_url: str, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(beside=True)
    pauses = 0
    with closing(Database(postgresql_url)) as database, database.engine.connect() as busy:
        busy.execute(text("SELECT * FROM players"))

        def pause(_seconds: float) -> None:
            nonlocal pauses
            pauses += 1
            assert current_revision(postgresql_url) == SCHEMA_REVISION
            busy.rollback()

        monkeypatch.setattr("judge.store.migrate.time.sleep", pause)
        assert migrate(postgresql_url) == (SCHEMA_REVISION, SECOND)
    assert pauses == 1


def test_judges_that_migrate_at_the_same_moment_do_not_disturb_each_other(empty_url: str) -> None:
    # In processes of their own: Alembic's context is one a process.
    environment = {**os.environ, "JUDGE_DATABASE": empty_url}
    with Path(os.devnull).open("r+b") as nothing:
        files = (nothing.fileno(), nothing.fileno(), nothing.fileno())
        started = [warm.start(["migrate"], environment, files) for _ in range(2)]
        assert [process.wait(240) for process in started] == [0, 0]
    assert current_revision(empty_url) == SCHEMA_REVISION


def test_a_migration_that_fails_half_way_changes_nothing_d5(empty_url: str) -> None:
    database = Database(empty_url)
    with database.writing() as session:
        session.execute(text("CREATE TABLE letter_names (id integer)"))  # one of the last that are made
    with pytest.raises(Exception, match="already exists"):
        migrate(empty_url)
    assert _tables(empty_url) == {"letter_names"}
    database.close()


def test_a_database_that_fits_is_accepted(database: Database) -> None:
    database.check_schema()
    assert database.revision() == SCHEMA_REVISION


def test_a_database_without_tables_is_refused_and_the_file_not_made_d5(empty_url: str, tmp_path: Path) -> None:
    database = Database(empty_url)
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
    database = Database("postgresql://judge:hunter2@127.0.0.1:1/none")
    with pytest.raises(Exception) as caught:
        database.check_schema()
    assert "hunter2" not in str(caught.value)
