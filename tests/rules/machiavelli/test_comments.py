"""What a player of Absence of Plague might learn from a campaign."""

from __future__ import annotations

from judge.rules.machiavelli.story import comments_on
from judge.rules.values import only
from tests.rules.machiavelli.table import phase


def _comments(units: str, letters: dict[str, str], **more: object) -> tuple[str, ...]:
    played = phase(units, letters, **more)  # type: ignore[arg-type]
    return comments_on([each for each in played.events if each.audience.includes(only("FLORENCE"))], "FLORENCE")


def test_13_what_stood_against_an_advance_is_named() -> None:
    said, _, _ = _comments("FLORENCE A PIS; GENOA A LUC", {"FLORENCE": "A PIS - LUC", "GENOA": "A LUC H"})
    assert said.startswith("A PIS - LUC came to nothing: A LUC stood against it.")


def test_a_support_that_was_cut_is_told_by_whom() -> None:
    letters = {"FLORENCE": "A PST H; A PIS S PST", "GENOA": "A LUC - PIS"}
    said, _, _ = _comments("FLORENCE A PIS; FLORENCE A PST; GENOA A LUC", letters)
    assert said == "A PIS S PST was cut by A LUC. A supporter that nobody can attack is safe."


def test_8_ducats_that_lie_idle_are_counted_and_those_paid_in_vain() -> None:
    _, idle, _ = _comments("FLORENCE A PIS", {"FLORENCE": "A PIS H"}, ducats={"FLORENCE": 14})
    assert idle.startswith("14 ducats lie idle. 6 pay an independent garrison")
    _, used, _ = _comments("FLORENCE A PIS", {"FLORENCE": "A PIS H"}, ducats={"FLORENCE": 2})
    assert used == "You have put your ducats to use."
    letters = {"FLORENCE": "DISBAND A LUC 12", "GENOA": "COUNTER A LUC 9"}
    _, vain, _ = _comments("FLORENCE A PIS; GENOA A LUC", letters, ducats={"FLORENCE": 14})
    assert vain.startswith("You paid 12 ducats for DISBAND A LUC 12, in vain")


def test_13_5_who_was_driven_out_is_told_by_whom() -> None:
    units = "FLORENCE A PIS; GENOA A LUC; GENOA A PIO"
    _, _, said = _comments(units, {"GENOA": "A LUC - PIS; A PIO S PIS"})
    assert said.startswith("A PIS was driven out by A LUC")


def test_who_has_no_unit_is_told_what_one_costs_and_nobody_is_told_anything_who_is_out() -> None:
    assert _comments("GENOA A LUC", {})[0] == "You have no units. A new one costs 3 ducats, in Spring."
    assert _comments("GENOA A LUC", {}, eliminated=(("FLORENCE", "FAL1459C"),)) == ()
