"""What a player might learn from a phase, of what they are told."""

from __future__ import annotations

from judge.rules.payola.comments import comments_on
from judge.rules.payola.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of

SHEETS = {
    "FRANCE": "7 : A PAR - BUR\n3 : A MAR - SPA\n4 : F BRE - MAO\n2 : A MUN H",
    "GERMANY": "6 : A MUN - RUH\n9 : F BRE - ENG\n1 : A PAR H",
    "ITALY": "5 : A MAR H",
}


def _comments(power: str) -> tuple[str, ...]:
    state = SYSTEM.start({"map": "standard"}, SYSTEM.seating({}).names, Rng(b"seed", "START")).state
    orders = {
        role: dict(SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text)).parts)
        for role, text in SHEETS.items()
    }
    outcome = SYSTEM.adjudicate(state, orders, Rng(b"seed", "S1901M"))
    return comments_on([event for event in outcome.events if event.audience.includes(only(power))])


def test_the_order_that_nobody_else_paid_for_was_overpaid() -> None:
    assert _comments("FRANCE")[0].startswith("You alone paid for A PAR - BUR: 7 AgP.")


def test_the_offer_that_lost_by_least_is_told_with_what_would_have_won() -> None:
    assert _comments("FRANCE")[1] == "A MAR took 5 AgP for something else. Your 3 lost: 3 more would have won."


def test_what_others_had_an_own_unit_do_nobody_could_see_coming() -> None:
    assert _comments("FRANCE")[2].startswith("Others paid 9 AgP for F BRE - ENG, of your own unit.")


def test_of_an_offer_for_anothers_unit_it_is_not_told_how_much_was_missing() -> None:
    assert "By how much only the end of the game tells" in _comments("GERMANY")[1]


def test_who_wrote_nothing_reads_no_more_than_three_sentences_and_no_event_no_sentence() -> None:
    assert len(_comments("TURKEY")) in (0, 3)
    assert comments_on([]) == ()
