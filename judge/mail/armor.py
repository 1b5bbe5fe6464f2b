"""What stands within the text but is no text: inline OpenPGP (RFC 9580 6, 7) and uuencoded files."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from judge.mail.values import TextLine

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_BLOCKS = {
    "-----BEGIN PGP SIGNATURE-----": "-----END PGP SIGNATURE-----",
    "-----BEGIN PGP MESSAGE-----": "-----END PGP MESSAGE-----",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----": "-----END PGP PUBLIC KEY BLOCK-----",
}
_UUENCODED = re.compile(r"begin [0-7]{3,4} (\S.{0,80})")
_UULINE = re.compile(r"[!-`][ -`]{1,84}")
_ARMOR_HEADER = re.compile(r"Hash: |NotDashEscaped:|Charset: ")


class Opened(NamedTuple):
    """`lines` are the text, `dropped` the armor; `encrypted` is set where there was text that no key of ours opens."""

    lines: list[TextLine]
    dropped: list[TextLine]
    encrypted: bool
    files: tuple[str, ...]


def without_armor(lines: Sequence[TextLine]) -> Opened:
    """Signed text without its signature and its escaped dashes; files and encrypted blocks apart. No signature is checked."""
    texts = [line.text for line in lines]
    opened = Opened([], [], False, ())
    if not any(text.startswith(("-----BEGIN PGP ", "begin ")) for text in texts):
        return opened._replace(lines=list(lines))
    ends = {end: [at for at, text in enumerate(texts) if text == end] for end in (*_BLOCKS.values(), "end")}
    signed, heading, skip_to = False, False, 0
    encrypted, files = False, list[str]()
    for at, line in enumerate(lines):
        file = _UUENCODED.fullmatch(line.text) if at >= skip_to else None
        closing = _BLOCKS.get(line.text) or ("end" if file and _UULINE.fullmatch(texts[at + 1 : at + 2][0]) else "")
        if at >= skip_to and closing and (end := _next(ends[closing], at)):
            skip_to = end + 1
            signed = False
            encrypted = encrypted or "PGP MESSAGE" in closing
            files += [file[1]] if file else []
        if at < skip_to or line.text == _SIGNED:
            signed = signed or line.text == _SIGNED
            heading = signed
            opened.dropped.append(line)
        elif heading and _ARMOR_HEADER.match(line.text):
            opened.dropped.append(line)
        else:
            heading = heading and not line.text
            escaped = signed and line.text.startswith("- ")
            opened.lines.append(TextLine(line.number, line.text[2:]) if escaped else line)
    return opened._replace(encrypted=encrypted, files=tuple(files))


def _next(positions: list[int], at: int) -> int:
    """The first of the positions behind `at`; 0 when there is none."""
    index = bisect(positions, at)
    return positions[index] if index < len(positions) else 0
