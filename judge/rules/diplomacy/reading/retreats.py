"""Reading where a dislodged unit goes, as people write it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.rules.diplomacy.adjudication.retreats import DISBAND
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.position import ARMY, Dislodged, Position, Unit
from judge.rules.diplomacy.reading.orders import read_unit
from judge.rules.diplomacy.reading.spelling import compact, target_of, units_of

_DISBANDS = ("DISBANDS", "DISBAND", "REMOVES", "REMOVE", "D")
_RETREATS = ("RETREATS", "RETREAT", "R", "")
_BEGIN = frozenset((*_DISBANDS, *_RETREATS))
_EXAMPLES = "write `A BUD - RUM` or `A BUD DISBAND`"
_GOES = re.compile(r"RETREATSTO|RETREATTO|RETREATS|RETREAT|R(?=-)|R|MOVESTO|MOVETO|TO|-")


def read_retreat(board: Board, dislodged: Mapping[str, Dislodged], text: str) -> tuple[Dislodged, str]:
    """(the dislodged unit, the place it goes to or DISBAND): `A BUD - VIE`, `R BUD - VIE`, `A BUD DISBAND`, `D BUD`.

    `dislodged` are those of the writer, by province. BadOrder where it is no possible retreat.
    """
    try:
        return _read(board, dislodged, compact(text))
    except BadOrder as fault:
        fault.examples, fault.begins = _EXAMPLES, _BEGIN
        raise


def _read(board: Board, dislodged: Mapping[str, Dislodged], line: str) -> tuple[Dislodged, str]:
    # The word is cut off first: in `A PIE DISBAND` the name of the province could take its first letter, as in PIED.
    without = [line.removeprefix(word) for word in _DISBANDS if line.startswith(word)]
    without += [line.removesuffix(word) for word in _DISBANDS if line.endswith(word)]
    for named in without:
        for place, kind, rest in units_of(board, named):
            for province in place.provinces:
                if not rest and province in dislodged and kind in ("", dislodged[province].unit.kind):
                    return dislodged[province], DISBAND
    unit, line = _unit(board, dislodged, line)
    retreat = dislodged[unit.province]
    if line in _DISBANDS:
        return retreat, DISBAND
    goes = _GOES.match(line)
    ways = ", ".join(retreat.retreats)
    hint = f"{unit} may retreat to {ways}" if ways else f"{unit} has nowhere to go and is disbanded"
    bare = _names_place(board, line)  # `A BUD RUM`: its R is no word of going
    if goes is None and not bare:
        can = "it can only retreat or disband" if ways else "it can only disband"
        raise BadOrder("diplomacy/no-retreat", f"{unit} is dislodged, so {can}", hint)
    provinces, coast = target_of(board, line[goes.end() :] if goes is not None and not bare else line)
    places = [
        place
        for place in retreat.retreats
        if board.province_of[place] in provinces and (not coast or unit.kind == ARMY or place.endswith(coast))
    ]
    if len(places) > 1:
        readings = tuple(f"{unit} - {place}" for place in places)
        raise BadOrder(
            "diplomacy/coast-needed", f"{unit} has more than one place to go there", " or ".join(readings), readings
        )
    if not places:
        raise BadOrder("diplomacy/no-retreat", f"{unit} cannot retreat to {' or '.join(provinces)}{coast}", hint)
    if bare:
        raise BadOrder("diplomacy/no-retreat", "a `-` stands before where a unit goes", f"write {unit} - {places[0]}")
    return retreat, places[0]


def _names_place(board: Board, line: str) -> bool:
    try:
        target_of(board, line)
    except BadOrder:
        return False
    return True


def _unit(board: Board, dislodged: Mapping[str, Dislodged], line: str) -> tuple[Unit, str]:
    """The dislodged unit that the squeezed line begins with, perhaps after `R`, and the rest."""
    driven_out = Position({province: each.unit for province, each in dislodged.items()})
    faults: list[BadOrder] = []
    for word in _RETREATS:
        if line.startswith(word):
            try:
                return read_unit(board, driven_out, line[len(word) :])
            except BadOrder as fault:
                faults.append(fault)
    raise faults[-1]


def disband_word(text: str) -> str:
    """The word with which a line disbands a unit that it names next; empty if with none."""
    first = text.split(maxsplit=1)[:1]
    return first[0] if first and len(first[0]) > 1 and first[0].upper().rstrip(":") in _DISBANDS else ""
