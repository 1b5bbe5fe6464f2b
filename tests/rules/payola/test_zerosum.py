"""Payola 6.7 and ruling P24: money only changes hands."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.payola.treasury import ASIDE, FIRST_CAPTURE
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.story import Story, plotted
from judge.rules.values import RESIGN, Orders, PhaseRecord, only, sheet_of
from tests.rules.payola.played import POWERS, RNG, act, adjudicate, at, opening, told
from tests.support.bots import gambles
from tests.support.soaking import some

ZEROSUM = {"variant": "zerosum"}


def fall(units: dict[str, list[str]], centers: dict[str, list[str]], **changes: Any) -> PayolaState:
    balances = dict.fromkeys(POWERS, 0) | changes.pop("balances", {})
    return at("F1901M", units, centers, ZEROSUM, balances=balances, **changes)


def world(state: PayolaState) -> int:
    """All the money there is."""
    return sum(SYSTEM.accounts(state).values())


def test_p24_each_power_begins_with_10_a_center() -> None:
    assert dict(opening(**ZEROSUM).balances) == {power: 40 if power == "RUSSIA" else 30 for power in POWERS}


def test_p24_what_is_paid_for_a_unit_is_put_aside_for_its_owner() -> None:
    outcome = adjudicate(opening(**ZEROSUM), FRANCE="4 : A MUN - RUH\n3 : A PAR - BUR", AUSTRIA="2 : A MUN - RUH")
    assert dict(outcome.state.aside) == {"GERMANY": 6, "FRANCE": 3}
    assert outcome.state.balances["FRANCE"] == 30 - 7
    assert outcome.state.balances["GERMANY"] == 30
    assert world(outcome.state) == 220


def test_p24_for_a_dummys_units_too() -> None:
    outcome = adjudicate(opening(**ZEROSUM, dummies=["ITALY"]), FRANCE="4 : A VEN - TYR")
    assert dict(outcome.state.aside) == {"ITALY": 4}
    assert world(outcome.state) == 220


def test_p24_only_what_is_really_paid_is_put_aside() -> None:
    outcome = adjudicate(opening(**ZEROSUM, ebayola=True), FRANCE="9 : A MUN - RUH", GERMANY="3 : A MUN H")
    assert dict(outcome.state.aside) == {"GERMANY": 4}
    assert outcome.state.balances["FRANCE"] == 30 - 4


def test_p24_the_ledger_does_not_tell_the_owner_who_paid() -> None:
    outcome = adjudicate(opening(**ZEROSUM), FRANCE="4 : A MUN - RUH", AUSTRIA="2 : A MUN - RUH")
    kept = [each for each in outcome.postings if each.currency == ASIDE]
    assert [(each.account, each.amount) for each in kept] == [("GERMANY", 6)]


def test_p24_the_plot_of_the_treasuries_ends_without_what_is_still_put_aside() -> None:
    begun = SYSTEM.start(ZEROSUM, POWERS, RNG)
    outcome = adjudicate(begun.state, FRANCE="4 : A MUN - RUH")
    record = (PhaseRecord("S1901M", {}, outcome.events, (*begun.postings, *outcome.postings)),)
    (chart,) = (
        each for each in plotted(SYSTEM.charts(Story((), None, SYSTEM.opened(record)))) if each.name == "treasuries"
    )
    assert chart.labels == ("S1901M", "End")
    assert (chart.series["GERMANY"], chart.series["FRANCE"]) == ((30, 30), (30, 26))


def test_p24_money_put_aside_cannot_be_spent() -> None:
    state = replace(opening(**ZEROSUM), aside={"FRANCE": 99})
    assert told(adjudicate(state, FRANCE="60 : A PAR - BUR"), "FRANCE", "statement")[0]["expended"] == 30


def test_p24_a_power_reads_what_is_put_aside_for_it() -> None:
    state = replace(opening(**ZEROSUM), aside={"FRANCE": 9, "GERMANY": 4})
    assert SYSTEM.view(state, only("FRANCE")).aside == 9
    assert SYSTEM.view(opening(), only("FRANCE")).aside is None


def test_p24_it_enters_the_account_after_the_fall_and_there_is_no_tax() -> None:
    state = fall({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, aside={"FRANCE": 7}, balances={"FRANCE": 5})
    outcome = adjudicate(state, FRANCE="2 : A PAR H")
    assert outcome.state.balances["FRANCE"] == 5 - 2 + 7 + 2
    assert outcome.state.aside == {}
    assert told(outcome, "FRANCE", "year") == [
        {"entries": [{"amount": 9, "reason": "F1901M: paid for own units this year"}], "balance": 12}
    ]


def test_p24_not_before_the_fall_retreats() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, ZEROSUM)
    assert dict(adjudicate(state, FRANCE="2 : A PAR H").state.aside) == {"FRANCE": 2}


def test_p24_a_centers_first_owner_gets_10() -> None:
    outcome = adjudicate(fall({"FRANCE": ["A SPA"]}, {"FRANCE": ["PAR"]}), FRANCE="0 : A SPA H")
    assert outcome.state.balances["FRANCE"] == FIRST_CAPTURE


def test_p24_that_10_comes_once_in_the_game() -> None:
    state = fall({"GERMANY": ["A SPA"]}, {"FRANCE": ["PAR", "SPA"], "GERMANY": ["MUN"]})
    after = adjudicate(state, GERMANY="0 : A SPA H").state
    assert after.table.centers["GERMANY"] == ("MUN", "SPA")
    assert world(after) == 0


def test_p24_a_home_center_that_another_owned_brings_no_10_either() -> None:
    state = fall({"FRANCE": ["A PAR"]}, {"GERMANY": ["MUN", "PAR"]}, balances={"GERMANY": 9})
    after = adjudicate(state, FRANCE="0 : A PAR H").state
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (4, 5)


def test_p24_a_captured_center_brings_its_share_of_the_old_owners_balance() -> None:
    state = fall(
        {"FRANCE": ["A MUN"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
        balances={"GERMANY": 20},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A BER H").state
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (6, 14)


def test_p24_the_centers_are_counted_as_the_year_began() -> None:
    state = fall(
        {"FRANCE": ["A MUN"], "GERMANY": ["A DEN", "A HOL"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "MUN"]},
        balances={"GERMANY": 20},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A DEN H").state
    # Germany owns three centers now, but two when the year began
    assert after.table.count("GERMANY") == 3
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (10, 10 + 2 * FIRST_CAPTURE)


def test_p24_every_share_is_reckoned_from_the_balance_of_one_instant() -> None:
    state = fall(
        {"FRANCE": ["A MUN", "A KIE"], "GERMANY": ["A BER"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
        balances={"GERMANY": 20},
        aside={"GERMANY": 3},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A BER H").state
    # 23 by three centers is 7, twice
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (14, 9)


def test_p24_gains_of_the_same_fall_do_not_swell_a_share() -> None:
    state = fall(
        {"FRANCE": ["A MUN"], "GERMANY": ["A PAR"]},
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
        balances={"GERMANY": 20, "FRANCE": 6},
    )
    after = adjudicate(state, FRANCE="0 : A MUN H", GERMANY="0 : A PAR H").state
    assert (after.balances["FRANCE"], after.balances["GERMANY"]) == (20, 6)


def test_p24_money_leaves_the_world_when_an_eliminated_player_resigns() -> None:
    state = fall({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, aside={"ITALY": 3}, balances={"ITALY": 7, "FRANCE": 1})
    outcome = act(state, "ITALY", RESIGN)
    assert world(outcome.state) == 1
    assert sum(each.amount for each in outcome.postings) == -10


@pytest.mark.parametrize("other", [{"income": "flat 3"}, {"cap": 9}, {"pays": ["SPRING", "FALL"]}])
def test_p24_an_income_cannot_be_set(other: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="pays no income"):
        SYSTEM.start({**ZEROSUM, **other}, POWERS, RNG)


@pytest.mark.parametrize("seed", some(range(6), 3))
@pytest.mark.parametrize("more", [{}, {"ebayola": True}, {"dummies": ["ITALY", "TURKEY"]}])
def test_p24_money_is_conserved_over_whole_random_games(seed: int, more: dict[str, Any]) -> None:
    luck = random.Random(seed)
    strategy = gambles(luck)
    state = opening(**ZEROSUM, **more)
    money = world(state)
    for number in range(20):
        phase = SYSTEM.phase(state)
        if phase is None:
            break
        orders: dict[str, Orders] = {}
        for role in phase.roles:
            view = SYSTEM.view(state, only(role))
            orders[role] = dict(SYSTEM.read(view, role, sheet_of(strategy(view))).parts)
        outcome = SYSTEM.adjudicate(state, orders, Rng(bytes([seed]), str(number)))
        first = sum(each.amount for each in outcome.postings if "first time" in each.reason)
        money += first
        state = outcome.state
        assert world(state) == money
        assert min(state.balances.values()) >= 0
