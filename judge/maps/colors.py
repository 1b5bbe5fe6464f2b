"""What a map is painted with. Owners are told apart three ways: by letter, by hatching, and by color last."""

from __future__ import annotations

SEA, LAND, NEUTRAL_LAND, FOG = "#d6e6f2", "#f6f1e4", "#c9c5bb", "#b3b3bd"
INK, HALO, FAILED, BORDER = "#1d1d1f", "#ffffff", "#a3140f", "#6b6658"
FONT = "DejaVu Sans, Verdana, sans-serif"

COLORS = (
    *("#f5977e", "#91b3f8", "#82dfcf", "#b6b2a0", "#b7efa7", "#e29ace", "#d2ec79"),
    *("#bae367", "#86fa93", "#afbcbc", "#e4cfa8", "#cab99b", "#8fb2cb", "#faadf2"),
)
"""One an owner, in alphabetical order; all so light that ink on them reads, and chosen (tests/maps/test_colors.py) so
that color alone tells the first seven apart with any color vision.
"""

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
    """Color and hatching of the owner of this number; no two of the first 196 have both in common."""
    lap, place = divmod(number, len(COLORS))
    return COLORS[place], HATCHES[(place + 5 * lap) % len(HATCHES)]
