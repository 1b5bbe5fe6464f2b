"""A picture as SVG. It reads without color: units differ in shape, sides in letter, owners in letter and hatching,
orders in the kind of line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from itertools import product
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
    LOOK,
    NEUTRAL_LAND,
    SEA,
    VEIL,
    numbers_of,
    paint,
)
from judge.maps.grid import Room
from judge.maps.labels import DISC, LEAST, MARK, NOTE, Name, Names, label_size, letter_of
from judge.maps.routes import COURSE_NOTE, HELPS, MOVE, MOVES, OTHER, Course, Ways, toward
from judge.maps.svg import BARE, STAND, STYLE, Point, Stroke, number, width, written
from judge.maps.thumbnail import fill_of
from judge.maps.units import EDGE, EXTENT, OUTLINE, OUTLINES, Body, Stands
from judge.rules.drawing import Mark, Picture, Piece, Sign, Space, Verb, area_of
from judge.rules.ground import CITY, Area

SIZE, ROW, WIDTH, HEADING = 13.5, 25, 120, 20
"""Of letters, of a row, of an entry at least, and of the letters of the phase's name."""
SHAPE, MARGIN = 24, 12
"""Before the words of an entry, and between two."""
ALWAYS = "AF"
"""The kinds of units that are explained once there is a unit."""

Entry: TypeAlias = tuple[str, Callable[[ET.Element, Point], None]]
"""The words of an entry, and what draws its sample around a point."""

MARKS: Mapping[Verb, Mapping[str, str]] = LOOK["marks"]
"""What each is called in the key, and the dashes of its `line` and of its `outline`."""


