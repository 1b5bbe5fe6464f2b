"""What is said at a game's door and at those of its seats is true there; and invitations open no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.flat import flat
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seven, seven


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "It has begun. OBSERVE oslo lets you watch."),
        (("observers no",), "INFO oslo tells about it. It has begun."),
    ],
)
def test_who_is_invited_to_a_running_game_reads_how_they_come_into_it(
    house: House, options: tuple[str, ...], told: str
) -> None:
    table, sten = seven(house, *options), house.registered("Sten")
    table.direct("INVITE sten@example.org")
    invited = flat(sten.last(lambda mail: "invitation" in mail.subject))
    assert told in invited
    assert "JOIN" not in invited


def test_who_is_invited_where_a_seat_is_open_can_take_it(table: Seven) -> None:
    house, sten = table.house, table.house.registered("Sten")
    table.direct("EJECT ITALY")
    table.direct("INVITE sten@example.org")
    invited = sten.last(lambda mail: "invitation" in mail.subject)
    assert "It has begun. TAKEOVER oslo takes an open seat." in flat(invited)
    assert "You now play Italy" in flat(house.tell(sten, "TAKEOVER oslo", to=invited))


def test_at_the_door_of_a_private_game_that_runs(house: House) -> None:
    table, sten = seven(house, "word sesame"), house.registered("Sten")
    assert "That game is private. Its GameMaster can INVITE you first." in flat(house.tell(sten, "OBSERVE oslo"))
    assert "You are already in that game." in flat(table.tell("FRANCE", "OBSERVE oslo"))
    assert "You already play in this game." in flat(table.tell("FRANCE", "TAKEOVER oslo"))
    table.direct("INVITE sten@example.org")
    assert "You now observe oslo." in flat(house.tell(sten, "OBSERVE oslo"))


def test_where_nobody_may_take_over_the_way_to_the_gamemaster_is_named(house: House) -> None:
    table, sten = seven(house, "takeover no"), house.registered("Sten")
    said = flat(table.direct("EJECT ITALY"))
    assert "Italy has no player now. REPLACE fills the seat; DUMMY makes it a dummy." in said
    assert "Once you OBSERVE oslo, PRESS TO MASTER asks them." in flat(house.tell(sten, "TAKEOVER oslo"))
    house.tell(sten, "OBSERVE oslo")
    assert "GameMaster fills the seats. PRESS TO MASTER asks them." in flat(house.tell(sten, "TAKEOVER oslo"))
    assert "Sent to the GameMaster." in flat(house.tell(sten, "GAME oslo\nPRESS TO MASTER: May I have Italy?"))
    assert "REPLACE gives the seat to a person at any time." in flat(table.direct("COMPUTER ITALY"))
    said = flat(table.direct("DUMMY ITALY"))
    assert "A program plays Italy. REPLACE ITALY WITH address gives the seat to a person." in said


def test_whoever_takes_a_seat_from_a_program_reads_of_no_player_before_them(table: Seven) -> None:
    sten = table.house.registered("Sten")
    table.direct("EJECT ITALY")
    table.direct("COMPUTER ITALY")
    said = flat(table.house.tell(sten, "TAKEOVER oslo"))
    assert "What the program sent for this phase counts until you change it: SHOW." in said


def test_what_a_successor_finds_on_file_is_not_said_to_go_with_their_first_order(house: House) -> None:
    """Of units that they do not order it stays: it was said to count until they send their own."""
    plain = seven(house, system="diplomacy")
    plain.tell("ITALY", "A VEN - TYR")
    plain.direct("EJECT ITALY")
    sten = house.registered("Sten")
    said = flat(house.tell(sten, "TAKEOVER oslo"))
    assert "What the player before you sent for this phase counts until you change it: SHOW." in said
    assert "Kept from before: A VEN - TYR." in flat(house.tell(sten, "GAME oslo\nF NAP - ION"))


def test_a_gamemaster_who_plays_is_not_sent_for_an_option_that_would_not_help(house: House) -> None:
    people = house.gathered("Manus", "Anna")
    master, anna = people["Manus"], people["Anna"]
    house.tell(master, "CREATE payola oslo\ndummies GERMANY ITALY RUSSIA TURKEY FRANCE")
    house.tell(master, "JOIN oslo AS AUSTRIA")
    house.tell(anna, "JOIN oslo AS ENGLAND")
    house.tell(master, "GAME oslo\nSTART")
    assert "You play in this game yourself." in flat(house.tell(master, "GAME oslo\nBECOME ENGLAND\n5 : A LVP H"))


def test_who_has_joined_a_private_game_is_in_it_without_its_word(house: House) -> None:
    people = house.gathered("Manus", "Anna", "Sten")
    house.tell(people["Manus"], "CREATE payola oslo\nword sesame")
    house.tell(people["Anna"], "JOIN oslo WITH sesame")
    assert "You have changed your wishes for oslo." in flat(house.tell(people["Anna"], "JOIN oslo AS ITALY"))
    assert "THE RULES OF OSLO" in house.tell(people["Anna"], "RULES oslo").text
    assert "That game is private." in flat(house.tell(people["Sten"], "JOIN oslo AS ITALY"))
    assert "that you can read" in flat(house.tell(people["Sten"], "RULES oslo"))


@pytest.mark.parametrize("line", ["INVITE", "REPLACE ITALY WITH", "APPOINT", "HANDOVER TO"])
def test_info_tells_about_a_private_game_whoever_is_asked_into_it(house: House, line: str) -> None:
    table, sten = seven(house, "word sesame"), house.registered("Sten")
    assert "that you can read" in flat(house.tell(sten, "INFO oslo"))
    table.direct(f"{line} sten@example.org")
    asked = sten.last(lambda mail: "invitation" in mail.subject or "Will you" in mail.subject)
    assert "INFO oslo tells about" in flat(asked)
    assert "STATUS OF OSLO" in house.tell(sten, "INFO oslo", to=asked, key=False).text
    assert "that you can read" in flat(house.tell(sten, "HISTORY oslo", to=asked, key=False))


def test_rules_says_what_each_option_means(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE machiavelli oslo")
    shown = flat(house.tell(master, "RULES oslo"))
    assert "dias yes Whether a draw includes all survivors; if not, players may also agree" in shown
    assert "votes secret Whether votes for a draw or a concession stay secret until they succeed" in shown


def test_of_several_who_are_invited_on_one_line_each_is_told_of(table: Seven) -> None:
    table.direct("INVITE sten@example.org")
    told = flat(table.direct("INVITE sten@example.org, ute@example.org"))
    assert "sten@example.org is not invited: That address is already invited. ute@example.org is invited." in told
    again = flat(table.direct("INVITE sten@example.org, ute@example.org"))
    assert "PROBLEM" in again
    assert "ute@example.org is not invited: That address is already invited." in again


# Invitations to who is nobody here yet: no word of another's choosing goes to them before they have answered.


def test_an_invitation_to_a_stranger_holds_no_word_of_a_gamemasters(house: House) -> None:
    manus, bob = house.registered("Manus"), house.person("Bob")
    house.tell(manus, "PROFILE NAME Pills Peddler")
    house.tell(manus, "CREATE payola buypills\ntitle Cheap pills at evil.example\nEND CREATE\nINVITE bob@example.org")
    (invitation,) = bob.inbox()
    assert "pills" not in invitation.raw.decode("ascii", "replace").lower()
    assert "REGISTER and your name" in " ".join(invitation.text.split())


def test_who_answers_an_invitation_reads_to_which_game_and_joins_it_by_one_line(house: House) -> None:
    manus, bob = house.registered("Manus"), house.person("Bob")
    house.tell(manus, "CREATE payola oslo\nword sesame\ntitle The Long Game\nEND CREATE\nINVITE bob@example.org")
    bob.reply(bob.last(), "REGISTER Bob Builder")
    house.settle()
    told = bob.last(lambda mail: "An invitation to oslo" in mail.subject)
    assert "Manus invites you to The Long Game" in " ".join(told.text.split())
    assert "You have joined oslo." in house.tell(bob, "JOIN oslo", to=told, key=False).text


def test_who_joins_in_the_answer_to_an_invitation_is_not_invited_again(house: House) -> None:
    manus, bob = house.registered("Manus"), house.person("Bob")
    house.tell(manus, "CREATE payola oslo\nEND CREATE\nINVITE bob@example.org")
    house.tell(bob, "REGISTER Bob Builder\nJOIN oslo", key=False)
    assert not [mail for mail in bob.inbox() if "invitation to oslo" in mail.subject]


# A private game lets nobody in by the back door.


def test_a_seat_of_a_private_game_is_taken_over_by_who_is_invited_and_by_nobody_else(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        table.direct("SET word sesame\nEJECT FRANCE")
        zed = house.registered("Zed")
        refused = house.tell(zed, "TAKEOVER oslo").text
        assert "That game is private" in refused
        assert "INVITE" in refused
        assert "Austria" not in house.tell(zed, "INFO oslo").text
        table.direct(f"INVITE {zed.address}")
        assert "You now play France in oslo" in house.tell(zed, "TAKEOVER oslo").text
