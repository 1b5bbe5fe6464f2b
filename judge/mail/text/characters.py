"""The lines of a text without what nobody sees. Only what cannot change its meaning is changed."""

from __future__ import annotations

import re

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
    return [line.rstrip() for line in text.removesuffix("\n").split("\n")]


def _without_links(text: str) -> str:
    """`judge@host<mailto:judge@host>` as it was before a mail program made a link of it."""
    first, *rest = text.split(_LINK)
    out = [first]
    for piece in rest:
        target, _, after = piece.partition(">")
        linked = target and " " not in target and out[-1].endswith(target)
        out.append(after if linked else _LINK + piece)
    return "".join(out)
