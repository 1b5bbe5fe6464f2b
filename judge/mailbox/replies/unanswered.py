"""What a mail has changed that gets no answer any more: its player is told all the same.

Replies can be used up by who has a letter that a player passed on. What is changed then must not go unnoticed, and
letters about it must not be a flood: the first goes out at once, another ten minutes later at the earliest, and tells
of all that has come by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select

from judge.commands.command import Command
from judge.commands.request import Request
from judge.letters import write
from judge.letters.values import Answer, Section
from judge.letters.when import when
from judge.mail.redaction import masked
from judge.mailbox.lines.parsed import Parsed
from judge.outbox.queue import address_of, post, reader_of
from judge.store.tables import OutboundRow

BETWEEN = timedelta(minutes=10)
PURPOSE = "changed"
LINES, LENGTH = 20, 100

TITLE = "Mail in your name has changed something"
TOLD = (
    "More mails come in your name than I answer within an hour. This one, of {when}, was read and done like the others:"
)
MORE = (
    "More mails have come in your name than I answer within an hour, and changed what stands for you. SHOW and STATUS, "
    "with your KEY on a line above, tell how things stand."
)
NOT_YOU = (
    "If you did not write it, somebody has a letter of mine to you. Your KEY on a line, and REVOKE below it, end that."
)


def tell_of_changes(request: Request, parsed: Parsed, sections: Sequence[Section]) -> None:
    """Mails the player what the lines of this mail have changed, if they have, or that more was changed."""
    commands = {item.line.number: item.command for item in parsed.items}
    answers = (answer for section in sections for answer in section.answers)
    changed = [answer for answer in answers if _changes(answer, commands.get(answer.number))]
    if not changed:
        return
    work, player = request.work, request.player
    query = select(OutboundRow.next_try).where(
        OutboundRow.recipient == address_of(player), OutboundRow.purpose == PURPOSE
    )
    latest = work.session.execute(query.order_by(OutboundRow.id.desc()).limit(1)).scalar_one_or_none()
    if latest is not None and latest > work.now:
        return  # it goes out later, and tells of this too
    at_once = latest is None or work.now - latest >= BETWEEN
    lines = "\n".join(masked(answer.text)[:LENGTH] for answer in changed[:LINES])
    said = (TOLD.format(when=when(request.row.accepted_at, player)), lines) if at_once else (MORE,)
    reader = reader_of(player)
    letter = write.notice(work.renderer, reader, None, TITLE, (*said, NOT_YOU), work.now)
    row = post(work, letter, reader, purpose=PURPOSE, player=player)
    if latest is not None and not at_once:
        row.next_try = latest + BETWEEN


def _changes(answer: Answer, command: Command | None) -> bool:
    """Is it the answer to a line that was done, and that does more than show something? `command`: the line's, if it
    is one.
    """
    shows = command is not None and (command.looks or command.changes_nothing)
    return answer.became in ("ok", "warning") and not shows
