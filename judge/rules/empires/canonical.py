"""Canonical text of turn sheets: what stands on file and what programs write.

    slots       NUMBER ACTION BOX BOX BOX      a line a filled slot, in order; `--` in a blank box
                NUMBER --                      alone: a sheet that does nothing
    messages    MESSAGE COUNTRY TEXT           or MESSAGE ALL TEXT, a line each

Parsing and printing are inverse. Text of any other shape raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from judge.rules.empires.slots import BLANK, USAGE, Slot

SLOTS, MESSAGES = "slots", "messages"
"""The parts of a turn sheet."""

_SLOT = re.compile(r"([1-9]|1[0-6]) (\S+(?: \S+)*)", re.ASCII)
_WORDS = 4
"""An action and its three boxes."""
_NUMBER = re.compile(r"ALL|0|(?:AB-)?[1-9][0-9]*|")
_MESSAGE = re.compile(r"MESSAGE (\w+) (\S.*)")
_BLANK_BOXES = re.compile(rf"(?: {BLANK})+\Z")


def parse_slots(text: str, areas: Sequence[str]) -> dict[int, Slot | None]:
    """Parse the slots of a sheet: number -> order; None for a blank one, which stands alone. `areas`: their codes."""
    lines = text.split("\n") if text else []
    slots: dict[int, Slot | None] = {}
    for line in lines:
        found = _SLOT.fullmatch(line)
        number, words = (int(found[1]), found[2].split(" ")) if found else (0, [])
        if words == [BLANK] and len(lines) == 1:
            return {number: None}
        if len(words) != _WORDS or words[0] not in USAGE or number <= max(slots, default=0):
            raise ValueError(f"no slot: {line!r}")
        first, second, amount = ("" if word == BLANK else word for word in words[1:])
        slot = Slot(number, words[0], (first, second, amount))
        if slot.missing or not {first, second} <= {"", *areas} or not _NUMBER.fullmatch(amount):
            raise ValueError(f"no slot: {line!r}")
        slots[number] = slot
    return slots


def parse_messages(text: str) -> list[tuple[str, str]]:
    """Parse the messages of a sheet: (to whom: a country or ALL, what)."""
    messages = []
    for line in text.split("\n") if text else ():
        found = _MESSAGE.fullmatch(line)
        if found is None:
            raise ValueError(f"no message: {line!r}")
        messages.append((found[1], found[2]))
    return messages


def print_slots(slots: Mapping[int, str | Slot | None]) -> str:
    """Print the slots of a sheet, number -> order. Of blank slots the first is printed if there are no others."""
    used = [f"{number} {slot}" for number, slot in sorted(slots.items()) if slot not in (None, BLANK)]
    return "\n".join(used) or (f"{min(slots)} {BLANK}" if slots else "")


def print_messages(messages: Iterable[tuple[str, str]]) -> str:
    """Print messages, (to whom, what), a line each."""
    return "\n".join(f"MESSAGE {to} {text}" for to, text in messages)


def without_blank_boxes(text: str) -> str:
    """Canonical text as it is shown, which reads back to the same: `1 GROW FEN -- --` -> `1 GROW FEN`."""
    return "\n".join(
        line if line.split()[1:] == [BLANK] or line.startswith("MESSAGE ") else _BLANK_BOXES.sub("", line)
        for line in text.split("\n")
    )
