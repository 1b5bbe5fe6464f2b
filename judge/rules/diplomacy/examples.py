"""Orders that show how one writes here, made of what the reader sees: their own units, and those next to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import ARMY, Unit


class Examples(NamedTuple):
    """Orders of the reader's own units, as legal as the board makes them; empty where they have no unit for one.

    move: `A BUD - GAL`, of the unit `mover` to the area named `to`; support: `A VIE S A BUD - GAL`, where another unit
    can give it; other_move: another move of the mover; idle: a unit that neither moves nor supports, else any. code and
    name: of the area where the mover stands; stranger: a unit of somebody else, the nearest.
    """

    mover: str = ""
    move: str = ""
    to: str = ""
    other_move: str = ""
    support: str = ""
    idle: str = ""
    code: str = ""
    name: str = ""
    stranger: str = ""


def examples_of(table: Table, power: str, strangers: Collection[str]) -> Examples:
    """Examples for the player of this power. `table`: what they see; `strangers`: whose unit may be the other one."""
    board, own = table.board, table.units_of(power)
    if not own:
        return Examples()
    taken = {unit.province for unit in table.units}
    mover, place, helper = min(
        _moves(board, own), key=lambda each: (each[2] is None, board.province_of[each[1]] in taken)
    )
    move = f"{mover} - {place}"
    others = sorted(other for other in board.borders(mover.kind, mover.place) if board.province_of[other] not in taken)
    other = next((each for each in others if board.province_of[each] != board.province_of[place]), "")
    return Examples(
        mover=str(mover),
        move=move,
        to=board.title_of(place),
        other_move=f"- {other}" if other else "",
        support=f"{helper} S {move}" if helper is not None else "",
        idle=str(next((unit for unit in own if unit not in (mover, helper)), own[0])),
        code=mover.province,
        name=board.names[mover.province],
        stranger=_nearest(table, own, strangers),
    )


def _moves(board: Board, own: Collection[Unit]) -> Iterator[tuple[Unit, str, Unit | None]]:
    """(unit, where it goes, another unit that can support it there), armies first."""
    here = {unit.province for unit in own}
    for unit in sorted(own, key=lambda each: each.kind != ARMY):
        for place in sorted(board.borders(unit.kind, unit.place)):
            province = board.province_of[place]
            if province not in here:
                yield (
                    unit,
                    place,
                    next((each for each in own if each != unit and _reaches(board, each, province)), None),
                )
    for unit in own:
        for place in sorted(board.borders(unit.kind, unit.place)):
            yield unit, place, None


def _reaches(board: Board, unit: Unit, province: str) -> bool:
    return any(board.province_of[place] == province for place in board.borders(unit.kind, unit.place))


def _nearest(table: Table, own: Collection[Unit], strangers: Collection[str]) -> str:
    """A unit of one of these powers: next to an own unit, else two steps away, else the first in the list."""
    reach = table.board.reach
    near = {there for unit in own for there in reach[unit.province]}
    further = {there for here in near for there in reach[here]}
    found = [unit for unit in table.units if unit.power in strangers]
    by_distance = sorted(found, key=lambda unit: (unit.province not in near, unit.province not in further))
    return str(by_distance[0]) if by_distance else ""
