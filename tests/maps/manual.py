"""The maps in docs/ and the README, drawn by today's code: `make pictures` writes them, a test compares them."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

from judge.maps.draw import draw
from judge.maps.png import png_of
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.picture import phase_picture, position_picture
from judge.rules.diplomacy.play import Step, play_movement
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.diplomacy.table import Table, opening
from judge.rules.drawing import Picture
from judge.rules.rng import Rng
from judge.rules.values import only
from tests.maps.phases import pictures, view_of
from tests.rules.diplomacy.tables import load_table
from tests.support.sourced import digest, sourced

DOCS = Path(__file__).parents[2] / "docs"
WIDTH = 760
DATA = tomllib.loads((Path(__file__).parent / "manual.toml").read_text(encoding="utf-8"))
POSITION, ORDERS, MODERN, BLIND = (DATA[name] for name in ("position", "orders", "modern", "blind"))


def played(table: Table, text: str) -> Step:
    orders: dict[str, Order] = {}
    for line in text.splitlines():
        unit, order = read_order(table.board, table.position, line)
        orders[unit.province] = order
    return play_movement(table, orders)


def _movement() -> Picture | None:
    table = load_table("standard", POSITION)
    step = played(table, ORDERS)
    return phase_picture(view_of(table), step.events, view_of(step.table))


def _modern() -> Picture | None:
    table = opening("modern")
    step = played(table, MODERN)
    return phase_picture(view_of(table), step.events, view_of(step.table))


def _retreats() -> Picture | None:
    return position_picture(view_of(played(load_table("standard", POSITION), ORDERS).table))


def _blind() -> Picture | None:
    """As France sees it."""
    options = {option.name: option.default for option in DIPLOMACY.options} | {"blind": True}
    chance = Rng(b"docs", "S1901M")
    state = DIPLOMACY.start(options, DIPLOMACY.seating(options).names, chance).state
    filed = {power: {"orders": text} for power, text in BLIND.items()}
    outcome, viewer = DIPLOMACY.adjudicate(state, filed, chance), only("FRANCE")
    known = [event for event in outcome.events if event.audience.includes(viewer)]
    return DIPLOMACY.phase_picture(DIPLOMACY.view(state, viewer), known, DIPLOMACY.view(outcome.state, viewer))


def _at_random(board: str, seed: int, place: int) -> Picture:
    return next(islice(pictures(board, seed), place, None))


PICTURES: Mapping[str, Callable[[], Picture | None]] = {
    "map": _movement,
    "map-retreats": _retreats,
    "map-modern": _modern,
    "map-schematic": lambda: position_picture(view_of(opening("four-seas"))),
    "map-blind": _blind,
    "map-plague": lambda: _at_random("plague", 3, 8),
    "map-empires": lambda: _at_random("corners", 2, 6),
}


def drawn(name: str) -> str:
    """The SVG of this picture."""
    picture = PICTURES[name]()
    assert picture is not None, name
    return draw(picture)


def main() -> int:
    for name in PICTURES:
        svg = drawn(name)
        (DOCS / f"{name}.png").write_bytes(sourced(png_of(svg, WIDTH), digest(svg.encode())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
