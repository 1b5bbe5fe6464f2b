"""What a country, or the public, may know: who owns what, and for a country its own land, ships and borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.empires.examples import Examples, examples_of
from judge.rules.empires.numbers import in_good_words
from judge.rules.empires.play import roundup
from judge.rules.empires.state import State, income, maintenance, refuge
from judge.rules.values import Audience, Json, Phase, View


@dataclass(frozen=True, slots=True)
class EmpireView(View):
    """`owners`: land area -> country, unowned ones left out. `leader` as in the roundup.

    `country` is the viewer's, empty for the public; `land` and `seas` are rows about what it owns, `borders` about the
    areas next to that; `limit`: the turn after which the game ends in any case; `final`: everybody's victory points,
    and `winners`, once the game is over.
    """

    map: str
    turn: int
    areas: tuple[str, ...]
    names: Mapping[str, str]
    countries: tuple[str, ...]
    order: tuple[str, ...]
    owners: Mapping[str, str]
    leader: Mapping[str, Json]
    dummies: tuple[str, ...]
    barred: tuple[str, ...]
    country: str
    bps: int
    reserve: int
    navy: int
    vps: int
    income: int
    maintenance: int
    land: tuple[Mapping[str, Json], ...]
    seas: tuple[Mapping[str, Json], ...]
    borders: tuple[Mapping[str, Json], ...]
    limit: int
    final: Mapping[str, int]
    winners: tuple[str, ...]

    @property
    def others(self) -> tuple[str, ...]:
        """The countries that somebody else plays."""
        return tuple(each for each in self.order if each != self.country and each not in self.dummies)

    def outcome(self, slot: Mapping[str, Json]) -> str:
        """What came of a slot, for letters."""
        return in_good_words(slot["said"])

    @property
    def examples(self) -> Examples:
        """Actions that show how one writes, in the viewer's own areas."""
        return examples_of(self.map, self.country, self.owners, {area["code"]: area["armies"] for area in self.land})


def view_of(state: State, viewer: Audience, phase: Phase) -> EmpireView:
    """The public's view, and with it, for a country, what is its own."""
    world = state.world
    country = viewer.roles[0] if viewer.kind == "roles" and viewer.roles and viewer.roles[0] in state.countries else ""
    own = state.countries.get(country)
    return EmpireView(
        viewer=viewer,
        phase=phase,
        map=state.map,
        turn=state.turn,
        areas=tuple(world.places),
        names={code: place.name for code, place in world.places.items()},
        countries=world.countries,
        order=state.order,
        owners={code: state.areas[code].owner for code in world.land if state.areas[code].owner},
        leader=roundup(state, state.turn, {})["leader"],
        dummies=state.dummies,
        barred=state.dummies,
        country=country,
        bps=own.bps if own else 0,
        reserve=own.reserve if own else 0,
        navy=own.navy if own else 0,
        vps=own.vps if own else 0,
        income=income(state.areas, world, country) if own else 0,
        maintenance=maintenance(state.areas, world, country) if own else 0,
        land=tuple(_land(state, code) for code in state.land_of(country)) if own else (),
        seas=tuple(_sea(state, code) for code in world.seas if own and state.areas[code].owner == country),
        borders=_borders(state, country) if own else (),
        limit=state.limit,
        final={name: each.vps for name, each in state.countries.items()} if state.over else {},
        winners=state.winners,
    )


def _land(state: State, code: str) -> dict[str, Json]:
    area, place = state.areas[code], state.world.places[code]
    # Who came from sea cannot go back there (ruling 8.7), not even while the country has ships there.
    to = area.retreat_to if area.retreat_to in state.world.land else ""
    return {
        "code": code,
        "name": place.name,
        "terrain": place.terrain.name,
        "people": area.pop,
        "forts": area.forts,
        "armies": area.armies,
        "maintenance": area.maintenance,
        "stance": "stand" if not area.retreats else f"retreat to {to}" if to else "retreat",
        "refuge": refuge(state.areas, state.world, code),
        "entrance": area.entrance,
        "docked": area.docked,
        "neighbours": list(place.neighbours),
    }


def _sea(state: State, code: str) -> dict[str, Json]:
    area, place = state.areas[code], state.world.places[code]
    return {
        "code": code,
        "name": place.name,
        "ships": area.ships,
        "fleets": dict(area.fleets),
        "armies": area.armies,
        "neighbours": list(place.neighbours),
    }


def _borders(state: State, country: str) -> tuple[Mapping[str, Json], ...]:
    """The areas that are not the country's own but next to one that is: as the turn begins, so already out of date."""
    own = {code for code, area in state.areas.items() if area.owner == country}
    near = {there for code in own for there in state.world.places[code].neighbours} - own
    rows = []
    for code in (each for each in state.world.places if each in near):
        area, place = state.areas[code], state.world.places[code]
        rows.append(
            {
                "code": code,
                "name": place.name,
                "terrain": place.terrain.name,
                "owner": area.owner,
                "people": area.pop,
                "forts": area.forts,
                "armies": area.armies,
                "ships": area.ships,
            }
        )
    return tuple(rows)
