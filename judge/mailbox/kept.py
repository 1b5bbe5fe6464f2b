"""What is kept of a mail whose lines wait for a code: these lines without secrets, and what was proved."""

from __future__ import annotations

from typing import Any

from judge.app import Judge
from judge.identity.trust import Evidence, Writer
from judge.mail.blanks import masked
from judge.mail.values import InboundMail, TextLine
from judge.mailbox.lines.parsed import Parsed, parse, split, taken_apart
from judge.store.tables import Confirmation, InboundRow


def as_kept(parsed: Parsed, writer: Writer) -> dict[str, Any]:
    """A mail whose lines wait for a code, as they will be carried out: JSON."""
    mail, evidence = parsed.mail, parsed.evidence
    return {
        "sender": evidence.sender,
        "subject": masked(mail.subject),
        "message_id": mail.message_id,
        "references": list(mail.references),
        "others": list(mail.others),
        "lines": [[line.number, masked(line.text)] for line in mail.lines],
        "keys": sorted(parsed.keys),
        "answered": [number for number in evidence.answered if number is not None],
        "outdated": list(evidence.outdated),
        "proofs": sorted(writer.proofs),
    }


def waiting_for(judge: Judge, asked: Confirmation, row: InboundRow) -> Parsed:
    """The mail whose lines wait for this code. Of one that was read before its lines were kept (schema 0009) they are
    read again, and kept is only what it answers.
    """
    kept: dict[str, Any] = asked.kept or {}
    outdated = tuple(kept.get("outdated", ()))
    if "lines" not in kept:
        read = parse(judge, row)
        return Parsed(read.mail, Evidence(read.evidence.sender, outdated=outdated), read.items, read.rest, read.keys)
    mail = InboundMail(
        sender=kept["sender"],
        sender_problem="",
        sender_name="",
        message_id=kept["message_id"],
        references=tuple(kept["references"]),
        subject=kept["subject"],
        date=None,
        tokens=(),
        lines=tuple(TextLine(number, text) for number, text in kept["lines"]),
        dropped=(),
        automatic="",
        refusal="",
        others=tuple(kept["others"]),
    )
    evidence = Evidence(kept["sender"], tuple(kept["answered"]), outdated=outdated)
    return taken_apart(mail, evidence, frozenset(kept["keys"]), split(mail.lines))
