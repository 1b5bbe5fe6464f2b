"""Row D1: a judge that is killed before any one of its steps, and started again, has done what an undisturbed one does.

The table is set for one busy moment: the mails of two players wait to be read, with a sheet, an acceptance list, a
mistake, press, a transfer and another one that wants a code; and the deadline is past. The clerk reads, cuts,
adjudicates and writes everybody's results; the courier sends them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from judge.services.delivery import LEASE
from judge.settings import Settings
from judge.store.engine import Database, open_database
from judge.store.tables import OutboundRow
from tests.durability.books import delivered
from tests.durability.lives import Life, Nursery, work
from tests.durability.story import Rows, restore, rows, story
from tests.durability.table_of_eight import mail_of, seat_the_table

JUDGE = Settings().address
SHEET = "4 : A VIE - GAL\n6#3 : A BUD - SER\nTRANSFER 5 TO ITALY\nACCEPT IAEFGRT\n3 : A KEI H\nSHOW"


class Moment:
    """The busy moment on one database: `life` to be lived, `before` to go back to."""

    def __init__(self, database: Database, nursery: Nursery, life: Life) -> None:
        self.nursery = nursery
        self.database = database
        self.life = life
        self.before = rows(database)

    def begin_again(self) -> None:
        restore(self.database, self.before)

    def killed_anywhere(self, steps: int) -> dict[int, Rows]:
        """Kills a judge before each of its steps, and at the end, always from the same beginning: the states in which
        the database was found, each with the first step that led to it.
        """
        found: dict[str, int] = {}
        states: dict[int, Rows] = {}
        for last in range(1, steps + 2):
            self.begin_again()
            self.nursery.live(self.life, last)
            left = rows(self.database)
            tried = [(row["id"], row["attempts"]) for row in (*left["inbound_mails"], *left["outbound_mails"])]
            if found.setdefault(repr((story(left), tried)), last) == last:
                states[last] = left
        return states

    def recovered(self, state: Rows) -> Rows:
        """What has happened once another judge has come upon this state and finished the work."""
        restore(self.database, state)
        finish(self.life)
        return story(rows(self.database))


def finish(life: Life) -> None:
    """Another judge comes: its clock is ahead, so that nobody's lease holds it up."""
    later = replace(life, at=life.at + LEASE + timedelta(seconds=1)) if life.work == "deliver" else life
    idle = 0
    while idle < 2:
        # A server may need a moment to see that the dead one's connection, and with it his locks, are gone.
        idle = 0 if work(later) else idle + 1


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()


@pytest.fixture
def moment(database_url: str, nursery: Nursery, tmp_path: Path) -> Iterator[Moment]:
    seats = seat_the_table(database_url, tmp_path)
    database = open_database(database_url)
    start = max(row["deadline"] for row in rows(database)["phases"])
    life = Life(database_url, tmp_path / "mail", start - timedelta(seconds=1), "accept")
    proved = mail_of(seats["AUSTRIA"], SHEET)
    fresh = mail_of(seats["FRANCE"], "8 : A PAR - BUR\nPRESS TO ITALY: yes\nTRANSFER 1 TO ITALY", to=JUDGE)
    for mail in (proved, fresh):
        work(replace(life, raw=mail.raw, to=mail.to))
    yield Moment(database, nursery, replace(life, work="clerk", at=start + timedelta(seconds=1)))
    database.close()


def test_d1_killed_before_any_step_of_reading_cutting_and_adjudicating(moment: Moment) -> None:
    steps = moment.nursery.steps(moment.life)
    undisturbed = rows(moment.database)
    assert [row["closed_at"] is not None for row in undisturbed["phases"]] == [True, False]
    assert [row["kind"] for row in undisturbed["acts"]] == ["transfer", "accept"]
    assert len(undisturbed["confirmations"]) == 1
    states = moment.killed_anywhere(steps)
    # Nothing; each mail counted, then read; the phase cut; adjudicated.
    assert len(states) == 7
    for last, state in states.items():
        assert moment.recovered(state) == story(undisturbed), f"killed before step {last} of {steps}"


def test_d1_o5_killed_before_any_step_of_delivering_each_mail_comes_once_or_twice_never_not(moment: Moment) -> None:
    work(moment.life)
    with moment.database.writing() as session:
        results = select(OutboundRow.id).where(OutboundRow.purpose == "results").order_by(OutboundRow.id).limit(3)
        session.execute(update(OutboundRow).where(OutboundRow.id.not_in(results)).values(status="sent"))
    moment.before = rows(moment.database)
    queued = {row["message_id"] for row in moment.before["outbound_mails"] if row["status"] == "queued"}
    assert len(queued) == 3
    mailbox = moment.life.mailbox
    life = replace(moment.life, work="deliver", mailbox=mailbox.with_name("undisturbed"))
    steps = moment.nursery.steps(life)
    undisturbed = story(rows(moment.database))
    assert delivered(life.mailbox) == Counter(dict.fromkeys(queued, 1))
    for last in range(1, steps + 2):
        moment.begin_again()
        moment.life = replace(life, mailbox=mailbox.with_name(f"killed-{last}"))
        moment.nursery.live(moment.life, last)
        assert moment.recovered(rows(moment.database)) == undisturbed, f"killed before step {last} of {steps}"
        found = delivered(moment.life.mailbox)
        assert set(found) == queued
        assert max(found.values()) <= 2


def test_s2_s5_killed_before_any_step_of_accepting_the_mail_is_kept_once_after_the_retry(moment: Moment) -> None:
    raw = b"From: anna@example.org\r\nMessage-ID: <once@example.org>\r\n\r\nSTATUS\r\n"
    life = replace(moment.life, work="accept", raw=raw)
    steps = moment.nursery.steps(life)
    kept = len(rows(moment.database)["inbound_mails"])
    for last in range(1, steps + 2):
        moment.begin_again()
        moment.nursery.live(life, last)
        assert len(rows(moment.database)["inbound_mails"]) in (kept - 1, kept)
        work(life)
        assert len(rows(moment.database)["inbound_mails"]) == kept
