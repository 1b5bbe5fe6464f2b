"""Orders in the wordings that the rule text itself uses for them: 2 (C.1), 5.3 to 7.3, 9, 11, 12, 15 and 17.1."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import problems, read

ITALY = """PAPACY A PER; PAPACY A URB; PAPACY F ANC; PAPACY G ROM; NOBODY G SIE; NOBODY F LIG
FLORENCE A FIR; FLORENCE A ARE; FLORENCE G ARE; GENOA F WTS; NAPLES F MES; NAPLES A NAP; NAPLES F BON; NAPLES F ETS"""

CAMPAIGN = [
    ("17.1", "PAPACY", "The army in Urbino is ordered to advance into Arezzo", "A URB - ARE"),
    (
        "17.1",
        "PAPACY",
        "The army in Urbino is ordered to advance into Arezzo, supported by the army in Perugia.",
        "A URB - ARE\nA PER S ARE",
    ),
    ("17.1", "PAPACY", "The fleet in Ancona is ordered to advance onto Adriatico Superiore.", "F ANC - UAD"),
    ("17.1", "PAPACY", "The garrison in Roma is ordered to convert into an army", "G ROM C A"),
    ("13.6", "PAPACY", "A URB is ordered to advance into Arezzo with the support of A PER", "A URB - ARE\nA PER S ARE"),
    ("9.2", "PAPACY", "A URB executes a hold", "A URB H"),
    ("9.2", "PAPACY", "Urbino executes a Hold order", "A URB H"),
    ("App. A", "PAPACY", "F ANC executes an advance onto Upper Adriatic", "F ANC - UAD"),
    ("13.5", "PAPACY", "Perugia gives support to Arezzo in favour of Florence", "A PER S ARE FLORENCE"),
    ("9.5", "PAPACY", "Perugia supports Arezzo in favour of the Florentine player", "A PER S ARE FLORENCE"),
    ("9.5", "PAPACY", "Army in Perugia: give support to Arezzo in favour of Florence", "A PER S ARE FLORENCE"),
    ("13.4", "PAPACY", "Garrison in Rome supports Naples there", "G ROM S ROM NAPLES"),
    ("9.7", "PAPACY", "The army in Urbino converts itself into a garrison unit", "A URB C G"),
    ("9.7", "PAPACY", "The garrison unit in Roma converts into an army unit", "G ROM C A"),
    ("9.5", "PAPACY", "Perugia supports a besiege of Arezzo", "A PER S ARE"),
    ("9.5", "PAPACY", "Perugia gives support to another military operation into Arezzo", "A PER S ARE"),
    ("9.6", "NAPLES", "The fleet unit on Bay of Naples transports an army unit", "F BON T"),
    ("9.3", "NAPLES", "Army Napoli is transported to Pisa over BON and ETS", "A NAP - PIS VIA BON ETS"),
    ("9.3", "NAPLES", "A Napoli advances into Pisa, transported over Bay of Naples, ETS", "A NAP - PIS VIA BON ETS"),
    ("9.6", "NAPLES", "Fleet on Bay of Naples transports an army of Sicily", "F BON T SICILY"),
    (
        "9.3",
        "NAPLES",
        "Permission granted to Genoa: movement, support, transportation and direction of bribes through the straits",
        "ALLOW GENOA STRAITS",
    ),
    ("C.1", "PAPACY", "Transferring 5 ducats to Florence", "GIVE 5 FLORENCE"),
    ("D.3", "PAPACY", "Rising a rebellion in Pisa", "REBEL PIS"),
    ("12", "PAPACY", "Counter-bribe directed at the Florentine garrison in Arezzo for 3 ducats", "COUNTER G ARE 3"),
    ("12", "PAPACY", "Operate an independent unit: garrison Siena (3)", "OPERATE G SIE 3"),
    ("12", "PAPACY", "Disband an independent unit: garrison in Siena (6)", "DISBAND G SIE 6"),
    ("12", "PAPACY", "Buy an independent unit: garrison in Siena (9)", "BUY G SIE 9"),
    ("12", "PAPACY", "Converting the army in Arezzo into an independent one (9)", "INDEPENDENT A ARE 9"),
    ("12", "PAPACY", "Convert a committed unit (army Arezzo) into an independent one (9)", "INDEPENDENT A ARE 9"),
    ("12", "PAPACY", "Disband a committed unit: army Arezzo (12)", "DISBAND A ARE 12"),
    ("12", "PAPACY", "Buy a committed unit: army in Arezzo (18)", "BUY A ARE 18"),
    ("12", "PAPACY", "Disband bribe directed at the Florentine army in Arezzo: 12 ducats", "DISBAND A ARE 12"),
    ("15", "PAPACY", "Excommunication Order: Milan", "EXCOMMUNICATE MILAN"),
    ("15", "PAPACY", "Excommunication order directed at the Milanese player", "EXCOMMUNICATE MILAN"),
    ("15", "PAPACY", "Crusade Order", "EXCOMMUNICATE TURKEY"),
    ("15", "PAPACY", "Crusade Order directed at the Turkish player", "EXCOMMUNICATE TURKEY"),
    ("16", "GENOA", "Disband the pirate on the Ligurian Sea for 6 ducats", "DISBAND F LIG 6"),
]


@pytest.mark.parametrize(("rule", "role", "text", "meant"), CAMPAIGN)
def test_the_texts_own_words_are_read_in_a_campaign(rule: str, role: str, text: str, meant: str) -> None:
    found = read(text, ITALY, role)
    assert "\n".join(found.parts.values()) == meant, rule
    assert problems(found) == []


SPRING = [
    ("7.2", "Raise a garrison into Urbino", "RAISE G URB"),
    ("7.2", "Raise a garrison unit in the city of Urbino", "RAISE G URB"),
    ("7.2", "Raise an army into the province of Urbino", "RAISE A URB"),
    ("7.2", "Place a new army in Urbino", "RAISE A URB"),
    ("7.2", "Placing an army in Urbino, a fleet in Ancona", "RAISE A URB\nRAISE F ANC"),
    ("7.2", "Build a fleet in Ancona", "RAISE F ANC"),
    ("5.3", "Spoleto is taxed by force", "TAX SPO"),
    ("6", "Spoleto is sold to Florence for 3 ducats", "SELL SPO FLORENCE 3"),
    ("15", "Excommunication Order: Milan", "EXCOMMUNICATE MILAN"),
    ("15", "Crusade Order", "EXCOMMUNICATE TURKEY"),
    ("A.4", "A.4 Transferring 4 ducats to Naples", "GIVE 4 NAPLES"),
    ("A.5", "Phase A.5: Selling Spoleto to Florence for 3 ducats", "SELL SPO FLORENCE 3"),
]


@pytest.mark.parametrize("text", ["Pay the salary of A PER and F ANC", "A salary for A PER, F ANC"])
def test_7_3_a_salary_is_what_a_unit_is_paid(text: str) -> None:
    found = read(text, ITALY, "PAPACY", "SPR1460A")
    assert found.parts == {"payments": "PAY A PER\nPAY F ANC"}
    assert problems(found) == []


@pytest.mark.parametrize(("rule", "text", "meant"), SPRING)
def test_the_texts_own_words_are_read_in_spring(rule: str, text: str, meant: str) -> None:
    found = read(text, "", "PAPACY", "SPR1460A")
    assert "\n".join(found.parts.values()) == meant, rule
    assert problems(found) == []


@pytest.mark.parametrize(
    "text",
    [
        "The army in Urbino is not ordered to advance into Arezzo",
        "If Milan comes, the army in Urbino is ordered to advance into Arezzo",
        "The army in Urbino was ordered to advance into Arezzo",
        "A Perugia was transported to Pisa over ETS",
    ],
)
def test_what_the_writer_does_not_order_is_not_ordered_in_the_texts_words_either(text: str) -> None:
    found = read(text, ITALY, "PAPACY")
    assert not any(found.parts.values())


@pytest.mark.parametrize("text", ["Spoleto was taxed by force", "Spoleto was sold to Florence for 3 ducats"])
def test_what_was_done_before_is_not_done_again(text: str) -> None:
    found = read(text, "", "PAPACY", "SPR1460A")
    assert not any(found.parts.values())


def test_bribes_past_ones_units_and_the_straits_are_still_two_permissions() -> None:
    found = read("Allow Genoa bribes and the straits", ITALY, "NAPLES")
    assert found.parts == {"orders": "ALLOW GENOA BRIBES\nALLOW GENOA STRAITS"}
