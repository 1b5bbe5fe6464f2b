"""Payola's account by mail: what leaving would cost, and a phase's money told in the order in which it moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.maps.png import can_paint
from judge.store.tables import Game
from judge.web.pages import Site
from tests.letters.test_data import data_of
from tests.support.bots import holds
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, Seven, seven


def _wipe_out(house: House, table: Seven, power: str) -> None:
    """The power keeps nothing but its money."""

    def unit(work: Work) -> None:
        game = work.session.execute(select(Game).where(Game.name == table.name)).scalar_one()
        assert game.state is not None
        board = game.state["table"]
        units = [unit for unit in board["units"] if not unit.startswith(f"{power} ")]
        centers = {each: owned for each, owned in board["centers"].items() if each != power}
        game.state = {**game.state, "table": {**board, "units": units, "centers": centers}}
        game.version += 1

    house.judge.write(unit)


def _asked(house: House, table: Seven) -> str:
    """What Italy is told to confirm."""
    italy = table.players["ITALY"]
    italy.reply(table.results("ITALY"), "RESIGN")
    house.settle()
    return " ".join(italy.last().text.split())


@pytest.mark.ruling("P29")
def test_2_4_whoever_is_eliminated_reads_before_leaving_that_the_money_would_be_destroyed(
    house: House, table: Seven
) -> None:
    usual = _asked(house, table)
    assert "wait for a successor, who would get what is yours" in usual
    _wipe_out(house, table, "ITALY")
    said = _asked(house, table)
    assert "48 AgP would be destroyed." in said
    assert "write TRANSFER ALL TO AUSTRIA" in said
    assert "successor" not in said


@pytest.mark.parametrize("leaves_first", [True, False])
def test_p29_status_says_who_is_eliminated_and_not_whether_a_vacant_seat_has_money(
    house: House, table: Seven, *, leaves_first: bool
) -> None:
    if not leaves_first:
        _wipe_out(house, table, "ITALY")
    table.tell("ITALY", "RESIGN")
    if leaves_first:
        _wipe_out(house, table, "ITALY")
    rows = [" ".join(line.split()) for line in table.tell("FRANCE", "STATUS").text.splitlines()]
    assert "Italy vacant: TAKEOVER eliminated" in rows
    assert not any("eliminated" in row for row in rows if not row.startswith("Italy"))


def test_p29_status_of_a_blind_game_tells_nobody_who_is_eliminated(house: House) -> None:
    table = seven(house, "blind yes")
    _wipe_out(house, table, "ITALY")
    assert "eliminated" not in table.tell("FRANCE", "STATUS").text


def test_2_5_history_tells_the_income_of_a_phase_before_its_results(house: House) -> None:
    table = seven(house, "nmr default")
    table.tell("FRANCE", "5 : A PAR - BUR\nTRANSFER 2 TO ITALY")
    house.pass_time(hours=73)
    told = table.tell("FRANCE", "HISTORY S1901M").text
    moments = ["Income from 3 centers: 48 AgP", "You sent Italy 2 AgP", "New balance", "Your acceptance list"]
    places = [told.index(moment) for moment in moments]
    assert places == sorted(places)


def test_prices_tells_a_player_of_the_own_units_since_the_seat_was_taken(house: House) -> None:
    table = seven(house, "nmr default")
    assert "You have been told of no payments yet." in table.tell("FRANCE", "PRICES").text
    table.tell("FRANCE", "5 : A PAR - BUR")
    table.tell("GERMANY", "2 : A PAR - BUR\n7 : A MUN - RUH")
    house.pass_time(hours=73)
    table.tell("FRANCE", "1 : A BUR - BEL")
    shown = " ".join(table.tell("FRANCE", "PRICES").text.split())
    assert "units took paid reduced balance S1901M 7 5 0 43 In all 7 5" in shown
    others = " ".join(table.tell("GERMANY", "PRICES oslo").text.split())
    assert "S1901M 7 9 0 39 In all 7 9" in others
    assert "You have no seat in oslo." in table.direct("PRICES").text
    table.tell("FRANCE", "RESIGN")
    house.pass_time(hours=1)
    successor = house.registered("Nina")
    house.tell(successor, "TAKEOVER oslo AS FRANCE")
    refused = house.tell(successor, "PRICES oslo").text
    assert "You have been told of no payments yet." in refused
    assert "Nothing has been paid" not in refused, "5.6: it has, before they came"


def test_p34_once_the_game_is_over_prices_tells_anybody_of_everybody(house: House) -> None:
    table = seven(house, "nmr default")
    table.tell("FRANCE", "5 : A PAR - BUR")
    table.tell("GERMANY", "2 : A PAR - BUR\n7 : A MUN - RUH")
    house.pass_time(hours=73)
    house.tell(table.master, "GAME oslo\nEND GAME Abandoned")
    for told in (table.tell("ITALY", "PRICES"), house.tell(house.registered("Nina"), "PRICES oslo")):
        shown = " ".join(told.text.split())
        assert "units took paid balance S1901M 7 5 43 In all 7 5" in shown
        assert "units took paid balance S1901M 7 9 39 In all 7 9" in shown


def test_prices_are_plotted_where_html_is_read(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=300) as house:
        table = seven(house, "nmr default")
        house.pass_time(hours=73)
        house.pass_time(hours=73)
        mail = table.tell("FRANCE", "PRICES")
        images = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
        assert len(images) == can_paint()


def test_where_nothing_is_paid_for_prices_are_refused(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "In this game nobody pays for what is done." in table.tell("FRANCE", "PRICES").text


@pytest.mark.parametrize("line", ["ACCEPT fg", "ACCEPT FG", "accept fg", "ACCEPT g?", "ACCEPT x?"])
def test_p32_a_bad_list_is_told_what_is_wrong_in_any_case(house: House, line: str) -> None:
    told = seven(house).tell("FRANCE", line).text
    assert f"> {line}\n    PROBLEM in line" in told
    assert "NOT READ" not in told


@pytest.mark.ruling("P34")
@pytest.mark.parametrize("variant", ["standard", "tincup"])
def test_5_7_a_gamemaster_reads_of_no_accounts_before_the_end_in_letters_for_programs_either(
    house: House, variant: str
) -> None:
    table = seven(house, "nmr default", f"variant {variant}")
    house.tell(table.master, "PROFILE MAIL DATA")
    table.tell("FRANCE", "5 : A PAR - BUR\nACCEPT FE?")
    table.direct("PREVIEW")
    house.settle()
    preview = table.master.last(lambda mail: "Preview" in mail.subject)
    house.pass_time(hours=100)
    results = table.master.last(lambda mail: "results" in mail.subject)
    for mail in (preview, results, table.direct("HISTORY S1901M")):
        said = data_of(mail)
        assert said is not None
        assert "auction" not in str(said)
        assert "FE?" not in str(said)


FOUR = {"AMBER": "Anna", "CORAL": "Carl", "IVORY": "Ines", "JADE": "Jan"}
AMBER_WINS = {
    "S1901M": "1 : A HIG - LIN\n0 : F GOL - COP",
    "W1901A": "BUILD A HIG\nBUILD F GOL",
    "S1902M": "2 : A WHI - SNO\n0 : A LIN - WHI\n0 : A HIG - LIN\n0 : F GOL - GIL",
    "F1902M": "0 : A WHI H\n2 : F PEA - PAL\n0 : A LIN - PEA\n0 : F GIL - KIN",
}


def _won_by_amber(house: House, *options: str) -> Seven:
    table = seven(house, "map four-seas", "nmr default", "dummies jade", *options, cast=FOUR)
    while (here := table.now()) is not None:
        sheet = AMBER_WINS.get(here.row.label)
        if sheet:
            assert "PROBLEM" not in table.tell("AMBER", sheet).text
        house.pass_time(hours=100)
    return table


@pytest.mark.ruling("P30")
@pytest.mark.parametrize("blind", ["no", "yes"])
def test_5_7_only_who_played_finds_something_for_them_alone_in_the_letter_of_a_victory(
    house: House, blind: str
) -> None:
    table = _won_by_amber(house, f"blind {blind}")
    box = "only for you"
    for who, has in ((table.players["AMBER"], True), (table.players["CORAL"], True), (table.master, False)):
        mail = who.last(lambda mail: "is over" in mail.subject)
        assert "has won with 7 centers." in mail.text
        for text in (mail.text, mail.html):
            assert (box in text.lower()) == has


def test_p20_the_letter_of_the_end_does_not_say_that_what_was_out_of_sight_did_not_happen(house: House) -> None:
    table = _won_by_amber(house, "variant tincup")
    carl = table.players["CORAL"]
    ended = carl.last(lambda mail: "is over" in mail.subject)
    for mail in (ended, house.tell(carl, "HISTORY oslo F1902R")):
        for text in (mail.text, mail.html):
            assert "You saw no center change hands." in text
            assert "You saw no order." in text
            assert "No center changed hands." not in text
            assert "Nothing was ordered." not in text
    told = table.master.last(lambda mail: "is over" in mail.subject)
    for text in (told.text, told.html):
        assert "Nothing was ordered." in text


# STATEMENT by mail: the books of a player, also of money that the rules have used up since.


def test_p24_a_statement_after_the_fall_holds_the_money_that_was_put_aside(house: House) -> None:
    table = seven(house, "variant zerosum")
    strategies = {**dict.fromkeys(PLAYERS, holds), "FRANCE": lambda view: f"3 : A PAR H\n{holds(view)}"}
    for label in ("S1901M", "F1901M"):
        here = table.here()
        assert here.row.label == label
        table.play_phase(strategies)
    told = table.tell("FRANCE", "STATEMENT", key=False).text
    block = " ".join(told.partition("ACCOUNT OF FRANCE")[2].split())
    assert "+3 3 AgP set aside" in block
    assert "into the account" in block
    assert "0 AgP set aside brought forward" in block


def test_the_books_name_phases_in_words(table: Seven) -> None:
    for _ in range(2):
        table.play_phase(dict.fromkeys(PLAYERS, holds))
    told = table.tell("FRANCE", "STATEMENT\nBALANCE", key=False).text
    assert "income of 3 centers, Spring 1902 Movement" in " ".join(told.split())
    assert "S1902M" not in told


def test_p24_the_ledger_at_the_end_counts_what_is_set_aside_by_itself(house: House) -> None:
    table = seven(house, "variant zerosum", "nmr default")
    table.tell("FRANCE", "20 : A PAR - BUR")
    table.tell("GERMANY", "4 : A PAR - BUR")
    house.pass_time(hours=73)
    house.tell(table.master, "GAME oslo\nEND GAME Abandoned")
    end = table.players["FRANCE"].last(lambda mail: "is over" in mail.subject)
    ledger = " ".join(end.text.partition("THE LEDGER")[2].split())
    assert "-20 10 paid to France A PAR +24 24 set aside: paid for A PAR" in ledger
    assert "set aside: paid for A PAR" in end.html
    site = Site(house.judge, "https://judge.example.org/")
    with house.judge.db.reading() as session:
        page = site.get(session, "games/oslo/ledger.html")
    assert page is not None
    rows = page.content.decode()
    assert 'set aside: paid for A PAR</td><td class="number">+24</td><td class="number">24</td>' in rows
    assert "What is set aside is counted by itself." in rows
