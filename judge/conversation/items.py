"""A mail's lines as commands, blocks, and lines of the game's sheet. Nothing is carried out here."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from judge.commands.command import Command, Line, commands
from judge.mail.values import TextLine
from judge.rules.lines import beginnings

# `--` and the signature it opens, or a plain END, stop the reading: whatever follows is no order.
_STOP = re.compile(r"\s*(?:--\s*|_{3,}\s*|end\.?\s*|signoff\s*|sign off\s*)", re.IGNORECASE)
# A block ends there too: what follows may be orders, which its readers must not see. Other rules may stand in a letter.
_STOP_IN_BLOCK = re.compile(r"\s*(?:--\s*|end\.?\s*)", re.IGNORECASE)
_WORD = re.compile(r"\s*([A-Za-z]+)\b[:,]?\s*(.*)", re.DOTALL)
_BOLD = re.compile(r"\s*\*(\S.*[^\s*])\*\s*")  # what is copied from a mail in HTML, as plain text
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # as East Asian keyboards write `５：Ａ`
_COMMENT = re.compile(r"\s*//")
_LONGEST_END = 5  # words of a line that may be meant to end a block


@dataclass(frozen=True, slots=True)
class Item:
    """A command (with its line), or, where `command` is None, a line of the game's sheet."""

    command: Command | None
    line: Line


def split(lines: Sequence[TextLine]) -> tuple[tuple[Item, ...], tuple[TextLine, ...]]:
    """The items in order, and the lines behind the point where reading stopped. Blank lines count only in blocks."""
    items: list[Item] = []
    known = commands()
    left: tuple[TextLine, ...] = ()
    position = 0
    while position < len(lines):
        line = lines[position]
        position += 1
        if not line.text.strip() or _COMMENT.match(line.text):
            continue
        # A rule above everything else closes no letter: a warning that a mail system put there stood above it.
        if _STOP.fullmatch(line.text):
            if items or "_" not in line.text:
                return tuple(items), tuple(rest for rest in lines[position:] if rest.text.strip())
            continue
        text = line.text if line.text[0].isalnum() else _undressed(line.text)
        plain = text if text.isascii() else text.translate(_WIDE)
        match = _WORD.match(plain)
        command = known.get(match[1].upper()) if match else None
        if match is None or command is None or (command.stands_alone and match[2].strip()):
            items.append(Item(None, Line(line.number, plain, plain)))
            continue
        # What is said to others stays as it was written.
        rest = (text if command.ends_with else plain)[match.start(2) :].strip()
        if not _has_block(command, rest, lines, position):
            items.append(Item(command, Line(line.number, text, rest)))
            continue
        block = _block_of(command, lines, position)
        position = block.end
        items.append(Item(command, Line(line.number, text, rest, block.lines, block.is_open, block.below)))
        left = block.below if position == len(lines) else ()
    return tuple(items), tuple(below for below in left if below.text.strip())


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of a block, and the place in the mail behind it and what ends it. See Line for the others."""

    lines: tuple[TextLine, ...]
    end: int
    is_open: bool = False
    below: tuple[TextLine, ...] = ()


def _has_block(command: Command, rest: str, lines: Sequence[TextLine], position: int) -> bool:
    """Do lines below belong to it? Of what could be said in one line too (`PRESS TO ALL: text`), they do if its END
    stands there before the next such command.
    """
    if not command.ends_with or command.block_if(rest):
        return bool(command.ends_with)
    for place in range(position, len(lines)):
        line = lines[place]
        if _ends(command, line):
            return True
        match = _WORD.match(line.text)
        if _STOP.fullmatch(line.text) or (match and match[1].upper() == command.name):
            return False
    return False


def _block_of(command: Command, lines: Sequence[TextLine], position: int) -> _Block:
    """The lines up to its END, or to where its writer stopped without one."""
    block: list[TextLine] = []
    for place in range(position, len(lines)):
        line = lines[place]
        if _ends(command, line):
            return _Block(tuple(block), place + 1)
        if command.reaches_others and _nearly_ends(command, line):
            return _Block(tuple(block), len(lines), is_open=True, below=tuple(lines[place + 1 :]))
        if _STOP_IN_BLOCK.fullmatch(line.text):
            # What follows a signature is none of the writer's; what follows END may be.
            below = () if line.text.strip().startswith("-") else tuple(lines[place + 1 :])
            return _Block(tuple(block), place, is_open=True, below=below)
        block.append(line if command.keeps_quotations else TextLine(line.number, _undressed(line.text)))
    return _Block(tuple(block), len(lines), is_open=True)


@cache
def _bullet() -> re.Pattern[str]:
    """Lists as mail programs write them in plain text; by hand only before a number or the beginning of an order, since
    an order that was broken in two goes on with a dash too.
    """
    words = "|".join(map(re.escape, beginnings())) or "(?!)"
    return re.compile(rf" {{2,}}[-*] +(?=\S)| *- +(?=\d|(?:{words}) )", re.IGNORECASE)


def _undressed(text: str) -> str:
    bullet = _bullet().match(text)
    text = text[bullet.end() :] if bullet else text
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text


def _ends(command: Command, line: TextLine) -> bool:
    text = " ".join(line.text.upper().split())
    # A phone writes END PRESS with a full stop; ENDPRESS is the word of other judges.
    return text.rstrip(" .:;,!") == command.ends_with or text == command.ends_with.replace(" ", "")


def _nearly_ends(command: Command, line: TextLine) -> bool:
    """Was this meant to be its END: `END OF PRESS`, `ENDPRESS.`, `end press please`?"""
    words = re.findall(r"[A-Z]+", line.text.upper())
    if len(words) > _LONGEST_END:
        return False
    end, name = command.ends_with.split()
    return f"{end}{name}" in words or (end in words and name in words[words.index(end) + 1 :])


def keep_quotations(
    items: Sequence[Item], lines: Sequence[TextLine], dropped: Sequence[TextLine]
) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...]]:
    """The lines of a mail, split into these items, and those dropped from it as quotations, once those that stand in
    press between its first line and its END have been put back: there people quote each other, and mean to.
    """
    begins, ends = [-1], [-1]  # in order; behind each beginning the latest end of a block begun by then
    closings: dict[str, list[int]] = {}
    for item in items:
        command, begun = item.command, item.line.number
        if command is not None and command.keeps_quotations and command.block_if(item.line.rest):
            if command.ends_with not in closings:
                closings[command.ends_with] = [line.number for line in lines if _closes(command, line)]
            behind = closings[command.ends_with]
            place = bisect_right(behind, begun)
            begins.append(begun)
            ends.append(max(ends[-1], behind[place] if place < len(behind) else begun))
    meant = {line.number for line in dropped if line.number < ends[bisect_left(begins, line.number) - 1]}
    if not meant:
        return tuple(lines), tuple(dropped)
    kept = sorted((*lines, *(line for line in dropped if line.number in meant)), key=lambda line: line.number)
    return tuple(kept), tuple(line for line in dropped if line.number not in meant)


def _closes(command: Command, line: TextLine) -> bool:
    return _ends(command, line) or _STOP_IN_BLOCK.fullmatch(line.text) is not None
