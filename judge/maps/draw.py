"""A picture as SVG. It reads without color: units differ in shape, sides in letter, owners in letter and hatching,
orders in the kind of line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps import svg
from judge.maps.colors import (
    BORDER,
    FAILED,
    FOG,
    FONT,
    HALO,
    HATCH_STRENGTH,
    INK,
    LAND,
    NEUTRAL_LAND,
    SEA,
    VEIL,
    numbers_of,
    paint,
)
from judge.maps.grid import Box, Room
from judge.maps.labels import LEAST, MARK, NOTE, Name, Names, label_size, letter_of
from judge.maps.routes import COURSE_NOTE, Course, Ways
from judge.maps.svg import BARE, STAND, STYLE, Point, Stroke, number, ready, width, written
from judge.maps.thumbnail import glance, size_of
from judge.maps.units import EDGE, EXTENT, OUTLINE, Body, Stands
from judge.rules.drawing import Mark, Picture, Sign, SignShape, Space, area_of
from judge.rules.game import Game
from judge.rules.ground import CITY
from judge.rules.values import Event, View

SIZE, ROW, WIDTH = 13.5, 25, 140
"""Of letters, of a row, and of an entry at least."""
SHAPE, MARGIN = 24, 12
"""Before the words of an entry, and between two."""
ALWAYS = "AF"
"""The kinds of units that are explained once there is a unit."""

Entry: TypeAlias = str | tuple[SignShape, str]


class Key:
    """The entries in rows, below the ground of a picture; `height` in pixels, all of it."""

    def __init__(self, picture: Picture) -> None:
        self._picture, self._scale = picture, picture.ground.scale
        entries: list[Entry] = [*_sides(picture), *_kinds(picture), *_signs(picture)]
        widest = max((SHAPE + width(_words(picture, each), SIZE) + MARGIN for each in entries), default=0)
        columns = max(1, int(picture.ground.width / (max(WIDTH, widest) * self._scale)))
        self._rows = [entries[first : first + columns] for first in range(0, len(entries), columns)]
        self._step = picture.ground.width / columns
        self.height = round((len(self._rows) * ROW + 4) * self._scale) if entries else 0

    def draw(self, root: ET.Element) -> None:
        ground, scale = self._picture.ground, self._scale
        group = ET.SubElement(root, "g", {"id": "legend", "fill": INK, "font-size": number(SIZE * scale)})
        box = {"y": str(ground.height), "width": str(ground.width), "height": str(self.height)}
        ET.SubElement(group, "rect", box | {"fill": HALO})
        for line, row in enumerate(self._rows):
            y = ground.height + (line + 0.5) * ROW * scale + 2
            for column, each in enumerate(row):
                self._entry(group, column * self._step + 6, y, each)

    def _entry(self, group: ET.Element, x: float, y: float, each: Entry) -> None:
        scale, picture = self._scale, self._picture
        middle = (x + 10 * scale, y)
        if isinstance(each, tuple):
            shape = each[0]
            line = {"fill": "none" if shape in svg.OPEN_SIGNS else HALO, "stroke": INK, "stroke_width": "2.2"}
            svg.shape(group, svg.SIGNS[shape], middle, 0.75 * scale, **line)
        elif each in picture.kinds:
            svg.shape(group, svg.SHAPES[each], middle, 0.75 * scale, fill=HALO, stroke=INK, stroke_width="2.2")
        else:
            box = {"x": number(x), "y": number(y - 9 * scale), "width": number(18 * scale)}
            ET.SubElement(group, "rect", box | {"height": box["width"], "fill": f"url(#owner-{each})", "stroke": INK})
        svg.text(group, (x + SHAPE * scale, y + 5 * scale), _words(picture, each))


def _words(picture: Picture, each: Entry) -> str:
    if isinstance(each, tuple):
        return each[1]
    if each in picture.kinds:
        return picture.kinds[each]
    side = picture.sides[each]
    return f"{side.letter} {side.name}" if side.letter != side.name else side.name


def _sides(picture: Picture) -> list[str]:
    """All of them, or none where the map shows nobody's."""
    shown = any(space.owner for space in picture.spaces.values()) or picture.pieces
    return [*picture.sides] if shown else []


