"""What replies say of orders, money and options, in practice, before the start and in a pause; and LIST."""

from __future__ import annotations

import smtplib
from email.utils import parseaddr

import pytest

from judge.letters.values import Answer, OnFile
from judge.play.adjudication import suspend
from judge.testing.correspondent import Correspondent
from tests.stories.test_practice import begun, newest
from tests.support.flat import flat
from tests.support.house import House, Opening
from tests.support.table_of_seven import Seven, seven


def test_a_reply_to_orders_names_the_deadline(table: Seven) -> None:
    told = flat(table.tell("FRANCE", "5 : A PAR - BUR"))
    assert "You can change it until Thu 5 Mar 2026, 12:00 UTC." in told
    table.direct("PAUSE")
    assert "no deadline now, as the game is paused" in flat(table.tell("FRANCE", "5 : A PAR - BUR"))


def test_a_mail_to_the_letters_of_two_games_says_for_which_it_was_read(house: House) -> None:
    tables = [seven(house, name=name) for name in ("oslo", "bergen")]
    fleur = tables[0].players["FRANCE"]
    oslo, bergen = (fleur.last(lambda mail, name=name: f"[{name}]" in mail.subject) for name in ("oslo", "bergen"))  # type: ignore[misc]
    letters = [parseaddr(mail.reply_to)[1] for mail in (oslo, bergen)]
    mail = f"From: {fleur.address}\nTo: {', '.join(letters)}\nMessage-ID: <both@fleur.org>\n\n5 : A PAR - BUR\n"
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        smtp.sendmail(fleur.address, letters, mail)
    house.settle()
    told = flat(fleur.answer_to("<both@fleur.org>"))
    assert "This mail answers letters of bergen, oslo." in told
    assert "it was read for oslo alone" in told
    assert "answers letters of" not in flat(house.tell(fleur, "5 : A PAR - BUR", to=oslo))


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


# LIST, and what replies tell of money.


