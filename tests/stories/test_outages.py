"""A judge that was down and a clock that jumped (faults T4 and T5), and mail at the very deadline (T1, T2, T6, T7)."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.clock import SetClock
from judge.play import outage
from judge.play.adjudication import adjudicate
from judge.play.deadlines import Due, cut_if_ready
from judge.store.tables import Host, InboundRow, PhaseRow
from judge.workers.clerk import Clerk
from tests.support.house import House, any_house, open_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import all_have_written, label, subjects

house = any_house

pytestmark = pytest.mark.both_databases


MANY = 10_000
DUE = datetime(2026, 3, 5, 12, tzinfo=UTC)


@dataclass
class AheadAtFirst:
    """A clock that is a month ahead when it is first looked at, and then is set right."""

    right: SetClock
    looked_at: bool = False

    def now(self) -> datetime:
        ahead = timedelta(days=0 if self.looked_at else 30)
        self.looked_at = True
        return self.right.now() + ahead

    def uptime(self) -> tuple[str, int]:
        return self.right.uptime()


def _go_to(house: House, instant: datetime) -> None:
    house.pass_time(seconds=(instant - house.clock.now()).total_seconds())


def test_t1_a_mail_accepted_just_before_the_deadline_counts_whenever_it_is_read(house: House) -> None:
    table = seven(house, "nmr default")
    _go_to(house, DUE - timedelta(milliseconds=1))
    table.players["FRANCE"].reply(table.results("FRANCE"), "9 : A PAR - PIC")
    house.pass_time(seconds=5)
    assert label(table) == "F1901M"
    assert "A PIC" in dict(table.view("FRANCE").units)["FRANCE"]


def test_t2_a_mail_accepted_after_the_deadline_is_late_and_told_so(house: House) -> None:
    table = all_have_written(house, but=["FRANCE", "ITALY"])
    _go_to(house, DUE + timedelta(milliseconds=1))
    waiting = table.tell("FRANCE", "9 : A PAR - PIC").text
    assert "The deadline has passed, but the phase is not adjudicated yet. This counts." in " ".join(waiting.split())
    opening = table.results("ITALY")
    table.tell("ITALY", "1 : A ROM H")
    assert label(table) == "F1901M"
    late = house.tell(table.players["ITALY"], "1 : A VEN H", to=opening).text
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now." in " ".join(late.split())


def test_t4_a_clock_that_jumps_by_a_day_stops_everything_until_the_host_resumes(house: House) -> None:
    table = seven(house, "nmr default")
    house.pass_time(minutes=5)
    house.clock.jump(timedelta(days=30))
    house.settle()
    assert label(table) == "S1901M"
    table.players["FRANCE"].reply(table.results("FRANCE"), "9 : A PAR - PIC")
    house.settle()
    host = house.person("postmaster")
    host.address = "postmaster@localhost"
    assert "The clock has jumped" in host.last().subject
    assert sum("jumped" in subject for subject in subjects(host)) == 1
    assert label(table) == "S1901M"
    house.clock.jump(-timedelta(days=30))
    house.settle()
    assert label(table) == "S1901M"
    why = house.judge.write(outage.lift_stop)
    assert why is not None
    assert "by the machine's uptime" in why
    house.settle()
    assert "9 : A PAR - PIC" in table.tell("FRANCE", "SHOW").text
    _go_to(house, DUE + timedelta(minutes=1))
    assert label(table) == "F1901M"


def test_t4_a_clock_that_jumps_again_right_after_resume_stops_everything_again(house: House) -> None:
    seven(house)
    house.pass_time(minutes=5)
    for _ in range(2):
        house.clock.jump(timedelta(hours=3))
        house.settle()
        assert house.one(select(Host.stopped_at)) is not None
        house.clock.jump(-timedelta(hours=3))
        house.judge.write(outage.lift_stop)
        house.settle()


@pytest.mark.parametrize("hours", [-3, 3])
def test_t4_a_clock_that_jumps_between_two_mails_of_a_round_stops_it_there(
    house: House, table: Seven, hours: int
) -> None:
    house.pass_time(minutes=5)
    for number in range(3):
        table.players["FRANCE"].reply(table.results("FRANCE"), f"{number} : A PAR - PIC", with_key=False)
    begun = 0

    def jumps_at_the_second() -> bool:
        nonlocal begun
        begun += 1
        if begun == 3:
            house.clock.jump(timedelta(hours=hours))
        return False

    Clerk(house.judge, is_over=jumps_at_the_second).work_off()
    with house.judge.db.reading() as session:
        assert session.execute(select(Host.stopped_at)).scalar_one() is not None
        unread = session.execute(select(InboundRow.attempts).where(InboundRow.status == "new")).scalars().all()
    assert len(unread) == 2
    house.clock.jump(-timedelta(hours=hours))
    house.judge.write(outage.lift_stop)
    house.settle()
    assert "2 : A PAR - PIC" in table.tell("FRANCE", "SHOW").text


def test_t4_a_phase_that_was_computed_by_a_clock_that_was_wrong_is_computed_again(house: House) -> None:
    table = all_have_written(house)
    house.clock.advance(DUE + timedelta(seconds=1) - house.clock.now())
    here = table.here()
    due = Due(here.game.id, here.row.label, here.game.version)
    cut_if_ready(house.judge, due, house.clock.now())
    ahead = replace(house.judge, clock=AheadAtFirst(house.clock))
    assert adjudicate(ahead, due.game_id, due.label)
    assert label(table) == "F1901M"
    assert table.here().row.deadline < DUE + timedelta(days=4)


def test_t4_a_small_step_back_neither_stops_anything_nor_adjudicates_twice(house: House) -> None:
    table = all_have_written(house)
    _go_to(house, DUE + timedelta(seconds=10))
    assert label(table) == "F1901M"
    house.clock.jump(-timedelta(minutes=59))
    house.settle()
    with house.judge.db.reading() as session:
        assert session.execute(select(Host.stopped_at)).scalar_one() is None
        assert len(session.execute(select(PhaseRow.id)).all()) == 2


def test_t5_what_fell_due_while_the_judge_was_down_gets_a_new_deadline_and_is_adjudicated_once(
    database_url: str, tmp_path: Path
) -> None:
    with open_house(database_url, tmp_path, replies_per_hour=MANY, settle_hours=2) as house:
        table = seven(house, "nmr default")
        house.sleep(days=10)
        assert label(table) == "S1901M"
        assert table.here().row.deadline == house.clock.now() + timedelta(hours=2)
        told = table.players["FRANCE"].last(lambda mail: "New deadline: " in mail.subject)
        assert "The judge was down when it fell due" in told.text
        # The mail that had waited in the relay's queue comes in now, and counts.
        table.players["FRANCE"].reply(table.results("FRANCE"), "9 : A PAR - PIC")
        house.settle()
        house.pass_time(hours=1)
        assert label(table) == "S1901M"
        house.pass_time(hours=1)
        assert label(table) == "F1901M"
        assert "A PIC" in dict(table.view("FRANCE").units)["FRANCE"]
        assert sum("New deadline: " in subject for subject in subjects(table.players["FRANCE"])) == 1


def test_t5_a_deadline_still_ahead_after_the_outage_stays(house: House, table: Seven) -> None:
    house.sleep(hours=20)
    assert table.here().row.deadline == DUE


def test_t6_many_clerks_at_the_same_second_adjudicate_once(house: House) -> None:
    table = all_have_written(house)
    house.clock.advance(timedelta(hours=73))
    outage.note_awake(house.judge)
    clerks = [threading.Thread(target=Clerk(house.judge).work_off) for _ in range(8)]
    for clerk in clerks:
        clerk.start()
    for clerk in clerks:
        clerk.join()
    house.settle()
    assert label(table) == "F1901M"
    results = [subject for subject in subjects(table.players["FRANCE"]) if "Movement: results" in subject]
    assert len(results) == 1


def test_t7_wait_at_the_last_moment_stops_the_early_adjudication_and_a_moment_later_not(house: House) -> None:
    table = all_have_written(house, "early 1h")
    opening = table.results("ITALY")
    house.clock.advance(timedelta(minutes=59, seconds=59))
    outage.note_awake(house.judge)
    table.players["ITALY"].reply(opening, "WAIT")
    house.clock.advance(timedelta(seconds=5))
    house.settle()
    assert label(table) == "S1901M"
    table.tell("ITALY", "NOWAIT")
    house.clock.advance(timedelta(hours=1, seconds=1))
    outage.note_awake(house.judge)
    table.players["ITALY"].reply(opening, "WAIT")
    house.settle()
    assert label(table) == "F1901M"


def test_t7_a_deadline_moved_before_it_came_is_the_one_that_counts(house: House) -> None:
    table = seven(house, "nmr default")
    house.clock.advance(DUE - house.clock.now() - timedelta(seconds=1))
    outage.note_awake(house.judge)
    table.master.reply(table.master.last(), "GAME oslo\nEXTEND 1h", with_key=True)
    house.clock.advance(timedelta(seconds=5))
    house.settle()
    assert label(table) == "S1901M"
    assert table.here().row.deadline == DUE + timedelta(hours=1)


def test_t5_grace_that_ends_while_nobody_is_there_is_followed_by_a_new_deadline(house: House) -> None:
    table = all_have_written(house, "nmr default", "grace 12h", but=["FRANCE"], hours=73)
    house.clock.advance(timedelta(hours=15))
    table.players["FRANCE"].reply(table.results("FRANCE"), "9 : A PAR - PIC")
    house.settle()
    assert table.here().row.deadline == datetime(2026, 3, 6, 6, tzinfo=UTC)
    assert any("New deadline: " in subject for subject in subjects(table.players["ITALY"]))
    house.pass_time(hours=3)
    assert label(table) == "F1901M"
    assert "A PIC" in dict(table.view("FRANCE").units)["FRANCE"]


def test_t5_nobody_loses_his_seat_while_nobody_reads_his_mail(house: House) -> None:
    table = all_have_written(house, "nmr wait", "abandon 2d", but=["FRANCE"], hours=73)
    house.sleep(days=3)
    assert "[oslo] You have lost your seat" not in subjects(table.players["FRANCE"])
    assert table.here().row.deadline > house.clock.now()


def test_t5_the_new_deadline_falls_on_no_day_off_and_in_nobodys_absence(house: House) -> None:
    table = seven(house, "nmr default", "off 2026-03-06")
    table.tell("ITALY", "ABSENCE 2026-03-07 TO 2026-03-08")
    house.sleep(hours=90)
    assert table.here().row.deadline == datetime(2026, 3, 9, 8, tzinfo=UTC)


def test_t4_a_clock_that_jumps_while_there_is_much_to_read_adjudicates_nothing(sqlite_url: str, tmp_path: Path) -> None:
    jumps: list[timedelta] = []

    def entropy(count: int) -> bytes:
        if jumps:
            opened.clock.jump(jumps.pop())
        return secrets.token_bytes(count)

    with open_house(sqlite_url, tmp_path, entropy=entropy) as opened:
        table = seven(opened, "nmr default")
        table.players["FRANCE"].reply(table.results("FRANCE"), "STATUS")
        jumps.append(timedelta(days=5))
        opened.settle()
        assert not jumps, "it jumped while that mail was answered"
        assert label(table) == "S1901M"
        with opened.judge.db.reading() as session:
            assert session.execute(select(Host)).scalar_one().stopped_at is not None
