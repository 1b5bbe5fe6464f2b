"""What the computer players of Diplomacy order, and the press of the steady one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench._sheets import position
from judge.rules.computers import Heard, Message, Writing, situation_of
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import parse_moves
from judge.rules.diplomacy.computer.letters import Request, rely
from judge.rules.diplomacy.computer.plan import Planner, moves, steps, supports, worth_of
from judge.rules.diplomacy.computer.players import (
    novice_orders,
    order_lines,
    planned,
    random_orders,
    reason,
    upkeep,
)
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.orders import MOVE, SUPPORT, Order
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.rng import Rng, Stream
from tests.rules.diplomacy.tables import load_table
from tests.support.soaking import examples

STREAM = Rng(b"computers").at("x")


def table(phase: str, units: Mapping[str, Sequence[str]], centers: Mapping[str, Sequence[str]], **more: Any) -> Table:
    data = {"units": {power: list(each) for power, each in units.items()}, **more}
    return load_table(
        "standard", {"phase": phase, "centers": {key: list(each) for key, each in centers.items()}, **data}
    )


def steady(here: Table, power: str) -> list[str]:
    _, orders = planned(here, power, Rng(b"computers").at("steady"))
    return order_lines(here, orders)


def test_two_units_take_together_what_one_cannot() -> None:
    here = table(
        "F1901M",
        {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"]},
        {"FRANCE": ["PAR", "MAR", "BEL", "HOL"], "GERMANY": ["MUN", "KIE", "BER"]},
    )
    assert steady(here, "FRANCE") in (["A BUR - MUN", "A RUH S A BUR - MUN"], ["A BUR S A RUH - MUN", "A RUH - MUN"])


def test_a_fleet_carries_an_army_to_where_it_is_worth_more() -> None:
    here = table("F1901M", {"ENGLAND": ["A YOR", "F NTH", "F NWG"]}, {"ENGLAND": ["EDI", "LON", "LVP"]})
    assert steady(here, "ENGLAND") == ["F NTH C A YOR - HOL", "F NWG - NWY", "A YOR - HOL"]


def test_no_army_sails_over_a_sea_for_what_it_can_walk_to() -> None:
    here = table("F1901M", {"TURKEY": ["A CON", "F AEG"]}, {"TURKEY": ["CON", "SMY", "ANK"]})
    assert not any(" C " in line for line in steady(here, "TURKEY"))


def test_a_free_center_is_taken_before_the_year_ends() -> None:
    here = table("F1901M", {"TURKEY": ["A SER"]}, {"TURKEY": ["CON", "BUL", "GRE", "RUM"], "AUSTRIA": ["BUD", "TRI"]})
    assert steady(here, "TURKEY") == ["A SER H"]
    here = table("F1901M", {"TURKEY": ["A BUL"]}, {"TURKEY": ["CON", "BUL", "GRE", "RUM"]})
    assert steady(here, "TURKEY") == ["A BUL - SER"]


ORDERS: Mapping[str, Callable[[Table, str, Stream], Mapping[Unit, Order]]] = {
    "random": lambda here, power, stream: random_orders(here, here.units_of(power), stream),
    "novice": novice_orders,
    "steady": lambda here, power, stream: planned(here, power, stream)[1],
}


@pytest.mark.parametrize("player", ORDERS)
@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 10_000), season=st.sampled_from("SF"))
def test_each_unit_gets_one_legal_order(player: str, seed: int, season: str) -> None:
    where = position(30, seed)
    here = Table("standard", read_label(f"{season}1905M"), sorted_units(list(where.units.values())), {})
    for power in here.board.powers:
        orders = ORDERS[player](here, power, Rng(str(seed).encode()).at(power))
        assert set(orders) == set(here.units_of(power))
        for unit, line in zip(here.units_of(power), order_lines(here, orders), strict=True):
            assert parse_moves(here, power, line) == {unit: orders[unit]}


@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_novice_sends_no_two_units_to_one_place(seed: int) -> None:
    where = position(34, seed)
    here = Table("standard", read_label("S1905M"), sorted_units(list(where.units.values())), {})
    for power in here.board.powers:
        orders = novice_orders(here, power, Rng(str(seed).encode()).at("novice"))
        goals = [here.board.province_of[order.target] for order in orders.values() if order.verb == MOVE]
        assert len(goals) == len(set(goals))


def test_what_a_unit_can_be_ordered_is_what_it_can_do() -> None:
    here = table("S1901M", {"FRANCE": ["F BRE"], "ENGLAND": ["F ENG"]}, {})
    (fleet,) = here.units_of("FRANCE")
    assert moves(here, fleet) == ("ENG", "GAS", "MAO", "PIC")
    assert len(steps(here, fleet)) == 5
    assert {each.other for each in supports(here, fleet)} == {"ENG"}


def test_a_unit_that_must_go_goes_where_it_is_worth_most() -> None:
    here = table(
        "F1901R",
        {"GERMANY": ["A BUR"]},
        {"FRANCE": ["PAR"], "GERMANY": ["BEL", "MUN"]},
        dislodged={"A BUR": {"power": "FRANCE", "from": "MUN", "retreats": ["PAR", "RUH", "GAS"]}},
    )
    lines = upkeep(here, "FRANCE", worth_of(here, "FRANCE", "S"), STREAM)
    assert lines in (["A BUR - PAR"], ["A BUR - RUH"])
    assert upkeep(here, "FRANCE", None, STREAM)[0].startswith("A BUR - ")


def test_no_more_is_built_than_is_owed_and_no_two_in_one_place() -> None:
    here = table("W1901A", {"RUSSIA": ["A MOS"]}, {"RUSSIA": ["MOS", "WAR", "STP", "SEV", "RUM"]})
    for worth in (worth_of(here, "RUSSIA", "S"), None):
        lines = upkeep(here, "RUSSIA", worth, STREAM)
        assert len(lines) == 3
        assert len({line.split()[2][:3] for line in lines}) == 3


def test_what_is_worth_least_is_disbanded() -> None:
    here = table("W1901A", {"FRANCE": ["A PAR", "A SYR"], "GERMANY": ["A BUR"]}, {"FRANCE": ["PAR"]})
    assert upkeep(here, "FRANCE", worth_of(here, "FRANCE", "S"), STREAM) == ["DISBAND A SYR"]


def test_it_says_what_it_goes_for() -> None:
    here = table("F1901M", {"TURKEY": ["A BUL"]}, {"TURKEY": ["CON", "BUL", "GRE", "RUM"]})
    assert reason(here, "TURKEY", planned(here, "TURKEY", STREAM)[1]) == "I go for Serbia."
    assert set(SYSTEM.computers) == {"random", "novice", "steady"}


# Short press of the steady player of Diplomacy: supports that are asked for, granted, and relied upon.

RNG = Rng(b"computers", "F1901M")
WEST = (
    {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"], "ITALY": ["A TYR", "A ROM"]},
    {"FRANCE": ["PAR", "MAR", "BEL"], "GERMANY": ["MUN", "BER", "KIE"], "ITALY": ["ROM", "VEN", "NAP", "TRI"]},
)
EAST = (
    {"TURKEY": ["A SER"], "RUSSIA": ["A RUM"], "AUSTRIA": ["A BUD"]},
    {"TURKEY": ["CON", "BUL", "GRE"], "RUSSIA": ["RUM", "SEV"], "AUSTRIA": ["BUD", "TRI", "VIE"]},
)
WANTED = "A TYR S A BUR - MUN"
HELP = "A SER S A RUM - BUD"


def _write(where: Any, seat: str, *heard: str, sender: str = "", said: tuple[str, ...] = (), turn: int = 0) -> Writing:
    names = SYSTEM.seating({}).names
    state = replace(SYSTEM.start({}, names, Rng(b"x", "START")).state, table=table("F1901M", *where))
    others = [name for name in names if name != seat]
    letters = [Heard("F1901M", sender, (seat,), text) for text in heard]
    own = [Heard("F1901M", seat, (sender,), text) for text in said]
    here = situation_of(SYSTEM, state, seat, RNG, heard=letters, said=own, addressees=others, turn=turn)
    assert here is not None
    return SYSTEM.computers["steady"].write(here)


def test_it_asks_the_owner_of_a_unit_that_would_help_once_a_phase() -> None:
    first = _write(WEST, "FRANCE")
    assert "A BUR - MUN" in first.sheets["FRANCE"]
    assert first.messages == (Message(("ITALY",), f"Would you order {WANTED}? I order A BUR - MUN."),)
    assert _write(WEST, "FRANCE", turn=1).messages == ()


def test_a_support_is_granted_by_a_unit_that_would_merely_stay_and_then_it_is_ordered() -> None:
    assert _write(EAST, "TURKEY").sheets["TURKEY"] == "A SER H"
    writing = _write(EAST, "TURKEY", f"Would you order {HELP}?", sender="RUSSIA", turn=1)
    assert writing.messages == (Message(("RUSSIA",), f"Agreed: {HELP}."),)
    assert writing.sheets["TURKEY"] == HELP


def test_an_answer_is_given_once_and_kept_to() -> None:
    writing = _write(EAST, "TURKEY", f"{HELP}?", sender="RUSSIA", said=(f"Agreed: {HELP}.",), turn=2)
    assert (writing.messages, writing.sheets["TURKEY"]) == ((), HELP)


@pytest.mark.parametrize(
    ("where", "seat", "sender", "text"),
    [
        (WEST, "FRANCE", "ITALY", "A BUR S A TYR - MUN?"),
        (EAST, "TURKEY", "AUSTRIA", "Please order A SER S A BUD - RUM."),
    ],
    ids=["it has something better to do", "granted"],
)
def test_who_has_something_better_to_do_says_no(where: Any, seat: str, sender: str, text: str) -> None:
    writing = _write(where, seat, text, sender=sender, turn=1)
    (answer,) = writing.messages
    assert answer.to == (sender,)
    assert answer.text.startswith("Agreed: " if where is EAST else "No, thank you: A BUR is needed.")
    assert (" S " in writing.sheets[seat]) is (where is EAST)


def test_nobody_helps_to_take_what_is_its_own() -> None:
    writing = _write(EAST, "AUSTRIA", "A BUD S A RUM - TRI, A BUD S A SER - TRI!", sender="RUSSIA", turn=1)
    assert not any(message.text.startswith("Agreed") for message in writing.messages)


@pytest.mark.parametrize("answer", [f"Agreed: {WANTED}.", "Yes, gladly"])
def test_what_others_have_agreed_to_is_relied_upon(answer: str) -> None:
    asked = f"Would you order {WANTED}? I order A BUR - MUN."
    writing = _write(WEST, "FRANCE", answer, sender="ITALY", said=(asked,), turn=1)
    assert "A BUR - MUN" in writing.sheets["FRANCE"]
    assert writing.messages == ()


def test_whoever_is_helped_keeps_to_the_move_and_counts_the_help() -> None:
    here = table("F1901M", *WEST)
    planner = Planner(here, here.units_of("FRANCE"), worth_of(here, "FRANCE", "F"))
    planner.improve(RNG.at("x"))
    army, helper = here.position.units["BUR"], here.position.units["TYR"]
    before = planner.score(planner.tasks)
    assert not rely(planner, [Request("ITALY", helper, Order("TYR", SUPPORT, "BUR", "RUH"))])
    assert rely(planner, [Request("ITALY", helper, Order("TYR", SUPPORT, "BUR", "MUN"))])
    assert planner.score(planner.tasks) > before
    assert army in planner.settled


@pytest.mark.parametrize("text", ["A ATLANTIS S A BUR - MUN", "A TYR S A PAR - MUN", "5 for A BUR H", "S " * 300, ""])
def test_what_asks_for_no_support_is_not_answered(text: str) -> None:
    assert _write(WEST, "FRANCE", text, sender="ITALY", turn=1).messages == ()
