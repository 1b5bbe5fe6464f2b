"""The one reply to a mail: what is listed as not read, how much of all that is told an answer says, and the letter of
it without secrets, below the subject that its writer chose.

It never says so much that the judge is worth using as a weapon, and what is left out is told. Whoever writes in
another's name chooses what the judge quotes, and to whom. Of mail without proof hardly anything is quoted; every other
answer has an end, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache

from sqlalchemy import select

from judge.commands.command import Command, commands
from judge.commands.request import Request
from judge.games.lookup import check_unsealed, missing_roles, on_file
from judge.games.members import is_master
from judge.identity.trust import Trust, Writer
from judge.letters import write
from judge.letters.columns import counted, table
from judge.letters.dates import when
from judge.letters.values import UNREAD_LISTED, Answer, Block, Section, Transcript
from judge.mail.compose import words_size
from judge.mail.read import MAX_LINES, own_forms, subject_alone
from judge.mail.redaction import blanked_text, is_plain, masked, unlinked
from judge.mail.text.quotations import is_marker, without_letter
from judge.mail.values import Letter, TextLine
from judge.mailbox.bounds import HINTED
from judge.mailbox.limits import TOKEN, proof_of
from judge.mailbox.lines.wishes import told_of
from judge.mailbox.parser import Parsed
from judge.outbox.queue import FROM_NAME, Enclosed, address_of, post, reader_of
from judge.play.position import form_of
from judge.rules.problems import Refused
from judge.store.tables import OutboundRow

ANSWER_OCTETS = 200_000
"""The words of an answer, as they are sent: as text and as HTML. Pictures that were asked for come with it."""

UNPROVED_LINES, UNPROVED_OCTETS = 20, 2_000
"""So much of a mail that nothing proves is quoted to whoever it names."""

LONGEST_LINE = 1_000
"""Characters of one line that are repeated."""

_ASKED_OCTETS = 20_000
"""So much of a mail is shown to who is asked for a code."""

_WORDS = ANSWER_OCTETS * 3 // 4
_LEFT_OUT = "This does not fit into one answer. Ask for it in a mail of its own."
_TOO_LONG = "Nothing was done: a mail that asks for a code shows what it is for, and this is too long for it."
_SHORTER = "Send it in a mail of its own, or in shorter ones."

NOT_PROVED = "A mail in your name"
_COUNTED = re.compile(r"(?:\s*\(\d+ problems?\))+\s*$")
_CALL = re.compile(r"; (?:\w+ (?:due .*|overdue)|open until .*|nothing to do(?: for you)?)$")
"""What the subject of a letter asks of its reader, which is no longer so once they have written."""
_ANSWERS = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|antw|rif|odp|res|rép|ynt|vá|atb|απ|отв|ответ|на|回复|回覆|答复|答覆|返信|답장|회신|תגובה|رد)"
    r"(?:\[\d{1,3}\])?\s?[:：]\s*)+",
    re.IGNORECASE,
)


def unread_of(lines: Sequence[TextLine], writer: Writer, sender: str, begins: int) -> tuple[tuple[Answer, ...], int]:
    """Return these lines as the reply lists them, without secrets, and how many more quote the mail that is answered,
    or introduce that. `sender`: the judge's own address; `begins`: the line with which the quoted mail begins.
    """
    as_kept = cache(blanked_text)
    names = (sender, FROM_NAME)
    ours = own_forms(writer.answers.raw) if writer.answers is not None and lines else None
    listed, quoted = without_letter(lines, ours.plain if ours is not None else (), names, as_kept, begins)
    below = min((line.number for line in lines if is_marker(line.text)), default=MAX_LINES)
    if ours is not None and any(line.number > below or line.text.lstrip()[:1] in (">", "|") for line in listed):
        # It may be the HTML that the writer's program has quoted, or the calendar's entry.
        forms = (*ours.plain, *ours.html, *ours.calendar)
        listed, quoted = without_letter(lines, forms, names, as_kept, begins)
    return tuple(_listed(listed)), quoted


def _listed(lines: Sequence[TextLine]) -> Iterator[Answer]:
    """Each with what does what it seems to ask for, of the first ones; the same thing is said once."""
    said: set[str] = set()
    for place, line in enumerate(lines):
        told = told_of(line.text) if place < HINTED else ""
        yield Answer(line.number, masked(line.text), "unread", "" if told in said else told)
        said.add(told)


def is_short(answers: Sequence[Answer]) -> bool:
    """Can these lines be quoted to somebody who has not proved to have written them?"""
    return len(answers) <= UNPROVED_LINES and sum(_size(each) for each in answers) <= UNPROVED_OCTETS


def leads_away(answers: Sequence[Answer]) -> bool:
    """Is there anything in these lines that a mail program could make a link of in a letter of the judge's?"""
    return not all(is_plain(each.text) for each in answers)


