"""A plot of numbers over the phases of a game, as SVG. Lines differ in color, in dashes and in the name at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.colors import FONT, HALO, INK

WIDTH, LOWEST, LEFT, RIGHT, TOP, BOTTOM = 720, 320, 40, 110, 30, 34
LINES = ("#a93226", "#1f4fb2", "#117a9c", "#5d5346", "#2e7d32", "#7b2d9b", "#a67c00", "#000000")
DASHES = ("", "8,3", "2,3", "10,3,2,3", "5,5", "1,4", "14,4", "3,1")
TICKS = 5
CLOSEST = 13


def height_of(series: Mapping[str, Sequence[int]]) -> int:
    """How high the plot is: all names have room beside it."""
    return max(LOWEST, TOP + BOTTOM + CLOSEST * len(series))


def plot(title: str, labels: Sequence[str], series: Mapping[str, Sequence[int]]) -> str:
    """One line a name, one value a label. An empty plot where there are no values."""
    height = height_of(series)
    root = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "role": "img", "font-family": FONT}
        | {"font-size": "12", "width": str(WIDTH), "height": str(height)},
    )
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "rect", {"width": str(WIDTH), "height": str(height), "fill": HALO})
    heading = {"x": str(LEFT), "y": "18", "font-weight": "bold", "fill": INK}
    ET.SubElement(root, "text", heading).text = title
    most = max((value for values in series.values() for value in values), default=0) or 1

    def x(number: int) -> float:
        return LEFT + number * (WIDTH - LEFT - RIGHT) / max(len(labels) - 1, 1)

    def y(value: float) -> float:
        return height - BOTTOM - value * (height - TOP - BOTTOM) / most

    for tick in sorted({round(most * step / TICKS) for step in range(TICKS + 1)}):
        line = {"d": f"M{LEFT},{y(tick):.1f}H{WIDTH - RIGHT}", "stroke": "#ccc"}
        ET.SubElement(root, "path", line)
        at = {"x": str(LEFT - 6), "y": f"{y(tick) + 4:.1f}", "text-anchor": "end", "fill": INK}
        ET.SubElement(root, "text", at).text = str(tick)
    every = max(1, -(-len(labels) // 8))
    for number in range(0, len(labels), every):
        at = {"x": f"{x(number):.1f}", "y": str(height - 12), "text-anchor": "middle", "fill": INK}
        ET.SubElement(root, "text", at).text = labels[number]
    ends = sorted((y(values[-1]), number, name) for number, (name, values) in enumerate(series.items()) if values)
    for number, (name, values) in enumerate(series.items()):
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in enumerate(values))
        line = {"points": points, "fill": "none", "stroke": LINES[number % len(LINES)], "stroke-width": "2.2"}
        # Two lines of one color differ in their dashes.
        line["stroke-dasharray"] = DASHES[(number + number // len(LINES)) % len(DASHES)] or "none"
        ET.SubElement(ET.SubElement(root, "g", {"id": f"line-{name}"}), "polyline", line)
    for at_y, (_, number, name) in zip(_apart([at + 4 for at, _, _ in ends], height - BOTTOM), ends, strict=True):
        text = {"x": str(WIDTH - RIGHT + 8), "y": f"{at_y:.1f}", "fill": LINES[number % len(LINES)]}
        ET.SubElement(root, "text", text | {"font-weight": "bold"}).text = f"{name.title()} {series[name][-1]}"
    return ET.tostring(root, encoding="unicode")


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
