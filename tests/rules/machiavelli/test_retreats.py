"""Retreats (13.5), the Area Preference List (Appendix A), Example 6, and rulings 5.1 to 5.6."""

from __future__ import annotations

import pytest

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.position import opening
from judge.rules.machiavelli.retreats import by_preference, rank
from tests.rules.machiavelli.field import played, standing

EXAMPLE_6 = (
    "FLORENCE F LIG H; FRANCE F WTS S LIG GENOA; GENOA F VNT - LIG; FLORENCE A PIS H; NOBODY G MAS; NOBODY G LUC"
)
HOMES = {"PON": "FLORENCE", "PIS": "FLORENCE", "GEN": "GENOA", "NIZ": "SAVOY", "MAR": "FRANCE", "BAS": "GENOA"}


def retreats(text: str, **more: object) -> dict[str, str]:
    found = played(text, **more)  # type: ignore[arg-type]
    return {line.unit: line.retreat for line in found.lines if line.dislodged}


def test_example_6_the_florentine_fleet_retreats_to_lucca() -> None:
    assert retreats(EXAMPLE_6, markers=HOMES) == {"F LIG": "LUC"}


def test_ruling_5_4_the_nearer_friend_goes_before_the_alphabet() -> None:
    position = opening()
    assert rank(position, "GENOA", "MAS") == rank(position, "GENOA", "LUC") == (3, 2, 4)
    assert by_preference(position, "GENOA", ["LUC", "MAS"]) == ["MAS", "LUC"], "Genova borders Massa"
    assert by_preference(position, "FLORENCE", ["MAS", "LUC"]) == ["LUC", "MAS"], "Pisa borders Lucca"


BEATEN = "MILAN A MAN H; VENICE A VER - MAN; VENICE A BRE S MAN"


def test_ruling_5_1_not_to_where_the_attack_came_from_nor_into_what_was_attacked() -> None:
    # Cremona is Milan's own and best; when it is attacked in vain, Parma is next; from Verona came the attack.
    marks = {"CRE": "MILAN", "PAR": "MILAN"}
    assert retreats(BEATEN, markers=marks) == {"A MAN": "CRE"}
    assert retreats(BEATEN + "; GENOA A PIA - CRE; FRANCE A BER - CRE", markers=marks) == {"A MAN": "PAR"}
    assert (
        retreats("MILAN A MAN H; VENICE A VER - MAN; FERRARA A FER S MAN VENICE", markers={"VER": "MILAN"})["A MAN"]
        != "VER"
    )


def test_ruling_5_1_a_place_just_left_is_open() -> None:
    assert retreats(BEATEN + "; GENOA A CRE - PIA", markers={"CRE": "MILAN"}) == {"A MAN": "CRE"}


def test_ruling_5_1_for_a_transported_attacker_its_start_counts() -> None:
    board = "PAPACY A PAT H; NAPLES A TIV - PAT VIA ETS; NAPLES F ETS T; SICILY A SIE S PAT NAPLES"
    assert retreats(board, markers={"TIV": "PAPACY", "ROM": "PAPACY"}) == {"A PAT": "ROM"}
    assert retreats(board, markers={"TIV": "PAPACY", "PER": "TURKEY", "ROM": "TURKEY"})["A PAT"] != "TIV"


def test_ruling_5_1_ones_own_rebelling_province_is_closed() -> None:
    assert retreats(BEATEN, markers={"CRE": "MILAN"}, rebellions={"CRE": "MILAN"})["A MAN"] != "CRE"


CORNERED = "PAPACY A SMR {}; VENICE A FIR - SMR; VENICE A RAV S SMR; TURKEY A URB H"


def test_ruling_5_1_the_city_only_if_nothing_else_and_if_empty() -> None:
    assert retreats(CORNERED.format("H")) == {"A SMR": "city"}
    assert retreats(CORNERED.format("H") + "; NOBODY G SMR") == {"A SMR": "removed"}


def test_ruling_5_1_not_into_the_city_that_the_attacker_came_out_of() -> None:
    board = "PAPACY A SMR H; VENICE G SMR C A; VENICE A RAV S SMR; TURKEY A URB H; TURKEY A FIR H"
    assert retreats(board) == {"A SMR": "removed"}


