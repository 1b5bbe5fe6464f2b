"""Tables on the host's terminal."""

from __future__ import annotations

import os
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDTH_WITHOUT_TERMINAL = 160


def console() -> Console:
    """Standard output; into a file or pipe, wide enough that nothing is folded at 80 columns."""
    found = Console(highlight=False)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found.width = WIDTH_WITHOUT_TERMINAL
    return found


def table(*headings: str) -> Table:
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold")
    return made


def printable(text: str) -> str:
    """One line without what a terminal would obey."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def plain(value: object) -> Text:
    """As it is: what players wrote is neither markup nor commands to the terminal."""
    return Text(printable(str(value)))


def instant(at: datetime | None) -> Text:
    return Text(at.strftime("%a %Y-%m-%d %H:%M UTC") if at else "")
