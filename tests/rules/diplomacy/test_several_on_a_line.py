"""Several whole orders on one line: what is read, and what is told with nothing of the line filed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.diplomacy.board import load_board
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Reading, only, sheet_of
from tests.rules.diplomacy.tables import load_table

STATE = SYSTEM.start({}, load_board("standard").powers, Rng(b"seed", "S1901M")).state
OPENING = ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]


def reading(text: str, power: str = "FRANCE") -> Reading:
    return SYSTEM.read(SYSTEM.view(STATE, only(power)), power, sheet_of(text))


def filed(text: str, power: str = "FRANCE") -> list[str]:
    return sorted(reading(text, power).parts.get("orders", "").splitlines())


def told(text: str, power: str = "FRANCE") -> list[str]:
    return [problem.text for problem in reading(text, power).problems if not problem.warning]


@pytest.mark.parametrize(
    "line",
    [
        "Army Paris to Burgundy. A Marseilles supports army Paris to Burgundy. Fleet Brest to Mid-Atlantic.",
        "Hi judge, my orders are: A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO",
        "Voici mes ordres : armée Paris vers Bourgogne, A MAR soutient armée Paris vers Bourgogne et F BRE - MAO",
        "Meine Züge: Armee Paris nach Burgund, A MAR S A PAR - BUR und F BRE - MAO",
        "My orders: 1. A PAR - BUR, 2. A MAR S A PAR - BUR, 3. F BRE - MAO",
        "Orders: 1) please A PAR - BUR; 2) A MAR S A PAR - BUR please; 3) F BRE - MAO, thanks",
        "A PAR - BUR please, A MAR S A PAR - BUR, F BRE - MAO thanks % or else",
        "Paris - Burgundy, Mar S Par - Bur, Bre - Mao",
        "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO (wish me luck!)",
        "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO % or else",
    ],
)
def test_several_whole_orders_on_a_line_are_read(line: str) -> None:
    assert filed(line) == sorted(OPENING), told(line)
    (read,) = reading(line).lines
    assert read.meaning == "; ".join(OPENING)
    assert read.text


def test_two_orders_may_be_joined_by_and() -> None:
    assert filed("A PAR - BUR and F BRE - MAO") == ["A PAR - BUR", "F BRE - MAO"]
    assert filed("A PAR - BUR, the rest hold") == ["A MAR H", "A PAR - BUR", "F BRE H"]


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR, F BRE - MAO if Italy is friendly",
        "If Italy is friendly: A PAR - BUR, F BRE - MAO",
        "A PAR - BUR, F BRE - MAO?",
        "A PAR - BUR or F BRE - MAO",
        "A PAR - BUR, or F BRE - MAO",
        "A PAR - BUR / F BRE - MAO",
        "Not A PAR - BUR, F BRE - MAO",
        "A PAR - BUR, not F BRE - MAO",
        "A PAR - BUR, otherwise F BRE - MAO",
        "A PAR - BUR, unless F BRE - MAO",
        "A PAR - BUR, instead F BRE - MAO",
        "A PAR - BUR, F BRE - MAO instead",
        "A PAR - BUR, make that F BRE - MAO",
        "A PAR - BUR, then F BRE - MAO",
        "A PAR - BUR, sonst F BRE - MAO",
        "A PAR - BUR, sinon F BRE - MAO",
        "Si l'Italie attaque : A PAR - BUR, F BRE - MAO",
        "A PAR - BUR, altrimenti F BRE - MAO",
        "A PAR - BUR, o F BRE - MAO",
        "A PAR - BUR, anders F BRE - MAO",
        "A PAR - BUR, annars F BRE - MAO",
        "A PAR - BUR, inaczej F BRE - MAO",
        "A PAR - BUR, senão F BRE - MAO",
        "Italy wants: A PAR - BUR, F BRE - MAO",
        "He said: A PAR - BUR, F BRE - MAO",
        "For Italy: A PAR - BUR, F BRE - MAO",
        "In autumn: A PAR - BUR, F BRE - MAO",
        "Fall 1901: A PAR - BUR, F BRE - MAO",
        "Old orders: A PAR - BUR, F BRE - MAO",
        "Plan B: A PAR - BUR, F BRE - MAO",
        "either A PAR - BUR, F BRE - MAO",
        "~~A PAR - BUR~~, F BRE - MAO",
        "A PAR - BUR, and I hope that F BRE - MAO is fine",
        "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MOA",
        "A PAR - BUR, A PAR - PIC",
        "A PAR - BUR, F BRE - MAO, A PAR - PIC",
        "A PAR - BUR, BUR - MUN",
        "F BRE - MAO via ENG, IRI",
        "A PAR, A MAR hold",
        "A PAR and A MAR S F BRE",
        "A PAR - BUR, F LON - NTH",
    ],
)
def test_a_line_of_which_something_is_no_order_or_hangs_on_something_files_nothing(line: str) -> None:
    assert filed(line) == []
    assert told(line)
    assert filed(f"{line}\n\nA MAR - SPA") == ["A MAR - SPA"]


@pytest.mark.parametrize(
    "said",
    [
        *("Rumour has it", "Hypothetically", "Forget", "Letzte Züge", "Anciens ordres", "Vorige zetten", "Suppose"),
        *("I dream of", "From the rules page", "The threat", "Imagine", "What worries me", "You quoted", "On file now"),
        *("Undo", "Withdraw", "Dear Italy", "To Italy", "My plan was", "Option 1", "Keine Züge", "Cancel", "Wrong"),
        *("My orders for Italy", "Your orders", "The orders of Italy", "Next turn", "My last orders", "Not my orders"),
    ],
)
def test_other_words_before_the_colon_are_told(said: str) -> None:
    assert filed(f"{said}: A PAR - BUR, F BRE - MAO") == []
    assert told(f"{said}: A PAR - BUR, F BRE - MAO")


@pytest.mark.parametrize(
    "said",
    [
        "Hi judge, my moves",
        "Here are my orders for this turn",
        "Quickly, from the train",
    ],
)
def test_a_greeting_or_a_lead_in_may_stand_before_the_colon(said: str) -> None:
    assert filed(f"{said}: A PAR - BUR, F BRE - MAO") == ["A PAR - BUR", "F BRE - MAO"]


CHANGING = (
    "if unless or otherwise instead not no never maybe perhaps else only but once wenn falls oder nicht sonst si ou "
    "sinon pas se oppure altrimenti non sino niet anders jeśli lub nie albo não senão om eller inte annars hvis ikke "
    "either"
)


@pytest.mark.parametrize("word", CHANGING.split())
def test_a_word_that_may_change_an_order_keeps_its_line_told(word: str) -> None:
    for sign in (", ", "; ", ". ", " and "):
        for at in range(3):
            line = sign.join(f"{word} {order}" if at == number else order for number, order in enumerate(OPENING))
            assert filed(line) == [], line
        assert filed(f"{sign.join(OPENING)} {word}") == []
        assert filed(f"{sign.join(OPENING)} ({word} so)") == sorted(OPENING[:-1])


def test_a_line_with_a_fault_is_told_taken_apart() -> None:
    problems = reading("A PAR - BUR, A MAR S A PAR - BUR, F BRE - MOA").problems
    assert [(each.line, each.text) for each in problems] == [(1, "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MOA")]
    assert problems[0].message == "MOA is not a place on this map"
    (twice,) = reading("A PAR - BUR, F BRE - MAO, A PAR - PIC").problems
    assert (twice.text, twice.message) == ("A PAR - PIC", "this line has another order for A PAR: `A PAR - BUR`")


def test_what_follows_a_unit_may_be_its_next_step() -> None:
    assert filed("VIE - TRI, TRI - ALB", "AUSTRIA") == []
    assert filed("A VIE - TRI, F TRI - ALB", "AUSTRIA") == ["A VIE - TRI", "F TRI - ALB"]


@pytest.mark.parametrize(
    "text",
    [
        "A PAR - BUR, A MAR S A PAR\n- BUR, F BRE - MAO",
        "A PAR - BUR, A MAR S A PAR -\nBUR, F BRE - MAO",
    ],
)
def test_a_line_of_several_that_was_broken_in_two_is_one(text: str) -> None:
    assert filed(text) == sorted(OPENING), told(text)


def test_a_line_of_several_is_never_filed_without_its_end() -> None:
    assert "A MAR S A PAR" not in filed("A PAR - BUR, A MAR S A PAR\n- BRU, F BRE - MAO")
    assert "A MAR S A PAR" not in filed("A PAR - BUR, A MAR S A PAR\n- BUR, F BRE - MOA")


def on_table(phase: str, power: str, text: str, **units: list[str]) -> list[str]:
    table = load_table(
        "standard", {"phase": phase, "units": {power: units["units"]}, "centers": {power: units["centers"]}}
    )
    view = SYSTEM.view(replace(STATE, table=table), only(power))
    return [line for part in SYSTEM.read(view, power, sheet_of(text)).parts.values() for line in part.splitlines()]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("A LON - NTH - NWY", ["A LON - NWY"]),
        ("A LON - NTH - NWY, F NTH C A LON - NWY", ["A LON - NWY", "F NTH C A LON - NWY"]),
        ("A LON - NWY VIA CONVOY; F NTH C A LON - NWY", ["A LON - NWY", "F NTH C A LON - NWY"]),
        ("A LON - NWY via NTH, F NTH C A LON - NWY", []),
        ("A LON - NWY via NTH, NWG", []),
        ("F STP (SC) - BOT, F NTH H", ["F NTH H", "F STP/SC - BOT"]),
        ("F STP/SC - BOT; F NTH H", ["F NTH H", "F STP/SC - BOT"]),
        ("F STP, SC - BOT; F NTH H", ["F NTH H", "F STP/SC - BOT"]),
    ],
)
def test_a_route_and_a_coast_are_parts_of_their_order(line: str, meant: list[str]) -> None:
    units = ["A LON", "F NTH", "F STP/SC"]
    assert on_table("F1901M", "ENGLAND", line, units=units, centers=["LON", "EDI", "LVP"]) == meant


BUILDS = ["BUILD F BRE", "BUILD A PAR", "BUILD A MAR"]


def built(line: str) -> list[str]:
    return on_table("W1901A", "FRANCE", line, units=["F MAO"], centers=["PAR", "MAR", "BRE", "SPA"])


@pytest.mark.parametrize(
    "line",
    [
        "I would like to build a fleet in Brest, an army in Paris, and an army in Marseilles",
        "Please build a fleet in Brest, an army in Paris and an army in Marseilles",
        "Hi judge: build F BRE, build A PAR, build A MAR",
    ],
)
def test_builds_may_share_their_wish(line: str) -> None:
    assert built(line) == BUILDS


@pytest.mark.parametrize(
    "line",
    [
        "I'd like a fleet in Brest or Marseilles, an army in Paris",
        "I'd like a fleet in Brest, no army in Paris",
        "I'd like a fleet in Brest, otherwise an army in Paris",
        "I'd like a fleet in Brest, an army in Paris and an army in Marsailles",
        "Could you build A PAR, F BRE?",
        "BUILD A PAR, F PAR",
        "BUILD A PAR, BUILD A MAR, BUILD F BRE, WAIVE",
        "Build F BRE, if free A PAR",
        "Build F BRE, but not A PAR",
        "I had a fleet in Brest, an army in Paris",
    ],
)
def test_a_wish_of_which_something_cannot_be_builds_nothing(line: str) -> None:
    assert built(line) == []


@pytest.mark.parametrize(
    "lines",
    [
        "I'd like to build:\n1. F BRE\n2. A PAR\n3. A MAR, please",
        "My new units:\nF BRE\nBUILD A PAR\nA MAR",
        "Bouwen:\nvloot Brest\nleger Parijs\nleger Marseille",
    ],
)
def test_builds_may_stand_below_a_heading(lines: str) -> None:
    assert built(lines) == BUILDS


def test_disbands_may_stand_below_a_heading() -> None:
    units = ["A MUN", "F KIE", "A BER", "A RUH"]
    assert on_table("W1901A", "GERMANY", "Removals:\nF KIE\nA BER", units=units, centers=["MUN", "BER"]) == [
        "DISBAND F KIE",
        "DISBAND A BER",
    ]


@pytest.mark.parametrize("lines", ["F BRE\nA PAR", "My units:\nF BRE\nA PAR", "Builds:\nThank you\nF BRE", "Builds:"])
def test_units_without_a_heading_that_says_what_of_them_build_nothing(lines: str) -> None:
    assert built(lines) == []


def test_a_bad_line_below_a_heading_is_told_as_it_was_written() -> None:
    table = load_table("standard", {"phase": "W1901A", "units": {"FRANCE": []}, "centers": {"FRANCE": ["PAR", "BRE"]}})
    view = SYSTEM.view(replace(STATE, table=table), only("FRANCE"))
    read = SYSTEM.read(view, "FRANCE", sheet_of("Builds:\nF PAR\nA BRE"))
    assert [each.text for each in read.problems] == ["F PAR"]
    assert [(each.text, each.meaning) for each in read.lines] == [
        ("Builds:", "for the units below"),
        ("A BRE", "BUILD A BRE"),
    ]


def test_retreats_and_disbands_may_stand_on_a_line() -> None:
    units = ["A MUN", "F KIE", "A BER", "A RUH"]
    assert on_table("W1901A", "GERMANY", "Disband F KIE and A BER", units=units, centers=["MUN", "BER"]) == [
        "DISBAND F KIE",
        "DISBAND A BER",
    ]
    assert on_table("W1901A", "GERMANY", "Remove F KIE, A HOL", units=units, centers=["MUN", "BER"]) == []
    table = load_table(
        "standard",
        {
            "phase": "S1901R",
            "units": {"GERMANY": ["A MUN"]},
            "centers": {"GERMANY": ["MUN"]},
            "dislodged": {
                "A BUD": {"power": "AUSTRIA", "from": "SER", "retreats": ["VIE", "TRI"]},
                "A TYR": {"power": "AUSTRIA", "from": "VEN", "retreats": ["VIE"]},
            },
        },
    )
    view = SYSTEM.view(replace(STATE, table=table), only("AUSTRIA"))
    read = SYSTEM.read(view, "AUSTRIA", sheet_of("A BUD - TRI, A TYR DISBAND"))
    assert read.parts["retreats"].splitlines() == ["A BUD - TRI", "A TYR DISBAND"]


def test_a_place_and_a_date_below_an_order_are_no_end_of_it() -> None:
    assert filed("A PAR - BUR\nParis, 3 May") == ["A PAR - BUR"]


def test_a_place_misspelled_in_a_wish_is_told_with_what_it_nearly_is() -> None:
    table = load_table(
        "standard",
        {"phase": "W1901A", "units": {"FRANCE": ["F MAO"]}, "centers": {"FRANCE": ["PAR", "MAR", "BRE", "SPA"]}},
    )
    view = SYSTEM.view(replace(STATE, table=table), only("FRANCE"))
    line = "I'd like a fleet in Brest, an army in Paris and an army in Marsailles"
    (problem,) = SYSTEM.read(view, "FRANCE", sheet_of(line)).problems
    assert (problem.text, problem.message) == (line, "Marsailles is not a place on this map")
    assert problem.hint == "did you mean MAR (Marseilles)?"


@pytest.mark.parametrize("line", ["A PAR - BUR?", "A PAR - BUR ??", "A PAR S A MAR - BUR?", "F BRE H?"])
def test_one_order_with_a_question_mark_is_not_filed_as_several_are_not(line: str) -> None:
    """It was filed without a word."""
    assert filed(line) == []
    assert told(line)
    assert filed("A PAR - BUR // is that right?") == ["A PAR - BUR"]
