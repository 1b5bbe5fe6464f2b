"""Commands as people write them who do not know how they are written: what can mean one thing only is done, and the
rest is told how.
"""

from __future__ import annotations

import pytest

from judge.identity.players import clean_name
from judge.play.seat_draw import read_wishes
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


@pytest.mark.parametrize(
    ("line", "wishes"),
    [
        ("join oslo.", ""),
        ("Join game oslo", ""),
        ('join "oslo"', ""),
        ("join #oslo, please", ""),
        ("join oslo as italy or france", "ITALY, FRANCE"),
        ("JOIN oslo as England/France/Germany", "ENGLAND, FRANCE, GERMANY"),
        ("join oslo as Italy if possible", "ITALY"),
        ("JOIN oslo AS Italy, then France, else any power", "ITALY, FRANCE, ?"),
    ],
)
def test_a_game_is_joined_in_many_words(house: House, line: str, wishes: str) -> None:
    people = house.gathered("Manus", "Anna")
    house.tell(people["Manus"], "CREATE payola oslo\nEND CREATE")
    said = flat(house.tell(people["Anna"], line))
    assert "You have joined oslo." in said
    assert f"Your wishes: {wishes}." in said if wishes else "Any seat is fine" in said


def test_a_seat_that_is_called_like_such_a_word_is_that_seat() -> None:
    assert read_wishes("OR, ANY", ("OR", "ANY", "BERT")) == ("OR", "ANY")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("show map", "I read this as MAP."),
        ("show me the map please", "I read this as MAP."),
        ("Show me the deadline", "I read this as STATUS."),
        ("show status of oslo", "I read this as STATUS of oslo."),
        ("show my orders", "ON FILE FOR FRANCE"),
        ("games?", "YOUR GAMES"),
        ("status?", "STATUS OF OSLO"),
        ("deadline?", "I read this as STATUS."),
        ("Practise payola", "I read this as PRACTICE payola."),
        ("borders of Paris?", "PAR, Paris: inland"),
        ("help with orders", "ORDERS, IN PAYOLA DIPLOMACY"),
        ("help me", "Write one command on each line."),
        ("no draw", "I read this as NODRAW."),
        ("ABSENCE 24.12.2026 - 2.1.2027", "You are away until Sat 2 Jan 2027, 23:59 UTC."),
        ("holiday 2026-12-24 to 2027-01-02", "I read this as ABSENCE 2026-12-24 TO 2027-01-02."),
        ("TRY 3 : A PAR - BUR", "Write TRY alone on a line, the orders to be tried below it, and END TRY."),
        ("PRESS TO ITALY & GERMANY: hi", "Sent to Italy and Germany."),
        ("Press to everyone: hi", "Sent to Austria, England, Germany, Italy, Russia, Turkey and the GameMaster."),
        ("PRESS TO ITALY hello there", "Write it behind a colon (PRESS TO ITALY: hello), or below"),
        ("block press from Austria", "Private press signed by Austria does not reach you any more"),
    ],
)
def test_what_is_to_be_shown_is_shown(house: House, line: str, told: str) -> None:
    assert told in flat(seven(house).tell("FRANCE", line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pause the game", "I read this as PAUSE. oslo is paused."),
        ("extend the deadline in oslo by 24 hours", "Spring 1901 Movement is due Fri 6 Mar 2026, 12:00 UTC."),
        ("Extend oslo by 24 hours", "Spring 1901 Movement is due Fri 6 Mar 2026, 12:00 UTC."),
        (
            "invite ann@example.org and Bob Oak <bob@example.org>",
            "ann@example.org is invited. bob@example.org is",
        ),
        ("invite ann@example.org, thanks a lot, Gus", "ann@example.org is invited."),
        ("invite ann@example.org, my friend bob@example.org", "An address is needed. INVITE ann@example.org"),
        (
            "APPOINT ann@example.org and bob@example.org",
            "Only one address may stand on a line. APPOINT",
        ),
        ("extend the deadline by 24 hours", "Spring 1901 Movement is due Fri 6 Mar 2026, 12:00 UTC."),
        ("EXTEND UNTIL Friday", "DEADLINE 2026-12-31 20:00 sets a time."),
        ("deadline 31.12.2026 20:00", "Spring 1901 Movement is due Thu 31 Dec 2026, 20:00 UTC."),
        ("DEADLINE to 2026-12-31 20:00", "Spring 1901 Movement is due Thu 31 Dec 2026, 20:00 UTC."),
        ("rollback to S1901M", "S1901M has not been adjudicated."),
        ("ROLLBACK S1901M: the map was wrong", "S1901M has not been adjudicated."),
        ("hold the results", "I read this as HOLD."),
        ("set remind to 12h", "remind is now 12h."),
        ("set oslo remind to 12h", "remind is now 12h."),
        ("set remind 12h in oslo", "remind is now 12h."),
        ("set remind 12h, paper no and press grey", "remind is now 12h. paper is now no. press is now grey."),
        ("set press grey, thanks", "press is now grey."),
        ("set at 20:00, maybe", "not '20:00, maybe'"),
        ("SET title Hurry, press and run", "title is now Hurry, press and run."),
        ("SET title To the death", "title is now To the death."),
        ("SET title 7 days of oslo", "title is now 7 days of oslo."),
        ("extend 24h in oslo, Italy is snowed in", "Spring 1901 Movement is due Fri 6 Mar 2026, 12:00 UTC."),
        ("DEADLINE oslo 2026-12-31 20:00", "Spring 1901 Movement is due Thu 31 Dec 2026, 20:00 UTC."),
        ("PROCESS oslo S1901M", "Before its deadline a phase can be adjudicated only when"),
        ("eject the player of Italy", "Italy has no player now."),
        ("invite Bob <bob@example.org> to oslo", "bob@example.org is invited."),
    ],
)
def test_a_gamemaster_is_understood(house: House, line: str, told: str) -> None:
    assert told in flat(seven(house).direct(line))


