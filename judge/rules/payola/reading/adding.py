"""A sheet that adds to what is on file, instead of taking its place: one that begins with the line ADD."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judge.reading.second_thoughts import starts_anew
from judge.reading.sheet import SheetLine
from judge.rules.notes import and_the_old, replaced_by
from judge.rules.problems import Problem


def add_below(adds: Sequence[SheetLine], sheet: Sequence[int]) -> Problem | None:
    """What is wrong where ADD stands below lines of the sheet (their numbers): it could mean either."""
    if not adds or min(sheet, default=adds[0].number) >= adds[0].number:
        return None
    first = adds[0]
    message = f"ADD stands below line {min(sheet)}, which belongs to the sheet, so nothing of the sheet is filed"
    hint = "make ADD the first line to add to what is on file, or leave it out to replace that"
    return Problem("payola/add-below", message, first.number, hint, first.text)


def gone_of(what: str, of: str, before: tuple[int, str], after: tuple[int, str]) -> tuple[str, ...]:
    """The note that a sheet has taken the place of another; both are (how many offers, text).

    Where lines are gone it holds the old sheet below, one line a line as it was filed: sent back it files the same.
    """
    (number, text), (now, new) = before, after
    if not text or text == new:
        return ()
    said = replaced_by(what, of, number, now)
    return (and_the_old(said, text, "" if now < number else new),)


def added_to(before: tuple[int, str], after: tuple[int, str]) -> str:
    """The note that lines have come beside a sheet; both are as for `gone_of`. Savings and orders of loyal units take
    the place of those on file, so lines may be gone here too.
    """
    (number, text), (now, new) = before, after
    return and_the_old(f"Added to your sheet of {number}. It now has {now}.", text, new)


def second_sheet(lines: Sequence[SheetLine], read: Collection[int]) -> Problem | None:
    """What is wrong where a line says that what stands below it is instead of what stands above, and there is a sheet
    on both sides: offers add up, and nobody knows how much of the first one still counts. `read`: the lines of sheets.
    """
    for line in lines:
        both = any(each < line.number for each in read) and any(each > line.number for each in read)
        if both and line.number not in read and starts_anew(line.text):
            message = (
                f"there is one sheet above `{line.text.strip()[:60]}` and another below, and nothing of them is filed"
            )
            return Problem("payola/two-sheets", message, hint="send only what is to count")
    return None