def test_ruling_5_2_garrisoned_is_read_as_fortified() -> None:
    position = opening()
    order = ["FIR", "ROM", "PIS", "ARE", "BAS", "SCH", "PRA"]
    assert [rank(position, "TURKEY", area)[2] for area in order] == [1, 2, 3, 4, 5, 6, 7]


def test_ruling_5_3_categories() -> None:
    found = played("FLORENCE A FIR H", markers={"PER": "PAPACY", "PIS": "FLORENCE", "MOD": "FLORENCE", "ANC": "NAPLES",
                                                "BOL": "FERRARA", "RAV": "VENICE"},
                   rebellions={"BOL": "FERRARA", "RAV": "VENICE"}).position  # fmt: skip
    assert rank(found, "FLORENCE", "PIS")[:2] == (1, 1)
    assert rank(found, "FLORENCE", "MOD")[:2] == (1, 3)
    assert rank(found, "FLORENCE", "BOL")[:2] == (2, 2)
    assert rank(found, "FLORENCE", "RAV")[:2] == (2, 3)
    assert rank(found, "FLORENCE", "SIE")[:2] == (3, 2)
    assert rank(found, "FLORENCE", "REG")[:2] == (3, 2)
    assert rank(found, "FLORENCE", "LIG") == (4, 4)
    assert rank(found, "FLORENCE", "PER")[:2] == (5, 2)
    assert rank(found, "FLORENCE", "ANC")[:2] == (5, 3)


def test_ruling_5_3_a_unit_would_rather_stand_in_a_lords_own_home_than_in_what_another_has_conquered_from_it() -> None:
    board = "FERRARA A COM H; MILAN A PAV - COM; MILAN A MIL S COM"
    open_to_it = {"TIR": "AUSTRIA", "TOR": "GENOA"}
    assert retreats(board, markers=open_to_it) == {"A COM": "TIR"}


def test_ruling_5_3_what_has_risen_against_its_conqueror_is_still_conquered() -> None:
    board = "TURKEY F LAG - TRV; DALMATIA F TRV H; TURKEY G PAD H"
    risen = {"TRV": "DALMATIA", "FRI": "VENICE", "PAD": "TURKEY"}
    assert retreats(board, markers={"FRI": "VENICE", "PAD": "TURKEY"}, rebellions=risen) == {"F TRV": "FRI"}


def test_ruling_5_4_seas_go_in_the_order_of_the_list() -> None:
    assert by_preference(opening(), "TURKEY", reversed(BOARD.seas)) == list(BOARD.seas)


@pytest.mark.parametrize(("more", "place"), [("", "ETS"), ("; GENOA F PIO H", "ETS"), ("; VENICE F PIO H", "removed")])
def test_ruling_5_5_ways_through_straits_come_last_and_the_attacker_closes_his(more: str, place: str) -> None:
    board = "FLORENCE F PIS H; VENICE F LIG - PIS; VENICE F WTS S PIS; TURKEY F LUC H"
    full = board + (more or "; TURKEY F PIO H") + "; NOBODY G PIS"
    assert retreats(full)["F PIS"] == place


def test_ruling_5_5_a_way_that_is_no_strait_goes_before() -> None:
    board = "FLORENCE F PIS H; VENICE F LIG - PIS; VENICE F WTS S PIS; TURKEY F LUC H"
    assert retreats(board)["F PIS"] == "PIO"


def test_ruling_5_6_units_share_places_so_that_none_is_lost() -> None:
    # Both would rather go to Roma; the army of Perugia alone has another way.
    board = (
        "PAPACY A PER H; FLORENCE A ARE - PER; FLORENCE A SIE S PER; PAPACY A TIV H; NAPLES A CAP - TIV; "
        "NAPLES F ETS S TIV; TURKEY A SPO H; TURKEY F PAT H"
    )
    assert retreats(board, markers={"ROM": "PAPACY"}) == {"A PER": "URB", "A TIV": "ROM"}


