"""The attempts to read a mail: each is counted before it begins. A mail that crashes its reader is tried three times
and then quarantined, with everything it holds; the others go on.
"""

from __future__ import annotations

import structlog
from sqlalchemy.orm import Session

from judge.app import Work
from judge.identity.trust import player_at
from judge.letters import write
from judge.letters.dates import when
from judge.mail.read import sender_alone
from judge.mail.redaction import masked
from judge.outbox.queue import post, reader_of, tell_host
from judge.store.tables import InboundRow, Player

log = structlog.get_logger()

ATTEMPTS = 3


def begin_attempt(work: Work, mail_id: int) -> InboundRow | None:
    """Counts an attempt before it begins, so that a mail that kills its reader is known by it; None if there is nothing
    to read any more.
    """
    row = work.session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return None
    row.attempts += 1
    if row.attempts <= ATTEMPTS:
        return row
    _quarantine(work, row)
    return None


def _quarantine(work: Work, row: InboundRow) -> None:
    row.status, row.read_at, row.reach = "quarantined", work.now, None
    log.error("mail quarantined", mail_id=row.id)
    text = (
        f"Mail number {row.id} could not be read in {ATTEMPTS} attempts. It is kept as it came.\n"
        f"Look at it with: judge quarantine show {row.id}\n"
        f"Once the fault is mended: judge quarantine retry {row.id}\n\n{row.trouble}"
    )
    tell_host(work, "A mail is quarantined", text)
    player = work.session.get(Player, row.player_id) if row.player_id is not None else None
    if player is None:
        return
    # Whoever wrote it must not believe that it counts.
    reader = reader_of(player)
    said = (
        "I could not read one of your mails, and nothing in it was done. I have kept it and told the people who run "
        "this judge. Please write again, best in plain text. It came " + when(row.accepted_at, player) + "."
    )
    letter = write.notice(work.renderer, reader, None, "Your mail was not read", (said,), work.now)
    post(work, letter, reader, purpose="notice", player=player)


def take_back_attempt(session: Session, mail_id: int) -> None:
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status == "new":
        row.attempts -= 1


def note_trouble(session: Session, mail_id: int, trace: str) -> int:
    """Keeps why a mail could not be read; how often it was tried."""
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return row.attempts
    row.trouble = masked(trace[-4000:])  # what was raised may repeat a line
    sender = sender_alone(row.raw).address
    writer = player_at(session, sender) if sender else None
    row.player_id = writer.id if writer else None
    return row.attempts
