"""HOST: a word to those who run this judge."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import text_of
from judge.mail.redaction import masked
from judge.outbox import queue
from judge.outbox.queue import address_of
from judge.rules.problems import Problem, Refused


@Command(
    "HOST [your words]",
    Needs.ANYBODY,
    example="HOST My address is about to change twice; can you help?",
    changes_nothing=True,
    cost=3,
    ends_with="END HOST",
    keeps_quotations=True,
    block_if=lambda rest: not rest.strip(),
)
def host(request: Request, line: Line) -> str:
    """Sends your words to the people who run this judge. If HOST stands alone on its line, it takes the lines below, up
    to END HOST or the end of the mail.
    """
    words = tuple(masked(each) for each in text_of(line, line.rest))
    if not words:
        raise Refused(
            Problem("host/empty", "Your mail holds no words for the host.", hint="Write HOST and your words.")
        )
    address = address_of(request.player)
    writer, subject = (request.player.name, address), masked(request.mail.subject)
    queue.forward_to_host(request.work, request.row.id, writer, subject, words, proved=True)
    return queue.PASSED_ON.format(address=address)
