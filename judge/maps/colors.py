"""What a map is painted with. Owners are told apart three ways: by letter, by hatching, and by color last."""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

LOOK: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("look.toml").read_text(encoding="utf-8"))
COLORS: Sequence[str] = LOOK["colors"]
DARK_COLORS: Sequence[str] = LOOK["dark_colors"]
HATCHES: Sequence[str] = LOOK["hatches"]
COLOR_COUNT = len(COLORS)
"""So many colors are told apart by any eye."""
PAINTS = 84
"""So many numbers are painted differently: each color with seven hatchings."""


def _numbers() -> Mapping[str, int]:
    """Each gets the lowest number that is free at the first table that it sits at."""
    found = dict(LOOK["elsewhere"])
    for table in LOOK["tables"]:
        names = table.split()
        taken = {found[name] for name in names if name in found}
        free = (number for number in range(len(names) + len(taken)) if number not in taken)
        found |= {name: next(free) for name in names if name not in found}
    return found


NUMBERS = _numbers()


def number_of(name: str) -> int:
    """The number of this side's paint; of a name that no table here knows it follows from its letters."""
    known = NUMBERS.get(name.upper())
    return zlib.crc32(name.upper().encode()) % COLOR_COUNT if known is None else known


def numbers_of(sides: Sequence[str]) -> dict[str, int]:
    """Side -> number, no two alike: who shares a color with one before has another hatching, and once that color has no
    hatching left, another color.
    """
    found: dict[str, int] = {}
    taken: set[int] = set()
    for side in sides:
        first = number_of(side)
        own = ((first + more) % PAINTS for more in range(0, PAINTS, COLOR_COUNT))
        found[side] = next(number for number in chain(own, count()) if number not in taken)
        taken.add(found[side])
    return found


DARK: Mapping[str, str] = dict(LOOK["inks"].values())
"""What each becomes where a reader wants dark pages."""
SEA, LAND, NEUTRAL_LAND, FOG, INK, HALO, FAILED, BORDER, GRID = DARK
FONT = "DejaVu Sans, Verdana, sans-serif"

HATCH_STRENGTH = ".3"
VEIL = ".5"
"""How much fog lies on an area of which only the owner is known. No hatching: that would double the time of a PNG."""


def paint(number: int) -> tuple[str, str]:
    """Color and hatching of this number; no two of the first `PAINTS` have both in common."""
    return COLORS[number % len(COLORS)], HATCHES[number % len(HATCHES)]


def color_of(name: str) -> str:
    """The color of a power or country, wherever it is shown."""
    return COLORS[number_of(name) % len(COLORS)]


def _dark_style() -> str:
    ground = "#areas,#links,#labels,#orders,#standoffs,#ends,#title,#legend,#plot"
    rules = [
        f':is({ground}) [{kind}="{light}"],:is({ground})[{kind}="{light}"],.ground[{kind}="{light}"],'
        f'pattern [{kind}="{light}"]{{{kind}:{dark}}}'
        for kind in ("fill", "stroke")
        for light, dark in DARK.items()
    ]
    rules += [f'pattern [fill="{light}"]{{fill:{dark}}}' for light, dark in zip(COLORS, DARK_COLORS, strict=True)]
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


DARK_STYLE = _dark_style()
"""The one style sheet of every picture, always the same. What paints the PNGs of mails passes over it."""
