"""How the computer players of Payola bid, deal and keep their word."""

from __future__ import annotations

import re
from typing import Any

import pytest

from judge.rules.computers import Heard, Message, Situation, Told, Writing, situation_of
from judge.rules.payola.computer.market import FIRST_LEVEL, market_of
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Event, only, sheet_of
from tests.rules.payola.positions import state_of

RNG = Rng(b"computers", "F1901M")
STEADY = SYSTEM.computers["steady"]
PLAYERS = tuple(SYSTEM.computers)


def _situation(state: Any, seat: str, **more: Any) -> Situation:
    here = situation_of(SYSTEM, state, seat, RNG, addressees=[x for x in SYSTEM.seating({}).names if x != seat], **more)
    assert here is not None
    return here


def _heard(text: str, sender: str = "ITALY", label: str = "F1901M") -> Heard:
    return Heard(label, sender, ("FRANCE",), text)


def _offers(writing: Writing, seat: str = "FRANCE") -> dict[str, int]:
    """Order -> what is offered for it."""
    return {
        line.partition(" : ")[2]: int(line.split()[0]) for line in writing.sheets[seat].splitlines() if " : " in line
    }


QUIET = {"FRANCE": ["A PAR", "F BRE"], "ITALY": ["A TUS"], "TURKEY": ["A SMY"]}
CENTERS = {"FRANCE": ["PAR", "BRE"], "ITALY": ["ROM"], "TURKEY": ["SMY"]}


def _quiet(**more: Any) -> Any:
    return state_of("F1901M", QUIET, CENTERS, {"FRANCE": 40, "ITALY": 40, "TURKEY": 40}, **more)


def test_an_offer_for_an_order_that_costs_nothing_is_agreed_to_and_kept() -> None:
    first = STEADY.write(_situation(_quiet(), "ITALY"))
    wanted = next(iter(_offers(first, "ITALY")))
    writing = STEADY.write(_situation(_quiet(), "ITALY", turn=1, heard=[_heard(f"3 for {wanted}", "FRANCE")]))
    assert writing.messages == (Message(("FRANCE",), f"Agreed: 3 for {wanted}."),)
    assert wanted in _offers(writing, "ITALY")


def test_a_high_offer_is_agreed_to_and_a_low_one_is_not() -> None:
    said = {}
    for amount in (1, 900):
        writing = STEADY.write(_situation(_quiet(), "FRANCE", turn=1, heard=[_heard(f"{amount} for A PAR H")]))
        said[amount] = (writing.messages[0].text, "A PAR H" in _offers(writing))
    assert said[1] == ("No, thank you: A PAR has something better to do.", False)
    assert said[900] == ("Agreed: 900 for A PAR H.", True)


def test_an_answer_is_given_once() -> None:
    heard = [_heard("900 for A PAR H")]
    said = [Heard("F1901M", "FRANCE", ("ITALY",), "Agreed: 900 for A PAR H.")]
    writing = STEADY.write(_situation(_quiet(), "FRANCE", turn=2, heard=heard, said=said))
    assert (writing.messages, "A PAR H" in _offers(writing)) == ((), True)


@pytest.mark.parametrize(
    "text", ["5 for A ATLANTIS H", "5 for A PAR - MOS", "99999 for A PAR H", "for A PAR H", "5 for " + "A" * 9999, ""]
)
def test_what_is_no_offer_is_not_answered(text: str) -> None:
    assert STEADY.write(_situation(_quiet(), "FRANCE", turn=1, heard=[_heard(text)])).messages == ()


def _letter(order: str, power: str = "ITALY", label: str = "S1901M") -> Told:
    """The results in which this order was issued."""
    row = {"power": power, "unit": order[:5], "order": order}
    return Told(label, (Event(only("FRANCE"), "movement", {"orders": [row]}),))


AGREED = _heard("Agreed: 6 for A VEN H.", label="S1901M")
ASKED = Heard("S1901M", "FRANCE", ("ITALY",), "6 for A VEN H. I pay by transfer once it is done.")
ANSWERED = Heard("S1901M", "FRANCE", ("ITALY",), "Agreed: 6 for A VEN H.")


