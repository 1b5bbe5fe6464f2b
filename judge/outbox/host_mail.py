"""Mail for those who run this judge: what comes to postmaster and abuse, and what somebody writes behind HOST."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import structlog

from judge.app import Work
from judge.letters import write
from judge.letters.values import Reader
from judge.outbox.outbox import post, tell_host, written_lately

log = structlog.get_logger()

PASSED_ON = "I have passed your words to the people who run this judge. They will answer you themselves, at {address}."

LINES, CHARACTERS = 500, 50_000
"""So much of one mail goes on; all of it is kept."""

_FROM_ANYBODY = "to-host"
OF_ANYBODY = 60
"""Mails within an hour that nobody has proved to have written, and that go on all the same."""
_LAST = (
    "So much has come for you within the hour that nothing else of the kind is passed on until it is over. It is all "
    "kept: the log has the numbers."
)


def pass_on(
    work: Work, mail_id: int, writer: tuple[str, str], subject: str, lines: Sequence[str], *, proved: bool
) -> bool:
    """Mails these lines, without secrets, to the host's address. `writer`: name and address, as the mail has them;
    `proved`: it is they. False where too much that could be anybody's has been passed on within the hour.
    """
    lately = 0 if proved else written_lately(work, (_FROM_ANYBODY,), timedelta(hours=1))
    if lately >= OF_ANYBODY:
        log.warning("not passed on to the host", mail_id=mail_id)
        return False
    name, address = writer
    known = f"{name} <{address}>" if name and name != address else address or "nobody that can be told"
    head = f"{known} writes to the people who run this judge (mail number {mail_id}). To answer, write to that address."
    text = "\n".join((*lines[:LINES], *(["…"] if len(lines) > LINES else [])))
    text = text if len(text) <= CHARACTERS else f"{text[:CHARACTERS]} …"
    head = f"{head}\n\n{_LAST}" if lately == OF_ANYBODY - 1 else head
    title = f"To the host: {subject[:100]}" if subject.strip() else "To the host"
    tell_host(work, title, f"{head}\n\n{text}", "host" if proved else _FROM_ANYBODY)
    return True


def answer(work: Work, address: str) -> None:
    """Tells somebody, known here or not, that their mail has gone to the host. No word of it is theirs."""
    reader = Reader(name=address, zone="UTC", role="", address=address)
    title = "Your mail has gone to the host"
    letter = write.notice(work.renderer, reader, None, title, (PASSED_ON.format(address=address),), work.now)
    post(work, letter, reader, purpose="stranger", player=None)
