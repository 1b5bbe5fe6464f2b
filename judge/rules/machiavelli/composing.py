"""How letters of Absence of Plague are written, as the open board has it. Their lines are in `patterns.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from judge.rules.composition import Composition, patterns_in
from judge.rules.drawing import UNIT_KINDS
from judge.rules.machiavelli.adjustment import (
    FIRST_SPRING,
    RAISE,
    SELL,
    Salary,
    Trade,
    default_payments,
    least_price,
    no_raise,
    no_tax,
    no_trade,
)
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.expenses import (
    ASSASSINATION_PRICE,
    BODYGUARD_PRICE,
    BUY,
    COUNTER_PRICE,
    DISBAND,
    INDEPENDENCE,
    OPERATE,
    REBEL,
    STEP,
    Expense,
    forbidden,
    least,
)
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    KINDS,
    Order,
    across_lagoon,
    conversions,
    impossible,
)
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.state import ADJUSTMENT, FIRST_YEAR
from judge.rules.machiavelli.view import PlagueView

_STEPS = 6
"""So many amounts are listed of what is paid in steps."""
_BRIBES = (BUY, DISBAND, OPERATE, INDEPENDENCE)


def composition(view: PlagueView) -> Composition:
    """Return how a country's letter of this phase is written."""
    roles = tuple(role for role in view.phase.roles if view.position.alive(role))
    units = {str(unit) for unit in view.position.units.values()}
    names = {code: area.name for code, area in BOARD.areas.items()} | {kind: UNIT_KINDS[kind].title() for kind in KINDS}
    names |= {f"{kind} {code}": f"{names[kind]} {names[code]}" for kind in KINDS for code in BOARD.areas}
    names |= {code: country.name for code, country in BOARD.countries.items()}
    said = {code: name for code, name in names.items() if " " not in code or code in units}
    patterns = patterns_in(Path(__file__).with_name("patterns.toml"))
    lines = patterns[view.label.word]
    tables = (_spring if view.label.kind == ADJUSTMENT else _campaign)(view.position, roles)
    first = str(view.label) == f"SPR{FIRST_YEAR}{ADJUSTMENT}"
    return Composition(
        roles,
        {**lines, **({} if view.label.kind == ADJUSTMENT else patterns["orders"])},
        tuple(lines),
        {name: {key: tuple(row) for key, row in rows.items() if row} for name, rows in tables.items()},
        names=said,
        areas=tuple(BOARD.areas),
        most=dict.fromkeys(roles, FIRST_SPRING) if first else {},
        sheets={role: sheet for role in roles if (sheet := _sheet(view, role))},
    )


_Tables = Mapping[str, Mapping[str, Iterable[str]]]


def _sheet(view: PlagueView, role: str) -> str:
    if view.label.kind == ADJUSTMENT:
        return "\n".join(map(str, default_payments(view.position, role)))
    return "\n".join(f"{unit} H" for unit in view.position.units_of(role))


