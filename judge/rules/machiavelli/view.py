"""What a viewer may know: the open board, and for a player their own treasury."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.reading.faults import unknown
from judge.reading.lexicon import lexicon
from judge.rules.machiavelli.adjustment import RAISE, Salary, no_raise
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position
from judge.rules.machiavelli.reading.names import WORDS_READ, areas_named, names
from judge.rules.machiavelli.state import Label, State
from judge.rules.machiavelli.victory import CITIES, FEWER_CITIES, FEWER_FROM, PAPACY
from judge.rules.problems import refusal
from judge.rules.values import Audience, Json, Phase, View


class Examples(NamedTuple):
    """Canonical lines; empty where the country has none that fits.

    raises: `A FIR`, a unit for each city of the home country where one can be raised; code and name: of an own area;
    move: `A FIR - PST`; support: `A ARE S PST`; to: the area of both; siege: `A LUC B LUC`, of the nearest independent
    garrison; besieged: its area; bribe: `G LUC`, that garrison; revolt: the name of a province of another country.
    """

    raises: tuple[str, ...] = ()
    code: str = ""
    name: str = ""
    move: str = ""
    to: str = ""
    support: str = ""
    siege: str = ""
    besieged: str = ""
    bribe: str = ""
    revolt: str = ""


def raisable(position: Position, player: str) -> tuple[str, ...]:
    """Return the unit for each home city: army, else fleet, else garrison (7.2)."""
    found = []
    for area in (area for area in BOARD.cities if position.in_home(area, player)):
        kinds = (ARMY if BOARD.stands(ARMY, area) else FLEET, GARRISON)
        can = [kind for kind in kinds if not no_raise(position, player, Salary(RAISE, kind, area))]
        found += [f"{kind} {area}" for kind in can[:1]]
    return tuple(found)


def examples_of(position: Position, player: str, others: Collection[str]) -> Examples:
    """Examples for the player of this country; `others`: countries that somebody else plays."""
    home = [area for area in BOARD.provinces if position.in_home(area, player) and BOARD.stands(ARMY, area)]
    if not home:
        return Examples()
    ways = list(_ways(position, player, home))
    here, to, helper = next((way for way in ways if way[2]), ways[0] if ways else (home[0], "", ""))
    free = _garrisons(position)
    near = min(free, key=lambda area: BOARD.distance[home[0]].get(area, len(BOARD.areas))) if free else ""
    theirs = [area for other in others for area in BOARD.homes[other] if position.control(area) == other]
    return Examples(
        raises=raisable(position, player),
        code=home[0],
        name=BOARD.areas[home[0]].name,
        move=f"A {here} - {to}" if to else "",
        to=BOARD.areas[to].name if to else "",
        support=f"A {helper} S {to}" if helper else "",
        siege=f"A {near} B {near}" if near and BOARD.stands(ARMY, near) else "",
        besieged=BOARD.areas[near].name if near else "",
        bribe=f"{GARRISON} {near}" if near else "",
        revolt=BOARD.areas[theirs[0]].name if theirs else "",
    )


def _ways(position: Position, player: str, home: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """(home city, a province next to it, another home city from which an army could support there, or nothing)."""
    cities = [area for area in home if BOARD.areas[area].city]
    for here in cities:
        for to in sorted(BOARD.army[here] - set(cities), key=lambda area: (position.control(area) != player, area)):
            if BOARD.stands(ARMY, to):
                yield here, to, next((each for each in cities if each != here and to in BOARD.army[each]), "")


def _garrisons(position: Position) -> list[str]:
    """Where independent garrisons stand that cost the least: those of no major city."""
    found = (unit.area for unit in position.units.values() if unit.owner == INDEPENDENT and unit.kind == GARRISON)
    return sorted(area for area in found if BOARD.areas[area].magnitude == 1)


@dataclass(frozen=True)
class PlagueView(View):
    """power: the viewer's country, or empty; own_units: its units; balance: its ducats, None for everybody else.

    units, provinces: (player, texts) in board order, independents and uncontrolled last; expected: the anticipated
    treasuries that anybody can reckon (A.2); rebellions: {"province", "victim"}; sieges: provinces; excommunicated:
    player -> label; eliminated: players.
    """

    label: Label
    position: Position
    power: str
    own_units: tuple[str, ...]
    balance: int | None
    units: tuple[tuple[str, tuple[str, ...]], ...]
    provinces: tuple[tuple[str, tuple[str, ...]], ...]
    expected: Mapping[str, int]
    rebellions: tuple[Mapping[str, Json], ...]
    sieges: tuple[str, ...]
    excommunicated: Mapping[str, str]
    eliminated: tuple[str, ...]
    dummies: tuple[str, ...]
    names: Mapping[str, str]

    @property
    def goal(self) -> tuple[int, int, int]:
        """How many cities win at first, how many later, and from which year on."""
        return CITIES, FEWER_CITIES, FEWER_FROM

    @property
    def trade(self) -> int:
        """The ducats that trade brings the viewer's country each year."""
        return BOARD.countries[self.power].trade if self.power else 0

    @property
    def others(self) -> tuple[str, ...]:
        """The countries that somebody else leads."""
        return tuple(player for player in self.position.players() if player != self.power)

    @property
    def examples(self) -> Examples:
        """Lines that show how one writes, of the viewer's own home country."""
        return examples_of(self.position, self.power, self.others)


