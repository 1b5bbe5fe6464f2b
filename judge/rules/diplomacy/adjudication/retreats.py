"""Retreat phases: what becomes of dislodged units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from judge.rules.diplomacy.board import Board, Dislodged

DISBAND = ""
"""The choice to disband, where others name a place."""

NO_ORDER = "no order"
COLLISION = "collision"


class Retreat(NamedTuple):
    """What became of a dislodged unit: `place` is where it went, or wanted to go; `why` says why it was disbanded."""

    unit: Dislodged
    place: str
    moved: bool
    why: str = ""


def judge_retreats(board: Board, dislodged: tuple[Dislodged, ...], choices: Mapping[str, str]) -> tuple[Retreat, ...]:
    """What becomes of each dislodged unit. `choices`: its province -> the place it goes to, or DISBAND.

    A unit without a choice is disbanded (P17); units that would meet in one province are disbanded, all of them.
    """
    wanted = Counter(board.province_of[place] for place in choices.values() if place)
    found: list[Retreat] = []
    for each in dislodged:
        place = choices.get(each.unit.province)
        if place is None:
            found.append(Retreat(each, DISBAND, False, NO_ORDER))
        elif place and wanted[board.province_of[place]] > 1:
            found.append(Retreat(each, place, False, COLLISION))
        else:
            found.append(Retreat(each, place, bool(place)))
    return tuple(found)
