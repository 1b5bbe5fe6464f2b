"""HELP: the commands, generated from themselves."""

from __future__ import annotations

import re
from textwrap import indent

from judge.commands.command import Command, Line, Needs, commands, near_commands
from judge.commands.request import Request
from judge.letters.columns import sentence, table, wrapped
from judge.letters.values import Block, Said
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system, systems
from judge.rules.system import Word

_FOR = {
    Needs.ANYBODY: "Everybody",
    Needs.PLAYER: "Registered players",
    Needs.GAME: "In a game",
    Needs.SEAT: "At your seat",
    Needs.MASTER: "GameMasters",
}


_WRITTEN = {"flag": "yes or no", "int": "a number", "names": "names", "text": "text"}
_FIRST_WORDS = ("LIST", "INFO", "JOIN", "STATUS", "SHOW", "PRESS", "HELP")
_WITH_OPTIONS = ("CREATE", "SET")


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=\.) ", text, maxsplit=1)[0]


def brief(request: Request) -> tuple[Block, ...]:
    """What somebody needs first whose mail held no word that the judge knows."""
    known = commands()
    rows = [(name, _first_sentence(known[name].summary)) for name in _FIRST_WORDS]
    words = [(usage, about) for _, usage, about in request.game_words()]
    return (*((Block("The words of this game", table(words)),) if words else ()), Block("To begin with", table(rows)))


def _overview(request: Request) -> Said:
    distinct = sorted({command.name: command for command in commands().values()}.values(), key=lambda each: each.name)
    blocks = [
        Block(title, table([(each.name, _first_sentence(each.summary)) for each in distinct if each.needs == needs]))
        for needs, title in _FOR.items()
    ]
    if words := request.game_words():
        blocks.insert(0, Block("The words of this game", table([(usage, about) for _, usage, about in words])))
    return Said("One command a line; HELP and a word tells more about it.", tuple(blocks))


def _about_games(name: str) -> tuple[Block, ...]:
    """The options of the rules named; without a name, what rules there are."""
    if not name:
        games = [(system.name, f"{system.title} (HELP CREATE {system.name})") for system in systems().values()]
        return (Block("The games, and how to read of their options", table(games)),)
    try:
        system = find_system(name)
    except KeyError as unknown:
        raise Refused(Problem("help/no-such-system", sentence(unknown.args[0]))) from None
    rows = [
        (option.name, f"{option.help}: {', '.join(option.choices) or _WRITTEN[option.kind]}")
        for option in system.options
    ]
    return (Block(f"The options of {system.title}", table(rows)),)


def _of_games(topic: str) -> tuple[Block, ...]:
    """What the word means in each game that has it."""
    titles: dict[Word, list[str]] = {}
    for system in systems().values():
        for word in system.words:
            if word.name == topic:
                titles.setdefault(word, []).append(system.title)
    return tuple(
        Block(
            f"{word.name}, in {' and '.join(found)}",
            f"{wrapped(word.usage)}\n\n{wrapped(sentence(word.help))}"
            + (f"\n\nExample:\n{indent(word.example, '    ')}" if word.example else ""),
        )
        for word, found in titles.items()
    )


def _run(request: Request, line: Line) -> Said:
    topic = line.rest.upper().split()[0] if line.rest else ""
    if not topic:
        return _overview(request)
    if command := commands().get(topic):
        example = indent(command.example, "    ")
        text = f"{wrapped(command.usage)}\n\n{wrapped(command.summary)}\n\nExample:\n{example}"
        asked = line.rest.split()[1] if len(line.rest.split()) > 1 else ""
        more = _about_games(asked) if command.name in _WITH_OPTIONS else ()
        return Said("", (Block(command.name, text), *more))
    if found := _of_games(topic):
        return Said("", found)
    near = near_commands(topic)
    hint = f"Did you mean HELP {near[0]}?" if near else "HELP alone lists everything."
    raise Refused(Problem("help/no-such-topic", f"There is no command {topic[:30]}.", hint=hint))


HELP = Command(
    "HELP",
    "HELP [command]",
    "Lists the commands, or explains one of them; HELP CREATE and the name of a game, its options.",
    Needs.ANYBODY,
    _run,
    example="HELP TRANSFER",
)


COMMANDS = (HELP,)
