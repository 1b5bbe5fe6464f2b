"""Short press of the steady player of Diplomacy: supports that are asked for, granted, and relied upon."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.rules.computers import Heard, Message, Writing, situation_of
from judge.rules.diplomacy.computer.letters import Request, rely
from judge.rules.diplomacy.computer.plan import Planner, worth_of
from judge.rules.diplomacy.orders import SUPPORT, Order
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.rng import Rng
from tests.rules.diplomacy.test_computers import table

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
