"""Keeps a finished game of each family for ever: `python -m tests.archive.keep 0.1.0` plays them with today's judge and
writes their archives to `tests/archive/kept/0.1.0`, as `judge archive` does. What is kept is never written again. In
`two-seeds` is a match of the first that had a seed that is never opened, in the format that came with it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

from judge.cli.main import main
from tests.frozen.games import FAMILIES
from tests.frozen.table import Table, frozen_house

KEPT = Path(__file__).parent / "kept"
GAMES = {
    "diplomacy": ("paris", "dusk"),
    "payola": ("oslo", "zurich", "fog", "lisbon", "bern"),
    "exchange": ("bourse",),
    "machiavelli": ("italy",),
    "empires": ("corner",),
    "pirates": ("hoard",),
}
SECRETIVE = ("empires", "machiavelli", "pirates")
"""Families whose rules do not open everything after the end: only the whole archive can be checked."""


def keep(family: str, into: Path) -> None:
    """Plays this family's games and writes the archive of each into this folder."""
    people, plays = FAMILIES[family]
    with tempfile.TemporaryDirectory() as folder:
        with frozen_house(Path(folder)) as house:
            table = Table(house, *people)
            for play in plays:
                play(table)
        for game in GAMES[family]:
            file = into / f"{family}-{game}.json"
            whole = ("--whole",) if family in SECRETIVE else ()
            env = {"JUDGE_DATABASE": f"sqlite:///{folder}/judge.db"}
            done = CliRunner().invoke(main, ["archive", game, "-o", str(file), *whole], env=env)
            if done.exit_code:
                raise SystemExit(done.output)
            file.chmod(0o644)


if __name__ == "__main__":
    target = KEPT / sys.argv[1]
    target.mkdir(parents=True)  # FileExistsError: what is kept stays as it is
    for each in GAMES:
        keep(each, target)
