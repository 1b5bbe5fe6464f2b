"""Random positions full of conflict, and letters for them."""

from __future__ import annotations

import random
from typing import Any

from tests.rules.machiavelli.oracle.ground import (
    AREAS,
    CITY,
    COUNTRIES,
    FIELD,
    HOMES,
    NEIGHBORS,
    NOBODY,
    PROVINCES,
    Order,
    Position,
    Unit,
    besieged_city,
    reach,
    stands,
)
from tests.rules.machiavelli.oracle.legal import besieges
from tests.rules.machiavelli.oracle.money import Expense, Letter, Letters, least

PIVOTS = ("VEN", "LAG", "MES", "KAL", "PIO", "PIS", "ETS", "BON", "MAN", "FIR", "AJA", "ION", "FER", "BOL", "LIG")


def position(drawn: random.Random, phase: str) -> Position:
    start = drawn.choice(PIVOTS) if drawn.random() < 0.5 else drawn.choice(list(AREAS))
    cluster = [start]
    for code in cluster:
        cluster += [other for other in NEIGHBORS[code] if other not in cluster and len(cluster) < drawn.randint(5, 14)]
    players = drawn.sample(COUNTRIES, drawn.randint(2, 4))
    owners = [*players, *players, *players, NOBODY]
    units: dict[tuple[str, str], Unit] = {}
    for code in cluster:
        area = AREAS[code]
        chance = drawn.random()
        kinds = []
        if chance < 0.75:
            kinds.append("F" if area.sea or (stands("F", code) and drawn.random() < 0.4) else "A")
        if area.fortified and drawn.random() < 0.4:
            kinds.append("G")
        for kind in kinds:
            unit = Unit(drawn.choice(owners), kind, code)
            if not stands(kind, code) or (area.single and any(each.area == code for each in units.values())):
                continue
            others = [each for each in units.values() if each.area == code]
            if unit.owner == NOBODY and any(each.owner == NOBODY for each in others):
                continue
            units[unit.place] = unit
    control = {code: home for home, codes in HOMES.items() for code in codes if drawn.random() < 0.9}
    for code in cluster:
        if not AREAS[code].sea:
            control[code] = drawn.choice(players)
            if drawn.random() < 0.15:
                del control[code]
    homes = {home: home for home in COUNTRIES}
    found = Position(phase, units, control, {}, {}, homes, {player: drawn.randint(0, 60) for player in COUNTRIES})
    found.mark()
    _rebellions(found, cluster, drawn)
    _sieges(found, drawn)
    return found


def _rebellions(found: Position, cluster: list[str], drawn: random.Random) -> None:
    for code in cluster:
        holder = found.holder(code)
        bare = not AREAS[code].single or found.empty(code)
        if holder and not AREAS[code].sea and bare and drawn.random() < 0.2:
            found.rebellions[code] = holder


def _sieges(found: Position, drawn: random.Random) -> None:
    for unit in found.units.values():
        what = besieges(found, unit, friendly_too=drawn.random() < 0.3)
        if what and drawn.random() < 0.4:
            found.sieges[unit.area] = what


def dump(found: Position) -> dict[str, Any]:
    units: dict[str, list[str]] = {}
    for unit in found.units.values():
        units.setdefault(unit.owner, []).append(str(unit))
    control: dict[str, list[str]] = {}
    for area, owner in found.control.items():
        control.setdefault(owner, []).append(area)
    return {
        "phase": found.phase,
        "units": units,
        "control": control,
        "rebellions": dict(found.rebellions),
        "sieges": list(found.sieges),
        "rebel_sieges": [area for area, what in found.sieges.items() if what == "rebels"],
        "homes": dict(found.homes),
        "balances": dict(found.ducats),
    }


def order(found: Position, unit: Unit, owner: str, hot: list[str], drawn: random.Random) -> Order:
    near = reach(unit.kind, unit.area) or [unit.area]
    best = [code for code in near if code in hot] or near
    friend = drawn.choice(["", "", "", *{each.owner for each in found.units.values()}])
    choices = [Order("H"), Order("S", drawn.choice(best), friend), Order("S", drawn.choice(best))]
    if unit.kind != "G":
        choices += [Order("-", drawn.choice(best))] * 4
        if besieges(found, unit, friendly_too=True):
            choices += [Order("B", besieged_city(unit.area))] * 3
        if AREAS[unit.area].fortified:
            choices.append(Order("C", becomes="G"))
        if unit.kind == "F":
            choices.append(Order("T", player=friend if friend != NOBODY else ""))
        else:
            choices += carried(found, unit, drawn) * 4
    else:
        choices = [
            Order("H"),
            Order("S", unit.area, friend),
            *[Order("C", becomes="F" if AREAS[unit.area].port and drawn.random() < 0.5 else "A")] * 4,
        ]
    if unit.kind == "F" and unit.area in NEIGHBORS["LAG"]:
        choices.append(Order("S", drawn.choice(["VEN", *NEIGHBORS["LAG"]]), friend))
    picked = drawn.choice(choices)
    if picked.player == owner:
        picked = picked._replace(player="")
    return picked


