"""The one reply to a mail: its transcript without secrets, below the subject that its writer chose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.commands.request import Request
from judge.conversation.kept import as_kept
from judge.conversation.limits import TOKEN, proof_of
from judge.conversation.lines.parsed import Parsed
from judge.conversation.replies.reply_size import fitting, of_unproved
from judge.games.current import current, sheet_of
from judge.identity import codes
from judge.identity.trust import Trust
from judge.letters import write
from judge.letters.values import Answer, Question, Section, Transcript
from judge.mail.blanks import CODE_BLANKS, masked
from judge.mail.read import subject_alone
from judge.outgoing.outbox import Enclosed, post, reader_of
from judge.phases.schedule.early_adjudication import reconsider
from judge.store.tables import OutboundRow

NOT_PROVED = "A mail in your name"
_COUNTED = re.compile(r"(?:\s*\((\d+) problems?\))+\s*$")
_CALL = re.compile(r"; (?:\w+ (?:due .*|overdue)|open until .*|nothing to do(?: for you)?)$")
"""What the subject of a letter asks of its reader, which is no longer so once they have written."""
_ANSWERS = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|antw|rif|odp|res|rép|ynt|vá|atb|απ|отв|ответ|на|回复|回覆|答复|答覆|返信|답장|회신|תגובה|رد)"
    r"(?:\[\d{1,3}\])?\s?[:：]\s*)+",
    re.IGNORECASE,
)


def _asked(subject: str) -> str:
    """A subject as it was before anybody answered: neither the judge's counts nor a chain of Re: pile up in it."""
    bare = _CALL.sub("", _COUNTED.sub("", subject))
    answered = _ANSWERS.match(bare)
    return f"Re: {bare[answered.end() :]}" if answered else bare


def problems_told(letter: OutboundRow) -> int:
    """How many problems a reply of ours counts in its subject."""
    found = _COUNTED.search(subject_alone(letter.raw))
    return int(found[1]) if found else 0


def reply(request: Request, transcript: Transcript, encloses: Sequence[Enclosed] = ()) -> None:
    work, mail, player, game = request.work, request.mail, request.player, request.game
    seat = request.own_seat(game) if game else None
    reader = reader_of(player, seat.name if seat else "")
    subject, references = _asked(masked(mail.subject)), (*mail.references, mail.message_id)
    if proof_of(request.writer) == TOKEN and request.writer.answers is not None:
        # Whoever has the letter that is answered may write this mail, and must not choose what its reader overlooks: a
        # Message-ID of theirs may be that of a mail whose thread they have hidden.
        letter_answered = request.writer.answers
        subject, references = _asked(f"Re: {subject_alone(letter_answered.raw)}"), (letter_answered.message_id,)
    told, answers = _without_secrets(transcript), (mail.message_id, references)
    if request.writer.trust == Trust.NONE and not request.confirmed:
        # Nothing in it is of whoever wrote: no word of theirs, and no thread that the player may have hidden.
        told, subject, answers = of_unproved(told), NOT_PROVED, ("", ())
    letter = fitting(told, lambda some: write.reply(work.renderer, reader, some, subject, work.now))
    purpose = "code" if transcript.questions else "reply"
    row = post(
        work,
        letter,
        reader,
        purpose=purpose,
        player=player,
        game=game,
        seat=seat,
        phase=request.label(),
        answers=answers,
        encloses=encloses,
    )
    row.proof = proof_of(request.writer)


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
        here = current(request.session, game) if sheet_of(game) in changes else None
        if here is not None:  # it is not adjudicated early before there is an answer
            reconsider(request.work, here)
    return Question(tuple(waiting), blank, expires, games=tuple(games)), code


def ask_alone(request: Request, asked: tuple[Question, Enclosed]) -> None:
    """Mails nothing but the code, where no more answers are mailed."""
    reader = reader_of(request.player)
    letter = write.code(request.work.renderer, reader, asked[:1], request.now)
    row = post(request.work, letter, reader, purpose="code", player=request.player, encloses=asked[1:])
    row.proof = proof_of(request.writer)


def _without_secrets(transcript: Transcript) -> Transcript:
    """The same with KEYs and tokens unreadable, wherever their writer put them (fault C10)."""

    def clean(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        return tuple(replace(each, text=masked(each.text), message=masked(each.message)) for each in answers)

    sections = tuple(replace(section, answers=clean(section.answers)) for section in transcript.sections)
    questions = tuple(replace(each, what=clean(each.what)) for each in transcript.questions)
    return replace(transcript, sections=sections, unread=clean(transcript.unread), questions=questions)
