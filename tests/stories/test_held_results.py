"""HOLD and PUBLISH: results that wait for the GameMaster, and what nobody may learn before he publishes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from judge.games.lookup import open_phase
from judge.play.adjudication import adjudicate
from judge.play.public_list import Search, found
from judge.rules.values import PUBLIC
from judge.store.tables import EventRow, LedgerRow, OutboundRow, PhaseRow
from tests.support.flat import flat
from tests.support.house import House, any_house
from tests.support.soaking import WHOLE
from tests.support.table_of_seven import Seven, played, seven
from tests.support.troubles import assert_books_balance, label, subjects, write_all

house = any_house


def held(house: House, *options: str) -> Seven:
    """A game whose first phase is over, with its results held."""

    def play() -> Seven:
        table = seven(house, *options)
        assert "will be held at the deadline" in flat(table.direct("HOLD"))
        write_all(table)
        house.pass_time(hours=73)
        return table

    return played(house, (__name__, "held", options), play)


def known(table: Seven) -> tuple[int, int, int]:
    """How many events, postings and phases there are."""
    counts = [table.house.one(select(func.count()).select_from(each)) for each in (EventRow, LedgerRow, PhaseRow)]
    return counts[0], counts[1], counts[2]


def test_held_results_are_a_preview_to_the_gamemaster_and_a_delay_to_everybody_else(house: House) -> None:
    table = held(house)
    assert label(table) == "S1901M"
    preview = table.master.last()
    assert preview.subject == "[oslo] Spring 1901 Movement: publish the results"
    assert "A PAR H" in preview.text
    assert "Its results wait for you, and nobody else has them." in " ".join(preview.text.split())
    assert "PUBLISH sends them to everybody" in preview.text
    assert sum("publish" in subject or "delayed" in subject for subject in subjects(table.master)) == 1
    for player in table.players.values():
        assert "are delayed" in player.last().subject
        assert "PAR" not in player.last().text.partition("Answer by")[0]
        assert not any("results" in subject and "delayed" not in subject for subject in subjects(player))


def test_a_second_publish_for_the_same_results_lets_out_no_others(house: House) -> None:
    table = held(house)
    table.direct("SET results held")
    asked = table.master.last(lambda mail: "publish the results" in mail.subject)
    house.pass_time(hours=1)
    assert "are on their way" in house.tell(table.master, "PUBLISH", to=asked).text
    again = flat(house.tell(table.master, "PUBLISH", to=asked).text)
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now. Nothing was done." in again
    write_all(table)
    house.pass_time(hours=73)
    assert label(table) == "F1901M"


def test_publish_sends_what_the_preview_showed_once_and_the_next_phase_begins_then(house: House) -> None:
    table = held(house)
    house.pass_time(days=4)
    assert label(table) == "S1901M"
    assert "are on their way" in table.direct("PUBLISH").text
    assert label(table) == "F1901M"
    here = table.here()
    assert here.row.deadline == house.clock.now() + timedelta(hours=72)
    for role in table.players:
        assert "A PAR H" in table.results(role).text
    came = [subject for subject in subjects(table.players["ITALY"]) if "delayed" not in subject]
    assert sum("results" in subject for subject in came) == 1
    assert "No results are held" in table.direct("PUBLISH").text
    assert_books_balance(table)
    # The one word was for one phase.
    write_all(table)
    house.pass_time(hours=73)
    assert label(table) != "F1901M"


def test_nothing_of_held_results_is_stored_where_it_could_be_read(house: House, table: Seven) -> None:
    table.direct("HOLD")
    write_all(table)
    before = known(table)
    house.pass_time(hours=73)
    assert label(table) == "S1901M"
    assert known(table) == before
    asked = table.tell("FRANCE", "SHOW\nSTATUS\nHISTORY\nSUMMARY\nMAP\nBALANCE\nSTATEMENT\nGAMES").text
    assert "has held its results since" in asked
    for told in ("F1901M", "Fall 1901", "moved", "A PAR H "):
        assert told not in asked, told
    assert table.view_of(PUBLIC).phase.label == "S1901M"
    with house.judge.db.reading() as session:
        assert found(session, Search())[0][0].deadline is None
        purposes = set(session.execute(select(OutboundRow.purpose)).scalars())
    assert "results" not in purposes


REFUSED = (
    ("FRANCE", "7 : A PAR - BUR"),
    ("FRANCE", "TRANSFER 5 TO ITALY"),
    ("FRANCE", "ACCEPT F?"),
    ("FRANCE", "CLEAR"),
    ("FRANCE", "DRAW"),
    ("FRANCE", "RESIGN"),
    ("FRANCE", "LATE 24h"),
    ("", "EJECT FRANCE"),
    ("", "EXTEND 24h"),
    ("", "PAUSE"),
    ("", "DEADLINE 2026-04-01 12:00"),
)


@pytest.mark.parametrize("refused", [(each,) for each in REFUSED] if WHOLE else [REFUSED])
def test_nothing_that_could_change_held_results_is_done(house: House, refused: Sequence[tuple[str, str]]) -> None:
    """Each alone in a soak."""
    table = held(house)
    before = known(table)
    for who, text in refused:
        reply = flat(table.tell(who, text) if who else table.direct(text))
        assert "its results wait for the GameMaster" in reply, text
        assert known(table) == before, text
    house.pass_time(days=2)
    assert "are on their way" in table.direct("PUBLISH").text
    balances = {role: table.view(role).balance for role in table.players}
    assert balances == {**dict.fromkeys(table.players, 47), "RUSSIA": 61}


@pytest.mark.parametrize("text", ["EXTEND 24h", "PAUSE", "DEADLINE 2026-04-01 12:00"])
def test_what_is_published_is_not_opened_again_by_the_next_line(house: House, text: str) -> None:
    table = held(house)
    assert flat(table.direct(f"PUBLISH\n{text}")).count("are on their way to everybody") == 2
    assert label(table) == "F1901M"


def test_rollback_of_a_sealed_phase_opens_it_again_with_what_is_on_file(house: House) -> None:
    table = held(house)
    reply = flat(table.direct("ROLLBACK S1901M Italy's mail was lost."))
    assert "Nobody has seen its results. They will be held again." in reply
    told = table.players["FRANCE"].last()
    assert "is open again" in told.subject
    assert "Italy's mail was lost." in told.text
    table.tell("ITALY", "9 : A ROM H")
    house.pass_time(hours=73)
    assert label(table) == "S1901M", "held again, as it was told"
    table.direct("PUBLISH")
    assert label(table) == "F1901M"
    assert table.view("ITALY").balance == 39


def test_a_game_may_hold_all_its_results_and_publish_lets_one_phase_go_unheld(house: House) -> None:
    table = seven(house, "results held")
    assert "will be held anyway" in flat(table.direct("HOLD"))
    assert "will not be held" in flat(table.direct("PUBLISH"))
    write_all(table)
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    write_all(table)
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    assert "Movement, held" in " ".join(table.direct("GAMES").text.split())
    assert "PUBLISH" in table.direct("GAMES").text
    table.direct("PUBLISH")
    assert label(table) != "F1901M"


def test_a_hold_that_is_taken_back_leaves_the_phase_to_the_option(house: House, table: Seven) -> None:
    table.direct("HOLD")
    table.direct("PUBLISH")
    table.direct("SET results held")
    write_all(table)
    house.pass_time(hours=73)
    assert "are delayed" in table.players["ITALY"].last().subject


def test_a_phase_that_all_agreed_to_end_early_is_held_and_published_before_its_deadline(house: House) -> None:
    table = seven(house, "early 1h", "results held")
    write_all(table)
    house.pass_time(hours=2)
    assert "are delayed" in table.players["ITALY"].last().subject
    table.direct("PUBLISH")
    assert label(table) == "F1901M"


def test_a_gamemaster_who_plays_sees_no_preview(house: House, table: Seven) -> None:
    italy = table.players["ITALY"]
    table.direct(f"APPOINT {italy.address}")
    house.agree(italy)
    said = house.tell(italy, "GAME oslo\nHOLD").text
    assert "PUBLISH sends the results." in said
    assert "preview" not in said
    write_all(table)
    house.pass_time(hours=73)
    assert italy.last().subject == "[oslo] Spring 1901 Movement: publish the results"
    assert not any("Preview of" in subject for subject in subjects(italy))


def test_d1_a_sealed_phase_is_not_adjudicated_by_whoever_tries(house: House) -> None:
    """As a judge does that was killed between cut and seal, or that runs beside another."""
    table = held(house)
    before = known(table)
    for _ in range(3):
        house.settle()
    assert known(table) == before
    with house.judge.db.reading() as session:
        row = open_phase(session, table.game())
        assert row is not None
        assert row.sealed_at is not None
    assert sum("are delayed" in subject for subject in subjects(table.players["ITALY"])) == 1
    assert not adjudicate(house.judge, table.game().id, "S1901M")
    assert known(table) == before


def test_a_held_game_that_ends_tells_its_end_when_it_is_published(house: House) -> None:
    table = held(house)
    table.direct("END GAME DRAW: the host needs the machine")
    assert table.now() is None
    assert "is over" in table.players["FRANCE"].last().subject


def test_nobody_is_awaited_in_a_phase_whose_results_are_held(house: House) -> None:
    table = seven(house, "nmr default")
    table.direct("HOLD")
    house.pass_time(hours=73)
    for reply in (table.direct("STATUS"), table.tell("ITALY", "STATUS")):
        assert "The GameMaster has held its results" in flat(reply)
        assert "has not written" not in flat(reply).partition("STATUS OF")[2]
