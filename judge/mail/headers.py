"""Header lines: the one way from a text to a line of a mail's head.

The standard library is not used for it. On CPython 3.11.7 and others, `=?UTF-8?Q?x=0ABcc=3A_evil=40example.com?=` as
a subject comes out as a real Bcc line (CVE-2024-6923): what it takes for an encoded word it decodes, and writes out
unencoded. Here a text is never decoded, and what is not plain ASCII is encoded whole.
"""

from __future__ import annotations

import base64
import re
import unicodedata

FOLD = 78  # RFC 5322 2.1.1: a line should be no longer
HARD = 998  # and must be no longer

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*", re.ASCII)
_SAFE_BODY = re.compile(r"[\x21-\x7e]+(?: [\x21-\x7e]+)*", re.ASCII)
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*", re.ASCII)
# Fit for a name beside an address too (RFC 2047 5).
_PLAIN_IN_Q = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")
# Octets of text in an encoded word, and characters that they may take: a line that holds one has at most 76 (RFC 2047
# 2), the name of the header with it.
_WORD_OCTETS = 39
_WORD_LENGTH = 52
_LONGEST_ATOM = 60

# Cc controls, Cf format (among them the bidirectional overrides), Cs surrogates, Zl and Zp line separators.
_UNFIT = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # Persian and many an emoji need them, and they move nothing


def clean_text(text: str, limit: int) -> str:
    """`text` as one line that shows what it holds: controls and direction overrides become blanks, blanks are
    collapsed, cut at `limit`.
    """
    # Four times the limit is looked at: enough to fill the limit with, and no work for a text of megabytes.
    shown = (_fit(char) for char in text[: 4 * limit])
    line = " ".join("".join(shown).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _fit(char: str) -> str:
    if char in _JOINERS or unicodedata.category(char) not in _UNFIT:
        return char
    return " "


def text_words(text: str, limit: int) -> str:
    """`text` for an unstructured header such as Subject: plain where that is safe, else in encoded words that decode
    to the same text.
    """
    line = clean_text(text, limit)
    plain = line.isascii() and "=?" not in line and all(len(word) <= _LONGEST_ATOM for word in line.split(" "))
    return line if plain else _encoded(line)


def mailbox(address: str, name: str, limit: int = 80) -> str:
    """`name <address>` with a name of at most `limit` characters, quoted or encoded as it needs; the bare address
    without a name.
    """
    line = clean_text(name, limit)
    if not line:
        return address
    if not line.isascii() or "=?" in line or len(line) > _LONGEST_ATOM:
        return f"{_encoded(line)} <{address}>"
    if _ATOMS.fullmatch(line):
        return f"{line} <{address}>"
    quoted = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}" <{address}>'


def safe_header(name: str, value: str) -> bytes:
    """The folded header line with its CRLF: every line of every mail's head is made here, and here alone.

    `value` is printable ASCII with single blanks. Raises ValueError for anything else, so that a mistake further up
    can never start a header line of its own.
    """
    if not _NAME.fullmatch(name) or not _SAFE_BODY.fullmatch(value):
        raise ValueError(f"not fit for a header line: {name[:40]!a}: {value[:80]!a}")
    # The first word stays beside the name, however long: a line of blanks alone is obsolete syntax (RFC 5322 4.2).
    first, *words = value.split(" ")
    lines: list[str] = []
    line = f"{name}: {first}"
    for word in words:
        if len(line) + 1 + len(word) <= FOLD:
            line += f" {word}"
        else:
            lines.append(line)
            line = f" {word}"
    lines.append(line)
    if any(len(each) > HARD for each in lines):
        raise ValueError(f"a word of {name} is longer than a line of mail may be")
    return "\r\n".join(lines).encode("ascii") + b"\r\n"


def _encoded(line: str) -> str:
    """Encoded words (RFC 2047) of whole characters each, in Q or B, whichever is shorter; a reader drops the blanks
    between them.
    """
    words: list[str] = []
    part = b""
    for char in line:
        octets = char.encode("utf-8")
        if len(_q(part + octets)) > _WORD_LENGTH or len(part) + len(octets) > _WORD_OCTETS:
            words.append(_word(part))
            part = b""
        part += octets
    words.append(_word(part))
    return " ".join(words)


def _word(octets: bytes) -> str:
    q, b = _q(octets), base64.b64encode(octets).decode("ascii")
    return f"=?utf-8?q?{q}?=" if len(q) <= len(b) else f"=?utf-8?b?{b}?="


def _q(octets: bytes) -> str:
    return "".join(chr(o) if o in _PLAIN_IN_Q else "_" if o == 0x20 else f"={o:02X}" for o in octets)