class Key:
    """The entries in rows, below the ground of a picture and its name; `height` in pixels, all of it."""

    def __init__(self, picture: Picture, colors: Mapping[str, str]) -> None:
        self._picture, self._scale, self.colors = picture, picture.ground.scale, colors
        entries = [*self._sides(), *self._units(), *self._spaces(), *self._marks(), *self._signs()]
        widest = max((SHAPE + width(words, SIZE) + MARGIN for words, _ in entries), default=0)
        columns = max(1, int(picture.ground.width / (max(WIDTH, widest) * self._scale)))
        self._rows = [entries[first : first + columns] for first in range(0, len(entries), columns)]
        self._step = picture.ground.width / columns
        self.height = round((1.5 * HEADING + len(self._rows) * ROW + 4) * self._scale)

    def draw(self, root: ET.Element) -> None:
        ground, scale = self._picture.ground, self._scale
        group = ET.SubElement(root, "g", {"id": "legend", "fill": INK, "font-size": number(SIZE * scale)})
        box = {"y": str(ground.height), "width": str(ground.width), "height": str(self.height)}
        ET.SubElement(group, "rect", box | {"fill": HALO})
        for line, row in enumerate(self._rows):
            y = ground.height + (1.5 * HEADING + (line + 0.5) * ROW) * scale
            for column, (words, sample) in enumerate(row):
                x = column * self._step + 6
                sample(group, (x + 10 * scale, y))
                svg.text(group, (x + SHAPE * scale, y + 5 * scale), words)
        title = ET.SubElement(root, "g", {"id": "title", "fill": INK})
        size = HEADING * scale
        svg.text(title, (6, ground.height + 1.15 * size), self._picture.title, size)

    def _sides(self) -> Iterator[Entry]:
        """All of them, or none where the map shows nobody's."""
        picture = self._picture
        if any(space.owner for space in picture.spaces.values()) or picture.pieces:
            for key, side in picture.sides.items():
                words = f"{side.letter} {side.name}" if side.letter != side.name else side.name
                yield words, partial(self._square, fill=f"url(#owner-{key})")

    def _units(self) -> Iterator[Entry]:
        picture = self._picture
        found = {piece.kind for piece in picture.pieces} | {
            mark.other for mark in picture.marks if mark.verb == "build"
        }
        for kind, words in picture.kinds.items():
            if kind in found or (found and kind in ALWAYS):
                yield words, partial(self._outline, path=svg.SHAPES[kind])
        if any(piece.ring for piece in picture.pieces):
            yield "bribed by", self._ring
        if any(piece.dislodged for piece in picture.pieces):
            yield "dislodged", lambda group, at: svg.star(group, at, 0.55 * self._scale)

    def _spaces(self) -> Iterator[Entry]:
        spaces = self._picture.spaces.values()
        for frame, words in self._picture.frames.items():
            if any(space.frame == frame for space in spaces):
                yield words, self._disc if frame == "disc" else partial(self._square, fill=HALO)
        if any(space.fog for space in spaces):
            yield "not seen", partial(self._square, fill=FOG)
        if self._picture.ground.links:
            yield "neighbors", self._link

    def _marks(self) -> Iterator[Entry]:
        picture = self._picture
        found = {mark.verb for mark in picture.marks if not mark.failed}
        for verb, mark in MARKS.items():
            if verb in found:
                # One that helps nobody in particular is no convoy but the readiness for one.
                lone = verb == "convoy" and not any(mark.other for mark in picture.marks if mark.verb == verb)
                yield ("transport" if lone else mark["words"]), partial(self._mark, verb=verb, lone=lone)
        if any(mark.failed for mark in picture.marks):
            yield "failed", partial(self._mark, verb="move", failed=True)
        if picture.contested:
            yield "standoff", lambda group, at: svg.cross(group, at, 8 * self._scale)

    def _signs(self) -> Iterator[Entry]:
        found = {sign.shape for sign in self._picture.signs}
        for shape, words in self._picture.signs_explained:
            if shape in found:
                yield words, partial(self._outline, path=svg.SIGNS[shape], fill=shape not in svg.OPEN_SIGNS)

    def _disc(self, group: ET.Element, at: Point) -> None:
        svg.circle(group, at, DISC * self._scale, fill=HALO, stroke=INK, stroke_width=number(1.5 * self._scale))

    def _square(self, group: ET.Element, at: Point, *, fill: str) -> None:
        side = 18 * self._scale
        box = {"x": number(at[0] - side / 2), "y": number(at[1] - side / 2), "width": number(side)}
        ET.SubElement(group, "rect", box | {"height": box["width"], "fill": fill, "stroke": INK})

    def _outline(self, group: ET.Element, at: Point, *, path: str, fill: bool = True) -> None:
        line = {"fill": HALO if fill else "none", "stroke": INK, "stroke_width": "2.2"}
        svg.shape(group, path, at, 0.75 * self._scale, **line)

    def _link(self, group: ET.Element, at: Point) -> None:
        far = 11 * self._scale
        path = {"d": f"M{number(at[0] - far)},{number(at[1])}h{number(2 * far)}"}
        ET.SubElement(group, "path", {**LINK, **path})

    def _ring(self, group: ET.Element, at: Point) -> None:
        body = Body(Piece("", "A", ""), at, 0.55 * self._scale)
        around(ET.SubElement(group, "g", {"fill": "none"}), body, 1, INK, HALO)

    def _mark(self, group: ET.Element, at: Point, *, verb: Verb, lone: bool = False, failed: bool = False) -> None:
        scale, (x, y) = self._scale, at
        name = "failed" if failed else verb.replace(" ", "-")
        course = Course(Mark(verb, "", failed=failed, name=f"key-{name}", text=MARKS[verb]["words"]))
        end = (x + 5 * scale, y)
        if verb in OUTLINES or lone:
            course.outline = Body(Piece("", "A", ""), (x, y - 0.5 * scale), 0.55 * scale), 1
        elif verb == "disband":
            course.cross, course.big = at, True
        else:
            course.line = [(x - 11 * scale, y), end]
            course.cross = end if failed else None
            course.head = end if verb in MOVES and not failed else None
            course.rings = [(end, None)] if verb in HELPS else []
        Strokes(group, group, scale, self.colors).draw([course])


