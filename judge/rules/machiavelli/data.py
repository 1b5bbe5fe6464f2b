"""What programs are told of a view of the board of Italy."""

from __future__ import annotations

from judge.rules.data import plain_data
from judge.rules.machiavelli.state import dump_position
from judge.rules.machiavelli.view import PlagueView
from judge.rules.values import Json


class PlagueData:
    """For the system that plays on this board."""

    def view_data(self, view: PlagueView) -> Json:
        """Its fields, with the position as `judge adjudicate` writes it."""
        said = plain_data(view)
        del said["label"]
        return {**said, "position": dump_position(view.label, view.position)}
