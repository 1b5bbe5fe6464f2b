"""The same picture as PNG, where the extra `png` is installed: for mail, which shows no SVG."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from select import poll
from subprocess import PIPE
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
_idle: list[subprocess.Popen[bytes]] = []
"""The painter between two pictures, for a start takes half as long as one. After a picture that was broken off it never
comes back here: its next answer would be that picture.
"""
os.register_at_fork(after_in_child=_idle.clear)  # two who ask one painter would get each other's pictures


@lru_cache(maxsize=32)  # one phase is mailed to many, and looked at by many
def png_of(svg: str, width: int = WIDTH) -> bytes:
    """The SVG as PNG, this many pixels wide, its text in the judge's own font. Raises ValueError if it cannot be
    painted, or unless `can_paint`.
    """
    if not can_paint():
        raise ValueError("painting needs the extra `png`")
    with _one_at_a_time:
        # A signal ended it: what stops the daemon goes to all its processes.
        png = _painted(svg.encode(), width) or _painted(svg.encode(), width)
    if not png:
        raise ValueError("it cannot be painted: the painter is stopped each time")
    return png


def _painted(svg: bytes, width: int) -> bytes:
    """The PNG, or nothing if a signal ended the painter. Raises ValueError."""
    painter = _idle.pop() if _idle else _started()
    assert painter.stdin is not None  # noqa: S101 - for the type checker
    assert painter.stdout is not None  # noqa: S101 - for the type checker
    with suppress(BrokenPipeError):
        painter.stdin.write(b"%d %d\n%b" % (width, len(svg), svg))
        painter.stdin.flush()
    answer = poll()
    answer.register(painter.stdout)
    if not answer.poll(1000 * PATIENCE_SECONDS):
        painter.kill()
        painter.communicate()
        raise ValueError(f"it takes more than {PATIENCE_SECONDS} s to paint")
    octets = int(painter.stdout.readline() or 0)
    png = painter.stdout.read(octets)
    if octets and len(png) == octets:
        _idle.append(painter)
        return png
    _, trace = painter.communicate()
    if painter.returncode > 0:
        *_, why = trace.decode(errors="replace").strip().split("\n")
        raise ValueError(f"it cannot be painted: {why}")
    return b""


def _started() -> subprocess.Popen[bytes]:
    """A painter, which ends when this process does."""
    command = (sys.executable, "-I", str(PAINTER), str(FONT_FILE), "DejaVu Sans")
    return subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE)  # noqa: S603 - our own program


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
