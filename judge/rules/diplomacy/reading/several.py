"""Several whole orders on one line: `A PAR - BUR, A MAR S A PAR - BUR and F BRE - MAO`.

The line is read where each of its parts is one whole order by itself and nothing else stands there but a greeting, or
what leads in to them: words before a colon, or `My orders are`. If one part is none, nothing of the line counts, and
each part is told.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.board import Board, squeeze
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.quotation import in_writers_words
from judge.rules.diplomacy.reading.spelling import parted
from judge.rules.problems import Problem
from judge.rules.values import (
    LineRead,
)
from judge.rules.words.attempts import LONGEST
from judge.rules.words.corrections import corrected, corrects, starts_anew
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.leads import leads_in
from judge.rules.words.remarks import CHANGES_AN_ORDER

MOST_PARTS = 25
MOST_TOLD = 20
"""Lines of a sheet with a fault that are told part by part."""
MOST_TRIED = 400
"""Times that a line of one sheet is taken apart: each costs as much as reading it a few dozen times."""
_MOST_ANDS = 2

_STOP = r"(?:(?<=[^\W\d_]{2})|(?<=\s[Hh])|(?<=[^\W\d_]\s\d)|(?<=[^\W\d_]\s\d\d)|(?<=\)))[.!]\s+(?=\S)"
_COMMAS = re.compile(r"\s*(?:;|(?<!\d),|,(?!\d))\s*")
_COMMAS_AND_STOPS = re.compile(rf"\s*(?:;|(?<!\d),|,(?!\d))\s*|{_STOP}")
_AND = r"(?:and|und|sowie|et|y|e|ed|en|i|oraz|och|og|ve|samt)"
_LAST = re.compile(rf"\s+{_AND}\s+", re.IGNORECASE)
_AND_FIRST = re.compile(rf"{_AND}\s+(?=\S)", re.IGNORECASE)
_SEVERAL = re.compile(rf"[,;]|{_STOP}|{_LAST.pattern}", re.IGNORECASE)
_LEADS_IN = re.compile(
    r"\s*([^:]{2,80}):\s+(?=\S)|\s*((?:[^\W\d_]+\s+){1,8}(?:are|sind|sont|sono|son|s\u00e3o|zijn))\s+(?=\S)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_SHORTEST_NAME = 3


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a line: its text, and what it orders or what is wrong with it."""

    text: str
    meaning: str = ""
    fault: BadOrder | None = None


