"""Trades that a mail program broke over two lines or more: put together where they read so, else refused whole.

None may ever be filed as its beginning: `BUY 2 FRANCE` above `FROM ANNA FOR 15` buys nothing of the unsold shares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.broken_lines import Mended, look_like_one
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.exchange.reading.trades import is_trade
from judge.rules.problems import Problem

MOST_PIECES = 4
LONGEST = 400

_GOES_ON = re.compile(
    r"(?:SHARES?\b\s*)?(?:(?:OF|IN)\b.*|(?:FROM|TO)(?:\s+\S+(?:\s+FOR(?:\s+[0-9]+)?)?)?|FOR(?:\s+[0-9]+)?)"
    r"(?:\s*AGP)?\s*[.!]?",
    re.IGNORECASE,
)


def mend_trades(lines: Sequence[SheetLine], reads: Callable[[str], object]) -> Mended:
    """Puts each trade together that stands on lines directly below each other. `reads`: raises BadOrder for what is no
    trade by itself.
    """
    mended = Mended()
    at = 0
    while at < len(lines):
        pieces = _pieces(lines, at, reads)
        at += len(pieces)
        head, tails = pieces[0], tuple(pieces[1:])
        text = _joined(pieces)
        if tails and (fault := _fault(text, reads)) is not None:
            mended.problems.append(_refused(pieces, fault))
            continue
        mended.lines.append(SheetLine(head.number, text) if tails else head)
        mended.tails[head.number] = tails
    return mended


def _pieces(lines: Sequence[SheetLine], at: int, reads: Callable[[str], object]) -> list[SheetLine]:
    """A line and those below it that belong to it."""
    pieces = [lines[at]]
    for below in lines[at + 1 : at + MOST_PIECES]:
        parts = (pieces[-1].text, below.text)
        if not is_trade(pieces[0].text) or is_trade(below.text) or any(without_remark(each) != each for each in parts):
            break
        if below.number != pieces[-1].number + 1 or sum(map(len, parts)) > LONGEST:
            break
        goes_on = _GOES_ON.fullmatch(below.text.strip()) is not None
        if not goes_on and (_is_whole(pieces, below, reads) or _fault(_joined((*pieces, below)), reads) is not None):
            break
        pieces.append(below)
    return pieces


def _is_whole(pieces: Sequence[SheetLine], below: SheetLine, reads: Callable[[str], object]) -> bool:
    """Is it a trade without the line below, which holds no number that could belong to it? `gracias`"""
    return not any(each.isdigit() for each in below.text) and _fault(_joined(pieces), reads) is None


def _joined(pieces: Sequence[SheetLine]) -> str:
    return " ".join(each.text.strip() for each in pieces)


def _fault(text: str, reads: Callable[[str], object]) -> BadOrder | None:
    try:
        reads(text)
    except BadOrder as fault:
        return fault
    return None


def _refused(pieces: Sequence[SheetLine], fault: BadOrder) -> Problem:
    texts = [each.text.strip() for each in pieces]
    message = f"{look_like_one(texts, 'trade')}, since together they are no trade: {fault.message}"
    hint = fault.hint or "write the trade on one line"
    return Problem("exchange/broken-line", message, pieces[0].number, hint, " / ".join(texts))
