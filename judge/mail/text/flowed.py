"""Lines that a mail program broke are put together again: by format=flowed (RFC 3676), or as its HTML has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from judge.mail.values import TextLine

_NARROWEST = 64  # columns that programs fill at least before they break a line
_BEGINNING = 24  # characters by which a whole line is found
_CANDIDATES = 4  # whole lines that begin alike and are tried
_PIECES = 12  # more than any line of orders comes in; it keeps the time linear
_LINE_END = re.compile(r"\r\n|\r|\n")


def unflowed(text: str, *, delsp: bool) -> str:
    """The text with its soft breaks undone. `delsp` says that the blank before a soft break is not part of the text
    (RFC 3676 4.1).
    """
    out: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in _LINE_END.split(text):
        content = line.lstrip(">")
        quotes = len(line) - len(content)
        content = content.removeprefix(" ")
        if pieces and (quotes != depth or content == "-- "):
            out.append(_joined(pieces, depth))
            pieces = []
        depth = quotes
        if content.endswith(" ") and content != "-- ":
            pieces.append(content[:-1] if delsp else content)
            continue
        pieces.append(content)
        out.append(_joined(pieces, depth))
        pieces = []
    if pieces:
        out.append(_joined(pieces, depth))
    return "\n".join(out)


def _joined(pieces: list[str], depth: int) -> str:
    return ">" * depth + " " * bool(depth) + "".join(pieces)


def rejoined(lines: Sequence[TextLine], whole: Iterable[str]) -> tuple[TextLine, ...]:
    """The lines of a plain text, with those put together that are one line of the HTML beside it and were broken only
    because their next word did not fit. Gmail does so: `… | S A EDI`, with `- NWY` on the next line, is another order.
    """
    longer: dict[str, list[str]] = {}
    for text in whole:
        if len(text) > _NARROWEST and not text.startswith(">"):
            squeezed = " ".join(text.split())
            alike = longer.setdefault(squeezed[:_BEGINNING], [])
            if len(alike) < _CANDIDATES:
                alike.append(squeezed)
    if not longer:
        return tuple(lines)
    out: list[TextLine] = []
    at = 0
    while at < len(lines):
        text, count = _longest(lines, at, longer.get(" ".join(lines[at].text.split())[:_BEGINNING], ()))
        out.append(TextLine(lines[at].number, text))
        at += count
    return tuple(out)


def _longest(lines: Sequence[TextLine], at: int, wanted: Iterable[str]) -> tuple[str, int]:
    """One of the wanted lines, if those from `at` on are its pieces, and how many these are; else the line itself."""
    for whole in wanted:
        joined = " ".join(lines[at].text.split())
        count = 1
        while len(joined) < len(whole) and count < _PIECES and at + count < len(lines):
            before, here = lines[at + count - 1], lines[at + count]
            word = here.text.split(maxsplit=1)[:1]
            fits = not word or len(before.text) + 1 + len(word[0]) <= _NARROWEST
            if fits or here.number != before.number + 1 or not whole.startswith(joined):
                break
            joined += " " + " ".join(here.text.split())
            count += 1
        if joined == whole and count > 1:
            return whole, count
    return lines[at].text, 1
