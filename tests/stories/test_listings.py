"""LIST, and what replies tell of money."""

from __future__ import annotations

import pytest

from tests.support.flat import flat
from tests.support.house import House, Opening
from tests.support.table_of_seven import Seven


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
    assert "> SHOW Your balance is 40 AgP. Your acceptance list is F?." in told


def test_an_act_that_costs_nothing_tells_no_balance(table: Seven) -> None:
    told = table.tell("FRANCE", "ACCEPT FEG?").text
    assert "Your balance" not in told
    assert "Done. Your acceptance list is FEG?." in told


def test_balance_show_and_status_name_ones_own_acceptance_list(table: Seven) -> None:
    table.tell("FRANCE", "ACCEPT FEG?")
    for command in ("BALANCE", "SHOW", "STATUS"):
        assert "Your acceptance list is FEG?." in flat(table.tell("FRANCE", command).text), command
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


def test_a_gamemasters_typo_is_told_from_a_players(table: Seven) -> None:
    assert "Did you mean ROLLBACK? Only the GameMaster can use that." in flat(
        table.tell("FRANCE", "ROLLBCK S1901M").text
    )
    told = flat(table.direct("ROLLBCK S1901M").text)
    assert "Did you mean ROLLBACK?" in told
    assert "Only the GameMaster" not in told
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
