"""How strong contestants are, from the places that they took in games among many (Plackett-Luce, by openskill)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

SURE = 1.96


class Rating(NamedTuple):
    """Everybody begins at 25; `error`: how far off it may be, in 95 of 100 cases."""

    value: float
    error: float


class Ratings:
    """Rates as games come. openskill is an extra (`pip install pbem-judge[arena]`): without it nobody is rated."""

    def __init__(self) -> None:
        self._model = _model()
        self._rated: dict[str, Any] = {}

    def add(self, players: Mapping[str, str], places: Mapping[str, int]) -> None:
        """`players`: seat -> contestant; `places`: seat -> place, 1 for the best. Who sat at several seats moves by the
        mean of what each would have done.
        """
        if self._model is None or len(set(players.values())) < 2:
            return
        for name in players.values():
            self._rated.setdefault(name, self._model.rating(name=name))
        teams = [[self._rated[name]] for name in players.values()]
        after = self._model.rate(teams, ranks=[float(places[seat]) for seat in players])
        moved: dict[str, list[Any]] = {}
        for name, (rating,) in zip(players.values(), after, strict=True):
            moved.setdefault(name, []).append(rating)
        for name, ratings in moved.items():
            mu = sum(each.mu for each in ratings) / len(ratings)
            sigma = sum(each.sigma for each in ratings) / len(ratings)
            self._rated[name] = self._model.rating(mu=mu, sigma=sigma, name=name)

    @property
    def found(self) -> dict[str, Rating]:
        return {
            name: Rating(round(each.mu, 3), round(SURE * each.sigma, 3)) for name, each in sorted(self._rated.items())
        }


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        return None
    return PlackettLuce()
