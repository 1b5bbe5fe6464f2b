"""Who a mail says it is from, and whom it has come to. Its sender is read strictly: exactly one mailbox (RFC 5322 3.4),
or nobody; what two programs could read differently is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from judge.mail.fields import Fields, decode_text
from judge.mail.tokens import token_of

_ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL = re.compile(rf"{_ATEXT}(?:\.{_ATEXT})*")
_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_PLAIN_WORD = re.compile(r"[^\s\"()<>,:;@\\]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_MAX_FROM = 4000
HOST_MAILBOXES = ("postmaster", "abuse")
"""The names of those who run a mail system (RFC 5321 4.5.1, RFC 2142), at any domain."""
_NAME_LENGTH = 200


class BadMailbox(ValueError):
    """A From that does not name exactly one mailbox; the text tells its writer why."""


class Sender(NamedTuple):
    """`address` is lower-cased, or None, and then `problem` says why it cannot be told."""

    address: str | None
    name: str
    problem: str


def sender_of(fields: Fields) -> Sender:
    """The one mailbox of the one From field. No other field (Sender, Reply-To, Return-Path) says who wrote."""
    values = fields.all("from")
    if len(values) != 1:
        problem = "it has more than one From line" if values else "it has no From line"
        return Sender(None, "", problem)
    try:
        address, name = mailbox(values[0])
    except BadMailbox as error:
        return Sender(None, "", str(error))
    return Sender(address, name, "")


def mailbox(value: str) -> tuple[str, str]:
    """`Ann Otter <Ann@X.org>`, `ann@x.org (Ann Otter)` or `ann@x.org` as (`ann@x.org`, `Ann Otter`).

    Raises BadMailbox for no mailbox, more than one, a group, a route, control characters, and whatever is no plain
    ASCII address.
    """
    if len(value) > _MAX_FROM:
        raise BadMailbox("its From line is too long")
    if _CONTROL.search(value):
        raise BadMailbox("its From line holds control characters")
    tokens, comments = _tokens(value)
    if not tokens:
        raise BadMailbox("its From line names no address")
    kinds = "".join(token.kind for token in tokens)
    if "," in kinds:
        raise BadMailbox('its From line names two addresses (a name with a comma in it must stand in "quotes")')
    if ":" in kinds or ";" in kinds:
        raise BadMailbox("its From line names a group or a route, not one address")
    if "<" not in kinds and ">" not in kinds:
        return _address(tokens), _name(comments)
    opening = kinds.find("<")
    if kinds.count("<") != 1 or not kinds.endswith(">") or kinds.count(">") != 1 or opening > len(kinds) - 2:
        raise BadMailbox("its From line has brackets < > that do not enclose one address at its end")
    address = _address(tokens[opening + 1 : -1])
    phrase = tokens[:opening]
    if any(token.kind == "@" for token in phrase) and "".join(token.text for token in phrase).lower() != address:
        raise BadMailbox("its From line names two addresses")
    # Within an address the blanks count, in a name they are shown as one.
    name = decode_text("".join(" " * token.spaced + token.text for token in phrase), _NAME_LENGTH)
    return address, name or _name(comments)


class _Token(NamedTuple):
    kind: str  # a special character itself; w: word; q: quoted string
    text: str
    spaced: bool


def _tokens(value: str) -> tuple[list[_Token], list[str]]:
    """Words, quoted strings and specials; comments apart. One pass, and depth is a count: no recursion on what
    others write.
    """
    tokens: list[_Token] = []
    comments: list[str] = []
    at, spaced = 0, False
    while at < len(value):
        character = value[at]
        if character.isspace():
            spaced = True
            at += 1
        elif character == "(":
            text, at = _comment(value, at)
            comments.append(text)
            spaced = True
        elif character == '"':
            text, at = _quoted(value, at)
            tokens.append(_Token("q", text, spaced))
            spaced = False
        elif character in "<>,:;@":
            tokens.append(_Token(character, character, spaced))
            spaced = False
            at += 1
        else:
            word = _PLAIN_WORD.match(value, at)
            if not word:
                raise BadMailbox("its From line holds a stray character")
            tokens.append(_Token("w", word[0], spaced))
            spaced = False
            at = word.end()
    return tokens, comments


def _comment(value: str, at: int) -> tuple[str, int]:
    start, depth = at + 1, 0
    while at < len(value):
        character = value[at]
        if character == "\\":
            at += 1
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                return value[start:at], at + 1
        at += 1
    raise BadMailbox("its From line opens a ( that is never closed")


def _quoted(value: str, at: int) -> tuple[str, int]:
    out: list[str] = []
    at += 1
    while at < len(value):
        character = value[at]
        if character == '"':
            return "".join(out), at + 1
        if character == "\\":
            at += 1
            character = value[at : at + 1]
        out.append(character)
        at += 1
    raise BadMailbox('its From line opens a " that is never closed')


def _address(tokens: Sequence[_Token]) -> str:
    if [token.kind for token in tokens] not in (["w", "@", "w"], ["q", "@", "w"]):
        raise BadMailbox("its From line names no address of the form name@host")
    if any(token.spaced for token in tokens[1:]):
        raise BadMailbox("its From line has blanks within the address")
    local, domain = tokens[0].text, tokens[2].text
    if not (local + domain).isascii():
        raise BadMailbox("the address in its From line has letters beyond a-z, which I cannot write to")
    if not _LOCAL.fullmatch(local) or len(local) > 64:
        raise BadMailbox("what stands before the @ in its From line is no plain name")
    if len(domain) > 189 or not all(_LABEL.fullmatch(label) for label in domain.split(".")):
        raise BadMailbox("what stands behind the @ in its From line is no host name")
    return f"{local}@{domain}".lower()


def _name(comments: Sequence[str]) -> str:
    return decode_text(" ".join(comments), _NAME_LENGTH)


_LOOSE = re.compile(r"[^\s<>,;:()\"@]{1,64}@[^\s<>,;:()\"@]{1,189}")


def other_recipients(fields: Fields, address: str) -> tuple[str, ...]:
    """The addresses besides the judge's own (`judge+token@host` is one) that To and Cc name, lower-cased, each once."""
    named = (found.lower() for name in ("to", "cc") for value in fields.all(name) for found in _LOOSE.findall(value))
    return tuple(dict.fromkeys(each for each in named if each != address.lower() and not token_of(each, address)))


