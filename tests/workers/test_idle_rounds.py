"""A round of the clerk in which nothing is due goes through no table, however many games run."""

from __future__ import annotations

from typing import Any

from tests.support.house import House
from tests.support.statements import listening
from tests.support.table_of_seven import seven

WHOLE = ("SCAN", "(closed_at=?)")
"""What SQLite's plan says of a whole table, and of all phases that are open."""


def _asked(house: House) -> list[tuple[str, Any]]:
    """The statements of a round, with their values."""
    found: list[tuple[str, Any]] = []

    def sent(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith("SELECT"):
            found.append((statement, values))

    with listening(house.judge.db, before_cursor_execute=sent):
        house.clerk.work_off()
    return found


def test_an_idle_round_reads_no_table_whole_and_not_all_open_phases(house: House) -> None:
    seven(house)
    house.settle()
    asked = _asked(house)
    with house.judge.db.engine.connect() as connection:
        plans = [
            row[3]
            for statement, values in asked
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    small = ("SCAN alembic_version", "SCAN host", "SCAN CONSTANT ROW")  # the last is of no table
    assert [plan for plan in plans if any(word in plan for word in WHOLE) and plan not in small] == []
    assert {"ix_phases_due", "ix_phases_early", "ix_phases_remind"} <= {
        word for plan in plans for word in plan.replace("(", " ").split()
    }
