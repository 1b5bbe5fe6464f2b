"""When a phase is due: arithmetic on the calendar of a game's own zone, and times as people write them. Days and weeks
keep the hour of the wall clock over a change of clocks; hours and minutes do not. An hour that a change skips is taken
an hour later; one that comes twice, the first time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

SHORTEST = timedelta(minutes=5)
"""A phase that lasts no longer mails everybody more than anybody reads."""
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


def in_days(length: str) -> bool:
    """Whether this is a length in days or weeks, which keeps the hour of the wall clock."""
    match = _DURATION.fullmatch(length.strip())
    return match is not None and match[2] in "dwDW"


def later(start: datetime, length: str, zone: ZoneInfo) -> datetime:
    """Return the instant `3d` or `36h` after `start`: days by the wall clock of this zone. ValueError for no length."""
    duration = read_duration(length)
    if not in_days(length):
        return start + duration
    wall = start.astimezone(zone).replace(tzinfo=None) + duration
    return wall.replace(tzinfo=zone).astimezone(UTC)


def read_instant(text: str, zone: str, now: datetime) -> datetime:
    """Return `2026-12-01 20:00` in the writer's zone (or with `UTC`), or `+48h` from now, in UTC. ValueError for days
    that do not exist, and hours that a change of clocks skips or repeats.
    """
    text = with_iso_days(text.strip())
    if text.startswith("+"):
        return later(now, text[1:], ZoneInfo(zone))
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
    """Return the first and last second, in UTC, of `2026-12-24` in the writer's zone. ValueError for what is no day."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"there is no such day as {text[:40]}") from None
    if day.year in (MINYEAR, MAXYEAR):
        raise ValueError(f"{text[:40]} is out of my reckoning")
    place = ZoneInfo(zone)
    first, behind = (datetime.combine(each, time(), place).astimezone(UTC) for each in (day, day + timedelta(days=1)))
    return first, behind - timedelta(seconds=1)


DAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
MOST_OFF = 366
"""So many days may be off by their dates."""
HORIZON_DAYS = 7 * (MOST_OFF + 2)
"""How far ahead a day that is not off is looked for: found even where each of MOST_OFF is all that its week has."""

# With an hour of the day set, a phase may be shorter than its length by this part of it, and by this at most: otherwise
# the seconds that an adjudication takes would cost a whole day each time.
SLACK_PART = 4
SLACK = timedelta(hours=8)

_SLOT = re.compile(r"((?:[A-Z]{2,9}[, ]+)+)(\d\d?):(\d\d)\s*")
_RANGE = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?")


@dataclass(frozen=True, slots=True)
class Slot:
    """A weekly deadline: day 0 is Monday."""

    day: int
    at: time


@dataclass(frozen=True, slots=True)
class Away:
    """A time into which no deadline may fall."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Calendar:
    """A game's rules of time: weekly `slots` or, without any, lengths; `at`: the hour of deadlines; days off."""

    zone: ZoneInfo
    slots: tuple[Slot, ...] = ()
    at: time | None = None
    off_days: frozenset[int] = frozenset()
    off_dates: tuple[tuple[date, date], ...] = ()
    notice: timedelta = timedelta(0)

    def is_off(self, day: date) -> bool:
        return day.weekday() in self.off_days or any(first <= day <= last for first, last in self.off_dates)

    def check(self) -> None:
        """ValueError where slots and days off, right by themselves, may leave no day for a deadline."""
        if self.slots and {slot.day for slot in self.slots} <= self.off_days:
            raise ValueError("all days of the schedule are off")
        if sum((last - first).days + 1 for first, last in self.off_dates) > MOST_OFF:
            raise ValueError(f"at most {MOST_OFF} days can be off by their dates")

    def instant(self, day: date, at: time) -> datetime:
        """This wall-clock time as an instant in UTC."""
        return datetime.combine(day, at, self.zone).astimezone(UTC)


def day_called(word: str) -> int:
    """`MON`, `Monday` -> 0. ValueError for what is no day of the week."""
    found = [number for number, name in enumerate(DAYS) if word.upper().startswith(name)]
    full = ("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")
    if len(found) != 1 or not full[found[0]].startswith(word.upper()):
        raise ValueError(f"{word[:20]!r} is no day of the week; they are {', '.join(DAYS)}")
    return found[0]


def read_time(text: str) -> time:
    """`20:00`. ValueError for what is no time of day."""
    match = re.fullmatch(r"(\d\d?):(\d\d)", text.strip(), re.ASCII)
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        raise ValueError(f"a time of day is written 20:00, not {text.strip()[:20]!r}")
    return time(int(match[1]), int(match[2]))


def read_zone(text: str) -> ZoneInfo:
    """`Europe/Berlin`, `UTC`, `GMT`. ValueError for letters that mean several zones, such as EST."""
    name = text.strip().replace(" ", "_")
    if name.upper() in ("UTC", "GMT", "Z"):
        return ZoneInfo("UTC")
    if "/" in name and not name.startswith("/") and ".." not in name:
        try:
            return ZoneInfo("/".join(part[:1].upper() + part[1:] for part in name.split("/")))
        except (KeyError, OSError, ValueError):
            pass
    raise ValueError(f"a zone is written area/city (Europe/Berlin), or UTC, not {text.strip()[:40]!r}")


