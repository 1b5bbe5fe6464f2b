"""Several orders on one line, with commas, semicolons, strokes or `and` between them: read where each of them is an
order by itself. Else none of the line counts: what stands between them may change what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.rules.diplomacy.reading.broken_lines import LONGEST_ORDER, Reads
from judge.rules.diplomacy.reading.spelling import BadOrder, parted
from judge.rules.system import LineRead, SheetLine

MOST_TRIALS = 500
"""Orders within lines that are tried in one sheet; lines beyond them are read as they stand."""

_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+(?:/|and)\s+", re.IGNORECASE)
_UNIT = re.compile(r"\A(?:0 : )?([AF] \S+)")


@dataclass(frozen=True, slots=True)
class Listed:
    """The lines to read, an order each; `whole`: number of a line that held several -> its text."""

    lines: tuple[SheetLine, ...]
    whole: Mapping[int, str]

    def told(self, lines: Sequence[LineRead]) -> tuple[LineRead, ...]:
        """How these were understood, each line of the mail once."""
        found: list[LineRead] = []
        for number, group in groupby(lines, lambda each: each.line):
            read = tuple(group)
            if number in self.whole:
                meaning = "; ".join(each.meaning for each in read)
                read = (LineRead(number, self.whole[number], meaning, read[0].part),)
            found += read
        return tuple(found)


def listed(lines: Sequence[SheetLine], reads: Reads) -> Listed:
    """Takes lines apart that are no order as they stand, and several piece by piece."""
    found: list[SheetLine] = []
    whole: dict[int, str] = {}
    left = MOST_TRIALS
    for line in lines:
        pieces = _pieces(line.text)
        if 1 < len(pieces) < left:
            left -= len(pieces) + 1
            if not _meaning(line.text, reads) and _are_orders(pieces, reads):
                whole[line.number] = line.text
                found += [SheetLine(line.number, piece) for piece in pieces]
                continue
        found.append(line)
    return Listed(tuple(found), whole)


def _pieces(text: str) -> tuple[str, ...]:
    """What stands between commas and their like; a remark stays with the last."""
    body, remark = parted(text)
    if len(text) > LONGEST_ORDER or not _BETWEEN.search(body):
        return ()
    pieces = [piece for piece in _BETWEEN.split(body.strip()) if piece]
    if pieces and remark.strip():
        pieces[-1] += f" % {remark}"
    return tuple(pieces)


def _meaning(text: str, reads: Reads) -> str:
    try:
        return reads(text)
    except BadOrder:
        return ""


def _are_orders(pieces: Sequence[str], reads: Reads) -> bool:
    """Is each of them an order, of units that differ? Where one has a price, all have: without it an offer is of 0."""
    meanings = [_meaning(piece, reads) for piece in pieces]
    if not all(meanings):
        return False
    saves = [meaning.endswith("$") for meaning in meanings]
    priced = [piece[0].isdigit() for piece in pieces]
    if any(priced) or any(saves):
        return all(map(any, zip(priced, saves, strict=True)))
    units = [found[1] for found in map(_UNIT.match, meanings) if found]
    return len(set(units)) == len(units)
