"""What all games on a Diplomacy board have in common: its map, its pictures, and how its games are told."""

from __future__ import annotations

from abc import ABC
from collections.abc import Collection, Sequence

from typing_extensions import override

from judge.rules.data import plain_data
from judge.rules.diplomacy import geography, picture
from judge.rules.diplomacy.labels import phase_named
from judge.rules.diplomacy.story import BOARD, SUMMARY_KINDS, Seen, center_charts, centers_by_year, ranking_by_centers
from judge.rules.drawing import Picture
from judge.rules.game import Game
from judge.rules.story import Chart, Ranking, Story, Table
from judge.rules.values import Event, Json, State


class BoardGame(Game[State, Seen], ABC):
    """A game on a Diplomacy board."""

    has_map = True
    summary_kinds: Collection[str] = SUMMARY_KINDS

    @override
    def phase_named(self, text: str) -> str:
        return phase_named(text)

    @override
    def borders(self, view: Seen, area: str) -> tuple[str, ...]:
        return geography.borders(view, area)

    @override
    def view_data(self, view: Seen) -> Json:
        """Its fields; of the table beside them what the rest does not hold: `map`, and what a standoff left empty."""
        said = plain_data(view)
        del said["table"]
        return {**said, "map": view.table.map, "contested": list(view.table.contested)}

    @override
    def ranking(self, view: Seen) -> Ranking | None:
        return ranking_by_centers(view)

    @override
    def charts(self, story: Story[Seen]) -> tuple[Chart, ...]:
        return center_charts(story)

    @override
    def summary(self, events: Sequence[Event]) -> tuple[Table, ...]:
        return centers_by_year(events)

    @override
    def shown_after(self, event: Event) -> bool:
        return event.kind in BOARD

    @override
    def position_picture(self, view: Seen) -> Picture | None:
        return picture.position_picture(view)

    @override
    def phase_picture(self, before: Seen, events: Sequence[Event], after: Seen | None = None) -> Picture | None:
        return picture.phase_picture(before, events, after)

    @override
    def differs_by_reader(self, view: Seen) -> bool:
        return view.blind
