"""How fast a game is played and how people may write in it, in words for who thinks of joining."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from judge.games.instants import read_duration
from judge.games.settings import AT, PRESS, PSEUDONYMS, SCHEDULE, is_weekly, value_of
from judge.letters.columns import counted
from judge.rules.words.prose import listed

_PRESS = {
    "white": "signed press",
    "grey": "unsigned press",
    "choice": "press, signed or not",
    "public": "open letters to all",
    "none": "no press",
}


def in_words(length: timedelta) -> str:
    """`3 days`, `36 hours`, `90 minutes`: the largest unit that divides it."""
    minutes = int(length.total_seconds() // 60)
    for unit, size in (("day", 1440), ("hour", 60)):
        if minutes % size == 0:
            return counted(minutes // size, unit)
    return counted(minutes, "minute")


def pace_in_words(lengths: Mapping[str, int], settings: Mapping[str, Any]) -> str:
    """`movement 7 days, retreats and adjustments 3 days`, or `deadlines on MON,THU 12:00 GMT`. `lengths`: the kinds of
    phase of the game's rules and their usual hours.
    """
    schedule = str(value_of(settings, SCHEDULE))
    kinds: dict[str, list[str]] = {}
    for kind, hours in lengths.items():
        own = str(settings.get(kind, "" if schedule != "no" else f"{hours}h"))
        if own:
            kinds.setdefault(f"on {own}" if is_weekly(own) else in_words(read_duration(own)), []).append(kind)
    if schedule == "no" and len(kinds) == 1:
        said = [f"a phase in {next(iter(kinds))}" if not next(iter(kinds)).startswith("on ") else next(iter(kinds))]
    else:
        said = [f"{listed(some)} {length}" for length, some in kinds.items()]
    if schedule != "no":
        said.insert(0, f"deadlines on {schedule}")
    if (at := value_of(settings, AT)) != "no":
        said.append(f"due at {at}")
    return ", ".join(said)


def press_in_words(settings: Mapping[str, Any]) -> str:
    """`signed press`, `no press`, and whether there are pseudonyms."""
    press = _PRESS[str(value_of(settings, PRESS))]
    return f"{press}, pseudonyms" if value_of(settings, PSEUDONYMS) and press != "no press" else press
