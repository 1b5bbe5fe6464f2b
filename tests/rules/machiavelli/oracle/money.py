"""Phases D and E: gifts, murders, rebellions and bribes (8.1, 10, 11.1, 12)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.rules.machiavelli.oracle.ground import (
    AREAS,
    BORDERS,
    FIELD,
    KEEPERS,
    NOBODY,
    PROVINCES,
    Order,
    Place,
    Position,
    Unit,
)

LEAST = {"OPERATE": 3, "DISBAND": 6, "BUY": 9}
LEAST_COMMITTED = {"INDEPENDENT": 9, "DISBAND": 12, "BUY": 18}
LEADERS = ("ASSASSINATE", "BODYGUARD")


class Expense(NamedTuple):
    verb: str
    what: str
    amount: int = 0

    def written(self) -> str:
        return f"{self.verb} {self.what} {self.amount or ''}".strip()


@dataclass
class Letter:
    gifts: list[tuple[str, int]] = field(default_factory=list)
    expenses: list[Expense] = field(default_factory=list)
    orders: list[tuple[Unit, Order]] = field(default_factory=list)
    permits: list[tuple[str, str]] = field(default_factory=list)
    ban: str = ""

    def written(self) -> str:
        lines = [f"Give {amount} ducats to {to}" for to, amount in self.gifts]
        lines += [each.written() for each in self.expenses]
        lines += [order.written(unit) for unit, order in self.orders]
        lines += [f"ALLOW {player} {what}" for player, what in self.permits]
        lines += [f"EXCOMMUNICATE {self.ban}"] if self.ban else []
        return "\n".join(lines) + "\n"


Letters = dict[str, Letter]


@dataclass
class Spent:
    murdered: set[str] = field(default_factory=set)
    operated: dict[Place, str] = field(default_factory=dict)
    bought: set[Place] = field(default_factory=set)


def spend(position: Position, letters: Letters, banned: set[str]) -> Spent:
    spent = Spent()
    give(position, letters, banned)
    _murders(position, letters, spent)
    _rebellions(position, letters, spent)
    _bribes(position, letters, spent)
    for victim in spent.murdered:
        home = position.homeland(victim)
        for area in PROVINCES:
            islands = AREAS[area].single and not position.empty(area)
            if position.holder(area) == victim and area not in home and not islands:
                position.rebellions[area] = victim
    return spent


def give(position: Position, letters: Letters, banned: set[str]) -> None:
    """D.1: simultaneous; what one receives cannot be given on in the same phase."""
    received = dict.fromkeys(position.ducats, 0)
    for player, letter in letters.items():
        for to, amount in letter.gifts:
            fair = to != player and to not in position.out and not {to, player} & banned
            if fair and amount <= position.ducats[player]:
                position.ducats[player] -= amount
                received[to] += amount
    for player, amount in received.items():
        position.ducats[player] += amount


def _murders(position: Position, letters: Letters, spent: Spent) -> None:
    attempts: dict[str, int] = {}
    guards: dict[str, int] = {}
    for player, letter in letters.items():
        for each in letter.expenses:
            if each.verb not in LEADERS or each.what in position.out:
                continue
            least = 30 if each.verb == "ASSASSINATE" else 3
            wrong = each.amount < least or (each.amount - least) % 3 or (each.what == player and least == 30)
            if not wrong and each.amount <= position.ducats[player]:
                position.ducats[player] -= each.amount
                kept = attempts if least == 30 else guards
                kept[each.what] = max(kept.get(each.what, 0), each.amount)
    spent.murdered = {victim for victim, paid in attempts.items() if paid - guards.get(victim, 0) >= 30}


def price_of_rebellion(position: Position, player: str, area: str) -> int:
    """11.1: 15 in a home country, 9 where conquered, 3 for an independent's; 0 where none can rise."""
    if AREAS[area].sea or area in position.rebellions or (AREAS[area].single and not position.empty(area)):
        return 0
    owners = {unit.owner for unit in position.units_in(area)}
    if owners == {NOBODY}:
        return 3
    holder = position.holder(area)
    if holder in ("", player):
        return 0
    return 15 if area in position.homeland(holder) else 9


def _rebellions(position: Position, letters: Letters, spent: Spent) -> None:
    before = dict(position.rebellions)
    rising: dict[str, str] = {}
    calm: set[str] = set()
    for player, letter in letters.items():
        for each in letter.expenses if player not in spent.murdered else ():
            if each.verb == "REBEL":
                cost = price_of_rebellion(position, player, each.what)
                if cost and cost <= position.ducats[player]:
                    position.ducats[player] -= cost
                    owners = {unit.owner for unit in position.units_in(each.what)}
                    rising[each.what] = NOBODY if owners == {NOBODY} else position.holder(each.what)
            if each.verb == "PACIFY" and each.what in before and position.ducats[player] >= 12:
                position.ducats[player] -= 12
                calm.add(each.what)
    position.rebellions = {area: victim for area, victim in before.items() if area not in calm} | rising


class Bribe(NamedTuple):
    player: str
    verb: str
    unit: Unit
    paid: int
    least: int


