"""Strength by places in finished games, with draws, many players and seats of unequal strength. Values only."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from statistics import fmean
from typing import Any, Generic, NamedTuple, TypeVar

Who = TypeVar("Who", bound=Hashable)

SURE = 1.96
"""Standard errors on either side: 95 of 100."""
SEAT_SIGMA = 25 / 6
"""How far off the strength of a seat may be before any game; a player's may be twice as far."""


class Rating(NamedTuple):
    """Everybody begins at 25; `error`: how far off it may be, in 95 of 100 cases."""

    value: float
    error: float

    @property
    def sure(self) -> float:
        """What it is at least, in most cases: by this players are ordered."""
        return self.value - self.error


class Ratings(Generic[Who]):
    """Rates as games come. A seat has a rating too, from 0, which is learned beside its player's: so whoever wins from
    a weak one gains more.
    """

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import

        self._model = PlackettLuce()
        self._rated: dict[Who, Any] = {}
        self._seats: dict[str, Any] = {}

    def add(self, players: Mapping[str, Who], places: Mapping[str, int], *, alike: bool = False) -> None:
        """`players`: seat -> who; `places`: seat -> place from 1. Of several seats the mean move counts. `alike`: no
        seat is stronger than another, or what they are called says nothing.
        """
        if len(set(players.values())) < 2:
            return
        teams = []
        for seat, who in players.items():
            team = [self._rated.get(who) or self._model.rating()]
            if not alike:
                team.append(self._seats.get(seat) or self._model.rating(mu=0, sigma=SEAT_SIGMA))
            teams.append(team)
        after = self._model.rate(teams, ranks=[float(places[seat]) for seat in players])
        moved: dict[Who, list[Any]] = {}
        for (seat, who), (rating, *offset) in zip(players.items(), after, strict=True):
            moved.setdefault(who, []).append(rating)
            if offset:
                self._seats[seat] = offset[0]
        for who, ratings in moved.items():
            self._rated[who] = self._model.rating(
                mu=fmean(r.mu for r in ratings), sigma=fmean(r.sigma for r in ratings)
            )

    @property
    def found(self) -> dict[Who, Rating]:
        return {who: Rating(round(each.mu, 3), round(SURE * each.sigma, 3)) for who, each in self._rated.items()}


def interval(part: int, whole: int) -> list[float]:
    """Where the true share lies, as sure as SURE (Wilson's interval)."""
    if not whole:
        return [0.0, 1.0]
    share, square = part / whole, SURE * SURE
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = SURE * math.sqrt(share * (1 - share) / whole + square / (4 * whole * whole)) / (1 + square / whole)
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
