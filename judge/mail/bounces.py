"""Is a mail the report that another could not be delivered? For good, or only not yet?"""

from __future__ import annotations

import email
import email.policy
import re
from enum import StrEnum

from flufl.bounce import all_failures

from judge.mail.fields import Fields

_MAX_OCTETS = 128 * 1024
"""Reports say what they have to say at their beginning; behind it comes the mail that is returned."""
_MAX_LINES, _MAX_WORDS = 2000, 32 * 1024
"""Lines and octets of it that the library looks through, with a dozen expressions for each line."""

_STATUS = re.compile(rb"^Status:[ \t]*([245])\.\d{1,3}\.\d{1,3}", re.IGNORECASE | re.MULTILINE)
_ACTION = re.compile(rb"^Action:[ \t]*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_TOKEN = re.compile(rb"[+=]([a-z2-7]{24})@", re.IGNORECASE)


class Bounce(StrEnum):
    NONE = "no report"
    PASSING = "not delivered yet"
    FINAL = "not delivered"


def bounce_of(raw: bytes, fields: Fields) -> Bounce:
    """What a mail reports. A status of class 5 is final, one of class 4 is not (RFC 3463); a vacation notice is no
    report. Reports of other forms, such as qmail's, by what flufl.bounce knows of them. Never raises.
    """
    if any(value.lower().startswith("auto-replied") for value in fields.all("auto-submitted")) and not _is_report(
        fields
    ):
        return Bounce.NONE
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


def _is_report(fields: Fields) -> bool:
    value = fields.first("content-type").lower()
    return value.startswith("multipart/report") and "delivery-status" in value
