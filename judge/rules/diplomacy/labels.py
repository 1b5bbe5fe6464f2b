"""Phase labels: `S1901M`, `S1901R`, `F1901M`, `F1901R`, `W1901A`, in this order every year; `S-218M` in 218 BC."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.rules.schema import as_text

MOVEMENT = "M"
RETREATS = "R"
ADJUSTMENTS = "A"

_YEAR = ("SM", "SR", "FM", "FR", "WA")
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_KINDS = {MOVEMENT: "Movement", RETREATS: "Retreats", ADJUSTMENTS: "Adjustments"}
_SHAPE = re.compile(r"([SFW])(-?[0-9]{1,5})([MRA])")
_NAME = re.compile(
    r"(spring|summer|fall|autumn|winter)(?:\s+of)?[\s,.]*([0-9]{1,5}(?=\s*b\.?c)|[0-9]{4})"
    r"(?:\s*(b)\.?c\b\.?)?"
    r"(?:[\s,]+(?:orders|turn|season|phase|(mov|retreat|adjust|build|exchange)\w*))?",
    re.IGNORECASE,
)
_CODE = re.compile(r"[SFW](?:[0-9]{4}|-[0-9]{1,5})[MRAX]?", re.IGNORECASE)
_KINDS_NAMED = {"mov": MOVEMENT, "retreat": RETREATS, "adjust": ADJUSTMENTS, "build": ADJUSTMENTS, "exchange": "X"}


class Label(NamedTuple):
    season: str
    year: int
    kind: str

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.kind}"

    @property
    def title(self) -> str:
        """`Spring 1901 Movement`"""
        year = f"{-self.year} BC" if self.year < 0 else f"{self.year}"
        return f"{_SEASONS[self.season]} {year} {_KINDS[self.kind]}"

    @property
    def word(self) -> str:
        """`movement`, `retreats` or `adjustments`."""
        return _KINDS[self.kind].lower()

    def next(self) -> Label:
        """The phase that follows when there is something to do in it."""
        after = (_YEAR.index(self.season + self.kind) + 1) % len(_YEAR)
        year = self.year + (after == 0)
        return Label(_YEAR[after][0], year or 1, _YEAR[after][1])  # there is no year 0

    @property
    def movement(self) -> Label:
        """The next movement phase, or this one."""
        after = self
        while after.kind != MOVEMENT:
            after = after.next()
        return after


def read_label(text: str) -> Label:
    """ValueError if this is no label of a phase that there is."""
    shape = _SHAPE.fullmatch(text.strip().upper())
    if shape is None or shape[1] + shape[3] not in _YEAR or not int(shape[2]):
        raise ValueError(f"no phase {text[:20]!r}: write S1901M, S1901R, F1901M, F1901R or W1901A")
    return Label(shape[1], int(shape[2]), shape[3])


as_text(Label, read_label)


def phase_named(text: str) -> str:
    """What the labels of the phases begin with that this text names: `Fall 1901` -> `F1901`, `autumn 1901 retreats` ->
    `F1901R`. Summer is when the units of Spring retreat; what is built in Fall is built in Winter. Empty if none.
    """
    if _CODE.fullmatch(text):
        return text.upper()
    found = _NAME.fullmatch(text)
    if found is None:
        return ""
    season, year, word = found[1].lower(), "-" * bool(found[3]) + found[2], (found[4] or "").lower()
    kind = _KINDS_NAMED.get(word, "")
    if season == "summer":
        return f"S{year}{kind or RETREATS}"
    letter = "F" if season == "autumn" else season[0].upper()
    return f"{'W' if letter == 'F' and kind == ADJUSTMENTS else letter}{year}{kind}"
