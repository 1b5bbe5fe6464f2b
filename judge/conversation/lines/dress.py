"""What a line is dressed with: the bullet of a list, the stars of what was bold, `PS:` before an afterthought, the
strokes of a table.
"""

from __future__ import annotations

import re
from functools import cache

from judge.commands.command import commands
from judge.rules.words.lines import LIST_NUMBER, beginnings

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


_ROW = re.compile(r"\s*\|([^|]+(?:\|[^|]+){0,4})\|\s*")
_TIED = re.compile(r"[:!>@&]|\s-|-\s|\A-|[\u2010-\u2015\u2192]")
_UNIT_ALONE = re.compile(r"(?:[AF]|army|fleet)\s+\w+(?:/[A-Z]{2})?", re.IGNORECASE)


def _without_strokes(text: str) -> str:
    """The cells of a table's row with gaps between them: `| 5 | A WAR - GAL |`. In Payola a stroke stands between
    alternatives, too: a row in which a cell beside the order is no number and no unit stays as it is.
    """
    row = _ROW.fullmatch(text)
    cells = [cell.strip() for cell in row[1].split("|")] if row else [""]
    if not all(cells) or not cells[0][0].isalnum():
        return text
    orders = [cell for cell in cells if _TIED.search(cell)]
    others = [cell for cell in cells if cell not in orders]
    if len(orders) > 1 or len(cells) + len(orders) == 1:
        return text
    if orders and not all(cell.isdigit() or _UNIT_ALONE.fullmatch(cell) for cell in others):
        return text
    if orders == cells[:1] and len(others) == 1:
        cells = [*others, *orders]  # its amount behind it
    return "  ".join(cells)


@cache
def _number() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in ("FOR", *sorted(commands(), key=len, reverse=True)))
    return re.compile(rf"{LIST_NUMBER}(?=(?:{names})(?:\s|[.:,!]|\Z))")


def unnumbered(text: str) -> str:
    """The line without its number in a list before a command or a heading in capitals: `2. WAIT`, `3. END PRESS`,
    `1. FOR FRANCE`. What orders of a game do with a number is for its rules to say.
    """
    return _number().sub("", text, count=1) if text.lstrip(" \t(")[:1].isdigit() else text


def undressed(text: str) -> str:
    if "|" in text and (row := _without_strokes(text)) != text:
        return row
    if after := _afterthought().match(text):
        text = text[after.end() :]
    bullet = _bullet().match(text)
    text = text[bullet.end() :] if bullet else text
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text
