"""HELP and MANUAL: the commands, generated from themselves, the topics of games, which are data, and games' pages.

`manual` is the page of the commands: `docs/commands.md`, and what `judge manual` prints.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import indent
from typing import Any

from jinja2 import Environment

from judge.commands.command import Command, Line, Needs, commands, near_commands
from judge.commands.request import Request
from judge.games.lookup import system_of
from judge.games.members import is_master
from judge.letters.columns import sentence, table, wrapped
from judge.letters.markdown import as_text
from judge.letters.values import Block, Said
from judge.resources import docs_dir
from judge.rules.game import AnySystem
from judge.rules.problems import Refused, refusal
from judge.rules.registry import find_system, systems, unknown_in_words
from judge.rules.values import Word
from judge.rules.votes import votes_on_its_end

_FOR = {
    Needs.ANYBODY: "Everybody",
    Needs.PLAYER: "Registered players",
    Needs.GAME: "In a game",
    Needs.SEAT: "At your seat",
    Needs.MASTER: "GameMasters",
}


_WRITTEN = {"flag": "yes or no", "int": "a number", "names": "names", "text": "text"}
_WITH_OPTIONS = ("CREATE", "SET")


_OF_MONEY = ("BALANCE", "STATEMENT")
_OF_PRICES = ("PRICES",)
_OF_VOTES = ("DRAW", "NODRAW", "CONCEDE")
_MASTERS = ("GAMEMASTER", "GAMEMASTERS")


def _overview(request: Request) -> Said:
    """All commands; in a game only those that mean something there, and those of GameMasters for its own."""
    here = _system_here(request)
    left_out = _without_meaning(find_system(here)) if here else ()
    kinds = [
        needs
        for needs in _FOR
        if needs != Needs.MASTER or not here or is_master(request.session, request.settle_game(), request.player)
    ]
    blocks = [_of_kind(needs, left_out) for needs in kinds]
    if Needs.MASTER not in kinds:
        blocks.append(Block(_FOR[Needs.MASTER], "HELP GAMEMASTER lists the commands of GameMasters."))
    if words := request.game_words():
        blocks.insert(0, Block("The words of this game", table([(usage, about) for _, usage, about in words])))
    if here:
        blocks[:0] = _list_of_topics(here)
    return Said("Write one command on each line. HELP and a word explains that word.", tuple(blocks))


def _without_meaning(system: AnySystem) -> tuple[str, ...]:
    """The commands that games by these rules have no use for."""
    return (
        *(() if system.coins else _OF_MONEY),
        *(() if system.price_kinds else _OF_PRICES),
        *(() if votes_on_its_end(system) else _OF_VOTES),
    )


def _of_kind(needs: Needs, left_out: Collection[str] = ()) -> Block:
    shown = [each for each in _by_name() if each.needs == needs and each.name not in left_out]
    return Block(_FOR[needs], table([(each.name, each.in_a_sentence) for each in shown]))


def _by_name() -> list[Command]:
    """Every command, each once."""
    return sorted({command.name: command for command in commands().values()}.values(), key=lambda each: each.name)


def _about_games(name: str) -> tuple[Block, ...]:
    """The options of the rules named; without a name, what rules there are."""
    if not name:
        games = [(system.name, f"{system.title} (HELP CREATE {system.name})") for system in systems().values()]
        return (Block("The games, and how to read about their options", table(games)),)
    try:
        system = find_system(name)
    except KeyError as unknown:
        raise refusal("help/no-such-system", unknown_in_words(unknown, name)) from None
    rows = [
        (option.name, f"{option.help}: {', '.join(option.choices) or _WRITTEN[option.kind]}")
        for option in system.options
    ]
    return (Block(f"The options of {system.title}", table(rows)),)


def _of_games(topic: str, here: str) -> tuple[Block, ...]:
    """What the word means in the game by these rules; without one, in each game that has it."""
    titles: dict[Word, list[str]] = {}
    for system in systems().values():
        for word in system.words if here in ("", system.name) else ():
            if word.name == topic:
                titles.setdefault(word, []).append(system.title)
    return tuple(
        Block(
            f"{word.name}, in {' and '.join(found)}",
            f"{wrapped(word.usage)}\n\n{wrapped(sentence(word.help))}"
            + (f"\n\nExample:\n{indent(word.example, '    ')}" if word.example else ""),
            prose=True,
        )
        for word, found in titles.items()
    )


def _system_here(request: Request) -> str:
    """The name of the rules by which the game is played that the mail speaks of; empty where it speaks of none."""
    try:
        return system_of(request.settle_game()).name
    except Refused:
        return ""


def _list_of_topics(system: str) -> tuple[Block, ...]:
    found = topics_of(system)
    rows = [(f"HELP {topic.name}", topic.about) for topic in found]
    page = page_of(system)
    if page:
        rows.append((f"MANUAL {page}", "mails you the whole page of the game"))
    return (Block("To read about this game", table(rows)),) if rows else ()


def _on_topic(request: Request, word: str) -> tuple[Block, ...]:
    """The topic of the game that the mail speaks of; of each game that has it, where it speaks of none."""
    here = _system_here(request)
    found: dict[Topic, list[str]] = {}
    for system in systems().values():
        topic = topic_called(system.name, word) if here in ("", system.name) else None
        if topic is not None:
            found.setdefault(topic, []).append(system.title)
    return tuple(
        Block(
            f"{topic.name}, in {' and '.join(titles)}", f"{sentence(topic.about)}\n\n{as_text(topic.text)}", prose=True
        )
        for topic, titles in found.items()
    )


def _of_game(name: str) -> tuple[Block, ...]:
    """What can be read of the game that is so called."""
    try:
        system = find_system(name.lower())
    except KeyError:
        return ()
    words = table([(word.usage, word.help) for word in system.words])
    return (*((Block(f"The words of {system.title}", words),) if system.words else ()), *_list_of_topics(system.name))


_TOPIC_AND_MORE = 3
"""Words behind HELP; more are a sentence."""


@Command("HELP [word]", Needs.ANYBODY, example="HELP PRESS", changes_nothing=True, cost=5)
def help_command(request: Request, line: Line) -> Said:
    """Lists the commands, or explains one. HELP and a word, a sign or a topic of your game explains that. HELP CREATE
    and a game explains its options.
    """
    asked = line.rest.upper().split()
    if not asked:
        return _overview(request)
    whole = " ".join(asked)
    known = commands()
    topic = next((each for each in (whole, asked[0], asked[0].rstrip(".!?")) if each in known), "")
    if topic:
        command = known[topic]
        example = indent(command.example, "    ")
        text = f"{wrapped(command.usage)}\n\n{wrapped(command.summary)}\n\nExample:\n{example}"
        here = _system_here(request)
        if here and command.name in _without_meaning(find_system(here)):
            text = f"{text}\n\nIn a game of {find_system(here).title} it means nothing."
        more = _about_games(line.rest.split()[1] if len(asked) > 1 else "") if command.name in _WITH_OPTIONS else ()
        return Said("", (Block(command.name, text, prose=True), *more, *_on_topic(request, topic)))
    for topic in dict.fromkeys((asked[0], asked[0].rstrip(".!?"))):
        if found := (*_of_games(topic, _system_here(request)), *_on_topic(request, topic)) or _of_game(topic):
            return Said("", found)
    if topic in _MASTERS:
        return Said("", (_of_kind(Needs.MASTER),))
    elsewhere = [system.title for system in systems().values() if topic in {word.name for word in system.words}]
    if elsewhere:
        message = f"{topic} is a word of {' and '.join(elsewhere)}. In this game it means nothing."
        raise refusal("help/another-game", message, hint="HELP alone lists everything.")
    if len(asked) > _TOPIC_AND_MORE:  # `help please!! I don't understand anything`
        return _overview(request)
    near = near_commands(topic)
    hint = f"Did you mean HELP {near[0]}?" if near else "HELP alone lists everything."
    raise refusal("help/no-such-topic", f"There is no command {asked[0][:30]}.", hint=hint)


@Command("MANUAL [page]", Needs.PLAYER, example="MANUAL payola", cost=3, looks=True)
def manual_command(request: Request, line: Line) -> Said:
    """Mails you the players' page of the game that your mail is about, or of the game that you name."""
    asked = line.rest.strip(" .!")
    name = asked or system_of(request.settle_game()).name
    page = page_of(name)
    if not page:
        hint = f"Choose one of these: {', '.join(f'MANUAL {each}' for each in page_names())}."
        raise refusal("manual/unknown", f"There is no page about {name[:40]!r}.", hint=hint)
    return Said("", (Block(f"The page {page}", as_text(read_page(page)), prose=True),))


