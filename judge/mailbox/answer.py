"""One mail, one answer, in one transaction: whose it is, what of it may be done, and the reply that tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from judge.app import Work
from judge.commands.request import Cursor, Progress, Request
from judge.identity import codes, players, rate_limits
from judge.identity.trust import Stranger, Trust, Writer, identify
from judge.letters import write
from judge.letters.dates import when
from judge.letters.values import Answer, Question, Section, Transcript
from judge.mail.addresses import host_mailboxes_among
from judge.mail.compose import is_address
from judge.mail.redaction import CODE_BLANKS, masked
from judge.mail.values import InboundMail, Proof
from judge.mailbox import limits, strangers
from judge.mailbox.bounds import HINTED
from judge.mailbox.confirmation import as_kept, ask_alone, doubts, question, waiting_for
from judge.mailbox.interpreter import MASKED, Executed, execute
from judge.mailbox.limits import Budget, budget_of, tell_of_shortage
from judge.mailbox.lines.hints import fitting
from judge.mailbox.lines.items import Item
from judge.mailbox.parser import Parsed, without_broken_quotations
from judge.mailbox.reply import is_short, leads_away, nothing_found, reply, tell_of_changes, unread_of
from judge.outbox import bounces, queue
from judge.outbox.queue import post, reader_of
from judge.play import membership
from judge.reading.talk import is_talk, signatures
from judge.rules.problems import Refused
from judge.store.tables import Base, Confirmation, Game, InboundRow, LineRow, Player


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


NOT_PROVED = (
    "A mail in your name has reached me. It was no answer to one of my mails and held no KEY, so I ask first whether "
    "it is yours."
)
NAMED_ALONE = (
    "A mail came in your name. It answers a letter of mine, but this judge believes an answer only with your KEY on a "
    "line of its own."
)
SAME_NAME = "A mail came in your name with the Message-ID of an earlier mail of yours, but it is not the same mail."
OUTDATED = (
    "A mail came in your name. It answers an old letter of mine. This judge has a new secret since then, so the reply "
    "addresses of older letters prove nothing any more; those of newer ones do."
)
VOID = (
    "A mail came in your name. It answers a letter of mine that proves nothing any more. Perhaps you have left that "
    "seat since, changed your address, or used REVOKE. Or the letter is half a year old, or this judge was restored "
    "from a backup."
)
ONE_AN_HOUR = (
    "I answer one such mail an hour. Until then nothing in another is done, and you hear nothing of it, unless your "
    "KEY stands in it on a line of its own."
)
NOT_YOURS = "If you did not write it, do nothing: nothing will happen."
TOO_LONG = "It is too long to be shown here and done at your word, so nothing in it was done."
NOT_READ = "I could not read its text, so nothing in it was done."
LEADS_AWAY = (
    "It holds a web or mail address, or signs that a mail program may take for one. I repeat these to nobody who may "
    "not have written them. So nothing in it was done."
)
AGAIN = (
    "If it is yours, send it again as an answer to a mail of the game, or with your KEY on a line of its own: either "
    "proves it."
)
AGAIN_WITH_KEY = "If it is yours, send it again with your KEY on a line of its own."
KEY_SHOWN = (
    "Your KEY stands in this mail, and the mail also went to others. They know the KEY now, and can write in your "
    "name. REVOKE makes it void and mails you a new one."
)
WRONG_KEY = "The KEY in your mail is wrong, so it proves nothing. Your KEY is in the mail that welcomed you."
NO_MORE = "You have left the game that you answered a mail of. For another one, write GAME and its name above."
SEVERAL_GAMES = (
    "This mail answers letters of {games}. Where no GAME line says otherwise it was read for {game} alone: write to "
    "each game in a mail of its own."
)
NOT_CONFIRMED = "Nothing was confirmed. Write CONFIRM and the code from the mail that you answered on one line."


_MAIL = select(InboundRow).where(InboundRow.id == bindparam("mail_id")).with_for_update()
_MAILS = Base.metadata.tables[InboundRow.__tablename__]
_READ = update(_MAILS).where(_MAILS.c.id == bindparam("mail_id"))


def answer(work: Work, mail_id: int, parsed: Parsed) -> None:
    """Does what a mail asks for, and answers it: the one transaction of its reading."""
    row = work.session.scalars(_MAIL, {"mail_id": mail_id}).one()
    if row.status != "new":
        return
    # Written once, when all is known of it: nothing that is asked for meanwhile is about this mail.
    work.session.expunge(row)
    row.trouble = ""
    arrival = Arrival(work, row, parsed)
    is_done = any(rule(arrival) for rule in CHAIN)
    if not is_done and arrival.writer is not None and arrival.known is not None:
        _answer_writer(arrival, arrival.writer, arrival.known)
    # From here on its text alone is kept, and nothing of it holds a secret.
    found = {name: getattr(row, name) for name in ("acted_as", "player_id", "proof", "cost")}
    found |= {"status": "read", "read_at": work.now, "trouble": masked(row.trouble), "raw": parsed.kept}
    work.session.execute(_READ, {"mail_id": row.id, **found, "sealed": None, "reach": None})


# ---- the chain: what is answered already, or not to be


@dataclass
class Arrival:
    """A mail that is being read. `writer`: whose it is, once that is known; `known`: what there is to know of their
    earlier mails. `just_proved`: its writer's address was not proved before it.
    """

    work: Work
    row: InboundRow
    parsed: Parsed
    writer: Writer | None = None
    known: limits.Lately | None = None
    just_proved: bool = False


def is_for_the_host(arrival: Arrival) -> bool:
    """Mail to a mailbox of the host's alone is passed on."""
    work, row = arrival.work, arrival.row
    boxes = host_mailboxes_among(row.recipients, work.settings.domain)
    return bool(boxes) and pass_on(work, row, arrival.parsed.mail, boxes[0])


