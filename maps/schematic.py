"""Draws a schematic map as data, for a board whose places lie nowhere.

Only the borders are known, so only they are drawn: the board's graph is laid flat (Tutte's barycentric embedding of a
planar graph, its weights changed until no area is tiny), and each area becomes the cell around its point. Two areas
share an edge exactly if the board lets some unit cross; borders that no plane map can hold become lines ("links"). The
same board gives the same map. Needs networkx, numpy and shapely 2.1; the judge itself needs none of this.

    python maps/schematic.py four-seas
    python maps/schematic.py corners NSE ESE
    python maps/schematic.py pure BER MOS CON VIE ROM PAR LON
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from pathlib import Path
from typing import Any, TypeAlias

import networkx as nx
import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon

from plate import DRAWINGS, RULES, borders, pixels, stand, troubles_of, write

Spot: TypeAlias = tuple[float, float]
Turns: TypeAlias = dict[str, list[str]]

HERE = Path(__file__).parent
ABOUT = "Made by maps/schematic.py from the board's borders alone: only they mean anything."
ROUNDS = 80
SWEEPS = 500
MARGIN = 0.085  # of the width: how far the outer cells reach beyond their points
FOUR_MARGIN = -0.06  # four points in the middle of each side leave the corners empty: they lie beyond the frame
NOTHING = "*"  # begins the name of a point that stands for a gap between areas that only meet in a corner
WIGGLE = 0.12  # how far a coast swings out, of its length
ISLAND = 24.0
SMALL = 30  # areas of a map that has room for scenery
SCENERY = {  # what is strewn over an area: as the `d` of a path around a point
    "sea": "m-7,0q3.5,-4 7,0t7,0",
    "plains": "m-4,2l-1,-4m5,4v-6m4,6l1,-4",
    "lowlands": "m-6,0h12m-9,4h6",
    "forests": "m0,-8l-5,9h10zm0,9v4",
    "uplands": "m-8,4l6,-9l6,9m-3,-4l3,-4l5,8",
    "towns": "m-4,5v-6l4,-5l4,5v6z",
}
APART, SEA_APART, RIM_LEFT = 24, 40, 12  # pixels between two, on land and at sea, and from the edge of the area
FREE = 46, 30  # around the stand, for its name and unit
RIM, HOLE = 0.495, 0.26  # of the height: the radius of a ring and that of its hole


def size_of(areas: int) -> tuple[int, int]:
    """More areas, more room: letters keep their size."""
    width = 700 if areas <= 30 else 1000 if areas <= 90 else 1300
    return width, round(width * 0.86)


def flat(graph: nx.Graph) -> tuple[nx.Graph, list[tuple[str, str]]]:
    """A plane part of the graph that is as large as can be, and the borders that are left over."""
    plane: nx.Graph = nx.Graph()
    plane.add_nodes_from(sorted(graph))
    left = []
    for one, other in sorted(tuple(sorted(edge)) for edge in graph.edges):
        plane.add_edge(one, other)
        if not nx.check_planarity(plane)[0]:
            plane.remove_edge(one, other)
            left.append((one, other))
    return plane, left


def faces_of(turns: Turns) -> list[list[str]]:
    """All faces of a plane graph; `turns`: point -> those beside it, clockwise."""
    seen: set[tuple[str, str]] = set()
    found = []
    for first in sorted(turns):
        for second in turns[first]:
            face, here, there = [], first, second
            while (here, there) not in seen:
                seen.add((here, there))
                face.append(here)
                around = turns[there]
                here, there = there, around[around.index(here) - 1]
            if face:
                found.append(min(face[place:] + face[:place] for place in range(len(face))))
    return found


def inner_faces(turns: Turns, outer: list[str]) -> list[list[str]]:
    """All faces but the outer one."""
    faces = faces_of(turns)
    faces.remove(next(face for face in faces if set(face) == set(outer)))
    return faces


def filled(graph: nx.Graph, seas: set[str], top: str) -> tuple[Turns, list[str]]:
    """The graph laid flat, with a point of nothing in each face of four and more, so that all but the outer face are
    triangles; and the outer face: the one with the most areas, or of those around `top` the one with the most seas.
    """
    _, embedding = nx.check_planarity(graph)
    turns: Turns = {each: list(embedding.neighbors_cw_order(each)) for each in sorted(embedding)}
    faces = [face for face in faces_of(turns) if top in face] if top else faces_of(turns)
    outer = max(faces, key=lambda face: (len(set(face) & seas) if top else 0, len(face), face))
    if len(set(outer)) < len(outer):
        raise ValueError(f"the areas around {max(outer, key=outer.count)} hang on it alone")
    while wide := [face for face in faces_of(turns) if len(face) > 3 and face != outer]:
        face = wide[0]
        hub = f"{NOTHING}{len(turns)}"
        turns[hub] = list(dict.fromkeys(face))
        for place, each in enumerate(face):
            if each not in face[:place]:
                turns[each].insert(turns[each].index(face[place - 1]), hub)
    return turns, outer


def laid_flat(graph: Turns, outer: list[str], width: float, height: float) -> dict[str, Spot]:
    """Tutte: the outer points on a rectangle, each other point in the weighted middle of those beside it."""
    inset = (FOUR_MARGIN if len(outer) == 4 else MARGIN) * width
    rim = LineString(
        [
            (inset, inset),
            (width - inset, inset),
            (width - inset, height - inset),
            (inset, height - inset),
            (inset, inset),
        ]
    )
    start = rim.project(Point(width / 2, inset)) / rim.length
    at = {
        each: rim.interpolate((start + place / len(outer)) % 1.0, normalized=True).coords[0]
        for place, each in enumerate(outer)
    }
    inner = sorted(set(graph) - set(outer))
    index = {each: place for place, each in enumerate(inner)}
    weight = {frozenset(edge): 1.0 for edge in ((one, other) for one in graph for other in graph[one])}
    triangles = inner_faces(graph, outer)
    for _ in range(ROUNDS):
        matrix, right = np.zeros((len(inner), len(inner))), np.zeros((len(inner), 2))
        for each in inner:
            for other in graph[each]:
                much = weight[frozenset((each, other))]
                matrix[index[each], index[each]] += much
                if other in index:
                    matrix[index[each], index[other]] -= much
                else:
                    right[index[each]] += much * np.array(at[other])
        solved = np.linalg.solve(matrix, right) if inner else right
        at |= {each: (float(x), float(y)) for each, (x, y) in zip(inner, solved, strict=True)}
        # Large triangles pull themselves together, small ones let go; points of nothing need no room.
        room: dict[frozenset[str], float] = {}
        for face in triangles:
            area = abs(_area([at[each] for each in face])) * (3.0 if any(each[0] == NOTHING for each in face) else 1.0)
            for one, other in zip(face, face[1:] + face[:1], strict=True):
                room[frozenset((one, other))] = room.get(frozenset((one, other)), 0.0) + area
        usual = sum(room.values()) / len(room)
        weight = {edge: min(max(weight[edge] * (room.get(edge, usual) / usual) ** 0.25, 0.02), 50.0) for edge in weight}
    return at


def evened(graph: Turns, outer: list[str], at: dict[str, Spot], width: float) -> dict[str, Spot]:
    """The same with each point moved about by chance, as long as that makes small cells larger and triangles rounder,
    and no triangle turns over.
    """
    luck = random.Random("evened")  # noqa: S311 - the same every time
    at = dict(at)
    around: dict[str, list[list[str]]] = {each: [] for each in graph}
    for face in inner_faces(graph, outer):
        for each in face:
            around[each].append(face)
    sign = math.copysign(1.0, _area([at[each] for each in around[outer[0]][0]]))
    usual = sum(abs(_area([at[each] for each in face])) for faces in around.values() for face in faces) / len(graph)

    def badness(moved: str) -> float:
        bad = 0.0
        for face in around[moved]:
            points = [at[each] for each in face]
            area = _area(points) * sign
            if area <= 1.0:
                return math.inf
            sides = sum(
                (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in zip(points, points[1:] + points[:1], strict=True)
            )
            bad += 0.04 * sides / area
        for each in {moved, *graph[moved]}:
            room = sum(_area([at[one] for one in face]) * sign for face in around[each])
            # What lies at the edge has the margin, too.
            wanted = usual * (0.15 if each[0] == NOTHING else 0.6 if each in outer else 1.0)
            bad += math.log(max(room, 1e-9) / wanted) ** 2
        return bad

    inner = sorted(set(graph) - set(outer))
    for sweep in range(SWEEPS):
        step = width * 0.08 * (1 - sweep / SWEEPS) + 1.0
        for each in inner:
            before, here = badness(each), at[each]
            at[each] = (here[0] + luck.gauss(0, step), here[1] + luck.gauss(0, step))
            if badness(each) >= before:
                at[each] = here
    return at


def _area(points: list[Spot]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True)) / 2


def cells(
    graph: Turns, outer: list[str], at: dict[str, Spot], seas: set[str], width: int, height: int
) -> dict[str, list[Spot]]:
    """Around each point the polygon through the middles of its triangles."""
    sides: dict[frozenset[str], list[Spot]] = {}
    for face in inner_faces(graph, outer):
        nothing = next((each for each in face if each[0] == NOTHING), None)
        middle = np.mean([at[each] for each in face], axis=0)
        if nothing is not None:
            middle = middle * 0.45 + np.array(at[nothing]) * 0.55
        corner = (float(middle[0]), float(middle[1]))
        for one, other in zip(face, face[1:] + face[:1], strict=True):
            sides.setdefault(frozenset((one, other)), []).append(corner)
    frame = LineString([(0, 0), (width, 0), (width, height), (0, height), (0, 0)])
    rim: dict[str, list[float]] = {}
    for one, other in zip(outer, outer[1:] + outer[:1], strict=True):
        x, y = (at[one][0] + at[other][0]) / 2, (at[one][1] + at[other][1]) / 2
        far = 2.0 * max(width, height) / math.hypot(x - width / 2, y - height / 2)
        ray = LineString([(x, y), (width / 2 + (x - width / 2) * far, height / 2 + (y - height / 2) * far)])
        end = ray.intersection(frame)
        sides[frozenset((one, other))].append((end.x, end.y))
        for each in (one, other):
            rim.setdefault(each, []).append(frame.project(end))
    edges: dict[str, list[Spot]] = {}
    for each, (first, last) in rim.items():
        corners = [0.0, width, width + height, 2.0 * width + height]
        length = 2.0 * (width + height)
        low, high = sorted((first, last))
        if high - low > length / 2:
            low, high = high, low + length
        stops = [low, *sorted(c + turn for turn in (0.0, length) for c in corners if low < c + turn < high), high]
        edges[each] = [_pixel(frame.interpolate(stop % length).coords[0]) for stop in stops]
    plain: set[str] = set()
    while True:
        lines: dict[str, list[LineString]] = {each: [] for each in graph}
        for pair, (start, end) in sides.items():
            one, other = sorted(pair)
            share = 0.85 if one[0] == NOTHING else 0.5
            (x, y), (to_x, to_y) = at[one], at[other]
            through = (x * share + to_x * (1 - share), y * share + to_y * (1 - share))
            coast = one[0] != NOTHING and (one in seas) != (other in seas)
            if pair & plain:
                points = [_pixel(spot) for spot in (start, through, end)]
            else:
                points = _curve(start, through, end, f"{one}-{other}", WIGGLE if coast else 0.0)
            lines[one].append(LineString(points))
            lines[other].append(LineString(points))
        for each, points in edges.items():
            lines[each].append(LineString(points))
        made = {each: shapely.polygonize(mine).geoms for each, mine in lines.items() if each[0] != NOTHING}
        folded = {each for each, faces in made.items() if len(faces) != 1 or not _apart(lines[each])}
        if not folded - plain:
            break
        plain |= folded  # where bent lines would cross, they are drawn straight
    return {each: list(max(faces, key=lambda face: face.area).exterior.coords) for each, faces in made.items()}


def _apart(lines: list[LineString]) -> bool:
    """Do these lines meet at their ends and nowhere else?"""
    whole = shapely.line_merge(shapely.MultiLineString(lines))
    return bool(whole.geom_type == "LineString" and whole.is_simple)


def _pixel(spot: Spot) -> Spot:
    return float(round(spot[0])), float(round(spot[1]))


def _curve(start: Spot, through: Spot, end: Spot, name: str, wiggle: float) -> list[Spot]:
    """A bent line in whole pixels; a coast swings to and fro, always the same way for one name."""
    bent = [
        tuple((1 - t) ** 2 * s + 2 * t * (1 - t) * m + t * t * e for s, m, e in zip(start, through, end, strict=True))
        for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    luck = random.Random(name)  # noqa: S311 - the same every time
    points = [bent[0]]
    for here, there in itertools.pairwise(bent):
        if wiggle:
            swing = luck.uniform(-wiggle, wiggle) * 2
            points.append(
                (
                    (here[0] + there[0]) / 2 - (there[1] - here[1]) * swing,
                    (here[1] + there[1]) / 2 + (there[0] - here[0]) * swing,
                )
            )
        points.append(there)
    return [_pixel(spot) for spot in points]


def main(path: str, top: str = "", right: str = "", *more: str) -> int:
    """`top`: the area at the edge that is put on top; `right`: one that comes to lie to the right of it; with `more`,
    all areas lie in this order around the middle.
    """
    board, seas = read(Path(path))
    beside, _ = borders(board)
    whole: nx.Graph = nx.Graph((one, other) for one in beside for other in beside[one])
    width, height = size_of(len(whole))
    if more:
        found, links, at = ring(whole, [top, right, *more], width, height)
        return finish(path, board, found, links, (width, height), at)
    plane, links = flat(whole)
    islands = [each for each in sorted(plane) if plane.degree(each) == 1] if len(plane) > 3 else []
    coasts_of = {each: next(iter(plane[each])) for each in islands}
    plane.remove_nodes_from(islands)
    full, outer = filled(plane, seas, top)
    first = outer.index(top) if top else 0
    outer = [*outer[first:], *outer[:first]]
    if not right or outer.index(right) > len(outer) / 2:
        outer = [outer[0], *outer[:0:-1]]
    at = evened(full, outer, laid_flat(full, outer, width, height), width)
    found = {code: Polygon(points) for code, points in cells(full, outer, at, seas, width, height).items()}
    for island, sea in coasts_of.items():
        widest = shapely.maximum_inscribed_circle(found[sea])
        x, y = widest.coords[0]
        found[island] = Polygon(_whole(Point(x - widest.length * 0.45, y).buffer(min(ISLAND, widest.length * 0.4), 4)))
        found[sea] = found[sea].difference(found[island])
    return finish(path, board, found, links, (width, height), {})


def ring(
    whole: nx.Graph, order: list[str], width: int, height: int
) -> tuple[dict[str, Polygon], list[tuple[str, str]], dict[str, Spot]]:
    """A ring cut like a cake, with stands in a circle. Through its hole go the borders of those that do not touch."""
    middle, far = (width / 2, height / 2), width + height
    step = 2 * math.pi / len(order)

    def away(turn: float, much: float) -> Spot:
        return middle[0] + much * math.sin(turn), middle[1] - much * math.cos(turn)

    disc, hole = (Point(middle).buffer(part * height, 32) for part in (RIM, HOLE))
    found = {}
    for place, code in enumerate(order):
        turns = [(place + part / 4) * step for part in (-2, -1, 0, 1, 2)]
        wedge = Polygon([middle, *(away(turn, far) for turn in turns)])
        found[code] = shapely.set_precision(wedge.intersection(disc).difference(hole), 1.0)
    touching = {frozenset(pair) for pair in zip(order, order[1:] + order[:1], strict=True)}
    links = sorted(tuple(sorted(edge)) for edge in whole.edges if frozenset(edge) not in touching)
    return found, links, {code: away(place * step, (RIM + HOLE) / 2 * height) for place, code in enumerate(order)}


def finish(
    path: str,
    board: dict[str, Any],
    found: dict[str, Polygon],
    links: list[tuple[str, str]],
    size: tuple[int, int],
    at: dict[str, Spot],
) -> int:
    """Write the file, with these stands, those of NAME.stands.json and others found; 1 if it does not fit its board."""
    name = Path(path).stem
    own = HERE / f"{name}.stands.json"
    at = at | (json.loads(own.read_text(encoding="utf-8")) if own.exists() else {})
    beside, _ = borders(board)
    troubles = list(troubles_of(found, {code: beside[code] - _linked(code, links) for code in beside}, set()))
    sys.stdout.write("".join(f"{trouble}\n" for trouble in troubles))
    areas = {
        code: {
            "rings": [
                [round(n) for spot in list(ring.coords)[:-1] for n in spot] for ring in (area.exterior, *area.interiors)
            ],
            **stand(area),
            **({"at": pixels(at[code])} if code in at else {}),
        }
        for code, area in sorted(found.items())
    }
    family = RULES / ("empires" if _is_world(name) else "diplomacy")
    folder = (Path(path).parent if Path(path).exists() else family) / DRAWINGS
    folder.mkdir(exist_ok=True)
    write(
        folder / f"{name}.json",
        ABOUT,
        size,
        areas,
        coast_stands(board, found, areas),
        links,
        scenery=strewn(found, areas, board) if len(areas) <= SMALL else "",
    )
    return bool(troubles)


def strewn(found: dict[str, Polygon], areas: dict[str, Any], board: dict[str, Any]) -> str:
    """Trees, hills, waves and so on, by chance and apart, where neither names nor units stand; the same every time."""
    path = ""
    for code, area in sorted(found.items()):
        kind = board["provinces"][code].get("kind", "")
        glyph, apart = SCENERY.get(kind, ""), SEA_APART if kind == "sea" else APART
        luck, inner, taken = random.Random(code), area.buffer(-RIM_LEFT), []  # noqa: S311 - the same every time
        left, top, right, bottom = inner.bounds if glyph and not inner.is_empty else (0, 0, 0, 0)
        x, y = areas[code]["at"]
        for _ in range(int((right - left) * (bottom - top) / 60)):
            spot = luck.uniform(left, right), luck.uniform(top, bottom)
            near_name = abs(spot[0] - x) < FREE[0] and abs(spot[1] - y) < FREE[1]
            if not near_name and inner.contains(Point(spot)) and all(math.dist(spot, each) > apart for each in taken):
                taken.append(spot)
                path += f"M{round(spot[0])},{round(spot[1])}{glyph}"
    return path


def read(path: Path) -> tuple[dict[str, Any], set[str]]:
    """A board of Diplomacy (a JSON file or its name), or a map of Empires, as provinces with borders, and its seas."""
    if not path.exists():
        path = RULES / (f"empires/maps/{path}.txt" if _is_world(str(path)) else f"diplomacy/boards/{path}.json")
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        board = json.loads(text)
        return board, {code for code, each in board["provinces"].items() if each["kind"] == "sea"}
    rows = [[field.strip() for field in line.split(";")] for line in text.splitlines() if line[:1] not in ("", "#")]
    provinces = {row[0]: {"army": row[-1], "kind": row[2] if row[1] == "land" else row[1]} for row in rows}
    return {"provinces": provinces}, {row[0] for row in rows if row[1] == "sea"}


def _is_world(name: str) -> bool:
    """Is this a map of Empires?"""
    return (RULES / "empires" / "maps" / f"{name}.txt").exists()


def _linked(code: str, links: list[tuple[str, str]]) -> set[str]:
    return {other for link in links if code in link for other in link}


def _whole(area: Polygon) -> list[Spot]:
    return [_pixel(spot) for spot in area.exterior.coords]


def coast_stands(board: dict[str, Any], found: dict[str, Any], areas: dict[str, Any]) -> dict[str, list[int]]:
    """Where fleets stand on a named coast: toward the waters that it lies on."""
    stands = {}
    for code, province in board["provinces"].items():
        fleet = province.get("fleet", "")
        for coast, places in fleet.items() if isinstance(fleet, dict) else ():
            shores = [
                found[code].intersection(found[place.partition("/")[0]]).centroid
                for place in places.split()
                if found[code].touches(found[place.partition("/")[0]])
            ]
            x, y = areas[code]["at"]
            if shores:
                to = (sum(each.x for each in shores) / len(shores), sum(each.y for each in shores) / len(shores))
                x, y = x * 0.4 + to[0] * 0.6, y * 0.4 + to[1] * 0.6
            stands[f"{code}/{coast}"] = pixels((x, y))
    return stands


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
