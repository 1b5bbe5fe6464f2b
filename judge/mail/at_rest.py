"""A mail as it is kept once it was read or sent: without KEYs, codes and tokens of reply addresses, whatever part,
encoding or form they stand in, and with as many lines as before.

What nothing was found in stays to the octet. A part in which something was found may be encoded anew.
"""

from __future__ import annotations

import base64
import binascii
import html
import re

from judge.mail.blanks import blanked_text
from judge.mail.charsets import decode_charset, decode_transfer_base64, decode_transfer_quoted
from judge.mail.fields import decode_text, parameters, split_message
from judge.mail.headers import safe_header, text_words
from judge.mail.text.html_text import html_text
from judge.mail.text.mime import MAX_DEPTH, MAX_PARTS

_HEAD_END = re.compile(rb"(?:\A|\n)(?:\r\n|\n)")
_FIELD = re.compile(rb"[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)")
_WIDE = re.compile(r"(?:utf-?|ucs-?)(?:16|32|2|4)", re.IGNORECASE)

_RUN = re.compile(rb"[A-Za-z0-9+/][A-Za-z0-9+/\r\n]{22,}")
_UUENCODED = re.compile(rb"((?:\A|(?<=\n))begin [0-7]{3,4} [^\n]*\n)((?:[ -`]{1,64}\r?\n)+)")
_PIECE = re.compile(rb"[A-Za-z2-7]{4}(?:-[A-Za-z2-7]{1,4}){1,3}|[A-Za-z]{0,20}[2-7][A-Za-z2-7]{7,}")
_ASCII = bytes(range(128)) + b"?" * 128
_ESCAPE = re.compile(rb"[%=]([0-9A-Fa-f]{2})")


def at_rest(raw: bytes) -> bytes:
    """Never raises: what cannot be taken apart is searched as it lies there."""
    try:
        return _message(raw, 0)
    except Exception:  # noqa: BLE001 - it was read, or put in quarantine; no oddity of it may keep a secret
        return _stretch(raw)


def _message(raw: bytes, depth: int) -> bytes:
    """A mail, or a part of one with its header."""
    end = _HEAD_END.search(raw)
    head, body = (raw[: end.end()], raw[end.end() :]) if end is not None else (raw, b"")
    if end is None or b":" not in head:  # it has no header, as what stands behind the last part has none
        return _stretch(_head(raw))
    fields, _ = split_message(head)
    kind, more = parameters(fields.first("content-type"))
    encoding = fields.first("content-transfer-encoding").partition("(")[0].strip(" \t;\"'").lower()
    return _head(head) + _body(body, kind, more, encoding, depth)


def _head(head: bytes) -> bytes:
    return b"".join(_field(found) for found in _FIELD.findall(head) if found)


def _field(field: bytes) -> bytes:
    """One field with its folds; written anew where the secret stands in encoded words, or is broken by a fold."""
    found = _octets(field)
    name, colon, value = found.partition(b":")
    shown = decode_text(" ".join(value.decode("utf-8", "replace").split()), len(value))
    if not colon or blanked_text(shown) == shown:
        return found
    try:
        return safe_header(name.decode("ascii", "replace").strip(), text_words(blanked_text(shown), len(shown)))
    except ValueError:  # no program can have read it
        return b""


def _body(body: bytes, kind: str, more: dict[str, str], encoding: str, depth: int) -> bytes:
    if kind.startswith("multipart/") and more.get("boundary") and depth < MAX_DEPTH:
        return _parts(body, more["boundary"], depth)

    def inner(octets: bytes) -> bytes:
        if kind == "message/rfc822" and depth < MAX_DEPTH:
            return _message(octets, depth + 1)
        if kind and not kind.startswith("text/"):
            return _stretch(octets)
        return _text(octets, more.get("charset", ""), is_html=kind == "text/html")

    if encoding == "base64":
        octets, is_whole = decode_transfer_base64(body)
        if (found := inner(octets)) != octets:
            return _as_base64(found) + _end_of(body)
        return body if is_whole else _stretch(body)
    if encoding == "quoted-printable":
        octets = decode_transfer_quoted(body)
        if (found := inner(octets)) != octets:
            return _as_quoted(found) + _end_of(body)
        return _stretch(body)
    return inner(body)


def _parts(body: bytes, boundary: str, depth: int) -> bytes:
    fence = re.compile(rb"((?:\A|(?<=\n))--" + re.escape(boundary.encode("utf-8", "replace")) + rb"[^\n]*(?:\n|\Z))")
    pieces = fence.split(body)
    if len(pieces) > 2 * MAX_PARTS + 1:
        return _stretch(body)
    # Before the first fence stands what no program shows; behind it parts and fences in turn.
    return b"".join(
        piece if place % 2 else _message(piece, depth + 1) if place else _stretch(piece)
        for place, piece in enumerate(pieces)
    )


