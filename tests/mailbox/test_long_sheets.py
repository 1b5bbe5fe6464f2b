"""Mails that are too long (fault C9): read as far as anybody needs, and said so."""

from __future__ import annotations

from sqlalchemy import func, select

from judge.mailbox.bounds import COMMANDS, MAIL_LINES, ORDER_LINES
from judge.mailbox.limits import FEW_LINES, LINES_OF_REPLY
from judge.store.tables import LineRow
from tests.support.house import House, Opening, put
from tests.support.table_of_seven import Seven, seven


def test_c9_lines_beyond_the_limit_are_not_read_and_the_reply_says_so(table: Seven) -> None:
    reply = table.tell("FRANCE", "\n".join(["1 : A PAR - BUR"] * ORDER_LINES + ["7 : A MUN - RUH"] * 600))
    assert f"can hold {ORDER_LINES} lines of orders" in " ".join(reply.text.split())
    shown = table.tell("FRANCE", "SHOW").text
    assert "1 : A PAR - BUR" in shown
    assert "A MUN - RUH" not in shown


def test_c9_commands_beyond_the_limit_are_not_read_and_mail_nobody(table: Seven) -> None:
    before = len(table.players["ITALY"].inbox())
    lines = ["PRESS TO ITALY: hello"] * (COMMANDS + 30)
    reply = table.tell("FRANCE", "\n".join(["A PAR - BUR", *lines, "8 : A PAR - PIC"]))
    told = " ".join(reply.text.split())
    # The last one read is the KEY or a command, whichever house.tell has put above the others.
    assert f"A mail can hold {COMMANDS} commands. I did not read this one and those below it" in told
    assert COMMANDS - 1 <= len(table.players["ITALY"].inbox()) - before <= COMMANDS
    assert "A PAR - PIC" not in table.tell("FRANCE", "SHOW").text


def test_c9_a_code_is_asked_for_what_was_read_and_no_more(house: House, table: Seven) -> None:
    lines = ["GAME oslo", "EXTEND 1h", *["STATUS"] * COMMANDS, "EXTEND 5h"]
    house.tell(table.master, "\n".join(lines), key=False)
    asking = table.master.last(lambda mail: mail.code != "")
    asked = asking.text.partition("CONFIRM ")[0]
    assert "EXTEND 1h" in asked
    assert "> EXTEND 5h" not in asked
    done = house.tell(table.master, f"CONFIRM {asking.code}", to=asking, key=False).text
    assert "> EXTEND 1h" in done
    assert "those below it" not in " ".join(done.split())


WRONG = "1 : A QQQ - XXX"


def _lines_on_file(house: House) -> int:
    return house.one(select(func.count(LineRow.id)).where(LineRow.became == "problem"))


def test_one_mail_has_so_many_lines_of_orders_whatever_it_calls_them(house: House, table: Seven) -> None:
    """The same game again and again, 400 lines each: ten thousand lines, and half a minute of the only clerk."""
    chapter = "GAME oslo\n" + "\n".join([WRONG] * ORDER_LINES)
    reply = table.tell("FRANCE", "\n".join([chapter] * 24))
    assert f"A mail can hold {MAIL_LINES} lines of orders for all games" in " ".join(reply.text.split())
    assert _lines_on_file(house) <= MAIL_LINES + 24


def test_a_leaked_reply_address_has_so_many_lines_of_orders_read_within_an_hour(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    table = seven(house)
    france = table.players["FRANCE"]
    letter = france.last()
    to = letter.reply_to.rpartition("<")[2].strip(">")
    for number in range(12):
        text = "\n".join([WRONG] * ORDER_LINES)
        put(house, f"From: {france.address}\nMessage-ID: <{number}@forged>\n\n{text}\n", to=to)
    assert 0 < _lines_on_file(house) <= 4 * LINES_OF_REPLY
    # The owner's own orders are read: with their KEY at once, however many they are, and few of them in any case.
    before = len(france.inbox())
    table.tell("FRANCE", "\n".join(["1 : A PAR - BUR"] * 30))
    assert [mail.code for mail in france.inbox()[before:]] == [""]
    assert "A PAR - BUR" in table.tell("FRANCE", "SHOW").text
    france.write("2 : A MAR - SPA", answers=letter)
    house.settle()
    assert "A MAR - SPA" in table.tell("FRANCE", "SHOW").text


def test_what_is_beyond_the_lines_of_an_hour_is_filed_once_its_code_comes(opened: Opening) -> None:
    house = opened(replies_per_hour=8)
    table = seven(house)
    france = table.players["FRANCE"]
    letter = france.last()
    for _ in range(4):
        france.write("\n".join([WRONG] * ORDER_LINES), answers=letter)
        house.settle()
    france.write("\n".join(["3 : A PAR - BUR"] * (FEW_LINES + 1)), answers=letter)
    house.settle()
    asked = france.last()
    assert "than I read unasked" in " ".join(asked.text.split())
    assert asked.code
    assert "A PAR - BUR" not in table.tell("FRANCE", "SHOW").text
    france.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert "A PAR - BUR" in table.tell("FRANCE", "SHOW").text
