"""Tables on the host's terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
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


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Return a table with a cell for each value."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold")
    for row in rows:
        made.add_row(*map(cell, row))
    return made


def printable(text: str) -> str:
    """One line without what a terminal would obey."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def cell(value: object) -> Text:
    """The value as it is: what players wrote is neither markup nor commands to the terminal. None is empty."""
    if isinstance(value, datetime):
        return Text(value.strftime("%a %Y-%m-%d %H:%M UTC"))
    return Text("" if value is None else printable(str(value)))
