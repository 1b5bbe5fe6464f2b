"""The table: all that lies open on a Diplomacy board between two phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.rules.diplomacy.board import Board, Dislodged, Position, Unit, position_of
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.labels import Label, read_label


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

    @cached_property
    def unit_texts(self) -> Mapping[str, tuple[str, ...]]:
        """Power -> its units as orders name them, `A VIE`; powers without units left out."""
        texts: dict[str, tuple[str, ...]] = {}
        for power, kind, place in self.units:
            texts[power] = (*texts.get(power, ()), f"{kind} {place}")
        return texts

    @cached_property
    def alive(self) -> frozenset[str]:
        """The powers that have a center or a unit left (ruling P29)."""
        units = (*self.units, *(each.unit for each in self.dislodged))
        return frozenset((*(power for power, owned in self.centers.items() if owned), *(unit.power for unit in units)))

    def units_of(self, power: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.power == power)

    def dislodged_of(self, power: str) -> tuple[Dislodged, ...]:
        return tuple(each for each in self.dislodged if each.unit.power == power)


def opening(name: str) -> Table:
    """The board as a game begins."""
    board = load_board(name)
    units = [unit for power in board.powers for unit in board.start_units[power]]
    centers = {power: owned for power, owned in board.start_centers.items() if owned}
    return Table(name, read_label(board.start), sorted_units(units), centers)


def sorted_units(units: list[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: (unit.power, unit.place)))


def read_power(board: Board, text: str) -> str:
    """The power of this name, in any case. ValueError lists the powers there are."""
    power = text.strip().upper()
    if power not in board.powers:
        raise ValueError(f"no power {text[:40]!r}; there are: {', '.join(board.powers)}")
    return power
