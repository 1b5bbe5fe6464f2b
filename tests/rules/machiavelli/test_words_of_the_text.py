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
    ("9.7", "PAPACY", "The army in Urbino converts itself into a garrison unit", "A URB C G"),
    ("9.7", "PAPACY", "The garrison unit in Roma converts into an army unit", "G ROM C A"),
    ("9.5", "PAPACY", "Perugia supports a besiege of Arezzo", "A PER S ARE"),
    ("9.6", "NAPLES", "The fleet unit on Bay of Naples transports an army unit", "F BON T"),
    ("9.3", "NAPLES", "Army Napoli is transported to Pisa over BON and ETS", "A NAP - PIS VIA BON ETS"),
    ("9.3", "NAPLES", "A Napoli advances into Pisa, transported over Bay of Naples, ETS", "A NAP - PIS VIA BON ETS"),
    ("9.6", "NAPLES", "Fleet on Bay of Naples transports an army of Sicily", "F BON T SICILY"),
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
    ("9.2", "PAPACY", "A URB deliberately executes a hold order", "A URB H"),
    ("9.3", "PAPACY", "A URB advances into the adjacent province of Arezzo", "A URB - ARE"),
    ("9.3", "GENOA", "F WTS directly advances to Sassari", "F WTS - SAS"),
    ("9.3", "NAPLES", "Army Napoli to Pisa, by transport over BON and ETS", "A NAP - PIS VIA BON ETS"),
    ("9.3", "NAPLES", "Army Napoli is transported from Napoli to Pisa over BON and ETS", "A NAP - PIS VIA BON ETS"),
    ("9.5", "PAPACY", "A PER directs its support at Arezzo", "A PER S ARE"),
    ("9.5", "PAPACY", "A PER supports the conversion into Arezzo", "A PER S ARE"),
    ("9.7", "PAPACY", "The garrison in Roma converts into the province", "G ROM C A"),
    ("9.7", "PAPACY", "The army in Perugia converts into the city", "A PER C G"),
    ("9.7", "PAPACY", "Conversion of the Roman garrison into an army", "G ROM C A"),
    ("D.2", "PAPACY", "Bodyguard recruitment: 6 ducats", "BODYGUARD PAPACY 6"),
    ("D.2", "PAPACY", "Recruit a bodyguard for 3 ducats", "BODYGUARD PAPACY 3"),
    ("8.1", "PAPACY", "Spend 30 ducats into the assassination of the Duke of Milan", "ASSASSINATE MILAN 30"),
    ("11.1", "PAPACY", "Expend 15 ducats to start a rebellion in Pisa", "REBEL PIS"),
    ("11.1", "PAPACY", "A rebellion is started in Pisa", "REBEL PIS"),
    ("11.1", "PAPACY", "Start a rebellion on the island of Lipari", "REBEL LIP"),
    ("12", "PAPACY", "A counter-bribe is directed at the army in Perugia (3 ducats)", "COUNTER A PER 3"),
    ("12", "NAPLES", "Allow the Pope to direct bribes at units adjacent to my units", "ALLOW PAPACY BRIBES"),
    ("12", "NAPLES", "I permit the Pope to direct a bribe at A FIR", "ALLOW PAPACY BRIBES A FIR"),
    ("15", "PAPACY", "I direct an Excommunication Order at the Venetian player", "EXCOMMUNICATE VENICE"),
    ("15", "PAPACY", "I direct a Crusade Order at the Turkish player", "EXCOMMUNICATE TURKEY"),
    ("15", "PAPACY", "Payment of 5 ducats to Naples", "GIVE 5 NAPLES"),
    ("15", "PAPACY", "A donation of 5 ducats to Naples", "GIVE 5 NAPLES"),
    ("15", "PAPACY", "Donations: 5 ducats to Naples, 2 to Milan", "GIVE 5 NAPLES\nGIVE 2 MILAN"),
    ("15", "PAPACY", "Donation to Naples: 5 ducats", "GIVE 5 NAPLES"),
    ("15", "PAPACY", "Give 5 ducats to Naples as a loan", "GIVE 5 NAPLES"),
    ("15", "PAPACY", "Give Naples 5 ducats, as a donation", "GIVE 5 NAPLES"),
    ("15", "PAPACY", "Give 5 ducats to Naples in payment", "GIVE 5 NAPLES"),
    ("15", "PAPACY", "Give 5 ducats to Naples and 2 to Milan as loans", "GIVE 5 NAPLES\nGIVE 2 MILAN"),
    ("15", "PAPACY", "Return 5 ducats to Naples", "GIVE 5 NAPLES"),
    (
        "16",
        "PAPACY",
        "Bribe the independent garrison of Siena for 3 ducats to convert into an army",
        "OPERATE G SIE 3\nG SIE C A",
    ),
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
    ("3", "Tax provinces by force: Spoleto, Patrimonia", "TAX SPO\nTAX PAT"),
    ("5.3", "I tax the provinces of Spoleto and Patrimonia by force", "TAX SPO\nTAX PAT"),
    ("6", "Trade Spoleto to Florence for 3 ducats", "SELL SPO FLORENCE 3"),
    ("7.2", "A new garrison unit is placed in the city of Urbino", "RAISE G URB"),
    ("7.2", "Military unit adjustment: raise army Urbino", "RAISE A URB"),
    ("15", "Excommunication Order: Milan", "EXCOMMUNICATE MILAN"),
    ("15", "Crusade Order", "EXCOMMUNICATE TURKEY"),
    ("A.4", "Ducat exchange: 3 to Florence, 2 to Naples", "GIVE 3 FLORENCE\nGIVE 2 NAPLES"),
    ("A.4", "Pay 3 ducats to Florence as a loan", "GIVE 3 FLORENCE"),
    ("A.4", "A.4 Transferring 4 ducats to Naples", "GIVE 4 NAPLES"),
    ("A.5", "Phase A.5: Selling Spoleto to Florence for 3 ducats", "SELL SPO FLORENCE 3"),
]


