"""What somebody reads who has never written to a judge: strangers, greetings, misspelled words, other languages."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from judge.commands.command import commands
from judge.store.tables import InboundRow, LineRow
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


def test_the_answer_that_proves_an_address_is_welcomed_and_nothing_in_it_is_a_problem(house: House) -> None:
    bob = house.person("Bob")
    bob.write("REGISTER Bob Builder")
    house.settle()
    bob.reply(bob.last(), "Yes, that was me.\n\nBob")
    house.settle()
    assert [mail.subject for mail in bob.inbox()] == ["Please prove your address", "Welcome"]


def test_a_command_in_the_answer_that_proves_an_address_is_carried_out(house: House) -> None:
    bob = house.person("Bob")
    bob.write("REGISTER Bob Builder")
    house.settle()
    reply = house.tell(bob, "ZONE Europe/Rome", key=False)
    assert "You now read deadlines in the time of Europe/Rome." in reply.text


@pytest.mark.parametrize(
    "text", ["", "Hi there,\n\nI would like to play.\n\nThanks,\nBob", "HILFE", "Aide!\nau secours"]
)
def test_c1_no_command_at_all_is_answered_with_a_little_help_once(house: House, text: str) -> None:
    bob = house.registered("Bob")
    reply = house.tell(bob, text, key=False).text
    assert reply.count("TO BEGIN WITH") == 1
    assert "PROBLEM" not in reply
    for line in filter(str.strip, text.split("\n")):
        is_talk = line in ("Hi there,", "Thanks,", "Bob")
        assert (f"> {line}" in reply) is not is_talk, "what was not read is listed, but for talk"


def test_c1_after_five_strange_lines_a_letter_to_a_human_does_nothing(house: House) -> None:
    master, bob = house.registered("Manus"), house.registered("Bob")
    house.tell(master, "CREATE payola oslo")
    letter = "\n".join(f"This is line {number} of my letter." for number in range(6))
    reply = house.tell(bob, f"{letter}\nJOIN oslo", key=False).text
    assert "You have joined" not in reply
    assert "> JOIN oslo" in reply.partition("NOT READ")[2]
    four = "\n".join(letter.split("\n")[:5])
    assert "You have joined" in house.tell(bob, f"{four}\nJOIN oslo", key=False).text


def test_c2_misspelled_and_foreign_words_are_hints_and_do_nothing(house: House) -> None:
    master, bob = house.registered("Manus"), house.registered("Bob")
    house.tell(master, "CREATE payola oslo")
    reply = " ".join(house.tell(bob, "JION oslo\nMITMACHEN oslo\nREJOINDRE oslo", key=False).text.split())
    assert "> JION oslo PROBLEM in line 1: That is not a command. Did you mean JOIN?" in reply
    assert "> MITMACHEN oslo" in reply.partition("NOT READ")[2]
    assert "Joined: nobody yet" in house.tell(master, "GAME oslo\nSTATUS").text


def test_status_stays_in_line_however_many_have_joined(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo\ntitle " + "Silver and Lies " * 6)
    for number in range(7):
        house.tell(house.registered(f"Bartholomew{number}"), "JOIN oslo")
    status = house.tell(master, "GAME oslo\nSTATUS").text
    assert "Bartholomew6" in status
    assert max(map(len, status.splitlines())) <= 72


def test_create_tells_every_line_that_is_wrong_at_once(house: House) -> None:
    master = house.registered("Manus")
    wrong = "movements 48h\nmap standard\nvariant payola\nretreats soon"
    reply = " ".join(house.tell(master, f"CREATE payola oslo\n{wrong}").text.split())
    assert "There is no option 'movements'. Did you mean movement?" in reply
    assert re.search(r"Also in line \d+: .*payola.* Also in line \d+: ", reply)
    assert "There are none yet" in house.tell(master, "LIST").text


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("VOTE FRANCE", "DRAW alone on a line votes for a draw."),
        ("PASSWORD secret", "That is not a command. There are no passwords here"),
    ],
)
def test_words_of_other_judges_are_told_what_they_are_called_here(house: House, line: str, instead: str) -> None:
    stranger = house.registered("Bob")
    fleur = seven(house).players["FRANCE"]
    for who in (stranger, fleur):
        assert instead in " ".join(house.tell(who, f"{line}\nSTATUS").text.split())


@pytest.mark.parametrize("line", ["SIGNON Foslo xyzzy", "signon foslo xyzzy", "sign on ?oslo xyzzy"])
def test_signing_on_as_elsewhere_is_no_problem_and_its_password_is_not_repeated_nor_kept(
    house: House, line: str
) -> None:
    stranger = house.registered("Bob")
    fleur = seven(house).players["FRANCE"]
    for who in (stranger, fleur):
        reply = house.tell(who, f"{line}\nLIST").text
        assert "PROBLEM" not in reply
        assert "an answer to one of my mails counts as yours" in " ".join(reply.split())
        assert "xyzzy" not in reply
    with house.judge.db.reading() as session:
        kept = [*session.execute(select(InboundRow.raw)).scalars()]
        assert not any(b"xyzzy" in raw for raw in kept)
        assert not any("xyzzy" in text for text in session.execute(select(LineRow.text)).scalars())


def test_why_lines_are_no_orders_is_said_once(house: House) -> None:
    seven(house)
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE oslo")
    reply = house.tell(wanda, "A PAR - BUR\nA MAR - SPA\nF BRE - MAO").text
    assert reply.count("You have no seat in oslo.") == 1
    assert "> F BRE - MAO" in reply.partition("NOT READ")[2]


def test_subjects_do_not_grow_with_each_answer(house: House) -> None:
    bob = house.registered("Bob")
    first = house.tell(bob, "JION oslo", key=False)
    assert first.subject == "Re: Welcome (1 problem)"
    assert house.tell(bob, "JION oslo\nJONI oslo", key=False).subject == "Re: Welcome (2 problems)"
    assert house.tell(bob, "LIST", key=False).subject == "Re: Welcome"


def test_no_line_of_help_is_wider_than_a_mail(table: Seven) -> None:
    reply = table.tell("FRANCE", "HELP\nHELP PRESS\nHELP CREATE payola").text
    assert max(map(len, reply.splitlines())) <= 80


def test_whoever_is_told_to_register_can_do_so_at_once(house: House) -> None:
    bob = house.person("Bob")
    bob.write("Hello, how do I play?")
    house.settle()
    assert "answer this mail with one line: REGISTER and your name" in " ".join(bob.last().text.split())
    bob.reply(bob.last(), "REGISTER Bob Builder")
    house.settle()
    assert [mail.subject for mail in bob.inbox()] == ["Re: Your mail to the judge", "Welcome"]
    assert "Bob Builder" in bob.last().text
    assert bob.last().key


def test_a_fresh_register_after_a_first_mail_of_another_kind_is_answered_the_same_day(house: House) -> None:
    bob = house.person("Bob")
    for text in ("Hello!", "REGISTER Bob Builder"):
        bob.write(text)
        house.settle()
    assert bob.last().subject == "Please prove your address"


def test_help_and_list_in_answer_to_the_judge_are_answered_five_times_a_day(house: House) -> None:
    bob = house.person("Bob")
    bob.write("Hello!")
    house.settle()
    for _ in range(9):
        bob.reply(bob.last(), "HELP\nLIST")
        house.settle()
    assert len(bob.inbox()) == 5
    assert "REGISTER your name" in bob.last().text
    assert "There are none yet." in bob.last().text


def test_the_mail_of_a_stranger_that_answers_nothing_is_answered_once_a_day(house: House) -> None:
    bob = house.person("Bob")
    for _ in range(3):
        bob.write("Hello!")
        house.settle()
    assert len(bob.inbox()) == 1
    house.pass_time(hours=25)
    bob.write("Hello!")
    house.settle()
    assert len(bob.inbox()) == 2


def test_an_invitation_is_answered_by_register_and_join_in_one_mail(house: House) -> None:
    master, bob = house.registered("Manus"), house.person("Bob")
    house.tell(master, "CREATE payola oslo\nword sesame\nEND CREATE\nINVITE bob@example.org")
    reply = house.tell(bob, "REGISTER Bob Builder\nJOIN oslo", key=False).text
    assert "You have joined oslo." in reply
    assert any(mail.key for mail in bob.inbox())


def test_an_invitation_answered_by_somebody_else_proves_nothing(house: House) -> None:
    master, bob, eve = house.registered("Manus"), house.person("Bob"), house.person("Eve")
    house.tell(master, "CREATE payola oslo\nword sesame\nEND CREATE\nINVITE bob@example.org")
    eve.reply(bob.last(), "REGISTER Eve\nJOIN oslo")
    house.settle()
    assert [mail.subject for mail in eve.inbox()] == ["Please prove your address"]


def test_whoever_registered_by_a_fresh_mail_may_prove_his_address_by_answering_the_invitation(house: House) -> None:
    master, bob = house.registered("Manus"), house.person("Bob")
    house.tell(master, "CREATE payola oslo\nEND CREATE\nINVITE bob@example.org")
    invitation = bob.last()
    bob.write("REGISTER Bob")
    house.settle()
    assert "You have joined oslo." in house.tell(bob, "JOIN oslo", to=invitation, key=False).text


def test_help_explains_the_words_of_games_to_whoever_is_in_none(house: House) -> None:
    reply = house.tell(house.registered("Bob"), "HELP TRANSFER\nHELP ACCEPT\nHELP LEVY", key=False).text
    assert "ACCEPT, IN PAYOLA EXCHANGE AND PAYOLA DIPLOMACY" in reply
    for game, payee in (("EXCHANGE", "investor"), ("DIPLOMACY", "power")):
        assert f"TRANSFER, IN PAYOLA {game}\n\nTRANSFER amount TO {payee}\n" in reply
    assert "ACCEPT GAE?" in reply
    assert "LEVY, IN EMPIRES" in reply
    assert "PROBLEM" not in reply


def test_the_example_of_help_is_answered_in_every_game(house: House) -> None:
    table = seven(house, system="diplomacy")
    example = commands()["HELP"].example
    assert example in table.tell("AUSTRIA", "HELP HELP").text
    assert "PROBLEM" not in table.tell("AUSTRIA", example).text


def test_a_game_behind_a_word_that_stands_alone_is_told_how_it_is_written(table: Seven) -> None:
    for who, word in (("FRANCE", "RESIGN"), ("ITALY", "resign")):
        reply = " ".join(table.tell(who, f"{word} oslo").text.split())
        assert "RESIGN must stand alone on its line. For oslo, write GAME oslo on the line above it." in reply
    assert "must stand alone" not in table.tell("FRANCE", "RESIGN lima").text


def test_a_misspelled_option_is_answered_with_the_one_that_was_meant(house: House) -> None:
    master = house.registered("Manus")
    assert "Did you mean movement?" in house.tell(master, "CREATE payola oslo\nmovment 24h").text
    assert "The options are: abandon" in house.tell(master, "CREATE payola oslo\ncolour blue").text


def test_one_seat_that_is_open_is_one(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo\nmap four-seas\nEND CREATE")
    for name, said in (
        ("Ann", "3 more players are needed."),
        ("Bob", "2 more players are needed."),
        ("Carl", "One more player is needed."),
    ):
        assert said in " ".join(house.tell(house.registered(name), "JOIN oslo").text.split())


def test_press_to_oneself_is_refused_for_what_it_is(table: Seven) -> None:
    assert "That is your own seat" in table.tell("FRANCE", "PRESS TO FRANCE: note to myself").text


def test_the_mail_with_a_code_does_not_announce_itself(table: Seven) -> None:
    table.tell("FRANCE", "TRANSFER 1 TO ITALY", key=False)
    asking = table.players["FRANCE"].last(lambda mail: bool(mail.code))
    assert "TRANSFER 1 TO ITALY" in asking.text
    assert "is on its way" not in asking.text


def test_problems_begin_with_a_capital_and_end_with_a_stop(table: Seven) -> None:
    reply = table.tell("FRANCE", "5 : A PAR - MOS\nTRY\n5 : A PAR - MOS\nEND TRY", key=False).text
    assert "    It borders on BRE, BUR, GAS, PIC" in reply
    assert "Line 3 is wrong: A PAR cannot reach MOS: no chain of fleets at sea leads there. It borders on" in " ".join(
        reply.split()
    )


def test_try_tells_what_it_did_not_read(table: Seven) -> None:
    reply = flat(table.tell("FRANCE", "TRY\n5 : A PAR - BUR\na little for Paris and Marseilles\nEND TRY"))
    assert "Line 4 was not read as an order: `a little for Paris and Marseilles`" in reply
    assert "5 : A PAR - BUR" in reply


def test_articles_in_the_paper_name_their_writers_as_they_are_written(house: House, table: Seven) -> None:
    table.tell("FRANCE", "ARTICLE\nThe harvest was poor.\nEND ARTICLE")
    house.pass_time(hours=90)
    table.direct("PROCESS S1901M")
    assert any("By France" in mail.text for mail in table.players["ITALY"].inbox())


@pytest.mark.parametrize("line", ["spring campaign 48h", "Spring Campaign: 48h", "spring  campaign = 48h"])
def test_an_option_of_two_words_can_be_set(house: House, line: str) -> None:
    master = house.registered("Manus")
    made = house.tell(master, f"CREATE machiavelli plague\n{line}\nEND CREATE").text
    assert "spring campaign  48h" in made
    assert "spring campaign is now 72h." in house.tell(master, "SET spring campaign 72h").text


def test_options_are_listed_only_where_they_mean_something(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo\nEND CREATE")
    house.tell(master, "CREATE payola paris\nvariant exchange\nEND CREATE")
    plain, traded = (
        " ".join(house.tell(master, f"GAME {name}\nSET").text.lower().split()) for name in ("oslo", "paris")
    )
    assert "how many investors play" not in plain + house.tell(master, "INFO oslo").text.lower()
    assert "cash" not in house.tell(master, "RULES oslo").text
    assert "how many investors play" in traded
    assert "how many investors play" in " ".join(house.tell(master, "INFO paris").text.lower().split())


def test_options_that_leave_no_day_for_a_deadline_are_refused_before_the_game_waits_for_one(house: House) -> None:
    master = house.registered("Manus")
    everybody = "dummies AUSTRIA ENGLAND FRANCE GERMANY ITALY RUSSIA"
    refused = house.tell(master, f"CREATE diplomacy oslo\nschedule MON 12:00\noff MON\n{everybody}")
    assert "All days of the schedule are off." in refused.text
    house.tell(master, f"CREATE diplomacy oslo\nschedule MON 12:00\n{everybody}")
    assert "All days of the schedule are off." in house.tell(master, "GAME oslo\nSET off MON").text
    house.tell(master, "JOIN oslo AS TURKEY")
    assert "has started" in house.tell(master, "GAME oslo\nSTART").text


@pytest.mark.parametrize("option", ["dummies AUSTRIA ENGLAND FRANCE GERMANY ITALY RUSSIA", "dummies AUSTRIA"])
def test_set_leaves_a_seat_for_everybody_who_has_joined(house: House, option: str) -> None:
    master, bob = house.registered("Manus"), house.registered("Bob")
    house.tell(master, "CREATE diplomacy oslo\ndummies AUSTRIA ENGLAND FRANCE GERMANY RUSSIA")
    house.tell(master, "JOIN oslo AS TURKEY")
    house.tell(bob, "JOIN oslo AS ITALY")
    told = house.tell(master, f"GAME oslo\nSET {option}").text
    if option.endswith("RUSSIA"):
        assert "2 players have joined, and there would be 1 seat." in told
        assert "has started" in house.tell(master, "GAME oslo\nSTART").text
    else:
        assert "dummies is now AUSTRIA." in told


def test_help_of_who_is_in_no_game_is_answered(house: House) -> None:
    ann = house.registered("Ann")
    assert "HELP and a word explains that word" in " ".join(house.tell(ann, "HELP").text.split())


def test_a_gamemasters_greeting_and_signature_are_no_problem(table: Seven) -> None:
    reply = table.direct("Good morning!\n\nSTATUS\n\nThank you,\nManus")
    assert "PROBLEM" not in reply.text
    assert "NOT READ" not in reply.text


def test_an_order_from_a_gamemaster_without_a_seat_is_told_why_not_and_the_greeting_is_not(table: Seven) -> None:
    reply = table.direct("Good morning!\n5 : A PAR - BUR\n3 : A MAR - SPA\nThank you")
    assert reply.text.count("PROBLEM") == 1
    assert "> 5 : A PAR - BUR\n    PROBLEM" in reply.text
    assert "You have no seat in oslo." in reply.text
    assert "Good morning!" not in reply.text.partition("NOT READ")[2]
