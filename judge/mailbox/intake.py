"""Accepting mail: `accept` returns only when the mail is committed, and never loses or doubles one.

Mails that arrive together share one commit: whoever comes first commits for all that wait by then.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.mail.addresses import sender_of, tokens_among
from judge.mail.fields import Fields, fingerprint, message_ids, split_message, with_proofs
from judge.mail.proof.authentication_results import host_results_fields, network_of, own_results_fields, received_at
from judge.mail.tokens import answered_token, letter_of
from judge.store.engine import DATABASE_TROUBLE
from judge.store.locks import accepting
from judge.store.sealed_mail import Mail, columns_of
from judge.store.tables import InboundRow, OutboundRow, upsert

UNREAD = 5
"""So many mails that answer one letter may wait to be read, and so many others from one network: each may take half a
second, and everybody waits. Whom a mail says it is from does not count, since anybody can write that.
"""

_MOST_WRITERS = 1_000

QUEUE_LIFE = timedelta(days=5)
"""So long a mail system keeps trying (RFC 5321 4.5.4.1)."""


class ComeLater(Exception):
    """Too many mails of this writer wait to be read: their mail system keeps this one."""


@dataclass
class _Waiting:
    values: dict[str, Any]
    stamp: datetime | None = None
    done: bool = False
    error: BaseException | None = field(default=None)


_READER = select(OutboundRow.recipient).where(OutboundRow.id == bindparam("number"))
_LETTERS = 2
"""Mails that answer letters of one player count as those of so many letters, in whatever games."""
_NETWORKS = 8
"""All mail counts as that of so many networks where a host's mail system tells of none."""


class Intake:
    """The way in, shared by all threads of one listener. `check`: what the judge itself finds out of a mail, as a field
    that comes above it. `most`: so many mails of one writer may be unread (0: any).
    """

    def __init__(self, judge: Judge, check: Callable[[bytes], bytes] | None = None, most: int = 0) -> None:
        self._judge = judge
        mails = upsert(judge.db.dialect, InboundRow.__table__)
        self._keep_each = mails.on_conflict_do_nothing(index_elements=["fingerprint"])
        self._check = check
        self._most = most
        self._unread: dict[str, list[str]] = {}  # tokens or network -> fingerprints of the latest that may be unread
        self._queue: list[_Waiting] = []
        self._queue_lock = threading.Lock()
        self._commit_lock = threading.Lock()

    def accept(self, mail_from: str, recipients: Sequence[str], raw: bytes, source: str = "") -> None:
        """Keeps the mail for good, or raises; the same mail (From, Message-ID, body, and proofs) is kept once. `source`
        is the address that it came from, which is not kept.

        It counts from this instant or, where the host's own mail system has stamped it, from that one (promise 5).
        """
        if self._check is not None:
            raw = self._check(raw) + raw
        content = fingerprint(raw)
        fields = split_message(raw)[0]
        tokens, network = self._tokens(recipients, fields), self._network(source, fields)
        known = with_proofs(content, [*tokens, *self._results(fields)])
        if self._most:
            self._take_turns(next(iter(tokens), ""), network, sender_of(fields).address or "", known)
        mine = _Waiting(
            {
                "fingerprint": known,
                "content": content,
                **columns_of(Mail(mail_from, tuple(recipients), raw), self._judge.secret, self._judge.settings.address),
                "status": "new",
                "attempts": 0,
                "trouble": "",
                "network": network,
            },
            received_at(fields, self._judge.settings.domain, self._judge.settings.mta_name),
        )
        with self._queue_lock:
            self._queue.append(mine)
        with self._commit_lock:
            if not mine.done:
                with self._queue_lock:
                    batch, self._queue = self._queue, []
                self._commit(batch)
        if mine.error is not None:
            raise mine.error

    def _take_turns(self, token: str, network: str, sender: str, known: str) -> None:
        """Note a mail whose writer is known by a letter or a network, or by its sender alone, whom anybody can name.
        All mails that answer one player's letters, and all whose writer nobody knows, are bounded together, too.
        """
        self._take_turn(token or network or f"from {sender}", known, self._most)
        if token:
            self._take_turn(f"to {self._reader_of(token)}", known, _LETTERS * self._most)
        elif not network:
            self._take_turn("", known, _NETWORKS * self._most)

    def _reader_of(self, token: str) -> str:
        """The address to which the letter with this token was sent."""
        with self._judge.db.reading() as session:
            return session.scalar(_READER, {"number": letter_of(self._judge.secret.key, token)}) or token

    def _take_turn(self, writer: str, known: str, most: int) -> None:
        """Raises ComeLater if as many as may be are unread."""
        waiting = self._unread.get(writer, [])
        if len(waiting) >= most:
            unread = select(InboundRow.fingerprint).where(InboundRow.fingerprint.in_(waiting))
            with self._judge.db.reading() as session:
                waiting = list(session.scalars(unread.where(InboundRow.status == "new")))
            if len(waiting) >= most:
                raise ComeLater
        if len(self._unread) > _MOST_WRITERS:
            self._unread.clear()
        self._unread[writer] = [*waiting, known]

    def _commit(self, batch: list[_Waiting]) -> None:
        error: BaseException | None = None
        try:
            self._judge.db.write(lambda session: self._keep(session, batch))
        except BaseException as failure:  # noqa: BLE001 - each waiting thread raises it for itself
            if len(batch) > 1 and not isinstance(failure, DATABASE_TROUBLE):
                # One of them cannot be kept: the others shall not suffer for it.
                for each in batch:
                    self._commit([each])
                return
            error = failure
        for each in batch:
            each.error, each.done = error, True

    def _keep(self, session: Session, batch: list[_Waiting]) -> None:
        # Lock first, then the clock: a phase that is cut at T has every mail accepted before T in sight.
        accepting(session)
        now: datetime = self._judge.now(session)
        session.execute(
            self._keep_each,
            [{**each.values, "accepted_at": _counts_from(each.stamp, now)} for each in batch],
        )

    # What shows who wrote a mail, and is not in it: a copy without any, sent ahead, must not take its place.

    def _tokens(self, recipients: Sequence[str], fields: Fields) -> list[str]:
        """Return the tokens of this judge's letters that the mail answers."""
        settings = self._judge.settings
        tokens = tokens_among(recipients, settings.address)
        named = [one for name in ("references", "in-reply-to") for one in message_ids(fields.first(name))]
        answered = answered_token(named, settings.address)
        tokens += (answered,) if answered else ()
        return [token for token in tokens if letter_of(self._judge.secret.key, token) is not None]

    def _results(self, fields: Fields) -> list[str]:
        """Return the results of checks by the host's own systems."""
        settings = self._judge.settings
        return [
            *host_results_fields(fields, settings.authserv_id),
            *(own_results_fields(fields, settings.domain) if settings.checks_itself else ()),
        ]

    def _network(self, source: str, fields: Fields) -> str:
        """A mark by which mails of one network and day are known as such, and by which nobody finds out where it is:
        mails are kept for ever. Empty where nothing tells.
        """
        network = network_of(source, fields)
        words = f"network {network} {self._judge.clock.now():%Y-%m-%d}".encode()
        return hmac.new(self._judge.secret.key, words, hashlib.sha256).hexdigest()[:16] if network else ""


def _counts_from(stamp: datetime | None, now: datetime) -> datetime:
    """A stamp of the future is of a clock that is wrong, and one from before a queue's life is no stamp."""
    return stamp if stamp is not None and now - QUEUE_LIFE <= stamp <= now else now
