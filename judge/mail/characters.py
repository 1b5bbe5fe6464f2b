"""The lines of a text without what nobody sees. Only what cannot change its meaning is changed."""

from __future__ import annotations

import re

_LINE_END = re.compile("\r\n|[\r\n\u2028\u2029]")
_BLANKS = "\t\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Byte order marks, zero-width blanks, soft hyphens; and what turns the direction of text, by which a line could show other than it says.
_UNSEEN = "\0\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CONTROLS = [chr(code) for code in range(0x20) if chr(code) not in _BLANKS and chr(code) not in "\0\n\r"] + [
    chr(code) for code in range(0x7F, 0xA0)
]
_TABLE = str.maketrans(dict.fromkeys(_CONTROLS, " ") | dict.fromkeys(_BLANKS, " ") | dict.fromkeys(_UNSEEN, ""))
# Scripts and emoji need the joiners; between plain letters they hide.
_JOINER = re.compile("(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])")
_BULLET = re.compile(r"^ *[•◦▪▫‣⁃·●○■□➢✓⦁\uf0b7\uf0a7]+ +")
_ENTITY = {"&amp;": "&", "&gt;": ">", "&lt;": "<", "&nbsp;": " ", "&quot;": '"'}
_ENTITIES = re.compile("|".join(_ENTITY))
_LINK = "<mailto:"


def clean_lines(text: str) -> list[str]:
    """The lines with every blank a plain one, nothing invisible, and without the bullets, entities and links that mail programs put in."""
    if text.isascii() and text.isprintable():
        return [_plain(text)]
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return [_clean(line) for line in lines]


def _clean(line: str) -> str:
    if line.isascii():
        return _plain(line if line.isprintable() else line.translate(_TABLE))
    line = line.translate(_TABLE)
    if "\u200c" in line or "\u200d" in line:
        line = _JOINER.sub("", line)
    return _plain(_BULLET.sub("", line))


def _plain(line: str) -> str:
    if "&" in line:
        line = _ENTITIES.sub(lambda match: _ENTITY[match[0]], line)
    if _LINK in line:
        line = _without_links(line)
    return line.rstrip()


def _without_links(line: str) -> str:
    """`judge@host<mailto:judge@host>` as it was before a mail program made a link of it."""
    first, *rest = line.split(_LINK)
    out = [first]
    for piece in rest:
        target, closed, after = piece.partition(">")
        linked = closed and target and out[-1].endswith(target)
        out.append(after if linked else _LINK + piece)
    return "".join(out)
