"""A mail that uses too much time is stopped, tried again, and quarantined; so is one over which nodes are lost."""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import sys
from typing import Any

import pytest
from sqlalchemy import select

from judge.rules.payola.system import Payola
from judge.rules.values import Reading, Sheet
from judge.store.engine import NodeLost
from judge.store.tables import InboundRow, OutboundRow
from judge.workers import clerk, time_limit
from tests.support.table_of_seven import Seven

ENDLESS = "2 : A PAR - BUR // ENDLESS"


@pytest.fixture
def endless(table: Seven, monkeypatch: pytest.MonkeyPatch) -> Seven:
    """A table at which whoever reads a sheet with this word never ends, and swallows whatever is raised."""
    read = Payola.read

    def reads(self: Payola, view: Any, role: str, sheet: Sheet) -> Reading:
        turns = itertools.count() if any("ENDLESS" in line.text for line in sheet.lines) else iter(())
        for _ in turns:
            with contextlib.suppress(Exception):  # as readers may do
                sum(range(100))
        return read(view, role, sheet)

    monkeypatch.setattr(Payola, "read", reads)
    monkeypatch.setattr(time_limit, "SECONDS", 0.5)
    return table


def _write(table: Seven, text: str) -> None:
    table.players["FRANCE"].reply(table.results("FRANCE"), text, with_key=False)


def test_a_mail_without_end_is_stopped_and_quarantined_and_the_host_is_told(endless: Seven) -> None:
    table = endless
    _write(table, ENDLESS)
    table.players["ITALY"].reply(table.results("ITALY"), "2 : A VEN - TYR", with_key=False)
    table.house.settle()
    first, second = table.house.every(select(InboundRow).order_by(InboundRow.id.desc()).limit(2))[::-1]
    assert (first.status, second.status) == ("quarantined", "read")
    assert "OutOfTime" in first.trouble
    host = table.house.every(select(OutboundRow.raw).where(OutboundRow.purpose == "host"))
    assert b"quarantined" in host[-1]


def test_what_ends_in_time_is_not_stopped() -> None:
    with time_limit.time_limit():
        assert sum(range(10_000))


def test_the_interpreter_can_be_profiled_after_a_time_limit() -> None:
    # In CPython 3.11 an error that is set for a thread and taken back makes the next profiled call endless.
    script = (
        "import sys; from judge.workers import time_limit as t\n"
        "for t.SECONDS, work in ((10, 1), (0.01, 10**9)):\n"
        "  try:\n"
        "    with t.time_limit(): any(False for _ in range(work))\n"
        "  except t.OutOfTime: print('stopped')\n"
        "  sys.setprofile(lambda *_: None); (lambda: None)(); sys.setprofile(None)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100, check=True)
    assert done.stdout == "stopped\n"


def test_a_mail_over_which_three_nodes_are_lost_is_quarantined(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    def freezes(*_: object, **__: object) -> None:
        raise NodeLost("this process was silent for too long")

    _write(table, "2 : A PAR - BUR")
    monkeypatch.setattr(clerk, "answer", freezes)
    for _ in range(3):
        with pytest.raises(NodeLost):
            table.house.settle()
    table.house.settle()
    (mail,) = table.house.every(select(InboundRow).order_by(InboundRow.id.desc()).limit(1))
    assert mail.status == "quarantined"
