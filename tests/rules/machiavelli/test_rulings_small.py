"""Rulings 2.5, 13.5 and 13.8: rebellions that a bribe liberates, what is told before phase B, who sends nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Json, Orders, Outcome, only, sheet_of
from tests.rules.machiavelli.table import phase, state

RNG = Rng(b"seed")
PAYEE = "PAPACY"
GIVER = "FLORENCE"


def opened() -> Any:
    return SYSTEM.start({}, SYSTEM.seating({}).names, RNG).state


def told_to(outcome: Outcome, role: str) -> list[Json]:
    return [event.data for event in outcome.events if event.audience.includes(only(role))]


def test_ruling_13_5_nothing_that_is_sent_before_the_deadline_is_known_to_the_one_who_gets_it() -> None:
    state = opened()
    gift = SYSTEM.read(SYSTEM.view(state, only(GIVER)), GIVER, sheet_of("Give 2 to the Pope"))
    # It is filed, not done: no act could tell anybody, and the payee's view is made of the state alone.
    assert gift.acts == ()
    assert gift.parts["gifts"] == f"GIVE 2 {PAYEE}"
    before = SYSTEM.view(state, only(PAYEE))
    outcome = SYSTEM.adjudicate(state, {GIVER: gift.parts}, RNG)
    assert SYSTEM.view(state, only(PAYEE)) == before
    without = SYSTEM.adjudicate(state, {}, RNG)
    assert outcome.state.ducats[PAYEE] == without.state.ducats[PAYEE] + 2
    assert told_to(outcome, PAYEE) != told_to(without, PAYEE)


def _read(state: Any, role: str, text: str) -> Orders:
    return SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text)).parts


def test_ruling_13_8_whoever_sends_nothing_gets_the_default_orders_and_nobody_waits() -> None:
    state = opened()
    forms = {role: SYSTEM.form(SYSTEM.view(state, only(role)), {}) for role in BOARD.countries}
    raised = {role: _read(state, role, f"Raise {form.partition('Raise ')[2]}") for role, form in forms.items()}
    state = SYSTEM.adjudicate(state, raised, RNG).state
    for _ in range(4):
        phase = SYSTEM.phase(state)
        assert phase is not None
        assert phase.missing == "default"
        # What the sheet to answer with says before it is changed: salaries in the order of 7.3, all units hold.
        defaults = {role: _read(state, role, SYSTEM.form(SYSTEM.view(state, only(role)), {})) for role in phase.roles}
        assert any(defaults.values())
        silent, written = (SYSTEM.adjudicate(state, orders, RNG).state for orders in ({}, defaults))
        assert SYSTEM.dump(silent) == SYSTEM.dump(written)
        state = silent


def test_7_2_the_sheet_of_spring_offers_a_garrison_where_an_army_stands_beside_armies_elsewhere() -> None:
    view = SYSTEM.view(state("FLORENCE A FIR; FLORENCE A PIS; FLORENCE G PIS", "SPR1461A"), only("FLORENCE"))
    offered = [line.removeprefix("// ") for line in SYSTEM.form(view, {}).splitlines() if line.startswith("// Raise")]
    assert offered == ["Raise G FIR", "Raise A ARE", "Raise A PST"]
    assert not SYSTEM.read(view, "FLORENCE", sheet_of("\n".join(["Pay all", *offered]))).problems


@pytest.mark.parametrize(
    ("units", "sieges", "form"),
    [
        ("MILAN A MAN; VENICE G MAN", ["MAN"], "A MAN B MAN"),
        ("MILAN A MAN; VENICE G MAN", [], "A MAN H"),
        ("MILAN A MAN; MILAN G MAN", ["MAN"], "G MAN H\nA MAN H"),
        ("MILAN F LAG; VENICE G VEN", ["LAG"], "F LAG B VEN"),
        ("MILAN A MAN", ["MAN"], "A MAN H"),
    ],
)
def test_9_4_the_sheet_to_answer_with_goes_on_with_a_siege_of_one_season(
    units: str, sieges: list[str], form: str
) -> None:
    besieging = state(units, sieges=sieges)
    view = SYSTEM.view(besieging, only("MILAN"))
    assert SYSTEM.form(view, {}) == form
    assert SYSTEM.without_orders(view).startswith("your units hold")
    assert not SYSTEM.read(view, "MILAN", sheet_of(form)).problems


def test_ruling_2_5_a_rebellion_that_a_bribe_liberates_supports_until_the_season_ends_and_the_page_says_so() -> None:
    """11.3 does not say when it ends, and bribes come before the orders (D.4, F)."""
    board = "FERRARA A MAN; FERRARA G MAN; VENICE A VER; MILAN A CRE"
    letters = {"MILAN": "BUY G MAN 36", "FERRARA": "A MAN H", "VENICE": "A VER - MAN"}
    found = phase(board, letters, ducats={"MILAN": 36}, rebellions={"MAN": "FERRARA"}).state.position
    assert found.units["MAN/G"].owner == "MILAN"
    assert found.units["MAN"].owner == "VENICE", "two against one"
    assert found.rebellions == {}
    page = Path(__file__).parents[3] / "docs/rulings/machiavelli.md"
    (ruling,) = (line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("- **2.5**"))
    assert "until then the rebellion gives its support" in ruling
