"""A shelf of games of every family, played once for all tests that only look at it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.house import open_house
from tests.support.showcase import SHORT, Showcase, showcase

MARKED_UP = "<b onmouseover=x>&\"'</td>"
"""How the names of all people on the shelf end, and the titles of their games."""


@pytest.fixture(scope="session")
def shelf(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Showcase]:
    folder = tmp_path_factory.mktemp("shelf")
    url = f"sqlite:///{folder / 'judge.db'}"
    shutil.copyfile(sqlite_template, folder / "judge.db")
    with open_house(url, folder, replies_per_hour=1_000_000, entropy=random.Random(8).randbytes) as house:
        yield showcase(house, SHORT, known_for=MARKED_UP)
