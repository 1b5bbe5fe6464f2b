"""What programs are told of a view of a Diplomacy board."""

from __future__ import annotations

from judge.rules.data import plain_data
from judge.rules.diplomacy.view import BoardView
from judge.rules.values import Json


class BoardData:
    """For every system that plays on such a board."""

    def view_data(self, view: BoardView) -> Json:
        """Its fields; of the table beside them what the rest does not hold: `map`, and what a standoff left empty."""
        said = plain_data(view)
        del said["table"]
        return {**said, "map": view.table.map, "contested": list(view.table.contested)}
