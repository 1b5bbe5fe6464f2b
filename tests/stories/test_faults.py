"""Faulty commands and faulty databases, by their numbers (rows C and D)."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from judge.app import WrongRules, open_judge
from judge.clock import SetClock
from judge.hosting.upkeep import SET_ASIDE, put_back, resend
from judge.play.outage import lift_stop
from judge.settings import Settings
from judge.store.engine import Database, WrongSchema, back_up
from judge.store.tables import Game, Host, OutboundRow
from tests.support.flat import flat
from tests.support.house import DAY_ONE, House, generous_house, open_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import label, write_all

house = generous_house

MANY = 10_000


def test_c3_a_game_that_is_not_there_is_over_or_is_anothers_has_one_wording(house: House, table: Seven) -> None:
    wanda = house.registered("Wanda")
    said = [house.tell(wanda, f"GAME {name}\nSHOW").text for name in ("oslo", "nowhere")]
    table.direct("END GAME enough")
    welcome = table.players["FRANCE"].last(lambda mail: mail.key != "")
    said.append(house.tell(table.players["FRANCE"], "GAME oslo\nSHOW", to=welcome).text)
    answers = {flat(each).partition("PROBLEM in line")[2].partition(". LIST")[0][4:] for each in said}
    assert answers == {"You are in no running game of that name"}


def test_c3_lines_below_a_game_line_that_was_refused_are_for_no_other_game(table: Seven) -> None:
    table.tell("FRANCE", "1 : A PAR H")
    reply = flat(table.tell("FRANCE", "GAME nowhere\n9 : A MAR - SPA\nCLEAR\nRESIGN").text)
    assert reply.count("The GAME line above these lines was refused, so they are for no game.") == 3
    assert "1 : A PAR H" in table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]
    good = table.tell("FRANCE", "GAME nowhere\n9 : A MAR - SPA\nGAME oslo\n2 : A PAR H").text
    assert "2 : A PAR H" in good.partition("ON FILE")[2]
    assert "SPA" not in good.partition("ON FILE")[2].partition("GAME nowhere")[0]


def test_c4_good_lines_beside_bad_ones_are_kept_and_each_is_told(table: Seven) -> None:
    reply = table.tell("FRANCE", "5 : A PAR - BUR\n5 : A XXX - BUR\nnonsense\n4 : F BRE - MAO").text
    assert "1 line has a problem." in " ".join(reply.split())
    assert "> nonsense" in reply.partition("NOT READ")[2]
    filed = reply.partition("ON FILE")[2]
    assert "5 : A PAR - BUR" in filed
    assert "4 : F BRE - MAO" in filed


def test_c5_of_two_sheets_the_later_stands_and_it_is_said(table: Seven) -> None:
    table.tell("FRANCE", "5 : A PAR - BUR\n4 : F BRE - MAO")
    reply = table.tell("FRANCE", "6 : A PAR - PIC").text
    assert "Replaced your sheet of 2 offers by one of 1" in flat(reply)
    filed = reply.partition("ON FILE")[2]
    assert "6 : A PAR - PIC" in filed
    assert "BUR" not in filed


def test_c6_forty_revisions_in_order_of_acceptance_the_last_counts(house: House, table: Seven) -> None:
    opening = table.results("FRANCE")
    for amount in range(1, 41):
        table.players["FRANCE"].reply(opening, f"{amount} : A PAR - BUR")
    house.settle()
    assert "40 : A PAR - BUR" in table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


def test_c7_orders_for_the_last_phase_are_refused_with_the_present_one(house: House, table: Seven) -> None:
    opening = table.results("FRANCE")
    write_all(table)
    house.pass_time(hours=73)
    late = flat(house.tell(table.players["FRANCE"], "5 : A PAR - BUR", to=opening).text)
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now." in late
    assert "PHASE F1901M" in late
    good = house.tell(table.players["FRANCE"], "PHASE F1901M\n5 : A PAR - BUR", to=opening).text
    assert "5 : A PAR - BUR" in good.partition("ON FILE")[2]


def test_c7_orders_that_are_confirmed_when_their_phase_is_over_are_not_taken_for_the_next(
    house: House, table: Seven
) -> None:
    fleur = table.players["FRANCE"]
    for line, phase in (("5 : A PAR - BUR", "Spring 1901 Movement"), ("CLEAR", "Fall 1901 Movement")):
        fleur.write(f"GAME oslo\n{line}")
        house.settle()
        asking = fleur.last(lambda mail: mail.code != "")
        write_all(table)
        house.pass_time(hours=73)
        write_all(table)
        late = house.tell(fleur, f"CONFIRM {asking.code}", to=asking, key=False).text
        assert f"This was for {phase}, and the game is in " in flat(late)
        assert "1 : A PAR H" in table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


@pytest.mark.parametrize("told", ["EXTEND 1h", "BROADCAST\nGood luck\nEND BROADCAST", "PAUSE\nRESUME"])
def test_c7_whatever_letter_of_the_last_phase_is_answered_its_orders_are_not_for_the_next(
    house: House, table: Seven, told: str
) -> None:
    table.direct(told)
    notice = table.players["FRANCE"].last()
    assert notice.subject.startswith("[oslo] ")
    write_all(table)
    house.pass_time(hours=75)
    late = flat(house.tell(table.players["FRANCE"], "5 : A PAR - BUR", to=notice).text)
    assert "This was for Spring 1901 Movement, and the game is in Fall 1901 Movement now." in late


@pytest.mark.parametrize(
    ("line", "meant"), [("RESING", "RESIGN"), ("STAUS", "STATUS"), ("PRES TO ITALY: hi", "PRESS"), ("WIAT", "WAIT")]
)
def test_c2_a_command_misspelled_at_a_seat_is_a_hint_and_does_nothing(table: Seven, line: str, meant: str) -> None:
    assert f"id you mean {meant}?" in flat(table.tell("FRANCE", line).text)
    assert "Nothing." in table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]
    for place in ("Holland - Belgium", "Arctic - NWY"):
        assert "If it is a command" not in table.tell("FRANCE", place).text


def test_show_settings_is_info_for_whoever_is_in_the_game(table: Seven) -> None:
    for reply in (table.direct("SHOW SETTINGS"), table.tell("FRANCE", "SHOW SETTINGS")):
        assert "THE OPTIONS OF OSLO" in reply.text


def test_c2_clear_and_a_unit_does_not_take_back_everything(table: Seven) -> None:
    table.tell("FRANCE", "1 : A PAR H\n2 : A MAR H")
    assert "CLEAR must stand alone on its line." in table.tell("FRANCE", "CLEAR A PAR").text
    assert "2 : A MAR H" in table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


WRONG_AMOUNTS = [
    "TRANSFER 49 TO ITALY",
    "TRANSFER -5 TO ITALY",
    "TRANSFER 0 TO ITALY",
    "TRANSFER 1e9 TO ITALY",
    "TRANSFER ٣ TO ITALY",
    "TRANSFER ½ TO ITALY",
    "TRANSFER 99999999999999999999 TO ITALY",
    "-3 : A PAR - BUR",
    "1e3 : A PAR - BUR",
    "٣ : A PAR - BUR",
]


def test_c8_amounts_that_are_none_or_too_much_are_refused_by_line(table: Seven) -> None:
    for line in WRONG_AMOUNTS:
        reply = table.tell("FRANCE", f"1 : A MAR H\n{line}").text
        assert "1 line has a problem" in " ".join(reply.split()), line
        assert "PROBLEM in line 3" in reply, line
    assert table.view("FRANCE").balance == 48


def test_d5_a_judge_does_not_start_on_tables_of_another_version(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    database.write(lambda session: session.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    database.close()
    with pytest.raises(WrongSchema, match="newer than"):
        open_judge(Settings(database=sqlite_url), SetClock(DAY_ONE))


def test_d6_a_game_of_rules_that_cannot_be_read_is_refused_by_name(house: House, table: Seven) -> None:
    house.judge.db.write(lambda session: session.execute(update(Game).values(system_version=99)))
    with pytest.raises(WrongRules, match="game oslo is kept by version 99 of payola"):
        open_judge(house.judge.settings, house.clock)
    house.judge.db.write(lambda session: session.execute(update(Game).values(system="chess")))
    with pytest.raises(WrongRules, match="no rule system 'chess'"):
        open_judge(house.judge.settings, house.clock)
    house.judge.db.write(lambda session: session.execute(update(Game).values(status="ended")))
    with pytest.raises(WrongRules, match="no rule system 'chess'"):
        open_judge(house.judge.settings, house.clock)
    house.judge.db.write(lambda session: session.execute(update(Game).values(status="moved")))
    open_judge(house.judge.settings, house.clock).db.close()
    house.judge.db.write(lambda session: session.execute(update(Game).values(status="ended", system="payola")))
    open_judge(house.judge.settings, house.clock).db.close()  # how it ended can be told whatever the version
    assert table.name == "oslo"


def test_d8_a_backup_that_is_put_back_sends_nothing_and_waits_for_the_host(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=MANY) as house:
        table = seven(house)
        table.players["FRANCE"].reply(table.results("FRANCE"), "PRESS TO ALL: before the backup")
        house.clerk.work_off()
        source = house.judge.db.file
        assert source is not None
        now = house.clock.now()
        assert back_up(source, tmp_path / "backup.db", lambda session: put_back(session, now)) == 8
        with pytest.raises(FileExistsError):
            back_up(source, tmp_path / "backup.db", lambda session: put_back(session, now))
        house.settle()
        came = len(table.players["ITALY"].inbox())
        write_all(table)
        house.pass_time(hours=73)
        assert label(table) == "F1901M"
    restored = f"sqlite:///{tmp_path / 'backup.db'}"
    with open_house(restored, tmp_path, replies_per_hour=MANY) as house:
        house.pass_time(hours=80)
        with house.judge.db.reading() as session:
            assert session.execute(select(Host.stopped_at)).scalar_one() is not None
            mails = session.execute(select(OutboundRow.message_id).where(OutboundRow.status == SET_ASIDE)).all()
        assert len(mails) == 8
        assert len(table.players["ITALY"].inbox()) > came
        before = len(table.players["ITALY"].inbox())
        why = house.judge.write(lift_stop)
        assert why is not None
        assert "backup" in why
        again = house.judge.write(lambda work: resend(work, (), "", set_aside=True)).mails
        assert again == 8
        house.settle()
        ids = [str(mail.message["Message-ID"]) for mail in table.players["ITALY"].inbox()]
        assert len(ids) > before
        assert len(ids) - len(set(ids)) == 1, "the same mail again has the same Message-ID"
