"""What a country, or the public, may know: who owns what, and for a country its own land, ships and borders."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.rules.empires.play import roundup
from judge.rules.empires.state import State, income, maintenance, refuge
from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.problems import refusal
from judge.rules.values import Audience, Json, Phase, View


class Examples(NamedTuple):
    """Areas for examples; empty where the country has none that fits.

    home: the own area with most armies; armies: how many may leave it; field: an own area next to it, from which they
    can go on in the same turn; target: an area next to that, or else to `home`, that is not the country's own.
    """

    home: str = ""
    armies: int = 0
    field: str = ""
    target: str = ""


def examples_of(name: str, country: str, owners: Mapping[str, str], armies: Mapping[str, int]) -> Examples:
    """Return examples for this country. `owners`: land area -> country; `armies`: own area -> armies."""
    if not armies:
        return Examples()
    world = load_map(name)
    home = max(armies, key=lambda code: armies[code])
    spare = max(armies[home] - 1, 1)
    for field in _next_to(world, home):
        if owners.get(field) == country and not world.places[field].terrain.sticky:
            for target in _next_to(world, field):
                if owners.get(target) != country:
                    return Examples(home, spare, field, target)
    target = next((code for code in _next_to(world, home) if owners.get(code) != country), "")
    return Examples(home, spare, "", target)


def _next_to(world: WorldMap, code: str) -> Iterator[str]:
    """The land next to this area."""
    return (each for each in world.places[code].neighbours if world.is_land(each))


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


def borders(view: EmpireView, area: str) -> tuple[str, ...]:
    """The borders and terrain, which the map shows to all, and of one's own areas what stands there."""
    world = load_map(view.map)
    if not area:
        return tuple(_told(view, world, code, named=False) for code in world.places)
    wanted = " ".join(area.upper().split())
    found = [code for code, place in world.places.items() if wanted in (code, place.name.upper())]
    found = found or [code for code, place in world.places.items() if place.name.upper().startswith(wanted)]
    if len(found) == 1:
        return (_told(view, world, found[0], named=True),)
    spellings = {word: code for code, place in world.places.items() for word in (code, place.name.upper())}
    near = found or [spellings[word] for word in difflib.get_close_matches(wanted[:40], spellings, n=2, cutoff=0.6)]
    named = " or ".join(f"{code} ({world.places[code].name})" for code in dict.fromkeys(near))
    hint = f"Did you mean {named}?" if near else ""
    raise refusal("borders/unknown", f"There is no one area called {area[:40]!r}.", hint=hint)


def _told(view: EmpireView, world: WorldMap, code: str, *, named: bool) -> str:
    place = world.places[code]
    about = [place.terrain.name if world.is_land(code) else "sea"]
    if world.is_land(code):
        about.append(f"owned by {view.owners[code]}" if code in view.owners else "owned by nobody")
    about += _own(view, code)
    beside = ", ".join(f"{each} ({world.places[each].name})" if named else each for each in place.neighbours)
    return f"{code}, {place.name}: {', '.join(about)}. It touches {beside}."


def _own(view: EmpireView, code: str) -> Iterable[str]:
    """What the reader's own reports tell of it."""
    for row in view.land:
        if row["code"] == code:
            yield f"people {row['people']}, forts {row['forts']}, armies {row['armies']}"
            if row["entrance"]:
                yield f"a base with its entrance at {row['entrance']}"
