"""Where the marks of a picture are drawn, moved apart by rule: the ends of lines, the rings and the crosses lie on no
unit and on no other mark; lines may cross.

Each mark's points are looked for where they belong, then beside that, nearest first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from judge.maps.grid import Room, inside, square
from judge.maps.svg import LIGHT_EDGE, UNIT, Point, along, angle, width
from judge.maps.units import OUTLINES, Body, Stands
from judge.rules.drawing import Mark, Picture, area_of
from judge.rules.ground import Ground

MOVE, OTHER = 3.4, 2.4
"""How thick the ways of moves and of other orders are, before scaling."""
HEAD, TAIL, RING, CROSS, BIG_CROSS, QUERY = 8.5, 2.4, 5.4, 6.4, 11.0, 9.0
"""Half the room of an arrowhead, of where a line begins, of a ring, of crosses, of a question mark; before scaling, as
all that follows.
"""
COURSE_NOTE, NOTE_HIGH = 13, 7
"""The size of letters on a way, and half the room for their height."""
CLEAR = 0.8
INNER = 8
"""How far from the middle of an empty area an arrow ends."""
FAR = 130
"""How far from its place the room for a mark is looked for."""
AROUND = sorted(
    (
        (more, turn)
        for more in (0, 5, 10, 16, 24)
        for turn in (0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.3, -1.3, 1.8, -1.8)
    ),
    key=lambda each: each[0] + 16 * abs(each[1]),
)
"""Steps away from a unit and turns around it, in the order in which they are tried."""
ON_A_WAY = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Parts of a way at which a ring or a cross is looked for."""
BESIDE_A_WAY = (0, 9, -9, 16, -16)
BENDS = (0, 0.16, -0.16, 0.3, -0.3)
"""How far a way bends, of its length, so that it passes beside the units on it."""
STEPS = 10
"""Pieces of a bent way."""
MOVES = frozenset({"move", "retreat", "may retreat"})
HELPS = frozenset({"support", "convoy"})


@dataclass(slots=True)
class Course:
    """A mark as it is drawn. `power`: whose unit goes; `line`: from beside it to its end, where a `cross` stands if the
    order failed; `thin`: ways that nobody takes, for what supports them; `head` points away from the last of the line;
    `rings`: and for that of a supported move, the direction of that move; `outline`: the box around a unit, and which
    of its lines this is.
    """

    mark: Mark
    power: str = ""
    line: list[Point] = field(default_factory=list)
    thin: list[list[Point]] = field(default_factory=list)
    head: Point | None = None
    rings: list[tuple[Point, float | None]] = field(default_factory=list)
    cross: Point | None = None
    big: bool = False
    query: Point | None = None
    note: Point | None = None
    outline: tuple[Body, int] | None = None


