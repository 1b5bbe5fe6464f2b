"""Reading the turn sheet as people write it: sixteen slots, and the messages below them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.reading.sheet import SheetLine
from judge.rules.empires.canonical import MESSAGES, SLOTS, print_messages, print_slots, without_blank_boxes
from judge.rules.empires.reading.addressed import message_fault
from judge.rules.empires.reading.phrases import areas_meant, in_boxes, is_doubt, is_lone_minus, with_plain_numbers
from judge.rules.empires.reading.unnumbered import correction_in, numbered, speaks_of_slot, without_lead
from judge.rules.empires.slots import (
    ACTIONS,
    ACTIONS_ARE,
    ALIASES,
    ALL_ABROAD,
    BLANK,
    DASHES,
    LAST_SLOT,
    USAGE,
    Slot,
    certain_failure,
    idle_boxes,
    slot_of,
)
from judge.rules.empires.worldmap import WorldMap
from judge.rules.problems import Problem
from judge.rules.values import (
    LineRead,
    Reading,
    Sheet,
)
from judge.rules.words.lines import and_the_old
from judge.rules.words.misspelled import as_written, nearly
from judge.rules.words.prose import listed

MOST_MESSAGES = 20
_LONGEST_WORD = 20
_MOST_WORDS = 6

SLOT = re.compile(r"\s*(?:SLOT\s+)?#?(\d{1,3})\s*[.):]?(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)
_MORE = re.compile(
    rf"(?:[,;]\s*+|\s(?!\S+\s+(?:ARMY|FORT)\b))(\d{{1,2}})[.):]?\s++({'|'.join(ACTIONS)})\b", re.IGNORECASE
)
"""Another slot behind the first, on the same line. `RAZE AKE 1 fort` and `MOVE 1 army` are one."""
_SLOTS_SAID = re.compile(r"\bslots?\s+#?\d", re.IGNORECASE)
_ASIDE = re.compile(r"(.*\S)\s+\(([^()]+)\)\s*", re.DOTALL)
"""What stands in brackets behind an order: a remark, or the number that its box lacks."""
_COUNTS = re.compile(r"\s*(?:-?\d|AB\b|ALL\s+(?:BUT|EXCEPT)\b)", re.IGNORECASE)
_COSTS = re.compile(r"\bBPs?\b", re.IGNORECASE)
_REMARK = re.compile(
    r"(?:\A|\s)(?://|%).*|\s\([^()]*\)\s*\Z|,\s+(?:of\s+course|please|thanks)[\s.!]*\Z", re.DOTALL | re.IGNORECASE
)
_ARROW = re.compile(r"(?<=\b[A-Z]{3})[-\u2013\u2014=]*[-\u2013\u2014>\u2192](?=[A-Z]{3}\b)|\s(?:[-=]+>|\u2192)(?=\s)")
_HEADER = re.compile(r"\s*(?://|(?:GAME|KEY|END)\b).*", re.IGNORECASE | re.DOTALL)
# Possessive: trying every share of the blanks where two runs of them meet takes the square of their number.
_TURN = re.compile(
    r"[\W_]*+(?:(?:(?:my|these|the)\s+)?(?:orders|sheet|slots|actions)\s+for\s+)?"
    r"(?:TURN\s*+(?:number\s+|no\.?\s*)?[:=#]?\s*+T?|T)(\d{1,4})(?:\s+(?:orders|sheet|slots))?[\W_]*+",
    re.IGNORECASE,
)
_COUNTRY = re.compile(r"\s*COUNTRY\s*+[:=]?\s*+(\w++)\s*+", re.IGNORECASE)
_MESSAGE = re.compile(r"\s*MESSAGE\s+(?:TO\s+)?(\w+)\s*[:,]?\s+(.+)", re.IGNORECASE | re.DOTALL)


def words_of(text: str) -> list[str]:
    """At most so many words of at most so many letters: the sheet is kept, not a novel. Without a remark behind `//`,
    an arrow between two areas, and a dash before all else: `– MOVE ELM-FEN 2 // two`.
    """
    said = _ARROW.sub(" ", _REMARK.sub("", text.upper())).split()
    while len(said) > 1 and said[0] in DASHES and said[1] in ACTIONS:
        del said[0]
    return ["ALL" if word in ALL_ABROAD else word[:_LONGEST_WORD] for word in said[:_MOST_WORDS]]


def is_order_of_slot(words: Sequence[str], areas: Sequence[str]) -> bool:
    """Were these words, behind the number of a slot, meant for it? `12 rue de la Paix` is an address."""
    if not words or words[0] in DASHES or words[0] in ACTIONS or any(word in areas for word in words):
        return True
    return bool(nearly(words[0], ACTIONS)) and all(_fills_a_box(word) for word in words[1:])


def _fills_a_box(word: str) -> bool:
    return word in DASHES or len(word) == 3 or any(letter.isdigit() for letter in word)


def _minus_hint(slot: Slot, words: Sequence[str]) -> str:
    """What to write where the last word may be a number below zero: `MOVE AKE CAL - 2`; else nothing."""
    last = words[-1]
    if not slot.fault.startswith(f"{last} ") or not is_lone_minus(slot.action, " ".join(words)):
        return ""
    which = " ".join(words[:-2])
    return f"Write: {which} {last}, or for all but {last}: {which} AB-{last}"


class SheetReader:
    """Reads the lines of one sheet; nothing is kept in it afterwards."""

    def __init__(
        self, country: str, countries: Sequence[str], names: Mapping[str, str], world: WorldMap | None = None
    ) -> None:
        """`names`: area -> what it is called. `ground`: the map, if its writer is to be told of it."""
        self._world = world
        self._country = country
        self._countries = countries
        self._names = names
        self._areas = tuple(names)
        self._kept: dict[int, str] = {}
        self._first: dict[int, int] = {}
        self._messages: list[tuple[str, str]] = []
        self._lines: list[LineRead] = []
        self._problems: list[Problem] = []
        self._turns: dict[str, SheetLine] = {}  # those that the sheet names
        self._is_void = False
        self._slotless = 0  # actions so far that stand in no slot

    def read(self, sheet: Sheet) -> Reading:
        for line in numbered(sheet.lines, self._is_action, lambda text: SLOT.fullmatch(text) is not None):
            if line.text.strip().upper() == "END":
                break
            self._line(replace(line, text=without_lead(line.text, ACTIONS)))
        if len(self._turns) > 1:
            last = list(self._turns.values())[-1]
            self._void(last, "two-turns", f"this sheet is for {listed(tuple(self._turns))}, so nothing in it counts")
        return self._reading(sheet)

    def _reading(self, sheet: Sheet) -> Reading:
        before = bool(sheet.filed.get(SLOTS))
        parts: dict[str, str] = {}
        if self._kept and not self._is_void:
            # A sheet of blank slots alone says that its country does nothing.
            parts[SLOTS] = print_slots(self._kept)
            # Two sheets are never used together, and the messages are part of the sheet.
            parts[MESSAGES] = print_messages(self._messages)
        elif self._messages and not self._is_void:
            parts[MESSAGES] = print_messages(self._messages)
        notes = self._replaced(sheet.filed, parts)
        written = bool(parts.get(SLOTS)) or before
        meant = next(iter(self._turns), "") if len(self._turns) < 2 else ""
        lines = (
            tuple(self._lines) if parts else tuple(LineRead(each.line, each.text, each.meaning) for each in self._lines)
        )
        return Reading(parts, (), written, lines, tuple(self._problems), notes, meant)

    def _replaced(self, filed: Mapping[str, str], parts: Mapping[str, str]) -> tuple[str, ...]:
        """What is told of what was on file; slots that were left empty are not missed."""
        old, new = (
            "\n".join(each[part] for part in (SLOTS, MESSAGES) if part in parts and each.get(part))
            for each in (filed, parts)
        )
        told = "\n".join(line for line in old.splitlines() if line.split()[1:] != [BLANK])
        if not told or old == new:
            return ()
        told, new = without_blank_boxes(told), without_blank_boxes(new)
        alone = "These messages replace your earlier ones."
        return (and_the_old("This sheet replaces your earlier one." if SLOTS in parts else alone, told, new),)

    def _problem(self, line: SheetLine, code: str, message: str, hint: str = "", *, warning: bool = False) -> None:
        self._problems.append(
            Problem(f"empires/{code}", f"{message[:1].upper()}{message[1:]}.", line.number, hint, line.text, warning)
        )

    def _void(self, line: SheetLine, code: str, message: str) -> None:
        """A problem of the sheet, not of one line: no other line of it is done."""
        self._is_void = True
        self._problem(replace(line, number=0), code, message)

    def _is_action(self, text: str) -> bool:
        slot = self._understood(1, self._words(text), text)
        return slot is not None and not slot.fault

    def _line(self, line: SheetLine) -> None:
        if _HEADER.fullmatch(line.text):
            return
        if match := _TURN.fullmatch(line.text):
            self._turns[f"T{int(match[1])}"] = line
        elif match := _COUNTRY.fullmatch(line.text):
            if match[1].upper() not in self._countries and not match[1].isupper():
                self._no_slot(line)  # `Country music`
            elif match[1].upper() != self._country:
                whose = match[1].upper()[:20]
                message = f"this sheet is for {whose} and you are {self._country}, so nothing in it counts"
                self._void(line, "other-country", message)
        elif match := _MESSAGE.fullmatch(line.text):
            self._message(line, match[1].upper(), " ".join(match[2].split()))
        elif found := correction_in(line.text):
            self._correction(line, *found)
        elif speaks_of_slot(line.text):
            self._no_slot(line)
        elif (match := SLOT.fullmatch(line.text)) and (more := _MORE.search(_REMARK.sub("", match[2] or ""))):
            hint = f"Write each slot on a line of its own: {more[1]} {more[2].upper()} …"
            self._problem(line, "two-slots", "one line holds one slot", hint)
        elif (match := SLOT.fullmatch(line.text)) and is_order_of_slot(words := self._words(match[2]), self._areas):
            self._slot(line, int(match[1]), words, match[2] or "")
        else:
            self._no_slot(line)

    def _correction(self, line: SheetLine, number: int, text: str) -> None:
        """What a slot should be, if that is an order to its last word; else what stands in it stands."""
        words = self._words(text)
        slot = self._understood(number, words, text)
        if slot is None or slot.fault:
            self._no_slot(line)
        else:
            self._slot(line, number, words, text)

    def _words(self, text: str | None) -> list[str]:
        """Those of an order, each area by its code."""
        said = with_plain_numbers((text or "").upper())
        for code, name in self._names.items():
            if name.upper() in said:
                said = re.sub(rf"\b{re.escape(name.upper())}\b", code, said)
        return words_of(said)

    def _no_slot(self, line: SheetLine) -> None:
        if numbered := SLOT.fullmatch(line.text):
            action = (words_of(numbered[2] or "") or [""])[0]
            self._problem(line, "no-action", f"there is no action {as_written(action, line.text)}", ACTIONS_ARE)
            return
        if len(_SLOTS_SAID.findall(line.text)) > 1:
            self._problem(
                line, "two-slots", "one line holds one slot", "Write each slot on a line of its own: 1 LEVY AKE"
            )
            return
        words = self._words(line.text)
        known = bool(words) and ALIASES.get(words[0], words[0]) in USAGE
        empty = [number for number in range(1, LAST_SLOT + 1) if number not in self._kept]
        free = (empty[self._slotless :] or [LAST_SLOT])[0]
        self._slotless += known
        hint = f"Write the slot first: {free} {' '.join(words)}" if known else "Write: 1 LEVY AKE, or: MESSAGE ALL …"
        self._problem(line, "no-slot", "a line of the sheet begins with its slot, 1 to 16", hint)

    def _understood(self, number: int, words: list[str], text: str) -> Slot | None:
        """The order as its boxes have it or, where these cannot be read, as the words are meant."""
        if (aside := _ASIDE.fullmatch(text)) and (told := self._with_aside(number, aside[1], aside[2])):
            return told
        slot = slot_of(number, words, self._areas)
        word = self._word_for_a_number(slot) if slot else ""
        if slot is None or (not slot.fault and not word):
            return slot
        said = in_boxes(_REMARK.sub("", with_plain_numbers(text)), ACTIONS, self._names)
        meant = slot_of(number, said, self._areas) if said else None
        if meant is not None and not meant.fault:
            return meant
        return slot_of(number, (slot.action, BLANK, BLANK, word), self._areas) if word else slot

    def _word_for_a_number(self, slot: Slot) -> str:
        """`TWO` of `ORDER two`: no area, in a box that is blank by rule, where the number is missing. It would be
        ignored, and a blank number takes all (6.2).
        """
        wanted = USAGE[slot.action].boxes if slot.action in USAGE and not slot.fault else ("", "", "")
        there = zip(slot.boxes[:2], wanted, strict=False)
        odd = [box for box, usual in there if box and not usual and box not in self._areas]
        return odd[0] if odd and wanted[2] and not slot.boxes[2] else ""

    def _with_aside(self, number: int, text: str, aside: str) -> Slot | None:
        """The order of `MOVE AKE CAL (3)`, whose box is in brackets; None where a remark is. What may be its number and
        cannot be read, as in `(2 or 3)`, is a fault: the blank box would take all (6.3).
        """
        alone = self._understood(number, self._words(text), text)
        if alone is None or alone.fault:
            return None
        if is_doubt(aside) and alone.action not in ("RETREAT", "DEFEND"):  # `(if attacked)` goes without saying
            # Without its brackets it is no remark, and on file it stays a fault.
            return slot_of(number, [*self._words(text), *self._words(aside), "?"], self._areas)
        wanted = USAGE[alone.action].boxes
        blank = [place for place in range(3) if wanted[place] and not alone.boxes[place]]
        if not blank or (_COSTS.search(aside) and alone.action != "ORDER"):
            return None  # `ARMY (3 BPs each)`
        whole = f"{text} {aside}"
        both = self._understood(number, self._words(whole), whole)
        if both is None or (both.fault and not _COUNTS.match(aside)):
            return None
        return both if both.fault or any(both.boxes[place] for place in blank) else None

    def _message(self, line: SheetLine, to: str, text: str) -> None:
        code, message, hint = message_fault(line.text, to, text, self._country, self._countries)
        if code:
            self._problem(line, code, message, hint)
        elif len(self._messages) >= MOST_MESSAGES:
            self._problem(line, "too-much-said", f"a sheet holds at most {MOST_MESSAGES} messages")
        else:
            self._messages.append((to, text))
            self._lines.append(LineRead(line.number, line.text, f"a message to {to}", MESSAGES))

    def _slot(self, line: SheetLine, number: int, words: list[str], text: str) -> None:
        if not 1 <= number <= LAST_SLOT:
            self._problem(line, "no-such-slot", f"there is no slot {number}", f"The slots are 1 to {LAST_SLOT}.")
            return
        slot = self._understood(number, words, text)
        if slot is None:
            self._kept.setdefault(number, BLANK)
            self._lines.append(LineRead(line.number, line.text, "", SLOTS))
            return
        if self._kept.get(number, BLANK) != BLANK:
            message = f"you filled slot {number} in line {self._first[number]} too; this line counts"
            self._problem(line, "slot-twice", message, warning=True)
        self._kept[number] = str(slot)
        self._first[number] = line.number
        if slot.fault:
            fault = slot.fault
            if slot.unknown:
                fault = fault.removesuffix(slot.unknown) + as_written(slot.unknown, line.text)
            hint = areas_meant(text, ACTIONS, self._names) or _minus_hint(slot, words) if slot.is_stray else ""
            self._problem(line, "will-fail", f"slot {number} will fail: {fault}", hint or slot.hint)
        elif self._world is not None and (told := certain_failure(slot.action, slot.boxes, self._world))[0]:
            self._problem(line, "will-fail", f"slot {number} will fail: {told[0]}", told[1])
        else:
            self._lines.append(LineRead(line.number, line.text, f"slot {number}: {slot}", SLOTS))
            if told_of := idle_boxes(slot, self._areas):
                self._problem(line, "ignored", told_of, warning=True)