def _end_of(body: bytes) -> bytes:
    """The line ends before the next fence."""
    return body[len(body.rstrip(b"\r\n")) :]


def _as_base64(octets: bytes) -> bytes:
    return base64.encodebytes(octets).rstrip(b"\n").replace(b"\n", b"\r\n")


def _as_quoted(octets: bytes) -> bytes:
    text = octets.rstrip(b"\r\n")
    return binascii.b2a_qp(text.replace(b"\r\n", b"\n"), istext=True).replace(b"\n", b"\r\n")


def _text(octets: bytes, charset: str, *, is_html: bool) -> bytes:
    found = _wide(octets) if _WIDE.match(charset) else _stretch(octets)
    text, _ = decode_charset(found, charset)
    if not is_html:
        blank = blanked_text(text)
        return found if blank == text else _encoded(blank, charset)
    shown = html_text(text)
    if blanked_text(shown) == shown:
        return found
    # It is broken by tags, or written in entities.
    return html.escape(blanked_text(shown)).encode("utf-8")


def _encoded(text: str, charset: str) -> bytes:
    try:
        return text.encode(charset)
    except (LookupError, UnicodeError):
        return text.encode("utf-8", "replace")


def _wide(octets: bytes) -> bytes:
    """Text of more than one octet a character: searched without the others, and written as it was."""
    bare = octets.decode("latin-1")
    places = [place for place, letter in enumerate(bare) if letter != "\0"]
    shown = "".join(bare[place] for place in places)
    blank = blanked_text(shown)
    found = bytearray(octets)
    for place, letter in zip(places, blank, strict=True):
        found[place] = ord(letter)
    return bytes(found)


def _stretch(octets: bytes) -> bytes:
    """Octets that nothing says how to read, and text that may quote such ones: searched as they are, and as the
    base64, the uuencoded file, the addresses of web pages and the quoted-printable that may stand in them.
    """
    found = _wide(octets) if b"\0" in octets[:1000] else _octets(octets)
    found = _UUENCODED.sub(lambda each: each[1] + b"".join(map(_uuencoded, each[2].splitlines(keepends=True))), found)
    return b"".join(map(_unescaped, _RUN.sub(_run, found).splitlines(keepends=True)))


def _run(found: re.Match[bytes]) -> bytes:
    """What may be base64, wherever in it that begins."""
    run = bytearray(found[0])
    places = [place for place, octet in enumerate(run) if octet not in b"\r\n"]
    for start in range(4):
        within = places[start : start + (len(places) - start) // 4 * 4]
        octets = base64.b64decode(bytes(run[place] for place in within))
        blank = _same_length(octets)
        if blank != octets:
            for place, octet in zip(within, base64.b64encode(blank), strict=True):
                run[place] = octet
    return bytes(run)


def _same_length(octets: bytes) -> bytes:
    if octets.count(b"\0") * 3 > len(octets):
        return _wide(octets)
    text = octets.translate(_ASCII).decode("ascii")
    blank = blanked_text(text)
    if blank == text:
        return octets
    pairs = zip(octets, text, blank, strict=True)
    return bytes(octet if before == after else ord(after) for octet, before, after in pairs)


def _uuencoded(line: bytes) -> bytes:
    """A line of a uuencoded file. A KEY may be broken between two, so it goes where there is half a one."""
    try:
        octets = binascii.a2b_uu(line.rstrip(b"\r\n"))
    except binascii.Error:
        return line
    blank = _PIECE.sub(lambda each: b"0" * len(each[0]), octets)
    return line if blank == octets else binascii.b2a_uu(blank).rstrip(b"\n") + line[len(line.rstrip(b"\r\n")) :]


def _unescaped(line: bytes) -> bytes:
    """A line in which letters are written by their numbers: plainly, if that shows a secret."""
    if line.count(b"%") + line.count(b"=") < 4:
        return line
    bare = line.rstrip(b"\r\n")
    shown = _ESCAPE.sub(lambda each: bytes((int(each[1], 16),)), bare)
    blank = _octets(shown)
    return line if blank == shown else blank.replace(b"\r", b" ").replace(b"\n", b" ") + line[len(bare) :]


def _octets(octets: bytes) -> bytes:
    """The same octets with zeros for secrets; their number does not change."""
    try:
        text = octets.decode("utf-8")
    except UnicodeDecodeError:
        return blanked_text(octets.decode("latin-1")).encode("latin-1")
    blank = blanked_text(text)
    return octets if blank == text else blank.encode("utf-8")
