"""Payola 5.1-5.6: which order each unit issues and who pays, ruling by ruling."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.payola.auctions.auction import determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import Amount, Offer
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from tests.rules.payola import plain
from tests.rules.payola.played import act, adjudicate, codes, opening, read
from tests.rules.payola.support import auction
from tests.support.calls import calls
from tests.support.soaking import examples


def test_worked_example_1_the_acceptance_list_decides_a_tie() -> None:
    found = auction({"ENGLAND": "12 : A LVP - YOR", "GERMANY": "12 : A LVP - EDI"}, accept={"ENGLAND": "GE?"})
    assert found.issued["A LVP"] == "- EDI"
    assert found.paid == {"GERMANY": {"A LVP": 12}}


def test_worked_example_2_a_promise_adds_to_another_powers_direct_offer() -> None:
    found = auction({"ITALY": "3 ! A VEN H", "AUSTRIA": "2 : A VEN - TYR"}, accept={"ITALY": "IA?"})
    assert found.issued["A VEN"] == "- TYR"
    assert found.totals["A VEN"] == 5
    assert found.paid == {"ITALY": {"A VEN": 3}, "AUSTRIA": {"A VEN": 2}}


def test_worked_example_3_reduced_until_it_fits() -> None:
    found = auction({"FRANCE": "30 : A PAR - BUR\n30#28 : A MAR - SPA"}, balances={"FRANCE": 48})
    assert found.paid == {"FRANCE": {"A PAR": 20, "A MAR": 28}}
    assert found.reductions == {"FRANCE": 10}


def test_worked_example_4_a_tie_between_two_powers() -> None:
    sheets = {"TURKEY": "1 : A CON - BUL", "RUSSIA": "1 : A CON H"}
    assert auction(sheets, accept={"TURKEY": "RT?"}).issued["A CON"] == "H"
    assert auction(sheets, accept={"TURKEY": "T?"}).issued["A CON"] == "- BUL"


def test_worked_example_5_a_shared_promise_leaves_it_to_the_direct_offers() -> None:
    found = auction({"FRANCE": "4 ! A PAR H\n2 : A PAR - BUR\n2 : A PAR - PIC"})
    assert found.issued["A PAR"] == "- BUR"
    assert found.totals["A PAR"] == 6


def test_5_1_the_highest_total_wins_whoever_offers() -> None:
    found = auction({"FRANCE": "4 : A PAR - BUR", "ENGLAND": "2 : A PAR - PIC", "GERMANY": "3 : A PAR - PIC"})
    assert found.issued["A PAR"] == "- PIC"
    assert found.totals["A PAR"] == 5
    assert found.paid == {"ENGLAND": {"A PAR": 2}, "GERMANY": {"A PAR": 3}}


def test_5_3_of_one_powers_tied_orders_the_earlier_in_its_sheet_wins() -> None:
    assert auction({"FRANCE": "2 : A PAR - PIC\n2 : A PAR - BUR"}).issued["A PAR"] == "- PIC"
    assert auction({"FRANCE": "2 : A PAR - BUR | - PIC"}).issued["A PAR"] == "- BUR"


def test_5_4_a_shared_promise_asks_the_next_power_on_the_list() -> None:
    sheets = {"FRANCE": "4 ! A PAR H", "GERMANY": "2 : A PAR - PIC", "ENGLAND": "2 : A PAR - BUR"}
    assert auction(sheets, accept={"FRANCE": "FEG?"}).issued["A PAR"] == "- BUR"
    assert auction(sheets, accept={"FRANCE": "FGE?"}).issued["A PAR"] == "- PIC"


def test_p6_every_amount_and_repetition_is_an_offer_of_its_own() -> None:
    found = auction({"FRANCE": "2*5 + 3 : A PAR - BUR"})
    assert found.payments["FRANCE"] == [("A PAR", 5), ("A PAR", 5), ("A PAR", 3)]
    assert found.totals["A PAR"] == 13


def test_p6_a_negative_offer_makes_hold_available_for_nothing() -> None:
    found = auction({"AUSTRIA": "6 ! A VEN - TYR", "ITALY": "1 : A VEN - TYR"})
    assert found.issued["A VEN"] == "H"
    assert found.paid["AUSTRIA"] == {"A VEN": 6}


def test_p6_a_negative_offer_that_names_hold_does_not_pay_for_it() -> None:
    found = auction({"AUSTRIA": "6 ! A VEN H"}, units={"ITALY": "A VEN"})
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 0
    assert found.paid == {}


@pytest.mark.parametrize(
    ("kind", "issued", "total"),
    [
        (":", "- PIC", 4),  # pays for Burgundy only
        ("!", "- PIC", 7),  # for all but Burgundy
        (">", "- PIC", 7),  # for Burgundy and every other move
        ("@", "- PIC", 4),  # for Burgundy and what is no move
        ("&", "- PIC", 7),  # for whatever the unit does
    ],
)
def test_p6_each_type_pays_for_what_rule_3_1_says(kind: str, issued: str, total: int) -> None:
    found = auction({"FRANCE": f"3 {kind} A PAR - BUR\n4 : A PAR - PIC"})
    assert (found.issued["A PAR"], found.totals["A PAR"]) == (issued, total)


def test_p6_a_hold_offer_pays_for_supports_and_a_move_offer_does_not() -> None:
    lines = "4 : A PAR S A MAR - BUR"
    assert auction({"FRANCE": f"3 @ A PAR H\n{lines}"}).totals["A PAR"] == 7
    assert auction({"FRANCE": f"3 > A PAR - PIC\n{lines}"}).totals["A PAR"] == 4


def test_p7_a_promise_makes_no_order_available() -> None:
    # Turkey would pay for any move but to Apulia; only Apulia is there to choose besides HOLD.
    found = auction({"ITALY": "1 : A VEN - APU\n2 : A VEN H", "TURKEY": "9 ! A VEN - APU | H"})
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 2


def test_p8_an_unmentioned_own_unit_has_a_default_hold() -> None:
    found = auction({"FRANCE": "1 : A PAR - BUR"})
    assert found.issued["A MAR"] == "H"
    assert found.totals["A MAR"] == 0


def test_p8_the_default_hold_is_an_offer_of_the_owner_and_wins_a_tie_for_him() -> None:
    # England's offer is reduced to 0 and ties with France's default HOLD, which France's own list prefers.
    found = auction({"ENGLAND": "3 : A PAR - PIC"}, balances={"ENGLAND": 0})
    assert found.issued["A PAR"] == "H"
    found = auction({"ENGLAND": "3 : A PAR - PIC"}, balances={"ENGLAND": 0}, accept={"FRANCE": "EF?"})
    assert found.issued["A PAR"] == "- PIC"


def test_p8_an_owner_who_offered_only_for_moves_gave_no_hold() -> None:
    found = auction({"FRANCE": "0 : A PAR - BUR", "GERMANY": "5 ! A PAR - BUR"}, units={"FRANCE": "A PAR"})
    assert found.issued["A PAR"] == "H"  # by Germany's negative offer alone
    assert auction({"FRANCE": "0 : A PAR - BUR"}).issued["A PAR"] == "- BUR"


def test_p9_zero_offers_count_in_a_tie() -> None:
    found = auction(
        {"FRANCE": "2 : A PAR - BUR\n0 : A PAR - PIC", "ENGLAND": "2 : A PAR - PIC"}, accept={"FRANCE": "FE?"}
    )
    assert found.issued["A PAR"] == "- BUR"
    found = auction(
        {"FRANCE": "0 : A PAR - PIC\n2 : A PAR - BUR", "ENGLAND": "2 : A PAR - PIC"}, accept={"FRANCE": "FE?"}
    )
    assert found.issued["A PAR"] == "- PIC"


def test_p10_the_omitted_powers_are_drawn_from_the_stream_and_can_be_drawn_again() -> None:
    sheets = {
        power: f"1 : A PAR {order}"
        for power, order in (("AUSTRIA", "- BUR"), ("GERMANY", "- PIC"), ("ITALY", "- GAS"), ("TURKEY", "- BRE"))
    }
    outcomes = {auction(sheets, seed=bytes([each])).issued["A PAR"] for each in range(40)}
    assert outcomes == {"- BUR", "- PIC", "- GAS", "- BRE"}
    assert auction(sheets, seed=b"x") == auction(sheets, seed=b"x")


def test_p11_a_tie_at_a_dummy_unit_holds() -> None:
    found = auction({"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "4 : A VEN - PIE"}, dummies=("ITALY",))
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 5
    assert found.paid == {}


def test_p11_whoever_offered_for_the_hold_of_a_tied_dummy_unit_pays_it() -> None:
    sheets = {"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "4 : A VEN - PIE", "TURKEY": "1 : A VEN H"}
    found = auction(sheets, dummies=("ITALY",))
    assert found.issued["A VEN"] == "H"
    assert found.totals["A VEN"] == 5
    assert found.paid == {"TURKEY": {"A VEN": 1}}


def test_p11_a_dummy_unit_with_one_highest_order_issues_it() -> None:
    found = auction({"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "3 : A VEN - PIE"}, dummies=("ITALY",))
    assert found.issued["A VEN"] == "- TYR"
    assert found.paid == {"AUSTRIA": {"A VEN": 4}}


def test_p12_savings_are_not_available() -> None:
    found = auction({"FRANCE": "30 : A PAR - BUR\n2*10 $"}, balances={"FRANCE": 48})
    assert found.paid == {"FRANCE": {"A PAR": 28}}


def test_p12_savings_above_the_balance_leave_nothing_to_spend() -> None:
    found = auction({"FRANCE": "3 : A PAR - BUR\n40 $\n9 $"}, balances={"FRANCE": 48})
    assert found.issued["A PAR"] == "- BUR"
    assert found.paid == {}
    assert found.reductions == {"FRANCE": 3}


def test_p13_offers_that_are_not_accepted_are_reduced_too() -> None:
    sheets = {"FRANCE": "30 : A PAR - BUR\n30 : A MAR - SPA\n3 : F BRE - MAO", "ENGLAND": "4 : F BRE - ENG"}
    found = auction(sheets, balances={"FRANCE": 48, "ENGLAND": 48})
    assert found.reductions == {"FRANCE": 6}
    assert found.issued["F BRE"] == "- ENG"


def test_p13_when_nothing_is_above_its_plateau_all_plateaus_fall() -> None:
    found = auction({"FRANCE": "30# : A PAR - BUR\n20#18 : A MAR - SPA"}, balances={"FRANCE": 40})
    # two reductions bring 30 and 18; then both fall alike to 26 and 14
    assert found.paid == {"FRANCE": {"A PAR": 26, "A MAR": 14}}
    assert found.reductions == {"FRANCE": 6}


def test_p13_direct_offers_and_promise_of_one_amount_are_reduced_as_one() -> None:
    found = auction({"FRANCE": "50 & A PAR - BUR | - PIC"}, balances={"FRANCE": 48})
    assert found.reductions == {"FRANCE": 2}
    assert found.paid == {"FRANCE": {"A PAR": 48}}


def test_p14_all_overdrawn_powers_are_reduced_in_the_same_round_and_choices_change() -> None:
    sheets = {"FRANCE": "60 : A PAR - BUR", "GERMANY": "59 : A PAR - PIC\n60 : A MUN - BUR"}
    found = auction(sheets)
    # 12 rounds together: France 48, Germany 47 and 48; Paris always takes France's
    assert found.reductions == {"FRANCE": 12, "GERMANY": 12}
    assert found.paid == {"FRANCE": {"A PAR": 48}, "GERMANY": {"A MUN": 48}}


def test_p14_nothing_taken_off_is_restored() -> None:
    # France is reduced while Paris takes its money; the reduced offer then loses to Germany's and stays reduced.
    sheets = {"FRANCE": "60 : A PAR - BUR\n10 : A MAR - SPA", "GERMANY": "48 : A PAR - PIC"}
    found = auction(sheets, balances={"FRANCE": 48, "GERMANY": 48}, accept={"FRANCE": "GF?"})
    assert found.issued["A PAR"] == "- PIC"
    assert found.paid == {"GERMANY": {"A PAR": 48}}
    assert found.reductions == {"FRANCE": 12}
    assert found.totals["A MAR"] == 0


def test_3_1_the_long_example_pays_for_the_named_orders_and_other_moves() -> None:
    units = {"ENGLAND": "A LON, A EDI, F NTH"}
    line = "4*5#2 + 5*10#3 + 6#1 > A LON - YOR | S A EDI - YOR | S F NTH - YOR"
    found = auction({"ENGLAND": line}, units=units, balances={"ENGLAND": 100})
    assert found.issued["A LON"] == "- YOR"
    assert found.totals["A LON"] == 4 * 5 + 5 * 10 + 6
    assert found.payments["ENGLAND"] == [("A LON", 5)] * 4 + [("A LON", 10)] * 5 + [("A LON", 6)]


# Payola 5.5 and rulings P13, P14: any number of rounds at once come to exactly what the rounds one by one come to.

POWERS = ("A", "B", "C", "D")
ORDERS = ("H", "S", "-1", "-2", "-3")


def is_move(order: Any) -> bool:
    return str(order).startswith("-")


def offer(unit: Any, orders: Any, *amounts: Amount, kind: str = ":") -> Offer:
    return Offer(unit, kind, tuple(orders), amounts)


def amounts(most: int) -> st.SearchStrategy[Amount]:
    money = st.integers(0, most)
    return st.one_of(
        money.map(Amount),
        money.map(lambda each: Amount(each, each)),
        st.builds(lambda a, b, times: Amount(max(a, b), min(a, b), times), money, money, st.integers(1, 3)),
    )


@st.composite
def auctions(draw: st.DrawFn, most: int, units: int, least_units: int = 1) -> Any:
    names = [f"u{number}" for number in range(draw(st.integers(least_units, units)))]
    lots = {unit: Lot(draw(st.sampled_from(POWERS)), "H", dummy=draw(st.integers(0, 4)) == 0) for unit in names}
    line = st.builds(
        lambda unit, kind, orders, money: offer(unit, orders, *money, kind=kind),
        st.sampled_from(names),
        st.sampled_from((":", ":", ":", "!", ">", "@", "&")),
        st.lists(st.sampled_from(ORDERS), min_size=1, max_size=3, unique=True),
        st.lists(amounts(most), min_size=1, max_size=3),
    )
    sheets = {power: draw(st.lists(line, max_size=7)) for power in POWERS}
    available = {power: draw(st.integers(0, most)) for power in POWERS}
    lists = {power: draw(st.permutations(POWERS)) for power in POWERS}
    return lots, sheets, available, lists


def assert_agreement(case: Any, *, discount: bool = False) -> None:
    lots, sheets, available, lists = case
    ours = determine(lots, sheets, available, lists.__getitem__, is_move, discount=discount)
    issued, totals, paid, reductions, payments = plain.determine(
        lots, sheets, available, lists, is_move, discount=discount
    )
    assert ours.issued == issued
    assert ours.totals == totals
    assert ours.paid == paid
    assert ours.reductions == reductions
    assert {power: [*ours.payments(power)] for power in ours.fates} == payments
    for power, told in payments.items():
        fates = ours.fates[power]
        assert [fate.offered for fate in fates] == after_rounds(sheets.get(power, ()), reductions[power])
        assert [fate.offer.unit for fate in fates for _ in range(fate.offer.size * fate.accepted)] == [
            u for u, _ in told
        ]
        assert sum(fate.paid for fate in fates) == sum(paid[power].values())
        assert all(fate.paid == fate.offered * fate.accepted for fate in fates) or discount
    for unit, lot in lots.items():
        best = {bid.order: bid.total for bid in ours.bids(unit)}
        assert [bid.order for bid in ours.bids(unit) if bid.issued] == [issued[unit]]
        assert lot.dummy or discount or best[issued[unit]] == max(best.values()) == totals[unit]


def after_rounds(sheet: Any, reductions: int) -> list[int]:
    """What each line offers after so many reductions, one after the other."""
    singles = [
        [line, amount.money, amount.plateau]
        for line, offer in enumerate(sheet)
        for amount in offer.amounts
        for _ in range(amount.repetition)
    ]
    for _ in range(reductions):
        above = [each for each in singles if each[1] > each[2]]
        if not above:
            singles = [[line, money, 0] for line, money, _ in singles]
            above = [each for each in singles if each[1]]
        for each in above:
            each[1] -= 1
    return [sum(money for line, money, _ in singles if line == place) for place in range(len(sheet))]


@settings(max_examples=examples(200), deadline=None)
@given(auctions(most=12, units=4))
def test_small_amounts_agree_with_the_rounds_one_by_one(case: Any) -> None:
    assert_agreement(case)


@settings(max_examples=examples(120), deadline=None)
@given(auctions(most=60, units=3))
def test_large_amounts_agree_with_the_rounds_one_by_one(case: Any) -> None:
    assert_agreement(case)


@settings(max_examples=examples(100), deadline=None)
@given(auctions(most=100, units=9, least_units=5))
def test_many_units_agree_with_the_rounds_one_by_one(case: Any) -> None:
    assert_agreement(case)


@st.composite
def wars(draw: st.DrawFn) -> Any:
    """Powers who outbid each other for a few units, with little money: the choice changes in nearly every round."""
    units = ["u0", "u1"][: draw(st.integers(1, 2))]
    lots = {unit: Lot("D", "H", dummy=draw(st.booleans())) for unit in units}
    sheets: dict[str, list[Offer]] = {"D": []}
    for power, order in zip("ABC", ("-1", "-2", "-3"), strict=True):
        sheets[power] = []
        for unit in units:
            base = draw(st.integers(150, 400))
            each = draw(st.integers(1, 5))
            sheets[power].append(offer(unit, (order,), Amount(base // each, draw(st.integers(0, 9)), each)))
    available = {power: draw(st.integers(0, 60)) for power in "ABC"} | {"D": 0}
    return lots, sheets, available, {power: draw(st.permutations(POWERS)) for power in POWERS}


@settings(max_examples=examples(150), deadline=None)
@given(wars())
def test_bidding_wars_agree_with_the_rounds_one_by_one(case: Any) -> None:
    assert_agreement(case)


@pytest.mark.parametrize(("first", "second"), [(2, 5), (1, 6)])
def test_a_bidding_war_that_is_foreseen_wrongly_drops_no_plateau(first: int, second: int) -> None:
    sheets = {
        "A": [offer("u0", ("-1",), Amount(75, 0, 2)), offer("u1", ("-1",), Amount(75, 0, 2))],
        "B": [offer("u0", ("-2",), Amount(37, first, 4)), offer("u1", ("-2",), Amount(41, second, 4))],
        "C": [offer("u0", ("-3",), Amount(150)), offer("u1", ("-3",), Amount(150))],
        "D": [],
    }
    lots = {"u0": Lot("D", "H"), "u1": Lot("D", "H")}
    assert_agreement((lots, sheets, {"A": 8, "B": 24, "C": 0, "D": 0}, dict.fromkeys(POWERS, POWERS)))


def test_an_order_that_stops_falling_and_one_that_stops_later_are_both_foreseen() -> None:
    sheets = {
        "A": [
            offer("u0", ("-1",), Amount(40, 35), Amount(40)),  # falls by 2, from round 5 on by 1
            offer("u0", ("-2",), Amount(30, 10)),  # falls by 1 until round 20
            offer("u1", ("-1",), Amount(100)),
        ],
        "B": [offer("u0", ("-2",), Amount(35))],
        "C": [],
        "D": [],
    }
    lots = {"u0": Lot("D", "H"), "u1": Lot("D", "H")}
    case = (lots, sheets, {"A": 77, "B": 99, "C": 0, "D": 0}, dict.fromkeys(POWERS, POWERS))
    assert_agreement(case)
    assert plain.determine(*case, is_move)[0]["u0"] == "-2"


def test_p22_a_winner_who_saves_more_as_soon_as_plateaus_drop_is_reduced_only_once() -> None:
    sheets = {"A": [offer("u", ("-1",), Amount(9, 9))], "B": [offer("u", ("-2",), Amount(9, 9, 5))], "C": [], "D": []}
    case = ({"u": Lot("D", "H")}, sheets, {"A": 9, "B": 29, "C": 0, "D": 0}, dict.fromkeys(POWERS, POWERS))
    assert_agreement(case, discount=True)
    assert plain.determine(*case, is_move, discount=True)[3]["B"] == 1


def test_p22_plateaus_that_drop_leave_less_to_save_for_others_who_are_overdrawn_at_once() -> None:
    sheets = {
        "A": [offer("u", ("-3",), Amount(8, 8))],
        "B": [],
        "C": [offer("u", ("-3",), Amount(8)), offer("u", ("-2",), Amount(9, 9))],
        "D": [],
    }
    case = ({"u": Lot("D", "H")}, sheets, {"A": 0, "B": 1, "C": 2, "D": 0}, dict.fromkeys(POWERS, POWERS))
    assert_agreement(case, discount=True)


def test_a_bidding_war_takes_few_more_steps_for_larger_amounts() -> None:
    def steps(most: int) -> int:
        lots = {"u": Lot("C", "H")}
        sheets = {
            "A": [offer("u", ["-1"], Amount(most, 0, 3))],
            "B": [offer("u", ["-2"], Amount(most, 0, 2))],
            "C": [offer("u", ["H"], Amount(0))],
        }
        lists = dict.fromkeys("ABC", "ABC")
        return calls(lambda: determine(lots, sheets, dict.fromkeys("ABC", 10), lists.__getitem__, is_move))

    assert steps(9999) < 3 * steps(99)


# Sentences of sections 3 to 5 that no other test holds by itself, each with a case reckoned by hand.


def test_3_1_a_hash_without_an_amount_is_not_reduced_until_all_offers_reach_their_plateau() -> None:
    found = auction({"FRANCE": "9# : A PAR - BUR\n9 : A MAR - SPA"}, balances={"FRANCE": 12})
    assert found.paid["FRANCE"] == {"A PAR": 9, "A MAR": 3}
    dropped = auction({"FRANCE": "9# : A PAR - BUR\n9#5 : A MAR - SPA"}, balances={"FRANCE": 12})
    assert dropped.paid["FRANCE"] == {"A PAR": 8, "A MAR": 4}
    assert dropped.reductions == {"FRANCE": 5}


def test_3_2_a_negative_offer_is_not_paid_if_any_of_its_orders_is_issued() -> None:
    others = {"GERMANY": "3 : A PAR - PIC", "ITALY": "2 : A PAR - GAS"}
    found = auction({"FRANCE": "2 ! A PAR - BUR | - PIC", **others}, accept={"FRANCE": "FGI?"})
    assert found.issued["A PAR"] == "- GAS"  # 2 + 2 against 3
    assert found.paid == {"FRANCE": {"A PAR": 2}, "ITALY": {"A PAR": 2}}
    richer = auction({"FRANCE": "2 ! A PAR - BUR | - PIC", **others, "RUSSIA": "2 : A PAR - PIC"})
    assert richer.issued["A PAR"] == "- PIC"
    assert "FRANCE" not in richer.paid


def test_3_2_several_orders_are_like_each_in_a_direct_offer_of_its_own() -> None:
    together = auction({"FRANCE": "3 : A PAR - BUR | - PIC | H", "GERMANY": "1 : A PAR - PIC"})
    apart = auction({"FRANCE": "3 : A PAR - BUR\n3 : A PAR - PIC\n3 : A PAR H", "GERMANY": "1 : A PAR - PIC"})
    assert together.issued["A PAR"] == apart.issued["A PAR"] == "- PIC"
    assert together.totals["A PAR"] == apart.totals["A PAR"] == 4
    assert together.paid == apart.paid


def test_3_4_savings_hold_for_the_sheet_that_they_came_with_and_no_longer() -> None:
    spring = adjudicate(opening(), FRANCE="5 : A PAR - BUR\n40 $")
    fall = adjudicate(spring.state, FRANCE="30 : A BUR - BEL")
    assert (spring.state.balances["FRANCE"], fall.state.balances["FRANCE"]) == (43, 13)


def test_4_3_a_list_persists_until_another_replaces_it() -> None:
    sheets = {"TURKEY": "1 : A CON - BUL", "RUSSIA": "1 : A CON H"}
    preferring = act(opening(), "TURKEY", "accept", list="RT?").state
    spring = adjudicate(preferring, **sheets)
    fall = adjudicate(spring.state, **sheets)
    assert fall.state.accept["TURKEY"] == spring.state.accept["TURKEY"] == "RT?"
    assert [unit.place for unit in fall.state.table.units_of("TURKEY")] == ["ANK", "CON", "SMY"]
    changed = act(spring.state, "TURKEY", "accept", list="T?").state
    assert adjudicate(changed, **sheets).state.table.units_of("TURKEY")[1].place == "BUL"


def test_5_5_all_the_units_offered_to_decide_again_and_others_may_win_them() -> None:
    sheets = {"FRANCE": "10 : A PAR - BUR\n10 : A MAR - SPA", "GERMANY": "9 : A PAR - PIC"}
    found = auction(sheets, balances={"FRANCE": 10, "GERMANY": 9})
    assert (found.issued["A PAR"], found.issued["A MAR"]) == ("- PIC", "- SPA")
    assert found.paid == {"FRANCE": {"A MAR": 8}, "GERMANY": {"A PAR": 9}}
    assert found.reductions == {"FRANCE": 2}


def test_5_5_savings_are_not_reduced_with_the_offers() -> None:
    found = auction({"FRANCE": "20 : A PAR - BUR\n40 $"}, balances={"FRANCE": 48})
    assert found.paid["FRANCE"] == {"A PAR": 8}
    assert found.reductions == {"FRANCE": 12}


def test_5_5_an_offer_that_has_come_to_zero_is_not_reduced_further() -> None:
    found = auction({"FRANCE": "1 : A MAR H\n9 : A PAR - BUR\n9 : F BRE - MAO"}, balances={"FRANCE": 10})
    assert found.payments["FRANCE"] == [("A MAR", 0), ("A PAR", 5), ("F BRE", 5)]


def test_3_3_a_power_that_still_has_a_center_is_awaited_until_it_has_made_an_offer() -> None:
    phase = SYSTEM.phase(opening())
    assert phase is not None
    assert set(phase.wanted) == {"AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}
    assert not read(opening(), "FRANCE", "10 $\n% only saving").written
    assert read(opening(), "FRANCE", "0 : A PAR H").written


def test_4_1_the_rest_of_a_list_is_drawn_anew_each_time_a_movement_phase_is_adjudicated() -> None:
    drawn = set()
    for year in range(1901, 1921):
        outcome = SYSTEM.adjudicate(opening(), {}, Rng(b"seed", f"S{year}M"))
        told = next(event.data for event in outcome.events if event.kind == "auction")
        expanded = told["lists"]["FRANCE"]["expanded"]
        assert expanded[0] == "F"
        assert sorted(expanded) == sorted("AEFGIRT")
        drawn.add(expanded)
    assert len(drawn) > 10


@pytest.mark.parametrize("line", ["5 : A PAR - BUR?", "5 : A PAR - BUR ?!", "5 & A PAR - BUR (right?)", "A PAR - BUR?"])
def test_p1_an_offer_with_a_question_mark_is_not_filed_as_no_order_of_diplomacy_is(line: str) -> None:
    reading = read(opening(), "FRANCE", f"{line}\n3 : A MAR - SPA")
    assert (reading.parts, codes(reading)) == ({"offers": "3 : A MAR - SPA"}, ["line/doubt"])
    asked = read(opening(), "FRANCE", "5 : A PAR - BUR  % is that right?")
    assert asked.parts == {"offers": "5 : A PAR - BUR  % is that right?"}


@pytest.mark.parametrize("line", ["save 20% of my money", "Save 20%", "keep 50 % of it", "A PAR - BUR for 5%"])
def test_p1_an_amount_in_percent_is_told_and_no_amount_with_a_comment(line: str) -> None:
    """Of `save 20% of my money` 20 AgP were held back."""
    reading = read(opening(), "FRANCE", f"{line}\n3 : A MAR - SPA")
    assert (reading.parts, codes(reading)) == ({"offers": "3 : A MAR - SPA"}, ["line/not-understood"])
    comment = read(opening(), "FRANCE", "20 $% of course\n3 : A MAR - SPA % 50% sure")
    assert comment.parts == {"offers": "20 $  % of course\n3 : A MAR - SPA  % 50% sure"}


@pytest.mark.parametrize("line", ["3. nothing for F BRE", "5 each on A PAR", "7 A PAR - ROM"])
def test_p1_no_hint_says_to_write_what_cannot_be_read(line: str) -> None:
    """Of `3. nothing for F BRE` it was `3 : nothing for F BRE`."""
    (problem,) = read(opening(), "FRANCE", line).problems
    assert "write `" not in problem.hint


@pytest.mark.parametrize(
    "line", ["acceptance list FEG?", "My acceptance list is F, E, G, ?", "Acceptance: feg?", "list: F E G ?"]
)
def test_p32_a_list_that_ends_in_a_question_mark_needs_no_accept(line: str) -> None:
    state = opening()
    assert [act.data for act in read(state, "FRANCE", line).acts] == [{"list": "FEG?"}]
    for talk in ("the list is fair", "Is that your list?", "my list is long"):
        assert read(state, "FRANCE", talk).remarks
