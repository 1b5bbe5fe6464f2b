"""A season in which all that can go wrong at a table does, and all that is said there besides orders."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.support.house import House, any_house, open_house
from tests.support.table_of_seven import PLAYERS, Seven, seven
from tests.support.troubles import all_have_written, assert_books_balance, label, subjects, write_all

house = any_house

MANY = 10_000  # answers an hour: the clock stands while all of them write


def test_a_late_player_is_told_with_everybody_and_again_and_his_sheet_ends_the_wait(house: House) -> None:
    table = all_have_written(house, "late 12h", but=["ITALY"])
    house.pass_time(hours=49)
    assert any("Your orders are missing" in subject for subject in subjects(table.players["ITALY"]))
    assert not any("Your orders are missing" in subject for subject in subjects(table.players["FRANCE"]))
    house.pass_time(hours=24)
    assert label(table) == "S1901M"
    assert "Your orders are late" in table.players["ITALY"].last().subject
    assert "The game is waiting for orders from Italy." in table.players["FRANCE"].last().text
    assert "LATE 24h" in table.players["ITALY"].last().text
    assert "LATE 24h" not in table.players["FRANCE"].last().text
    for line in ("PROCESS S1901M", "EXTEND 24h", "EJECT ITALY", "REPLACE ITALY WITH", "DUMMY ITALY"):
        assert line in " ".join(table.master.last().text.split())
    before = len(table.players["FRANCE"].inbox()), len(table.players["ITALY"].inbox())
    house.pass_time(hours=13)
    assert len(table.players["FRANCE"].inbox()) == before[0]
    assert len(table.players["ITALY"].inbox()) == before[1] + 1
    table.tell("ITALY", "1 : A ROM H")
    assert label(table) == "F1901M"


def test_late_asks_the_gamemaster_who_extends_for_all(house: House, table: Seven) -> None:
    """Absence of Plague 17.2."""
    reply = table.tell("ITALY", "LATE 24h My train is stuck.")
    assert "I have asked the GameMaster" in reply.text
    asked = table.master.last()
    assert "My train is stuck." in " ".join(asked.text.split())
    assert "EXTEND 24h" in asked.text
    house.tell(table.master, "EXTEND 24h Italy is stuck", to=asked)
    told = table.players["FRANCE"].last()
    assert "Fri 6 Mar 2026, 12:00 UTC" in told.text
    assert "Italy is stuck" in told.text
    write_all(table, but=["ITALY"])
    house.pass_time(hours=73)
    assert label(table) == "S1901M"
    assert "late" not in table.players["ITALY"].last().subject
    table.tell("ITALY", "1 : A ROM H")
    house.pass_time(hours=24)
    assert label(table) == "F1901M"


def test_an_absence_moves_the_deadline_behind_it_and_cancelling_does_not_move_it_back(
    house: House, table: Seven
) -> None:
    table.tell("ITALY", "ABSENCE 2026-03-04 TO 2026-03-08")
    assert "Mon 9 Mar 2026, 12:00 UTC" in table.players["FRANCE"].last().text
    here = table.here()
    assert here.row.deadline == datetime(2026, 3, 9, 12, tzinfo=UTC)
    assert "Your absence is cancelled" in table.tell("ITALY", "ABSENCE CANCEL").text
    assert "You have no absence to cancel" in table.tell("ITALY", "ABSENCE CANCEL").text
    here = table.here()
    assert here.row.deadline == datetime(2026, 3, 9, 12, tzinfo=UTC)
    write_all(table)
    house.pass_time(days=8)
    assert label(table) == "F1901M"


def test_days_that_have_moved_a_deadline_are_spent_though_the_absence_is_cancelled(house: House) -> None:
    table = seven(house, "absence 10")
    table.tell("ITALY", "ABSENCE 2026-03-04 TO 2026-03-08")
    moved = table.here().row.deadline
    assert "The days of that absence are spent." in " ".join(table.tell("ITALY", "ABSENCE CANCEL").text.split())
    table.tell("ITALY", "ABSENCE 2026-03-09 TO 2026-03-13\nABSENCE CANCEL")
    again = table.here().row.deadline
    assert again > moved
    told = " ".join(table.tell("ITALY", "ABSENCE 2026-03-14 TO 2026-03-18").text.split())
    assert "This game allows 10 days of absence a year." in told
    assert table.here().row.deadline == again


def test_an_absence_has_its_limit_and_one_who_has_written_moves_nothing(house: House) -> None:
    table = seven(house, "absence 10")
    assert "10 days of absence" in table.tell("ITALY", "ABSENCE TO 2026-03-20").text
    table.tell("ITALY", "1 : A ROM H")
    table.tell("ITALY", "ABSENCE TO 2026-03-08")
    here = table.here()
    assert here.row.deadline == datetime(2026, 3, 5, 12, tzinfo=UTC)
    write_all(table)
    house.pass_time(hours=73)
    here = table.here()
    assert here.row.label == "F1901M"
    assert here.row.deadline >= datetime(2026, 3, 9, 12, tzinfo=UTC)


def test_whoever_resigns_is_followed_by_takeover_with_a_new_deadline_and_cannot_come_back(
    house: House, table: Seven
) -> None:
    italo = table.players["ITALY"]
    table.tell("ITALY", "9 : A ROM H\nTRANSFER 5 TO FRANCE")
    table.tell("ITALY", "CLEAR\nRESIGN")
    write_all(table, but=["ITALY"])
    house.pass_time(hours=80)
    assert label(table) == "S1901M"
    welcome = italo.last(lambda mail: mail.key != "")
    assert "have left that seat" in house.tell(italo, "TAKEOVER oslo AS ITALY", to=welcome).text
    nina = house.registered("Nina")
    assert "1 to take over" in house.tell(nina, "LIST").text
    assert "not open" in house.tell(nina, "TAKEOVER oslo AS FRANCE").text
    assert "You now play Italy" in house.tell(nina, "TAKEOVER oslo").text
    position = nina.last(lambda mail: "You now play" in mail.subject)
    assert "You now have 43 AgP" in position.text
    here = table.here()
    assert here.row.deadline > house.clock.now() + timedelta(hours=71)
    table.players["ITALY"] = nina
    # His predecessor's account is not his to read, nor what he wrote.
    statement = house.tell(nina, "STATEMENT\nSHOW", to=position).text
    assert "brought forward" in statement
    assert "transfer to FRANCE" not in statement
    house.tell(nina, "2 : A ROM H", to=position)
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    assert_books_balance(table)


@pytest.mark.parametrize(("before", "told"), [("RESIGN", True), ("CLEAR\nRESIGN", False)])
def test_p31_a_successor_is_told_of_the_sheet_he_inherits(house: House, table: Seven, before: str, told: bool) -> None:
    table.tell("ITALY", "9 : A ROM - APU")
    table.tell("ITALY", before)
    nina = house.registered("Nina")
    answer = house.tell(nina, "TAKEOVER oslo AS ITALY").text
    assert ("the player before you" in answer) == told
    position = nina.last(lambda mail: "You now play" in mail.subject)
    assert ("A ROM - APU" in position.text) == told


def test_an_ejected_player_is_told_loses_his_tokens_and_is_replaced(house: House, table: Seven) -> None:
    opening = table.results("ITALY")
    assert "no player now" in table.direct("EJECT ITALY").text
    assert "You have lost your seat" in table.players["ITALY"].last().subject
    refused = house.tell(table.players["ITALY"], "1 : A ROM H", to=opening)
    assert "You have left the game" in refused.text
    nina = house.registered("Nina")
    table.direct("REPLACE ITALY WITH nina@example.org")
    house.agree(nina)
    assert "Nina" in table.direct("SUMMARY").text
    assert "ejected" in table.direct("SUMMARY").text
    assert nina.last(lambda mail: "You now play" in mail.subject)


def test_a_seat_is_opened_when_its_player_is_too_late(house: House) -> None:
    table = all_have_written(house, "abandon 3d", but=["TURKEY"], hours=73)
    house.pass_time(days=2)
    assert not any("lost your seat" in subject for subject in subjects(table.players["TURKEY"]))
    house.pass_time(days=1)
    assert "lost your seat" in table.players["TURKEY"].last().subject
    assert label(table) == "S1901M"
    assert "vacant: TAKEOVER" in table.direct("STATUS").text


def test_a_pause_over_the_change_to_summer_time_keeps_the_hour_of_the_games_zone(
    database_url: str, tmp_path: Path
) -> None:
    start = datetime(2026, 3, 26, 12, tzinfo=UTC)  # Europe's clocks change on the 29th
    with open_house(database_url, tmp_path, start=start, replies_per_hour=MANY) as house:
        table = seven(house, "zone Europe/Berlin", "at 20:00")
        here = table.here()
        assert here.row.deadline.astimezone(ZoneInfo("Europe/Berlin")).hour == 20
        assert "is paused" in table.direct("PAUSE The GameMaster travels").text
        assert "The GameMaster travels" in table.players["FRANCE"].last().text
        house.pass_time(days=10)
        assert label(table) == "S1901M"
        # Who writes while the clock stands is not late.
        assert "deadline has passed" not in table.tell("FRANCE", "1 : A PAR H").text
        table.direct("RESUME")
        here = table.here()
        local = here.row.deadline.astimezone(ZoneInfo("Europe/Berlin"))
        assert (local.hour, local.minute) == (20, 0)
        assert local.utcoffset() == timedelta(hours=2)
        assert here.row.deadline >= datetime(2026, 3, 29, 18, tzinfo=UTC) + timedelta(days=10)
        assert "goes on" in table.players["FRANCE"].last().subject


def test_without_an_hour_of_its_own_a_paused_games_deadline_moves_by_just_as_much(house: House, table: Seven) -> None:
    house.pass_time(hours=10)
    table.direct("PAUSE")
    house.pass_time(hours=100)
    table.direct("RESUME")
    here = table.here()
    assert here.row.deadline == datetime(2026, 3, 5, 12, tzinfo=UTC) + timedelta(hours=100)


def test_a_co_master_may_do_all_that_the_gamemaster_may_until_he_is_dismissed(house: House, table: Seven) -> None:
    cora = house.registered("Cora")
    assert "no running game" in house.tell(cora, "EXTEND 24h").text
    table.direct("APPOINT cora@example.org")
    house.agree(cora)
    assert "Cora is now a GameMaster" in table.players["FRANCE"].last().text
    assert "is due Fri 6 Mar" in house.tell(cora, "EXTEND 24h").text
    assert "waits for Austria" in house.tell(cora, "GAMES").text
    table.tell("FRANCE", "PRESS TO MASTER: who are you two?")
    assert "who are you two?" in cora.last().text
    assert "who are you two?" in table.master.last().text
    table.direct("APPOINT cora@example.org STOP")
    assert "Cora is no longer a GameMaster of oslo." in cora.last().text
    welcome = cora.last(lambda mail: mail.key != "")
    assert "no running game" in house.tell(cora, "EXTEND 24h", to=welcome).text


def test_the_office_of_the_gamemaster_is_handed_over_to_somebody_who_does_not_play(house: House, table: Seven) -> None:
    cora = house.registered("Cora")
    assert "plays in oslo" in table.direct("HANDOVER TO fleur@example.org").text
    dora = house.registered("Dora")
    table.direct("APPOINT dora@example.org")
    house.agree(dora)
    assert "Only the first GameMaster" in house.tell(dora, "GAME oslo\nHANDOVER TO dora@example.org").text
    table.direct("HANDOVER TO cora@example.org")
    assert "Cora is now the GameMaster" in house.agree(cora).text
    assert "is due" in house.tell(cora, "EXTEND 24h").text
    welcome = table.master.last(lambda mail: mail.key != "")
    assert "no running game" in house.tell(table.master, "STATUS", to=welcome).text


def test_two_games_in_one_mail_are_told_apart_by_game_lines(house: House) -> None:
    """Fault S11."""
    oslo = seven(house)
    master, players = oslo.master, oslo.players
    house.tell(master, "CREATE diplomacy rome\nmovement 24h\nEND CREATE")
    for role, player in players.items():
        house.tell(player, f"JOIN rome AS {role}")
    house.tell(master, "GAME rome\nSTART")
    welcome = players["FRANCE"].last(lambda mail: mail.key != "")
    which = house.tell(players["FRANCE"], "A PAR H", to=welcome).text
    assert "Which of your games is this for?" in which
    both = house.tell(
        players["FRANCE"], "GAME oslo\n3 : A PAR - BUR\nGAME rome\nA PAR - PIC\nGAME paris\nA PAR H", to=welcome
    ).text
    assert "3 : A PAR - BUR" in both.split("rome\n----")[0]
    assert "A PAR - PIC" in both.split("rome\n----")[1]
    assert "in no running game of that name" in both


def test_all_have_written_so_the_phase_comes_early_unless_somebody_waits(house: House) -> None:
    table = seven(house, "early 2h")
    table.tell("ITALY", "WAIT")
    write_all(table)
    house.pass_time(hours=3)
    assert label(table) == "S1901M"
    table.tell("ITALY", "NOWAIT")
    assert "Everybody has written" in table.players["FRANCE"].last().subject
    house.pass_time(hours=1)
    table.tell("FRANCE", "CLEAR")
    house.pass_time(hours=2)
    assert label(table) == "S1901M"
    table.tell("FRANCE", "2 : A PAR H")
    house.pass_time(hours=1)
    assert label(table) == "S1901M"
    house.pass_time(hours=2)
    assert label(table) == "F1901M"


def test_an_absence_that_is_announced_again_a_day_longer_counts_once(house: House) -> None:
    table = seven(house, "absence 11")
    for last in ("09", "10", "12"):
        assert "You are away until" in table.tell("ITALY", f"ABSENCE 2026-04-02 TO 2026-04-{last}").text
    assert "You have 0 left" in " ".join(table.tell("ITALY", "ABSENCE 2026-05-01 TO 2026-05-02").text.split())


def test_games_tells_of_an_early_adjudication(house: House) -> None:
    table = all_have_written(house, "early 2h")
    assert "Spring 1901 Movement, due in 2 hours" in table.tell("ITALY", "GAMES").text


@pytest.mark.parametrize("line", ["WAIT", "CLEAR"])
def test_t7_all_who_were_told_of_an_early_adjudication_are_told_that_it_is_off(house: House, line: str) -> None:
    table = all_have_written(house, "early 2h")
    house.pass_time(hours=1)
    table.tell("FRANCE", line)
    told = table.players["ITALY"].last()
    assert told.subject == "[oslo] Not before the deadline"
    assert "will not be adjudicated early after all. The deadline is still Thu 5 Mar 2026, 12:00 UTC." in " ".join(
        told.text.split()
    )
    assert "France" not in told.text


def test_an_early_adjudication_is_off_when_the_game_has_none_any_more(house: House) -> None:
    table = all_have_written(house, "early 2h")
    table.direct("SET early no")
    house.pass_time(hours=3)
    assert label(table) == "S1901M"
    assert "[oslo] Not before the deadline" in subjects(table.players["ITALY"])


def test_an_option_of_time_that_changes_says_that_the_present_deadline_stays(house: House, table: Seven) -> None:
    for line in ("SET movement 24h", "SET at 20:00"):
        assert "The deadline of this phase stays as it is." in " ".join(table.direct(line).text.split())
    assert "stays as it is" in " ".join(table.players["ITALY"].last().text.split())
    house.pass_time(hours=48)
    assert label(table) == "S1901M"


def test_a_deadline_is_a_promise_it_does_not_move_earlier_without_consent(table: Seven) -> None:
    assert "You cannot make that deadline earlier" in table.direct("DEADLINE +48h").text
    assert "The players have until" in table.direct("PROCESS S1901M").text
    table.direct("DEADLINE 2027-02-05 12:00")
    assert "You cannot make that deadline earlier" in table.direct("DEADLINE 2026-03-05 11:00").text
    assert "is due Thu 5 Mar" in table.direct("DEADLINE 2026-03-05 12:00").text
    write_all(table)
    assert "is due Tue 3 Mar" in table.direct("DEADLINE +24h").text
    assert "adjudicated now" in table.direct("PROCESS S1901M").text
    assert label(table) == "F1901M"


# What is written and read beside the orders: press, the newspaper, observers, private games, the past.


def test_answers_to_a_pseudonym_reach_its_owner_and_reveal_nobody(house: House) -> None:
    """Absence of Plague 18.1."""
    table = seven(house, "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    assert "cannot be taken" in table.tell("ITALY", "PSEUDONYM Nightingale").text
    assert "do not write as" in table.tell("ITALY", "PRESS AS Nightingale TO TURKEY: forged").text
    table.tell("FRANCE", "PRESS AS Nightingale TO ITALY: sing with me")
    house.pass_time(minutes=15)
    letter = table.players["ITALY"].last()
    assert "Nightingale" in letter.subject
    assert "France" not in letter.text
    reply = house.tell(table.players["ITALY"], "PRESS TO NIGHTINGALE: gladly", to=letter)
    assert "Sent to Nightingale" in reply.text
    assert "France" not in reply.text
    assert "gladly" in table.players["FRANCE"].last().text


def test_blocked_press_does_not_come_and_its_writer_does_not_learn_it(table: Seven) -> None:
    table.tell("ITALY", "BLOCK FRANCE")
    assert "Sent to Italy" in table.tell("FRANCE", "PRESS TO ITALY: let us talk").text
    assert not any("Press" in subject for subject in subjects(table.players["ITALY"]))
    table.tell("FRANCE", "PRESS TO ALL: for everybody")
    assert "for everybody" in table.players["ITALY"].last().text
    table.tell("ITALY", "UNBLOCK FRANCE")
    table.tell("FRANCE", "PRESS TO ITALY: again")
    assert "again" in table.players["ITALY"].last().text


def test_a_complaint_goes_to_the_gamemaster_with_the_press_that_it_answers(house: House, table: Seven) -> None:
    table.tell("FRANCE", "PRESS TO ITALY: you fool")
    house.tell(table.players["ITALY"], "REPORT This is no way to write.", to=table.players["ITALY"].last())
    told = table.master.last().text
    assert "This is no way to write." in told
    assert "> you fool" in told


def test_articles_come_out_with_the_results_unless_the_gamemaster_refuses_one(house: House) -> None:
    table = seven(house, "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale\nARTICLE AS Nightingale\nSpring is here.\nEND ARTICLE")
    table.tell("ITALY", "ARTICLE UNSIGNED\nTurkey is weak.\nEND ARTICLE")
    table.tell("TURKEY", "ARTICLE\nItaly's player is a fool.\nEND ARTICLE")
    table.tell("RUSSIA", "PRESS LATER TO TURKEY: well fought")
    number = table.master.last(lambda mail: "Italy's player" in mail.text).text.partition("REFUSE ")[2].split()[0]
    table.direct(f"REFUSE {number} It names a person.")
    assert "It names a person." in table.players["TURKEY"].last().text
    assert "well fought" not in table.players["TURKEY"].last().text
    write_all(table)
    house.pass_time(hours=73)
    paper = table.players["ENGLAND"].last(lambda mail: "The newspaper of" in mail.subject).text
    assert "By Nightingale\n\n  Spring is here." in paper
    assert "Unsigned\n\n  Turkey is weak." in paper
    assert "fool" not in paper
    assert any("well fought" in mail.text for mail in table.players["TURKEY"].inbox())
    write_all(table)
    house.pass_time(hours=73)
    assert sum("The newspaper of" in subject for subject in subjects(table.players["ENGLAND"])) == 1


def test_an_observer_is_mailed_what_everybody_may_know_and_nothing_else(house: House, table: Seven) -> None:
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE oslo")
    table.tell("FRANCE", "TRANSFER 7 TO ITALY")
    write_all(table)
    house.pass_time(hours=73)
    mails = "\n".join(mail.text for mail in wanda.inbox())
    assert "A PAR H" in mails
    assert "AgP" not in mails
    assert "no seat" in house.tell(wanda, "SHOW").text
    assert "AgP" not in house.tell(wanda, "HISTORY oslo\nMAP oslo").text
    house.tell(wanda, "OBSERVE oslo STOP")
    before = len(wanda.inbox())
    write_all(table)
    house.pass_time(hours=73)
    assert len(wanda.inbox()) == before


def test_a_private_game_wants_its_word_or_an_invitation(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo\nword Sesame open\nEND CREATE")
    fleur, anna = house.registered("Fleur"), house.registered("Anna")
    assert "private" in house.tell(fleur, "LIST").text
    assert "That game is private" in house.tell(fleur, "JOIN oslo AS FRANCE").text
    assert "That game is private" in house.tell(fleur, "JOIN oslo WITH abracadabra").text
    info = house.tell(fleur, "INFO oslo").text
    assert "Sesame" not in info
    assert "You have joined" in house.tell(fleur, "JOIN oslo AS ? WITH sesame open").text
    house.tell(master, "INVITE anna@example.org\nINVITE zoe@example.org")
    assert "invites you to oslo" in anna.last().text
    assert "You have joined" in house.tell(anna, "JOIN oslo").text
    assert "REGISTER and your name" in house.person("Zoe").last().text
    assert "Sesame open" in house.tell(master, "SET").text


def test_whoever_has_registered_and_not_answered_is_written_to_when_he_is_invited(house: House) -> None:
    master, ann = house.registered("Manus"), house.person("Ann")
    house.tell(master, "CREATE payola oslo\nword sesame")
    ann.write("REGISTER Ann")
    house.settle()
    assert "I have already written to that address today." in house.tell(master, "INVITE ann@example.org").text
    house.pass_time(hours=25)
    assert "ann@example.org is invited." in house.tell(master, "GAME oslo\nINVITE ann@example.org").text
    invitation = ann.last(lambda mail: "invitation" in mail.subject)
    ann.reply(invitation, "REGISTER Ann\nJOIN oslo")
    house.settle()
    assert "You have joined oslo." in ann.last(lambda mail: "You have joined" in mail.text).text


def test_history_tells_a_successor_of_the_time_before_him_only_what_everybody_knows(house: House) -> None:
    """Fault P2."""
    table = all_have_written(house, hours=73)
    own = table.tell("FRANCE", "HISTORY S1901M").text
    assert "ONLY FOR YOU" in own
    assert "A PAR H" in own
    table.tell("FRANCE", "RESIGN")
    nina = house.registered("Nina")
    house.tell(nina, "TAKEOVER oslo AS FRANCE")
    house.pass_time(hours=1)
    past = house.tell(nina, "HISTORY S1901M").text
    assert "A PAR H" in past
    assert "ONLY FOR YOU" not in past
    former = table.players["FRANCE"]
    welcome = former.last(lambda mail: mail.key != "")
    again = house.tell(former, "HISTORY oslo S1901M\nSTATEMENT", to=welcome).text
    assert "ONLY FOR YOU" not in again
    assert "AgP" not in again


def test_try_reads_orders_and_keeps_nothing(table: Seven) -> None:
    reply = table.tell("FRANCE", "TRY\n60 : A PAR - BUR\n1 : A XYZ H\nTRANSFER 5 TO ITALY\nEND TRY\nSHOW").text
    assert "60 : A PAR - BUR" in reply
    assert "is wrong" in reply
    assert reply.partition("ON FILE FOR FRANCE")[2].strip().splitlines()[0:3][-1].startswith("Nothing.")
    assert table.view("FRANCE").balance == 48


def test_the_gamemaster_files_orders_for_a_player_only_where_the_game_says_so_and_the_player_is_told(
    table: Seven,
) -> None:
    refused = table.direct("BECOME ITALY\n5 : A VEN - TYR").text
    assert "nobody can file orders for somebody else" in " ".join(refused.split())
    table.tell("ITALY", "9 : A ROM H")
    table.direct("SET become yes")
    reply = table.direct("BECOME ITALY\n5 : A VEN - TYR\nTRANSFER 5 TO FRANCE").text
    assert "9 : A ROM H" not in reply, "what the player has written is not shown"
    assert "Only the player can do that" in reply
    told = table.players["ITALY"].last().text
    assert "5 : A VEN - TYR" in told
    assert table.view("ITALY").balance == 48
    assert "5 : A VEN - TYR" not in table.direct("STATUS\nAUDIT").text
    alone = table.house.tell(table.master, "BECOME ITALY\n5 : A VEN - TYR", key=False)
    assert "This needs two proofs that it is you" in alone.text
    assert not alone.code, "a code would bring no orders with it"


def test_an_audit_tells_who_wrote_when_and_never_what(table: Seven) -> None:
    table.tell("FRANCE", "31 : A PAR - BUR\nTRANSFER 7 TO ITALY\nPRESS TO ITALY: for you")
    table.direct("EXTEND 24h")
    audit = table.direct("AUDIT").text
    assert "France wrote for Spring 1901 Movement" in " ".join(audit.split())
    assert "Spring 1901 Movement: new deadline" in " ".join(audit.split())
    for secret in ("BUR", "31", "Italy", "for you"):
        assert secret not in audit.partition("AUDIT OF OSLO")[2].replace("2 Mar", "")


def test_a_player_chooses_name_zone_and_plain_text(house: House) -> None:
    anna = house.registered("Anna")
    reply = house.tell(anna, "PROFILE NAME Anna Banana\nPROFILE ZONE Europe/Vienna\nPROFILE MAIL PLAIN")
    assert "Anna Banana" in reply.text
    assert "Europe/Vienna" in reply.text
    assert reply.html == ""
    assert house.tell(anna, "PROFILE MAIL BOTH").html != ""
    assert "What shall be changed" in house.tell(anna, "PROFILE SHOE 43").text


def test_a_player_reads_every_date_in_his_language(house: House) -> None:
    table = seven(house, "early 1h")
    table.tell("GERMANY", "PROFILE ZONE Europe/Berlin")
    greta = table.players["GERMANY"]
    assert "Mo., 2. März 2026, 13:00 CET (12:00 UTC)" in table.tell("GERMANY", "PROFILE DATES German").text
    assert "no language" in table.tell("GERMANY", "PROFILE DATES Klingonese").text
    before = len(greta.inbox())
    table.tell("GERMANY", "STATUS\nINFO\nSUMMARY\nGAMES")
    table.tell("FRANCE", "ABSENCE 2026-03-05 TO 2026-03-07")
    table.direct("EXTEND 24h")
    table.direct("PAUSE")
    table.direct("RESUME")
    write_all(table, but=["GERMANY"])
    table.tell("GERMANY", "1 : A BER H")
    house.pass_time(hours=2)
    house.pass_time(days=30)
    table.tell("GERMANY", "HISTORY\nMAP\nSTATEMENT")
    mails = greta.inbox()[before:]
    assert len(mails) > 8
    for mail in mails:
        assert not re.search(r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d", mail.text + mail.html), mail.text
    assert re.search(r"\b(Mo|Di|Mi|Do|Fr|Sa|So)\., \d+\. (März|Apr)", mails[-1].text)


def test_a_broadcast_reaches_those_who_have_joined_before_the_start(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo")
    fleur = house.registered(PLAYERS["FRANCE"])
    house.tell(fleur, "JOIN oslo")
    house.tell(master, "BROADCAST\nWe begin on Monday.\nEND BROADCAST")
    assert "We begin on Monday." in fleur.last().text
