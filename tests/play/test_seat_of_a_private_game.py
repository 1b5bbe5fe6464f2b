"""A private game lets nobody in by the back door."""

from __future__ import annotations

from pathlib import Path

from tests.support.house import open_house
from tests.support.table_of_seven import seven


def test_a_seat_of_a_private_game_is_taken_over_by_who_is_invited_and_by_nobody_else(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        table.direct("SET word sesame\nEJECT FRANCE")
        zed = house.registered("Zed")
        refused = house.tell(zed, "TAKEOVER oslo").text
        assert "That game is private" in refused
        assert "INVITE" in refused
        assert "Austria" not in house.tell(zed, "INFO oslo").text
        table.direct(f"INVITE {zed.address}")
        assert "You now play France in oslo" in house.tell(zed, "TAKEOVER oslo").text
