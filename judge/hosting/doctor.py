"""What can be wrong with a host's judge, looked at from the host itself: one Check a thing, each saying what to do."""

from __future__ import annotations

import email.utils
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Literal
from zoneinfo import TZPATH, available_timezones

from sqlalchemy import func, select

from judge.clock import SystemClock
from judge.mail.fields import Fields, split_message
from judge.mail.proof.authentication_results import (
    host_results_fields,
    is_from_own_mail_system,
    received_at,
    trace_line,
)
from judge.mail.redaction import TOKEN_BLANK
from judge.mail.tokens import reply_address
from judge.maps.png import can_paint
from judge.outbox.transport import Deferred, Rejected, SmtpTransport, Transport
from judge.rules.registry import systems, unusable
from judge.settings import Settings, parse_relay
from judge.store import secret
from judge.store.engine import Database, db_now
from judge.store.nodes import SILENT_SECONDS, nodes_now
from judge.store.sealed_mail import as_it_came
from judge.store.tables import Host, InboundRow, OutboundRow

LEAST_DISK = 500_000_000  # octets
PATIENCE = 5.0  # seconds
STUCK = timedelta(hours=1)
CLOCKS_APART = 60  # seconds


@dataclass(frozen=True)
class Check:
    """`good`: as it should be; `odd`: it works, but look at it; `bad`: it will not work."""

    about: str
    verdict: Literal["good", "odd", "bad"]
    message: str


def look_at_settings(settings: Settings) -> Iterator[Check]:
    if settings.domain == "judge.localhost":
        yield Check("domain", "odd", "judge.localhost is for trying out: set `domain` to what stands after the @")
    else:
        yield Check("domain", "good", f"the judge is {settings.address}")
    if settings.host_address == "postmaster@localhost":
        yield Check("host address", "odd", "nobody is told when a game is suspended: set `host_address`")
    if not settings.creators.strip():
        yield Check("creators", "odd", "nobody may CREATE games: set `creators`")
    if settings.map_width and not can_paint():
        yield Check("maps", "odd", "no maps in mail: install the extra `png`, or set `map_width` to 0")


def look_at_rules() -> Iterator[Check]:
    """The games of rules that cannot be used wait; all others go on."""
    yield Check("rules", "good", f"there are {', '.join(systems())}")
    for name, why in unusable().items():
        yield Check("rules", "bad", f"{name} cannot be used, and its games wait: {why}. Mend or remove its package")


def look_at_python(strict: bool | None = None) -> Check:
    """Older patch releases of Python read addresses and write headers unsafely; the judge does without those parts."""
    version = ".".join(map(str, sys.version_info[:3]))
    known = bool(getattr(email.utils, "supports_strict_parsing", False)) if strict is None else strict
    if known:
        return Check("python", "good", f"Python {version} has the known fixes of its mail library")
    text = (
        f"Python {version} lacks fixes of its mail library (CVE-2023-27043, CVE-2024-6923). The judge does without "
        "them, but a newer patch release (3.11.10, 3.12.6, 3.13 or later) is better"
    )
    return Check("python", "odd", text)


def look_at_zones(where: Sequence[str] = TZPATH) -> Check:
    """Players' and games' times need the zone files: the system's own, or the package `tzdata`."""
    version = next((found for path in where if (found := Path(path, "tzdata.zi")).is_file()), None)
    if not available_timezones():
        return Check("zones", "bad", "there are no time zones on this machine: install the package tzdata")
    said = f"{len(available_timezones())} time zones, of the system" if version else "the time zones of package tzdata"
    return Check("zones", "good", said)


def look_at_clock(database: Database, now: datetime) -> Iterator[Check]:
    """Where a PostgreSQL server keeps the time for all judges, this machine should agree with it."""
    if database.dialect != "postgresql":
        return
    with database.reading() as session:
        there = db_now(session, SystemClock())
    apart = abs((there - now).total_seconds())
    if apart > CLOCKS_APART:
        yield Check("clock", "odd", f"the database's clock, which counts, is {apart:.0f} s from this machine's")


def look_at_disk(database: Database) -> Check:
    file = database.file
    if file is None:
        return Check("disk", "good", "the database keeps its own")
    free = shutil.disk_usage(file.resolve().parent).free
    text = f"{free // 1_000_000:,} MB are free beside {file}"
    if not os.access(file.resolve().parent, os.W_OK):
        return Check("disk", "bad", f"nothing can be written beside {file}: SQLite needs its folder too")
    if file.exists() and file.stat().st_mode & 0o007:
        return Check(
            "disk", "odd", f"{file} holds every secret, and others on this machine can read it: chmod o= {file}"
        )
    return Check("disk", "good" if free >= LEAST_DISK else "bad", text)


