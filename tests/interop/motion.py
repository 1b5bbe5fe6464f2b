"""The moves of a phase on a phone, as Chromium traces them: what moves is moved by the compositor alone, sixty times a
second, and the page itself does nothing meanwhile but what fits between two frames of a slow phone.

Held is what the machine's load leaves alone: which frames ask the page, and how long its thread computes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Browser

from judge.rules.diplomacy.boardfile import load_board
from tests.interop.chromium import opened
from tests.support.bots import gambles
from tests.support.house import House
from tests.support.table_of_seven import seven

CROWD, PLAYERS = "crowd", 8
"""A game of Chaos, with 34 powers, and how many of them write orders (for whichever units they like)."""
PHONE: Mapping[str, Any] = {
    "viewport": {"width": 360, "height": 780},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}
SLOWER = 4
"""A phone computes so many times slower than the machine that measures, as Lighthouse reckons."""
TRIES = 3
"""A thread takes longer where others compute: what was found is looked at again."""
FRAME, ANSWER = 1000 / 60, 200.0
"""Milliseconds of a frame, and in which a page should answer to a key."""
WATCHED = 2600
"""Milliseconds in which all has come to rest."""
TRACED = [
    *("devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"),
    *("toplevel", "cc,benchmark"),
]
EDGE = 150_000
"""Microseconds at both ends of a motion, in which it is begun and ended."""


@dataclass(frozen=True)
class Motion:
    """What was traced of one: how long the page computed (milliseconds) to answer to the key, and for each frame that
    asked it between; how the frames fared that the compositor made.
    """

    answered: float
    between: tuple[float, ...]
    frames: Counter[str]

    def __str__(self) -> str:
        frames = ", ".join(f"{count} {state}" for state, count in sorted(self.frames.items()))
        return f"answers in {self.answered:.1f} ms, then asks the page {len(self.between)} times; {frames}"


def crowd(house: House) -> None:
    """A game of Chaos of two phases."""
    powers = load_board("chaos").powers
    dummies = f"dummies {' '.join(sorted(powers)[PLAYERS:])}"
    cast = {power: f"Lord{power.title()}" for power in powers}
    table = seven(house, "map chaos", "nmr default", dummies, "title Chaos", cast=cast, name=CROWD)
    for number in range(2):
        table.play_phase(dict.fromkeys(table.players, gambles(Random(number))))


def motion(browser: Browser, url: str, rate: int = 1) -> Motion:
    """That of a phase's last step. `rate`: how many times slower the page is made to compute."""
    page = opened(browser, **PHONE)
    page.goto(url, wait_until="networkidle")
    if rate > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate("performance.mark('asked')")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(WATCHED * rate if rate > 1 else WATCHED)
    found = _read(json.loads(browser.stop_tracing())["traceEvents"])
    page.close()
    return found


def _read(events: list[dict[str, Any]]) -> Motion:
    asked = next(each for each in events if each["name"] == "asked" and "blink.user_timing" in each["cat"])
    thread, begun = (asked["pid"], asked["tid"]), asked["ts"]
    frames = [
        (each["ts"], each["args"]["frame_reporter"])
        for each in events
        if each["name"] == "PipelineReporter" and "frame_reporter" in each.get("args", {})
    ]
    moved = [at for at, frame in frames if frame["has_compositor_animation"] or frame["has_main_animation"]]
    first, last = (min(moved), max(moved)) if moved else (begun, begun)
    pages = [
        (each["ts"], each.get("tdur", each["dur"]) / 1000)
        for each in events
        if each["name"] == "ProxyMain::BeginMainFrame" and each["ph"] == "X" and (each["pid"], each["tid"]) == thread
    ]
    states = Counter(
        ("asked of the page" if frame["has_main_animation"] else frame["state"].removeprefix("STATE_").lower())
        for at, frame in frames
        if first <= at <= last
    )
    return Motion(
        max((spent for at, spent in pages if begun <= at <= first), default=0.0),
        tuple(spent for at, spent in pages if first + EDGE <= at <= last - EDGE),
        states,
    )


def smooth(browser: Browser, urls: list[str]) -> Iterator[str]:
    """What would not be seen to move smoothly on a phone."""
    for url in urls:
        for left in reversed(range(TRIES)):
            wrong = [f"{url}: {each}" for each in _wrong(motion(browser, url))]
            if not wrong:
                break
            if not left:
                yield from wrong


def _wrong(found: Motion) -> Iterator[str]:
    if not found.frames:
        yield "nothing moves"
    if found.frames["asked of the page"]:
        yield f"the page itself moves the units: {found}"
    if SLOWER * found.answered > ANSWER:
        yield f"a phone would wait for its answer: {found}"
    if SLOWER * max(found.between, default=0) > FRAME:
        yield f"a phone would compute for longer than a frame while units move: {found}"
