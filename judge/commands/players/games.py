"""Games as they stand and went: GAME and PHASE choose one, the others show it. ARCHIVE mails one as a file."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import NOT_YOURS, Request
from judge.commands.words import nothing_behind
from judge.games.lookup import RUNNING, joined_games, title_of_phase
from judge.games.members import is_master
from judge.letters.columns import sentence, wrapped
from judge.letters.values import Block, Said
from judge.play import archives, history, listing, nominations
from judge.play.sanity_checks import is_late_for
from judge.rules.problems import Refused, refusal
from judge.rules.values import MASTER, PUBLIC, Audience, only
from judge.store.tables import Game


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
    request.move(phase=label)
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
        raise refusal("phase/other", message, hint=hint)
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


def _asked_of(request: Request, line: Line) -> tuple[Game, tuple[str, ...]]:
    """The game that the first word names, else the one that the mail speaks of, and the phases behind it."""
    words = line.rest.replace(",", " ").split()
    named = request.find(words[0]) if words else None
    game = request.readable_game(words[0] if named else "")
    return game, tuple(word.upper() for word in (words[1:] if named else words))


@Command("HISTORY [game] [phase [phase]]", Needs.PLAYER, example="HISTORY oslo S1901M F1901M", cost=15, looks=True)
def history_command(request: Request, line: Line) -> Said:
    """Tells phases again, each as you may know it: the latest three, one of them, or a range."""
    game, labels = _asked_of(request, line)
    return Said("", history.history_blocks(request.work, game, request.player, request.own_seat(game), labels))


@Command("MAP [game] [phase]", Needs.PLAYER, example="MAP oslo", cost=40, looks=True)
def map_command(request: Request, line: Line) -> Said:
    """Shows the position as you may see it, or a phase that is over, as a map and as text."""
    game, labels = _asked_of(request, line)
    return Said("", (history.map_block(request.work, game, request.player, request.own_seat(game), labels),))


@Command("PRICES [game]", Needs.PLAYER, example="PRICES oslo", cost=10, looks=True)
def prices(request: Request, line: Line) -> Said:
    """Shows what your units took and what you paid, phase by phase, as a table and a plot; after the end
    everybody's.
    """
    game = request.readable_game(line.rest.strip())
    return Said("", history.price_blocks(request.work, game, request.player, request.own_seat(game)))


@Command("SUMMARY [game]", Needs.PLAYER, example="SUMMARY oslo", cost=4, looks=True)
def summary(request: Request, line: Line) -> Said:
    """Shows how a game has gone, in tables, and who has played what."""
    return Said("", history.summary_blocks(request.session, request.readable_game(line.rest.strip()), request.player))


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
        raise refusal("borders/many", f"Ask about {AREAS} areas at most. BORDERS alone shows all of them.")
    told = [text for area in asked or ("",) for text in here.system.borders(view, area)]
    gap = "\n\n" if asked else "\n"
    shown = gap.join(wrapped(sentence(text), rest="  ") for text in told)
    return Said("", (Block(f"Borders in {here.game.name}", shown),))


@Command("ARCHIVE [game]", Needs.PLAYER, example="ARCHIVE oslo", cost=20, names_game=True)
def archive(request: Request, line: Line) -> str:
    """Mails you the archive of a game that is over, as a file that anybody can check: all that its rules open, every
    adjudicated sheet among it. A game whose rules keep things secret after the end has none to mail.
    """
    game = request.readable_game(line.rest.strip())
    archives.mail_archive(request.work, game, request.player)
    return f"The archive of {game.name} is on its way. `judge verify archive.json` checks it."
