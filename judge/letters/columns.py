"""Plain text that stays in line: cleaned words, aligned columns, wrapped prose. Widths are those of a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Self

WIDTH = 72
"""Columns of a letter: it survives being quoted twice below 80."""

_KEPT_FORMATS = "\u200c\u200d"  # joiners: many scripts and emoji need them


class Lines(str):
    """Text whose line breaks are meant. Any other text stays on one line when a letter shows it."""

    __slots__ = ()


class Columns(Lines):
    """Aligned text that still knows its cells, for readers whose screen sets tables of its own: `rows` of them, and
    the columns (from 0) that are set flush `right`.
    """

    rows: Sequence[Sequence[str]]
    right: Sequence[int]

    def __new__(cls, text: str, rows: Sequence[Sequence[str]], right: Sequence[int]) -> Self:
        made = super().__new__(cls, text)
        made.rows = rows
        made.right = right
        return made


def _harmless(character: str) -> bool:
    # Cc: controls. Cf: right-to-left overrides and other invisible ones. Cs: lone surrogates, which no mail can carry.
    return character in _KEPT_FORMATS or unicodedata.category(character) not in ("Cc", "Cf", "Cs")


def one_line(text: str) -> str:
    """The text without control characters; every line break or tab is a blank (fault C12)."""
    if text.isprintable():
        return text
    return "".join(filter(_harmless, re.sub(r"[\t\r\n\v\f\x85\u2028\u2029]+", " ", text)))


def clean_lines(text: str) -> Lines:
    """The text line by line without control characters; tabs go to stops of eight. Nothing else is changed."""
    text = re.sub(r"\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)
    return Lines("\n".join("".join(filter(_harmless, line.expandtabs())) for line in text.split("\n")))


def counted(number: int, noun: str) -> str:
    """`1 problem`, `2 problems`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def sentence(text: str, stop: str = ".") -> str:
    """Rules say `it borders on GAL`; a letter says it with a capital, and with a full stop where it has none."""
    begun = text[:1].upper() + text[1:]
    return begun if not begun or begun[-1] in ".!?:;…" else begun + stop


def width(text: str) -> int:
    """Columns that the text takes: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    columns = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return columns


def whole(text: str) -> str:
    """Words that must stay on one line: `A PAR`."""
    return text.replace(" ", "\u00a0")


def _broken(text: str, room: int) -> list[str]:
    lines: list[str] = []
    line, taken = "", 0
    for word in filter(None, text.split(" ")):
        wide = width(word)
        if line and taken + 1 + wide > room:
            lines.append(line)
            line, taken = word, wide
        elif line:
            line, taken = f"{line} {word}", taken + 1 + wide
        else:
            line, taken = word, wide
    lines.append(line)
    return [line.replace("\u00a0", " ") for line in lines]


def wrapped(text: str, columns: int = WIDTH, first: str = "", rest: str | None = None) -> Lines:
    """Paragraphs (kept apart by empty lines) filled to so many columns. `first` starts the first line, `rest` others.

    A word that is too long stays whole: it may be an address.
    """
    rest = " " * width(first) if rest is None else rest
    lines: list[str] = []
    for paragraph in re.split(r"\n[ \t]*\n", text.strip()):
        if lines:
            lines.append("")
        room = columns - max(width(first), width(rest))
        for line in _broken(one_line(paragraph), room):
            lines.append(f"{rest if lines else first}{line}".rstrip())
    return Lines("\n".join(lines))


def table(
    rows: Sequence[Sequence[object]], right: Sequence[int] = (), indent: str = "", columns: int = WIDTH
) -> Columns:
    """Rows of cells as aligned text, two blanks apart. Columns listed in `right` (from 0) are set flush right.

    A last column that does not fit is wrapped below itself. An empty row makes an empty line.
    """
    cells = [[one_line(str(cell)) for cell in row] for row in rows]
    count = max((len(row) for row in cells), default=0)
    widths = [max((width(row[place]) for row in cells if place < len(row)), default=0) for place in range(count)]
    lines: list[str] = []
    for row in cells:
        start = indent
        for place, cell in enumerate(row[:-1]):
            gap = " " * (widths[place] - width(cell))
            start += (gap + cell if place in right else cell + gap) + "  "
        last = len(row) - 1
        if row and last in right:
            start += " " * (widths[last] - width(row[last]))
        room = max(columns - width(start), 12)
        below = " " * width(start)
        for number, piece in enumerate(_broken(row[-1], room) if row else [""]):
            lines.append(((below if number else start) + piece).rstrip() if row else "")
    return Columns("\n".join(lines), cells, right)
