"""A whole game of Absence of Plague: who held how many provinces when."""

from __future__ import annotations

from judge.rules.machiavelli.position import INDEPENDENTS
from judge.rules.machiavelli.seasons import cities_of
from judge.rules.machiavelli.view import PlagueView
from judge.rules.story import Chart, Ranking, Story, chart_of


class PlagueStory:
    """Tells whole games of this family."""

    def ranking(self, view: PlagueView) -> Ranking:
        """By the cities that count (4.2)."""
        return Ranking("cities", {player: len(cities_of(view.position, player)) for player in view.position.players()})

    def charts(self, story: Story) -> tuple[Chart, ...]:
        """Provinces as each phase began, and now."""
        views = [*((each.label, each.before) for each in story.chapters), ("now", story.now)]
        columns = [(label, _provinces(view)) for label, view in views if isinstance(view, PlagueView)]
        return (chart_of("provinces", "Provinces", columns),) if len(columns) == len(views) else ()


def _provinces(view: PlagueView) -> dict[str, int]:
    return {owner: len(held) for owner, held in view.provinces if owner != INDEPENDENTS}
