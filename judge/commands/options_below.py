"""The options below a CREATE as people write them: in a list, a flag by its name alone, and a letter around them: a
greeting and a sentence above, thanks, a name and a signature below.

A line sets an option if it begins with the name of one, or nearly so, or sounds like a setting (`turns 72h`): if that
cannot be read, it is told and no game is made. All else is talk and passed over. Its writer reads what was, but for
greetings, thanks and names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from judge.commands.command import Line, commands
from judge.games.calendar import read_duration
from judge.games.settings import TITLE, WORD, is_weekly
from judge.mail.text.quotations import DEVICE_LINE
from judge.mail.values import TextLine
from judge.play.options import is_value, near_options, options_by_name
from judge.reading.talk import LONGEST, greets, signs_off, without_courtesies
from judge.rules.problems import Problem, Refused
from judge.rules.registry import systems

_BULLET = re.compile(r"\s*(?:[-–—*•]|\d{1,2}[.)])\s+")
_OPTION = re.compile(r"\s*(?:SET\s+)?([A-Za-z_-]+)(?:\s*[:=]\s*|\s+)(.*)", re.IGNORECASE | re.DOTALL)
_FIRST_WORD = re.compile(r"\s*(?:SET\s+)?([^\W\d]+(?:[-_][^\W\d]+)*)", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_ALONE = re.compile(r"\s*([^\W\d_]+)[.,!]?\s*")
_COMMENT = re.compile(r"(?<!\S)//.*")
_SENTENCE = 4
"""Words from which on a line may be a sentence."""
_MOST_THANKS = 8
"""Words of a line of thanks, at most; `thanks for making it blind` is told."""
_SIGNS = ".,:;!?()"
_NAME = re.compile(r"[^\W\d_]+(?:['\u2019.-][^\W\d_]+)*\.?")
_MOST_NAMES, _SHORT = 4, 3
FREE = frozenset((TITLE.name, WORD.name))
"""Options that are any words, `title To the death`: thanks behind them may belong to them."""
_HOW = "Write one option on each line, a name and a value:  movement 72h"


class Options(NamedTuple):
    """`chosen`: line, name and value of each, as they were written; `passed_over`: words beside them that set none."""

    chosen: tuple[tuple[int, str, str], ...]
    passed_over: tuple[str, ...]


class _Is(Enum):
    OPTION = auto()
    COURTESY = auto()
    TALK = auto()


def options_below(line: Line, system: str) -> Options:
    """The options of a game by these rules; raises Refused at a line that is none."""
    chosen: list[tuple[int, str, str]] = []
    passed_over: list[str] = []
    for below, kind in _told_apart(line.block, system):
        if kind is _Is.OPTION:
            chosen.append(_option_on(below, system))
        elif kind is _Is.TALK:
            passed_over.append(below.text.strip())
    return Options(tuple(chosen), tuple(passed_over))


def option_in(text: str, number: int, system: str) -> tuple[int, str, str] | None:
    """Line, name and value of the option that this text sets; None where it does not look like one."""
    text = _bare(text)
    if alone := _ALONE.fullmatch(text):
        option = options_by_name(system).get(alone[1].lower())
        return (number, option.name, "yes") if option is not None and option.kind == "flag" else None
    match = _OPTION.fullmatch(text)
    if match is None:
        return None
    name, value = match[1].lower(), match[2].strip()
    return number, name, value if name in FREE else without_courtesies(value)


def each_option(text: str, system: str) -> tuple[str, ...]:
    """`early 1h, hurry yes` -> `early 1h` and `hurry yes`: several options on a line, where each part begins with the
    name of one; else the text as it is.
    """
    if len(text) > LONGEST:
        return (text,)
    parts = [part.strip() for part in _BETWEEN.split(_bare(text)) if part.strip()]
    firsts = [found[1].lower() if (found := _FIRST_WORD.match(part)) else "" for part in parts]
    whole = len(parts) > 1 and firsts[0] not in FREE and all(_names_option(system, first) for first in firsts)
    return tuple(parts) if whole else (text,)


def begins_a_command(text: str) -> bool:
    """Does another command stand on this line, in capitals or alone, or with an address behind it? No game has an
    option of that name.
    """
    found = _FIRST_WORD.match(text)
    word = found[1] if found else ""
    if word.upper() not in commands() or text.split(maxsplit=1)[0].upper() == "SET":
        return False
    if any(_names_option(name, word) for name in systems()):
        return False
    return word.isupper() or text.strip() == word or "@" in text


def _bare(text: str) -> str:
    return _COMMENT.sub("", _BULLET.sub("", text, count=1)).strip()


def _option_on(below: TextLine, system: str) -> tuple[int, str, str]:
    found = option_in(below.text, below.number, system)
    if found is not None and (_begins_option(system, found[1]) or len(below.text.split()) < _SENTENCE):
        return found
    # `each phase lasts 72 hours` is told how that is set.
    if found is not None and (_is_weekly(below.text) or _lasts(below.text)):
        return found[0], found[1], found[2] if _is_weekly(below.text) else _lasts(below.text)
    raise Refused(Problem("create/option", f"{below.text.strip()[:60]!r} is not an option.", below.number, _HOW))


def _told_apart(block: tuple[TextLine, ...], system: str) -> Iterator[tuple[TextLine, _Is]]:
    """What each line is. Below thanks or a name stands a signature, whatever is in it."""
    signed = begun = False
    for below in (TextLine(line.number, part) for line in block for part in each_option(line.text, system)):
        text = _bare(below.text[:LONGEST])
        if not any(map(str.isalnum, text)) or text.split(maxsplit=1)[0].strip(":").upper() == "KEY":
            continue
        kind = _kind(text, system, signed=signed)
        begun = begun or kind is _Is.OPTION
        signed = signed or signs_off(text) or (begun and kind is _Is.TALK and _is_name(text))
        yield below, kind


def _kind(text: str, system: str, *, signed: bool) -> _Is:
    if _may_set(text, system):
        return _Is.OPTION
    words = text.split()
    if greets(text) or signs_off(text) or DEVICE_LINE.match(text) or (signed and _is_name(text)):
        is_idle = len(words) <= _MOST_THANKS and not any(_names_option(system, word.strip(_SIGNS)) for word in words)
        return _Is.COURTESY if is_idle else _Is.TALK
    if _is_name(text) and words[0].upper() not in commands():
        return _Is.TALK
    if "=" in text and "://" not in text:
        return _Is.OPTION
    foreign = not re.search(r"[A-Za-z]", text)
    return _Is.TALK if signed or foreign or text.endswith(":") or len(words) >= _SENTENCE else _Is.OPTION


def _is_name(text: str) -> bool:
    """Is it a few words with capitals, or one word alone: `Gus van der Berg`, `-- J. Smith`?"""
    words = _NAME.findall(text)
    if any(map(str.isdigit, text)) or any(sign in text for sign in "=:@/") or len(words) > _MOST_NAMES:
        return False
    capitals = [word[0].isupper() or (word.islower() and len(word) <= _SHORT) for word in words]
    return len(words) == 1 or (all(capitals) and words[0][0].isupper() and words[-1][0].isupper())


def _may_set(text: str, system: str) -> bool:
    """Does it begin with an option's name, or nearly so, or say what only an option would?"""
    first = _FIRST_WORD.match(text)
    if first and _begins_option(system, first[1]):
        return True
    if text.endswith(":"):  # a heading
        return False
    if _lasts(text) or _is_weekly(text):
        return True
    words = text.split()
    is_command = first is not None and first[1].upper() in commands()
    return len(words) < _SENTENCE and (is_command or is_value(system, " ".join(words[1:])))


def _begins_option(system: str, word: str) -> bool:
    """Is it nearly an option's name, or the first word of one (`spring campaign`)?"""
    return _names_option(system, word) or bool(near_options(system, word))


def _names_option(system: str, word: str) -> bool:
    return any(word.lower() in (name, name.partition(" ")[0]) for name in options_by_name(system))


def _is_weekly(text: str) -> bool:
    """Does the line name days of the week, and the hour?"""
    return any(map(is_weekly, text.split())) and any(map(str.isdigit, text))


def _lasts(text: str) -> str:
    """The length of time that the line says; empty if none."""
    words = [word.strip(".,;!()") for word in text.split()]
    for length in (*words, *map(" ".join, pairwise(words))):
        with suppress(ValueError):
            read_duration(length)
            return length
    return ""
