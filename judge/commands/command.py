"""What a command is: a name, how it is used, who may use it, and the use case that it calls."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import judge.commands as package
from judge.commands.request import Request
from judge.games.members import is_master
from judge.identity.trust import Trust, Writer, within
from judge.letters.values import Said
from judge.mail.values import TextLine
from judge.play.creation import NAME
from judge.play.tournaments import find as find_tournament
from judge.reading.lexicon import PLEASE, THANKS
from judge.reading.talk import is_of


class Needs(IntEnum):
    """Who may use a command. Each one includes those after it."""

    ANYBODY = 0  # strangers too
    PLAYER = 1  # a registered player whose mail is proved to be theirs
    GAME = 2  # ... who has named a game, or has just one
    SEAT = 3  # ... and sits in it
    MASTER = 4  # the GameMaster of the game


@dataclass(frozen=True, slots=True)
class Line:
    """A command as somebody wrote it: the words behind its name, and for a block command the lines below.

    `is_open`: no END stands below the block as it should; `below`: the lines behind whatever stood there instead.
    """

    number: int
    text: str
    rest: str
    block: tuple[TextLine, ...] = ()
    is_open: bool = False
    below: tuple[TextLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """Decorates the function that carries the command out, `run`: it returns what to answer (a sentence alone, or with
    blocks below it), or raises `judge.rules.problems.Refused`. Its docstring is the command's `summary`, for HELP.

    `name` is the first word of `usage`, and `example` the usage, unless said.

    `cost`: what carrying it out takes, in hundredths of a second or so; what costs more than 1 can be asked for later,
    where too much is asked for at once.
    `looks`: it only shows how things stand, so it is answered when all the other lines for its game are done.
    `changes_nothing`: neither does it change anything, so it needs no proof for its game; `names_game`: the game that
    it is for stands behind its name; `creates_game`: the one that it makes stands behind the next word.
    `irrevocable`: one proof of identity is not enough, the line waits for a code; `harmless_if` says with what behind
    its name it does nothing of that kind, and `is_order_if` with what the line is for a sheet; `leads`: it is about
    the lines below it, which no code brings along; `asks_always`: not even two proofs are enough; `foretell` says
    what the line would do, to whom a code is asked for it. `by_player`: what a GameMaster's command is in the mail of
    a player of the game. `ends_with` makes it a block command: the lines below it, up to that line or the end of the
    mail, belong to it; `block_if` says whether this use of it has a block, `ends_before` which lines belong to it no
    more where it is left open.
    `free`: a name, a value or a reason ends it, so a courtesy there is the writer's own word.
    `keeps_quotations`: a closed block may hold them. `reaches_others`: people read what stands in the block, so
    orders must not be among it; `is_veiled`: its seat does not sign it, so nothing in it may tell who wrote.
    `of_phase`: it says something of the open phase, so an answer to an earlier one's mail does not do it.
    """

    usage: str
    needs: Needs
    name: str = ""
    example: str = ""
    summary: str = ""
    run: Callable[[Request, Line], Said | str] = lambda request, line: ""  # noqa: ARG005
    cost: int = 1
    irrevocable: bool = False
    looks: bool = False
    changes_nothing: bool = False
    names_game: bool = False
    creates_game: bool = False
    harmless_if: Callable[[str], bool] = lambda rest: False  # noqa: ARG005
    is_order_if: Callable[[str], bool] = lambda rest: False  # noqa: ARG005
    asks_always: bool = False
    leads: bool = False
    foretell: Callable[[Request, Line], str] = lambda request, line: ""  # noqa: ARG005
    by_player: Callable[[Request, Line], Said | str] | None = None
    aliases: tuple[str, ...] = ()
    ends_with: str = ""
    ends_before: Callable[[str], bool] = lambda text: False  # noqa: ARG005
    free: bool = False
    keeps_quotations: bool = False
    reaches_others: bool = False
    is_veiled: Callable[[Request, Line], bool] = lambda request, line: False  # noqa: ARG005
    of_phase: bool = False
    block_if: Callable[[str], bool] = lambda rest: True  # noqa: ARG005

    def __call__(self, run: Callable[[Request, Line], Said | str]) -> Command:
        """Return the command that this function carries out."""
        name = self.name or self.usage.split()[0]
        summary = " ".join((run.__doc__ or "").split())
        return replace(self, name=name, example=self.example or self.usage, summary=summary, run=run)

    def carry_out(self, request: Request, line: Line) -> Said:
        """What to answer; raises Refused."""
        said = self.run(request, line)
        return Said(said) if isinstance(said, str) else said

    def game_named(self, line: Line) -> str:
        """The name of the game that the line is about, whatever mail it answers; empty if it names none."""
        words = line.rest.lower().split()
        if self.creates_game:
            return words[1] if len(words) == 2 and NAME.fullmatch(words[1]) else ""
        return words[0] if self.names_game and words else ""

    def is_final(self, rest: str) -> bool:
        """Whether it cannot be undone, with this behind its name."""
        return self.asks_always or (self.irrevocable and not self.harmless_if(rest))

    @property
    def in_a_sentence(self) -> str:
        """The first sentence of its summary."""
        return re.split(r"(?<=\.) ", self.summary, maxsplit=1)[0]

    @property
    def takes_a_word(self) -> bool:
        """Is it nothing without a word behind it? A game may be called Tack."""
        return self.usage.removeprefix(self.name).strip()[:1] not in ("", "[")

    @property
    def stands_alone(self) -> bool:
        """What cannot be undone and takes no words is not meant by a line that goes on: `Start a rebellion in Pisa`."""
        return self.irrevocable and self.usage == self.name


def as_written_by(request: Request, command: Command) -> Command:
    """The command as it is in this mail: a GameMaster's may be another in a player's. Raises Refused where it is not
    known for which game it is.
    """
    if command.by_player is None:
        return command
    game = request.settle_game()
    if is_master(request.session, game, request.player) or request.own_seat(game) is None:
        return command
    return replace(command, needs=Needs.SEAT, run=command.by_player, irrevocable=False)


def proved(request: Request, command: Command, line: Line) -> Writer:
    """The writer as far as they are proved for what this line is about: a game, or none. Raises Refused."""
    if command.looks or command.changes_nothing:
        return request.writer
    if command.needs == Needs.MASTER:
        return within(request.session, request.writer, request.settle_game())
    if command.needs >= Needs.GAME:
        return request.proved_in(request.settle_game())
    whole = within(request.session, request.writer, None)
    if whole.proofs or not command.names_game:
        return whole
    if find_tournament(request.session, line.rest) is not None:
        return whole
    named = request.find(line.rest.partition(" ")[0]) or request.game
    return within(request.session, request.writer, named)


def trust_wanted(command: Command, line: Line) -> Trust:
    """How far a writer must be proved for what this line is about, that it is carried out at once."""
    if command.looks or command.changes_nothing:
        return Trust.NONE
    return Trust.FULL if command.is_final(line.rest) else Trust.ORDERS


def check(request: Request, needs: Needs) -> None:
    """Raises Refused unless the writer is what a command needs them to be: before a code is asked for in vain."""
    if needs == Needs.MASTER:
        request.mastered()
    elif needs == Needs.SEAT:
        request.my_seat()
    elif needs == Needs.GAME:
        request.settle_game()


@cache
def commands() -> dict[str, Command]:
    """Every name and alias -> its command. Two commands of one name are a fault of the program."""
    found: dict[str, Command] = {}
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        for command in vars(import_module(module.name)).values():
            if not isinstance(command, Command) or command.run.__module__ != module.name:
                continue
            for name in (command.name, *command.aliases):
                if name in found:
                    raise RuntimeError(f"two commands are called {name}")
                found[name] = command
    return found


def near_commands(word: str) -> tuple[str, ...]:
    """Commands whose names look like this word, nearest first: for a hint, never to act upon. `Please` is no PHASE."""
    if is_of(word, PLEASE, THANKS):
        return ()
    return tuple(difflib.get_close_matches(word.upper()[:40], list(commands()), n=3, cutoff=0.7))
