"""What of a letter to others may have been meant for the judge: press never carries orders out unseen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from judge.commands.command import Command, Line, commands
from judge.commands.request import Request
from judge.mail.redaction import MASK, masked
from judge.mail.text.quotations import mailboxes
from judge.mail.values import TextLine
from judge.mailbox.bounds import is_wide
from judge.reading.sheet import SheetLine
from judge.rules.problems import Refused
from judge.rules.values import (
    Sheet,
    only,
)

_WORD = re.compile(r"\W*([A-Za-z]+)\b\s*(.*)", re.DOTALL)
_SECRET = re.compile(rf"\W*(?:KEY|CONFIRM)\b[\s:=]*(?:{MASK}|(?:[a-z2-7]{{4}}[-\s]?){{3,}})", re.IGNORECASE)
_AMOUNT = re.compile(r"\W*\d")
_LEAST_NAME = 3  # letters
_LOOKED_AT = 400  # lines: a longer letter does not go out at all
_LOOKED_THROUGH = 15_000  # letters: of a longer one its writer could not be shown all, and asked


_TO_PART = (
    "The code sends just these words. To part them from your orders, write {end} on a line of its own below your "
    "words, and the orders below that."
)


def held_back(request: Request, command: Command, line: Line) -> tuple[str, str] | None:
    """Why a letter to others waits, with its words as they would go out, and what can be done; None if it may go."""
    if line.is_open and sum(len(each.text) for each in (*line.block, *line.below)) > _LOOKED_THROUGH:
        why = f"It has no {command.ends_with}, and is too long to be looked through for what is meant for me."
        return f"Not sent. {why} {command.foretell(request, line)}", _TO_PART.format(end=command.ends_with)
    order = order_within(request, line)
    named = _names_writer(request, line) if command.is_veiled(request, line) else None
    if named is not None:
        why = f"Your seat does not sign it, but line {named.number} tells who you are: {named.text.strip()[:80]}."
        hint = "The code sends just these words. Or send them again without that line."
        return f"Not sent. {why} {command.foretell(request, line)}".strip(), hint
    if order is None:
        return None
    why = f"Line {order.number} reads as if it were for me: {masked(order.text.strip())[:80]}."
    if line.is_open:
        nothing = "Nothing below it was read" if not line.below else "Neither was what stands below it read"
        why = f"It has no {command.ends_with}. {why} {nothing}."
    return f"Not sent. {why} {command.foretell(request, line)}", _TO_PART.format(end=command.ends_with)


def order_within(request: Request, line: Line) -> TextLine | None:
    """The line of a letter to others that makes it wait for its writer's word; None where it may go out.

    Without its END, whatever reads as an order, an offer or a command, in it or below it. With its END people quote
    orders to each other, and mean to: then only a KEY, a code, or a line as only the writer's own sheet has it, with
    its amount.
    """
    said = _looked_through((*line.block, *line.below)[:_LOOKED_AT])
    found = {each.number for each in said if _SECRET.match(each.text)}
    orders = orders_among(request, said, attempts=line.is_open)
    if line.is_open:
        found |= orders | {each.number for each in said if is_command(each.text)}
    else:
        found |= {each.number for each in said if each.number in orders and _AMOUNT.match(each.text)}
    return next((each for each in said if each.number in found), None)


def _looked_through(lines: Sequence[TextLine]) -> list[TextLine]:
    """These lines without those that are too long for an order, and those beyond what is looked through."""
    ends = accumulate(len(line.text) for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= _LOOKED_THROUGH and not is_wide(line.text)]


def _names_writer(request: Request, line: Line) -> TextLine | None:
    """The line of a letter that holds its writer's name, an address of theirs, or a reply address."""
    words = "|".join(re.escape(word) for word in request.player.name.split() if len(word) >= _LEAST_NAME)
    name = re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else "(?!)")
    address = mailboxes(request.mail.sender or "", *(each.address for each in request.player.addresses))
    said = (TextLine(line.number, line.rest.partition(":")[2]), *line.block)
    return next(
        (each for each in said if MASK in each.text or name.search(each.text) or address.search(each.text)), None
    )


def is_command(text: str) -> bool:
    """Is the line a command as people write one, and not a sentence that begins like one (`Wait, I think …`)?"""
    match = _WORD.fullmatch(text.strip())
    command = commands().get(match[1].upper()) if match else None
    return match is not None and command is not None and (match[1].isupper() or not match[2].strip(" ."))


def orders_among(request: Request, lines: Sequence[TextLine], *, attempts: bool) -> set[int]:
    """The numbers of those that the game's rules read or, with `attempts`, that look as if they should."""
    try:
        here, role = request.sheet_role()
    except Refused:
        return set()
    view = here.view(only(role))
    sheet = tuple(SheetLine(line.number, line.text) for line in lines if line.text.strip() and line.text[:1] != ">")
    reading = here.system.read(view, role, Sheet(sheet, {}))
    counting = {each.line for each in reading.lines} | {each.line for each in reading.acts}
    return {*reading.lines_meant} if attempts else counting
