"""What a computer player reads in a letter: an order that stands in it, and whether it begins with a yes."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.rules.diplomacy.orders import BadOrder, Order, check_legal
from judge.rules.diplomacy.reading.orders import read_order, read_unit
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit

LONGEST = 400
"""Characters of a letter that are looked at."""
YES = re.compile(r"\s*(agreed|yes|ok|okay|deal|done|fine)\b", re.IGNORECASE)
"""How a letter begins that takes what was offered or asked, whether or not it says that again."""


class Ordered(NamedTuple):
    """A unit on the board, and what it is to do."""

    unit: Unit
    order: Order


def order_in(table: Table, text: str) -> Ordered | None:
    """`A MUN S A BUR - RUH` as the order of that unit; None if it is none that the unit could be given."""
    try:
        unit, rest = read_unit(table.board, table.position, text)
        order = read_order(table.board, table.position, unit, rest)
        check_legal(table.board, table.position, unit, order)
    except BadOrder:
        return None
    return Ordered(unit, order)
