"""Is there a person behind a mail? To programs the judge never replies, or two of them would write to each other
for ever (RFC 3834 2).
"""

from __future__ import annotations

from judge.mail.fields import Fields

LOOP_FIELD = "X-Judge-Loop"
MAX_HOPS = 50

_BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
_PROGRAM_FIELDS = {
    LOOP_FIELD.lower(): "it comes from a judge",
    "list-id": "it comes from a mailing list",
    "x-autoreply": "it is an automatic reply",
    "x-autorespond": "it is an automatic reply",
    "x-autoresponder": "it is an automatic reply",
}
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


def _keyword(value: str) -> str:
    return value.partition(";")[0].partition("(")[0].strip().lower()