def _kinds(picture: Picture) -> list[str]:
    found = {piece.kind for piece in picture.pieces} | {mark.other for mark in picture.marks if mark.verb == "build"}
    return [kind for kind in picture.kinds if kind in found or (found and kind in ALWAYS)]


def _signs(picture: Picture) -> list[tuple[SignShape, str]]:
    found = {sign.shape for sign in picture.signs}
    return [(shape, said) for shape, said in picture.signs_explained if shape in found]


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
            svg.text(ends, (x, y + 4.6 * scale), mark.note, COURSE_NOTE * scale, **words)

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


LETTER, HEADING = 14, 20
"""Sizes of letters: of a unit, and of the phase's name."""


def draw(picture: Picture, stands: Stands | None = None) -> str:
    """The whole SVG, a document of its own without script, style sheet or anything fetched. `stands`: those of this
    picture, if they have been laid out already.

    Ids are stable: `area-PAR`, `unit-PAR`, `unit-MAN-G` (a garrison), `order-PAR`.
    """
    return _Drawing(stands or laid_out(picture)).text()


def drawn_size(picture: Picture) -> tuple[int, int]:
    """Width and height of the SVG: the ground's, and its key's below it."""
    return picture.ground.width, picture.ground.height + Key(picture).height


def laid_out(picture: Picture) -> Stands:
    """The units where `draw` draws them."""
    room = Room(picture.ground.width, picture.ground.height)
    room.take(_heading_box(picture))
    return Stands(picture, room)


def draw_body(group: ET.Element, picture: Picture, body: Body, color: str) -> None:
    """The shape of a unit and its letter."""
    piece, at, size = body.piece, body.at, body.size
    line = {"fill": color, "stroke": INK, "stroke_width": "2.2"}
    svg.shape(group, svg.SHAPES[piece.kind], at, size, **line | ({"stroke_dasharray": "3,2"} if piece.ghost else {}))
    mark = piece.mark or letter_of(picture, piece.power)
    least = 0.0 if piece.place.endswith(CITY) else LEAST * picture.ground.width
    big = max(LETTER * size, least) * (1 if len(mark) < 2 else 0.8)
    svg.text(group, (at[0], at[1] + 5.2 / LETTER * big), mark, big, fill=INK)


def _heading_box(picture: Picture) -> Box:
    size = HEADING * picture.ground.scale
    return Box(0, picture.ground.height - 1.5 * size, width(picture.title, size) + 16, picture.ground.height)


