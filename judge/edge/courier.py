"""Outgoing mail on its way: claims a batch, sends it over one connection, marks each."""

from __future__ import annotations

import time

import structlog

from judge.edge.transport import Deferred, Rejected, Transport
from judge.services import delivery
from judge.services.judge import Judge
from judge.store.locks import courier_lock

log = structlog.get_logger()

BATCH_SECONDS = delivery.LEASE.total_seconds() / 2


def deliver_due(judge: Judge, transport: Transport) -> int:
    """Sends everything that is due now; the number of mails that the next host took.

    An SQLite database has one courier at a time. Its lock ends with its process, so whoever has it knows that what is
    still claimed was a dead one's, and need not wait for the lease.
    """
    file = judge.db.file
    if file is None:
        return _deliver(judge, transport)
    with courier_lock(file) as lock:
        if not lock.held():
            return 0
        delivery.take_over(judge)
        return _deliver(judge, transport)


def _deliver(judge: Judge, transport: Transport) -> int:
    total = 0
    while claims := delivery.claim(judge):
        sent: list[int] = []
        begun = time.monotonic()
        try:
            with transport.session() as send:
                for claim in claims:
                    if time.monotonic() - begun > BATCH_SECONDS:
                        # A relay this slow: others will send the rest when its lease has run out, and must not meet us.
                        break
                    try:
                        send(claim.mail_from, claim.recipient, claim.raw)
                    except Deferred as failure:
                        delivery.deferred(judge, claim, failure.reason, maybe_sent=failure.maybe_sent)
                    except Rejected as failure:
                        delivery.rejected(judge, claim, failure.reason)
                    except Exception as failure:
                        # One mail that cannot be sent must not stand before all others for ever.
                        log.exception("sending failed", outbound_id=claim.id)
                        delivery.deferred(judge, claim, type(failure).__name__)
                    else:
                        sent.append(claim.id)
        finally:
            delivery.sent(judge, sent)
        total += len(sent)
    return total
