"""Promise 8: more than a mail touches may be told, less never."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select, update

from judge.commands.command import Needs, commands
from judge.mailbox.lock_footprint import EVERYTHING, NAMING, STAYING, Kept, reach_of, touched
from judge.mailbox.parser import parse
from judge.outbox.queue import sender_of
from judge.store.tables import Game, InboundRow, OutboundRow, Player
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seven, seven


def kept(house: House) -> Kept:
    """What is told of the latest mail, which nobody has read yet."""
    with house.judge.db.reading() as session:
        row = session.execute(select(InboundRow).order_by(InboundRow.id.desc()).limit(1)).scalar_one()
        return reach_of(house.judge, session, row, parse(house.judge, row))


def keys(house: House) -> frozenset[str] | None:
    with house.judge.db.reading() as session:
        return touched(session, [kept(house)])[0].keys


def numbers(house: House) -> tuple[int, int]:
    """The game's and Anna's."""
    with house.judge.db.reading() as session:
        return (
            session.execute(select(Game.id)).scalar_one(),
            session.execute(select(Player.id).where(Player.name == "Anna")).scalar_one(),
        )


def test_every_command_that_is_known_to_stay_within_its_games_is_there() -> None:
    assert set(commands()) >= STAYING


def test_every_command_that_may_name_a_game_is_read_for_it_or_touches_everything() -> None:
    named = {
        command.name
        for command in commands().values()
        if command.name == "GAME" or command.names_game or "game" in command.usage
    }
    assert named & STAYING == NAMING


def test_what_names_people_or_lists_all_games_touches_everything() -> None:
    outside = {name for name, command in commands().items() if command.name not in STAYING}
    assert outside >= {"LIST", "CREATE", "REGISTER", "ADDRESS", "PROFILE", "INVITE", "APPOINT", "HANDOVER", "REPLACE"}
    anybodys = {command.name for command in commands().values() if command.needs == Needs.ANYBODY}
    assert anybodys & STAYING == {"HELP"}


def test_a_sheet_touches_its_writer_and_the_games_they_are_in(house: House, table: Seven) -> None:
    game, anna = numbers(house)
    table.players["AUSTRIA"].write("A VIE - GAL")
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


def test_a_game_that_is_named_is_touched_and_one_that_is_over_only_if_it_is_named(house: House, table: Seven) -> None:
    game, anna = numbers(house)
    with house.judge.db.writing() as session:
        session.execute(update(Game).values(status="ended"))
    table.players["AUSTRIA"].write("GAMES")
    assert keys(house) == frozenset({f"player {anna}"})
    table.players["AUSTRIA"].write(f"HISTORY {table.name.upper()} S1901M")
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


@pytest.mark.parametrize("text", ["ZONE Europe/Berlin", "PROFILE MAIL PLAIN", "PROFILE"])
def test_what_changes_how_letters_read_touches_the_games_of_their_reader_and_those_that_are_over(
    house: House, table: Seven, text: str
) -> None:
    game, anna = numbers(house)
    table.players["AUSTRIA"].write(text)
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})
    with house.judge.db.writing() as session:
        session.execute(update(Game).values(status="ended"))
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


@pytest.mark.parametrize("text", ["LIST", "profile name Bella", "A VIE - GAL\nPROFILE NAME Bella"])
def test_what_is_not_known_to_stay_within_anything_touches_everything(house: House, text: str) -> None:
    seven(house).players["AUSTRIA"].write(text)
    assert keys(house) is EVERYTHING


def test_lines_that_a_code_confirms_touch_what_their_mail_did(house: House, table: Seven) -> None:
    game, anna = numbers(house)
    austria = table.players["AUSTRIA"]
    austria.reply(table.results("AUSTRIA"), "RESIGN", with_key=False)
    house.settle()
    asked = austria.last(lambda mail: mail.code != "")
    austria.write(f"CONFIRM {asked.code}")
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


def test_a_code_that_nobody_was_mailed_touches_its_writer_alone(house: House, table: Seven) -> None:
    """Else nobody could be answered beside a flood of such mails."""
    game, anna = numbers(house)
    table.players["AUSTRIA"].write("CONFIRM abcdefgh23456789")
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


def test_the_code_of_a_change_of_address_or_of_an_offer_touches_everything(house: House, table: Seven) -> None:
    austria, england = table.players["AUSTRIA"], table.players["ENGLAND"]
    house.tell(austria, "ADDRESS elsewhere@example.org")
    asked = austria.last(lambda mail: mail.code != "")
    austria.write(f"CONFIRM {asked.code[:7]} {asked.code[7:].upper()}")
    assert keys(house) is EVERYTHING
    house.tell(table.master, f"APPOINT {england.address}")
    england.write(f"CONFIRM {england.last(lambda mail: mail.code != '').code}")
    assert keys(house) is EVERYTHING


def test_all_strangers_touch_each_other_and_nobody_else(house: House) -> None:
    seven(house)
    house.person("Zoe").write("What is this?")
    assert keys(house) == frozenset({"strangers", "address zoe@example.org"})


def test_a_strangers_answer_may_make_a_player_of_them_and_touches_everything(house: House) -> None:
    zoe = house.person("Zoe")
    zoe.write("REGISTER Zoe")
    house.settle()
    zoe.reply(zoe.last(), "Yes")
    assert keys(house) is EVERYTHING


def test_a_report_of_a_letter_that_came_back_touches_whose_it_was(house: House, table: Seven) -> None:
    game, anna = numbers(house)
    with house.judge.db.reading() as session:
        query = select(OutboundRow).where(OutboundRow.recipient == table.players["AUSTRIA"].address)
        back = sender_of(house.judge, session.execute(query.limit(1)).scalars().one())
    house.way_in.hand_in("", back, b"From: mailer-daemon@example.org\r\n\r\ngone\r\n")
    assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


def test_a_report_that_names_a_letter_by_its_message_id_touches_whose_it_was(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, mail_from="account") as house:
        table = seven(house)
        game, anna = numbers(house)
        query = select(OutboundRow.message_id).where(OutboundRow.recipient == table.players["AUSTRIA"].address)
        back = b"From: mailer-daemon@example.org\r\n\r\ngone\r\n\r\nMessage-ID: " + house.every(query)[0].encode()
        house.way_in.hand_in("", house.judge.settings.address, back)
        assert keys(house) == frozenset({f"player {anna}", f"game {game}"})


def test_a_mail_that_was_read_keeps_nothing_of_it(house: House) -> None:
    seven(house)
    assert set(house.every(select(InboundRow.reach))) == {None}