class _Drawing:
    def __init__(self, stands: Stands) -> None:
        picture = stands.picture
        ground = self.ground = picture.ground
        self.picture = picture
        self.scale = ground.scale
        self.paints = {side: paint(number) for side, number in numbers_of([*picture.sides]).items()}
        room = stands.room.copy()
        self.stands = stands
        self.ways = Ways(picture, self.stands, room)
        self.names = Names(picture, self.stands, room)
        self.key = Key(picture)
        height = ground.height + self.key.height
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {ground.width} {height}",
                "width": str(ground.width),
                "height": str(height),
                "role": "img",
                "aria-labelledby": "map-title map-about",
                "font-family": FONT,
                "font-weight": "bold",
            },
        )

    def text(self) -> str:
        ET.SubElement(self.root, "title", {"id": "map-title"}).text = self.picture.title
        ET.SubElement(self.root, "desc", {"id": "map-about"}).text = self.picture.about
        ET.SubElement(self.root, "style").text = STYLE
        for aim in (STAND, BARE):
            ET.SubElement(self.root, "g", {"id": aim})
        self._definitions()
        self._areas()
        self._links()
        self._labels()
        units = self._group("units", **{"text-anchor": "middle"})
        for body in self.stands.bodies:
            self._unit(units, body)
        lines = self._group("orders")
        standoffs = self._group("standoffs", fill="none")
        for code, at in self.ways.standoffs.items():
            own = ET.SubElement(standoffs, "g", {"id": f"standoff-{code}"})
            own.append(svg.title("standoff"))
            svg.cross(own, at, 9 * self.scale)
        ends = self._group("ends", **{"pointer-events": "none"})
        Strokes(lines, ends, self.scale).draw(self.ways.courses)
        self._heading()
        self.key.draw(self.root)
        return written(self.root)

    def _group(self, name: str, **more: str) -> ET.Element:
        return ET.SubElement(self.root, "g", {"id": name, **more})

    # ---- the board

    def _definitions(self) -> None:
        defs = ET.SubElement(self.root, "defs")
        defs.extend(ready(_pattern(f"owner-{side}", *colors)) for side, colors in self.paints.items())

    def _areas(self) -> None:
        width, height = str(self.ground.width), str(self.ground.height)
        neutral = self.ground.neutral.rings  # without any, what no area covers is a gap
        fill = SEA if neutral else NEUTRAL_LAND
        ET.SubElement(self.root, "rect", {"class": "ground", "width": width, "height": height, "fill": fill})
        group = self._group("areas", **{"fill-rule": "evenodd"})
        if neutral:
            ET.SubElement(group, "path", {"d": self.ground.neutral.path, "fill": NEUTRAL_LAND})
        for code, area in self.ground.areas.items():
            space = self.picture.spaces[code]
            group.append(ready(_area(code, area.path, self._fill(space), space.title)))
            if space.fog == "contents":
                ET.SubElement(group, "path", {"d": area.path, "fill": FOG, "fill-opacity": VEIL})
        edges = {"class": "ground", "stroke": BORDER, "stroke-width": "1.2", "stroke-linejoin": "round", "fill": "none"}
        ET.SubElement(self.root, "path", {"d": self.ground.borders} | edges)  # each once, which is quicker to paint

    def _fill(self, space: Space) -> str:
        if space.fog == "all":
            return FOG
        if space.owner in self.paints:
            return f"url(#owner-{space.owner})"
        return SEA if space.sea else LAND

    def _links(self) -> None:
        """Borders that the drawing could not make shared edges of."""
        if not self.ground.links:
            return
        group = self._group("links", stroke=BORDER, fill="none", **{"stroke-width": "2.5", "stroke-dasharray": "1,4"})
        group.set("stroke-linecap", "round")
        for one, other in self.ground.links:
            (x, y), (to_x, to_y) = self.ground.areas[one].at, self.ground.areas[other].at
            path = ET.SubElement(group, "path", {"id": f"link-{one}-{other}", "d": f"M{x},{y}L{to_x},{to_y}"})
            path.append(svg.title(f"{one} and {other} are next to each other"))

    def _labels(self) -> None:
        """Codes, and beside them the owner's letter; a unit that stands there pushes both away."""
        size = {"text-anchor": "middle", "font-size": number(label_size(self.ground))}
        group = self._group("labels", fill=INK, **size)
        for (x, y), end in filter(None, [name.leader for name in self.names.names]):
            path = f"M{number(x)},{number(y)}L{number(end[0])},{number(end[1])}"
            ET.SubElement(group, "path", {"d": path, "stroke": INK, "stroke-width": number(1.6 * self.scale)})
            svg.circle(group, end, 2.4 * self.scale)
        words = ET.SubElement(group, "g", {**svg.HALO_TEXT})
        for name in self.names.names:
            space = self.picture.spaces[name.code]
            svg.text(words, name.middle, name.code)
            if space.note:
                svg.text(words, name.note_at, space.note, NOTE * self.scale)
        for name in self.names.names:
            if name.letter is not None:
                self._owner(group, name, self.picture.spaces[name.code])
            for sign, at in name.signs:
                self._sign(group, at, sign)

    def _owner(self, group: ET.Element, name: Name, space: Space) -> None:
        (x, y), letter, scale = name.disc, name.letter or "", self.scale
        line = {"stroke": INK, "stroke-width": number((0.6 + 0.9 * space.strength) * scale), "fill": HALO}
        if space.frame == "disc" and len(letter) < 2:
            svg.circle(group, name.disc, name.half, **{name.replace("-", "_"): value for name, value in line.items()})
        else:
            half, low = name.half, 7.5 * scale
            box = {"x": number(x - half), "y": number(y - low), "width": number(2 * half), "height": number(2 * low)}
            box |= line if space.frame else {"fill": HALO, "fill-opacity": ".75"}
            ET.SubElement(group, "rect", box | {"rx": "7" if space.frame == "disc" else "1"})
        if letter:
            svg.text(group, (x, y + 4 * scale), letter, 11 * scale)

    def _sign(self, group: ET.Element, at: Point, sign: Sign) -> None:
        own = ET.SubElement(group, "g", {"id": f"{sign.kind}-{sign.place}"})
        own.append(svg.title(sign.title))
        color = FAILED if sign.alarm else INK
        path, size = svg.SIGNS[sign.shape], 0.85 * self.scale
        if sign.shape in svg.OPEN_SIGNS:
            svg.shape(own, path, at, size, fill="none", stroke=HALO, stroke_width="6")
            svg.shape(own, path, at, size, fill="none", stroke=color, stroke_width="2.4")
        else:
            svg.shape(own, path, at, size, fill=HALO, stroke=color, stroke_width="2")
        if sign.mark and sign.shape in svg.BESIDE:
            words = {name.replace("-", "_"): value for name, value in svg.HALO_TEXT.items()} | {"text_anchor": "start"}
            beside = at[0] + 9.5 * self.scale, at[1] + 5 * self.scale
            svg.text(own, beside, sign.mark, MARK * self.scale, **words)
        elif sign.mark:
            svg.text(own, (at[0], at[1] + 5 * self.scale), sign.mark, 11 * self.scale)

    # ---- units

    def _unit(self, group: ET.Element, body: Body) -> None:
        piece, at, size = body.piece, body.at, body.size
        name = f"unit-{area_of(piece.place)}" + ("-G" if piece.place.endswith(CITY) else "")
        name += "-dislodged" if piece.dislodged else "-seen" if piece.ghost else ""
        own = ET.SubElement(group, "g", {"id": name})
        own.append(
            svg.title(
                piece.title or f"{self.picture.kinds[piece.kind]}, {self.picture.spaces[area_of(piece.place)].title}"
            )
        )
        if body.built:
            own.set("class", "told")
        if piece.dislodged:
            # What is alone in its place is dislodged by what this phase brings.
            svg.star(own if body.aside else ET.SubElement(own, "g", {"class": "told"}), at, size)
        draw_body(own, self.picture, body, self.paints[piece.power][0] if piece.power in self.paints else HALO)

    # ---- words

    def _heading(self) -> None:
        size = HEADING * self.scale
        group = self._group("title", fill=INK, **svg.HALO_TEXT)
        svg.text(group, (8, self.ground.height - 0.55 * size), self.picture.title, size)