@pytest.mark.parametrize(
    "line",
    [
        "pause lund",
        "INVITE bob@example.org to lund",
        "EXTEND lund by 24h",
        "extend the deadline in lund by 24h",
        "SET lund movement 48h",
        "DEADLINE lund 2026-12-31 20:00",
        "PROCESS lund S1901M",
        "eject Italy from lund",
        "START lund",
        "resume lund",
    ],
)
def test_a_command_for_another_game_than_the_mails_is_refused_and_told_how_it_gets_there(
    house: House, table: Seven, line: str
) -> None:
    house.tell(table.master, "CREATE payola lund\nEND CREATE")
    before = table.now()
    told = flat(table.direct(line))
    after = table.now()
    assert "For lund, write GAME lund on the line above it." in told
    assert before is not None
    assert after is not None
    assert (after.game.version, after.row.deadline) == (before.game.version, before.row.deadline)


def test_set_takes_a_game_that_is_called_as_an_option_for_the_option(house: House) -> None:
    manus = house.registered("Manus")
    house.tell(manus, "CREATE payola map\nEND CREATE")
    assert "map is now four-seas." in flat(house.tell(manus, "GAME map\nSET map four-seas"))


def test_a_gamemaster_of_a_game_that_forms_is_shown_what_can_be_done_then(house: House) -> None:
    people = house.gathered("Manus", "Anna")
    house.tell(people["Manus"], "CREATE payola oslo\nEND CREATE")
    house.tell(people["Anna"], "JOIN oslo")
    joined = people["Manus"].last(lambda mail: "Anna has joined" in mail.subject)
    told = house.tell(people["Manus"], "Hello judge, good!", to=joined).text.partition("TO BEGIN WITH")[2]
    assert {"START", "INVITE", "SET"} <= {line.split()[0] for line in told.splitlines() if line.split()}
    assert "EXTEND" not in told


