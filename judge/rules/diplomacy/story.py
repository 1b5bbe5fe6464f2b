"""A whole game on a Diplomacy board: who owned how many centers when, and what of a blind game is told in the end."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.diplomacy.view import BoardView
from judge.rules.story import ENDED, Chart, Ranking, Story, Table, chart_of
from judge.rules.system import Event

CENTERS = "centers"
BOARD = frozenset({"movement", "retreats", "adjustments", CENTERS, "eliminated"})
"""The kinds of events that a blind game tells to its GameMaster whole, and the world once it is over."""


class BoardStory:
    """Tells whole games on a Diplomacy board, for every system that plays on one."""

    board_option = "map"
    summary_kinds = frozenset({CENTERS, ENDED})

    def charts(self, story: Story) -> tuple[Chart, ...]:
        return _centers(story)

    def ranking(self, view: BoardView) -> Ranking | None:
        """By centers; nothing of a blind game."""
        if view.blind:
            return None
        counts = {each: len(held) for each in view.board.powers if (held := view.centers.get(each))}
        return Ranking("centers", counts, won=view.winners, one="center")

    def summary(self, events: Sequence[Event]) -> tuple[Table, ...]:
        """The chart of centers, a column a year; after the end with the winners first."""
        counts = [(str(event.data["year"]), event.data["counts"]) for event in events if event.kind == CENTERS]
        if not counts:
            return ()
        won = {
            name for event in events if event.kind == ENDED for name in event.data.get("powers", event.data["winners"])
        }
        owners = sorted({owner for _, held in counts for owner in held}, key=lambda owner: (owner not in won, owner))
        marks = {owner: ("winner" if owner in won else "",) if won else () for owner in owners}
        rows = [("", *(year for year, _ in counts), *(("",) if won else ()))]
        rows += [(owner.title(), *(str(held.get(owner, 0)) for _, held in counts), *marks[owner]) for owner in owners]
        return (Table("Centers by year", tuple(rows), tuple(range(1, len(counts) + 1))),)

    def shown_after(self, event: Event) -> bool:
        return event.kind in BOARD


def _centers(story: Story) -> tuple[Chart, ...]:
    """Centers after each year, and those of the start."""
    if not story.chapters or not isinstance(begun := story.chapters[0].before, BoardView):
        return ()
    start = {power: len(held) for power, held in begun.centers.items()}
    told = [event.data for chapter in story.chapters for event in chapter.events if event.kind == CENTERS]
    years = [(str(data["year"]), data["counts"]) for data in told]
    return (chart_of("centers", "Centers", [("Start", start), *years]),) if years else ()
