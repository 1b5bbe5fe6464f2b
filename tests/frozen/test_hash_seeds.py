"""No letter hangs on the order of a set: played in processes with other hash seeds, each reads the same to the byte.

The processes of `make test` have seeds of their own, drawn anew in each run, under which `test_letters` plays every
family. Here the seeds are fixed, so that a failure comes again; `make soak` plays every family under both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.frozen.games import FAMILIES
from tests.frozen.letters import kept
from tests.support.soaking import WHOLE

PLAYED = """
import sys
from pathlib import Path
from tests.frozen.letters import frozen
family, folder = sys.argv[1], Path(sys.argv[2])
for name, text in frozen(family).items():
    (folder / name).write_bytes(text.encode())
"""
SEEDS = ("1", "2")
FEW = (("pirates", "2"),)
ALL = tuple((family, seed) for family in FAMILIES for seed in SEEDS)


@pytest.mark.parametrize(("family", "seed"), ALL if WHOLE else FEW)
def test_every_letter_reads_the_same_under_another_hash_seed(family: str, seed: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, family, str(tmp_path)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    now = {path.name: path.read_bytes().decode() for path in tmp_path.iterdir() if path.is_file()}
    then = kept(family)
    assert [name for name in sorted({*now, *then}) if now.get(name) != then.get(name)] == []
