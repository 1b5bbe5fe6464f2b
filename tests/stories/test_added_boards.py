"""A game on a board that the host has added."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from judge.play.archives import archive_of
from judge.rules.boards import use_boards
from judge.store.tables import Game
from tests.support.flat import flat
from tests.support.house import open_house

ISLANDS = {
    "name": "islands",
    "title": "Two Islands",
    "start": "S1901M",
    "victory": 2,
    "powers": {
        "RED": {"letter": "R", "adjective": "Red", "homes": ["ONE"], "units": ["F ONE"]},
        "BLUE": {"letter": "B", "adjective": "Blue", "homes": ["TWO"], "units": ["F TWO"]},
    },
    "provinces": {
        "ONE": {"name": "First Island", "kind": "coast", "center": True, "fleet": "SND"},
        "TWO": {"name": "Second Island", "kind": "coast", "center": True, "fleet": "SND"},
        "SND": {"name": "The Sound", "kind": "sea", "fleet": "ONE TWO"},
    },
}


def test_a_game_keeps_its_board_whatever_becomes_of_the_file(sqlite_url: str, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    file = boards / "islands.json"
    with open_house(sqlite_url, tmp_path, boards=boards) as house:
        people = house.gathered("Manus", "Anna", "Bert")
        create = "CREATE diplomacy islet\nmap islands\nmovement 24h\nEND CREATE"
        assert "not 'islands'" in flat(house.tell(people["Manus"], create))
        boards.mkdir()
        file.write_text(json.dumps(ISLANDS), encoding="utf-8")  # beside a judge that runs
        house.tell(people["Manus"], create)
        file.write_text("{}", encoding="utf-8")
        house.tell(people["Anna"], "JOIN islet AS RED")
        house.tell(people["Bert"], "JOIN islet AS BLUE")
        file.unlink()
        assert "has started" in flat(house.tell(people["Manus"], "GAME islet\nSTART"))
        assert "map islands" in flat(house.tell(people["Manus"], "GAME islet\nRULES"))
        filed = house.tell(people["Anna"], "F First Island - The Sound", to=people["Anna"].last())
        assert "F ONE - SND" in filed.text
        house.tell(people["Bert"], "F TWO H", to=people["Bert"].last())
        house.pass_time(hours=25)
        assert "F ONE - SND moved" in flat(people["Bert"].last())
        house.tell(people["Anna"], "GAME islet\nCONCEDE TO BLUE")
        assert "is over" in people["Bert"].last().subject
        assert not any('"provinces"' in mail.text for who in people.values() for mail in who.inbox())
        with house.judge.db.reading() as session:
            text = write_archive(archive_of(session, session.scalars(select(Game)).one()))
    use_boards(None)
    assert verify(read_archive(text).archive).findings == ()


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "\xff", '{"name": "islands", "based_on": "islands"}', json.dumps(ISLANDS | {"victory": 9})],
)
def test_a_file_that_is_no_board_is_no_choice_and_harms_nothing(text: str, sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "islands.json").write_bytes(text.encode("latin-1"))
    with open_house(sqlite_url, tmp_path, boards=tmp_path) as house:
        manus = house.gathered("Manus")["Manus"]
        assert "not 'islands'" in flat(house.tell(manus, "CREATE diplomacy islet\nmap islands"))
        assert "oslo is created" in flat(house.tell(manus, "CREATE diplomacy oslo\nmap chaos"))
    use_boards(None)
