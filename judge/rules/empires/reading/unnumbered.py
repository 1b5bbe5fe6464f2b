"""Slots without their numbers: a list of actions `in this order`, and a correction: `slot 3 should be GROW CAL`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from judge.reading.sheet import SheetLine
from judge.rules.empires.slots import LAST_SLOT

_IN_ORDER = re.compile(r"\bin\s+(?:this|that|the\s+following|exactly\s+this)\s+order\b", re.IGNORECASE)
_NOT_IN_ORDER = re.compile(r"\b(?:not|no|any|n['\u2019]?t)\b|\?", re.IGNORECASE)
_CORRECTED = re.compile(
    r"\s*(?:(?:correction|corrected|sorry|oops|please)[\s:,.!-]+)*(?:(?:change|make)\s+)?slot\s+#?(\d{1,2})\s*,?\s+"
    r"(?:should\s+(?:be|read|say|have\s+been)|must\s+be|is\s+now|becomes|to|into)\s*:?\s+([^.;?!,]+?)"
    r"(?:,?\s+(?:not|instead\s+of|rather\s+than)\s+[\w\s-]{1,40})?(?:\s+please)?"
    r"(?:\.\s+(?:the\s+)?(?:rest|others?|everything\s+else)(?:\s+(?:is|are|stays?|remains?))?"
    r"\s+(?:as\s+(?:above|before|(?:it|they)\s+(?:is|was|are|were))|the\s+same|unchanged|stands?))?[\s.!]*",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    r"\bslot\s+#?\d{1,2}\s*,?\s+(?:should|must|is|was|isn|wasn|may|might|can|could|needs?|ought|has|will|would|shall)\b",
    re.IGNORECASE,
)
_IN_SLOT = re.compile(
    r"\s*(?:(?:and|then|also)\s+)?in\s+(?=slot\s+#?\d{1,2}\s+([a-z]+)\b)(?!.*\bslot\b.*\bslot\b)",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST = 200


def correction_in(text: str) -> tuple[int, str] | None:
    """(3, `GROW CAL`) of `Correction: slot 3 should be GROW CAL, not FORTIFY CAL.`; None of any other line."""
    found = _CORRECTED.fullmatch(text) if len(text) < _LONGEST else None
    return (int(found[1]), found[2]) if found else None


def speaks_of_slot(text: str) -> bool:
    """Does it say something of a slot, and not what its order is: `slot 3 should not be a levy`?"""
    return _SPEAKS.search(text[:_LONGEST]) is not None


def without_lead(text: str, actions: Collection[str]) -> str:
    """`slot 16 ORDER` of `and in slot 16 ORDER`; a line that speaks of two slots, or of no action, as it is."""
    found = _IN_SLOT.match(text) if len(text) < _LONGEST else None
    return text[found.end() :] if found and found[1].upper() in actions else text


def numbered(
    lines: Sequence[SheetLine], is_action: Callable[[str], bool], has_slot: Callable[[str], bool]
) -> Sequence[SheetLine]:
    """The lines with their slots, the first being 1, if the mail says that they stand in their order and none has one.
    They stay as they are where a line among them is no action: it might be one, and then the others were others.
    """
    said = next((at for at, line in enumerate(lines) if _IN_ORDER.search(line.text)), None)
    if said is None or _NOT_IN_ORDER.search(lines[said].text) or any(has_slot(line.text) for line in lines):
        return lines
    actions = [at for at, line in enumerate(lines) if is_action(line.text)]
    if not actions or len(actions) > LAST_SLOT or actions != list(range(said + 1, said + 1 + len(actions))):
        return lines
    return [
        replace(line, text=f"{at - said} {line.text.strip()}") if at in actions else line
        for at, line in enumerate(lines)
    ]
