"""What `turn_again.py` counts with: the map, an area, a country, and the small sums of the texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import judge.rules.empires

Words: TypeAlias = tuple[str, str, str, str]
Sheets: TypeAlias = Mapping[str, Mapping[int, Words]]

_MAP = Path(judge.rules.empires.__file__).parent / "maps" / "corners.txt"
NEAR: dict[str, tuple[str, ...]] = {}
GROUND: dict[str, str] = {}
for _line in _MAP.read_text("utf-8").splitlines():
    if _line and not _line.startswith("#"):
        _fields = _line.split(";")
        NEAR[_fields[0]], GROUND[_fields[0]] = tuple(_fields[10].split()), _fields[2]
SEAS = tuple(code for code in NEAR if GROUND[code] == "seas")
LANDS = tuple(code for code in NEAR if GROUND[code] != "seas")

# Of the page's table, for the terrains of this map: what GROW costs besides, what the defence gains, the losses spared.
TERRAIN = {"lowlands": (0, 0, 0), "plains": (1, 0, 0), "uplands": (1, 1, 0), "forests": (2, 1, 1), "towns": (6, 2, 0)}
STICKY = {"forests", "towns"}
ALL = ("", "--", "0", "ALL")


class Fails(Exception):
    """The action fails."""


@dataclass
class Land:
    """An area; at sea `owner` is whose ships are there. `fresh`: ships for the next turn; `young`: a base for it."""

    owner: str = ""
    pop: int = 0
    forts: int = 0
    armies: int = 0
    retreats: bool = True
    retreat_to: str = ""
    entrance: str = ""
    docked: int = 0
    fleets: dict[str, int] = field(default_factory=dict)
    fresh: int = 0
    young: bool = False
    sticky: bool = False
    done: set[str] = field(default_factory=set)

    @property
    def ships(self) -> int:
        return sum(self.fleets.values())


@dataclass
class Realm:
    """A country beside the map."""

    bps: int
    reserve: int
    navy: int
    vps: int
    bid: int = 0
    raised: bool = False
    income: int = 0
    upkeep: int = 0


def meant(box: str, there: int) -> int:
    """The number of a MOVE, ATTACK, SEAMOVE or CONVOY (6.3)."""
    word = box.upper()
    if word in ALL:
        number = there
    elif word.startswith(("AB", "-")):
        number = there - int(word.lstrip("AB-"))
    else:
        number = int(word) if int(word) <= there else 0
    if number <= 0:
        raise Fails
    return number


def plain(box: str, blank: int = -1) -> int:
    """Any other number: outright; where the action allows it, none at all is as much as `blank`."""
    if box in ALL and blank >= 0:
        return blank
    if not box.isdigit() or box == "0":
        raise Fails
    return int(box)


def thirds(strength: int, against: int) -> int:
    """What one side loses: a third of the other's strength, and a third of what it is weaker by; each rounded down."""
    return strength // 3 + max(0, strength - against) // 3


def sink(fleets: dict[str, int], number: int) -> None:
    for base in sorted(fleets):
        gone = min(number, fleets[base])
        fleets[base] -= gone
        number -= gone


def far(start: str, end: str) -> int:
    """How far ships at sea are from a base with this entrance: 1 in the entrance itself."""
    reached, steps = {start}, 1
    while end not in reached:
        reached |= {code for each in reached for code in NEAR[each] if code in SEAS}
        steps += 1
    return steps
