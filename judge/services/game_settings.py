"""The judge's own options of a game (the rule system has others): lengths of phases, reminders."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from judge.commands.instants import read_duration
from judge.rules.system import Option, Phase, RuleSystem

NEVER = timedelta(0)

REMIND = Option(
    "remind", "text", "24h", "How long before a deadline those who have not written are reminded; no: never."
)
GRACE = Option(
    "grace",
    "text",
    "no",
    "How long after the deadline the judge waits before defaults stand in (where they do); no: not at all.",
)
TITLE = Option("title", "text", "", "What the game is called in its mails.")


def length_option(kind: str, hours: int) -> Option:
    return Option(kind, "text", f"{hours}h", f"How long a phase of {kind} lasts, such as 3d, 36h or 90m.")


def judges_options(system: RuleSystem) -> dict[str, Option]:
    """Name -> option, the lengths of this system's kinds of phase included."""
    lengths = [length_option(kind, hours) for kind, hours in system.lengths.items()]
    return {option.name: option for option in (*lengths, REMIND, GRACE, TITLE)}


def parse_setting(option: Option, text: str) -> str:
    """The value as it is kept. ValueError says what would have been right."""
    if option.name == TITLE.name:
        return str(option.parse(text))[:120]
    if option.name in (REMIND.name, GRACE.name) and text.strip().lower() in ("no", "never", "none", "0"):
        return "no"
    read_duration(text)
    return " ".join(text.split())


def _duration(text: str) -> timedelta:
    return NEVER if text == "no" else read_duration(text)


def length_of(settings: Mapping[str, Any], phase: Phase) -> timedelta:
    """How long this phase lasts in this game."""
    return read_duration(str(settings[phase.kind])) if phase.kind in settings else timedelta(hours=phase.hours)


def reminder_of(settings: Mapping[str, Any], hours: int) -> timedelta:
    """How long before the deadline to remind; `hours` is the host's usual."""
    return _duration(str(settings[REMIND.name])) if REMIND.name in settings else timedelta(hours=hours)


def grace_of(settings: Mapping[str, Any]) -> timedelta:
    return _duration(str(settings.get(GRACE.name, GRACE.default)))
