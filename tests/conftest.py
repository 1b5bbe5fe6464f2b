"""Databases for every test that asks: fresh ones, with the judge's tables, on SQLite and on a real PostgreSQL; and a
whole judge on one.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from judge.logs import log
from judge.mail.text.quotations import split_quotation
from judge.mail.values import TextLine
from judge.store.engine import Database
from judge.store.secret import DEFAULT_NAME
from tests.support import copies, postgres, soaking
from tests.support.house import House, Opening, any_house, generous_house, open_house
from tests.support.table_of_seven import Seven, seven

__all__ = ["any_house", "generous_house"]  # fixtures

RUN_FOLDER = pytest.StashKey[Path]()
RUN_MARK = pytest.StashKey[int]()
RARELY = (20_000, 20, 20)
"""How seldom garbage is looked for: Python's own are 700, 10 and 10."""

# No deadline of a fifth of a second for an example: a busy machine misses it.
hypothesis.settings.register_profile("soak", max_examples=100, deadline=None)
hypothesis.settings.register_profile("test", max_examples=soaking.examples(100), deadline=None)
hypothesis.settings.load_profile("soak" if soaking.WHOLE else "test")


def pytest_configure(config: pytest.Config) -> None:
    workerinput = getattr(config, "workerinput", None)
    if workerinput is not None:
        config.stash[RUN_FOLDER] = Path(workerinput["judge_run"])
        copies.keep_in(config.stash[RUN_FOLDER])
        return
    folder = Path(tempfile.mkdtemp(prefix="judge_test_"))
    config.stash[RUN_FOLDER] = folder
    config.stash[RUN_MARK] = postgres.hold_run(folder)
    copies.keep_in(folder)


@pytest.hookimpl(optionalhook=True)  # xdist's
def pytest_configure_node(node: pytest.Item) -> None:
    node.workerinput["judge_run"] = str(node.config.stash[RUN_FOLDER])  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    mark = config.stash.get(RUN_MARK, None)
    if mark is not None:
        postgres.end_run(config.stash[RUN_FOLDER], mark)
        shutil.rmtree(config.stash[RUN_FOLDER], ignore_errors=True)


def pytest_collection_finish() -> None:
    """What stays until the end (modules, tests) is looked through no more for what could be freed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


def pytest_runtest_teardown() -> None:
    """A command that was called in this process has set up its logs; the next test does not write into them."""
    log.logger.handlers.clear()
    log.logger.propagate = True
    log.setLevel(logging.NOTSET)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `both_databases` run on each kind, those marked `slow_on_both` on the one that they name, the others
    on one by their name; in a soak all on each.
    """
    if "database_kind" in metafunc.fixturenames:
        slow = metafunc.definition.get_closest_marker("slow_on_both")
        both = metafunc.definition.get_closest_marker("both_databases")
        kinds = soaking.databases(metafunc.definition.name)
        if slow is not None:
            kinds = soaking.BOTH if soaking.WHOLE else slow.args
        elif both is not None:
            kinds = soaking.BOTH
        metafunc.parametrize("database_kind", kinds)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the judge's tables, to be copied."""
    file = tmp_path_factory.mktemp("sqlite") / "template.db"
    copies.migrated(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def _database_names() -> Iterator[str]:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw")
    return (f"{worker}_{number}" for number in range(1_000_000))


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A fresh SQLite database with the judge's tables."""
    file = tmp_path / "judge.db"
    shutil.copyfile(sqlite_template, file)
    return f"sqlite:///{file}"


@pytest.fixture
def secret_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's secret lies where it would on SQLite: a PostgreSQL database has no folder."""
    monkeypatch.setenv("JUDGE_SECRET_FILE", str(tmp_path / DEFAULT_NAME))


@pytest.fixture
def postgresql_url(pytestconfig: pytest.Config, _database_names: Iterator[str], secret_beside: None) -> Iterator[str]:
    """A fresh PostgreSQL database with the judge's tables."""
    with postgres.new_database(pytestconfig.stash[RUN_FOLDER], next(_database_names)) as url:
        yield url


@pytest.fixture
def database_url(request: pytest.FixtureRequest, database_kind: str) -> str:
    """A fresh database with the judge's tables, of the kinds on which this test runs."""
    url: str = request.getfixturevalue(f"{database_kind}_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    pytestconfig: pytest.Config,
    _database_names: Iterator[str],
    secret_beside: None,
) -> Iterator[str]:
    """A database without any tables; on SQLite not even the file. The test runs once on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    with postgres.new_database(pytestconfig.stash[RUN_FOLDER], next(_database_names), empty=True) as url:
        yield url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """That database, opened."""
    opened = Database(database_url)
    yield opened
    opened.close()


@pytest.fixture
def opened(sqlite_url: str, tmp_path: Path) -> Iterator[Opening]:
    """`opened(**settings)` opens the house."""
    with ExitStack() as stack:

        def enter(**settings: Any) -> House:
            return stack.enter_context(open_house(sqlite_url, tmp_path, **settings))

        yield enter


@pytest.fixture
def house(opened: Opening) -> House:
    """A whole judge, as its settings are unless they are changed."""
    return opened()


@pytest.fixture
def reader_that_stumbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail reader fails at whatever says STUMBLE (fault D7)."""

    def broken(lines: Sequence[TextLine], *args: re.Pattern[str]) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...]]:
        if any("STUMBLE" in line.text for line in lines):
            raise RuntimeError(f"a fault below judge.mail, at {[line.text for line in lines]}")
        return split_quotation(lines, *args)

    monkeypatch.setattr("judge.mail.read.split_quotation", broken)


@pytest.fixture
def table(house: House) -> Seven:
    """A game of Payola that has begun, with seven players."""
    return seven(house)
