"""Where the name of each area stands, with its owner's letter, its note and its signs: in the middle of the area or
beside the unit there, and always where nothing else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from judge.maps.grid import Box, Room, Rows, box_at, fitting, holds, inside, square
from judge.maps.svg import BESIDE, CAPITAL, Point, width
from judge.maps.units import Stands
from judge.rules.drawing import Picture, Sign
from judge.rules.ground import Area, Ground

LABEL, NOTE, MARK = 14.5, 10.5, 12
"""Sizes of letters: of names, of what stands below them, of what stands beside signs."""
LEAST = 0.0151
"""Of the width of the map: the size of names at least, 9 pixels in a mail that is 600 wide."""
DISC, BOX = 7.5, 11.5
"""Half the width of what one letter stands in, and two."""
GAP, HALO_EDGE = 4, 1.5
FALL = 2.5
"""From the foot of a name down."""
LOWER = 12.5
"""From the foot of a name to that of its note."""
SIGN = 10
"""Half of a sign."""
LEADER, DOT = 1.2, 2.6
"""Half the line that leads from a name to its area, where there was no room in that, and half the room of its end."""


@dataclass(slots=True)
class Name:
    """One name as it is drawn. `foot`: where its letters begin, and their height; `letter`: the owner's, None where
    there is no disc; `disc`: the middle of that; `note_at`: the middle of the note's foot; `leader`: a line from the
    name to its area, where it stands outside of it.
    """

    code: str
    middle: Point
    letter: str | None
    disc: Point
    half: float
    note_at: Point
    signs: list[tuple[Sign, Point]] = field(default_factory=list)
    leader: tuple[Point, Point] | None = None


def label_size(ground: Ground) -> float:
    return max(LABEL * ground.scale, LEAST * ground.width)


class Names:
    """The names of all areas, each taking its room; those of small areas first."""

    def __init__(self, picture: Picture, stands: Stands, room: Room) -> None:
        self._picture, self._stands, self._room = picture, stands, room
        self._scale = picture.ground.scale
        self._everywhere = float(picture.ground.width + picture.ground.height)
        self._size = label_size(picture.ground)
        self._signs: dict[str, list[Sign]] = {}
        for sign in picture.signs:
            self._signs.setdefault(sign.place, []).append(sign)
        ground = picture.ground
        # Those with signs first, then those with the least room.
        crowded = sorted(ground.areas, key=lambda code: (code not in self._signs, ground.areas[code].room, code))
        found = {code: self._place(code, ground.areas[code]) for code in crowded}
        self.names = [found[code] for code in ground.areas]

    def _place(self, code: str, area: Area) -> Name:
        scale, note = self._scale, self._picture.spaces[code].note
        letter = owner_beside(self._picture, code)
        half, words, beside, wide, rise, high = _measured(code, letter, note, scale, self._size)
        down = high / 2 - rise + CAPITAL / 2 * self._size
        within = [fitting(area.rings, letters, (beside - letters) / 2, down) for letters in (words, 0)]
        middle, outside = self._found(area, code, (wide, high), within)
        left, top = middle[0] - (words + beside) / 2, middle[1] - high / 2
        foot = top + rise
        box = box_at(middle, (wide, high))
        self._room.take(box)
        name = Name(
            code,
            (left + beside + words / 2, foot),
            letter,
            (left + half, foot - CAPITAL / 2 * self._size),
            half,
            (middle[0], foot + LOWER * scale),
        )
        if outside:
            dot = (2 * DOT * scale, 2 * DOT * scale)
            end = self._room.nearest(dot, area.at, self._everywhere, inside(area.rings)) or area.at
            self._room.take(square(end, DOT * scale))
            name.leader = (_edge(box, end), end)
            self._room.take_line(name.leader, LEADER * scale)
        self._place_signs(name, box, None if outside else inside(area.rings))
        return name

    def _found(self, area: Area, code: str, size: Point, within: Sequence[Rows]) -> tuple[Point, bool]:
        """The middle of a name of this size, and whether it is outside of its area. `within`: the middles of names
        whose letters are all in it, and of those whose second letter is.
        """
        wide, high = size
        body = self._stands.find(code) or self._stands.find(f"{code}/G")
        wanted: list[Point] = [area.at]
        if body is not None:
            left, top, right, bottom = body.box
            wanted += [(area.at[0], bottom + high / 2 + 1), (area.at[0], top - high / 2 - 1)]
            wanted += [(right + wide / 2 + 1, body.at[1]), (left - wide / 2 - 1, body.at[1])]
        for cells in within:
            for place in wanted:
                if holds(cells, place) and self._room.free(box_at(place, size)):
                    return place, False
            found = self._room.nearest(size, wanted[0], self._everywhere, cells)
            if found is not None:
                return found, False
        return self._room.nearest(size, wanted[0], self._everywhere) or wanted[0], True

    def _place_signs(self, name: Name, box: Box, within: Rows | None) -> None:
        """Place them in a row below the name, or each where there is room, if possible within the name's area."""
        signs = self._signs.get(name.code, ())
        scale = self._scale
        for place, sign in enumerate(signs):
            more = width(sign.mark, MARK * scale) + 3 * scale if sign.shape in BESIDE and sign.mark else 0
            wide, high = 2 * (SIGN + 1) * scale + more, 2 * (SIGN + 1.5) * scale
            across = (place - (len(signs) - 1) / 2) * 27 * scale
            at = (box.left + box.right) / 2 + across + more / 2, box.bottom + high / 2 + 1
            if within is not None and not (self._room.free(box_at(at, (wide, high))) and holds(within, at)):
                at = self._room.nearest((wide, high), at, self._everywhere, within) or at
            at = self._room.settle((wide, high), [at], self._everywhere)
            name.signs.append((sign, (at[0] - more / 2, at[1])))


def owner_beside(picture: Picture, code: str) -> str | None:
    """The letter beside a name, empty where nobody owns what could be owned; None: nothing stands there."""
    space = picture.spaces[code]
    letter = "?" if space.fog == "all" else letter_of(picture, space.owner)
    return letter if space.frame or (letter and not space.sea and space.fog != "all") else None


def letter_of(picture: Picture, owner: str) -> str:
    return picture.sides[owner].letter if owner in picture.sides else ""


@lru_cache(maxsize=4096)
def _measured(code: str, letter: str | None, note: str, scale: float, size: float) -> tuple[float, ...]:
    """Half of its owner's disc, the width of its letters, how far the disc pushes them, the width of all, how high it
    rises above its foot, and its height.
    """
    half = 0.0 if letter is None else (DISC if len(letter) < 2 else BOX) * scale
    words = width(code, size)
    beside = 2 * half + GAP * scale if letter is not None else 0.0
    below = width(note, NOTE * scale) if note else 0.0
    wide = max(words + beside, below) + 2 * HALO_EDGE * scale
    rise = CAPITAL / 2 * size + max(DISC * scale, CAPITAL / 2 * size + 1)
    return half, words, beside, wide, rise, rise + (FALL + (LOWER if note else 0)) * scale


def _edge(box: Box, to: Point) -> Point:
    """The point of a box that is nearest to another."""
    return min(max(to[0], box.left), box.right), min(max(to[1], box.top), box.bottom)
