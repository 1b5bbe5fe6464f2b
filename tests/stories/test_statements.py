"""STATEMENT by mail: the books of a player, also of money that the rules have used up since."""

from __future__ import annotations

from judge.web.pages import Site
from tests.support.bots import holds
from tests.support.house import House
from tests.support.table_of_seven import PLAYERS, Seven, seven


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
