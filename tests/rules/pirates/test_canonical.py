"""Canonical text of plans and ballots: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.pirates.canonical import NO, YES, Plan, parse_ballot, parse_plan, print_ballot, print_plan
from tests.rules.pirates.matches import match, read, voting
from tests.support.soaking import examples

ROOM = ("ANNA", "BERT", "CARL", "DORA2")
gold = st.one_of(st.integers(0, 9), st.integers(0, 100_000))
plans = st.builds(Plan, st.fixed_dictionaries(dict.fromkeys(ROOM, gold)), st.integers(0, 20))
ballots = st.fixed_dictionaries(dict.fromkeys(ROOM, st.sampled_from([YES, NO])))


@given(plans)
def test_plans_are_parsed_as_they_were_printed(plan: Plan) -> None:
    assert parse_plan(print_plan(plan)) == plan


@given(ballots)
def test_ballots_are_parsed_as_they_were_printed(ballot: dict[str, str]) -> None:
    assert parse_ballot(print_ballot(ballot)) == ballot


@settings(max_examples=examples(200), deadline=None)
@given(plans, ballots, st.data(), st.text("019: ANBYESO\n", max_size=2))
def test_text_is_parsed_only_as_it_would_be_printed(
    plan: Plan, ballot: dict[str, str], data: st.DataObject, slip: str
) -> None:
    text = print_plan(plan)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert print_plan(parse_plan(text)) == text
    text = print_ballot(ballot)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert print_ballot(parse_ballot(text)) == text


@settings(max_examples=examples(100), deadline=None)
@given(plans, ballots)
def test_the_reader_of_mail_files_canonical_text(plan: Plan, ballot: dict[str, str]) -> None:
    garnets = {**dict.fromkeys(ROOM, 0), "ANNA": plan.garnets}
    opened = dict.fromkeys(ROOM, max(0, sum(plan.shares.values()) - 5 * plan.garnets))
    room: dict[str, Any] = {"players": ROOM, "rooms": dict.fromkeys(ROOM, 1), "opened": opened, "garnets": garnets}
    filed = read(match(**room), "ANNA", print_plan(plan).lower()).parts
    if sum(plan.shares.values()) >= 5 * plan.garnets:
        assert parse_plan(filed["plan"]) == plan
    voted = read(voting(**room), "ANNA", print_ballot(ballot).lower()).parts
    if "ballot" in voted:
        assert parse_ballot(voted["ballot"]) == ballot


@pytest.mark.parametrize("text", ["", "ANNA 3", "ANNA: 03", "GARNET 0\nANNA: 3", "ANNA: 3\nANNA: 3", "ANNA: 3\n"])
def test_what_is_no_canonical_plan_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not canonical"):
        parse_plan(text)


@pytest.mark.parametrize("text", ["", "ANNA yes", "ANNA: yes", "ANNA: YES\nANNA: NO", "ANNA: YES "])
def test_what_is_no_canonical_ballot_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not canonical"):
        parse_ballot(text)
