"""Blind games by mail: what letters say and keep, and who may read what on pages and in histories."""

from __future__ import annotations

import pytest

from tests.rules.pirates.test_by_mail import FOUR, Crew
from tests.support.flat import flat
from tests.support.house import House, any_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, "blind yes", "nmr default", system="diplomacy")


def test_the_opening_says_that_it_is_blind_and_why_it_takes_its_time(table: Seven) -> None:
    told = flat(table.results("FRANCE"))
    assert "This game is played blind. You see only what is in or next to your units and your home centers." in told
    assert "Every phase lasts until its deadline." in told


def test_p20_the_gamemaster_of_a_blind_game_is_not_promised_to_read_who_has_written(table: Seven) -> None:
    opening = table.master.last(lambda each: "has begun" in each.subject)
    assert "how the game stands, and when the phase ends" in flat(opening)
    assert "who has written" not in opening.text
    assert "who has written" not in opening.html


def test_numbers_of_others_are_told_as_those_that_one_sees(table: Seven) -> None:
    table.tell("FRANCE", "A MAR - PIE\nA PAR - BUR")
    table.house.pass_time(hours=73)
    mail = table.results("FRANCE")
    assert "POSITION, AS FAR AS YOU SEE" in mail.text
    assert "1 center that you see" in mail.text
    assert "France 3 centers BRE MAR PAR" in flat(mail)
    assert "that you see" in mail.html
    masters = table.master.last(lambda each: ": results" in each.subject)
    assert "that you see" not in masters.text


def test_a_void_order_is_not_called_impossible_where_the_others_just_did_not_fit(table: Seven) -> None:
    table.tell("FRANCE", "A MAR - BUR\nA PAR S A MAR - GAS")
    table.house.pass_time(hours=73)
    mail = table.results("FRANCE")
    assert "A PAR S A MAR - GAS void: the other orders did not fit" in flat(mail)
    assert "not possible" not in mail.text + mail.html


def test_the_gamemaster_alone_is_warned_that_their_letters_tell_everything(table: Seven) -> None:
    table.house.pass_time(hours=73)
    warning = "Do not forward or quote this letter."
    masters = table.master.last(lambda each: ": results" in each.subject)
    assert warning in masters.text
    assert warning in masters.html
    assert warning not in table.results("FRANCE").text


def test_a_phase_in_which_nothing_is_wanted_says_why_it_lasts(table: Seven) -> None:
    table.house.pass_time(hours=73)
    told = flat(table.results("FRANCE"))
    assert "You have nothing to do now. The phase still lasts until its deadline." in told


@pytest.mark.parametrize(("system", "options"), [("diplomacy", "blind yes"), ("payola", "variant tincup")])
def test_early_is_refused_where_the_game_is_made(house: House, system: str, options: str) -> None:
    manus = house.registered("Manus")
    told = flat(house.tell(manus, f"CREATE {system} dusk\n{options}\nearly 1h\nEND CREATE"))
    assert "early does not go with a blind game" in told
    assert "is created" in flat(house.tell(manus, f"CREATE {system} dusk\n{options}\nEND CREATE"))


def test_early_is_refused_later_and_so_is_blindness_where_early_is_set(house: House) -> None:
    manus = house.registered("Manus")
    house.tell(manus, "CREATE diplomacy dusk\nblind yes\nEND CREATE")
    assert "early does not go with a blind game" in flat(house.tell(manus, "SET early 1h"))
    assert "blind is now no" in flat(house.tell(manus, "SET blind no\nSET early 1h"))
    assert "early does not go with a blind game" in flat(house.tell(manus, "SET blind yes"))


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("early 1h", "it would tell when everybody has written"),
        ("grace 6h", "it would tell that somebody has not written"),
        ("hurry yes", "nobody ends a phase early"),
        ("become yes", "the GameMaster would read what only a player may know"),
        ("misses 2", "it would tell that somebody has not written"),
    ],
)
def test_what_never_happens_is_refused_in_a_game_that_always_hides_who_has_written(
    house: House, option: str, why: str
) -> None:
    manus = house.registered("Manus")
    name = option.partition(" ")[0]
    made = flat(house.tell(manus, f"CREATE pirates hoard\n{option}\nEND CREATE"))
    assert f"{name} does not go with Pirates' Proposal: {why}." in made
    house.tell(manus, "CREATE pirates hoard\nEND CREATE")
    assert f"{name} does not go with Pirates' Proposal: {why}." in flat(house.tell(manus, f"SET {option}"))
    usual = "0" if name == "misses" else "no"
    assert f"{name} is now {usual}" in flat(house.tell(manus, f"SET {name} {usual}"))


