"""Which commands wait for a code, what their writer is told of them until it comes, and how it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from judge.commands.command import Command, check, proved, trust_wanted
from judge.commands.request import Request
from judge.commands.seats.sheet import CLEAR, NO_ORDERS
from judge.games.current import current, sheet_of, was_for
from judge.identity import codes
from judge.identity.trust import Writer
from judge.letters import write
from judge.letters.values import Answer, Question, Section
from judge.mail.redaction import CODE_BLANKS
from judge.mail.values import Proof
from judge.mailbox.kept import as_kept
from judge.mailbox.limits import proof_of
from judge.mailbox.lines.orders_in_press import held_back
from judge.mailbox.lines.parsed import Item, Parsed
from judge.mailbox.talk import is_asked_first
from judge.outbox.outbox import Enclosed, post, reader_of
from judge.play.early_adjudication import reconsider
from judge.rules.problems import Problem, Refused
from judge.store.tables import Game


def answer_while_waiting(request: Request, item: Item, command: Command, text: str) -> Answer | None:
    """What is told of a line that waits; None where it can be carried out. `text`: the line as it is repeated. Raises
    Refused where no code would help.
    """
    line = item.line
    if command.reaches_others and not request.writer.has_sent_code:
        # It may hold what is meant for the judge.
        held = held_back(request, command, line)
        if held is not None:
            return Answer(line.number, text, "waiting", *held)
    if command.of_phase:
        _check_phase(request)
    writer = proved(request, command, line)
    if writer.has_sent_code:
        return None
    wanted = trust_wanted(command, line)
    always = command.asks_always or item.asks or (request.writer.press is not None and is_asked_first(command))
    if not always and writer.trust >= wanted:
        return None
    check(request, command.needs)
    told = " ".join(filter(None, (item.remark, command.foretell(request, line))))
    changes = sheet_of(request.game) if command in (CLEAR, NO_ORDERS) and request.game else ""
    sparable = not always and writer.with_key.trust >= wanted
    return Answer(
        line.number, text, "waiting", told, _why(request, item, command, writer), sparable=sparable, changes=changes
    )


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


def _why(request: Request, item: Item, command: Command, writer: Writer) -> str:
    """Why a mail with its writer's KEY is asked about all the same; empty where it has none. `writer`: as far as they
    are proved for this line.
    """
    wanted = trust_wanted(command, item.line)
    if item.asks and not command.asks_always and writer.with_key.trust >= wanted:
        keyed = "" if writer.trust >= wanted else ", and your KEY on another"
        return f"Without a code: write {f'{command.name} {item.line.rest}'.strip()} alone on a line{keyed}."
    if command.asks_always:
        return "I always ask for a code before I do this."
    if Proof.KEY not in request.writer.proofs or request.writer.press is not None:
        return ""
    answered = request.writer.answers
    game = request.session.get(Game, answered.game_id) if answered is not None and answered.game_id else None
    only = f" The letter that you answered is a proof for {game.name} only." if game is not None else ""
    return f"This needs two proofs that it is you. Your KEY is one.{only}"


def _check_phase(request: Request) -> None:
    """Raises Refused where the mail answers an earlier phase's (fault C7)."""
    game = request.settle_game()
    meant, label = request.meant_phase(game), request.label()
    if label and meant not in ("", label):
        hint = f"Answer the newest mail of the game, or write PHASE {label} on a line above."
        message = f"{was_for(request.session, game, meant, label)} Nothing was done."
        raise Refused(Problem("phase/other", message, hint=hint))
