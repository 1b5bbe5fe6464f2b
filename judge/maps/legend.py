"""The key below a map: whose color is whose, and what the shapes are that are on it."""

from __future__ import annotations

from typing import TypeAlias
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps import svg
from judge.maps.colors import HALO, INK
from judge.maps.svg import number, width
from judge.rules.drawing import Picture, SignShape

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
