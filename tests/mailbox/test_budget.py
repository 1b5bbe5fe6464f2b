"""Attacks with many short lines: one mail, and one hour, get so much of the only clerk, and the rest is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from judge.commands.command import commands
from judge.mailbox.limits import LETTER, OF_MAIL
from judge.store.tables import InboundRow, OutboundRow
from judge.testing.correspondent import Correspondent
from tests.support.flat import flat
from tests.support.house import House, Opening, put
from tests.support.soaking import stride
from tests.support.statements import listening
from tests.support.table_of_seven import Seven, seven

HELP = commands()["HELP"].cost
HERE = OF_MAIL // HELP
LINES = stride(1_000, 300)
"""So many HELP lines one mail may hold."""


def _letters(house: House, purpose: str) -> int:
    with house.judge.db.reading() as session:
        query = select(func.count(OutboundRow.id)).where(OutboundRow.purpose == purpose)
        return session.execute(query).scalar_one()


def _forge(house: House, address: str, name: object, text: str, to: str) -> None:
    put(house, f"From: {address}\nMessage-ID: <{name}@forged>\n\n{text}\n", to=to)


def test_the_same_map_is_drawn_once(table: Seven) -> None:
    once = len(table.tell("FRANCE", "MAP").raw)
    reply = table.tell("FRANCE", "MAP\n" * 46)
    assert reply.text.count("SPRING 1901") == table.tell("FRANCE", "MAP").text.count("SPRING 1901")
    assert "answered there, once" in " ".join(reply.text.split())
    assert len(reply.raw) < once + 46 * 1_000


def test_a_mail_gets_so_much_and_is_told_of_the_rest(house: House) -> None:
    ann = house.registered("Ann")
    text = " ".join(house.tell(ann, "HELP\n" * (HERE + 3), key=False).text.split())
    assert text.count("One mail may ask for so much") == 3
    assert "Send it in another mail" in text


def test_a_mail_gets_few_maps_and_positions(house: House) -> None:
    """The attack: maps of many phases of a large board, and coming and going as an observer: a second of the clerk."""
    table = seven(house, "nmr default", system="diplomacy")
    for _ in range(3):
        house.pass_time(hours=73)
    reply = flat(table.tell("FRANCE", "MAP\nMAP S1901M\nMAP F1901M\nMAP S1902M"))
    assert reply.count("One mail may ask for so much") == 2
    ann = house.registered("Ann")
    before = len(ann.inbox())
    house.tell(ann, "OBSERVE oslo\nOBSERVE oslo STOP\n" * 24)
    assert len(ann.inbox()) - before < 5


def test_a_mail_goes_back_and_forth_only_so_often(house: House) -> None:
    """The attack: 24 times ROLLBACK and ROLLFORWARD, two seconds of the clerk's."""
    table = seven(house, "nmr default", system="diplomacy")
    house.pass_time(hours=73)
    reply = flat(table.direct("ROLLBACK S1901M\nROLLFORWARD\n" * 24))
    assert reply.count("One mail may ask for so much") > 30


def test_a_mail_has_so_many_lines_of_letters_read_as_orders_and_the_next_waits(table: Seven) -> None:
    """The attack: six letters of lines that take the rules long to make nothing of, half a minute of the clerk's."""
    words = "\n".join(["12 geese"] * 40)
    reply = flat(table.tell("FRANCE", f"PRESS TO ITALY\n{words}\nEND PRESS\n" * 2, key=False))
    assert reply.count("Sent to Italy") == 1
    assert reply.count("reads as if it were for me: 12 geese.") == 1


def test_many_dummies_are_told_in_one_letter(house: House) -> None:
    """The attack: a line for each of 22 dummies of a large board, and a letter to everybody for each line."""
    master, ann = house.gathered("Manus", "Ann").values()
    house.tell(master, "CREATE diplomacy oslo\nEND CREATE")
    house.tell(ann, "JOIN oslo")
    before = len(ann.inbox())
    house.tell(master, "GAME oslo\nDUMMY ITALY\nDUMMY FRANCE\nDUMMY TURKEY")
    (told,) = ann.inbox()[before:]
    assert "dummies is now ITALY FRANCE TURKEY." in flat(told)


