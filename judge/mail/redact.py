"""A mail in which somebody's name and addresses no longer stand."""

from __future__ import annotations

import contextlib
import email
import re
from collections.abc import Collection, Iterator

from judge.mail.fields import decode_text, split_message
from judge.mail.headers import mailbox, safe_header, text_words
from judge.mail.read import read_if_readable
from judge.mail.values import InboundMail

_KEPT = ("To", "Reply-To", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "X-Judge-Loop", "List-Id")
"""Fields that a mail cannot do without that is yet to be sent, or answered."""

_BETWEEN = r"[\s>|]+"  # a name may be broken between two lines, and these be quoted


def words_of(names: Collection[str], addresses: Collection[str]) -> re.Pattern[str]:
    """What to look for: names as whole words, however broken, and addresses; in any case."""
    spelled = [_BETWEEN.join(map(re.escape, name.split())) for name in names if name.split()]
    parts = [rf"(?<!\w){name}(?!\w)" for name in spelled] + [re.escape(address) for address in addresses]
    return re.compile("|".join(sorted(parts, key=len, reverse=True)) or r"(?!)", re.IGNORECASE)


def redacted(raw: bytes, words: re.Pattern[str], instead: str) -> bytes:
    """The same octets if the words stand nowhere in the mail; else its text alone, as a plain mail from the same
    address, with `instead` for each of them. Nothing is left of a mail that holds them and cannot be read.
    """
    mail = read_if_readable(raw)
    if not any(words.search(text) for text in _everything(raw, mail)):
        return raw
    lines = sorted((*mail.lines, *mail.dropped), key=lambda line: line.number)
    text = words.sub(instead, "\n".join(line.text for line in lines))
    sender = mail.sender if mail.sender and not words.search(mail.sender) else ""
    head = [safe_header("From", mailbox(sender, words.sub(instead, mail.sender_name)))] if sender else []
    if mail.date is not None:
        head.append(safe_header("Date", mail.date.strftime("%d %b %Y %H:%M:%S %z")))
    if subject := text_words(words.sub(instead, mail.subject), 200):
        head.append(safe_header("Subject", subject))
    head += _kept(raw, words)
    head += [b"MIME-Version: 1.0\r\n", b"Content-Type: text/plain; charset=utf-8\r\n"]
    return b"".join([*head, b"Content-Transfer-Encoding: 8bit\r\n\r\n", text.encode("utf-8", "replace")])


def _kept(raw: bytes, words: re.Pattern[str]) -> Iterator[bytes]:
    fields = split_message(raw)[0]
    for name in _KEPT:
        value = " ".join(fields.first(name.lower()).split())
        if value and not words.search(decode_text(value)):
            with contextlib.suppress(ValueError):  # others' mail programs write what ours may not
                yield safe_header(name, value)


def _everything(raw: bytes, mail: InboundMail) -> Iterator[str]:
    """The mail as it came, and all that its parts and encodings hide."""
    yield raw.decode("utf-8", "replace")
    yield "\n".join((mail.subject, mail.sender_name, *(line.text for line in (*mail.lines, *mail.dropped))))
    try:
        for part in email.message_from_bytes(raw).walk():
            found = part.get_payload(decode=True)
            if isinstance(found, bytes):
                yield found.decode("utf-8", "replace")
                yield found.decode("latin-1")
    except Exception:  # noqa: BLE001 - the library raises on odd mails; what they say was read above all the same
        return
