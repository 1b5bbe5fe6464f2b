"""Mail in from a mailbox elsewhere, by IMAP. What came into its folders since `fetch_since`, and is not flagged, is
still to be accepted.

So no mail is remembered by its number, which a server may change. One that was accepted before the judge died comes
again, is known as a copy, and is then moved.
"""

from __future__ import annotations

import contextlib
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, timedelta

from imapclient import FLAGGED, IMAPClient
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError
from sqlalchemy.exc import DataError, DBAPIError

from judge.app import Judge
from judge.hosting.imap import FAILURES, TIMEOUT_SECONDS, await_news, connect, reason_of, remove
from judge.logs import log
from judge.mail.addresses import envelope_of
from judge.mail.fields import split_message
from judge.mail.proof.authentication_results import trace_line
from judge.outbox.queue import tell_host
from judge.outbox.transport import Deferred
from judge.settings import parse_account
from judge.store.engine import DATABASE_TROUBLE
from judge.workers.clerk import never

Accept = Callable[[str, tuple[str, ...], bytes], None]

MOST_LOOKS = 10
"""So often the first folder is looked into before the server is to announce what has come meanwhile."""
LONGEST_PAUSE = 600.0
STILL_LOST = timedelta(hours=1)
BETWEEN_ALERTS = timedelta(days=1)
UNREACHABLE, NOT_KEPT = "host-mailbox", "host-not-kept"


@dataclass
class Fetcher:
    """`accept(sender, recipients, raw)` is durable when it returns, and knows a mail that it has. `is_over` says that
    no further mail shall be begun.
    """

    judge: Judge
    accept: Accept
    is_over: Callable[[], bool] = never
    tls: ssl.SSLContext | None = None
    timeout: float = TIMEOUT_SECONDS
    _line: IMAPClient | None = None
    _failures: int = 0
    _lost_since: float = 0.0
    _next_look: float = 0.0

    def fetch(self, *, wait: bool = True) -> int:
        """Accept all mail that is there, and return the number. Then `wait` for more, if the server announces it.

        A connection that is lost is opened again at once, and then ever later.
        """
        if time.monotonic() < self._next_look:
            return 0
        try:
            total = self.take()
            if wait and self._line is not None and not self.is_over():
                # For so long at most: a server that says nothing may be dead.
                await_news(self._line, self.judge.settings.fetch_seconds, self.is_over)
        except (*DATABASE_TROUBLE, DBAPIError):
            raise  # between two commands: the connection stays
        except FAILURES as error:
            self._back_off()
            self._tell_of_loss(error)
            return 0
        except Exception:
            self._back_off()
            raise
        return total

    def take(self) -> int:
        """Accept all mail that is there. Return the number. Raises as `connect` does."""
        if self._line is None:
            self._line = connect(self.judge.settings, self.tls, self.timeout)
        folders = parse_account(self.judge.settings.fetch).folders
        # The first comes last: it stays selected, and so is the one that the server announces mail in.
        total = sum(self._take_all(self._line, folder) for folder in reversed(folders))
        for _ in range(MOST_LOOKS):
            found = self._take_all(self._line, folders[0])
            total += found
            if not found:
                break
        self._failures = 0
        return total

    def close(self) -> None:
        """Say goodbye, if there is a connection."""
        if self._line is not None:
            with contextlib.suppress(OSError, IMAPClientError):
                self._line.logout()
        self._drop()

    def _drop(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown()

    def _take_all(self, line: IMAPClient, folder: str) -> int:
        line.select_folder(folder)
        since = self.judge.settings.fetch_since
        assert since is not None  # noqa: S101 - the settings ask for it
        since = since.astimezone(UTC)  # from this machine's zone, where it names none
        # Days are the server's, in a zone of its own
        numbers = line.search(["UNFLAGGED", "SINCE", (since - timedelta(days=1)).date()])
        known = line.fetch(numbers, ["RFC822.SIZE", "INTERNALDATE"])
        total = 0
        for number in sorted(known):
            if self.is_over():
                break
            if known[number][b"INTERNALDATE"] >= since:
                total += self._take(line, number, known[number][b"RFC822.SIZE"])
        return total

    def _take(self, line: IMAPClient, number: int, size: int) -> int:
        """Accept one mail and put it away; flag one that cannot be kept. Return the number accepted."""
        most = self.judge.settings.max_size
        why = f"it has {size} octets, and the judge takes {most}" if size > most else ""
        if not why:
            raw = line.fetch([number], ["BODY.PEEK[]"]).get(number, {}).get(b"BODY[]")
            if raw is None:
                return 0  # somebody else has taken it away
            why = self._keep(raw)
        if why:
            line.add_flags([number], [FLAGGED], silent=True)
            text, title = _NOT_KEPT.format(why=why), "A mail in the mailbox was not kept"
            self.judge.write(lambda work: tell_host(work, title, text, NOT_KEPT, timedelta(hours=1)))
            return 0
        self._put_away(line, number)
        return 1

    def _keep(self, raw: bytes) -> str:
        """Accept one mail; return why it cannot be kept. Raises where the judge cannot keep any."""
        settings = self.judge.settings
        sender, recipients = envelope_of(split_message(raw)[0], settings.address)
        # The provider is the host's own mail system: the host has chosen whom to fetch from.
        trace = trace_line("mailbox", settings.domain, "IMAP", self.judge.clock.now(), trusted=True)
        try:
            self.accept(sender, recipients, trace + raw)
        except DATABASE_TROUBLE:
            raise
        except Exception as error:
            if isinstance(error, DBAPIError) and not isinstance(error, DataError):
                raise
            log.exception("a mail cannot be kept")
            return f"the judge fails at it ({type(error).__name__}; the log says where)"
        return ""

    def _put_away(self, line: IMAPClient, number: int) -> None:
        """Move an accepted mail, or delete it where there is no folder or no room for it: the judge has it."""
        folder = self.judge.settings.fetch_to
        try:
            if folder and line.has_capability("MOVE"):
                line.move([number], folder)
                return
            if folder:
                line.copy([number], folder)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            log.warning("kept mail is deleted, as it cannot be moved", folder=folder, why=reason_of(error))
        remove(line, [number])

    def _back_off(self) -> None:
        self._drop()
        now = time.monotonic()
        self._failures += 1
        if self._failures == 1:
            self._lost_since = now
        doubled = self.judge.settings.fetch_seconds * 2 ** min(self._failures - 2, 20)
        self._next_look = now + (min(doubled, LONGEST_PAUSE) if self._failures > 1 else 0)

    def _tell_of_loss(self, error: Exception) -> None:
        why = reason_of(error)
        log.warning("the mailbox cannot be read", tries=self._failures, why=why)
        refused = isinstance(error, LoginError | Deferred | ssl.SSLError)
        if self._failures > 1 and (refused or time.monotonic() - self._lost_since > STILL_LOST.total_seconds()):
            text, title = _LOST.format(why=why), "The mailbox cannot be read"
            self.judge.write(lambda work: tell_host(work, title, text, UNREACHABLE, BETWEEN_ALERTS))


_NOT_KEPT = (
    "A mail in the mailbox that I fetch from cannot be kept: {why}. It stays there, with a flag. "
    "Take the flag away, and I try again. Of others within the hour you find the flags alone."
)
_LOST = (
    "I cannot read the mailbox that I fetch from:\n{why}\n"
    "I try again, every ten minutes at least. Mail waits there meanwhile."
)
