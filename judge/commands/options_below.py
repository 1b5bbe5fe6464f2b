"""The options below a CREATE as people write them: in a list, a flag by its name alone, thanks and a name below all."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.commands.command import Line, commands
from judge.lifecycle.options import near_options, option_called
from judge.mail.values import TextLine
from judge.rules.problems import Problem, Refused

_BULLET = re.compile(r"\s*(?:[-–—*•]|\d{1,2}[.)])\s+")
_OPTION = re.compile(r"\s*(?:SET\s+)?([A-Za-z_-]+)\s*[:=]?\s+(.*)", re.IGNORECASE | re.DOTALL)
_FIRST_WORD = re.compile(r"\s*(?:SET\s+)?([^\W\d]+(?:[-_][^\W\d]+)*)", re.IGNORECASE)
_LONGEST_TALK = 20
"""Lines of last words: who writes more is no GameMaster who says goodbye."""
_LONGEST_NAME = 3
"""Words; more on a line without a number are a sentence."""
_ALONE = re.compile(r"\s*([^\W\d_]+)[.,!]?\s*")
_SIGNS_OFF = re.compile(
    r"""\s*(?:(?:many|best|with|kind|warm|viele|mit|bien|un|med)\s+)?
    (?:thank(?:s|\s+you)|thx|cheers|best|(?:kind\s+|warm\s+)?regards|wishes|yours|sincerely|greetings|bye|ciao|danke
    |(?:liebe\s+|freundlichen\s+)?gr(?:ü|ue)(?:ß|ss)en?|merci|cordialement|saludos|gracias|grazie|saluti|obrigad[oa]
    |abraço|bedankt|groet(?:en|jes)?|tack|takk|hilsen|pozdrawiam|dziękuję|sent\s+from)\b[^\d=]*""",
    re.IGNORECASE | re.VERBOSE,
)


class Options(NamedTuple):
    """`chosen`: line, name and value of each, as they were written; `passed_over`: words below them that set none."""

    chosen: tuple[tuple[int, str, str], ...]
    passed_over: tuple[str, ...]


def options_below(line: Line, system: str) -> Options:
    """The options of a game by these rules; raises Refused at a line that is none."""
    lines, passed_over = _without_talk(line, system)
    return Options(tuple(_option_on(below, system) for below in lines), passed_over)


def option_in(text: str, number: int, system: str) -> tuple[int, str, str] | None:
    """Line, name and value of the option that this text sets; None where it does not look like one."""
    text = _BULLET.sub("", text, count=1)
    if alone := _ALONE.fullmatch(text):
        option = option_called(system, alone[1].lower())
        return (number, option.name, "yes") if option is not None and option.kind == "flag" else None
    match = _OPTION.fullmatch(text)
    return (number, match[1].lower(), match[2].strip()) if match else None


def _option_on(below: TextLine, system: str) -> tuple[int, str, str]:
    found = option_in(below.text, below.number, system)
    if found is None:
        hint = "Write one option on each line, a name and a value:  movement 72h"
        raise Refused(Problem("create/option", f"{below.text.strip()[:60]!r} is not an option.", below.number, hint))
    return found


def _without_talk(line: Line, system: str) -> tuple[tuple[TextLine, ...], tuple[str, ...]]:
    """The lines that say something; where no END CREATE stands below them, without their writer's last words, thanks
    and name. And what of these comes before the thanks, as it was written.
    """
    said = tuple(below for below in line.block if below.text.strip())
    end = len(said)
    while line.is_open and end > max(0, len(said) - _LONGEST_TALK) and _is_talk(said[end - 1].text, system):
        end -= 1
    talk = [below.text.strip() for below in said[end:]]
    thanks = next((place for place, text in enumerate(talk) if _SIGNS_OFF.fullmatch(text)), len(talk))
    return said[:end], tuple(talk[:thanks])


def _is_talk(text: str, system: str) -> bool:
    """Thanks, a name, or a sentence; nothing that begins with an option, or nearly with one."""
    found = _FIRST_WORD.match(text)
    if found is None or any(map(str.isdigit, text)) or "=" in text:
        return False
    if option_called(system, found[1].lower()) or near_options(system, found[1]) or found[1].upper() in commands():
        return False
    words = text.split()
    is_name = len(words) == 1 or (len(words) <= _LONGEST_NAME and all(word[0].isupper() for word in words))
    return is_name or len(words) > _LONGEST_NAME or _SIGNS_OFF.fullmatch(text) is not None
