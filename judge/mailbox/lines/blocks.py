"""The lines that belong to a command above them: where a block begins, and where its writer let it end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.commands.command import Command
from judge.mail.values import TextLine
from judge.mailbox.bounds import squeezed
from judge.mailbox.lines.trimmings import undressed, unnumbered
from judge.reading.lexer import tokens_of

# `--` and the signature it opens, or a plain END, stop the reading: whatever follows is no order.
STOP = re.compile(r"\s*(?:--\s*|_{3,}\s*|end\.?\s*|signoff\s*|sign off\s*)", re.IGNORECASE)
# A block ends there too: what follows may be orders, which its readers must not see. Other rules may stand in a letter.
_STOP_IN_BLOCK = re.compile(r"\s*(?:--\s*|end\.?\s*)", re.IGNORECASE)
WORD = re.compile(r"\s*([A-Za-z]+)\b[:,]?\s*(.*)", re.DOTALL)
_LONGEST_END = 5  # words of a line that may be meant to end a block


@dataclass(frozen=True, slots=True)
class BlockRead:
    """The lines of a block, and the place in the mail behind it and what ends it. See Line for the others."""

    lines: tuple[TextLine, ...]
    end: int
    is_open: bool = False
    below: tuple[TextLine, ...] = ()


def has_block(command: Command, rest: str, lines: Sequence[TextLine], position: int) -> bool:
    """Do lines below belong to it? Of what could be said in one line too (`PRESS TO ALL: text`), they do if its END
    stands there before the next such command.
    """
    if not command.ends_with or command.block_if(rest):
        return bool(command.ends_with)
    for place in range(position, len(lines)):
        line = lines[place]
        if ends(command, line):
            return True
        match = WORD.match(line.text)
        if STOP.fullmatch(unnumbered(line.text)) or (match and match[1].upper() == command.name):
            return False
    return False


class Closings:
    """The lines of a mail, and where the last END of each kind of block stands: looked for once, however many begin."""

    def __init__(self, lines: Sequence[TextLine]) -> None:
        self.lines = lines
        self._last: dict[str, int] = {}

    def last(self, command: Command) -> int:
        """The place of the last END of this command; -1 if there is none."""
        if command.ends_with not in self._last:
            places = (place for place in reversed(range(len(self.lines))) if ends(command, self.lines[place]))
            self._last[command.ends_with] = next(places, -1)
        return self._last[command.ends_with]


def block_of(command: Command, closings: Closings, position: int, stop: int) -> BlockRead:
    """The lines up to its END, or to where its writer stopped without one: at the end, or at another command. `stop`:
    the place of the first line that cannot belong to it.
    """
    block: list[TextLine] = []
    lines = closings.lines
    is_closed = closings.last(command) >= position
    for place in range(position, stop):
        line = lines[place]
        if ends(command, line):
            return BlockRead(tuple(block), place + 1)
        if command.reaches_others and _nearly_ends(command, line):
            return BlockRead(tuple(block), len(lines), is_open=True, below=tuple(lines[place + 1 :]))
        if _STOP_IN_BLOCK.fullmatch(unnumbered(line.text)):
            # What follows a signature is none of the writer's; what follows END may be.
            below = () if line.text.strip().startswith("-") else tuple(lines[place + 1 :])
            return BlockRead(tuple(block), place, is_open=True, below=below)
        if not is_closed and command.ends_before(line.text):
            return BlockRead(tuple(block), place, is_open=True)
        block.append(line if command.keeps_quotations else TextLine(line.number, squeezed(undressed(line.text))))
    is_cut = is_closed and stop < len(lines)
    return BlockRead(tuple(block), stop, is_open=not is_cut, below=() if is_cut else tuple(lines[stop:]))


def ends(command: Command, line: TextLine) -> bool:
    """Is it the END of a block of this command?"""
    text = " ".join(unnumbered(line.text).upper().split())
    # A phone writes END PRESS with a full stop; ENDPRESS is the word of other judges.
    return text.rstrip(" .:;,!") == command.ends_with or text == command.ends_with.replace(" ", "")


def _nearly_ends(command: Command, line: TextLine) -> bool:
    """Was this meant to be its END: `END OF PRESS`, `ENDPRESS.`, `end press please`?"""
    words = [token.text.upper() for token in tokens_of(line.text) if token.shape == "word"]
    if len(words) > _LONGEST_END:
        return False
    end, name = command.ends_with.split()
    return f"{end}{name}" in words or (end in words and name in words[words.index(end) + 1 :])


def closes(command: Command, line: TextLine) -> bool:
    return ends(command, line) or _STOP_IN_BLOCK.fullmatch(unnumbered(line.text)) is not None
