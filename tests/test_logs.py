"""Logs hold names and numbers of things, never what anybody wrote, whatever goes wrong (rows C10 and P1)."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from io import StringIO

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from judge.logs import log, set_up_logs
from judge.store.engine import Database
from judge.workers.courier import Courier
from tests.support.bots import gambles
from tests.support.house import House
from tests.support.table_of_seven import PLAYERS, Seven

SECRET = "only Anna knows"


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What has been logged so far."""
    written = StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    set_up_logs("debug")
    return written.getvalue


@pytest.mark.fault("C10", "P1")
def test_c10_p1_nothing_that_is_played_gets_into_the_log(table: Seven, logs: Callable[[], str]) -> None:
    table.tell("AUSTRIA", f"9 : A VIE - GAL % {SECRET}\nPRESS TO ITALY\n{SECRET}\nEND PRESS\nACCEPT AFG?")
    sheets = {role: gambles(random.Random(4)) for role in PLAYERS}
    table.play_phase(sheets)
    logged = logs()
    assert "event=adjudicated" in logged
    people = [word for who in table.players.values() for word in (who.address, who.key, who.name)]
    for secret in (SECRET, "A VIE", "GAL", "AFG", table.game().seed.hex(), *people):
        assert secret not in logged


class _Stutters:
    """A way out that repeats, when it fails, what it was given."""

    def session(self) -> _Stutters:
        return self

    def __enter__(self) -> _Stutters:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def __call__(self, mail_from: str, recipient: str, raw: bytes) -> None:
        raise ValueError(f"{mail_from} {recipient} {raw!r}")


def test_c10_an_exception_is_logged_without_its_words(house: House, logs: Callable[[], str]) -> None:
    ann = house.person("Ann")
    ann.write(f"REGISTER {SECRET}")
    house.clerk.work_off()
    assert Courier(house.judge, _Stutters()).deliver() == 0  # type: ignore[arg-type]
    logged = logs()
    assert "exception=ValueError" in logged
    assert "courier.py:" in logged
    assert SECRET not in logged
    assert ann.address not in logged


LOGGING = """
import logging, sys
from judge.logs import log, set_up_logs
set_up_logs("info", sys.argv[1])
log.info("worked", part="clerk", text="only Anna knows", done=2)
log.debug("unseen")
try:
    raise ValueError("only Anna knows")
except ValueError:
    log.exception("trouble", part="clerk")
    logging.getLogger("mail.log").exception("a library's")
"""


def test_each_line_is_an_object_where_json_is_wanted_and_holds_no_words() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING, "json"], capture_output=True, text=True, check=True)
    assert SECRET not in done.stderr
    worked, trouble, library = map(json.loads, done.stderr.splitlines())
    assert (worked["event"], worked["level"], worked["done"]) == ("worked", "info", 2)
    assert (trouble["event"], trouble["exception"]) == ("trouble", "ValueError")
    assert (library["event"], library["level"], library["exception"]) == ("a library's", "error", "ValueError")
    assert worked["timestamp"].endswith("Z")


def test_what_a_library_raises_is_one_line_without_its_words() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING, "text"], capture_output=True, text=True, check=True)
    assert SECRET not in done.stderr
    assert len(done.stderr.splitlines()) == 3
    assert 'event="a library\'s"' in done.stderr.splitlines()[2]


def test_what_the_database_says_of_itself_is_logged(logs: Callable[[], str]) -> None:
    nowhere = Database("sqlite:////nowhere/at/all.db")
    try:
        with nowhere.reading():
            pass
    except DBAPIError:
        log.exception("trouble", part="clerk")
    assert 'trouble="unable to open database file"' in logs()


def test_an_error_of_the_database_does_not_repeat_what_was_to_be_written(database: Database) -> None:
    with pytest.raises(DBAPIError) as caught, database.writing() as session:
        session.execute(text("INSERT INTO players (nothing) VALUES (:words)"), {"words": SECRET})
    assert SECRET not in str(caught.value)
