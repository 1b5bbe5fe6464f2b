"""Times as people write them: a duration (`3d`, `36h`, `90m`) or an instant (`2026-12-01 20:00`, `+48h`). Nothing is
guessed.
"""

from __future__ import annotations

import re
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_DURATION = re.compile(
    r"(\d{1,5}) ?(w|d|h|m|s)(?:eeks?|ays?|ours?|in(?:ute)?s?|ec(?:ond)?s?)?", re.IGNORECASE | re.ASCII
)
_INSTANT = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::\d\d)?(Z| ?UTC| ?GMT)?", re.IGNORECASE | re.ASCII)


_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)", re.ASCII)


def with_iso_days(text: str) -> str:
    """`24.12.2026` -> `2026-12-24`: with dots the day comes first wherever days are written so."""
    return _DOTTED.sub(lambda day: f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}", text)


def read_duration(text: str) -> timedelta:
    """`36h`, `3 days`, `90 m`. ValueError says how to write one."""
    match = _DURATION.fullmatch(text.strip())
    if match is None or match[1].strip("0") == "":
        instead = f", not {text.strip()[:40]!r}" if text.strip() else ""
        raise ValueError(f"A length of time is written 3d, 36h or 90m{instead}")
    return timedelta(**{_UNITS[match[2].lower()]: int(match[1])})


def read_instant(text: str, zone: str, now: datetime) -> datetime:
    """`2026-12-01 20:00` in the writer's zone (or with `UTC` behind it), or `+48h` from now; the result is in UTC.

    ValueError for everything else: days that do not exist, hours that a change to summer time skips (or, ambiguous,
    repeats).
    """
    text = with_iso_days(text.strip())
    if text.startswith("+"):
        return now + read_duration(text[1:])
    match = _INSTANT.fullmatch(text)
    if match is None:
        raise ValueError(f"A time is written 2026-12-31 20:00, 2026-12-31 20:00 UTC, or +48h, not {text[:40]!r}")
    try:
        wall = datetime(*(int(part) for part in match.groups()[:5]))  # type: ignore[arg-type]  # noqa: DTZ001
    except ValueError:
        raise ValueError(f"there is no such day or hour as {text[:40]}") from None
    if match[6]:
        return wall.replace(tzinfo=UTC)
    place = ZoneInfo(zone)
    if wall.year in (MINYEAR, MAXYEAR):
        raise ValueError(f"{text[:40]} is out of my reckoning")
    early, late = wall.replace(tzinfo=place, fold=0), wall.replace(tzinfo=place, fold=1)
    if early.utcoffset() != late.utcoffset():
        first, second = sorted((early.astimezone(UTC), late.astimezone(UTC)))
        raise ValueError(
            f"{text} happens twice or never in {zone}, where the clocks change then; "
            f"write {first:%Y-%m-%d %H:%M} UTC or {second:%Y-%m-%d %H:%M} UTC"
        )
    return early.astimezone(UTC)


def read_day(text: str, zone: str) -> tuple[datetime, datetime]:
    """`2026-12-24` -> its first and its last second in the writer's zone, in UTC, whatever hours a change of clocks
    skips or repeats in it. ValueError for what is no day.
    """
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"there is no such day as {text[:40]}") from None
    if day.year in (MINYEAR, MAXYEAR):
        raise ValueError(f"{text[:40]} is out of my reckoning")
    place = ZoneInfo(zone)
    first, behind = (datetime.combine(each, time(), place).astimezone(UTC) for each in (day, day + timedelta(days=1)))
    return first, behind - timedelta(seconds=1)
