"""Lists that carry their verb on, supports beside what they are for, and units that are called `it` or `the fleet`."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import COURT, problems, read
from tests.rules.machiavelli.test_plain_words import BOARD

ITALY = f"{COURT}; FLORENCE A PIS; FLORENCE A PRA"
RISEN = {"PIS": "FLORENCE", "PRA": "FLORENCE"}

EXPENDITURES = [
    ("Counter-bribes: A FIR for 3, A PIS for 6, G ROM for 9", "COUNTER A FIR 3\nCOUNTER A PIS 6\nCOUNTER G ROM 9"),
    ("Counter-bribe A FIR and A PIS for 3 each", "COUNTER A FIR 3\nCOUNTER A PIS 3"),
    ("Counter-bribe the army in Firenze, the army in Pisa, 3 each", "COUNTER A FIR 3\nCOUNTER A PIS 3"),
    ("Counter-bribe all my armies for 3 each", "COUNTER A PER 3\nCOUNTER A URB 3"),
    ("Protect A PER with 3, A URB with 6", "COUNTER A PER 3\nCOUNTER A URB 6"),
    ("Pacify Pisa, Prato", "PACIFY PIS\nPACIFY PRA"),
    ("Pacify: Pisa and Prato", "PACIFY PIS\nPACIFY PRA"),
    ("Rebellions: Arezzo, Firenze", "REBEL ARE\nREBEL FIR"),
    ("Rebellions in Arezzo, Milan", "REBEL ARE\nREBEL MIL"),
    ("Bodyguard 3 for me and 6 for Genoa", "BODYGUARD PAPACY 3\nBODYGUARD GENOA 6"),
    ("Bodyguards for me and Genoa, 3 ducats each", "BODYGUARD PAPACY 3\nBODYGUARD GENOA 3"),
    ("Assassinate Milan for 30, Venice for 33", "ASSASSINATE MILAN 30\nASSASSINATE VENICE 33"),
    ("Buy the Sienese garrison for 9 and the army in Arezzo for 18", "BUY G SIE 9\nBUY A ARE 18"),
    ("Make A FIR independent for 9, A ARE independent for 9", "INDEPENDENT A FIR 9\nINDEPENDENT A ARE 9"),
]


@pytest.mark.parametrize(("line", "filed"), EXPENDITURES)
def test_8_1_a_list_of_expenditures_carries_its_verb_on(line: str, filed: str) -> None:
    found = read(line, ITALY, rebellions=RISEN if "Pacify" in line else {})
    assert (found.parts, problems(found)) == ({"expenditures": filed}, [])


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        (
            "Counter-bribe A FIR and A PIS for 6",
            ("COUNTER A FIR 6; COUNTER A PIS 6", "COUNTER A FIR 3; COUNTER A PIS 3"),
        ),
        ("Bodyguards for me and Genoa for 6", ("BODYGUARD PAPACY 6; BODYGUARD GENOA 6",
                                               "BODYGUARD PAPACY 3; BODYGUARD GENOA 3")),
        ("Rebellion in Pisa, Genoa", ("REBEL PIS; REBEL GEN", "REBEL PIS")),
    ],
)  # fmt: skip
def test_17_1_a_list_that_can_be_read_in_two_ways_is_asked_back(line: str, readings: tuple[str, ...]) -> None:
    found = read(line, ITALY)
    assert not found.parts
    (told,) = problems(found)
    assert told.readings == readings


@pytest.mark.parametrize(
    ("line", "spent", "ordered"),
    [
        ("Bodyguard for 3, Perugia holds", "BODYGUARD PAPACY 3", "A PER H"),
        ("Counter-bribe A PER 3, A URB - ARE", "COUNTER A PER 3", "A URB - ARE"),
        ("Buy G SIE for 9, A PER S SIE", "BUY G SIE 9", "A PER S SIE"),
    ],
)
def test_17_1_what_stands_behind_an_expenditure_and_is_none_does_not_join_it(
    line: str, spent: str, ordered: str | None
) -> None:
    found = read(line, ITALY)
    assert (found.parts.get("expenditures"), found.parts.get("orders")) == (spent, ordered)


def test_17_1_a_gift_behind_a_bodyguard_is_a_gift() -> None:
    found = read("Bodyguard for 3, 5 ducats to Genoa", ITALY)
    assert found.parts == {"expenditures": "BODYGUARD PAPACY 3", "gifts": "GIVE 5 GENOA"}


# ---- the fleet, and it


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("The fleet moves to Upper Adriatic", "F ANC - UAD"),
        ("My only fleet will sail to the Upper Adriatic", "F ANC - UAD"),
        ("Fleet to the Upper Adriatic", "F ANC - UAD"),
        ("The fleet holds", "F ANC H"),
        ("The garrison converts", "G ROM C A"),
        ("Our fleet transports the army", "F ANC T"),
    ],
)
def test_17_1_the_only_unit_of_its_kind_needs_no_place(line: str, filed: str) -> None:
    found = read(line)
    assert (found.parts.get("orders"), problems(found)) == (filed, [])


@pytest.mark.parametrize(
    ("line", "units", "said", "hint"),
    [
        (
            "The army moves to Arezzo",
            COURT,
            "which of them?",
            "your armies: A PER, A URB. Name each of them that you mean.",
        ),
        ("The fleet moves to Upper Adriatic", "PAPACY A PER", "you have no fleets", "your units: A PER"),
        ("My army holds", "", "you have no armies", "you have no unit"),
        (
            "The garrison converts",
            f"{COURT}; PAPACY G PER",
            "which of them?",
            "your garrisons: G ROM, G PER. Name each of them that you mean.",
        ),
    ],
)
def test_17_1_which_unit_is_meant_is_asked_where_there_is_none_or_several(
    line: str, units: str, said: str, hint: str
) -> None:
    found = read(line, units)
    assert not found.parts
    assert [(each.message, each.hint) for each in problems(found)] == [(said, hint)]


@pytest.mark.parametrize(
    "line",
    [
        "Buy G SIE for 9; it converts into an army",
        "Buy G SIE for 9, which then converts",
        "Buy G SIE for 9. Convert it.",
    ],
)
def test_12_the_unit_that_is_bought_is_it(line: str) -> None:
    found = read(line)
    assert found.parts == {"expenditures": "BUY G SIE 9", "orders": "G SIE C A"}
    assert problems(found) == []


def test_12_it_is_no_longer_the_bought_unit_once_another_has_had_its_order() -> None:
    found = read("Buy G SIE for 9\nA PER H\nConvert it")
    assert found.parts["orders"] == "A PER H"
    assert len(problems(found)) == 1


@pytest.mark.parametrize(
    ("line", "support"),
    [
        ("Buy G SIE for 9. A PER S G SIE", "A PER S SIE"),
        ("Buy G SIE for 9, Perugia supports it", "A PER S SIE"),
        ("Buy A ARE for 18. A PER S A ARE", "A PER S ARE"),
        ("Operate G SIE for 3. A PER S G SIE", "A PER S SIE INDEPENDENT"),
    ],
)
def test_12_a_support_of_a_unit_that_is_bought_is_for_its_new_owner(line: str, support: str) -> None:
    assert read(line).parts["orders"] == support


# ---- supports beside what they are for


@pytest.mark.parametrize(
    "line",
    [
        "Urbino --> Arezzo, supported by army Perugia",
        "A URB - ARE supported by A PER",
        "Urbino advances to Arezzo with the support of Perugia",
        "Urbino - Arezzo, with support from the army in Perugia",
        "Armies: Urbino --> Arezzo, supported by Perugia.",
    ],
)
def test_9_5_who_supports_an_order_may_be_told_beside_it(line: str) -> None:
    found = read(line)
    assert (found.parts, problems(found)) == ({"orders": "A URB - ARE\nA PER S ARE"}, [])


def test_9_5_several_may_support_and_what_others_do_is_theirs_to_order() -> None:
    found = read("A FIR - PIS, supported by A SIE and F ETS", "PAPACY A SIE; PAPACY F ETS; FLORENCE A FIR")
    assert found.parts == {"orders": "A SIE S PIS FLORENCE\nF ETS S PIS FLORENCE"}


# ---- permissions


@pytest.mark.parametrize(
    "line",
    [
        "Allow bribes of A FIR and A ARE by Genoa",
        "Allow bribes of A FIR, A ARE by Genoa",
        "Allow Genoa to bribe A FIR, A ARE",
    ],
)
def test_12_leave_for_several_units_is_one_for_each(line: str) -> None:
    found = read(line)
    assert found.parts == {"orders": "ALLOW GENOA BRIBES A FIR\nALLOW GENOA BRIBES A ARE"}
    assert problems(found) == []


# ---- Spring


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("Pay two armies", "PAY A FIR\nPAY A ARE"),
        ("Pay my two armies and the fleet", "PAY A FIR\nPAY A ARE\nPAY F PIS"),
        ("Maintain two armies, one fleet and one garrison", "PAY A FIR\nPAY A ARE\nPAY F PIS\nPAY G PST"),
        ("Pay A FIR and A ARE, 3 ducats each", "PAY A FIR\nPAY A ARE"),
        ("Disband one fleet", "PAY G PST\nPAY A FIR\nPAY A ARE"),
    ],
)
def test_7_3_as_many_units_as_there_are_may_be_counted(line: str, paid: str) -> None:
    found = read(line, "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G PST", "FLORENCE", "SPR1460A")
    assert (found.parts.get("payments"), problems(found)) == (paid, [])


@pytest.mark.parametrize(
    "line", ["Pay one army and the fleet", "Pay one army, the fleet", "Disband one army, the fleet"]
)
def test_7_3_nothing_of_a_list_is_filed_where_some_of_several_are_meant(line: str) -> None:
    found = read(line, "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS", "FLORENCE", "SPR1460A")
    assert not found.parts, "the rest alone would disband the others"
    assert [(each.message, each.hint) for each in problems(found)] == [
        ("which of them?", "your armies: A FIR, A ARE. Name each of them that you mean.")
    ]


def test_7_3_who_has_not_so_many_units_is_told() -> None:
    (told,) = problems(read("Pay three armies", BOARD, "FLORENCE", "SPR1460A"))
    assert told.message == "you have not so many"


def test_7_3_a_gift_beside_such_a_list_is_filed() -> None:
    found = read("Pay one army. Give 2 ducats to Genoa.", BOARD, "FLORENCE", "SPR1460A")
    assert found.parts == {"gifts": "GIVE 2 GENOA"}


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Sell Prato to Genoa for 5 and Pistoia to Milan for 3", "SELL PRA GENOA 5\nSELL PST MILAN 3"),
        ("Sell Prato and Pistoia to Genoa for 5 each", "SELL PRA GENOA 5\nSELL PST GENOA 5"),
        ("Sell Prato for 5 to Genoa", "SELL PRA GENOA 5"),
        ("Sell Prato to Genoa for 5, tax Pistoia", "SELL PRA GENOA 5\nTAX PST"),
    ],
)
def test_6_a_list_of_trades_carries_its_verb_and_its_partner_on(line: str, filed: str) -> None:
    found = read(line, "", "FLORENCE", "SPR1460A")
    assert (found.parts, problems(found)) == ({"dealings": filed}, [])


def test_6_one_price_for_two_provinces_is_asked_back() -> None:
    found = read("Sell Prato and Pistoia to Genoa for 5", "", "FLORENCE", "SPR1460A")
    assert not found.parts
    assert [each.readings for each in problems(found)] == [("SELL PRA GENOA 5; SELL PST GENOA 5",)]


def test_17_1_a_sentence_may_end_with_a_kind_of_unit() -> None:
    found = read("Pay the fleet. Give 2 ducats to Genoa.", "FLORENCE F PIS", "FLORENCE", "SPR1460A")
    assert found.parts == {"payments": "PAY F PIS", "gifts": "GIVE 2 GENOA"}


# ---- own units in each other's way


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("Both armies advance to Arezzo", ["A PER holds: two units of one side into one area (13.4).",
                                           "A URB holds: two units of one side into one area (13.4)."]),
        ("A URB - PER", ["A URB holds: a unit of its own side is there and stays (13.4)."]),
        ("A URB - PER; A PER H", ["A URB holds: a unit of its own side is there and stays (13.4)."]),
        ("A URB - PER; A PER - ARE", []),
        ("A URB - ARE; A PER S ARE", []),
        ("A URB S PER FLORENCE", ["A URB holds: it would support an attack on its own side (13.4)."]),
    ],
)  # fmt: skip
def test_13_4_whoever_sends_own_units_against_each_other_is_told_that_they_hold_as_the_board_stands(
    line: str, warned: list[str]
) -> None:
    found = read(line)
    assert [each.message for each in found.problems if each.code == "machiavelli/friends"] == [
        f"As the board stands {each}" for each in warned
    ]
    assert found.parts["orders"], "they are filed all the same: some of the units may be gone by then"


# ---- `none` takes back what its heading names, and nothing else

TWO = "FLORENCE A FIR; FLORENCE F PIS"
SPRING_FILE = {"dealings": "TAX PRA\nSELL PST GENOA 3", "payments": "PAY A FIR\nPAY F PIS\nRAISE A ARE"}
CAMPAIGN_FILE = {"expenditures": "BODYGUARD FLORENCE 3\nBUY G SIE 9", "orders": "A FIR H\nF PIS H\nALLOW GENOA BRIBES"}


@pytest.mark.parametrize(
    ("line", "phase", "parts"),
    [
        ("New units: none", "SPR1460A", {"payments": "PAY A FIR\nPAY F PIS"}),
        ("Raise: none", "SPR1460A", {"payments": "PAY A FIR\nPAY F PIS"}),
        ("Taxes: none", "SPR1460A", {"dealings": "SELL PST GENOA 3"}),
        ("Trades: none", "SPR1460A", {"dealings": "TAX PRA"}),
        ("Dealings: none", "SPR1460A", {"dealings": ""}),
        ("Gifts: none", "SPR1460A", {}),
        ("Ducat exchange: none", "SPR1460A", {}),
        ("Excommunication: none", "SPR1460A", {}),
        ("Payments: none", "SPR1460A", {"payments": "PAY NOTHING"}),
        ("Gifts: none", "SPR1460C", {}),
        ("Permissions: none", "SPR1460C", {"orders": "A FIR H\nF PIS H"}),
        ("Fleets: none", "SPR1460C", {"orders": "A FIR H\nALLOW GENOA BRIBES"}),
        ("Garrisons: none", "SPR1460C", {}),
        ("Military orders: none", "SPR1460C", {"orders": ""}),
        ("Bribes: none", "SPR1460C", {"expenditures": "BODYGUARD FLORENCE 3"}),
        ("Ducat expenditures: none", "SPR1460C", {"expenditures": ""}),
        ("Ducats: none", "SPR1460C", {"expenditures": ""}),
    ],
)
def test_17_1_none_takes_back_what_its_heading_names(line: str, phase: str, parts: dict[str, str]) -> None:
    found = read(line, TWO, "FLORENCE", phase, filed=SPRING_FILE if phase.endswith("A") else CAMPAIGN_FILE)
    assert (found.parts, problems(found)) == (parts, [])


@pytest.mark.parametrize(
    ("line", "phase", "when"),
    [
        ("Pay nothing", "SPR1460C", "units are paid in the Spring adjustment"),
        ("Payments: none", "SPR1460C", "units are paid in the Spring adjustment"),
        ("Raise nothing", "SPR1460C", "units are raised in the Spring adjustment"),
        ("New units: none", "SPR1460C", "units are raised in the Spring adjustment"),
        ("Taxes: none", "SPR1460C", "provinces are taxed by force in the Spring adjustment"),
        ("Trades: none", "SPR1460C", "provinces are sold in the Spring adjustment"),
        ("Bribes: none", "SPR1460A", "this is nothing that you can do in a Spring adjustment"),
        ("Permissions: none", "SPR1460A", "this is nothing that you can do in a Spring adjustment"),
        ("Military orders: none", "SPR1460A", "this is nothing that you can do in a Spring adjustment"),
    ],
)
def test_17_1_none_of_what_belongs_to_another_phase_takes_nothing_back(line: str, phase: str, when: str) -> None:
    found = read(line, TWO, "FLORENCE", phase, filed=SPRING_FILE if phase.endswith("A") else CAMPAIGN_FILE)
    assert (found.parts, [each.message for each in problems(found)]) == ({}, [when])


def test_7_2_new_units_none_disbands_nobody() -> None:
    assert read("New units: none", TWO, "FLORENCE", "SPR1460A").parts == {}


@pytest.mark.parametrize("phase", ["SPR1460A", "SPR1460C"])
@pytest.mark.parametrize("line", ["Gifts: none", "Ducat transfers: nothing"])
def test_17_1_whoever_wants_no_gifts_is_told_which_stay(line: str, phase: str) -> None:
    given = {"gifts": "GIVE 3 GENOA\nGIVE 2 MILAN"}
    found = read(line, TWO, "FLORENCE", phase, filed=given)
    assert not found.parts
    assert found.notes == ("You cannot take gifts back. On file stays: GIVE 3 GENOA; GIVE 2 MILAN.",)
    assert not read(line, TWO, "FLORENCE", phase, filed={}).notes, "there is none to take back"


@pytest.mark.parametrize("line", ["Units: none", "Armies: none"])
def test_7_3_none_of_which_nobody_can_tell_whether_it_is_paid_or_raised_is_asked_back(line: str) -> None:
    found = read(line, TWO, "FLORENCE", "SPR1460A", filed=SPRING_FILE)
    assert not found.parts
    assert [each.hint for each in problems(found)] == ["write: Pay nothing. Or: Raise nothing"]


def test_7_3_nobody_is_told_that_payments_are_taken_back_by_paying_nothing() -> None:
    notes = " ".join(read("Give 1 ducat to Genoa", TWO, "FLORENCE", "SPR1460A", filed=SPRING_FILE).notes)
    assert "`Dealings: none` takes" in notes
    alone = read("Give 1 ducat to Genoa", TWO, "FLORENCE", "SPR1460A", filed={"payments": "PAY A FIR"}).notes
    assert "Your earlier payments stand. Another list, such as `Pay all`, replaces them." in alone


# ---- gifts and supports in other words


@pytest.mark.parametrize(
    ("text", "filed"),
    [
        ("Gifts: Genoa 5, Milan 3", "GIVE 5 GENOA\nGIVE 3 MILAN"),
        ("Gifts:\n5 to Genoa\n3 to Milan", "GIVE 5 GENOA\nGIVE 3 MILAN"),
        ("Transfer 2 ducats to Genoa and 3 to Milan", "GIVE 2 GENOA\nGIVE 3 MILAN"),
        ("Pay back 5 ducats to Genoa", "GIVE 5 GENOA"),
        ("Repay Genoa 5 ducats", "GIVE 5 GENOA"),
    ],
)
@pytest.mark.parametrize("phase", ["SPR1460A", "SPR1460C"])
def test_8_1_gifts_below_their_heading_and_debts_paid_back_are_read(text: str, filed: str, phase: str) -> None:
    found = read(text, phase=phase)
    assert (found.parts, problems(found)) == ({"gifts": filed}, [])


@pytest.mark.parametrize(
    "line",
    [
        "Urbino to Arezzo and Perugia supports it",
        "Urbino --> Arezzo, Perugia supports it",
        "Urbino advances into Arezzo with Perugia supporting",
        "Urbino --> Arezzo. Perugia supports Urbino's advance to Arezzo.",
    ],
)
def test_9_5_a_support_may_be_of_it(line: str) -> None:
    found = read(line)
    assert (found.parts, problems(found)) == ({"orders": "A URB - ARE\nA PER S ARE"}, [])


@pytest.mark.parametrize(
    "line", ["supported by Perugia", "Perugia supports it", "with the support of Perugia", "supports it"]
)
def test_9_5_a_support_of_nothing_is_told(line: str) -> None:
    found = read(line)
    assert not found.parts
    assert problems(found)


def test_11_3_a_revolt_that_is_suppressed_is_pacified() -> None:
    assert read("Suppress the revolt in Pisa for 12", ITALY, rebellions=RISEN).parts == {"expenditures": "PACIFY PIS"}


@pytest.mark.parametrize("line", ["Bribe the Sienese garrison to join me for 9", "Bribe G SIE for 9 to defect"])
def test_12_a_unit_that_is_to_join_the_writer_is_bought(line: str) -> None:
    assert read(line).parts == {"expenditures": "BUY G SIE 9"}


# ---- who is left out of a list, and who is not

FOUR = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G PST"


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("Disband everybody but A FIR", "PAY A FIR"),
        ("Disband all except the fleet", "PAY F PIS"),
        ("Disband all units but not F PIS or A FIR", None),
        ("Disband nobody", None),
        ("Do not disband anything", None),
        ("Build nothing", None),
    ],
)
def test_7_3_whoever_is_excepted_from_disbanding_is_paid(line: str, paid: str | None) -> None:
    found = read(line, FOUR, "FLORENCE", "SPR1460A")
    assert found.parts.get("payments") == paid


@pytest.mark.parametrize("line", ["Disband nobody", "Do not disband anything", "Build nothing"])
def test_7_3_to_disband_or_build_nothing_is_no_mistake(line: str) -> None:
    assert problems(read(line, FOUR, "FLORENCE", "SPR1460A")) == []


def test_7_2_armies_in_several_cities_are_all_armies() -> None:
    found = read("Raise armies in Pistoia and Pisa", "", "FLORENCE", "SPR1460A")
    assert (found.parts, problems(found)) == ({"payments": "RAISE A PST\nRAISE A PIS"}, [])


def test_5_3_tax_that_is_collected_is_tax() -> None:
    found = read("Collect forced tax from Prato and Pistoia", "", "FLORENCE", "SPR1460A")
    assert (found.parts, problems(found)) == ({"dealings": "TAX PRA\nTAX PST"}, [])
