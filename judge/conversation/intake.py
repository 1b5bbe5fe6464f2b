"""Accepting mail: `accept` returns only when the mail is committed, and never loses or doubles one.

Mails that arrive together share one commit: whoever comes first commits for all that wait by then.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.mail.addresses import tokens_among
from judge.mail.fields import split_message
from judge.mail.fingerprint import fingerprint, with_proofs
from judge.mail.tokens import Purpose, read_token
from judge.mail.upstream import stamped, words_of_host
from judge.store.engine import DATABASE_TROUBLE
from judge.store.locks import intake_shared
from judge.store.tables import InboundRow

QUEUE_LIFE = timedelta(days=5)
"""So long a mail system keeps trying (RFC 5321 4.5.4.1)."""


@dataclass
class _Waiting:
    values: dict[str, Any]
    stamp: datetime | None = None
    done: bool = False
    error: BaseException | None = field(default=None)


class Intake:
    """The way in, shared by all threads of one listener."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._queue: list[_Waiting] = []
        self._queue_lock = threading.Lock()
        self._commit_lock = threading.Lock()

    def accept(self, mail_from: str, recipients: Sequence[str], raw: bytes) -> None:
        """Keeps the mail for good, or raises; the same mail (From, Message-ID, body, and proofs) is kept once.

        It counts from this instant or, where the host's own mail system has stamped it, from that one (promise 5).
        """
        content = fingerprint(raw)
        mine = _Waiting(
            {
                "fingerprint": with_proofs(content, self._proofs(recipients, raw)),
                "content": content,
                "mail_from": mail_from,
                "recipients": list(recipients),
                "raw": raw,
                "status": "new",
                "attempts": 0,
                "trouble": "",
            },
            self._stamp(raw),
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
        intake_shared(session)
        now: datetime = self._judge.now(session)
        dialect = postgresql if self._judge.db.dialect == "postgresql" else sqlite
        insert = dialect.insert(InboundRow).on_conflict_do_nothing(index_elements=["fingerprint"])
        session.execute(insert, [{**each.values, "accepted_at": _counts_from(each.stamp, now)} for each in batch])

    def _proofs(self, recipients: Sequence[str], raw: bytes) -> list[str]:
        """What shows who wrote the mail, and is not in it: a copy without any, sent ahead, must not take its place."""
        settings = self._judge.settings
        tokens = tokens_among(recipients, settings.address)
        fields = split_message(raw)[0] if settings.authserv_id else None
        return [
            *(token for token in tokens if self._is_ours(token)),
            *(words_of_host(fields, settings.authserv_id) if fields is not None else ()),
        ]

    def _is_ours(self, token: str) -> bool:
        return any(read_token(self._judge.mac_key, token, purpose) is not None for purpose in Purpose)

    def _stamp(self, raw: bytes) -> datetime | None:
        settings = self._judge.settings
        return stamped(split_message(raw)[0], settings.domain, settings.mta_name) if settings.mta_name else None


def _counts_from(stamp: datetime | None, now: datetime) -> datetime:
    """A stamp of the future is of a clock that is wrong, and one from before a queue's life is no stamp."""
    return stamp if stamp is not None and now - QUEUE_LIFE <= stamp <= now else now
