"""Pictures of Empires: who owns what, and of the rest only the reader's land and its borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from judge.rules.drawing import Mark, Picture, Piece, Side, Sign, SignShape, Space
from judge.rules.empires.canonical import without_blank_boxes
from judge.rules.empires.slots import count
from judge.rules.empires.view import EmpireView
from judge.rules.empires.worldmap import load_map
from judge.rules.ground import find_ground
from judge.rules.story import OPENED
from judge.rules.values import Event, Json

GROUNDS = Path(__file__).parent / "drawings"
WAYS = frozenset({"MOVE", "ATTACK", "SEAMOVE", "CONVOY"})
EXPLAINED: tuple[tuple[SignShape, str], ...] = (
    ("tower", "forts"),
    ("head", "population"),
    ("anchor", "naval base, its ships"),
)
_HELD = {"forts": "fort", "armies": "army", "ships": "ship"}
TOLD: tuple[tuple[SignShape, str], ...] = (("blades", "battle"), ("bent arrow", "dispersal"))

Row = Mapping[str, Json]


def position_picture(view: EmpireView) -> Picture | None:
    """Return the world as a turn begins; None if there is no drawing of it."""
    world = load_map(view.map)
    ground = find_ground(GROUNDS, view.map, world.places)
    if ground is None:
        return None
    rows: dict[str, Row] = {row["code"]: row for row in (*view.borders, *view.land, *view.seas)}
    return Picture(
        ground=ground,
        title=view.phase.title,
        about=" ".join(
            f"{country} owns {', '.join(_owned(view, country)) or 'nothing'}." for country in view.countries
        ),
        sides={country: Side(country, country, country) for country in view.countries},
        spaces={code: _space(view, code, rows.get(code)) for code in world.places},
        pieces=tuple(piece for code, row in rows.items() for piece in _pieces(view, code, row)),
        signs=tuple(sign for code, row in rows.items() for sign in _signs(code, row)),
        signs_explained=EXPLAINED if view.country else (),
    )


def phase_picture(before: EmpireView, events: Sequence[Event], after: EmpireView | None = None) -> Picture | None:
    """Return the world after a turn, with the reader's moves, battles and dispersals; and with the moves that all have
    ordered, if the end of the game has opened their sheets.
    """
    shown = position_picture(after or before)
    if shown is None:
        return None
    reports = [event.data for event in events if event.kind == "report"]
    marks = [mark for report in reports for slot in report["slots"] if (mark := _way(slot)) is not None]
    opened = [event.data for event in events if event.kind == OPENED and event.data["phase"] == before.phase.label]
    marks += [mark for each in opened for country, text in each["sheets"].items() for mark in _ordered(country, text)]
    signs: dict[tuple[str, str], Sign] = {}
    for report in reports:
        for told in report["battles"]:
            signs["battle", told["area"]] = Sign("battle", "blades", told["area"], "", _battle(told), alarm=True)
        for told in report["dispersals"]:
            title = f"dispersed: {count(told['armies'], 'army')}, {count(told['ships'], 'ship')}: {told['why']}"
            signs["dispersal", told["area"]] = Sign("dispersal", "bent arrow", told["area"], "", title, alarm=True)
    return replace(
        shown,
        title=before.phase.title,
        marks=tuple(marks),
        signs=(*shown.signs, *signs.values()),
        signs_explained=(*shown.signs_explained, *(TOLD if signs else ())),
        over=True,
    )


def _owned(view: EmpireView, country: str) -> list[str]:
    return [code for code, owner in view.owners.items() if owner == country]


def _space(view: EmpireView, code: str, row: Row | None) -> Space:
    place = load_map(view.map).places[code]
    sea = place.kind == "sea"
    owner = view.owners.get(code, "")
    said = [place.name, f"({owner})" if owner else "", place.terrain.name]
    if row is not None:
        counted = [f"{row['people']} people"] if row.get("people") else []
        counted += [count(row[what], one) for what, one in _HELD.items() if row.get(what)]
        said.append(f"– {', '.join(counted) or 'empty'}")
    aboard = f"{row['armies']} aboard" if sea and row is not None and row["armies"] else ""
    return Space(
        title=" ".join(filter(None, said)),
        sea=sea,
        owner=owner,
        frame="" if sea else "disc",
        note=aboard if sea else place.terrain.name,
        # The public sees no area's inside: there is nothing to tell the hidden ones apart from.
        fog="contents" if view.country and row is None else "",
    )


def _pieces(view: EmpireView, code: str, row: Row) -> list[Piece]:
    owner = row.get("owner", view.country)
    if row.get("ships"):
        title = f"{count(row['ships'], 'ship')} of {owner}, {row['name']}"
        return [Piece(owner, "F", code, mark=str(row["ships"]), title=title)]
    if row["armies"]:
        title = f"{count(row['armies'], 'army')}{f' of {owner}' if owner else ''}, {row['name']}"
        return [Piece(owner, "A", code, mark=str(row["armies"]), title=title)]
    return []


def _signs(code: str, row: Row) -> list[Sign]:
    found = []
    if row.get("people"):
        found.append(Sign("people", "head", code, str(row["people"]), f"population {row['people']}"))
    if row.get("forts"):
        found.append(Sign("fort", "tower", code, str(row["forts"]), f"forts: {row['forts']}"))
    if row.get("entrance"):
        title = f"naval base with {count(row['docked'], 'ship')}; its way out is {row['entrance']}"
        found.append(Sign("base", "anchor", code, str(row["docked"]), title))
    return found


def _way(slot: Row) -> Mark | None:
    """`MOVE AKE BRY 3`: an arrow with what really went, or the failed order crossed out. None for another action."""
    action, *boxes = str(slot["order"]).split()
    if action not in WAYS:
        return None
    note = boxes[2] if boxes[2] != "--" else ""
    text = f"{slot['slot']}. {slot['order']}: {slot['said']}"
    return Mark(
        "move", boxes[0], boxes[1], failed=not slot["done"], text=text, note=note, name=f"{boxes[0]}-{slot['slot']}"
    )


def _ordered(country: str, text: str) -> Iterator[Mark]:
    """The moves on a sheet; what came of them its country alone has read."""
    for line in without_blank_boxes(text).split("\n"):
        number, action, *boxes = (*line.split(), "", "")[:5]
        if action in WAYS:
            said = f"{country}: {line}"
            yield Mark("move", boxes[0], boxes[1], text=said, power=country, note=boxes[2], name=f"{country}-{number}")


def _battle(told: Row) -> str:
    against = f"{told['defender'] or 'nobody'} with {told['defenders']}"
    return (
        f"battle: {told['attacker']} with {told['attackers']} against {against}; {'taken' if told['won'] else 'held'}"
    )
