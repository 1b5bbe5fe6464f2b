"""A line that names another of the writer's games than the one that their mail speaks of: it is for that one, and where
it stands it would act upon this one, or mean nothing. And a line that names several games.
"""

from __future__ import annotations

import re

from judge.commands.request import Request
from judge.store.tables import Game

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
