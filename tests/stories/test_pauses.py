"""While a game is paused its clock stands: for deadlines, for grace, and for the patience with whoever is late."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import all_have_written, label, subjects


def test_grace_goes_on_where_it_stood(house: House) -> None:
    table = all_have_written(house, "nmr default", "grace 12h", but=["FRANCE"], hours=73)
    table.direct("PAUSE a flood")
    house.pass_time(days=2)
    reply = flat(table.direct("RESUME").text)
    assert "oslo goes on. The deadline of Spring 1901 Movement had passed before the clock stopped." in reply
    house.pass_time(hours=10)
    assert label(table) == "S1901M", "an hour of the twelve is left"
    house.pass_time(hours=2)
    assert label(table) == "F1901M"


def test_nobody_loses_his_seat_for_the_time_that_the_clock_stood(house: House) -> None:
    table = all_have_written(house, "nmr wait", "abandon 7d", but=["FRANCE"])
    house.pass_time(hours=80)
    table.direct("PAUSE")
    house.pass_time(days=10)
    table.direct("RESUME")
    house.pass_time(days=6)
    assert "[oslo] You have lost your seat" not in subjects(table.players["FRANCE"])
    house.pass_time(days=1)
    assert "[oslo] You have lost your seat" in subjects(table.players["FRANCE"])


def test_a_game_goes_on_with_a_deadline_in_nobodys_absence(house: House, table: Seven) -> None:
    table.tell("ITALY", "ABSENCE 2026-03-07 TO 2026-03-12")
    table.direct("PAUSE")
    house.pass_time(days=3)
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 13, 12, tzinfo=UTC)


def test_an_absence_while_the_clock_stands_is_counted_once(house: House, table: Seven) -> None:
    table.direct("PAUSE")
    reply = flat(table.tell("ITALY", "ABSENCE 2026-03-04 TO 2026-03-09").text)
    assert "No deadline will fall into that time." in reply
    assert "due" not in reply.partition("into that time.")[2].partition("(")[0]
    house.pass_time(days=4)
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 10, 12, tzinfo=UTC)


def test_a_phase_that_rollback_opens_while_the_clock_stands_has_its_own_length(house: House) -> None:
    table = seven(house, "nmr default")
    house.pass_time(hours=73)
    table.direct("PAUSE")
    house.pass_time(days=20)
    table.direct("ROLLBACK S1901M oops")
    told = table.players["ITALY"].last(lambda mail: "is open again" in mail.subject)
    assert "The clock of the game stands as before." in flat(told.text)
    house.pass_time(days=1)
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 29, 13, tzinfo=UTC)


def test_who_takes_a_seat_while_the_clock_stands_changes_nothing_of_the_time_left(house: House, table: Seven) -> None:
    table.tell("FRANCE", "RESIGN")
    table.direct("PAUSE")
    house.pass_time(days=20)
    nova = house.registered("Nova")
    house.tell(nova, "TAKEOVER oslo AS FRANCE")
    assert not any("New deadline" in subject for subject in subjects(table.players["ITALY"]))
    assert not list(nova.last(lambda mail: "You now play France" in mail.subject).message.iter_attachments())
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 25, 12, tzinfo=UTC)


def test_who_takes_a_seat_that_a_paused_game_waits_for_has_a_whole_phase_when_it_goes_on(house: House) -> None:
    table = all_have_written(house, but=["FRANCE"])
    table.tell("FRANCE", "RESIGN")
    house.pass_time(days=4)
    table.direct("PAUSE")
    house.pass_time(days=20)
    house.tell(house.registered("Nova"), "TAKEOVER oslo AS FRANCE")
    table.direct("RESUME")
    assert table.here().row.deadline == datetime(2026, 3, 29, 12, tzinfo=UTC)


def test_wait_and_status_of_a_paused_game_tell_of_no_deadline_that_has_passed(house: House, table: Seven) -> None:
    table.direct("PAUSE")
    house.pass_time(days=9)
    assert "Spring 1901 Movement will not be adjudicated before its deadline." in table.tell("ITALY", "WAIT").text
    status = flat(table.tell("ITALY", "STATUS").text)
    assert "The clock has stood still since Mon 2 Mar 2026, 12:00 UTC. The phase was due in 3 days." in status
    assert "Due " not in status
