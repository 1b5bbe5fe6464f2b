"""What the letter of the end publishes, however a game ends: the sheets, the money and the points of everybody."""

from __future__ import annotations

from tests.rules.empires.test_by_mail import War
from tests.support.house import House


def _rows(text: str, heading: str) -> list[list[str]]:
    """The table below this heading, up to the next one."""
    lines = text.partition(f"{heading}\n")[2].splitlines()
    last = next((at for at, line in enumerate(lines) if line.isupper() and line[0] != " "), len(lines))
    return [line.split() for line in lines[:last] if line.startswith("  ")]


def test_a_game_that_is_stopped_tells_everybodys_points(house: House) -> None:
    """The player's page: after the end everybody's points are published. TERMINATE told only the reader's own."""
    game = War(house)
    game.tell("WE", "1 ATTACK LOR ULM 1")
    game.next_turn()
    game.house.tell(game.master, "GAME corner\nTERMINATE no time")
    for letter in (game.newest("NO"), game.newest("WE")):
        points = [["EA", "0"], ["NO", "0"], ["SO", "0"], ["WE", "-1"]]
        assert _rows(letter.text, "VICTORY POINTS")[:4] == points
        assert "Victory points" in letter.html
        assert "winner" not in letter.text


def test_a_game_that_ends_before_its_first_turn_tells_everybodys_money_and_points(house: House) -> None:
    """The same page: of a turn that was not played out nothing is known but what everybody had."""
    game = War(house)
    game.house.tell(game.master, "GAME corner\nTERMINATE no time")
    letter = game.newest("SO")
    assert _rows(letter.text, "THE MONEY") == [["Turn", "EA", "NO", "SO", "WE"], ["end", "9", "9", "9", "9"]]
    assert _rows(letter.text, "VICTORY POINTS")[:4] == [[name, "0"] for name in ("EA", "NO", "SO", "WE")]
    assert "The money" in letter.html
    assert "Victory points" in letter.html


def test_the_letter_of_the_end_says_so_where_nobody_filled_a_slot(house: House) -> None:
    """It promised the sheets below, and below the heading stood nothing."""
    game = War(house, "limit 2")
    game.next_turn()
    game.tell("EA", "NO ORDERS")
    game.tell("NO", "MESSAGE ALL Peace!")
    game.next_turn()
    letter = game.newest("EA")
    assert "THE SHEETS\n\nNobody filled a slot.\n" in letter.text
    assert "Nobody filled a slot." in letter.html


def test_the_letter_of_the_end_shows_the_slots_of_the_one_who_filled_any(house: House) -> None:
    game = War(house, "limit 1")
    game.tell("EA", "1 LEVY ELM")
    game.next_turn()
    letter = game.newest("NO")
    assert "THE SHEETS\n\nTurn 1, EA\n1 LEVY ELM\n" in letter.text
    assert "Nobody filled" not in letter.text + letter.html
