"""One case of `judge adjudicate` for Empires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from judge.rules.empires.numbers import in_good_words
from judge.rules.empires.play import adjudicate, gap
from judge.rules.empires.reading.sheet import SheetReader
from judge.rules.empires.state import Area, Country, State, dump_area, dump_state, load_state, opening_areas
from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.rng import Rng
from judge.rules.values import Json, Orders, sheet_of

LONGEST_SHEET = 100_000
LIMIT = 20


def adjudicate_case(case: Mapping[str, Json]) -> dict[str, Json]:
    """Position, orders and options in; position, results and problems out. ValueError where the case cannot be read."""
    options = _mapping(case.get("options") or {}, "options is an object")
    seed = case.get("seed", "")
    if not isinstance(seed, str):
        raise ValueError("seed is a text")
    position = _mapping(case.get("position"), "a case has a position: an object with phase")
    rng = Rng(seed.encode(), str(position.get("phase", "")))
    state = load_position(position, options, rng)
    sheets = _mapping(case.get("orders") or {}, "orders is an object: country -> sheet")
    problems: list[Json] = []
    names = {code: place.name for code, place in state.world.places.items()}
    orders: dict[str, Orders] = {}
    for name, text in sheets.items():
        country = str(name).upper()
        if country not in state.countries:
            raise ValueError(f"there is no country {country[:20]}; there are {', '.join(state.countries)}")
        if not isinstance(text, str) or len(text) > LONGEST_SHEET:
            raise ValueError(f"the sheet of {country} is one text of at most {LONGEST_SHEET} letters, a line a slot")
        reading = SheetReader(country, tuple(state.countries), names).read(sheet_of(text))
        is_for_another = reading.meant_for not in ("", state.label)
        orders[country] = {} if is_for_another else reading.parts
        problems += [
            {
                "role": country,
                "line": each.line,
                "text": each.text,
                "code": each.code,
                "message": f"{each.message} {each.hint}".strip(),
            }
            for each in reading.problems
            if not each.warning
        ]
        if is_for_another:
            message = f"The sheet is for {reading.meant_for}, not for {state.label}."
            problems.append({"role": country, "line": 0, "text": "", "code": "empires/other-turn", "message": message})
    step = adjudicate(state, orders, rng)
    found: dict[str, Json] = {
        "position": dump_state(step.outcome.state),
        "results": {country: _in_good_words(report) for country, report in step.report.items()},
        "bids": dict(step.bids),
        "problems": problems,
    }
    if step.outcome.result is not None:
        found["winners"] = list(step.outcome.result.winners)
    return found


def _in_good_words(report: Mapping[str, Json]) -> dict[str, Json]:
    """A country's report, with what came of its slots as letters say it."""
    return {**report, "slots": [{**slot, "said": in_good_words(slot["said"])} for slot in report["slots"]]}


def load_position(data: Mapping[str, Any], options: Mapping[str, Any], rng: Rng) -> State:
    """A position as a person writes it: what is left out is as at the start. ValueError says what is wrong."""
    name = data.get("map", options.get("map", "corners"))
    try:
        world = load_map(str(name))
    except KeyError as unknown:
        raise ValueError(str(unknown.args[0])) from None
    label = str(data.get("phase", "")).upper()
    if not (
        label[:1] == "T" and label[1:].isascii() and label[1:].isdigit() and int(label[1:4]) > 0 and len(label) < 5
    ):
        raise ValueError(f"position.phase is T1, T2, …, not {label[:20]!r}")
    turn = int(label[1:])
    given = _mapping(data.get("countries") or {}, "position.countries is country -> {bps, reserve, navy, vps}")
    order = data.get("order") or list(world.countries)
    _countries(world, order, "order")
    dummies = data.get("dummies") or []
    _countries(world, dummies, "dummies")
    for country in given:
        if country not in world.countries:
            raise ValueError(f"there is no country {str(country)[:20]}; there are {', '.join(world.countries)}")
    censuses = _number(data.get("censuses", 0), "censuses")
    census = data.get("census")
    if census is None:
        census, censuses = gap(rng, 1), 0
        while census < turn:
            censuses += 1
            census += gap(rng, censuses + 1)
    areas = _areas(world, _mapping(data.get("areas") or {}, "position.areas is code -> what stands there"), order)
    return load_state(
        {
            "phase": f"T{turn}",
            "map": world.name,
            "order": order,
            "countries": {each: _country(given.get(each, {}), each) for each in world.countries},
            "areas": areas,
            "dummies": [each for each in world.countries if each in dummies],
            "census": _number(census, "census"),
            "censuses": censuses,
            "met": bool(data.get("met", False)),
            "limit": _number(data.get("limit", options.get("limit", LIMIT)), "limit"),
            "winners": [],
        }
    )


