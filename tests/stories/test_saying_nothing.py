"""NO ORDERS, words of other judges, and lengths of time as people write them, by mail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.app import Work
from judge.games.lookup import find_game, live_game, missing_roles, on_file
from judge.identity.trust import Writer
from judge.mail.values import Proof
from judge.play import sheets
from judge.play.sanity_checks import Sent
from judge.rules.machiavelli.board import BOARD
from judge.store.tables import Player
from tests.frozen.table import Table, form, frozen_house
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


def awaited(table: Seven) -> tuple[str, ...]:
    with table.house.judge.db.reading() as session:
        game = find_game(session, "oslo")
        here = live_game(session, game) if game is not None else None
        assert game is not None
        assert here is not None
        return missing_roles(here.phase, on_file(session, game, here.row.label))


@pytest.mark.ruling("P50")
def test_whoever_says_no_orders_has_written_and_is_told(table: Seven) -> None:
    assert "FRANCE" in awaited(table)
    reply = flat(table.tell("FRANCE", "no orders this time, thanks", key=False).text)
    assert "The game no longer waits for you." in reply
    assert "ON FILE FOR FRANCE, SPRING 1901 MOVEMENT Nothing." in reply
    assert "PROBLEM" not in reply
    assert "FRANCE" not in awaited(table)


def test_no_orders_leaves_what_is_on_file_and_clear_empties_it(table: Seven) -> None:
    table.tell("FRANCE", "5 : A PAR - BUR")
    reply = flat(table.tell("FRANCE", "NO ORDERS").text)
    assert "5 : A PAR - BUR" in reply.partition("ON FILE")[2]
    cleared = table.tell("FRANCE", "CLEAR").text
    assert "A PAR - BUR" not in cleared
    assert "FRANCE" in awaited(table)


def test_clear_takes_no_orders_back_where_nothing_is_on_file(table: Seven) -> None:
    table.tell("FRANCE", "NO ORDERS")
    assert "FRANCE" not in awaited(table)
    cleared = flat(table.tell("FRANCE", "CLEAR").text)
    assert "NO ORDERS for Spring 1901 Movement is taken back. You have nothing on file." in cleared
    assert "FRANCE" in awaited(table)
    assert "You had nothing on file to take back." in flat(table.tell("FRANCE", "CLEAR").text)


def test_no_orders_of_the_last_who_is_late_does_not_say_that_clear_takes_anything_back(house: House) -> None:
    table = seven(house, system="diplomacy")
    for role in table.players:
        table.tell(role, "NO ORDERS" if role != "TURKEY" else "F ANK - BLA\nCLEAR")
    house.pass_time(hours=80)
    told = flat(table.tell("TURKEY", "A CON - BUL\nNO ORDERS").text)
    assert "What you have on file stands." in told
    assert "CLEAR" not in told
    assert "Spring 1901 Movement: results" in table.results("TURKEY").subject


def test_no_orders_among_the_lines_to_be_tried_is_none_that_is_wrong(table: Seven) -> None:
    alone = flat(table.tell("FRANCE", "TRY\nno orders.\nEND TRY").text)
    assert "TRIED FOR FRANCE, SPRING 1901 MOVEMENT Nothing." in alone
    reply = flat(table.tell("FRANCE", "TRY\n5 : A PAR - BUR\nNO ORDERS\nEND TRY").text)
    assert "5 : A PAR - BUR" in reply.partition("TRIED FOR FRANCE")[2]
    assert "is wrong" not in alone + reply
    assert "FRANCE" in awaited(table)


def test_no_orders_beside_orders_shows_what_is_on_file_once(table: Seven) -> None:
    reply = flat(table.tell("FRANCE", "5 : A PAR - BUR\nNO ORDERS").text)
    assert reply.count("ON FILE FOR FRANCE") == 1
    assert "5 : A PAR - BUR" in reply.partition("ON FILE FOR FRANCE")[2]


@pytest.mark.parametrize("mail", ["5 : A PAR - BUR\nNO ORDERS", "NO ORDERS\n5 : A PAR - BUR"])
def test_no_orders_beside_orders_does_not_say_that_nothing_is_on_file(house: House, mail: str) -> None:
    reply = flat(seven(house).tell("FRANCE", mail).text)
    assert "The game no longer waits for you. What you have on file stands. CLEAR takes it back." in reply
    assert "You have nothing on file" not in reply


def test_all_who_say_nothing_have_the_phase_adjudicated_early(table: Seven) -> None:
    table.direct("SET early 1h")
    for role in table.players:
        table.tell(role, "NO ORDERS")
    assert any(mail.subject.endswith("Everybody has written") for mail in table.players["ITALY"].inbox())


def test_where_nothing_is_awaited_no_orders_is_told_so(house: House, table: Seven) -> None:

    def say_nothing(work: Work) -> str:
        game = find_game(work.session, "oslo")
        assert game is not None
        here = live_game(work.session, game)
        assert here is not None
        quiet = replace(here, phase=replace(here.phase, wanted=("TURKEY",)))
        player = work.session.get_one(Player, game.master_id)
        sent = Sent(Writer(player, frozenset({Proof.KEY}), None), 1, work.now)
        return sheets.say_nothing(work.session, quiet, ("FRANCE",), sent)

    assert house.judge.write(say_nothing) == "Spring 1901 Movement does not wait for you. You have nothing on file."
    assert "FRANCE" in awaited(table)


def test_it_is_for_the_phase_whose_letter_it_answers(house: House, table: Seven) -> None:
    opening = table.players["FRANCE"].last(lambda mail: mail.subject.startswith("[oslo]"))
    for role in table.players:
        table.tell(role, "NO ORDERS")
    house.pass_time(hours=24 * 8)
    reply = flat(house.tell(table.players["FRANCE"], "NO ORDERS", to=opening).text)
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now." in reply
    assert "FRANCE" in awaited(table)


def test_what_is_the_same_is_done_and_the_reply_names_ours(table: Seven) -> None:
    reply = flat(table.tell("FRANCE", "SET WAIT\nVOTE DRAW", key=False).text)
    assert "I read this as WAIT. Spring 1901 Movement will not be adjudicated before" in reply
    assert "I read this as DRAW." in reply
    assert "PROBLEM" not in reply
    assert "I read this as NOWAIT. You no longer hold this phase open." in flat(table.tell("FRANCE", "SET NOWAIT").text)


@pytest.mark.parametrize("line", ["LATE 1 day", "LATE 24 h, my train", "EXTEND 3 days", "Olá juiz, EXTEND 3 days"])
def test_a_player_asks_for_days_in_words(table: Seven, line: str) -> None:
    before = len(table.master.inbox())
    reply = flat(table.tell("FRANCE", line, key=False).text)
    assert "I have asked the GameMaster." in reply
    assert "PROBLEM" not in reply
    asked = [mail for mail in table.master.inbox()[before:] if "asks for" in mail.subject]
    assert len(asked) == 1
    assert "refused" not in asked[0].text


def test_whoever_is_ready_without_orders_is_told_that_they_are_awaited(table: Seven) -> None:
    assert "Until your orders are on file the game waits for them." in flat(table.tell("FRANCE", "READY").text)
    assert "awaited" not in flat(table.tell("FRANCE", "5 : A PAR - BUR\nNO ORDERS\nREADY").text)


def test_the_gamemaster_extends_by_days(table: Seven) -> None:
    assert "is due" in table.direct("EXTEND 3 days, for the feast").text


def test_a_players_broadcast_goes_nowhere_and_tells_of_press(table: Seven) -> None:
    before = len(table.players["ITALY"].inbox()) + len(table.master.inbox())
    reply = flat(table.tell("FRANCE", "BROADCAST\nHello all\nEND BROADCAST").text)
    assert "PRESS TO ALL" in reply
    assert len(table.players["ITALY"].inbox()) + len(table.master.inbox()) == before


def test_what_nothing_means_in_the_game_itself_comes_first(house: House) -> None:
    master, bob = house.registered("Manus"), house.registered("Bob")
    others = " ".join(sorted({*BOARD.countries} - {"AUSTRIA", "MILAN"}))
    house.tell(master, f"CREATE machiavelli plague\ndummies {others}\nEND CREATE\nJOIN plague AS AUSTRIA")
    house.tell(bob, "JOIN plague AS MILAN")
    house.tell(master, "GAME plague\nSTART")
    own = flat(house.tell(master, "GAME plague\nPay:\nNOTHING").text)
    assert "count as having written" not in own
    assert "nothing" in own.partition("ON FILE")[2].lower().replace("nothing.", "")
    assert "You count as having written." in flat(house.tell(master, "GAME plague\nNOTHING").text)


def test_the_sheet_to_answer_with_says_what_it_means_to_send_no_orders(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "// NO ORDERS alone: your units hold" in table.results("FRANCE").text


def test_a_sheet_that_holds_nothing_but_remarks_says_no_orders_when_it_is_sent_back(tmp_path: Path) -> None:
    with frozen_house(tmp_path) as house:
        table = Table(house, "Anna", "Bert", "Carl", "Dora")
        out = "dummies FRANCE SAVOY GENOA NAPLES SICILY DALMATIA TURKEY FERRARA AUSTRIA"
        seats = {"Anna": "FLORENCE", "Bert": "VENICE", "Carl": "MILAN", "Dora": "PAPACY"}
        table.create("machiavelli", "italy", (out,), seats, watched=False)
        sheet = form(table.newest("italy", "Anna"))
        assert sheet.splitlines()[-1] == "NO ORDERS"
        assert "You count as having written." in " ".join(table.tell("italy", "Anna", sheet).text.split())