THIN, AROUND = 1.2, 2.2
"""How thick other lines are, before scaling."""
FAILURE = Stroke(1.5, FAILED, "5,3")
RING, ARROW, TIP = 4.2, 1.3, 0.62
LINK: Mapping[str, str] = {"stroke": BORDER, "stroke-width": "1.6", "stroke-opacity": ".6"}
"""A border that is no edge: thin and light, which no order is."""
BRIDGE, GAP_WEIGHT = 16, 1.3
"""How far such a line reaches into each of its areas, and how much shorter a way its gap counts for than the rest."""
ARROWS = frozenset({"move", "retreat"})


def name_of(mark: Mark) -> str:
    """What makes the id of a mark."""
    return mark.name or area_of(mark.place) + ("-G" if mark.place.endswith(CITY) else "")


class Strokes:
    """Draws courses into two groups: the lines, and what lies above all lines. An arrow has the color of its side."""

    def __init__(self, lines: ET.Element, ends: ET.Element, scale: float, colors: Mapping[str, str]) -> None:
        self._lines, self._ends, self._scale, self._colors = lines, ends, scale, colors

    def draw(self, courses: list[Course]) -> None:
        for course in sorted(courses, key=lambda each: each.mark.verb in ARROWS):
            self._draw(course)

    def _draw(self, course: Course) -> None:
        mark, scale = course.mark, self._scale
        color = FAILED if mark.failed else INK
        own = ET.SubElement(self._lines, "g", {"id": f"order-{name_of(mark)}", "fill": "none"})
        own.append(svg.title(mark.text))
        for way in course.thin:
            thin = {"stroke": color, "stroke-width": number(THIN * scale), "stroke-dasharray": "1.5,3"}
            ET.SubElement(own, "path", {"d": svg.way(way)} | thin)
        if course.line:
            svg.line(own, course.line, self._stroke(course))
        if course.outline is not None:
            self._outline(own, course, color)
        self._finish(course, color)

    def _stroke(self, course: Course) -> Stroke:
        verb, scale = course.mark.verb, self._scale
        if course.mark.failed:
            return FAILURE._replace(width=FAILURE.width * scale)
        if verb in ARROWS:
            return Stroke(MOVE * scale, self._colors.get(course.power, HALO), MARKS[verb].get("line", ""), INK)
        return Stroke(OTHER * scale, INK, MARKS[verb].get("line", ""))

    def _finish(self, course: Course, color: str) -> None:
        scale, mark = self._scale, course.mark
        ends = ET.SubElement(self._ends, "g", {"class": f"end-{name_of(mark)}"})
        if course.head is not None:
            stroke = self._stroke(course)
            svg.head(ends, course.head, svg.angle(*course.line[-2:]), ARROW * scale, stroke.color, stroke.edge)
        for at, turn in course.rings:
            svg.circle(ends, at, RING * scale, fill=HALO, stroke=color, stroke_width=number(2 * scale))
            if turn is not None:
                svg.head(ends, at, turn, TIP * scale, color)
        if course.cross is not None:
            svg.cross(ends, course.cross, (12.5 if course.big else 5) * scale)
        words = {"fill": color, "text-anchor": "middle", **svg.HALO_TEXT}
        if course.query is not None:
            x, y = course.query
            svg.text(ends, (x, y + 5 * scale), "?", 15 * scale, **words)
        if course.note is not None:
            x, y = course.note
            svg.text(ends, (x, y + 4.6 * scale), mark.note, COURSE_NOTE * scale, **words)

    def _outline(self, own: ET.Element, course: Course, color: str) -> None:
        """A line around a unit, one further out for each."""
        assert course.outline is not None  # noqa: S101 - for the type checker
        around(own, *course.outline, HALO, color, MARKS[course.mark.verb].get("outline", ""))