def test_list_tells_titles_gamemasters_and_pace_to_strangers_too(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo\ntitle Silver and Lies\nmovement 72h\nretreats 30h\nEND CREATE")
    house.tell(master, "CREATE pirates hoard\nschedule MON 12:00\nEND CREATE")
    stranger = house.person("Eve")
    stranger.write("LIST")
    house.settle()
    told = flat(stranger.last().text)
    assert (
        'oslo Payola Diplomacy, forming: 0 of 7 players "Silver and Lies" GameMaster Manus movement 72h, retreats 30h'
        in told
    )
    assert "hoard Pirates' Proposal, forming: 0 of 14 players GameMaster Manus deadlines MON 12:00" in told


def test_a_transfer_and_show_name_the_balance(table: Seven) -> None:
    told = flat(table.tell("FRANCE", "TRANSFER 5 TO ITALY\nTRANSFER 3 TO ITALY\nSHOW").text)
    assert "> TRANSFER 5 TO ITALY Done. Your balance is 43 AgP." in told
    assert "> TRANSFER 3 TO ITALY Done. Your balance is 40 AgP." in told
    assert "> SHOW Your balance is 40 AgP. F? is your acceptance list: whose money wins ties." in told


def test_an_act_that_costs_nothing_tells_no_balance(table: Seven) -> None:
    told = table.tell("FRANCE", "ACCEPT FEG?").text
    assert "Your balance" not in told
    assert "Done. FEG? is your acceptance list: whose money wins ties." in told


def test_balance_show_and_status_name_ones_own_acceptance_list(table: Seven) -> None:
    table.tell("FRANCE", "ACCEPT FEG?")
    for command in ("BALANCE", "SHOW", "STATUS"):
        assert "FEG? is your acceptance list" in flat(table.tell("FRANCE", command).text), command
    assert "FEG?" not in table.tell("ITALY", "STATUS").text
    assert "acceptance list" not in table.direct("STATUS").text


def test_several_options_changed_in_one_mail_are_one_letter(table: Seven) -> None:
    before = len(table.players["FRANCE"].inbox())
    table.direct("SET movement 48h\nSET retreats 12h\nSET movement 36h\nSET word sesame")
    (letter,) = table.players["FRANCE"].inbox()[before:]
    assert letter.subject == "[oslo] Options have changed"
    told = flat(letter.text)
    assert "movement is now 36h. The deadline of this phase stays as it is. retreats is now 12h." in told
    assert "48h" not in told
    assert "sesame" not in told


def test_of_a_gamemasters_command_misspelled_it_is_told_whose_it_is(table: Seven) -> None:
    assert "Did you mean ROLLBACK? That is the GameMaster's." in flat(table.tell("FRANCE", "ROLLBCK S1901M").text)
    assert "Did you mean STATUS?" in flat(table.tell("FRANCE", "STAUTS").text)


def test_what_only_the_host_can_grant_names_the_hosts_address(opened: Opening) -> None:
    house = opened(creators="manus@example.org", host_address="keeper@example.org")
    told = flat(house.tell(house.registered("Ann"), "CREATE payola bergen").text)
    assert "Ask its host, keeper@example.org, to list your address." in told


def test_create_answers_with_what_is_special_and_set_alone_lists_every_option(house: House) -> None:
    master = house.registered("Manus")
    made = house.tell(master, "CREATE payola oslo\nmovement 72h\npress choice\nnmr wait\nEND CREATE")
    special = made.text.partition("WHAT IS SPECIAL IN OSLO")[2].partition("-- ")[0].split("\n")
    assert [line.split() for line in special if line.strip()] == [["movement", "72h"], ["press", "choice"]]
    assert "SET, alone on a line, lists all options." in flat(made.text)
    assert "How long before a deadline" in flat(house.tell(master, "SET").text)


@pytest.mark.parametrize(
    ("made", "shown", "idle"),
    [
        ("payola oslo\nnmr wait", {"abandon", "early"}, {"exchange"}),
        ("payola oslo\nvariant exchange", {"exchange", "abandon"}, set()),
        ("payola oslo\nnmr default\nvariant tincup", {"misses"}, {"exchange", "abandon", "early", "grace"}),
        ("diplomacy oslo\nnmr default", {"early"}, {"abandon"}),
        ("diplomacy oslo\nblind yes", {"abandon"}, {"early"}),
        ("machiavelli oslo", {"misses", "grace"}, {"abandon"}),
        ("empires oslo", {"misses", "grace"}, {"abandon"}),
        ("pirates oslo", {"remind", "results"}, {"abandon", "early", "grace", "hurry", "become", "misses", "lost"}),
    ],
)
def test_an_option_that_does_nothing_in_a_game_is_not_shown_for_it(
    house: House, made: str, shown: set[str], idle: set[str]
) -> None:
    master = house.registered("Manus")
    assert "oslo is created" in house.tell(master, f"CREATE {made}\nEND CREATE").text
    listed = {line.split()[0] for line in house.tell(master, "SET").text.splitlines() if line[:1].islower()}
    assert shown <= listed
    assert not idle & listed


# What a reply says is true where it is said: in practice, before the start, and in a pause.


def forming(house: House, *options: str) -> tuple[Correspondent, Correspondent, Correspondent]:
    """The GameMaster of a game that forms, somebody who has joined it, and somebody who has not."""
    people = house.gathered("Manus", "Anna", "Sten")
    master, anna, sten = people["Manus"], people["Anna"], people["Sten"]
    house.tell(master, "\n".join(("CREATE payola oslo", *options)))
    house.tell(anna, "JOIN oslo AS AUSTRIA")
    return master, anna, sten


@pytest.mark.parametrize(
    ("line", "told", "untold"),
    [
        ("REPORT This is abuse.", "A practice game has no GameMaster. HOST and your words", "has been told"),
        ("BROADCAST\nHello\nEND BROADCAST", "A practice game has no GameMaster.", "Only the GameMaster"),
        ("PRESS TO MASTER: hello", "A practice game has no GameMaster.", "plays there"),
        ("PRESS TO OBSERVERS: hello", "Nobody observes this game.", "plays there"),
        ("TAKEOVER {0}", "Programs play the other seats of a practice game.", "GameMaster"),
        ("INFO", "For one player alone, who practices", "GameMaster "),
    ],
)
def test_practice_has_neither_gamemaster_nor_observers(house: House, line: str, told: str, untold: str) -> None:
    stella, name = begun(house)
    said = flat(house.tell(stella, line.format(name), to=newest(stella), key=False)).partition("THE OPTIONS OF")[0]
    assert told in said
    assert untold not in said


@pytest.mark.parametrize("line", ["PRESS TO ITALY: hello", "RESIGN", "GAME oslo\nRESIGN"])
def test_whoever_has_joined_a_game_that_forms_is_told_so(house: House, line: str) -> None:
    _, anna, sten = forming(house)
    said = flat(house.tell(anna, line))
    assert "oslo has not begun, so you have no seat yet. You are mailed when it begins. INFO oslo shows" in said
    assert "You are in no running game" in flat(house.tell(sten, line))
    assert "Joined: Anna" in flat(house.tell(anna, "INFO oslo"))


@pytest.mark.parametrize("line", ["STATUS", "STATUS oslo", "GAME oslo\nSTATUS"])
def test_status_of_a_game_that_forms_is_an_answer(house: House, line: str) -> None:
    _, anna, sten = forming(house)
    said = flat(house.tell(anna, line))
    assert "STATUS OF OSLO" in said
    assert "Joined: Anna" in said
    assert "PROBLEM" not in said
    assert "Joined: Anna" in flat(house.tell(sten, "STATUS oslo"))
    assert "You are in no running game" in flat(house.tell(sten, "STATUS"))


def test_status_shows_all_games_that_one_waits_for(house: House) -> None:
    master, anna, _ = forming(house)
    house.tell(master, "CREATE empires lund")
    house.tell(anna, "JOIN lund")
    said = flat(house.tell(anna, "STATUS"))
    assert "STATUS OF OSLO" in said
    assert "STATUS OF LUND" in said
    assert "lund has not begun" in flat(house.tell(anna, "GAME lund\nSHOW"))


def test_games_shows_a_game_that_one_has_joined(house: House) -> None:
    master, anna, sten = forming(house)
    assert "oslo joined forming 6 seats free" in flat(house.tell(anna, "GAMES"))
    assert "You are in no running game." in flat(house.tell(sten, "GAMES"))
    house.tell(master, "JOIN oslo AS ITALY")
    assert "oslo GameMaster, joined forming 5 seats free" in flat(house.tell(master, "GAMES"))


def test_a_game_that_forms_needs_its_gamemaster(house: House) -> None:
    master, _, sten = forming(house)
    said = flat(house.tell(master, "EXTEND 24h"))
    assert "oslo has not begun. START begins it when its seats are taken." in said
    house.tell(sten, "OBSERVE oslo")
    assert "oslo has not begun. You are mailed when it begins." in flat(house.tell(sten, "BORDERS BUR"))
    assert "oslo has not begun. JOIN oslo takes part." in flat(house.tell(sten, "TAKEOVER oslo"))


def test_a_game_given_up_has_no_archive_to_come(house: House) -> None:
    master, anna, _ = forming(house)
    house.tell(master, "TERMINATE")
    assert "oslo was given up before it began." in flat(house.tell(anna, "ARCHIVE oslo"))


def test_in_a_pause_nobody_asks_for_time(table: Seven) -> None:
    table.direct("PAUSE")
    before = len(table.master.inbox())
    assert "The game is paused: its clock stands still" in flat(table.tell("FRANCE", "LATE 2 days"))
    assert len(table.master.inbox()) == before, "EXTEND would be refused"
    assert "oslo is paused already. RESUME lets it go on." in flat(table.direct("PAUSE"))


def test_what_publish_says_of_results_that_nobody_holds(table: Seven) -> None:
    said = flat(table.direct("PUBLISH"))
    assert "go out at the deadline" in said
    assert "PROCESS" not in said, "it would be refused before the deadline"
    table.direct("HOLD")
    table.house.pass_time(hours=73)
    assert "They go out as soon as the phase is adjudicated." in flat(table.direct("PUBLISH"))


def test_press_to_oneself_as_gamemaster_or_observer(table: Seven) -> None:
    olga = table.house.registered("Olga")
    table.house.tell(olga, "OBSERVE oslo")
    assert "You are GameMaster yourself. BROADCAST reaches" in flat(table.direct("PRESS TO MASTER: hello"))
    said = flat(table.house.tell(olga, "GAME oslo\nPRESS TO OBSERVERS: hello"))
    assert "Observers write to the GameMaster only. PRESS TO MASTER" in said


def test_where_nothing_can_be_seen_map_says_so(house: House) -> None:
    stella, _ = begun(house, "PRACTICE pirates")
    shown = house.tell(stella, "MAP", to=newest(stella))
    assert "Pirates' Proposal has no map. HISTORY tells its phases again." in flat(shown)
    assert shown.text.count("To answer, reply to this mail") == 1, "the foot of no other letter stands in it"
    master, _, _ = forming(house)
    assert "oslo has not begun." in flat(house.tell(master, "MAP oslo"))
    house.tell(master, "TERMINATE")
    assert "oslo has no position now." in flat(house.tell(master, "MAP oslo"))


def test_map_of_a_game_that_is_over_points_to_its_phases(table: Seven) -> None:
    table.direct("END GAME DRAW: by consent")
    said = flat(table.tell("FRANCE", "MAP oslo"))
    assert "oslo has no position now. HISTORY oslo shows its last phases." in said
    assert "SPRING 1901 MOVEMENT" in table.tell("FRANCE", "HISTORY oslo").text


def test_no_orders_of_an_investor_in_an_exchange_says_that_it_does_not_wait_for_them(house: House) -> None:
    people = house.gathered("Manus", *(names := ("Anna", "Edward", "Fleur")))
    master = people["Manus"]
    house.tell(master, "CREATE exchange oslo\nplayers 3")
    for name in names:
        house.tell(people[name], "JOIN oslo")
    house.tell(master, "GAME oslo\nSTART")
    house.tell(people["Anna"], "BUY 1 FRANCE")
    said = flat(house.tell(people["Anna"], "NO ORDERS"))
    assert "Spring 1901 Exchange does not wait for you." in said
    assert "nothing to do" not in said
    assert "BUY 1 FRANCE" in said.partition("ON FILE FOR ANNA")[2]


def test_a_game_on_hold_is_gone_on_with_by_process(house: House) -> None:
    table = seven(house, system="diplomacy")
    try:
        raise RuntimeError("planted")
    except RuntimeError:
        suspend(house.judge, table.game().id, "S1901M")
    for line in ("PAUSE", "RESUME"):
        assert "PROCESS S1901M tries to adjudicate it again." in flat(table.direct(line))
    assert "go out as soon as the phase is adjudicated" in flat(table.direct("PUBLISH"))
    assert "Spring 1901 Movement is adjudicated now" in flat(table.direct("PROCESS S1901M"))


def test_practice_waits_through_an_absence_in_every_phase(house: House) -> None:
    """In an Exchange phase nobody must write, and the game waits for its player all the same."""
    stella, _ = begun(house, "PRACTICE exchange")
    assert "ABSENCE makes that later" in flat(house.tell(stella, "LATE 2d", to=newest(stella)))
    said = flat(house.tell(stella, "ABSENCE 2026-03-10 TO 2026-03-20", to=newest(stella)))
    assert "Spring 1901 Exchange is now due Sat 21 Mar 2026, 12:00 UTC." in said
    assert "does not wait for you" not in said
    refused = flat(house.tell(stella, "ABSENCE 2026-05-01 TO 2026-06-20", to=newest(stella)))
    assert "This game allows 28 days of absence a year." in refused
    assert "GameMaster" not in refused


def test_a_gamemaster_is_not_told_to_eject_the_player_of_a_vacant_seat(table: Seven) -> None:
    table.tell("ITALY", "RESIGN")
    for role in table.players:
        if role not in ("ITALY", "TURKEY"):
            table.tell(role, "NO ORDERS")
    table.house.pass_time(hours=73)
    late = table.master.last(lambda mail: "Late: Italy and Turkey" in mail.subject)
    assert "Nobody plays Italy now." in flat(late)
    assert "EJECT TURKEY open the seat to others; then DUMMY TURKEY goes on without a player" in flat(late)
    assert "DUMMY ITALY go on without a player" in flat(late)
    assert "EJECT ITALY" not in late.text + late.html
    table.tell("TURKEY", "NO ORDERS")
    assert "Italy is now a dummy." in flat(table.house.tell(table.master, "DUMMY ITALY", to=late))


def test_a_game_that_waits_for_a_vacant_seat_says_so(table: Seven) -> None:
    table.tell("ITALY", "RESIGN")
    for role in table.players:
        if role != "ITALY":
            table.tell(role, "NO ORDERS")
    table.house.pass_time(hours=73)
    late = table.master.last(lambda mail: "Late: Italy" in mail.subject)
    told = "The game waits until somebody takes the seat, or until you reply with one of these: EXTEND 24h"
    assert told in flat(late)
    assert "EJECT" not in late.text + late.html
    waiting = table.players["FRANCE"].last(lambda mail: "Waiting for Italy" in mail.subject)
    assert "Nobody plays Italy now. You have written: you have nothing to do." in flat(waiting)
