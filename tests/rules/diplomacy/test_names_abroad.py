"""What areas are called in other languages is read as well, and takes nothing from what a board calls them itself."""

from __future__ import annotations

import tomllib

import pytest

from judge.rules.diplomacy.board import BOARDS, board_names, load_board
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.position import position_of
from judge.rules.diplomacy.reading.sheets import read_order

ABROAD = tomllib.loads((BOARDS / "names.toml").read_text(encoding="utf-8"))
BOARD = load_board("standard")
POSITION = position_of(unit for units in BOARD.start_units.values() for unit in units)
EITHER = {"Norwegia"}
"""Norway in Polish, and the beginning of the Norwegian Sea."""


@pytest.mark.parametrize("name", board_names())
def test_each_name_means_its_area_on_every_board_that_has_it(name: str) -> None:
    board = load_board(name)
    for english, others in ABROAD.items():
        for code in (code for code, title in board.names.items() if title == english):
            for other in set(others) - EITHER:
                assert board.find(other) == (code,), other


def test_each_names_an_area_of_some_board() -> None:
    assert set(ABROAD) <= {title for name in board_names() for title in load_board(name).names.values()}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A PAR - BOURGOGNE", "A PAR - BUR"),
        ("A München - Schlesien", "A MUN - SIL"),
        ("F Trieste - Albanie", "F TRI - ALB"),
        ("f napoli - mar ionio", "F NAP - ION"),
        ("A Warszawa - Śląsk", "A WAR - SIL"),
        ("F BRE - LA MANCHE", "F BRE - ENG"),
        ("A VENEZIA S A VIENNE - TRIËST", "A VEN S A VIE - TRI"),
        ("A KONSTANTINOPEL - BULGARIEN", "A CON - BUL"),
        ("F EDI - NORWEGIA", "F EDI - NWG"),
    ],
)
def test_an_order_in_such_names_is_read(text: str, order: str) -> None:
    assert full_text(POSITION, read_order(BOARD, POSITION, text)[1]) == order


def test_no_name_is_made_of_an_order_that_cannot_be() -> None:
    with pytest.raises(BadOrder):
        read_order(BOARD, POSITION, "A MOS C A SWE")
