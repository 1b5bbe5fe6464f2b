"""Builds and disbands in a list below a heading: `Builds:` on a line, and below it `F BRE` and `A PAR`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND
from judge.rules.diplomacy.labels import ADJUSTMENTS
from judge.rules.diplomacy.reading.spelling import compact, unit_named, without_remark
from judge.rules.diplomacy.table import Table
from judge.rules.problems import Problem
from judge.rules.values import LineRead, SheetLine
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.lines import LIST_NUMBER
from judge.rules.words.said import said

_WHO = said("(?:(?:i|we)(?:(?:'d| would) like to| want to| will|'ll)? )?(?:please )?(?:my |the )?")
_BEHIND = said("(?: units?| please| are| for this winter| this winter)*")
_BUILDS = said(
    """builds?|building|new units?|bau(?:e|en|ten)?|aufbau(?:ten)?|bouw(?:en)?|constructions?|construire|construis
    |costruzioni|costruisco|construcciones|construyo|construir|construções|construo|budowa|buduję|byggen|bygger|inşa"""
)
_DISBANDS = said(
    """disbands?|disbanding|removes?|removing|removals?|abbau(?:e|en|ten)?|ontbind(?:en|ingen)?|dissoudre|dissolutions?
    |sciolgo|scioglimenti|disuelvo|dissolvo|rozwiązuję|upplöser"""
)
_HEADINGS: Final[Mapping[str, re.Pattern[str]]] = {
    verb: re.compile(rf"\s*{_WHO}(?:{words}){_BEHIND}\s*[:.\u2013\u2014-]*\s*", re.IGNORECASE)
    for verb, words in ((BUILD, _BUILDS), (DISBAND, _DISBANDS))
}
_NUMBERED = re.compile(rf"{LIST_NUMBER}(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class Headed:
    """`lines`: those to read, each unit below a heading with its verb; `headings`: what was left out of them;
    `written`: number -> a line that was given its verb, as its writer wrote it.
    """

    lines: list[SheetLine]
    headings: list[SheetLine]
    written: Mapping[int, str]

    def told(self, read: Sequence[LineRead]) -> tuple[LineRead, ...]:
        """How these lines were understood, in the words of their writer, and the headings with them."""
        part = next((line.part for line in read), "")
        own = [replace(line, text=self.written.get(line.line, line.text)) for line in read]
        heads = [LineRead(line.number, line.text, "for the units below", part) for line in self.headings]
        return tuple(sorted((*own, *heads), key=lambda each: each.line))

    def wrong(self, problems: Sequence[Problem]) -> list[Problem]:
        """What is wrong with these lines, in the words of their writer."""
        return [replace(each, text=self.written.get(each.line, each.text)) for each in problems]


def with_verbs(table: Table, lines: Sequence[SheetLine]) -> Headed:
    """The lines of an adjustment; those of another phase stay as they are. A heading counts for the units directly
    below it, and is a line like any other where none stands there.
    """
    if table.label.kind != ADJUSTMENTS:
        return Headed(list(lines), [], {})
    found: list[SheetLine] = []
    headings: list[SheetLine] = []
    written: dict[int, str] = {}
    heading: SheetLine | None = None
    verb = ""
    for line in lines:
        plain = without_courtesies(_NUMBERED.sub("", without_remark(line.text)))
        above = next((each for each, pattern in _HEADINGS.items() if pattern.fullmatch(plain)), "")
        if above:
            heading, verb = line, above
        elif verb and unit_named(table.board, compact(plain)):
            if heading is not None:
                found.remove(heading)
                headings.append(heading)
            heading = None
            written[line.number] = line.text
            found.append(replace(line, text=f"{verb} {plain}"))
            continue
        elif plain.strip() and not plain.upper().startswith(verb):
            heading, verb = None, ""
        found.append(line)
    return Headed(found, headings, written)
