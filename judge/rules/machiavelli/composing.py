"""How letters of Absence of Plague are written, as the open board has it. Their lines are in `patterns.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from judge.rules.composition import Composition, Tables, patterns_in
from judge.rules.drawing import KINDS_NAMED
from judge.rules.machiavelli.adjustment import FIRST_SPRING, RAISE, Salary, default_payments, no_raise, no_tax
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET
from judge.rules.machiavelli.expenses import BRIBE_PRICES, REBEL, STEP, Expense, forbidden, least
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, KINDS, SUPPORT, Order, conversions, impossible
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.state import ADJUSTMENT, FIRST_YEAR
from judge.rules.machiavelli.view import PlagueView

_AMOUNTS = 6
"""So many are listed of what is paid in steps."""
_PATTERNS = Path(__file__).with_name("patterns.toml")


def composition(view: PlagueView) -> Composition:
    """Return how a country's letter of this phase is written."""
    patterns = patterns_in(_PATTERNS)
    position, spring = view.position, view.label.kind == ADJUSTMENT
    roles, players = tuple(filter(position.alive, view.phase.roles)), position.players()
    own = {role: [str(unit) for unit in position.units_of(role)] for role in roles}
    tables: Tables = {
        "own": own,
        "others": {role: [each for each in players if each != role] for role in roles},
        "players": {"": players},
    }
    sheets = {
        role: default_payments(position, role) if spring else [f"{unit} H" for unit in own[role]] for role in roles
    }
    areas = {code: area.name for code, area in BOARD.areas.items()}
    countries = {code: country.name for code, country in BOARD.countries.items()}
    return Composition(
        roles,
        patterns[view.label.word],
        {} if spring else patterns["orders"],
        {**tables, **(_spring(position, roles) if spring else _campaign(position, roles))},
        names={**areas, **countries, **KINDS_NAMED},
        kinds=KINDS_NAMED,
        most=dict.fromkeys(roles, FIRST_SPRING) if spring and view.label.year == FIRST_YEAR else {},
        sheets={role: "\n".join(map(str, lines)) for role, lines in sheets.items() if lines},
    )


def _spring(position: Position, roles: Iterable[str]) -> Tables:
    homes = {role: [code for code in BOARD.cities if position.in_home(code, role)] for role in roles}
    return {
        "homes": homes,
        "raises": {
            home: [f"{kind} {home}" for kind in KINDS if not no_raise(position, role, Salary(RAISE, kind, home))]
            for role in roles
            for home in homes[role]
        },
        "sold": {
            role: [code for code in BOARD.provinces if position.control(code) == role and position.empty(code)]
            for role in position.players()
        },
        "taxed": {role: [code for code in BOARD.provinces if not no_tax(position, role, code)] for role in roles},
    }


def _campaign(position: Position, roles: Iterable[str]) -> Tables:
    units = [unit for role in roles for unit in position.units_of(role)]

    def into(verb: str) -> Mapping[str, list[str]]:
        orders = {unit: [Order(unit.kind, unit.area, verb, to) for to in BOARD.areas] for unit in units}
        return {
            str(unit): [each.target for each in row if not impossible(position, each)] for unit, row in orders.items()
        }

    tables: dict[str, Mapping[str, Iterable[str]]] = {
        "goes": into(ADVANCE),
        "supports": into(SUPPORT),
        "sieges": into(BESIEGE),
        "converts": {str(unit): conversions(unit.kind, unit.area) for unit in units},
        "fleets": {str(unit): [unit.area] for unit in units if unit.kind == FLEET},
        **_transports(position, [unit for unit in units if unit.kind == ARMY]),
        "units": {"": map(str, position.units.values())},
        "rising": {
            role: [area for area in BOARD.provinces if not forbidden(position, role, Expense(REBEL, area))]
            for role in roles
        },
        "risen": {"": position.rebellions},
    }
    for verb in BRIBE_PRICES:
        bribes = [Expense(verb, str(unit)) for unit in position.units.values()]
        bribes = [bribe._replace(amount=least(position, bribe)) for bribe in bribes]
        tables[verb.lower()] = {
            role: [bribe.target for bribe in bribes if not forbidden(position, role, bribe)] for role in roles
        }
        tables[f"{verb} costs"] = {
            bribe.target: [str(bribe.amount + STEP * more) for more in range(_AMOUNTS)]
            for bribe in bribes
            if bribe.amount
        }
    return {name: {key: tuple(row) for key, row in rows.items()} for name, rows in tables.items()}


def _transports(position: Position, armies: Iterable[Unit]) -> Mapping[str, Mapping[str, list[str]]]:
    """Return where armies can be carried by one fleet or two that stand at sea now, and through which areas."""

    def fleets(area: str) -> list[str]:
        return sorted(each for each in BOARD.fleet[area] if BOARD.areas[each].sea and position.field_unit(each))

    routes: dict[str, list[str]] = {}
    landings: dict[str, list[str]] = {}
    for army in armies:
        ways = [way for one in fleets(army.area) for way in ((one,), *((one, two) for two in fleets(one)))]
        for route, to in ((way, to) for way in ways for to in sorted(BOARD.fleet[way[-1]])):
            if to != army.area and not impossible(position, Order(ARMY, army.area, ADVANCE, to, route=route)):
                routes.setdefault(f"{army} {to}", []).append(" ".join(route))
                landings.setdefault(str(army), []).append(to)
    return {"routes": routes, "landings": {army: sorted({*there}) for army, there in landings.items()}}
