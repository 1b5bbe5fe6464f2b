"""Maps as SVG, of any system that draws its games.

All functions are pure and take what one reader may know: their view, and the events that they may read.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.maps.draw import draw
from judge.maps.glance import glance, size_of
from judge.rules.drawing import Picture
from judge.rules.game import Game
from judge.rules.values import Event, View


def svg_of(system: Game, now: View | None, before: View | None = None, events: Sequence[Event] = ()) -> str:
    """The position as SVG or, with the view before a phase and what was told of it, that phase; `now` is the view of
    what came of it. ValueError where there is no map.
    """
    return draw(_picture(system, now, before, events))


def _picture(system: Game, now: View | None, before: View | None, events: Sequence[Event]) -> Picture:
    if before is not None:
        made = system.phase_picture(before, events, now)
    else:
        made = system.position_picture(now) if now is not None else None
    if made is None:
        raise ValueError("there is no map of this game")
    return made


def glance_of(system: Game, view: View | None) -> tuple[str, tuple[int, int]] | None:
    """The position as a small SVG, and its width and height; None where there is no map of it."""
    drawn = system.position_picture(view) if view is not None else None
    return (glance(drawn), size_of(drawn.ground)) if drawn is not None else None
