"""Draws a board's map as data: `python maps/build.py countries-50m.json` writes judge/maps/standard.json.

The coasts are Natural Earth's (public domain), as the npm package world-atlas carries them; the provinces are the
points of standard.seeds.json, checked against the board: two areas share a border exactly if the board lets some unit
cross it. Needs shapely 2.1. The judge itself needs none of this.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.ops import polygonize, unary_union

HERE = Path(__file__).parent
BOARD = HERE.parent / "judge" / "rules" / "diplomacy" / "boards" / "standard.json"
OUT = HERE.parent / "judge" / "maps" / "standard.json"

WIDTH = 1000.0
CENTER = (12.0, 48.6)
LENS_CENTER = (0.0, 0.0)  # on the plane, east and south of CENTER
LENS = 1.15  # how much larger the middle is drawn
BUMPS = (((-0.24, -0.185), 0.5, 0.24), ((0.06, 0.2), 0.4, 0.17))
"""Where more room is needed: center on the plane after the lens, how much larger, how far it reaches."""

PARALLELS = (38.0, 62.0)
SMALLEST_ISLAND = 60.0
SIMPLER = 3.0
SHORTEST_BORDER = 3.0
NEUTRAL = "-"


def project(lon: float, lat: float) -> tuple[float, float]:
    """Lambert's conformal conic, then a lens over the middle of Europe, where the provinces are small."""
    one, two = (math.radians(each) for each in PARALLELS)
    n = math.log(math.cos(one) / math.cos(two)) / math.log(_tangent(two) / _tangent(one))
    scale = math.cos(one) * _tangent(one) ** n / n
    rho = scale / _tangent(math.radians(lat)) ** n
    theta = n * math.radians(lon - CENTER[0])
    origin = scale / _tangent(math.radians(CENTER[1])) ** n
    x, y = rho * math.sin(theta), rho * math.cos(theta) - origin
    x, y = x - LENS_CENTER[0], y - LENS_CENTER[1]
    stretch = (1 + LENS) / (1 + LENS * math.hypot(x, y) / 0.5)
    x, y = x * stretch, y * stretch
    for (at_x, at_y), more, radius in BUMPS:
        away = math.hypot(x - at_x, y - at_y) / radius
        if away < 1:
            grown = 1 + more * (1 - away * away) ** 2
            x, y = at_x + (x - at_x) * grown, at_y + (y - at_y) * grown
    return x, y


def _tangent(phi: float) -> float:
    return math.tan(math.pi / 4 + phi / 2)


def countries(file: str) -> Iterator[tuple[str, Any]]:
    """(ISO number, or name where there is none; the country's polygons on the plane)."""
    data = json.loads(Path(file).read_text(encoding="utf-8"))
    (sx, sy), (tx, ty) = data["transform"]["scale"], data["transform"]["translate"]
    arcs = []
    for arc in data["arcs"]:
        steps = np.cumsum(np.array(arc), axis=0)
        lonlat = steps * (sx, sy) + (tx, ty)
        # What lies far off only has to stay far off.
        arcs.append(
            [project(80 if lon < -100 else min(max(lon, -60), 80), min(max(lat, 5), 85)) for lon, lat in lonlat]
        )

    def ring(numbers: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for number in numbers:
            arc = arcs[number if number >= 0 else ~number]
            points += (arc if number >= 0 else arc[::-1])[1 if points else 0 :]
        return points

    for shape in data["objects"]["countries"]["geometries"]:
        name = shape.get("id") or shape["properties"]["name"]
        rings = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]] if "arcs" in shape else []
        made = []
        for each in rings:
            outer = ring(each[0])
            if len(outer) > 3:
                holes = [hole for hole in map(ring, each[1:]) if len(hole) > 3]
                made.append(shapely.make_valid(Polygon(outer, holes)))
        if made:
            yield name, unary_union(made)


def cells(points: dict[str, list[tuple[float, float]]], within: Any) -> dict[str, Any]:
    """The part of `within` that is nearest to each one's points."""
    if len(points) == 1:
        return {next(iter(points)): within}
    owner = {Point(at): code for code, places in points.items() for at in places}
    regions = shapely.voronoi_polygons(MultiPoint(list(owner)), extend_to=within.envelope)
    found: dict[str, list[Any]] = {}
    for region in regions.geoms:
        code = next(code for at, code in owner.items() if region.covers(at))
        found.setdefault(code, []).append(region)
    return {code: unary_union(parts).intersection(within) for code, parts in found.items()}


