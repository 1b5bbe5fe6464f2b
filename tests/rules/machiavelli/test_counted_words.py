"""`Both A FIR and A ARE`, `2 armies: PST, FIR`, `all my provinces`, `forty ducats`: what is counted, or whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.rules.machiavelli.board import BOARD
from tests.rules.machiavelli.test_by_mail import Italy
from tests.rules.machiavelli.test_letters import problems, read
from tests.support.house import open_house

TUSCANY = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G PIS; PAPACY A PER; NOBODY G SIE"
OLD = "FLORENCE A PIS; FLORENCE A SIE"
ALL = ("FIR", "ARE", "PIS", "PST", "PRA")


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Both my army in Firenze and my fleet in Pisa hold", "A FIR H\nF PIS H"),
        ("A FIR and A ARE both hold", "A FIR H\nA ARE H"),
        ("Both A FIR and A ARE support Siena", "A FIR S SIE\nA ARE S SIE"),
        ("Firenze and Arezzo both support the Sienese garrison", "A FIR S SIE INDEPENDENT\nA ARE S SIE INDEPENDENT"),
        ("A FIR and A ARE each support SIE", "A FIR S SIE\nA ARE S SIE"),
        ("All of A FIR, A ARE and F PIS hold", "A FIR H\nA ARE H\nF PIS H"),
    ],
)
def test_8_2_both_may_stand_before_and_behind_the_two_that_are_named(line: str, filed: str) -> None:
    found = read(line, TUSCANY, "FLORENCE")
    assert (found.parts, problems(found)) == ({"orders": filed}, [])


@pytest.mark.parametrize(
    "line", ["Both hold", "Garrisons: both convert", "Both Milan and Venice hold", "Either A FIR or A ARE holds"]
)
def test_8_2_both_of_what_are_not_two_is_told(line: str) -> None:
    found = read(line, TUSCANY, "FLORENCE")
    assert not found.parts
    assert problems(found)


@pytest.mark.parametrize(
    ("line", "part", "filed"),
    [
        ("Counter-bribe both A FIR and A ARE for 3 each", "expenditures", "COUNTER A FIR 3\nCOUNTER A ARE 3"),
        ("Rebellions in both Ferrara and Bologna", "expenditures", "REBEL FER\nREBEL BOL"),
        ("Bodyguards for both me and Genoa, 3 each", "expenditures", "BODYGUARD FLORENCE 3\nBODYGUARD GENOA 3"),
        ("Give both Milan and Venice 3 ducats each", "gifts", "GIVE 3 MILAN\nGIVE 3 VENICE"),
        ("Allow both Venice and Milan bribes", "orders", "ALLOW VENICE BRIBES\nALLOW MILAN BRIBES"),
    ],
)
def test_8_1_both_may_stand_before_what_is_paid_for(line: str, part: str, filed: str) -> None:
    found = read(line, TUSCANY, "FLORENCE")
    assert (found.parts, problems(found)) == ({part: filed}, [])


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Pay both A PIS and A SIE", "PAY A PIS\nPAY A SIE"),
        ("Disband both A PIS and A SIE", "PAY NOTHING"),
        ("Pay all of A PIS and A SIE", "PAY A PIS\nPAY A SIE"),
        ("Pay both armies", "PAY A PIS\nPAY A SIE"),
    ],
)
def test_7_3_both_of_a_list_are_paid_or_disbanded(line: str, filed: str) -> None:
    """Only the second was, and the first was disbanded for it, or paid."""
    found = read(line, OLD, "FLORENCE", "SPR1460A")
    assert (found.parts, problems(found)) == ({"payments": filed}, [])


PAID = "PAY A PIS\nPAY A SIE"
RAISED = f"{PAID}\nRAISE A PST\nRAISE A FIR"


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Raise two armies: Pistoia and Firenze", RAISED),
        ("Raise 2 new armies (PST, FIR)", RAISED),
        ("New units: 2 armies: PST, FIR", RAISED),
        ("Raise three armies: PST, FIR and ARE", f"{RAISED}\nRAISE A ARE"),
        ("Pay 2 armies: PIS, SIE", PAID),
        ("Pay 2 armies, raise 2 armies: PST, FIR", RAISED),
        ("Disband 2 armies: PIS, SIE", "PAY NOTHING"),
    ],
)
def test_7_2_as_many_units_as_places_stand_behind_them_may_be_counted(line: str, filed: str) -> None:
    found = read(line, OLD, "FLORENCE", "SPR1460A")
    assert (found.parts, problems(found)) == ({"payments": filed}, [])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Raise 3 armies: PST, FIR", "you say 3, and name 2"),
        ("Raise 2 fleets: PIS", "you say 2, and name 1"),
        ("Pay 2 armies: PIS", "you say 2, and name 1"),
        ("Disband 3 armies: PIS, SIE", "you say 3, and name 2"),
    ],
)
def test_7_2_nothing_is_filed_where_other_places_are_named_than_are_counted(line: str, why: str) -> None:
    found = read(line, OLD, "FLORENCE", "SPR1460A")
    assert not found.parts
    assert [(each.message, each.hint) for each in problems(found)] == [(why, "name each of them with its place")]


@pytest.mark.parametrize(
    "line",
    [
        "Tax all my provinces",
        "I tax all my provinces by force",
        "Tax every province",
        "Forced taxation: all",
        "tax everything",
        "We tax all that we control",
    ],
)
def test_5_3_all_provinces_may_be_taxed_at_once_and_the_reply_says_that_they_rise(line: str) -> None:
    found = read(line, "", "FLORENCE", "SPR1460A")
    assert set(found.parts) == {"dealings"}
    assert sorted(found.parts["dealings"].splitlines()) == sorted(f"TAX {area}" for area in ALL)
    assert [(each.message, each.warning) for each in found.problems] == [
        ("These 5 provinces all rise against you once taxed (5.3).", True)
    ]


def test_5_3_of_all_provinces_those_are_taxed_that_can_be() -> None:
    found = read("Tax all my provinces", "SICILY F LIP", "SICILY", "SPR1460A", rebellions={"PAL": "SICILY"})
    assert "TAX MES" in found.parts["dealings"]
    assert not {"TAX LIP", "TAX PAL"} & set(found.parts["dealings"].splitlines())


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Give forty ducats to Milan", {"gifts": "GIVE 40 MILAN"}),
        ("Give Milan fifty ducats", {"gifts": "GIVE 50 MILAN"}),
        ("Assassinate Milan for thirty-three", {"expenditures": "ASSASSINATE MILAN 33"}),
        ("Bodyguard for thirty six ducats", {"expenditures": "BODYGUARD FLORENCE 36"}),
        ("Give twenty-one ducats to Milan", {"gifts": "GIVE 21 MILAN"}),
        ("Give thirty ducats to Milan", {"gifts": "GIVE 30 MILAN"}),
    ],
)
def test_8_1_amounts_may_be_words(line: str, filed: dict[str, str]) -> None:
    found = read(line, TUSCANY, "FLORENCE")
    assert (found.parts, problems(found)) == (filed, [])


def test_18_1_letters_reach_a_country_by_what_everybody_calls_it(sqlite_url: str, tmp_path: Path) -> None:
    out = [country for country in BOARD.countries if country not in ("MILAN", "PAPACY", "VENICE")]
    with open_house(sqlite_url, tmp_path) as house:
        game = Italy(house, f"dummies {' '.join(out)}")
        for to, who in (("POPE", "Papacy"), ("THE POPE", "Papacy"), ("the Venetians", "Venice"), ("Rome", "Papacy")):
            told = game.tell("MILAN", f"PRESS TO {to}\nGreetings, {to}.\nEND PRESS").text
            assert f"Sent to {who}." in told, told
            heard = game.players[who.upper()].last(lambda mail: "Press from" in mail.subject).text
            assert f"Greetings, {to}." in heard
        told = game.tell("MILAN", "PRESS TO ALL BUT POPE\nPsst.\nEND PRESS").text
        assert "PROBLEM" not in told
        assert not [mail for mail in game.players["PAPACY"].inbox() if "Psst." in mail.text]
        nobody = " ".join(game.tell("MILAN", "PRESS TO KHAN\nGreetings.\nEND PRESS").text.split())
        assert "There is no seat KHAN." in nobody
        assert "Seats:" in nobody


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("Raise armies in Tirol, Trieste and Steiermark", "RAISE A TIR\nRAISE A TRI\nRAISE A STE"),
        ("New armies: Steiermark, Trieste", "RAISE A STE\nRAISE A TRI"),
        ("Raise garrisons in Tirol, Steiermark, a fleet in Trieste", "RAISE G TIR\nRAISE G STE\nRAISE F TRI"),
    ],
)
def test_7_2_armies_in_several_places_are_raised_in_each(text: str, raised: str) -> None:
    found = read(text, "", "AUSTRIA", "SPR1460A")
    assert found.parts == {"payments": raised}
    assert problems(found) == []
