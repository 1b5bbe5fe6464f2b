"""A mail as the judge reads it: parsed once, outside of any transaction, and taken apart game by game. Nothing is
carried out here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from judge.app import Judge
from judge.commands.command import near_commands
from judge.commands.seats.sheet import no_orders
from judge.identity.trust import Evidence, key_lines
from judge.mail.fields import split_message
from judge.mail.read import own_forms, read_mail
from judge.mail.redaction import kept_text, masked
from judge.mail.text import quotations
from judge.mail.tokens import Purpose, answered_token, read_token
from judge.mail.values import InboundMail, TextLine
from judge.mailbox.lines.items import Item, keep_quotations, split
from judge.store.sealed_mail import as_it_came
from judge.store.tables import InboundRow


@dataclass(frozen=True, slots=True)
class Parsed:
    """`items` are its commands and the lines of its sheets, in order; `rest` what stands behind the point where reading
    stopped; `keys` the numbers of the lines that hold a KEY; `kept` what is kept of it.
    """

    mail: InboundMail
    evidence: Evidence
    items: tuple[Item, ...]
    rest: tuple[TextLine, ...]
    keys: frozenset[int]
    kept: bytes = b""

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
    found = split(mail.lines, mail.letter)
    lines, dropped = keep_quotations(found[0], mail.lines, mail.dropped, mail.letter)
    keys = key_lines(lines)
    # What a letter comes back to is none of the addresses that it is answered at, and proves nothing.
    to_answers = [token for token in mail.tokens if read_token(judge.secret.key, token, Purpose.RETURN) is None]
    answered, outdated = _answered(judge, to_answers)
    named = answered_token(mail.references, settings.address)
    referred = read_token(judge.secret.key, named, Purpose.MESSAGE) if named else None
    evidence = Evidence(
        mail.sender or "", answered, tuple(key for _, key in keys), mail.is_authenticated, outdated, referred
    )
    codes = {item.line.number for item in found[0] if item.command is not None and item.command.name == "CONFIRM"}
    # From here on nobody sees a KEY or a token; a code is what its line is about.
    plain = tuple(line if line.number in codes else TextLine(line.number, masked(line.text)) for line in lines)
    if plain != mail.lines:
        found = split(plain, mail.letter)
        mail = replace(mail, lines=plain, dropped=dropped)
    kept = kept_text(mail, split_message(came.raw)[0])
    return replace(taken_apart(mail, evidence, frozenset(number for number, _ in keys), found), kept=kept)


def taken_apart(
    mail: InboundMail,
    evidence: Evidence,
    keys: frozenset[int],
    found: tuple[tuple[Item, ...], tuple[TextLine, ...]],
) -> Parsed:
    """A mail in whose lines this was found (`split`). `keys`: the numbers of those that hold a KEY."""
    items, rest = found
    if not any(line.text.strip() for line in mail.lines):
        items, rest = _subject_alone(mail)
    elif items and not evidence.answered and not evidence.outdated:
        items = (*_subject_headings(mail.subject, items), *items)
    return Parsed(mail, evidence, items, rest, keys)


def without_broken_quotations(parsed: Parsed, answered: bytes) -> Parsed:
    """The same, where the writer's mail program broke lines of the letter that it quotes, and put no mark before their
    ends: these are words of the letter, and perhaps of another player. `answered`: the letter as it was sent.
    """
    mail = parsed.mail
    all_lines = sorted((*mail.lines, *mail.dropped), key=lambda line: line.number)
    if not quotations.may_be_broken(all_lines):
        return parsed
    ours = own_forms(answered)
    ends = quotations.broken_off(all_lines, (*ours.plain, *ours.html))
    if not ends.intersection(line.number for line in mail.lines):
        return parsed
    own = tuple(line for line in mail.lines if line.number not in ends)
    marked = tuple(TextLine(line.number, quotations.MARK + line.text) for line in mail.lines if line.number in ends)
    dropped = sorted((*mail.dropped, *marked), key=lambda line: line.number)
    lines, rest = keep_quotations(split(own, mail.letter)[0], own, dropped, mail.letter)
    found = split(lines, mail.letter)
    return taken_apart(replace(mail, lines=lines, dropped=rest), parsed.evidence, parsed.keys, found)


def _answered(judge: Judge, tokens: Sequence[str]) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """The numbers of the judge's mails that these tokens are of (None: of none), and those of an earlier secret."""
    answered: list[int | None] = []
    outdated: list[int] = []
    for token in tokens:
        number = read_token(judge.secret.key, token)
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


_SUBJECT = re.compile(r"\[([^\s\[\]]{1,40})\] ([A-Z]{0,4}[0-9]{1,4}[A-Z]{0,2}|TOKEN)")


def _subject_headings(subject: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return GAME and PHASE, as line 0, of a subject `[oslo] S1904M`, unless the text has such lines itself."""
    named = _SUBJECT.fullmatch(subject.strip())
    if named is None or any(item.command is not None and item.command.name in ("GAME", "PHASE") for item in items):
        return ()
    return split((TextLine(0, f"GAME {named[1]}"), TextLine(0, f"PHASE {named[2]}")))[0]


STRANGE_LINES = 5
"""Lines that are no commands and can be no orders, before a mail is taken for a letter to a human."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The lines for one game: those below a GAME line (or above the first), with that. A sheet is one whole (Payola
    P3), whatever stands between its lines: `sheet_ends` is the place of its last one, -1 where there is none.
    """

    items: tuple[Item, ...]
    sheet_ends: int

    def without(self, some: Collection[Item]) -> Chapter:
        numbers = {item.line.number for item in some}
        return _chapter(tuple(item for item in self.items if item.line.number not in numbers))


def interpret(
    items: tuple[Item, ...], rest: tuple[TextLine, ...], *, has_games: bool
) -> tuple[tuple[Chapter, ...], tuple[TextLine, ...]]:
    """Return the chapters, and what is not read. `has_games`: the writer is in games that the lines could be for; else
    a long letter is one to a human.
    """
    if not has_games:
        items, rest = _short_of_prose(items, rest)
    return tuple(_chapter(part) for part in _by_game(items)), rest


def _by_game(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    begun: list[Item] = []
    for item in items:
        if item.command is not None and item.command.name == "GAME" and begun:
            yield tuple(begun)
            begun = []
        begun.append(item)
    if begun:
        yield tuple(begun)


def _chapter(items: tuple[Item, ...]) -> Chapter:
    # NOTHING may be a line of the sheet: that is for the game's rules to say.
    ends = [place for place, item in enumerate(items) if item.command in (None, no_orders)]
    return Chapter(items, ends[-1] if ends else -1)


def _short_of_prose(
    items: tuple[Item, ...], rest: tuple[TextLine, ...]
) -> tuple[tuple[Item, ...], tuple[TextLine, ...]]:
    """The items before the sixth line that is no command, and all else as not read: a letter to a human may well have a
    line that begins like a command (fault C1).
    """
    strange = [place for place, item in enumerate(items) if item.command is None]
    if len(strange) <= STRANGE_LINES:
        return items, rest
    kept, left = items[: strange[STRANGE_LINES]], items[strange[STRANGE_LINES] :]
    return kept, (*(TextLine(item.line.number, item.line.text) for item in left), *rest)
