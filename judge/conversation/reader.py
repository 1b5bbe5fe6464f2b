"""Reading an accepted mail: counted, parsed outside any transaction, then all that it causes in one.

A mail that crashes its reader is tried three times and then quarantined, with everything it holds; the others go on.
"""

from __future__ import annotations

import contextlib
import re
import traceback
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.commands.everybody.help import brief
from judge.commands.request import Request
from judge.conversation import reply_limit, strangers
from judge.conversation.interpreter import MASKED, Interpreter, subject_line
from judge.conversation.items import Item, keep_quotations, split
from judge.conversation.unread import unread_of
from judge.games.current import current
from judge.identity import codes, players
from judge.identity.guesses import is_limited
from judge.identity.trust import Trust, Writer, answered_by_stranger, identify, key_lines, masked, player_at
from judge.letters import write
from judge.letters.values import Answer, Section, Transcript
from judge.letters.when import when
from judge.mail.read import read_mail
from judge.mail.values import InboundMail, Proof
from judge.outgoing import bounces
from judge.outgoing.outbox import post, reader_of, tell_host
from judge.phases import sheets
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import Confirmation, Game, InboundRow, LineRow, Player, Seat

log = structlog.get_logger()

ATTEMPTS = 3
# Mails whose answers are meant for the phase they were written in (fault C7).
BOUND_TO_PHASE = frozenset({"started", "results", "reminder", "late", "reply"})

NOT_CONFIRMED = "Nothing was confirmed: that takes a line with CONFIRM and the code, from the mail that you answered."


def read_one(judge: Judge, mail_id: int) -> bool:
    """Reads one accepted mail, if it is still unread; False if that failed. Raises only where the database is in
    trouble, or its tables are of another version (WrongSchema), never for what the mail holds.
    """

    def count(work: Work) -> InboundRow | None:
        row = work.session.get_one(InboundRow, mail_id, with_for_update=True)
        if row.status != "new":
            return None
        row.attempts += 1
        if row.attempts > ATTEMPTS:
            row.status = "quarantined"
            row.read_at = work.now
            log.error("mail quarantined", mail_id=mail_id)
            text = (
                f"Mail number {mail_id} could not be read in {ATTEMPTS} attempts. It is kept as it came.\n{row.trouble}"
            )
            tell_host(work.at(row.read_at), "A mail is quarantined", text)
            if row.player_id is not None:
                _tell_quarantined(work.at(row.read_at), row)
            return None
        return row

    row = judge.write(count)
    if row is None:
        return True
    sender = None
    try:
        mail = _read(judge, row)
        sender = mail.sender
        judge.write(lambda work: _take_in(work, mail_id, mail))
    except DATABASE_TROUBLE:
        with contextlib.suppress(*DATABASE_TROUBLE):
            judge.db.write(lambda session: _take_back_count(session, mail_id))
        raise
    except Exception:  # noqa: BLE001 - one mail must not stop the others
        trace = traceback.format_exc()
        judge.db.check_schema()  # no mail is to blame for tables of another version
        log.error("reading failed", mail_id=mail_id, attempt=row.attempts)
        judge.db.write(lambda session: _note_trouble(session, mail_id, sender, trace))
        return False
    return True


def _read(judge: Judge, row: InboundRow) -> InboundMail:
    settings = judge.settings
    mail = read_mail(row.raw, row.recipients, address=settings.address, authserv_id=settings.authserv_id)
    lines, dropped = keep_quotations(mail.lines, mail.dropped)
    return replace(mail, lines=lines, dropped=dropped)


def _tell_quarantined(work: Work, row: InboundRow) -> None:
    """Whoever wrote it must not believe that it counts."""
    player = work.session.get_one(Player, row.player_id)
    reader = reader_of(player)
    text = (
        "I could not read a mail of yours, and nothing in it was done. It is kept, and those who run this judge "
        "have been told. Please write again, best in plain text. It came " + when(row.accepted_at, player) + "."
    )
    letter = write.notice(work.renderer, reader, None, "Your mail was not read", (text,), work.now)
    post(work, letter, reader, purpose="notice", player=player)


def _take_back_count(session: Session, mail_id: int) -> None:
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status == "new":
        row.attempts -= 1


def _note_trouble(session: Session, mail_id: int, sender: str | None, trace: str) -> None:
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return
    row.trouble = trace[-4000:]
    writer = player_at(session, sender) if sender else None
    row.player_id = writer.id if writer else None