def carried(found: Position, unit: Unit, drawn: random.Random) -> list[Order]:
    """A way over fleets, if there is one."""
    steps = [unit.area]
    while len(steps) < 5:
        ahead = [
            code
            for code in reach("F", steps[-1])
            if code not in steps and (code, FIELD) in found.units and found.units[code, FIELD].kind == "F"
        ]
        if not ahead or (len(steps) > 1 and drawn.random() < 0.5):
            break
        steps.append(drawn.choice(ahead))
    ends = [code for code in reach("F", steps[-1]) if stands("A", code) and code not in steps]
    return [Order("-", drawn.choice(ends), route=tuple(steps[1:]))] if len(steps) > 1 and ends else []


def letters(found: Position, drawn: random.Random, *, rich: bool) -> Letters:
    hot = drawn.sample(sorted({unit.area for unit in found.units.values()}), min(3, len(found.units)))
    result: Letters = {}
    units = list(found.units.values())
    players = sorted({unit.owner for unit in units} - {NOBODY})
    for player in players:
        letter = result[player] = Letter()
        for unit in found.units_of(player):
            if drawn.random() < 0.93:
                letter.orders.append((unit, order(found, unit, player, hot, drawn)))
        # A fleet that somebody's army wants to go over mostly carries it.
        for to in players:
            for what in ("BRIBES", "STRAITS"):
                if to != player and drawn.random() < 0.2:
                    letter.permits.append((to, what))
    _carriers(found, result, drawn)
    for player in players if rich else ():
        _spend(found, player, players, result[player], hot, drawn)
    return result


def _carriers(found: Position, result: Letters, drawn: random.Random) -> None:
    wanted = {link: player for player, letter in result.items() for _, each in letter.orders for link in each.route}
    for letter_of, letter in result.items():
        for at, (unit, _) in enumerate(letter.orders):
            if unit.kind == "F" and unit.area in wanted and drawn.random() < 0.8:
                to = wanted[unit.area]
                letter.orders[at] = (unit, Order("T", player="" if to == letter_of else to))


def _spend(
    found: Position, player: str, players: list[str], letter: Letter, hot: list[str], drawn: random.Random
) -> None:
    others = [unit for unit in found.units.values() if unit.owner != player]
    done: set[tuple[str, str]] = set()
    for _ in range(drawn.randint(0, 4)):
        kind = drawn.random()
        if kind < 0.1:
            each = Expense("ASSASSINATE", drawn.choice([other for other in COUNTRIES if other != player]), 30)
            each = each._replace(what=drawn.choice([other for other in players if other != player] or [each.what]))
            each = each._replace(amount=drawn.choice((30, 33, 36)))
        elif kind < 0.2:
            each = Expense("BODYGUARD", drawn.choice(players), drawn.choice((3, 6)))
        elif kind < 0.35:
            each = Expense("REBEL", drawn.choice([*PROVINCES, *hot * 30]))
            each = each._replace(what=each.what if not AREAS[each.what].sea else "MAN")
        elif kind < 0.45:
            each = Expense("PACIFY", drawn.choice([*found.rebellions, "MAN"]))
        elif kind < 0.6 and found.units:
            each = Expense("COUNTER", str(drawn.choice(list(found.units.values()))), drawn.choice((3, 6)))
        elif others:
            unit = drawn.choice(others)
            verbs = ("OPERATE", "DISBAND", "BUY") if unit.owner == NOBODY else ("INDEPENDENT", "DISBAND", "BUY")
            verb = drawn.choice(verbs)
            each = Expense(verb, str(unit), least(unit, verb) + drawn.choice((0, 0, 3, 6)))
            if verb in ("OPERATE", "BUY") and all(named != unit for named, _ in letter.orders):
                letter.orders.append((unit, order(found, unit, player, hot, drawn)))
        else:
            continue
        if (each.verb, each.what) not in done:
            done.add((each.verb, each.what))
            letter.expenses.append(each)
    if drawn.random() < 0.2 and len(players) > 1:
        letter.gifts.append((drawn.choice([other for other in players if other != player]), drawn.randint(1, 12)))


def places(found: Position) -> set[str]:
    return {f"{unit.owner} {unit}" for unit in found.units.values()}


__all__ = ["CITY", "dump", "letters", "places", "position"]
