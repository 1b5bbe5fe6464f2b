"""A process of its own that paints SVGs as PNG, one after another: FONT_FILE FONT_NAME. Each comes as a line with its
width in pixels and its length in octets, and then itself. Its PNG goes back behind a line with its length. It ends at
what it cannot paint.

resvg keeps Python's lock while it paints. In the daemon's own process no mail could be accepted meanwhile.
"""

from __future__ import annotations

import sys
from math import ceil


def main() -> None:
    from resvg import render, usvg  # noqa: PLC0415 - an extra

    file, name = sys.argv[1:]
    options = usvg.Options.default()
    options.load_font_file(file)  # without a font of its own it would silently leave out all text
    options.font_family = name
    for line in iter(sys.stdin.buffer.readline, b""):
        width, octets = map(int, line.split())
        tree = usvg.Tree.from_str(sys.stdin.buffer.read(octets).decode(), options)
        wide, high = tree.int_size()
        height = ceil(width * high / wide)
        painted = render(tree, (width / wide, 0, 0, 0, height / high, 0), bg_size=(width, height))
        sys.stdout.buffer.write(b"%d\n%b" % (len(painted), painted))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
