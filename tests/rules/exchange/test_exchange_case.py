"""`judge adjudicate` for Exchange, and the canonical text that it reads."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.diplomacy.boardfile import load_board
from judge.rules.exchange.canonical import MOST_MONEY, MOST_SHARES, Trade, parse_trade, parse_trades, print_trades
from judge.rules.exchange.system import SYSTEM
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.registry import playing
from judge.rules.rng import Rng
from tests.rules.exchange.exchanged import exchange, read
from tests.support.soaking import examples

UNITS = {"FRANCE": ["A PAR", "A MAR", "F BRE"], "ITALY": ["A VEN", "A ROM", "F NAP"]}
CENTERS = {"FRANCE": ["PAR", "MAR", "BRE"], "ITALY": ["VEN", "ROM", "NAP"]}


def case(phase: str, orders: dict[str, str], **position: Any) -> dict[str, Any]:
    return {
        "id": "1",
        "system": "payola",
        "options": {"variant": "exchange"},
        "position": {
            "phase": phase,
            "units": UNITS,
            "centers": CENTERS,
            "investors": ["ANNA", "BERT", "CARL"],
            "balances": {"ANNA": 60, "BERT": 60, "CARL": 60},
            **position,
        },
        "orders": orders,
    }


def test_an_exchange_phase_is_settled_and_leads_to_the_movement_phase() -> None:
    found = SYSTEM.case(
        case(
            "S1901X",
            {
                "anna": "BUY 3 FRANCE\nELECT FRANCE ANNA\nSELL 1 FRANCE TO BERT FOR 9\nBUY x ITALY",
                "BERT": "BUY 1 FRANCE FROM ANNA FOR 9",
            },
        )
    )
    position = found["position"]
    assert position["phase"] == "S1901M"
    assert position["holdings"] == {"ANNA": {"FRANCE": 2}, "BERT": {"FRANCE": 1}}
    assert position["ceos"] == {"FRANCE": "ANNA"}
    assert position["balances"]["FRANCE"] == 18 + 48
    assert position["balances"]["ANNA"] == 60 - 18 + 9
    assert "ITALY" in position["dummies"]
    assert found["exchange"]["bought"] == {"ANNA": {"FRANCE": 3}}
    assert found["exchange"]["trades"] == [{"seller": "ANNA", "line": "SELL 1 FRANCE TO BERT FOR 9"}]
    assert found["exchange"]["income"] == {"FRANCE": 48, "ITALY": 48}
    assert [(row["role"], row["line"], row["code"]) for row in found["problems"]] == [("ANNA", 4, "line/no-order")]


def test_the_result_can_be_fed_back_in_for_a_whole_year() -> None:
    given = case("S1901X", {"ANNA": "BUY 3 FRANCE\nELECT FRANCE ANNA", "BERT": "BUY 2 ITALY\nELECT ITALY BERT"})
    found = SYSTEM.case(given)
    sheets = {
        "FRANCE": "5 : A PAR - BUR\nDIVIDEND 2\nWORTH PAR 3",
        "ITALY": "2 : A VEN - TYR",
        "CARL": "9 : A PAR - PIC",
    }
    labels: list[str] = []
    while not labels or labels[-1] != "S1902M":
        found = SYSTEM.case(given | {"position": json.loads(json.dumps(found["position"])), "orders": sheets})
        labels.append(found["position"]["phase"])
        sheets = {}
        if labels[-1] == "F1901M":
            assert found["treasury"]["issued"]["A PAR"] == "- PIC"
            assert found["treasury"]["expended"]["CARL"] == 9
            assert found["position"]["dividends"] == {"FRANCE": 2}
    assert labels == ["F1901M", "S1902X", "S1902M"]
    assert found["position"]["balances"]["ANNA"] == 60 - 18 + 6
    assert found["exchange"]["income"]["FRANCE"] == 17 + 16 + 3


def test_elections_dividends_and_worths_can_stand_in_the_position() -> None:
    found = SYSTEM.case(
        case(
            "S1902X",
            {},
            holdings={"ANNA": {"FRANCE": 4}},
            elect={"ANNA": {"FRANCE": "ANNA"}},
            ceos={"FRANCE": "ANNA"},
            dividends={"FRANCE": 5},
            worths={"FRANCE": {"PAR": 1}},
            drawn={"PAR": {"power": "FRANCE", "worth": 15}, "ROM": {"power": "FRANCE", "worth": 2}},
            balances={"FRANCE": 20, "ANNA": 0},
        )
    )
    assert found["exchange"]["dividends"] == {"FRANCE": 5}
    assert found["position"]["balances"]["ANNA"] == 20
    assert found["exchange"]["income"] == {"FRANCE": 17 + 16 + 1, "ITALY": 17 + 2 + 15}


def test_p43_lines_that_failed_are_told_with_their_reasons() -> None:
    orders = {"ANNA": "BUY 8 FRANCE\nBUY 8 ITALY\nSELL 1 ITALY TO BERT FOR 2", "BERT": "BUY 1 ITALY FROM ANNA FOR 99"}
    assert SYSTEM.case(case("S1901X", orders))["exchange"]["failed"] == {
        "ANNA": [
            {"line": "BUY 8 ITALY", "why": "money", "bought": 2},
            {"line": "SELL 1 ITALY TO BERT FOR 2", "why": "other", "bought": 0},
        ],
        "BERT": [{"line": "BUY 1 ITALY FROM ANNA FOR 99", "why": "money", "bought": 0}],
    }


@pytest.mark.parametrize(("options", "wrong"), [({}, ["exchange/dividend-too-high"]), ({"dividends": "free"}, [])])
def test_p44_a_case_limits_dividends_unless_they_are_free(options: dict[str, str], wrong: list[str]) -> None:
    given = case("S1902X", {"FRANCE": "DIVIDEND 4"}, ceos={"FRANCE": "ANNA"}, balances={"FRANCE": 90})
    given["options"] |= options
    assert [row["code"] for row in SYSTEM.case(given)["problems"]] == wrong
    given["options"]["dividends"] = "double"
    with pytest.raises(ValueError, match=r"options\.dividends: one of half, free, not"):
        SYSTEM.case(given)


def test_without_ceos_the_powers_are_led_by_whoever_writes_for_them() -> None:
    given = case("S1901M", {"FRANCE": "5 : A PAR - BUR", "ITALY": "3 : A PAR - PIC"}, dummies=["ITALY"])
    given["position"]["balances"]["FRANCE"] = 10
    del given["position"]["investors"]
    given["position"]["balances"] = {"FRANCE": 10}
    found = SYSTEM.case(given)
    assert found["treasury"]["paid"] == {"FRANCE": {"A PAR": 5}}
    assert [row["code"] for row in found["problems"]] == ["payola/dummy"]


def test_the_largest_holders_win_a_case() -> None:
    centers = ["BRE", "PAR", "MAR", "SPA", "POR", "BEL", "HOL", "LON", "EDI", "LVP", "KIE", "BER", "DEN", "SWE", "NWY"]
    given = case("F1905M", {}, holdings={"ANNA": {"FRANCE": 1}, "BERT": {"FRANCE": 2}}, ceos={"FRANCE": "ANNA"})
    given["position"]["centers"] = {"FRANCE": [*centers, "MUN", "TUN", "VIE"]}
    assert SYSTEM.case(given)["winners"] == ["BERT"]


@pytest.mark.parametrize(
    "change",
    [
        {"investors": "ANNA"},
        {"investors": ["ANNA", "ANNA"]},
        {"investors": ["FRANCE"]},
        {"holdings": {"NEMO": {"FRANCE": 1}}},
        {"holdings": {"ANNA": {"NARNIA": 1}}},
        {"holdings": {"ANNA": {"FRANCE": 11}}},
        {"holdings": {"ANNA": {"FRANCE": -1}}},
        {"ceos": {"FRANCE": "NEMO"}},
        {"elect": {"ANNA": {"FRANCE": "NEMO"}}},
        {"worths": {"FRANCE": {"BUR": 1}}},
        {"drawn": {"PAR": "FRANCE"}},
        {"balances": {"NEMO": 1}},
        {"balances": {"ANNA": 1.5}},
        {"phase": "F1901X"},
    ],
)
def test_a_case_that_cannot_be_read_is_an_error(change: dict[str, Any]) -> None:
    given = case("S1901X", {})
    given["position"] |= change
    with pytest.raises(ValueError):
        SYSTEM.case(given)


def test_orders_of_nobody_are_an_error() -> None:
    with pytest.raises(ValueError, match="neither a power nor"):
        SYSTEM.case(case("S1901X", {"NEMO": "BUY 1 FRANCE"}))


@pytest.mark.parametrize(
    "sheet", [["BUY 1 FRANCE"], 7, "BUY 1 FRANCE\n" * 20_000], ids=["a list", "a number", "too long"]
)
def test_orders_that_are_not_one_text_of_some_length_are_an_error(sheet: Any) -> None:
    with pytest.raises(ValueError, match="one text of at most"):
        SYSTEM.case(case("S1901X", {"ANNA": sheet}))


def test_the_order_of_keys_does_not_matter() -> None:
    given = case("S1901X", {"ANNA": "BUY 9 FRANCE", "BERT": "BUY 9 FRANCE", "CARL": "BUY 9 FRANCE"})
    turned = {**given, "orders": dict(reversed(given["orders"].items()))}
    assert SYSTEM.case(given) == SYSTEM.case(turned)


def test_p47_garrisons_have_no_shares_and_nobody_leads_them() -> None:
    orders = {"ANNA": "BUY 2 NEUTRAL\nELECT NEUTRAL ANNA\nBUY 1 FRANCE"}
    given = case("S1901X", orders, units={"NEUTRAL": ["A BEL"]}, centers={"NEUTRAL": ["BEL"]})
    given["options"]["map"] = "garrisons"
    found = SYSTEM.case(given)
    assert [(row["line"], row["code"]) for row in found["problems"]] == [
        (1, "exchange/no-shares"),
        (2, "exchange/no-shares"),
    ]
    assert found["position"]["holdings"] == {"ANNA": {"FRANCE": 1}}
    assert "NEUTRAL" in found["position"]["dummies"]
    given["position"]["holdings"] = {"ANNA": {"NEUTRAL": 1}}
    with pytest.raises(ValueError, match="NEUTRAL has no shares"):
        SYSTEM.case(given)


def test_a_case_that_asks_reads_what_powers_and_investors_bid() -> None:
    case = {
        "options": {"variant": "exchange"},
        "position": {
            "phase": "S1901M",
            "units": {"FRANCE": ["A PAR"], "ITALY": ["A MAR"]},
            "balances": {"FRANCE": 9, "ANNA": 9, "BERT": 9},
            "investors": ["ANNA", "BERT"],
            "ceos": {"FRANCE": "ANNA"},
        },
        "orders": {"FRANCE": "3 : A PAR - BUR", "BERT": "4 : A PAR - GAS\n1 : A MAR - GAS"},
        "explain": True,
    }
    found = SYSTEM.case(case)
    assert found["treasury"]["bids"]["A PAR"] == [
        {"order": "- GAS", "total": 4, "by": {"BERT": 4}},
        {"order": "- BUR", "total": 3, "by": {"FRANCE": 3}},
    ]
    assert found["results"]["A PAR"]["cause"] == {"kind": "bounced", "by": ["A MAR"]}


# An Exchange game may be made under its own name, or under Payola's as one of its variants.

SEATS = ("ANNA", "BERT", "CARL")
OLD = {option.name: option.default for option in PAYOLA.options} | {"variant": "exchange", "players": 3}
NEW = {option.name: option.default for option in SYSTEM.options} | {"players": 3}


@pytest.mark.parametrize("variant", ["exchange", " Exchange "])
def test_payola_with_the_variant_is_played_by_exchange(variant: str) -> None:
    assert playing("payola", {"variant": variant}).name == "exchange"


@pytest.mark.parametrize("options", [{}, {"variant": "classic"}, {"variant": 7}, None, ["exchange"]])
def test_payola_with_other_options_is_played_by_payola(options: Any) -> None:
    assert playing("payola", options).name == "payola"


def test_others_play_their_games_themselves() -> None:
    assert playing("Exchange", {}).name == "exchange"
    assert playing("dip", {"variant": "exchange"}).name == "diplomacy"
    with pytest.raises(KeyError, match="no rule system 'narnia'"):
        playing("narnia", {"variant": "exchange"})


def test_under_both_names_the_same_game_begins() -> None:
    one, other = (SYSTEM.start(options, SEATS, Rng(b"seed")) for options in (OLD, NEW))
    assert SYSTEM.dump(one.state) == SYSTEM.dump(other.state)
    assert one.postings == other.postings


def test_its_own_name_has_the_options_that_mean_something_there() -> None:
    names = [option.name for option in SYSTEM.options]
    assert names == ["map", "nmr", "ebayola", "players", "cash", "price", "shares", "dividends", "dias", "votes"]
    assert all(option.only is None for option in SYSTEM.options)


def test_payola_itself_does_not_begin_one() -> None:
    with pytest.raises(ValueError, match="is played by the system of that name"):
        PAYOLA.start(OLD, SEATS, Rng(b"seed"))


def test_a_case_is_the_same_under_both_names() -> None:
    position = {"phase": "S1901X", "investors": list(SEATS), "balances": {"ANNA": 60}, "units": {}, "centers": {}}
    orders = {"ANNA": "BUY 3 FRANCE"}
    old = {"options": {"variant": "exchange"}, "position": position, "orders": orders}
    found = playing("payola", old["options"]).case(old)
    assert found["exchange"]["bought"] == {"ANNA": {"FRANCE": 3}}
    assert SYSTEM.case({"position": position, "orders": orders}) == found


# Canonical text of trades: parsing and printing are inverse, and the reader of mail files nothing else.


BOARD = load_board("standard")
INVESTORS = ("ANNA", "BERT", "CARL")
WRITER = "BERT"

comments = st.one_of(st.just(""), st.text(st.characters(exclude_characters="\n"), max_size=12).map(str.strip))


@st.composite
def trades(draw: st.DrawFn) -> Trade:
    number, power = draw(st.integers(1, MOST_SHARES)), draw(st.sampled_from(BOARD.powers))
    other = draw(st.sampled_from(["", "ANNA", "CARL"]))
    if not other:
        return Trade(False, number, power, comment=draw(comments))
    return Trade(draw(st.booleans()), number, power, other, draw(st.integers(0, MOST_MONEY)), draw(comments))


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(trades(), max_size=4))
def test_trades_are_parsed_as_they_were_printed(lines: list[Trade]) -> None:
    assert parse_trades(BOARD, INVESTORS, WRITER, print_trades(lines)) == lines


@settings(max_examples=examples(200), deadline=None)
@given(trades(), st.data(), st.text("0159BUYFORMTOSEL %\n", max_size=2))
def test_what_is_parsed_is_as_printed_and_what_is_read_is_parsed(trade: Trade, data: st.DataObject, slip: str) -> None:
    text = str(trade)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert str(parse_trade(BOARD, INVESTORS, WRITER, text)) == text
    filed = read(exchange(), WRITER, text.lower()).parts.get("trades", "")
    assert print_trades(parse_trades(BOARD, INVESTORS, WRITER, filed)) == filed


@pytest.mark.parametrize(
    "line",
    [
        *(
            "buy 3 FRANCE",
            "BUY 03 FRANCE",
            "BUY 3 France",
            "BUY 3 SPAIN",
            "BUY 0 FRANCE",
            "SELL 3 FRANCE",
            "BUY 3 FRANCE ",
        ),
        *("BUY 3 FRANCE FROM BERT FOR 5", "BUY 3 FRANCE TO ANNA FOR 5", "SELL 3 FRANCE FROM ANNA FOR 5", ""),
        *("BUY 3 FRANCE FROM DORA FOR 5", "BUY 3 FRANCE FROM ANNA FOR 05", "BUY 3 FRANCE % now"),
    ],
)
def test_what_is_not_canonical_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_trade(BOARD, INVESTORS, WRITER, line)
