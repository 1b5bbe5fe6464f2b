"""What of a mail was not taken for orders, as its reply lists it; what only quotes the judge is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.conversation.lines.listed import said_of
from judge.identity.trust import Writer
from judge.letters.values import Answer
from judge.mail.blanks import blanked_text
from judge.mail.read import own_forms
from judge.mail.text.quotations import heading_length, is_marker
from judge.mail.values import TextLine
from judge.outgoing.outbox import FROM_NAME

_QUOTE = re.compile(r"[>|\s]+")
_HEADING = 12  # lines above a quotation that may say whose it is; more are none


def unread_of(lines: Sequence[TextLine], writer: Writer, sender: str) -> tuple[tuple[Answer, ...], int]:
    """These lines as the reply lists them, and how many more quote the very mail that is answered, or introduce that.
    `sender`: the judge's own address.
    """
    if writer.answers is None or not lines:
        return _told_apart(lines, (), sender)
    ours = own_forms(writer.answers.raw)
    listed, quoted = _told_apart(lines, ours.plain, sender)
    if listed:  # it may be the HTML that the writer's program has quoted, or the calendar's entry too
        return _told_apart(lines, (*ours.plain, *ours.html, *ours.calendar), sender)
    return listed, quoted


def _told_apart(lines: Sequence[TextLine], answered: Sequence[str], sender: str) -> tuple[tuple[Answer, ...], int]:
    """The same, of a mail with these lines that is answered."""
    ours = tuple(_QUOTE.sub("", line) for line in answered)
    known, whole = frozenset(ours), "".join(ours)
    listed: list[TextLine] = []
    quoted = 0
    below = False  # our marker; what stands above it without a quotation mark is the writer's, and they may repeat us
    for line in sorted(lines, key=lambda line: line.number):
        bare = _QUOTE.sub("", line.text)
        if ours and bare not in known and bare not in whole:
            bare = _QUOTE.sub("", blanked_text(line.text))  # as our letters are kept
        below = below or is_marker(line.text)
        marked = line.text.lstrip()[:1] in (">", "|")
        # A mail program that quotes wraps anew; and it begins with "On … X wrote:".
        introduced = bool(ours) and bare.endswith(":") and (sender in line.text or FROM_NAME in line.text)
        if introduced or (bare in known and (below or marked)) or (marked and bare in whole):
            heading = heading_length([each.text for each in (*listed[-_HEADING:], *([line] * introduced))]) - introduced
            if heading > 0:
                del listed[-heading:]
            quoted += 1 + max(0, heading)
        elif bare.strip("-"):
            listed.append(line)
    return tuple(_listed(listed)), quoted


def _listed(lines: Sequence[TextLine]) -> Iterator[Answer]:
    """Each with what does what it seems to ask for; the same thing is said once."""
    said: set[str] = set()
    for line in lines:
        told = said_of(line.text)
        yield Answer(line.number, line.text, "unread", "" if told in said else told)
        said.add(told)
