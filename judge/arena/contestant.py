"""Who plays in the arena: the judge's own computer players, objects of a Python program, other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from judge.rules.computers import ComputerPlayer, Situation, Writing
from judge.rules.game import AnySystem
from judge.rules.values import Json, Result


class Lost(Exception):
    """A turn is lost: the seat sends nothing. The message says why, in a few words."""


@dataclass(frozen=True)
class Card:
    """What a contestant is told as it sits down. `borders`: what touches what on the map, if there is one."""

    game: str
    system: AnySystem
    options: Mapping[str, Json]
    seat: str
    seats: tuple[str, ...]
    rounds: int
    borders: tuple[str, ...] = ()


class Sitting(Protocol):
    """One contestant at one seat of one game."""

    def write(self, situation: Situation, remarks: Sequence[str]) -> Writing:
        """What it writes; `remarks` say what was wrong with what it wrote last. Raises Lost."""

    def close(self, result: Result | None) -> None:
        """The game is over; None where it was broken off. Never raises."""


class Contestant(Protocol):
    @property
    def name(self) -> str: ...

    def sit(self, card: Card) -> Sitting:
        """Raises Lost where it cannot; all its turns are lost then."""


@dataclass(frozen=True)
class InProcess:
    """A computer player of the judge's, or any object that writes as one."""

    name: str
    player: ComputerPlayer

    def sit(self, card: Card) -> Sitting:
        del card
        return self

    def write(self, situation: Situation, remarks: Sequence[str]) -> Writing:
        del remarks
        try:
            return self.player.write(situation)
        except Exception as error:
            raise Lost(f"it raised {type(error).__name__}: {error}") from error

    def close(self, result: Result | None) -> None:
        pass
