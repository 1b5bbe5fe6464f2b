"""A plot of numbers over the phases of a game, as SVG. Lines differ in color (that of the power on the map), in dashes
and in the name at the end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps import svg
from judge.maps.colors import FONT, GRID, HALO, INK, color_of
from judge.maps.svg import STYLE, width

WIDTH, LOWEST, LEFT, RIGHT, TOP, BOTTOM = 480, 300, 40, 124, 34, 38
DASHES = ("", "8,3", "2,3", "10,3,2,3", "5,5", "1,4", "14,4", "3,1")
TICKS = 5
SIZE, NAME = 15, 21
"""Of letters, which are to be read where the plot is 326 wide; and how far right of the lines names begin."""
CLOSEST = 17
LABELS = 4


def height_of(series: Mapping[str, Sequence[int]]) -> int:
    """How high the plot is: all names have room beside it."""
    return max(LOWEST, TOP + BOTTOM + CLOSEST * len(series))


def plot(title: str, labels: Sequence[str], series: Mapping[str, Sequence[int]]) -> str:
    """One line a name, one value a label. An empty plot where there are no values."""
    height = height_of(series)
    said = {name: f"{_named(name)} {values[-1]}" for name, values in series.items() if values}
    right = max([RIGHT, *(NAME + math.ceil(width(each, SIZE)) + 4 for each in said.values())])
    root = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "role": "img", "font-family": FONT}
        | {"font-size": str(SIZE), "width": str(WIDTH), "height": str(height)},
    )
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "style").text = STYLE
    ground = ET.SubElement(root, "g", {"id": "plot"})
    ET.SubElement(ground, "rect", {"width": str(WIDTH), "height": str(height), "fill": HALO})
    svg.text(ground, (6, 20), title, min(SIZE, SIZE * (WIDTH - 12) / width(title, SIZE)), font_weight="bold", fill=INK)
    numbers = [0, *(value for values in series.values() for value in values)]
    least = min(numbers)
    most = max(numbers) if any(numbers) else 1

    def x(number: int) -> float:
        return LEFT + number * (WIDTH - LEFT - right) / max(len(labels) - 1, 1)

    def y(value: float) -> float:
        return height - BOTTOM - (value - least) * (height - TOP - BOTTOM) / (most - least)

    step = _step(most - least)
    for tick in range(-(-least // step) * step, most + 1, step):
        ET.SubElement(ground, "path", {"d": f"M{LEFT},{y(tick):.1f}H{WIDTH - right}", "stroke": GRID})
        svg.text(ground, (LEFT - 6, y(tick) + 4), str(tick), text_anchor="end", fill=INK)
    every = max(1, -(-len(labels) // LABELS))
    for number in range(0, len(labels), every):
        svg.text(ground, (x(number), height - 12), labels[number], text_anchor="middle", fill=INK)
    ends = sorted((y(values[-1]), number, name) for number, (name, values) in enumerate(series.items()) if values)
    looks = _looks([*series])
    for name, values in series.items():
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in enumerate(values))
        # Light colors on white: each line lies on a darker one, which is dashed alike.
        color, dash = looks[name]
        line = {"points": points, "fill": "none", "stroke-dasharray": dash or "none"}
        own = ET.SubElement(ground, "g", {"id": f"line-{name}"})
        ET.SubElement(own, "polyline", line | {"stroke": INK, "stroke-width": "5"})
        ET.SubElement(own, "polyline", line | {"stroke": color, "stroke-width": "2.8"})
    for at_y, (_, _, name) in zip(_apart([at + 4 for at, _, _ in ends], height - BOTTOM), ends, strict=True):
        box = {"x": str(WIDTH - right + 6), "y": f"{at_y - 9:.1f}", "width": "9", "height": "9", "stroke": INK}
        ET.SubElement(ground, "rect", box | {"fill": looks[name][0]})
        svg.text(ground, (WIDTH - right + NAME, at_y), said[name], fill=INK, font_weight="bold")
    return svg.written(root)


def _named(name: str) -> str:
    """`Austria`; a code of two letters stays one."""
    return name.title() if len(name) > 2 else name


def _step(most: int) -> int:
    """From one line to the next: 1, 2 or 5, or so many tens or hundreds, so that at most TICKS steps span so much."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if most <= step * TICKS:
                return step
        size *= 10


def _looks(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Color and dashes of each line, no two alike as long as there are dashes left for its color."""
    found: dict[str, tuple[str, str]] = {}
    for place, name in enumerate(names):
        color = color_of(name)
        dashes = [DASHES[(place + more) % len(DASHES)] for more in range(len(DASHES))]
        free = (dash for dash in dashes if (color, dash) not in found.values())
        found[name] = color, next(free, dashes[0])
    return found


def _apart(heights: Sequence[float], bottom: float) -> list[float]:
    """Names that would lie on each other move down, and all of them up again where they would leave the plot."""
    found: list[float] = []
    for at in heights:
        found.append(max(at, found[-1] + CLOSEST) if found else at)
    below = bottom
    for place in reversed(range(len(found))):
        found[place] = below = min(found[place], below)
        below -= CLOSEST
    return found
