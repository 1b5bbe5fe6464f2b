"""Every unit ordered to every place beside it by their names in full, as people write them: each line is read as it is
meant, wherever a name may end within another word (`Pari S Burgundy`).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.rules.diplomacy.board import Board, load_board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.position import ARMY, FLEET, Position, Unit
from judge.rules.diplomacy.reading.sheets import read_order, read_order_by_map
from tests.support import soaking

MOVES = (
    "{kind} {name}: {target}",
    "{letter} {name} {target}",
    "{name}: {target}",
    "{name} - {target}",
    "{name} to {target}",
)
HOLDS = ("{kind} {name} holds", "{name} hold", "{letter} {name} h")
SUPPORTS = ("{kind} {name} supports {target}", "{name} S {target}", "{letter} {name} s {target}")


def everywhere(board: Board) -> Position:
    """A unit in each province."""
    return Position({each: Unit("X", FLEET if each in board.seas else ARMY, each) for each in board.provinces})


def written(board: Board, position: Position) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """(line, (province, verb, the other province))."""
    for province, unit in position.units.items():
        reach = board.army if unit.kind == ARMY else board.fleet
        for place in sorted(reach[unit.place]):
            target = place.partition("/")[0]
            if place != target or target in board.coasts:
                continue  # which coast has to be said
            words = {
                "kind": "Army" if unit.kind == ARMY else "Fleet",
                "letter": unit.kind,
                "name": board.names[province],
                "target": board.names[target],
            }
            for verb, forms in (("-", MOVES), ("H", HOLDS), ("S", SUPPORTS)):
                for form in forms:
                    yield form.format(**words), (province, verb, "" if verb == "H" else target)


@pytest.mark.parametrize("name", ["standard", "modern", "chaos"])
@pytest.mark.parametrize("blind", [False, True])
def test_each_order_by_names_is_read_as_it_is_meant(name: str, blind: bool) -> None:
    """One in thirteen of them, in a soak all."""
    board = load_board(name)
    position = everywhere(board)
    wrong = []
    for number, (line, meant) in enumerate(written(board, position)):
        if number % soaking.stride(1, 13):
            continue
        try:
            by_map = read_order_by_map(board, position.units, line) if blind else None
            unit, order = by_map or read_order(board, position, line)
        except BadOrder as fault:
            wrong.append(f"{line}: {fault.message}")
            continue
        other = "".join((order.target or order.other).split()[-1:]).partition("/")[0]
        if (unit.province, order.verb, other) != meant or (order.verb == "S" and order.target):
            wrong.append(f"{line}: {unit} {order}")
    assert not wrong
