"""The map in the results mail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from judge.services.pictures import position_of
from judge.settings import Settings
from tests.support.bots import holds
from tests.support.house import open_house
from tests.support.table_of_seven import PLAYERS, seven


def test_html_results_show_the_phase_as_a_map_and_the_same_one_to_everybody(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=300) as house:
        table = seven(house)
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        pictures = set()
        for role in PLAYERS:
            message = table.results(role).message
            html = next(part for part in message.walk() if part.get_content_type() == "text/html")
            assert 'src="cid:map" alt="Map: Spring 1901 Movement"' in html.get_content()
            (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
            pictures.add(picture.get_content())
        assert len(pictures) == 1
        position = position_of(house.judge, table.view("FRANCE"))
        assert position is not None
        assert (position.alt, position.png[:4]) == ("Map: Fall 1901 Movement", b"\x89PNG")
        without = replace(house.judge, settings=Settings(map_width=0))
        assert position_of(without, table.view("FRANCE")) is None
