"""What a power reads of units, sheet, money and prices (5.7, P19, P20), and what the end opens (3.6)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from judge.maps.draw import draw
from judge.rules.drawing import Picture
from judge.rules.payola.play import AUCTION
from judge.rules.payola.state import PayolaState
from judge.rules.payola.story import MOST_BRIBES, comments_on, opened_sheets
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.story import OPENED, Story, plotted
from judge.rules.values import MASTER, PUBLIC, Audience, Event, Orders, Outcome, PhaseRecord, only, sheet_of
from tests.rules.payola.played import POWERS, RNG, act, adjudicate, at, opening, told
from tests.rules.payola.test_tincup import EVERYWHERE, WITNESS, altered, scattered
from tests.support.soaking import stride

BLIND = opening(variant="tincup")


def statement(state: PayolaState, power: str = "FRANCE", **sheets: str) -> dict[str, Any]:
    return told(adjudicate(state, **sheets), power, "statement")[0]


def lines(state: PayolaState, **sheets: str) -> list[tuple[Any, ...]]:
    """(line, offered, paid, for, promised) of each line of France's."""
    rows = statement(state, **sheets)["lines"]
    return [(row["line"], row["offered"], row["paid"], row["for"], row["promised"]) for row in rows]


def test_p19_each_own_unit_is_told_with_what_it_took_and_the_own_part_of_that() -> None:
    rows = statement(opening(), FRANCE="3 : A PAR - BUR\n1 & A MAR H", GERMANY="2 : A PAR - BUR\n4 : A MAR - SPA")
    assert [(row["order"], row["total"], row["own"]) for row in rows["units"]] == [
        ("F BRE H", 0, 0),
        ("A MAR - SPA", 5, 1),
        ("A PAR - BUR", 5, 3),
    ]


def test_p19_each_line_is_told_with_what_it_offered_and_cost_failed_ones_too() -> None:
    sheet = "10*1 : A PAR - BUR % mine\n30#28 : A MAR - SPA\n9 : A MAR H\n2 : A MUN - RUH\n15 : F BRE - MAO\n20 $"
    assert lines(replace(opening(), balances=dict.fromkeys(POWERS, 63)), FRANCE=sheet, GERMANY="7 : A MUN - TYR") == [
        ("10*1 : A PAR - BUR", 0, 0, "", False),
        ("30#28 : A MAR - SPA", 29, 29, "", False),
        ("9 : A MAR H", 8, None, "", False),
        ("2 : A MUN - RUH", 1, None, "", False),
        ("15 : F BRE - MAO", 14, 14, "", False),
    ]


def test_p19_where_a_promise_paid_the_line_says_for_what() -> None:
    assert lines(
        opening(), FRANCE="4 > A MUN - TYR | H\n1 : A PAR - BUR | - PIC\n2 ! A MAR - SPA", GERMANY="9 : A MUN - RUH"
    ) == [
        ("4 > A MUN - TYR | H", 4, 4, "- RUH", True),
        ("1 : A PAR - BUR | - PIC", 1, 1, "- BUR", False),
        ("2 ! A MAR - SPA", 2, 2, "H", True),
    ]


def test_p21_in_ebayola_a_line_is_told_with_what_it_offered_and_what_it_cost() -> None:
    state = opening(variant="ebayola")
    assert lines(state, FRANCE="5 : A PAR - BUR\n4 : A PAR - BUR\n2 : A PAR - PIC") == [
        ("5 : A PAR - BUR", 5, 0, "", False),
        ("4 : A PAR - BUR", 4, 3, "", False),
        ("2 : A PAR - PIC", 2, None, "", False),
    ]


def test_p12_what_was_held_back_is_told_and_never_more_than_there_was() -> None:
    assert statement(opening(), FRANCE="1 : A PAR H\n12 $")["held_back"] == 12
    assert statement(opening(), FRANCE="1 : A PAR H\n99 $")["held_back"] == 48


def expected(state: PayolaState, power: str = "FRANCE", **sheets: str) -> Any:
    return statement(state, power, **sheets).get("next")


def test_p15_the_income_expected_is_that_of_the_centers_owned_now() -> None:
    assert expected(opening()) == {"amount": 48, "centers": 3, "when": "Spring 1902"}
    assert expected(opening(), "RUSSIA") == {"amount": 62, "centers": 4, "when": "Spring 1902"}
    assert expected(opening(income="flat 7", cap=20))["amount"] == 20