class Ways:
    """The courses of all marks of a picture, and the crosses of its standoffs."""

    def __init__(self, picture: Picture, stands: Stands, room: Room) -> None:
        self._ground: Ground = picture.ground
        self._stands, self._room, self._scale = stands, room, picture.ground.scale
        self._units = Room(picture.ground.width, picture.ground.height)
        for body in stands.bodies:
            self._units.take(body.box)
        self.courses = [Course(mark) for mark in picture.marks]
        self._drawn = dict.fromkeys((id(body) for body in stands.bodies), 0)
        self._under_way: dict[tuple[str, str], Course] = {}
        self._carried: dict[tuple[str, str], Point] = {}
        self._outlines()
        self.standoffs = {code: self._standoff(code) for code in picture.contested}
        for course in self.courses:
            if course.mark.verb in MOVES:
                self._move(course)
            elif course.mark.verb in ("appears", "vanishes"):
                self._half_seen(course)
        for course in self.courses:
            if course.mark.verb in HELPS and course.mark.other:
                self._help(course)
        for course in self.courses:
            self._extras(course)
        self._take_lines()

    # ---- around units

    def _outlines(self) -> None:
        for course in self.courses:
            mark = course.mark
            if mark.verb in OUTLINES or (mark.verb == "convoy" and not mark.other):
                body = self._stands.find(mark.target if mark.verb == "besiege" else mark.place)
                if body is not None and body.outlines > self._drawn[id(body)]:
                    self._drawn[id(body)] += 1
                    course.outline = (body, self._drawn[id(body)])
                else:
                    at = self._ground.stand(mark.target or mark.place)
                    course.rings.append((self._settle([at], RING), None))
            elif mark.verb == "disband":
                body = self._stands.dislodged(mark.place)
                course.cross, course.big = body.at if body else self._ground.stand(mark.place), True
                self._room.take(square(course.cross, BIG_CROSS * 1.2 * self._scale))

    def _standoff(self, code: str) -> Point:
        area = self._ground.areas[code]
        size = 2 * BIG_CROSS * self._scale
        found = self._room.nearest((size, size), area.at, FAR * self._scale, inside(area.rings))
        return self._settle([found or area.at], BIG_CROSS)

    # ---- ways

    def _move(self, course: Course) -> None:
        mark, scale = course.mark, self._scale
        body = self._stands.find(mark.place) if mark.verb == "move" else self._stands.dislodged(mark.place)
        start = body.at if body else self._ground.stand(mark.place)
        course.power = body.piece.power if body else mark.power
        target = self._stands.find(mark.target)
        if target is not None and target is body:
            target = None
        goal = target.at if target else self._ground.stand(mark.target)
        stops = [self._ground.stand(place) for place in mark.via]
        round_ = [start, *stops, goal]
        for place, here, before, after in zip(mark.via, stops, round_, round_[2:], strict=False):
            fleet = self._stands.find(place)
            middle = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
            at = fleet.at if fleet else here
            stop = self._around(at, angle(at, middle), self._reach(fleet), RING) if fleet else at
            course.line.append(stop)
            self._carried[mark.place, place] = stop
        head_from = course.line[-1] if course.line else start
        half = CROSS if mark.failed else HEAD
        reach = self._reach(target, half) if target else lambda _: INNER * scale
        end = self._around(goal, angle(goal, head_from), reach, half)
        tail_to = course.line[0] if course.line else end
        tail = self._around(start, angle(start, tail_to), self._reach(body, TAIL), TAIL)
        course.line = [tail, *course.line, end] if course.line else self._clear(tail, end)
        course.cross, course.head = (end, None) if mark.failed else (None, end)
        if mark.verb == "move":
            self._under_way.setdefault((area_of(mark.place), area_of(mark.target)), course)

    def _half_seen(self, course: Course) -> None:
        """A way of which only one end was seen; at the other stands a question mark."""
        body = self._stands.find(course.mark.place)
        start = body.at if body else self._ground.stand(course.mark.place)
        away = lambda _: 40 * self._scale  # noqa: E731 - a distance that is the same all around
        course.query = self._around(start, math.radians(-139), away, QUERY)
        leaves = course.mark.verb == "vanishes"
        half = TAIL if leaves else HEAD
        near = self._around(start, angle(start, course.query), self._reach(body, half), half)
        edge = toward(course.query, near, QUERY * self._scale)
        course.line = [near, edge] if leaves else [edge, near]
        course.head = None if leaves else near

    def _clear(self, start: Point, end: Point) -> list[Point]:
        """A way that passes beside units, if a bend is enough for that."""
        for bend in BENDS:
            points = _bent(start, end, bend)
            if not self._units.meets(points[1:-1]):
                return points if bend else [start, end]
        return [start, end]

    # ---- what helps others

    def _help(self, course: Course) -> None:
        mark = course.mark
        body = self._stands.find(mark.place)
        start = body.at if body else self._ground.stand(mark.place)
        half = CROSS if mark.failed else RING
        stop = self._carried.get((mark.other, mark.place)) if mark.verb == "convoy" else None
        if stop is not None:
            self._end(course, stop)
            return
        moving = bool(mark.target) and area_of(mark.target) != area_of(mark.other)
        if mark.verb == "convoy":
            ring, turn = self._ferry(course, start, half), None
        elif moving:
            ring, turn = self._join(course, half)
        else:
            helped = self._stands.find(mark.other)
            at = helped.at if helped else self._ground.stand(mark.other)
            ring, turn = self._around(at, angle(at, start), self._reach(helped, half), half), None
        self._end(course, ring, turn)
        tail = self._around(start, angle(start, ring), self._reach(body, TAIL), TAIL)
        course.line = self._clear(tail, toward(ring, tail, RING * self._scale * 0.8))

    def _end(self, course: Course, at: Point, turn: float | None = None) -> None:
        """A ring, or the cross of what failed."""
        if course.mark.failed:
            course.cross = at
        else:
            course.rings.append((at, turn))

    def _join(self, course: Course, half: float) -> tuple[Point, float]:
        """Return where the support meets the supported way, and its goal. A way that nobody takes is thin."""
        mark = course.mark
        taken = self._under_way.get((area_of(mark.other), area_of(mark.target)))
        if taken is not None:
            way = taken.line[-2:] if taken.mark.via else taken.line
        else:
            way = self._unmade(mark)
            course.thin.append(way)
        ring = self._on(way, half)
        return ring, angle(*way[-2:])

    def _unmade(self, mark: Mark) -> list[Point]:
        """The way that the helped unit does not take."""
        helped = self._stands.find(mark.other)
        start, end = helped.at if helped else self._ground.stand(mark.other), self._ground.stand(mark.target)
        far = (UNIT + 5) * self._scale
        return [toward(start, end, far), toward(end, start, far)]

    def _ferry(self, course: Course, start: Point, half: float) -> Point:
        """Beside a fleet that would carry an army on a way that it does not take."""
        way = self._unmade(course.mark) if course.mark.target else [self._ground.stand(course.mark.other), start]
        course.thin.append([way[0], start, way[-1]])
        body = self._stands.find(course.mark.place)
        return self._around(start, angle(start, way[0]), lambda turn: self._reach(body)(turn) + 8 * self._scale, half)

    # ---- crosses and words

    def _extras(self, course: Course) -> None:
        mark = course.mark
        if mark.failed and mark.verb == "besiege":
            course.cross = self._settle([course.outline[0].at if course.outline else course.rings[0][0]], CROSS)
        if mark.note and course.line:
            course.note = self._on(course.line, NOTE_HIGH, width(mark.note, COURSE_NOTE) / 2 + CLEAR)

    def _take_lines(self) -> None:
        for course in self.courses:
            thick = (MOVE if course.mark.verb in MOVES else OTHER) * self._scale + LIGHT_EDGE
            for line in (course.line, *course.thin):
                self._room.take_line(line, thick / 2)

    # ---- where there is room

    def _reach(self, body: Body | None, half: float = RING) -> Callable[[float], float]:
        """How far from a unit's stand something of this half width is beside it, by direction."""
        if body is None:
            return lambda _: 0.0
        box, (x, y), more = body.box, body.at, (half + CLEAR) * self._scale

        def far(turn: float) -> float:
            across, down = math.cos(turn), math.sin(turn)
            wide = (box.right - x if across > 0 else x - box.left) + more
            high = (box.bottom - y if down > 0 else y - box.top) + more
            return min(wide / max(abs(across), 1e-6), high / max(abs(down), 1e-6))

        return far

    def _around(self, at: Point, direction: float, reach: Callable[[float], float], half: float) -> Point:
        """Beside a unit, in this direction or near it."""

        def beside(more: float, turn: float) -> Point:
            far = reach(direction + turn) + more * self._scale
            return at[0] + far * math.cos(direction + turn), at[1] + far * math.sin(direction + turn)

        return self._settle((beside(*each) for each in AROUND), half)

    def _on(self, way: Sequence[Point], half: float, half_wide: float = 0) -> Point:
        """On a way, or beside it: something this high to each side, and as wide where nothing else is said."""

        def beside(aside: float, part: float) -> Point:
            (x, y), turn = along(way, part)
            return x - math.sin(turn) * aside * self._scale, y + math.cos(turn) * aside * self._scale

        return self._settle((beside(*each) for each in product(BESIDE_A_WAY, ON_A_WAY)), half, half_wide)

    def _settle(self, places: Iterable[Point], half: float, half_wide: float = 0) -> Point:
        """At the first of these places that is free, or near it."""
        size = 2 * (half_wide or half) * self._scale, 2 * half * self._scale
        return self._room.settle(size, places, FAR * self._scale)


def toward(here: Point, there: Point, far: float) -> Point:
    """The point so far on the way, or a little before its middle."""
    length = math.dist(here, there) or 1
    part = min(far / length, 0.45)
    return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part


def _bent(start: Point, end: Point, bend: float) -> list[Point]:
    """From here to there through a parabola; straight for a bend of 0."""
    across, down = end[0] - start[0], end[1] - start[1]
    return [
        (
            start[0] + across * part - down * bend * 4 * part * (1 - part),
            start[1] + down * part + across * bend * 4 * part * (1 - part),
        )
        for part in (step / STEPS for step in range(STEPS + 1))
    ]
