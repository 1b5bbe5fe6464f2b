"""The text within a mail's parts (RFC 2045, 2046): which part is what its writer wrote, as lines."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field

from judge.mail.charsets import broken_quoted, decode_charset, decode_transfer_base64
from judge.mail.fields import Fields, decode_text, parameters, split_message, transfer_encoding
from judge.mail.text.html_text import html_text
from judge.mail.text.lines import unflowed

MAX_PARTS = 50
MAX_DEPTH = 10
MAX_TEXT = 200 * 1024
MAX_HTML = 300 * 1024  # mail programs wrap little text in much HTML
_MAX_BOUNDARY = 200

_REST_OF_DELIMITER = re.compile(rb"(--)?[ \t]*(?:\r\n|\n|\r|\Z)")
ENCRYPTED = (
    "Your mail is encrypted, and I have no key to read it with. Please send it again unencrypted, as plain text."
)
_OPAQUE = (
    "Your mail program has wrapped your text into its S/MIME signature, where I do not read it. Please switch on clear "
    "signing (Outlook: Send clear text signed message), or send your mail again unsigned, as plain text."
)
_SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
"""The object identifier with which a signed S/MIME message begins (RFC 5652 5.1)."""
_TOO_LONG = f"Your mail holds more than {MAX_TEXT // 1024} kB of text, more than I read. Please send your orders alone."
_LONG_HTML = f"I did not read the HTML form of your mail: it holds more than {MAX_HTML // 1024} kB."
_DAMAGED = "The encoding ({}) of your mail is damaged: please compare what I read with what you wrote."
_NO_TEXT = "I could read no plain text in your mail. Please write your orders in the mail itself, as plain text."


class Unreadable(Exception):
    """The text cannot be had; the message tells the writer why, and what would help."""


class Reaction(Exception):
    """The mail is a reaction that a mail program sends for a click."""


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a mail before quotation is told from new text, and what was odd on the way to it.

    `other` is what the HTML form says where the mail holds the same text twice; empty where only one form is there.
    """

    text: str
    warnings: tuple[str, ...]
    other: str = ""


@dataclass(slots=True)
class _Part:
    kind: str
    parameters: dict[str, str]
    fields: Fields
    body: bytes
    depth: int
    children: list[_Part] = field(default_factory=list)


@dataclass(slots=True)
class _Found:
    """Texts of one branch, in order, with whether they were HTML; and the HTML beside a plain text."""

    texts: list[tuple[bool, str]] = field(default_factory=list)
    other: str = ""


def read_body(fields: Fields, body: bytes) -> Body:
    """The text that a mail holds: plain text where it has some, else its HTML as text. Raises Unreadable, and Reaction
    for a mail that is one.
    """
    warnings: list[str] = []
    found = _texts(_tree(fields, body), warnings)
    if not found.texts:
        hint = " " + " ".join(warnings) if warnings else ""
        raise Unreadable(_NO_TEXT + hint)
    text = "\n".join(text for _, text in found.texts)
    if len(text) > MAX_TEXT:
        raise Unreadable(_TOO_LONG)
    return Body(text, tuple(dict.fromkeys(warnings)), found.other if _has(found, is_html=False) else "")


def own_texts(raw: bytes) -> dict[str, str]:
    """Kind (text/plain, text/html, text/calendar) -> the first text of that kind in a mail that we composed, however
    long it is.
    """
    found: dict[str, str] = {}
    waiting = [_tree(*split_message(raw))]
    while waiting:
        part = waiting.pop()
        waiting += reversed(part.children)
        attached = parameters(part.fields.first("content-disposition"))[0] == "attachment"
        if part.kind == "text/calendar" or (part.kind.startswith("text/") and not attached):
            found.setdefault(part.kind, _transferred(part, []).decode("utf-8", "replace"))
    return found


def _tree(fields: Fields, body: bytes) -> _Part:
    """The parts as a tree. Grown with a list of what is still to be split, since nesting is the sender's to choose."""
    root = _part(fields, body, 0)
    waiting, count = [root], 1
    while waiting:
        part = waiting.pop()
        if not part.kind.startswith("multipart/"):
            continue
        pieces = _split(part.body, part.parameters.get("boundary", ""))
        if not pieces:
            # A broken multipart is read as the text that it is.
            part.kind = "text/plain"
            continue
        count += len(pieces)
        if count > MAX_PARTS or part.depth >= MAX_DEPTH:
            raise Unreadable(
                "Your mail has too many parts, or parts within parts. Please send your orders as plain text."
            )
        for piece in pieces:
            inner, content = split_message(piece)
            if inner.excess:
                raise Unreadable("A part of your mail has too long a header. Please send your orders as plain text.")
            child = _part(inner, content, part.depth + 1)
            if part.kind == "multipart/digest" and not inner.first("content-type"):
                child.kind = "message/rfc822"
            part.children.append(child)
        waiting.extend(part.children)
    return root


def _part(fields: Fields, body: bytes, depth: int) -> _Part:
    kind, found = parameters(fields.first("content-type"))
    if kind.count("/") != 1:
        kind = "text/plain"
    return _Part(kind, found, fields, body, depth)


