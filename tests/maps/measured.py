"""What a map shows, measured on the SVG itself: how far units and names reach, and where the marks' points are.

Nothing of the judge's own layout is asked; the widths of letters come from the font that is painted with.
"""

from __future__ import annotations

import itertools
import math
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from judge.maps.png import FONT_FILE

SVG = "{http://www.w3.org/2000/svg}"
REACH = {"A": (-10, -10, 10, 13), "F": (-16, -11, 16, 9), "G": (-9, -11, 9, 9)}
"""How far the shapes of units reach, read off their paths by hand."""
BEGINS = {"M-10,": "A", "M-16,": "F", "M-9,-": "G"}
CAPITAL = 0.73


class Shape(NamedTuple):
    """Something within a box. `whose`: the area that it is of."""

    kind: str
    whose: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Shape) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass
class Measured:
    """All that is on one map. `points`: heads, rings, the centers of crosses, with what is drawn there;
    `lines`: the pieces of all ways, with half their width.
    """

    units: list[Shape] = field(default_factory=list)
    names: list[Shape] = field(default_factory=list)
    signs: list[Shape] = field(default_factory=list)
    points: list[Shape] = field(default_factory=list)
    outlines: list[Shape] = field(default_factory=list)
    lines: list[tuple[str, tuple[float, float], tuple[float, float], float]] = field(default_factory=list)
    size: tuple[float, float] = (0, 0)


def measured(svg: str) -> Measured:
    root = ET.fromstring(svg)
    groups = {each.get("id"): each for each in root}
    found = Measured()
    ground = groups["legend"].find(f"{SVG}rect")
    assert ground is not None
    found.size = float(root.get("width", "")), float(ground.get("y", ""))
    for group in groups["units"]:
        found.units.append(_unit(group))
    size = float(groups["labels"].get("font-size", ""))
    for words in groups["labels"].findall(f"{SVG}g"):
        if words.get("id") is None:
            found.names += [_words(text, size, "name") for text in words]
        else:
            found.signs.append(_sign(words))
    for disc in groups["labels"]:
        if (disc.get("stroke") and disc.tag == f"{SVG}circle") or disc.tag == f"{SVG}rect":
            found.names.append(_round("owner", "", disc) if disc.tag == f"{SVG}circle" else _rect("owner", "", disc))
    for group in groups["standoffs"]:
        found.points.append(_cross(group[1], group.get("id", ""), "standoff"))
    for group in groups["orders"]:
        name = group.get("id", "").removeprefix("order-")
        for each in group:
            if each.tag == f"{SVG}rect":
                found.outlines.append(_rect("outline", name, each))
            elif each.tag == f"{SVG}path":
                points = _points(each.get("d", ""))
                half = float(each.get("stroke-width", "")) / 2
                found.lines += [(name, here, there, half) for here, there in itertools.pairwise(points)]
    for group in groups["ends"]:
        found.points += _ends(group)
    return found


def _unit(group: ET.Element) -> Shape:
    """The last path is the unit; the star of one that is dislodged reaches further."""
    name, paths = group.get("id", ""), group.findall(f"{SVG}path")
    move = re.fullmatch(r"translate\((.+),(.+?)\)(?: scale\((.+)\))?", paths[-1].get("transform", ""))
    assert move is not None
    x, y, size = float(move[1]), float(move[2]), float(move[3] or 1)
    left, top, right, bottom = REACH[BEGINS[paths[-1].get("d", "")[:5]]]
    if len(paths) > 1:
        corners = _points(paths[0].get("d", ""))
        xs, ys = [at[0] for at in corners], [at[1] for at in corners]
        return Shape("unit", name, min(xs), min(ys), max(xs), max(ys))
    return Shape("unit", name, x + left * size, y + top * size, x + right * size, y + bottom * size)


def _words(text: ET.Element, usual: float, kind: str) -> Shape:
    size = float(text.get("font-size", usual))
    said = text.text or ""
    half, x, foot = size * wide(said) / 2, float(text.get("x", "")), float(text.get("y", ""))
    return Shape(kind, said, x - half, foot - CAPITAL * size, x + half, foot)


