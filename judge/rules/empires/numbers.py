"""The number box of an order (Empires 6.2 and 6.3), the small sums of chapter 6, and counts in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LAST_SLOT = 16
ARMY_COST = 3

ALL_ABROAD = frozenset(
    ("ALLE", "ALLES", "TOUT", "TOUS", "TOUTES", "TUTTO", "TUTTI", "TUTTE", "TODO", "TODOS", "TODAS", "ALLA", "ALLT")
)
"""ALL in other languages."""
EXACT, ALL, ALL_BUT, BAD = "exact", "all", "all but", "bad"
_MOST_DIGITS = 20
"""As long as a word of a sheet can be: a bid of more than there is is cut down, however much it is (6.2)."""
_RETREATS = re.compile(r"([A-Z]{3}) will retreat(?: to ([A-Z]{3}))?")
_ALL_BUT = re.compile(rf"(?:AB\s*-?|-)\s*(\d{{1,{_MOST_DIGITS}}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """What a number box means. `blank`: nothing, zero or ALL stood there."""

    kind: str
    amount: int = 0

    @property
    def blank(self) -> bool:
        return self.kind == ALL


def read_number(box: str) -> Number:
    """`3`; `ALL`, blank or 0; `AB-2` or `-2` (6.3). Anything else is bad."""
    word = box.strip().upper()
    if word in ("", "--", "ALL"):
        return Number(ALL)
    if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
        return Number(EXACT, int(word)) if int(word) else Number(ALL)
    match = _ALL_BUT.fullmatch(word)
    if match and int(match[1]):
        return Number(ALL_BUT, int(match[1]))
    return Number(BAD)


def meant(box: str, available: int) -> int | None:
    """How many of those available a MOVE or ATTACK takes; None if the action fails.

    A number that is ordered outright is all or nothing: with fewer there the action fails (6.3).
    """
    number = read_number(box)
    if number.kind == EXACT:
        return number.amount if available >= number.amount else None
    if number.kind == BAD:
        return None
    left = available - number.amount
    return left if left > 0 else None


def bid(box: str, slot: int, bps: int) -> int | None:
    """What an ORDER spends of the BPs that are left (6.2); None if the action fails.

    More than there are is cut down to what there are. Without a number it is ignored, but in the sixteenth slot spends
    everything.
    """
    number = read_number(box)
    if number.kind == EXACT:
        return min(number.amount, bps)
    if number.blank:
        return bps if slot == LAST_SLOT else 0
    return None


def leftovers(bps: int) -> tuple[int, int]:
    """What becomes of unspent BPs: armies for the reserve, and the bid of what is too little for one (3.7)."""
    return divmod(bps, ARMY_COST)


def next_order(order: Sequence[str], bids: Mapping[str, int]) -> tuple[str, ...]:
    """Who bid more goes ahead; equals stay as they were (6.2)."""
    return tuple(sorted(order, key=lambda country: -bids.get(country, 0)))


def dispersed(armies: int, support: int) -> int:
    """How many armies of a land area are dispersed; `support` is population and forts together (6.5)."""
    if armies <= support:
        return 0
    return armies // max(support, 2)


def count(number: int, what: str) -> str:
    """`1 army`, `2 armies`."""
    plural = {"army": "armies"}.get(what, f"{what}s")
    return f"{number} {what if number == 1 else plural}"


def in_good_words(said: str) -> str:
    """What came of a slot. Archives hold these words as they once were, so that they are mended where they are told:
    `1 ship with 1 were beaten`, and `AKE will retreat`, though nobody does who has no place to go.
    """
    if mode := _RETREATS.fullmatch(said):
        return f"{mode[1]} is in retreat mode" + (f", with {mode[2]} as its place" if mode[2] else "")
    words = said.split(" ")
    if len(words) > 3 and words[2] == "with":
        words.insert(4, "army" if words[3] == "1" else "armies")
    text = " ".join(words)
    return text.replace(" were beaten", " was beaten") if words[0] == "1" else text
