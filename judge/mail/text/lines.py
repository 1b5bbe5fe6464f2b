"""The lines of a mail's text: without what nobody sees, without what is no text, and whole where a program broke them.

No text are inline OpenPGP (RFC 9580 6, 7) and uuencoded files. Broken lines are put together by format=flowed (RFC
3676), or as the HTML beside the text has them.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.mail.values import TextLine

_BLANKS = (
    "\t\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
    "\u3000"
)
# Byte order marks, zero-width blanks, soft hyphens, and what is no character.
_UNSEEN = "\0\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\ufffe\uffff"
# They turn the direction of text, and a line could show other than it says.
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
_TABLE = str.maketrans(
    dict.fromkeys(_CONTROLS, " ")
    | dict.fromkeys(_BLANKS, " ")
    | dict.fromkeys(_UNSEEN + _TURNING, "")
    | dict.fromkeys("\n\u2028\u2029", "\n")
)
_CHANGED = re.compile("[" + re.escape("".join(map(chr, _TABLE.keys() - {ord("\n")}))) + "]")
# Scripts and emoji need the joiners; between plain letters they hide.
_JOINER = re.compile("(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])")
_BULLET = re.compile(r"^ *+[•◦▪▫‣⁃·●○■□➢✓⦁\uf0b7\uf0a7]++ ++", re.MULTILINE)
_ENTITY = {"&amp;": "&", "&gt;": ">", "&lt;": "<", "&nbsp;": " ", "&quot;": '"'}
_ENTITIES = re.compile("|".join(_ENTITY))
_BREAK_TAG = re.compile(r"<br ?/?>", re.IGNORECASE)
_LINK = "<mailto:"


def clean_lines(text: str) -> list[str]:
    """The lines with every blank a plain one, nothing invisible, and without the bullets, entities and links that mail
    programs put in.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _CHANGED.search(text):
        text = text.translate(_TABLE)
    if not text.isascii():
        text = _BULLET.sub("", text)
        if "\u200c" in text or "\u200d" in text:
            text = _JOINER.sub("", text)
    if "&" in text:
        text = _ENTITIES.sub(lambda match: _ENTITY[match[0]], text)
    if _LINK in text:
        text = _without_links(text)
    lines = text.removesuffix("\n").split("\n")
    if "<" in text and _BREAK_TAG.search(text):
        # Of a quoted line only the first part would bear the mark.
        lines = [part for line in lines for part in ([line] if ">" in line[:3] else _BREAK_TAG.split(line))]
    return [line.rstrip() for line in lines]


def _without_links(text: str) -> str:
    """`judge@host<mailto:judge@host>` as it was before a mail program made a link of it."""
    first, *rest = text.split(_LINK)
    out = [first]
    for piece in rest:
        target, _, after = piece.partition(">")
        linked = target and " " not in target and out[-1].endswith(target)
        out.append(after if linked else _LINK + piece)
    return "".join(out)


_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_MESSAGE = "-----BEGIN PGP MESSAGE-----"
_BLOCKS = {
    "-----BEGIN PGP SIGNATURE-----": "-----END PGP SIGNATURE-----",
    _MESSAGE: "-----END PGP MESSAGE-----",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----": "-----END PGP PUBLIC KEY BLOCK-----",
}
_END_OF_FILE = "end"
_UUENCODED = re.compile(r"begin [0-7]{3,4} \S.{0,80}")
_UULINE = re.compile(r"[!-`][ -`]{1,84}")
_ARMOR_HEADER = re.compile(r"Hash: |NotDashEscaped:|Charset: ")


class Opened(NamedTuple):
    """`lines` are the text, `dropped` the armor; `encrypted` is set where there was text that no key of ours opens."""

    lines: list[TextLine]
    dropped: list[TextLine]
    encrypted: bool
    has_file: bool


def without_armor(lines: Sequence[TextLine]) -> Opened:
    """Signed text without its signature and its escaped dashes; files and encrypted blocks apart.

    A signature is not checked: it proves nothing about who may order in a game.
    """
    texts = [line.text for line in lines]
    if not any(text.startswith(("-----BEGIN PGP ", "begin ")) for text in texts):
        return Opened(list(lines), [], encrypted=False, has_file=False)
    ends = {end: [at for at, text in enumerate(texts) if text == end] for end in (*_BLOCKS.values(), _END_OF_FILE)}
    opened, dropped = list[TextLine](), list[TextLine]()
    encrypted = has_file = signed = in_head = False
    at = 0
    while at < len(lines):
        line = lines[at]
        closing = _closing_of(texts, at)
        end = _next(ends[closing], at) if closing else 0
        if end:
            encrypted = encrypted or closing == _BLOCKS[_MESSAGE]
            has_file = has_file or closing == _END_OF_FILE
            dropped += lines[at : end + 1]
            signed = in_head = False
            at = end + 1
            continue
        if line.text == _SIGNED:
            signed = in_head = True
            dropped.append(line)
        elif in_head and _ARMOR_HEADER.match(line.text):
            dropped.append(line)
        else:
            in_head = False
            escaped = signed and line.text.startswith("- ")
            opened.append(TextLine(line.number, line.text[2:]) if escaped else line)
        at += 1
    return Opened(opened, dropped, encrypted, has_file)


def _closing_of(texts: Sequence[str], at: int) -> str:
    """The line that ends the block that begins here; empty where none begins."""
    if texts[at] in _BLOCKS:
        return _BLOCKS[texts[at]]
    begins = _UUENCODED.fullmatch(texts[at]) and at + 1 < len(texts) and _UULINE.fullmatch(texts[at + 1])
    return _END_OF_FILE if begins else ""


def _next(positions: list[int], at: int) -> int:
    """The first of the positions behind `at`; 0 when there is none."""
    index = bisect(positions, at)
    return positions[index] if index < len(positions) else 0


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
        breaks_softly = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if breaks_softly and delsp else content)
        if not breaks_softly:
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
