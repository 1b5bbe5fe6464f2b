"""JOIN, TAKEOVER, OBSERVE: ways into a game."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.games.current import current
from judge.lifecycle import membership, seats
from judge.rules.problems import Problem, Refused
from judge.rules.registry import check_usable
from judge.store.tables import Game


def _game_called(request: Request, name: str) -> Game:
    game = request.find(name)
    request.forward(game)
    if game is None:
        message = "No such game is waiting for players."
        raise Refused(Problem("join/no-such-game", message, hint="LIST shows them."))
    check_usable(game.system)
    return game


def _join(request: Request, line: Line) -> str:
    head, *words = re.split(r" WITH ", " ".join(line.rest.split()), maxsplit=1, flags=re.IGNORECASE)
    match = re.fullmatch(r"(\S+)(?: AS (.+))?", head, re.IGNORECASE)
    if match is None:
        raise Refused(Problem("join/usage", "Which game?", hint="JOIN name, or JOIN name AS ITALY, FRANCE"))
    game = _game_called(request, match[1])
    if game.status == "forming":
        membership.check_word(request.session, game, request.player, words[0] if words else "")
    return membership.join(request.work, game, request.player, match[2] or "")


JOIN = Command(
    "JOIN",
    "JOIN game [AS seat, seat, …] [WITH word]",
    "Joins a game that is forming. Name the seats that you would like, best first: FRANCE, [ENGLAND GERMANY], ? or "
    "their initials, F[EG]?. You like those in brackets equally, and ? is any other seat. A private game needs its "
    "word.",
    Needs.PLAYER,
    _join,
    example="JOIN oslo AS ITALY, TURKEY, ?",
    names_game=True,
)


def _take_over(request: Request, line: Line) -> str:
    match = re.fullmatch(r"(\S+)(?:\s+AS\s+(\S+))?", line.rest.strip(), re.IGNORECASE)
    if match is None:
        raise Refused(Problem("takeover/usage", "Which game?", hint="TAKEOVER oslo AS ITALY"))
    game = _game_called(request, match[1])
    here = current(request.session, game)
    if here is None:
        raise Refused(Problem("takeover/not-running", f"{game.name} is not running.", hint="LIST shows the games."))
    hint = "Its GameMaster can INVITE you first, or give you the seat with REPLACE."
    membership.check_word(request.session, game, request.player, "", hint)
    done = seats.take_over(request.work, here, (match[2] or "").upper(), request.player, request.row.id)
    request.game = game
    return done


TAKEOVER = Command(
    "TAKEOVER",
    "TAKEOVER game [AS seat]",
    "Takes a seat whose player has left, with its money and orders. You are mailed where things stand.",
    Needs.PLAYER,
    _take_over,
    example="TAKEOVER oslo AS ITALY",
    names_game=True,
)


def _observe(request: Request, line: Line) -> str:
    words = line.rest.split()
    stop = bool(words) and words[-1].upper() == "STOP"
    names = words[:-1] if stop else words
    if len(names) > 1 or not (names or stop):
        raise Refused(Problem("observe/usage", "Which game?", hint="OBSERVE oslo, and OBSERVE oslo STOP to end it"))
    game = _game_called(request, names[0]) if names else request.settle_game()
    if stop:
        return membership.stop_observing(request.session, game, request.player)
    membership.check_word(request.session, game, request.player, "")
    return membership.observe(request.work, game, request.player)


OBSERVE = Command(
    "OBSERVE",
    "OBSERVE game [STOP]",
    "From now on mails you what everybody may know of a game. STOP ends it.",
    Needs.PLAYER,
    _observe,
    example="OBSERVE oslo",
    names_game=True,
)


COMMANDS = (
    JOIN,
    TAKEOVER,
    OBSERVE,
)
