"""The map against the rule text: what it names, prints and plays on (chapters 1 and 3; the checks of the map)."""

from __future__ import annotations

import pytest

from judge.rules.machiavelli.adjustment import tax_income, trade_income
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.position import opening

PRINTED = {  # chapter 3; Dalmatia's two are printed with the letters exchanged
    "FRANCE": (9, 4),
    "SAVOY": (11, 3),
    "GENOA": (10, 4),
    "AUSTRIA": (9, 3),
    "MILAN": (12, 3),
    "VENICE": (15, 4),
    "FERRARA": (11, 3),
    "FLORENCE": (11, 4),
    "PAPACY": (13, 3),
    "NAPLES": (11, 4),
    "SICILY": (11, 3),
    "DALMATIA": (10, 4),
    "TURKEY": (11, 3),
}


@pytest.mark.parametrize("country", PRINTED)
def test_tax_and_trade_of_the_opening_are_as_printed(country: str) -> None:
    position = opening()
    assert (tax_income(position)[country], trade_income(position)[country]) == PRINTED[country]


def test_there_are_ninety_provinces_and_twelve_seas_in_the_order_of_appendix_a() -> None:
    assert len(BOARD.provinces) == 90
    assert " ".join(BOARD.seas) == "LAD CAD UAD ETS LIG WTS ION BOT WME TOU BON LAG"


def test_twelve_independent_garrisons_stand_at_the_start() -> None:
    garrisons = sorted(unit.area for unit in opening().units.values())
    assert " ".join(garrisons) == "KAL LUC MAN MAS PIO RAG SIE SLZ SMR TRN TUN UNG"
    assert {str(unit)[0] for unit in opening().units.values()} == {GARRISON}


def test_the_unfortified_neutral_cities() -> None:
    neutral = [code for code in BOARD.cities if not BOARD.areas[code].home and not BOARD.areas[code].fortified]
    assert neutral == ["SCH", "BOZ", "GAB"]


def test_borders_go_both_ways_and_every_area_can_be_reached() -> None:
    for reach in (BOARD.army, BOARD.fleet):
        assert all(here in reach[there] for here in reach for there in reach[here])
    assert all(len(steps) == len(BOARD.areas) for steps in BOARD.distance.values())


def test_no_unit_borders_what_it_cannot_stand_in() -> None:
    for kind in (ARMY, FLEET):
        for here in BOARD.areas:
            for there in BOARD.reach(kind, here):
                assert BOARD.stands(kind, there), (kind, here, there)


WALKS = [  # every border that examples 1 to 6 walk over
    *((ARMY, here, there) for here, there in (("TIR", "COM"), ("COM", "TOR"), ("TOR", "TIR"))),
    *((ARMY, here, "MAN") for here in ("CRE", "BOL", "VER", "FER", "MOD", "PAR")),
    *((ARMY, here, there) for here, there in (("MAN", "CRE"), ("PAR", "CRE"), ("MAN", "BRE"))),
    *((ARMY, here, there) for here, there in (("PAR", "MOD"), ("BOL", "MOD"), ("MAN", "BOL"), ("FIR", "BOL"))),
    (ARMY, "PIS", "FIR"),
    (FLEET, "WTS", "PIS"),
    (FLEET, "LIG", "PIS"),
    *((ARMY, here, there) for here, there in (("VER", "FER"), ("FER", "BOL"), ("LUC", "MOD"))),
    *((ARMY, here, there) for here, there in (("URB", "ARE"), ("PER", "ARE"))),
    (FLEET, "ANC", "UAD"),
    *((FLEET, here, "LIG") for here in ("VNT", "WTS")),
    *((FLEET, "LIG", there) for there in ("MAS", "LUC", "PIS")),
]


@pytest.mark.parametrize(("kind", "here", "there"), WALKS)
def test_the_borders_of_the_examples_exist(kind: str, here: str, there: str) -> None:
    assert there in BOARD.reach(kind, here)


def test_a_fleet_may_not_advance_from_capua_to_aquila() -> None:
    assert "AQU" in BOARD.army["CAP"]
    assert "AQU" not in BOARD.fleet["CAP"]


def test_the_five_strait_borders_are_for_fleets_only() -> None:
    straits = {tuple(sorted(pair)): name for pair, name in BOARD.straits.items()}
    assert straits == {
        ("AJA", "SAS"): "bonifacio",
        ("TOU", "WTS"): "bonifacio",
        ("KAL", "MES"): "messina",
        ("BON", "ION"): "messina",
        ("ETS", "PIS"): "elba",
    }
    assert all(there not in BOARD.army[here] and there in BOARD.fleet[here] for here, there in BOARD.straits)


def test_names_and_codes_are_each_ones_own() -> None:
    names: dict[str, str] = {}
    for code, area in BOARD.areas.items():
        for name in (code, area.name, *area.also):
            assert names.setdefault(name.lower(), code) == code, name
