"""Outgoing mail on its way: claims a batch, sends it over one connection, marks each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from judge.app import Judge
from judge.logs import log
from judge.outbox import delivery
from judge.outbox.transport import Deferred, Rejected, Transport, transport_for
from judge.outbox.webhooks import WebhookTransport
from judge.store.locks import lease
from judge.store.nodes import Node
from judge.workers.clerk import ALONE, never

BATCH_SECONDS = delivery.LEASE.total_seconds() / 2
MARK_SECONDS = 1
"""What was sent in this time goes out again if the judge is killed before it is marked."""


@dataclass
class Courier:
    """`_taken`: mails that the next host has and the database does not know of, for it failed just then. They are
    marked before anything else is sent, so that nobody gets them again. `is_over` says that no further mail shall be
    begun. `node`: the one that it works for, where it is not alone: what a node has claimed that falls silent is
    others' within seconds. `webhooks`: it sends these, and no mails.
    """

    judge: Judge
    transport: Transport
    is_over: Callable[[], bool] = never
    node: Node | None = None
    webhooks: bool = False
    _taken: list[int] = field(default_factory=list)

    def deliver(self) -> int:
        """Sends everything that is due now; the number of mails that the next host took.

        An SQLite database has one courier at a time. Its lease ends with its process, so whoever has it knows that
        what is still claimed was a dead one's, and need not wait for the claim to run out.
        """
        self._mark()
        file = self.judge.db.file
        with ExitStack() as stack:
            if not stack.enter_context(lease(file, "webhooks" if self.webhooks else "courier")):
                return 0
            node = self.node or stack.enter_context(Node(self.judge.db, ALONE))
            node.enter()
            return self._deliver(node, alone=file is not None)

    def _deliver(self, node: Node, *, alone: bool) -> int:
        total, number = 0, node.number
        # What a node claims that was struck out just now would be nobody's until its lease runs out.
        standing = replace(self.judge, db=self.judge.db.guarded(node.standing))
        while node.is_still(number) and not self.is_over():
            claims = delivery.claim(standing, alone=alone, node=number, webhooks=self.webhooks)
            if not claims:
                break
            try:
                taken = self._send(claims, lambda: node.is_still(number))
            finally:
                self._mark()
            total += taken
            if taken == len(claims) < delivery.BATCH:
                break  # that was all
        return total

    def _mark(self) -> None:
        delivery.mark_sent(self.judge, self._taken)
        self._taken.clear()

    def _send(self, claims: Sequence[delivery.Claim], are_ours: Callable[[], bool]) -> int:
        """How many of them the next host took; `are_ours`: while these claims stand."""
        begun = marked = time.monotonic()
        total = 0
        with self.transport.session() as send:
            for number, claim in enumerate(claims):
                now = time.monotonic()
                if not are_ours():
                    break  # this process was frozen, and others send them
                if self.is_over() or now - begun > BATCH_SECONDS:
                    # Or a relay this slow: when the lease of the rest runs out, others must not meet us.
                    delivery.give_back(self.judge, claims[number:])
                    break
                if now - marked > MARK_SECONDS:
                    self._mark()
                    marked = now
                whole = delivery.paint_pictures(self.judge, claim)
                try:
                    send(whole.mail_from, whole.recipient, whole.raw)
                except Deferred as failure:
                    delivery.defer(
                        self.judge, claim, failure.reason, maybe_sent=failure.maybe_sent, of_judge=failure.of_judge
                    )
                except Rejected as failure:
                    delivery.reject(self.judge, whole, failure.reason, the_mail=failure.the_mail)
                except Exception as failure:
                    # One mail that cannot be sent must not stand before all others for ever.
                    log.exception("sending failed", outbound_id=claim.id)
                    delivery.defer(self.judge, claim, type(failure).__name__)
                else:
                    self._taken.append(claim.id)
                    total += 1
            self._mark()  # before the goodbye, to which a relay may be slow to answer
        return total


def couriers(judge: Judge, is_over: Callable[[], bool] = never, node: Node | None = None) -> tuple[Courier, Courier]:
    """Return the courier for mail, and the one for webhooks."""
    mail = Courier(judge, transport_for(judge.settings), is_over, node)
    return mail, Courier(judge, WebhookTransport(judge), is_over, node, webhooks=True)
