"""A letter becomes a mail: the one function that makes every mail of the judge, and every line of its head.

The standard library is not used for these lines. On CPython 3.11.7 and others,
`=?UTF-8?Q?x=0ABcc=3A_evil=40example.com?=` as a subject comes out as a real Bcc line (CVE-2024-6923): what it takes for
an encoded word it decodes, and writes out unencoded. Here a text is never decoded, and what is not plain ASCII is
encoded whole.
"""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC
from email.utils import format_datetime
from urllib.parse import quote

from judge.mail.values import Headers, Image, Letter

_BLANK = re.compile(rb"(?<=\r\n)==([0-9a-f]{64})==\r\n")


def image_blank(digest: str) -> bytes:
    """The line that stands for the picture of this digest (64 hex digits)."""
    return f"=={digest}==\r\n".encode("ascii")


def images_in(raw: bytes) -> tuple[str, ...]:
    """The digests of the pictures that a letter shows and does not hold yet."""
    return tuple(dict.fromkeys(found[1].decode("ascii") for found in _BLANK.finditer(raw)))


def with_images(raw: bytes, pngs: Mapping[str, bytes]) -> bytes:
    """The letter with its pictures, by digest. The place of one that is not there stays empty: mail programs show what
    the HTML says instead of it.
    """
    encoded = {digest: _base64(png) for digest, png in pngs.items()}
    return _BLANK.sub(lambda found: encoded.get(found[1].decode("ascii"), b""), raw)


SUBJECT_LIMIT = 200  # characters
NAME_LIMIT = 80
REFERENCES_LIMIT = 12  # the first, which is the thread, and the latest

_ADDRESS = re.compile(r"(?=.{3,254}\Z)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.:\[\]-]+", re.ASCII)
_MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>", re.ASCII)
_LIST_ID = re.compile(r"[A-Za-z0-9_.-]{1,200}", re.ASCII)
_IMAGE_NAME = re.compile(r"[A-Za-z0-9-]{1,60}", re.ASCII)
_AUTOMATIC = ("auto-generated", "auto-replied")

# What is attached: type, encoding, file name. The calendar (RFC 5545, sent as RFC 6047 says) asks its reader nothing;
# a code stands in the data as in the words; the archive is sealed, so it goes to the octet.
_CALENDAR = ("text/calendar; charset=utf-8; method=PUBLISH", "base64", "deadline.ics")
_DATA = ("application/json", "quoted-printable", "letter.json")
_ARCHIVE = ("application/json", "base64", "archive.json")

_QP_LINE = 76  # RFC 2045 6.7 (5), without the line's CRLF
_QP_ENDS = ((b"\n.", b"\n=2E"), (b"\nFrom ", b"\n=46rom "), (b" \n", b"=20\n"), (b"\t\n", b"=09\n"))
_QP_FIT = b"\t\n" + bytes(octet for octet in range(0x20, 0x7F) if octet != 0x3D)
# Of 75 octets, or of fewer where an encoded one would be broken; last the rest.
_QP_PIECE = re.compile(rb".{73}(?:[^=]{2}(?=..)|[^=](?==)|(?==...))|.+")


