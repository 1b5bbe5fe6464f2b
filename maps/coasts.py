"""Draws a map with real coasts as data: `python maps/coasts.py standard countries-50m.json` writes
judge/rules/diplomacy/drawings/standard.json; `modern` and `plague` are the others.

The coasts are Natural Earth's (public domain), as the npm package world-atlas carries them; the provinces are the
points of NAME.seeds.json, checked against the board: two areas share a border exactly if the board lets some unit
cross it; straits, which the seeds name, may be either. Needs shapely 2.1. The judge itself needs none of this.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.ops import polygonize, unary_union

from plate import DRAWINGS, RULES, borders, pixels, polygons, ring_of, stand, troubles_of, without_crumbs, write

HERE = Path(__file__).parent
WIDTH = 1000.0
FAR = 80.0  # degrees east: further on, everything lies on one line
SMALLEST_ISLAND = 60.0
SIMPLER = 2.6
LONGEST = 5.0
RUFFLES, RUFFLED_FROM = ((2.2, 8.0), (0.8, 3.0)), 14.0
NEUTRAL = "-"
MERGED = "merged"
DISC_SHORE = 5.0
ABOUT = "Made by maps/coasts.py. Coasts: Natural Earth (public domain)."


class Projection:
    """Lambert's conformal conic, then a lens over the middle, and more room where provinces are small.

    `bumps`: center on the plane after the lens, how much larger, how far it reaches.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.center: tuple[float, float] = data["center"]
        self.lens: float = data["lens"]
        self.bumps: list[tuple[float, float, float, float]] = data["bumps"]
        one, two = (math.radians(each) for each in data["parallels"])
        self.n = math.log(math.cos(one) / math.cos(two)) / math.log(_tangent(two) / _tangent(one))
        self.scale = math.cos(one) * _tangent(one) ** self.n / self.n
        self.origin = self.scale / _tangent(math.radians(self.center[1])) ** self.n

    def __call__(self, lon: float, lat: float) -> tuple[float, float]:
        rho = self.scale / _tangent(math.radians(lat)) ** self.n
        theta = self.n * math.radians(lon - self.center[0])
        x, y = rho * math.sin(theta), rho * math.cos(theta) - self.origin
        stretch = (1 + self.lens) / (1 + self.lens * math.hypot(x, y) / 0.5)
        x, y = x * stretch, y * stretch
        for at_x, at_y, more, radius in self.bumps:
            away = math.hypot(x - at_x, y - at_y) / radius
            if away < 1:
                grown = 1 + more * (1 - away * away) ** 2
                x, y = at_x + (x - at_x) * grown, at_y + (y - at_y) * grown
        return x, y


def _tangent(phi: float) -> float:
    return math.tan(math.pi / 4 + phi / 2)


