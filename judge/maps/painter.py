"""A process of its own that paints one SVG from its input as PNG to its output: WIDTH FONT_FILE FONT_NAME.

resvg keeps Python's lock while it paints. In the daemon's own process no mail could be accepted meanwhile.
"""

from __future__ import annotations

import sys


def main() -> None:
    import resvg_py  # noqa: PLC0415 - an extra

    width, file, name = sys.argv[1:]
    svg = sys.stdin.buffer.read().decode()
    # Without a font of its own it would silently leave out all text.
    painted = resvg_py.svg_to_bytes(
        svg_string=svg, width=int(width), skip_system_fonts=True, font_files=[file], font_family=name
    )
    sys.stdout.buffer.write(bytes(painted))


if __name__ == "__main__":
    main()
