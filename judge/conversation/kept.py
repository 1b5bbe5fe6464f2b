"""What is kept of a mail that was read: what waits for a code as lines, with what was proved; and all of it without
secrets.
"""

from __future__ import annotations

from typing import Any

from judge.app import Judge
from judge.conversation.lines.items import split
from judge.conversation.lines.parsed import Parsed, parse, taken_apart
from judge.identity.trust import Evidence, Writer
from judge.mail.addresses import tokens_among
from judge.mail.at_rest import at_rest
from judge.mail.blanks import blanked_text, masked
from judge.mail.tokens import Purpose, read_token
from judge.mail.values import InboundMail, TextLine
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


def lay_down(judge: Judge, row: InboundRow) -> None:
    """Takes the secrets out of a mail that was read, and out of its envelope: there stands the number of the letter
    that it answers. Its fingerprints stay what they were.
    """
    row.raw = at_rest(row.raw)
    row.recipients = [_numbered(judge, each) for each in row.recipients]
    row.mail_from = blanked_text(row.mail_from)
    row.trouble = masked(row.trouble)
    row.reach = None


def _numbered(judge: Judge, recipient: str) -> str:
    for token in tokens_among((recipient,), judge.settings.address):
        for purpose in Purpose:
            number = read_token(judge.mac_key, token, purpose)
            if number is not None:
                return recipient.lower().replace(token, f"letter-{number}")
    return blanked_text(recipient)