def countries(file: str, project: Projection, wanted: Collection[str], far: float) -> Iterator[tuple[str, Any]]:
    """(ISO number, or name where there is none; the country's polygons on the plane), of those that are wanted."""
    data = json.loads(Path(file).read_text(encoding="utf-8"))
    (sx, sy), (tx, ty) = data["transform"]["scale"], data["transform"]["translate"]
    arcs = []
    for arc in data["arcs"]:
        steps = np.cumsum(np.array(arc), axis=0)
        lonlat = steps * (sx, sy) + (tx, ty)
        # What lies far off only has to stay far off.
        arcs.append(
            [project(far if lon < -100 else min(max(lon, -60), far), min(max(lat, 5), 85)) for lon, lat in lonlat]
        )

    def ring(numbers: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for number in numbers:
            arc = arcs[number if number >= 0 else ~number]
            points += (arc if number >= 0 else arc[::-1])[1 if points else 0 :]
        return points

    for shape in data["objects"]["countries"]["geometries"]:
        name = shape.get("id") or shape["properties"]["name"]
        if name not in wanted:
            continue
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


class Growth:
    """Moves every point of a chart so that small areas grow at the cost of large ones, and nothing else changes: what
    touched touches still. Density flows from where it is high until it is even (Gastner and Newman, PNAS 2004).

    `even`: 1 makes all areas as large as each other, 0 leaves them as they are; `weights`: of some, how much more.
    """

    CELL = 4.0
    STEPS = 120

    def __init__(self, chart: Chart, areas: dict[str, Any], even: float, weights: dict[str, float]) -> None:
        self.columns, self.rows = int(chart.width / self.CELL), int(chart.height / self.CELL)
        tree = shapely.STRtree(list(areas.values()))
        size = {code: max(area.area, 30.0) for code, area in areas.items()}
        average = chart.width * chart.height / len(areas)
        wanted = [weights.get(code, 1.0) * (average / size[code]) ** even for code in areas]
        across, down = np.meshgrid(np.arange(self.columns) + 0.5, np.arange(self.rows) + 0.5)
        cells = shapely.points(across.ravel() * self.CELL, down.ravel() * self.CELL)
        density = np.array(wanted)[tree.nearest(cells)].reshape(self.rows, self.columns)
        doubled = np.block([[density, density[:, ::-1]], [density[::-1], density[::-1, ::-1]]])
        self.waves = np.fft.fft2(doubled)
        turns = [(2 * np.pi * np.fft.fftfreq(many)) ** 2 for many in doubled.shape]
        self.fade = turns[0][:, None] + turns[1][None, :]

    def __call__(self, xy: Any) -> Any:
        """The same points, moved."""
        at = np.array(xy, dtype=float) / self.CELL - 0.5
        times = np.geomspace(1, 1 + self.columns**2 / 4.0, self.STEPS + 1) - 1
        for before, after in itertools.pairwise(times):
            density = np.fft.ifft2(self.waves * np.exp(-self.fade * (before + 2))).real[: self.rows, : self.columns]
            push = np.gradient(density)
            push[0][[0, -1]], push[1][:, [0, -1]] = 0, 0
            for axis, slope in enumerate((push[1], push[0])):
                speed = _between(-slope / density, at) * (after - before)
                at[:, axis] += np.clip(speed, -2, 2)
            at = np.clip(at, -0.5, [self.columns - 0.5, self.rows - 0.5])
        return (at + 0.5) * self.CELL


def _between(grid: Any, at: Any) -> Any:
    """The values of a grid at points between its own."""
    rows, columns = grid.shape
    x, y = np.clip(at[:, 0], 0, columns - 1.001), np.clip(at[:, 1], 0, rows - 1.001)
    left, top = x.astype(int), y.astype(int)
    x, y = x - left, y - top
    upper = grid[top, left] * (1 - x) + grid[top, left + 1] * x
    return upper * (1 - y) + (grid[top + 1, left] * (1 - x) + grid[top + 1, left + 1] * x) * y


def ruffled(xy: Any, still: Any) -> Any:
    """The same points, those away from what is `still` a little aside, so that borders are no straight lines. No two
    lines meet by it.
    """
    dry = np.clip(shapely.distance(shapely.points(xy), still) / RUFFLED_FROM, 0, 1)[:, None]
    x, y = xy[:, :1], xy[:, 1:]
    aside = [
        far * np.hstack([np.sin(y / long + 2 * np.cos(x / long / 3)), np.sin(x / long + 2 * np.cos(y / long / 3))])
        for far, long in RUFFLES
    ]
    return xy + dry * sum(aside)


class Chart:
    """The frame on the plane, and the pixels of longitudes and latitudes."""

    def __init__(self, seeds: dict[str, Any]) -> None:
        self.project = Projection(seeds["projection"])
        self.edge = {side: self.project(*at) for side, at in seeds["frame"].items()}
        self.width = float(seeds.get("width", WIDTH))
        self.scale = self.width / (self.edge["east"][0] - self.edge["west"][0])
        self.height = round((self.edge["south"][1] - self.edge["north"][1]) * self.scale)
        self.frame = box(0, 0, self.width, self.height)

    def on_plane(self, at: tuple[float, float]) -> tuple[float, float]:
        return (at[0] - self.edge["west"][0]) * self.scale, (at[1] - self.edge["north"][1]) * self.scale

    def at(self, lonlat: tuple[float, float]) -> tuple[float, float]:
        return self.on_plane(self.project(*lonlat))

    def points(self, places: dict[str, list[tuple[float, float]]]) -> dict[str, list[tuple[float, float]]]:
        return {code: [self.at(each) for each in spots] for code, spots in places.items()}


def pieces_of_land(seeds: dict[str, Any], file: str, chart: Chart) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Each piece of land in the frame and the points by which it is divided; without any: nobody may enter it."""
    merged = seeds.get("merged", [])
    land: dict[str, Any] = {}
    wanted = {*seeds["countries"], *seeds["neutral"], *merged}
    for name, shape in countries(file, chart.project, wanted, seeds.get("far", FAR)):
        moved = shapely.transform(shape, lambda xy: np.array([chart.on_plane(at) for at in xy]))
        cut = moved.buffer(0).intersection(chart.frame.buffer(50))
        if not cut.is_empty:
            land[name] = cut
    if merged:
        land[MERGED] = unary_union([land.pop(name).buffer(0.3) for name in merged if name in land])
    islands = {name: Point(chart.at(at)) for name, at in seeds["neutral_points"].items()}
    points = chart.points(seeds["land"])
    for name, shape in land.items():
        for piece in getattr(shape, "geoms", [shape]):
            alone = not any(piece.touches(other) for key, other in land.items() if key != name)
            if alone and piece.area < SMALLEST_ISLAND:
                continue
            if name in seeds["neutral"] or any(piece.distance(at) < 1 for at in islands.values()):
                yield piece, {}
            elif name == MERGED:
                within = {code: [at for at in spots if piece.covers(Point(at))] for code, spots in points.items()}
                yield piece, {code: spots for code, spots in within.items() if spots}
            else:
                yield piece, {code: points[code] for code in seeds["countries"][name]}


def main(name: str, file: str) -> int:
    seeds = json.loads((HERE / f"{name}.seeds.json").read_text(encoding="utf-8"))
    chart = Chart(seeds)
    discs = {
        code: Point(chart.at((lon, lat))).buffer(radius) for code, (lon, lat, radius) in seeds.get("discs", {}).items()
    }
    islands = unary_union(list(discs.values()))
    parts: list[tuple[str, Any]] = list(discs.items())
    for piece, near in pieces_of_land(seeds, file, chart):
        around = piece.difference(islands.buffer(DISC_SHORE)) if discs else piece
        parts += cells(near, around).items() if near else [(NEUTRAL, around)]
    dry = unary_union([shape for _, shape in parts])
    water = chart.frame.buffer(50).difference(dry)
    parts += cells(chart.points(seeds["sea"]), water).items()

    lines = unary_union([LineString(chart.frame.exterior.coords), *(shape.boundary for _, shape in parts)])
    lines = shapely.set_precision(lines, 0.05)
    tree = shapely.STRtree([shape for _, shape in parts])
    faces: dict[str, list[Any]] = {}
    for face in polygonize(shapely.segmentize(unary_union(lines), LONGEST)):
        inside = face.representative_point()
        if not chart.frame.contains(inside):
            continue
        faces.setdefault(parts[tree.nearest(inside)][0], []).append(face)
    codes = sorted(faces)
    areas = dict(zip(codes, (unary_union(faces[code]) for code in codes), strict=True))
    grow = Growth(chart, areas, seeds.get("even", 0.0), seeds.get("weights", {}))
    moved = shapely.transform(np.array(list(areas.values())), grow)
    wet = unary_union([area for code, area in zip(codes, moved, strict=True) if code in seeds["sea"]])
    still = unary_union([wet, chart.frame.exterior])
    moved = shapely.transform(moved, lambda xy: ruffled(xy, still))
    found = dict(zip(codes, shapely.make_valid(shapely.coverage_simplify(moved, SIMPLER)), strict=True))
    shown = {code: without_crumbs(area) for code, area in found.items()}
    beside, straits = borders(json.loads((RULES / seeds["board"]).read_text(encoding="utf-8")))
    links = [(one, other) for one, other in seeds.get("links", [])]
    straits |= {frozenset(link) for link in links}
    stands = {place: pixels(grow([chart.at(at)])[0]) for place, at in seeds["stands"].items()}
    troubles = list(troubles_of(found, beside, straits))
    sys.stdout.write("".join(f"{trouble}\n" for trouble in troubles))
    write(
        RULES / seeds["board"].partition("/")[0] / DRAWINGS / f"{name}.json",
        ABOUT,
        (int(chart.width), chart.height),
        {
            code: {
                "rings": [
                    ring_of(ring) for polygon in polygons(area) for ring in (polygon.exterior, *polygon.interiors)
                ],
                **(stand(area) | ({"at": stands[code]} if code in stands else {}) if code != NEUTRAL else {}),
            }
            for code, area in shown.items()
        },
        {place: at for place, at in stands.items() if place not in shown},
        links,
        seeds.get("scale", 1.0),
    )
    return bool(troubles)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