def least(unit: Unit, verb: str) -> int:
    """12: the least that a bribe costs; 0 where this kind is none for that unit."""
    if unit.owner == NOBODY:
        return LEAST.get(verb, 0)
    double = unit.kind == "G" and AREAS[unit.area].size > 1
    return LEAST_COMMITTED.get(verb, 0) * (2 if double else 1)


def _bribes(position: Position, letters: Letters, spent: Spent) -> None:
    permits = {(player, to, what) for player, letter in letters.items() for to, what in letter.permits}
    running: dict[Place, list[Bribe]] = {}
    counters: dict[Place, int] = {}
    units = {str(unit): unit for unit in position.units.values()}
    for player, letter in letters.items():
        kinds: dict[str, str] = {}
        for each in letter.expenses if player not in spent.murdered else ():
            unit = units.get(each.what)
            if unit is None or each.verb in (*LEADERS, "REBEL", "PACIFY"):
                continue
            if each.verb == "COUNTER":
                if each.amount >= 3 and each.amount % 3 == 0 and each.amount <= position.ducats[player]:
                    position.ducats[player] -= each.amount
                    counters[unit.place] = max(counters.get(unit.place, 0), each.amount)
                continue
            cost = least(unit, each.verb)
            fair = cost and each.amount >= cost and (each.amount - cost) % 3 == 0
            way = adjacency(position, player, unit, permits)
            if not fair or not possible(position, player, unit, each.verb) or way == "none":
                continue
            # 8.1: what contradicts an earlier order of the same player is not carried out.
            if each.amount <= position.ducats[player] and kinds.get(each.what, each.verb) == each.verb:
                kinds[each.what] = each.verb
                position.ducats[player] -= each.amount
                if way == "open":
                    running.setdefault(unit.place, []).append(Bribe(player, each.verb, unit, each.amount, cost))
    _carry_out(position, running, counters, spent)


def possible(position: Position, player: str, unit: Unit, verb: str) -> bool:
    if unit.owner == player:
        return False
    besieger = "LAG" if unit.area == "VEN" else unit.area
    if unit.kind == "G" and position.sieges.get(besieger) == "garrison":
        return False
    others = position.units_in(unit.area)
    return verb != "INDEPENDENT" or all(other.owner != NOBODY for other in others)


def adjacency(position: Position, player: str, unit: Unit, permits: set[tuple[str, str, str]]) -> str:
    """12: "open", "refused" (a third player or a strait says no: charged and lost), or "none" (illegal)."""
    if unit.area in position.homeland(player):
        return "open"
    found = "none"
    for other in position.units.values():
        strait = borders(position, unit, other)
        if strait is None or other.owner in (unit.owner, NOBODY):
            continue
        allowed = other.owner == player or (other.owner, player, "BRIBES") in permits
        keeper = position.units.get((KEEPERS.get(strait, ""), FIELD))
        shut = keeper is not None and keeper.kind == "F" and keeper.owner != player
        if shut and keeper is not None and keeper.owner != NOBODY and (keeper.owner, player, "STRAITS") in permits:
            shut = False
        if allowed and not shut:
            return "open"
        found = "refused"
    return found


def borders(position: Position, unit: Unit, other: Unit) -> str | None:
    """The strait between two adjacent units, "" if there is none; None if they are not adjacent (12, 3.5)."""
    if unit == other:
        return None
    rebels = other.area in position.rebellions
    if other.kind == "G" and rebels:
        return None
    if unit.area == other.area:
        return ""
    for each in (unit, other):
        alone = (each.area, FIELD) not in position.units or (each == unit and each.area in position.rebellions)
        if each.kind == "G" and not alone:
            return None
    border = BORDERS.get((unit.area, other.area))
    return None if border is None else border.strait


def _carry_out(position: Position, running: dict[Place, list[Bribe]], counters: dict[Place, int], spent: Spent) -> None:
    winners: list[Bribe] = []
    for place, bribes in running.items():
        most = max(each.paid for each in bribes)
        tied = [each for each in bribes if each.paid == most]
        low = min(each.least for each in tied)
        tied = [each for each in tied if each.least == low]
        if len(tied) > 1 and any(each.verb != "DISBAND" for each in tied):
            continue
        if most - low >= counters.get(place, 0):
            winners.append(tied[0])
    clashing = [each for each in winners if each.verb == "INDEPENDENT"]
    for each in clashing:
        rivals = [other for other in clashing if other != each and other.unit.area == each.unit.area]
        if any(other.paid >= each.paid for other in rivals):
            winners.remove(each)
    for each in winners:
        place = each.unit.place
        if each.verb == "OPERATE":
            spent.operated[place] = each.player
            continue
        # 11.3: whoever changes sides liberates the rebellion around them.
        if each.verb == "DISBAND":
            del position.units[place]
            position.sieges.pop(each.unit.area, None) if each.unit.kind != "G" else None
            continue
        owner = each.player if each.verb == "BUY" else NOBODY
        position.units[place] = each.unit._replace(owner=owner)
        spent.bought.add(place)
    position.mark()


def freed(position: Position, spent: Spent) -> None:
    """11.3 and ruling 2.5: after the campaign, before control."""
    for area, _ in spent.bought:
        position.rebellions.pop(area, None)
