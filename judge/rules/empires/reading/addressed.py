"""To whom a MESSAGE goes: to all or to one country, and not to two that one line names."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST_MESSAGE = 1000
_FURTHER = re.compile(
    r"\s*+MESSAGE\s++(?:TO\s++)?\w+\s*+(?:[:,]\s*+)?(?:,\s*+(?:AND\s++)?|\bAND\s++|[&+]\s*+)(\w+)\b(.*)",
    re.IGNORECASE | re.DOTALL,
)
_UNFINISHED = re.compile(r"(?:AND|[\s,:&+])*", re.IGNORECASE)


def message_fault(line: str, to: str, text: str, country: str, countries: Sequence[str]) -> tuple[str, str, str]:
    """Why this country's line sends no message: code, message and hint; all empty where it does."""
    if to != "ALL" and to not in countries:
        hint = f"Write MESSAGE ALL, or MESSAGE and one of {', '.join(countries)}."
        return "no-such-country", f"there is no country {to[:20]}", hint
    if to != "ALL" and (other := _further_country(line, [each for each in countries if each != country])):
        hint = f"Write a line for each: MESSAGE {to} … and MESSAGE {other} …"
        return "two-readers", "a message goes to all or to one country", hint
    if _UNFINISHED.fullmatch(text):
        return "no-words", "this message has no words", f"For example: MESSAGE {to} Thank you."
    if len(text) > LONGEST_MESSAGE:
        return "too-much-said", f"a message has at most {LONGEST_MESSAGE} letters", ""
    return "", "", ""


def _further_country(line: str, others: Sequence[str]) -> str:
    """The second of these countries that a message names as its reader, empty where there is none.

    SO, NO and WE are words as well. A code is written in capitals, and not all else is: `EA, so what?` and
    `EA, NO DEAL` go to one country. `EA, SO` could be either, and nothing is sent that was perhaps not meant.
    """
    match = _FURTHER.fullmatch(line)
    if match is None or match[1] not in others:
        return ""
    rest = match[2].strip(" .!")
    return match[1] if not rest or rest.startswith(":") or re.search("[a-z]", rest) else ""
