"""What is written and read beside the orders: press, the newspaper, observers, private games, the past."""

from __future__ import annotations

import re

from tests.support.house import House, any_house
from tests.support.table_of_seven import PLAYERS, Seven, seven
from tests.support.troubles import all_have_written, subjects, write_all

house = any_house


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
