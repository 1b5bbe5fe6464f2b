"""Quoted lines that a mail program broke: it puts its mark before the first piece alone. The rest of what others
said stands there as if the writer had written it. `> … and then` and `TRANSFER 4 TO FRANCE` below it were one line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from judge.mail.values import TextLine

MARK = "> "

_MARKS = re.compile(r"\s*(?:\w{0,4}[>|]\s?)+")  # `> `, `>> `, `| `, and `JD> ` of those who quote by initials
_NARROWEST = 40  # columns; whoever breaks a shorter line does so by hand, to answer within it
_PIECES = 24  # a line of 998 octets has no more; it keeps the time linear


def may_be_broken(lines: Sequence[TextLine]) -> bool:
    """Is there a line of these, in order, that could be the end of the quoted one above it?"""
    return any(_MARKS.match(above.text) is not None and _goes_on(above, here) for above, here in pairwise(lines))


def broken_off(lines: Sequence[TextLine], answered: Iterable[str]) -> frozenset[int]:
    """The numbers of those lines without a mark that go on with a quoted one as the letter does that is answered.

    `lines`: those of the mail in order, the quoted ones among them; `answered`: those of the letter. A line counts only
    where its first word would not have fitted on the one above: who writes a word of their own into a quotation, or
    takes the mark from a whole line to send it, means it. Linear in the mail, but for a logarithm of the letter.
    """
    known = sorted({_bare(line) for line in answered})
    found: set[int] = set()
    for at, line in enumerate(lines):
        if not _MARKS.match(line.text):
            continue
        joined, above = _bare(line.text), line
        for here in lines[at + 1 : at + 1 + _PIECES]:
            longer = _joined(joined, _squeezed(here.text), known) if _goes_on(above, here) else ""
            if not longer:
                break
            found.add(here.number)
            joined, above = longer, here
    return frozenset(found)


def _goes_on(above: TextLine, here: TextLine) -> bool:
    """Does it stand right below, without a mark, and begin with a word for which there was no room above?"""
    word = here.text.split(maxsplit=1)[:1]
    if not word or here.number != above.number + 1 or _MARKS.match(here.text):
        return False
    return len(above.text) + 1 + len(word[0]) > _NARROWEST


def _joined(beginning: str, end: str, known: Sequence[str]) -> str:
    """Both as one, with a blank or, where a word was broken, without, if a line of the letter begins so; else empty."""
    for joined in (f"{beginning} {end}".strip(), f"{beginning}{end}"):
        place = bisect_left(known, joined)
        if place < len(known) and known[place].startswith(joined):
            return joined
    return ""


def _bare(text: str) -> str:
    return _squeezed(_MARKS.sub("", text, count=1) if _MARKS.match(text) else text)


def _squeezed(text: str) -> str:
    return " ".join(text.split())
