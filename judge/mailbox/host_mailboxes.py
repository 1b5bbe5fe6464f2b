"""Mail to postmaster and abuse at the judge's domain: it goes to the host, and no line of it does anything here."""

from __future__ import annotations

from judge.app import Work
from judge.identity import rate_limits
from judge.mail.addresses import host_mailboxes_among
from judge.mail.compose import is_address
from judge.mail.redaction import masked
from judge.mail.values import InboundMail
from judge.outbox import queue
from judge.store.tables import InboundRow


def pass_on(work: Work, row: InboundRow, mail: InboundMail, box: str) -> bool:
    """Passes on what has come to this box of the host's; was it for nobody else? Then a person who wrote it is told,
    once a day.
    """
    settings = work.settings
    alone = all(host_mailboxes_among((each,), settings.domain) for each in row.recipients)
    if mail.sender == settings.address:
        row.trouble = f"our own mail, come back to {box}: the host's address is none of this judge's"
        return alone
    row.trouble = f"passed on to the host: {box}"
    lines = sorted((*mail.lines, *mail.dropped), key=lambda line: line.number)
    text = [masked(line.text) for line in lines] or [mail.refusal or "It has no text."]
    writer = (mail.sender_name, mail.sender or row.mail_from)
    if not queue.forward_to_host(work, row.id, writer, masked(mail.subject), text, proved=False):
        row.trouble = f"not passed on to the host ({box}): too much came within the hour"
        return alone
    person = row.mail_from != "" and not mail.automatic and not mail.fails_authentication
    told = mail.sender if alone and person and mail.sender and is_address(mail.sender) else ""
    if told and rate_limits.may_answer(work, row, told):
        queue.confirm_forwarding(work, told)
    return alone
