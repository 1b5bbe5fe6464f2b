"""Reading a mail: octets to `InboundMail`. What another person's program wrote is no reason to raise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.mail.addresses import Sender, other_recipients, sender_of, tokens_among
from judge.mail.automatic import automatic_reason, is_machine_like, is_reaction
from judge.mail.fields import date_of, decode_text, message_ids, split_message
from judge.mail.proof.authentication_results import fails_authentication, is_authenticated
from judge.mail.text.html_text import STRUCK, html_text
from judge.mail.text.lines import clean_lines, rejoined, without_armor
from judge.mail.text.mime import ENCRYPTED, Body, Reaction, Unreadable, own_texts, read_body
from judge.mail.text.quotations import letter_begins, mailboxes, split_quotation
from judge.mail.values import InboundMail, TextLine

MAX_LINES = 5_000
_MAX_REFERENCES = 50
_MAX_JUMPS = 100
"""So often may the HTML of a mail say something earlier than its plain text does."""
_HTML_MORE = "The HTML form of your mail says more than its plain text, and I read only the plain text."
_NOT_WORDS = re.compile(r"[\W_]+")


def read_mail(
    raw: bytes,
    recipients: Sequence[str],
    *,
    address: str,
    authserv_id: str = "",
    at: datetime | None = None,
    own_check: bool = False,
) -> InboundMail:
    """The mail as its reader needs it; `recipients` are those of the envelope, `address` is the judge's own.
    `authserv_id` is what the host's own mail system calls itself; empty where its word is not to count. `at`: when the
    mail came, without which that word does not count either. `own_check`: the judge checks signatures itself.

    Its time is linear in the length of the mail. What cannot be read has a `refusal` for its writer; whatever is raised
    is a fault of the reader's own, for which the mail is kept in quarantine and the host told (fault D7).
    """
    fields, octets = split_message(raw)
    # The rest of such a header could hold anything, a second From among it.
    sender = Sender(None, "", fields.excess) if fields.excess else sender_of(fields)
    kept: tuple[TextLine, ...] = ()
    dropped: tuple[TextLine, ...] = ()
    letter = 0
    refusal, automatic = "", automatic_reason(fields, sender.address)
    warnings: tuple[str, ...] = ()
    try:
        if fields.excess:
            raise Unreadable(f"I did not read your mail: {fields.excess}.")
        body = read_body(fields, octets)
        named = mailboxes(address, sender.address or "")
        kept, dropped, warnings = _new_text(body, named)
        letter = letter_begins(kept, dropped, named)
        if is_reaction([line.text for line in kept]):
            raise Reaction
    except Reaction:
        automatic = automatic or "it is a reaction to a letter"
    except Unreadable as error:
        refusal = str(error)
    return InboundMail(
        sender=sender.address,
        sender_problem=sender.problem,
        sender_name=sender.name,
        message_id=next(iter(message_ids(fields.first("message-id"))), ""),
        references=_references(fields.first("references"), fields.first("in-reply-to")),
        subject=decode_text(fields.first("subject")),
        date=date_of(fields.first("date")),
        tokens=tokens_among(recipients, address),
        lines=kept,
        dropped=dropped,
        letter=letter,
        automatic=automatic,
        refusal=refusal,
        warnings=warnings,
        is_authenticated=at is not None
        and is_authenticated(fields, sender.address, authserv_id, address, at, own=own_check),
        others=other_recipients(fields, address),
        machine_like=is_machine_like(fields),
        names_several=len(fields.all("from")) > 1,
        fails_authentication=fails_authentication(fields, authserv_id),
    )


def read_if_readable(raw: bytes) -> InboundMail:
    """The same for who only looks for words in a mail that was kept long ago: of one whose reading fails (it lies in
    quarantine) there is its sender, and nothing else.
    """
    try:
        return read_mail(raw, (), address="")
    except Exception:  # noqa: BLE001 - the host has been told of it, and who looks on must see the others
        sender = sender_alone(raw)
        return InboundMail(sender.address, sender.problem, sender.name, "", (), "", None, (), (), (), "", "")


def sender_alone(raw: bytes) -> Sender:
    """Who is named in From, as far as that can be read of a mail whose reading fails."""
    try:
        return sender_of(split_message(raw)[0])
    except Exception:  # noqa: BLE001 - it may be what fails
        return Sender(None, "", "it cannot be read")


def subject_alone(raw: bytes) -> str:
    """The subject of a mail that we composed, without the work of reading the rest."""
    return decode_text(split_message(raw)[0].first("subject"))


@dataclass(frozen=True, slots=True)
class OwnForms:
    """The forms of a mail that we composed, each as the lines that a reader sees, however long it is: the end of a game
    tells more than anybody may write to us. `calendar`: its calendar's entry, which some programs quote as text.
    """

    plain: tuple[str, ...]
    html_source: str
    calendar: tuple[str, ...]

    @property
    def html(self) -> tuple[str, ...]:
        return tuple(clean_lines(html_text(self.html_source)))


def own_forms(raw: bytes) -> OwnForms:
    """The forms of a mail that we composed; those that it has not are empty."""
    found = own_texts(raw)
    plain, html, calendar = (found.get(kind, "") for kind in ("text/plain", "text/html", "text/calendar"))
    return OwnForms(tuple(clean_lines(plain)), html, tuple(clean_lines(calendar)))


def _numbered(text: str) -> list[TextLine]:
    lines = clean_lines(text)
    if len(lines) > MAX_LINES:
        raise Unreadable(f"Your mail has more than {MAX_LINES} lines, more than I read. Please send your orders alone.")
    return [TextLine(number, line) for number, line in enumerate(lines, 1)]


def _new_text(body: Body, named: re.Pattern[str]) -> tuple[tuple[TextLine, ...], tuple[TextLine, ...], tuple[str, ...]]:
    opened = without_armor(_numbered(body.text))
    kept, dropped = split_quotation(opened.lines, named)
    rich = clean_lines(body.other) if body.other else []
    kept = _struck(rejoined(kept, rich), rich)
    if opened.encrypted and not kept:
        raise Unreadable(ENCRYPTED)
    if opened.dropped:
        dropped = tuple(
            sorted((*dropped, *(line for line in opened.dropped if line.text)), key=lambda line: line.number)
        )
    warnings = [*body.warnings, *_difference(body.text, rich)]
    warnings += ["I left out what is encrypted in your mail: I have no key to read it with."] * opened.encrypted
    warnings += ["I do not read attachments: the file within your text was left out."] * opened.has_file
    return kept, dropped, tuple(warnings)


def _struck(lines: tuple[TextLine, ...], rich: Sequence[str]) -> tuple[TextLine, ...]:
    """The lines of the plain text, those with what the HTML shows crossed out as it shows them."""
    struck = {line.replace(STRUCK, "").strip(): line for line in rich if STRUCK in line}
    return (
        lines
        if not struck
        else tuple(TextLine(line.number, struck.get(line.text.strip(), line.text)) for line in lines)
    )


def _references(*values: str) -> tuple[str, ...]:
    found = dict.fromkeys(one for value in values for one in message_ids(value))
    return tuple(found)[-_MAX_REFERENCES:]


def _difference(text: str, rich: Sequence[str]) -> tuple[str, ...]:
    """A warning when the HTML of a mail has new lines that its plain text, which is what counts, does not have."""
    if len(rich) > MAX_LINES:
        return (_HTML_MORE,)
    # Most lines stand in the plain text to the letter; where it was wrapped or dressed, letters and digits tell.
    lines = clean_lines(text)
    known = {*text.split("\n"), *lines}
    if all(line in known or line.startswith(">") for line in rich):
        return ()
    # Not every program marks in its HTML what it quotes: Outlook only writes who sent it, and when.
    new, _ = split_quotation([TextLine(number, line) for number, line in enumerate(rich, 1)])
    rest = dict.fromkeys(line.text for line in new if line.text not in known)
    plain = _NOT_WORDS.sub("", "\n".join((text, *lines))) if rest else ""
    at = jumps = 0
    for line in rest:
        words = _NOT_WORDS.sub("", line)
        # Both forms say the same in the same order, so each place is looked for from the one before.
        place = plain.find(words, at)
        if place < 0 and jumps < _MAX_JUMPS:
            jumps += 1
            place = plain.find(words)
        if place < 0:
            return (f"{_HTML_MORE} Not read: {line[:80]}",)
        at = place
    return ()
