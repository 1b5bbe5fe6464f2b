"""What the reply to a mail of orders tells, and how often."""

from __future__ import annotations

from judge.letters.values import Answer, OnFile
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


def test_a_reply_to_orders_names_the_deadline(table: Seven) -> None:
    told = flat(table.tell("FRANCE", "5 : A PAR - BUR"))
    assert "You can change it until Thu 5 Mar 2026, 12:00 UTC." in told
    table.direct("PAUSE")
    assert "no deadline now, as the game is paused" in flat(table.tell("FRANCE", "5 : A PAR - BUR"))


def test_a_good_line_is_shown_once(table: Seven) -> None:
    reply = table.tell("FRANCE", "5 : A PAR - BUR\n3: a mar - spa\n4 : F ATLANTIS H")
    for order in ("A PAR - BUR", "A MAR - SPA"):
        assert reply.text.upper().partition("THAT YOU QUOTED")[0].count(order) == 1
        assert reply.html.upper().count(order) == 1


def test_a_line_that_is_filed_in_other_words_is_shown_with_them(house: House) -> None:
    reply = seven(house).tell("FRANCE", "5 : Paris - Burgundy")
    assert "> 5 : Paris - Burgundy\n    5 : A PAR - BUR" in reply.text


def test_what_is_filed_for_another_is_shown_line_by_line(house: House) -> None:
    """Who lends a hand is not shown what is on file."""
    table = seven(house, "become yes")
    assert "> 5 : A PAR - BUR" in table.direct("BECOME FRANCE\n5 : A PAR - BUR").text


def test_a_reply_with_a_problem_says_that_the_rest_is_filed_and_what_to_send(house: House) -> None:
    told = flat(seven(house).tell("FRANCE", "5 : A PAR - BUR\n4 : F ATLANTIS H"))
    assert "Your other lines are filed. Send the whole sheet again, corrected" in told
    assert "below a line ADD" in told


def test_where_orders_are_by_unit_the_corrected_line_alone_is_enough(house: House) -> None:
    table = seven(house, system="diplomacy")
    told = flat(table.tell("FRANCE", "A PAR - BUR\nF BRE - MOA"))
    assert "Your other lines are filed. Send just the corrected ones." in told
    table.tell("FRANCE", "F BRE - MAO")
    assert "A PAR - BUR" in table.tell("FRANCE", "SHOW").text


def test_empty_boxes_and_remarks_make_a_line_no_other() -> None:
    def answer(text: str, *, filed: bool = True, says: str = "") -> Answer:
        return Answer(1, text, "ok", says, filed=filed)

    assert answer("1 levy elm").stands_among(OnFile(["1 LEVY ELM -- --"]))
    assert answer("1 levy elm", says="slot 1: LEVY ELM -- --").stands_among(OnFile(["1 LEVY ELM -- --"]))
    assert answer("2 --", says="slot 2: nothing").stands_among(OnFile(["2 --"]))
    assert not answer("MOVE", says="you move to the other room").stands_among(OnFile(["MOVE"]))
    assert answer("GREEN: YES  // gives you 40").stands_among(OnFile(["GREEN: YES"]))
    assert not answer("1 levy").stands_among(OnFile(["1 LEVY ELM -- --"]))
    assert not answer("A PAR - BUR").stands_among(OnFile(["5 : A PAR - BUR", "A PAR"]))
    assert not answer("A PAR - BUR", filed=False).stands_among(OnFile(["A PAR - BUR"]))


def test_a_mail_without_an_order_is_answered_with_the_sheet_that_is_wanted(house: House, table: Seven) -> None:
    reply = table.tell("FRANCE", "Hello,\nI will write tomorrow.\nFleur", key=False)
    assert "I found no order and no command in your mail, so nothing has changed." in flat(reply)
    sheet = reply.text.partition("YOUR SHEET")[2].partition("TO BEGIN WITH")[0]
    assert "0 : A PAR H" in sheet
    begun = table.master.last(lambda mail: "has begun" in mail.subject)
    words = house.tell(table.master, "Hello,\nplease give us two days more.\nManus", to=begun, key=False).text
    assert "EXTEND" in words.partition("TO BEGIN WITH")[2]
    table.tell("FRANCE", sheet, key=False)
    reply = table.tell("FRANCE", "Hello again,\nhave you got it?\nFleur", key=False)
    assert "YOUR SHEET" not in reply.text


def test_help_in_a_game_of_payola_has_no_word_of_an_exchange(table: Seven) -> None:
    words = table.tell("FRANCE", "HELP").text.partition("THE WORDS OF THIS GAME")[2]
    assert "TRANSFER" in words
    assert "BUY" not in words
    assert "exchange" not in words
