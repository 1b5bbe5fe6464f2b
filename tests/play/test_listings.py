"""LIST, and what replies tell of money."""

from __future__ import annotations

from tests.support.house import House
from tests.support.table_of_seven import seven


def flat(text: str) -> str:
    return " ".join(text.split())


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


def test_a_transfer_and_show_name_the_balance(house: House) -> None:
    table = seven(house)
    told = flat(table.tell("FRANCE", "TRANSFER 5 TO ITALY\nTRANSFER 3 TO ITALY\nSHOW").text)
    assert "TRANSFER 5 TO ITALY. Your balance is 43 AgP." in told
    assert "TRANSFER 3 TO ITALY. Your balance is 40 AgP." in told
    assert "> SHOW Your balance is 40 AgP." in told


def test_an_act_that_costs_nothing_tells_no_balance(house: House) -> None:
    table = seven(house)
    assert "Your balance" not in table.tell("FRANCE", "ACCEPT FEG?").text
