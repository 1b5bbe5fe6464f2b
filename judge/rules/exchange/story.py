"""A whole game of Exchange: what its end opens, and who held how many shares when."""

from __future__ import annotations

from judge.rules.diplomacy.story import Seen
from judge.rules.payola.story import OPENED, money_charts
from judge.rules.story import Chart, Story, chart_of


def investor_charts(story: Story[Seen]) -> tuple[Chart, ...]:
    """Beside those of Payola the shares of each investor after each exchange."""
    told = [event.data for event in story.opened if event.kind == OPENED and "holdings" in event.data]
    columns = [
        (data["phase"], {investor: sum(held.values()) for investor, held in data["holdings"].items()}) for data in told
    ]
    charts = money_charts(story, "Money when each exchange and movement phase was adjudicated")
    return (*charts, *((chart_of("holdings", "Shares that each investor held", columns),) if columns else ()))
