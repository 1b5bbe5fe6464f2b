"""Which color is whose, by name: a power has the same one on every board, on the map and wherever else it is shown."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from itertools import chain, count

COLORS = 12
"""So many colors are told apart by any eye."""
PAINTS = 84
"""So many numbers are painted differently: each color with seven hatchings."""

TABLES: Sequence[str] = (
    "AUSTRIA ENGLAND FRANCE GERMANY ITALY RUSSIA TURKEY NEUTRAL",
    "EGYPT BRITAIN FRANCE GERMANY ITALY RUSSIA TURKEY POLAND SPAIN UKRAINE",
    "FRANCE AUSTRIA TURKEY SAVOY GENOA MILAN VENICE FERRARA FLORENCE PAPACY NAPLES SICILY",
    "AMBER CORAL IVORY JADE",
    "EA NO SO WE",
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
    return zlib.crc32(name.upper().encode()) % COLORS if known is None else known


def numbers_of(sides: Sequence[str]) -> dict[str, int]:
    """Side -> number, no two alike: who shares a color with one before has another hatching, and once that color has no
    hatching left, another color.
    """
    found: dict[str, int] = {}
    taken: set[int] = set()
    for side in sides:
        first = number_of(side)
        own = ((first + more) % PAINTS for more in range(0, PAINTS, COLORS))
        found[side] = next(number for number in chain(own, count()) if number not in taken)
        taken.add(found[side])
    return found
