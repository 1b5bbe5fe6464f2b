"""Payola 5.5 and rulings P13, P14: any number of rounds at once come to exactly what the rounds one by one come to."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.payola.auctions.auction import determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import Amount, Offer
from tests.rules.payola import plain
from tests.support.calls import calls
from tests.support.soaking import examples

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


def agree(case: Any, *, discount: bool = False) -> None:
    lots, sheets, available, lists = case
    ours = determine(lots, sheets, available, lists.__getitem__, is_move, discount=discount)
    issued, totals, paid, reductions, payments = plain.determine(
        lots, sheets, available, lists, is_move, discount=discount
    )
    assert ours.issued == issued
    assert ours.totals == totals
    assert ours.paid == paid
    assert ours.reductions == reductions
    assert {power: [tuple(each) for each in own] for power, own in ours.payments.items()} == payments
    for power, told in payments.items():
        fates = ours.details.fates(power, [amount for _, amount in told])
        assert [fate.offered for fate in fates] == after_rounds(sheets.get(power, ()), reductions[power])
        assert [fate.offer.unit for fate in fates for _ in range(fate.offer.size * fate.accepted)] == [
            u for u, _ in told
        ]
        assert sum(fate.paid for fate in fates) == sum(paid[power].values())
        assert all(fate.paid == fate.offered * fate.accepted for fate in fates) or discount
    for unit, lot in lots.items():
        best = {bid.order: bid.total for bid in ours.details.bids(unit)}
        assert [bid.order for bid in ours.details.bids(unit) if bid.issued] == [issued[unit]]
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
    agree(case)


@settings(max_examples=examples(120), deadline=None)
@given(auctions(most=60, units=3))
def test_large_amounts_agree_with_the_rounds_one_by_one(case: Any) -> None:
    agree(case)


@settings(max_examples=examples(100), deadline=None)
@given(auctions(most=100, units=9, least_units=5))
def test_many_units_agree_with_the_rounds_one_by_one(case: Any) -> None:
    agree(case)


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
    agree(case)


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
