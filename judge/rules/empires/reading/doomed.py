"""Orders that fail whatever else happens, by their boxes and the map alone: their writer is told of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.rules.empires.numbers import ALL_BUT, EXACT, read_number

_OUTRIGHT = {"RAZE": "a number", "BUILD": "a number"}
_NOT_ALL_BUT = {"ARMY": "a number, or ALL", "RESERVE": "a number, or ALL", "ORDER": "a number of BPs"}
"""What an action other than moves and attacks wants: ALL and all-but are not for it but where it says so (6.3)."""
_ANYWHERE = ("MOVE", "ATTACK", "SEAMOVE", "CONVOY")
"""The actions that may begin at sea."""
_TO = (*_ANYWHERE, "BASE", "RETREAT")
"""The actions with a second area. In the blank box of any other an area is ignored (ruling 6.2)."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The map, which all know. `neighbours`: area -> those that touch it."""

    neighbours: Mapping[str, Sequence[str]]
    seas: frozenset[str]


def doomed(action: str, boxes: Sequence[str], ground: Ground) -> tuple[str, str]:
    """Why an order will fail in any case, and a hint; both empty where it may be carried out."""
    one, other, box = boxes
    beside = ground.neighbours.get(one, ())
    if action in _TO and other and other not in beside:
        return f"{other} is not next to {one}", f"Next to {one}: {', '.join(beside)}."
    if why := _wrong_kind(action, one, other, ground.seas):
        return why, ""
    kind = read_number(box).kind
    if action in _OUTRIGHT and kind != EXACT:
        return f"{action} wants {_OUTRIGHT[action]}", f"Write: {action} {one} -- 1"
    if action in _NOT_ALL_BUT and kind == ALL_BUT:
        return f"{action} wants {_NOT_ALL_BUT[action]}", f"Write: {action} {one or '--'} -- 1"
    return "", ""


def _wrong_kind(action: str, one: str, other: str, seas: frozenset[str]) -> str:
    """Land where the action wants sea, or sea where it wants land."""
    if one in seas and action not in (*_ANYWHERE, "ARMY", "ORDER"):
        return f"{one} is a sea area"
    if other in seas and action in ("ATTACK", "RETREAT"):
        return f"{other} is no land area"
    both_land = one not in seas and other not in seas
    return f"{other} is no sea area" if both_land and action in ("BASE", "SEAMOVE", "CONVOY") else ""
