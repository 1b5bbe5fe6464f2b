"""What the lines of a mail are: commands and sheets, game by game. Nothing is carried out here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from judge.commands.command import Line
from judge.commands.seats.sheet import NO_ORDERS
from judge.conversation.lines.items import Item
from judge.mail.values import TextLine

COMMANDS = 50
"""Commands that one mail may hold: what each mails to others, or lists, may be a hundred times as long as its line."""

STRANGE_LINES = 5
"""Lines that are no commands and can be no orders, before a mail is taken for a letter to a human."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The lines for one game: those below a GAME line (or above the first), with that. A sheet is one whole (Payola
    P3), whatever stands between its lines: `sheet_ends` is the place of its last one, -1 where there is none.
    """

    items: tuple[Item, ...]
    sheet_ends: int

    def without(self, some: Collection[Item]) -> Chapter:
        return _chapter(tuple(item for item in self.items if item not in some))


@dataclass(frozen=True, slots=True)
class Interpretation:
    """`beyond`: the first line that is one command too many; `unread`: what stands behind the end of the reading."""

    chapters: tuple[Chapter, ...]
    beyond: Line | None
    unread: tuple[TextLine, ...]


def interpret(items: tuple[Item, ...], rest: tuple[TextLine, ...], *, has_games: bool) -> Interpretation:
    """`has_games`: the writer is in games that the lines could be for; else a long letter is one to a human."""
    if not has_games:
        items, rest = _short_of_prose(items, rest)
    items, beyond = _first_commands(items)
    chapters = tuple(_chapter(part) for part in _by_game(items))
    return Interpretation(chapters, beyond[0].line if beyond else None, (*_lines_of(beyond), *rest))


def _by_game(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    begun: list[Item] = []
    for item in items:
        if item.command is not None and item.command.name == "GAME" and begun:
            yield tuple(begun)
            begun = []
        begun.append(item)
    if begun:
        yield tuple(begun)


def _chapter(items: tuple[Item, ...]) -> Chapter:
    # NOTHING may be a line of the sheet: that is for the game's rules to say.
    ends = [place for place, item in enumerate(items) if item.command in (None, NO_ORDERS)]
    return Chapter(items, ends[-1] if ends else -1)


def _short_of_prose(
    items: tuple[Item, ...], rest: tuple[TextLine, ...]
) -> tuple[tuple[Item, ...], tuple[TextLine, ...]]:
    """The items before the sixth line that is no command, and all else as not read: a letter to a human may well have a
    line that begins like a command (fault C1).
    """
    strange = [place for place, item in enumerate(items) if item.command is None]
    if len(strange) <= STRANGE_LINES:
        return items, rest
    kept, left = items[: strange[STRANGE_LINES]], items[strange[STRANGE_LINES] :]
    return kept, (*_lines_of(left), *rest)


def _first_commands(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The items up to the last command that is read, with the lines of orders behind it, and those beyond."""
    commanded = [place for place, item in enumerate(items) if item.command is not None]
    end = commanded[COMMANDS] if len(commanded) > COMMANDS else len(items)
    return items[:end], items[end:]


def _lines_of(items: Sequence[Item]) -> Iterator[TextLine]:
    return (TextLine(item.line.number, item.line.text) for item in items)
