"""A line that says whose lines stand below it: `For Germany, please:`, `F\u00fcr Deutschland:`, `Germany:`."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.reading.talk import without_courtesies

_FOR = re.compile(r"\s*FOR\b\s*(.*)", re.IGNORECASE | re.DOTALL)
_FOR_ABROAD = "F\u00dcR|FUER|POUR|PER|PARA|POR|VOOR|DLA|F\u00d6R"
_ABROAD = re.compile(
    rf"\s*(?:(?P<to>{_FOR_ABROAD})\s+)?(?:(?:DIE|LA|LE|IL|THE)\s+|L['\u2019])?(?P<name>[^\W\d_]+(?:[\s,]+[^\W\d_]+){{0,2}})[\s,]*:\s*",
    re.IGNORECASE,
)
_SIGNS = " \t:.,!"


class Heading(NamedTuple):
    """`name`: in capitals, without courtesies; `surely`: it says that the lines below are for somebody."""

    name: str
    surely: bool


def heading_of(text: str) -> Heading | None:
    """What follows FOR, or its word in another language, or stands alone before a colon; None of other lines, and where
    FOR goes on with a number as a trade does that was broken over two lines.
    """
    if found := _FOR.fullmatch(text):
        name = found[1].strip(_SIGNS)
        return None if name[:1].isdigit() else Heading(name.upper(), surely=True)
    found = _ABROAD.fullmatch(text)
    return Heading(without_courtesies(found["name"].upper()), found["to"] is not None) if found else None
