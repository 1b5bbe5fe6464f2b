"""Reading an accepted mail: counted, parsed outside any transaction, then all that it causes in one.

A mail that crashes its reader is tried three times and then quarantined, with everything it holds; the others go on.
"""

from __future__ import annotations

import contextlib
import traceback
from functools import partial

import structlog
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.conversation.answer import answer
from judge.conversation.lines.parsed import Parsed, parse
from judge.identity.trust import player_at
from judge.letters import write
from judge.letters.when import when
from judge.mail.blanks import masked
from judge.mail.read import sender_alone
from judge.outgoing.outbox import post, reader_of, tell_host
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import InboundRow, Player

log = structlog.get_logger()

ATTEMPTS = 3


def read_one(judge: Judge, mail_id: int, *, counted: bool = False, parsed: Parsed | None = None) -> bool:
    """Reads one accepted mail, if it is still unread; False if that failed. Raises only where the database is in
    trouble, or its tables are of another version (WrongSchema), never for what the mail holds. `counted`: this attempt
    is counted already, and is not beyond the last; `parsed`: the mail, where that is known.
    """
    row = None
    if not counted:
        row = judge.write(lambda work: _attempt(work, mail_id))
        if row is None:
            return True
    try:
        if parsed is None:
            parsed = parse(judge, row or _as_it_came(judge, mail_id))
        judge.write(partial(answer, mail_id=mail_id, parsed=parsed))
    except DATABASE_TROUBLE:
        with contextlib.suppress(*DATABASE_TROUBLE):
            # Also where this node was struck out: whoever reads the mail now shall not pay for that.
            judge.db.unguarded.write(lambda session: _take_back_attempt(session, mail_id))
        raise
    except Exception:  # noqa: BLE001 - one mail must not stop the others
        trace = traceback.format_exc()
        judge.db.check_schema()  # no mail is to blame for tables of another version
        attempt = judge.db.write(lambda session: _note_trouble(session, mail_id, trace))
        log.error("reading failed", mail_id=mail_id, attempt=attempt)
        return False
    return True


def _attempt(work: Work, mail_id: int) -> InboundRow | None:
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


def _as_it_came(judge: Judge, mail_id: int) -> InboundRow:
    with judge.db.reading() as session:
        return session.get_one(InboundRow, mail_id)


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


def _take_back_attempt(session: Session, mail_id: int) -> None:
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status == "new":
        row.attempts -= 1


def _note_trouble(session: Session, mail_id: int, trace: str) -> int:
    """Keeps why a mail could not be read; how often it was tried."""
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return row.attempts
    row.trouble = masked(trace[-4000:])  # what was raised may repeat a line
    sender = sender_alone(row.raw).address
    writer = player_at(session, sender) if sender else None
    row.player_id = writer.id if writer else None
    return row.attempts
