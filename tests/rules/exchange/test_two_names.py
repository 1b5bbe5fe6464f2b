"""An Exchange game may be made under its own name, or under Payola's as one of its variants."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.exchange.system import SYSTEM
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.registry import playing
from judge.rules.rng import Rng

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