def main(file: str) -> int:
    seeds = json.loads((HERE / "standard.seeds.json").read_text(encoding="utf-8"))
    board = json.loads(BOARD.read_text(encoding="utf-8"))["provinces"]
    edge = {side: project(*at) for side, at in seeds["frame"].items()}
    scale = WIDTH / (edge["east"][0] - edge["west"][0])
    height = round((edge["south"][1] - edge["north"][1]) * scale)

    def place(at: tuple[float, float]) -> tuple[float, float]:
        return (at[0] - edge["west"][0]) * scale, (at[1] - edge["north"][1]) * scale

    def points(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [place(project(*at)) for at in places]

    frame = box(0, 0, WIDTH, height)
    land: dict[str, Any] = {}
    for name, shape in countries(file):
        moved = shapely.transform(shape, lambda xy: np.array([place(at) for at in xy]))
        cut = moved.buffer(0).intersection(frame.buffer(50))
        if not cut.is_empty and (name in seeds["countries"] or name in seeds["neutral"]):
            land[name] = cut
    islands = {name: Point(place(project(*at))) for name, at in seeds["neutral_points"].items()}
    parts: list[tuple[str, Any]] = []
    for name, shape in land.items():
        for piece in getattr(shape, "geoms", [shape]):
            alone = not any(piece.touches(other) for key, other in land.items() if key != name)
            if alone and piece.area < SMALLEST_ISLAND:
                continue
            if name in seeds["neutral"] or any(piece.distance(at) < 1 for at in islands.values()):
                parts.append((NEUTRAL, piece))
                continue
            near = {code: points(seeds["land"][code]) for code in seeds["countries"][name]}
            parts += cells(near, piece).items()
    dry = unary_union([shape for _, shape in parts])
    water = frame.buffer(50).difference(dry)
    parts += cells({code: points(places) for code, places in seeds["sea"].items()}, water).items()

    lines = unary_union([LineString(frame.exterior.coords), *(shape.boundary for _, shape in parts)])
    lines = shapely.set_precision(lines, 0.05)
    tree = shapely.STRtree([shape for _, shape in parts])
    faces: dict[str, list[Any]] = {}
    for face in polygonize(unary_union(lines)):
        inside = face.representative_point()
        if not frame.contains(inside):
            continue
        faces.setdefault(parts[tree.nearest(inside)][0], []).append(face)
    codes = sorted(faces)
    areas = [unary_union(faces[code]) for code in codes]
    areas = shapely.coverage_simplify(areas, SIMPLER)
    found = dict(zip(codes, areas, strict=True))
    shown = {code: _without_crumbs(area) for code, area in found.items()}
    troubles = list(_check(found, board))
    sys.stdout.write("".join(f"{trouble}\n" for trouble in troubles))
    made = {
        "about": "Made by maps/build.py. Coasts: Natural Earth (public domain).",
        "size": [int(WIDTH), height],
        "areas": {
            code: {
                "rings": [
                    _ring(ring) for polygon in _polygons(area) for ring in (polygon.exterior, *polygon.interiors)
                ],
                **(_stand(area, seeds, code, place) if code != NEUTRAL else {}),
            }
            for code, area in shown.items()
        },
        "coasts": {name: _point(place(project(*at))) for name, at in seeds["stands"].items()},
    }
    OUT.parent.mkdir(exist_ok=True)
    entries = ",\n".join(f'    "{code}": {json.dumps(area)}' for code, area in made["areas"].items())
    head = json.dumps({"about": made["about"], "size": made["size"], "coasts": made["coasts"]}, indent=2)
    OUT.write_text(head[:-2] + ',\n  "areas": {\n' + entries + "\n  }\n}\n", encoding="utf-8")
    return bool(troubles)


def _polygons(area: Any) -> list[Any]:
    return [each for each in getattr(area, "geoms", [area]) if each.geom_type == "Polygon"]


def _without_crumbs(area: Any) -> Any:
    largest = max(each.area for each in _polygons(area))
    kept = [each for each in _polygons(area) if each.area > min(25.0, largest / 2)]
    return unary_union(kept)


def _ring(ring: Any) -> list[int]:
    flat: list[int] = []
    for x, y in list(ring.coords)[:-1]:
        flat += (round(x), round(y))
    return flat


def _point(at: tuple[float, float]) -> list[int]:
    return [round(at[0]), round(at[1])]


def _stand(area: Any, seeds: dict[str, Any], code: str, place: Any) -> dict[str, Any]:
    """Where a unit stands: the middle of the widest part."""
    widest = shapely.maximum_inscribed_circle(max(_polygons(area), key=lambda each: each.area))
    at = _point(widest.coords[0])
    room = round(widest.length)
    label = seeds["labels"].get(code)
    return {"at": at, "room": room, **({"label": _point(place(project(*label)))} if label else {})}


def _check(found: dict[str, Any], board: dict[str, Any]) -> Iterator[str]:
    """What does not fit the board: borders too many or too few."""
    for code in board:
        if code not in found:
            yield f"{code} is missing"
    for number, one in enumerate(sorted(found)):
        for other in sorted(found)[number + 1 :]:
            if NEUTRAL in (one, other):
                continue
            border = found[one].intersection(found[other])
            length = border.length
            wanted = other in _beside(board[one])
            if wanted and length < SHORTEST_BORDER:
                yield f"{one}-{other}: should touch, but share {length:.1f}"
            elif not wanted and length >= 1:
                yield f"{one}-{other}: share {length:.1f} at {_point(border.centroid.coords[0])}, but do not touch"


def _beside(province: dict[str, Any]) -> set[str]:
    fleet = province.get("fleet", "")
    places = fleet.split() if isinstance(fleet, str) else " ".join(fleet.values()).split()
    return {place.partition("/")[0] for place in [*province.get("army", "").split(), *places]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