@lru_cache(maxsize=256)
def _pattern(name: str, color: str, hatch: str) -> str:
    size = {"width": "8", "height": "8"}
    pattern = ET.Element("pattern", {"id": name, "patternUnits": "userSpaceOnUse"} | size)
    ET.SubElement(pattern, "rect", size | {"fill": color})
    ET.SubElement(pattern, "path", {"d": hatch, "stroke": INK, "stroke-opacity": HATCH_STRENGTH, "fill": "none"})
    return written(pattern)


@lru_cache(maxsize=4096)  # most areas are on the next map as they are on this one
def _area(code: str, outline: str, fill: str, title: str) -> str:
    area = ET.Element("path", {"id": f"area-{code}", "d": outline, "fill": fill})
    area.append(svg.title(title))
    return written(area)


def svg_of(system: Game, now: View | None, before: View | None = None, events: Sequence[Event] = ()) -> str:
    """Return the position as SVG or, given the view `before` a phase, that phase. ValueError without a map."""
    return draw(_picture(system, now, before, events))


def _picture(system: Game, now: View | None, before: View | None, events: Sequence[Event]) -> Picture:
    if before is not None:
        made = system.phase_picture(before, events, now)
    else:
        made = system.position_picture(now) if now is not None else None
    if made is None:
        raise ValueError("there is no map of this game")
    return made


def glance_of(system: Game, view: View | None) -> tuple[str, tuple[int, int]] | None:
    """The position as a small SVG, and its width and height; None where there is no map of it."""
    drawn = system.position_picture(view) if view is not None else None
    return (glance(drawn), size_of(drawn.ground)) if drawn is not None else None