_DELIVERED = ("delivered-to", "x-delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
_RETURN_PATH = re.compile(r"<?([\x21-\x3b\x3d\x3f-\x7e]{1,254})>?")


def envelope_of(fields: Fields, address: str) -> tuple[str, tuple[str, ...]]:
    """Return the sender and the recipients of a mail whose envelope is lost, by the fields that mail systems add.

    The sender is that of Return-Path, which names none in a report, or else of From. The recipients are the judge's
    own addresses where any is named: in a copy to nobody, and behind an alias, `address` alone.
    """
    paths = fields.all("return-path")
    path = _RETURN_PATH.fullmatch(paths[0]) if paths else None
    if path is not None and "@" in path[1]:
        sender = path[1]
    else:
        sender = "" if paths and "@" not in paths[0] else sender_of(fields).address or ""
    values = (value for name in (*_DELIVERED, "to", "cc") for value in fields.all(name))
    named = dict.fromkeys(each.lower() for value in values for each in _LOOSE.findall(value))
    domain = address.rpartition("@")[2]
    ours = (
        each
        for each in named
        if each == address.lower() or token_of(each, address) or host_mailboxes_among((each,), domain)
    )
    return sender, tuple(ours) or (address,)


def host_mailboxes_among(recipients: Sequence[str], domain: str) -> tuple[str, ...]:
    """Which mailboxes of those who run the mail system of this domain are among these."""
    local = {address.lower().removesuffix(f"@{domain.lower()}") for address in recipients}
    return tuple(box for box in HOST_MAILBOXES if box in local)


def is_judges(address: str, judge: str) -> bool:
    """Return whether mail to this address comes to the judge (whose own one is `judge`), or to who runs its mail."""
    mailbox, _, own = judge.lower().rpartition("@")
    local, _, domain = address.lower().rpartition("@")
    is_answered = local.startswith((f"{mailbox}+", f"{mailbox}=")) or token_of(address, judge) is not None
    return domain == own and (is_answered or local in (mailbox, *HOST_MAILBOXES))


def tokens_among(recipients: Sequence[str], address: str) -> tuple[str, ...]:
    """The reply tokens of recipients such as `judge+token@host`, lower-cased, each once."""
    found = (token_of(recipient, address) for recipient in recipients)
    return tuple(dict.fromkeys(token for token in found if token))