def compose(letter: Letter, headers: Headers) -> bytes:
    """The whole mail, ready for SMTP: ASCII, CRLF, lines of at most 78 characters, the same bytes for the same
    arguments.

    text/plain, or multipart/alternative with the text first when there is HTML; both UTF-8 in quoted-printable, never
    format=flowed, so that tables stay aligned. Images of the HTML travel with it in multipart/related (RFC 2387), and
    are put in as it is sent (`judge.mail.compose`); a calendar's entry and what the letter says as JSON beside both in
    multipart/mixed.

    Names and the subject may hold anything. In-Reply-To and References come from other people's mail: what is no
    Message-ID is left out. Raises ValueError for addresses, Message-ID, List-Id or Auto-Submitted that cannot stand in
    a mail.

    Auto-Submitted as RFC 3834 5 asks, X-Auto-Response-Suppress for those mailers that do not know it, X-Judge-Loop to
    know our own.
    """
    for address in (headers.to, headers.sender, headers.reply_to):
        if not is_address(address):
            raise ValueError(f"not an address that mail can carry: {address[:80]!a}")
    if not _MESSAGE_ID.fullmatch(headers.message_id):
        raise ValueError(f"not a Message-ID: {headers.message_id[:80]!a}")
    if headers.automatic not in _AUTOMATIC:
        raise ValueError(f"Auto-Submitted is one of {', '.join(_AUTOMATIC)}, not {headers.automatic[:40]!a}")

    head = [
        safe_header("From", mailbox(headers.sender, headers.sender_name)),
        safe_header("To", mailbox(headers.to, headers.to_name)),
        safe_header("Reply-To", mailbox(headers.reply_to, headers.sender_name)),
        safe_header("Subject", text_words(letter.subject, SUBJECT_LIMIT) or "(no subject)"),
        safe_header("Date", format_datetime(headers.date.astimezone(UTC))),
        safe_header("Message-ID", headers.message_id),
        *_thread(headers),
        safe_header("Auto-Submitted", headers.automatic),
        safe_header("X-Auto-Response-Suppress", "All"),
        safe_header("X-Judge-Loop", headers.sender),
    ]
    if headers.list_id:
        if not _LIST_ID.fullmatch(headers.list_id):
            raise ValueError(f"not a List-Id (letters, digits, dots, hyphens): {headers.list_id[:80]!a}")
        head.append(safe_header("List-Id", f"<{headers.list_id}>"))
    if headers.unsubscribe:
        page = f", <{headers.unsubscribe_page}>" if headers.unsubscribe_page else ""
        command = f"mailto:{headers.reply_to}?subject=unsubscribe&body={quote(headers.unsubscribe)}"
        head.append(safe_header("List-Unsubscribe", f"<{command}>{page}"))
        head += [safe_header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")] if page else []
    head.append(safe_header("MIME-Version", "1.0"))

    # "=_" can stand in no quoted-printable text, so that the boundary needs no search for a free one (RFC 2045 6.7).
    boundary = "=_" + hashlib.sha256(headers.message_id.encode("ascii")).hexdigest()[:24]
    body = _words("plain", letter.text)
    if letter.html:
        body = _multipart("alternative", boundary, (body, _html(letter, boundary)))
    attached = ((letter.calendar, _CALENDAR), (letter.data, _DATA), (letter.archive, _ARCHIVE))
    beside = [_attachment(text, *form) for text, form in attached if text]
    if beside:
        body = _multipart("mixed", f"{boundary}-mixed", (body, *beside))
    return b"".join(head) + body


def words_size(letter: Letter) -> int:
    """Return the octets that its words take in the mail at most, as text, HTML and data; without pictures and calendar.
    They are counted and not encoded: linear, and fast whatever letters somebody wrote.
    """
    return sum(map(_encoded_size, (letter.text, letter.html, letter.data)))


def _encoded_size(text: str) -> int:
    octets = text.encode("utf-8", "replace")
    size = len(octets) + 2 * len(octets.translate(None, _QP_FIT))
    # Beside that each line has its end, may begin or end with what is encoded, and is broken wherever it is long.
    return size + 5 * octets.count(b"\n") + 3 * (size // (_QP_LINE - 3)) + 200


def _html(letter: Letter, around: str) -> bytes:
    """Return the HTML alone, or with its images. `around` is the boundary of what it stands in."""
    html = _words("html", letter.html)
    if not letter.images:
        return html
    return _multipart("related", f"{around}-related", (html, *map(_png, letter.images)), '; type="text/html"')


def _multipart(kind: str, boundary: str, parts: Sequence[bytes], more: str = "") -> bytes:
    fence = b"\r\n--" + boundary.encode("ascii")
    head = safe_header("Content-Type", f'multipart/{kind}; boundary="{boundary}"{more}')
    return b"".join([head, *(fence + b"\r\n" + part for part in parts), fence, b"--\r\n"])


def _words(subtype: str, text: str) -> bytes:
    return _part(f"text/{subtype}; charset=utf-8", "quoted-printable", _quoted_printable(text))


def _attachment(text: str, kind: str, encoding: str, filename: str) -> bytes:
    content = _base64(text.encode("utf-8")) if encoding == "base64" else _quoted_printable(text)
    return _part(kind, encoding, content, ("Content-Disposition", f'attachment; filename="{filename}"'))


def _png(image: Image) -> bytes:
    if not _IMAGE_NAME.fullmatch(image.name):
        raise ValueError(f"not a name for an image (letters, digits, hyphens): {image.name[:40]!a}")
    identity = ("Content-ID", f"<{image.name}>")
    disposition = ("Content-Disposition", f'inline; filename="{image.name}.png"')
    return _part(f'image/png; name="{image.name}.png"', "base64", image_blank(image.digest), identity, disposition)


def _part(kind: str, encoding: str, content: bytes, *more: tuple[str, str]) -> bytes:
    fields = (("Content-Type", kind), ("Content-Transfer-Encoding", encoding), *more)
    return b"".join(safe_header(*field) for field in fields) + b"\r\n" + content


def _base64(octets: bytes) -> bytes:
    return base64.encodebytes(octets).replace(b"\n", b"\r\n")


def is_address(address: str) -> bool:
    """Whether mail can be sent to it as it stands: a plain ASCII mailbox of at most 254 octets, its local part
    within 64.
    """
    return _ADDRESS.fullmatch(address) is not None


def _thread(headers: Headers) -> list[bytes]:
    """In-Reply-To and References (RFC 5322 3.6.4): the first of the thread and the latest, each once, and last the mail
    that is answered, if it belongs to the thread.
    """
    answered = headers.in_reply_to if _MESSAGE_ID.fullmatch(headers.in_reply_to) else ""
    known = [each for each in headers.references if _MESSAGE_ID.fullmatch(each)]
    chain = [*dict.fromkeys(each for each in known if each != answered), *([answered] * (answered in known))]
    if len(chain) > REFERENCES_LIMIT:
        chain = [chain[0], *chain[1 - REFERENCES_LIMIT :]]
    lines = [safe_header("In-Reply-To", answered)] if answered else []
    if chain:
        lines.append(safe_header("References", " ".join(chain)))
    return lines


def _quoted_printable(text: str) -> bytes:
    """`text` with LF or CRLF as line ends, in lines of at most 76 octets that no relay has a reason to touch.

    A blank at a line's end, a leading dot and a leading `From ` are encoded as well: relays and mailboxes change
    those.
    """
    octets = text.replace("\r\n", "\n").encode("utf-8", "replace").replace(b"=", b"=3D")
    for octet in set(octets.translate(None, _QP_FIT)) - set(b"="):
        octets = octets.replace(b"%c" % octet, b"=%02X" % octet)
    encoded = b"\n" + octets + b"\n" * (octets[-1:] not in (b"", b"\n"))
    for unfit, fit in _QP_ENDS:
        encoded = encoded.replace(unfit, fit)
    lines = [
        each if len(each) <= _QP_LINE else b"=\r\n".join(_QP_PIECE.findall(each.replace(b"From ", b"=46rom ")))
        for each in encoded[1:].split(b"\n")
    ]
    return b"\r\n".join(lines)


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


def mailbox(address: str, name: str) -> str:
    """`name <address>` with a name of at most NAME_LIMIT characters, quoted or encoded as it needs; the bare address
    without a name.
    """
    line = clean_text(name, NAME_LIMIT)
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
