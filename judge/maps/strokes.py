"""Marks as SVG: their lines, and above all lines the ends, rings and crosses that tell what is meant."""

from __future__ import annotations

import math
from collections.abc import Mapping
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps import svg
from judge.maps.colors import FAILED, HALO, INK
from judge.maps.stands import EDGE, EXTENT, OUTLINE
from judge.maps.svg import Point, Stroke, number
from judge.maps.ways import NOTE, Course
from judge.rules.drawing import Mark, area_of
from judge.rules.ground import CITY

DASHES: Mapping[str, str] = {
    "retreat": "9,4",
    "may retreat": "1.5,5",
    "support": "2,4",
    "convoy": "10,3,2,3",
    "appears": "3,3",
    "vanishes": "3,3",
}
OUTLINE_DASHES: Mapping[str, str] = {"besiege": "3,3", "convert": "5,3", "build": "4,3", "convoy": "10,3,2,3"}
MOVE, OTHER, THIN, AROUND = 3.4, 2.4, 1.2, 2.2
"""How thick lines are, before scaling."""
RING, DOT, TIP = 4.2, 2.2, 0.62
_ORDER: Mapping[str, int] = {"move": 1, "retreat": 1}


def name_of(mark: Mark) -> str:
    """What makes the id of a mark."""
    return mark.name or area_of(mark.place) + ("-G" if mark.place.endswith(CITY) else "")


class Strokes:
    """Draws courses into two groups: the lines, and what lies above all lines."""

    def __init__(self, lines: ET.Element, ends: ET.Element, scale: float) -> None:
        self._lines, self._ends, self._scale = lines, ends, scale

    def draw(self, courses: list[Course]) -> None:
        for course in sorted(courses, key=lambda each: _ORDER.get(each.mark.verb, 0)):
            self._draw(course)

    def _draw(self, course: Course) -> None:
        mark, scale = course.mark, self._scale
        color = FAILED if mark.failed else INK
        own = ET.SubElement(self._lines, "g", {"id": f"order-{name_of(mark)}", "fill": "none"})
        own.append(svg.title(mark.text))
        dash = DASHES.get(mark.verb, "")
        for way in course.thin:
            path = "M" + "L".join(f"{number(x)},{number(y)}" for x, y in way)
            thin = {"stroke": color, "stroke-width": number(THIN * scale), "stroke-dasharray": "1.5,3"}
            ET.SubElement(own, "path", {"d": path} | thin)
        if course.line:
            thick = MOVE if mark.verb in ("move", "retreat") else OTHER
            svg.line(own, course.line, Stroke(thick * scale, color, dash))
        if course.outline is not None:
            self._outline(own, course, color)
        self._finish(course, color)

    def _finish(self, course: Course, color: str) -> None:
        scale, mark = self._scale, course.mark
        ends = ET.SubElement(self._ends, "g", {"class": f"end-{name_of(mark)}"})
        if course.tail is not None:
            svg.circle(ends, course.tail, DOT * scale, fill=color)
        if course.head is not None:
            svg.head(ends, course.head, _direction(course.line), scale, color)
        for at, turn in course.rings:
            svg.circle(ends, at, RING * scale, fill=HALO, stroke=color, stroke_width=number(2 * scale))
            if turn is not None:
                svg.head(ends, at, turn, TIP * scale, color)
        if course.cross is not None:
            svg.cross(ends, course.cross, (14 if course.big else 5) * scale)
        words = {"fill": color, "text_anchor": "middle"} | {
            key.replace("-", "_"): v for key, v in svg.HALO_TEXT.items()
        }
        if course.query is not None:
            x, y = course.query
            svg.text(ends, (x, y + 5 * scale), "?", 15 * scale, **words)
        if course.note is not None:
            x, y = course.note
            svg.text(ends, (x, y + 4.6 * scale), mark.note, NOTE * scale, **words)

    def _outline(self, own: ET.Element, course: Course, color: str) -> None:
        """A line around a unit, one further out for each."""
        assert course.outline is not None  # noqa: S101 - for the type checker
        body, number_of = course.outline
        left, top, right, bottom = EXTENT[body.piece.kind]
        more, size = EDGE + (number_of - 0.5) * OUTLINE, body.size
        box = {
            "x": number(body.at[0] + (left - more) * size),
            "y": number(body.at[1] + (top - more) * size),
            "width": number((right - left + 2 * more) * size),
            "height": number((bottom - top + 2 * more) * size),
            "rx": number(6 * size),
        }
        ET.SubElement(own, "rect", box | {"stroke": HALO, "stroke-width": number((AROUND + 2) * size)})
        line = {"stroke": color, "stroke-width": number(AROUND * size)}
        dash = OUTLINE_DASHES.get(course.mark.verb)
        ET.SubElement(own, "rect", box | line | ({"stroke-dasharray": dash} if dash else {}))


def _direction(line: list[Point]) -> float:
    (x, y), (to_x, to_y) = line[-2], line[-1]
    return math.atan2(to_y - y, to_x - x)
