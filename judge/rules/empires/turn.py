"""A turn being played: the position as it changes, who is told what, and chance."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judge.rules.empires.state import Area, Country, State
from judge.rules.empires.worldmap import WorldMap
from judge.rules.rng import Rng
from judge.rules.values import Json

TOO_FEW_SHIPS = "too few ships"
"""Why armies at sea are dispersed."""


class Failed(Exception):
    """An action that fails: it costs nothing, and its country is told why."""


def chance(rng: Rng, *words: object) -> int:
    """Return the first byte of SHA-256 over the seed and the words, joined by bars: anybody can repeat it by hand."""
    run = (f"run {rng.run}",) if rng.run else ()
    text = b"|".join((rng.seed, *(str(word).encode() for word in (*run, *words))))
    return hashlib.sha256(text).digest()[0]


@dataclass
class Turn:
    """What the actions of a turn change, and what they may do once a turn. `slot`, `acting`: whose action it is."""

    world: WorldMap
    number: int
    order: tuple[str, ...]
    areas: dict[str, Area]
    countries: dict[str, Country]
    bids: dict[str, int]
    sticky: set[str] = field(default_factory=set)
    grown: set[str] = field(default_factory=set)
    fortified: set[str] = field(default_factory=set)
    built: dict[str, int] = field(default_factory=dict)
    new_bases: set[str] = field(default_factory=set)
    raised: set[str] = field(default_factory=set)
    slots: dict[str, list[Json]] = field(default_factory=dict)
    battles: dict[str, list[Json]] = field(default_factory=dict)
    dispersals: dict[str, list[Json]] = field(default_factory=dict)
    slot: int = 0
    acting: str = ""

    # ---- when

    def begin_slot(self, number: int, country: str) -> None:
        self.slot, self.acting = number, country

    def moment(self, country: str) -> dict[str, Json]:
        """Return the slot (0 after the last), and whether it is `own`, `before` or `after` (ruling 6.1)."""
        if not self.slot:
            return {"slot": 0, "when": ""}
        place = self.order.index
        own = "own" if country == self.acting else "before" if place(self.acting) < place(country) else "after"
        return {"slot": self.slot, "when": own}

    # ---- money

    def pay(self, country: str, bps: int) -> None:
        have = self.countries[country].bps
        if bps > have:
            raise Failed(f"that costs {bps} BP{'s' if bps > 1 else ''}, and {have} {'are' if have != 1 else 'is'} left")
        self.change(country, bps=have - bps)

    def change(self, country: str, **values: int) -> None:
        self.countries[country] = replace(self.countries[country], **values)

    def gain(self, country: str, vps: int) -> None:
        if country:
            self.change(country, vps=self.countries[country].vps + vps)

    # ---- the map

    def set(self, code: str, **values: Any) -> None:
        self.areas[code] = replace(self.areas[code], **values)

    def own_land(self, country: str, code: str) -> Area:
        area = self.areas[code]
        if not self.world.is_land(code):
            raise Failed(f"{code} is a sea area")
        if area.owner != country:
            raise Failed(f"{code} is not yours")
        return area

    def own_base(self, country: str, code: str) -> Area:
        area = self.own_land(country, code)
        if not area.entrance or code in self.new_bases:
            raise Failed(f"there is no naval base in {code}" + (" before next turn" if area.entrance else ""))
        return area

    def next_to(self, one: str, other: str) -> None:
        if not self.world.adjacent(one, other):
            raise Failed(f"{other} is not next to {one}")

    def has_route(self, country: str, base: str) -> bool:
        """Can ships return to their base? Not if it was captured, closed, or built this turn; fleets cut no way."""
        area = self.areas[base]
        return area.owner == country and bool(area.entrance) and base not in self.new_bases

    def unbuilt(self, code: str) -> int:
        """Cancel the ships being built there; return their number. The base counts as used (5.10)."""
        ships = self.built.get(code, 0)
        if ships:
            self.built[code] = 0
        return ships

    def tell_battle(self, battle: Mapping[str, Json], own: Mapping[str, Mapping[str, Json]]) -> None:
        """Tell both sides of a battle. `own`: country -> what that side alone is told besides."""
        for party, more in own.items():
            if party:
                self.battles.setdefault(party, []).append({**battle, **more, **self.moment(party)})

    # ---- what leaves the map for the reserves

    def disperse_armies(self, code: str, armies: int, why: str) -> None:
        area = self.areas[code]
        if armies:
            self.set(code, armies=area.armies - armies)
            if area.owner:
                self.change(area.owner, reserve=self.countries[area.owner].reserve + armies)
            self._tell_dispersal(area.owner, code, armies=armies, ships=0, why=why)

    def disperse_ship(self, code: str, base: str) -> None:
        """One ship of this base, and one army if there is one (6.5)."""
        area = self.areas[code]
        country, armies = area.owner, min(1, area.armies)
        self.set(code, fleets=without(area.fleets, base, 1), armies=area.armies - armies)
        each = self.countries[country]
        self.change(country, navy=each.navy + 1, reserve=each.reserve + armies)
        self._tell_dispersal(country, code, armies=armies, ships=1, why=f"no way to the base in {base}")
        self.settle_sea(code)

    def settle_sea(self, code: str) -> None:
        """Disperse armies beyond the ships there; a sea area without ships becomes nobody's."""
        area = self.areas[code]
        self.disperse_armies(code, max(0, area.armies - area.ships), TOO_FEW_SHIPS)
        if not area.ships:
            self.set(code, owner="")

    def _tell_dispersal(self, country: str, code: str, *, armies: int, ships: int, why: str) -> None:
        if country:
            told = {"area": code, "armies": armies, "ships": ships, "why": why}
            self.dispersals.setdefault(country, []).append({**told, **self.moment(country)})


def without(fleets: Mapping[str, int], base: str, ships: int) -> dict[str, int]:
    """Return the ships at sea without some of one base."""
    return {
        each: number - (ships if each == base else 0)
        for each, number in fleets.items()
        if each != base or number > ships
    }


def joined(fleets: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {base: fleets.get(base, 0) + more.get(base, 0) for base in sorted({*fleets, *more})}


def begin(state: State) -> Turn:
    bids = dict.fromkeys(state.order, 0)
    slots: dict[str, list[Json]] = {country: [] for country in state.order}
    return Turn(state.world, state.turn, state.order, dict(state.areas), dict(state.countries), bids, slots=slots)
