"""The facts of Modern Diplomacy II: how many of each, who begins where, and the borders that people get wrong."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.adjudication.adjustments import sites
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.case import play
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.table import Table, opening
from judge.rules.payola.acceptance import read_list
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.rng import Rng

BOARD = load_board("modern")

OPENING = {
    "BRITAIN": "F EDI, F GIB, F LIV, F LON",
    "EGYPT": "F ALE, A ASW, F CAI",
    "FRANCE": "F BOR, A LYO, A MAR, A PAR",
    "GERMANY": "F BER, A FRA, F HAM, A MUN",
    "ITALY": "A MIL, F NAP, A ROM, F VEN",
    "POLAND": "F GDA, A KRA, A WAR",
    "RUSSIA": "A GOR, A MOS, F MUR, F ROS, F STP",
    "SPAIN": "F BAR, A MAD, A SVE",
    "TURKEY": "A ADA, F ANK, A IST, F IZM",
    "UKRAINE": "A KHA, A KIE, A ODE, F SEV",
}
NEUTRAL = "AUS BEL BIE BUL CRO CZE DEN GEO GRE HOL HUN IRE IRN ISR LIB LIT MON MOR NWY POR RUM SAU SER SWE SWI TUN"


def crosses(kind: str, one: str, other: str) -> bool:
    there = other in BOARD.borders(kind, one)
    assert there == (one in BOARD.borders(kind, other)), f"{one} and {other} disagree"
    return there


def test_64_centers_of_which_38_are_homes_and_33_win() -> None:
    assert (len(BOARD.powers), len(BOARD.provinces), len(BOARD.centers)) == (10, 141, 64)
    homes = {home for power in BOARD.powers for home in BOARD.homes[power]}
    assert sorted(set(BOARD.centers) - homes) == NEUTRAL.split()
    assert (len(homes), len(BOARD.seas), BOARD.victory) == (38, 33, 33)
    assert len(BOARD.provinces) - len(BOARD.seas) - len(BOARD.coastal) == 30


def test_the_game_begins_in_spring_1994_with_a_unit_in_every_home() -> None:
    table = opening("modern")
    assert str(table.label) == "S1994M"
    assert {power: ", ".join(map(str, table.units_of(power))) for power in BOARD.powers} == OPENING
    for power in BOARD.powers:
        assert tuple(sorted(unit.province for unit in table.units_of(power))) == BOARD.homes[power]


def test_there_are_233_borders_for_armies_and_248_for_fleets() -> None:
    by_land = {frozenset((one, other)) for one, others in BOARD.army.items() for other in others}
    by_sea = {frozenset((one, other)) for one, others in BOARD.fleet.items() for other in others}
    assert (len(by_land), len(by_sea)) == (233, 248)
    for pair in by_land:
        crosses("A", *pair)
    for pair in by_sea:
        crosses("F", *pair)


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("F", "HAM", "BHM"),
        ("F", "HAM", "HEL"),
        ("F", "IST", "AEG"),
        ("F", "IST", "WBS"),
        ("F", "CAI", "EME"),
        ("F", "CAI", "RED"),
        ("F", "ROS", "VOL"),
        ("F", "ROS", "EBS"),
        ("F", "VOL", "CAS"),
        ("F", "GIB", "SAO"),
        ("F", "MID", "NAV"),
        ("A", "DEN", "SWE"),
        ("A", "BAR", "ADL"),
        ("A", "VEN", "AUS"),
        ("A", "CAI", "SIN"),
    ],
)
def test_these_border(kind: str, one: str, other: str) -> None:
    assert crosses(kind, one, other)


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("F", "ISR", "JOR"),  # no water joins them, though one public adjudicator lets fleets through
        ("F", "ROS", "CAU"),  # Caucasus lies on the Caspian Sea, Georgia on the Black Sea
        ("F", "GEO", "CAU"),
        ("F", "EBS", "VOL"),
        ("F", "EBS", "CAS"),
        ("F", "RED", "EME"),
        ("F", "RED", "PER"),
        ("F", "STP", "MUR"),  # two seas: St Petersburg has one coast, on the Gulf of Bothnia
        ("F", "STP", "WHI"),
        ("F", "ADL", "SVE"),
        ("F", "NAV", "BAR"),
        ("F", "MAR", "PIE"),  # Monaco lies between
        ("F", "ROM", "VEN"),
        ("F", "BUL", "GRE"),
        ("F", "BUL", "AEG"),
        ("A", "IRE", "LIV"),
        ("A", "GIB", "MOR"),
        ("A", "BOS", "HUN"),
    ],
)
def test_these_do_not_border(kind: str, one: str, other: str) -> None:
    assert not crosses(kind, one, other)


def test_iran_alone_has_two_coasts() -> None:
    assert BOARD.coasts == {"IRN": ("IRN/NC", "IRN/SC")}
    assert BOARD.fleet["IRN/NC"] == {"AZE", "CAS", "KAZ"}
    assert BOARD.fleet["IRN/SC"] == {"ARA", "IRK", "PER"}


def test_the_only_way_into_the_caspian_is_from_rostov_to_volga() -> None:
    caspian = {"AZE", "CAS", "CAU", "IRN/NC", "KAZ", "VOL"}
    ways = {(place, other) for place in caspian for other in BOARD.fleet[place] if other not in caspian}
    assert ways == {("VOL", "ROS")}


def test_units_are_built_in_any_center_that_is_owned() -> None:
    table = Table("modern", read_label("W1994A"), (), {"EGYPT": ("ALE", "ISR", "LIB")})
    assert sites(table, "EGYPT") == ("ALE", "ISR", "LIB")
    built = play(table, {"EGYPT": "BUILD F LIB\nBUILD A ISR"}).table
    assert set(built.units) == {Unit("EGYPT", "F", "LIB"), Unit("EGYPT", "A", "ISR")}


@pytest.mark.parametrize(
    ("spelling", "code"),
    [
        ("Mid-Atlantic", "MID"),
        ("Gulf of Lyon", "GOL"),
        ("Lyon", "LYO"),
        ("Irak", "IRK"),
        ("nor", "NWY"),
        ("lvp", "LIV"),
        ("Donetsk", "DON"),
        ("Sea of Gibraltar", "SOG"),
        ("Gibraltar", "GIB"),
    ],
)
def test_the_spellings_of_other_judges_are_read(spelling: str, code: str) -> None:
    assert BOARD.find(spelling) == (code,)


def test_p15_with_33_to_win_the_first_center_earns_32() -> None:
    state = PAYOLA.start({"map": "modern"}, BOARD.powers, Rng(b"x", "START")).state
    assert state.balances["FRANCE"] == 32 + 31 + 30 + 29
    assert state.balances["RUSSIA"] == 32 + 31 + 30 + 29 + 28


def test_p32_every_power_has_a_letter_of_its_own() -> None:
    assert "".join(BOARD.letters[power] for power in BOARD.powers) == "BEFGIPRSTU"
    assert read_list(BOARD, "UKRAINE", "u brp?") == "UBRP?"
    assert read_list(BOARD, "UKRAINE", "UTSRPIGFEB") == "UTSRPIGFEB"
