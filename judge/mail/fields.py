"""A mail's header fields, split from its body, unfolded and decoded; and the key by which a mail is known again.

Own code and linear, as the standard parsers raise or crawl on hostile fields.
"""

from __future__ import annotations

import binascii
import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from judge.mail.charsets import decode_charset, decode_transfer_base64

MAX_HEADER = 64 * 1024
MAX_FIELDS = 200

_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:(.*)", re.DOTALL)
_WORD = re.compile(r"=\?([!->@-~]{1,60})\?([bBqQ])\?([!->@-~ ]*)\?=")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_DATE = re.compile(
    r"(\d{1,2})[ -]+([A-Za-z]{3})[a-z]*[ -]+(\d{4}|\d{2})[ ]+"
    r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([+-])(\d{2})(\d{2}))?",
    re.ASCII,
)
# Possessive, and an unclosed quote ends with the value: it fails nowhere, so it never goes back.
_PARAMETER = re.compile(r"""(?:[^;"]++|"(?:[^"\\]++|\\(?:.|\Z))*+(?:"|\Z))++""", re.DOTALL)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class Fields:
    """Header fields in order: lower-case name, unfolded value as text. `excess` says which limit was passed, and
    then the list is cut short.
    """

    items: tuple[tuple[str, str], ...]
    excess: str = ""

    def all(self, name: str) -> list[str]:
        """Every value of the field, in order."""
        return [value for key, value in self.items if key == name]

    def first(self, name: str) -> str:
        """The first value of the field; empty when there is none."""
        for key, value in self.items:
            if key == name:
                return value
        return ""


def split_message(raw: bytes) -> tuple[Fields, bytes]:
    """Fields and body of a mail or a MIME part (RFC 5322 2.1). Lines that are no fields are passed over, as mail
    systems do; never raises.
    """
    items: list[tuple[str, str]] = []
    pending: list[bytes] = []
    excess = ""
    at = 0
    while at < len(raw):
        after = raw.find(b"\n", at) + 1 or len(raw)
        # A carriage return alone ends no line: for mail systems it is a character, and a field that only we saw could
        # be forged behind one.
        line = raw[at:after].rstrip(b"\r\n")
        if not line:
            at = after
            break
        if after > MAX_HEADER:
            excess = f"the header of your mail is longer than {MAX_HEADER // 1024} kB"
            break
        if line[:1] in (b" ", b"\t"):
            if pending:
                pending.append(line)
        else:
            _finish(pending, items)
            if len(items) >= MAX_FIELDS:
                pending = []
                excess = f"your mail has more than {MAX_FIELDS} header fields"
                break
            pending = [line]
        at = after
    _finish(pending, items)
    return Fields(tuple(items), excess), b"" if excess else raw[at:]


def _finish(pending: list[bytes], items: list[tuple[str, str]]) -> None:
    if not pending:
        return
    match = _FIELD.fullmatch(b"".join(pending))
    if match:
        value = match[2].strip(b" \t")
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            text = value.decode("latin-1")
        items.append((match[1].decode("ascii").lower(), text))


def decode_text(value: str, limit: int = 998) -> str:
    """The text of an unstructured field: encoded words (RFC 2047) decoded, control and direction characters gone,
    at most `limit` characters.
    """
    if "=?" in value:
        value = _decode_words(value)
    if not (value.isascii() and value.isprintable()):
        value = "".join(_harmless(character) for character in value)
    return " ".join(value.split())[:limit]


def _decode_words(value: str) -> str:
    out: list[str] = []
    # Octets of neighbors with one charset are put together first: mail programs split characters between words.
    charset, octets = "", bytearray()
    at = 0
    for word in _WORD.finditer(value):
        between = value[at : word.start()]
        label = word[1].lower().partition("*")[0]
        if octets and (between.strip(" \t") or label != charset):
            out.append(decode_charset(bytes(octets), charset)[0])
            octets.clear()
        if between.strip(" \t") or (at == 0 and between):
            out.append(between)
        charset = label
        octets += _word_octets(word[2], word[3])
        at = word.end()
    if octets:
        out.append(decode_charset(bytes(octets), charset)[0])
    out.append(value[at:])
    return "".join(out)


