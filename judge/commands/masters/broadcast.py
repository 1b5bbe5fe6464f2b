"""BROADCAST: the GameMaster writes to everybody; REFUSE: and keeps an article out of the newspaper."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.request import NO_MASTER, Request
from judge.commands.words import text_of
from judge.games.lookup import joined_players
from judge.mail.redaction import masked
from judge.outbox import news
from judge.press import newspaper
from judge.press.dispatch import check_size
from judge.rules.problems import Refused, refusal


def _broadcast_by_player(request: Request, line: Line) -> str:  # noqa: ARG001
    if request.settle_game().practice:
        raise Refused(NO_MASTER)
    hint = "Write PRESS TO ALL, your text below it, and END PRESS below that."
    raise refusal("broadcast/press", "Only the GameMaster can BROADCAST. Nothing was sent.", hint=hint)


@Command(
    "BROADCAST",
    Needs.MASTER,
    example="BROADCAST\nHappy new year!\nEND BROADCAST",
    cost=2,
    irrevocable=True,
    by_player=_broadcast_by_player,
    ends_with="END BROADCAST",
    keeps_quotations=True,
    block_if=lambda rest: not rest.strip(),
)
def broadcast(request: Request, line: Line) -> str:
    """Sends the lines below, up to END BROADCAST, to everybody in the game. It works before the start too."""
    lines = text_of(line, line.rest)
    if not lines:
        hint = "Write it below, and END BROADCAST below that."
        raise refusal("broadcast/empty", "It has no text.", hint=hint)
    game = request.mastered()
    check_size(lines)
    text = ("\n".join(masked(each) for each in lines),)
    title = f"From the GameMaster of {game.name}"
    news.announce(request.work, game, title, text, but=request.player, purpose=news.BROADCAST)
    for player in joined_players(request.session, game):
        news.to_player(request.work, game, player, title, text)
    return "Sent to everybody in the game."


@Command("REFUSE number [why]", Needs.MASTER, example="REFUSE 7 It names a real person.", free=True, irrevocable=True)
def refuse(request: Request, line: Line) -> str:
    """Keeps an article out of the newspaper. Its writer is told why."""
    said = re.sub(r"\Aarticle ", "", line.rest.strip(), flags=re.IGNORECASE)
    number, _, why = said.strip().partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise refusal("refuse/usage", "Which article?", hint="REFUSE 7 and why")
    return newspaper.refuse(request.work, request.mastered(), int(number), why.strip())