def test_grace_is_refused_in_a_blind_game_where_it_is_never_given(house: House) -> None:
    manus = house.registered("Manus")
    told = flat(house.tell(manus, "CREATE diplomacy dusk\nblind yes\nnmr default\ngrace 6h\nEND CREATE"))
    assert "grace does not go with a blind game: it would tell that somebody has not written." in told


def test_nobody_files_for_others_in_a_blind_game_where_the_answer_would_tell_who_has_written(house: House) -> None:
    manus = house.registered("Manus")
    told = flat(house.tell(manus, "CREATE diplomacy dusk\nblind yes\nbecome yes\nEND CREATE"))
    assert "become does not go with a blind game" in told


def test_process_gives_the_true_reason(table: Seven) -> None:
    for role in table.players:
        table.tell(role, "NO ORDERS")
    told = flat(table.direct("PROCESS S1901M"))
    assert "In this phase nobody may learn who has written, and ending it early would tell." in told
    assert "not everybody" not in told


def test_process_names_who_is_awaited_where_that_is_no_secret(house: House) -> None:
    table = seven(house)
    for role in set(table.players) - {"FRANCE", "ITALY"}:
        table.tell(role, "NO ORDERS")
    assert "Orders are still awaited from France, Italy." in flat(table.direct("PROCESS S1901M"))
    for role in ("FRANCE", "ITALY"):
        table.tell(role, "NO ORDERS\nWAIT")
    assert "WAIT was written by France, Italy." in flat(table.direct("PROCESS S1901M"))
    assert "Name the phase that is to be adjudicated. PROCESS S1901M" in flat(table.direct("PROCESS"))


def test_p20_whether_somebody_else_ordered_what_they_disband_is_not_told(house: House) -> None:
    blind = seven(house, "variant tincup", "nmr default")
    blind.tell("FRANCE", "5 : A PAR - BUR\n5 : A MUN - RUH")
    house.pass_time(hours=120)
    house.pass_time(hours=73)
    blind.tell("FRANCE", "5 : A BUR - MUN")
    house.pass_time(hours=120)
    house.pass_time(hours=73)
    house.pass_time(hours=73)
    mail = blind.results("FRANCE")
    assert "Germany DISBAND A RUH POSITION" in flat(mail)
    assert "DISBAND A RUH" in mail.html
    assert "(no order)" not in mail.html.partition("DISBAND A RUH")[2]


def test_history_promises_an_observer_no_position_where_nothing_is_shown(table: Seven) -> None:
    table.house.pass_time(hours=73)
    watching = table.house.registered("Olga")
    table.house.tell(watching, "OBSERVE oslo")
    told = table.house.tell(watching, "HISTORY oslo S1901M").text
    assert "This is where the game stands" not in told


@pytest.mark.parametrize(
    ("nmr", "told"), [("wait", "It lasts at least until then, and"), ("default", "It lasts until then, and")]
)
def test_p18_status_of_a_blind_game_that_waits_for_sheets_does_not_say_that_its_deadline_ends_it(
    house: House, nmr: str, told: str
) -> None:
    blind = seven(house, "variant tincup", f"nmr {nmr}")
    assert f"{told} nobody is told who has written." in flat(blind.tell("FRANCE", "STATUS"))


def test_p20_history_of_phases_before_a_successor_came_does_not_say_that_they_see_nothing_now(table: Seven) -> None:
    table.house.pass_time(hours=73)
    zoe = table.house.registered("Zoe")
    table.direct("EJECT FRANCE")
    table.house.pass_time(hours=1)
    table.direct(f"REPLACE FRANCE WITH {zoe.address}")
    table.house.agree(zoe)
    assert "F BRE" in zoe.last(lambda mail: "You now play France" in mail.subject).text
    told = table.house.tell(zoe, "HISTORY oslo S1901M")
    assert "F BRE" not in told.text
    assert "Nothing of the board is shown to you here." in told.text
    assert "Nothing of the board is shown to you here." in told.html


