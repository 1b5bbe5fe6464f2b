"""How orders on a Diplomacy board are written: what each unit reaches, helps and carries, as everybody may know it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge.rules.composition import Composition, Pattern, patterns_in
from judge.rules.diplomacy.adjudication.adjustments import owed, sites
from judge.rules.diplomacy.adjudication.convoys import flood, has_chain, on_chain
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Unit
from judge.rules.diplomacy.labels import ADJUSTMENTS, RETREATS
from judge.rules.diplomacy.orders import provinces_reached, support_target
from judge.rules.diplomacy.view import BoardView
from judge.rules.drawing import UNIT_KINDS

PATTERNS = patterns_in(Path(__file__).with_name("patterns.toml"))
_TOLD = ("order", "orders")


def composition(view: BoardView) -> Composition:
    """Return how the orders of plain Diplomacy are written."""
    table, kind = view.table, view.table.label.kind
    if kind == RETREATS:
        own = {power: [str(each.unit) for each in table.dislodged_of(power)] for power in view.board.powers}
        ways = {str(each.unit): each.retreats for each in table.dislodged}
        tables = {"own": _rows(own), "retreats": _rows(_goes(view) if view.blind else ways)}
        sheets = {power: "\n".join(f"{unit} DISBAND" for unit in units) for power, units in own.items() if units}
        lines = PATTERNS["retreats"]
        return Composition(writers(view), lines, tuple(lines), tables, sheets=sheets, **ground(view.board))
    if kind == ADJUSTMENTS:
        return _adjustments(view)
    lines = {name: with_orders(line, view) for name, line in PATTERNS["movement"].items()}
    sheets = {power: "\n".join(f"{unit} H" for unit in units) for power, units in view.units}
    patterns = {**lines, **orders_of(view)}
    return Composition(
        writers(view), patterns, tuple(lines), movement_tables(view), sheets=sheets, **ground(view.board)
    )


def orders_of(view: BoardView) -> Mapping[str, Pattern]:
    """Return what a unit can be told, behind its name."""
    return {**PATTERNS["orders"], **(PATTERNS["blind"] if view.blind else {})}


def with_orders(pattern: Pattern, view: BoardView) -> Pattern:
    """Return a pattern with what a unit can be told in its slot for that."""
    told = tuple(orders_of(view))
    slots = (replace(each, patterns=told) if each.name in _TOLD else each for each in pattern.slots)
    return replace(pattern, slots=tuple(slots))


def ground(board: Board) -> dict[str, Any]:
    """Return the names of places and units, and which places stand on the map."""
    names = {place: board.title_of(place) for place in board.province_of}
    units = {unit: f"{UNIT_KINDS[kind].title()} {names[place]}" for unit, (kind, place) in board.standing.items()}
    return {"names": names | units, "areas": board.provinces}


def writers(view: BoardView) -> tuple[str, ...]:
    """Return who writes in this phase; in a blind game nobody is told that, and it may be anybody."""
    return tuple(view.phase.roles) if view.phase.roles else tuple(p for p in view.board.powers if p not in view.dummies)


def _adjustments(view: BoardView) -> Composition:
    table, board = view.table, view.board
    due = {power: owed(table, power) for power in board.powers}
    builders = {power: (power,) for power in board.powers if due[power] > 0 or view.blind}
    homes = {power: board.homes[power] if view.blind else sites(table, power) for power in builders}
    places = {home for power in builders for home in homes[power]}
    tables = {
        "homes": _rows(homes),
        "builders": _rows(builders),
        "builds": _rows({home: [f"{kind} {place}" for kind, place in board.stands(home)] for home in sorted(places)}),
        "spare": _rows({power: table.unit_texts.get(power, ()) for power in board.powers if due[power] < 0}),
    }
    most = {} if view.blind else {power: abs(count) for power, count in due.items() if count}
    sheets = {
        power: "\n".join(f"BUILD A {home}" for home in homes[power][:count]) if count > 0 else ""
        for power, count in most.items()
        if power in builders
    }
    lines = PATTERNS["adjustments"]
    return Composition(writers(view), lines, tuple(lines), tables, most=most, sheets=sheets, **ground(board))


def movement_tables(view: BoardView) -> dict[str, Mapping[str, tuple[str, ...]]]:
    """Return what each unit can do. In a blind game nobody knows which there are: it is that of all there could be."""
    board, units = view.board, _units(view)
    seas = sum(board.sea_bit[unit.province] for unit in units if unit.kind == FLEET and unit.province in board.seas)
    if view.blind:
        seas = sum(board.sea_bit.values())
    armies = [unit for unit in units if unit.kind == ARMY and unit.province in board.coastal]
    fleets = [unit for unit in units if unit.kind == FLEET and unit.province in board.seas]
    reached = {str(unit): provinces_reached(board, unit) for unit in units}
    ferried = {
        str(army): [to for to in sorted(board.coastal) if has_chain(board, seas, army.province, to)] for army in armies
    }
    targets = {
        str(unit): {support_target(board, unit, each) for each in reached[str(unit)]} | {*ferried.get(str(unit), ())}
        for unit in units
    }
    near = {unit: {place for each in there for place in (each, *board.places(each))} for unit, there in reached.items()}
    tables: dict[str, Mapping[str, Collection[str]]] = {
        "own": dict(view.units),
        "goes": _goes(view),
        "near": near,
        "targets": targets,
        "by sea": {army: [to for to in ways if to in board.army[army[2:]]] for army, ways in ferried.items()},
        "ferried": ferried,
        "carries": {str(fleet): [*map(str, armies)] for fleet in fleets},
    }
    if view.blind:
        strangers = sorted({f"{unit.kind} {unit.province}" for unit in units})
        tables["strangers"] = {"": strangers}
        from_coasts = {
            f"F {code}": [targets[f"F {coast}"] for coast in coasts] for code, coasts in board.coasts.items()
        }
        tables["targets"] = targets | {fleet: set().union(*there) for fleet, there in from_coasts.items()}
        tables["beside"] = {unit: [each for each in strangers if each[2:] in there] for unit, there in reached.items()}
        coasts, shores = {}, {}
        for fleet in map(str, fleets):
            sea = board.sea_bit[fleet[2:]]
            linked = flood(board, sea, seas)
            coasts[fleet] = [place for place in sorted(board.coastal) if board.shore[place] & linked]
            shores[fleet] = [place for place in coasts[fleet] if board.shore[place] & sea]
        carries = {fleet: [army for army in ferried if army[2:] in there] for fleet, there in shores.items()}
        far = {fleet: [army for army in ferried if army[2:] in there] for fleet, there in coasts.items()}
        fetches = {fleet: [army for army in far[fleet] if army not in carries[fleet]] for fleet in far}
        tables |= {"coasts": coasts, "shores": shores, "carries": carries, "fetches": fetches}
        return {name: _rows(rows) for name, rows in tables.items()}
    others = {str(unit): [each for each in units if each.province != unit.province] for unit in units}
    lands = {
        f"{fleet} {army}": [to for to in ferried[str(army)] if on_chain(board, seas, fleet.province, army.province, to)]
        for fleet in fleets
        for army in armies
    }
    tables |= {
        "beside": {unit: [str(each) for each in others[unit] if each.province in reached[unit]] for unit in others},
        "helps": {unit: [str(each) for each in others[unit] if near[unit] & targets[str(each)]] for unit in others},
        "lands": lands,
        "carries": {str(fleet): [str(army) for army in armies if lands[f"{fleet} {army}"]] for fleet in fleets},
        "ferried": {army: [to for to in ways if to not in board.army[army[2:]]] for army, ways in ferried.items()},
    }
    return {name: _rows(rows) for name, rows in tables.items()}


def _units(view: BoardView) -> Collection[Unit]:
    """Return the units on the board; in a blind game all that could be."""
    if not view.blind:
        return view.table.units
    return [Unit("", kind, place) for kind, place in view.board.standing.values()]


def _goes(view: BoardView) -> dict[str, Collection[str]]:
    return {str(unit): view.board.borders(unit.kind, unit.place) for unit in _units(view)}


def _rows(table: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Return a table without empty rows, its values in a fixed order."""
    return {
        key: tuple(values) if isinstance(values, tuple | list) else tuple(sorted(values))
        for key, values in table.items()
        if values
    }
