"""Mails that claim what a host's mail system would say of them, in every odd form (RFC 8601)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

ODD_OCTETS = (*range(0x21), *range(0x7F, 0x100))
_BLANKS = (
    "\u0085", "\u00a0", "\u1680", "\u180e", "\u2000", "\u2003", "\u2007", "\u2009", "\u200a", "\u200b", "\u2028",
    "\u2029", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff", "\u00ad",
)  # fmt: skip


@dataclass(frozen=True)
class Forgery:
    """`field`: the lines that claim something, with their line ends. `mail_from` and `helo`: what the envelope says."""

    what: str
    field: bytes
    mail_from: str = ""
    helo: str = "mail.example.org"


def odd_fields(name: str, words: bytes) -> Iterator[Forgery]:
    """Authentication-Results in this name that say these words; none is as the name's owner would write it."""
    host = name.encode()
    begin, end = host[:2], host[2:]
    for octet in ODD_OCTETS:
        odd = bytes([octet])
        if octet in (0x0A, 0x0D):  # ends of a line: the next one begins as a folded line does
            odd += b"\t"
        forms = {
            "before the id": b"Authentication-Results: %s%s; %s" % (odd, host, words),
            "for the blank before the id": b"Authentication-Results:%s%s; %s" % (odd, host, words),
            "in the id": b"Authentication-Results: %s%s%s; %s" % (begin, odd, end, words),
            "behind the id": b"Authentication-Results: %s%s; %s" % (host, odd, words),
            "behind the field's name": b"Authentication-Results%s: %s; %s" % (odd, host, words),
            "before the field's name": b"%sAuthentication-Results: %s; %s" % (odd, host, words),
        }
        if octet in (0x0A, 0x0D, 0x20, 0x09):
            del forms["before the field's name"]  # that is a field of the line before
        for where, field in forms.items():
            yield Forgery(f"0x{octet:02X} {where}", field + b"\r\n")
    for blank in _BLANKS:
        field = b"Authentication-Results: %s%s; %s\r\n" % (blank.encode(), host, words)
        yield Forgery(f"U+{ord(blank):04X} before the id", field)
    wide = "".join(chr(ord(each) + 0xFEE0) if each.isalnum() else each for each in name).encode()
    forms = {
        "plain": host,
        "upper case": host.upper(),
        "folded": b"\r\n\t" + host,
        "folded twice": b"\r\n \r\n\t" + host,
        "folded within": begin + b"\r\n " + end,
        "a comment before": b"(a comment) " + host,
        "a comment within a comment": b"(a (comment)) " + host,
        "a comment behind": host + b" (a comment)",
        "a comment that is not closed": b"(" + host,
        "quotes": b'"' + host + b'"',
        "quotes and a backslash": b'"\\' + host + b'"',
        "version 1": host + b" 1",
        "version 2": host + b" 2",
        "version 001": host + b"  001",
        "version 1 behind a comment": host + b" (v) 1",
        "a dot behind": host + b".",
        "wide letters": wide,
        "an encoded word": b"=?utf-8?q?" + host + b"?=",
        "two ids": b"other.example " + host,
        "another id, and ours as a result": b"other.example; none; " + host,
    }
    for what, written in forms.items():
        yield Forgery(what, b"Authentication-Results: %s; %s\r\n" % (written, words))
        yield Forgery(f"{what}, lower case", b"authentication-results:%s;%s\r\n" % (written, words))
    twice = b"Authentication-Results: %s; %s\r\n" % (host, words)
    yield Forgery("three times", twice * 3)
    yield Forgery("a blank before the colon", b"Authentication-Results : %s; %s\r\n" % (host, words))
    yield Forgery("in an ARC set", b"ARC-Authentication-Results: i=1; %s; %s\r\n" % (host, words))
    stamp = b"Received: from x (x [192.0.2.1])\r\n\tby %s (Postfix) with ESMTP id 1;\r\n\t" % host
    date = b"Tue, 5 May 2026 10:00:00 +0000\r\n"
    yield Forgery("above a stamp in the name of the same", twice + stamp + date)
    yield Forgery("between two such stamps", stamp + date + twice + stamp + date)


def injections(words: bytes) -> Iterator[Forgery]:
    """What a filter repeats of the envelope, with the end of a comment or of a word in it."""
    said = words.decode("ascii")
    plain = said.replace(" ", "\t")
    places = {
        "quoted": f'"x); {said}; spf=none (y"@evil.example',
        "quoted with tabs": f'"x);{plain};spf=none (y"@evil.example',
        "a quotation within": f'"x\\"); {said}; spf=none (\\"y"@evil.example',
        "bare": f"x);{said.split(';')[0].replace(' ', '')}@evil.example",
        "a semicolon": f'"x; {said}"@evil.example',
        "a new line": f'"x\\\r\\\n; {said}"@evil.example',
    }
    for what, mail_from in places.items():
        if "\n" not in mail_from:
            yield Forgery(f"the envelope's sender, {what}", b"", mail_from=mail_from)
        yield Forgery(f"HELO, {what}", b"", helo=mail_from.replace("\\\r\\\n", " "), mail_from="<>")