def look_at_secret(database: Database, settings: Settings) -> Check:
    """The installation's secret must be there, be this database's, and be nobody else's to read."""
    file, place = secret.file_for(settings), secret.place_of(settings)
    try:
        found = secret.read(settings)
        with database.reading() as session:
            host = session.scalar(select(Host))
        if host is not None:
            secret.check(host, found, settings)
    except secret.WrongSecret as error:
        return Check("secret", "bad", str(error))
    if found is None:
        return Check("secret", "good", f"it will be made in {place} when the judge is started")
    if place == str(file) and file.stat().st_mode & 0o077:
        return Check("secret", "bad", f"others on this machine can read {file}: chmod 600 {file}")
    return Check("secret", "good", f"number {found.number}, in {place}: keep a copy apart from the backups")


def look_at_queues(database: Database, now: datetime) -> Iterator[Check]:
    with database.reading() as session:
        seen = session.scalar(select(Host.last_seen))
        unread = session.execute(
            select(func.min(InboundRow.accepted_at)).where(InboundRow.status == "new")
        ).scalar_one()
        query = select(func.count()).select_from(InboundRow).where(InboundRow.status == "quarantined")
        poison = session.execute(query).scalar_one()
        waiting = OutboundRow.status.in_(("queued", "claimed"))
        unsent = session.execute(select(func.min(OutboundRow.made_at)).where(waiting)).scalar_one()
        deferred = waiting & (OutboundRow.trouble != "")
        again, oldest = session.execute(select(func.count(), func.min(OutboundRow.made_at)).where(deferred)).one()
    if seen is not None and seen > now + timedelta(minutes=1):
        yield Check(
            "clock", "bad", f"the clerk worked at {seen:%Y-%m-%d %H:%M} UTC, which is still to come: set the clock"
        )
    else:
        yield Check("clock", "good", f"it is {now:%a %Y-%m-%d %H:%M} UTC")
    if seen is None or now - seen > STUCK:
        yield Check("clerk", "odd", "nobody has read mail within the hour: is `judge serve` or `judge tick` running?")
    late = [what for what, at in (("unread", unread), ("unsent", unsent)) if at is not None and now - at > STUCK]
    if late:
        yield Check("queue", "bad", f"mail has been {' and '.join(late)} for more than an hour")
    else:
        yield Check("queue", "good", "nothing waits longer than it should")
    if again:
        text = (
            f"{again} mails could not be sent yet, the oldest since {oldest:%Y-%m-%d %H:%M} UTC: judge queue says why"
        )
        yield Check("unsent", "odd", text)
    if poison:
        yield Check("quarantine", "odd", f"{poison} mails could not be read: judge quarantine")


def look_at_nodes(database: Database) -> Iterator[Check]:
    """Who works on a PostgreSQL that several share: each with its version, and what it holds since when."""
    with database.reading() as session:
        found = nodes_now(session)
    for node in found:
        _, host, process, *_ = (*node.label.split(), "?", "?")
        silent = (node.now - node.seen_at).total_seconds()
        said = (
            f"judge {node.does} {node.version} on {host}, process {process}, since {node.started_at:%Y-%m-%d %H:%M} UTC"
        )
        holds = "holds nothing"
        if node.since is not None:
            more = f" and {node.holds - 1} more" if node.holds > 1 else ""
            holds = f"holds {node.first}{more} for {(node.now - node.since).total_seconds():.0f} s"
        if abs(silent) > SILENT_SECONDS:
            yield Check(f"node {node.number}", "odd", f"{said}, silent for {silent:.0f} s: the others end it; {holds}")
        else:
            yield Check(f"node {node.number}", "good", f"{said}; {holds}")
    if len({node.version for node in found}) > 1:
        yield Check("nodes", "odd", "they are of several versions: bring them all to one when you can")


def look_at_doors(settings: Settings) -> Iterator[Check]:
    """Whether anybody answers where the judge would listen; at its listeners by SMTP or LMTP."""
    for about, address in (
        ("listen", settings.listen),
        ("lmtp_listen", settings.lmtp_listen),
        ("web_listen", settings.web_listen),
    ):
        host, _, port = address.rpartition(":")
        if not address:
            continue
        try:
            with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as connection:
                connection.settimeout(PATIENCE)
                greeting = "" if about == "web_listen" else connection.recv(200).decode("ascii", "replace").strip()
            good = about == "web_listen" or greeting.startswith("220")
            said = f" {greeting[:60]!r}" if greeting else ""
            yield Check(about, "good" if good else "bad", f"{address} answers{said}")
        except ConnectionRefusedError:
            yield Check(about, "odd", f"nobody listens at {address} now: judge serve would")
        except OSError as error:
            yield Check(about, "bad", f"{address}: {error.strerror or error}")


