"""Seats that nobody plays from the start, as games usually have them: an option lists their names."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.values import Json, Option, Seating

DUMMIES = "dummies"


def dummies_option(help: str) -> Option:  # noqa: A002 - it is the option's own word
    return Option(DUMMIES, "names", [], help)


def dummies_of(options: Mapping[str, Json]) -> tuple[str, ...]:
    """The names as they were given, whether there are such seats or not."""
    return tuple(options.get(DUMMIES) or ())


def seated(names: tuple[str, ...], options: Mapping[str, Json], *, by_players: bool = False) -> Seating:
    """Seats of these names, all played but for the dummies; `by_players`: they take their players' names."""
    dummies = dummies_of(options)
    played = len(set(names) - set(dummies))
    return Seating(names, played, played, players_names=by_players, dummies=dummies, dummies_option=DUMMIES)
