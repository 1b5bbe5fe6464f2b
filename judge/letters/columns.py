"""Plain text that stays in line: cleaned words, aligned columns, wrapped prose. Widths are those of a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Self

WIDTH = 72
"""Columns of a letter: it survives being quoted twice below 80."""

LEAST = 24
"""Columns that a cell of words needs: with less it would stand there word below word."""

_KEPT_FORMATS = "\u200c\u200d"  # joiners: many scripts and emoji need them


class Lines(str):
    """Text whose line breaks are meant. Any other text stays on one line when a letter shows it."""

    __slots__ = ()


class Columns(Lines):
    """Aligned text that still knows its cells, and which columns (from 0) are set flush `right`."""

    rows: Sequence[Sequence[str]]
    right: Sequence[int]

    def __new__(cls, text: str, rows: Sequence[Sequence[str]], right: Sequence[int]) -> Self:
        made = super().__new__(cls, text)
        made.rows = rows
        made.right = right
        return made


@lru_cache(maxsize=4096)  # of a language's letters
def _harmless(character: str) -> bool:
    # Cc: controls. Cf: right-to-left overrides and other invisible ones. Cs: lone surrogates, which no mail can carry.
    if character in "\ufffe\uffff":  # they are no characters, and no feed (XML) may hold them
        return False
    return character in _KEPT_FORMATS or unicodedata.category(character) not in ("Cc", "Cf", "Cs")


def one_line(text: str) -> str:
    """The text without control characters; every line break or tab is a blank (fault C12)."""
    if text.isprintable():
        return text
    return _without_controls(re.sub(r"[\t\r\n\v\f\x85\u2028\u2029]+", " ", text))


def _without_controls(text: str) -> str:
    return text if text.isprintable() else "".join(filter(_harmless, text))


def clean_lines(text: str) -> Lines:
    """The text line by line without control characters; tabs go to stops of eight. Nothing else is changed."""
    text = re.sub(r"\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)
    return Lines("\n".join(_without_controls(line.expandtabs()) for line in text.split("\n")))


def counted(number: int, noun: str) -> str:
    """`1 problem`, `2 problems`; `-1 VP`."""
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


def with_be(title: str, *, was: bool = False) -> str:
    """`Fall 1901 Movement is`, `Winter 1901 Adjustments are`: a phase's title with the verb that it wants."""
    many = title.endswith("s") and not title.endswith("ss")
    return f"{title} {('were' if many else 'was') if was else ('are' if many else 'is')}"


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

    Cells that do not fit are wrapped below themselves; where the last one would be left too little room for that, it
    stands below the others. An empty row makes an empty line.
    """
    return _table(tuple(tuple(one_line(str(cell)) for cell in row) for row in rows), tuple(right), indent, columns)


@lru_cache(200)  # most tables of a phase are in everybody's letter
def _table(cells: tuple[tuple[str, ...], ...], right: tuple[int, ...], indent: str, columns: int) -> Columns:
    count = max((len(row) for row in cells), default=0)
    widths = [max((width(row[place]) for row in cells if place < len(row)), default=0) for place in range(count)]
    room = columns - width(indent)
    _narrow(widths, right, room)
    stacks = count > 1 and room - _taken(widths[:-1]) < min(widths[-1], LEAST)
    lines: list[str] = []
    for row in cells:
        below = row[-1] if stacks and len(row) == count else ""
        start = row[:-1]
        places = [
            [cell] if width(cell) <= size else _broken(cell, size) for cell, size in zip(start, widths, strict=False)
        ]
        if row:
            places.append(_broken("" if below else row[-1], max(room - _taken(widths[: len(start)]), LEAST // 2)))
        lines += (f"{indent}{line}".rstrip() for line in _aligned(places, widths, right))
        lines += (f"{indent}    {piece}".rstrip() for piece in _broken(below, room - 4) if piece)
    return Columns("\n".join(lines), cells, right)


def _taken(widths: Sequence[int]) -> int:
    """What columns take, with the blanks behind each."""
    return sum(widths) + 2 * len(widths)


def _narrow(widths: list[int], right: Sequence[int], room: int) -> None:
    """Takes from the widest of all columns but the last, and those flush right, what the last one lacks: it wraps."""
    while widths and _taken(widths[:-1]) + min(widths[-1], LEAST) > room:
        wide = [(each, place) for place, each in enumerate(widths[:-1]) if place not in right]
        most, place = max(wide, default=(0, 0))
        if most <= LEAST:
            return
        widths[place] -= 1


def _aligned(places: Sequence[Sequence[str]], widths: Sequence[int], right: Sequence[int]) -> Iterator[str]:
    """The lines of one row, whose cells are wrapped already; an empty one for a row without any."""
    for pieces in zip_longest(*places, fillvalue="") if places else ((),):
        shown = []
        for place, piece in enumerate(pieces):
            gap = " " * (widths[place] - width(piece))
            shown.append(gap + piece if place in right else piece + gap)
        yield "  ".join(shown)
