"""The same picture as PNG, where the extra `png` is installed: for mail, which shows no SVG."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from threading import Lock
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.colors import FONT, HALO, INK
from judge.maps.svg import text, written

FONT_FILE = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
WIDTH = 1000
CARD = 1200, 630
"""Width and height of what is shown of a link, in pixels."""
SIZES = (52, 40, 30)
"""Of the letters of its lines; the last for all that follow."""


def can_paint() -> bool:
    """Whether pictures can be made here: `pip install pbem-judge[png]`."""
    return find_spec("resvg") is not None


PAINTER = Path(__file__).with_name("painter.py")
PATIENCE_SECONDS = 60
_one_at_a_time = Lock()
"""However many ask for pictures, they take one core."""


@lru_cache(maxsize=32)  # one phase is mailed to many, and looked at by many
def png_of(svg: str, width: int = WIDTH) -> bytes:
    """The SVG as PNG, this many pixels wide, its text in the judge's own font. Raises ValueError if it cannot be
    painted, or unless `can_paint`.
    """
    if not can_paint():
        raise ValueError("painting needs the extra `png`")
    command = (sys.executable, "-I", str(PAINTER), str(width), str(FONT_FILE), "DejaVu Sans")
    try:
        with _one_at_a_time:
            done = _painted(command, svg)
            if done.returncode < 0:  # a signal ended it: what stops the daemon goes to all its processes
                done = _painted(command, svg)
    except subprocess.TimeoutExpired:
        raise ValueError(f"it takes more than {PATIENCE_SECONDS} s to paint") from None
    if done.returncode:
        *_, why = done.stderr.decode(errors="replace").strip().split("\n")
        raise ValueError(f"it cannot be painted: {why}")
    return done.stdout


def _painted(command: Sequence[str], svg: str) -> subprocess.CompletedProcess[bytes]:
    # S603: our own program, and an SVG that was drawn here
    return subprocess.run(command, input=svg.encode(), capture_output=True, check=False, timeout=PATIENCE_SECONDS)  # noqa: S603


def card(drawn: str, size: tuple[int, int], lines: Sequence[str]) -> bytes:
    """The picture of a link as PNG: an SVG of this size, and these lines beside it. Raises as `png_of` does."""
    width, height = CARD
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-weight": "bold", "font-family": FONT})
    root.attrib |= {"width": str(width), "height": str(height)}
    ET.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": HALO})
    part = min(height / size[1], 0.62 * width / size[0])
    at, left = 40.0, part * size[0] + 40
    for letters, line in zip((*SIZES, *[SIZES[-1]] * len(lines)), lines, strict=False):
        for words in wrap(line, max(1, int((width - left - 20) / letters / 0.75)), max_lines=4):
            at += 1.2 * letters
            text(root, (left, at), words, letters, fill=INK)
        at += letters / 2
    place = f"translate(0,{(height - part * size[1]) / 2}) scale({part})"
    return png_of(written(root).replace("</svg>", f'<g transform="{place}">{drawn}</g></svg>'), width)
