"""The lines of a mail, taken apart into commands with their blocks, and lines of sheets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from judge.commands.command import Command, Line, commands
from judge.mail.values import TextLine
from judge.mailbox.bounds import (
    COMMANDS,
    LINES,
    MAIL_LETTERS,
    MAIL_PIECES,
    TOO_MANY,
    TOO_WIDE,
    is_wide,
    pieces_of,
    squeezed,
)
from judge.mailbox.lines.blocks import STOP, WORD, BlockRead, Closings, block_of, closes, ends, has_block
from judge.mailbox.lines.trimmings import bare_rest, undressed, unnumbered, without_courtesy
from judge.mailbox.lines.wishes import alias_in, wish_of
from judge.reading.second_thoughts import thinks_again
from judge.reading.talk import is_talk

_MOST_NAMED = 3
"""Words with which a command that only shows something says what."""
_ENDS = (".", "!", "\u2026")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # as East Asian keyboards write `５：Ａ`


@dataclass(frozen=True, slots=True)
class Item:
    """A command (with its line), or, where `command` is None, a line of the game's sheet. `remark`: what its writer is
    told of it first, because it was written in other words; of a line that is no command, all there is to tell. `asks`:
    its words are such that a code must say that it was meant.
    """

    command: Command | None
    line: Line
    remark: str = ""
    asks: bool = False


def split(lines: Sequence[TextLine], letter: int = 0) -> tuple[tuple[Item, ...], tuple[TextLine, ...]]:
    """The items in order, and the lines behind the point where reading stopped: at a signature, or at the first line
    that is more than a mail may hold, which is the last item. Blank lines count only in blocks. `letter`: as in
    InboundMail; what is said to others above it ends there.
    """
    items: list[Item] = []
    letter_place = bisect_left(lines, letter, key=lambda line: line.number) if letter else 0
    left: tuple[TextLine, ...] = ()
    cut: Command | None = None  # whose END may stand below the letter
    position = commanded = read = letters = pieces = 0
    closings = Closings(lines)
    while position < len(lines):
        line = TextLine(lines[position].number, squeezed(lines[position].text))
        position += 1
        if not line.text.strip() or line.text.lstrip().startswith("//") or (cut is not None and ends(cut, line)):
            continue
        # A rule above everything else closes no letter: a warning that a mail system put there stood above it.
        if STOP.fullmatch(unnumbered(line.text)):
            if items or "_" not in line.text:
                return tuple(items), tuple(rest for rest in lines[position:] if rest.text.strip())
            continue
        text = unnumbered(line.text if line.text[0].isalnum() else undressed(line.text))
        plain = text if text.isascii() else text.translate(_WIDE)
        other = alias_in(plain)
        command, rest = _command_in(other.line if other else plain, text)
        if command is not None and _is_said(command, plain, rest):
            command = None
        if command is None and other is None:
            other = without_courtesy(plain) or wish_of(plain)
            command, rest = _command_in(other.line, other.line) if other else (None, "")
        remark = other.said if other else ""
        to_others = command is not None and command.reaches_others
        block: BlockRead | None = None
        if command is not None and has_block(command, rest, lines, position):
            cut = command if to_others and position <= letter_place else cut
            block = block_of(command, closings, position, letter_place if cut is command else len(lines))
        below = block.lines if block is not None and not to_others else ()
        texts = [] if to_others else [text, *(each.text for each in below)]
        too_wide = any(map(is_wide, texts))
        commanded += command is not None
        read += 1 + len(below)
        letters += 0 if too_wide else sum(map(len, texts))
        pieces += 0 if too_wide else sum(map(pieces_of, texts))
        if commanded > COMMANDS or read > LINES or letters > MAIL_LETTERS or pieces > MAIL_PIECES:
            items.append(Item(None, Line(line.number, text, text), TOO_MANY))
            break
        position = block.end if block is not None else position
        if too_wide:
            items.append(Item(None, Line(line.number, text, text), TOO_WIDE))
        elif command is None:
            meant = other.line if other and other.line else plain
            items.append(Item(None, Line(line.number, meant, meant), remark))
        elif block is None:
            rest = bare_rest(command, rest)
            items.append(Item(command, Line(line.number, text, rest), remark, asks=other is not None and other.asks))
        else:
            items.append(Item(command, Line(line.number, text, rest, block.lines, block.is_open, block.below), remark))
            left = block.below if position == len(lines) else ()
    return tuple(items), tuple(rest for rest in (*left, *lines[position:]) if rest.text.strip())


def _command_in(plain: str, text: str) -> tuple[Command | None, str]:
    """The command that a line begins with, and what stands behind its name. `text`: the same with its wide letters."""
    known = commands()
    if plain in known and not known[plain].is_order_if(""):  # one of several words
        return known[plain], ""
    match = WORD.match(plain)
    command = known.get(match[1].upper()) if match else None
    if match is None or command is None or command.is_order_if(match[2]):
        return None, ""
    if command.stands_alone and match[2].strip() and not is_talk(match[2]):
        return None, ""
    # What is said to others stays as it was written.
    return command, (text if command.ends_with and len(text) == len(plain) else plain)[match.start(2) :].strip()


def _is_said(command: Command, plain: str, rest: str) -> bool:
    """Is a line that begins with this command's word, in small letters, talk: `wait, actually Paris holds`, `Draw? No
    thanks`, `Map looks lovely, by the way.`?
    """
    if plain[: len(command.name)].isupper():
        return False
    if thinks_again(plain):
        return True
    if command.looks:
        return plain.endswith(_ENDS) and len(bare_rest(command, rest).split()) > _MOST_NAMED
    return "? " in plain and not command.ends_with


def keep_quotations(
    items: Sequence[Item], lines: Sequence[TextLine], dropped: Sequence[TextLine], letter: int = 0
) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...]]:
    """The lines of a mail, split into these items, and those dropped from it as quotations, once those that stand in
    press between its first line and its END have been put back: there people quote each other, and mean to. Nothing
    of the judge's `letter` is.
    """
    begins, ends = [-1], [-1]  # in order; behind each beginning the latest end of a block begun by then
    closings: dict[str, list[int]] = {}
    for item in items:
        command, begun = item.command, item.line.number
        if command is not None and command.keeps_quotations and command.block_if(item.line.rest):
            if command.ends_with not in closings:
                closings[command.ends_with] = [line.number for line in lines if closes(command, line)]
            behind = closings[command.ends_with]
            place = bisect_right(behind, begun)
            begins.append(begun)
            ends.append(max(ends[-1], behind[place] if place < len(behind) else begun))
    others = (line.number for line in dropped if not letter or line.number < letter)
    meant = {number for number in others if number < ends[bisect_left(begins, number) - 1]}
    if not meant:
        return tuple(lines), tuple(dropped)
    kept = sorted((*lines, *(line for line in dropped if line.number in meant)), key=lambda line: line.number)
    return tuple(kept), tuple(line for line in dropped if line.number not in meant)
