"""The same picture as PNG, where the extra `png` is installed: for mail, which shows no SVG."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

FONT_FILE = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
WIDTH = 1000


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
