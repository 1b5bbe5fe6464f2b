"""Who gets where in F.1: chapter 13, by certainty, then by the greatest way that holds together, then by standoff."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.rules.machiavelli.oracle.ground import CITY, FIELD, NOBODY, Order, Place, Unit
from tests.rules.machiavelli.oracle.legal import Front, attacked

Truth = bool | None
Key = tuple[str, Place]


def all_of(values: list[Truth]) -> Truth:
    if False in values:
        return False
    return None if None in values else True


def any_of(values: list[Truth]) -> Truth:
    if True in values:
        return True
    return None if None in values else False


def opposite(value: Truth) -> Truth:
    return None if value is None else not value


def above(one: tuple[int, int], other: tuple[int, int]) -> Truth:
    """Whether one force exceeds another, each known between two bounds."""
    if one[0] > other[1]:
        return True
    return False if one[1] <= other[0] else None


@dataclass
class Battle:
    front: Front
    known: dict[Key, Truth] = field(default_factory=dict)
    doubtful: bool = False

    def __post_init__(self) -> None:
        self.units = list(self.front.position.units.values())
        self.attackers = [unit for unit in self.units if self.target(unit)]
        for unit in self.units:
            verb = self.order(unit).verb
            if verb == "S":
                self.known["given", unit.place] = None
            if self.target(unit):
                self.known["moves", unit.place] = None
            elif verb == "C":
                self.known["moves", unit.place] = None if unit.kind == "G" else True

    def order(self, unit: Unit) -> Order:
        return self.front.orders[unit.place]

    def target(self, unit: Unit) -> str:
        return attacked(unit, self.order(unit))

    def moves(self, unit: Unit) -> Truth:
        return self.known.get(("moves", unit.place), False)

    def forces(self, unit: Unit, area: str) -> tuple[int, int]:
        """1 and the supports for whatever the unit's player does in that area (1.1)."""
        low = high = 1
        for other in self.units:
            order = self.order(other)
            if order.verb == "S" and order.target == area and (order.player or other.owner) == unit.owner:
                given = all_of([self.known["given", other.place], self.spares_a_friend(other, unit)])
                low += given is True
                high += given is not False
        return low, high

    def spares_a_friend(self, helper: Unit, helped: Unit) -> Truth:
        """13.4: nobody's support counts against their own unit that was to leave and stays."""
        there = self.front.position.units.get((self.order(helper).target, FIELD))
        if there is None or there.owner != helper.owner or helped.owner == helper.owner or helper.owner == NOBODY:
            return True
        return self.moves(there)

    def attack(self, unit: Unit) -> tuple[int, int]:
        low, high = self.forces(unit, self.target(unit))
        more = self.rising(unit) + self.garrison_help(unit)
        return low + more, high + more

    def rising(self, unit: Unit) -> int:
        """11.2: a rebellion helps the only player who advances there, unless that is its victim."""
        area = self.target(unit)
        victim = self.front.position.rebellions.get(area)
        if victim is None or self.order(unit).verb != "-" or unit.owner in (victim, NOBODY):
            return 0
        return int(self._alone(unit, area))

    def garrison_help(self, unit: Unit) -> int:
        """Chapter 16: an independent garrison that nobody operates helps in the same way against a player's unit."""
        area = self.target(unit)
        garrison = self.front.position.units.get((area, CITY))
        there = self.front.position.units.get((area, FIELD))
        if garrison is None or garrison.owner != NOBODY or garrison.place in self.front.given:
            return 0
        if there is None or there.owner in (NOBODY, unit.owner) or self.order(unit).verb != "-":
            return 0
        return int(self._alone(unit, area))

    def _alone(self, unit: Unit, area: str) -> bool:
        """Every order to advance there counts, also that of a unit which is forced out (2.6)."""
        return all(
            other.owner == unit.owner
            for other in self.attackers
            if self.order(other).verb == "-" and self.target(other) == area
        )

    def carried(self, unit: Unit) -> Truth:
        units = self.front.position.units
        return all_of([opposite(self.forced(units[link, FIELD])) for link in self.order(unit).route])

    def waits_behind_a_friend(self, unit: Unit) -> Truth:
        there = self.front.unit_in_the_way(unit)
        if there is None or there.owner != unit.owner or unit.owner == NOBODY:
            return False
        return opposite(self.moves(there))

    def attacks(self, unit: Unit) -> Truth:
        """Whether the attack is one for the others: not void, not broken, not behind a friend who stays."""
        return all_of([opposite(self.forced(unit)), self.carried(unit), opposite(self.waits_behind_a_friend(unit))])

    def forced(self, unit: Unit) -> Truth:
        """13.5: attacked by a superior force and not on the way elsewhere. In Venice: driven into the city (14)."""
        if unit.kind == "G":
            return False
        if unit.area == "VEN":
            beaten = [
                all_of([self.beats(other), opposite(self.forced(other))])
                for other in self.attackers
                if self.target(other) == "VEN"
            ]
            inside = self.order(unit).verb == "C"
            return False if inside else all_of([opposite(self.moves(unit)), any_of(beaten)])
        winners: list[Truth] = []
        for other in self.attackers:
            friend = other.owner == unit.owner != NOBODY
            if other != unit and self.target(other) == unit.area and not friend:
                # Who is no stronger gets in only behind it: that one drives nobody out.
                winners.append(all_of([self.moves(other), above(self.attack(other), self.defence(unit))]))
        return all_of([opposite(self.moves(unit)), any_of(winners)])

    def defence(self, unit: Unit) -> tuple[int, int]:
        """1.4: what stands against an attacker if the unit stays."""
        order = self.order(unit)
        held = self.holds_for_a_friend(unit) if order.verb == "S" else True
        if held is False:
            return 1, 1
        low, high = self.forces(unit, unit.area)
        if held is None:
            return 1, high
        if order.verb == "-":
            there = all_of([self.carried(unit), opposite(self.waits_behind_a_friend(unit))])
            ahead = self.attack(unit)
            if there is not False:
                high = max(high, ahead[1])
            if there is True:
                low = max(low, ahead[0])
        return low, high

    def holds_for_a_friend(self, unit: Unit) -> Truth:
        """1.8: help for somebody else against a friend who was to leave and stays is a Hold."""
        order = self.order(unit)
        there = self.front.position.units.get((order.target, FIELD))
        own = order.player in ("", unit.owner) or unit.owner == NOBODY
        return False if own or there is None or there.owner != unit.owner else opposite(self.moves(there))

    def swaps(self, unit: Unit, other: Unit) -> bool:
        routes = self.order(unit).route or self.order(other).route
        return self.target(other) == unit.area and self.order(other).verb == "-" and unit.kind != "G" and not routes

    def beats(self, unit: Unit) -> Truth:
        """Whether the attack exceeds all that stands against it."""
        area = self.target(unit)
        tests = [self.carried(unit)]
        there = self.front.position.units.get((area, FIELD))
        if there is not None:
            friend = there.owner == unit.owner != NOBODY
            stronger = False if friend else above(self.attack(unit), self.defence(there))
            tests.append(stronger if self.swaps(unit, there) else any_of([self.moves(there), stronger]))
        for rival in self.attackers:
            if rival != unit and self.target(rival) == area:
                stronger = above(self.attack(unit), self.attack(rival))
                tests.append(any_of([opposite(self.attacks(rival)), stronger]))
        return all_of(tests)

    def advances(self, unit: Unit) -> Truth:
        if self.target(unit) == "VEN":
            there = self.front.position.units_in("VEN")
            gone = [opposite(self.moves(each)) if self.order(each).verb == "-" else True for each in there]
            return all_of([opposite(any_of(gone)), self.beats(unit)])
        return self.beats(unit)

    def leaves_the_city_of_venice(self, unit: Unit) -> Truth:
        """7.1: a garrison's conversion is refused where the attack from the Lagoon is superior."""
        home = self.forces(unit, "VEN")
        attacks = [
            all_of([self.attacks(other), above(self.attack(other), home)])
            for other in self.attackers
            if self.target(other) == "VEN"
        ]
        fleet = self.front.position.units.get(("LAG", FIELD))
        if fleet is not None and self.order(fleet).verb == "B":
            siege = self.forces(fleet, "VEN")
            attacks.append(all_of([opposite(self.forced(fleet)), above(siege, home)]))
        return opposite(any_of(attacks))

    def given(self, unit: Unit) -> Truth:
        if unit.kind == "G":
            return True
        uncut = [opposite(self.forced(unit))]
        for other in self.attackers:
            friend = other.owner == unit.owner != NOBODY
            if other != unit and self.target(other) == unit.area and not friend:
                origin = other.area if other.kind != "G" else ""
                if origin != self.order(unit).target:
                    uncut.append(opposite(self.attacks(other)))
        return all_of(uncut)

    def value(self, key: Key) -> Truth:
        name, place = key
        unit = self.front.position.units[place]
        if name == "given":
            return self.given(unit)
        if unit.kind == "G" and unit.area == "VEN":
            return self.leaves_the_city_of_venice(unit)
        return True if not self.target(unit) else self.advances(unit)

    def settle(self) -> None:
        self._certain()
        for part in self._parts():
            ways = list(self._ways(part))
            best = [way for way in ways if all(way >= other for other in ways)]
            self.doubtful |= not best
            self.known.update({key: bool(best) and key in best[0] for key in part})

    def _ways(self, part: list[Key]) -> Iterator[frozenset[Key]]:
        """What happens in each way in which a part agrees with itself: all of them tried, one after the other."""
        for chosen in itertools.product((True, False), repeat=len(part)):
            self.known.update(zip(part, chosen, strict=True))
            if all(self.value(key) is self.known[key] for key in part):
                yield frozenset(key for key in part if self.known[key])

    def _certain(self) -> None:
        while True:
            changed = False
            for key, value in list(self.known.items()):
                if value is None and (found := self.value(key)) is not None:
                    self.known[key] = found
                    changed = True
            if not changed:
                return

    def _parts(self) -> list[list[Key]]:
        """What is open, apart where the areas that the units stand in and look at do not touch."""
        groups: list[tuple[set[str], list[Key]]] = []
        for key in [key for key, value in self.known.items() if value is None]:
            unit = self.front.position.units[key[1]]
            order = self.order(unit)
            areas = {unit.area, order.target or unit.area, *order.route}
            keys = [key]
            for group in [group for group in groups if group[0] & areas]:
                areas |= group[0]
                keys = group[1] + keys
                groups.remove(group)
            groups.append((areas, keys))
        return [keys for _, keys in groups]


def comes_out_beaten(battle: Battle, unit: Unit) -> bool:
    """13.5: a garrison on its way out comes out and must retreat where an attack gets into its province."""
    if unit.kind != "G" or not battle.target(unit) or battle.moves(unit) is True:
        return False
    return any(
        battle.moves(other) is True and battle.target(other) == unit.area for other in battle.attackers if other != unit
    )
