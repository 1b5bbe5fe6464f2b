"""What a line is dressed with: the bullet of a list, the stars of what was bold, `PS:` before an afterthought."""

from __future__ import annotations

import re
from functools import cache

from judge.rules.words.lines import beginnings

_BOLD = re.compile(r"\s*\*(\S.*[^\s*])\*\s*")  # what is copied from a mail in HTML, as plain text


@cache
def _bullet() -> re.Pattern[str]:
    """Lists as mail programs write them in plain text, or their correctors; by hand only before a number or the
    beginning of an order, since an order that was broken in two goes on with a dash too.
    """
    words = "|".join(map(re.escape, beginnings())) or "(?!)"
    return re.compile(
        rf" {{2,}}[-*] +(?=\S)| *[-–—] +(?=[$€£]?\d|(?:{words}) )| *[*•] +(?=(?:{words}) )", re.IGNORECASE
    )


@cache
def _afterthought() -> re.Pattern[str]:
    """`PS:` before what begins as an order does: an amount and its type, a slot and a word, a unit by its code."""
    words = "|".join(re.escape(word) for word in beginnings() if len(word) > 1 and word.isupper()) or "(?!)"
    return re.compile(
        rf"\s*[Pp]\.?\s?[Ss](?:[.:,-]|\s)+"
        rf"(?=\d[\d*+#. ]{{0,20}}[:!>@&]|\d{{1,2}}[.)]? [A-Za-z]+ |[AFG] [A-Z]{{3}}\b|(?:{words}) )"
    )


def undressed(text: str) -> str:
    if after := _afterthought().match(text):
        text = text[after.end() :]
    bullet = _bullet().match(text)
    text = text[bullet.end() :] if bullet else text
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text
