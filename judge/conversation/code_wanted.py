"""Which commands wait for a code, and what their writer is told of them until it comes."""

from __future__ import annotations

from judge.commands.command import Command, check, proved, trust_wanted
from judge.commands.request import Request
from judge.commands.seats.sheet import CLEAR, NO_ORDERS
from judge.conversation.lines.orders_in_press import held_back
from judge.conversation.lines.parsed import Item
from judge.conversation.talk import is_asked_first
from judge.games.current import sheet_of, was_for
from judge.letters.values import Answer
from judge.mail.values import Proof
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
    always = command.asks_always or item.asks or (request.letter is not None and is_asked_first(command))
    if not always and writer.trust >= wanted:
        return None
    check(request, command.needs)
    told = " ".join(filter(None, (item.remark, command.foretell(request, line))))
    changes = sheet_of(request.game) if command in (CLEAR, NO_ORDERS) and request.game else ""
    sparable = not always and writer.with_key.trust >= wanted
    return Answer(line.number, text, "waiting", told, _why(request, item, command), sparable=sparable, changes=changes)


def _why(request: Request, item: Item, command: Command) -> str:
    """Why a mail with its writer's KEY is asked about all the same; empty where it has none."""
    if item.asks:
        return f"Without a code: write {f'{command.name} {item.line.rest}'.strip()} alone on a line."
    if command.asks_always:
        return "I always ask for a code before I do this."
    if Proof.KEY not in request.writer.proofs or request.letter is not None:
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