def is_a_programs(arrival: Arrival) -> bool:
    """Reports of mail that came back are heeded, and other programs not answered."""
    if arrival.row.mail_from and not arrival.parsed.mail.automatic:
        return False
    arrival.row.trouble = bounces.heed_report(arrival.work, arrival.row, arrival.parsed.mail)
    return True


def names_no_sender(arrival: Arrival) -> bool:
    mail = arrival.parsed.mail
    if mail.sender is not None:
        return False
    arrival.row.trouble = mail.sender_problem
    strangers.ask_who(arrival.work, arrival.row, mail)
    return True


def is_a_strangers(arrival: Arrival) -> bool:
    """A stranger is told what this is, but for one who registers in answer to a mail of the judge."""
    work, parsed = arrival.work, arrival.parsed
    who = identify(work, parsed.evidence)
    arrival.writer = strangers.welcome(work, arrival.row, parsed, who) if isinstance(who, Stranger) else who
    return arrival.writer is None


def is_banned(arrival: Arrival) -> bool:
    if arrival.writer is None or arrival.writer.player.status != "banned":
        return False
    arrival.row.trouble = "banned"
    return True


def is_copy(arrival: Arrival) -> bool:
    """The same mail acts once."""
    row, writer = arrival.row, arrival.writer
    if writer is None:
        return False
    arrival.known = limits.lately(arrival.work, row, writer, arrival.parsed.mail.message_id)
    row.player_id = writer.player.id
    if arrival.known.copy is None:
        return False
    row.trouble = limits.IS_COPY.format(number=arrival.known.copy)
    return True


def is_not_proved(arrival: Arrival) -> bool:
    """An address that was not proved is so by this mail, or its writer is told how to."""
    work, row, parsed, writer = arrival.work, arrival.row, arrival.parsed, arrival.writer
    if writer is None or writer.player.status != "unproved":
        return False
    if Proof.TOKEN in writer.proofs:
        bounces.reinstate(work, writer.player)
        players.prove(work, writer.player, begins=strangers.first_wish(work, writer.player) is not None)
        arrival.just_proved = True
        # Whoever was just proved has been welcomed since, which counts.
        arrival.known = limits.lately(work, row, writer, parsed.mail.message_id)
        return False
    if not parsed.mail.fails_authentication and rate_limits.may_answer(work, row, parsed.evidence.sender):
        begins = strangers.first_wish(work, writer.player) is not None
        players.welcome(work, writer.player, "", begins=begins)
    row.trouble = "address not proved yet"
    return True


CHAIN: tuple[Callable[[Arrival], bool], ...] = (
    is_for_the_host,
    is_a_programs,
    names_no_sender,
    is_a_strangers,
    is_banned,
    is_copy,
    is_not_proved,
)
"""Why nothing in a mail is executed: the first of these that holds has seen to it."""


# ---- a player's mail


def _answer_writer(arrival: Arrival, writer: Writer, known: limits.Lately) -> None:
    work, row, parsed = arrival.work, arrival.row, arrival.parsed
    letter = writer.answers or writer.letter_meant
    if letter is not None:
        parsed = without_broken_quotations(parsed, letter.raw)
    # Whatever the mail of somebody just proved says, it says yes, and the welcome answers it.
    if not arrival.just_proved or any(_asks_more(item, writer.player) for item in parsed.items):
        _answer_player(_request(work, row, parsed, writer, accepted_at=row.accepted_at), parsed, known)
    if arrival.just_proved:
        membership.tell_invitations(work, writer.player)
        strangers.take_up_first_mail(work, writer.player)


