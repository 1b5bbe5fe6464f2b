"""One function for each thing that reads what others wrote. It raises where that raises, or is too slow."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any

from judge.mail.addresses import BadMailbox, mailbox
from judge.mail.bounces import bounce_of, returned_tokens
from judge.mail.fields import split_message
from judge.mail.fingerprint import fingerprint
from judge.mail.proof.upstream import OWN_MTA, stamped, vouched
from judge.mail.read import read_mail
from judge.mail.text.characters import clean_lines
from judge.mail.text.html_text import html_text
from judge.mail.text.quotations import split_quotation
from judge.mail.values import TextLine
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.system import Sheet, SheetLine, only

JUDGE = "judge@host.org"

SECONDS = 2.0
"""Far more than the largest input takes, even with a fuzzer's instruments in the way."""

MAX_OCTETS = 20_000


def text_of(octets: bytes) -> str:
    return octets.decode("utf-8", "replace")


def mail(octets: bytes) -> None:
    found = read_mail(octets, [JUDGE, "judge+abc@host.org"], address=JUDGE, authserv_id="mx.host.org")
    for line in (*found.lines, *found.dropped):
        assert "\n" not in line.text
        assert "\r" not in line.text
    assert len(fingerprint(octets)) == 64


def reports(octets: bytes) -> None:
    bounce_of(octets, split_message(octets)[0])
    returned_tokens(octets)


def upstream(octets: bytes) -> None:
    stamp = f"Received: from a {OWN_MTA} by host.org with LMTP; Tue, 5 May 2026 10:00:00 +0000\n".encode()
    fields, _ = split_message(stamp + octets)
    vouched(fields, "ann@example.org", "mx.host.org", JUDGE, datetime(2026, 5, 5, 10, tzinfo=UTC))
    stamped(fields, "host.org", "mx.host.org")


def address(octets: bytes) -> None:
    try:
        found, name = mailbox(text_of(octets))
    except BadMailbox:
        return
    assert found.isascii()
    assert found.count("@") == 1
    # A quoted local part may be the plain one: "ann"@x.org is ann@x.org (RFC 5321 4.1.2).
    assert found in text_of(octets).lower().replace('"', "").replace("\\", "")
    assert "\n" not in name


def html(octets: bytes) -> None:
    html_text(text_of(octets))


def quoting(octets: bytes) -> None:
    lines = [TextLine(number, line) for number, line in enumerate(clean_lines(text_of(octets)), 1)]
    kept, dropped = split_quotation(lines)
    numbers = [line.number for line in (*kept, *dropped)]
    assert len(numbers) == len(set(numbers)), "a line is both read and not read"


@cache
def _austria() -> Any:
    options = {option.name: option.default for option in SYSTEM.options}
    rng = Rng(b"fuzz", "START", 0)
    names = SYSTEM.seating(options).names
    outcome = SYSTEM.start(options, names, rng)
    return SYSTEM.view(outcome.state, only("AUSTRIA"))


def sheet(octets: bytes) -> None:
    view = _austria()
    lines = tuple(SheetLine(number, line) for number, line in enumerate(text_of(octets).splitlines(), 1))
    reading = SYSTEM.read(view, "AUSTRIA", Sheet(lines))
    SYSTEM.show(view, {part: text or "" for part, text in reading.parts.items()})


TARGETS: dict[str, Callable[[bytes], None]] = {
    "address": address,
    "html": html,
    "mail": mail,
    "quoting": quoting,
    "reports": reports,
    "sheet": sheet,
    "upstream": upstream,
}


def within_time(target: Callable[[bytes], None], octets: bytes, seconds: float = SECONDS) -> None:
    start = time.process_time()
    target(octets)
    spent = time.process_time() - start
    assert spent < seconds, f"{len(octets)} octets took {spent:.1f} s"
