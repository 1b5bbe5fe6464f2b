"""Canonical text of letters: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.machiavelli.adjustment import BUY, NOTHING, PAY, RAISE, SELL, Salary, Tax, Trade
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import (
    DEALINGS,
    EXPENDITURES,
    GIFTS,
    ORDERS,
    PAYMENTS,
    Line,
    parse_letter,
    parse_part,
    print_part,
)
from judge.rules.machiavelli.expenses import BRIBE_PRICES, COUNTER, LEADERS, REBELLIONS, Expense, Gift
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    BRIBES,
    CONVERT,
    HOLD,
    KINDS,
    STRAITS,
    SUPPORT,
    TRANSPORT,
    Excommunication,
    Order,
    Permit,
)
from judge.rules.machiavelli.position import INDEPENDENTS
from tests.support.soaking import examples

areas = st.sampled_from(sorted(BOARD.areas))
countries = st.sampled_from(sorted(BOARD.countries))
kinds = st.sampled_from(KINDS)
units = st.tuples(kinds, areas).map(" ".join)
amounts = st.integers(1, 999)
straits = st.sampled_from(sorted(filter(None, BOARD.keeper.values())))
routes = st.lists(areas, max_size=3).map(tuple)
nobody = st.just("")


def made(value: Callable[..., Line], *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Line]:
    return st.tuples(*fields).map(lambda drawn: value(*drawn))


def order(verb: str, *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Line]:
    return made(Order, kinds, areas, st.just(verb), *fields)


bans = made(Excommunication, countries)
VALUES: dict[str, st.SearchStrategy[Line]] = {
    GIFTS: made(Gift, countries, amounts),
    DEALINGS: st.one_of(
        made(Trade, st.sampled_from([SELL, BUY]), areas, countries, st.integers(0, 99)), made(Tax, areas), bans
    ),
    PAYMENTS: st.one_of(made(Salary, st.sampled_from([PAY, RAISE]), kinds, areas), st.just(NOTHING)),
    EXPENDITURES: st.one_of(
        made(Expense, st.sampled_from(LEADERS), countries, amounts),
        made(Expense, st.sampled_from(REBELLIONS), areas),
        made(Expense, st.sampled_from([*BRIBE_PRICES, COUNTER]), units, amounts),
    ),
    ORDERS: st.one_of(
        order(HOLD),
        order(ADVANCE, areas, nobody, routes),
        order(BESIEGE, areas),
        order(SUPPORT, areas, st.one_of(nobody, st.just(INDEPENDENTS), countries)),
        order(TRANSPORT, nobody, st.one_of(nobody, countries)),
        order(CONVERT, nobody, nobody, st.just(()), kinds),
        made(Permit, countries, st.just(STRAITS), st.one_of(nobody, straits, units)),
        made(Permit, countries, st.just(BRIBES), st.one_of(nobody, units)),
        bans,
    ),
}


@pytest.mark.parametrize("part", VALUES)
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_orders_are_parsed_as_they_were_printed(part: str, data: st.DataObject) -> None:
    lines = data.draw(st.lists(VALUES[part], max_size=5))
    assert parse_part(part, print_part(lines)) == lines


@pytest.mark.parametrize("part", VALUES)
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data(), slip=st.text("0159 -ABHSTVI\n", max_size=2))
def test_text_is_parsed_only_as_it_would_be_printed(part: str, data: st.DataObject, slip: str) -> None:
    text = print_part(data.draw(st.lists(VALUES[part], min_size=1, max_size=3)))
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert print_part(parse_part(part, text)) == text


@settings(max_examples=examples(100), deadline=None)
@given(st.fixed_dictionaries({part: st.lists(values, max_size=3) for part, values in VALUES.items()}))
def test_a_letter_holds_all_that_its_parts_say(parts: dict[str, list[Line]]) -> None:
    letter = parse_letter({part: print_part(lines) for part, lines in parts.items()})
    found = [
        *letter.gifts,
        *letter.dealings,
        *(letter.salaries or ()),
        *letter.expenses,
        *letter.orders,
        *letter.permits,
    ]
    said = [line for lines in parts.values() for line in lines if line != NOTHING]
    assert sorted(map(str, found)) == sorted(str(line) for line in said if not isinstance(line, Excommunication))
    assert (letter.salaries is None) == (not parts[PAYMENTS])


@pytest.mark.parametrize(
    ("part", "text"),
    [
        *((GIFTS, text) for text in ("GIVE 0 MILAN", "GIVE 05 MILAN", "give 5 MILAN", "GIVE 5 SPAIN", "GIVE 5 MILAN ")),
        *((DEALINGS, text) for text in ("SELL PIS MILAN", "TAX XXX", "SELL PIS MILAN 05", "EXCOMMUNICATE")),
        *((PAYMENTS, text) for text in ("PAY", "PAY PIS", "PAY A  PIS", "pay nothing", "PAY NOTHING\n")),
        *((EXPENDITURES, text) for text in ("REBEL PIS 9", "BUY A PIS", "BUY A PIS 0", "BODYGUARD PIS 3")),
        *((ORDERS, text) for text in ("A PIS", "A PIS h", "A PIS - ", "A PIS - LUC VIA", "A PIS S", "ALLOW MILAN")),
    ],
)
def test_what_is_not_canonical_is_refused(part: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_part(part, text)
