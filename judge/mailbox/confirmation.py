"""Is it a person who confirms? A program that answers a code's mail may repeat it, and so the very line it asks for.

What no mark tells (RFC 3834) the form and the time do: a person writes CONFIRM and the code on a line of its own, none
of our letter around it, and has read what it is about before.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import select

from judge.app import Work
from judge.commands.request import Request
from judge.games.lookup import live_game, sheet_of
from judge.identity import codes
from judge.identity.trust import Evidence, Writer, hash_secret
from judge.letters import write
from judge.letters.values import Answer, Question, Section
from judge.mail.read import own_forms
from judge.mail.redaction import CODE_BLANKS, masked
from judge.mail.values import InboundMail, TextLine
from judge.mailbox.bounds import CODES
from judge.mailbox.limits import proof_of
from judge.mailbox.lines.items import split
from judge.mailbox.parser import Parsed, taken_apart
from judge.outbox.queue import Enclosed, post, reader_of
from judge.play.early_adjudication import reconsider
from judge.rules.problems import Problem
from judge.store.tables import Confirmation, InboundRow, OutboundRow, Player


def question(
    request: Request,
    parsed: Parsed,
    done: Sequence[Section],
    waiting: Sequence[Answer],
    blank: str = CODE_BLANKS[0],
) -> tuple[Question, Enclosed]:
    """Asks a new code for these lines among those of the sections; the code for the letter that will bring it, in which
    `blank` stands for it.
    """
    # What its writer was told of is done, whatever they have by then.
    instead = {each.number: each.instead for each in waiting if each.instead}
    kept = as_kept(parsed, request.writer, instead)
    code, expires = codes.ask(request.work, request.player, request.row.id, [each.number for each in waiting], kept)
    games = [section.heading for section in done if section.heading and not set(section.answers).isdisjoint(waiting)]
    changes = {answer.changes for answer in waiting}
    request.session.flush()
    for game in request.every_game() if changes != {""} else ():
        here = live_game(request.session, game) if sheet_of(game) in changes else None
        if here is not None:  # it is not adjudicated early before there is an answer
            reconsider(request.work, here)
    return Question(tuple(waiting), blank, expires, games=tuple(games)), code


def ask_alone(request: Request, asked: tuple[Question, Enclosed]) -> None:
    """Mails nothing but the code, where no more answers are mailed."""
    reader = reader_of(request.player)
    letter = write.code(request.work.renderer, reader, asked[:1], request.now)
    proof = proof_of(request.writer)
    post(request.work, letter, reader, purpose="code", player=request.player, encloses=asked[1:], proof=proof)


def as_kept(parsed: Parsed, writer: Writer, instead: Mapping[int, str] = MappingProxyType({})) -> dict[str, Any]:
    """A mail whose lines wait for a code, as they will be carried out: JSON. `instead`: of lines, by their numbers."""
    mail, evidence = parsed.mail, parsed.evidence
    return {
        "sender": evidence.sender,
        "subject": masked(mail.subject),
        "message_id": mail.message_id,
        "references": list(mail.references),
        "others": list(mail.others),
        "lines": [[line.number, masked(instead.get(line.number, line.text))] for line in mail.lines],
        "letter": mail.letter,
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
        letter=kept["letter"],
    )
    evidence = Evidence(kept["sender"], tuple(kept["answered"]), outdated=tuple(kept["outdated"]))
    return taken_apart(mail, evidence, frozenset(kept["keys"]), split(mail.lines, mail.letter))


_WHOLE = re.compile(r"CONFIRM\b[\s:=*_(]*[a-z0-9](?:[a-z0-9\s-]{0,40}[a-z0-9])?\W*", re.IGNORECASE)
_LEAST = 20
"""Characters from which on a line is not written twice by chance."""

_LETTERS = 5
"""So many of the latest letters that asked for a code are looked at."""

_NOT_ALONE = Problem(
    "confirm/not-alone", "CONFIRM and the code must stand alone on their line.", hint="Write nothing else on it."
)
_REPEATED = Problem(
    "confirm/repeated",
    "Your mail repeats my letter as if it were your own text, as programs do. Nothing was confirmed.",
    hint="Answer that letter with CONFIRM and the code alone, and delete the rest.",
)
_MACHINE = Problem(
    "confirm/machine",
    "Your mail looks like a program's answer. Nothing was confirmed.",
    hint="Answer the letter with the code yourself, and leave its subject as it is.",
)
_TOO_SOON = Problem(
    "confirm/too-soon",
    "That answer came faster than anybody can read, and the code is for something final. Nothing was confirmed.",
    hint="If you do want it, send the same line again.",
)

_TOO_MANY = Problem(
    "confirm/many", f"A mail can confirm {CODES} codes. This one was not confirmed.", hint="Send it in another mail."
)


def doubts(work: Work, row: InboundRow, parsed: Parsed, player: Player | None) -> Mapping[int, Problem]:
    """Line number -> why this CONFIRM does not count, of those that do not. `player`: None for who is nobody yet."""
    asked = [item for item in parsed.items if item.command is not None and item.command.name == "CONFIRM"]
    if not asked:
        return {}
    repeats = player is not None and _repeats_letter(work, parsed, player)
    found: dict[int, Problem] = {}
    early: dict[str, bool] = {}  # code -> whether it came too soon; it may stand there fifty times, in any spelling
    for item in asked:
        if parsed.mail.machine_like:
            found[item.line.number] = _MACHINE
        elif repeats:
            found[item.line.number] = _REPEATED
        elif not _WHOLE.fullmatch(unicodedata.normalize("NFKC", item.line.text).strip()):
            found[item.line.number] = _NOT_ALONE
        elif player is not None:
            code = hash_secret(item.line.rest)
            if code not in early and len(early) == CODES:
                found[item.line.number] = _TOO_MANY
                continue
            if code not in early:
                early[code] = _is_too_soon(work, row, item.line.rest, player)
            if early[code]:
                found[item.line.number] = _TOO_SOON
    return found


def _repeats_letter(work: Work, parsed: Parsed, player: Player) -> bool:
    """Does a line of a letter that asked for a code stand in the mail, however it is broken, and not as a quotation?"""
    said = _plain(" ".join(line.text for line in parsed.mail.lines))
    if len(said) < _LEAST:
        return False
    query = (
        select(OutboundRow.raw)
        .where(OutboundRow.player_id == player.id, OutboundRow.purpose == "code")
        .order_by(OutboundRow.id.desc())
        .limit(_LETTERS)
    )
    letters = (own_forms(raw).plain for raw in work.session.scalars(query))
    return any(line in said for ours in letters for line in _around_codes(ours))


def _around_codes(lines: Sequence[str]) -> set[str]:
    """What stands right above and below each code in a letter of ours: its other lines tell of sheets and orders, which
    people write once more.
    """
    paragraphs = re.split(r"\n{2,}", "\n".join(line.rstrip() for line in lines))
    places = [place for place, each in enumerate(paragraphs) if each.strip().startswith("CONFIRM ")]
    around = (each for place in places for each in paragraphs[max(0, place - 1) : place + 2])
    told = {_plain(line) for each in around for line in each.splitlines() if not line.startswith(">")}
    return {line for line in told if len(line) >= _LEAST and not line.startswith("confirm")}


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_too_soon(work: Work, row: InboundRow, code: str, player: Player) -> bool:
    """Did it come within seconds after the code was made, for something that is final?"""
    asked = codes.awaiting(work, player, code)
    pause = timedelta(seconds=work.settings.final_pause_seconds)
    if asked is None or row.accepted_at - asked.made_at >= pause:
        return False
    return is_final(waiting_for(asked), asked.lines)


def is_final(parsed: Parsed, lines: Collection[int] | None) -> bool:
    """Is anything among these lines (None: all) that cannot be undone?"""
    return any(
        item.command is not None
        and item.command.is_final(item.line.rest)
        and (lines is None or item.line.number in lines)
        for item in parsed.items
    )
