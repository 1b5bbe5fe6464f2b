"""Rollback, played by mail: board, accounts, lists and orders go back together, and the same phases come again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from judge.play import outage
from judge.play.rollback import rollback_scope
from judge.rules.registry import systems
from judge.store.tables import OrdersRow, OutboundRow, PhaseRow
from tests.support.house import House, any_house
from tests.support.second_version import SecondPayola
from tests.support.table_of_seven import Seven, played, seven
from tests.support.troubles import all_have_written, assert_books_balance, label, subjects, timeline, write_all

house = any_house


def _at_the_second_spring(house: House) -> Seven:
    def play() -> Seven:
        table = seven(house)
        _to_the_second_spring(table)
        return table

    return played(house, (__name__, "at the second spring"), play)


def _to_the_second_spring(table: Seven) -> None:
    for amount in (1, 2):
        write_all(table, amount=amount)
        table.house.pass_time(hours=73)
    assert label(table) == "S1902M"


def _accounts(table: Seven) -> dict[str, int]:
    return {role: table.view(role).balance for role in table.players}


def test_a_rollback_over_an_income_phase_and_the_replay_end_in_the_same_accounts(house: House) -> None:
    table = all_have_written(house, hours=73)
    table.tell("FRANCE", "ACCEPT FIA?\nTRANSFER 5 TO ITALY\n7 : A PAR H")
    before = _accounts(table)
    write_all(table, but=["FRANCE"], amount=2)
    house.pass_time(hours=73)
    assert label(table) == "S1902M"
    after = _accounts(table)
    table.tell("FRANCE", "ACCEPT FT?\nTRANSFER 9 TO TURKEY")

    assert "is rolled back to Fall 1901 Movement" in table.direct("ROLLBACK F1901M The map was wrong").text

    assert label(table) == "F1901M"
    assert _accounts(table) == before
    assert table.view("FRANCE").accept == "FIA?"
    assert "7 : A PAR H" in table.tell("FRANCE", "SHOW").text
    told = [" ".join(mail.text.split()) for mail in table.players["FRANCE"].inbox()]
    assert any("The map was wrong" in text for text in told)
    assert_books_balance(table)
    assert timeline(table) == ["S1901M", "F1901M"]

    house.pass_time(hours=73)
    assert label(table) == "S1902M"
    assert _accounts(table) == after
    again = table.players["FRANCE"].last(lambda mail: "results, again" in mail.subject)
    assert again.subject.startswith("[oslo] Fall 1901 Movement: results, again; ")
    assert "These results take the place of those of Sun 8 Mar" in " ".join(again.text.split())
    assert_books_balance(table)
    assert timeline(table) == ["S1901M", "F1901M", "S1902M"]
    with house.judge.db.reading() as session:
        kept = session.execute(select(PhaseRow.run, PhaseRow.label).order_by(PhaseRow.number)).all()
        orders = session.execute(select(OrdersRow.id).where(OrdersRow.run == 0)).all()
    assert [tuple(row) for row in kept] == [
        (0, "S1901M"),
        (0, "F1901M"),
        (0, "S1902M"),
        (1, "F1901M"),
        (1, "S1902M"),
    ]
    assert orders, "the undone branch is kept"


def test_orders_can_be_changed_after_a_rollback_and_another_phase_comes_of_it(house: House) -> None:
    table = _at_the_second_spring(house)
    table.direct("ROLLBACK S1901M")
    house.tell(table.players["FRANCE"], "5 : A PAR - PIC")
    house.pass_time(hours=73)
    assert "A PIC" in dict(table.view("FRANCE").units)["FRANCE"]
    # A second rollback goes over both runs.
    table.direct("ROLLBACK S1901M")
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    assert timeline(table) == ["S1901M", "F1901M"]
    assert_books_balance(table)


def test_d6_version_2_of_the_rules_reads_what_version_1_stored(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    table.tell("FRANCE", "DRAW")
    _to_the_second_spring(table)
    table.direct("ROLLBACK F1901M")

    monkeypatch.setitem(systems(), "payola", SecondPayola())
    assert "A PAR H" in table.tell("FRANCE", "HISTORY S1901M").text
    assert "Spring 1901 Movement: opened" in table.direct("AUDIT").text
    assert "rolled forward to Spring 1902" in table.direct("ROLLFORWARD").text
    assert label(table) == "S1902M"
    assert_books_balance(table)
    table.direct("ROLLBACK S1901M")
    assert label(table) == "S1901M"
    assert_books_balance(table)


def test_rollforward_brings_back_what_the_rollback_undid_until_the_next_adjudication(house: House) -> None:
    table = _at_the_second_spring(house)
    table.tell("FRANCE", "TRANSFER 9 TO TURKEY\n6 : A PAR - BUR")
    accounts = _accounts(table)
    table.direct("ROLLBACK S1901M")
    assert "rolled forward to Spring 1902" in table.direct("ROLLFORWARD").text
    assert label(table) == "S1902M"
    assert _accounts(table) == accounts
    assert "6 : A PAR - BUR" in table.tell("FRANCE", "SHOW").text
    assert timeline(table) == ["S1901M", "F1901M", "S1902M"]
    assert_books_balance(table)
    assert "There is no ROLLBACK to undo" in table.direct("ROLLFORWARD").text
    table.direct("ROLLBACK F1901M")
    house.pass_time(hours=73)
    assert "has been adjudicated since" in table.direct("ROLLFORWARD").text


def test_who_has_left_or_come_since_has_left_or_come_after_a_rollback_too(house: House) -> None:
    table = all_have_written(house, hours=73)
    table.tell("ITALY", "RESIGN")
    table.direct("DUMMY ITALY")
    table.tell("FRANCE", "RESIGN")
    nina = house.registered("Nina")
    house.tell(nina, "TAKEOVER oslo AS FRANCE")
    table.tell("TURKEY", "RESIGN")
    table.direct("ROLLBACK S1901M")
    here = table.here()
    state: Any = here.state
    assert state.match.dummies == ("ITALY",)
    assert state.vacant == ("TURKEY",)
    assert_books_balance(table)


def test_who_has_left_before_one_rollback_has_left_after_the_next_one_too(house: House) -> None:
    table = _at_the_second_spring(house)
    table.direct("ROLLBACK F1901M")
    table.tell("ITALY", "RESIGN")
    table.direct("DUMMY ITALY")
    house.pass_time(hours=73)
    table.direct("ROLLBACK F1901M")
    house.pass_time(hours=1)
    table.tell("TURKEY", "RESIGN")
    table.direct("ROLLFORWARD")
    table.direct("ROLLBACK F1901M")
    for _ in range(2):
        table.direct("ROLLBACK S1901M")
        here = table.here()
        state: Any = here.state
        assert (here.row.label, state.match.dummies, state.vacant) == ("S1901M", ("ITALY",), ("TURKEY",))
        assert_books_balance(table)
        house.pass_time(hours=73)


def test_what_is_undone_and_has_not_been_sent_is_never_sent(house: House) -> None:
    table = all_have_written(house)
    house.clock.advance(timedelta(hours=73))
    outage.note_awake(house.judge)
    house.clerk.work_off()
    table.master.reply(table.master.last(), "GAME oslo\nROLLBACK S1901M", with_key=True)
    house.clerk.work_off()
    with house.judge.db.reading() as session:
        status = select(OutboundRow.status).where(OutboundRow.phase == "F1901M", OutboundRow.purpose == "results")
        assert set(session.execute(status).scalars()) == {"cancelled"}
    house.settle()
    assert label(table) == "S1901M"
    assert not any("Movement: results" in subject for subject in subjects(table.players["FRANCE"]))
    assert any("is open again" in subject for subject in subjects(table.players["FRANCE"]))


def test_a_rollback_names_a_phase_that_was_adjudicated_and_is_refused_otherwise(house: House, table: Seven) -> None:
    assert "Nothing has been adjudicated yet" in table.direct("ROLLBACK S1901M").text
    write_all(table)
    house.pass_time(hours=73)
    assert "Adjudicated are: S1901M." in table.direct("ROLLBACK F1901M").text
    assert "needs" not in table.tell("FRANCE", "ROLLBACK S1901M").text
    assert label(table) == "F1901M"


def test_a_preview_tells_the_gamemaster_what_would_happen_and_changes_nothing(house: House) -> None:
    table = all_have_written(house)
    version = table.game().state
    table.direct("PREVIEW")
    preview = table.master.last(lambda mail: "Preview of" in mail.subject)
    assert "A PAR H" in preview.text
    assert "Nothing has happened yet" in preview.text
    assert table.game().state == version
    assert label(table) == "S1901M"
    assert not any("Preview of" in subject for role in table.players for subject in subjects(table.players[role]))


def test_votes_of_a_phase_stand_again_after_a_rollback_and_all_are_told_so(house: House) -> None:
    table = seven(house, "nmr default")
    for role in table.players:
        if role != "ITALY":
            table.tell(role, "DRAW")
    house.pass_time(hours=73)
    table.direct("ROLLBACK S1901M")
    told = table.players["FRANCE"].last(lambda mail: "is open again" in mail.subject)
    assert (
        "All is as it was before that phase was adjudicated: the board, the accounts, and the votes for a draw"
        in " ".join(told.text.split())
    )
    table.tell("FRANCE", "NODRAW")
    table.tell("ITALY", "PHASE S1901M\nDRAW")
    assert table.game().status == "active"
    table.tell("FRANCE", "PHASE S1901M\nDRAW")
    assert table.game().status == "ended"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("diplomacy", ": the board and the votes for a draw or a concession. NODRAW takes yours back."),
        ("payola", ": the board, the accounts, and the votes for a draw or a concession. NODRAW takes yours back."),
        ("empires", ": the board and the accounts."),
        ("pirates", ", and so are the accounts."),
    ],
)
def test_a_rollback_tells_what_went_back_of_all_that_the_game_has(name: str, what: str) -> None:
    assert rollback_scope(systems()[name]).endswith(f"adjudicated{what}")
