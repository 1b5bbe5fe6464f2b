"""What every drawn map has in common: the board it must agree with, and the file it becomes (docs/maps.md). Needs
shapely 2.1; the judge itself needs none of this.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import shapely
from shapely.ops import unary_union

JUDGE = Path(__file__).parent.parent / "judge"
RULES = JUDGE / "rules"
DRAWINGS = "drawings"  # the folder of each family for these files

SHORTEST_BORDER = 3.0


def write(
    file: Path,
    about: str,
    size: tuple[int, int],
    areas: dict[str, Any],
    coasts: dict[str, Any],
    links: list[tuple[str, str]],
    scale: float = 1.0,
    scenery: str = "",
) -> None:
    """The map as data, one area a line."""
    head: dict[str, Any] = {"about": about, "size": list(size), "coasts": coasts}
    head |= ({"links": links} if links else {}) | ({"scale": scale} if scale != 1 else {})
    head |= {"scenery": scenery} if scenery else {}
    entries = ",\n".join(f'    "{code}": {json.dumps(area)}' for code, area in areas.items())
    text = json.dumps(head, indent=2)[:-2] + ',\n  "areas": {\n' + entries + "\n  }\n}\n"
    file.write_text(text, encoding="utf-8")


def polygons(area: Any) -> list[Any]:
    return [each for each in getattr(area, "geoms", [area]) if each.geom_type == "Polygon"]


def without_crumbs(area: Any) -> Any:
    largest = max(each.area for each in polygons(area))
    kept = [each for each in polygons(area) if each.area > min(25.0, largest / 2)]
    return unary_union(kept)


def ring_of(ring: Any) -> list[int]:
    flat: list[int] = []
    for x, y in list(ring.coords)[:-1]:
        flat += (round(x), round(y))
    return flat


def pixels(at: tuple[float, float]) -> list[int]:
    return [round(at[0]), round(at[1])]


def stand(area: Any) -> dict[str, Any]:
    """Where a unit stands: the middle of the widest part."""
    widest = shapely.maximum_inscribed_circle(max(polygons(area), key=lambda each: each.area))
    return {"at": pixels(widest.coords[0]), "room": round(widest.length)}


def borders(board: dict[str, Any]) -> tuple[dict[str, set[str]], set[frozenset[str]]]:
    """(area -> the areas beside it, the straits): across a strait two areas may touch on the map or not."""
    if "borders" in board:
        beside: dict[str, set[str]] = {area["code"]: set() for area in board["areas"]}
        for one, other, *_ in board["borders"]:
            beside[one].add(other)
            beside[other].add(one)
        return beside, {frozenset(each[:2]) for each in board["borders"] if len(each) > 4}
    return {code: _beside(province) for code, province in board["provinces"].items()}, set()


def troubles_of(found: dict[str, Any], beside: dict[str, set[str]], straits: set[frozenset[str]]) -> Iterator[str]:
    """What does not fit the board: borders too many or too few."""
    for code in beside:
        if code not in found:
            yield f"{code} is missing"
    for one, other in combinations(sorted(found.keys() & beside), 2):
        if frozenset((one, other)) in straits:
            continue
        border = found[one].intersection(found[other])
        length = border.length
        if other in beside[one] and length < SHORTEST_BORDER:
            yield f"{one}-{other}: should touch, but share {length:.1f}"
        elif other not in beside[one] and length >= 1:
            yield f"{one}-{other}: share {length:.1f} at {pixels(border.centroid.coords[0])}, but do not touch"


def _beside(province: dict[str, Any]) -> set[str]:
    fleet = province.get("fleet", "")
    places = fleet.split() if isinstance(fleet, str) else " ".join(fleet.values()).split()
    return {place.partition("/")[0] for place in [*province.get("army", "").split(), *places]}
