"""Outgoing mail: claimed with a lease, sent, then marked. The claims of a dead node end with it. A courier that dies in
between sends once more, under the same Message-ID.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Integer, Select, bindparam, case, func, or_, select, true, update
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.games.members import GONE
from judge.logs import log
from judge.mail.redaction import masked
from judge.outbox import bounces, news
from judge.outbox.picture_store import Drawings, complete, drawings_of
from judge.outbox.pictures import tell_of_undrawn
from judge.outbox.queue import as_sent, sender_of, tell_host
from judge.outbox.webhooks import TRIES, WEBHOOK
from judge.settings import Settings
from judge.store.locks import sharing
from judge.store.tables import Base, Game, OutboundRow, Player, Seat

VOID = "it brings a KEY or code that was kept under a secret which is lost"
LEASE = timedelta(minutes=5)
BATCH = 50
GIVE_UP = timedelta(days=3)
LEAST_TRIES = 10
"""After an outage of days, or of a clock that ran ahead, no mail is given up over one relay that is busy just then."""
BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1))
"""Waits after the first failures; the last one is repeated until GIVE_UP."""
REFUSED = "refused"
BETWEEN_REFUSALS = timedelta(hours=1)
LONGEST_WAIT = BACKOFF[-1] * 2
FIRST = (*news.DATED, "news", "press", "newspaper")
"""The purposes of letters that go first where the relay takes only so many."""
WAITS = "waits"
BETWEEN_ALERTS = timedelta(days=1)

_ADDRESS = re.compile(r"\S+@\S+")


@dataclass(frozen=True, slots=True)
class Claim:
    """A mail to be sent before its lease ends. `attempt` identifies the claim; `drawings`: pictures still to be
    painted.
    """

    id: int
    attempt: int
    mail_from: str
    recipient: str
    raw: bytes
    drawings: Drawings


def _due(left: ColumnElement[bool]) -> Select[OutboundRow]:
    """What is queued and due, or was claimed and is `left`."""
    queued = (OutboundRow.status == "queued") & (OutboundRow.next_try <= bindparam("now"))
    # SQLAlchemy leaves the lock out on SQLite, where the unit holds the one write lock anyway.
    query = select(OutboundRow).where(or_(queued, (OutboundRow.status == "claimed") & left))
    return query.limit(bindparam("most", type_=Integer)).with_for_update(skip_locked=True)


_DUE = _due(OutboundRow.claimed_until < bindparam("now"))
_DUE_OR_LEFT = _due(true())
_FIRST = case((OutboundRow.purpose.in_(FIRST), 0), else_=1)


def allowance(session: Session, settings: Settings, now: datetime) -> int | None:
    """Return how many more mails the relay takes now by the host's limits; None if there are none. What is being sent
    counts as sent.
    """
    limits = ((settings.relay_per_hour, timedelta(hours=1)), (settings.relay_per_day, timedelta(days=1)))
    claimed = (OutboundRow.status == "claimed") & (OutboundRow.claimed_until >= now)
    is_mail = OutboundRow.purpose != WEBHOOK
    left = []
    for most, time in limits:
        used = or_(OutboundRow.sent_at > now - time, claimed)
        if most:
            left.append(most - session.execute(select(func.count(OutboundRow.id)).where(used, is_mail)).scalar_one())
    return max(min(left), 0) if left else None


def claim(judge: Judge, *, alone: bool = False, node: int | None = None, webhooks: bool = False) -> Sequence[Claim]:
    """Claim up to BATCH due mails, oldest first, for LEASE; with limits of the relay, what they leave, and FIRST first.
    `alone`: no other courier lives, so all claims are due again. `node`: whose claims they are. `webhooks`: these, and
    no mails.
    """
    settings = judge.settings

    def unit(work: Work) -> list[Claim]:
        query = (_DUE_OR_LEFT if alone else _DUE).where((OutboundRow.purpose == WEBHOOK) == webhooks)
        claims = []
        left = None
        if not webhooks and (settings.relay_per_hour or settings.relay_per_day):
            sharing(work.session)
            left = allowance(work.session, settings, work.now)
            query = query.order_by(_FIRST)
        most = BATCH if left is None else min(left, BATCH)
        rows = work.session.scalars(query.order_by(OutboundRow.id), {"now": work.now, "most": most}).all()
        if rows and len(rows) == left:
            log.info("a limit of the relay is reached", claimed=left)
        drawings = drawings_of(work.session, {row.id: row.raw for row in rows})
        for row in rows:
            raw = as_sent(judge, row)
            if raw is None:
                row.status, row.trouble = "cancelled", VOID
                log.warning("mail not sent", outbound_id=row.id, purpose=row.purpose)
                continue
            row.status, row.claimed_until, row.claimed_by = "claimed", work.now + LEASE, node
            row.attempts += 1
            claims.append(
                Claim(row.id, row.attempts, sender_of(judge, row), row.recipient, raw, drawings.get(row.id, {}))
            )
        return claims

    return judge.write(unit)


def paint_pictures(judge: Judge, claim: Claim) -> Claim:
    """Return the claim with its pictures painted, outside of any transaction. Report those that fail to the host."""

    def undrawn(error: Exception) -> None:
        trace = "".join(traceback.format_exception(error))
        log.error("a picture could not be painted", outbound_id=claim.id)
        judge.write(lambda work: tell_of_undrawn(work, f"mail {claim.id}", trace))

    return replace(claim, raw=complete(claim.raw, claim.drawings, undrawn)) if claim.drawings else claim


_MAILS = Base.metadata.tables[OutboundRow.__tablename__]
_SENT = (
    update(_MAILS)
    # A report that one has come back may be read before its whole batch is marked.
    .where(_MAILS.c.id.in_(bindparam("ids", expanding=True)), _MAILS.c.status != "bounced")
    .values(status="sent", sent_at=bindparam("now"), claimed_until=None, enclosed=None)
)


def mark_sent(judge: Judge, ids: Sequence[int]) -> None:
    """Marks mails that the next host has taken."""

    def unit(work: Work) -> None:
        work.session.execute(_SENT, {"ids": ids, "now": work.now})

    if ids:
        judge.write(unit)


def _decide(judge: Judge, claims: Sequence[Claim], fate: Callable[[Work, OutboundRow], None]) -> None:
    """Decide the fate of these mails, but of none whose lease has run out and that somebody else has claimed."""

    def unit(work: Work) -> None:
        for claim in claims:
            row = work.session.get_one(OutboundRow, claim.id, with_for_update=True)
            if row.status == "claimed" and row.attempts == claim.attempt:
                fate(work, row)

    judge.write(unit)


def give_back(judge: Judge, claims: Sequence[Claim]) -> None:
    """Claims that were not tried: due as before."""

    def fate(_work: Work, row: OutboundRow) -> None:
        row.status, row.claimed_until = "queued", None
        row.attempts -= 1

    _decide(judge, claims, fate)


def due_again(work: Work) -> None:
    """What was to wait by a clock that ran ahead is due now."""
    ahead = update(OutboundRow).where(OutboundRow.status == "queued", OutboundRow.next_try > work.now + LONGEST_WAIT)
    work.session.execute(ahead.values(next_try=work.now))


def _wait(row: OutboundRow, judge: Judge) -> timedelta:
    base = BACKOFF[min(row.attempts, len(BACKOFF)) - 1]
    # Up to a fifth more, so that a relay that comes back is not met by everybody at once.
    return base + base * (judge.entropy(1)[0] / 255) / 5


def defer(judge: Judge, claim: Claim, reason: str, *, maybe_sent: bool = False, of_judge: bool = False) -> None:
    """Try again later, for three days; then give up. `maybe_sent`: the relay had it all and did not answer. `of_judge`:
    the relay refuses the judge, and the host must act.
    """

    def fate(work: Work, row: OutboundRow) -> None:
        row.trouble, row.claimed_until = masked(reason[:500]), None
        row.maybe_sent = row.maybe_sent or maybe_sent
        least, longest = (TRIES, timedelta()) if row.purpose == WEBHOOK else (LEAST_TRIES, GIVE_UP)
        if work.now - row.made_at >= longest and row.attempts >= least:
            _give_up(work, row)
        else:
            row.status, row.next_try = "queued", work.now + _wait(row, judge)
            _tell_of_waiting(work, row, of_judge=of_judge)

    _decide(judge, [claim], fate)


def _tell_of_waiting(work: Work, row: OutboundRow, *, of_judge: bool) -> None:
    """Log a mail's first deferral. Alert the host, at most once a day, if the relay refuses the judge or an hour has
    not helped.
    """
    if row.attempts == 1:
        why = _ADDRESS.sub("<address>", row.trouble)
        log.warning("mail waits", outbound_id=row.id, purpose=row.purpose, game_id=row.game_id, why=why)
    if not of_judge and row.attempts <= len(BACKOFF):
        return
    text = (
        f"Mail number {row.id} waits since {row.made_at:%Y-%m-%d %H:%M} UTC:\n{row.trouble}\n"
        "I try for three days, and count nothing against the recipient. judge queue lists all that waits and why; "
        "judge doctor tries the relay."
    )
    tell_host(work, "Mail waits", text, WAITS, BETWEEN_ALERTS)


def reject(judge: Judge, claim: Claim, reason: str, *, the_mail: bool = False) -> None:
    """Mark a mail as refused for good, tell the host, and count a bounce unless `the_mail` itself is at fault."""

    def fate(work: Work, row: OutboundRow) -> None:
        row.trouble, row.claimed_until, row.status, row.enclosed = masked(reason[:500]), None, "failed", None
        _tell_of_refusal(work, row, len(claim.raw))
        if not the_mail:
            bounces.count_bounce(work, row)

    _decide(judge, [claim], fate)


def _tell_of_refusal(work: Work, row: OutboundRow, octets: int) -> None:
    """Alert the host, at most once an hour, about a refused mail to a proved player."""
    log.warning("mail refused", outbound_id=row.id, purpose=row.purpose, game_id=row.game_id, octets=octets)
    player = work.session.get(Player, row.player_id) if row.player_id else None
    if player is None or player.status == "unproved":
        return
    text = (
        f"Mail number {row.id} ({octets} octets) was refused for good, and is not tried again:\n{row.trouble}\n"
        f"Once that is mended, judge resend {row.id} queues it. Of others that are refused within an hour you find the "
        "numbers in the log."
    )
    tell_host(work, "A mail was refused", text, REFUSED, BETWEEN_REFUSALS)


def _give_up(work: Work, row: OutboundRow) -> None:
    row.status, row.enclosed = "failed", None
    log.warning("mail not delivered", outbound_id=row.id, purpose=row.purpose, game_id=row.game_id)
    game = work.session.get(Game, row.game_id) if row.game_id else None
    master = work.session.get(Player, game.master_id) if game else None
    player = work.session.get(Player, row.player_id) if row.player_id else None
    if game is None or master is None or player is None or master.id == player.id or master.status == GONE:
        return
    fate = "It may have arrived all the same." if row.maybe_sent else "What it said is not repeated here."
    text = f"I could not deliver a mail to {player.name} for three days and have given up. {fate}"
    seat = work.session.get(Seat, row.seat_id) if row.seat_id else None
    instead = f", or give their seat to somebody else: REPLACE {seat.name} WITH <address>" if seat is not None else ""
    said = (text, f"Ask them for another address{instead}.")
    title = f"A mail to {player.name} was not delivered"
    news.to_player(work, game, master, title, said)
