"""Acceptance lists (Payola 4, rulings P10, P32)."""

from __future__ import annotations

import re

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.problems import Problem
from judge.rules.rng import Rng

REST = "?"
"""Stands for every power that the list omits, in an order drawn anew for each movement phase."""


def first_list(board: Board, power: str) -> str:
    """The list that each power begins the game with (4.2): its own letter and `?`."""
    return board.letters[power] + REST


def letters_in(board: Board, written: str) -> list[str]:
    """The letters of a list one by one, `?` and what is no letter among them. Some boards have letters like `A1`."""
    longest_first = sorted(board.letters.values(), key=len, reverse=True)
    return re.findall("|".join((*longest_first, ".")), written)


def read_list(board: Board, power: str, text: str) -> str:
    """The list in capitals, without blanks and commas. BadOrder if this power may not have it (ruling P32)."""
    wanted = "".join(text.upper().replace(",", " ").split())
    wrong = _wrong_with(board, power, wanted)
    if wrong:
        message, *hints = wrong
        # Where initials do not do, nobody can guess the letters.
        if any(not name.startswith(letter) for name, letter in board.letters.items()) and _named(board) not in hints:
            hints.append(_named(board))
        raise BadOrder("payola/bad-list", message, "; ".join(hints))
    return wanted


def _named(board: Board) -> str:
    return f"the letters are {', '.join(f'{letter} {name.title()}' for name, letter in board.letters.items())}"


def _wrong_with(board: Board, power: str, wanted: str) -> tuple[str, ...]:
    """The message and the hint; nothing if the power may have this list."""
    powers = {letter: each for each, letter in board.letters.items()}
    own, said = board.letters[power], letters_in(board, wanted)
    rest = [letter for letter in powers if letter not in said]
    example = (
        f"write `ACCEPT {own}{REST}` or all of them, such as `ACCEPT {own}{''.join(x for x in powers if x != own)}`"
    )
    if not wanted:
        return "an acceptance list names the powers by their letters", example
    for letter in said:
        if letter not in powers and letter != REST:
            return f"`{letter}` is not a power's letter", _named(board)
        if said.count(letter) > 1:
            return f"`{letter}` is in the list twice", f"each letter and `{REST}` once"
    if own not in said:
        return f"the list must hold your own letter `{own}`", example
    if rest and REST not in said:
        message = f"the list leaves out {', '.join(powers[letter].title() for letter in rest)}"
        return message, f"add {''.join(rest)}, or one `{REST}` for all that are left out"
    return ()


def idle_in_list(board: Board, written: str, line: SheetLine, *, loyal: bool = False) -> tuple[Problem, ...]:
    """A warning that this list decides nothing, since units are `loyal` (ruling P23), or that its `?` is nobody."""
    if loyal:
        message = "your units are loyal and take no offers, so the list decides nothing"
        return (Problem("payola/idle-list", message, line.number, "", line.text, True),)
    if {REST, *board.letters.values()} <= {*letters_in(board, written)}:
        message = "the `?` stands for nobody, because all powers are in the list"
        return (Problem("payola/idle-question-mark", message, line.number, "", line.text, True),)
    return ()


def expand_list(board: Board, power: str, written: str, rng: Rng) -> tuple[str, ...]:
    """The powers in the order of the list; those that `?` stands for are drawn for this power alone (ruling P10)."""
    powers = {letter: each for each, letter in board.letters.items()}
    said = letters_in(board, written)
    omitted = [powers[letter] for letter in sorted(powers) if letter not in said]
    rest = said.index(REST) if REST in said else len(said)
    drawn = rng.at("accept", power).shuffled(sorted(omitted)) if omitted else ()
    return (*(powers[letter] for letter in said[:rest]), *drawn, *(powers[letter] for letter in said[rest + 1 :]))
