"""What a keyboard or a mail program did to a line that nothing could be made of: for hints, never to act upon."""

from __future__ import annotations

import re
from functools import cache

from judge.rules.words.lines import beginnings

# Letters of the Cyrillic and Greek alphabets that look like those of orders.
_ALIKE = re.compile("[АВЕЅІЈКМНОРСТУХасеіјорѕухΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]")
_LETTER = re.compile(r"[^\W\d_]")
_LISTED = re.compile(r"\s*(\d{1,3}[.)]|[*+•])\s+\S")
_BRACKETS = re.compile(r"\w[\s.]*\([^()]*[^\W\d_]{3}[^()]*\)[\s.!]*\Z")
_GOES_ON = re.compile(r"\s*(?:[|+]|-+>?\s)")


@cache
def _several() -> re.Pattern[str]:
    """An order behind another one: behind a semicolon, or behind a comma if it begins as orders do, with a number and a
    sign, or with a letter (a whole word may stand in a sentence, unless it is the word that the line begins with).
    """
    letters = "|".join(re.escape(each) for each in beginnings() if len(each) == 1) or "(?!)"
    again = r"\A\W*+([A-Z]{3,}+)\s.*,\s*+(?:and\s++)?\1\s"
    return re.compile(rf"{again}|[A-Za-z][\s.]*(?:;\s*\w|,\s*(?:\d+\s*[:!>@&]|(?i:{letters})\s+\w))")


def slip_in(text: str) -> str:
    """What to do about a line that could not be read, if its looks tell; else nothing."""
    alike = _ALIKE.search(text)
    if alike and all(each[0].isascii() or _ALIKE.match(each[0]) for each in _LETTER.finditer(text)):
        return (
            f"The {alike[0]} in it belongs to another alphabet and only looks Latin. Type the line again in "
            "Latin letters."
        )
    listed = _LISTED.match(text)
    if listed:
        return f"If {listed[1]} only numbers or marks the line of a list, leave it out."
    if _GOES_ON.match(text):
        mark = "If the dash only marks the line of a list, leave it out. " if text.lstrip()[0] == "-" else ""
        return f"{mark}If this belongs to the line above, I read that line without it. Write both as one line."
    if _several().search(text):
        return "Write each order on a line of its own."
    return "If the words in brackets are a remark, put // before them." if _BRACKETS.search(text) else ""
