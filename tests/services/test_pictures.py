"""The map in the results mail."""

from __future__ import annotations

from pathlib import Path

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
