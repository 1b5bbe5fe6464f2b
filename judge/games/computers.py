"""Seats that programs play, and how they are called."""

from __future__ import annotations

from sqlalchemy.orm import Session

from judge.games.current import seats_of
from judge.rules.computers import NOVICE, STEADY
from judge.rules.game import AnySystem
from judge.rules.problems import Problem, Refused
from judge.store.tables import Game, Seat

COMPUTER = "computer"
"""The status of a seat that a program plays."""

NAMED = "Computer"
"""What a seat is called after its player, where a program is that."""


def is_computer(seat: Seat) -> bool:
    return seat.status == COMPUTER


def computer_seats(session: Session, game: Game) -> list[Seat]:
    """The seats that programs play now."""
    return [seat for seat in seats_of(session, game) if is_computer(seat)]


def in_words(seat: Seat) -> str:
    """Who plays a seat that a program plays: `computer (steady)`."""
    return f"computer ({seat.computer})"


def strength_called(system: AnySystem, word: str) -> str:
    """The strength of this name; the best usual one where none is named. Raises Refused with those that there are."""
    there = system.opponents
    if not there:
        raise Refused(Problem("computer/none", f"No program can play {system.title}."))
    if not word:
        return next((each for each in (STEADY, NOVICE) if each in there), next(iter(there)))
    if word.lower() not in there:
        hint = f"There are: {', '.join(there)}."
        raise Refused(Problem("computer/no-such", f"No computer player is called {word[:20]}.", hint=hint))
    return word.lower()
