"""Bounds of what a mail may hold, before anything in it is interpreted: any mail is read within half a second.

judge/mail/text bounds its octets and its lines. Here are those of what is meant for the judge: text to others goes out
as it was written, and has bounds of its own (judge/press/dispatch.py).
"""

from __future__ import annotations

import re

LINES = 200
"""Lines of one mail: commands, what stands below them, and lines of sheets for all games together."""

MAIL_LETTERS = 8_000
"""Letters in these lines: a few hundred lines, each as long as people write them."""

MAIL_PIECES = 3_000
"""Words and signs in these lines. Of each it is asked whether an order begins there."""

COMMANDS = 50
"""Commands that one mail may hold: what each mails to others, or lists, may be a hundred times as long as its line."""

CODES = 10
"""Different codes in one mail: what waits for each is read again."""

HINTED = 100
"""Lines that were not read, of each of which it is asked what it means: a hint, or a greeting."""

LETTERS = 1_000
WORDS = 200
"""Letters and words of a command or an order on its line."""

TOO_WIDE = (
    f"This line, or one that belongs to it, has more than {LETTERS:,} letters or {WORDS} words. Nothing of it was done."
)
TOO_MANY = (
    f"A mail can hold {COMMANDS} commands, and {LINES} lines with {MAIL_LETTERS:,} letters, or {MAIL_PIECES:,} words "
    "and signs, in all. I did not read this line and those below it."
)
INSTEAD = {
    TOO_WIDE: "Write each order, and each command, on a line of its own.",
    TOO_MANY: "Send the rest in another mail.",
}
"""What the writer of a line may do that is beyond a bound, by what is told of the line."""

_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"\w+|[^\w\s]")
_RUN = re.compile(r"([ .,;:!?()*|/])\1{8,}")


def is_wide(text: str) -> bool:
    """Return whether a command or an order is longer than anybody writes one."""
    return len(text) > LETTERS or len(_WORD.findall(text)) > WORDS


def pieces_of(text: str) -> int:
    """Return how many words and signs a line has."""
    return len(_PIECE.findall(text))


def squeezed(text: str) -> str:
    """The line without long runs of blanks or of a sign: columns stay apart, and nobody waits for the rest."""
    return _RUN.sub(lambda run: run[1] * 8, text)
