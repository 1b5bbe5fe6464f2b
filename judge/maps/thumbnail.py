"""A picture as small as a stamp, for lists of games: who owns what and where units stand. Without names and orders.
And a whole game in such pictures, one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.colors import BORDER, FOG, FONT, HALO, INK, LAND, NEUTRAL_LAND, SEA, numbers_of, paint
from judge.maps.svg import HALO_TEXT, STYLE, circle, text, written
from judge.rules.drawing import Picture, Space
from judge.rules.ground import Area, Ground

WIDE = 240
"""Pixels."""
STEPS = 150
"""Corners of areas lie on a grid of so many steps: what differs by less is not seen."""
UNIT = 2.2
SECONDS, LARGE = 1.2, 3
"""So long each picture of a film stands; and so much larger than one alone."""


def size_of(ground: Ground) -> tuple[int, int]:
    """Width and height of its glance, in pixels."""
    return WIDE, round(ground.height * WIDE / ground.width)


def glance(picture: Picture) -> str:
    """The small SVG."""
    return film([picture])


def film(pictures: Sequence[Picture]) -> str:
    """The small SVG of pictures on one ground, one after the other and then again, without script or style. Where
    nothing can move, the last one shows.
    """
    ground, many = pictures[-1].ground, len(pictures)
    shown = {
        name: str(pixels * (LARGE if many > 1 else 1))
        for name, pixels in zip(("width", "height"), size_of(ground), strict=True)
    }
    width, height = str(STEPS), str(round(ground.height * STEPS / ground.width))
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "font-family": FONT,
    }
    root = ET.Element("svg", attributes | shown)
    ET.SubElement(root, "title").text = pictures[-1].title
    ET.SubElement(root, "style").text = STYLE
    colors = {side: paint(number)[0] for side, number in numbers_of([*pictures[-1].sides]).items()}
    defs = ET.SubElement(root, "defs")
    for side, color in colors.items():
        pattern = ET.SubElement(
            defs, "pattern", {"id": f"owner-{side}", "width": "9", "height": "9", "patternUnits": "userSpaceOnUse"}
        )
        ET.SubElement(pattern, "rect", {"width": "9", "height": "9", "fill": color})
    for code, outline in _outlines(ground).items():
        ET.SubElement(defs, "path", {"id": f"area-{code}", "d": outline})
    fill = SEA if ground.neutral.rings else NEUTRAL_LAND
    ET.SubElement(root, "rect", {"class": "ground", "width": width, "height": height, "fill": fill})
    line = {
        "stroke": BORDER,
        "stroke-width": ".3",
        "stroke-linejoin": "round",
        "fill-rule": "evenodd",
        "class": "ground",
    }
    for at, picture in enumerate(pictures, 1):
        frame = ET.SubElement(root, "g", {"visibility": "visible" if at == many else "hidden"})
        areas = ET.SubElement(frame, "g", line)
        ET.SubElement(areas, "use", {"href": "#area-", "class": "ground", "fill": NEUTRAL_LAND})
        for code, space in picture.spaces.items():
            ET.SubElement(areas, "use", {"href": f"#area-{code}", "class": "ground", "fill": fill_of(space, colors)})
        units = ET.SubElement(frame, "g", {"stroke": INK, "stroke-width": ".6"})
        for piece in picture.pieces:
            if not (piece.dislodged or piece.ghost):
                x, y = (each * STEPS / ground.width for each in ground.stand(piece.place))
                circle(units, (x, y), UNIT, fill=colors.get(piece.power, HALO))
        if many > 1:
            text(frame, (2, float(height) - 2), picture.title, 6, fill=INK, **HALO_TEXT)
            times = {"keyTimes": f"0;{(at - 1) / many:.4f};{at / many:.4f}", "dur": f"{many * SECONDS:.1f}s"}
            values = {"attributeName": "visibility", "values": "hidden;visible;hidden", "calcMode": "discrete"}
            ET.SubElement(frame, "animate", values | times | {"repeatCount": "indefinite"})
    return written(root)


def fill_of(space: Space, owners: Collection[str]) -> str:
    """What an area is painted with: `owners` have a pattern each."""
    if space.fog == "all":
        return FOG
    if space.owner in owners:
        return f"url(#owner-{space.owner})"
    return SEA if space.sea else LAND


@cache
def _outlines(ground: Ground) -> dict[str, str]:
    """Area -> its outline; the neutral ground's is under the empty name. Neighbours share corners."""
    return {code: _outline(area, ground.width) for code, area in {"": ground.neutral, **ground.areas}.items()}


def _outline(area: Area, width: int) -> str:
    said = []
    for ring in area.rings:
        corners = [(x * STEPS // width, y * STEPS // width) for x, y in zip(ring[::2], ring[1::2], strict=True)]
        kept = [corner for before, corner in zip([None, *corners], corners, strict=False) if corner != before]
        if len(set(kept)) > 2:  # less has no inside
            steps = (f"{x - from_x},{y - from_y}" for (from_x, from_y), (x, y) in pairwise(kept))
            said.append(f"M{kept[0][0]},{kept[0][1]}l{' '.join(steps)}z")
    return "".join(said)