def _asks_more(item: Item, player: Player) -> bool:
    """Is it a command other than the REGISTER by which this player is what they are?"""
    if item.command is None or item.command.name != "REGISTER":
        return item.command is not None
    return players.clean_name(item.line.rest) not in ("", player.name)


def _request(work: Work, row: InboundRow, parsed: Parsed, writer: Writer, *, accepted_at: datetime) -> Request:
    """The mail as it is carried out: in the game whose mail it answers."""
    answers = writer.answers
    game = None
    if answers is not None and answers.game_id:
        game = work.session.get(Game, answers.game_id, with_for_update=True)
    progress = Progress(Cursor(game))
    request = Request(work, writer, row, parsed.mail, accepted_at, progress, with_care=row.attempts > 1)
    if answers is None:
        _keep_to_its_game(request)
    return request


def _keep_to_its_game(request: Request) -> None:
    """What answers a letter that counts no more is for that letter's game all the same, or for none: never for another
    that happens to be the only one of its writer's by now.
    """
    letter = request.writer.letter_meant
    if letter is None or letter.game_id is None:
        return
    game = next((game for game in request.every_game() if game.id == letter.game_id), None)
    request.move(game=game, astray=NO_MORE if game is None else "")


def _why_not_proved(parsed: Parsed, writer: Writer) -> str:
    if parsed.evidence.outdated:
        return OUTDATED
    if parsed.evidence.referred is not None:
        return NAMED_ALONE
    return NOT_PROVED if writer.letter_meant is None else VOID


def _answer_player(request: Request, parsed: Parsed, known: limits.Lately) -> None:
    """What proves the mail decides what is done with it: nothing, the codes in it, or all of it."""
    work, row, writer, message_id = request.work, request.row, request.writer, parsed.mail.message_id
    confirms = parsed.numbers_of("CONFIRM")
    is_other = writer.trust != Trust.NONE and known.acted not in (None, row.id)
    if is_other:
        request.writer = writer = replace(writer, proofs=frozenset())
        known = limits.lately(work, row, writer, message_id)
    elif writer.trust != Trust.NONE:
        limits.note_acting(row, writer.player.id, message_id)
    if writer.trust == Trust.NONE and not confirms:
        _ask_for_all(request, parsed, SAME_NAME if is_other else _why_not_proved(parsed, writer))
        return
    if writer.trust != Trust.NONE and any(address.bounces for address in writer.player.addresses):
        bounces.reinstate(work, writer.player)
    row.proof = limits.proof_of(writer)
    left = limits.answers_left(work, writer, known.answered)
    budget = budget_of(work, writer, known.spent, is_answered=left > 0 or bool(confirms))
    done, answered = _executed(request, parsed, confirms, budget)
    if parsed.mail.machine_like and not done.acted and limits.is_answered_today(work, writer):
        left = 0
    if left <= 0 and not request.progress.confirmed:
        _stay_silent(request, parsed, done, budget)
        return
    remarks = _remarks(request, confirms, left, said=bool(answered.sections))
    _reply(request, parsed, done, replace(answered, sections=(*remarks, *answered.sections)))


def _executed(
    request: Request, parsed: Parsed, confirms: Collection[int], budget: Budget
) -> tuple[Executed, Transcript]:
    """Execute the lines, then what their codes confirm. Return what became of them, and of all in one transcript."""
    work, row, writer = request.work, request.row, request.writer
    request.doubted = doubts(work, row, parsed, request.player) if confirms else {}
    # A code proves itself; nothing else in a mail without any proof does anything.
    done = execute(request, parsed, budget, only=confirms if writer.trust == Trust.NONE else None)
    mail = parsed.mail
    unread, quoted = unread_of((*mail.dropped, *done.unread), writer, work.settings.address, mail.letter)
    unread = tuple(replace(each, message=fitting(request, each.message)) if each.message else each for each in unread)
    _keep_lines(work.session, row.id, done.sections, parsed, unread)
    sections = list(done.sections)
    if request.progress.confirmed:  # the code itself is answered by what it has brought about
        sections = [each.without(confirms) for each in sections]
    for confirmation in request.progress.confirmed:
        sections += _confirmed(request, confirmation, budget)
    row.cost = budget.spent
    names = (*_names_of(request), *signatures([each.text for each in unread[:HINTED]]))
    listed = tuple(
        each for place, each in enumerate(unread) if place >= HINTED or each.message or not is_talk(each.text, names)
    )
    return done, Transcript(tuple(sections), listed, quoted)


