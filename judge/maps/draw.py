"""A picture as SVG. It reads without color: units differ in shape, sides in letter, owners in letter and hatching,
orders in the kind of line.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps import pen
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
    paint,
)
from judge.maps.names import feet
from judge.maps.pen import UNIT, Point, number
from judge.rules.drawing import Mark, Picture, Piece, SignShape, Space, area_of
from judge.rules.ground import CITY

LABEL, LETTER, HEADING, KEY = 14.5, 14, 20, 13.5  # sizes of letters
KEY_ROW, KEY_WIDTH = 25, 158
GARRISON = 0.72  # of the size of other units
ALWAYS = "AF"
"""The kinds of units that the legend explains though there be none."""

_LAYERS: Mapping[str, int] = {"hold": 0, "support": 2, "convoy": 2}
_DASHES: Mapping[str, str] = {
    "retreat": "9,4",
    "support": "2,4",
    "convoy": "10,3,2,3",
    "appears": "3,3",
    "vanishes": "3,3",
}


def draw(picture: Picture) -> str:
    """The whole SVG, a document of its own without script, style sheet or anything fetched.

    Ids are stable: `area-PAR`, `unit-PAR`, `unit-MAN-G` (a garrison), `order-PAR`.
    """
    return _Drawing(picture).text()


class _Drawing:
    def __init__(self, picture: Picture) -> None:
        ground = self.ground = picture.ground
        self.picture = picture
        self.scale = ground.scale
        self.paints = {key: paint(place) for place, key in enumerate(picture.sides)}
        self.standing = {piece.place: piece for piece in picture.pieces if not piece.dislodged and not piece.ghost}
        self.occupied = {
            area_of(piece.place)
            for piece in picture.pieces
            if piece.place.endswith(CITY) or ground.stand(piece.place) == self._at(piece)
        } | {area_of(mark.place) for mark in picture.marks if mark.verb == "build"}
        columns = max(1, int(ground.width / (KEY_WIDTH * self.scale)))
        explained: list[str | tuple[SignShape, str]] = [*picture.sides, *self._kinds(), *picture.signs_explained]
        self.rows: list[list[str | tuple[SignShape, str]]] = [
            explained[first : first + columns] for first in range(0, len(explained), columns)
        ]
        self.step = ground.width / columns
        height = ground.height + round((len(self.rows) * KEY_ROW + 4) * self.scale)
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

    def _at(self, piece: Piece) -> Point:
        return self.ground.areas[area_of(piece.place)].at

    def _kinds(self) -> list[str]:
        marks = {mark.other for mark in self.picture.marks if mark.verb == "build"}
        found = {piece.kind for piece in self.picture.pieces} | marks
        return [kind for kind in self.picture.kinds if kind in found or kind in ALWAYS]

    def text(self) -> str:
        ET.SubElement(self.root, "title", {"id": "map-title"}).text = self.picture.title
        ET.SubElement(self.root, "desc", {"id": "map-about"}).text = self.picture.about
        self._definitions()
        self._areas()
        self._links()
        self._standoffs()
        orders = self._group("orders")
        for mark in sorted(self.picture.marks, key=lambda each: _LAYERS.get(each.verb, 1)):
            self._order(orders, mark)
        self._labels()  # a line that is cut short by a label is still read; a label below a line is not
        units = self._group("units")
        for piece in self.picture.pieces:
            self._unit(units, piece)
        self._heading()
        self._key()
        return ET.tostring(self.root, encoding="unicode")

    def _group(self, name: str, **more: str) -> ET.Element:
        return ET.SubElement(self.root, "g", {"id": name, **more})

    # ---- the board

    def _definitions(self) -> None:
        defs = ET.SubElement(self.root, "defs")
        for key, (color, hatch) in self.paints.items():
            self._pattern(defs, f"owner-{key}", color, hatch)
        for name, color in (("head", INK), ("head-failed", FAILED)):
            marker = ET.SubElement(
                defs,
                "marker",
                {"id": name, "viewBox": "0 0 10 10", "refX": "8", "refY": "5", "markerWidth": "5", "markerHeight": "5"}
                | {"orient": "auto", "markerUnits": "strokeWidth"},
            )
            ET.SubElement(marker, "path", {"d": "M0,0L10,5L0,10Z", "fill": color})

    def _pattern(self, defs: ET.Element, name: str, color: str, hatch: str) -> None:
        size = {"width": "8", "height": "8"}
        pattern = ET.SubElement(defs, "pattern", {"id": name, "patternUnits": "userSpaceOnUse"} | size)
        ET.SubElement(pattern, "rect", size | {"fill": color})
        ET.SubElement(pattern, "path", {"d": hatch, "stroke": INK, "stroke-opacity": HATCH_STRENGTH, "fill": "none"})

    def _areas(self) -> None:
        width, height = str(self.ground.width), str(self.ground.height)
        neutral = self.ground.neutral.rings  # without any, what no area covers is a gap
        ET.SubElement(self.root, "rect", {"width": width, "height": height, "fill": SEA if neutral else NEUTRAL_LAND})
        group = self._group("areas", stroke=BORDER, **{"stroke-width": "1.2", "stroke-linejoin": "round"})
        group.set("fill-rule", "evenodd")
        if neutral:
            ET.SubElement(group, "path", {"d": self.ground.neutral.path, "fill": NEUTRAL_LAND})
        for code, area in self.ground.areas.items():
            space = self.picture.spaces[code]
            path = ET.SubElement(group, "path", {"id": f"area-{code}", "d": area.path, "fill": self._fill(space)})
            path.append(pen.title(space.title))
            if space.fog == "contents":
                ET.SubElement(group, "path", {"d": area.path, "fill": FOG, "fill-opacity": VEIL})

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
            path.append(pen.title(f"{one} and {other} are next to each other"))

    def _labels(self) -> None:
        """Codes, and beside them the owner's letter; a unit that stands there pushes both away."""
        scale = self.scale
        group = self._group("labels", fill=INK, **{"text-anchor": "middle", "font-size": number(LABEL * scale)})
        signs: dict[str, list[int]] = {}
        for place, sign in enumerate(self.picture.signs):
            signs.setdefault(sign.place, []).append(place)
        owners = {code: self._owner_beside(self.picture.spaces[code]) for code in self.ground.areas}
        widths = {code: (4.6 * len(code) + (11 if owners[code] is not None else 0)) * scale for code in owners}
        pinned = {code: bool(code in signs or self.picture.spaces[code].note) for code in sorted(self.occupied)}
        units = [self.ground.stand(piece.place) for piece in self.picture.pieces]
        found = feet(self.ground, widths, pinned, units)
        for code, area in self.ground.areas.items():
            space = self.picture.spaces[code]
            x, low = area.at[0], found[code]
            letter = owners[code] or ""
            beside = owners[code] is not None
            wide = 4 if len(letter) > 1 else 0
            pen.halo_text(group, x + (9 + wide) * scale if beside else x, low, code)
            if beside:
                self._owner(group, (x - (13.5 + wide + 2.2 * len(code)) * scale, low - 5 * scale), space, letter)
            if space.note:
                low += 13 * scale
                pen.halo_text(group, x, low, space.note, 10.5 * scale)
            for place, each in enumerate(signs.get(code, ())):
                across = (place - (len(signs[code]) - 1) / 2) * 27 * scale
                self._sign(group, (x + across, low + 17 * scale), each)

    def _owner_beside(self, space: Space) -> str | None:
        """The letter beside a name, empty where nobody owns what could be owned; None: nothing stands there."""
        letter = "?" if space.fog == "all" else self._letter(space.owner)
        return letter if space.frame or (letter and not space.sea and space.fog != "all") else None

    def _letter(self, owner: str) -> str:
        return self.picture.sides[owner].letter if owner in self.picture.sides else ""

    def _owner(self, group: ET.Element, at: Point, space: Space, letter: str) -> None:
        x, y = at
        scale = self.scale
        line = {"stroke": INK, "stroke-width": number((0.6 + 0.9 * space.strength) * scale), "fill": HALO}
        wide = 7.5 if len(letter) < 2 else 11.5
        if space.frame == "disc" and len(letter) < 2:
            pen.circle(group, at, 7.5 * scale, **{name.replace("-", "_"): value for name, value in line.items()})
        else:
            half, low = wide * scale, 7.5 * scale
            box = {"x": number(x - half), "y": number(y - low), "width": number(2 * half), "height": number(2 * low)}
            box |= line if space.frame else {"fill": HALO, "fill-opacity": ".75"}
            ET.SubElement(group, "rect", box | {"rx": "7" if space.frame == "disc" else "1"})
        text = {"x": number(x), "y": number(y + 4 * scale), "font-size": number(11 * scale)}
        ET.SubElement(group, "text", text).text = letter

    def _sign(self, group: ET.Element, at: Point, place: int) -> None:
        sign = self.picture.signs[place]
        own = ET.SubElement(group, "g", {"id": f"{sign.kind}-{sign.place}"})
        own.append(pen.title(sign.title))
        color = FAILED if sign.alarm else INK
        path = pen.SIGNS[sign.shape]
        size = 0.85 * self.scale
        if sign.shape in pen.OPEN_SIGNS:
            pen.shape(own, path, at, size, fill="none", stroke=HALO, stroke_width="6")
            pen.shape(own, path, at, size, fill="none", stroke=color, stroke_width="2.4")
        else:
            pen.shape(own, path, at, size, fill=HALO, stroke=color, stroke_width="2")
        if sign.shape in pen.BESIDE:
            pen.halo_text(own, at[0] + 12 * self.scale, at[1] + 5 * self.scale, sign.mark, 12 * self.scale)
            return
        if sign.mark:
            text = {"x": number(at[0]), "y": number(at[1] + 5 * self.scale), "font-size": number(11 * self.scale)}
            ET.SubElement(own, "text", text).text = sign.mark

    def _standoffs(self) -> None:
        group = self._group("standoffs", fill="none")
        for code in self.picture.contested:
            own = ET.SubElement(group, "g", {"id": f"standoff-{code}"})
            own.append(pen.title("standoff"))
            pen.cross(own, self.ground.areas[code].at, 9 * self.scale)

    # ---- orders

    def _where(self, place: str) -> Point:
        """Where the unit in this place really stands: an area may mean one of its coasts."""
        if place in self.standing or place.endswith(CITY):
            return self.ground.stand(place)
        area = area_of(place)
        for piece in self.picture.pieces:
            if not piece.dislodged and not piece.place.endswith(CITY) and area_of(piece.place) == area:
                return self.ground.stand(piece.place)
        return self.ground.stand(place)

    def _order(self, group: ET.Element, mark: Mark) -> None:
        color = FAILED if mark.failed else INK
        name = mark.name or area_of(mark.place) + ("-G" if mark.place.endswith(CITY) else "")
        own = ET.SubElement(group, "g", {"id": f"order-{name}", "fill": "none"})
        own.append(pen.title(mark.text))
        unit = UNIT * self.scale
        start: Point = self.ground.stand(mark.place)
        thick = {"stroke": color, "stroke_width": number(2 * self.scale)}
        if mark.verb == "hold":
            pen.circle(own, start, unit * GARRISON + 4 if mark.place.endswith(CITY) else unit + 6, **thick)
        elif mark.verb == "convert":
            ring = {"stroke": color, "stroke_width": number(2.4 * self.scale), "stroke_dasharray": "5,3"}
            pen.circle(own, self.ground.stand(mark.target), unit + 2, **ring)
        elif mark.verb == "convoy" and not mark.other:
            ring = {"stroke": color, "stroke_width": number(2.4 * self.scale), "stroke_dasharray": _DASHES["convoy"]}
            pen.circle(own, start, unit + 6, **ring)
        elif mark.verb in ("move", "retreat"):
            self._way(own, mark, [start, *map(self.ground.stand, mark.via), self.ground.stand(mark.target)], color)
        elif mark.verb in ("support", "convoy"):
            self._help(own, mark, start, color)
        elif mark.verb == "besiege":
            at = self.ground.stand(mark.target)
            ring = {"stroke": color, "stroke_width": number(3.4 * self.scale), "stroke_dasharray": "3,3"}
            pen.circle(own, at, unit + 5, **ring)
            if mark.failed:
                pen.cross(own, at, 6 * self.scale)
        elif mark.verb == "disband":
            pen.cross(own, start, 14 * self.scale)
        elif mark.verb in ("appears", "vanishes"):
            self._stub(own, start, leaves=mark.verb == "vanishes")
        else:
            self._unit(own, Piece(mark.power, mark.other, mark.place))
            pen.circle(own, start, unit + 7, stroke=INK, stroke_width="2", stroke_dasharray="4,3")

    def _way(self, own: ET.Element, mark: Mark, points: list[Point], color: str) -> None:
        head = "head-failed" if mark.failed else "head"
        short = (UNIT + 5) * self.scale
        stroke = pen.Stroke(3.4 * self.scale, color, _DASHES.get(mark.verb, ""), head)
        pen.line(own, points, stroke, start=short - 5, short=short)
        if mark.failed:
            pen.cross(own, pen.middle(points), 6 * self.scale)
        if mark.note:
            x, y = pen.middle(points)
            text = ET.SubElement(own, "g", {"fill": color, "text-anchor": "middle"})
            pen.halo_text(text, x, y + 4 * self.scale, mark.note, 13 * self.scale)

    def _help(self, own: ET.Element, mark: Mark, start: Point, color: str) -> None:
        """To the unit that is helped or, where it moves, to the middle of its way."""
        end = helped = self._where(mark.other)
        if mark.target and mark.target != mark.other:
            to = self.ground.stand(mark.target)
            end = ((helped[0] + to[0]) / 2, (helped[1] + to[1]) / 2)
        short = 2 if mark.target else (UNIT + 4) * self.scale
        pen.line(own, [start, end], pen.Stroke(2.4 * self.scale, color, _DASHES[mark.verb]), short=short)
        if mark.failed:
            pen.cross(own, pen.middle([start, end]), 6 * self.scale)
        else:
            pen.circle(own, end, 4.5 * self.scale, fill=HALO, stroke=color, stroke_width="2")

    def _stub(self, own: ET.Element, at: Point, *, leaves: bool) -> None:
        """A way of which only one end was seen."""
        far = (at[0] - 34 * self.scale, at[1] - 30 * self.scale)
        points = [at, far] if leaves else [far, at]
        short = (UNIT + 5) * self.scale
        stroke = pen.Stroke(3 * self.scale, dash=_DASHES["appears"], head="head")
        pen.line(own, points, stroke, short=2 if leaves else short)
        text = ET.SubElement(own, "g", {"fill": INK, "text-anchor": "middle"})
        pen.halo_text(text, far[0], far[1], "?", 15 * self.scale)

    # ---- units

    def _unit(self, group: ET.Element, piece: Piece) -> None:
        at = self.ground.stand(piece.place)
        if piece.dislodged and any(area_of(each) == area_of(piece.place) for each in self.standing):
            at = (at[0] + 20 * self.scale, at[1] - 17 * self.scale)  # beside whoever came
        city = piece.place.endswith(CITY)
        name = f"unit-{area_of(piece.place)}" + ("-G" if city else "")
        name += "-dislodged" if piece.dislodged else "-seen" if piece.ghost else ""
        own = ET.SubElement(group, "g", {"id": name, "text-anchor": "middle"})
        own.append(
            pen.title(
                piece.title or f"{self.picture.kinds[piece.kind]}, {self.picture.spaces[area_of(piece.place)].title}"
            )
        )
        size = self.scale * (GARRISON if city else 1)
        if piece.dislodged:
            pen.star(own, at, size)
        color = self.paints[piece.power][0] if piece.power in self.paints else HALO
        line = {"fill": color, "stroke": INK, "stroke_width": "2.2"}
        pen.shape(own, pen.SHAPES[piece.kind], at, size, **line | ({"stroke_dasharray": "3,2"} if piece.ghost else {}))
        mark = piece.mark or self._letter(piece.power)
        big = (LETTER if len(mark) < 2 else LETTER * 0.8) * size
        text = {"x": number(at[0]), "y": number(at[1] + 5.2 * size), "font-size": number(big), "fill": INK}
        ET.SubElement(own, "text", text).text = mark

    # ---- words

    def _heading(self) -> None:
        size = HEADING * self.scale
        group = self._group("title", fill=INK, **{"font-size": number(size)})
        pen.halo_text(group, 8, self.ground.height - 0.55 * size, self.picture.title)

    def _key(self) -> None:
        scale, top = self.scale, self.ground.height
        size = number(KEY * scale)
        group = self._group("legend", fill=INK, **{"font-size": size})
        height = number((len(self.rows) * KEY_ROW + 4) * scale)
        ET.SubElement(group, "rect", {"y": str(top), "width": str(self.ground.width), "height": height, "fill": HALO})
        for line, row in enumerate(self.rows):
            y = top + (line + 0.5) * KEY_ROW * scale + 2
            for column, each in enumerate(row):
                self._key_entry(group, column * self.step + 6, y, each)

    def _key_entry(self, group: ET.Element, x: float, y: float, each: str | tuple[SignShape, str]) -> None:
        scale = self.scale
        words = {"x": number(x + 24 * scale), "y": number(y + 5 * scale)}
        middle = (x + 10 * scale, y)
        if isinstance(each, tuple):
            shape, said = each
            line = {"fill": "none" if shape in pen.OPEN_SIGNS else HALO, "stroke": INK, "stroke_width": "2.2"}
            pen.shape(group, pen.SIGNS[shape], middle, 0.75 * scale, **line)
        elif each in self.picture.kinds:
            said = self.picture.kinds[each]
            pen.shape(group, pen.SHAPES[each], middle, 0.75 * scale, fill=HALO, stroke=INK, stroke_width="2.2")
        else:
            side = self.picture.sides[each]
            said = f"{side.letter} {side.name}" if side.letter != side.name else side.name
            box = {"x": number(x), "y": number(y - 9 * scale), "width": number(18 * scale)}
            ET.SubElement(group, "rect", box | {"height": box["width"], "fill": f"url(#owner-{each})", "stroke": INK})
        ET.SubElement(group, "text", words).text = said
