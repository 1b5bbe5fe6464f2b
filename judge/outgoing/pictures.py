"""The map for a letter, as PNG: of what its reader may know, where there is a drawing of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from judge.app import Judge
from judge.mail.values import Image
from judge.maps.draw import draw
from judge.maps.png import can_paint, png_of
from judge.rules.drawing import Picture, differs_by_reader, phase_picture, position_picture
from judge.rules.system import PUBLIC, AnySystem, Audience, Event, GameState, RuleSystem, View

Pictures: TypeAlias = Callable[[Audience], Image | None]
"""The picture for one reader."""


def pictures_of(
    judge: Judge, system: AnySystem, before: GameState, after: GameState, events: Sequence[Event]
) -> Pictures:
    """The phase that these events tell, between two states. Each picture is made of one audience's views and events:
    the public's, the same one for everybody, unless readers see different things.
    """
    alike = not differs_by_reader(system, system.view(before, PUBLIC))

    @cache
    def of(audience: Audience) -> Image | None:
        known = [event for event in events if event.audience.includes(audience)]
        return phase_of(judge, system, system.view(before, audience), known, system.view(after, audience))

    return lambda audience: of(PUBLIC if alike else audience)


def phase_of(
    judge: Judge, system: RuleSystem, before: View, events: Sequence[Event], after: View, name: str = "map"
) -> Image | None:
    """The phase as one reader may know it: their views before and after it, and the events that they may read."""
    return _image(judge, phase_picture(system, before, events, after), name)


def position_of(judge: Judge, system: RuleSystem, view: View, name: str = "map") -> Image | None:
    """The position that this view shows, for whoever's view it is; None where nothing is drawn."""
    return _image(judge, position_picture(system, view), name)


def _image(judge: Judge, picture: Picture | None, name: str) -> Image | None:
    width = judge.settings.map_width
    if picture is None or not width or not can_paint():
        return None
    return Image(name, png_of(draw(picture), width), f"Map: {picture.title}")
