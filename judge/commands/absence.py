"""ABSENCE: a holiday without deadlines."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said
from judge.commands.instants import read_instant
from judge.rules.problems import Problem, Refused


def _whole_day(text: str, hour: str) -> str:
    """A date without an hour is the whole day."""
    return f"{text} {hour}" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else text


def _run(desk: Desk, line: Line) -> Said:
    if line.rest.strip().upper() == "CANCEL":
        return desk.cancel_absence()
    match = re.fullmatch(r"(?:(?:FROM\s+)?(\S.*?)\s+)?(?:TO|UNTIL)\s+(\S.*)", line.rest.strip(), re.IGNORECASE)
    hint = "ABSENCE 2026-12-24 TO 2027-01-02, ABSENCE TO 2027-01-02, or ABSENCE CANCEL"
    if match is None:
        raise Refused(Problem("absence/usage", "From when to when?", hint=hint))
    try:
        begins = read_instant(_whole_day(match[1], "00:00"), desk.zone, desk.now) if match[1] else desk.now
        ends = read_instant(_whole_day(match[2], "23:59"), desk.zone, desk.now)
    except ValueError as error:
        raise Refused(Problem("absence/unreadable", f"{error}.", hint=hint)) from None
    return desk.absence(begins, ends)


COMMAND = Command(
    "ABSENCE",
    "ABSENCE from TO until (or CANCEL)",
    "No deadline falls into this time, and one that does moves behind it. Times are in your zone.",
    Needs.SEAT,
    _run,
    example="ABSENCE 2026-12-24 TO 2027-01-02",
)
