"""`judge adjudicate` for Payola, and the canonical text that it reads."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench._sheets import legal_orders, position
from bench.adjudicate import lines
from judge.rules.diplomacy.board import Position
from judge.rules.diplomacy.canonical import Parser
from judge.rules.diplomacy.orders import SUPPORT, BadOrder
from judge.rules.payola.canonical import (
    MOST_MONEY,
    MOST_REPETITION,
    Amount,
    Command,
    Comment,
    Line,
    Offer,
    OfferSheet,
    Savings,
    SheetParser,
    print_line,
    print_sheet,
)
from judge.rules.payola.reading.sheet import SheetReader
from judge.rules.payola.system import SYSTEM
from judge.rules.payola.variants import Variant
from tests.rules.payola.support import STANDARD, line_of
from tests.rules.payola.support import position as opening
from tests.support.calls import calls
from tests.support.soaking import examples

HOMES = {
    "AUSTRIA": ["A VIE", "A BUD", "F TRI"],
    "ENGLAND": ["F EDI", "F LON", "A LVP"],
    "FRANCE": ["A PAR", "A MAR", "F BRE"],
    "ITALY": ["A ROM", "A VEN", "F NAP"],
}


def case(orders: dict[str, str], phase: str = "S1901M", **position: Any) -> dict[str, Any]:
    centers = {power: [unit.split()[1] for unit in units] for power, units in HOMES.items()}
    where = {"phase": phase, "units": HOMES, "centers": centers, "balances": dict.fromkeys(HOMES, 48)} | position
    return {"id": "1", "system": "payola", "position": where, "orders": orders, "seed": "x"}


def test_the_example_of_a_treasury() -> None:
    given = {
        "id": "1",
        "system": "payola",
        "position": {"phase": "S1901M", "units": {"AUSTRIA": ["A VIE"]}, "balances": {"AUSTRIA": 48}},
        "orders": {"AUSTRIA": "3 : A VIE - GAL\n4 : A VIE H\n2 ! A VIE H"},
    }
    found = SYSTEM.case(given)
    assert found["treasury"] == {
        "issued": {"A VIE": "- GAL"},
        "totals": {"A VIE": 5},
        "paid": {"AUSTRIA": {"A VIE": 5}},
        "expended": {"AUSTRIA": 5},
        "balances": {"AUSTRIA": 43},
        "reductions": {"AUSTRIA": 0},
    }
    assert found["position"]["balances"] == {"AUSTRIA": 43}
    assert found["results"] == {"A VIE": {"order": "A VIE - GAL", "outcome": "moved"}}


def not_canonical(given: dict[str, Any]) -> dict[str, Any]:
    """The same case with thanks below each sheet."""
    return {**given, "orders": {power: f"{sheet}\nThank you!" for power, sheet in given["orders"].items()}}


@pytest.mark.parametrize(
    "orders",
    [
        {"FRANCE": "0 : A PAR - BUR\n2*7#3 + 1 ! A VIE - GAL | H  % a comment\n20 $\n% a comment alone"},
        {"ITALY": "0 : A VIE - GAL\n5 : A VEN H", "AUSTRIA": "60 : A VIE H"},
        {"FRANCE": "5 : A PAR S A MAR - BUR\n5 : A MAR - SPA\n5 : A MAR - SPA", "ENGLAND": "20 $"},
        {"FRANCE": "5 > A PAR - BUR\n5 & A PAR - BUR\n5 @ A VEN H", "ITALY": "5 : A VIE - MUN"},
    ],
)
@pytest.mark.parametrize("options", [{}, {"loyal": True}, {"variant": "classic"}, {"blind": True}])
def test_canonical_sheets_mean_what_they_mean_the_long_way(orders: dict[str, str], options: dict[str, Any]) -> None:
    given = {**case(orders), "options": options}
    assert SYSTEM.case(given) == SYSTEM.case(not_canonical(given))


def test_canonical_sheets_of_many_offers_mean_the_same_and_take_a_third_of_the_steps() -> None:
    for line in lines(22, 12)[:5]:
        given = json.loads(line)
        assert SYSTEM.case(given) == SYSTEM.case(not_canonical(given))
    assert 3 * calls(lambda: SYSTEM.case(given)) < calls(lambda: SYSTEM.case(not_canonical(given)))


def test_a_case_that_asks_reads_what_was_bid_for_each_unit_and_why_orders_failed() -> None:
    orders = {
        "AUSTRIA": "3 : A VIE - GAL\n2 : A VIE - TYR",
        "ITALY": "4 : A VIE - TYR\n0 : A VEN - TYR",
        "FRANCE": "1 ! A VIE - TYR | - GAL",
    }
    found = SYSTEM.case({**case(orders), "explain": True})
    assert found["treasury"]["bids"]["A VIE"] == [
        {"order": "- TYR", "total": 6, "by": {"AUSTRIA": 2, "ITALY": 4}},
        {"order": "- GAL", "total": 3, "by": {"AUSTRIA": 3}},
        {"order": "H", "total": 1, "by": {"FRANCE": 1}},
    ]
    assert found["results"]["A VEN"]["cause"] == {"kind": "bounced", "by": ["A VIE"]}
    assert found["treasury"]["bids"]["A PAR"] == [{"order": "H", "total": 0, "by": {}}]


def test_zeros_are_left_out_of_what_was_paid_and_nowhere_else() -> None:
    found = SYSTEM.case(
        case({"AUSTRIA": "3 : A VIE - GAL\n0 : A BUD H", "ENGLAND": "5 : F LON - NTH\n1 : F LON - ENG"})
    )
    treasury = found["treasury"]
    assert treasury["paid"] == {"AUSTRIA": {"A VIE": 3}, "ENGLAND": {"F LON": 5}}
    assert treasury["expended"] == {"AUSTRIA": 3, "ENGLAND": 5, "FRANCE": 0, "ITALY": 0}
    assert treasury["reductions"] == dict.fromkeys(HOMES, 0)
    assert treasury["totals"]["A PAR"] == 0
    assert treasury["issued"]["A PAR"] == "H"
    assert len(treasury["issued"]) == 12


def test_the_result_of_a_fall_without_anything_more_to_do_holds_next_springs_income() -> None:
    found = SYSTEM.case(case({"AUSTRIA": "3 : A VIE H"}, "F1901M"))
    assert found["position"]["phase"] == "S1902M"
    assert found["treasury"]["balances"]["AUSTRIA"] == 45
    assert found["position"]["balances"]["AUSTRIA"] == 45 + 48


def test_a_bare_spring_pays_no_income() -> None:
    found = SYSTEM.case(case({}))
    assert found["position"]["phase"] == "F1901M"
    assert found["position"]["balances"] == dict.fromkeys(HOMES, 48)


def test_winter_ends_with_the_next_springs_income() -> None:
    given = case(
        {"FRANCE": "BUILD A PAR\n5 : A MAR - SPA"},
        "W1901A",
        units={"FRANCE": ["A MAR"]},
        centers={"FRANCE": ["PAR", "MAR"]},
    )
    found = SYSTEM.case(given)
    assert found["position"]["units"] == {"FRANCE": ["A MAR", "A PAR"]}
    assert found["position"]["balances"]["FRANCE"] == 48 + 33
    assert [problem["code"] for problem in found["problems"]] == ["payola/no-offers-now"]
    assert "treasury" not in found


def test_a_dummys_list_is_ignored_and_its_units_hold_in_a_tie() -> None:
    orders = {"AUSTRIA": "4 : A VEN - TYR", "FRANCE": "4 : A VEN - PIE", "ITALY": "9 : A VEN - APU"}
    found = SYSTEM.case(case(orders, dummies=["ITALY"], accept={"ITALY": "nonsense", "AUSTRIA": "A?"}))
    assert found["treasury"]["issued"]["A VEN"] == "H"
    assert found["treasury"]["totals"]["A VEN"] == 5
    assert found["treasury"]["expended"]["ITALY"] == 0
    assert found["position"]["dummies"] == ["ITALY"]
    assert found["position"]["accept"] == {"AUSTRIA": "A?"}
    assert [(problem["role"], problem["code"]) for problem in found["problems"]] == [("ITALY", "payola/dummy")]


def test_the_position_of_a_result_can_be_fed_back_in() -> None:
    first = SYSTEM.case(case({"FRANCE": "5 : A PAR - BUR"}, accept={"FRANCE": "F?"}))
    second = SYSTEM.case({"position": first["position"], "orders": {"FRANCE": "5 : A BUR - MUN"}})
    assert second["treasury"]["balances"]["FRANCE"] == 38
    assert json.loads(json.dumps(second)) == second


def test_problems_name_role_line_text_code_and_message() -> None:
    found = SYSTEM.case(case({"FRANCE": "5 : A PAR - BUR\n\n0 : A VIE H"}))
    (problem,) = found["problems"]
    assert (problem["role"], problem["line"], problem["text"]) == ("FRANCE", 3, "0 : A VIE H")
    assert problem["code"] == "payola/zero-to-foreign-unit"
    assert "must be at least 1" in problem["message"]


@pytest.mark.parametrize(
    "change",
    [
        {"balances": {"AUSTRIA": -1}},
        {"balances": {"AUSTRIA": 1.5}},
        {"balances": {"AUSTRIA": True}},
        {"balances": {"NARNIA": 1}},
        {"balances": [1]},
        {"accept": {"AUSTRIA": "E?"}},
        {"accept": {"AUSTRIA": 3}},
        {"accept": 3},
        {"dummies": "ITALY"},
        {"dummies": ["NARNIA"]},
        {"phase": "X1901M"},
    ],
)
def test_a_case_that_cannot_be_read_is_an_error(change: dict[str, Any]) -> None:
    given = case({})
    given["position"] |= change
    with pytest.raises(ValueError):
        SYSTEM.case(given)


def test_other_variants_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no variant"):
        SYSTEM.case(case({}) | {"options": {"variant": "foo"}})


def test_the_order_of_units_powers_and_keys_does_not_matter() -> None:
    orders = {
        "AUSTRIA": "4 : A VEN - TYR\n3 ! A PAR H",
        "ENGLAND": "4 : A PAR - PIC\n30 : F LON - NTH\n40#10 : F EDI - NTH",
        "FRANCE": "1 : A PAR - BUR | - PIC\n4 : A VEN - PIE",
        "ITALY": "0 : A VEN H",
    }
    given = case(orders)
    expected = SYSTEM.case(given)
    drawn = random.Random(1)
    for _ in range(10):
        assert SYSTEM.case(_shuffled(given, drawn)) == expected


def _shuffled(value: Any, drawn: random.Random) -> Any:
    if isinstance(value, dict):
        return {key: _shuffled(value[key], drawn) for key in drawn.sample(sorted(value), len(value))}
    return drawn.sample(value, len(value)) if isinstance(value, list) else value


PARIS = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "balances": {"FRANCE": 9, "ITALY": 9}}


def varied(options: dict[str, Any], orders: dict[str, str], **position: Any) -> Any:
    return SYSTEM.case({"system": "payola", "options": options, "position": PARIS | position, "orders": orders})


def test_a_case_of_classic_refuses_what_classic_has_not() -> None:
    found = varied({"variant": "classic"}, {"FRANCE": "2*3 : A PAR - BUR\n0 : A MUN - RUH\n3 $"})
    assert [problem["code"] for problem in found["problems"]] == ["payola/not-in-classic"] * 2
    assert found["treasury"]["issued"] == {"A PAR": "H", "A MUN": "H"}


def test_a_case_of_ebayola_shows_what_is_paid() -> None:
    found = varied({"variant": "ebayola"}, {"FRANCE": "9 : A PAR - BUR", "ITALY": "3 : A PAR - PIC"})
    assert found["treasury"]["totals"]["A PAR"] == 4
    assert found["treasury"]["paid"] == {"FRANCE": {"A PAR": 4}}
    assert found["treasury"]["balances"]["FRANCE"] == 5


def test_a_case_of_loyal_units_takes_orders() -> None:
    orders = {"FRANCE": "A PAR - BUR\n2 : A MUN - RUH"}
    found = varied({"variant": "loyal"}, orders, dummies=["GERMANY"])
    assert found["treasury"]["issued"] == {"A PAR": "- BUR", "A MUN": "- RUH"}
    assert found["treasury"]["totals"] == {"A PAR": 0, "A MUN": 2}
    assert found["treasury"]["paid"] == {"FRANCE": {"A MUN": 2}}


def test_p23_garrisons_are_for_sale_though_no_case_names_their_power_a_dummy() -> None:
    position = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"], "NEUTRAL": ["A BEL"]}, "balances": {"FRANCE": 9}}
    options = {"variant": "loyal", "map": "garrisons"}
    given = {"system": "payola", "options": options, "position": position, "orders": {"FRANCE": "2 : A BEL - HOL"}}
    found = SYSTEM.case(given)
    assert found["problems"] == []
    assert found["treasury"]["paid"] == {"FRANCE": {"A BEL": 2}}
    assert found["position"]["dummies"] == ["NEUTRAL"]


def test_p20_p23_in_a_blind_game_what_loyal_units_refuse_is_dropped_in_silence() -> None:
    orders = {"FRANCE": "A PAR - BUR\nA PAR S A MAR - BUR\n2 : A MUN - RUH\n3 : A VEN - TYR\n1 : A PAR H"}
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A VEN"]}
    found = varied({"variant": "loyal", "blind": True}, orders, units=units, dummies=["ITALY"])
    assert [(problem["line"], problem["code"]) for problem in found["problems"]] == [(5, "payola/loyal-unit")]
    assert found["treasury"]["issued"]["A PAR"] == "- BUR"
    assert found["treasury"]["paid"] == {"FRANCE": {"A VEN": 3}}


def test_a_case_of_zero_sum_carries_what_is_put_aside() -> None:
    spring = varied({"variant": "zerosum"}, {"FRANCE": "4 : A MUN - RUH"}, aside={"GERMANY": 1})
    assert spring["position"]["aside"] == {"GERMANY": 5}
    assert spring["treasury"]["balances"]["GERMANY"] == 0
    fall = SYSTEM.case(
        {"system": "payola", "options": {"variant": "zerosum"}, "position": spring["position"], "orders": {}}
    )
    assert fall["position"]["aside"] == {}
    assert fall["position"]["balances"] == {"FRANCE": 5 + 10, "GERMANY": 5, "ITALY": 9}  # and Paris taken


def test_p49_a_case_in_which_a_dummy_has_18_centers_has_no_winner() -> None:
    owned = [center for center in STANDARD.centers if center != "MUN"][:17]
    full = {"units": {"FRANCE": ["A MUN"]}, "centers": {"FRANCE": owned, "GERMANY": ["MUN"]}}
    assert SYSTEM.case(case({}, "F1905M", **full))["winners"] == ["FRANCE"]
    dummy = SYSTEM.case(case({}, "F1905M", **full, dummies=["FRANCE"]))
    assert "winners" not in dummy
    assert "winners" not in SYSTEM.case(case({}, "F1905R", **full, dummies=["FRANCE"]))


def test_a_case_may_set_the_income() -> None:
    given = {"variant": "standard", "income": "flat 5", "cap": 7, "pays": ["FALL"]}
    found = varied(given, {}, centers={"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN"]})
    assert found["position"]["balances"] == {"FRANCE": 16, "GERMANY": 5, "ITALY": 9}


@pytest.mark.parametrize(
    "options",
    [
        {"variant": 5},
        {"blind": "yes"},
        {"income": 7},
        {"income": ["flat"]},
        {"cap": -1},
        {"cap": True},
        {"pays": 5},
        {"variant": "zerosum", "income": "flat 7"},
    ],
)
def test_options_that_do_not_fit_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"income|cap|pays|variant|blind"):
        varied(options, {})


@pytest.mark.parametrize("options", [{"varient": "classic"}, {"dummies": ["ITALY"]}, {"variant": "exchange", "foo": 1}])
def test_options_that_there_are_not_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"options has no (varient|dummies|foo): there are map, variant, "):
        varied(options, {})


def test_a_case_of_tin_cup_drops_in_silence_what_does_not_exist() -> None:
    orders = {"FRANCE": "5 : A ANK - CON\n5 : A MUN - RUH\n1 : F PAR H\n2 : A PAR S A SMY - CON"}
    found = varied({"variant": "tincup"}, orders)
    assert [problem["line"] for problem in found["problems"]] == [3, 4]
    assert found["treasury"]["paid"] == {"FRANCE": {"A MUN": 5}}
    assert found["position"]["phase"] == "F1901M"


# Canonical text of offer sheets: parsing and printing are inverse, and the reader of mail files nothing else.


POWER = "FRANCE"
PLACES = [position(25, seed) for seed in range(5)]
LOYAL = Variant("loyal", loyal=True)

money = st.one_of(st.integers(0, 30), st.integers(0, MOST_MONEY))
comments = st.one_of(st.just(""), st.text(st.characters(exclude_characters="\n"), max_size=12).map(str.strip))


@st.composite
def amounts(draw: st.DrawFn, *, plateaus: bool = True) -> tuple[Amount, ...]:
    drawn = []
    for _ in range(draw(st.integers(1, 3))):
        silver = draw(money)
        plateau = draw(st.integers(0, silver)) if plateaus else 0
        drawn.append(Amount(silver, plateau, draw(st.sampled_from([1, 1, 2, MOST_REPETITION]))))
    return tuple(drawn)


@st.composite
def drawn_lines(draw: st.DrawFn, where: Position, *, loyal: bool, blind: bool) -> Line:
    comment = draw(comments)
    kind = draw(st.sampled_from([":", "!", ">", "@", "&", "$", "%", "own"]))
    if kind == "%":
        return Comment(comment)
    if kind == "$":
        return Savings(draw(amounts(plateaus=False)), comment)
    own = kind == "own"
    units = [unit for unit in where.units.values() if (unit.power == POWER) == own or (not own and not loyal)]
    if not units:
        return Comment(comment)
    unit = draw(st.sampled_from(units))
    legal = legal_orders(where, unit)
    if blind:
        helped = {each.other: where.units[each.other] for each in legal if each.verb == SUPPORT}
        named = {
            province: str(each) if each.power == POWER else f"{each.kind} {province}"
            for province, each in helped.items()
        }
        legal = [each._replace(other=named.get(each.other, "")) for each in legal]
        if unit.power != POWER:
            unit = unit._replace(power="", place=unit.province)
    orders = draw(st.lists(st.sampled_from(legal), min_size=1, max_size=3, unique=True))
    if own and loyal:
        return Command(unit, orders[0], comment)
    return Offer(unit, ":" if own else kind, tuple(orders), draw(amounts()), comment)


def parser(where: Position, *, loyal: bool, blind: bool) -> SheetParser:
    others = tuple(power for power in STANDARD.powers if power != POWER)
    return SheetParser(Parser(STANDARD, where, POWER if blind else ""), POWER, others if loyal else None)


@pytest.mark.parametrize("loyal", [False, True])
@pytest.mark.parametrize("blind", [False, True])
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_sheets_are_parsed_as_they_were_printed(*, loyal: bool, blind: bool, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(PLACES))
    drawn = data.draw(st.lists(drawn_lines(where, loyal=loyal, blind=blind), max_size=5))
    sheet = OfferSheet(tuple(drawn))
    text = print_sheet(where, sheet)
    assert parser(where, loyal=loyal, blind=blind).sheet(text) == sheet


@settings(max_examples=examples(200), deadline=None)
@given(st.data(), st.text("0123456789*#+:!>@&|$%-/ AFHSC", max_size=2), st.booleans())
def test_a_line_is_parsed_only_as_it_would_be_printed(data: st.DataObject, slip: str, insert: bool) -> None:
    where = data.draw(st.sampled_from(PLACES))
    text = print_line(where, data.draw(drawn_lines(where, loyal=False, blind=False)))
    at = random.Random(len(text)).randrange(len(text) + 1)
    text = text[:at] + slip + text[at if insert else at + 1 :]
    try:
        line = parser(where, loyal=False, blind=False).line(text)
    except ValueError:
        return
    printed = print_line(where, line)
    # A fleet may be named without the coast that only its owner sees in a blind game.
    assert printed == text or printed.replace("/NC", "").replace("/SC", "").replace("/EC", "") == text


@pytest.mark.parametrize("loyal", [False, True])
@pytest.mark.parametrize("blind", [False, True])
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_the_reader_of_mail_files_canonical_text(*, loyal: bool, blind: bool, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(PLACES))
    text = print_line(where, data.draw(drawn_lines(where, loyal=loyal, blind=blind)))
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text("0159*#+:!>@&|$%-/ AFHSC", max_size=2)) + text[at:]
    others = tuple(power for power in STANDARD.powers if power != POWER)
    variant = (LOYAL if loyal else Variant())._replace(blind=blind)
    reader = SheetReader(STANDARD, where, POWER, variant, others if loyal else ())
    try:
        line = line_of(reader, text.lower())
    except BadOrder:
        return
    assert parser(where, loyal=loyal, blind=blind).line(print_line(where, line)) == line


@pytest.mark.parametrize(
    "line",
    [
        *(
            "5: A PAR H",
            "05 : A PAR H",
            "5 : A PAR HOLD",
            "5 : A PAR",
            " 5 : A PAR H",
            "5 : A PAR H % now",
            "5#0 : A PAR H",
        ),
        *(
            "5#5 : A PAR H",
            "1*5 : A PAR H",
            "100*5 : A PAR H",
            "5#6 : A PAR H",
            "10000 : A PAR H",
            ": A PAR H",
            "A PAR H",
        ),
        *("5 : A PAR H|- BUR", "5+3 : A PAR H", "SAVE 5", "5#2 $", "%now", "", "5 : A PAR H  % ", "5 : A PAR H\n"),
    ],
)
def test_what_is_not_canonical_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        SheetParser(Parser(STANDARD, opening()), POWER).line(line)