def test_p30_after_the_fall_it_is_that_of_the_centers_that_change_hands_as_the_board_stands() -> None:
    units = {"FRANCE": ["A GAS", "A MUN"], "GERMANY": ["A BUR", "A RUH"]}
    state = at("F1901M", units, {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"]})
    sheets = {"FRANCE": "1 : A GAS - SPA", "GERMANY": "1 : A BUR - PAR"}
    assert expected(state, **sheets) == {"amount": 48, "centers": 3, "when": "Spring 1902"}
    assert expected(state, "GERMANY", **sheets)["centers"] == 2
    after = adjudicate(state, **sheets).state
    assert after.balances["FRANCE"] == 48 - 1 + (48 if after.table.label.season == "S" else 0)


def test_p26_it_comes_in_the_next_season_that_pays() -> None:
    assert expected(opening(pays=["SPRING", "FALL"]))["when"] == "Fall 1901"
    assert expected(opening(pays=["FALL"]))["when"] == "Fall 1901"


def test_p24_none_is_expected_where_none_is_paid() -> None:
    assert expected(opening(variant="zerosum")) is None
    state = at("S1903M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, {"variant": "loyal", "dummies": ("ITALY",)})
    assert expected(state) is None
    out = at("S1903M", {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}, {"FRANCE": ["PAR"]})
    assert expected(out, "ITALY") is None


# Blind games


def test_p20_a_line_says_what_was_paid_to_its_unit_and_no_more() -> None:
    sheet = "3 : A MUN - RUH\n1 > A MUN - TYR\n0 : A PAR H\n2 : A BER - KIE\n5 : A GAL H"
    rows = statement(BLIND, FRANCE=sheet, GERMANY="9 : A BER H")["lines"]
    munich = {"unit": "A MUN", "power": "GERMANY", "amount": 4}
    assert rows == [
        {"line": "3 : A MUN - RUH", "paid": munich},
        {"line": "1 > A MUN - TYR", "paid": munich},
        {"line": "0 : A PAR H", "paid": {"unit": "A PAR", "power": "FRANCE", "amount": 0}},
        {"line": "2 : A BER - KIE", "paid": None},
        {"line": "5 : A GAL H", "paid": None},
    ]


def test_p20_a_dropped_line_reads_like_one_that_lost() -> None:
    """Where a unit is and loses, and where it is not: also by what plateaus the reductions of the other lines reach."""
    units = {"FRANCE": ["A PAR", "A MAR"], "RUSSIA": ["A GAL", "A MOS"]}
    centers = {"FRANCE": ["PAR"], "RUSSIA": ["MOS"]}
    sheet = "10#5 : A PAR - BUR\n40 : A GAL - BOH\n6 : A PAR S A MAR - BUR"
    found = []
    for others in (["A GAL", "A MOS"], ["A UKR", "A MOS"]):
        state = at("S1903M", {**units, "RUSSIA": others}, centers, {"variant": "tincup"})
        against = "99 : A GAL H" if "A GAL" in others else "99 : A UKR H"
        state = replace(state, balances=dict.fromkeys(POWERS, 200))
        found.append(statement(state, FRANCE=sheet, RUSSIA=against))
    assert found[0] == found[1]


def test_p20_the_rows_of_a_sheet_follow_from_what_p20_lists() -> None:
    """Two games that differ out of sight: where the units, amounts and sums told are the same, every row is."""
    compared = 0
    for seed in range(stride(150, 15)):
        luck = random.Random(seed)
        table = scattered(luck)
        sheet = "\n".join(luck.sample(EVERYWHERE, 12))
        found = []
        for each in (table, altered(table, luck)):
            state = replace(BLIND, table=each, balances=dict.fromkeys(POWERS, luck.choice((15, 60))))
            view = SYSTEM.view(state, only(WITNESS))
            others = luck.sample([power for power in POWERS if power != WITNESS], 2)
            orders = {power: _filed(state, power, luck.sample(EVERYWHERE, 60)) for power in others}
            mine = SYSTEM.read(view, WITNESS, sheet_of(sheet)).parts
            outcome = SYSTEM.adjudicate(state, {WITNESS: mine, **orders}, RNG)
            (report,) = told(outcome, WITNESS, "statement")
            found.append((mine, [report[key] for key in ("paid", "expended", "reductions")], report["lines"]))
        if found[0][:2] == found[1][:2]:
            compared += 1
            assert found[0] == found[1]
    assert compared > stride(20, 1)


def _filed(state: PayolaState, power: str, sheet: list[str]) -> Orders:
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of("\n".join(sheet))).parts


def test_p20_the_income_expected_is_that_of_what_is_seen() -> None:
    """Who has taken a center out of sight is not told by what is expected of it."""
    units = {"FRANCE": ["A PAR"], "TURKEY": ["A BUL"]}
    state = at("F1901M", units, {"FRANCE": ["PAR", "CON"]}, {"variant": "tincup"})
    assert expected(state, TURKEY="1 : A BUL - CON") == {"amount": 33, "centers": 2, "when": "Spring 1902"}
    seen = replace(state, variant=state.variant._replace(blind=False))
    assert expected(seen, TURKEY="1 : A BUL - CON")["centers"] == 1


def test_4_4_a_dummys_tie_is_told_to_the_payers_of_its_hold() -> None:
    state = opening(dummies=("ITALY",))
    sheets = {"FRANCE": "3 : A VEN H\n1 : A ROM H", "AUSTRIA": "3 : A VEN - TYR"}
    assert lines(state, **sheets) == [("3 : A VEN H", 3, 3, "", False), ("1 : A ROM H", 1, 1, "", False)]


# What a player might learn from a phase, of what they are told.

COMMENTED = {
    "FRANCE": "7 : A PAR - BUR\n3 : A MAR - SPA\n4 : F BRE - MAO\n2 : A MUN H",
    "GERMANY": "6 : A MUN - RUH\n9 : F BRE - ENG\n1 : A PAR H",
    "ITALY": "5 : A MAR H",
}


def _comments(power: str) -> tuple[str, ...]:
    state = SYSTEM.start({"map": "standard"}, SYSTEM.seating({}).names, Rng(b"seed", "START")).state
    orders = {
        role: dict(SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text)).parts)
        for role, text in COMMENTED.items()
    }
    outcome = SYSTEM.adjudicate(state, orders, Rng(b"seed", "S1901M"))
    return comments_on([event for event in outcome.events if event.audience.includes(only(power))])


