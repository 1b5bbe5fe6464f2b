"""PRACTICE and HINT: a game for one among programs. ARCHIVE: a game that is over, as a file."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.letters.values import Said
from judge.play import archives, practice


@Command(
    "PRACTICE system [option value …] [strength] [AS seat], or PRACTICE STOP",
    Needs.PLAYER,
    example="PRACTICE payola AS FRANCE",
    cost=30,
)
def practice_command(request: Request, line: Line) -> str:
    """Begins a game for you alone at once, in which programs play the others. Each phase is adjudicated as soon as you
    have written. Nobody else can see it. It ends after 14 days of silence, or with PRACTICE STOP.
    """
    words = line.rest.split()
    if words and words[0].upper() == "STOP":
        game = request.choose_game(words[1]) if len(words) > 1 else request.settle_game()
        return practice.stop(request.work, game)
    game = practice.begin(request.work, request.player, line.rest, commands())
    request.move(game=game)
    return practice.welcome_to_practice(request.work, game)


@Command("HINT", Needs.SEAT, cost=5, looks=True)
def hint(request: Request, line: Line) -> Said:
    """In a game for PRACTICE, shows what a program would write in your place, and why."""
    nothing_behind(line, "HINT")
    here = request.here()
    return Said("", (practice.hint_block(request.work, here, request.my_seat()),))


@Command("ARCHIVE [game]", Needs.PLAYER, example="ARCHIVE oslo", cost=20, names_game=True)
def archive(request: Request, line: Line) -> str:
    """Mails you the archive of a game that is over, as a file that anybody can check: all that its rules open, every
    adjudicated sheet among it. A game whose rules keep things secret after the end has none to mail.
    """
    game = request.readable_game(line.rest.strip())
    archives.mail_archive(request.work, game, request.player)
    return f"The archive of {game.name} is on its way. `judge verify archive.json` checks it."
