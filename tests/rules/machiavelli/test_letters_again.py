"""Letters of Absence of Plague held against the text once more: rules 7.3, 10.2, 11.1, 15, 16 and 17.1."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.machiavelli.reading.letter import read_sheet
from judge.rules.values import sheet_of
from tests.rules.machiavelli.field import outcomes, played, standing
from tests.rules.machiavelli.table import phase, state
from tests.rules.machiavelli.test_letters import problems, read

SIENESE = "PAPACY A PER; PAPACY A URB; PAPACY G ROM; NOBODY G SIE; FLORENCE A ARE"

SUPPORTS_OF_INDEPENDENTS = [
    "A PER S SIE INDEPENDENT",
    "Perugia supports the independents in Siena",
    "Perugia supp. Siena for the independents",
    "Perugia supports the independent garrison of Siena",
    "A PER S the independent garrison in Siena hold",
    "A PER S G SIE INDEPENDENT",
    "A PER S G SIE (independent)",
]


@pytest.mark.ruling("12.3")
@pytest.mark.parametrize("line", SUPPORTS_OF_INDEPENDENTS)
def test_12_3_an_independent_unit_may_be_supported_in_any_words(line: str) -> None:
    found = read(line, SIENESE)
    assert found.parts.get("orders") == "A PER S SIE INDEPENDENT", found.problems
    assert problems(found) == []


@pytest.mark.ruling("12.3")
@pytest.mark.parametrize(
    "line", ["A PAV S FOR INDEPENDENT", "A PAV S A FOR INDEPENDENT", "Pavia S Fornova independent"]
)
def test_12_3_an_independent_unit_in_fornova_is_supported_by_its_code_that_is_a_word_too(line: str) -> None:
    found = read(line, "PAPACY A PAV; NOBODY A FOR")
    assert found.parts.get("orders") == "A PAV S FOR INDEPENDENT", found.problems


def test_9_5_a_support_may_name_the_unit_and_whose_it_is() -> None:
    board = "PAPACY A PER; GENOA A ARE; FLORENCE G ARE"
    for line in ("A PER S A ARE GENOA", "Perugia supports A ARE (Genoa)"):
        assert read(line, board).parts.get("orders") == "A PER S ARE GENOA"
    other = read("A PER S A ARE FLORENCE", board)
    assert other.parts.get("orders") in (None, "A PER S ARE FLORENCE"), "never for Genoa, whom nobody named"


@pytest.mark.ruling("12.3")
def test_12_3_its_support_counts_for_what_the_independent_unit_does_there() -> None:
    attack = "FLORENCE A ARE - SIE; FLORENCE A FIR S SIE; NOBODY A SIE"
    assert "FLORENCE A SIE" in standing(played(f"{attack}; PAPACY A PER"))
    held = played(f"{attack}; PAPACY A PER S SIE INDEPENDENT")
    assert outcomes(held)["A ARE"] == "bounced"
    assert "NOBODY A SIE" in standing(held)
    own = played(f"{attack}; PAPACY A PER S SIE")
    assert "FLORENCE A SIE" in standing(own), "support for oneself helps no independent unit"


@pytest.mark.ruling("12.3")
def test_12_3_pirates_on_the_lagoon_may_be_supported_out_of_venice() -> None:
    helped = played("NOBODY F LAG; VENICE F VEN S LAG INDEPENDENT; TURKEY F UAD - LAG; TURKEY F FRI S LAG")
    assert outcomes(helped)["F UAD"] == "bounced"


REBELLIONS = [
    "Rebellion in Pisa",
    "Rebellion in Pisa against Florence",
    "Rebellion in Pisa against Genoa",
    "Rebellion in Pisa (Genoa)",
    "Rebellion in Pisa vs GENOA",
    "REBEL PIS GENOA",
    "REBEL PIS vs. the Doge of Genoa",
    "Start a rebellion against the Florentines in Pisa",
    "Rebellion against Florence in Pisa",
    "Rebellion in Florentine Pisa",
    "Rebellion in Pisa, against the Duke of Milan",
    "15 ducats for a rebellion in Pisa against the independents",
]


@pytest.mark.parametrize("line", REBELLIONS)
def test_11_1_anything_which_is_said_about_the_victim_is_ignored(line: str) -> None:
    found = read(line)
    assert found.parts.get("expenditures") == "REBEL PIS", found.problems
    assert problems(found) == []


@pytest.mark.parametrize(
    ("line", "area"),
    [
        ("Rebellion in Genoa against Florence", "GEN"),
        ("Rebellion in Ferrara against Ferrara", "FER"),
        ("REBEL FOR against Milan", "FOR"),
    ],
)
def test_11_1_a_province_that_is_called_as_a_country_is_the_province(line: str, area: str) -> None:
    assert read(line).parts.get("expenditures") == f"REBEL {area}"


def test_11_1_the_victim_of_what_is_pacified_is_ignored_too() -> None:
    found = read("Pacify the rebellion in Lucca against Genoa", rebellions={"LUC": "MILAN"})
    assert found.parts.get("expenditures") == "PACIFY LUC"


# ---- 7.3

FLORENTINES = "FLORENCE A ARE; FLORENCE F PIS; FLORENCE G FIR"


@pytest.mark.ruling("10.2")
def test_10_2_whoever_only_raises_has_sent_no_list_and_all_old_units_are_paid_first() -> None:
    found = read("Raise army in Pistoia", FLORENTINES, "FLORENCE", "SPR1460A")
    assert found.parts["payments"] == "PAY G FIR\nPAY A ARE\nPAY F PIS\nRAISE A PST"
    told = " ".join(found.notes)
    assert "disbanded" not in told
    assert "You name no unit to pay" in told
    again = read_sheet(
        state(FLORENTINES, "SPR1460A").position,
        state(FLORENTINES, "SPR1460A").label,
        "FLORENCE",
        sheet_of("\n".join(found.parts.values())),
    )
    assert again.parts == found.parts


@pytest.mark.ruling("10.1")
@pytest.mark.parametrize("filed", [True, False])
def test_10_1_what_the_writer_taxes_by_force_is_no_friendly_province_when_old_units_are_paid(filed: bool) -> None:
    units = "GENOA F MLT; GENOA F PAN"
    taxes, raises = "Tax Malta by force", "Raise A Genova"
    old = {"dealings": "TAX MLT"} if filed else {}
    calm = read(raises, units, "GENOA", "SPR1460A")
    assert calm.parts["payments"] == "PAY F MLT\nPAY F PAN\nRAISE A GEN"
    found = read(raises if filed else f"{raises}\n{taxes}", units, "GENOA", "SPR1460A", filed=old)
    assert found.parts["payments"] == "PAY F PAN\nPAY F MLT\nRAISE A GEN"
    without = phase(units, {"GENOA": "TAX MLT"}, "SPR1460A", {"GENOA": 3})
    assert {str(unit) for unit in without.state.position.units_of("GENOA")} == {"F PAN"}


@pytest.mark.ruling("10.2")
def test_10_2_the_old_units_are_paid_when_only_raising_was_written() -> None:
    written = read("Raise army in Pistoia", FLORENTINES, "FLORENCE", "SPR1460A").parts["payments"]
    done = phase(FLORENTINES, {"FLORENCE": written}, "SPR1460A", {"FLORENCE": 11})
    assert {str(unit) for unit in done.state.position.units_of("FLORENCE")} == {"A ARE", "F PIS", "G FIR"}
    rich = phase(FLORENTINES, {"FLORENCE": written}, "SPR1460A", {"FLORENCE": 12})
    assert "A PST" in {str(unit) for unit in rich.state.position.units_of("FLORENCE")}


@pytest.mark.ruling("10.2")
def test_10_2_raising_after_a_list_keeps_the_list() -> None:
    found = read(
        "Raise army in Pistoia", FLORENTINES, "FLORENCE", "SPR1460A", filed={"payments": "PAY A ARE\nRAISE F PIS"}
    )
    assert found.parts["payments"] == "PAY A ARE\nRAISE A PST"


@pytest.mark.ruling("10.2")
def test_10_2_pay_nothing_and_a_raise_disband_the_rest() -> None:
    found = read("Pay nothing. Raise army in Pistoia.", FLORENTINES, "FLORENCE", "SPR1460A")
    assert found.parts["payments"] == "PAY NOTHING\nRAISE A PST"
    assert "disbanded: A ARE, F PIS, G FIR" in " ".join(found.notes)
    later = read("Raise army in Firenze", FLORENTINES, "FLORENCE", "SPR1460A", filed=found.parts)
    assert later.parts["payments"] == "PAY NOTHING\nRAISE A FIR"


RAISES = [
    ("Raise A Prato, A Pistoia", "RAISE A PST"),
    ("Raise A Prato and A Pistoia", "RAISE A PST"),
    ("Raise army in Pistoia, army in Prato and garrison in Pisa", "RAISE A PST\nRAISE G PIS"),
    ("Raise A Prato, A Lucca, A Pistoia", "RAISE A PST"),
    ("Raise: A Prato, A Pistoia", "RAISE A PST"),
]


@pytest.mark.parametrize(("line", "raised"), RAISES)
def test_7_2_a_legal_new_unit_is_not_lost_behind_a_bad_one(line: str, raised: str) -> None:
    found = read(line, "", "FLORENCE", "SPR1460A")
    assert found.parts.get("payments") == raised, found.problems
    assert any("there is no city in Prato" in each.message for each in problems(found))


def test_7_2_each_bad_one_is_told() -> None:
    found = read("Raise A Prato, A Lucca, A Pistoia", "", "FLORENCE", "SPR1460A")
    assert len(problems(found)) == 2


@pytest.mark.ruling("10.3")
def test_10_3_a_fourth_new_unit_of_the_first_spring_is_told_at_once() -> None:
    found = read("Raise A FIR, A PIS, A ARE, A PST", "", "FLORENCE", "SPR1459A")
    assert found.parts["payments"] == "RAISE A FIR\nRAISE A PIS\nRAISE A ARE"
    (told,) = problems(found)
    assert "three new units" in told.message
    assert len(read("Raise A FIR, A PIS, A ARE, A PST", "", "FLORENCE", "SPR1460A").parts["payments"].split("\n")) == 4


@pytest.mark.ruling("11")
@pytest.mark.parametrize("label", ["SPR1460A", "SPR1460C"])
def test_11_a_second_excommunication_in_one_letter_is_told_at_once(label: str) -> None:
    found = read("Excommunicate Milan\nExcommunicate Venice", phase=label)
    (part,) = found.parts.values()
    assert part == "EXCOMMUNICATE MILAN"
    (told,) = problems(found)
    assert told.line == 2
    assert "one excommunication" in told.message


# ---- 17.1: sentences run together

SENTENCES = [
    (
        "Pay A ARE, F PIS and G FIR. Raise A Pistoia.",
        {"payments": "PAY A ARE\nPAY F PIS\nPAY G FIR\nRAISE A PST"},
    ),
    (
        "Pay all. Tax Prato by force. Give 2 ducats to Milan.",
        {"payments": "PAY G FIR\nPAY A ARE\nPAY F PIS", "dealings": "TAX PRA", "gifts": "GIVE 2 MILAN"},
    ),
]
ALL_THREE = {"orders": "A URB - ARE\nA PER S ARE\nF ANC - UAD"}
CAMPAIGN_SENTENCES = [
    (
        "Give 5 ducats to Florence. Hire a bodyguard for 3. Rebellion in Pisa against Florence.",
        {"gifts": "GIVE 5 FLORENCE", "expenditures": "BODYGUARD PAPACY 3\nREBEL PIS"},
    ),
    (
        "1. Buying the Sienese garrison for 9 ducats. 2. Hiring a bodyguard for 3 ducats.",
        {"expenditures": "BUY G SIE 9\nBODYGUARD PAPACY 3"},
    ),
    ("Armies: Urbino --> Arezzo, Perugia supp. Arezzo. Fleets: Ancona --> Adr. Sup. Garrisons: none.", ALL_THREE),
    ("A URB - ARE. INDEPENDENT A ARE for 9.", {"expenditures": "INDEPENDENT A ARE 9", "orders": "A URB - ARE"}),
    (
        "A URB - ARE. Permission for Naples to bribe. Venice may pass the straits.",
        {"orders": "A URB - ARE\nALLOW NAPLES BRIBES\nALLOW VENICE STRAITS"},
    ),
    ("F ANC transports. A PER holds.", {"orders": "F ANC T\nA PER H"}),
    ("Ancona transports the Florentine army. Perugia holds.", {"orders": "F ANC T FLORENCE\nA PER H"}),
    ("Convert the garrison of Roma into an army. Urbino holds.", {"orders": "G ROM C A\nA URB H"}),
]


SEAS = "; ".join(f"FRANCE F {sea}" for sea in ("LIG", "TOU", "UAD", "WME")) + "; FRANCE A SMR"


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("Lig. Sea --> Bastia", "F LIG - BAS"),
        ("Fleets: Lig. Sea --> Bastia, Adr. Sup. --> Ancona.", "F LIG - BAS\nF UAD - ANC"),
        ("Lig. Sea --> Bastia. Sea of Toulon --> Ajaccio.", "F LIG - BAS\nF TOU - AJA"),
        ("Up. Adr. --> Ancona. Lig. Sea supp. Bastia. S. Marino supp. Urb.", "F UAD - ANC\nF LIG S BAS\nA SMR S URB"),
        ("F UAD - Adr. Central. Sea of Toulon --> Ajaccio", "F UAD - CAD\nF TOU - AJA"),
        ("W. Med. Sea --> Sassari", None),  # no name, and not the Sea of Toulon's
    ],
)
def test_17_1_a_stop_within_the_name_of_a_sea_orders_no_other_fleet(line: str, filed: str | None) -> None:
    """The fleet of the Sea of Toulon went to Bastia for `Lig. Sea --> Bastia`."""
    found = read(line, SEAS, "FRANCE")
    assert found.parts.get("orders") == filed
    assert bool(problems(found)) == (filed is None)


@pytest.mark.parametrize(("line", "parts"), SENTENCES)
def test_17_1_sentences_of_spring_run_together_are_read_each(line: str, parts: dict[str, str]) -> None:
    found = read(line, FLORENTINES, "FLORENCE", "SPR1460A")
    assert found.parts == parts, found.problems
    assert problems(found) == []


@pytest.mark.parametrize(("line", "parts"), CAMPAIGN_SENTENCES)
def test_17_1_sentences_of_a_campaign_run_together_are_read_each(line: str, parts: dict[str, str]) -> None:
    found = read(line)
    assert found.parts == parts, found.problems


@pytest.mark.parametrize("label", ["SPR1460A", "SPR1460C"])
def test_8_1_a_gift_to_oneself_or_to_an_eliminated_player_is_told_at_once_and_not_filed(label: str) -> None:
    out = (("MILAN", "SPR1459C"),)
    for line, why in (
        ("Give 3 ducats to the Pope", "you cannot give to yourself"),
        ("Give 3 ducats to Milan", "Milan is out of the game"),
    ):
        found = read(line, phase=label, eliminated=out)
        assert [each.message for each in problems(found)] == [why]
        assert "gifts" not in found.parts


@pytest.mark.parametrize("label", ["SPR1460A", "SPR1460C"])
def test_15_a_gift_or_a_price_that_an_excommunication_stops_is_warned_of(label: str) -> None:
    lines = ["Give 3 ducats to Milan", *(["Buy Parma from Milan for 2"] if label.endswith("A") else [])]
    for line in lines:
        stopped = read(line, phase=label, banned={"MILAN": label})
        assert [each.code for each in stopped.problems] == ["machiavelli/excommunicated"]
        assert "Milan is excommunicated until the end of the Spring 1460" in stopped.problems[0].message
        assert stopped.parts, "it is filed all the same: the Pope may be gone by then"
        assert read(line, phase=label, banned={"GENOA": label}).problems == ()


@pytest.mark.parametrize(
    ("line", "units", "more", "why"),
    [
        ("A SIE - ARE", "PAPACY A SIE; NOBODY G SIE", {"sieges": ["SIE"]}, "after a season of siege it may only go on"),
        ("F ETS - PIS", "PAPACY F ETS; GENOA F PIO", {}, "the straits are closed to it"),
        ("A SIE S ARE", "PAPACY A SIE", {"rebellions": {"SIE": "PAPACY"}}, "it cannot support"),
        ("A SIE B", "PAPACY A SIE", {}, "there is nothing to besiege"),
    ],
)
def test_8_2_an_order_that_the_open_board_makes_a_hold_is_filed_with_a_warning(
    line: str, units: str, more: dict[str, Any], why: str
) -> None:
    found = read(line, units, **more)
    assert [(each.code, each.warning) for each in found.problems] == [("machiavelli/holds-instead", True)]
    assert why in found.problems[0].message
    assert found.parts["orders"].startswith(line)
    assert read(line, units.replace("PAPACY", "FLORENCE"), **more).problems[-1].code != "machiavelli/holds-instead"