def test_an_hour_gets_so_much_and_it_can_be_asked_for_in_the_next(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    house.tell(ann, "HELP\n" * 4)
    refused = " ".join(house.tell(ann, "HELP").text.split())
    assert "as much as you may within an hour" in refused
    assert "The commands" not in refused
    house.pass_time(minutes=61)
    assert "as much as you may" not in " ".join(house.tell(ann, "HELP").text.split())


def test_what_counts_is_done_whatever_has_been_asked_for(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    house.tell(ann, "HELP\n" * 40 + "ZONE Europe/Rome")
    assert house.zone() == "Europe/Rome"
    house.tell(ann, "HELP\nZONE Europe/Paris")
    assert house.zone() == "Europe/Paris"


def test_a_leaked_reply_address_leaves_its_owner_what_they_may_ask_for(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    to = ann.last().reply_to.rpartition("<")[2].strip(">")
    for number in range(3):
        _forge(house, ann.address, number, "HELP\n" * 50, to)
    assert "with your KEY on a line" in " ".join(ann.last().text.split())
    assert "Everybody" in house.tell(ann, "HELP").text.title()


def test_what_is_not_answered_is_not_looked_up_either(opened: Opening) -> None:
    house = opened(replies_per_hour=2)
    ann = house.registered("Ann")
    to = ann.last().reply_to.rpartition("<")[2].strip(">")
    for number in range(5):
        _forge(house, ann.address, number, "GAMES", to)
    costs = house.every(select(InboundRow.cost).order_by(InboundRow.id.desc()).limit(3))
    assert costs == [0, 0, 0]


def test_a_leaked_reply_address_sends_no_flood_of_press(house: House, table: Seven) -> None:
    fleur = table.players["FRANCE"]
    to = fleur.last().reply_to.rpartition("<")[2].strip(">")
    for number in range(12):
        _forge(house, fleur.address, number, "PRESS TO ITALY\nPills!\nEND PRESS\n" * 50, to)
    most = house.judge.settings.replies_per_hour * 5 // commands()["PRESS"].cost
    assert 50 < _letters(house, "press") <= most
    assert "as much as you may within an hour" in " ".join(fleur.last().text.split())


def test_who_is_not_answered_any_more_is_told_once_that_press_was_not_sent(opened: Opening) -> None:
    house = opened(replies_per_hour=9)
    table = seven(house)
    fleur = table.players["FRANCE"]
    to = fleur.last().reply_to.rpartition("<")[2].strip(">")
    for number in range(14):
        _forge(house, fleur.address, number, "PRESS TO ITALY\nPills!\nEND PRESS\n" * 5, to)
    assert _letters(house, "shortage") == 1
    assert "has not been sent to anybody" in " ".join(fleur.last().text.split())


@pytest.mark.parametrize("forged", [11, 60])
def test_forged_codes_use_up_nothing_that_a_code_needs(house: House, forged: int) -> None:
    ann = house.registered("Ann")
    ann.write("ZONE Europe/Rome")
    house.settle()
    code = ann.last().code
    for number in range(forged):
        wrong = f"CONFIRM aaaabbbbccccdd{number + 10}"
        _forge(house, ann.address, number, wrong, house.judge.settings.address)
    ann.write(f"CONFIRM {code}")
    house.settle()
    assert house.zone() == "Europe/Rome"


def test_a_long_letter_costs_more_than_a_short_one(opened: Opening) -> None:
    house = opened(replies_per_hour=20)
    table = seven(house)
    fleur = table.players["FRANCE"]
    to = fleur.last().reply_to.rpartition("<")[2].strip(">")
    letter = "PRESS TO ITALY\n" + f"{'Pills, pills and pills! ' * 3}\n" * 280 + "END PRESS\n"
    for number in range(3):
        _forge(house, fleur.address, number, letter * 4, to)
    cost = commands()["PRESS"].cost + 280 * 71 // LETTER
    assert _letters(house, "press") == 100 // cost


def _asked_of_the_database(house: House, work: Callable[[], object]) -> int:
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.append(statement)

    with listening(house.judge.db, before_cursor_execute=note):
        work()
    return len(statements)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"START game{number}" for number in range(LINES)),
        "TRY\n" + "\n".join(f"{number} : A PAR - BUR" for number in range(LINES)) + "\nEND TRY",
        "SHOW\n" + "\n".join(f"> {number}" for number in range(LINES)),
        "\n".join(f"FOR X{number}" for number in range(LINES)),
    ],
    ids=["names", "TRY", "quotations", "FOR"],
)
def test_lines_by_the_thousand_ask_the_database_little(house: House, text: str) -> None:
    fleur = seven(house).players["FRANCE"]
    to = fleur.last().reply_to.rpartition("<")[2].strip(">")
    assert _asked_of_the_database(house, lambda: _forge(house, fleur.address, 1, text, to)) < LINES


# A game of many seats: what everybody is told costs more there.


def _crowd(house: House, game: str, players: int) -> Correspondent:
    """The GameMaster of a game of so many that has begun."""
    people = house.gathered("Manus", *(f"Ann{chr(65 + number)}" for number in range(players)))
    master, *others = people.values()
    house.tell(master, f"CREATE pirates {game}\nplayers {players}")
    for each in others:
        house.tell(each, f"JOIN {game}")
    house.tell(master, f"GAME {game}\nSTART")
    return master


def test_what_a_mail_asks_for_behind_many_letters_to_others_is_left_to_another_mail(house: House) -> None:
    master = _crowd(house, "crowd", 8)
    told = flat(house.tell(master, "GAME crowd\n" + "PAUSE\nRESUME\n" * 20))
    assert "crowd is paused." in told
    assert "crowd goes on" in told
    assert 0 < told.count("One mail may ask for so much and no more: this was not done.") < 30
    assert "crowd is paused." in flat(house.tell(master, "GAME crowd\nRESUME\nPAUSE"))


def test_where_a_mail_is_cut_tells_nobody_who_blocks_whom_or_whose_a_pseudonym_is(house: House) -> None:
    """The attack: a mail of long letters, and its reply counts how many of them were sent."""
    table = seven(house, "pseudonyms yes", "press choice")
    table.tell("AUSTRIA", "PSEUDONYM Nightingale")
    others = ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]

    def sent(*names: str) -> int:
        press = [f"PRESS TO {', '.join(names)}", *["<&" * 40] * 50, "END PRESS"]
        reply = flat(table.tell("FRANCE", "\n".join(press * 12)))
        assert "One mail may ask for so much" in reply
        return reply.count("Sent to")

    everybody = sent(*others)
    assert {sent("NIGHTINGALE", *(each for each in others if each != out)) for out in others} == {everybody}
    table.tell("ITALY", "BLOCK FRANCE")
    assert sent(*others) == everybody


def test_to_tell_everybody_takes_no_more_statements_for_more_players(house: House) -> None:
    sent: list[str] = []

    def count(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    def asked(game: str, players: int) -> int:
        master = _crowd(house, game, players)
        house.settle()
        master.reply(master.last(), f"GAME {game}\nPAUSE", with_key=True)
        sent.clear()
        with listening(house.judge.db, before_cursor_execute=count):
            house.clerk.work_off()
        return len(sent)

    assert asked("few", 4) == asked("many", 14)
