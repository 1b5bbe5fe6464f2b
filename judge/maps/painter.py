"""A process of its own that paints one SVG from its input as PNG to its output: WIDTH FONT_FILE FONT_NAME.

resvg keeps Python's lock while it paints. In the daemon's own process no mail could be accepted meanwhile.
"""

from __future__ import annotations

import sys
from math import ceil


def main() -> None:
    from resvg import render, usvg  # noqa: PLC0415 - an extra

    width, file, name = sys.argv[1:]
    options = usvg.Options.default()
    options.load_font_file(file)  # without a font of its own it would silently leave out all text
    options.font_family = name
    tree = usvg.Tree.from_str(sys.stdin.buffer.read().decode(), options)
    wide, high = tree.int_size()
    size = int(width), ceil(int(width) * high / wide)
    sys.stdout.buffer.write(render(tree, (size[0] / wide, 0, 0, 0, size[1] / high, 0), bg_size=size))


if __name__ == "__main__":
    main()
