"""Orders that a mail program broke over two lines: put together where they read so, else refused whole.

None may ever be filed as its beginning: `5 : A SMY S A CON` above `- BUL` is no support to hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.spelling import LONGEST_LINE, compact, without_remark
from judge.rules.problems import Problem
from judge.rules.values import (
    LineRead,
)

Reads: TypeAlias = Callable[[str], str]
"""A line -> what it means in canonical words. BadOrder if it is no order by itself."""

LONGEST_ORDER = 2000
MOST_PIECES = 8
"""An order of more letters, or on more lines, is not put together, and none of it counts."""

MOST_FAILURES = 500
"""So many lines of a sheet are tried in vain; below that nothing is put together any more."""

TWO_LINES = "write the order on one line, or leave an empty line between two separate orders"

_ENOUGH = 40  # letters at either end of a line that tell how it begins and ends
_PRICE = re.compile(r"[0-9*#+\s]*+[:!>@&]?")
_PRICED = re.compile(r"[0-9*#+\s]*+[:!>@&]")
_KIND = re.compile(r"\s*(?:A|F|ARMY|FLEET)\b", re.IGNORECASE)
_VERB = re.compile(r"\s*(?:BUILDS?|B|DISBANDS?|D|REMOVES?|R|RETREATS?|WAIVES?|W)\b", re.IGNORECASE)
_OPEN = re.compile(
    r".*(?:[-\u2010-\u2015\u2212\u2190-\u21ff>|]|"
    r"\b(?:A|F|S|C|ARMY|FLEET|SUPP?|SUPPORTS?|CONV|CONVOYS?|TO|MOVES?))\s*",
    re.IGNORECASE | re.DOTALL,
)
_ENDING = re.compile(
    r"\s*(?:H|HOLDS?|STANDS?|DISBANDS?|REMOVES?|D|VIA|(?:VIA|BY) CONVOY|TO .+|(?:S|C|SUPPORTS?|CONVOYS?) .+"
    r"|[/(]?\s*(?:[NSEW]|NORTH|SOUTH|EAST|WEST)(?:ERN)?\.?\s*C(?:OAST)?\b\.?\)?.*|[0-9]{1,2}|\$)\s*",
    re.IGNORECASE | re.DOTALL,
)

_FIRST = re.compile(r"\s*[,;]")


class _Verdict(Enum):
    APART = "two lines"
    ONE = "one order"
    NEITHER = "no order, and neither line counts"


class _Trials:
    """Reads lines as far as it is allowed to fail: what is no order is looked at the longest."""

    def __init__(self, board: Board, lines: Sequence[SheetLine], reads: Reads) -> None:
        self._board = board
        self._lines = lines
        self._reads = reads
        self.left = MOST_FAILURES

    def __call__(self, text: str) -> str | None:
        """What the line means; None if it is no order by itself."""
        if self.left <= 0:
            return None
        try:
            return self._reads(text)
        except BadOrder:
            self.left -= 1
            return None

    def stands_elsewhere(self, text: str) -> bool:
        """Does this order stand on another line too, one that can be the end of none?"""
        return _bare(text) in self._apart

    @cached_property
    def _apart(self) -> frozenset[str]:
        above = (None, *self._lines)
        return frozenset(
            _bare(without_remark(line.text))
            for before, line in zip(above, self._lines, strict=False)
            if before is None or before.number + 1 != line.number or not _ends_open(self._board, before.text)
        )


@dataclass
class Mended:
    """The lines to read; `tails`: number of a line -> numbers and texts of those that were put behind it."""

    lines: list[SheetLine] = field(default_factory=list)
    tails: dict[int, tuple[SheetLine, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def told(self, lines: Sequence[LineRead]) -> tuple[LineRead, ...]:
        """How these lines were understood, and with them the lines that belong to them."""
        return tuple(
            each
            for line in lines
            for each in (
                line,
                *(
                    LineRead(tail.number, tail.text, f"goes on with line {line.line}", line.part)
                    for tail in self.tails.get(line.line, ())
                ),
            )
        )


def mend(board: Board, lines: Sequence[SheetLine], reads: Reads) -> Mended:
    """Puts each order together that stands on two lines (or three), directly below each other."""
    mended = Mended()
    trials = _Trials(board, lines, reads)
    at = 0
    while at < len(lines):
        head = lines[at]
        text, behind = head.text, 0
        verdict = _Verdict.ONE
        while verdict is _Verdict.ONE:
            below = _run(lines, at + behind)
            if behind >= MOST_PIECES or len(text) > LONGEST_ORDER:
                verdict, more = _too_much(board, below)
            else:
                verdict, more = _below(board, text, below, trials)
            text = " ".join((text.rstrip(), *(each.text.strip() for each in more)))
            behind += len(more)
        tails = tuple(lines[at + 1 : at + 1 + behind])
        if verdict is _Verdict.NEITHER:
            mended.problems.append(_refused(head, tails, reads if trials.left else None))
        else:
            mended.lines.append(SheetLine(head.number, text) if tails else head)
            mended.tails[head.number] = tails
        at += 1 + behind
    return mended


def _run(lines: Sequence[SheetLine], at: int) -> Sequence[SheetLine]:
    """At most two lines that stand directly below this one."""
    below = lines[at + 1 : at + 3]
    count = next((place for place, each in enumerate(below, 1) if each.number != lines[at].number + place), 3) - 1
    return below[:count]


def may_end_one(board: Board, text: str) -> bool:
    """Could this be the end of an order that begins on the line above?"""
    return text[:1] == "-" or _goes_on(board, text) or bool(_ENDING.fullmatch(text))


def look_like_one(pieces: Sequence[str], what: str) -> str:
    """`pieces`: the texts of lines that belong together; `what` they would be as one."""
    quoted = " and ".join(f"`{piece[:80]}`" for piece in pieces)
    return f"{quoted} look like one {what} on {'two' if len(pieces) == 2 else len(pieces)} lines, so none of it counts"


def _refused(head: SheetLine, tails: Sequence[SheetLine], reads: Reads | None) -> Problem:
    pieces = [each.text.strip() for each in (head, *tails)]
    message = look_like_one(pieces, "order")
    hint = TWO_LINES
    try:
        if reads is not None:
            reads(" ".join(pieces))
    except BadOrder as fault:
        message = f"{message}, since together they are no order: {fault.message}"
        hint = fault.hint or hint
    return Problem("diplomacy/broken-line", message, head.number, hint, " / ".join(pieces))


def _too_much(board: Board, below: Sequence[SheetLine]) -> tuple[_Verdict, Sequence[SheetLine]]:
    onward = bool(below) and _goes_on(board, below[0].text.strip())
    return (_Verdict.NEITHER, below[:1]) if onward else (_Verdict.APART, ())


def _below(board: Board, head: str, below: Sequence[SheetLine], reads: _Trials) -> tuple[_Verdict, Sequence[SheetLine]]:
    """What the lines below are to an order, and those of them that belong to it."""
    if not below or without_remark(head) != head:
        return _Verdict.APART, ()
    tail = without_remark(below[0].text).strip()
    verdict = _of_two(board, head, tail, reads)
    if verdict is not _Verdict.ONE and len(below) > 1 and _ends_open(board, f"{head} {tail}"):
        last = without_remark(below[1].text).strip()
        alone = (reads(each) for each in (tail, last))
        if not any(alone) and reads(f"{head} {tail} {last}"):
            return _Verdict.ONE, below
    return verdict, () if verdict is _Verdict.APART else below[:1]


def _of_two(board: Board, head: str, tail: str, reads: _Trials) -> _Verdict:
    if not _begins(board, head):
        return _Verdict.APART
    ends_open = _ends_open(board, head)
    # Where several orders stand on a line, the first below may end the last above.
    begins_on = _FIRST.split(tail, maxsplit=1)[0] if _FIRST.search(head) else tail
    onward = _goes_on(board, begins_on)
    if not reads.left:
        return _Verdict.NEITHER if onward else _Verdict.APART
    if not (ends_open or onward or tail[:1] == "-" or _ENDING.fullmatch(begins_on)) or not any(
        each.isalnum() or each == "$" for each in tail
    ):
        return _Verdict.APART
    if onward and tail[0] != "|" and reads(tail.lstrip("-\u2013\u2014* ")):
        onward = False  # an order in a list
    first, second, both = (reads(text) for text in (head, tail, f"{head} {tail}"))
    if second is not None:
        again = both is not None and reads.stands_elsewhere(tail)
        return _with_an_order(head, tail, (first, second, both), ends_open=ends_open, again=again)
    if both is not None:
        return _Verdict.ONE
    if first is None:
        # Nothing would be filed of them: what is surely one order is told as one, else both as they are.
        return _Verdict.NEITHER if ends_open and (onward or _from_to(board, tail)) else _Verdict.APART
    last = first.rpartition("\n")[2]
    helps = " S " in last and "-" not in last and tail[:1] == "-" and len(begins_on[1:].split()) == 1
    return _Verdict.NEITHER if onward or helps else _Verdict.APART


def _with_an_order(
    head: str, tail: str, read: tuple[str | None, str | None, str | None], *, ends_open: bool, again: bool
) -> _Verdict:
    """Of a line that is an order by itself. `read`: the first line, the second, and both as one; `again`: the second
    stands elsewhere too, so here it is needed for nothing but the end of the first.
    """
    first, second, both = read
    if first is not None:
        return _Verdict.APART if both in (None, first, second) else _Verdict.NEITHER
    if not ends_open or both == second:
        return _Verdict.APART
    if _PRICE.fullmatch(head):
        # Where offers have prices, an order below a bare number is none of 0: that may be its price, or count a list.
        worthless = second is not None and second[:1].isdigit() and not _PRICED.match(tail)
        return _Verdict.ONE if both is not None else _Verdict.NEITHER if worthless else _Verdict.APART
    if _PRICED.match(tail):
        return _Verdict.APART
    if _KIND.match(tail):
        return _Verdict.APART if both is None else _Verdict.ONE if again else _Verdict.NEITHER
    return _Verdict.NEITHER if both is None else _Verdict.ONE


def _begins(board: Board, text: str) -> bool:
    """Does the line begin like an order, or is all of it a price?"""
    rest = _unpriced(text)
    if not rest.strip():
        return any(map(str.isdigit, text))
    first = rest[:_ENOUGH].split()[0].upper().rstrip(":")
    of = (first in board.powers, first.title() in board.adjectives.values(), board.find(first))
    return bool(_KIND.match(rest) or _VERB.match(rest) or any(of))


def _ends_open(board: Board, text: str) -> bool:
    """Does the line begin like an order (or is all of it a price), and end where more must follow?"""
    rest = _unpriced(text)
    ending = f"{rest[:_ENOUGH]} {rest[-_ENOUGH:]}" if len(rest) > 2 * _ENOUGH else rest
    return _begins(board, text) and (not rest.strip() or bool(_OPEN.fullmatch(ending)))


def _bare(text: str) -> str:
    """An order without its price and its blanks."""
    return compact(_unpriced(text)) if len(text) <= LONGEST_LINE else text


def _unpriced(text: str) -> str:
    price = _PRICE.match(text)
    return text[price.end() :] if price else text


def _goes_on(board: Board, text: str) -> bool:
    """Is it a bar and more, or nothing but a place, perhaps behind a dash?"""
    if text[:1] == "|":
        return True
    if not text or len(text) > LONGEST_LINE:
        return False
    line = compact(text).removeprefix("-")
    return bool(line) and bool(board.find(line.partition("/")[0]))


def _from_to(board: Board, text: str) -> bool:
    """Is it two places and a dash between them?"""
    places = compact(text).split("-") if len(text) <= LONGEST_LINE else []
    return len(places) == 2 and all(board.find(each.partition("/")[0]) for each in places)