def _take_in(work: Work, mail_id: int, mail: InboundMail) -> None:
    row = work.session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return
    row.status, row.read_at, row.trouble = "read", work.now, ""
    if row.mail_from == "" or mail.automatic:
        row.trouble = bounces.heed_report(work, row, mail)
        return
    if mail.sender is None:
        row.trouble = mail.sender_problem
        strangers.ask_who(work, row, mail)
        return
    writer = identify(work, mail)
    if writer is None:
        writer = strangers.answer(work, row, mail)
    if writer is None:
        return
    if writer.player.status == "banned":
        row.trouble = "banned"
    else:
        row.player_id = writer.player.id
        bounces.reinstate(work, writer.player)
        _answer_player(work, row, mail, writer)


# ---- players


def _answer_player(work: Work, row: InboundRow, mail: InboundMail, writer: Writer) -> None:
    player = writer.player
    just_proved = False
    if player.status == "unproved":
        if answered_by_stranger(work, mail):
            writer = replace(writer, proofs=writer.proofs | {Proof.TOKEN})
        if Proof.TOKEN not in writer.proofs:
            if players.may_answer_stranger(work, mail.sender or ""):
                players.welcome(work, player, "")
            row.trouble = "address not proved yet"
            return
        players.prove(work, player)
        just_proved = True

    request = _request(work, row, mail, writer, accepted_at=row.accepted_at)
    lines = subject_line(mail.subject, mail.lines)
    items = split(lines)[0]
    if mail.refusal and not any(item.command for item in items):
        lines, items = (), ()  # the subject of a mail whose text cannot be read names it, as a rule
    if just_proved and not any(_asks_more(item, player) for item in items):
        return  # whatever it says, it says yes, and the welcome answers it
    confirms = [item.line.number for item in items if item.command is not None and item.command.name == "CONFIRM"]
    if writer.trust == Trust.NONE and not confirms:
        if is_limited(player, work.now) or reply_limit.codes_are_spent(work, player):
            row.trouble = "no proof of its writer, and too many such mails"
        else:
            _ask_for_all(work, row, mail, writer)
        return
    left = reply_limit.answers_left(work, player)
    if writer.trust == Trust.NONE:
        # A code proves itself; nothing else in such a mail does anything.
        done = Interpreter(request, only=frozenset(confirms)).run(lines)
    else:
        done = Interpreter(request).run(lines)
    sections = list(done.sections)
    _keep_lines(work.session, row.id, sections, mail)

    for confirmation in request.confirmed:
        sections += _carry_out(work, confirmation, writer, row.accepted_at)
    if left <= 0:
        row.trouble = "read, but not answered: too many answers to its writer within an hour"
        return
    if left == 1:
        sections.insert(0, Section("", (reply_limit.LAST_ANSWER,), (), ()))
    if done.waiting:
        code, expires = codes.ask(work, player, row.id, [answer.number for answer in done.waiting])
        reader = reader_of(player)
        what = tuple(replace(each, message=each.message.removesuffix(sheets.WAITS).strip()) for each in done.waiting)
        letter = write.code(
            work.renderer,
            reader,
            code,
            what,
            "Some of what your mail asks for needs your word twice.",
            expires,
            work.now,
        )
        post(work, letter, reader, purpose="code", player=player)

    asked = writer.answers is not None and writer.answers.purpose == "code"
    if asked and not confirms and codes.is_awaited(work, player):
        sections.insert(0, Section("", (NOT_CONFIRMED,)))
    if mail.warnings:
        sections.insert(0, Section("", mail.warnings))
    if mail.refusal and sections:
        sections.insert(0, Section("", (mail.refusal,)))
    unread, quoted = unread_of((*mail.dropped, *done.unread), writer, work.settings.address)
    if not any(section.answers or section.blocks for section in sections):
        sections.append(_help_section(request, mail))
    _reply(work, mail, writer, request, Transcript(tuple(sections), unread, quoted))


def _asks_more(item: Item, player: Player) -> bool:
    """Is it a command other than the REGISTER by which this player is what he is?"""
    if item.command is None or item.command.name != "REGISTER":
        return item.command is not None
    return players.clean_name(item.line.rest) not in ("", player.name)


def _request(
    work: Work,
    row: InboundRow,
    mail: InboundMail,
    writer: Writer,
    *,
    accepted_at: datetime,
) -> Request:
    answers = writer.answers
    game = None
    if answers is not None and answers.game_id:
        game = work.session.get(Game, answers.game_id, with_for_update=True)
    meant_for = answers.phase if answers is not None and answers.purpose in BOUND_TO_PHASE else ""
    return Request(work, writer, row, mail, accepted_at, game, meant_for)