NAMES = {code: area.name for code, area in BOARD.areas.items()}


def view_of(state: State, viewer: Audience, phase: Phase) -> PlagueView:
    """`phase` is the one at hand, or the last one of a game that is over."""
    position = state.position
    power = viewer.roles[0] if viewer.kind == "roles" and viewer.roles and viewer.roles[0] in BOARD.countries else ""
    rows = sorted(position.units.items(), key=lambda row: (row[1].owner, row[1].kind, row[1].area))
    position = replace(position, units=dict(rows))
    units: dict[str, list[str]] = {}
    for unit in sorted(position.units.values(), key=lambda unit: ("GAF".index(unit.kind), unit.area)):
        units.setdefault(unit.owner, []).append(str(unit))
    provinces: dict[str, list[str]] = {}
    for area in sorted(BOARD.provinces):
        provinces.setdefault(position.control(area), []).append(area)
    order = [*BOARD.countries, INDEPENDENT]
    return PlagueView(
        viewer=viewer,
        phase=phase,
        label=state.label,
        position=position,
        power=power,
        own_units=tuple(units.get(power, ())) if power else (),
        balance=state.ducats.get(power) if power else None,
        units=tuple((owner or INDEPENDENTS, tuple(units[owner])) for owner in order if owner in units),
        provinces=tuple((owner or INDEPENDENTS, tuple(provinces[owner])) for owner in order if owner in provinces),
        expected={player: state.expected[player] for player in position.players()},
        rebellions=tuple(
            {"province": area, "victim": victim or INDEPENDENTS} for area, victim in sorted(position.rebellions.items())
        ),
        sieges=tuple(sorted(position.siege_target(area) for area in position.sieges if position.siege_goes_on(area))),
        excommunicated=dict(sorted(position.banned.items())),
        eliminated=tuple(player for player, _ in position.eliminated),
        dummies=tuple(player for player, when in position.eliminated if not when),
        names=NAMES,
    )


_KINDS = {
    "land": "inland",
    "coast": "on the coast",
    "sea": "sea",
    "island": "island",
    "island-minor": "small island, for one fleet or rebellion",
    "island-venice": "island, for one unit or rebellion",
}


def borders(view: PlagueView, area: str) -> tuple[str, ...]:
    """Those that are printed on the map: all of them."""
    if not area:
        return tuple(_told(view, code, named=False) for code in BOARD.areas)
    found = areas_named(area)
    if len(found) == 1:
        return (_told(view, found[0], named=True),)
    near = unknown(area, names(), lexicon(*WORDS_READ))
    hint = f"It could be {' or '.join(found)}." if found else near.hint if near is not None else ""
    raise refusal("borders/unknown", f"There is no one area called {area[:40]!r}.", hint=hint)


def _told(view: PlagueView, code: str, *, named: bool) -> str:
    area = BOARD.areas[code]
    about = [_KINDS[area.kind]]
    if area.city:
        fortified, port = "fortified " * area.fortified, "port " * area.port
        about.append(f"{fortified}{port}city with an income of {area.magnitude}")
    if area.home:
        about.append(f"home of {_country(area.home)}")
    if not area.sea:
        holder = view.position.control(code)
        about.append(f"held by {_country(holder) if holder in BOARD.countries else 'nobody'}")
    ways = []
    for kind, reached in (("An army", BOARD.army[code]), ("A fleet", BOARD.fleet[code])):
        if reached:
            ways.append(f"{kind} goes to {_list(code, reached, named)}.")
    return f"{code}, {area.name}: {', '.join(about)}. {' '.join(ways)}"


def _country(code: str) -> str:
    return "the Papacy" if code == PAPACY else BOARD.countries[code].name


def _list(code: str, reached: Iterable[str], named: bool) -> str:
    def one(other: str) -> str:
        strait = BOARD.straits.get((code, other), "")
        over = f"over the straits of {strait.title()}" if strait else ""
        names = ", ".join(filter(None, (BOARD.areas[other].name if named else "", over)))
        return f"{other} ({names})" if names else other

    return ", ".join(one(other) for other in sorted(reached))