@dataclass
class Apart:
    """The lines of a sheet, those that hold several orders taken apart; `whole`: what these were, by their numbers."""

    lines: list[SheetLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    whole: dict[int, str] = field(default_factory=dict)

    def told(self, read: Iterable[LineRead]) -> tuple[LineRead, ...]:
        """How the lines were understood: the orders of one line together."""
        found: dict[tuple[int, str], LineRead] = {}
        for line in read:
            text = self.whole.get(line.line, "")
            at = (line.line, line.text if not text else "")
            before = found.get(at)
            meaning = f"{before.meaning}; {line.meaning}" if before and text else line.meaning
            found[at] = replace(line, text=text or line.text, meaning=meaning)
        return tuple(found.values())


class Finder(ABC):
    """Takes lines apart, in one phase, for one power."""

    board: Board
    tried = 0

    @abstractmethod
    def reads(self, text: str) -> str:
        """What one order orders, canonical. BadOrder if it is none."""

    @abstractmethod
    def is_meant(self, text: str) -> bool:
        """Does a part that is no order look like one?"""

    @abstractmethod
    def together(self, parts: Sequence[Part]) -> None:
        """BadOrder if they cannot all stand on one line."""

    def part(self, text: str) -> str:
        """What one of several orders, canonical. BadOrder if it is none, or lacks something beside others."""
        return self.reads(text)

    def unit(self, meaning: str) -> str:
        """For what there is one order on a line; empty where there may be many."""
        return "" if "\n" in meaning else " ".join(meaning.split()[:2])

    def wish(self, text: str) -> str:
        """What the line begins with and is that of each part: `I'd like`."""
        del text
        return ""

    def bare(self, text: str) -> str:
        """A part without its number in a list."""
        return text

    def apart(self, lines: Sequence[SheetLine]) -> Apart:
        found = Apart()
        fallen = 0
        for line in lines:
            parts = self.parts_of(line.text)
            faulty = any(part.fault for part in parts)
            fallen += faulty
            if not parts or (faulty and fallen > MOST_TOLD):
                found.lines.append(line)
            elif faulty:
                found.problems += (_problem(part, line.number) for part in parts)
            else:
                found.whole[line.number] = line.text
                found.lines += (SheetLine(line.number, part.text) for part in parts)
        return found

    def meaning(self, text: str) -> str:
        """What a line orders, be it one order or several. BadOrder if it is neither."""
        try:
            return self.reads(text)
        except BadOrder:
            parts = self.parts_of(text)
            if not parts or any(part.fault for part in parts):
                raise
        return "\n".join(part.meaning for part in parts)

    def parts_of(self, text: str) -> tuple[Part, ...]:
        """The orders of a line that holds several; nothing of any other. Where one of them has a fault, none counts."""
        body, remark = parted(text)
        if self.tried >= MOST_TRIED or not self._may_hold_several(body) or self._stands_alone(text):
            return ()
        self.tried += 1
        known: dict[str, Part] = {}
        is_meant = cache(self.is_meant)  # the ways share most of their parts
        fallen: tuple[Part, ...] = ()
        for texts in self._ways(body):
            if not any(is_meant(each) for each in texts):
                continue
            parts = tuple(self._part(each, known) for each in texts)
            if not any(part.fault for part in parts):
                parts = self._together(parts)
                last = parts[-1]
                said = f"  % {remark.strip()}" if remark.strip() else ""
                return (*parts[:-1], replace(last, text=f"{last.text}{said}"))
            if _good(parts) >= _good(fallen) and all(part.fault is None or is_meant(part.text) for part in parts):
                fallen = parts
        return fallen

    def _stands_alone(self, text: str) -> bool:
        try:
            self.reads(text)
        except BadOrder:
            return False
        return True

    def _may_hold_several(self, body: str) -> bool:
        """Are there signs between orders, and no word that makes one hang on another or puts it in its place?"""
        if (
            len(body) > LONGEST
            or "?" in body
            or "~~" in body
            or not _SEVERAL.search(body)
            or starts_anew(body)
            or corrects(body)
        ):
            return False
        for word in _WORD.findall(body.lstrip()[len(self.wish(body)) :]):
            name = len(word) >= _SHORTEST_NAME and word.isupper() and self.board.find(squeeze(word))
            bare = word.upper().replace("\u2019", "'")
            if not name and (bare in CHANGES_AN_ORDER or bare.endswith("N'T")):
                return False
        return True

    def _ways(self, body: str) -> Iterator[list[str]]:
        """The ways to part a line at its signs, those with most signs last; each has two parts or more."""
        body = without_courtesies(body)
        bodies = [body]
        lead = _LEADS_IN.match(body)
        if lead is not None and leads_in(lead[1] or lead[2]):
            bodies.append(body[lead.end() :])
        for text in bodies:
            for sign in (_COMMAS, _COMMAS_AND_STOPS):
                parts = _cut(sign, text)
                if len(parts) > MOST_PARTS:
                    continue
                if len(parts) > 1:
                    yield self.begun(parts)
                for found in [*_LAST.finditer(parts[-1])][-_MOST_ANDS:]:
                    two = (parts[-1][: found.start()], parts[-1][found.end() :])
                    yield self.begun([*parts[:-1], *(each.strip() for each in two)])

    def begun(self, parts: Sequence[str]) -> list[str]:
        """The parts, each with the wish that the first begins with, where it has none of its own."""
        wish = self.wish(parts[0])
        first, *more = parts
        more = [self.bare(part) for part in more]
        bare = [_AND_FIRST.sub("", part, count=1) if _AND_FIRST.match(part) else part for part in more]
        return [first, *(f"{wish} {part}" if wish and not self.wish(part) else part for part in bare)]

    def _part(self, text: str, known: dict[str, Part]) -> Part:
        if text not in known:
            known[text] = self._read(text)
        return known[text]

    def _read(self, text: str) -> Part:
        if corrected(text):
            return Part(text, fault=BadOrder("diplomacy/corrects", "this may stand in the place of another order"))
        try:
            return Part(text, self.part(text))
        except BadOrder as fault:
            return Part(text, fault=in_writers_words(fault, text))

    def _together(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """The parts; with a fault in the one that cannot stand beside those before it."""
        seen: dict[str, str] = {}
        for at, part in enumerate(parts):
            unit = self.unit(part.meaning)
            if unit and unit in seen:
                message = f"this line has another order for {unit}: `{seen[unit]}`"
                fault = BadOrder("diplomacy/two-for-one", message, "send the one that is to count")
                return (*parts[:at], replace(part, fault=fault), *parts[at + 1 :])
            seen[unit] = part.text
        try:
            self.together(parts)
        except BadOrder as fault:
            return (*parts[:-1], replace(parts[-1], fault=fault))
        return parts


def _good(parts: Sequence[Part]) -> int:
    return sum(part.fault is None for part in parts)


def _cut(sign: re.Pattern[str], text: str) -> list[str]:
    """The text at its signs, but for those in brackets; without an empty end."""
    found: list[str] = []
    begin = 0
    for cut in sign.finditer(text):
        before = text[: cut.start()]
        if before.count("(") > before.count(")") or before.count("[") > before.count("]"):
            continue
        found.append(text[begin : cut.start()])
        begin = cut.end()
    parts = [each.strip() for each in (*found, text[begin:])]
    while len(parts) > 1 and not any(map(str.isalnum, parts[-1])):
        parts.pop()
    return parts


def _problem(part: Part, number: int) -> Problem:
    """What to tell of one part of a line of which nothing counts."""
    fault = part.fault
    if fault is not None:
        return Problem(fault.code, fault.message, number, fault.hint, part.text, readings=fault.readings)
    message = "this can be read, but another part of its line is wrong, so nothing of the line is filed"
    return Problem("diplomacy/beside-a-fault", message, number, "send it again on a line of its own", part.text)
