"""GAME and PHASE: what the lines below are for; GAMES, STATUS, INFO, RULES: how games stand."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import NOT_YOURS, Request
from judge.commands.words import nothing_behind
from judge.games.lookup import RUNNING, joined_games, title_of_phase
from judge.letters.values import Block, Said
from judge.play import history, listing, nominations
from judge.play.sanity_checks import is_late_for
from judge.rules.problems import Problem, Refused


@Command("GAME name", Needs.PLAYER, example="GAME oslo", changes_nothing=True)
def game(request: Request, line: Line) -> str:
    """Says that the lines below are for this game. You do not need it when you answer a mail of the game, or play in
    one game only.
    """
    request.choose_game(line.rest)
    return ""  # the heading over what is below it says so


@Command("PHASE label", Needs.GAME, example="PHASE F1901M", changes_nothing=True)
def phase(request: Request, line: Line) -> str:
    """Says that the orders below count only if the game is in this phase. You need it when you answer a mail of an
    earlier phase.
    """
    here = request.here()
    label = line.rest.strip().upper()
    request.move(meant_for=label, phase_line=label)
    if label != here.row.label:
        if is_late_for(request.session, here, label):
            return f"The orders below are for {title_of_phase(request.session, here.game, label)}, now over."
        message = f"{here.game.name} is in {here.phase.title} now. Orders for another phase do not count."
        over = title_of_phase(request.session, here.game, label)
        hint = (
            f"Orders cannot be sent ahead. Write PHASE {here.row.label}, or send them when their phase has opened."
            if over == label
            else f"{over} is over, and nothing changes its orders. Write PHASE {here.row.label} for those of now."
        )
        raise Refused(Problem("phase/other", message, hint=hint))
    return f"The orders below are for {here.phase.title}."


@Command("GAMES", Needs.PLAYER, cost=2, looks=True)
def games(request: Request, line: Line) -> Said:
    """Shows all your games on one page: what you are in each, when it is due, and whom it waits for."""
    nothing_behind(line, "GAMES")
    joined = joined_games(request.session, request.player)
    games = dict.fromkeys((*request.every_game(), *joined))
    return Said("", (listing.my_games_block(request.work, list(games), request.player),))


@Command("STATUS [game]", Needs.PLAYER, example="STATUS oslo", cost=2, looks=True)
def status(request: Request, line: Line) -> Said:
    """Shows how the game stands: phase, deadline, who plays. The GameMaster also reads who has written, unless the game
    hides that, and never what.
    """
    name = line.rest.strip().lower()
    games = request.forming_games(name)
    if name and not games:
        request.choose_game(name)
    games = games or (request.settle_game(),)
    return Said("", tuple(listing.status_block(request.session, game, request.player) for game in games))


def info_of(request: Request, name: str) -> tuple[Block, ...]:
    """What one should know of a game before joining it, or of the one that the mail speaks of. Raises Refused."""
    game = request.find(name) if name else request.settle_game()
    if game is None or not (
        game.status == "forming"
        or (game.status in RUNNING and nominations.is_asked(request.work, game, request.player))
        or game == request.readable_game(game.name)
    ):
        raise Refused(NOT_YOURS)
    return listing.info_blocks(request.session, game, request.player)


@Command("INFO [game]", Needs.PLAYER, example="INFO oslo", cost=3, looks=True)
def info(request: Request, line: Line) -> Said:
    """Shows who runs a game, who is in it, and every option with its value and meaning."""
    return Said("", info_of(request, line.rest.strip()))


@Command("RULES [game]", Needs.PLAYER, example="RULES oslo", cost=3, looks=True)
def rules(request: Request, line: Line) -> Said:
    """Explains the words of a game, and how this one is set up."""
    return Said("", history.rules_blocks(request.readable_game(line.rest.strip())))