def _help_section(request: Request, mail: InboundMail) -> Section:
    if mail.refusal:
        return Section("", (mail.refusal,), (), ())
    note = "I found no order and no command in your mail. Here is what I understand:"
    return Section("", (note,), (), brief(request))


def _ask_for_all(work: Work, row: InboundRow, mail: InboundMail, writer: Writer) -> None:
    """No proof at all: nothing acts, and the registered address is asked whether it meant this."""
    code, expires = codes.ask(work, writer.player, row.id, None)
    keys = {number for number, _ in key_lines(mail.lines)}
    what = tuple(
        Answer(line.number, MASKED if line.number in keys else masked(line.text), "waiting", "")
        for line in mail.lines
        if line.text.strip()
    )
    why = (
        "A mail came in your name, but neither as an answer to a mail of mine nor with your KEY. "
        "If you did not write it, do nothing: nothing will happen."
    )
    reader = reader_of(writer.player)
    letter = write.code(work.renderer, reader, code, what, why, expires, work.now)
    post(work, letter, reader, purpose="code", player=writer.player)
    work.session.add_all(
        LineRow(mail_id=row.id, number=answer.number, text=answer.text, became="waiting") for answer in what
    )


def _carry_out(work: Work, confirmation: Confirmation, writer: Writer, accepted_at: datetime) -> list[Section]:
    """The lines that waited for a code, as if they had just come, and with the code as their proof."""
    row = work.session.get_one(InboundRow, confirmation.mail_id)
    mail = _read(work.judge, row)
    before = identify(work, mail)
    confirmed = replace(before or writer, proofs=frozenset({Proof.CODE}))
    request = _request(work, row, mail, confirmed, accepted_at=accepted_at)
    only = frozenset(confirmation.lines) if confirmation.lines is not None else None
    done = Interpreter(request, only=only).run(subject_line(mail.subject, mail.lines))
    _keep_lines(work.session, row.id, done.sections, mail)
    sent = f"Your mail of {when(row.accepted_at, writer.player)}, confirmed:"
    return [replace(section, notes=(sent, *section.notes)) for section in done.sections]


def _keep_lines(session: Session, mail_id: int, sections: Sequence[Section], mail: InboundMail) -> None:
    """What became of each line, for the audit; a line that is carried out later gets another entry."""
    keys = {number for number, _ in key_lines(mail.lines)}
    session.add_all(
        LineRow(
            mail_id=mail_id,
            number=answer.number,
            text=MASKED if answer.number in keys else masked(answer.text),
            became=answer.became,
            message=answer.message,
        )
        for section in sections
        for answer in section.answers
    )
    session.add_all(
        LineRow(mail_id=mail_id, number=line.number, text=masked(line.text), became="unread")
        for line in mail.dropped
        if line.text.strip()
    )


def _without_secrets(transcript: Transcript) -> Transcript:
    """The same with KEYs and tokens unreadable, wherever their writer put them (fault C10)."""

    def clean(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        return tuple(replace(each, text=masked(each.text), message=masked(each.message)) for each in answers)

    sections = tuple(replace(section, answers=clean(section.answers)) for section in transcript.sections)
    return replace(transcript, sections=sections, unread=clean(transcript.unread))


_COUNTED = re.compile(r"(?:\s*\(\d+ problems?\))+\s*$")
_ANSWERS = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|antw|rif|odp|res|rép|ynt|vá|atb|απ|отв|ответ|на|回复|回覆|答复|答覆|返信|답장|회신|תגובה|رد)"
    r"(?:\[\d{1,3}\])?\s?[:：]\s*)+",
    re.IGNORECASE,
)


def _asked(subject: str) -> str:
    """A subject as it was before anybody answered: neither the judge's counts nor a chain of Re: pile up in it."""
    bare = _COUNTED.sub("", subject)
    answered = _ANSWERS.match(bare)
    return f"Re: {bare[answered.end() :]}" if answered else bare


def _reply(work: Work, mail: InboundMail, writer: Writer, request: Request, transcript: Transcript) -> None:
    game = request.game
    seat = (
        work.session.execute(select(Seat).where(Seat.game_id == game.id, Seat.player_id == writer.player.id))
        .scalars()
        .first()
        if game
        else None
    )
    here = current(work.session, game) if game else None
    reader = reader_of(writer.player, seat.name if seat else "")
    letter = write.reply(work.renderer, reader, _without_secrets(transcript), _asked(masked(mail.subject)), work.now)
    post(
        work,
        letter,
        reader,
        purpose="reply",
        player=writer.player,
        game=game,
        seat=seat,
        phase=here.row.label if here else "",
        answers=(mail.message_id, mail.references),
    )