@pytest.mark.parametrize("text", ["Pay the salary of A PER and F ANC", "A salary for A PER, F ANC"])
def test_7_3_a_salary_is_what_a_unit_is_paid(text: str) -> None:
    found = read(text, ITALY, "PAPACY", "SPR1460A")
    assert found.parts == {"payments": "PAY A PER\nPAY F ANC"}
    assert problems(found) == []


OLD = "PAPACY A PER; PAPACY F ANC; PAPACY G ROM"


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("Pay for garrison units, army units and fleet units in that order", "G ROM, A PER, F ANC"),
        ("Payment for G ROM, A PER and F ANC", "G ROM, A PER, F ANC"),
        ("Pay three ducats for each unit", "G ROM, A PER, F ANC"),
        ("Pay the garrison in Roma 3 ducats, the army in Perugia 3 ducats", "G ROM, A PER"),
        ("F ANC is disbanded and removed from the game", "G ROM, A PER"),
        ("The fleet in Ancona is disbanded. All other units are paid.", "G ROM, A PER"),
        ("I pay the salaries of all old units. New unit: army in Urbino.", "G ROM, A PER, F ANC"),
    ],
)
def test_7_3_no_unit_is_disbanded_that_the_texts_words_pay(text: str, paid: str) -> None:
    found = read(text, OLD, "PAPACY", "SPR1460A")
    listed = found.parts["payments"].splitlines()
    assert [line for line in listed if line != "RAISE A URB"] == [f"PAY {unit}" for unit in paid.split(", ")]
    assert problems(found) == []


BESIEGED = "TURKEY F LAG; VENICE G VEN; FERRARA F FER; AUSTRIA A TRN; NOBODY G TRN; FLORENCE A FIR"


@pytest.mark.parametrize(
    ("rule", "role", "text", "meant"),
    [
        ("9.4", "AUSTRIA", "A TRN continues the siege", "A TRN B TRN"),
        ("9.4", "AUSTRIA", "The army in Trento starts a siege", "A TRN B TRN"),
        ("9.4", "TURKEY", "F LAG besieges the port city of Venice", "F LAG B VEN"),
        (
            "14",
            "FERRARA",
            "F FER directs support across the Lagoon into Venice in favour of Turkey",
            "F FER S VEN TURKEY",
        ),
        ("14", "FERRARA", "F FER supports the Turkish fleet on the Lagoon besieging Venice", "F FER S VEN TURKEY"),
        ("11.3", "FLORENCE", "Pacify the ongoing rebellion in Prato", "PACIFY PRA"),
        ("11.3", "FLORENCE", "Pacifying the ongoing rebellion in Prato and Como", "PACIFY PRA\nPACIFY COM"),
        ("11.3", "FLORENCE", "The rebellion in Prato is pacified", "PACIFY PRA"),
    ],
)
def test_sieges_and_rebellions_in_the_texts_words(rule: str, role: str, text: str, meant: str) -> None:
    found = read(text, BESIEGED, role, rebellions={"PRA": "FLORENCE", "COM": "MILAN"})
    assert "\n".join(found.parts.values()) == meant, rule
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
        "A rebellion was started in Pisa",
        "We are allowed to pass the straits by Naples",
        "A FIR puts down the rebellion in Prato",
        "The garrison in Genova converts into the province",
        "A PER converts into the province",
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
