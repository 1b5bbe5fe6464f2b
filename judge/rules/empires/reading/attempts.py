"""Whether a line that is no order of a turn sheet was meant as one: by its slot, its action, its areas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.empires.reading.sheet import SLOT, is_order_of_slot, words_of
from judge.rules.empires.slots import ACTIONS
from judge.rules.words.attempts import LONGEST
from judge.rules.words.misspelled import nearly

_CODE = re.compile(r"\b[A-Z]{3}\b")
_WORD = re.compile(r"[^\W_]+|-+")
_SLOT_SAID = re.compile(r"\bslots?\s+#?\d{1,2}\b", re.IGNORECASE)
_FEW, _SOME = 4, 6


def is_sheet_attempt(line: str, countries: Sequence[str], areas: Sequence[str]) -> bool:
    """Was a line of a turn sheet meant?"""
    text = line.strip()[:LONGEST]
    slot = SLOT.fullmatch(text)
    if slot is not None:
        return is_order_of_slot(words_of(slot[2] or ""), areas)
    said = _WORD.findall(text)
    if not said:
        return False
    if _SLOT_SAID.search(text) and any(word.upper() in ACTIONS for word in said):
        return True  # `in slot 1 please levy in Akerholm`
    head, rest = said[0].upper(), said[1:]
    codes = [code for code in _CODE.findall(text) if code in areas]
    numbers = [word for word in rest if word.isdigit()]
    if head in ACTIONS or nearly(head, ACTIONS):
        near = any(nearly(code, areas) for code in _CODE.findall(text) if code != head)
        shouted = text.isupper() and len(said) <= _FEW and head in ACTIONS
        plain = head in ACTIONS and len(said) > 1 and all(word.upper() in areas for word in rest)  # `levy elm`
        return bool(codes or numbers or near) or shouted or plain
    if head == "MESSAGE":
        to = [word.upper() for word in rest if word.upper() != "TO"][:1]
        return said[0].isupper() or to == ["ALL"] or any(name in countries for name in to)
    if head in ("TURN", "COUNTRY"):
        return len(said) <= 2 and (bool(numbers) or (bool(rest) and rest[0].isupper()))
    return len(said) <= _SOME and (len(codes) > 1 or (bool(codes) and bool(numbers)))
