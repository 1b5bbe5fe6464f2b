"""What a map is painted with. Owners are told apart three ways: by letter, by hatching, and by color last."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from itertools import chain, count

COLOR_COUNT = 12
"""So many colors are told apart by any eye."""
PAINTS = 84
"""So many numbers are painted differently: each color with seven hatchings."""

TABLES: Sequence[str] = (
    "AUSTRIA ENGLAND FRANCE GERMANY ITALY RUSSIA TURKEY NEUTRAL",
    "EGYPT BRITAIN FRANCE GERMANY ITALY RUSSIA TURKEY POLAND SPAIN UKRAINE",
    "FRANCE AUSTRIA TURKEY SAVOY GENOA MILAN VENICE FERRARA FLORENCE PAPACY NAPLES SICILY",
    "BURGUNDY ENGLAND FRANCE",
    "AMBER CORAL IVORY JADE",
    "EA NO SO WE",
    "EAST NORTH SOUTH WEST",
    "NATO USSR",
    "CARTHAGE EGYPT GREECE PERSIA ROME",
    "AUSTRIA CHINA ENGLAND FRANCE GERMANY INDIA ITALY JAPAN RUSSIA TURKEY",
    "BRITAIN CHINA FRANCE HOLLAND JAPAN RUSSIA TURKEY",
    """ANKARA BELGIUM BERLIN BREST BUDAPEST BULGARIA CONSTANTINOPLE DENMARK EDINBURGH GREECE HOLLAND KIEL LIVERPOOL
    LONDON MARSEILLES MOSCOW MUNICH NAPLES NORWAY PARIS PETERSBURG PORTUGAL ROME RUMANIA SERBIA SEVASTOPOL SMYRNA SPAIN
    SWEDEN TRIESTE TUNIS VENICE VIENNA WARSAW""",
)
"""Who sits at one table."""


ELSEWHERE: Mapping[str, int] = {"BRITAIN": 1, "DALMATIA": 15, "INDEPENDENT": 23}
"""Britain is England on another board. The others are one too many for twelve colors: each shares one with a country
far away, and has a hatching of its own.
"""


def _numbers() -> Mapping[str, int]:
    """Each gets the lowest number that is free at the first table that it sits at."""
    found = dict(ELSEWHERE)
    for table in TABLES:
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


SEA, LAND, NEUTRAL_LAND, FOG = "#d6e6f2", "#f6f1e4", "#c9c5bb", "#b3b3bd"
INK, HALO, FAILED, BORDER = "#1d1d1f", "#ffffff", "#a3140f", "#6b6658"
GRID = "#cccccc"
FONT = "DejaVu Sans, Verdana, sans-serif"

COLORS = (
    *("#f5977e", "#91b3f8", "#82dfcf", "#b6b2a0", "#b7efa7", "#e29ace"),
    *("#d2ec79", "#f5b658", "#40ceeb", "#a3c490", "#43f6c8", "#f6ca86"),
)
"""So light that ink on them reads, and chosen (tests/maps/test_colors.py) so that color alone tells all twelve apart
with any color vision.
"""
DARK_COLORS = (
    *("#940800", "#162b6e", "#1c4435", "#3b241f", "#385801", "#63225c"),
    *("#211e00", "#664c24", "#005573", "#515137", "#295956", "#493b1e"),
)
"""The same on a dark map."""

HATCHES = (
    *("M0,8L8,0", "M0,0L8,8", "M0,4L8,4", "M4,0L4,8", "M2,4L6,4M4,2L4,6", "M0,0L4,8L8,0", "M3,3L5,3L5,5L3,5Z"),
    *("M0,0L8,8M0,8L8,0", "M0,2L8,2M0,6L8,6", "M2,0L2,8M6,0L6,8", "M0,4L8,4M4,0L4,8", "M0,6L4,2L8,6"),
    *("M4,1L7,4L4,7L1,4Z", "M1,1L3,3M5,5L7,7"),
)
"""The `d` of a pattern of 8 by 8."""

HATCH_STRENGTH = ".3"
VEIL = ".5"
"""How much fog lies on an area of which only the owner is known. No hatching: that would double the time of a PNG."""


def paint(number: int) -> tuple[str, str]:
    """Color and hatching of this number; no two of the first `PAINTS` have both in common."""
    return COLORS[number % len(COLORS)], HATCHES[number % len(HATCHES)]


def color_of(name: str) -> str:
    """The color of a power or country, wherever it is shown."""
    return COLORS[number_of(name) % len(COLORS)]


DARK = {
    SEA: "#15222e",
    LAND: "#2b2e33",
    NEUTRAL_LAND: "#0c0c0f",
    FOG: "#4a4a52",
    INK: "#f4f1ea",
    HALO: "#17161a",
    FAILED: "#ff8a80",
    BORDER: "#97917f",
    GRID: "#4b4a50",
}
"""What each becomes where a reader wants dark pages. Units stay as they are: light, with dark letters."""


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
