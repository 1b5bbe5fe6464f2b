"""Every map of the Python package `diplomacy`, added as a board and compared with that package place by place.

`python -m tests.interop.boards FOLDER` installs the package in a virtual environment in FOLDER. Its maps are compared
where they are; none becomes a part of the judge.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.boardfile import check_text
from judge.rules.diplomacy.foreign import import_map

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


def _beside(file: Path, name: str) -> str:
    return file.with_name(name).read_text("utf-8")


def main(folder: Path) -> int:
    venv.create(folder, with_pip=True, clear=True)
    subprocess.run([folder / "bin/pip", "install", "-q", "diplomacy==1.1.2"], check=True)
    said = subprocess.run([folder / "bin/python", "-c", _ASKED], check=True, capture_output=True, text=True).stdout
    failed = 0
    for path, theirs in json.loads(said).items():
        file = Path(path)
        name = file.stem.replace("_", "-")
        imported = import_map(name, file.read_text("utf-8"), partial(_beside, file))
        check = check_text(name, imported.text)
        found = check.mistakes or tuple(differences(Board(json.loads(imported.text)), theirs))
        sys.stdout.write(f"{check.about or name}: {'; '.join(found) or 'the same'}\n")
        failed += bool(found)
    return failed


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