def _word_octets(encoding: str, text: str) -> bytes:
    if encoding in "bB":
        return decode_transfer_base64(text.encode("ascii"))[0]
    return binascii.a2b_qp(text.replace("_", "=20").encode("ascii"))


def _harmless(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category in ("Cs", "Cn", "Co"):
        return "\N{REPLACEMENT CHARACTER}"
    # Format characters turn text around or hide it; only the joiners of scripts and emoji are kept.
    return "" if category == "Cf" and character not in "\u200c\u200d" else character


def message_ids(value: str) -> tuple[str, ...]:
    """The Message-IDs in a value, with their angle brackets, each once."""
    return tuple(dict.fromkeys(_MESSAGE_ID.findall(value)))


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """`text/plain; charset="utf-8"` as (`text/plain`, {`charset`: `utf-8`}), names lower-cased (RFC 2045 5.1). The
    first of two parameters of a name counts.
    """
    if not value:
        return "", {}
    pieces = _PARAMETER.findall(value) or [""]
    found: dict[str, str] = {}
    for piece in pieces[1:]:
        name, equals, content = piece.partition("=")
        name, content = name.strip().lower(), content.strip()
        if content[:1] == '"':
            content = re.sub(r"\\(.)", r"\1", content[1:].rpartition('"')[0] or content[1:])
        else:
            content = content.split(" ", 1)[0].split("(", 1)[0]
        if equals and name not in found:
            found[name] = content
    return pieces[0].split("(", 1)[0].strip().lower(), found


def transfer_encoding(fields: Fields) -> str:
    """Return the Content-Transfer-Encoding, lower-cased, without comments and stray quotes."""
    return fields.first("content-transfer-encoding").partition("(")[0].strip(" \t;\"'").lower()


def date_of(value: str) -> datetime | None:
    """The instant of a Date field in UTC (RFC 5322 3.3; zones by letters count as UTC), or None when it is no date."""
    match = _DATE.search(value[:200])
    if not match:
        return None
    day, month, year, hour, minute, second, sign, off_hours, off_minutes = match.groups()
    full = int(year) if len(year) == 4 else int(year) + (2000 if int(year) < 50 else 1900)
    shift = timedelta(hours=int(off_hours or 0), minutes=int(off_minutes or 0))
    try:
        zone = timezone(-shift if sign == "-" else shift)
        number = _MONTHS.index(month.lower()) + 1
        moment = datetime(full, number, int(day), int(hour), int(minute), min(int(second or 0), 59), tzinfo=zone)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


_LINE_END = re.compile(rb"\r\n|\r|\n")


def fingerprint(raw: bytes) -> str:
    """SHA-256 (hex) over From, Message-ID and body; over From, Date, Subject and body when there is no Message-ID.
    Never raises.

    Received, the recipients and the form of line ends do not count: they differ when a mail comes again by another
    path.
    """
    fields, body = split_message(raw)
    if fields.excess:
        # Such a mail is refused whatever it says; its head was not read to the end.
        return _digest([b"whole", raw])
    identity = _values(fields, "message-id")
    named = [b"id", identity] if identity else [b"no id", _values(fields, "date"), _values(fields, "subject")]
    return _digest([*named, _values(fields, "from"), _LINE_END.sub(b"\n", body).rstrip(b"\n")])


def with_proofs(content: str, proofs: Sequence[str]) -> str:
    """The fingerprint of a mail of this content that comes with these proofs of its writer, in any order."""
    return _digest([content.encode(), *(proof.encode() for proof in sorted(proofs))]) if proofs else content


def _values(fields: Fields, name: str) -> bytes:
    """All of the field, blanks collapsed since relays fold lines anew."""
    return "\0".join(" ".join(value.split()) for value in fields.all(name)).encode("utf-8", "surrogatepass")


def _digest(pieces: list[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        # Each with its length, or two mails could be cut differently into the same octets.
        digest.update(b"%d:" % len(piece))
        digest.update(piece)
    return digest.hexdigest()
