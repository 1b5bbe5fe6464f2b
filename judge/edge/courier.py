"""Outgoing mail on its way: claims a batch, sends it over one connection, marks each."""

from __future__ import annotations

from judge.edge.transport import Deferred, Rejected, Transport
from judge.services import delivery
from judge.services.judge import Judge


def deliver_due(judge: Judge, transport: Transport) -> int:
    """Sends everything that is due now; the number of mails that the next host took."""
    total = 0
    while claims := delivery.claim(judge):
        sent: list[int] = []
        try:
            with transport.session() as send:
                for claim in claims:
                    try:
                        send(claim.mail_from, claim.recipient, claim.raw)
                    except Deferred as failure:
                        delivery.deferred(judge, claim.id, failure.reason)
                    except Rejected as failure:
                        delivery.rejected(judge, claim.id, failure.reason)
                    else:
                        sent.append(claim.id)
        finally:
            delivery.sent(judge, sent)
        total += len(sent)
    return total
