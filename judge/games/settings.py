"""The judge's own options of a game (the rule system has others): its calendar, its patience, its press, its doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from judge.games.calendar import (
    SHORTEST,
    Calendar,
    day_called,
    read_duration,
    read_off,
    read_slots,
    read_time,
    read_zone,
)
from judge.rules.game import AnySystem
from judge.rules.values import Option, Phase, options_in

NEVER = timedelta(0)
MOST_REMINDERS = 4
NO_WORDS = ("no", "never", "none", "0", "off")

JUDGES = options_in(Path(__file__).with_name("settings.toml"))
_NAMED = {option.name: option for option in JUDGES}
TITLE = _NAMED["title"]
ZONE = _NAMED["zone"]
SCHEDULE = _NAMED["schedule"]
AT = _NAMED["at"]
OFF = _NAMED["off"]
NOTICE = _NAMED["notice"]
REMIND = _NAMED["remind"]
LATE = _NAMED["late"]
GRACE = _NAMED["grace"]
ABANDON = _NAMED["abandon"]
MISSES = _NAMED["misses"]
LOST = _NAMED["lost"]
EARLY = _NAMED["early"]
HURRY = _NAMED["hurry"]
ABSENCE = _NAMED["absence"]
TAKEOVER = _NAMED["takeover"]
OBSERVERS = _NAMED["observers"]
WORD = _NAMED["word"]
DECISIONS = _NAMED["decisions"]
RELIABLE = _NAMED["reliable"]
NEWCOMERS = _NAMED["newcomers"]
RATED = _NAMED["rated"]
PRESS = _NAMED["press"]
PSEUDONYMS = _NAMED["pseudonyms"]
PAPER = _NAMED["paper"]
RESULTS = _NAMED["results"]
INHERIT = _NAMED["inherit"]
BECOME = _NAMED["become"]

CALENDAR = frozenset(option.name for option in (ZONE, SCHEDULE, AT, OFF, NOTICE))
"""Options by which deadlines are set, beside the lengths: of phases that are yet to begin."""
SECRET = frozenset({WORD.name})
"""Options whose value is for the GameMaster alone."""


def judges_options(system: AnySystem) -> dict[str, Option]:
    """Name -> option, the lengths of this system's kinds of phase included."""
    about = "How long each phase lasts ({}), such as 3d, 36h or 90m."
    lengths = [Option(kind, "text", f"{hours}h", about.format(kind)) for kind, hours in system.lengths.items()]
    return {option.name: option for option in (*lengths, *JUDGES)}


def _durations(text: str) -> list[timedelta]:
    return [read_duration(part) for part in text.replace(",", " ").split()]


def _lasting(least: timedelta, why: str) -> Callable[[str], None]:
    def check(text: str) -> None:
        if read_duration(text) < least:
            raise ValueError(why)

    return check


def _reminders(text: str) -> None:
    if len(_durations(text)) > MOST_REMINDERS:
        raise ValueError(f"Players are reminded {MOST_REMINDERS} times of a deadline at most")


_length = _lasting(SHORTEST, "A phase lasts 5 minutes at least")
_CHECKS: Mapping[str, Callable[[str], object]] = {
    SCHEDULE.name: read_slots,
    AT.name: read_time,
    OFF.name: read_off,
    REMIND.name: _reminders,
    LATE.name: _lasting(timedelta(hours=1), "Late players are told again after an hour at the earliest"),
    **{option.name: read_duration for option in (NOTICE, GRACE, ABANDON, EARLY)},
}


def parse_setting(option: Option, text: str) -> Any:
    """The value as it is kept. ValueError says what would have been right."""
    if option.kind != "text":
        return option.parse(text)
    if option.name == TITLE.name:
        return str(option.parse(text))[:120]
    if option.name == WORD.name:
        return "" if text.strip().lower() in NO_WORDS else " ".join(text.split())[:40]
    if option.name == ZONE.name:
        return read_zone(text).key
    if option.name in _CHECKS and text.strip().lower() in NO_WORDS:
        return "no"
    if option.name not in _CHECKS and is_weekly(text):
        read_slots(text)
        return " ".join(text.upper().split())
    _CHECKS.get(option.name, _length)(text)
    return " ".join(text.split())


def is_weekly(text: str) -> bool:
    """Does a phase that lasts so last to a weekly deadline, `MON 12:00 GMT`, rather than for some time?"""
    try:
        day_called(text.replace(",", " ").split()[0])
    except (IndexError, ValueError):
        return False
    return True


def value_of(settings: Mapping[str, Any], option: Option) -> Any:
    return settings.get(option.name, option.default)


def duration_of(settings: Mapping[str, Any], option: Option) -> timedelta:
    """The option's length of time; NEVER for no."""
    text = str(value_of(settings, option))
    return NEVER if text == "no" else read_duration(text)


def length_of(settings: Mapping[str, Any], phase: Phase) -> str:
    """How long this phase lasts in this game, as it is written: days keep the hour of the wall clock."""
    usual = f"{phase.hours}h"
    own = str(settings.get(phase.kind, usual))
    return usual if is_weekly(own) else own


def calendars_of(settings: Mapping[str, Any]) -> list[Calendar]:
    """The game's calendar, and that of each kind of phase that has weekly deadlines of its own."""
    weekly = [str(value) for name, value in settings.items() if name not in _NAMED and is_weekly(str(value))]
    return [calendar_of(settings), *(_calendar(settings, schedule) for schedule in weekly)]


def calendar_of(settings: Mapping[str, Any], phase: Phase | None = None) -> Calendar:
    """Return the game's calendar, or this phase's: without slots if its kind has a length of its own."""
    own = str(settings.get(phase.kind, "")) if phase is not None else ""
    calendar = _calendar(settings, own if is_weekly(own) else str(value_of(settings, SCHEDULE)))
    return replace(calendar, slots=()) if own and not is_weekly(own) else calendar


def _calendar(settings: Mapping[str, Any], schedule: str) -> Calendar:
    calendar = Calendar(read_zone(str(value_of(settings, ZONE))), notice=duration_of(settings, NOTICE))
    if schedule != "no":
        slots, zone = read_slots(schedule)
        calendar = replace(calendar, slots=slots, zone=zone or calendar.zone)
    if (at := value_of(settings, AT)) != "no":
        calendar = replace(calendar, at=read_time(at))
    if (off := value_of(settings, OFF)) != "no":
        days, dates = read_off(off)
        calendar = replace(calendar, off_days=days, off_dates=dates)
    return calendar


def reminders_of(settings: Mapping[str, Any], hours: int) -> list[timedelta]:
    """How long before the deadline to remind, the first reminder first; `hours` is the host's usual."""
    if REMIND.name not in settings:
        return [timedelta(hours=hours)] if hours else []
    text = str(settings[REMIND.name])
    return [] if text == "no" else sorted(_durations(text), reverse=True)
