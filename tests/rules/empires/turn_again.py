"""A turn of Empires once more, written from chapter 6 and the player's page alone: nothing of the judge's is used.

A position is what `judge adjudicate` takes; a sheet is slot -> (action, box, box, number). Who is next to whom is read
off the judge's own map, for that is a matter of fact.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from tests.rules.empires.areas_again import (
    ALL,
    GROUND,
    LANDS,
    NEAR,
    SEAS,
    STICKY,
    TERRAIN,
    Fails,
    Land,
    Realm,
    Sheets,
    far,
    meant,
    plain,
    sink,
    thirds,
)


class TurnAgain:
    """Plays one turn when it is made.

    `told`: country -> (slot, carried out, BPs left); `battles`: (slot, attacker, area, defender, won).
    """

    def __init__(self, seed: str, position: Mapping[str, Any], sheets: Sheets) -> None:
        self.number = int(position["phase"][1:])
        self.order: list[str] = list(position["order"])
        self.realms = {name: Realm(**data) for name, data in position["countries"].items()}
        self.areas = {code: Land(**position["areas"].get(code, {})) for code in NEAR}
        for area in self.areas.values():
            area.fleets = dict(area.fleets)
        self.told: dict[str, list[tuple[int, bool, int]]] = {name: [] for name in self.realms}
        self.battles: list[tuple[int, str, str, str, bool]] = []
        self.slot = 0
        self._unowned(seed)
        self._rounds(sheets)
        self._leftovers()
        self._disperse()
        self._money()
        self._end(position)

    def _unowned(self, seed: str) -> None:
        for code in LANDS:
            area = self.areas[code]
            if not area.owner:
                drawn = hashlib.sha256(f"{seed}|{self.number}|{code}".encode()).digest()[0] % 4
                area.armies += drawn == 1
                area.forts += drawn == 2
                area.pop += drawn == 3

    def _rounds(self, sheets: Sheets) -> None:
        for self.slot in range(1, 17):
            for name in self.order:
                words = sheets.get(name, {}).get(self.slot)
                if words is None:
                    continue
                try:
                    getattr(self, f"do_{words[0].lower()}")(name, *words[1:])
                    done = True
                except Fails:
                    done = False
                self.told[name].append((self.slot, done, self.realms[name].bps))

    def _leftovers(self) -> None:
        for name in self.order:
            realm = self.realms[name]
            realm.reserve += realm.bps // 3
            realm.bid += realm.bps % 3
            realm.bps = 0
        self.next_order = sorted(self.order, key=lambda name: -self.realms[name].bid)

    def _disperse(self) -> None:
        for code in LANDS:
            area = self.areas[code]
            support = area.pop + area.forts
            if area.armies > support:
                gone = area.armies // 2 if support < 2 else area.armies // support
                area.armies -= gone
                if area.owner:
                    self.realms[area.owner].reserve += gone
        for code in SEAS:
            for base in sorted(self.areas[code].fleets):
                if not self._open(self.areas[code].owner, base):
                    self._lose_ship(code, base)
                    self._settle(code)

    def _money(self) -> None:
        for name in self.order:
            realm = self.realms[name]
            own = [area for area in self.areas.values() if area.owner == name]
            realm.income = sum(area.pop for area in own)
            land = sum(
                max(0, self.areas[code].armies + self.areas[code].forts - self.areas[code].pop)
                for code in self._land(name)
            )
            realm.upkeep = land + sum(area.ships for area in own)
            realm.bps = max(0, realm.income - realm.upkeep)
        for area in self.areas.values():
            area.docked += area.fresh

    def _end(self, position: Mapping[str, Any]) -> None:
        census = self.number == position["census"]
        if census:
            for name in self.order:
                self.realms[name].vps += sum(self.areas[code].pop > 0 for code in self._land(name))
        gone = [name for name in self.order if not self._land(name) or not self.realms[name].income]
        for area in self.areas.values():
            if area.owner in gone:
                at_sea = bool(area.fleets)
                area.owner, area.docked, area.fleets = "", 0, {}
                area.armies = 0 if at_sea else area.armies
        for name in gone:
            realm = self.realms[name]
            realm.reserve = realm.navy = realm.bps = 0
        self.next_order = [name for name in self.next_order if name not in gone]
        played = [name for name in self.next_order if name not in position["dummies"]]
        points = sorted((self.realms[name].vps for name in played), reverse=True)
        ahead = any(2 * len(self._land(name)) > len(LANDS) for name in played)
        ahead |= bool(points) and points[0] >= 20 and points[0] >= 2 * (points[1] if len(points) > 1 else 0)
        over = (census and ahead and position["met"]) or self.number >= position["limit"] or len(played) < 2
        left = played or [name for name in self.order if name not in position["dummies"]] or self.next_order
        best = max(self.realms[name].vps for name in left)
        self.winners = sorted(name for name in left if self.realms[name].vps == best) if over else []

    # ---- what the actions share

    def _land(self, name: str) -> list[str]:
        return [code for code in LANDS if self.areas[code].owner == name]

    def _open(self, name: str, base: str) -> bool:
        return self.areas[base].owner == name and bool(self.areas[base].entrance)

    def _own(self, name: str, code: str) -> Land:
        if code not in LANDS or self.areas[code].owner != name:
            raise Fails
        return self.areas[code]

    def _base(self, name: str, code: str) -> Land:
        area = self._own(name, code)
        if not area.entrance or area.young:
            raise Fails
        return area

    def _pay(self, name: str, bps: int) -> None:
        if bps > self.realms[name].bps:
            raise Fails
        self.realms[name].bps -= bps

    def _leaving(self, name: str, start: str, end: str) -> Land:
        if start not in NEAR or end not in NEAR[start] or self.areas[start].owner != name or self.areas[start].sticky:
            raise Fails
        return self.areas[start]

    def _enter(self, code: str, start: str) -> None:
        self.areas[code].retreat_to = start
        self.areas[code].sticky |= GROUND[code] in STICKY

    def _lose_ship(self, code: str, base: str) -> None:
        area = self.areas[code]
        realm = self.realms[area.owner]
        area.fleets[base] -= 1
        realm.navy += 1
        realm.reserve += min(1, area.armies)
        area.armies -= min(1, area.armies)

    def _settle(self, code: str) -> None:
        """Armies at sea need as many ships, and a sea without ships is nobody's."""
        area = self.areas[code]
        area.fleets = {base: ships for base, ships in area.fleets.items() if ships}
        over = max(0, area.armies - area.ships)
        if area.owner:
            self.realms[area.owner].reserve += over
            area.armies -= over
        area.owner = area.owner if area.fleets else ""

    # ---- the actions on land

    def do_move(self, name: str, start: str, end: str, box: str) -> None:
        source = self._leaving(name, start, end)
        target = self.areas[end]
        number = meant(box, source.armies)
        if target.owner != name or (end in SEAS and target.armies + number > target.ships):
            raise Fails
        self._pay(name, number)
        source.armies -= number
        target.armies += number
        self._enter(end, start)

    def do_attack(self, name: str, start: str, end: str, box: str) -> None:
        source = self._leaving(name, start, end)
        target = self.areas[end]
        number = meant(box, source.armies)
        if end in SEAS or target.owner == name:
            raise Fails
        self._pay(name, number)
        _, defence, spared = TERRAIN[GROUND[end]]
        strength = target.armies + target.forts + defence
        lost, killed = (
            min(number, thirds(strength, number)),
            min(target.armies, max(0, thirds(number, strength) - spared)),
        )
        won = killed == target.armies and lost < number
        refuge = self.areas.get(target.retreat_to)
        ready = target.retreats and target.retreat_to in NEAR[end] and target.retreat_to in LANDS
        if won and killed > lost and ready and target.owner and refuge and refuge.owner == target.owner:
            refuge.armies += target.armies
            target.armies = lost = killed = 0
        self.battles.append((self.slot, name, end, target.owner, won))
        source.armies -= number if won else lost
        target.armies -= killed
        self.realms[name].vps += target.pop if won else -1
        if won:
            if target.owner:
                self.realms[target.owner].vps -= 1 + target.pop
                self.realms[target.owner].navy += target.docked + target.fresh
            target.owner, target.armies, target.retreats = name, number - lost, True
            target.docked = target.fresh = 0
            self._enter(end, start)

    def do_levy(self, name: str, where: str, _: str, __: str) -> None:
        area = self._own(name, where)
        if area.pop < 2:
            raise Fails
        area.armies += area.pop // 2
        area.pop -= area.pop // 2

    def do_army(self, name: str, _: str, __: str, box: str) -> None:
        realm = self.realms[name]
        number = min(realm.bps // 3, plain(box, realm.bps // 3))
        if not number:
            raise Fails
        self._pay(name, 3 * number)
        realm.reserve += number
        realm.raised = True

    def do_reserve(self, name: str, where: str, _: str, box: str) -> None:
        area, realm = self._own(name, where), self.realms[name]
        number = plain(box, min(realm.reserve, realm.bps))
        if realm.raised or not 0 < number <= realm.reserve:
            raise Fails
        self._pay(name, number)
        realm.reserve -= number
        area.armies += number
        area.sticky = True

    def do_fortify(self, name: str, where: str, _: str, __: str) -> None:
        self._once(name, where, "fort", 3)
        self.areas[where].forts += 1

    def do_grow(self, name: str, where: str, _: str, __: str) -> None:
        area = self._own(name, where)
        self._once(name, where, "grow", area.pop + TERRAIN[GROUND[where]][0])
        area.pop += 1

    def _once(self, name: str, where: str, what: str, cost: int) -> None:
        area = self._own(name, where)
        if what in area.done:
            raise Fails
        self._pay(name, cost)
        area.done.add(what)

    def do_raze(self, name: str, where: str, _: str, box: str) -> None:
        area = self._own(name, where)
        number = plain(box)
        if number > area.forts:
            raise Fails
        self._pay(name, number)
        area.forts -= number

    def do_disown(self, name: str, where: str, _: str, __: str) -> None:
        area = self._own(name, where)
        area.owner, area.docked, area.fresh = "", 0, 0

    def do_retreat(self, name: str, where: str, to: str, _: str) -> None:
        area = self._own(name, where)
        if to not in ALL:
            if to not in NEAR[where] or to in SEAS:
                raise Fails
            area.retreat_to = to
        area.retreats = True

    def do_defend(self, name: str, where: str, _: str, __: str) -> None:
        self._own(name, where).retreats = False

    def do_order(self, name: str, _: str, __: str, box: str) -> None:
        realm = self.realms[name]
        spent = min(realm.bps, plain(box, realm.bps if self.slot == 16 else 0))
        self._pay(name, spent)
        realm.bid += spent

    # ---- bases and ships

    def do_build(self, name: str, where: str, _: str, box: str) -> None:
        area = self._base(name, where)
        number = min(plain(box), area.pop)
        if "build" in area.done or not number:
            raise Fails
        self._pay(name, 3 * number)
        area.done.add("build")
        area.fresh = number

    def do_base(self, name: str, where: str, entrance: str, _: str) -> None:
        area = self._own(name, where)
        if area.entrance or entrance not in NEAR[where] or entrance not in SEAS:
            raise Fails
        self._pay(name, 10)
        area.entrance, area.young = entrance, True

    def do_close(self, name: str, where: str, _: str, __: str) -> None:
        area = self._base(name, where)
        self.realms[name].navy += area.docked + area.fresh
        area.entrance, area.docked, area.fresh = "", 0, 0

    def do_seamove(self, name: str, start: str, end: str, box: str) -> None:
        self._sail(name, start, end, box, carries=False)

    def do_convoy(self, name: str, start: str, end: str, box: str) -> None:
        self._sail(name, start, end, box, carries=True)

    def _sail(self, name: str, start: str, end: str, box: str, *, carries: bool) -> None:
        source = self._leaving(name, start, end)
        if end in LANDS and self._base(name, end).entrance != start:
            raise Fails
        if start in LANDS:
            if self._base(name, start).entrance != end:
                raise Fails
            going, homeless, cost = {start: meant(box, source.docked)}, "", 1
        else:
            going, homeless, cost = self._fleet(name, start, meant(box, source.ships))
        self._pay(name, cost)
        if homeless:
            self._lose_ship(start, homeless)
            going[homeless] = min(going.get(homeless, 0), source.fleets[homeless])
        number = sum(going.values())
        aboard = min(number, source.armies) if carries else 0
        if number:
            self._put(start, going, -1)
            source.armies -= aboard
            self._arrive(name, start, end, going, aboard)
        if start in SEAS:
            self._settle(start)

    def _fleet(self, name: str, start: str, number: int) -> tuple[dict[str, int], str, int]:
        """Which ships sail: those with the shortest way home first. Then the base of the one to lose, and the cost."""
        fleets = self.areas[start].fleets
        ways = {base: far(start, self.areas[base].entrance) if self._open(name, base) else 99 for base in fleets}
        going: dict[str, int] = {}
        for base in sorted(ways, key=lambda base: (ways[base], base)):
            going[base] = min(number - sum(going.values()), fleets[base])
        going = {base: ships for base, ships in going.items() if ships}
        lost = sorted((fleets[base] == going.get(base, 0), base) for base in ways if ways[base] == 99)
        homeless = lost[0][1] if any(ways[base] == 99 for base in going) else ""
        return going, homeless, 1 + max((ways[base] for base in going if ways[base] < 99), default=0)

    def _put(self, code: str, going: Mapping[str, int], sign: int) -> None:
        area = self.areas[code]
        for base, ships in going.items():
            if code in LANDS:
                area.docked += sign * ships
            else:
                area.fleets[base] = area.fleets.get(base, 0) + sign * ships

    def _arrive(self, name: str, start: str, end: str, going: dict[str, int], aboard: int) -> None:
        there, number, home = self.areas[end], sum(going.values()), end
        if end in SEAS and there.owner not in ("", name):
            lost, sunk = min(number, thirds(there.ships, number)), min(there.ships, thirds(number, there.ships))
            won = sunk == there.ships and lost < number
            self.battles.append((self.slot, name, end, there.owner, won))
            sink(there.fleets, sunk)
            self._settle(end)
            sink(going, lost)
            home = end if won else start
        into = self.areas[home]
        self._put(home, going, 1)
        into.armies += aboard
        if home in SEAS:
            into.owner = name
            self._settle(home)
            return
        over = max(0, aboard - sum(going.values()))
        into.armies -= over
        self.realms[name].reserve += over
        if home == end and aboard:
            self._enter(end, start)
