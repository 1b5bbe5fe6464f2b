"""`the Doge`, `the Duke of Milan`, `the Sultan`: lords as parties, wherever a party may stand."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import problems, read

COURTS = "MILAN A PAR; MILAN A MOD; VENICE A FER; VENICE A PAD; GENOA F PIS; PAPACY A BOL"

NAMED = [
    ("Assassinate the Doge of Venice, 30 ducats", "ASSASSINATE VENICE 30"),
    ("Assassinate the Duke of Ferrara for 30", "ASSASSINATE FERRARA 30"),
    ("Bodyguard for the King of Naples for 3", "BODYGUARD NAPLES 3"),
    ("Give 5 ducats to the Sultan", "GIVE 5 TURKEY"),
    ("Give 5 ducats to the Emperor and 3 to the Turk", "GIVE 5 AUSTRIA\nGIVE 3 TURKEY"),
    ("Give 5 ducats to the King of Naples and 3 to the Doge of Genoa", "GIVE 5 NAPLES\nGIVE 3 GENOA"),
    ("Allow the Doge of Genoa the straits", "ALLOW GENOA STRAITS"),
    ("A BOL S MOD for the Duke of Milan", "A BOL S MOD MILAN"),
    ("Bologna supports the Doge of Venice in Ferrara", "A BOL S FER VENICE"),
    ("Counter-bribe the Duke of Milan's army in Parma for 3", "COUNTER A PAR 3"),
    ("Excommunicate the King of France", "EXCOMMUNICATE FRANCE"),
]


@pytest.mark.parametrize(("line", "filed"), NAMED)
def test_17_1_a_lord_of_a_country_is_its_player(line: str, filed: str) -> None:
    found = read(line, COURTS, "PAPACY")
    assert ("\n".join(found.parts.values()), problems(found)) == (filed, [])


@pytest.mark.parametrize(
    "line",
    [
        "Assassinate the Doge",
        "Assassinate the Doge for 30",
        "Bodyguard for the Doge for 3",
        "Give 5 ducats to the Doge",
        "Allow the Doge bribes",
        "Excommunicate the Doge",
        "A BOL S MOD for the Doge",
    ],
)
def test_17_1_a_lord_of_several_countries_is_asked_about_by_name(line: str) -> None:
    """A bodyguard for the Doge was one for the writer."""
    found = read(line, COURTS, "PAPACY")
    assert not found.parts
    assert [(bad.message, bad.hint) for bad in problems(found)] == [("which doge?", "write the name of the country")]


def test_17_1_a_lord_of_several_countries_is_asked_about_in_spring() -> None:
    found = read("Sell Perugia to the Duke for 5", "", "PAPACY", "SPR1460A")
    assert [bad.hint for bad in problems(found)] == ["write the name of the country"]


def test_11_1_it_does_not_matter_against_which_lord_a_rebellion_is() -> None:
    found = read("Rebellion in Pisa against the Doge", COURTS, "PAPACY")
    assert (found.parts, problems(found)) == ({"expenditures": "REBEL PIS"}, [])
