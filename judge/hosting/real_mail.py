"""A real mail to the judge, by way of the host's own mail system, with forged words in it: does it come back, and what
is believed of it?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from email.utils import format_datetime

from sqlalchemy import func, select

from judge.hosting.checkup import Check
from judge.mail.fields import Fields, split_message
from judge.mail.proof.upstream import is_from_own_mail_system, stamped, trace_line, words_of_host
from judge.outbox.transport import Deferred, Rejected, Transport
from judge.settings import Settings
from judge.store.engine import Database
from judge.store.tables import InboundRow

PATIENCE = 60
"""So often it is looked for, about a second apart."""

_ODD = (b"", b"\x0b", b"\x1f", b"\xa0", "\u3000".encode())
"""What forgers put before the name of the host, that some programs read over and others do not."""


def forged_mail(settings: Settings, mark: str, at: datetime) -> bytes:
    """A mail to the judge with Authentication-Results in the name of the host, each with `mark`, a word that no other
    mail has. It says of itself that a program wrote it, so that it is not answered.
    """
    name = (settings.authserv_id or settings.domain).encode()
    forged = b"".join(
        b"Authentication-Results: %s%s; dkim=pass header.d=%s.invalid header.b=%s\r\n"
        % (odd, name, mark.encode(), b"A" * 8)
        for odd in _ODD
    )
    stamp = trace_line("forged.invalid", settings.domain, "ESMTP", at, trusted=True)
    rest = (
        f"From: {settings.host_address}\r\nTo: {settings.address}\r\nSubject: A mail of judge doctor\r\n"
        f"Message-ID: <{mark}@{settings.domain}>\r\nDate: {format_datetime(at)}\r\n"
        "Auto-Submitted: auto-generated\r\n\r\nThis mail asks for nothing. Nobody answers it.\r\n"
    )
    return forged + stamp + forged + rest.encode("ascii", "replace")


def look_at_real_mail(
    settings: Settings, database: Database, transport: Transport, mark: str, at: datetime, wait: Callable[[], None]
) -> Iterator[Check]:
    """Sends such a mail, waits until the judge has kept it (`wait` is called between two looks), and holds what came
    against the settings. A daemon must be running.
    """
    with database.reading() as session:
        last = session.execute(select(func.coalesce(func.max(InboundRow.id), 0))).scalar_one()
    try:
        transport.send("", settings.address, forged_mail(settings, mark, at))
    except (Deferred, Rejected) as error:
        yield Check("real mail", "bad", f"the relay takes no mail for {settings.address}: {error.reason}")
        return
    raw = _arrived(database, last, mark.encode(), wait)
    if raw is None:
        text = (
            f"none came back from {settings.address}: look into the log of your mail system, and whether the judge runs"
        )
        yield Check("real mail", "bad", text)
        return
    fields, _ = split_message(raw)
    yield Check("real mail", "good", f"one that was sent to {settings.address} came back")
    if not is_from_own_mail_system(fields):
        text = "your mail system hands mail over from an address that is not in `upstream`: its word does not count"
        yield Check("its source", "bad" if settings.authserv_id or settings.mta_name else "odd", text)
        return
    yield from _look_at_words(settings, fields, mark)
    if settings.mta_name and stamped(fields, settings.domain, settings.mta_name) is None:
        text = f"no Received line of {settings.mta_name} stands above: `mta_name` must be what it calls itself there"
        yield Check("its stamp", "bad", text)


def _arrived(database: Database, last: int, mark: bytes, wait: Callable[[], None]) -> bytes | None:
    for _ in range(PATIENCE):
        with database.reading() as session:
            for row in session.execute(select(InboundRow).where(InboundRow.id > last)).scalars():
                if mark in row.raw:
                    return row.raw
        wait()
    return None


def _look_at_words(settings: Settings, fields: Fields, mark: str) -> Iterator[Check]:
    believed = words_of_host(fields, settings.authserv_id)
    passed = [value for value in fields.all("authentication-results") if mark in value]
    if any(mark in value for value in believed):
        text = "what a sender wrote in the name of your mail system is believed: take out `authserv_id` until it is not"
        yield Check("forged words", "bad", f"{text}. deploy/postfix shows how")
    elif passed:
        text = (
            f"{len(passed)} forged Authentication-Results of a sender passed your mail system. The judge believed none"
        )
        yield Check("forged words", "odd", f"{text}, but let it take them out: deploy/postfix shows how")
    else:
        yield Check("forged words", "good", "your mail system takes out what senders write in its name")
    if settings.authserv_id and not believed:
        text = f"no Authentication-Results of {settings.authserv_id} stands above its Received line: it proves nothing"
        yield Check("its word", "odd", text)
