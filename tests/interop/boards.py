"""Every map of the Python package `diplomacy`, added as a board with its own map, and compared with that package place
by place, and by 500 phases at random. On their maps nothing that matters may be covered.

`python -m tests.interop.boards FOLDER` installs the package in a virtual environment in FOLDER. Its maps are compared
where they are; none becomes a part of the judge.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import venv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from judge.maps.draw import draw
from judge.maps.png import png_of
from judge.rules.boards import DRAWINGS, use_boards
from judge.rules.diplomacy.board import Board, Unit
from judge.rules.diplomacy.boardfile import check_text
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.orders import MOVE, BadOrder, Order, check_legal
from judge.rules.diplomacy.packages import import_board
from judge.rules.diplomacy.plate import draw_board
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.table import Table
from tests.maps.measured import measured
from tests.maps.phases import pictures, random_orders, random_table
from tests.maps.test_apart import met

_ASKED = """
import json, sys
from pathlib import Path
from diplomacy.engine import map as package
found = {}
for file in sorted((Path(package.__file__).parents[1] / "maps").glob("*.map")):
    known = package.Map(file.stem, use_cache=False)
    places = [each.upper() for each in known.locs]
    reach = {f"{kind} {one}": [two for two in places if known.abuts(kind, one, "-", two)]
             for kind in "AF" for one in places}
    found[str(file)] = {"reach": reach, "centers": known.scs, "units": known.units, "homes": known.homes}
json.dump(found, sys.stdout)
"""
_PLAYED = """
import json, sys
from functools import partial
from diplomacy import Game
from diplomacy.engine import map as package
# Before the first phase on a map it works out every convoy of up to 13 fleets: on the largest that takes days. It says
# so where the answer is to stand.
said, sys.stdout = sys.stdout, sys.stderr
package.add_to_cache = partial(package.add_to_cache, max_convoy_length=4)
played = []
for case in json.load(sys.stdin):
    game = Game(map_name=case["map"])
    names = {"".join(filter(str.isalpha, power)): power for power in game.powers}
    game.clear_units()
    for power, units in case["units"].items():
        game.set_units(names[power], units)
    for power, orders in case["orders"].items():
        game.set_orders(names[power], orders)
    game.process()
    units = game.get_state()["units"]
    played.append(sorted(f"{own} {unit}" for own, name in names.items() for unit in units.get(name, ())))
json.dump(played, said)
"""
PHASES = 504
PICTURES = 10
"""Phases a map; each brings two or more pictures."""


class Case(NamedTuple):
    """A phase at random: what is asked of the package, and what becomes of it here."""

    asked: Mapping[str, Any]
    expected: list[str]


def phase(board: Board, text: str, file: Path, seed: int) -> Case:
    """The phase of this seed on a board, whose data is `text`."""
    drawn = random.Random(f"{file.stem} {seed}")
    table = replace(random_table(board, drawn), map=text)
    orders = {province: order for province, order in random_orders(table, drawn) if _is_legal(table, order)}
    units: dict[str, list[str]] = defaultdict(list)
    written: dict[str, list[str]] = defaultdict(list)
    for unit in table.units:
        units[unit.power].append(str(unit))
        if unit.province in orders:
            written[unit.power].append(_as_theirs(board, table, unit, orders[unit.province]))
    after = play_movement(table, orders).table
    expected = [f"{unit.power} {unit}" for unit in after.units]
    # The one difference of rules: there a unit that has nowhere to go is gone at once.
    expected += [f"{each.unit.power} *{each.unit}" for each in after.dislodged if each.retreats]
    return Case({"map": str(file), "units": units, "orders": written}, sorted(expected))


def _is_legal(table: Table, order: Order) -> bool:
    try:
        check_legal(table.board, table.position, table.position.units[order.province], order)
    except BadOrder:
        return False
    return True


def _as_theirs(board: Board, table: Table, unit: Unit, order: Order) -> str:
    text = full_text(table.position, order)
    far = order.verb == MOVE and order.target not in board.borders(unit.kind, unit.place)
    return f"{text} VIA" if far and not text.endswith("VIA") else text


def differences(board: Board, theirs: Mapping[str, Any]) -> Iterator[str]:
    """What the board has and the package has not, or the other way round."""
    for unit, reached in theirs["reach"].items():
        kind, place = unit.split()
        own = board.borders(kind, place) if place in board.province_of and board.fits(kind, place) else frozenset()
        if own != set(reached):
            yield f"{unit} reaches {sorted(own)}, there {sorted(reached)}"
    if set(board.centers) != set(theirs["centers"]):
        yield f"centers are {board.centers}, there {theirs['centers']}"
    units = {str(unit) for each in board.start_units.values() for unit in each}
    if units != {unit for each in theirs["units"].values() for unit in each}:
        yield f"units are {sorted(units)}, there {theirs['units']}"


def _draw(folder: Path, file: Path, name: str, text: str) -> None:
    """Keep the board as `judge board add` does, with the map that becomes of its SVG or its borders."""
    (folder / DRAWINGS).mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(text, encoding="utf-8")
    svg = file.parent / "svg" / f"{file.stem}.svg"
    drawing = draw_board(text, svg.read_bytes() if svg.is_file() else b"", {}, png_of)
    if drawing is not None:
        (folder / DRAWINGS / f"{name}.json").write_text(drawing, encoding="utf-8")


def _beside(file: Path, name: str) -> str:
    return file.with_name(name).read_text("utf-8")


def main(folder: Path) -> int:
    venv.create(folder, with_pip=True, clear=True)
    subprocess.run([folder / "bin/pip", "install", "-q", "diplomacy==1.1.2"], check=True)
    failed = 0
    phases: list[tuple[Board, Case]] = []
    maps = _asked(folder, _ASKED)
    for path, theirs in maps.items():
        file = Path(path)
        name = file.stem.replace("_", "-")
        imported = import_board(name, file.read_text("utf-8"), partial(_beside, file))
        check = check_text(name, imported.text)
        board = Board(json.loads(imported.text)) if not check.mistakes else None
        found = check.mistakes if board is None else tuple(differences(board, theirs))
        sys.stdout.write(f"{check.about or name}: {'; '.join(found) or 'the same'}\n")
        failed += bool(found)
        if board is not None:
            _draw(folder / "boards", file, name, imported.text)
            use_boards(folder / "boards")
            covered = [met(measured(draw(each))) for seed in range(PICTURES) for each in pictures(name, seed)]
            sys.stdout.write(f"{name}: {len(covered)} pictures, {sum(map(bool, covered))} with something covered\n")
            failed += any(covered)
            phases += [(board, phase(board, imported.text, file, seed)) for seed in range(PHASES // len(maps))]
    theirs = _asked(folder, _PLAYED, json.dumps([case.asked for _, case in phases]))
    differ = [(case, units) for (_, case), units in zip(phases, theirs, strict=True) if case.expected != units]
    for case, units in differ:
        sys.stdout.write(f"{json.dumps(case.asked)}: here {case.expected}, there {units}\n")
    sys.stdout.write(f"{len(phases)} phases at random, {len(differ)} of them differ\n")
    return failed + len(differ)


def _asked(folder: Path, program: str, text: str = "") -> Any:
    """What the package says."""
    done = subprocess.run(
        [folder / "bin/python", "-c", program],
        check=True,
        capture_output=True,
        text=True,
        input=text,
        env={**os.environ, "HOME": str(folder)},  # where it keeps what it has worked out
    )
    return json.loads(done.stdout)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
