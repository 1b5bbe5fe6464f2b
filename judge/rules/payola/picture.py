"""The map of a phase in which orders were bought: beside the reader's own units what they took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.rules.diplomacy.picture import phase_picture
from judge.rules.diplomacy.view import BoardView
from judge.rules.drawing import Picture, area_of
from judge.rules.payola.statement import STATEMENT
from judge.rules.values import Event


def priced_picture(before: BoardView, events: Sequence[Event], after: BoardView | None) -> Picture | None:
    """A phase on a Diplomacy board. Totals come from the statements among the events that the reader may know, so a map
    that is made for everybody has none.
    """
    shown = phase_picture(before, events, after)
    if shown is None:
        return None
    spaces = dict(shown.spaces)
    for event in events:
        if event.kind == STATEMENT and event.data["phase"] == str(before.table.label):
            for row in event.data["units"]:
                code = area_of(row["unit"].partition(" ")[2])
                spaces[code] = replace(spaces[code], note=f"{row['total']} AgP")
    return replace(shown, spaces=spaces)
