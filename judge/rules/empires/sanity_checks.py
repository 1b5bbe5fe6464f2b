"""Orders that fail or do nothing in any case, by their boxes and the map alone: their writer is told at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.rules.empires.numbers import ALL_BUT, EXACT, LAST_SLOT, read_number

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


def ignored(number: int, action: str, boxes: Sequence[str], usual: Sequence[str]) -> str:
    """What of the order in this slot will do nothing, as a clause; empty where all of it counts. `usual`: the boxes of
    the action, those that are blank by rule empty.
    """
    if action == "ORDER" and number != LAST_SLOT and read_number(boxes[2]).blank:
        return f"slot {number} will be ignored: without a number of BPs ORDER bids in slot {LAST_SLOT} alone"
    *areas, amount = (box if not wanted else "" for box, wanted in zip(boxes, usual, strict=True))
    amounts = () if amount != "ALL" and read_number(amount).blank else (amount,)  # 0 is as good as a blank box
    idle = " ".join((*filter(None, areas), *amounts))
    return f"in slot {number} nothing is done with {idle}: {action} has no box for that" if idle else ""
