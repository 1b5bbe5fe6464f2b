"""One case of `judge adjudicate` for Empires."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from judge.rules import schema
from judge.rules.case import Amount, Case, Name
from judge.rules.empires.play import adjudicate, gap
from judge.rules.empires.reading import SheetReader
from judge.rules.empires.state import Area, Country, State, opening_areas
from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.problems import problem_rows
from judge.rules.rng import Rng
from judge.rules.schema import Text
from judge.rules.values import Json, Orders, sheet_of

_LABEL = re.compile(r"T(?!0+$)[0-9]{1,3}")


def _label(text: str) -> str:
    label = text.upper()
    if not _LABEL.fullmatch(label):
        raise ValueError(f"a turn is T1, T2, …, not {label[:20]!r}")
    return label


@dataclass(frozen=True)
class Options:
    map: str = "corners"
    limit: Amount = 20


@dataclass(frozen=True)
class Position:
    """A state as people write and read it. `map` and `limit` go before those of the options; `winners` are only
    written.
    """

    phase: Annotated[str, Text(_label)]
    map: str = ""
    order: tuple[Name, ...] = ()
    countries: Mapping[Name, Country] = field(default_factory=dict)
    areas: Mapping[Name, Area] = field(default_factory=dict)
    dummies: tuple[Name, ...] = ()
    census: Amount | None = None
    censuses: Amount = 0
    met: bool = False
    limit: Amount | None = None
    winners: tuple[Name, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EmpireCase(Case):
    position: Position
    options: Options = Options()


def adjudicate_case(data: Mapping[str, Json]) -> dict[str, Json]:
    """Position, orders and options in; position, results and problems out. ValueError where the case cannot be read."""
    case = schema.read(data, EmpireCase)
    rng = Rng(case.seed.encode(), case.position.phase)
    state = state_of(case.position, case.options, rng)
    problems: list[Json] = []
    orders: dict[str, Orders] = {}
    for country, text in case.orders.items():
        _check_country(state.world, country)
        reading = SheetReader(state.world, tuple(state.countries), country).read(sheet_of(text))
        is_for_another = reading.meant_for not in ("", state.label)
        orders[country] = {} if is_for_another else reading.parts
        problems += problem_rows(country, reading.problems)
        if is_for_another:
            message = f"The sheet is for {reading.meant_for}, not for {state.label}."
            problems.append({"role": country, "line": 0, "text": "", "code": "empires/other-turn", "message": message})
    done = adjudicate(state, orders, rng)
    reports = {event.audience.roles[0]: event.data for event in done.events if event.kind == "report"}
    found: dict[str, Json] = {
        "position": _position_of(done.state),
        "results": reports,
        "bids": {country: report["bid"] for country, report in reports.items()},
        "problems": problems,
    }
    if done.result is not None:
        found["winners"] = list(done.result.winners)
    return found


def _position_of(state: State) -> dict[str, Json]:
    """The position as people read it: of areas only what differs from an empty one."""
    alike = ("map", "order", "countries", "dummies", "census", "censuses", "met", "limit", "winners")
    position = Position(state.label, **{name: getattr(state, name) for name in alike})
    areas = {code: schema.dump(state.areas[code]) for code in state.world.places}
    return {**schema.write(position), "areas": areas, **({"over": True} if state.over and not state.winners else {})}


def state_of(position: Position, options: Options, rng: Rng) -> State:
    """Return a position's state, filled in from the start. ValueError says what map or rules forbid."""
    try:
        world = load_map(position.map or options.map)
    except KeyError as unknown:
        raise ValueError(str(unknown.args[0])) from None
    turn = int(position.phase[1:])
    order = position.order or world.countries
    _check_countries(world, order, "order")
    _check_countries(world, position.dummies, "dummies")
    for country in position.countries:
        _check_country(world, country)
    census, censuses = position.census, position.censuses
    if census is None:
        census, censuses = gap(rng, 1), 0
        while census < turn:
            censuses += 1
            census += gap(rng, censuses + 1)
    return State(
        map=world.name,
        turn=turn,
        order=order,
        countries={each: position.countries.get(each, Country()) for each in world.countries},
        areas=_areas(world, position.areas, order),
        dummies=tuple(each for each in world.countries if each in position.dummies),
        census=census,
        censuses=censuses,
        met=position.met,
        limit=options.limit if position.limit is None else position.limit,
    )


def _check_country(world: WorldMap, country: str) -> None:
    if country not in world.countries:
        raise ValueError(f"there is no country {country[:20]}; there are {', '.join(world.countries)}")


def _check_countries(world: WorldMap, names: Sequence[str], field_name: str) -> None:
    if len(set(names)) < len(names) or not set(names) <= set(world.countries):
        raise ValueError(f"position.{field_name} lists countries once each: {', '.join(world.countries)}")


def _areas(world: WorldMap, given: Mapping[str, Area], order: Sequence[str]) -> dict[str, Area]:
    """Who is not in the order of play is eliminated, and has nothing any more (11.1)."""
    for code, area in given.items():
        if code not in world.places:
            raise ValueError(f"there is no area {code[:20]} on the map {world.name}")
        _check_area(world, f"position.areas of {code}", code, area)
        if area.owner and area.owner not in order:
            raise ValueError(
                f"position.areas of {code}: {area.owner} has it, whom position.order leaves out: eliminated"
            )
    return {
        code: given.get(code, opening if opening.owner in order else replace(opening, owner="", docked=0))
        for code, opening in opening_areas(world).items()
    }


def _check_area(world: WorldMap, where: str, code: str, area: Area) -> None:
    near = world.places[code].neighbours
    if area.owner and area.owner not in world.countries:
        raise ValueError(f"{where}.owner: one of {', '.join(world.countries)}, or empty, not {area.owner[:20]!r}")
    for name, place in (("retreat_to", area.retreat_to), ("entrance", area.entrance)):
        if place and place not in near:
            raise ValueError(f"{where}.{name}: an area next to {code}, or empty, not {place[:20]!r}")
    if area.entrance and world.is_land(area.entrance):
        raise ValueError(f"{where}.entrance: a sea area, not {area.entrance}")
    if any(base not in world.places or not ships for base, ships in area.fleets.items()):
        raise ValueError(f"{where}.fleets: base -> ships, at least one each")
    if area.fleets and (world.is_land(code) or not area.owner):
        raise ValueError(f"{where}.fleets: ships at sea are in a sea area, and somebody's")
