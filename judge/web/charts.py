"""What is plotted of a game, year by year or phase by phase; each plot's numbers stand beside it as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.lifecycle.public_record import PublicGame
from judge.maps.plot import height_of, plot
from judge.rules.diplomacy.view import BoardView
from judge.rules.empires.view import EmpireView
from judge.rules.machiavelli.state import INDEPENDENTS
from judge.rules.machiavelli.view import PlagueView


@dataclass(frozen=True)
class Chart:
    """`name` is the file's, without its ending; `series` has one value a label."""

    name: str
    title: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[int, ...]]

    @property
    def height(self) -> int:
        return height_of(self.series)

    @property
    def svg(self) -> str:
        return plot(self.title, self.labels, self.series)


def charts_of(game: PublicGame) -> tuple[Chart, ...]:
    """Every plot of this game that has something to show."""
    found = (_centers(game), _lands(game), _treasuries(game))
    return tuple(chart for chart in found if chart is not None and len(chart.labels) > 1 and chart.series)


def _chart(name: str, title: str, columns: Sequence[tuple[str, Mapping[str, int]]]) -> Chart:
    """Of (label, counts) a column; whoever is not counted has none."""
    names = sorted({each for _, counts in columns for each in counts})
    series = {each: tuple(counts.get(each, 0) for _, counts in columns) for each in names}
    return Chart(name, title, tuple(label for label, _ in columns), series)


def _centers(game: PublicGame) -> Chart | None:
    """Centers after each year, and those of the start."""
    if not game.phases or not isinstance(begun := game.phases[0].before, BoardView):
        return None
    start = {power: len(held) for power, held in begun.centers.items()}
    years = [(str(data["year"]), data["counts"]) for phase in game.phases for data in phase.all("centers")]
    return _chart("centers", "Centers", [("Start", start), *years]) if years else None


def _lands(game: PublicGame) -> Chart | None:
    """Provinces (Absence of Plague) or areas (Empires) as each phase began, and now."""
    views = [*((phase.label, phase.before) for phase in game.phases), ("now", game.now)]
    if all(isinstance(view, PlagueView) for _, view in views):
        return _chart("provinces", "Provinces", [(label, _provinces(view)) for label, view in views])
    if all(isinstance(view, EmpireView) for _, view in views):
        return _chart("areas", "Areas", [(label, _areas(view)) for label, view in views])
    return None


def _provinces(view: Any) -> dict[str, int]:
    return {owner: len(held) for owner, held in view.provinces if owner != INDEPENDENTS}


def _areas(view: Any) -> dict[str, int]:
    counts = dict.fromkeys(view.countries, 0)
    for owner in view.owners.values():
        counts[owner] += 1
    return counts


def _treasuries(game: PublicGame) -> Chart | None:
    """What each power had when its offers were read, phase by phase, and in the end."""
    phases = [(data["phase"], data["balances"]) for data in game.opened_of("opened") if "balances" in data]
    if not phases:
        return None
    last: Counter[str] = Counter()
    for data in game.opened_of("ledger"):
        for entry in data["entries"]:
            last[entry["account"]] += entry["amount"]
    end = {power: last[power] for power in phases[-1][1]}
    return _chart("treasuries", "Treasuries when each movement phase was adjudicated", [*phases, ("End", end)])
