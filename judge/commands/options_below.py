"""The options below a CREATE as people write them: in a list, a flag by its name alone, thanks and a name below all."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.commands.command import Line, commands
from judge.lifecycle.options import option_called
from judge.mail.values import TextLine
from judge.rules.problems import Problem, Refused

_BULLET = re.compile(r"\s*(?:[-–—*•]|\d{1,2}[.)])\s+")
_OPTION = re.compile(r"\s*(?:SET\s+)?([A-Za-z_-]+)\s*[:=]?\s+(.*)", re.IGNORECASE | re.DOTALL)
_FIRST_WORD = re.compile(r"\s*(?:SET\s+)?([A-Za-z_-]+)", re.IGNORECASE)
_ALONE = re.compile(r"\s*([^\W\d_]+)[.,!]?\s*")
_SIGNS_OFF = re.compile(
    r"""\s*(?:(?:many|best|with|kind|warm|viele|mit|bien|un|med)\s+)?
    (?:thank(?:s|\s+you)|thx|cheers|best|(?:kind\s+|warm\s+)?regards|wishes|yours|sincerely|greetings|bye|ciao|danke
    |(?:liebe\s+|freundlichen\s+)?gr(?:ü|ue)(?:ß|ss)en?|merci|cordialement|saludos|gracias|grazie|saluti|obrigad[oa]
    |abraço|bedankt|groet(?:en|jes)?|tack|takk|hilsen|pozdrawiam|dziękuję|sent\s+from)\b[^\d=]*""",
    re.IGNORECASE | re.VERBOSE,
)


class Options(NamedTuple):
    """`chosen`: line, name and value of each, as they were written; `signed`: the word that was taken for a name."""

    chosen: tuple[tuple[int, str, str], ...]
    signed: str


def options_below(line: Line, system: str) -> Options:
    """The options of a game by these rules; raises Refused at a line that is none."""
    lines, signed = _without_sign_off(line, system)
    return Options(tuple(_option_on(below, system) for below in lines), signed)


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


def _without_sign_off(line: Line, system: str) -> tuple[tuple[TextLine, ...], str]:
    """The lines that say something; where no END CREATE stands below them, without their writer's thanks and name. And
    a word that stands there alone, if there is one: it can hardly be anything but a name.
    """
    said = tuple(below for below in line.block if below.text.strip())
    for place, below in enumerate(said if line.is_open else ()):
        name = _ALONE.fullmatch(below.text) if place == len(said) - 1 else None
        signed = name[1] if name and name[1].upper() not in commands() else ""
        if signed or _SIGNS_OFF.fullmatch(below.text):
            named = (_FIRST_WORD.match(each.text) for each in said[place:])
            if not any(match and option_called(system, match[1].lower()) for match in named):
                return said[:place], signed
    return said, ""
