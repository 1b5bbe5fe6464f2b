"""CREATE: a new game, with its options below."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs, commands
from judge.commands.request import Request
from judge.letters.values import Block, Said
from judge.lifecycle.creation import create
from judge.lifecycle.options import is_option, options_table
from judge.mail.values import TextLine
from judge.rules.problems import Problem, Refused
from judge.rules.words.courtesies import without_courtesies

_CALLED = re.compile(
    r"\s*(?:an? )?(?:new )?(?:game of )?([A-Za-z]+)(?: game)?,? (?:called|named) (\S+?)[.!]*", re.IGNORECASE
)
"""`a new game of Diplomacy called bergen`."""
_OPTION = re.compile(r"\s*(?:SET\s+)?([A-Za-z_-]+)\s*[:=]?\s+(.*)", re.IGNORECASE | re.DOTALL)
_FIRST_WORD = re.compile(r"\s*(?:SET\s+)?([A-Za-z_-]+)", re.IGNORECASE)
_NAME = re.compile(r"\s*([^\W\d_]+)[.,!]?\s*")
_SIGNS_OFF = re.compile(
    r"\s*(?:(?:many|best|with|kind|warm|viele|mit|bien|un|med)\s+)?(?:thank(?:s|\s+you)|thx|cheers|best|(?:kind\s+|warm\s+)?regards"
    r"|wishes|yours|sincerely|greetings|bye|ciao|danke|(?:liebe\s+|freundlichen\s+)?gr(?:ü|ue)(?:ß|ss)en?|merci|cordialement|saludos|gracias|grazie"
    r"|saluti|obrigad[oa]|abraço|bedankt|groet(?:en|jes)?|tack|takk|hilsen|pozdrawiam|dziękuję|sent\s+from)\b[^\d=]*",
    re.IGNORECASE,
)


def _options_below(line: Line, system: str) -> tuple[tuple[TextLine, ...], str]:
    """The lines that say something; where no END CREATE stands below them, without their writer's thanks and name. And
    a word that stands there alone, if there is one: it can hardly be anything but a name.
    """
    said = tuple(below for below in line.block if below.text.strip())
    for place, below in enumerate(said if line.is_open else ()):
        name = _NAME.fullmatch(below.text) if place == len(said) - 1 else None
        alone = name[1] if name and name[1].upper() not in commands() else ""
        if alone or _SIGNS_OFF.fullmatch(below.text):
            named = (_FIRST_WORD.match(each.text) for each in said[place:])
            if not any(match and is_option(system, match[1].lower()) for match in named):
                return said[:place], alone
    return said, ""


def _create(request: Request, line: Line) -> Said:
    words = line.rest.split()
    if len(words) > 2:
        called = _CALLED.fullmatch(without_courtesies(line.rest))
        words = [called[1], called[2]] if called else without_courtesies(line.rest).split()
    if len(words) != 2:
        raise Refused(Problem("create/usage", "A game needs a system and a name.", hint="CREATE PAYOLA oslo"))
    options = []
    lines, name_alone = _options_below(line, words[0])
    for below in lines:
        match = _OPTION.fullmatch(below.text)
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
        + (f"I took “{name_alone}” for your name, not for an option. " if name_alone else "")
        + "SET, alone on a line, lists all options."
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
