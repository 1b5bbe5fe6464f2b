"""The slots of a turn sheet: each an action and three boxes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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


BLANK = "--"


@dataclass(frozen=True, slots=True)
class Usage:
    """An action, for HELP and for the reader. `actions.toml` says what its fields are."""

    written: str
    help: str
    numbers: Sequence[str] = ("some",)
    at_sea: bool = False
    to: str = ""

    @property
    def boxes(self) -> tuple[str, ...]:
        """What it wants in its three boxes; empty where it wants nothing."""
        return tuple("" if box == BLANK else box for box in self.written.split())


USAGE: Mapping[str, Usage] = {
    action: Usage(row.pop("boxes"), **row)
    for action, row in tomllib.loads(Path(__file__).with_name("actions.toml").read_text("utf-8")).items()
}
"""Every action, in the order of the manual."""


def certain_failure(action: str, boxes: Sequence[str], world: WorldMap) -> tuple[str, str]:
    """Return why an order fails whatever happens, by its boxes and the map alone, and a hint; else two empty texts."""
    one, other, box = boxes
    beside = world.places[one].neighbours if one in world.places else ()
    usage = USAGE[action]
    if usage.to and other and other not in beside:
        return f"{other} is not next to {one}", f"Next to {one}: {', '.join(beside)}."
    if why := _wrong_kind(action, one, other, frozenset(world.seas)):
        return why, ""
    kind = read_number(box).kind
    if action in ("RAZE", "BUILD") and kind != EXACT:
        return f"{action} wants a number", f"Write: {action} {one} -- 1"
    if usage.boxes[2] and "all but" not in usage.numbers and kind == ALL_BUT:
        wanted = "a number, or ALL" if "all" in usage.numbers else "a number of BPs"
        return f"{action} wants {wanted}", f"Write: {action} {one or BLANK} -- 1"
    return "", ""


def _wrong_kind(action: str, one: str, other: str, seas: frozenset[str]) -> str:
    """Return a fault for land where the action wants sea, or sea where it wants land; else empty."""
    if one in seas and USAGE[action].boxes[0] and not USAGE[action].at_sea:
        return f"{one} is a sea area"
    if other in seas and USAGE[action].to == "land beside":
        return f"{other} is no land area"
    both_land = one not in seas and other not in seas
    return f"{other} is no sea area" if both_land and USAGE[action].to in ("sails", "sea beside") else ""


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
    return f"{action} {USAGE[action].written}"


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
