"""Fault T3: a zone gets other rules while deadlines in it are set. A newer file of the zone takes the old one's place,
and the judge starts again.
"""

from __future__ import annotations

import struct
import zoneinfo
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.games.calendar import instant_on, wall_in
from judge.workers.clerk import Clerk
from tests.support.house import House, any_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import label, subjects, write_all

house = any_house

ISLAND = "Atlantic/Avalon"


def _zone_file(hours: int) -> bytes:
    """A zone that is always so many hours ahead of UTC (RFC 9636 3.1, version 1)."""
    counts = struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    return b"TZif" + bytes(16) + counts + struct.pack(">lBB", hours * 3600, 0, 0) + b"AVA\0"


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[Callable[[int], None]]:
    """Sets how many hours the island is ahead of UTC, as a newer tzdata does."""
    zone_file = tmp_path / "zones" / ISLAND
    zone_file.parent.mkdir(parents=True)

    def change(hours: int) -> None:
        zone_file.write_bytes(_zone_file(hours))
        zoneinfo.ZoneInfo.clear_cache()

    change(2)
    usual = zoneinfo.TZPATH
    zoneinfo.reset_tzpath([str(tmp_path / "zones"), *usual])
    yield change
    zoneinfo.reset_tzpath(usual)
    zoneinfo.ZoneInfo.clear_cache()


def _start_again(house: House) -> None:
    house.clerk = Clerk(house.judge)
    house.settle()


def test_t3_a_deadline_at_an_hour_keeps_it_when_the_zone_falls_back_and_all_are_told(
    house: House, rules: Callable[[int], None]
) -> None:
    table = seven(house, f"zone {ISLAND}", "at 20:00", "nmr default")
    house.tell(table.players["FRANCE"], f"ZONE {ISLAND}")
    before = table.here().row.deadline
    assert before == datetime(2026, 3, 5, 18, tzinfo=UTC)
    rules(1)
    _start_again(house)
    assert table.here().row.deadline == datetime(2026, 3, 5, 19, tzinfo=UTC)
    told = table.players["FRANCE"].last()
    assert "New deadline: " in told.subject
    assert "Thu 5 Mar 2026, 20:00" in told.text
    assert f"The time of {ISLAND} has new rules" in " ".join(told.text.split())
    _start_again(house)
    assert sum("New deadline: " in subject for subject in subjects(table.players["FRANCE"])) == 1
    house.pass_time(seconds=(before - house.clock.now()).total_seconds() + 60)
    assert label(table) == "S1901M"
    house.pass_time(hours=1)
    assert label(table) == "F1901M"


def test_t3_a_deadline_never_comes_earlier_by_new_rules(house: House, rules: Callable[[int], None]) -> None:
    table = seven(house, f"zone {ISLAND}", "schedule THU 20:00", "nmr default")
    before = table.here().row.deadline
    rules(5)
    _start_again(house)
    assert table.here().row.deadline == before
    assert not any("New deadline: " in subject for subject in subjects(table.players["FRANCE"]))
    assert "You cannot make that deadline earlier" in table.direct("DEADLINE +12h").text
    write_all(table)
    assert "is due" in table.direct("DEADLINE +12h").text, "with everybody's consent it may"


def test_t3_a_length_in_hours_is_an_instant_whatever_the_walls_show(house: House, rules: Callable[[int], None]) -> None:
    table = seven(house, f"zone {ISLAND}")
    before = table.here().row.deadline
    rules(1)
    _start_again(house)
    assert table.here().row.deadline == before


def test_t3_the_gamemasters_hour_keeps_to_the_clock_of_his_own_zone(
    house: House, table: Seven, rules: Callable[[int], None]
) -> None:
    house.tell(table.master, f"ZONE {ISLAND}")
    table.direct("DEADLINE 2026-03-09 20:00")
    rules(1)
    _start_again(house)
    assert table.here().row.deadline == datetime(2026, 3, 9, 19, tzinfo=UTC)
    table.direct("EXTEND 24h")
    rules(0)
    _start_again(house)
    assert table.here().row.deadline == datetime(2026, 3, 10, 19, tzinfo=UTC)


def test_t3_the_second_of_two_hours_alike_is_kept_as_an_instant() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    shown = wall_in(first, "Europe/Berlin")
    assert shown == "2026-10-25T02:30:00 Europe/Berlin"
    assert instant_on(shown) == first
    assert wall_in(first + timedelta(hours=1), "Europe/Berlin") is None


@pytest.mark.parametrize(
    ("zone", "due"), [("Europe/Berlin", (2026, 4, 2, 11)), ("Australia/Lord_Howe", (2026, 4, 9, 12, 30)), ("UTC", None)]
)
def test_days_and_weeks_of_extend_keep_the_hour_over_a_change_of_summer_time(
    house: House, zone: str, due: tuple[int, ...] | None
) -> None:
    table = seven(house, f"zone {zone}")
    before = table.here().row.deadline
    days = 35 if zone.startswith("Australia") else 28
    expected = before + timedelta(days=days) if due is None else datetime(*due, tzinfo=UTC)  # type: ignore[arg-type, misc]
    france = table.players["FRANCE"]
    house.tell(france, f"GAME oslo\nLATE {days}d The mountains.")
    assert f"{expected:%H:%M} UTC" in table.master.last().text.partition("The deadline would then be")[2]
    table.direct(f"EXTEND {days // 7}w")
    assert table.here().row.deadline == expected
    table.direct("EXTEND 90 seconds")
    assert table.here().row.deadline == expected + timedelta(seconds=90)


def test_days_of_deadline_keep_the_hour_of_the_gamemasters_clock(house: House, table: Seven) -> None:
    house.tell(table.master, "ZONE Europe/Berlin")
    now = house.clock.now()
    table.direct("DEADLINE +40d")
    assert timedelta() <= table.here().row.deadline - (now + timedelta(days=40, hours=-1)) < timedelta(minutes=5)


def test_an_offset_is_not_taken_for_the_zone_with_the_opposite_sign(house: House) -> None:
    nora = house.registered("Nora")
    for zone in ("GMT+2", "gmt-3", "Factory", "localtime"):
        answer = house.tell(nora, f"ZONE {zone}").text
        assert "There is no time zone" in answer
        assert "Etc/" not in answer
        assert "Europe/Berlin" in answer
