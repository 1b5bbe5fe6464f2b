"""The units of a phase on their way from where they stood to where they stand then, for pages that let them move."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.colors import FONT, HALO, numbers_of, paint
from judge.maps.draw import draw_body
from judge.maps.svg import Point, number, written
from judge.maps.units import Body, Stands
from judge.rules.drawing import Mark, Picture, area_of

WENT = frozenset({"move", "retreat"})


def moving(earlier: Stands, later: Stands) -> str:
    """SVG of every unit where it stood, to be laid over a map without units. Each is a group that says where it goes:
    `data-way` has the steps from its place, in the map's own measure (`0,0 12,-30`), `data-fade` is `out` for one that
    is gone then and `in` for one that is new. `later` is of the phase that follows, or of the position. Empty where
    nothing moves.
    """
    before, ground = earlier.picture, earlier.picture.ground
    root = ET.Element(
        "svg",
        {
            "viewBox": f"0 0 {ground.width} {ground.height}",
            "class": "moving",
            "aria-hidden": "true",
            "font-family": FONT,
            "font-weight": "bold",
            "text-anchor": "middle",
        },
    )
    colors = {side: paint(each)[0] for side, each in numbers_of([*before.sides]).items()}
    went = {mark.place: mark for mark in before.marks if mark.verb in WENT and not mark.failed}
    new = _standing(later)
    for body in _standing(earlier):
        mark = went.get(body.piece.place)
        then = _then(body, new, mark.target if mark else body.piece.place)
        if then is not None:
            new.remove(then)
        _unit(root, before, body, colors, _way(before, body, then, mark) if then else {"data-fade": "out"})
    for body in new:
        _unit(root, later.picture, body, colors, {"data-fade": "in"})
    # What stays lies lowest, so that a browser paints all of it once.
    root[:] = sorted(root, key=lambda unit: bool(unit.attrib))
    return written(root) if len(root) and root[-1].attrib else ""


def _standing(stands: Stands) -> list[Body]:
    """The units that are there as their picture's phase begins."""
    return [body for body in stands.bodies if not (body.built or body.piece.ghost)]


def _then(body: Body, new: list[Body], place: str) -> Body | None:
    """What this unit is afterwards, if it has come to this place."""
    piece = body.piece
    alike = [
        each
        for each in new
        if (each.piece.power, each.piece.kind, area_of(each.piece.place)) == (piece.power, piece.kind, area_of(place))
    ]
    return min(alike, key=lambda each: each.piece.place != place, default=None)


def _way(before: Picture, body: Body, then: Body, mark: Mark | None) -> Mapping[str, str]:
    """Nothing for a unit that stays as it is."""
    if then.at == body.at and not (mark and mark.via):
        return {}
    stops = [before.ground.stand(place) for place in mark.via] if mark else []
    steps = [_step(body.at, stop) for stop in (body.at, *stops, then.at)]
    return {"data-way": " ".join(steps)} if len({*steps}) > 1 else {}


def _step(start: Point, stop: Point) -> str:
    return f"{number(stop[0] - start[0])},{number(stop[1] - start[1])}"


def _unit(root: ET.Element, picture: Picture, body: Body, colors: Mapping[str, str], more: Mapping[str, str]) -> None:
    own = ET.SubElement(root, "g", dict(more))
    draw_body(own, picture, body, colors.get(body.piece.power, HALO))
