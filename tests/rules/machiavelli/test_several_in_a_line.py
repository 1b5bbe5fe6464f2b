"""A whole list on one line: numbered, counted by kinds, or for several units of which not all can be told."""

from __future__ import annotations

import pytest

from tests.rules.machiavelli.test_letters import problems, read

POPE = "PAPACY A PER; PAPACY A URB; PAPACY F ANC; PAPACY G ROM; NOBODY G SIE"
OLD = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS"


@pytest.mark.parametrize(
    "line",
    [
        "Ducat expenditures: 1. Buying the Sienese garrison for 9 ducats. 2. Hiring a bodyguard for 3 ducats.",
        "Ducat expenditures: 1. Buying off the garrison in Siena for 9 ducats 2. Hiring a bodyguard for 3 ducats",
        "1. Buying the Sienese garrison for 9 ducats 2. Hiring a bodyguard for 3 ducats",
        "Expenses: 1) Buy G SIE 9 2) Bodyguard 3",
        "(1) Buy G SIE for 9; (2) Bodyguard for 3.",
        "Ducats:\nBuy G SIE for 9 ducats\nBodyguard: 3 ducats",
        "DUCATS\n- Buy G SIE for 9\n- Bodyguard for 3",
        "Ducat expenditures: 1. Buying the Sienese garrison for 9 ducats.\n2. Hiring a bodyguard for 3 ducats.",
    ],
)
def test_17_1_a_numbered_list_may_stand_on_one_line(line: str) -> None:
    found = read(line, POPE)
    assert (found.parts, problems(found)) == ({"expenditures": "BUY G SIE 9\nBODYGUARD PAPACY 3"}, [])


@pytest.mark.parametrize(
    ("line", "part", "filed"),
    [
        ("1. A URB - ARE 2. A PER S ARE", "orders", "A URB - ARE\nA PER S ARE"),
        ("Military orders: 1. Urbino --> Arezzo, 2. Perugia supp. Arezzo", "orders", "A URB - ARE\nA PER S ARE"),
        ("1. Rebellion in Pisa 2. Rebellion in Bologna", "expenditures", "REBEL PIS\nREBEL BOL"),
        ("Gifts: 1. Milan 3 2. Genoa 2", "gifts", "GIVE 3 MILAN\nGIVE 2 GENOA"),
        # No numbers of a list, but sums.
        ("1. Give Genoa 2. Give Milan 3", "gifts", "GIVE 2 GENOA\nGIVE 3 MILAN"),
        ("1. Give Genoa 2. 2. Give Milan 3.", "gifts", "GIVE 2 GENOA\nGIVE 3 MILAN"),
        ("Give Genoa 1. Give Milan 2. Give Naples 3.", "gifts", "GIVE 1 GENOA\nGIVE 2 MILAN\nGIVE 3 NAPLES"),
    ],
)
def test_17_1_the_number_of_a_list_is_no_sum_and_a_sum_is_no_number_of_a_list(line: str, part: str, filed: str) -> None:
    found = read(line, POPE)
    assert (found.parts, problems(found)) == ({part: filed}, [])


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Besiege Siena with the army in Siena", "A SIE B SIE"),
        ("Besiege Siena with A SIE", "A SIE B SIE"),
        ("Lay siege to Siena with the army in Siena", "A SIE B SIE"),
        ("Support Arezzo with A PER", "A PER S ARE"),
        ("Support Florence in Arezzo with Perugia", "A PER S ARE FLORENCE"),
        ("Advance to Arezzo with Perugia", "A PER - ARE"),
        ("Advance to Arezzo with the army in Perugia, supported by Siena", "A PER - ARE\nA SIE S ARE"),
    ],
)
def test_17_1_the_unit_may_stand_behind_its_order(line: str, filed: str) -> None:
    found = read(line, "PAPACY A PER; PAPACY A SIE; NOBODY G SIE")
    assert (found.parts, problems(found)) == ({"orders": filed}, [])


def test_17_1_the_only_army_may_stand_behind_its_order() -> None:
    found = read("Besiege the city of Siena with the army", "PAPACY A SIE; PAPACY F ANC; NOBODY G SIE")
    assert (found.parts, problems(found)) == ({"orders": "A SIE B SIE"}, [])


@pytest.mark.parametrize("line", ["Advance Perugia to Arezzo with A SIE", "A PER - ARE with A SIE"])
def test_17_1_two_units_with_one_order_are_told(line: str) -> None:
    found = read(line, "PAPACY A PER; PAPACY A SIE; NOBODY G SIE")
    assert not found.parts
    assert problems(found)


@pytest.mark.parametrize(
    "line",
    [
        "Raise two armies and a fleet: PST, FIR, PIS",
        "Raise two armies and one fleet in PST, FIR and PIS",
        "Raise two armies in PST and FIR, and a fleet in PIS",
        "Raise two armies in PST and FIR and a fleet in PIS",
        "New units: 2 armies: PST, FIR; 1 fleet: PIS",
    ],
)
def test_7_2_units_of_two_kinds_may_be_counted_before_their_places(line: str) -> None:
    """The army of Firenze alone was raised."""
    found = read(line, "", "FLORENCE", "SPR1459A")
    assert (found.parts, problems(found)) == ({"payments": "RAISE A PST\nRAISE A FIR\nRAISE F PIS"}, [])