# What STATUS, INFO, MAP, SUMMARY, HISTORY, GAMES and LIST tell whom in blind and in anonymous games.


house = any_house

FAR_FROM_FRANCE = ("A MOS", "A WAR", "F SEV", "A CON", "A SMY", "F ANK", "A VIE", "A BUD", "F TRI")


FAR_FROM_ITALY = ("A MOS", "A WAR", "F SEV", "A LVP", "F EDI", "F LON", "A CON", "A SMY", "F ANK", "F KIE")


@pytest.mark.parametrize(("system", "option"), [("diplomacy", "blind yes"), ("payola", "variant tincup")])
def test_p20_a_gamemaster_who_plays_a_blind_game_reads_no_more_than_any_player(
    house: House, system: str, option: str
) -> None:
    table = seven(house, option, "nmr default", system=system)
    assert any("A MOS" in mail.text for mail in table.master.inbox()), "one who does not play sees all"
    italy = table.players["ITALY"]
    house.tell(table.master, f"GAME oslo\nAPPOINT {italy.address}")
    house.agree(italy)
    before = len(italy.inbox())
    house.pass_time(hours=73)
    house.tell(italy, "GAME oslo\nROLLBACK S1901M")
    house.pass_time(hours=73)
    told = italy.inbox()[before:]
    assert sum("results" in mail.subject for mail in told) == 2
    assert not [(mail.subject, unit) for mail in told for unit in FAR_FROM_ITALY if unit in mail.text + mail.html]


def test_p20_in_a_blind_game_everybody_reads_what_he_may_know_and_no_center_counts(house: House) -> None:
    table = seven(house, "variant tincup")
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE oslo")
    for _ in range(6):
        write_all(table)
        house.pass_time(hours=73)
    asked = "GAME oslo\nSTATUS\nINFO\nMAP\nSUMMARY\nHISTORY S1901M F1901M\nGAMES\nLIST"
    france = house.tell(table.players["FRANCE"], asked).text
    assert "F BRE" in france
    for who in (table.players["FRANCE"], wanda, table.master):
        reply = house.tell(who, asked).text
        assert "CENTERS BY YEAR" not in reply
        assert not [unit for unit in FAR_FROM_FRANCE if unit in reply], who.name
        for words in ("Austria has written", "awaited", "all have written", "waits for Austria"):
            assert words not in reply.partition("ABOUT IT")[0], who.name
    for who in (wanda, table.master):
        reply = house.tell(who, asked).text
        assert "Nothing of the board is shown to you here." in reply
        assert "F BRE" not in reply
        assert "AgP" not in reply


def test_in_an_open_game_the_chart_of_centers_has_a_column_a_year(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    table.tell("FRANCE", "A MAR - SPA")
    for _ in range(6):
        house.pass_time(hours=73)
    chart = house.tell(table.master, "GAME oslo\nSUMMARY").text.partition("CENTERS BY YEAR")[2]
    assert chart.split("WHO HAS PLAYED")[0].split()[:2] == ["1901", "1902"]
    assert ["France", "4", "4"] in [line.split() for line in chart.splitlines()]


def test_18_1_in_an_anonymous_game_no_page_names_who_sits_where(house: House) -> None:
    """Absence of Plague 18.1; a match of pirates under aliases."""
    match = Crew(house, FOUR, "aliases RED BLUE GREEN PINK")
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE hoard")
    people = list(match.players.values())
    for who in (*people, wanda):
        reply = house.tell(who, "GAME hoard\nSTATUS\nINFO\nMAP\nSUMMARY\nGAMES\nLIST")
        for text in (reply.text, reply.html):
            assert not [each.name for each in people if each is not who and each.name in text]
    first, second = people[0], people[1]
    house.tell(first, "GAME hoard\nABSENCE 2026-03-20 TO 2026-03-22")
    assert "A player is away" in " ".join(second.last().text.split())
    house.tell(first, "GAME hoard\nPRESS TO ALL: ahoy")
    house.tell(first, "GAME hoard\nRESIGN")
    successor = house.registered("Zoe")
    house.tell(successor, "TAKEOVER hoard")
    for mail in second.inbox():
        assert first.name not in mail.text.replace(f"{second.name},", ""), mail.subject
        assert "Zoe" not in mail.text, mail.subject