def _countries(world: WorldMap, value: Any, name: str) -> None:
    known = isinstance(value, list) and all(each in world.countries for each in value)
    if not known or len(set(value)) < len(value):
        raise ValueError(f"position.{name} lists countries once each: {', '.join(world.countries)}")


def _country(data: Any, name: str) -> dict[str, int]:
    start = {each.name: each.default for each in fields(Country)}
    given = _mapping(data, f"position.countries.{name} is an object")
    for each in given:
        if each not in start:
            raise ValueError(f"position.countries.{name} has no {each}: there are {', '.join(start)}")
    values = {**start, **given}
    return {each: _number(value, f"{name}.{each}", signed=each == "vps") for each, value in values.items()}


def _areas(world: WorldMap, given: Mapping[str, Any], order: Sequence[str]) -> dict[str, Json]:
    """Who is not in the order of play is eliminated, and has nothing any more (11.1)."""
    known = {each.name for each in fields(Area)}
    found: dict[str, Json] = {}
    for code, opening in opening_areas(world).items():
        found[code] = dump_area(opening if opening.owner in order else replace(opening, owner="", docked=0))
    for code, data in given.items():
        if code not in world.places:
            raise ValueError(f"there is no area {str(code)[:20]} on the map {world.name}")
        area = _mapping(data, f"position.areas.{code} is an object")
        for name, value in area.items():
            if name not in known:
                raise ValueError(f"position.areas.{code} has no {name}: there are {', '.join(sorted(known))}")
            _check(world, code, name, value)
        if area.get("owner") and area["owner"] not in order:
            raise ValueError(f"position.areas.{code} is {area['owner']}'s, whom position.order leaves out: eliminated")
        if area.get("fleets") and (world.is_land(code) or not area.get("owner")):
            raise ValueError(f"position.areas.{code}: ships at sea are in a sea area, and somebody's")
        found[code] = dict(area)
    return found


def _check(world: WorldMap, code: str, name: str, value: Any) -> None:
    where = f"position.areas.{code}.{name}"
    if name == "fleets":
        for base, ships in _mapping(value, f"{where} is base -> ships").items():
            if base not in world.places or not _number(ships, where):
                raise ValueError(f"{where} is base -> ships, at least one each")
    elif name == "owner":
        if value and value not in world.countries:
            raise ValueError(f"{where} is one of {', '.join(world.countries)}, or empty")
    elif name in ("retreat_to", "entrance"):
        if value and value not in world.places[code].neighbours:
            raise ValueError(f"{where} is an area next to {code}, or empty")
        if value and name == "entrance" and world.is_land(value):
            raise ValueError(f"{where} is a sea area")
    elif name == "retreats":
        if not isinstance(value, bool):
            raise ValueError(f"{where} is true or false")
    else:
        _number(value, where)


def _mapping(value: Any, otherwise: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(otherwise)
    return value


def _number(value: Any, where: str, *, signed: bool = False) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or (value < 0 and not signed):
        raise ValueError(f"{where} is a whole number, not {str(value)[:20]}")
    return value
