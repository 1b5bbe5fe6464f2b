"""The database: whole units, the write lock first, snapshots for readers, retries where they can help."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, func, literal, make_url, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, StatementError
from sqlalchemy.orm import Session

from judge.cli.main import main
from judge.clock import SetClock, SystemClock
from judge.store import engine
from judge.store.engine import RETRIES, BadDatabaseUrl, Database, db_now, is_passing, make_engine
from judge.store.tables import Address, Player, UtcDateTime

pytestmark = pytest.mark.both_databases


NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _add_player(session: Session, name: str = "Ann") -> Player:
    player = Player(name=name, status="active", registered_at=NOW)
    session.add(player)
    session.flush()
    return player


def _names(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.scalars(select(Player.name).order_by(Player.id)))


@pytest.fixture
def impatient(database_url: str) -> Iterator[tuple[Database, list[float]]]:
    """A database that notes how long it would have paused and goes on at once."""
    pauses: list[float] = []
    opened = Database(database_url, pause=pauses.append)
    yield opened, pauses
    opened.close()


def test_a_writing_unit_is_kept_whole(database: Database) -> None:
    with database.writing() as session:
        _add_player(session, "Ann")
        _add_player(session, "Bob")
    assert _names(database) == ["Ann", "Bob"]


def test_a_writing_unit_that_raises_leaves_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.writing() as session:
        _add_player(session)
        _ = 1 / 0
    assert _names(database) == []


def test_rows_can_be_read_after_the_unit_that_loaded_them(database: Database) -> None:
    with database.writing() as session:
        player = _add_player(session)
    assert player.name == "Ann"


def test_a_reading_unit_cannot_write(database: Database) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"), database.reading() as session:
        _add_player(session)
    with database.writing() as session:
        _add_player(session, "Bob")
    assert _names(database) == ["Bob"]


def test_a_connection_that_no_unit_writes_with_can_write_nothing(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    with database.writing() as session:
        _add_player(session)
    with pytest.raises(OperationalError, match=r"readonly"), database.engine.connect() as connection:
        connection.execute(text("DELETE FROM players"))
    assert _names(database) == ["Ann"]
    database.close()


def test_a_reading_unit_sees_one_snapshot_while_others_write(database: Database) -> None:
    with database.reading() as session:
        before = session.scalar(select(func.count()).select_from(Player))
        with database.writing() as other:
            _add_player(other)
        assert session.scalar(select(func.count()).select_from(Player)) == before
    assert _names(database) == ["Ann"]


def test_a_reader_does_not_wait_for_a_writer(database: Database) -> None:
    with database.writing() as session:
        _add_player(session)
        assert _names(database) == []


def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as session:
        session.add(Address(player_id=99, address="a@example.org"))
        session.flush()


def test_four_threads_that_read_and_then_write_lose_no_update_and_are_never_refused_d3(sqlite_url: str) -> None:
    """A deferred BEGIN fails here at once with `database is locked`, whatever the timeout: the snapshot is stale."""
    database = Database(sqlite_url)
    with database.writing() as session:
        player = _add_player(session, "0")
    begin = threading.Barrier(4)

    def count_up() -> None:
        begin.wait(60)
        for _ in range(25):
            with database.writing() as session:
                row = session.get_one(Player, player.id)
                row.name = str(int(row.name) + 1)

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(count_up) for _ in range(4)]:
            done.result()
    assert _names(database) == ["100"]
    database.close()


def test_writers_of_one_process_take_turns_and_do_not_look_again_at_a_locked_file_s16(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite lets those wait who come first: who writes one unit after another kept acceptance out for 5.8 s."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0)
    pauses: list[float] = []
    database = Database(sqlite_url, pause=pauses.append)
    begin = threading.Barrier(4)

    def add(number: int) -> None:
        begin.wait(60)
        for _ in range(10):
            database.write(lambda session: _add_player(session, str(number)))

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(add, number) for number in range(4)]:
            done.result()
    assert (len(_names(database)), pauses) == (40, [])
    database.close()


def test_a_writer_holds_the_lock_before_its_first_statement(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), timeout=0)
    with database.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
    database.close()


def test_sqlite_keeps_what_it_has_committed_through_a_power_cut(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    with database.reading() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA synchronous")) == 2  # FULL
        assert session.scalar(text("PRAGMA busy_timeout")) == 10_000
    database.close()


def test_postgresql_keeps_what_it_has_committed_even_where_the_server_would_not(postgresql_url: str) -> None:
    first = Database(postgresql_url)
    with first.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text(f'ALTER DATABASE "{first.engine.url.database}" SET synchronous_commit = off'))
    first.close()
    database = Database(postgresql_url)
    with database.writing() as session:
        assert session.scalar(text("SHOW synchronous_commit")) == "on"
        assert session.scalar(text("SHOW transaction_isolation")) == "read committed"
    database.close()


def test_write_returns_what_the_unit_returns(database: Database) -> None:
    assert database.write(lambda session: _add_player(session).name) == "Ann"
    assert _names(database) == ["Ann"]


def test_write_runs_the_whole_unit_again_when_the_database_is_locked_d3(sqlite_url: str) -> None:
    pauses: list[float] = []
    blocker = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    tries: list[int] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        blocker.execute("ROLLBACK")

    database = Database(sqlite_url, pause=pause)

    def unit(session: Session) -> None:
        tries.append(1)
        _add_player(session)

    with database._writer.connect() as connection:  # the only one in the pool, so the next unit's
        connection.exec_driver_sql("PRAGMA busy_timeout = 0")
    blocker.execute("BEGIN IMMEDIATE")
    database.write(unit)
    assert (pauses, tries, _names(database)) == ([RETRIES[0]], [1], ["Ann"])
    database.close()
    blocker.close()


def test_write_runs_a_deadlocks_loser_again_d4(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    with database.writing() as session:
        one, two = _add_player(session, "one").id, _add_player(session, "two").id
    both_hold_their_first = threading.Barrier(2)
    tries: list[int] = []

    def lock(first: int, second: int) -> None:
        met = False

        def unit(session: Session) -> None:
            nonlocal met
            tries.append(first)
            session.execute(text("SET LOCAL deadlock_timeout = '50ms'"))
            session.get_one(Player, first, with_for_update=True).name += "!"
            session.flush()
            if not met:
                met = True
                both_hold_their_first.wait(60)
            session.get_one(Player, second, with_for_update=True).name += "!"

        database.write(unit)

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(lock, one, two), threads.submit(lock, two, one)]:
            done.result()
    assert len(tries) == 3
    assert _names(database) == ["one!!", "two!!"]
    database.close()


def test_write_goes_on_with_a_new_connection_when_the_server_has_dropped_the_old_one_d4(postgresql_url: str) -> None:
    database, killer = Database(postgresql_url), Database(postgresql_url)
    tries: list[int] = []

    def unit(session: Session) -> None:
        tries.append(1)
        _add_player(session)
        if len(tries) == 1:
            pid = session.scalar(text("SELECT pg_backend_pid()"))
            with killer.writing() as other:
                other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
            _add_player(session, "Bob")

    database.write(unit)
    assert (len(tries), _names(database)) == (2, ["Ann"])
    database.close()
    killer.close()


def test_write_gives_up_in_the_end_when_there_is_no_server() -> None:
    pauses: list[float] = []
    database = Database("postgresql://nobody@127.0.0.1:1/none", pause=pauses.append)
    with pytest.raises(OperationalError):
        database.write(_add_player)
    assert pauses == list(RETRIES)


def test_write_does_not_repeat_what_cannot_succeed(impatient: tuple[Database, list[float]]) -> None:
    database, pauses = impatient

    def unit(session: Session) -> None:
        session.add(Address(player_id=99, address="a@example.org"))

    with pytest.raises(IntegrityError):
        database.write(unit)
    assert pauses == []


def test_a_full_disk_is_not_a_busy_database_d3(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    with pytest.raises(OperationalError) as caught, database.writing() as session:
        session.execute(text("PRAGMA max_page_count = 1"))
        for number in range(2000):
            _add_player(session, f"{number} {'x' * 60}")
    assert "full" in str(caught.value)
    assert not is_passing(caught.value)
    database.close()


def test_the_databases_clock_is_the_clock_where_judges_share_a_postgresql(database: Database) -> None:
    with database.writing() as session:
        first, second = db_now(session, SystemClock()), db_now(session, SystemClock())
    assert first.tzinfo is UTC
    assert first < second or database.dialect == "sqlite"  # not the instant at which the transaction began
    assert abs(first - SystemClock().now()) < timedelta(minutes=1)


def test_a_set_clock_wins_over_the_databases(database: Database) -> None:
    with database.writing() as session:
        assert db_now(session, SetClock(NOW)) == NOW


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://root@localhost/judge", "not mysql"),
        ("sqlite://", "a file"),
        ("sqlite:///:memory:", "a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "a file"),
        ("judge.db", "sqlite:///file or postgresql://"),
        ("secret:word@host", "sqlite:///file or postgresql://"),
        ("postgresql://judge:secret@one:54x2/judge", "sqlite:///file or postgresql://"),
    ],
)
def test_a_url_that_names_no_usable_database_is_refused_and_not_repeated(url: str, says: str) -> None:
    with pytest.raises(BadDatabaseUrl) as caught:
        Database(url)
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "host", "port", "wants"),
    [
        ("postgresql://judge@one:5432,other:5433/judge", "one,other", "5432,5433", "read-write"),
        ("postgres://judge:x%40y@one,other/judge?sslmode=prefer", "one,other", ",", "read-write"),
        ("postgresql://one,other/judge?target_session_attrs=any", "one,other", ",", "any"),
        ("postgresql://judge@one:5432/judge", "one", 5432, None),
    ],
)
def test_several_servers_are_named_as_postgresql_names_them(
    url: str, host: str, port: str | int, wants: str | None
) -> None:
    engine = make_engine(url)
    _, options = engine.dialect.create_connect_args(engine.url)
    assert options["dbname"] == "judge"
    assert (options["host"], options.get("port", ","), options.get("target_session_attrs")) == (host, port, wants)


def test_a_databases_password_is_not_shown() -> None:
    assert "hunter2" not in Database("postgresql://judge:hunter2@localhost/judge").url


def test_a_postgresql_database_whose_text_is_not_utf_8_is_refused_with_the_remedy(postgresql_url: str) -> None:
    name = f"ascii_{make_url(postgresql_url).database}"
    server = create_engine(make_url(postgresql_url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        how = "TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"
        connection.exec_driver_sql(f'CREATE DATABASE "{name}" {how}')
        try:
            ascii_url = make_url(postgresql_url).set(database=name).render_as_string(hide_password=False)
            done = CliRunner().invoke(main, ["migrate"], env={"JUDGE_DATABASE": ascii_url})
            assert isinstance(done.exception, SystemExit), done.exception
            assert "keeps its text as SQL_ASCII" in " ".join(done.output.split())
            assert "createdb --encoding=UTF8" in " ".join(done.output.split())
        finally:
            connection.exec_driver_sql(f'DROP DATABASE "{name}" WITH (FORCE)')
    server.dispose()


# UtcDateTime: an instant is the same instant on both databases.


def _player(at: datetime) -> Player:
    return Player(name="Ann", status="active", registered_at=at)


@pytest.mark.parametrize("hours", [-11, 0, 5.5, 14])
def test_an_instant_of_any_zone_comes_back_as_the_same_instant_in_utc(database: Database, hours: float) -> None:
    at = datetime(2026, 3, 29, 2, 30, 15, 123456, tzinfo=timezone(timedelta(hours=hours)))
    with database.writing() as session:
        session.add(_player(at))
    with database.reading() as session:
        found = session.scalars(select(Player.registered_at)).one()
    assert found == at
    assert found.tzinfo is UTC


def test_a_naive_time_is_refused_because_it_is_no_instant(database: Database) -> None:
    with pytest.raises(StatementError, match="a naive time is no instant"), database.writing() as session:
        session.add(_player(datetime(2026, 3, 29)))
        session.flush()


def test_instants_compare_as_instants_in_a_query(database: Database) -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    east = noon.astimezone(timezone(timedelta(hours=9)))
    with database.writing() as session:
        session.add(_player(noon))
    with database.reading() as session:
        assert session.scalars(select(Player).where(Player.registered_at <= east)).one()
        assert not session.scalars(select(Player).where(Player.registered_at < east)).all()


def test_no_instant_stays_none(database: Database) -> None:
    with database.reading() as session:
        assert session.scalar(select(literal(None, UtcDateTime()))) is None