def look_at_relay(settings: Settings) -> Iterator[Check]:
    """Ask the relay to take a letter to the host, with TLS and login, and take it back before a word of it is sent."""
    relay, file = parse_relay(settings.relay), settings.relay_password_file
    if file is not None and file.exists() and file.stat().st_mode & 0o077:
        yield Check("relay", "bad", f"others on this machine can read {file}: chmod 600 {file}")
    if isinstance(relay, Path):
        good = os.access(relay if relay.exists() else relay.parent, os.W_OK)
        text = f"mail goes into files below {relay}" + ("" if good else ", which cannot be written")
        yield Check("relay", "good" if good else "bad", text)
        return
    is_account = settings.sends_from_account
    sender = settings.account if is_account else reply_address(settings.address, TOKEN_BLANK, settings.reply_address)
    transport = SmtpTransport(relay, settings, timeout=PATIENCE)
    try:
        transport.check(sender, settings.host_address)
    except (Deferred, Rejected) as error:
        yield Check("relay", "bad", f"{relay} would not take a letter to {settings.host_address}: {error.reason}")
        with suppress(Deferred, Rejected):
            if not is_account:
                transport.check(settings.account, settings.host_address)
                yield Check("sender", "odd", f'it would take one from {settings.account}: set `mail_from = "account"`')
    else:
        login = f", logs {settings.relay_user} in" if settings.relay_user else ""
        yield Check("relay", "good", f"{relay} answers{login}, and would take a letter to {settings.host_address}")


REAL_MAIL_PATIENCE = 60
"""So often it is looked for, about a second apart."""

_ODD = (b"", b"\x0b", b"\x1f", b"\xa0", "\u3000".encode())
"""What forgers put before the name of the host, that some programs read over and others do not."""


def trial_mail(settings: Settings, recipient: str, mark: str, at: datetime, *, forged: bool) -> bytes:
    """Return a mail that holds the unique word `mark`, and where wanted forged Authentication-Results with it. Nobody
    answers it.
    """
    name = (settings.authserv_id or settings.domain).encode()
    words = b"".join(
        b"Authentication-Results: %s%s; dkim=pass header.d=%s.invalid header.b=%s\r\n"
        % (odd, name, mark.encode(), b"A" * 8)
        for odd in _ODD
    )
    stamp = trace_line("forged.invalid", settings.domain, "ESMTP", at, trusted=True)
    mail = (
        f"From: {settings.address}\r\nTo: {recipient}\r\nSubject: A mail of judge doctor ({mark})\r\n"
        f"Message-ID: <0.{mark}@{settings.domain}>\r\nDate: {format_datetime(at)}\r\n"
        "Auto-Submitted: auto-generated\r\n\r\nThis mail asks for nothing. Nobody answers it.\r\n"
    ).encode("ascii", "replace")
    return words + stamp + words + mail if forged else mail


def look_at_real_mail(
    settings: Settings, database: Database, transport: Transport, mark: str, at: datetime, wait: Callable[[], None]
) -> Iterator[Check]:
    """Send such a mail, wait until a running judge has it, and compare what came with the settings."""
    with database.reading() as session:
        last = session.execute(select(func.coalesce(func.max(InboundRow.id), 0))).scalar_one()
    try:
        transport.send("", settings.address, trial_mail(settings, settings.address, mark, at, forged=True))
    except (Deferred, Rejected) as error:
        yield Check("real mail", "bad", f"the relay takes no mail for {settings.address}: {error.reason}")
        return
    raw = _arrived(settings, database, last, mark.encode(), wait)
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
    yield from look_at_words(settings, fields, mark)
    if settings.mta_name and received_at(fields, settings.domain, settings.mta_name) is None:
        text = f"no Received line of {settings.mta_name} stands above: `mta_name` must be what it calls itself there"
        yield Check("its stamp", "bad", text)


def _arrived(settings: Settings, database: Database, last: int, mark: bytes, wait: Callable[[], None]) -> bytes | None:
    kept = secret.read(settings)
    for _ in range(REAL_MAIL_PATIENCE):
        with database.reading() as session:
            for row in session.scalars(select(InboundRow).where(InboundRow.id > last)):
                if mark in (raw := as_it_came(row, kept).raw):
                    return raw
        wait()
    return None


def look_at_words(settings: Settings, fields: Fields, mark: str) -> Iterator[Check]:
    """Are the forged words of a mail that came believed, and those of the host's own mail system found?"""
    believed = host_results_fields(fields, settings.authserv_id)
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
