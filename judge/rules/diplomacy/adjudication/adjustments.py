"""Winter: units are built in free homes, or disbanded until there are no more than centers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.rules.diplomacy.board import BUILDS, FLEET, Board, Unit
from judge.rules.diplomacy.table import Table

BUILD = "BUILD"
DISBAND = "DISBAND"
WAIVE = "WAIVE"


class Adjustment(NamedTuple):
    """One build, disband or waived build. `unit` is None for a waived one; `default`: nobody ordered it."""

    verb: str
    unit: Unit | None = None
    default: bool = False

    def __str__(self) -> str:
        return f"{self.verb} {self.unit}" if self.unit else self.verb


def owed(table: Table, power: str) -> int:
    """How many units a power may build (positive) or must disband (negative). Builds want a free home."""
    difference = table.count(power) - len(table.units_of(power))
    return min(difference, len(sites(table, power))) if difference > 0 else difference


def sites(table: Table, power: str) -> tuple[str, ...]:
    """The homes (or, on some boards, any centers) in which a power can build: owned and empty."""
    homes = build_sites(table, power)
    return tuple(home for home in homes if table.owner.get(home) == power and home not in table.position.units)


def build_sites(table: Table, power: str) -> tuple[str, ...]:
    """Where the power could build, were they its own and empty."""
    return table.board.homes[power] if table.board.builds == BUILDS[0] else table.board.centers


def complete(table: Table, power: str, ordered: Sequence[Adjustment]) -> tuple[Adjustment, ...]:
    """What the power does: its orders, and the defaults (P17) for what it left open."""
    due = owed(table, power)
    left = abs(due) - len(ordered)
    if due > 0:
        return (*ordered, *[Adjustment(WAIVE, None, True)] * left)
    gone = {each.unit for each in ordered}
    rest = [unit for unit in civil_disorder(table, power) if unit not in gone]
    return (*ordered, *(Adjustment(DISBAND, unit, True) for unit in rest[: max(left, 0)]))


def civil_disorder(table: Table, power: str) -> list[Unit]:
    """A power's units in the order in which they are removed (P17, DATC 4.D.8 by the rules of 2023)."""
    board = table.board
    steps = _steps(board, table.centers.get(power, ()))
    return sorted(
        table.units_of(power),
        key=lambda unit: (-steps[unit.province], unit.kind != FLEET, board.names[unit.province]),
    )


def _steps(board: Board, centers: Sequence[str]) -> dict[str, int]:
    """How many steps, of any kind of unit and coasts ignored, every province is away from the nearest of these."""
    steps = dict.fromkeys(centers, 0)
    near = list(centers)
    for province in near:
        for other in board.reach[province]:
            if other not in steps:
                steps[other] = steps[province] + 1
                near.append(other)
    return {province: steps.get(province, len(board.provinces)) for province in board.provinces}
