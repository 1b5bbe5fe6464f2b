"""The mailbox that the judge fetches from: its connection, and two letters to itself that show what comes in there."""

from __future__ import annotations

import base64
import contextlib
import secrets
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, ProtocolError

from judge.hosting.doctor import Check, look_at_words, trial_mail
from judge.mail.fields import split_message
from judge.mail.proof.authentication_results import trace_line
from judge.mail.tokens import reply_address
from judge.outbox.transport import Deferred, Rejected, Transport, read_password, read_token
from judge.settings import Settings, parse_account

TIMEOUT_SECONDS = 60.0
ROUND_SECONDS = 120.0
BEHIND_SECONDS = 30.0
"""So long the letter to a reply address may come behind the other one, which was sent later."""
LOOK_SECONDS = 5.0
FAILURES = (OSError, IMAPClientError, Deferred)
"""What `connect` raises."""


def connect(settings: Settings, tls: ssl.SSLContext | None = None, timeout: float = TIMEOUT_SECONDS) -> IMAPClient:
    """Log in at the mailbox, and make the folder for kept mail. `tls`: by default trusts what the system trusts.

    Raises one of FAILURES.
    """
    account = parse_account(settings.fetch)
    tls = tls or ssl.create_default_context()
    line = IMAPClient(account.host, account.port, ssl=account.tls == "implicit", ssl_context=tls, timeout=timeout)
    try:
        if account.tls == "required":
            line.starttls(tls)
        if settings.fetch_token_command:
            line.oauth2_login(account.user, read_token(settings.fetch_token_command))
        else:
            line.login(account.user, read_password(settings.fetch_password, settings.fetch_password_file))
        line.normalise_times = False
        if settings.fetch_to and not line.folder_exists(settings.fetch_to):
            line.create_folder(settings.fetch_to)
    except BaseException:
        with contextlib.suppress(OSError):
            line.shutdown()
        raise
    return line


def reason_of(error: Exception) -> str:
    """Return what went wrong, without anything that could be words of a mail."""
    if isinstance(error, IMAPClientAbortError | ProtocolError):
        return type(error).__name__
    text = error.reason if isinstance(error, Deferred) else f"{type(error).__name__}: {error}"
    return "".join(each if each.isprintable() else " " for each in text)[:200]


def remove(line: IMAPClient, numbers: Sequence[int]) -> None:
    """Delete these mails of the selected folder."""
    line.delete_messages(numbers, silent=True)
    if line.has_capability("UIDPLUS"):
        line.uid_expunge(numbers)
    else:
        line.expunge()


def await_news(line: IMAPClient, seconds: float, is_over: Callable[[], bool] = lambda: False) -> None:
    """Wait until the server announces something, if it does that (IDLE), for so long at most."""
    until = time.monotonic() + seconds
    if has_idle := line.has_capability("IDLE"):
        line.idle()
    while not is_over() and (left := until - time.monotonic()) > 0:
        pause, begun = min(left, 1.0), time.monotonic()
        if not has_idle:
            time.sleep(pause)
        # Awake early without words: the connection has ended, which the next command finds out.
        elif line.idle_check(pause) or time.monotonic() - begun < pause / 2:
            break
    if has_idle:
        line.idle_done()


@dataclass
class Trial:
    """A letter of the judge to itself. `raw`, `folder`: as and where it came; `trouble`: why it cannot come."""

    recipient: str
    mark: str
    raw: bytes = b""
    folder: str = ""
    trouble: str = ""

    @property
    def is_settled(self) -> bool:
        return bool(self.raw or self.trouble)

    def send(self, settings: Settings, transport: Transport, at: datetime) -> None:
        sender = settings.account if settings.sends_from_account else self.recipient
        try:
            raw = trial_mail(settings, self.recipient, self.mark, at, forged=bool(settings.authserv_id))
            transport.send(sender, self.recipient, raw)
        except (Deferred, Rejected) as error:
            self.trouble = error.reason

    def look(self, line: IMAPClient, folder: str, since: date) -> None:
        """Take it out of the selected folder, or find it returned."""
        numbers = line.search(["SINCE", since, "TEXT", self.mark])
        for number, found in line.fetch(numbers, ["BODY.PEEK[]"]).items():
            raw = found.get(b"BODY[]", b"")
            if any(self.mark in subject for subject in split_message(raw)[0].all("subject")):
                self.raw, self.folder = raw, folder
                remove(line, [number])
            elif not self.raw:
                self.trouble = "it came back as undeliverable"


def _await(line: IMAPClient, trials: Sequence[Trial], folders: Sequence[str], since: date, patience: float) -> None:
    """Wait until these letters are in the mailbox, the last for so long at most."""
    until = time.monotonic() + patience
    while True:
        # The first comes last: it stays selected, and so is the one that the server announces mail in.
        for folder in reversed(folders):
            line.select_folder(folder)
            for trial in trials:
                trial.look(line, folder, since)
        if trials[-1].is_settled:
            until = min(until, time.monotonic() + BEHIND_SECONDS)
        left = min(until - time.monotonic(), LOOK_SECONDS)
        if left <= 0 or all(trial.is_settled for trial in trials):
            return
        await_news(line, left)


def look_at_mailbox(
    settings: Settings, transport: Transport, at: datetime, patience: float = ROUND_SECONDS
) -> tuple[list[Check], str]:
    """Send letters to the judge's address and to a reply address, and wait until they are in the mailbox. Return what
    was found, and what `reply_address` should be; empty if nothing came.
    """
    form: str = "plus" if settings.reply_address == "none" else settings.reply_address
    tokens = [base64.b32encode(secrets.token_bytes(15)).decode().lower() for _ in range(2)]
    reply = Trial(reply_address(settings.address, tokens[0], form), tokens[0])
    plain = Trial(settings.address, tokens[1])
    try:
        with connect(settings) as line:
            for trial in (reply, plain):
                trial.send(settings, transport, at)
            folders = [*parse_account(settings.fetch).folders, *filter(None, [settings.fetch_to])]
            _await(line, (reply, plain), folders, (at - timedelta(days=1)).date(), patience)
    except FAILURES as error:
        return [Check("mailbox", "bad", reason_of(error))], ""
    if not plain.raw:
        why = plain.trouble or "it has not come. Look for it in the mailbox, in other folders too"
        return [Check("mailbox", "bad", f"a letter to {plain.recipient}: {why}")], ""
    odd = plain.folder not in (parse_account(settings.fetch).folders[0], settings.fetch_to)
    checks = [Check("mailbox", "odd" if odd else "good", f"a letter to {plain.recipient} came to {plain.folder}")]
    form = form if reply.raw else "none"
    said = f"letters to {reply.recipient.replace(reply.mark, 'TOKEN')} "
    said += "come in" if reply.raw else f"do not come in ({reply.trouble or 'nothing came in half a minute'})"
    if form == settings.reply_address:
        checks.append(Check("reply address", "good", said))
    else:
        checks.append(Check("reply address", "odd" if reply.raw else "bad", f'{said}: `reply_address = "{form}"`'))
    fields = split_message(plain.raw)[0]
    if not any(f".{plain.mark}@{settings.domain}>" in each for each in fields.all("message-id")):
        text = "the relay or the mailbox gives letters another Message-ID: bounces and answers are not known by it"
        checks.append(Check("Message-ID", "bad" if form == "none" else "odd", text))
    if settings.authserv_id:
        # As the fetcher takes it in
        trace = trace_line("mailbox", settings.domain, "IMAP", at, trusted=True)
        checks += look_at_words(settings, split_message(trace + plain.raw)[0], plain.mark)
    return checks, form