def around(group: ET.Element, body: Body, number_of: int, edge: str, color: str, dash: str = "") -> None:
    """Draw the outline of this number around a unit, counted from within: a line of this color with an edge."""
    left, top, right, bottom = EXTENT[body.piece.kind]
    more, size = EDGE + (number_of - 0.5) * OUTLINE, body.size
    box = {
        "x": number(body.at[0] + (left - more) * size),
        "y": number(body.at[1] + (top - more) * size),
        "width": number((right - left + 2 * more) * size),
        "height": number((bottom - top + 2 * more) * size),
        "rx": number(6 * size),
    }
    ET.SubElement(group, "rect", box | {"stroke": edge, "stroke-width": number((AROUND + 2) * size)})
    line = {"stroke": color, "stroke-width": number(AROUND * size)}
    ET.SubElement(group, "rect", box | line | ({"stroke-dasharray": dash} if dash else {}))


LETTER = 14
"""The size of a unit's letter."""
LARGE = 0.02
"""Of the width of the map: names of this size read on a phone."""


def draw(picture: Picture, stands: Stands | None = None) -> str:
    """The whole SVG, a document of its own without script, style sheet or anything fetched. `stands`: those of this
    picture, if they have been laid out already.

    Ids are stable: `area-PAR`, `unit-PAR`, `unit-MAN-G` (a garrison), `order-PAR`.
    """
    return _Drawing(stands or laid_out(picture)).text()


def drawn_size(picture: Picture) -> tuple[int, int]:
    """Width and height of the SVG: the ground's, and its name and key below it."""
    return picture.ground.width, picture.ground.height + Key(picture, {}).height


def near_of(picture: Picture, sides: Collection[str]) -> str:
    """Where a window of half its width and height shows most of what is these sides', above the key, as a CSS position.
    Empty if they have nothing, or the names of the whole map are large enough for a phone.
    """
    ground, size = picture.ground, drawn_size(picture)
    theirs = [ground.stand(piece.place) for piece in picture.pieces if piece.power in sides]
    theirs += [area.at for code, area in ground.areas.items() if picture.spaces[code].owner in sides]
    if not theirs or label_size(ground) >= LARGE * ground.width:
        return ""
    windows = (
        [at for at in theirs if all(abs(at[way] - here[way]) < size[way] / 4 for way in (0, 1))] for here in theirs
    )
    shown = max(windows, key=len)
    middle = (sum(at[way] for at in shown) / len(shown) / size[way] for way in (0, 1))
    lowest = (100, int(200 * ground.height / size[1] - 100))
    return " ".join(f"{min(max(round(200 * part - 50), 0), most)}%" for part, most in zip(middle, lowest, strict=True))


def laid_out(picture: Picture) -> Stands:
    """The units where `draw` draws them."""
    return Stands(picture, Room(picture.ground.width, picture.ground.height))


