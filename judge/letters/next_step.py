"""What a letter about a game asks of its reader: in a few words for its subject, in a sentence for its first line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from judge.letters.columns import counted, with_be
from judge.letters.dates import briefly, when
from judge.letters.values import MASTER_ROLE, Deadline, Question, Reader

ORDERS = "orders"
"""What is asked for, where a game has no better word for it."""


def _is_player(reader: Reader) -> bool:
    return bool(reader.role) and reader.role != MASTER_ROLE


def _within(title: str) -> str:
    """A phase's title within a sentence: `the token to give away`."""
    return f"the {title[4:]}" if title.startswith("The ") else title


def in_subject(reader: Reader, deadline: Deadline | None, form: str, now: datetime, asks: str = ORDERS) -> str:
    """`; orders due Mon 9 Mar, 13:00 UTC` or `; nothing to do`, for the end of a subject. Empty for readers of whom
    nothing is ever asked, and where no deadline is set. `asks`: what is asked for, such as `vote`.
    """
    if deadline is None or not _is_player(reader):
        return ""
    if reader.is_among(deadline.phase.wanted):
        return f"; {asks} due {briefly(deadline.at, reader)}" if deadline.at > now else f"; {asks} overdue"
    return f"; open until {briefly(deadline.at, reader)}" if form and deadline.at > now else "; nothing to do"


def on_top(reader: Reader, deadline: Deadline | None, form: str, now: datetime, asks: str = ORDERS) -> str:
    """Return the same as sentences; observers too are told when the open phase is due. Empty without a deadline."""
    if deadline is None:
        return ""
    title, at = deadline.phase.title, when(deadline.at, reader)
    is_past = deadline.at <= now
    due = f"{with_be(title, was=is_past)} due {at}."
    if not _is_player(reader):
        return due
    if reader.is_among(deadline.phase.wanted):
        many = asks.endswith("s")
        be = ("were" if many else "was") if is_past else ("are" if many else "is")
        urged = f" Please send {'them' if many else 'it'} now." if is_past else ""
        return f"Your {asks} for {_within(title)} {be} due {at}.{urged}"
    return (
        f"You can write for {_within(title)} until {at}." if form and not is_past else f"You have nothing to do. {due}"
    )


def to_confirm(questions: Sequence[Question]) -> str:
    """Return the subject that asks for a code: for what, if it is one line that is surely the reader's."""
    if any(question.unproved for question in questions):
        return "Was this mail yours?"
    what = [answer.text for question in questions for answer in question.what]
    return f"Please confirm: {what[0]}" if len(what) == 1 else f"Please confirm {counted(len(what), 'line')}"
