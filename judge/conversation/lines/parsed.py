"""A mail as the judge reads it: parsed and taken apart into lines once, outside of any transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.app import Judge
from judge.commands.command import near_commands
from judge.conversation.lines.items import Item, keep_quotations, split
from judge.identity.trust import Evidence, key_lines
from judge.mail.blanks import masked
from judge.mail.read import own_forms, read_mail
from judge.mail.text import broken_quotations
from judge.mail.tokens import Purpose, read_token
from judge.mail.values import InboundMail, TextLine
from judge.store.tables import InboundRow
from judge.store.unread import as_it_came


@dataclass(frozen=True, slots=True)
class Parsed:
    """`items` are its commands and the lines of its sheets, in order; `rest` what stands behind the point where reading
    stopped; `keys` the numbers of the lines that hold a KEY.
    """

    mail: InboundMail
    evidence: Evidence
    items: tuple[Item, ...]
    rest: tuple[TextLine, ...]
    keys: frozenset[int]

    def numbers_of(self, command: str) -> frozenset[int]:
        """The lines that are this command."""
        return frozenset(item.line.number for item in self.items if item.command and item.command.name == command)


def parse(judge: Judge, row: InboundRow) -> Parsed:
    """Raises only for a fault of the judge's own."""
    settings = judge.settings
    came = as_it_came(row, judge.secret)
    mail = read_mail(
        came.raw,
        came.recipients,
        address=settings.address,
        authserv_id=settings.authserv_id,
        at=row.accepted_at,
        own_check=settings.checks_itself,
    )
    found = split(mail.lines)
    lines, dropped = keep_quotations(found[0], mail.lines, mail.dropped)
    keys = key_lines(lines)
    # What a letter comes back to is none of the addresses that it is answered at, and proves nothing.
    to_answers = [token for token in mail.tokens if read_token(judge.mac_key, token, Purpose.RETURN) is None]
    answered, outdated = _answered(judge, to_answers)
    evidence = Evidence(mail.sender or "", answered, tuple(key for _, key in keys), mail.vouched, outdated)
    codes = {item.line.number for item in found[0] if item.command is not None and item.command.name == "CONFIRM"}
    # From here on nobody sees a KEY or a token; a code is what its line is about.
    plain = tuple(line if line.number in codes else TextLine(line.number, masked(line.text)) for line in lines)
    if plain != mail.lines:
        found = split(plain)
        mail = replace(mail, lines=plain, dropped=dropped)
    return taken_apart(mail, evidence, frozenset(number for number, _ in keys), found)


def taken_apart(
    mail: InboundMail,
    evidence: Evidence,
    keys: frozenset[int],
    found: tuple[tuple[Item, ...], tuple[TextLine, ...]],
) -> Parsed:
    """A mail in whose lines this was found (`items.split`). `keys`: the numbers of those that hold a KEY."""
    items, rest = found
    if not any(line.text.strip() for line in mail.lines):
        items, rest = _subject_alone(mail)
    return Parsed(mail, evidence, items, rest, keys)


def without_broken_quotations(parsed: Parsed, answered: bytes) -> Parsed:
    """The same, where the writer's mail program broke lines of the letter that it quotes, and put no mark before their
    ends: these are words of the letter, and perhaps of another player. `answered`: the letter as it was sent.
    """
    mail = parsed.mail
    all_lines = sorted((*mail.lines, *mail.dropped), key=lambda line: line.number)
    if not broken_quotations.may_be_broken(all_lines):
        return parsed
    ours = own_forms(answered)
    ends = broken_quotations.broken_off(all_lines, (*ours.plain, *ours.html))
    if not ends.intersection(line.number for line in mail.lines):
        return parsed
    own = tuple(line for line in mail.lines if line.number not in ends)
    marked = tuple(
        TextLine(line.number, broken_quotations.MARK + line.text) for line in mail.lines if line.number in ends
    )
    dropped = sorted((*mail.dropped, *marked), key=lambda line: line.number)
    lines, rest = keep_quotations(split(own)[0], own, dropped)
    return taken_apart(replace(mail, lines=lines, dropped=rest), parsed.evidence, parsed.keys, split(lines))


def _answered(judge: Judge, tokens: Sequence[str]) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """The numbers of the judge's mails that these tokens are of (None: of none), and those of an earlier secret."""
    answered: list[int | None] = []
    outdated: list[int] = []
    for token in tokens:
        number = read_token(judge.mac_key, token)
        before = (read_token(key, token) for key in judge.secret.earlier) if number is None else ()
        old = next((each for each in before if each is not None), None)
        if old is None:
            answered.append(number)
        else:
            outdated.append(old)
    return tuple(answered), tuple(outdated)


def _subject_alone(mail: InboundMail) -> tuple[tuple[Item, ...], tuple[TextLine, ...]]:
    """A command that is the subject of a mail without a text, as line 0."""
    subject = mail.subject.strip()
    items, rest = split((TextLine(0, subject),)) if subject else ((), ())
    if any(item.command for item in items):
        return items, rest
    # The subject of a mail whose text cannot be read names it, as a rule.
    meant = subject and not mail.refusal and near_commands(subject.split(maxsplit=1)[0])
    return (items, rest) if meant else ((), ())
