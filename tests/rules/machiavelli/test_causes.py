"""Results give each order that failed its reason (13.1 to 13.3), and leave the Holds of independents out."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.field import played
from tests.rules.machiavelli.test_by_mail import Italy
from tests.support.house import House

CASES = [
    ("MILAN A PAR - MOD; PAPACY A BOL - MOD", {"A PAR": ["A BOL"], "A BOL": ["A PAR"]}),
    ("MILAN A PAR - MOD; FERRARA A MOD H", {"A PAR": ["A MOD"], "A MOD": []}),
    ("MILAN A PAR - MOD; MILAN A REG S MOD; PAPACY A BOL - MOD", {"A BOL": ["A PAR"], "A PAR": [], "A REG": []}),
    ("MILAN A PAR - MOD; FERRARA A MOD S BOL; PAPACY A BOL H", {"A MOD": ["A PAR"]}),
    ("MILAN A PAR - MOD; MILAN A REG S MOD; FERRARA A MOD - BOL; PAPACY A BOL H", {"A MOD": ["A PAR"]}),
    ("MILAN A MAN H; NOBODY G MAN C A", {"G MAN": ["A MAN"]}),
    (
        "NAPLES A NAP - PIS VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; SICILY F WTS - ETS; SICILY F PAL S ETS",
        {"A NAP": ["F WTS"], "F ETS": ["F WTS"], "F BON": []},
    ),
]


@pytest.mark.parametrize(("board", "causes"), CASES)
def test_13_each_failed_order_names_the_units_that_kept_it_from_being_carried_out(
    board: str, causes: dict[str, list[str]]
) -> None:
    found = {line.unit: list(line.cause) for line in played(board).lines}
    assert {unit: found[unit] for unit in causes} == causes


BY_FORCE = "MILAN A CRE - MAN; NOBODY G MAN S MAN MILAN; FERRARA A BOL - MAN; FERRARA A MOD S MAN; VENICE A VER - MAN"
STANDOFF = "MILAN A PAR - MOD; MILAN A MAN S MOD; GENOA A REG - MOD; GENOA A LUC S MOD; FERRARA A MOD H"


@pytest.mark.parametrize(
    ("board", "causes"),
    [
        (BY_FORCE, {"A CRE": {"A BOL"}, "A BOL": {"A CRE"}, "A VER": {"A BOL", "A CRE"}}),
        (STANDOFF, {"A PAR": {"A REG"}, "A REG": {"A PAR"}}),
        (
            "MILAN A PAR - MOD; MILAN A MAN S MOD; GENOA A REG - MOD; FERRARA A MOD H; FERRARA A BOL S MOD",
            {
                "A PAR": {"A MOD"},
                "A REG": {"A MOD", "A PAR"},
            },
        ),
        ("SICILY A SIR - MES; SICILY F MES - KAL; NAPLES A SAL - KAL", {"A SIR": {"F MES"}, "F MES": {"A SAL"}}),
    ],
)
def test_13_2_no_attack_is_said_to_fail_against_who_is_weaker(board: str, causes: dict[str, set[str]]) -> None:
    found = {line.unit: set(line.cause) for line in played(board).lines}
    assert {unit: found[unit] for unit in causes} == causes


@pytest.mark.parametrize(
    ("board", "attacker", "bars"),
    [
        ("FLORENCE A PAR - FOR; FLORENCE A MOD - PAR; FLORENCE A CRE S PAR; GENOA A FOR", "A MOD", "A PAR"),
        ("VENICE G VEN; MILAN F LAG - VEN; MILAN F FRI S VEN", "F LAG", "G VEN"),
    ],
)
def test_13_4_and_14_whom_no_attack_drives_out_is_named_though_weaker(board: str, attacker: str, bars: str) -> None:
    found = {line.unit: line for line in played(board).lines}
    assert found[attacker].cause == (bars,)
    assert not found[bars].dislodged


def test_14_who_drives_a_unit_of_venice_into_its_city_is_named_and_does_not_fail() -> None:
    board = "VENICE F VEN H; TURKEY F LAG - VEN; TURKEY F UAD S VEN"
    lines = {line.unit: line for line in played(board).lines}
    assert lines["F VEN"].cause == ("F LAG",)
    assert lines["F LAG"].why == "drives F VEN into the city, and stays outside"
    assert lines["F LAG"].cause == ()
    failed = {line.unit: line for line in played("VENICE F VEN H; TURKEY F LAG - VEN").lines}
    assert (failed["F LAG"].why, failed["F LAG"].cause) == ("", ("F VEN",))


@pytest.mark.parametrize(
    ("board", "outcomes"),
    [
        ("PAPACY A ANC - ZAR VIA CAD; PAPACY F CAD T; DALMATIA A ZAR H", {"A ANC": "bounced", "F CAD": "transported"}),
        (
            "PAPACY A ANC - ZAR VIA CAD; PAPACY F CAD T; DALMATIA A BOS - ZAR",
            {"A ANC": "bounced", "F CAD": "transported"},
        ),
        ("PAPACY A ANC - ZAR VIA CAD; PAPACY F CAD T", {"A ANC": "moved", "F CAD": "transported"}),
        ("PAPACY A ANC H; PAPACY F CAD T", {"F CAD": "idle"}),
        ("PAPACY A ANC - TRI VIA CAD UAD; PAPACY F CAD T; PAPACY F UAD H", {"A ANC": "void", "F CAD": "idle"}),
        (
            "NAPLES A NAP - PIS VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; SICILY F WTS - ETS; SICILY F PAL S ETS",
            {"A NAP": "disrupted", "F BON": "disrupted", "F ETS": "disrupted"},
        ),
    ],
)
def test_9_6_a_fleet_has_nothing_to_transport_only_where_no_army_was_to_be_carried(
    board: str, outcomes: dict[str, str]
) -> None:
    found = {line.unit: line.outcome for line in played(board).lines}
    assert {unit: found[unit] for unit in outcomes} == outcomes


@pytest.mark.parametrize(
    ("board", "keeps"),
    [
        ("VENICE G VEN C A; TURKEY F LAG B VEN; TURKEY F FER S VEN", "F LAG"),
        ("VENICE G VEN C F; TURKEY F LAG - VEN; TURKEY F FER S VEN", "F LAG"),
        ("VENICE G VEN C A; TURKEY A PAD - VEN VIA LAG; TURKEY F LAG T; TURKEY F FER S VEN", "A PAD"),
    ],
)
def test_14_who_keeps_a_garrison_of_venice_inside_is_named(board: str, keeps: str) -> None:
    lines = {line.unit: line for line in played(board).lines}
    assert lines["G VEN"].outcome == "bounced"
    assert lines["G VEN"].cause == (keeps,)


def test_results_give_the_reasons_and_leave_out_that_independents_hold(house: House) -> None:
    game = Italy(house, "dummies SAVOY GENOA")
    game.tell("MILAN", "Raise A Parma")
    game.tell("FLORENCE", "Raise A Pistoia")
    game.tell("MILAN", "Raise A Milano")
    game.next_phase()
    game.tell("MILAN", "Milano - Como")
    game.next_phase()
    text = game.gazette("FRANCE").text
    assert "G SIE H" not in text.partition("THE MAP")[0]
    assert "A MIL - COM" in text