@pytest.mark.parametrize(
    "line",
    [
        "Raise 2 armies and 1 fleet: PST, PIS",
        "Raise two armies and a fleet in PIS",
    ],
)
def test_7_2_units_of_two_kinds_without_a_place_behind_each_are_told(line: str) -> None:
    found = read(line, "", "FLORENCE", "SPR1459A")
    assert not found.parts
    assert problems(found)


def test_7_2_a_place_where_nothing_can_be_raised_loses_no_other() -> None:
    found = read("Raise 2 armies in PST and PIS and 1 fleet in VNT", "", "FLORENCE", "SPR1459A")
    assert found.parts == {"payments": "RAISE A PST\nRAISE A PIS"}
    assert "Ventimiglia is not in your home country" in problems(found)[0].message


@pytest.mark.parametrize(
    "line", ["Pay 2 armies: FIR, ARE and 1 fleet: PIS", "Pay 2 armies and 1 fleet", "Pay two armies and a fleet in PIS"]
)
def test_7_3_units_of_two_kinds_may_be_counted_where_they_are_paid(line: str) -> None:
    found = read(line, OLD, "FLORENCE", "SPR1460A")
    assert (found.parts, problems(found)) == ({"payments": "PAY A FIR\nPAY A ARE\nPAY F PIS"}, [])


@pytest.mark.parametrize("line", ["Raise 0 armies", "Raise 0 armies and 0 fleets", "Raise 0 armies: PST"])
def test_7_2_to_raise_no_army_by_its_number_is_told(line: str) -> None:
    """The reading broke off."""
    found = read(line, "", "FLORENCE", "SPR1459A")
    assert not found.parts
    assert problems(found)


def test_14_a_conversion_into_an_army_with_one_letter_too_many_is_read() -> None:
    """The reading broke off."""
    assert read("FIR conv. A a", "FLORENCE G FIR", "FLORENCE").parts == {"orders": "G FIR C A"}
    told = read("FIR conv. A a", "FLORENCE A FIR", "FLORENCE")
    assert not told.parts
    assert problems(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "A TIR - MAN; A TRN - ROM; F TRI - PIS",
            [
                "that cannot be done: an army cannot go from Tirol to Mantova",
                "that cannot be done: an army cannot go from Trento to Roma",
                "that cannot be done: a fleet cannot go from Trieste to Pisa",
            ],
        ),
        ("A FRI - PAD; A STE - UNG", ["there is no A FRI", "there is no A STE"]),
    ],
)
def test_8_2_of_each_order_of_a_line_that_cannot_be_done_it_is_told(text: str, told: list[str]) -> None:
    found = read(text, "AUSTRIA A TIR; AUSTRIA A TRN; AUSTRIA F TRI", "AUSTRIA")
    assert [each.message for each in problems(found)] == told


@pytest.mark.parametrize(
    ("text", "filed"),
    [
        ("Selling: Spoleto, Florence, 3 ducats", {"dealings": "SELL SPO FLORENCE 3"}),
        ("Sell Spoleto, Florence, 3", {"dealings": "SELL SPO FLORENCE 3"}),
        ("Trading: Spoleto, Florence, 3 ducats", {}),
        ("Sale of Spoleto, Florence, 3 ducats", {}),
        ("Sold: Spoleto, Florence, 3 ducats", {}),
        ("Give 2 to Naples, Florence 3 ducats", {"gifts": "GIVE 2 NAPLES\nGIVE 3 FLORENCE"}),
        ("Tax Spoleto, 3 ducats to Florence", {"dealings": "TAX SPO", "gifts": "GIVE 3 FLORENCE"}),
    ],
)
def test_6_a_listed_sale_is_no_gift_to_the_buyer(text: str, filed: dict[str, str]) -> None:
    found = read(text, "PAPACY A PER", "PAPACY", "SPR1460A")
    assert {part: said for part, said in found.parts.items() if part != "payments"} == filed
    assert bool(problems(found)) is not bool(filed)


@pytest.mark.parametrize(
    "text", ["Rebellion in Pisa, against Florence, 15 ducats", "Rebellion: Pisa, victim Florence, 15 ducats"]
)
def test_11_1_what_is_said_of_the_victim_is_no_gift_to_them(text: str) -> None:
    found = read(text, POPE)
    assert found.parts == {"expenditures": "REBEL PIS"}
    assert problems(found) == []


@pytest.mark.parametrize(
    "text",
    [
        "Rebellion: Pisa, Florence, 15 ducats",
        "Buy the army in Arezzo, Florence, 18 ducats",
        "Disband: A ARE, Florence, 12",
    ],
)
def test_12_whose_a_unit_is_bribes_no_second_one_and_is_asked(text: str) -> None:
    found = read(text, f"{POPE}; FLORENCE A ARE; FLORENCE A FIR")
    assert not any(found.parts.values())
    (told,) = problems(found)
    assert told.readings
