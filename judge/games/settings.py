"""The judge's own options of a game (the rule system has others): its calendar, its patience, its press, its doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
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
from judge.rules.values import Option, Phase

NEVER = timedelta(0)
MOST_REMINDERS = 4
NO_WORDS = ("no", "never", "none", "0", "off")

TITLE = Option("title", "text", "", "What the game is called in its mails.")
ZONE = Option("zone", "text", "UTC", "The time zone of the game's own times and days, such as Europe/Berlin.")
SCHEDULE = Option(
    "schedule",
    "text",
    "no",
    "Weekly deadlines, such as MON,THU 12:00 GMT, for each kind of phase that has no length of its own.",
)
AT = Option("at", "text", "no", "The hour of every deadline, such as 20:00. A phase may be a quarter shorter for it.")
OFF = Option("off", "text", "no", "Days without deadlines, such as SAT SUN 2026-12-24..2027-01-02.")
NOTICE = Option("notice", "text", "12h", "The least time between the opening of a phase and its scheduled deadline.")
REMIND = Option(
    "remind",
    "text",
    "24h",
    "How long before a deadline players who have not written are reminded: 24h, or 48h 6h; or no.",
)
LATE = Option("late", "text", "24h", "How often late players are told again that the game waits for them; or no.")
GRACE = Option(
    "grace",
    "text",
    "no",
    "How long after the deadline the judge waits before defaults replace missing orders (where they do); no: not at "
    "all.",
)
ABANDON = Option(
    "abandon",
    "text",
    "no",
    "How late a player may be before they lose their seat, where the game waits for missing orders; or no.",
)
MISSES = Option(
    "misses",
    "int",
    0,
    "After how many phases in a row without orders a player loses their seat, where defaults replace them; 0: never.",
    least=0,
    most=20,
)
LOST = Option(
    "lost",
    "choice",
    "open",
    "What becomes of a seat that is lost in this way (abandon, misses). open: somebody may TAKEOVER, and a phase "
    "that is due waits for that; dummy: it becomes a dummy; computer: a program plays it until somebody does. "
    "Unless it is open, the game goes on.",
    ("open", "dummy", "computer"),
)
EARLY = Option(
    "early",
    "text",
    "no",
    "How long after everybody has written, if nobody WAITs, a phase is adjudicated before its deadline; or no.",
)
HURRY = Option(
    "hurry", "flag", False, "Whether the GameMaster may end a phase before its deadline when somebody has not written."
)
ABSENCE = Option("absence", "int", 28, "How many days of ABSENCE a player may take within a year.", least=0, most=365)
TAKEOVER = Option("takeover", "flag", True, "Whether anybody may TAKEOVER a seat whose player has left.")
OBSERVERS = Option("observers", "flag", True, "Whether others may OBSERVE the game.")
WORD = Option("word", "text", "", "The word that players who are not invited need to JOIN; empty: open to all.")
DECISIONS = Option(
    "decisions",
    "flag",
    False,
    "Whether the players may VOTE among themselves for more time, a pause, or a new player.",
)
RELIABLE = Option(
    "reliable",
    "int",
    0,
    "The least reliability, in percent, of players who JOIN or TAKEOVER, once they are not new.",
    least=0,
    most=100,
)
NEWCOMERS = Option("newcomers", "int", 60, "How many players who are new here may JOIN.", least=0, most=60)
RATED = Option(
    "rated",
    "flag",
    False,
    "Whether the game counts for ratings. Its players must want to be rated, and be no longer new.",
)
PRESS = Option(
    "press",
    "choice",
    "white",
    "Who signs press. white: the seat; grey: nobody; choice: as the writer likes; public: the seat, and all read it; "
    "none: there is no press.",
    ("white", "grey", "choice", "public", "none"),
)
PSEUDONYMS = Option("pseudonyms", "flag", False, "Whether players may write press under a PSEUDONYM.")
PAPER = Option("paper", "flag", True, "Whether the game has a newspaper for players' ARTICLEs.")
RESULTS = Option(
    "results",
    "choice",
    "at once",
    "Whether results go out at once, or are held until the GameMaster writes PUBLISH. The GameMaster is mailed a "
    "preview.",
    ("at once", "held"),
)
INHERIT = Option(
    "inherit", "flag", False, "Whether a player who takes over a seat is mailed the press that came to it before."
)
BECOME = Option("become", "flag", False, "Whether the GameMaster may file one set of orders for a player, who is told.")

JUDGES = (
    TITLE, ZONE, SCHEDULE, AT, OFF, NOTICE, REMIND, LATE, GRACE, ABANDON, MISSES, LOST, EARLY, HURRY, ABSENCE, TAKEOVER,
    OBSERVERS, WORD, RELIABLE, NEWCOMERS, RATED, DECISIONS, PRESS, PSEUDONYMS, PAPER, INHERIT, RESULTS, BECOME,
)  # fmt: skip
_JUDGES_OWN = frozenset(option.name for option in JUDGES)
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
    weekly = [str(value) for name, value in settings.items() if name not in _JUDGES_OWN and is_weekly(str(value))]
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
