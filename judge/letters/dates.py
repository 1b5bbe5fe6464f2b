"""Instants as people read them: in their own zone and in UTC, their dates written as they are used to, and how far off
they are.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Protocol
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton

from judge.letters.columns import counted, one_line

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

USUAL = ""
"""Dates as the judge writes them to whoever has not said otherwise: `Fri 27 Nov 2026`."""
ISO = "ISO"
"""`Fri 2026-11-27`."""
LONGEST_LOCALE = 16


class Habits(Protocol):
    """Somebody's: their IANA zone (`Europe/Vienna`), and USUAL, ISO or the locale of their dates (`de`, `pt_BR`)."""

    @property
    def zone(self) -> str: ...
    @property
    def dates(self) -> str: ...


def zone_of(name: str) -> tzinfo:
    """The zone of this IANA name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # an unknown name; a path; the name of a folder of zones
        return UTC


def read_dates(text: str) -> str:
    """`de`, `pt-BR`, `German`, `ISO`, `USUAL` -> `Habits.dates`. ValueError says what can be written."""
    wanted = " ".join(text.split())
    if wanted.upper() in ("USUAL", "ISO"):
        return ISO if wanted.upper() == ISO else USUAL
    names = {name.lower(): code for code, name in Locale("en").languages.items()}
    code = names.get(wanted.lower(), wanted).replace("-", "_")
    try:
        found = str(Locale.parse(code))
    except (UnknownLocaleError, ValueError):
        found = ""
    # A territory that it does not know would be passed over in silence.
    if found.lower() != code.lower() or not 0 < len(found) <= LONGEST_LOCALE:
        raise ValueError(
            f"{wanted[:30]!r} is no language that I know: de, fr, pt-BR, or German, French; ISO; or USUAL, as at first"
        )
    return found


def _day(day: datetime, dates: str, *, year: bool = False) -> str:
    if dates == USUAL:
        return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}{f' {day.year}' if year else ''}"
    if dates == ISO:
        return f"{_DAYS[day.weekday()]} {f'{day:%Y-%m-%d}' if year else f'{day:%m-%d}'}"
    return one_line(format_skeleton("yMMMEd" if year else "MMMEd", day.replace(tzinfo=None), locale=dates))


def when(instant: datetime, reader: Habits | str) -> str:
    """`Fri 27 Nov 2026, 20:00 CET (19:00 UTC)`, with UTC's day if it differs. `reader`: may be a zone."""
    zone, dates = (reader, USUAL) if isinstance(reader, str) else (reader.zone, reader.dates)
    world = instant.astimezone(UTC)
    local = instant.astimezone(zone_of(zone))
    name = local.tzname() or "UTC"
    if local.utcoffset() == timedelta(0) and name == "UTC":
        return f"{_day(world, dates, year=True)}, {world:%H:%M} UTC"
    if name[0] in "+-":  # many zones have no letters of their own
        name = f"UTC{name}"
    day = "" if world.date() == local.date() else f"{_day(world, dates)}, "
    return f"{_day(local, dates, year=True)}, {local:%H:%M} {name} ({day}{world:%H:%M} UTC)"


def briefly(instant: datetime, reader: Habits) -> str:
    """`Fri 27 Nov, 20:00 CET`: where there is no room for the year, nor for UTC beside the reader's own time."""
    local = instant.astimezone(zone_of(reader.zone))
    name = local.tzname() or "UTC"
    return f"{_day(local, reader.dates)}, {local:%H:%M} {f'UTC{name}' if name[0] in '+-' else name}"


def after_this(instant: datetime, now: datetime) -> str:
    """`3 days after this mail`, `1 hour before this mail`: as `relative`, for a letter that is read later."""
    told = relative(instant, now)
    return f"{told.removeprefix('in ')} after this mail" if told.startswith("in ") else f"{told[:-4]} before this mail"


def relative(instant: datetime, now: datetime) -> str:
    """`in 2 days 3 hours`, `in 45 minutes`, `5 hours ago`: the two largest units, rounded to the minute."""
    seconds = (instant - now).total_seconds()
    minutes = round(abs(seconds) / 60)
    if minutes == 0:
        return "in less than a minute" if seconds >= 0 else "less than a minute ago"
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    units = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    first = next(place for place, (number, _) in enumerate(units) if number)
    words = " ".join(counted(number, noun) for number, noun in units[first : first + 2] if number)
    return f"in {words}" if seconds > 0 else f"{words} ago"
