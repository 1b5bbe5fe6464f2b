"""The slots of a turn sheet: each an action and three boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.rules.empires.worldmap import WorldMap

LAST_SLOT = 16
ARMY_COST = 3

EXACT, ALL, ALL_BUT = "exact", "all", "all but"


@dataclass(frozen=True, slots=True)
class Number:
    """The meaning of a number box. `blank`: it was empty, zero or ALL."""

    kind: str
    amount: int = 0

    @property
    def blank(self) -> bool:
        return self.kind == ALL


def read_number(box: str) -> Number:
    """Return what a canonical box says (6.3): `3`, `AB-2`, or all: `ALL`, blank or 0."""
    if box in ("", "ALL", "0"):
        return Number(ALL)
    return Number(ALL_BUT if box.startswith("AB-") else EXACT, int(box.removeprefix("AB-")))


def quantity(box: str, available: int) -> int | None:
    """Return how many of those available a MOVE or ATTACK takes; None if the action fails.

    An exact number is all or nothing: with fewer there the action fails (6.3).
    """
    number = read_number(box)
    if number.kind == EXACT:
        return number.amount if available >= number.amount else None
    left = available - number.amount
    return left if left > 0 else None


def bid(box: str, slot: int, bps: int) -> int | None:
    """Return what an ORDER spends of the BPs left (6.2); None if the action fails.

    A number above the BPs left is cut down to them. A blank box spends all in slot 16, and nothing elsewhere.
    """
    number = read_number(box)
    if number.kind == EXACT:
        return min(number.amount, bps)
    if number.blank:
        return bps if slot == LAST_SLOT else 0
    return None


def count(number: int, what: str) -> str:
    """`1 army`, `2 armies`."""
    plural = {"army": "armies"}.get(what, f"{what}s")
    return f"{number} {what if number == 1 else plural}"


@dataclass(frozen=True, slots=True)
class Usage:
    """The boxes that an action wants, for HELP and for the reader."""

    boxes: tuple[str, str, str]
    help: str


USAGE: Mapping[str, Usage] = {
    "MOVE": Usage(("FROM", "TO", "n"), "moves armies to an adjacent area of yours, or aboard your ships; 1 BP each"),
    "ATTACK": Usage(("FROM", "TO", "n"), "sends armies against an adjacent land area that is not yours; 1 BP each"),
    "LEVY": Usage(("WHERE", "", ""), "turns half the population into armies; free"),
    "ARMY": Usage(("", "", "n"), "puts armies into your reserve; 3 BPs each; blank: as many as you can pay for"),
    "RESERVE": Usage(
        ("WHERE", "", "n"), "puts armies from the reserve into an area of yours; 1 BP each; not after an ARMY"
    ),
    "FORTIFY": Usage(("WHERE", "", ""), "adds one fort, once a turn and area; 3 BPs"),
    "RAZE": Usage(("WHERE", "", "n"), "pulls forts down; 1 BP each"),
    "GROW": Usage(
        ("WHERE", "", ""), "adds one population, once a turn and area; costs the population and the terrain's extra"
    ),
    "BUILD": Usage(
        ("WHERE", "", "n"), "builds ships in a base of yours, for next turn, at most its population; 3 BPs each"
    ),
    "SEAMOVE": Usage(
        ("FROM", "TO", "n"),
        "moves ships to an adjacent sea area, or in and out of base; 1 BP and the distance from FROM to their base",
    ),
    "CONVOY": Usage(("FROM", "TO", "n"), "moves ships with as many armies aboard; costs the same as SEAMOVE"),
    "BASE": Usage(("WHERE", "ENTRANCE", ""), "builds a naval base, for next turn; 10 BPs"),
    "CLOSE": Usage(("WHERE", "", ""), "closes a base; its ships go to the navy reserve for good; free"),
    "DISOWN": Usage(("WHERE", "", ""), "gives up the area and all in it; free"),
    "RETREAT": Usage(
        ("FROM", "TO", ""),
        "lets armies there fall back before a battle that would cost them the area, and more armies than the attacker;"
        " free",
    ),
    "DEFEND": Usage(("WHERE", "", ""), "makes armies there stand; free"),
    "ORDER": Usage(("", "", "n"), "bids BPs for a place at the front next turn; blank in slot 16: all you have left"),
}
"""Every action, in the order of the manual."""

_EXACT_ONLY = ("RAZE", "BUILD")
_NOT_ALL_BUT = {"ARMY": "a number, or ALL", "RESERVE": "a number, or ALL", "ORDER": "a number of BPs"}
"""What other actions than moves and attacks want in their number box: no all-but (6.3)."""
_ANYWHERE = ("MOVE", "ATTACK", "SEAMOVE", "CONVOY")
"""The actions that may begin at sea."""
_TO = (*_ANYWHERE, "BASE", "RETREAT")
"""The actions with a second area. In the blank box of any other an area is ignored (ruling 6.2)."""


def certain_failure(action: str, boxes: Sequence[str], world: WorldMap) -> tuple[str, str]:
    """Return why an order fails whatever happens, by its boxes and the map alone, and a hint; else two empty texts."""
    one, other, box = boxes
    beside = world.places[one].neighbours if one in world.places else ()
    if action in _TO and other and other not in beside:
        return f"{other} is not next to {one}", f"Next to {one}: {', '.join(beside)}."
    if why := _wrong_kind(action, one, other, frozenset(world.seas)):
        return why, ""
    kind = read_number(box).kind
    if action in _EXACT_ONLY and kind != EXACT:
        return f"{action} wants a number", f"Write: {action} {one} -- 1"
    if action in _NOT_ALL_BUT and kind == ALL_BUT:
        return f"{action} wants {_NOT_ALL_BUT[action]}", f"Write: {action} {one or '--'} -- 1"
    return "", ""


def _wrong_kind(action: str, one: str, other: str, seas: frozenset[str]) -> str:
    """Return a fault for land where the action wants sea, or sea where it wants land; else empty."""
    if one in seas and action not in (*_ANYWHERE, "ARMY", "ORDER"):
        return f"{one} is a sea area"
    if other in seas and action in ("ATTACK", "RETREAT"):
        return f"{other} is no land area"
    both_land = one not in seas and other not in seas
    return f"{other} is no sea area" if both_land and action in ("BASE", "SEAMOVE", "CONVOY") else ""


BLANK = "--"


@dataclass(frozen=True, slots=True)
class Slot:
    """An order of one slot. `boxes` are two areas and a number, blank ones empty."""

    number: int
    action: str
    boxes: tuple[str, str, str] = ("", "", "")

    def __str__(self) -> str:
        return " ".join((self.action, *(box or BLANK for box in self.boxes)))

    @property
    def missing(self) -> str:
        """The first area box that the action wants filled and that is blank: FROM, TO or WHERE; else empty."""
        for box, wanted in zip(self.boxes[:2], USAGE[self.action].boxes, strict=False):
            if wanted and not box and (self.action, wanted) != ("RETREAT", "TO"):
                return wanted
        return ""


def usage(action: str) -> str:
    """Return how an action is written: `MOVE FROM TO n`."""
    return f"{action} {' '.join(box or BLANK for box in USAGE[action].boxes)}"


def idle_boxes(slot: Slot, areas: Sequence[str]) -> str:
    """Return a clause on what in a slot does nothing; empty where all boxes count (6.2)."""
    number, action, amount = slot.number, slot.action, slot.boxes[2]
    if action == "ORDER" and number != LAST_SLOT and read_number(amount).blank:
        return f"slot {number} will be ignored: without a number of BPs ORDER bids in slot {LAST_SLOT} alone"
    usual = USAGE[action].boxes
    idle = [box for box, wanted in zip(slot.boxes[:2], usual, strict=False) if not wanted and box in areas]
    if not usual[2] and (amount == "ALL" or not read_number(amount).blank):  # 0 is as good as a blank box
        idle.append(amount)
    return f"in slot {number} nothing is done with {' '.join(idle)}: {action} has no box for that" if idle else ""