def draw_body(group: ET.Element, picture: Picture, body: Body, color: str) -> None:
    """The shape of a unit and its letter."""
    piece, at, size = body.piece, body.at, body.size
    line = {"fill": color, "stroke": INK, "stroke_width": "2.2"}
    svg.shape(group, svg.SHAPES[piece.kind], at, size, **line | ({"stroke_dasharray": "3,2"} if piece.ghost else {}))
    mark = piece.mark or letter_of(picture, piece.power)
    least = 0.0 if piece.place.endswith(CITY) else LEAST * picture.ground.width
    big = max(LETTER * size, least) * (1 if len(mark) < 2 else 0.8)
    svg.text(group, (at[0], at[1] + 5.2 / LETTER * big), mark, big, fill=INK)


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
        self.key = Key(picture, {side: color for side, (color, _) in self.paints.items()})
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
        Strokes(lines, ends, self.scale, self.key.colors).draw(self.ways.courses)
        self.key.draw(self.root)
        return written(self.root)

    def _group(self, name: str, **more: str) -> ET.Element:
        return ET.SubElement(self.root, "g", {"id": name, **more})

    # ---- the board

    def _definitions(self) -> None:
        defs, size = ET.SubElement(self.root, "defs"), {"width": "8", "height": "8"}
        for side, (color, hatch) in self.paints.items():
            pattern = ET.SubElement(defs, "pattern", {"id": f"owner-{side}", "patternUnits": "userSpaceOnUse"} | size)
            ET.SubElement(pattern, "rect", size | {"fill": color})
            line = {"d": hatch, "stroke": INK, "stroke-opacity": HATCH_STRENGTH, "fill": "none"}
            ET.SubElement(pattern, "path", line)

    def _areas(self) -> None:
        width, height = str(self.ground.width), str(self.ground.height)
        neutral = self.ground.neutral.rings  # without any, what no area covers is a gap
        fill = SEA if neutral else NEUTRAL_LAND
        ET.SubElement(self.root, "rect", {"class": "ground", "width": width, "height": height, "fill": fill})
        # Of two edges in one place the later lies on the earlier: a path of them all would weigh as much as the areas.
        edges = {"stroke": BORDER, "stroke-width": "1.2", "stroke-linejoin": "round"}
        group = self._group("areas", **{"fill-rule": "evenodd", **edges})
        if neutral:
            ET.SubElement(group, "path", {"d": self.ground.neutral.path, "fill": NEUTRAL_LAND})
        for code, area in self.ground.areas.items():
            space = self.picture.spaces[code]
            look = {"id": f"area-{code}", "d": area.path, "fill": fill_of(space, self.paints)}
            ET.SubElement(group, "path", look).append(svg.title(space.title))
            if space.fog == "contents":
                ET.SubElement(group, "path", {"d": area.path, "fill": FOG, "fill-opacity": VEIL, "stroke": "none"})
        if self.ground.scenery:
            ET.SubElement(group, "path", {"d": self.ground.scenery, "fill": "none", "stroke-opacity": ".5"})

    def _links(self) -> None:
        """Borders that the drawing could not make shared edges of."""
        if not self.ground.links:
            return
        group = self._group("links", fill="none", **LINK)
        for one, other in self.ground.links:
            bridge = svg.way(_bridge(self.ground.areas[one], self.ground.areas[other], BRIDGE * self.scale))
            path = ET.SubElement(group, "path", {"id": f"link-{one}-{other}", "d": bridge})
            path.append(svg.title(f"{one} and {other} are next to each other"))

    def _labels(self) -> None:
        """Codes, and beside them the owner's letter; a unit that stands there pushes both away."""
        size = {"text-anchor": "middle", "font-size": number(label_size(self.ground))}
        group = self._group("labels", fill=INK, **size)
        for leader in filter(None, [name.leader for name in self.names.names]):
            ET.SubElement(group, "path", {"d": svg.way(leader), "stroke": BORDER, "stroke-width": number(self.scale)})
        words = ET.SubElement(group, "g", svg.HALO_TEXT)
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
            svg.circle(group, name.disc, name.half, **line)
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
            beside = at[0] + 9.5 * self.scale, at[1] + 5 * self.scale
            svg.text(own, beside, sign.mark, MARK * self.scale, **svg.HALO_TEXT, text_anchor="start")
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
        if body.ringed:
            ring = ET.SubElement(own, "g", {"fill": "none"})
            around(ring, body, body.outlines, INK, self.key.colors.get(piece.ring, HALO))
        draw_body(own, self.picture, body, self.paints[piece.power][0] if piece.power in self.paints else HALO)


@lru_cache(maxsize=256)
def _bridge(one: Area, other: Area, far: float) -> tuple[Point, ...]:
    """Where two areas are near each other on a short way, from so far within one to so far within the other."""

    def long(ends: tuple[Point, Point]) -> float:
        return math.dist(one.at, ends[0]) + GAP_WEIGHT * math.dist(*ends) + math.dist(ends[1], other.at)

    start, end = min(product(_corners(one), _corners(other)), key=long)
    return toward(start, one.at, far), start, end, toward(end, other.at, far)


def _corners(area: Area) -> list[Point]:
    return [at for ring in area.rings for at in zip(ring[::2], ring[1::2], strict=True)]
