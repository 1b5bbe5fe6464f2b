"""What a player of Diplomacy might learn from a movement phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.rules.diplomacy.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Event, only, sheet_of
from tests.rules.diplomacy.test_computers import table

CENTERS = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]}


def _comments(units: dict[str, list[str]], orders: dict[str, str], power: str = "FRANCE", **options: Any) -> Any:
    state = SYSTEM.start(options, SYSTEM.seating(options).names, Rng(b"x", "START")).state
    state = replace(state, table=table("S1902M", units, CENTERS))
    filed = {
        role: dict(SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text)).parts)
        for role, text in orders.items()
    }
    outcome = SYSTEM.adjudicate(state, filed, Rng(b"x", "S1902M"))
    return SYSTEM.comments([event for event in outcome.events if event.audience.includes(only(power))], power)


def test_a_bounce_tells_how_many_supports_were_missing() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A KIE"]}
    one, _, _ = _comments(units, {"FRANCE": "A BUR - MUN"})
    assert (
        one == "A BUR - MUN bounced with A MUN. One more support would have carried it, had all others done the same."
    )
    two, _, _ = _comments(units, {"FRANCE": "A BUR - MUN", "GERMANY": "A MUN H\nA KIE S A MUN"})
    assert "2 more supports would have" in two


def test_who_ran_into_a_unit_of_their_own_is_told_so() -> None:
    said, _, _ = _comments({"FRANCE": ["A BUR", "A PAR"]}, {"FRANCE": "A BUR - PAR\nA PAR H"})
    assert said == "A BUR - PAR ran into your own A PAR. Two of yours never drive each other out."


def test_a_support_that_was_cut_or_fitted_nothing_is_named() -> None:
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A KIE"]}
    orders = {"FRANCE": "A BUR - MUN\nA RUH S A BUR - MUN", "GERMANY": "A KIE - RUH"}
    _, cut, _ = _comments(units, orders)
    assert cut.startswith("A RUH S A BUR - MUN was cut by A KIE.")
    _, void, _ = _comments(units, {"FRANCE": "A BUR H\nA RUH S A BUR - MUN"})
    assert void.startswith("A RUH S A BUR - MUN helped nobody: the order was A BUR H.")


def test_who_was_driven_out_is_told_by_what() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}
    _, _, said = _comments(units, {"GERMANY": "A MUN - BUR\nA RUH S A MUN - BUR"})
    assert said == "A BUR was dislodged by A MUN - BUR. A support for it to stay would have counted against that."


def test_6_d_8_who_was_driven_out_on_the_move_is_not_told_that_a_support_to_stay_would_have_helped() -> None:
    """Such a support would have been void. The comment said that it would have counted."""
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A PIC"]}
    orders = {"FRANCE": "A BUR - PIC", "GERMANY": "A MUN - BUR\nA RUH S A MUN - BUR", "ITALY": "A PIC H"}
    _, _, said = _comments(units, orders)
    assert said == "A BUR was dislodged by A MUN - BUR. Ordered to move, it could not be supported to stay."


def test_in_a_blind_game_nothing_is_said_of_what_was_not_seen() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}
    said = _comments(units, {"FRANCE": "A BUR - MUN"}, blind=True)
    assert said[0] == "A move of yours failed."


def test_nothing_is_said_to_whoever_had_no_unit_or_where_nothing_moved() -> None:
    assert _comments({"GERMANY": ["A MUN"]}, {}) == ()
    assert SYSTEM.comments([Event(PUBLIC, "adjustments", {})], "FRANCE") == ()


def test_a_bounce_does_not_count_supports_by_the_power_of_the_unit_that_stayed() -> None:
    """They never help to drive it out. One more support was said to be enough, and was not."""
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A KIE", "A TYR"]}
    orders = {"FRANCE": "A BUR - MUN", "GERMANY": "A KIE S A MUN\nA TYR S A BUR - MUN"}
    said, _, _ = _comments(units, orders)
    assert said.startswith("A BUR - MUN bounced with A MUN. 2 more supports would have carried it")


def test_an_army_that_no_convoy_carried_has_failed_too() -> None:
    """Of such a move it read `None of your moves failed`."""
    units = {"FRANCE": ["A BRE", "F LON"], "ENGLAND": ["F ENG"]}
    failed, idle, _ = _comments(units, {"FRANCE": "A BRE - WAL\nF LON S A BRE - WAL"})
    assert failed == "A BRE - WAL failed, because no whole convoy carried it."
    assert idle == "F LON S A BRE - WAL helped nobody: A BRE had no convoy."
    told, _, _ = _comments(units, {"FRANCE": "A BRE - WAL\nF LON H", "ENGLAND": "F ENG C A BRE - WAL"})
    assert told == "None of your moves failed."


def test_a_fleet_that_carried_nobody_is_named() -> None:
    """Of it read `None of your units stood idle`."""
    units = {"FRANCE": ["F ENG"], "ENGLAND": ["A LON", "A PIC"]}
    _, held, _ = _comments(units, {"FRANCE": "F ENG C A LON - BRE", "ENGLAND": "A LON H"})
    must = "A convoy must name what that unit is ordered."
    assert held == f"F ENG C A LON - BRE carried nobody: the order was A LON H. {must}"
    _, walked, _ = _comments(units, {"FRANCE": "F ENG C A PIC - BEL", "ENGLAND": "A PIC - BEL"})
    assert walked == "F ENG C A PIC - BEL carried nobody: A PIC went by land."
    _, unseen, _ = _comments(units, {"FRANCE": "F ENG C A LON - BRE", "ENGLAND": "A LON H"}, blind=True)
    assert unseen == "F ENG C A LON - BRE carried nobody."
    _, carried, _ = _comments(units, {"FRANCE": "F ENG C A LON - BRE", "ENGLAND": "A LON - BRE"})
    assert carried == "None of your units stood idle."
