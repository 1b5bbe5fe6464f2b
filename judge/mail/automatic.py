"""Is there a person behind a mail? To programs the judge never replies, or two of them would write to each other
for ever (RFC 3834 2).
"""

from __future__ import annotations

import email
import email.policy
import re
import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from flufl.bounce import all_failures

from judge.mail.fields import Fields, decode_text, message_ids, split_message

MAX_HOPS = 50

_BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
_SIGNS = tomllib.loads(Path(__file__).with_name("automatic.toml").read_text(encoding="utf-8"))
_PROGRAM_FIELDS: Mapping[str, str] = _SIGNS["fields"]
_SUSPECT_FIELDS = frozenset(_SIGNS["suspect"]["fields"])
_SUSPECT_SUBJECT = re.compile(
    rf"\s*(?:(?:re|aw|sv|vs|antw)\s*:\s*)*(?:{'|'.join(_SIGNS['suspect']['subjects'])})", re.IGNORECASE
)
_PROGRAMS = frozenset({"mailer-daemon", "postmaster"})


def automatic_reason(fields: Fields, sender: str | None) -> str:
    """Why no reply may be sent to this mail; empty for a person's mail. Names and values of fields in any case of
    letters.
    """
    names = [name for name, _ in fields.items]
    for name in names:
        if name in _PROGRAM_FIELDS:
            return _PROGRAM_FIELDS[name]
    for value in fields.all("auto-submitted"):
        if _keyword(value) not in ("", "no"):
            return "it was sent by a program (Auto-Submitted)"
    for value in fields.all("precedence"):
        if _keyword(value) in _BULK:
            return "it is bulk mail (Precedence)"
    if _keyword(fields.first("content-type")) == "multipart/report":
        return "it is a delivery report"
    if any("".join(value.split()) == "<>" for value in fields.all("return-path")):
        return "it has no return address"
    if sender is not None and sender.partition("@")[0] in _PROGRAMS:
        return "it comes from a mail system"
    if names.count("received") > MAX_HOPS:
        return "it has been through too many mail systems: a loop"
    return ""


_REACTION = re.compile(
    r"\W*(?:[^\n:]{1,80} )?(?:(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|reacted (?:\S{1,20} )?to) "
    r"(?:your (?:message|e-?mail)|[“\"][^\n]*[”\"])|reacted via Gmail)\W*",
    re.IGNORECASE,
)


def is_reaction(lines: Sequence[str]) -> bool:
    """Is this a mail that a mail program writes for a click (`Amy liked your message`), and nothing else?"""
    text = "\n".join(line for line in lines if line.strip())
    return len(text) <= 300 and _REACTION.fullmatch(text) is not None


def is_machine_like(fields: Fields) -> bool:
    """Are there signs that no person wrote this mail? Weaker ones than the above: it is read and answered, but confirms
    nothing.
    """
    if any(name in _SUSPECT_FIELDS or name.startswith(("x-autorepl", "x-autoresp")) for name, _ in fields.items):
        return True
    if any(_keyword(value) not in ("", "no") for value in fields.all("auto-submitted")):
        return True
    if any("autorespon" in value.lower() or "auto-respon" in value.lower() for value in fields.all("delivered-to")):
        return True
    return bool(_SUSPECT_SUBJECT.match(decode_text(fields.first("subject"))))


def _keyword(value: str) -> str:
    return value.partition(";")[0].partition("(")[0].strip().lower()


_MAX_OCTETS = 128 * 1024
"""Reports say what they have to say at their beginning; behind it comes the mail that is returned."""
_MAX_LINES, _MAX_WORDS = 2000, 32 * 1024
"""Lines and octets of it that the library looks through, with a dozen expressions for each line."""

_STATUS = re.compile(rb"^Status:[ \t]*([245])\.\d{1,3}\.\d{1,3}", re.IGNORECASE | re.MULTILINE)
_ACTION = re.compile(rb"^Action:[ \t]*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_TOKEN = re.compile(rb"[+=-]([a-z2-7]{24})@", re.IGNORECASE)
_RETURNED_ID = re.compile(
    rb"^[> \t]{0,9}(?:X-)?(?:Original-)?Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<[!-;=?-~]{1,250}>)",
    re.IGNORECASE | re.MULTILINE,
)


class Bounce(StrEnum):
    NONE = "no report"
    PASSING = "not delivered yet"
    FINAL = "not delivered"


def bounce_of(raw: bytes, fields: Fields) -> Bounce:
    """Return what a mail reports: a status of class 5 is final, one of class 4 is not (RFC 3463). Reports of other
    forms, such as qmail's and Exim's, are known by flufl.bounce. Auto-Submitted tells nothing: Exim's reports and
    vacation notices are `auto-replied` alike. Never raises.
    """
    start = raw[:_MAX_OCTETS]
    if _is_report(fields):
        classes = set(_STATUS.findall(start))
        actions = {action.lower() for action in _ACTION.findall(start)}
        if b"5" in classes and (b"failed" in actions or not actions):
            return Bounce.FINAL
        if classes or actions:
            return Bounce.PASSING if b"4" in classes or b"delayed" in actions else Bounce.NONE
    try:
        words = b"\n".join(start[:_MAX_WORDS].split(b"\n", _MAX_LINES)[:_MAX_LINES])
        passing, final = all_failures(email.message_from_bytes(words, policy=email.policy.compat32))
    except Exception:  # noqa: BLE001 - it reads what strangers' programs write
        return Bounce.NONE
    if final:
        return Bounce.FINAL
    return Bounce.PASSING if passing else Bounce.NONE


def returned_tokens(raw: bytes) -> tuple[str, ...]:
    """What may be tokens in a report and the mail that it returns, each once, and the first few only."""
    found = dict.fromkeys(match.decode("ascii").lower() for match in _TOKEN.findall(raw[:_MAX_OCTETS]))
    return tuple(found)[:5]


def returned_message_ids(raw: bytes) -> tuple[str, ...]:
    """Return the Message-IDs that a report may be about, likeliest first: of the mail that it returns, and of those
    that it answers.
    """
    fields, body = split_message(raw[:_MAX_OCTETS])
    answered = [*fields.all("in-reply-to"), *reversed(fields.all("references"))]
    found = [
        *(match.decode("ascii") for match in _RETURNED_ID.findall(body)),
        *(each for value in answered for each in reversed(message_ids(value))),
    ]
    return tuple(dict.fromkeys(found))[:10]


def _is_report(fields: Fields) -> bool:
    value = fields.first("content-type").lower()
    return value.startswith("multipart/report") and "delivery-status" in value
