"""What a reply says is true where it is said: in practice, before the start, and in a pause."""

from __future__ import annotations

import pytest

from judge.cli.tools.correspondent import Correspondent
from judge.play.adjudication import suspend
from tests.stories.test_practice import begun, newest
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


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
