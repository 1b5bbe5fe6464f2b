"""The standard map is what the hobby plays on."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.board import Position, Unit, position_of
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.reading.sheets import read_order

BOARD = load_board("standard")


def test_the_standard_map_in_numbers() -> None:
    assert len(BOARD.provinces) == 75
    assert len(BOARD.seas) == 19
    assert len(BOARD.centers) == 34
    assert len(BOARD.coastal) == 42
    assert BOARD.victory == 18
    assert sum(len(units) for units in BOARD.start_units.values()) == 22
    assert sum(len(homes) for homes in BOARD.homes.values()) == 22
    assert BOARD.coasts == {"BUL": ("BUL/EC", "BUL/SC"), "SPA": ("SPA/NC", "SPA/SC"), "STP": ("STP/NC", "STP/SC")}


def test_every_border_runs_both_ways() -> None:
    for kind in ("army", "fleet"):
        borders = getattr(BOARD, kind)
        assert {(one, other) for one in borders for other in borders[one] if one not in borders[other]} == set()


@pytest.mark.parametrize("kind", ["A", "F"])
def test_units_border_only_on_places_where_they_can_stand(kind: str) -> None:
    for place in BOARD.province_of:
        if BOARD.fits(kind, place):
            assert all(BOARD.fits(kind, other) for other in BOARD.borders(kind, place))


def test_neighbors_that_no_unit_can_step_between_are_not_in_reach() -> None:
    assert "PIE" in BOARD.reach["LYO"]
    assert "VEN" not in BOARD.fleet["ROM"]
    assert "SEV" in BOARD.army["ARM"]
    assert "STP" in BOARD.reach["BAR"]
    assert "SEV" not in BOARD.reach["CON"]


def test_an_unknown_map_is_refused_by_the_names_there_are() -> None:
    with pytest.raises(KeyError, match="standard"):
        load_board("../standard")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nth", "NTH"),
        ("North Sea", "NTH"),
        ("north  sea", "NTH"),
        ("Gulf of Lyon", "LYO"),
        ("gol", "LYO"),
        ("GOB", "BOT"),
        ("Mid-Atlantic Ocean", "MAO"),
        ("mid", "MAO"),
        ("St. Petersburg", "STP"),
        ("Nor", "NWY"),
        ("Norwegian Sea", "NWG"),
        ("norw", "NWY"),
        ("nrg", "NWG"),
        ("Heligoland", "HEL"),
        ("Livp", "LVP"),
        ("Livonia", "LVN"),
        ("Tyrrhenian", "TYS"),
        ("Tyrolia", "TYR"),
        ("tyl", "TYR"),
        ("emed", "EAS"),
        ("wmed", "WES"),
        ("Romania", "RUM"),
        ("Marseille", "MAR"),
        ("Burg", "BUR"),
        ("nat", "NAO"),
        ("naf", "NAF"),
        ("channel", "ENG"),
    ],
)
def test_usual_names_of_a_province(text: str, code: str) -> None:
    assert BOARD.find(text) == (code,)


def test_a_name_of_two_provinces_is_both() -> None:
    assert BOARD.find("Liv") == ("LVN", "LVP")
    assert BOARD.find("Gulf") == ("BOT", "LYO")


def test_a_near_miss_finds_what_was_meant() -> None:
    assert BOARD.suggest("Burgandie")[0] == "BUR"
    assert BOARD.suggest("Munchen")[0] == "MUN"
    assert BOARD.suggest("qqqqq") == ()


def test_every_spelling_is_read_after_the_letter_of_a_unit() -> None:
    for word, codes in BOARD.words.items():
        code = codes[0]
        if len(codes) > 1 or code in BOARD.seas:
            continue
        position = position_of([Unit("FRANCE", "A", code)])
        unit, order = read_order(BOARD, position, f"a {word.lower()} h")
        assert (unit.place, order.verb) == (code, "H"), word


@pytest.mark.parametrize("name", ["standard", "modern", "four-seas"])
def test_p1_a_support_is_read_as_a_support_however_its_names_run_together(name: str) -> None:
    """`A WAR S A SIL` also begins with Warsa(w), and SIL with what could be a verb."""
    board = load_board(name)
    for province in (each for each in board.provinces if each not in board.seas):
        for other in sorted(board.army[province]):
            position = position_of([Unit("FRANCE", "A", province), Unit("FRANCE", "A", other)])
            for text in (f"{province} S A {other}", f"{province} S {other}"):
                _, order = read_order(board, position, text)
                assert (order.province, order.verb, order.other) == (province, "S", other), text
            text = f"A {province} S A {other}"
            _, order = read_order(board, Position({}), text, blind=True)
            assert (order.province, order.verb, order.other) == (province, "S", f"A {other}"), text


@pytest.mark.parametrize("name", ["standard", "modern", "four-seas"])
def test_p1_every_name_is_read_in_full_with_its_hyphens(name: str) -> None:
    """On `modern` MID is the code of Mid-Atlantic Ocean, and the hyphen no move."""
    board = load_board(name)
    for province in board.provinces:
        kind, place = ("F", board.places(province)[0]) if province in board.seas else ("A", province)
        position = position_of([Unit("FRANCE", kind, place)])
        for text in (f"{kind} {board.names[province]} H", f"{kind} {board.names[province].lower()} holds"):
            unit, order = read_order(board, position, text)
            assert (unit.place, order.verb) == (place, "H"), text


def test_p1_via_behind_lat_is_not_latvia() -> None:
    board = load_board("modern")
    position = position_of([Unit("RUSSIA", "A", "EST"), Unit("RUSSIA", "F", "BAL")])
    for text, via in (("A EST - LAT VIA", True), ("A EST - Lat via convoy", True), ("A EST - Latvia", False)):
        for _, order in (read_order(board, position, text), read_order(board, Position({}), text, blind=True)):
            assert order == Order("EST", "-", "", "LAT", via), text
