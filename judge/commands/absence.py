"""ABSENCE: a holiday without deadlines."""

from __future__ import annotations

import re
from datetime import datetime

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.games.instants import read_day, read_instant
from judge.letters.values import Said
from judge.rules.problems import Problem, Refused


def _span(desk: Desk, text: str) -> tuple[datetime, datetime]:
    """An instant, or the whole of a day that is named without an hour."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return read_day(text, desk.zone)
    at = read_instant(text, desk.zone, desk.now)
    return at, at


def _run(desk: Desk, line: Line) -> Said:
    if line.rest.strip().upper() == "CANCEL":
        return desk.cancel_absence()
    words = " ".join(line.rest.split())
    match = re.fullmatch(r"(?:(?:FROM )?(\S.*?) )?(?:TO|UNTIL) (\S.*)", words, re.IGNORECASE)
    hint = "ABSENCE 2026-12-24 TO 2027-01-02, ABSENCE TO 2027-01-02, or ABSENCE CANCEL"
    if match is None:
        raise Refused(Problem("absence/usage", "From when to when?", hint=hint))
    try:
        begins = _span(desk, match[1])[0] if match[1] else desk.now
        ends = _span(desk, match[2])[1]
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
