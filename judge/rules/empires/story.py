"""A whole game of Empires: who owned how many areas when, and the sheets that its end opens."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.empires.view import EmpireView
from judge.rules.story import Chart, LedgerLine, Ranking, Story, chart_of
from judge.rules.system import Event

OPENED = "opened"


class EmpireStory:
    """Tells whole games of this family."""

    board_option = "map"

    def ranking(self, view: EmpireView) -> Ranking:
        """By areas: of victory points only the leader's are public."""
        return Ranking("areas", {country: count for country, count in _areas(view).items() if country in view.order})

    def charts(self, story: Story) -> tuple[Chart, ...]:
        """Areas as each turn began, and now."""
        views = [*((each.label, each.before) for each in story.chapters), ("now", story.now)]
        columns = [(label, _areas(view)) for label, view in views if isinstance(view, EmpireView)]
        return (chart_of("areas", "Areas", columns),) if len(columns) == len(views) else ()

    def opened_of(self, event: Event) -> str | None:
        return str(event.data["phase"]) if event.kind == OPENED else None

    def ledger(self, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
        del opened  # no money is told
        return ()


def _areas(view: EmpireView) -> dict[str, int]:
    counts = dict.fromkeys(view.countries, 0)
    for owner in view.owners.values():
        counts[owner] += 1
    return counts
