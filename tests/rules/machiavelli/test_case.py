"""`judge adjudicate` for Absence of Plague, and the canonical text that it reads."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cli.tools.adjudicate import answer
from judge.rules import schema
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
from judge.rules.machiavelli.case import whole_position
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
from judge.rules.machiavelli.state import new_game
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.testing.laws import Effort, moments, plain
from tests.rules.machiavelli.scenario import SCENARIO
from tests.support.soaking import examples

LETTER = (
    "Ducat expenditures:\n1. Buying the Sienese garrison for 9 ducats.\n"
    "Armies: Urbino --> Arezzo, Perugia supp. Arezzo."
)
CASE = {
    "id": "1",
    "system": "machiavelli",
    "position": {
        "phase": "SPR1460C",
        "units": {"PAPACY": ["A PER", "A URB", "F ANC", "G ROM"], "INDEPENDENT": ["G SIE"]},
        "control": {"FLORENCE": ["ARE", "FIR"]},
        "balances": {"PAPACY": 10},
    },
    "orders": {"PAPACY": LETTER},
}


def ask(**changes: object) -> Any:
    case = json.loads(json.dumps(CASE))
    case["position"] |= changes.pop("position", {})
    return json.loads(answer((1, json.dumps(case | changes).encode())))


def test_the_documented_case() -> None:
    found = SYSTEM.case(CASE)
    assert found["results"]["A URB"] == {"power": "PAPACY", "order": "A URB - ARE", "outcome": "moved"}
    assert found["results"]["G SIE"]["power"] == "PAPACY"
    assert found["treasury"]["balances"]["PAPACY"] == 1
    assert found["treasury"]["accounts"]["PAPACY"] == [{"text": "BUY G SIE 9", "ducats": -9, "outcome": "done"}]
    assert found["position"]["phase"] == "SUM1460C"
    assert found["problems"] == []


def test_the_documentation_has_that_case() -> None:
    text = (Path(__file__).parents[3] / "docs" / "adjudicate.md").read_text(encoding="utf-8")
    assert '"units":{"PAPACY":["A PER","A URB","F ANC","G ROM"],"INDEPENDENT":["G SIE"]}' in text


@pytest.mark.parametrize(("until", "ducats"), [("FAL1459C", 10), ("SPR1460A", 10), ("SPR1460C", 13), ("SUM1460C", 13)])
def test_15_an_excommunication_stops_gifts_to_its_last_phase(until: str, ducats: int) -> None:
    banned = {"excommunicated": {"GENOA": until}, "balances": {"PAPACY": 13}}
    found = ask(position=banned, orders={"PAPACY": "Give 3 ducats to Genoa"})
    assert found["treasury"]["balances"]["PAPACY"] == ducats


def test_a_result_can_be_fed_back_in_through_a_whole_year() -> None:
    position = schema.write(whole_position(new_game()))
    labels = []
    for _ in range(5):
        labels.append(position["phase"])
        found = json.loads(json.dumps(SYSTEM.case({"position": position, "orders": {"MILAN": "Raise A Milano"}})))
        position = found["position"]
    assert labels == ["SPR1459A", "SPR1459C", "SUM1459C", "FAL1459C", "SPR1460A"]
    # 15, a salary; no income in 1459 (3); 12 + 3 after Fall; two salaries.
    assert position["balances"]["MILAN"] == 15 - 3 + 15 - 3
    assert position["units"]["MILAN"] == ["A MIL"]


def test_a_2_what_everybody_can_reckon_of_treasuries_is_fed_back_in_and_knows_nothing_of_secret_ducats() -> None:
    position = {
        "phase": "SUM1460C",
        "units": {"FLORENCE": ["A FIR"]},
        "control": {"FLORENCE": ["FIR"]},
        "balances": {"FLORENCE": 20},
    }
    found: Any = SYSTEM.case({"position": position, "orders": {"FLORENCE": "Give 9 ducats to Milan\nBodyguard for 6"}})
    assert found["position"]["balances"]["FLORENCE"] == 5
    assert found["position"]["expected"]["FLORENCE"] == 20
    found = SYSTEM.case({"position": found["position"]})
    (rows,) = (event["rows"] for event in found["events"] if event["kind"] == "income")
    florence = next(row for row in rows if row["power"] == "FLORENCE")
    # Firenze brings 1 and 3, trade 4.
    assert florence == {"power": "FLORENCE", "tax": 4, "trade": 4, "expected": 28}
    assert found["position"]["balances"]["FLORENCE"] == 13


def test_bad_lines_are_listed_and_the_rest_counts() -> None:
    found = ask(orders={"PAPACY": "A PER - NAP\nA URB - ARE"})
    (problem,) = found["problems"]
    assert problem["role"] == "PAPACY"
    assert problem["line"] == 1
    assert problem["code"] == "machiavelli/illegal"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"position": {"phase": "W1460A"}}, "no phase"),
        ({"position": {"units": {"PAPACY": ["A LIG"]}}}, "no unit that can stand"),
        ({"position": {"units": {"PAPACY": ["A PER", "F PER"]}}}, "no unit that can stand"),
        ({"position": {"units": {"PAPACY": ["A PIS"], "MILAN": ["F PIS"]}}}, "stands where"),
        ({"position": {"units": {"ATLANTIS": []}}}, "no country"),
        ({"position": {"control": {"MILAN": ["XXX"]}}}, "no area"),
        ({"position": {"eliminated": ["MILAN"]}}, "position.eliminated, item 1: a list"),
        ({"position": {"eliminated": True}}, "position.eliminated: a list, each item a list"),
        ({"position": {"sieges": 5}}, "position.sieges: a list, each item a text, not 5"),
        ({"position": {"balances": {"MILAN": -1}}}, "position.balances of MILAN: a whole number from 0 on, not -1"),
        ({"position": {"balances": {"MILAN": 1.5}}}, "position.balances of MILAN: a whole number from 0 on, not 1.5"),
        ({"orders": {"ATLANTIS": ""}}, "no country"),
        ({"orders": {"MILAN": 5}}, "orders of MILAN: one text of at most"),
        ({"orders": []}, "orders: an object, each value one text"),
    ],
)
def test_a_case_that_cannot_be_read_says_why(changes: dict[str, object], reason: str) -> None:
    found = ask(**changes)
    assert reason in str(found.get("error")), found


@pytest.mark.parametrize("order", ["F LIG - PIS", "F LIG - WTS"])
def test_4_1_nobody_controls_a_sea_that_a_fleet_has_left_even_if_the_case_lists_it(order: str) -> None:
    position = {
        "phase": "FAL1460C",
        "units": {"FLORENCE": ["F LIG"]},
        "control": {"FLORENCE": ["PIS", "LIG"], "GENOA": ["GEN", "ETS"]},
    }
    found = SYSTEM.case({"position": position, "orders": {"FLORENCE": order}})
    control: Any = found["position"]
    assert control["control"] == {"FLORENCE": ["PIS"], "GENOA": ["GEN"]}
    events: Any = found["events"]
    taxes = {row["power"]: row["tax"] for event in events if event["kind"] == "income" for row in event["rows"]}
    assert taxes["FLORENCE"] == (2 if order.endswith("PIS") else 3)
    assert taxes["GENOA"] == 4


def test_the_seed_of_absence_of_plague_tells_nothing() -> None:
    """All randomness is excluded (1.1): what is opened of the seed gives nothing away that the rules keep closed."""
    seen = 0
    for state, orders, _, _ in moments(SYSTEM, SCENARIO, Effort(phases=3, every=1)):
        one, other = (plain(SYSTEM, SYSTEM.adjudicate(state, orders, Rng(seed, "S"))) for seed in (b"one", b"other"))
        assert one == other
        seen += 1
    assert seen


# Canonical text of letters: parsing and printing are inverse, and the reader of mail files nothing else.


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
