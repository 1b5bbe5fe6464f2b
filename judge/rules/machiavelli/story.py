"""A whole game of Absence of Plague: who held how many cities and provinces when."""

from __future__ import annotations

from judge.rules.machiavelli.position import INDEPENDENTS
from judge.rules.machiavelli.victory import cities_of
from judge.rules.machiavelli.view import PlagueView
from judge.rules.story import Chart, Ranking, Story, chart_of


def ranking(view: PlagueView) -> Ranking:
    """Rank by the cities that count; provinces, taxes and treasuries decide between equals (4.2)."""
    return Ranking("cities", _cities(view), decides=False, one="city")


def charts(story: Story[PlagueView]) -> tuple[Chart, ...]:
    """Chart cities that count (4.2), provinces and expected treasuries (A.2) as each phase began."""
    views = [*((each.label, each.before) for each in story.chapters), ("now", story.now)]
    seen = [(label, view) for label, view in views if view is not None]
    if len(seen) < len(views):
        return ()
    expected = [(label, view.expected) for label, view in seen if view.expected]
    title = "Treasuries, as anybody can reckon them"
    return (
        chart_of("cities", "Cities that count", [(label, _cities(view)) for label, view in seen]),
        chart_of("provinces", "Provinces", [(label, _provinces(view)) for label, view in seen]),
        *((chart_of("treasuries", title, expected),) if expected else ()),
    )


def _cities(view: PlagueView) -> dict[str, int]:
    return {player: len(cities_of(view.position, player)) for player in view.position.players()}


def _provinces(view: PlagueView) -> dict[str, int]:
    return {owner: len(held) for owner, held in view.provinces if owner != INDEPENDENTS}
