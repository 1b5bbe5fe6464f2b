"""SET and START: how a game is set up, and its beginning."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.options_below import each_option
from judge.commands.request import Request
from judge.commands.words import rest_without_game
from judge.games.lookup import live_game
from judge.games.settings import TITLE, WORD
from judge.letters.values import Block, Said
from judge.play.creation import start
from judge.play.early_adjudication import reconsider
from judge.play.options import options_by_name, options_table, set_option
from judge.rules.words.courtesies import without_courtesies
from judge.store.tables import Game

_TO = re.compile(r"\A(?:phases?\s+)?to\s+", re.IGNORECASE)
_FREE = frozenset((TITLE.name, WORD.name))
"""Options that may be any words: `SET title To the death`."""


def _set_one(request: Request, game: Game, text: str) -> str:
    """What is told of it; raises Refused."""
    name, _, value = text.replace("=", " ").strip().partition(" ")
    if name.lower() not in _FREE:
        value = without_courtesies(_TO.sub("", value)).rstrip(" .!")
    changed, told = set_option(request.work, game, name.lower(), value.strip(), commands())
    request.note(options_changed={**request.progress.options_changed, (game.id, changed): told})
    return told


@Command(
    "SET [option value]",
    Needs.MASTER,
    example="SET movement 48h",
    free=True,
    irrevocable=True,
    harmless_if=lambda rest: not rest,
)
def set_command(request: Request, line: Line) -> Said | str:
    """Changes an option and tells the players. SET alone lists the options with their values and meanings."""
    game = request.mastered()
    if not line.rest.strip():
        return Said("", (Block(f"The options of {game.name}", options_table(game, for_master=True)),))
    # SET map modern, in a game that is called map; SET title 7 days of oslo
    is_meant = game.name in options_by_name(game.system) or line.rest.lower().startswith(tuple(_FREE))
    text = line.rest if is_meant else rest_without_game(request, line)
    done = [_set_one(request, game, each) for each in each_option(text, game.system)]
    here = live_game(request.session, game)
    if here is not None:
        reconsider(request.work, here)
    return " ".join(done)


@Command("START", Needs.MASTER, irrevocable=True)
def start_command(request: Request, line: Line) -> str:  # noqa: ARG001
    """Begins the game when its seats are filled. It draws the seats, mails everybody the opening and
    starts the clock.
    """
    game = request.mastered()
    request.tell_options()  # before the letter that the game has begun
    return start(request.work, game, commands())