def _names_of(request: Request) -> tuple[str, ...]:
    """What the writer may sign with: their name, that in the mail, and that of their seat."""
    seat = request.own_seat(request.game) if request.game else None
    return (request.player.name, request.mail.sender_name, seat.name if seat is not None else "")


def _stay_silent(request: Request, parsed: Parsed, done: Executed, budget: Budget) -> None:
    """No reply goes out: only a code that is waited for, word that something was not done, and of what was changed."""
    request.row.trouble = "read, but not answered: too many answers to its writer within an hour"
    if done.waiting and limits.may_ask(request.work, request.writer):
        ask_alone(request, question(request, parsed, done.sections, done.waiting))
    elif request.progress.asks:
        ask_alone(request, request.progress.asks[-1])
    elif budget.was_short:
        tell_of_shortage(request.work, request.player)
    tell_of_changes(request, parsed, done.sections)


def _reply(request: Request, parsed: Parsed, done: Executed, answered: Transcript) -> None:
    """The reply, with a code for what waits, for words to a person, and for what a command itself asks about."""
    asked = [question(request, parsed, done.sections, done.waiting)] if done.waiting else []
    if done.offered:
        asked.append(question(request, parsed, done.sections, done.offered, CODE_BLANKS[len(asked)]))
    for wish, code in request.progress.asks[-1:]:  # a later change of address takes the place of an earlier one
        if len(asked) < len(CODE_BLANKS):
            asked.append((replace(wish, code=CODE_BLANKS[len(asked)]), code))
        else:
            ask_alone(request, (wish, code))
    if not any(section.answers or section.blocks for section in answered.sections):
        answered = replace(answered, sections=(*answered.sections, nothing_found(request)))
    questions = tuple(each for each, _ in asked)
    reply(request, replace(answered, questions=questions), [code for _, code in asked])


def _remarks(request: Request, confirms: Collection[int], left: int, *, said: bool) -> list[Section]:
    """What stands above the transcript. `said`: there is one; `left`: so many more answers the writer gets now."""
    mail, answers = request.mail, request.writer.answers
    asked = answers is not None and answers.purpose == "code"
    not_confirmed = asked and not confirms and codes.is_awaited(request.work, request.player)
    last = left == 1 and request.writer.trust != Trust.NONE
    remarks = (
        (mail.refusal,) if mail.refusal and (said or last or not_confirmed or mail.warnings) else (),
        # They repeat words that are anybody's.
        mail.warnings if request.writer.trust != Trust.NONE else (),
        (WRONG_KEY,) if request.writer.wrong_key else (),
        (KEY_SHOWN,) if _key_is_shown(request) else (),
        _several_games(request),
        (NOT_CONFIRMED,) if not_confirmed else (),
        (limits.LAST_ANSWER,) if last else (),
    )
    return [Section("", notes) for notes in remarks if notes]


def _several_games(request: Request) -> tuple[str, ...]:
    """What to say of a mail to the letters of several games, which is read for the game of the first."""
    own = {row.game_id for row in request.writer.letters if row.player_id == request.player.id}
    answers = request.writer.answers
    if answers is None or answers.game_id is None or len(own - {None}) < 2:
        return ()
    games = {game.id: game.name for game in request.session.scalars(select(Game).where(Game.id.in_(own)))}
    return (SEVERAL_GAMES.format(games=", ".join(sorted(games.values())), game=games[answers.game_id]),)


def _key_is_shown(request: Request) -> bool:
    """Does the mail name others beside its writer's KEY? Whoever they are: that some are told apart would tell who
    plays here.
    """
    own = {each.address for each in request.player.addresses}
    return Proof.KEY in request.writer.proofs and not own.issuperset(request.mail.others)


