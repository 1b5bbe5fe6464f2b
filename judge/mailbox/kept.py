"""What is kept of a mail whose lines wait for a code: these lines without secrets, and what was proved."""

from __future__ import annotations

from typing import Any

from judge.identity.trust import Evidence, Writer
from judge.mail.redaction import masked
from judge.mail.values import InboundMail, TextLine
from judge.mailbox.lines.parsed import Parsed, split, taken_apart
from judge.store.tables import Confirmation


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


def waiting_for(asked: Confirmation) -> Parsed:
    """The mail whose lines wait for this code."""
    kept = asked.kept
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
    evidence = Evidence(kept["sender"], tuple(kept["answered"]), outdated=tuple(kept["outdated"]))
    return taken_apart(mail, evidence, frozenset(kept["keys"]), split(mail.lines))
