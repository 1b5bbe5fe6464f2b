"""The slots of a turn sheet: each an action and three boxes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.rules.words.misspelled import nearly

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


@dataclass(frozen=True, slots=True)
class Usage:
    """What an action wants in its boxes, for HELP and for the reader."""

    boxes: tuple[str, str, str]
    help: str
    aliases: tuple[str, ...] = ()


USAGE: Mapping[str, Usage] = {
    "MOVE": Usage(("FROM", "TO", "n"), "moves armies to an adjacent area of yours, or aboard your ships; 1 BP each"),
    "ATTACK": Usage(("FROM", "TO", "n"), "sends armies against an adjacent land area that is not yours; 1 BP each"),
    "LEVY": Usage(("WHERE", "", ""), "turns half the population into armies; free"),
    "ARMY": Usage(("", "", "n"), "puts armies into your reserve; 3 BPs each; blank: as many as you can pay for"),
    "RESERVE": Usage(
        ("WHERE", "", "n"), "puts armies from the reserve into an area of yours; 1 BP each; not after an ARMY"
    ),
    "FORTIFY": Usage(("WHERE", "", ""), "adds one fort, once a turn and area; 3 BPs", ("FORT",)),
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

ALIASES = {alias: name for name, usage in USAGE.items() for alias in usage.aliases}

ACTIONS = (*USAGE, *ALIASES)
"""What a slot can begin with."""


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
