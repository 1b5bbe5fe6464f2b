"""What subjects and first lines ask of their reader."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from judge.letters.renderer import in_subject, on_top, to_confirm
from judge.letters.values import MASTER_ROLE, Answer, Deadline, Question, Reader
from judge.rules.values import Phase

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
DUE = NOW + timedelta(days=3)


def reader(role: str) -> Reader:
    return Reader("Ann", "UTC", role, "ann@example.org")


def due(*wanted: str) -> Deadline:
    return Deadline(DUE, Phase("S1901M", "Spring 1901 Movement", "movement", 0, {}, wanted))


def test_who_is_awaited_reads_by_when() -> None:
    assert in_subject(reader("FRANCE"), due("FRANCE"), "", NOW) == "; orders due Thu 5 Mar, 12:00 UTC"
    assert on_top(reader("FRANCE"), due("FRANCE"), "", NOW).startswith("Your orders for Spring 1901 Movement are due ")
    assert in_subject(reader("FRANCE"), due("FRANCE"), "", DUE) == "; orders overdue"
    assert on_top(reader("FRANCE"), due("FRANCE"), "", DUE).endswith("Please send them now.")


def test_who_is_not_awaited_reads_that_there_is_nothing_to_do_or_that_they_may_write() -> None:
    assert in_subject(reader("FRANCE"), due("ITALY"), "", NOW) == "; nothing to do"
    assert on_top(reader("FRANCE"), due("ITALY"), "", NOW).startswith("You have nothing to do.")
    assert in_subject(reader("FRANCE"), due(), "BUY 1", NOW).startswith("; open until ")
    assert on_top(reader("FRANCE"), due(), "BUY 1", NOW).startswith("You can write for Spring 1901 Movement until ")


def test_a_phase_with_a_title_of_many_has_the_verb_of_many() -> None:
    phase = Phase("W1901A", "Winter 1901 Adjustments", "adjustments", 0, {}, ())
    assert on_top(reader(""), Deadline(DUE, phase), "", NOW).startswith("Winter 1901 Adjustments are due ")
    assert on_top(reader(""), Deadline(DUE, phase), "", DUE).startswith("Winter 1901 Adjustments were due ")


def test_nothing_is_asked_of_who_does_not_play_or_where_no_deadline_is() -> None:
    for role in ("", MASTER_ROLE):
        assert in_subject(reader(role), due("FRANCE"), "", NOW) == ""
        assert on_top(reader(role), due("FRANCE"), "", NOW).startswith("Spring 1901 Movement is due ")
    assert in_subject(reader("FRANCE"), None, "", NOW) == on_top(reader("FRANCE"), None, "", NOW) == ""


def test_a_question_s_subject_names_its_line_but_repeats_nothing_that_nobody_has_proved() -> None:
    lines = tuple(Answer(number, f"TRANSFER {number} TO ITALY", "waiting", "") for number in (1, 2))
    assert to_confirm([Question(lines[:1], "code", NOW)]) == "Please confirm: TRANSFER 1 TO ITALY"
    assert to_confirm([Question(lines, "code", NOW)]) == "Please confirm 2 lines"
    assert to_confirm([Question(lines[:1], "code", NOW, unproved=True)]) == "Was this mail yours?"
