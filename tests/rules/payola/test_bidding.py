"""What the end opens of each phase, unit by unit: who bid what for what, who paid, what was beaten (3.6)."""

from __future__ import annotations

from typing import Any

from judge.rules.payola.play import AUCTION
from judge.rules.payola.state import PayolaState
from judge.rules.payola.story import opened_sheets
from judge.rules.payola.system import SYSTEM
from judge.rules.story import Story, plotted
from judge.rules.values import MASTER, PUBLIC, PhaseRecord
from tests.rules.payola.played import POWERS, act, adjudicate, opening, told

SHEETS = {
    "FRANCE": "20 : A PAR - BUR\n5 ! F BRE H\n2*3 : A MUN - RUH",
    "GERMANY": "9 : A MUN - RUH\n4 : A PAR - BUR\n3 : A PAR - PIC\n3 : A VEN H",
    "TURKEY": "3 : A VEN - TYR\n0 : A CON H",
}


def units(state: PayolaState, **sheets: str) -> dict[str, Any]:
    outcome = adjudicate(state, **sheets)
    (event,) = (each for each in outcome.events if each.kind == AUCTION)
    assert event.audience == MASTER
    return {unit["unit"]: unit for unit in event.data["units"]}


def test_3_6_each_unit_is_opened_with_all_that_was_bid_for_it_what_won_first() -> None:
    assert units(opening(), **SHEETS)["A PAR"] == {
        "unit": "A PAR",
        "power": "FRANCE",
        "total": 24,
        "paid": {"FRANCE": 20, "GERMANY": 4},
        "bids": [
            {"order": "- BUR", "total": 24, "by": {"FRANCE": 20, "GERMANY": 4}},
            {"order": "- PIC", "total": 3, "by": {"GERMANY": 3}},
        ],
    }


def test_3_6_bids_are_told_as_they_were_after_the_reductions() -> None:
    sheets = {"FRANCE": "30 : A PAR - BUR\n30#28 : A MAR - SPA\n12 : A PAR H", "GERMANY": "3 : A PAR - PIC"}
    assert units(opening(), **sheets)["A PAR"]["bids"] == [
        {"order": "- BUR", "total": 20, "by": {"FRANCE": 20}},
        {"order": "- PIC", "total": 3, "by": {"GERMANY": 3}},
        {"order": "H", "total": 2, "by": {"FRANCE": 2}},
    ]


def test_p34_the_0_for_hold_of_a_negative_offer_is_opened_as_its_bid_for_it_can_decide_a_tie() -> None:
    sheets = {"FRANCE": "0 : A PAR - BUR", "GERMANY": "4 ! A PAR H\n60 : A MUN - RUH\n1 ! F BRE H"}
    found = units(act(opening(), "FRANCE", "accept", list="GF?").state, **sheets)
    assert found["A PAR"]["bids"] == [
        {"order": "H", "total": 0, "by": {"GERMANY": 0}},
        {"order": "- BUR", "total": 0, "by": {"FRANCE": 0, "GERMANY": 0}},
    ]
    assert found["F BRE"]["bids"] == [{"order": "H", "total": 0, "by": {"GERMANY": 0}}]
    assert found["F KIE"]["bids"] == [{"order": "H", "total": 0, "by": {}}]


def test_p21_in_ebayola_what_was_paid_may_be_less_than_what_was_bid() -> None:
    paris = units(opening(variant="ebayola"), FRANCE="20 : A PAR - BUR\n3 : A PAR - PIC")["A PAR"]
    assert paris["paid"] == {"FRANCE": 4}
    assert paris["bids"][0] == {"order": "- BUR", "total": 20, "by": {"FRANCE": 20}}


def test_p11_a_tie_at_a_dummy_is_told_with_the_total_that_was_reported() -> None:
    venice = units(opening(dummies=("ITALY",)), **SHEETS)["A VEN"]
    assert (venice["total"], venice["paid"]) == (4, {"GERMANY": 3})
    assert [bid["order"] for bid in venice["bids"]] == ["H", "- TYR"]


def test_p23_a_loyal_unit_has_the_order_that_it_was_given() -> None:
    paris = units(opening(variant="loyal", dummies=("ITALY",)), FRANCE="A PAR - BUR\n3 : A VEN - TYR")["A PAR"]
    assert paris["bids"] == [{"order": "- BUR", "total": 0, "by": {}}]


def test_what_is_opened_agrees_with_what_everybody_was_told() -> None:
    state = opening()
    outcome = adjudicate(state, **SHEETS)
    (data,) = (each.data for each in outcome.events if each.kind == AUCTION)
    spent = dict.fromkeys(POWERS, 0)
    for unit in data["units"]:
        for power, amount in unit["paid"].items():
            spent[power] += amount
    for power in POWERS:
        (report,) = told(outcome, power, "statement")
        assert report["expended"] == spent[power]
        own = {row["unit"]: (row["total"], row["order"]) for row in report["units"]}
        opened = {
            row["unit"]: (row["total"], f"{row['unit']} {row['bids'][0]['order']}")
            for row in data["units"]
            if row["power"] == power
        }
        assert own == opened


def test_what_the_units_of_each_took_and_what_each_paid_are_plotted_once_it_is_over() -> None:
    outcome = adjudicate(opening(), **SHEETS)
    record = (PhaseRecord("S1901M", {}, outcome.events), PhaseRecord("F1901M", {}, outcome.events))
    opened = opened_sheets(record, ("offers",))
    assert all(event.audience == PUBLIC for event in opened)
    charts = {chart.name: chart for chart in plotted(SYSTEM.charts(Story((), None, opened)))}
    assert charts["took"].series == {"FRANCE": (24, 24), "GERMANY": (15, 15), "ITALY": (3, 3)}
    assert charts["paid"].series == {"FRANCE": (26, 26), "GERMANY": (16, 16)}
    assert plotted(SYSTEM.charts(Story((), None, ()))) == ()
