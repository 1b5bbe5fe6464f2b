"""What an investor might learn from an exchange, and from the movements of powers that they lead."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.exchange.comments import comments_on
from judge.rules.values import PUBLIC, Event, only

ME = "INVESTOR1"
FAILED = {"line": "BUY 9 GERMANY", "bought": 5, "have": 30}


def _comments(ceos: dict[str, str], **settled: Any) -> tuple[str, ...]:
    told = {"failed": [], "lines": ["BUY 9 GERMANY"], "holdings": {"GERMANY": 5, "ITALY": 2}, "balance": 0, **settled}
    return comments_on([Event(PUBLIC, "elected", {"ceos": ceos}), Event(only(ME), "settled", told)], ME)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("unsold", "BUY 9 GERMANY brought you 5: no more were unsold."),
        ("money", "BUY 9 GERMANY was more than you could pay: you had 30 AgP"),
        ("shares", "BUY 9 GERMANY was more than you held: 30"),
        ("other", "BUY 9 GERMANY came to nothing: it takes the same line of both sides"),
    ],
)
def test_a_line_that_failed_is_told_with_what_the_own_books_say(why: str, said: str) -> None:
    assert _comments({}, failed=[{**FAILED, "why": why}])[0].startswith(said)


@pytest.mark.parametrize(
    ("leader", "said"),
    [
        (ME, "and lead it."),
        ("INVESTOR3", "which Investor3 leads. Who holds more votes there leads it next year."),
        ("", "which nobody leads. ELECT names whom your shares vote for."),
    ],
)
def test_the_power_of_which_most_is_held_is_told_with_who_leads_it(leader: str, said: str) -> None:
    assert _comments({"GERMANY": leader})[1] == f"You hold 5 of the shares of Germany, {said}"


def test_money_that_lies_idle_is_counted() -> None:
    assert _comments({}, balance=30)[2] == "30 AgP lie idle until the next exchange."
    assert _comments({})[2] == "All your money is at work."


def test_who_leads_nothing_is_told_nothing_of_a_movement() -> None:
    assert comments_on([Event(only(ME), "statement", {"lines": [], "units": []})], ME) == ()


def test_who_leads_a_power_reads_of_its_sheet_beside_an_own_one_that_is_empty() -> None:
    unit = {"unit": "A ROM", "order": "A ROM - VEN", "own": 5, "total": 5}
    italy = {"units": [unit], "lines": [{"line": "5 : A ROM - VEN", "offered": 5, "paid": 5}], "power": "ITALY"}
    own: dict[str, Any] = {"units": [], "lines": []}
    said = comments_on([Event(only("ITALY"), "statement", italy), Event(only(ME), "statement", own)], ME)
    assert said[0].startswith("You alone paid for A ROM - VEN: 5 AgP.")
