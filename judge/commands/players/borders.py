"""BORDERS: what touches what on the map of a game, in words."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.games.members import is_master
from judge.letters.columns import sentence, wrapped
from judge.letters.values import Block, Said
from judge.rules.problems import Problem, Refused
from judge.rules.values import MASTER, PUBLIC, Audience, only

AREAS = 20


def _viewer(request: Request) -> Audience:
    """As whom the writer reads the game."""
    game = request.settle_game()
    if request.own_seat(game) is not None:
        return only(request.role()[1])
    return MASTER if is_master(request.session, game, request.player) else PUBLIC


@Command("BORDERS [area, area …]", Needs.GAME, example="BORDERS PAR, English Channel", cost=3, looks=True)
def borders(request: Request, line: Line) -> Said:
    """Shows what an area of the map has and what it touches, by land and by sea, as far as you may know. Without a name
    it shows all areas.
    """
    here = request.here()
    view = here.view(_viewer(request))
    asked = [name.strip(" .!") for name in line.rest.split(",") if name.strip(" .!")]
    if len(asked) > AREAS:
        raise Refused(Problem("borders/many", f"Ask about {AREAS} areas at most. BORDERS alone shows all of them."))
    told = [text for area in asked or ("",) for text in here.system.borders(view, area)]
    gap = "\n\n" if asked else "\n"
    shown = gap.join(wrapped(sentence(text), rest="  ") for text in told)
    return Said("", (Block(f"Borders in {here.game.name}", shown),))
