"""The pages that docs/ shows are those of today's code."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.web.pages import Site
from tests.support.house import House
from tests.support.sourced import digest, source_of
from tests.web.pictured import BASE, DOCS, SHOTS, played, sources


@pytest.fixture(scope="module")
def house(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("pictured")
    shutil.copyfile(sqlite_template, folder / "judge.db")
    with played(f"sqlite:///{folder / 'judge.db'}", folder) as house:
        yield house


@pytest.mark.parametrize("name", SHOTS)
def test_a_page_in_the_docs_is_of_today_s_code(name: str, house: House) -> None:
    """If not: make pictures, and look at them."""
    site = Site(house.judge, BASE, searchable=True)
    assert source_of((DOCS / f"{name}.png").read_bytes()) == digest(*sources(site, house, SHOTS[name].path))


def test_every_page_in_the_docs_is_taken_so() -> None:
    assert {file.stem for file in DOCS.glob("page-*.png")} == set(SHOTS)