def _ask_for_all(request: Request, parsed: Parsed, why: str) -> None:
    """No proof at all: nothing acts, and the registered address is asked whether it meant this, where the mail is short
    enough to be shown there.
    """
    work, row, player = request.work, request.row, request.player
    if codes.was_asked_lately(work, player) or limits.was_told_lately(work, player):
        row.trouble = "no proof of its writer, and such a mail was asked about within the hour"
        return
    what = tuple(
        Answer(line.number, MASKED if line.number in parsed.keys else masked(line.text), "waiting", "")
        for line in parsed.mail.lines
        if line.text.strip()
    )
    reader = reader_of(player)
    unread = NOT_READ if parsed.mail.refusal else "" if is_short(what) else TOO_LONG
    if unread or leads_away(what):
        row.trouble = "no proof of its writer, and too long to be asked about, or with an address"
        again = AGAIN_WITH_KEY if work.settings.reply_address == "none" else AGAIN
        told = (f"{why} {unread or LEADS_AWAY}", again, ONE_AN_HOUR, NOT_YOURS)
        letter = write.notice(work.renderer, reader, None, "Your mail needs a proof", told, work.now)
        post(work, letter, reader, purpose="unproved", player=player, proof=limits.NONE)
        return
    codes.void_questions(work, player)
    code, expires = codes.ask(work, player, row.id, None, as_kept(parsed, request.writer))
    why = " ".join(filter(None, (why, _would_count(request, parsed), ONE_AN_HOUR)))
    letter = write.code(work.renderer, reader, (Question(what, CODE_BLANKS[0], expires, why, unproved=True),), work.now)
    post(work, letter, reader, purpose="code", player=player, encloses=(code,), proof=limits.NONE)
    _keep(work.session, [_entry(row.id, each.number, each.text, "waiting") for each in what])


def _would_count(request: Request, parsed: Parsed) -> str:
    """For which game the orders of such a mail would count, and until when; empty where that is not to be said."""
    named = [item.line.rest for item in parsed.items if item.command is not None and item.command.name == "GAME"]
    if len(named) > 1 or all(item.command is not None for item in parsed.items):
        return ""
    try:
        game = request.choose_game(named[0]) if named else request.settle_game()
        here = request.here()
    except Refused:
        return ""
    by = when(here.row.deadline, request.player)
    return f"Its orders would be for {game.name}, {here.phase.title}, and count only if you answer before {by}."


def _confirmed(answering: Request, confirmation: Confirmation, budget: Budget) -> list[Section]:
    """The lines that waited for a code, as if they had just come, and with the code as their proof. `answering`: the
    mail with the code, whose budget they are done from.
    """
    work, writer, accepted_at = answering.work, answering.writer, answering.row.accepted_at
    bounces.reinstate(work, writer.player)
    row = work.session.get_one(InboundRow, confirmation.mail_id)
    if limits.copy_of(work, row) is not None:
        return [Section("", ("What waited for that code is already done. The same mail came with proof.",))]
    limits.note_acting(row, writer.player.id)
    parsed = waiting_for(confirmation)
    before = identify(work, parsed.evidence)
    known = before if isinstance(before, Writer) else writer
    confirmed = replace(known, proofs=frozenset({Proof.CODE}), letters=before.letters)
    request = _request(work, row, parsed, confirmed, accepted_at=accepted_at)
    request.with_care = answering.with_care
    only = frozenset(confirmation.lines) if confirmation.lines is not None else None
    done = execute(request, parsed, budget, only)
    answering.note(asks=(*answering.progress.asks, *request.progress.asks))
    _keep_lines(work.session, row.id, done.sections, parsed)
    sent = f"This is what you have confirmed, of your mail of {when(row.accepted_at, writer.player)}:"
    # A line GAME alone says only where the others belong.
    told = [
        section
        for section in done.sections
        if section.notes or section.blocks or any(each.message or each.filed for each in section.answers)
    ]
    return [replace(section, notes=(sent, *section.notes)) for section in told]


def _keep_lines(
    session: Session, mail_id: int, sections: Sequence[Section], parsed: Parsed, unread: Sequence[Answer] = ()
) -> None:
    """What became of each line, for the audit; a line that is carried out later gets another entry. Lines that only
    quote the letter that is answered get none: they are most of a mail, and that letter and the mail itself are kept.
    """
    carried_out = [
        _entry(mail_id, each.number, MASKED if each.number in parsed.keys else each.text, each.became)
        | {"message": each.message, "code": (each.changes or each.code)[:CODE]}
        for section in sections
        for each in section.answers
    ]
    beside = [_entry(mail_id, each.number, each.text, "unread") for each in unread]
    _keep(session, carried_out + beside)


def _entry(mail_id: int, number: int, text: str, became: str) -> dict[str, object]:
    return {"mail_id": mail_id, "number": number, "text": text, "became": became, "message": "", "code": ""}


CODE = 64
"""Characters of a line's code that are kept: a game of others may have longer ones."""
_KEPT = insert(Base.metadata.tables[LineRow.__tablename__])


def _keep(session: Session, entries: Sequence[dict[str, object]]) -> None:
    """At once: nothing asks for the rows that they become."""
    if entries:
        session.execute(_KEPT, entries)