def read_slots(text: str) -> tuple[tuple[Slot, ...], ZoneInfo | None]:
    """`MON,THU 12:00 GMT` -> the slots, and the zone where one is named."""
    rest = text.strip().upper()
    slots: list[Slot] = []
    while match := _SLOT.match(rest):
        at = read_time(f"{match[2]}:{match[3]}")
        slots += [Slot(day_called(word), at) for word in re.split(r"[, ]+", match[1]) if word]
        rest = rest[match.end() :].lstrip(",; ")
    if not slots:
        raise ValueError(f"a schedule is written MON,THU 12:00, or MON 12:00, THU 18:00 UTC; not {text.strip()[:40]!r}")
    ordered = sorted(set(slots), key=lambda slot: (slot.day, slot.at))
    times = [timedelta(slot.day, hours=slot.at.hour, minutes=slot.at.minute) for slot in ordered]
    if any(after - before < SHORTEST for before, after in pairwise((*times, times[0] + timedelta(days=7)))):
        raise ValueError("a weekly deadline comes 5 minutes after another at the earliest")
    return tuple(ordered), read_zone(rest.title()) if rest else None


def read_off(text: str) -> tuple[frozenset[int], tuple[tuple[date, date], ...]]:
    """`SAT SUN 2026-12-24..2027-01-02` -> weekdays, and ranges of dates."""
    days: set[int] = set()
    ranges = []
    for word in re.split(r"[,\s]+", text.strip()):
        match = _RANGE.fullmatch(word)
        if match is None:
            days.add(day_called(word))
            continue
        try:
            first, last = date.fromisoformat(match[1]), date.fromisoformat(match[2] or match[1])
        except ValueError:
            raise ValueError(f"there is no such day as {word}") from None
        if last < first or (last - first).days > 366:
            raise ValueError(f"{word} does not end within a year of its beginning")
        ranges.append((first, last))
    if len(days) == len(DAYS):
        raise ValueError("some day of the week must be left")
    return frozenset(days), tuple(ranges)


def _first_day(calendar: Calendar, earliest: datetime, at: time) -> datetime:
    return _first_slot(calendar, earliest, [Slot(day, at) for day in range(7)])


def _first_slot(calendar: Calendar, earliest: datetime, slots: Sequence[Slot]) -> datetime:
    """Return the first instant at or after `earliest` that is one of the slots, on a day that is not off."""
    day = earliest.astimezone(calendar.zone).date()
    for _ in range(HORIZON_DAYS):
        for slot in slots:
            instant = calendar.instant(day, slot.at)
            if slot.day == day.weekday() and instant >= earliest and not calendar.is_off(day):
                return instant
        day += timedelta(days=1)
    raise ValueError("no day is left that is not off")


def aligned(calendar: Calendar, earliest: datetime) -> datetime:
    """Return the first instant at or after `earliest` at which this calendar puts a deadline."""
    if calendar.slots:
        return _first_slot(calendar, earliest, calendar.slots)
    if calendar.at is not None:
        return _first_day(calendar, earliest, calendar.at)
    local = earliest.astimezone(calendar.zone)
    if calendar.is_off(local.date()):
        return _first_day(calendar, earliest, local.time())
    return earliest


def clear_of(calendar: Calendar, deadline: datetime, away: Sequence[Away]) -> datetime:
    """Return the deadline, or the first later one in nobody's absence. Without an hour of the calendar it keeps its
    own: nobody shall come home to a deadline.
    """
    hour = None if calendar.at or calendar.slots else deadline.astimezone(calendar.zone).time()
    moved = True
    while moved:
        moved = False
        for each in away:
            if each.begins <= deadline < each.ends:
                behind = aligned(calendar, each.ends)
                deadline = behind if hour is None else _first_day(calendar, behind, hour)
                moved = True
    return deadline


def wall_clock(calendar: Calendar, deadline: datetime, length: str) -> str | None:
    """Return this deadline on the wall clock, `2026-11-27T20:00:00 Europe/Berlin`; None after a length in hours."""
    if calendar.slots or calendar.at is not None or in_days(length):
        return wall_in(deadline, calendar.zone.key)
    return None


def wall_in(instant: datetime, zone: str) -> str | None:
    """The same for any zone. None for the second of two hours that a change of clocks makes alike."""
    local = instant.astimezone(ZoneInfo(zone))
    return None if local.fold else f"{local.replace(tzinfo=None).isoformat()} {zone}"


def instant_on(wall: str) -> datetime:
    """The instant at which that wall clock shows that, by the rules of its zone as they are known now."""
    shown, _, zone = wall.partition(" ")
    return datetime.fromisoformat(shown).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def deadline_of(calendar: Calendar, opened: datetime, length: str, away: Sequence[Away] = ()) -> datetime:
    """Return when a phase that opens now is due: by the calendar's slots or, without any, by its length (`3d`)."""
    opened = opened.astimezone(UTC)  # sums of other aware times are those of their wall clocks
    if calendar.slots:
        due = _first_slot(calendar, opened + calendar.notice, calendar.slots)
    else:
        due = later(opened, length, calendar.zone)
        if calendar.at is not None:
            due = max(opened, due - min((due - opened) / SLACK_PART, SLACK))
        due = aligned(calendar, due)
    return clear_of(calendar, due, away)
