"""What is told and noted of command lines that were refused."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlalchemy import select

from judge.commands.request import NOT_MASTER, Request
from judge.games.members import masters
from judge.identity import codes
from judge.identity.rate_limits import count_wrong
from judge.identity.trust import Trust
from judge.outbox import news
from judge.play import journal
from judge.rules.problems import Problem
from judge.store.tables import Game, JournalRow

TRESPASS = "trespass"
"""The kind of its entry in the journal, and the purpose of the letter about it."""


def note_refusal(request: Request, problem: Problem, command: str) -> None:
    """A wrong code counts as a guess, and a GameMaster reads that somebody tries a `command` of theirs."""
    if problem.code == NOT_MASTER.code and request.game is not None:
        _tell_of_trespass(request, request.game, command)
    elif problem.code == codes.UNKNOWN:
        count_wrong(request.player, request.now)


def _tell_of_trespass(request: Request, game: Game, command: str) -> None:
    """Of each player once a day (fault C11)."""
    if request.proved_in(game).trust == Trust.NONE:
        return
    told = select(JournalRow.id).where(
        JournalRow.game_id == game.id,
        JournalRow.player_id == request.player.id,
        JournalRow.kind == TRESPASS,
        JournalRow.at > request.now - timedelta(days=1),
    )
    if request.session.execute(told.limit(1)).first() is not None:
        return
    journal.note(request.work, game, "a GameMaster's command refused, sent", request.player, kind=TRESPASS)
    title = f"{request.player.name} sent a GameMaster's command"
    text = f"It was {command}. It was refused, and nothing has happened."
    for master in masters(request.session, game):
        news.to_player(request.work, game, master, title, (text,), as_master=True, purpose=TRESPASS)


MOST_WORDS = 8
"""Of a longer line the rest is a reason, or a letter."""
_WORD = re.compile(r"[\w-]+")


def other_game(request: Request, text: str) -> Game | None:
    """The first of the writer's other games that the text names."""
    words = {word.lower() for word in _WORD.findall(text)[:MOST_WORDS]}
    return next((game for game in request.every_game() if game is not request.game and game.name in words), None)


def how_to_reach(game: Game) -> str:
    return f"For {game.name}, write GAME {game.name} on the line above it."


def each_on_a_line(request: Request, name: str, text: str) -> str:
    """How this command would have to stand where it was refused and names several games: `STATUS oslo and lund`."""
    words = dict.fromkeys(word.lower() for word in _WORD.findall(text)[:MOST_WORDS])
    games = [game.name for word in words if (game := request.find(word)) is not None]
    return f"I read one game on a line: {' / '.join(f'{name} {game}' for game in games)}" if len(games) > 1 else ""