def test_the_order_that_nobody_else_paid_for_was_overpaid() -> None:
    assert _comments("FRANCE")[0].startswith("You alone paid for A PAR - BUR: 7 AgP.")


def test_the_offer_that_lost_by_least_is_told_with_what_would_have_won() -> None:
    assert _comments("FRANCE")[1] == "A MAR took 5 AgP for something else. Your 3 lost: 3 more would have won."


def test_what_others_had_an_own_unit_do_nobody_could_see_coming() -> None:
    assert _comments("FRANCE")[2].startswith("Others paid 9 AgP for F BRE - ENG, of your own unit.")


def test_of_an_offer_for_anothers_unit_it_is_not_told_how_much_was_missing() -> None:
    assert "By how much only the end of the game tells" in _comments("GERMANY")[1]


def test_who_wrote_nothing_reads_no_more_than_three_sentences_and_no_event_no_sentence() -> None:
    assert len(_comments("TURKEY")) in (0, 3)
    assert comments_on([]) == ()


# What one's units took and what one paid: phase by phase for PRICES, and beside the units on one's own map.

FRANCE = only("FRANCE")


def known(outcome: Outcome, viewer: Audience) -> list[Event]:
    return [event for event in outcome.events if event.audience.includes(viewer)]


def season(state: PayolaState, **sheets: str) -> Outcome:
    return adjudicate(state, **sheets)


def prices(events: list[Event]) -> Any:
    found = SYSTEM.prices(events)
    assert found is not None
    return found


def test_each_phase_is_told_with_what_the_own_units_took_and_what_was_paid() -> None:
    spring = season(opening(), FRANCE="30 : A PAR - BUR\n20 : A MUN - RUH", GERMANY="3 : A PAR - BUR")
    fall = season(spring.state, FRANCE="1 : A BUR - BEL", GERMANY="2 : A BUR - BEL")
    (found,) = prices([*known(spring, FRANCE), *known(fall, FRANCE)])
    assert found.table.rows == (
        ("", "units took", "paid", "reduced", "balance"),
        ("S1901M", "32", "48", "1", "0"),
        ("F1901M", "2", "0", "1", "0"),
        ("In all", "34", "48", "", ""),
    )
    assert found.chart.labels == ("S1901M", "F1901M")
    assert found.chart.series == {"took": (32, 2), "paid": (48, 0)}


def test_nobody_has_prices_before_anything_was_paid_and_the_public_never() -> None:
    assert prices([]) == ()
    assert prices(known(season(opening(), FRANCE="5 : A PAR - BUR"), PUBLIC)) == ()


def opened(*seasons: Outcome) -> list[Event]:
    """What the end of a game makes public of these phases."""
    record = [
        PhaseRecord(label, {}, each.events, ()) for label, each in zip(("S1901M", "F1901M"), seasons, strict=True)
    ]
    return list(SYSTEM.opened(record))


