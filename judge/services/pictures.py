"""The map of a phase for the letter that tells its results, where there is a drawing of the board."""

from __future__ import annotations

from collections.abc import Sequence

from judge.mail.values import Image
from judge.maps.draw import draw
from judge.maps.ground import maps
from judge.maps.picture import phase_picture
from judge.maps.png import can_paint, png_of
from judge.rules.diplomacy.view import BoardView
from judge.rules.system import PUBLIC, Event, View
from judge.services.judge import Judge


def picture_of(judge: Judge, before: View, events: Sequence[Event]) -> Image | None:
    """The phase that these events tell, on the position before it; None where nothing is drawn.

    `before` is the public's view, and only public events are looked at, so that one picture may go to everybody.
    """
    width = judge.settings.map_width
    if not width or not isinstance(before, BoardView) or before.table.map not in maps() or not can_paint():
        return None
    if before.viewer != PUBLIC:
        raise ValueError("a picture for everybody is made from the public's view")
    picture = phase_picture(before.table, [event for event in events if event.audience == PUBLIC])
    return Image("map", png_of(draw(picture), width), f"Map: {picture.title}")
