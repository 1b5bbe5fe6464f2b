"""Which views can be drawn, and how: the one place that knows every game with a map.

All functions are pure and take what one reader may know: his view, and the events that he may read.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.maps import diplomacy, empires, plague
from judge.maps.draw import draw
from judge.maps.picture import Picture
from judge.rules.diplomacy.view import BoardView
from judge.rules.empires.view import EmpireView
from judge.rules.machiavelli.view import PlagueView
from judge.rules.system import Event, View


def position_picture(view: View | None) -> Picture | None:
    """The position that this view shows; None where there is no map of it."""
    if isinstance(view, BoardView):
        return diplomacy.position_picture(view)
    if isinstance(view, PlagueView):
        return plague.position_picture(view)
    if isinstance(view, EmpireView):
        return empires.position_picture(view)
    return None


def phase_picture(before: View, events: Sequence[Event], after: View | None = None) -> Picture | None:
    """A phase that is over: `before` and `after` as one reader sees them, and what he may read of it; or None."""
    if isinstance(before, BoardView):
        return diplomacy.phase_picture(before, events, after if isinstance(after, BoardView) else None)
    if isinstance(before, PlagueView):
        return plague.phase_picture(before, events)
    if isinstance(before, EmpireView):
        return empires.phase_picture(before, events, after if isinstance(after, EmpireView) else None)
    return None


def has_map(view: View) -> bool:
    """Can this game be drawn?"""
    return position_picture(view) is not None


def svg_of(now: View | None, before: View | None = None, events: Sequence[Event] = ()) -> str:
    """The position as SVG or, with the view before a phase and what was told of it, that phase; `now` is the view of
    what came of it. ValueError where there is no map.
    """
    picture = position_picture(now) if before is None else phase_picture(before, events, now)
    if picture is None:
        raise ValueError("there is no map of this game")
    return draw(picture)


def differs_by_reader(view: View) -> bool:
    """Whether one reader's map may show what another's must not: then each gets his own."""
    return isinstance(view, EmpireView) or (isinstance(view, BoardView) and view.blind)
