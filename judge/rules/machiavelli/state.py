"""A whole game of Absence of Plague: the open board, the treasuries, and who still plays. Round-trips through JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.labels import FIRST_YEAR, Label, read_label
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position, Unit, marked, opening
from judge.rules.values import Json
from judge.rules.votes import Votes, dump_votes, load_votes

START_DUCATS = 15


@dataclass(frozen=True)
class State:
    """ducats: treasuries; expected: what everybody can reckon of them from what is public (A.2); winners: set once it
    is over; votes: how the players would end it; vacant: players whose person has left.
    """

    label: Label
    position: Position
    ducats: Mapping[str, int]
    expected: Mapping[str, int]
    votes: Votes = field(default_factory=Votes)
    vacant: tuple[str, ...] = ()
    winners: tuple[str, ...] = field(default=())

    @property
    def over(self) -> bool:
        return bool(self.winners)


def new_game(dummies: tuple[str, ...] = ()) -> State:
    """Phase A.3 of Spring 1459 (chapter 3)."""
    position = opening(dummies)
    ducats = dict.fromkeys(position.players(), START_DUCATS)
    return State(Label("SPR", FIRST_YEAR, "A"), position, ducats, dict(ducats))


def dump_position(label: Label, position: Position) -> dict[str, Json]:
    """The open board as `judge adjudicate` writes it, too."""
    units: dict[str, list[str]] = {}
    for unit in sorted(position.units.values(), key=lambda unit: (unit.owner, unit.kind, unit.area)):
        units.setdefault(unit.owner or INDEPENDENTS, []).append(str(unit))
    control: dict[str, list[str]] = {}
    for area, holder in sorted(position.markers.items()):
        control.setdefault(holder, []).append(area)
    return {
        "phase": str(label),
        "units": units,
        "control": control,
        "rebellions": {area: victim or INDEPENDENTS for area, victim in sorted(position.rebellions.items())},
        "sieges": sorted(position.sieges),
        "homes": dict(sorted(position.homes.items())),
        "excommunicated": dict(sorted(position.banned.items())),
        "condemned": sorted(position.condemned),
        "eliminated": [list(each) for each in position.eliminated],
        "rebel_sieges": sorted(position.of_rebels),
    }


def load_position(data: Mapping[str, Json]) -> tuple[Label, Position]:
    """Return the label and the board. ValueError says what cannot be read.

    A key that is left out is as if nothing had happened; without `rebel_sieges`, whatever is besieged now is what was.
    """
    label = read_label(_text(data.get("phase"), "phase"))
    units: dict[str, Unit] = {}
    for owner, texts in _pairs(data, "units"):
        name = INDEPENDENT if owner.upper() == INDEPENDENTS else read_country(owner)
        for text in _texts(texts, f"units of {owner}"):
            unit = read_unit(name, text)
            if unit.place in units:
                raise ValueError(f"{text} stands where {units[unit.place]} does")
            units[unit.place] = unit
    markers: dict[str, str] = {}
    for owner, areas in _pairs(data, "control"):
        markers.update((read_area(area), read_country(owner)) for area in _texts(areas, f"control of {owner}"))
    rebellions = {
        read_area(area): INDEPENDENT if victim == INDEPENDENTS else read_country(_text(victim, "victim"))
        for area, victim in _pairs(data, "rebellions")
    }
    homes = {country: country for country in BOARD.countries}
    homes |= {read_country(home): read_country(_text(holder, "holder")) for home, holder in _pairs(data, "homes")}
    banned = {
        read_country(player): str(read_label(_text(until, "label"))) for player, until in _pairs(data, "excommunicated")
    }
    out = []
    gone = data.get("eliminated") or []
    if not isinstance(gone, list | tuple):
        raise ValueError("eliminated is a list of [country, phase]")
    for each in gone:
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise ValueError("eliminated is a list of [country, phase]")
        out.append((read_country(_text(each[0], "country")), _text(each[1], "label")))
    position = Position(
        units,
        markers,
        rebellions,
        frozenset(read_area(area) for area in _texts(data.get("sieges") or [], "sieges")),
        homes,
        banned,
        frozenset(read_country(player) for player in _texts(data.get("condemned") or [], "condemned")),
        tuple(out),
    )
    given = data.get("rebel_sieges")
    if given is None:
        of_rebels = {area for area in position.sieges if position.city_rebels(position.siege_target(area))}
    else:
        of_rebels = {read_area(area) for area in _texts(given, "rebel_sieges")}
    return label, replace(position, markers=marked(position), of_rebels=frozenset(of_rebels))


def dump_state(state: State) -> dict[str, Json]:
    return {
        **dump_position(state.label, state.position),
        "balances": dict(state.ducats),
        "expected": dict(state.expected),
        "votes": dump_votes(state.votes),
        "vacant": list(state.vacant),
        "winners": list(state.winners),
    }


def load_state(data: Mapping[str, Json]) -> State:
    """ValueError says what cannot be read."""
    label, position = load_position(data)
    players = position.players()
    ducats = dict.fromkeys(players, 0) | _amounts(data, "balances")
    if any(amount < 0 for amount in ducats.values()):
        raise ValueError("balances are at least 0")
    expected = dict(ducats) | _amounts(data, "expected")
    return State(
        label,
        position,
        {player: ducats[player] for player in players},
        {player: expected[player] for player in players},
        load_votes(data["votes"]) if "votes" in data else Votes(),
        tuple(data.get("vacant") or ()),
        tuple(data.get("winners") or ()),
    )


def _amounts(data: Mapping[str, Json], name: str) -> dict[str, int]:
    found = {}
    for player, amount in _pairs(data, name):
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise ValueError(f"{name} of {player} is a whole number of ducats")
        found[read_country(player)] = amount
    return found


def read_country(text: str) -> str:
    """`milan` or `MILAN`. ValueError lists them."""
    name = text.strip().upper()
    if name not in BOARD.countries:
        raise ValueError(f"no country {text[:40]!r}; there are: {', '.join(BOARD.countries)}")
    return name


def read_area(text: str) -> str:
    """A code, `PIS`. ValueError if there is no such area."""
    name = text.strip().upper()
    if name not in BOARD.areas:
        raise ValueError(f"no area {text[:40]!r}")
    return name


def read_unit(owner: str, text: str) -> Unit:
    """`A PIS`. ValueError if no such unit can stand there."""
    words = text.upper().split()
    if len(words) == 2 and words[0] in ("A", "F", "G") and words[1] in BOARD.areas and BOARD.stands(words[0], words[1]):
        return Unit(owner, words[0], words[1])
    raise ValueError(f"{text[:40]!r} is no unit that can stand on this map: write `A PIS`, `F LIG` or `G SIE`")


def _pairs(data: Mapping[str, Json], name: str) -> list[tuple[str, Json]]:
    found = data.get(name) or {}
    if not isinstance(found, Mapping):
        raise ValueError(f"{name} is an object")
    return list(found.items())


def _texts(value: Json, name: str) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{name} is a list of texts")
    return list(value)


def _text(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text")
    return value
