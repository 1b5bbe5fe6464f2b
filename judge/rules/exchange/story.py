"""A whole game of Exchange: what its end opens, and who held how many shares when."""

from __future__ import annotations

from judge.rules.payola.story import OPENED, PayolaStory
from judge.rules.story import Chart, Story, chart_of


class ExchangeStory(PayolaStory):
    """Tells whole games of investors."""

    treasuries_title = "Money when each exchange and movement phase was adjudicated"

    def charts(self, story: Story) -> tuple[Chart, ...]:
        """Beside those of Payola the shares of each investor after each exchange."""
        told = [event.data for event in story.opened if event.kind == OPENED and "holdings" in event.data]
        columns = [
            (data["phase"], {investor: sum(held.values()) for investor, held in data["holdings"].items()})
            for data in told
        ]
        title = "Shares that each investor held"
        return (*super().charts(story), *((chart_of("holdings", title, columns),) if columns else ()))
