"""Rows T1, T2, T6 and ruling P18: which mails count, and what happens when a sheet is missing at the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.testing.correspondent import Correspondent
from tests.durability.books import delivered
from tests.durability.moment import Moment
from tests.durability.story import rows
from tests.durability.table_of_eight import GAME, MASTER, PLAYERS, SHEETS
from tests.support.house import House, open_house

pytestmark = pytest.mark.both_databases


DAY = timedelta(days=1)


class Table:
    """A game of Payola with a deadline after one day; `nmr wait`, as it is where nothing is said."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = house.once(("table of a day",), self._begin)
        self.openings = {name: who.last(lambda mail: "has begun" in mail.subject) for name, who in self.people.items()}

    def _begin(self) -> Mapping[str, Correspondent]:
        people = self.house.gathered(*PLAYERS, MASTER)
        self.house.tell(people[MASTER], f"CREATE PAYOLA {GAME}\nmovement 1d\nremind no\nEND CREATE")
        for name, power in PLAYERS.items():
            self.house.tell(people[name], f"JOIN {GAME} AS {power}")
        self.house.tell(people[MASTER], "START")
        return people

    def send_sheet(self, name: str) -> str:
        """Written as an answer to the opening, and only accepted: nobody reads it yet."""
        return self.people[name].reply(self.openings[name], "\n".join(SHEETS[PLAYERS[name]]))

    def phases(self) -> list[str]:
        return [row["label"] for row in rows(self.house.judge.db)["phases"]]


@pytest.fixture
def table(sqlite_url: str, tmp_path: Path) -> Iterator[Table]:
    # Its clock jumps a day at a time, and that is no outage here.
    with open_house(sqlite_url, tmp_path, outage_minutes=7 * 24 * 60) as house:
        yield Table(house)


def everybody_but(*names: str) -> list[str]:
    return [name for name in PLAYERS if name not in names]


def reply(who: Correspondent, message_id: str) -> str:
    return " ".join(who.last(lambda mail: str(mail.message["In-Reply-To"]) == message_id).text.split())


@pytest.mark.parametrize("early", [timedelta(milliseconds=1), timedelta(0)])
def test_t1_a_mail_accepted_before_or_at_the_deadline_counts_whenever_it_is_read(
    table: Table, early: timedelta
) -> None:
    for name in everybody_but("Greta"):
        table.send_sheet(name)
    table.house.clock.advance(DAY - early)
    last = table.send_sheet("Greta")
    table.house.clock.advance(early + timedelta(seconds=5))
    table.house.settle()
    assert table.phases() == ["S1901M", "F1901M"]
    filed = {row["role"] for row in rows(table.house.judge.db)["orders"] if row["phase"] == "S1901M"}
    assert filed == set(PLAYERS.values())
    assert "S1901M" not in reply(table.people["Greta"], last)  # no word of a phase missed


def test_t2_a_mail_accepted_after_the_deadline_is_for_the_next_phase_and_told_so(table: Table) -> None:
    for name in PLAYERS:
        table.send_sheet(name)
    table.house.clock.advance(DAY + timedelta(milliseconds=1))
    late = table.send_sheet("Greta")
    table.house.settle()
    assert table.phases() == ["S1901M", "F1901M"]
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now." in reply(
        table.people["Greta"], late
    )


def test_p18_who_is_late_is_told_once_and_the_last_sheet_ends_the_phase_at_once(table: Table) -> None:
    for name in everybody_but("Greta", "Rosa"):
        table.send_sheet(name)
    table.house.pass_time(days=1)
    told = {name: len(who.inbox()) for name, who in table.people.items()}
    late = [row["recipient"] for row in rows(table.house.judge.db)["outbound_mails"] if row["purpose"] == "late"]
    assert sorted(late) == sorted(who.address for who in table.people.values())
    for _ in range(3):
        table.house.pass_time(hours=1)
    assert {name: len(who.inbox()) for name, who in table.people.items()} == told
    table.send_sheet("Greta")
    table.house.settle()
    assert table.phases() == ["S1901M"]
    table.house.pass_time(hours=1)
    table.send_sheet("Rosa")
    table.house.settle()
    assert table.phases() == ["S1901M", "F1901M"]
    assert sum(row["purpose"] == "late" for row in rows(table.house.judge.db)["outbound_mails"]) == len(late)


def test_t6_of_four_judges_at_the_same_second_one_adjudicates_and_they_share_the_mail(moment: Moment) -> None:
    done = moment.nursery.together([moment.life] * 4)
    assert sorted(done)[:3] == [0, 0, 0]
    assert max(done) > 0
    found = rows(moment.database)
    assert [row["number"] for row in found["phases"]] == [1, 2]
    assert sum(row["kind"] == "movement" for row in found["events"]) == 1
    queued = {row["message_id"] for row in found["outbound_mails"] if row["status"] == "queued"}
    mailbox = moment.life.mailbox.with_name("shared")
    done = moment.nursery.together([replace(moment.life, work="deliver", mailbox=mailbox)] * 4)
    assert sum(done) == len(queued)
    assert delivered(mailbox) == dict.fromkeys(queued, 1)
