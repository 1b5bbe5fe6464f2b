"""The same picture as PNG, where the extra `png` is installed: for mail, which shows no SVG."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from xml.etree import ElementTree as ET  # written, never parsed

from judge.maps.colors import FONT, HALO, INK
from judge.maps.svg import ready, text, written

FONT_FILE = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
WIDTH = 1000
CARD = 1200, 630
"""Width and height of what is shown of a link, in pixels."""
SIZES = (52, 40, 30)
"""Of the letters of its lines; the last for all that follow."""


def can_paint() -> bool:
    """Whether pictures can be made here: `pip install pbem-judge[png]`."""
    return find_spec("resvg_py") is not None


@lru_cache(maxsize=8)  # one phase is mailed to many
def png_of(svg: str, width: int = WIDTH) -> bytes:
    """The SVG as PNG, this many pixels wide, its text in the judge's own font. ImportError unless `can_paint`."""
    resvg = import_module("resvg_py")
    # Without a font of its own it would silently leave out all text.
    painted = resvg.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(FONT_FILE)], font_family="DejaVu Sans"
    )
    return bytes(painted)


def card(drawn: str, size: tuple[int, int], lines: Sequence[str]) -> bytes:
    """The picture of a link as PNG: an SVG of this size, and these lines beside it. ImportError unless `can_paint`."""
    width, height = CARD
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-weight": "bold", "font-family": FONT})
    root.attrib |= {"width": str(width), "height": str(height)}
    ET.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": HALO})
    part = min(height / size[1], 0.62 * width / size[0])
    inner = ET.SubElement(root, "g", {"transform": f"translate(0,{(height - part * size[1]) / 2}) scale({part})"})
    inner.append(ready(drawn))
    at, left = 40.0, part * size[0] + 40
    for letters, line in zip((*SIZES, *[SIZES[-1]] * len(lines)), lines, strict=False):
        for words in wrap(line, max(1, int((width - left - 20) / letters / 0.75)), max_lines=4):
            at += 1.2 * letters
            text(root, (left, at), words, letters, fill=INK)
        at += letters / 2
    return png_of(written(root), width)
