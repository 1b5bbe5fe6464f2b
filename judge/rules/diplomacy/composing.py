"""How orders on a Diplomacy board are written: what each unit reaches, helps and carries, as everybody may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from judge.rules.composition import Composition, Patterns, Tables, patterns_in
from judge.rules.diplomacy.adjudication.adjustments import owed, sites
from judge.rules.diplomacy.adjudication.convoys import flood, has_chain, on_chain
from judge.rules.diplomacy.board import ARMY, FLEET, Unit
from judge.rules.diplomacy.labels import ADJUSTMENTS, RETREATS
from judge.rules.diplomacy.orders import provinces_reached, support_target
from judge.rules.diplomacy.view import BoardView
from judge.rules.drawing import KINDS_NAMED

_PATTERNS = Path(__file__).with_name("patterns.toml")


def composition(view: BoardView) -> Composition:
    """Return how the orders of plain Diplomacy are written."""
    table, board = view.table, view.board
    patterns = patterns_in(_PATTERNS)
    most: Mapping[str, int] = {}
    parts: Patterns = {}
    if table.label.kind == ADJUSTMENTS:
        due = {power: owed(table, power) for power in board.powers}
        most = {power: abs(count) for power, count in due.items() if count and not view.blind}
        homes = {
            power: board.homes[power] if view.blind else sites(table, power)
            for power in board.powers
            if due[power] > 0 or view.blind
        }
        places = sorted({home for each in homes.values() for home in each})
        tables: Tables = {
            "homes": homes,
            "builds": {home: [" ".join(each) for each in board.stands(home)] for home in places},
            "spare": {power: units for power, units in view.units if due[power] < 0},
        }
        sheets = {power: _each("BUILD A {}", homes[power][: due[power]]) for power in most if power in homes}
    elif table.label.kind == RETREATS:
        own = {power: [str(each.unit) for each in table.dislodged_of(power)] for power in board.powers}
        ways = {str(each.unit): each.retreats for each in table.dislodged}
        tables = {"own": own, "retreats": _goes(view) if view.blind else ways}
        sheets = {power: _each("{} DISBAND", units) for power, units in own.items()}
    else:
        tables, parts = _movement(view), {**patterns["orders"], **(patterns["blind"] if view.blind else {})}
        sheets = {power: _each("{} H", units) for power, units in view.units}
    return Composition(
        tuple(view.phase.roles) or tuple(each for each in board.powers if each not in view.dummies),
        patterns[view.phase.kind],
        parts,
        tables,
        names={place: board.title_of(place) for place in board.province_of},
        kinds=KINDS_NAMED,
        most=most,
        sheets={power: text for power, text in sheets.items() if text},
    )


def _each(line: str, values: Iterable[str]) -> str:
    return "\n".join(map(line.format, values))


def _goes(view: BoardView) -> Mapping[str, Collection[str]]:
    return {str(unit): view.board.borders(unit.kind, unit.place) for unit in _units(view)}


def _units(view: BoardView) -> Iterable[Unit]:
    """Return the units on the board; in a blind game, where nobody knows which there are, all that could be."""
    return [Unit("", *each) for each in view.board.standing.values()] if view.blind else view.table.units


def _movement(view: BoardView) -> Tables:
    """Return what each unit can do, and what can be done for it."""
    board, units = view.board, _units(view)
    fleets = [unit for unit in units if unit.kind == FLEET and unit.province in board.seas]
    seas = sum(board.sea_bit[fleet.province] for fleet in fleets)
    coastal = sorted(board.coastal)
    armies = [unit.province for unit in units if unit.kind == ARMY and unit.province in board.coastal]
    ferried = {army: [to for to in coastal if has_chain(board, seas, army, to)] for army in armies}
    targets: dict[str, set[str]] = {}
    for unit in units:
        # Others say of a fleet only in which province it is.
        known = f"{unit.kind} {unit.province}" if view.blind else str(unit)
        targets.setdefault(known, set()).update(
            support_target(board, unit, to) for to in provinces_reached(board, unit)
        )
    return {
        "own": dict(view.units),
        "units": {"": [*targets]},
        "goes": _goes(view),
        "targets": targets,
        "armies": {"": [f"A {army}" for army in armies]},
        "ferried": {f"A {army}": [to for to in ways if to not in board.army[army]] for army, ways in ferried.items()},
        "by sea": {f"A {army}": [to for to in ways if to in board.army[army]] for army, ways in ferried.items()},
        "coasts": {
            str(fleet): [to for to in coastal if board.shore[to] & linked]
            for fleet, linked in ((each, flood(board, board.sea_bit[each.province], seas)) for each in fleets)
            if view.blind
        },
        "lands": {
            f"{fleet} A {army}": [to for to in ways if on_chain(board, seas, fleet.province, army, to)]
            for fleet in fleets
            for army, ways in ferried.items()
            if not view.blind
        },
    }
