"""The table: all that lies open on a Diplomacy board between two phases. JSON has the shape of `judge adjudicate`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.rules.diplomacy.board import Board, load_board
from judge.rules.diplomacy.labels import Label, read_label
from judge.rules.diplomacy.position import Dislodged, Position, Unit, position_of
from judge.rules.diplomacy.reading.spelling import compact, unit_named
from judge.rules.values import Json


@dataclass(frozen=True)
class Table:
    """Units and dislodged are sorted by power and place; centers: owner -> its centers, owners of none left out."""

    map: str
    label: Label
    units: tuple[Unit, ...]
    centers: Mapping[str, tuple[str, ...]]
    dislodged: tuple[Dislodged, ...] = ()
    contested: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        return load_board(self.map)

    @cached_property
    def position(self) -> Position:
        """Where the units stand; what readers work out about it is kept with it."""
        return position_of(self.units, self.dislodged)

    @cached_property
    def owner(self) -> Mapping[str, str]:
        """Center -> the power that owns it."""
        return {center: power for power, centers in self.centers.items() for center in centers}

    def count(self, power: str) -> int:
        """How many centers a power owns."""
        return len(self.centers.get(power, ()))

    def units_of(self, power: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.power == power)

    def dislodged_of(self, power: str) -> tuple[Dislodged, ...]:
        return tuple(each for each in self.dislodged if each.unit.power == power)

    def alive(self, power: str) -> bool:
        """Has the power a center or a unit left? (ruling P29)"""
        return bool(self.count(power) or self.units_of(power) or self.dislodged_of(power))


def opening(name: str) -> Table:
    """The board as a game begins."""
    board = load_board(name)
    units = [unit for power in board.powers for unit in board.start_units[power]]
    centers = {power: owned for power, owned in board.start_centers.items() if owned}
    return Table(name, read_label(board.start), sorted_units(units), centers)


def sorted_units(units: list[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: (unit.power, unit.place)))


def dump_table(table: Table) -> dict[str, Json]:
    """phase, units, centers, dislodged and contested, as `judge adjudicate` writes a position."""
    units: dict[str, list[str]] = {}
    for unit in table.units:
        units.setdefault(unit.power, []).append(str(unit))
    return {
        "phase": str(table.label),
        "units": units,
        "centers": {power: list(centers) for power, centers in table.centers.items()},
        "dislodged": {
            str(unit): {"power": unit.power, "from": origin, "retreats": list(retreats)}
            for unit, origin, retreats in table.dislodged
        },
        "contested": list(table.contested),
    }


def load_table(name: str, data: Mapping[str, Json]) -> Table:
    """The table that `dump_table` wrote, or somebody by hand. ValueError says what is wrong with it."""
    if not isinstance(data, Mapping) or not isinstance(data.get("phase"), str):
        raise ValueError('a position is an object with a phase: {"phase": "S1901M", "units": {...}}')
    board = load_board(name)
    units = [_unit(board, power, text) for power, texts in _by_power(board, data, "units").items() for text in texts]
    position_of(units)
    centers: dict[str, tuple[str, ...]] = {}
    owners: dict[str, str] = {}
    for power, texts in _by_power(board, data, "centers").items():
        owned = [_province(board, text) for text in texts]
        for center in owned:
            if center not in board.centers:
                raise ValueError(f"{center} is no supply center")
            if center in owners:
                raise ValueError(f"{center} is owned twice, by {owners[center]} and {power}")
            owners[center] = power
        if owned:
            centers[power] = tuple(sorted(owned))
    dislodged = [_dislodged(board, text, entry) for text, entry in _object(data, "dislodged").items()]
    if len({each.unit.province for each in dislodged}) < len(dislodged):
        raise ValueError("two units are dislodged from one province")
    return Table(
        name,
        read_label(data["phase"]),
        sorted_units(units),
        dict(sorted(centers.items())),
        tuple(sorted(dislodged, key=lambda each: (each.unit.power, each.unit.place))),
        tuple(sorted({_province(board, text) for text in _list(data.get("contested") or [], "contested")})),
    )


def _object(data: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    found = data.get(key) or {}
    if not isinstance(found, Mapping):
        raise ValueError(f"{key} is an object, not {type(found).__name__}")
    return found


def _list(found: Json, what: str) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ValueError(f"{what} is a list of texts")
    return found


def _by_power(board: Board, data: Mapping[str, Json], key: str) -> dict[str, list[str]]:
    return {read_power(board, power): _list(texts, f"{key} of {power}") for power, texts in _object(data, key).items()}


def read_power(board: Board, text: str) -> str:
    """The power of this name, in any case. ValueError lists the powers there are."""
    power = text.strip().upper()
    if power not in board.powers:
        raise ValueError(f"no power {text[:40]!r}; there are: {', '.join(board.powers)}")
    return power


def _unit(board: Board, power: str, text: str) -> Unit:
    found = board.standing.get(text) or unit_named(board, compact(text[:80]))
    if found is None or not board.fits(*found):
        raise ValueError(f"{text[:40]!r} is no unit that can stand on this map: write `A VIE` or `F STP/SC`")
    return Unit(power, *found)


def _province(board: Board, text: str) -> str:
    if text in board.provinces:
        return text
    found = board.find(text)
    if len(found) != 1:
        raise ValueError(f"{text[:40]!r} is no province of this map")
    return found[0]


def _dislodged(board: Board, text: str, entry: Json) -> Dislodged:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("power"), str):
        raise ValueError(f'dislodged {text[:40]!r} wants {{"power": ..., "from": ..., "retreats": [...]}}')
    unit = _unit(board, read_power(board, entry["power"]), text)
    places = _list(entry.get("retreats") or [], f"retreats of {text}")
    retreats = sorted(place.strip().upper() for place in places)
    for place in retreats:
        if not board.fits(unit.kind, place):
            raise ValueError(f"{unit} cannot stand in {place[:40]!r}")
    origin = entry.get("from") or ""
    return Dislodged(unit, _province(board, str(origin)) if origin else "", tuple(retreats))