def of_unproved(transcript: Transcript) -> Transcript:
    """The same with no more of the writer's own words than a mail without proof has repeated, and no web address."""
    told = [each for section in transcript.sections for each in section.answers if not leads_away((each,))]
    kept = {id(answer) for answer in _first(told, UNPROVED_LINES, UNPROVED_OCTETS)}
    sections = tuple(
        replace(section, answers=tuple(each for each in section.answers if id(each) in kept))
        for section in transcript.sections
    )
    return replace(transcript, sections=sections, unread=())


def of_reply_address(transcript: Transcript) -> Transcript:
    """The same without web and mail addresses, for a mail that anybody may have written who has a letter of its
    player's. What waits for a code is shown whole: nobody is asked for their word on what they do not see.
    """

    def clean(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        return tuple(each if each.became == "waiting" else _unlinked(each) for each in answers)

    sections = tuple(
        replace(
            each,
            notes=tuple(map(unlinked, each.notes)),
            answers=clean(each.answers),
            blocks=tuple(replace(one, text=unlinked(one.text)) if one.of_players else one for one in each.blocks),
        )
        for each in transcript.sections
    )
    return replace(transcript, sections=sections, unread=clean(transcript.unread))


def _unlinked(answer: Answer) -> Answer:
    """What a command says in its answer stays. What a line of a sheet means, or why one was refused, repeats words."""
    text = unlinked(answer.text)
    if text == answer.text:
        return answer
    if answer.became in ("ok", "warning") and not answer.filed:
        return replace(answer, text=text)
    return replace(answer, text=text, message=unlinked(answer.message), hint=unlinked(answer.hint))


def askable(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The same, with the lines that wait as problems as soon as they are more than can be shown: nobody is asked for
    their word on what they do not see.
    """
    left = _ASKED_OCTETS

    def asked(answer: Answer) -> Answer:
        nonlocal left
        if answer.became != "waiting":
            return answer
        left -= _size(answer)
        return answer if left >= 0 else Answer(answer.number, shown(answer.text), "problem", _TOO_LONG, _SHORTER)

    return tuple(replace(section, answers=tuple(map(asked, section.answers))) for section in sections)


def fitting(transcript: Transcript, written: Callable[[Transcript], Letter]) -> Letter:
    """The letter that says all of it or, where that would be too much, what fits and what does not: as text alone
    rather than less, and what became of each line before what was asked for.
    """
    most = _WORDS
    while True:
        letter = written(_within(transcript, most))
        if words_size(letter) <= ANSWER_OCTETS:
            return letter
        plain = replace(letter, html="", data="")
        if not most or (not letter.images and words_size(plain) <= ANSWER_OCTETS):
            return plain
        most //= 2


def shown(text: str, most: int = LONGEST_LINE) -> str:
    """A line as it is repeated, of so many letters."""
    return text if len(text) <= most else f"{text[:most]} …"


def _size(answer: Answer) -> int:
    return len(answer.text.encode("utf-8", "replace")) + len(answer.message) + len(answer.hint)


def _first(answers: Sequence[Answer], lines: int, octets: int) -> list[Answer]:
    found: list[Answer] = []
    for each in answers[: max(0, lines)]:
        octets -= _size(each)
        if octets < 0:
            break
        found.append(each)
    return found


def _within(transcript: Transcript, most: int) -> Transcript:
    sections = []
    for section in transcript.sections:
        answers = [replace(each, text=shown(each.text)) for each in section.answers]
        kept = _first(answers, len(answers), most)
        most -= sum(map(_size, kept))
        notes = [note if len(note) <= max(most, LONGEST_LINE) else shown(note) for note in section.notes]
        most -= sum(len(note.encode("utf-8", "replace")) for note in notes)
        sections.append(replace(section, answers=tuple(kept), notes=(*notes, *_untold(answers[len(kept) :]))))
    whole = []
    for section in sections:
        blocks = []
        for block in section.blocks:
            size = len(block.text.encode("utf-8", "replace"))
            blocks.append(block if size <= most else Block(block.title, _LEFT_OUT))
            most -= size if size <= most else 0
        whole.append(replace(section, blocks=tuple(blocks)))
    letters = min(LONGEST_LINE, most // UNREAD_LISTED)
    unread = tuple(replace(each, text=shown(each.text, letters)) for each in transcript.unread) if letters > 0 else ()
    return replace(transcript, sections=tuple(whole), unread=unread)


def _untold(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What is said of lines that do not fit."""
    if not answers:
        return ()
    problems = sum(each.became == "problem" for each in answers)
    wrong = f", {counted(problems, 'problem')} among them" if problems else ""
    begin = answers[0].number
    return (
        f"What became of {counted(len(answers), 'line')} from line {begin} on does not fit into one answer{wrong}.",
    )


def _asked(subject: str) -> str:
    """A subject as it was before anybody answered: neither the judge's counts nor a chain of Re: pile up in it."""
    bare = _CALL.sub("", _COUNTED.sub("", subject))
    answered = _ANSWERS.match(bare)
    return f"Re: {bare[answered.end() :]}" if answered else bare


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
    told, answers = transcript, (mail.message_id, references)
    if proof_of(request.writer) == TOKEN:
        told = of_reply_address(told)
    if request.writer.trust == Trust.NONE and not request.progress.confirmed:
        # Nothing in it is of whoever wrote: no word of theirs, and no thread that the player may have hidden.
        told, subject, answers = of_unproved(told), NOT_PROVED, ("", ())
    letter = fitting(told, lambda some: write.reply(work.renderer, reader, some, subject, work.now))
    purpose = "code" if transcript.questions else "reply"
    post(
        work,
        letter,
        reader,
        purpose=purpose,
        player=player,
        game=game,
        seat=seat,
        answers=answers,
        encloses=encloses,
        proof=proof_of(request.writer),
        problems=told.count("problem"),
    )


# ---- a mail in which nothing was found

COPY_SHEET = (
    "To send orders, copy the sheet below into your reply, above the first line of this mail. Change what you like."
)

_FIRST_WORDS = ("LIST", "INFO", "JOIN", "PRACTICE", "CREATE", "HELP")
_FIRST_WORDS_IN_GAME = ("SHOW", "STATUS", "PRESS", "LATE", "HELP")
_FIRST_WORDS_IN_PRACTICE = ("SHOW", "STATUS", "HINT", "PRESS", "HELP")
_FIRST_WORDS_OF_MASTER = ("STATUS", "EXTEND", "BROADCAST", "GAMES", "HELP")
_FIRST_WORDS_WHILE_FORMING = ("STATUS", "SET", "INVITE", "DUMMY", "START", "HELP")


def nothing_found(request: Request) -> Section:
    """The answer to such a mail, or to one that could not be read at all."""
    if request.mail.refusal:
        return Section("", (request.mail.refusal,))
    known = commands()
    names = _first_words(request) if request.game is None else _FIRST_WORDS_IN_GAME
    if request.game is not None and request.game.practice:
        names = _FIRST_WORDS_IN_PRACTICE
    if request.game is not None and is_master(request.session, request.game, request.player):
        names = _FIRST_WORDS_WHILE_FORMING if request.game.status == "forming" else _FIRST_WORDS_OF_MASTER
    words = Block("To begin with", table([(name, known[name].in_a_sentence) for name in names]))
    sheet = _sheet_wanted(request)
    if not sheet:
        return Section("", (), (), (words,), found_nothing=True)
    return Section("", (COPY_SHEET,), (), (Block("Your sheet", sheet), words), found_nothing=True)


def _first_words(request: Request) -> tuple[str, ...]:
    """For somebody whose mail is about no game: what they may do here."""
    settings, sender = request.work.settings, request.mail.sender or ""
    left_out = (
        *(() if settings.has_practice else ("PRACTICE",)),
        *(() if settings.may_create(sender) else ("CREATE",)),
    )
    return tuple(name for name in _FIRST_WORDS if name not in left_out)


def _sheet_wanted(request: Request) -> str:
    """The sheet that the open phase of the game still awaits of the writer, or takes where it awaits nobody; empty
    where they need write none, and while its results are held.
    """
    try:
        here, roles = request.roles()
        check_unsealed(here.row)
    except Refused:
        return ""
    filed = on_file(request.session, here.game, here.row.label)
    may_write = not here.phase.wanted and not {*roles} & filed.keys()
    wanted = may_write or {*roles} & {*missing_roles(here.phase, filed)}
    return form_of(here.system, here.state, roles, {}) if wanted else ""


# ---- what a mail has changed that gets no answer any more: its player is told all the same

BETWEEN_CHANGES = timedelta(minutes=10)
CHANGED = "changed"
CHANGED_LINES, CHANGED_LENGTH = 20, 100

CHANGED_TITLE = "Mail in your name has changed something"
TOLD = (
    "More mails come in your name than I answer within an hour. This one, of {when}, was read and done like the others:"
)
MORE = (
    "More mails have come in your name than I answer within an hour, and changed what stands for you. SHOW and STATUS, "
    "with your KEY on a line above, tell how things stand."
)
NOT_YOU = (
    "If you did not write it, somebody has a letter of mine to you. Your KEY on a line, and REVOKE below it, end that."
)


def tell_of_changes(request: Request, parsed: Parsed, sections: Sequence[Section]) -> None:
    """Mail the player what the lines of this mail have changed, if they have, or that more was changed.

    Replies can be used up by who has a letter that a player passed on. What is changed then must not go unnoticed, and
    letters about it must not be a flood: the first goes out at once, another ten minutes later at the earliest, and
    tells of all that has come by then.
    """
    commands = {item.line.number: item.command for item in parsed.items}
    answers = (answer for section in sections for answer in section.answers)
    changed = [answer for answer in answers if _changes(answer, commands.get(answer.number))]
    if not changed:
        return
    work, player = request.work, request.player
    query = select(OutboundRow.next_try).where(
        OutboundRow.recipient == address_of(player), OutboundRow.purpose == CHANGED
    )
    latest = work.session.scalar(query.order_by(OutboundRow.id.desc()).limit(1))
    if latest is not None and latest > work.now:
        return  # it goes out later, and tells of this too
    at_once = latest is None or work.now - latest >= BETWEEN_CHANGES
    lines = "\n".join(unlinked(answer.text)[:CHANGED_LENGTH] for answer in changed[:CHANGED_LINES])
    said = (TOLD.format(when=when(request.row.accepted_at, player)), lines) if at_once else (MORE,)
    reader = reader_of(player)
    letter = write.notice(work.renderer, reader, None, CHANGED_TITLE, (*said, NOT_YOU), work.now)
    later = latest + BETWEEN_CHANGES if latest is not None and not at_once else None
    post(work, letter, reader, purpose=CHANGED, player=player, next_try=later)


def _changes(answer: Answer, command: Command | None) -> bool:
    """Is it the answer to a line that was done, and that does more than show something? `command`: the line's, if it
    is one.
    """
    shows = command is not None and (command.looks or command.changes_nothing)
    return answer.became in ("ok", "warning") and not shows