def test_p34_after_the_end_everybody_reads_the_prices_of_everybody() -> None:
    spring = season(opening(), FRANCE="30 : A PAR - BUR\n20 : A MUN - RUH", GERMANY="3 : A PAR - BUR")
    fall = season(spring.state, FRANCE="1 : A BUR - BEL", GERMANY="2 : A BUR - BEL")
    after = opened(spring, fall)
    seen = prices([*known(spring, FRANCE), *known(fall, FRANCE), *after])
    assert seen == prices(after)
    took, paid, *by_power = seen
    assert took.table.rows == (("", "in all"), ("France", "34"), ("Germany", "19"))
    assert took.chart.series == {"FRANCE": (32, 2), "GERMANY": (19, 0)}
    assert paid.table.rows == (("", "in all"), ("France", "48"), ("Germany", "5"))
    assert paid.chart.series == {"FRANCE": (48, 0), "GERMANY": (3, 2)}
    assert [each.table.title.partition(":")[0] for each in by_power] == ["France", "Germany"]
    assert by_power[1].table.rows == (
        ("", "units took", "paid", "balance"),
        ("S1901M", "19", "3", "45"),
        ("F1901M", "0", "2", "43"),
        ("In all", "19", "5", ""),
    )
    assert [each.chart for each in by_power] == [None, None]


def notes(outcome: Outcome, state: PayolaState, viewer: Audience) -> dict[str, str]:
    before, after = SYSTEM.view(state, viewer), SYSTEM.view(outcome.state, viewer)
    picture = SYSTEM.phase_picture(before, known(outcome, viewer), after)
    assert picture is not None
    return {code: space.note for code, space in picture.spaces.items() if space.note}


@pytest.mark.parametrize("blind", [False, True])
def test_a_players_own_map_shows_what_the_own_units_took_and_nobody_elses(blind: bool) -> None:
    state = opening(blind=blind)
    outcome = season(state, FRANCE="5 : A PAR - BUR\n9 : A MUN - RUH", GERMANY="3 : A PAR - BUR")
    assert notes(outcome, state, FRANCE) == {"PAR": "8 AgP", "MAR": "0 AgP", "BRE": "0 AgP"}
    assert notes(outcome, state, only("GERMANY"))["MUN"] == "9 AgP"
    assert notes(outcome, state, PUBLIC) == {}


def test_a_fleet_on_a_coast_has_its_total_too() -> None:
    state = at("S1903M", {"RUSSIA": ["F STP/SC"]}, {"RUSSIA": ["STP"]})
    assert notes(season(state, RUSSIA="4 : F STP - BOT"), state, only("RUSSIA")) == {"STP": "4 AgP"}


# What the end opens of each phase, unit by unit: who bid what for what, who paid, what was beaten (3.6).

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


# What the end tells of bribes without which a unit might have done something else.


STATE = opening()
PLAYED = adjudicate(
    STATE,
    FRANCE="6 : A MUN - RUH\n2 : A PAR - PIC\n1 : F KIE - DEN\n3 : A VIE - GAL",
    GERMANY="5 : A MUN - BER\n3 : F KIE - DEN",
)
SEALED = next(event for event in PLAYED.events if event.kind == AUCTION)
OPEN = Event(PUBLIC, OPENED, dict(SEALED.data))


def _picture(*opened: Event) -> Picture:
    public = [event for event in PLAYED.events if event.audience == PUBLIC]
    found = SYSTEM.phase_picture(SYSTEM.view(STATE, PUBLIC), [*public, *opened], SYSTEM.view(PLAYED.state, PUBLIC))
    assert found is not None
    return found


def test_only_money_of_others_that_made_the_difference_decided_anything() -> None:
    table = SYSTEM.decided([OPEN])
    assert table is not None
    assert table.rows[1:] == (
        ("S1901M", "France", "6", "A MUN - RUH (Germany)", "- BER (5)"),
        ("S1901M", "France", "3", "A VIE - GAL (Austria)", "nothing"),
    ), "Kiel would have sailed to Denmark for Germany's own three"


def test_at_most_ten_are_told() -> None:
    table = SYSTEM.decided([OPEN] * 6)
    assert table is not None
    assert table.title == "The ten bribes that decided it"
    assert len(table.rows) == 1 + MOST_BRIBES


def test_before_the_end_opens_them_none_is_told() -> None:
    assert SYSTEM.decided([event for event in PLAYED.events if event.audience == PUBLIC]) is None


def test_a_unit_that_was_bribed_bears_its_payer_s_ring_once_the_phase_is_open() -> None:
    assert not [piece for piece in _picture().pieces if piece.ring]
    assert "bribed by" not in draw(_picture())
    shown = _picture(OPEN)
    assert {piece.place: piece.ring for piece in shown.pieces if piece.ring} == {"MUN": "FRANCE", "VIE": "FRANCE"}
    assert shown.spaces["MUN"].note == "F 6", "it can be read without color"
    assert "bribed by" in draw(shown)
