"""All who are paid, and who may bribe past whose units, as people write it: rules 7.3, 12, 9.3 and 17.1."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.table import account, phase
from tests.rules.machiavelli.test_letters import problems, read

BOARD = "GENOA A PIS; GENOA A SAV; GENOA F LIG; GENOA G GEN; MILAN A PAR; NOBODY G SIE"
ALL = "PAY G GEN\nPAY A PIS\nPAY A SAV\nPAY F LIG"
ARMIES = "PAY A PIS\nPAY A SAV"
NONE = "PAY NOTHING"


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Pay everyone", ALL),
        ("Keep everybody!", ALL),
        ("Pay all of them", ALL),
        ("We pay all our men.", ALL),
        ("Pay every one of my units", ALL),
        ("Pay all four units", ALL),
        ("All units paid", ALL),
        ("Pay all wages", ALL),
        ("Pay all my armies", ARMIES),
        ("Pay everyone but F LIG and the garrison", ARMIES),
        ("Pay no one", NONE),
        ("Pay no units", NONE),
        ("Pay none of them", NONE),
    ],
)
def test_7_3_all_units_are_paid_in_any_words(line: str, filed: str) -> None:
    found = read(line, BOARD, "GENOA", "SPR1460A")
    assert (found.parts.get("payments"), problems(found)) == (filed, [])


@pytest.mark.parametrize(
    ("line", "own"), [("Pay two units", "units: A PIS, A SAV, F LIG, G GEN"), ("Pay one army", "armies: A PIS, A SAV")]
)
def test_7_3_who_means_some_of_several_units_is_told_which_there_are(line: str, own: str) -> None:
    found = read(line, BOARD, "GENOA", "SPR1460A")
    (told,) = problems(found)
    assert told.hint.startswith(f"your {own}")
    assert not found.parts


LEAVE = [
    ("Genoa may bribe past my units", "ALLOW GENOA BRIBES"),
    ("Genoa may bribe", "ALLOW GENOA BRIBES"),
    ("Let Genoa bribe anyone across me", "ALLOW GENOA BRIBES"),
    ("Genoa may use my armies for bribes", "ALLOW GENOA BRIBES"),
    ("Genoa may bribe units next to mine", "ALLOW GENOA BRIBES"),
    ("Milan allows Genoa to bribe", "ALLOW GENOA BRIBES"),
    ("Genoa may bribe Siena past my units", "ALLOW GENOA BRIBES G SIE"),
    ("Allow Genoa to bribe through my territory the garrison of Siena", "ALLOW GENOA BRIBES G SIE"),
]


@pytest.mark.parametrize(("line", "filed"), LEAVE)
def test_12_leave_to_bribe_past_ones_units_is_read_in_any_words(line: str, filed: str) -> None:
    found = read(line, BOARD, "MILAN")
    assert (found.parts.get("orders"), problems(found)) == (filed, [])


def test_12_leave_for_a_unit_of_ones_own_is_warned_of() -> None:
    found = read("Allow Genoa bribes A PAR", BOARD, "MILAN")
    assert [each.message for each in found.problems if each.warning] == [
        "A PAR is yours, and nobody needs your permission to bribe it."
    ]
    assert not [each for each in read("Allow Genoa bribes G SIE", BOARD, "MILAN").problems if "leave" in each.code]


@pytest.mark.parametrize("line", ["Genoa may bribe past my army in Parma", "Genoa may bribe past A PAR"])
def test_12_leave_past_one_unit_alone_is_told_what_would_be_right(line: str) -> None:
    found = read(line, BOARD, "MILAN")
    (told,) = problems(found)
    assert told.message.startswith("A PAR is yours")
    assert told.hint.startswith("write: Allow Genoa bribes. Or name one unit of somebody else")
    assert not found.parts


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Allow Milan bribes", "you need no permission of your own"),
        ("Milan may pass the straits", "you need no permission of your own"),
        ("Allow Savoy bribes", "Savoy is out of the game"),
        ("Let Savoy through Piombino", "Savoy is out of the game"),
    ],
)
def test_9_3_leave_for_oneself_or_the_eliminated_is_told_at_once(line: str, said: str) -> None:
    found = read(line, BOARD, "MILAN", eliminated=(("SAVOY", "SPR1459C"),))
    assert [each.message for each in problems(found)] == [said]
    assert not found.parts


KEEPER = "SICILY F MES; SICILY F PIO; NAPLES F ION; NAPLES F PIS"


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Naples may pass the straits of Messina", "ALLOW NAPLES STRAITS MES"),
        ("Allow Naples straits MES", "ALLOW NAPLES STRAITS MES"),
        ("Let Naples through Piombino", "ALLOW NAPLES STRAITS PIO"),
        ("Allow Naples the straits", "ALLOW NAPLES STRAITS"),
        ("Allow Naples the straits of Messina and Piombino", "ALLOW NAPLES STRAITS"),
    ],
)
def test_9_3_leave_for_one_strait_is_for_that_one_alone(line: str, filed: str) -> None:
    found = read(line, KEEPER, "SICILY")
    assert (found.parts.get("orders"), problems(found)) == (filed, [])


@pytest.mark.parametrize(
    ("leave", "passed"),
    [("ALLOW NAPLES STRAITS", "ION PIS"), ("ALLOW NAPLES STRAITS MES", "ION"), ("ALLOW NAPLES STRAITS PIO", "PIS")],
)
def test_9_3_who_keeps_two_straits_opens_only_the_one_that_they_name(leave: str, passed: str) -> None:
    found = phase(KEEPER, {"SICILY": leave, "NAPLES": "F ION - BON; F PIS - ETS"})
    stay = {unit.area for unit in found.state.position.units_of("NAPLES")}
    assert [area for area in ("ION", "PIS") if area not in stay] == passed.split()


@pytest.mark.parametrize(
    ("leave", "outcome"),
    [("ALLOW NAPLES STRAITS", "done"), ("ALLOW NAPLES STRAITS MES", "done"), ("ALLOW NAPLES STRAITS PIO", "in vain")],
)
def test_9_3_a_bribe_passes_only_the_strait_that_is_named(leave: str, outcome: str) -> None:
    units = "SICILY F MES; SICILY F PIO; NAPLES F ION; VENICE F BON"
    found = phase(units, {"SICILY": leave, "NAPLES": "BUY F BON 18"}, ducats={"NAPLES": 40})
    assert account(found, "NAPLES") == [("BUY F BON 18", 18, outcome)]


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Pay A SAV first, then A PIS", "PAY A SAV\nPAY A PIS"),
        ("First pay A SAV, then A PIS", "PAY A SAV\nPAY A PIS"),
        ("Pay F LIG first, A SAV and A PIS last", "PAY F LIG\nPAY A SAV\nPAY A PIS"),
        ("Pay F LIG first, then all others", "PAY F LIG\nPAY G GEN\nPAY A PIS\nPAY A SAV"),
        ("Pay all first", ALL),
        ("Pay nobody except A SAV", "PAY A SAV"),
        ("Pay no unit but A SAV and F LIG", "PAY A SAV\nPAY F LIG"),
    ],
)
def test_7_3_a_list_is_in_the_order_that_its_words_say(line: str, filed: str) -> None:
    found = read(line, BOARD, "GENOA", "SPR1460A")
    assert (found.parts.get("payments"), problems(found)) == (filed, [])


@pytest.mark.parametrize("line", ["Pay garrisons first", "Pay all, armies first", "Pay all, armies last"])
def test_7_3_where_the_order_is_not_plain_nobody_is_disbanded_on_a_guess(line: str) -> None:
    found = read(line, BOARD, "GENOA", "SPR1460A")
    assert found.parts == {}
    assert problems(found)


@pytest.mark.parametrize("line", ["Bribe G SIE for 9", "Bribe the Sienese garrison for 9"])
def test_12_of_ducats_for_a_unit_of_others_it_is_asked_what_it_shall_do(line: str) -> None:
    found = read(line, BOARD, "GENOA", "SUM1460C")
    assert [problem.readings for problem in problems(found)] == [("BUY G SIE 9", "DISBAND G SIE 9", "OPERATE G SIE 9")]


def test_12_a_bribe_that_is_proposed_has_a_price_that_it_can_have() -> None:
    found = read("Bribe G SIE for 7", BOARD, "GENOA", "SUM1460C")
    assert [problem.readings for problem in problems(found)] == [("BUY G SIE 9", "DISBAND G SIE 6", "OPERATE G SIE 3")]


def test_15_an_excommunication_on_file_is_taken_back() -> None:
    filed = {"orders": "EXCOMMUNICATE MILAN"}
    for heading in ("Excommunication: none", "Excommunications: none"):
        assert read(heading, BOARD, "PAPACY", "SUM1460C", filed=filed).parts == {"orders": ""}


@pytest.mark.parametrize(
    "line",
    [
        "Pay F LIG, A SAV and give 3 to Milan",
        "Pay F LIG, A SAV. 3 ducats to Milan",
        "Give 3 to Milan and pay F LIG, A SAV",
    ],
)
def test_7_3_no_unit_is_disbanded_for_a_gift_beside_it(line: str) -> None:
    found = read(line, BOARD, "GENOA", "SPR1460A")
    assert found.parts == {"gifts": "GIVE 3 MILAN", "payments": "PAY F LIG\nPAY A SAV"}
    assert problems(found) == []
