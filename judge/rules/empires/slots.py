"""The slots of a turn sheet: each an action and three boxes."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from judge.rules.empires.numbers import BAD, read_number
from judge.rules.empires.sanity_checks import ignored
from judge.rules.empires.usage import ALIASES, USAGE
from judge.rules.words.misspelled import nearly

BLANK = "--"
DASHES = frozenset({BLANK, "-", "—", "–", "---", "..."})
ACTIONS_ARE = f"There are: {', '.join(USAGE)}."


@dataclass(frozen=True, slots=True)
class Slot:
    """An order of one slot. `boxes` are two areas and a number, blank ones empty; `fault` is why it must fail.

    `unknown`: the word that names no action or area, at the end of `fault`. `is_stray`: a word is no area and no
    number.
    """

    number: int
    action: str
    boxes: tuple[str, str, str] = ("", "", "")
    fault: str = ""
    hint: str = ""
    unknown: str = ""
    is_stray: bool = False

    def __str__(self) -> str:
        return " ".join((self.action, *(box or BLANK for box in self.boxes))).strip()


def slot_of(number: int, words: Sequence[str], areas: Sequence[str]) -> Slot | None:
    """An order from its words; None for a gap. `areas` are the codes of the map."""
    if not words or words[0] in DASHES:
        return None
    action = ALIASES.get(words[0], words[0])
    if action not in USAGE:
        near = difflib.get_close_matches(action, [*USAGE, *ALIASES], n=1)
        hint = f"Did you mean {near[0]}?" if near else ACTIONS_ARE
        return Slot(number, action, _raw(words[1:]), f"there is no action {action}", hint, action)
    boxes = ["", "", ""]
    place = 0
    for word in words[1:]:
        if word in DASHES:
            place += 1
        elif len(word) == 3 and word.isalpha() and word != "ALL":
            if place > 1:
                return Slot(number, action, _raw(words[1:]), f"{word} is one area too many", _usage(action))
            boxes[place] = word
            place += 1
        elif read_number(word).kind != BAD and place <= 2:
            boxes[2] = _number(word)
            place = 3
        else:
            fault = f"{word} is no area and no number here"
            return Slot(number, action, _raw(words[1:]), fault, _usage(action), is_stray=True)
    slot = Slot(number, action, (boxes[0], boxes[1], boxes[2]))
    for box, wanted in zip(slot.boxes[:2], USAGE[action].boxes, strict=False):
        if box and wanted and box not in areas:
            near = nearly(box, areas) or difflib.get_close_matches(box, areas, n=1)
            return _with_fault(slot, f"there is no area {box}", f"Did you mean {near[0]}?" if near else "", box)
        if wanted and not box and (action, wanted) != ("RETREAT", "TO"):
            return _with_fault(slot, f"{action} wants an area in its {wanted} box", _usage(action))
    return slot


def _with_fault(slot: Slot, fault: str, hint: str, unknown: str = "") -> Slot:
    return Slot(slot.number, slot.action, slot.boxes, fault, hint, unknown)


def _raw(words: Sequence[str]) -> tuple[str, str, str]:
    boxes = [" ".join(each) for each in (words[:1], words[1:2], words[2:])]
    first, second, third = ("" if box == BLANK else box for box in boxes)
    return first, second, third


def _number(word: str) -> str:
    number = read_number(word)
    if number.blank:
        return "" if word in DASHES else word
    return f"AB-{number.amount}" if number.kind != "exact" else str(number.amount)


def _usage(action: str) -> str:
    return f"Write: {action} {' '.join(box or BLANK for box in USAGE[action].boxes)}"


def idle_in(slot: Slot, areas: Sequence[str]) -> str:
    """What of a slot that is no fault will do nothing, as a clause; empty where all counts that could count (6.2)."""
    if slot.fault:
        return ""
    usual = USAGE[slot.action].boxes
    said = [box if place == 2 or box in areas else "" for place, box in enumerate(slot.boxes)]  # `LEVY AKE now`
    return ignored(slot.number, slot.action, said, usual)
