"""A whole game on a Diplomacy board: who owned how many centers when, and what of a blind game is told in the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from typing_extensions import TypeVar

from judge.rules.diplomacy.view import BoardView
from judge.rules.story import ENDED, Chart, Ranking, Story, Table, chart_of
from judge.rules.values import Event

Seen = TypeVar("Seen", bound=BoardView, default=BoardView)

CENTERS = "centers"
BOARD = frozenset({"movement", "retreats", "adjustments", CENTERS, "eliminated"})
"""The kinds of events that a blind game tells to its GameMaster whole, and the world once it is over."""


MOST_YEARS = 9
"""As many columns stand beside a name in the width of a letter."""

SUMMARY_KINDS = frozenset({CENTERS, ENDED})
"""The kinds of events of which `centers_by_year` is made."""


def ranking_by_centers(view: BoardView) -> Ranking | None:
    """By centers; nothing of a blind game."""
    if view.blind:
        return None
    counts = {each: len(held) for each in view.board.powers if (held := view.centers.get(each))}
    return Ranking("centers", counts, won=view.winners, one="center", mark=_mark(view.winners))


def centers_by_year(events: Sequence[Event]) -> tuple[Table, ...]:
    """Chart the centers by year, as many years a table as fit; after the end winners come first."""
    counts = [(str(event.data["year"]), event.data["counts"]) for event in events if event.kind == CENTERS]
    if not counts:
        return ()
    won = {name for event in events if event.kind == ENDED for name in event.data.get("powers", event.data["winners"])}
    owners = sorted({owner for _, held in counts for owner in held}, key=lambda owner: (owner not in won, owner))
    parts = -(-len(counts) // MOST_YEARS)
    size = -(-len(counts) // parts)
    tables = []
    for start in range(0, len(counts), size):
        some = counts[start : start + size]
        marked = won if start + size >= len(counts) else set()
        marks = {owner: (_mark(won) if owner in marked else "",) if marked else () for owner in owners}
        rows = [("", *(year for year, _ in some), *(("",) if marked else ()))]
        rows += [(owner.title(), *(str(held.get(owner, 0)) for _, held in some), *marks[owner]) for owner in owners]
        years = f", {some[0][0]} to {some[-1][0]}" if parts > 1 else ""
        tables.append(Table(f"Centers by year{years}", tuple(rows), tuple(range(1, len(some) + 1))))
    return tuple(tables)


def center_charts(story: Story[Seen]) -> tuple[Chart, ...]:
    """Centers after each year, and those of the start."""
    if not story.chapters:
        return ()
    start = {power: len(held) for power, held in story.chapters[0].before.centers.items()}
    told = [event.data for chapter in story.chapters for event in chapter.events if event.kind == CENTERS]
    years = [(str(data["year"]), data["counts"]) for data in told]
    return (chart_of("centers", "Centers", [("Start", start), *years]),) if years else ()


def _mark(won: Collection[str]) -> str:
    """What stands beside each of those with whom a game ended: nobody wins a draw."""
    return "draw" if len(won) > 1 else "winner"
