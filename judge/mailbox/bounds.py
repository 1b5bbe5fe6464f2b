"""Bounds of what a mail may hold, before anything in it is interpreted: any mail is read within half a second.

judge/mail/text bounds its octets and its lines. Here are those of what is meant for the judge: text to others goes out
as it was written, and has bounds of its own (judge/press/dispatch.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.mail.values import TextLine
from judge.rules.problems import refusal

ORDER_LINES = 200
"""Order lines that one mail may hold for one game: more than any sheet needs, and soon read even if each is wrong."""

MAIL_LINES = 250
"""Lines of sheets in one mail, for all games together."""

COMMANDS = 50
"""Commands that one mail may hold: what each mails to others, or lists, may be a hundred times as long as its line."""

CODES = 10
"""Different codes in one mail: what waits for each is read again."""

ITEMS = 400
"""Commands, lines below them, and lines of sheets in one mail, those that nobody would do among them."""

SHEET_LETTERS = 6_000
"""Letters of the order lines for one game: a few hundred lines, each as long as people write them."""

HINTED = 100
"""Lines that were not read, for each of which a hint is looked for."""

LETTERS = 1_000
"""Letters of a command or an order on its line."""

TOO_WIDE = f"This line has more than {LETTERS:,} letters, more than I read of one. Nothing of it was done."

_RUN = re.compile(r"([ .,;:!?()*|/])\1{8,}")


def squeezed(text: str) -> str:
    """The line without long runs of blanks or of a sign: columns stay apart, and nobody waits for the rest."""
    return _RUN.sub(lambda run: run[1] * 8, text)


def check_block(command: str, lines: Sequence[TextLine]) -> None:
    """Raises Refused if the lines below a command are more than it can read."""
    if len(lines) > ORDER_LINES:
        raise refusal("bounds/lines", f"At most {ORDER_LINES} lines may stand below {command}. Nothing was done.")
    wide = next((line for line in lines if len(line.text) > LETTERS), None)
    if wide is not None:
        raise refusal("bounds/letters", f"Line {wide.number} has more than {LETTERS:,} letters. Nothing was done.")