def _sign(group: ET.Element) -> Shape:
    """What is the same of all: 8 pixels around its middle, before scaling."""
    path = group.find(f"{SVG}path")
    assert path is not None
    move = re.fullmatch(r"translate\((.+),(.+?)\)(?: scale\((.+)\))?", path.get("transform", ""))
    assert move is not None
    x, y, half = float(move[1]), float(move[2]), 9 * float(move[3] or 1)
    return Shape("sign", group.get("id", ""), x - half, y - half, x + half, y + half)


def _ends(group: ET.Element) -> Iterator[Shape]:
    name = group.get("class", "").removeprefix("end-")
    tip = False
    for each in group:
        if each.tag == f"{SVG}circle":
            yield _round("ring", name, each)
            tip = True
        elif each.tag == f"{SVG}text":
            yield _words(each, 0, "words")
        elif each.get("d", "").endswith("Z"):
            if not tip:  # in the ring of a supported move stands a small one
                yield _head(each, name)
            tip = False
        elif each.get("stroke-width") == "3":
            yield _cross(each, name, "cross")


def _head(path: ET.Element, name: str) -> Shape:
    corners = _points(path.get("d", ""))
    xs, ys = [at[0] for at in corners], [at[1] for at in corners]
    return Shape("head", name, min(xs), min(ys), max(xs), max(ys))


def _cross(path: ET.Element, name: str, kind: str) -> Shape:
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path.get("d", ""))]
    x, y, wide_, high = numbers[:4]
    kind = "big cross" if kind == "cross" and wide_ > 20 else kind
    return Shape(kind, name, x, y, x + wide_, y + high)


def _round(kind: str, name: str, circle: ET.Element) -> Shape:
    x, y, r = (float(circle.get(each, "")) for each in ("cx", "cy", "r"))
    return Shape(kind, name, x - r, y - r, x + r, y + r)


def _rect(kind: str, name: str, rect: ET.Element) -> Shape:
    x, y, w, h = (float(rect.get(each, "")) for each in ("x", "y", "width", "height"))
    return Shape(kind, name, x, y, x + w, y + h)


def _points(path: str) -> list[tuple[float, float]]:
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def strikes(shape: Shape, here: tuple[float, float], there: tuple[float, float], half: float) -> bool:
    """Whether a line of this half width goes through a box: looked at every half pixel."""
    steps = max(1, math.ceil(math.dist(here, there) * 2))
    return any(
        shape.left - half < here[0] + (there[0] - here[0]) * part < shape.right + half
        and shape.top - half < here[1] + (there[1] - here[1]) * part < shape.bottom + half
        for part in (step / steps for step in range(steps + 1))
    )


@cache
def _letters() -> dict[str, float]:
    """Letter -> its width by the font's own tables, of the size of letters."""
    data = FONT_FILE.read_bytes()
    tables: dict[bytes, int] = {}
    for place in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, start, _ = struct.unpack(">4sIII", data[12 + 16 * place : 28 + 16 * place])
        tables[tag] = start

    def words(at: int, many: int) -> Sequence[int]:
        return struct.unpack(f">{many}H", data[at : at + 2 * many])

    per_em = words(tables[b"head"] + 18, 1)[0]
    wides = words(tables[b"hhea"] + 34, 1)[0]
    start = tables[b"cmap"]
    offset = struct.unpack(">I", data[start + 8 : start + 12])[0]
    start += offset
    many = words(start + 6, 1)[0] // 2
    ends, begins = words(start + 14, many), words(start + 16 + 2 * many, many)
    deltas, ranges = words(start + 16 + 4 * many, many), words(start + 16 + 6 * many, many)
    found = {}
    for part, (first, last) in enumerate(zip(begins, ends, strict=True)):
        for letter in range(first, min(last, 0xFFFE) + 1):
            glyph = letter + deltas[part] & 0xFFFF
            if ranges[part]:
                glyph = words(start + 16 + 6 * many + 2 * part + ranges[part] + 2 * (letter - first), 1)[0]
            found[chr(letter)] = words(tables[b"hmtx"] + 4 * min(glyph, wides - 1), 1)[0] / per_em
    return found


def wide(text: str) -> float:
    return sum(_letters()[letter] for letter in text)