def _split(body: bytes, boundary: str) -> list[bytes]:
    """The parts between the delimiter lines (RFC 2046 5.1.1); empty when there is no usable boundary or it never
    comes.
    """
    if not boundary or len(boundary) > _MAX_BOUNDARY:
        return []
    delimiter = b"--" + boundary.encode("utf-8", "replace")
    pieces: list[bytes] = []
    start = -1
    at = body.find(delimiter)
    while at >= 0:
        rest = _REST_OF_DELIMITER.match(body, at + len(delimiter))
        if rest and (at == 0 or body[at - 1 : at] in (b"\n", b"\r")):
            if start >= 0:
                pieces.append(_without_last_end(body[start:at]))
                if len(pieces) > MAX_PARTS:
                    return pieces
            start = rest.end()
            if rest[1]:
                return pieces
        at = body.find(delimiter, at + len(delimiter))
    if start >= 0:
        # Never closed: cut short on the way, or by its program.
        pieces.append(body[start:])
    return pieces


def _without_last_end(piece: bytes) -> bytes:
    # The line end before a delimiter belongs to the delimiter.
    if piece.endswith(b"\r\n"):
        return piece[:-2]
    return piece[:-1] if piece[-1:] in (b"\n", b"\r") else piece


def _texts(part: _Part, warnings: list[str]) -> _Found:
    """The texts of a part. Recursion is safe here: the tree is at most MAX_DEPTH deep."""
    if part.kind == "multipart/encrypted":
        raise Unreadable(ENCRYPTED)
    if part.kind == "multipart/alternative":
        return _alternative(part, warnings)
    if part.kind.startswith("multipart/"):
        return _mixed(part, warnings)
    return _leaf(part, warnings)


def _alternative(part: _Part, warnings: list[str]) -> _Found:
    branches = [_texts(child, warnings) for child in part.children]
    plain = next((branch for branch in branches if _has(branch, is_html=False)), None)
    rich = next((branch for branch in reversed(branches) if _has(branch, is_html=True)), None)
    if plain is None:
        return rich or next((branch for branch in branches if branch.texts), _Found())
    if rich is not None and rich is not plain:
        plain.other = "\n".join(text for is_html, text in rich.texts if is_html)
    return plain


def _mixed(part: _Part, warnings: list[str]) -> _Found:
    found = _Found()
    for child in part.children:
        inner = _texts(child, warnings)
        found.texts += inner.texts
        found.other = "\n".join(filter(None, (found.other, inner.other)))
    written = [is_html for is_html, text in found.texts if text.strip()]
    if len(set(written)) > 1:
        # What comes behind the writer's text is a footer, by a mail system that could not put it in.
        found.texts = [(is_html, text) for is_html, text in found.texts if is_html is written[0]]
        form = "HTML" if written[0] else "plain text"
        warnings.append(f"Your mail has plain text and HTML side by side; I read only the {form}, which comes first.")
    return found


def _has(found: _Found, *, is_html: bool) -> bool:
    return any(kind is is_html and text.strip() for kind, text in found.texts)


_ENRICHED = ("text/enriched", "text/richtext")
_READ = ("text/plain", "text/html", "text/markdown", "text/x-markdown", *_ENRICHED)
_ENRICHED_MARKS = re.compile(r"<<|<param>[^<]*</param>|</?[a-z0-9-]{1,60}>", re.IGNORECASE | re.ASCII)
_ENRICHED_ENDS = re.compile(r"\r?\n((?:\r?\n)*)")


def _unmarked(mark: re.Match[str]) -> str:
    return "<" if mark[0] == "<<" else ""


def _leaf(part: _Part, warnings: list[str]) -> _Found:
    disposition, more = parameters(part.fields.first("content-disposition"))
    name = decode_text(more.get("filename") or part.parameters.get("name") or "", 80)
    if part.kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        raise Unreadable(_OPAQUE if _SIGNED_DATA in _transferred(part, [])[:40] else ENCRYPTED)
    if part.kind == "text/vnd.google.email-reaction+json":
        raise Reaction
    if disposition == "attachment" or part.kind not in _READ:
        if disposition == "attachment" or name or part.kind == "message/rfc822":
            # A picture within the text is mostly a logo; one that is attached was meant to be seen.
            told = disposition == "attachment" or not part.kind.startswith("image/")
            if "signature" not in part.kind and told:
                warnings.append("I do not read attachments: what is attached to your mail was left out.")
        return _Found()
    octets = _transferred(part, warnings)
    is_html = part.kind == "text/html"
    if is_html and len(octets) > MAX_HTML:
        warnings.append(_LONG_HTML)
        return _Found()
    if len(octets) > MAX_TEXT and not is_html:
        raise Unreadable(_TOO_LONG)
    text, warning = decode_charset(octets, part.parameters.get("charset", ""))
    if warning:
        warnings.append(warning)
    if is_html:
        return _Found([(True, html_text(text))])
    if part.kind in _ENRICHED:
        return _Found([(False, _ENRICHED_ENDS.sub(lambda ends: ends[1] or " ", _ENRICHED_MARKS.sub(_unmarked, text)))])
    if part.parameters.get("format", "").lower() == "flowed":
        text = unflowed(text, delsp=part.parameters.get("delsp", "").lower() == "yes")
    return _Found([(False, text)])


def _transferred(part: _Part, warnings: list[str]) -> bytes:
    encoding = transfer_encoding(part.fields)
    if encoding == "base64":
        octets, whole = decode_transfer_base64(part.body)
        if not whole:
            warnings.append(_DAMAGED.format("base64"))
        return octets
    if encoding == "quoted-printable":
        if broken_quoted(part.body):
            warnings.append(_DAMAGED.format("quoted-printable"))
        return binascii.a2b_qp(part.body)
    if encoding not in ("", "7bit", "8bit", "binary"):
        warnings.append(f"I do not know the encoding {encoding[:40]!a} of your mail; I read it as it stands.")
    return part.body
