"""SVG in small pieces: lines, arrows, crosses, shapes of units and signs, widths of letters, and elements as text."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.colors import DARK_STYLE, FAILED, HALO, INK, LOOK

Point: TypeAlias = tuple[float, float]

UNIT = 11  # half the width of a unit
STAR_POINTS = 16

SHAPES: Mapping[str, str] = {kind: each["path"] for kind, each in LOOK["units"].items()}
SIGNS: Mapping[str, str] = LOOK["signs"]
OPEN_SIGNS = frozenset({"blades", "bent arrow", "anchor"})
"""Lines rather than outlines: drawn with a light border below them."""
BESIDE = OPEN_SIGNS | {"flag"}
"""No room for a letter within."""


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def title(text: str) -> ET.Element:
    element = ET.Element("title")
    element.text = text
    return element


def text(group: ET.Element, at: Point, words: str, size: float = 0, **more: str) -> None:
    place = {"x": number(at[0]), "y": number(at[1])} | ({"font-size": number(size)} if size else {})
    ET.SubElement(group, "text", place | _named(more)).text = words


def circle(group: ET.Element, at: Point, radius: float, **more: str) -> None:
    place = {"cx": number(at[0]), "cy": number(at[1]), "r": number(radius)}
    ET.SubElement(group, "circle", place | _named(more))


def shape(group: ET.Element, path: str, at: Point, scale: float, **more: str) -> None:
    """One of the shapes, drawn around a point."""
    move = f"translate({number(at[0])},{number(at[1])})" + (f" scale({scale:.2f})" if scale != 1 else "")
    ET.SubElement(group, "path", {"d": path, "transform": move, "stroke-linejoin": "round"} | _named(more))


def _named(more: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in more.items()}


HALO_TEXT: dict[str, str] = {
    "stroke": HALO,
    "stroke-width": "3.5",
    "stroke-linejoin": "round",
    "paint-order": "stroke",
}
"""A light border behind letters: they read on any ground."""


def way(points: Iterable[Point]) -> str:
    """The line through these points as the `d` of a path."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points)


def star(group: ET.Element, at: Point, scale: float) -> None:
    """Behind a unit that is dislodged."""
    corners = [
        (at[0] + far * scale * math.sin(turn), at[1] + far * scale * math.cos(turn))
        for turn, far in ((n * 2 * math.pi / STAR_POINTS, 19 if n % 2 else 13.5) for n in range(STAR_POINTS))
    ]
    ET.SubElement(group, "path", {"d": f"{way(corners)}Z", "fill": HALO, "stroke": FAILED, "stroke-width": "2"})


def cross(group: ET.Element, at: Point, half: float, color: str = FAILED) -> None:
    x, y = at
    for paint, width in ((HALO, "6"), (color, "3")):
        path = (
            f"M{number(x - half)},{number(y - half)}l{number(2 * half)},{number(2 * half)}"
            f"m0,{number(-2 * half)}l{number(-2 * half)},{number(2 * half)}"
        )
        ET.SubElement(group, "path", {"d": path, "stroke": paint, "stroke-width": width})


LIGHT_EDGE, DARK_EDGE = 3, 2
"""How much wider than a line its border is."""


class Stroke(NamedTuple):
    """How a line looks. `dash` as SVG writes it, empty for none; `edge`: the color of the border that it lies on."""

    width: float
    color: str = INK
    dash: str = ""
    edge: str = HALO


def line(group: ET.Element, points: Sequence[Point], stroke: Stroke) -> None:
    """Through these points, on a border of its own."""
    path, light = way(points), stroke.edge == HALO
    wide = stroke.width + (LIGHT_EDGE if light else DARK_EDGE)
    more = {"stroke-width": number(wide)} | ({"stroke-opacity": ".85"} if light else {})
    ET.SubElement(group, "path", {"d": path, "stroke": stroke.edge, "stroke-linejoin": "round"} | more)
    over = {"d": path, "stroke": stroke.color, "stroke-width": number(stroke.width), "stroke-linejoin": "round"}
    if stroke.dash:
        over["stroke-dasharray"] = stroke.dash
    ET.SubElement(group, "path", over)


def head(group: ET.Element, at: Point, turn: float, size: float, color: str, edge: str = HALO) -> None:
    """The head of an arrow that points this way; `at` is the middle of it."""
    corners = (
        (at[0] + far * size * math.cos(turn + more), at[1] + far * size * math.sin(turn + more))
        for far, more in ((5.6, 0), (6, 2.42), (6, -2.42))
    )
    ET.SubElement(group, "path", {"d": f"{way(corners)}Z", "fill": color, "stroke": edge, "stroke-width": "1.2"})


def angle(here: Point, there: Point) -> float:
    """The direction from here to there, in radians."""
    return math.atan2(there[1] - here[1], there[0] - here[0])


def along(points: Sequence[Point], part: float) -> tuple[Point, float]:
    """The point at this part of the line through these points, and the direction of the line there."""
    left = sum(math.dist(*pair) for pair in itertools.pairwise(points)) * part
    for here, there in itertools.pairwise(points):
        length = math.dist(here, there)
        if left <= length:
            done = left / (length or 1)
            at = here[0] + (there[0] - here[0]) * done, here[1] + (there[1] - here[1]) * done
            return at, angle(here, there)
        left -= length
    return points[-1], angle(*points[-2:])


def written(root: ET.Element) -> str:
    """The whole document. Whatever stands in it, in text and in attributes, stays text."""
    return ET.tostring(root, encoding="unicode").replace(" />", "/>")


WIDTHS = {chr(ord(" ") + place): int(wide) / 100 for place, wide in enumerate(LOOK["letters"].split())}
CAPITAL = 0.73
"""How high a capital is, of the size of letters."""


@lru_cache(maxsize=4096)  # names come again on every map
def width(text: str, size: float) -> float:
    """Of letters of this size, in the same unit; letters beyond ASCII count as wide ones."""
    return size * sum(WIDTHS.get(letter, 0.85) for letter in text)


STAND, BARE = "stand", "bare"
"""What may stand behind `#` in the address of a phase's map: how the phase began, without what came of it; and that
without its units.
"""
_WITHOUT = {STAND: "#orders,#standoffs,#ends", BARE: "#orders,#standoffs,#ends,#units"}
_HIDDEN = ",".join(
    (
        *(f"#{aim}:target~:is({groups})" for aim, groups in _WITHOUT.items()),
        f"#{STAND}:target~#units .told",
    )
)
STYLE = f"{DARK_STYLE}@media all{{{_HIDDEN}{{display:none}}}}"
"""What paints the PNGs of mails passes over all of it."""
