"""The map for a letter, of what its reader may know. It is drawn here and painted as the letter is sent. A picture that
cannot be drawn is left out, and the host is told.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from typing import TypeAlias

from judge.app import Judge, Work
from judge.letters.values import Reader
from judge.logs import log
from judge.mail.values import Image
from judge.maps.draw import draw, near_of
from judge.maps.plot import plot
from judge.maps.png import can_paint
from judge.outbox.queue import tell_host
from judge.rules.drawing import Picture
from judge.rules.game import AnySystem
from judge.rules.story import Chart
from judge.rules.values import PUBLIC, Audience, Event, GameState

Pictures: TypeAlias = Callable[[Reader], Image | None]
"""The picture for one reader."""
Drawn: TypeAlias = tuple[Picture, Image]

Undrawn: TypeAlias = Callable[[str], None]
"""Takes the trace of a picture that could not be drawn."""

TO_HOST = "picture"
AGAIN_AFTER = timedelta(hours=1)
"""The host is told of a picture at most once in this time: what fails for one reader fails for many."""


def tell_of_undrawn(work: Work, game: str, trace: str) -> None:
    """Tells the host why a map of this game was left out of a letter."""
    text = "A map could not be drawn, and its letter went without it. The log tells how often that happens."
    tell_host(work, f"{game}: a map could not be drawn", f"{text}\n\n{trace}", TO_HOST, AGAIN_AFTER)


def pictures_of(
    judge: Judge, system: AnySystem, before: GameState, after: GameState, events: Sequence[Event], undrawn: Undrawn
) -> Pictures:
    """Return each reader's picture of the phase between two states; the public's, unless readers see different
    things.
    """

    def drawn(audience: Audience) -> Picture | None:
        known = [event for event in events if event.audience.includes(audience)]
        return system.phase_picture(system.view(before, audience), known, system.view(after, audience))

    return _once_each(judge, system, before, drawn, undrawn)


def positions_of(work: Work, game: str, system: AnySystem, state: GameState) -> Pictures:
    """The position of this state: one picture for everybody, unless readers see different things."""

    def drawn(audience: Audience) -> Picture | None:
        return system.position_picture(system.view(state, audience))

    return _once_each(work.judge, system, state, drawn, partial(tell_of_undrawn, work, game))


def _once_each(
    judge: Judge,
    system: AnySystem,
    state: GameState,
    drawn: Callable[[Audience], Picture | None],
    undrawn: Undrawn,
) -> Pictures:
    """The picture of each audience, drawn once; only the public's, unless readers see different things. Where a reader
    looks first is read off the same picture.
    """
    try:
        alike = not system.differs_by_reader(system.view(state, PUBLIC))
    except Exception:  # noqa: BLE001 - whatever a game draws, its letters go out
        undrawn(traceback.format_exc())
        return lambda _: None
    of = cache(lambda audience: _drawn(judge, partial(drawn, audience), "map", undrawn))

    return lambda reader: _for(reader, of(PUBLIC if alike else reader.audience))


def picture_of(
    work: Work, game: str, drawn: Callable[[], Picture | None], reader: Reader, name: str = "map"
) -> Image | None:
    """What this draws of what the reader may know; None where nothing is drawn."""
    return _for(reader, _drawn(work.judge, drawn, name, partial(tell_of_undrawn, work, game)))


def _for(reader: Reader, drawn: Drawn | None) -> Image | None:
    return drawn and replace(drawn[1], near=near_of(drawn[0], reader.roles))


def plot_of(work: Work, game: str, chart: Chart, name: str) -> Image | None:
    """A plot of what its reader may know; None where there is not enough to plot."""
    width = work.settings.map_width
    if len(chart.labels) < 2 or not width or not can_paint():
        return None
    try:
        return Image(name, plot(chart.title, chart.labels, chart.series), f"Plot: {chart.title}", width)
    except Exception:  # noqa: BLE001 - an answer goes out without its plot
        tell_of_undrawn(work, game, traceback.format_exc())
        return None


def _drawn(judge: Judge, drawn: Callable[[], Picture | None], name: str, undrawn: Undrawn) -> Drawn | None:
    width = judge.settings.map_width
    if not width or not can_paint():
        return None
    try:
        picture = drawn()
        return (picture, Image(name, draw(picture), f"Map: {picture.title}", width)) if picture is not None else None
    except Exception:  # noqa: BLE001 - whatever a game draws, its letters go out
        trace = traceback.format_exc()
        log.error("a map could not be drawn")
        undrawn(trace)
        return None
