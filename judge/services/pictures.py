"""The map of a phase for the letter that tells its results, where there is a drawing of the board."""

from __future__ import annotations

from collections.abc import Sequence

from judge.mail.values import Image
from judge.maps.draw import draw
from judge.maps.ground import maps
from judge.maps.picture import Picture, phase_picture, position_picture
from judge.maps.png import can_paint, png_of
from judge.rules.diplomacy.view import BoardView
from judge.rules.system import PUBLIC, Event, View
from judge.services.judge import Judge


def picture_of(judge: Judge, before: View, events: Sequence[Event]) -> Image | None:
    """The phase that these events tell, on the position before it; None where nothing is drawn.

    `before` is the public's view, and only public events are looked at, so that one picture may go to everybody.
    """
    if not isinstance(before, BoardView):
        return None
    if before.viewer != PUBLIC:
        raise ValueError("a picture for everybody is made from the public's view")
    return _image(judge, phase_picture(before.table, [event for event in events if event.audience == PUBLIC]))


def position_of(judge: Judge, view: View) -> Image | None:
    """The position that this view shows, for whoever's view it is; None where nothing is drawn."""
    return _image(judge, position_picture(view.table)) if isinstance(view, BoardView) else None


def _image(judge: Judge, picture: Picture) -> Image | None:
    width = judge.settings.map_width
    if not width or picture.board.name not in maps() or not can_paint():
        return None
    return Image("map", png_of(draw(picture), width), f"Map: {picture.title}")
