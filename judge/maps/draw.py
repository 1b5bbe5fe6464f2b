"""A picture as SVG. It reads without color: armies and fleets differ in shape, powers in letter, owners in letter and
hatching, orders in the kind of line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.ground import Ground, load_ground
from judge.maps.picture import Mark, Picture, Piece
from judge.rules.diplomacy.board import Board

Point: TypeAlias = tuple[float, float]

SEA, LAND, NEUTRAL_LAND = "#d6e6f2", "#f6f1e4", "#c9c5bb"
INK, HALO, FAILED = "#1d1d1f", "#ffffff", "#b3261e"
COLORS = ("#e8998d", "#9db4e8", "#8fd3e8", "#b9b1a6", "#a3d39c", "#d7b3e0", "#f2dc7e")
"""One a power, in alphabetical order; told apart with any color vision, and by lightness as far as seven can be."""

HATCHES = ("M0,8L8,0", "M0,0L8,8", "M0,4L8,4", "M4,0L4,8", "M2,4L6,4M4,2L4,6", "M0,0L4,8L8,0", "M3,3L5,3L5,5L3,5Z")
UNIT = 11  # half the width of a unit
FONT = "DejaVu Sans, Verdana, sans-serif"
LEGEND_HEIGHT = 26


def draw(picture: Picture) -> str:
    """The whole SVG, a document of its own without script, style sheet or anything fetched. KeyError if there is no
    drawing of this board. Ids are stable: `area-PAR`, `unit-PAR`, `order-PAR`.
    """
    return _Drawing(load_ground(picture.board.name), picture).text()


class _Drawing:
    def __init__(self, ground: Ground, picture: Picture) -> None:
        self.ground = ground
        self.picture = picture
        self.board: Board = picture.board
        powers = self.board.powers
        self.color = {power: COLORS[number % len(COLORS)] for number, power in enumerate(powers)}
        height = ground.height + LEGEND_HEIGHT
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {ground.width} {height}",
                "width": str(ground.width),
                "height": str(height),
                "role": "img",
                "font-family": FONT,
                "font-weight": "bold",
            },
        )

    def text(self) -> str:
        title = ET.SubElement(self.root, "title")
        title.text = self.picture.title
        self._definitions()
        self._areas()
        self._labels()
        self._standoffs()
        orders = self._group("orders")
        for mark in sorted(self.picture.marks, key=lambda each: _LAYERS.get(each.verb, 1)):
            self._order(orders, mark)
        units = self._group("units")
        for piece in self.picture.pieces:
            self._unit(units, piece)
        self._notes()
        self._legend()
        return ET.tostring(self.root, encoding="unicode")

    def _group(self, name: str, **more: str) -> ET.Element:
        return ET.SubElement(self.root, "g", {"id": name, **more})

    def _definitions(self) -> None:
        defs = ET.SubElement(self.root, "defs")
        for number, power in enumerate(self.board.powers):
            pattern = ET.SubElement(
                defs,
                "pattern",
                {"id": f"owner-{power}", "width": "8", "height": "8", "patternUnits": "userSpaceOnUse"},
            )
            ET.SubElement(pattern, "rect", {"width": "8", "height": "8", "fill": self.color[power]})
            hatch = {"d": HATCHES[number % len(HATCHES)], "stroke": INK, "stroke-opacity": ".22", "fill": "none"}
            ET.SubElement(pattern, "path", hatch)
        for name, color in (("head", INK), ("head-failed", FAILED)):
            marker = ET.SubElement(
                defs,
                "marker",
                {"id": name, "viewBox": "0 0 10 10", "refX": "8", "refY": "5", "markerWidth": "5", "markerHeight": "5"}
                | {"orient": "auto", "markerUnits": "strokeWidth"},
            )
            ET.SubElement(marker, "path", {"d": "M0,0L10,5L0,10Z", "fill": color})

    def _areas(self) -> None:
        width, height = str(self.ground.width), str(self.ground.height)
        ET.SubElement(self.root, "rect", {"width": width, "height": height, "fill": SEA})
        group = self._group("areas", stroke="#6b6658", **{"stroke-width": "1.2", "stroke-linejoin": "round"})
        group.set("fill-rule", "evenodd")
        ET.SubElement(group, "path", {"d": self.ground.neutral.path, "fill": NEUTRAL_LAND})
        for code, area in self.ground.areas.items():
            owner = self.picture.owners.get(code, "")
            fill = SEA if code in self.board.seas else f"url(#owner-{owner})" if owner in self.color else LAND
            path = ET.SubElement(group, "path", {"id": f"area-{code}", "d": area.path, "fill": fill})
            title = ET.SubElement(path, "title")
            title.text = self.board.names[code] + (f" ({owner.title()})" if owner else "")

    def _labels(self) -> None:
        """Codes, and a disc in each center with its owner's letter; a unit that stands there pushes both down."""
        group = self._group("labels", **{"text-anchor": "middle", "fill": INK})
        group.set("font-size", "13")
        for code, area in self.ground.areas.items():
            x, y = area.at
            occupied = any(
                self.board.province_of[piece.place] == code and self.ground.stand(piece.place) == area.at
                for piece in self.picture.pieces
            )
            y += UNIT + 14 if occupied else 5
            center = code in self.board.centers
            _halo_text(group, x + 8 if center else x, y, code)
            if center:
                owner = self.picture.owners.get(code, "")
                disc = {"cx": str(x - 17), "cy": str(y - 4.5), "r": "7", "fill": HALO, "stroke": INK}
                ET.SubElement(group, "circle", disc | {"stroke-width": "1.4"})
                letter = {"x": str(x - 17), "y": str(y - 1), "font-size": "10"}
                ET.SubElement(group, "text", letter).text = self.board.letters.get(owner, "")

    def _standoffs(self) -> None:
        group = self._group("standoffs", stroke=FAILED, **{"stroke-width": "3"})
        for code in self.picture.contested:
            x, y = self.ground.areas[code].at
            ET.SubElement(group, "path", {"d": f"M{x - 9},{y - 9}l18,18m0,-18l-18,18"}).append(_title("standoff"))

    def _at(self, place: str) -> Point:
        """Where the unit in this place really stands: a province may mean one of its coasts."""
        province = self.board.province_of[place]
        for piece in self.picture.pieces:
            if self._stands_in(piece, province):
                return self.ground.stand(piece.place)
        return self.ground.stand(place)

    def _stands_in(self, piece: Piece, province: str) -> bool:
        return not piece.dislodged and self.board.province_of[piece.place] == province

    def _order(self, group: ET.Element, mark: Mark) -> None:
        color = FAILED if mark.failed else INK
        own = ET.SubElement(group, "g", {"id": f"order-{mark.place.partition('/')[0]}", "fill": "none"})
        own.append(_title(mark.text))
        start: Point = self.ground.stand(mark.place)
        if mark.verb == "hold":
            x, y = start
            ring = {"cx": str(x), "cy": str(y), "r": str(UNIT + 6), "stroke": color, "stroke-width": "2"}
            ET.SubElement(own, "circle", ring)
        elif mark.verb in ("move", "retreat"):
            end: Point = self.ground.stand(mark.target)
            self._line(
                own, start, end, color, width=3.4, dash="9,4" if mark.verb == "retreat" else "", arrow=mark.failed
            )
            if mark.failed:
                self._cross(own, start, end)
        elif mark.verb in ("support", "convoy"):
            end = helped = self._at(mark.other)
            if mark.target and mark.target != mark.other:
                to = self.ground.stand(mark.target)
                end = ((helped[0] + to[0]) / 2, (helped[1] + to[1]) / 2)
            dash = "2,4" if mark.verb == "support" else "10,3,2,3"
            self._line(own, start, end, color, width=2.4, dash=dash, short=2 if mark.target else UNIT + 4)
            if mark.failed:
                self._cross(own, start, end)
            else:
                ET.SubElement(
                    own,
                    "circle",
                    {"cx": _n(end[0]), "cy": _n(end[1]), "r": "4.5", "fill": HALO, "stroke": color}
                    | {"stroke-width": "2"},
                )
        elif mark.verb == "disband":
            x, y = start
            line = {"d": f"M{x - 14},{y - 14}l28,28m0,-28l-28,28", "stroke": FAILED, "stroke-width": "3"}
            ET.SubElement(own, "path", line)
        else:
            x, y = start
            self._unit(own, Piece(self._owner(mark.place), mark.other, mark.place))
            ring = {"cx": str(x), "cy": str(y), "r": str(UNIT + 7), "stroke": INK, "stroke-width": "2"}
            ET.SubElement(own, "circle", ring | {"stroke-dasharray": "4,3"})

    def _owner(self, place: str) -> str:
        return self.picture.owners.get(self.board.province_of[place], "")

    def _line(
        self,
        group: ET.Element,
        start: Point,
        end: Point,
        color: str,
        *,
        width: float,
        dash: str = "",
        short: float = UNIT + 5,
        arrow: bool | None = None,
    ) -> None:
        """From the unit's edge to just before the end; `arrow`: with a head, that of a failed order or not."""
        length = math.dist(start, end) or 1
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        first = min(float(UNIT), length / 3)
        last = length - min(short, length / 3)
        # A move into an empty area may run up to its middle.
        x, y, across, down = start[0] + dx * first, start[1] + dy * first, dx * (last - first), dy * (last - first)
        path = f"M{_n(x)},{_n(y)}l{_n(across)},{_n(down)}"
        under = {"d": path, "stroke": HALO, "stroke-width": _n(width + 3.2), "stroke-linecap": "round"}
        ET.SubElement(group, "path", under | {"stroke-opacity": ".85"})
        over = {"d": path, "stroke": color, "stroke-width": _n(width)}
        if dash:
            over["stroke-dasharray"] = dash
        if arrow is not None:
            over["marker-end"] = f"url(#{'head-failed' if arrow else 'head'})"
        ET.SubElement(group, "path", over)

    def _cross(self, group: ET.Element, start: Point, end: Point) -> None:
        """A failed order is crossed out in its middle, so that it shows in black and white."""
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        for color, width in ((HALO, "6"), (FAILED, "3")):
            line = {"d": f"M{_n(x - 6)},{_n(y - 6)}l12,12m0,-12l-12,12", "stroke": color, "stroke-width": width}
            ET.SubElement(group, "path", line)

    def _unit(self, group: ET.Element, piece: Piece) -> None:
        x, y = self.ground.stand(piece.place)
        province = self.board.province_of[piece.place]
        if piece.dislodged and any(self._stands_in(other, province) for other in self.picture.pieces):
            x, y = x + 20, y - 17  # beside whoever came
        suffix = "-dislodged" if piece.dislodged else ""
        own = ET.SubElement(group, "g", {"id": f"unit-{province}{suffix}", "text-anchor": "middle"})
        kind = "army" if piece.kind == "A" else "fleet"
        whose = self.board.adjectives.get(piece.power, "")
        own.append(_title(f"{whose} {kind}, {self.board.title_of(piece.place)}{suffix}"))
        if piece.dislodged:
            star = "".join(
                f"{'L' if n else 'M'}{_n(x + (22 if n % 2 else 15) * math.sin(n * math.pi / 8))},"
                f"{_n(y + (22 if n % 2 else 15) * math.cos(n * math.pi / 8))}"
                for n in range(16)
            )
            ET.SubElement(own, "path", {"d": star + "Z", "fill": HALO, "stroke": FAILED, "stroke-width": "2"})
        fill = self.color.get(piece.power, LAND)
        style = {"fill": fill, "stroke": INK, "stroke-width": "2.2", "stroke-linejoin": "round"}
        ET.SubElement(own, "path", {"d": _SHAPES[piece.kind].format(x=x, y=y)} | style)
        at = {"x": _n(x), "y": _n(y + (5 if piece.kind == "A" else 5.5)), "font-size": "14", "fill": INK}
        ET.SubElement(own, "text", at).text = self.board.letters.get(piece.power, "")

    def _notes(self) -> None:
        x, y = 8, self.ground.height - 10
        _halo_text(self._group("title", fill=INK, **{"font-size": "18"}), x, y, self.picture.title)

    def _legend(self) -> None:
        top = self.ground.height
        width = str(self.ground.width)
        group = self._group("legend", **{"font-size": "12", "fill": INK})
        ET.SubElement(group, "rect", {"y": str(top), "width": width, "height": str(LEGEND_HEIGHT), "fill": HALO})
        step = self.ground.width / (len(self.board.powers) + 2.2)
        for number, power in enumerate(self.board.powers):
            x = 6 + number * step
            swatch = {"x": _n(x), "y": str(top + 6), "width": "15", "height": "15", "fill": f"url(#owner-{power})"}
            ET.SubElement(group, "rect", swatch | {"stroke": INK})
            text = {"x": _n(x + 20), "y": str(top + 18)}
            ET.SubElement(group, "text", text).text = f"{self.board.letters[power]} {power.title()}"
        x = 6 + len(self.board.powers) * step
        for number, (kind, word) in enumerate((("A", "army"), ("F", "fleet"))):
            at = x + 12 + number * step * 1.05
            shape = ET.SubElement(group, "path", {"d": _SHAPES[kind].format(x=0, y=0), "fill": HALO, "stroke": INK})
            shape.set("transform", f"translate({_n(at)},{top + 13}) scale(.8)")
            shape.set("stroke-width", "2.2")
            ET.SubElement(group, "text", {"x": _n(at + 14), "y": str(top + 18)}).text = word


_LAYERS: Mapping[str, int] = {"hold": 0, "support": 2, "convoy": 2}

_SHAPES: Mapping[str, str] = {
    # a shield; a hull with its bow and stern
    "A": "M{x},{y}m-10,-10h20v14q0,6 -10,9q-10,-3 -10,-9Z",
    "F": "M{x},{y}m-16,-3h6v-8h20v8h6l-6,12h-20Z",
}


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _title(text: str) -> ET.Element:
    title = ET.Element("title")
    title.text = text
    return title


def _halo_text(group: ET.Element, x: float, y: float, text: str) -> None:
    """Written twice, first as its own light border: it reads on any ground."""
    at = {"x": _n(x), "y": _n(y)}
    border = {"stroke": HALO, "stroke-width": "3.5", "stroke-linejoin": "round", "stroke-opacity": ".85"}
    ET.SubElement(group, "text", at | border).text = text
    ET.SubElement(group, "text", at).text = text
