"""Where each unit of a picture is drawn: on its stand, or beside it where another unit is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.maps.colors import LOOK
from judge.maps.grid import Box, Room
from judge.maps.svg import Point
from judge.rules.drawing import Mark, Picture, Piece, area_of
from judge.rules.ground import CITY

GARRISON = 0.72
"""Of the size of other units."""
EXTENT: Mapping[str, Box] = {kind: Box(*each["reach"]) for kind, each in LOOK["units"].items()}
"""How far each shape reaches from its stand."""
EDGE = 1.2
STAR = Box(-19, -19, 19, 19)
OUTLINE = 4.4
"""How much further each outline around a unit reaches."""
OUTLINES = frozenset({"hold", "convert", "besiege", "build"})
BESIDE = 80
"""How far from its stand a unit is drawn at most, before scaling."""
ABREAST = ((27, -13), (27, 13), (-27, -13), (-27, 13), (0, -30), (0, 32), (34, 0), (-34, 0))
"""Where a unit that is dislodged is looked for beside whoever has come."""


@dataclass(slots=True)
class Body:
    """A unit as it is drawn. `outlines`: the lines around it that marks draw, from within. `built`: the picture's marks
    have made it; `aside`: it must leave a place where another stands already. `ringed`: the outermost line is its ring.
    """

    piece: Piece
    at: Point
    size: float
    outlines: int = 0
    built: bool = False
    aside: bool = False

    @property
    def ringed(self) -> bool:
        return bool(self.piece.ring) and not self.piece.dislodged

    @property
    def box(self) -> Box:
        """All that it covers, its outlines with it."""
        left, top, right, bottom = STAR if self.piece.dislodged else EXTENT[self.piece.kind]
        edge = EDGE + self.outlines * OUTLINE
        (x, y), size = self.at, self.size
        return Box(
            x + (left - edge) * size, y + (top - edge) * size, x + (right + edge) * size, y + (bottom + edge) * size
        )


class Stands:
    """The units of a picture, those that it has built with them, each taking its room of what is left of the map."""

    def __init__(self, picture: Picture, room: Room) -> None:
        self.picture, self.room = picture, room
        self._ground = picture.ground
        self.bodies: list[Body] = []
        self._standing: dict[str, Body] = {}
        self._areas: dict[str, Body] = {}
        self._gone: dict[str, Body] = {}
        around: dict[str, int] = {}
        for mark in picture.marks:
            if mark.verb in OUTLINES or (mark.verb == "convoy" and not mark.other):
                place = mark.target if mark.verb == "besiege" else mark.place
                around[place] = around.get(place, 0) + 1
        pieces = [*((piece, False) for piece in picture.pieces), *((piece, True) for piece in built(picture.marks))]
        for piece, new in sorted(pieces, key=lambda each: _rank(each[0])):
            self._stand(piece, around.get(piece.place, 0), new=new)

    def _stand(self, piece: Piece, outlines: int, *, new: bool) -> None:
        at, scale = self._ground.stand(piece.place), self._ground.scale
        city = piece.place.endswith(CITY)
        area = area_of(piece.place)
        body = Body(piece, at, scale * (GARRISON if city else 1), outlines, built=new)
        body.outlines += body.ringed
        beside = [at]
        if piece.dislodged and area in self._areas:
            body.outlines, body.aside = 0, True
            came = self._areas[area].at
            beside = [(came[0] + x * scale, came[1] + y * scale) for x, y in ABREAST]
        self._settle(body, beside)
        self.bodies.append(body)
        if body.aside:
            self._gone[piece.place] = body
            return
        self._standing.setdefault(piece.place, body)
        if not city:
            self._areas.setdefault(area, body)

    def _settle(self, body: Body, places: Sequence[Point]) -> None:
        """On the first of these places that is free, or as near as can be to the first."""
        body.at = 0.0, 0.0
        left, top, right, bottom = body.box
        across, down = (left + right) / 2, (top + bottom) / 2
        middles = ((x + across, y + down) for x, y in places)
        x, y = self.room.settle((right - left, bottom - top), middles, BESIDE * self._ground.scale)
        body.at = x - across, y - down

    def find(self, place: str) -> Body | None:
        """The unit that stands there: an area may mean one of its coasts, or its city where nothing else is."""
        if place in self._standing:
            return self._standing[place]
        return None if place.endswith(CITY) else self._areas.get(area_of(place))

    def dislodged(self, place: str) -> Body | None:
        """The unit that must leave this place: beside whoever has come, or still there."""
        return self._gone.get(place) or self.find(place)


def _rank(piece: Piece) -> tuple[bool, bool, bool]:
    """Who chooses a place first."""
    return piece.ghost, piece.dislodged, piece.place.endswith(CITY)


def built(marks: Sequence[Mark]) -> Iterator[Piece]:
    """The units that these marks build."""
    for mark in marks:
        if mark.verb == "build":
            yield Piece(mark.power, mark.other, mark.place, title=mark.text)
