"""Row D4: PostgreSQL ends every connection, as it does when it is restarted, before any of the clerk's steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from sqlalchemy import Engine, text

from judge.store.engine import DATABASE_TROUBLE, make_engine
from tests.durability.lives import work
from tests.durability.moment import Moment
from tests.durability.story import rows, story
from tests.support.soaking import WHOLE

pytestmark = pytest.mark.both_databases


EVERY = 7  # and every commit; without a soak every third commit only
END_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture
def database_url(postgresql_url: str) -> str:
    return postgresql_url


@pytest.fixture
def server(database_url: str) -> Iterator[Engine]:
    """As the server's administrator comes to it; closed too where the test fails, or a later test is blamed for it."""
    engine = make_engine(database_url).execution_options(isolation_level="AUTOCOMMIT")
    yield engine
    engine.dispose()


def test_d4_a_unit_whose_connection_is_ended_is_done_again_whole(moment: Moment, server: Engine) -> None:
    steps = moment.nursery.steps(moment.life)
    undisturbed = story(rows(moment.database))
    for last in steps.chosen(EVERY)[:-1] if WHOLE else steps.commits[::-3]:
        count = 0

        def step(last: int = last) -> None:
            nonlocal count
            count += 1
            if count == last:
                with server.connect() as connection:
                    connection.execute(text(END_ALL))

        moment.database.close()
        moment.begin_again()
        with suppress(*DATABASE_TROUBLE):
            work(moment.life, step)
        moment.database.close()
        moment.finish()
        left = rows(moment.database)
        assert story(left) == undisturbed, f"connections ended before step {last} of {steps.count}"
        # Nothing of this was the mails' fault.
        assert max(row["attempts"] for row in left["inbound_mails"]) <= 2