def manual() -> str:
    """The whole page, as Markdown."""
    titles: dict[tuple[Word, ...], list[str]] = {}
    for system in systems().values():
        if system.words:
            titles.setdefault(system.words, []).append(system.title)
    page = files("judge.commands.everybody").joinpath("manual.md.j2").read_text("utf-8")
    markdown = Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)  # noqa: S701 - no HTML
    return markdown.from_string(page).render(commands=_by_name(), games=titles)


@dataclass(frozen=True, slots=True)
class Topic:
    """`words`: under any of them it is found, the first is its name; `about`: what it is on, in a few words."""

    words: tuple[str, ...]
    about: str
    text: str

    @property
    def name(self) -> str:
        return self.words[0]


@cache
def topics_of(system: str) -> tuple[Topic, ...]:
    """The topics of the game of this name, in the order of its file; none where it has no file."""
    data = _file(system)
    own = tuple(
        Topic(tuple(map(str.upper, each["words"])), each["about"], each["text"].strip("\n"))
        for each in data.get("topic", ())
    )
    words = {word for topic in own for word in topic.words}
    taken = topics_of(data["takes_from"]) if data.get("takes_from") else ()
    return (*own, *(topic for topic in taken if topic.name not in words))


def topic_called(system: str, word: str) -> Topic | None:
    """The topic that this word, in capitals, is about; None where there is none."""
    return next((topic for topic in topics_of(system) if word in topic.words), None)


def page_of(name: str) -> str:
    """The page of the game that is so called: the name of a file in docs/games, or nothing."""
    pages = page_names()
    if name.lower() in pages:
        return name.lower()
    try:
        system = find_system(name.lower())
    except KeyError:
        return ""
    named = (str(_file(system.name).get("page", "")), system.name, *system.aliases)
    return next((page for page in named if page in pages), "")


@cache
def page_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (docs_dir() / "games").glob("*.md")))


def read_page(name: str) -> str:
    """The page as it is written, in Markdown. `name` is one of `page_names`."""
    return (docs_dir() / "games" / f"{name}.md").read_text(encoding="utf-8")


@cache
def _file(system: str) -> Mapping[str, Any]:
    folder = find_system(system).templates
    own = docs_dir() / "games" / "topics" / f"{system}.toml"
    found = next((path for path in (own, *((folder / "topics.toml",) if folder else ())) if path.is_file()), None)
    return tomllib.loads(found.read_text(encoding="utf-8")) if found else {}
