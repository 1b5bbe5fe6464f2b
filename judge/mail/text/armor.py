"""What stands within the text but is no text: inline OpenPGP (RFC 9580 6, 7) and uuencoded files."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from judge.mail.values import TextLine

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
    files: tuple[str, ...]


def without_armor(lines: Sequence[TextLine]) -> Opened:
    """Signed text without its signature and its escaped dashes; files and encrypted blocks apart.

    A signature is not checked: it proves nothing about who may order in a game.
    """
    texts = [line.text for line in lines]
    if not any(text.startswith(("-----BEGIN PGP ", "begin ")) for text in texts):
        return Opened(list(lines), [], False, ())
    ends = {end: [at for at, text in enumerate(texts) if text == end] for end in (*_BLOCKS.values(), _END_OF_FILE)}
    opened, dropped, files = list[TextLine](), list[TextLine](), list[str]()
    encrypted = signed = in_head = False
    at = 0
    while at < len(lines):
        line = lines[at]
        closing = _closing_of(texts, at)
        end = _next(ends[closing], at) if closing else 0
        if end:
            encrypted = encrypted or closing == _BLOCKS[_MESSAGE]
            files += [line.text.split(" ", 2)[2]] * (closing == _END_OF_FILE)
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
    return Opened(opened, dropped, encrypted, tuple(files))


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
