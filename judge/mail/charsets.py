"""From octets to text: transfer encodings (RFC 2045 6) and charsets, right or wrong. Nothing here raises; what had
to be guessed is said.
"""

from __future__ import annotations

import binascii
import re
import tomllib
from pathlib import Path

_NOT_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))

# Only charsets of real mail: Python knows codecs (rot13, utf-7, unicode_escape, zlib) that must not be reached by a
# label.
# Windows code pages stand for the ISO ones that they extend, as browsers and mail programs take them.
_WESTERN = "cp1252"
_CODECS = {
    **{f"iso-8859-{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"windows-{n}": f"cp{n}" for n in range(1250, 1259)},
    **{f"cp{n}": f"cp{n}" for n in (437, 850, 852, 866, 932, 949, 950, *range(1250, 1259))},
}
_LABELS = tomllib.loads(Path(__file__).with_name("charsets.toml").read_text(encoding="utf-8"))
_CODECS |= {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
_DEFAULT_LABELS = frozenset({"", "us-ascii", "ascii", "utf-8"})

_HEX_QUOTED = re.compile(rb"=([0-9A-Fa-f]{2})")


def decode_charset(octets: bytes, label: str) -> tuple[str, str]:
    """Octets as text, and a warning when the label was unknown or wrong (else empty).

    UTF-8 is tried first where the label is missing, unknown or a western one: other text is hardly ever valid UTF-8.
    """
    label = label.strip().strip("'\"").lower()
    if octets.isascii() and not label.startswith(("utf-16", "iso-2022")):
        known = label in _CODECS or not label
        return octets.decode("ascii"), "" if known else _unknown(label, "plain ASCII")
    codec = _CODECS.get(label)
    if codec is None or codec in ("utf-8", _WESTERN):
        try:
            text = octets.decode("utf-8")
        except UnicodeDecodeError:
            # cp1252 leaves five octets undefined; latin-1 would make them control characters.
            text = octets.decode(_WESTERN, "replace")
            if codec == _WESTERN and label not in _DEFAULT_LABELS:
                return text, ""
            return text, (_unknown if codec is None else _wrong)(label, "Windows-1252")
        if codec is None and label:
            return text, _unknown(label, "UTF-8")
        wrong = codec == _WESTERN and label not in _DEFAULT_LABELS
        return text, _wrong(label, "UTF-8") if wrong else ""
    text = octets.decode(codec, "replace")
    is_broken = "\N{REPLACEMENT CHARACTER}" in text
    return text, f"Some characters of your mail are not {label}, as it says." if is_broken else ""


def _wrong(label: str, read_as: str) -> str:
    return f"Your mail is not in {label}, as it says; I read it as {read_as}."


def _unknown(label: str, read_as: str) -> str:
    if not label:
        return f"Your mail does not say its charset; I read it as {read_as}."
    return f"I do not know the charset {label[:40]!a} of your mail; I read it as {read_as}."


def decode_transfer_base64(octets: bytes) -> tuple[bytes, bool]:
    """Base64 as octets, and whether it was whole. Foreign characters are passed over; what stands after the padding
    is not read.
    """
    body, padding, rest = octets.partition(b"=")
    clean = body.translate(None, _NOT_BASE64)
    whole = len(clean) == len(body.translate(None, b" \t\r\n")) and not rest.strip(b"= \t\r\n")
    if len(clean) % 4 == 1:
        clean, whole = clean[:-1], False
    whole = whole and (bool(padding) or len(clean) % 4 == 0)
    return binascii.a2b_base64(clean + b"=" * (-len(clean) % 4)), whole


def broken_quoted(octets: bytes) -> bool:
    """Does quoted-printable text hold an `=` that starts no escape and ends no line?"""
    soft_breaks = octets.count(b"=\r\n") + octets.count(b"=\n") + octets.endswith(b"=")
    return octets.count(b"=") != len(_HEX_QUOTED.findall(octets)) + soft_breaks