LEFT_TOGETHER = (
    "VENICE {}; VENICE {}; MILAN A PAR - MOD; MILAN A MAN S MOD; MILAN A FER - RAV; MILAN A FIR S RAV; "
    "TURKEY A ANC; TURKEY A URB; TURKEY G MOD; TURKEY G RAV"
)


@pytest.mark.parametrize("units", [("A MOD H", "A RAV H"), ("A RAV H", "A MOD H")])
def test_ruling_5_6_whoever_leaves_a_coast_chooses_before_whoever_leaves_an_inland_province_of_its_class(
    units: tuple[str, str],
) -> None:
    # Both want Bologna. Modena and Ravenna are alike in the list but for the coast; Modena is first in the alphabet.
    board = LEFT_TOGETHER.format(*units)
    assert retreats(board, markers={"BOL": "VENICE"}) == {"A RAV": "BOL", "A MOD": "LUC"}


def test_ruling_5_6_of_two_alike_the_one_nearer_to_a_friendly_area_chooses_first() -> None:
    # Both want the Western Tyrrhenian. Sassari is two steps from Turkish Tunis; Bastia, first in the alphabet, three.
    board = (
        "TURKEY F SAS H; TURKEY F BAS H; TURKEY F TUN H; FRANCE A CAG - SAS; FRANCE F WME S SAS; FRANCE F LIG - BAS; "
        "FRANCE F TOU S BAS"
    )
    marks = {"AJA": "FRANCE"}
    assert retreats(board, markers=marks) == {"F SAS": "WTS", "F BAS": "AJA"}


def test_ruling_5_6_who_clashes_converts_where_possible() -> None:
    # Perugia and Tivoli have only Roma to go to. Perugia has a fortified city: its army converts, Tivoli's goes.
    board = (
        "PAPACY A PER H; FLORENCE A ARE - PER; FLORENCE A SIE S PER; PAPACY A TIV H; NAPLES A CAP - TIV; "
        "NAPLES F ETS S TIV; TURKEY A URB H; TURKEY A SPO H; TURKEY F PAT H"
    )
    assert retreats(board) == {"A PER": "city", "A TIV": "ROM"}


def test_ruling_5_6_what_still_clashes_is_removed_entirely() -> None:
    board = (
        "PAPACY A PER H; FLORENCE A ARE - PER; FLORENCE A SIE S PER; PAPACY A TIV H; NAPLES A CAP - TIV; "
        "NAPLES F ETS S TIV; TURKEY A URB H; TURKEY A SPO H; TURKEY F PAT H; NOBODY G PER"
    )
    found = played(board)
    assert {line.unit: line.retreat for line in found.lines if line.dislodged} == {
        "A PER": "removed",
        "A TIV": "removed",
    }
    assert not any(each.startswith("PAPACY") for each in standing(found))


@pytest.mark.ruling("12.3")
def test_12_3_an_independent_unit_retreats_only_into_its_city() -> None:
    assert retreats("NOBODY A MAN H; VENICE A VER - MAN; VENICE A BRE S MAN") == {"A MAN": "city"}
    assert retreats("NOBODY A BRE H; VENICE A VER - BRE; VENICE A MAN S BRE") == {"A BRE": "removed"}


def test_13_5_the_way_of_a_garrison_that_came_out_is_not_told_for_the_army_that_left() -> None:
    board = "VENICE A PAD - VIC; VENICE G PAD C A; MILAN F TRV - PAD; MILAN F LAG S PAD"
    found = played(board, markers={"VER": "VENICE"})
    ways = {line.unit: (line.dislodged, line.retreat) for line in found.lines}
    assert ways["A PAD"] == (False, "")
    assert ways["G PAD"] == (True, "VER")
    assert {"VENICE A VIC", "VENICE A VER"} <= standing(found)


def test_4_1_14_nobody_controls_venice_once_an_independent_fleet_has_taken_it() -> None:
    board = "NOBODY F LAG B VEN; VENICE G VEN"
    after = played(board, sieges=["LAG"]).position
    assert "VENICE G VEN" not in {f"{unit.owner} {unit}" for unit in after.units.values()}
    assert after.holder("VEN") is None
    assert "VEN" not in after.markers