@pytest.mark.parametrize(
    ("told", "heard", "said", "turn", "paid"),
    [
        ([_letter("A VEN H")], [AGREED], [ASKED], 0, True),
        ([_letter("A VEN - TYR")], [AGREED], [ASKED], 0, False),
        ([_letter("A VEN H", "TURKEY")], [AGREED], [ASKED], 0, False),
        ([_letter("A VEN H")], [], [ASKED], 0, False),
        ([_letter("A VEN H")], [_heard("Yes, gladly.", label="S1901M")], [ASKED], 0, True),
        ([_letter("A VEN H")], [_heard("No.", label="S1901M")], [ASKED], 0, False),
        ([_letter("A VEN H")], [_heard("Agreed: 9 for A TUS H.", label="S1901M")], [ASKED], 0, False),
        ([_letter("A VEN H")], [_heard("6 for A Venice holds", label="S1901M")], [ANSWERED], 0, True),
        ([_letter("A VEN H")], [AGREED], [], 0, False),
        ([_letter("A VEN H")], [AGREED], [ASKED], 1, False),
        ([_letter("A VEN H"), Told("S1901R", ())], [AGREED], [ASKED], 0, False),
    ],
    ids=[
        *("done", "not done", "another's unit", "not agreed", "a plain yes", "a plain no", "agreed to something else"),
        *("its own yes", "never asked", "paid already", "a phase ago"),
    ],
)
def test_a_promise_is_paid_once_where_it_was_agreed_and_done(
    told: list[Told], heard: list[Heard], said: list[Heard], turn: int, paid: bool
) -> None:
    writing = STEADY.write(_situation(_quiet(), "FRANCE", told=told, heard=heard, said=said, turn=turn))
    assert ("TRANSFER 6 TO ITALY" in writing.sheets["FRANCE"]) is paid


def test_what_an_own_unit_was_lost_for_is_offered_the_next_time() -> None:
    def told(total: int, own: int) -> Told:
        rows = [{"unit": "A PAR", "order": "A PAR H", "total": total, "own": own}]
        return Told("F1900M", (Event(only("FRANCE"), "statement", {"units": rows, "lines": []}),))

    levels = [
        market_of(_situation(_quiet(), "FRANCE", told=letters), "FRANCE", "F").level
        for letters in ([], [told(20, 0)], [told(20, 20)], [told(20, 0)] * 3)
    ]
    assert levels[0] == FIRST_LEVEL
    assert levels[2] < FIRST_LEVEL < levels[1] < levels[3]


def test_a_unit_that_was_not_to_be_had_costs_more_and_one_that_was_less() -> None:
    def told(paid: int | None) -> Told:
        line = {"line": "12 : A TUS H", "offered": 12, "paid": paid}
        movement = Event(
            only("FRANCE"), "movement", {"orders": [{"power": "ITALY", "unit": "A TUS", "order": "A TUS H"}]}
        )
        return Told("F1900M", (movement, Event(only("FRANCE"), "statement", {"units": [], "lines": [line]})))

    here = [_situation(_quiet(), "FRANCE", told=[told(paid)]) for paid in (None, 12)]
    dear, cheap = (market_of(each, "FRANCE", "F").price("ITALY", dummy=False) for each in here)
    assert dear > 12 > cheap


def test_a_dummys_unit_that_turns_an_attack_is_hired() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"], "ITALY": ["A TYR"]}
    centers = {"FRANCE": ["BEL", "MAR", "PAR"], "GERMANY": ["MUN", "BER", "KIE"], "ITALY": ["ROM"]}
    state = state_of("F1901M", units, centers, {"FRANCE": 40}, dummies=("ITALY",))
    offers = _offers(STEADY.write(_situation(state, "FRANCE")))
    assert {"A BUR - MUN", "A TYR S A BUR - MUN"} <= set(offers)


def test_nobodys_unit_is_hired_against_its_owner() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}
    centers = {"FRANCE": ["PAR"], "GERMANY": ["MUN", "BER", "KIE"]}
    state = state_of("F1901M", units, centers, {"FRANCE": 90})
    offers = _offers(STEADY.write(_situation(state, "FRANCE")))
    assert not any(order.startswith("A RUH S A BUR - MUN") for order in offers)


@pytest.mark.parametrize("season", ["S", "F"])
def test_a_year_is_not_spent_in_spring(season: str) -> None:
    state = state_of(f"{season}1901M", QUIET, CENTERS, {"FRANCE": 20})
    spent = sum(_offers(STEADY.write(_situation(state, "FRANCE"))).values())
    assert spent <= (10 if season == "S" else 17)


@pytest.mark.parametrize("strength", PLAYERS)
def test_who_has_no_money_and_no_unit_writes_a_sheet_all_the_same(strength: str) -> None:
    state = state_of("F1901M", {"TURKEY": ["A SMY"]}, CENTERS, {})
    for seat in ("FRANCE", "TURKEY"):
        here = _situation(state, seat)
        reading = SYSTEM.read(
            SYSTEM.view(state, only(seat)), seat, sheet_of(SYSTEM.computers[strength].write(here).sheets[seat])
        )
        assert not [problem for problem in reading.problems if not problem.warning]


def test_it_says_in_a_sentence_why() -> None:
    assert re.match(r"I go for .+\.$|Nothing can be taken now", STEADY.write(_situation(_quiet(), "FRANCE")).why)


@pytest.mark.parametrize(("variant", "lists"), [("standard", 1), ("loyal", 0)])
def test_p23_a_list_is_written_once_a_year_and_none_for_loyal_units(variant: str, lists: int) -> None:
    state = state_of("S1901M", QUIET, CENTERS, {"FRANCE": 20}, variant=variant)
    lines = STEADY.write(_situation(state, "FRANCE")).sheets["FRANCE"].splitlines()
    assert sum(line.startswith("ACCEPT") for line in lines) == lists
