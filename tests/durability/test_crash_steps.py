"""Row D1: a judge that is killed before any one of its steps, and started again, has done what an undisturbed one does.

The clerk reads, cuts, adjudicates and writes everybody's results; the courier sends them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from judge.store.tables import OutboundRow, PhaseRow
from tests.durability.books import delivered
from tests.durability.lives import work
from tests.durability.moment import Moment
from tests.durability.story import rows, story
from tests.durability.table_of_eight import GAME, Sitter, mail_of
from tests.support.soaking import stride

FEWER_COMMITS = 3
"""Of so many commits `make test` kills before one, where the first test here kills before each."""


@pytest.mark.slow_on_both("sqlite")
def test_d1_killed_before_any_step_of_reading_cutting_and_adjudicating(moment: Moment) -> None:
    steps = moment.nursery.steps(moment.life)
    undisturbed = rows(moment.database)
    assert [row["closed_at"] is not None for row in undisturbed["phases"]] == [True, False]
    assert [row["kind"] for row in undisturbed["acts"]] == ["transfer", "accept"]
    assert len(undisturbed["confirmations"]) == 1
    states = moment.killed_anywhere(steps)
    # Nothing; each mail counted, then read; the phase cut; adjudicated.
    assert len(states) == 7
    for last, state in states.items():
        assert moment.recovered(state) == story(undisturbed), f"killed before step {last} of {steps.count}"


def test_d1_killed_before_any_step_of_sealing_a_phase_whose_results_are_held(moment: Moment) -> None:
    with moment.database.writing() as session:
        session.execute(update(PhaseRow).values(hold=True))
    moment.before = rows(moment.database)
    steps = moment.nursery.steps(moment.life)
    undisturbed = rows(moment.database)
    assert [row["sealed_at"] is not None for row in undisturbed["phases"]] == [True]
    assert "results" not in {row["purpose"] for row in undisturbed["outbound_mails"]}
    for last, state in moment.killed_anywhere(steps, FEWER_COMMITS).items():
        assert moment.recovered(state) == story(undisturbed), f"killed before step {last} of {steps.count}"


def test_d1_killed_before_any_step_of_publishing_results_that_were_held(
    moment: Moment, seated: dict[str, Sitter]
) -> None:
    with moment.database.writing() as session:
        session.execute(update(PhaseRow).values(hold=True))
    while work(moment.life):
        pass
    publish = mail_of(seated[""], f"GAME {GAME}\nPUBLISH")
    work(replace(moment.life, work="accept", raw=publish.raw, to=publish.to))
    moment.before = rows(moment.database)
    steps = moment.nursery.steps(moment.life)
    undisturbed = rows(moment.database)
    assert [row["closed_at"] is not None for row in undisturbed["phases"]] == [True, False]
    assert Counter(row["purpose"] for row in undisturbed["outbound_mails"])["results"] == len(seated)
    for last, state in moment.killed_anywhere(steps, FEWER_COMMITS).items():
        assert moment.recovered(state) == story(undisturbed), f"killed before step {last} of {steps.count}"


@pytest.mark.slow_on_both("postgresql")
def test_d1_o5_killed_before_any_step_of_delivering_each_mail_comes_once_or_twice_never_not(moment: Moment) -> None:
    work(moment.life)
    with moment.database.writing() as session:
        results = select(OutboundRow.id).where(OutboundRow.purpose == "results").order_by(OutboundRow.id).limit(3)
        session.execute(update(OutboundRow).where(OutboundRow.id.not_in(results)).values(status="sent"))
    moment.before = rows(moment.database)
    queued = {row["message_id"] for row in moment.before["outbound_mails"] if row["status"] == "queued"}
    assert len(queued) == 3
    mailbox = moment.life.mailbox
    life = replace(moment.life, work="deliver", mailbox=mailbox.with_name("undisturbed"))
    steps = moment.nursery.steps(life)
    undisturbed = story(rows(moment.database))
    assert delivered(life.mailbox) == Counter(dict.fromkeys(queued, 1))
    for last in steps.chosen(stride(1, 9)):
        moment.begin_again()
        moment.life = replace(life, mailbox=mailbox.with_name(f"killed-{last}"))
        moment.nursery.live(moment.life, last)
        assert moment.recovered(rows(moment.database)) == undisturbed, f"killed before step {last} of {steps.count}"
        found = delivered(moment.life.mailbox)
        assert set(found) == queued
        assert max(found.values()) <= 2


@pytest.mark.both_databases
def test_s2_s5_killed_before_any_step_of_accepting_the_mail_is_kept_once_after_the_retry(moment: Moment) -> None:
    raw = b"From: anna@example.org\r\nMessage-ID: <once@example.org>\r\n\r\nSTATUS\r\n"
    life = replace(moment.life, work="accept", raw=raw)
    steps = moment.nursery.steps(life)
    kept = len(rows(moment.database)["inbound_mails"])
    for last in steps.chosen(1):
        moment.begin_again()
        moment.nursery.live(life, last)
        assert len(rows(moment.database)["inbound_mails"]) in (kept - 1, kept)
        work(life)
        assert len(rows(moment.database)["inbound_mails"]) == kept
