"""Where the name of each area stands: in its middle, or out of the way of a unit: below it, or above if that keeps
clear of more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from judge.maps.pen import UNIT, Point
from judge.rules.ground import Ground

# From the middle of the area down to the foot of its name, before scaling.
MIDDLE, BELOW, ABOVE = 5, UNIT + 15, -(UNIT + 8)
RISE = 12
"""From the foot of a name up to its head."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def feet(
    ground: Ground, widths: Mapping[str, float], below: Mapping[str, bool], units: Sequence[Point]
) -> dict[str, float]:
    """Area -> the height of the foot of its name.

    `widths`: half of each name with what stands beside it; `below`: the areas whose middle is taken by a unit, and
    whether the name must stand below it, as more is written there; `units`: where all units stand. Each of `below` is
    held against every other name: O(below x areas).
    """
    scale = ground.scale
    found = {code: area.at[1] + (BELOW if code in below else MIDDLE) * scale for code, area in ground.areas.items()}

    def box(code: str, foot: float) -> Box:
        x, half = ground.areas[code].at[0], widths[code]
        return x - half, foot - RISE * scale, x + half, foot

    boxes = {code: box(code, foot) for code, foot in found.items()}
    taken = [(x - UNIT * scale, y - UNIT * scale, x + UNIT * scale, y + UNIT * scale) for x, y in units]
    for code, must in below.items():
        if must:
            continue
        above = ground.areas[code].at[1] + ABOVE * scale
        others = [each for other, each in boxes.items() if other != code] + taken
        if above - RISE * scale > 0 and _struck(box(code, above), others) < _struck(boxes[code], others):
            found[code], boxes[code] = above, box(code, above)
    return found


def _struck(box: Box, others: Sequence[Box]) -> int:
    """How many of these it overlaps."""
    left, top, right, bottom = box
    return sum(each[0] < right and left < each[2] and each[1] < bottom and top < each[3] for each in others)