def test_the_name_of_another_game_in_a_reason_is_a_word_of_it(house: House, table: Seven) -> None:
    house.tell(table.master, "CREATE payola lund\nEND CREATE")
    assert "oslo is paused." in flat(table.direct("PAUSE Until Lund has voted."))


@pytest.mark.parametrize("games", ["oslo and lund", "lund, oslo"])
def test_a_line_that_shows_one_game_is_told_of_two_how_they_would_stand(house: House, games: str) -> None:
    manus = house.registered("Manus")
    house.tell(manus, "CREATE payola oslo\nCREATE payola lund")
    told = flat(house.tell(manus, f"status of {games}"))
    assert "I read one game on a line: " in told
    assert "STATUS oslo" in told
    assert "STATUS lund" in told


def test_nothing_below_a_become_that_is_refused_is_filed(table: Seven) -> None:
    told = flat(table.tell("ITALY", "BECOME FRANCE\n5 : A PAR - BUR"))
    assert "Only the GameMaster of the game can do that." in told
    assert "The BECOME line above these lines was refused" in told
    assert "5 : A PAR - BUR" not in flat(table.tell("ITALY", "SHOW")).partition("ON FILE")[2]


def test_a_signature_below_register_is_no_order(house: House) -> None:
    olaf = house.person("Olaf")
    olaf.write("REGISTER Olaf Berg\n\nMed vänliga hälsningar\nOlaf Berg\n08-123 456")
    house.settle()
    olaf.reply(olaf.last(), "Ja")
    house.settle()
    assert [mail.subject for mail in olaf.inbox()[1:]] == ["Welcome"]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("me Ivo Novák", "Ivo Novák"),
        ("me as Ivo Novák, thank you!", "Ivo Novák"),
        ("my name is Ivo Novák. Bitte", "Ivo Novák"),
        ("Anna Tack", "Anna Tack"),
        ("Bond, James", "Bond, James"),
        ("Me", "Me"),
    ],
)
def test_what_stands_around_a_name_is_no_part_of_it(written: str, name: str) -> None:
    assert clean_name(written) == name


def test_whoever_is_to_be_registered_as_somebody_is_called_so(house: House) -> None:
    tom = house.person("Tom")
    tom.write("register me as Tom Oak")
    house.settle()
    tom.reply(tom.last(), "Yes.")
    house.settle()
    assert "Welcome, Tom Oak." in flat(tom.last())


def test_the_word_of_a_private_game_may_be_called_a_password(house: House) -> None:
    people = house.gathered("Manus", "Anna")
    house.tell(people["Manus"], "CREATE payola oslo\nword sesame\nEND CREATE")
    assert "You have joined oslo." in flat(house.tell(people["Anna"], "join oslo password sesame"))


@pytest.mark.parametrize("word", ["sesame", "cool as ice"])
def test_the_seats_may_stand_behind_the_word_of_a_private_game(house: House, word: str) -> None:
    people = house.gathered("Manus", "Anna")
    house.tell(people["Manus"], f"CREATE payola oslo\nword {word}\nEND CREATE")
    assert "That game is private." in flat(house.tell(people["Anna"], "JOIN oslo WITH simsim AS ITALY"))
    said = flat(house.tell(people["Anna"], f"yes, join oslo with {word}"))
    assert "You have joined oslo." in said
    said = flat(house.tell(people["Anna"], f"JOIN oslo AS FRANCE WITH {word}"))
    assert "FRANCE." in said
    if word == "sesame":
        assert "ITALY." in flat(house.tell(people["Anna"], "join oslo with sesame as Italy, ta"))


def test_a_sentence_behind_help_asks_for_all_of_it(house: House) -> None:
    manus = house.registered("Manus")
    told = flat(house.tell(manus, "help please!! i dont understand anything"))
    assert "problem" not in told
    assert "JOIN" in told
