"""Letters of Absence of Plague held against the text once more: rules 7.3, 10.2, 11.1, 15, 16 and 17.1."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.machiavelli.reading.letter import read_sheet
from judge.rules.values import sheet_of
from tests.rules.machiavelli.field import outcomes, played, standing
from tests.rules.machiavelli.table import phase, state
from tests.rules.machiavelli.test_letters import problems, read


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
def test_10_2_pay_nothing_and_a_raise_disband_the_rest() -> None:
    found = read("Pay nothing. Raise army in Pistoia.", FLORENTINES, "FLORENCE", "SPR1460A")
    assert found.parts["payments"] == "PAY NOTHING\nRAISE A PST"
    assert "disbanded: A ARE, F PIS, G FIR" in " ".join(found.notes)
    later = read("Raise army in Firenze", FLORENTINES, "FLORENCE", "SPR1460A", filed=found.parts)
    assert later.parts["payments"] == "PAY NOTHING\nRAISE A FIR"


@pytest.mark.ruling("10.3")
def test_10_3_a_fourth_new_unit_of_the_first_spring_is_told_at_once() -> None:
    found = read("Raise A FIR, A PIS, A ARE, A PST", "", "FLORENCE", "SPR1459A")
    assert found.parts["payments"] == "RAISE A FIR\nRAISE A PIS\nRAISE A ARE"
    (told,) = problems(found)
    assert "three new units" in told.message
    assert len(read("Raise A FIR, A PIS, A ARE, A PST", "", "FLORENCE", "SPR1460A").parts["payments"].split("\n")) == 4


# ---- 17.1: sentences run together


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