def _everybody(position: Position, roles: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """Return whose units there are, and who else is in the game."""
    players = position.players()
    return {
        "own": {role: [str(unit) for unit in position.units_of(role)] for role in roles},
        "others": {role: [each for each in players if each != role] for role in roles},
        "players": {"": [*players]},
    }


def _campaign(position: Position, roles: tuple[str, ...]) -> _Tables:
    units = [unit for role in roles for unit in position.units_of(role)]
    tables: dict[str, Mapping[str, Iterable[str]]] = {
        **_everybody(position, roles),
        "goes": _where(units, lambda unit: BOARD.reach(unit.kind, unit.area)),
        "supports": _where(units, _supported),
        "sieges": _where(units, lambda unit: _besieged(position, unit)),
        "converts": {str(unit): conversions(unit.kind, unit.area) for unit in units},
        "fleets": {str(unit): [unit.area] for unit in units if unit.kind == FLEET},
        **_routes(position, [unit for unit in units if unit.kind == ARMY]),
        "lives": {"": _amounts(ASSASSINATION_PRICE)},
        "guards": {"": _amounts(BODYGUARD_PRICE)},
        "counters": {"": _amounts(COUNTER_PRICE)},
        "units": {"": map(str, position.units.values())},
        "rising": {role: _allowed(position, role, REBEL, BOARD.provinces) for role in roles},
        "risen": {"": position.rebellions},
    }
    for verb in _BRIBES:
        tables[verb.lower()] = {role: _bribable(position, role, verb) for role in roles}
        tables[f"{verb} costs"] = {
            str(unit): _amounts(price)
            for unit in position.units.values()
            if (price := least(position, Expense(verb, str(unit))))
        }
    return tables


def _spring(position: Position, roles: tuple[str, ...]) -> _Tables:
    homes = {role: [code for code in BOARD.cities if position.in_home(code, role)] for role in roles}
    raises = {
        home: [f"{kind} {home}" for kind in KINDS if not no_raise(position, role, Salary(RAISE, kind, home))]
        for role in roles
        for home in homes[role]
    }
    players = position.players()
    other = {player: next((each for each in players if each != player), "") for player in players}
    return {
        **_everybody(position, roles),
        "homes": {role: [home for home in homes[role] if raises[home]] for role in roles},
        "raises": raises,
        "sold": {
            role: [
                code
                for code in BOARD.provinces
                if not no_trade(position, role, Trade(SELL, code, other[role], least_price(code)))
            ]
            for role in players
        },
        "taxed": {role: [code for code in BOARD.provinces if not no_tax(position, role, code)] for role in roles},
    }


def _where(units: Iterable[Unit], reached: Callable[[Unit], Iterable[str]]) -> dict[str, list[str]]:
    return {str(unit): sorted(reached(unit)) for unit in units}


def _supported(unit: Unit) -> Iterable[str]:
    if unit.kind == GARRISON:
        return (unit.area,)
    lagoon = (code for code in BOARD.areas if across_lagoon(unit.kind, unit.area, code))
    return {*BOARD.reach(unit.kind, unit.area), *lagoon}


def _besieged(position: Position, unit: Unit) -> Iterable[str]:
    order = Order(unit.kind, unit.area, BESIEGE, position.siege_target(unit.area))
    return () if impossible(position, order) else (order.target,)


def _routes(position: Position, armies: Iterable[Unit]) -> dict[str, dict[str, list[str]]]:
    """Return where armies can be carried by one fleet or two that stand at sea now, and through which areas."""
    routes: dict[str, list[str]] = {}
    landings: dict[str, dict[str, None]] = {}
    for army in armies:
        for way in _at_sea(position, army.area):
            for to in sorted(BOARD.fleet[way[-1]] - {army.area, *way}):
                order = Order(ARMY, army.area, ADVANCE, to, route=way)
                if not impossible(position, order):
                    routes.setdefault(f"{army} {to}", []).append(" ".join(way))
                    landings.setdefault(str(army), {})[to] = None
    return {"routes": routes, "landings": {army: list(there) for army, there in landings.items()}}


def _at_sea(position: Position, start: str) -> Iterator[tuple[str, ...]]:
    def next_to(area: str) -> list[str]:
        there = sorted(each for each in BOARD.fleet[area] if BOARD.areas[each].sea)
        return [each for each in there if position.field_unit(each) is not None]

    for one in next_to(start):
        yield (one,)
        yield from ((one, two) for two in next_to(one))


def _amounts(price: int) -> list[str]:
    return [str(price + STEP * step) for step in range(_STEPS)]


def _bribable(position: Position, role: str, verb: str) -> list[str]:
    """Return the units that the country may bribe so, or may with others' permission."""
    bribes = (Expense(verb, str(unit)) for unit in position.units.values())
    paid = (bribe._replace(amount=least(position, bribe)) for bribe in bribes)
    return [bribe.target for bribe in paid if not forbidden(position, role, bribe)]


def _allowed(position: Position, role: str, verb: str, areas: Iterable[str]) -> list[str]:
    return [area for area in areas if not forbidden(position, role, Expense(verb, area))]
