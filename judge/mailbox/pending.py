"""What waits for a code: the question about it, and the lines as they are kept until the code comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.commands.request import Request
from judge.games.lookup import live_game, sheet_of
from judge.identity import codes
from judge.identity.trust import Evidence, Writer
from judge.letters import write
from judge.letters.values import Answer, Question, Section
from judge.mail.redaction import CODE_BLANKS, masked
from judge.mail.values import InboundMail, TextLine
from judge.mailbox.limits import proof_of
from judge.mailbox.lines.parsed import Parsed, split, taken_apart
from judge.outbox.queue import Enclosed, post, reader_of
from judge.play.early_adjudication import reconsider
from judge.store.tables import Confirmation


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
    kept = as_kept(parsed, request.writer)
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
    row = post(request.work, letter, reader, purpose="code", player=request.player, encloses=asked[1:])
    row.proof = proof_of(request.writer)


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
