"""Orders in the words of people who know the rules and not the judge: what they wrote, and what they meant."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import problems, read

BOARD = (
    "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G PST; FLORENCE G FIR; MILAN A MOD; MILAN A PER; "
    "NOBODY G SIE; GENOA F LIG"
)
HELD = "A FIR H\nA ARE H\nF PIS H\nG PST H\nG FIR H"

CAMPAIGN = [
    ("Fleet Pisa becomes a garrison", "orders", "F PIS C G"),
    ("G PST converts to A PST", "orders", "G PST C A"),
    ("The garrison in Pistoia comes out as an army", "orders", "G PST C A"),
    ("Hold all", "orders", HELD),
    ("Everyone else holds", "orders", HELD),
    ("A FIR lifts the siege", "orders", "A FIR H"),
    ("A ARE S SIE for myself", "orders", "A ARE S SIE"),
    ("A ARE supports Milan's attack on Perugia", "orders", "A ARE S PER MILAN"),
    ("A ARE supports Milan\u2019s attack on Perugia", "orders", "A ARE S PER MILAN"),
    ("Allow Milan to bribe across my units", "orders", "ALLOW MILAN BRIBES"),
    ("I allow Milan to use my units for bribes", "orders", "ALLOW MILAN BRIBES"),
    ("Genoa may pass the straits", "orders", "ALLOW GENOA STRAITS"),
    ("Let Genoa through Piombino", "orders", "ALLOW GENOA STRAITS PIO"),
    ("Grant passage to Genoa", "orders", "ALLOW GENOA STRAITS"),
    ("Buy Siena\u2019s garrison for 9", "expenditures", "BUY G SIE 9"),
    ("Buy out the Siena garrison, 9", "expenditures", "BUY G SIE 9"),
    ("Assassinate the Duke of Milan, 30 ducats", "expenditures", "ASSASSINATE MILAN 30"),
    ("Protect A FIR with 3 ducats", "expenditures", "COUNTER A FIR 3"),
    ("Protect the Pope with 3 ducats", "expenditures", "BODYGUARD PAPACY 3"),
    ("Hire a bodyguard, 6 ducats, for the leader of Naples", "expenditures", "BODYGUARD NAPLES 6"),
    ("Start a rebellion in the province of Modena", "expenditures", "REBEL MOD"),
    ("Rebellion in Modena, victim Milan", "expenditures", "REBEL MOD"),
    ("Rebellion in Modena against Milan and Genoa", "expenditures", "REBEL MOD"),
    ("Buy the army of Milan in Perugia for 18 ducats", "expenditures", "BUY A PER 18"),
    ("Convert the Milanese army in Perugia into an independent one for 9", "expenditures", "INDEPENDENT A PER 9"),
    ("Lift the siege in Arezzo", "orders", "A ARE H"),
    ("A ARE supports the Venetians in Perugia", "orders", "A ARE S PER VENICE"),
    ("A ARE supports my own advance into Perugia", "orders", "A ARE S PER"),
    ("F PIS transports a Venetian army", "orders", "F PIS T VENICE"),
    ("Transfer 5 ducats to the Milanese player", "gifts", "GIVE 5 MILAN"),
    ("Give the Turks 4 ducats", "gifts", "GIVE 4 TURKEY"),
    ("Genoa gets seven ducats", "gifts", "GIVE 7 GENOA"),
    ("Loan Genoa 5 ducats", "gifts", "GIVE 5 GENOA"),
]


@pytest.mark.parametrize(("text", "part", "expected"), CAMPAIGN)
def test_a_line_of_a_campaign_in_plain_words(text: str, part: str, expected: str) -> None:
    found = read(text, BOARD, "FLORENCE", "SUM1460C")
    assert found.parts == {part: expected}
    assert problems(found) == []


def test_one_cannot_disband_an_own_unit_in_a_campaign_and_is_told_when() -> None:
    (problem,) = problems(read("Disband A FIR", BOARD, "FLORENCE", "SUM1460C"))
    assert problem.message == "It is a unit of your own: there is nothing to buy"
    assert "in Spring" in problem.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A SIE B SIE", "there is no A SIE"),
        ("Army Perugia besieges Perugia; F ANC - RAV", "there is no F ANC"),
        ("Bologna attacks Modena", "there is no unit in BOL"),
    ],
)
def test_an_order_for_a_unit_that_is_nowhere_is_told_so(text: str, message: str) -> None:
    found = problems(read(text, BOARD, "FLORENCE", "SUM1460C"))
    assert [each.message for each in found] == [message]
    assert found[0].hint == "your units: A FIR, A ARE, F PIS, G PST, G FIR"


@pytest.mark.parametrize(
    ("text", "units", "hint"),
    [
        ("Buy A ROM for 18; A SIE H", "FLORENCE A PER; PAPACY A ROM", "your units: A PER; you bribe: A ROM"),
        ("Buy A ROM for 18; A SIE H", "PAPACY A ROM; MILAN A PER", "you have no unit; you bribe: A ROM"),
        (
            "Buy A ROM for 18; Disband A PER for 12; A SIE H",
            "PAPACY A ROM; MILAN A PER",
            "you have no unit; you bribe: A ROM",
        ),
        ("Buy A ROM for 18; the fleet holds", "FLORENCE A PER; PAPACY A ROM", "your units: A PER; you bribe: A ROM"),
    ],
)
def test_12_a_unit_that_is_only_to_be_bribed_is_not_called_ones_own(text: str, units: str, hint: str) -> None:
    found = problems(read(text, units, "FLORENCE", "SUM1460C"))
    assert [each.hint for each in found] == [hint]


@pytest.mark.parametrize(
    ("letter", "hint"),
    [
        ("A FIR - SIE\nA ARE S FIR", "FIR. To help it where it goes, write A ARE S SIE."),
        ("A ARE S FIR\nA FIR - SIE", "write A ARE S SIE."),
        ("A FIR - PRA\nA ARE S FIR", "A FIR leaves FIR."),
        ("A FIR - SIE\nA ARE S SIE", ""),
        ("A FIR H\nA ARE S FIR", ""),
        ("A FIR - PRA\nA ARE S FIR MILAN", ""),
    ],
)
def test_9_5_a_support_for_where_a_unit_has_been_is_warned_of(letter: str, hint: str) -> None:
    found = read(letter, BOARD, "FLORENCE", "SUM1460C")
    told = [each.message for each in found.problems if each.code == "machiavelli/support-behind"]
    assert len(told) == bool(hint)
    assert all(each.endswith(hint) for each in told)


def test_what_somebody_receives_from_others_is_no_gift_of_ones_own() -> None:
    assert read("I get 5 ducats from Genoa", BOARD, "FLORENCE", "SUM1460C").parts == {}


UNITS = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G FIR"
OTHERS = "PAY G FIR\nPAY A FIR\nPAY A ARE"
SPRING = [
    ("Disband F PIS", OTHERS),
    ("Disband fleet Pisa, pay the rest", OTHERS),
    ("Pay all. Disband F PIS.", OTHERS),
    ("Pay all units except F PIS", OTHERS),
    ("Pay all but F PIS", OTHERS),
    ("Pay all except F PIS and A ARE", "PAY G FIR\nPAY A FIR"),
    ("Pay all except F PIS, A ARE", "PAY G FIR\nPAY A FIR"),
    ("Pay the garrison in Firenze, both armies, not the fleet", OTHERS),
    ("Pay in this order: garrisons, armies", OTHERS),
    ("Pay armies first, then fleets", "PAY A FIR\nPAY A ARE\nPAY F PIS"),
    ("Pay my garrisons and armies", OTHERS),
    ("Pay only A FIR", "PAY A FIR"),
    ("Disband A FIR, A ARE, F PIS and G FIR", "PAY NOTHING"),
    ("Disband F PIS and raise an army in Pistoia", f"{OTHERS}\nRAISE A PST"),
    ("Pay A FIR and raise A PST", "PAY A FIR\nRAISE A PST"),
    ("Raise A PST and pay A FIR and A ARE", "RAISE A PST\nPAY A FIR\nPAY A ARE"),
    ("Disband F PIS and pay all others", OTHERS),
    ("Disband F PIS\nRaise A PST", f"{OTHERS}\nRAISE A PST"),
    ("Pay A FIR and A ARE; disband F PIS", "PAY A FIR\nPAY A ARE"),
    ("Pay A FIR 3, A ARE 3", "PAY A FIR\nPAY A ARE"),
    ("Pay 3 ducats for A FIR", "PAY A FIR"),
    ("Pay in this order: G FIR, A FIR, A ARE", OTHERS),
]


@pytest.mark.parametrize(("text", "expected"), SPRING)
def test_7_1_payments_in_plain_words(text: str, expected: str) -> None:
    found = read(text, UNITS, "FLORENCE", "SPR1460A")
    assert found.parts == {"payments": expected}
    assert problems(found) == []


def test_7_1_who_disbands_a_unit_later_keeps_the_list_on_file_without_it() -> None:
    found = read("Disband A ARE", UNITS, "FLORENCE", "SPR1460A", filed={"payments": "PAY A ARE\nPAY F PIS"})
    assert found.parts == {"payments": "PAY F PIS"}


def test_a_price_behind_a_comma_belongs_to_what_stands_before_it() -> None:
    assert read("Sell Pistoia to Genoa, 5d", UNITS, "FLORENCE", "SPR1460A").parts == {"dealings": "SELL PST GENOA 5"}
    assert read("Give Genoa 5, Milan 3", UNITS, "FLORENCE", "SPR1460A").parts["gifts"].startswith("GIVE 5 GENOA")


def test_a_unit_that_cannot_be_raised_there_is_told_where_some_can() -> None:
    (problem,) = problems(read("Raise garrison in Como", BOARD, "FLORENCE", "SPR1460A"))
    assert problem.message == "G COM cannot be raised: there is no city in Como"
    assert problem.hint == "for example: raise G ARE, G PIS, A PST"
    line = problem.hint.removeprefix("for example: ")
    assert not problems(read(line, BOARD, "FLORENCE", "SPR1460A")), "the hint can be sent as it stands"


@pytest.mark.parametrize(
    ("line", "also"), [("Raise F Pistoia", "Raise A Pistoia"), ("Raise A Arezzo", "Raise G Arezzo")]
)
def test_7_2_where_one_kind_cannot_be_raised_nobody_is_told_that_no_unit_can(line: str, also: str) -> None:
    (problem,) = problems(read(line, BOARD, "FLORENCE", "SPR1460A"))
    assert "no unit" not in problem.message
    assert not problems(read(also, BOARD, "FLORENCE", "SPR1460A"))


def test_7_2_with_an_army_in_each_city_garrisons_can_be_raised_and_the_hint_says_so() -> None:
    armies = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE A PIS; FLORENCE A PST"
    (problem,) = problems(read("Raise A Firenze", armies, "FLORENCE", "SPR1460A"))
    assert problem.hint == "for example: raise G FIR, G ARE, G PIS, G PST"
    assert not problems(read(problem.hint.removeprefix("for example: "), armies, "FLORENCE", "SPR1460A"))
    full = "; ".join(f"FLORENCE {kind} {area}" for kind in "AG" for area in ("FIR", "ARE", "PIS", "PST"))
    (problem,) = problems(read("Raise A Firenze", full, "FLORENCE", "SPR1460A"))
    assert problem.hint == "you can raise no unit now"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Raise army in Pistoia", "units are raised"),
        ("Pay A FIR and A ARE", "units are paid"),
        ("Sell Pistoia to Genoa for 5 ducats", "provinces are sold"),
        ("I sell Pistoia to Genoa for 5", "provinces are sold"),
        ("Tax Pistoia", "provinces are taxed by force"),
    ],
)
def test_who_would_do_in_a_campaign_what_is_done_in_spring_is_told_so(line: str, what: str) -> None:
    found = read(line, BOARD, "FLORENCE", "SUM1460C")
    (problem,) = problems(found)
    assert problem.message == f"{what} in the Spring adjustment"
    assert found.parts == {}


@pytest.mark.parametrize("price", ["for 9", "(9 ducats)"])
def test_8_1_the_price_of_a_rebellion_may_stand_beside_it(price: str) -> None:
    assert "expenditures" in read(f"Rebellion in Perugia {price}", BOARD, "FLORENCE", "SUM1460C").parts
