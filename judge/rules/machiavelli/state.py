"""A whole game of Absence of Plague: the open board, the treasuries, and who still plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.rules.machiavelli.labels import FIRST_YEAR, Label
from judge.rules.machiavelli.position import Position, opening
from judge.rules.votes import Votes

START_DUCATS = 15


@dataclass(frozen=True)
class State:
    """ducats: treasuries; expected: what everybody can reckon of them from what is public (A.2); winners: set once it
    is over; votes: how the players would end it; vacant: players whose person has left.
    """

    label: Label
    position: Position
    ducats: Mapping[str, int]
    expected: Mapping[str, int]
    votes: Votes = field(default_factory=Votes)
    vacant: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


def new_game(dummies: tuple[str, ...] = ()) -> State:
    """Phase A.3 of Spring 1459 (chapter 3)."""
    position = opening(dummies)
    ducats = dict.fromkeys(position.players(), START_DUCATS)
    return State(Label("SPR", FIRST_YEAR, "A"), position, ducats, dict(ducats))
