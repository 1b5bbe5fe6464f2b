"""Instants as people read them: in their own zone and in UTC, and how far off they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from judge.letters.columns import counted

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def zone_of(name: str) -> tzinfo:
    """The zone of this IANA name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # an unknown name; a path; the name of a folder of zones
        return UTC


def _day(instant: datetime) -> str:
    return f"{_DAYS[instant.weekday()]} {instant.day} {_MONTHS[instant.month - 1]}"


def when(instant: datetime, zone: str) -> str:
    """`Fri 27 Nov 2026, 20:00 CET (19:00 UTC)`; where UTC has another day it is told too. The instant is aware."""
    world = instant.astimezone(UTC)
    local = instant.astimezone(zone_of(zone))
    name = local.tzname() or "UTC"
    if local.utcoffset() == timedelta(0) and name == "UTC":
        return f"{_day(world)} {world.year}, {world:%H:%M} UTC"
    if name[0] in "+-":  # many zones have no letters of their own
        name = f"UTC{name}"
    day = "" if world.date() == local.date() else f"{_day(world)}, "
    return f"{_day(local)} {local.year}, {local:%H:%M} {name} ({day}{world:%H:%M} UTC)"


def relative(instant: datetime, now: datetime) -> str:
    """`in 2 days 3 hours`, `in 45 minutes`, `5 hours ago`, `now`: the two largest units, rounded to the minute."""
    seconds = (instant - now).total_seconds()
    minutes = round(abs(seconds) / 60)
    if minutes == 0:
        return "now"
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    units = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    first = next(place for place, (number, _) in enumerate(units) if number)
    words = " ".join(counted(number, noun) for number, noun in units[first : first + 2] if number)
    return f"in {words}" if seconds > 0 else f"{words} ago"
