"""CREATE: a new game, with its options below."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.letters.values import Block, Said
from judge.lifecycle.creation import create
from judge.lifecycle.options import options_table
from judge.rules.problems import Problem, Refused
from judge.rules.words.courtesies import without_courtesies

_CALLED = re.compile(
    r"\s*(?:an? )?(?:new )?(?:game of )?([A-Za-z]+)(?: game)?,? (?:called|named) (\S+?)[.!]*", re.IGNORECASE
)
"""`a new game of Diplomacy called bergen`."""


def _create(request: Request, line: Line) -> Said:
    words = line.rest.split()
    if len(words) > 2:
        called = _CALLED.fullmatch(without_courtesies(line.rest))
        words = [called[1], called[2]] if called else without_courtesies(line.rest).split()
    if len(words) != 2:
        raise Refused(Problem("create/usage", "A game needs a system and a name.", hint="CREATE PAYOLA oslo"))
    options = []
    for below in line.block:
        if not below.text.strip():
            continue
        match = re.fullmatch(r"\s*(?:SET\s+)?([A-Za-z_-]+)\s*[:=]?\s+(.*)", below.text, re.IGNORECASE | re.DOTALL)
        if match is None:
            hint = "Write one option on each line, a name and a value:  movement 72h"
            raise Refused(
                Problem("create/option", f"{below.text.strip()[:60]!r} is not an option.", below.number, hint)
            )
        options.append((below.number, match[1].lower(), match[2].strip()))
    if not request.work.settings.may_create(request.mail.sender or ""):
        message = "You may not create games on this judge."
        raise Refused(
            Problem(
                "create/not-allowed",
                message,
                hint=f"Ask its host, {request.work.settings.host_address}, to list your address.",
            )
        )
    game = create(request.work, request.player, words[0], words[1], options, commands())
    request.game = game
    unusual = options_table(game, for_master=True, unusual=True)
    told = (
        f"{game.name} is created. Players can JOIN {game.name} now. You have nothing to do until the seats are taken. "
        "SET, alone on a line, lists all options."
    )
    return Said(told, (Block(f"What is special in {game.name}", unusual),) if unusual else ())


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    name = CREATE.game_named(line)
    return f"{name} would be created, with you as its GameMaster." if name else ""


CREATE = Command(
    "CREATE",
    "CREATE system name",
    "Creates a new game, with you as its GameMaster. Write its options below, one on each line, up to END CREATE or "
    "the end of the mail.",
    Needs.PLAYER,
    _create,
    example="CREATE PAYOLA oslo\nmovement 72h\nnmr wait\nEND CREATE",
    irrevocable=True,
    ends_with="END CREATE",
    creates_game=True,
    foretell=_foretell,
)


COMMANDS = (CREATE,)
