"""Who has joined a game can leave it before it begins, and its GameMaster can take them out of it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.hosting import personal_data
from judge.rules.problems import Refused
from judge.store.tables import Game, Joining
from judge.testing.correspondent import Correspondent
from tests.support.flat import flat
from tests.support.house import House


def forming(house: House, *options: str) -> tuple[Correspondent, Correspondent, Correspondent]:
    """The GameMaster of a game for two, and the two who have joined it."""
    people = house.gathered("Manus", "Anna", "Sten")
    master, anna, sten = people["Manus"], people["Anna"], people["Sten"]
    dummies = "dummies AUSTRIA ENGLAND FRANCE GERMANY ITALY"
    house.tell(master, "\n".join(("CREATE payola oslo", dummies, *options)))
    house.tell(anna, "JOIN oslo AS RUSSIA")
    house.tell(sten, "JOIN oslo AS TURKEY WITH sesame" if options else "JOIN oslo AS TURKEY")
    return master, anna, sten


def joined(house: House) -> list[int]:
    return house.every(select(Joining.player_id))


def test_join_stop_leaves_a_game_that_forms_and_the_seat_is_free_again(house: House) -> None:
    master, anna, sten = forming(house)
    assert "You have left oslo. It begins without you." in flat(house.tell(anna, "JOIN oslo STOP"))
    assert "Anna has left. 1 seat is free. You have nothing to do." in flat(master.last())
    assert "Joined: Sten" in flat(house.tell(sten, "INFO oslo"))
    assert "You are in no running game." in flat(house.tell(anna, "GAMES"))
    assert "1 of 2 seats are taken." in flat(house.tell(master, "START"))
    assert "You have joined oslo." in flat(house.tell(anna, "JOIN oslo"))


def test_a_reply_alone_leaves_no_game_without_a_code(house: House) -> None:
    _, anna, _ = forming(house)
    asked = house.tell(anna, "JOIN oslo STOP", key=False)
    assert "You would be out of the game before it begins" in flat(asked)
    assert len(joined(house)) == 2
    assert "You have left oslo." in flat(house.tell(anna, f"CONFIRM {asked.code}", to=asked, key=False))
    assert len(joined(house)) == 1


def test_who_has_not_joined_is_asked_no_code(house: House) -> None:
    master, *_ = forming(house)
    refused = house.tell(master, "JOIN oslo STOP", key=False)
    assert "You have not joined oslo." in flat(refused)
    assert not refused.code


def test_resign_from_a_game_that_forms_names_join_stop(house: House) -> None:
    _, anna, _ = forming(house)
    assert "JOIN oslo STOP leaves it." in flat(house.tell(anna, "RESIGN"))


def test_who_has_not_joined_or_comes_too_late_leaves_nothing(house: House) -> None:
    master, anna, _ = forming(house)
    assert "You have not joined oslo." in flat(house.tell(master, "JOIN oslo STOP"))
    house.tell(master, "START")
    assert "oslo has begun. RESIGN leaves a game for good." in flat(house.tell(anna, "JOIN oslo STOP"))


@pytest.mark.parametrize("who", ["Sten", "sten", "STEN@example.org", "Sten, please"])
def test_eject_takes_out_who_has_joined_by_name_or_address_and_tells_them(house: House, who: str) -> None:
    master, _, sten = forming(house)
    said = flat(house.tell(master, f"EJECT {who}"))
    assert "Sten is not in oslo any more. 1 seat is free." in said
    assert "The GameMaster has taken you out of oslo, which has not begun." in flat(sten.last())
    assert len(joined(house)) == 1


def test_who_was_ejected_is_invited_no_more(house: House) -> None:
    master, _, sten = forming(house, "word sesame")
    house.tell(master, "INVITE sten@example.org")
    house.tell(master, "EJECT Sten")
    assert "That game is private." in flat(house.tell(sten, "JOIN oslo"))


def test_eject_of_who_has_not_joined_says_who_has(house: House) -> None:
    master, *_ = forming(house)
    assert "Nobody of that name has joined oslo. Joined: Anna, Sten." in flat(house.tell(master, "EJECT ITALY"))


def test_whoever_has_left_a_game_that_forms_can_be_forgotten(house: House) -> None:
    _, anna, _ = forming(house)
    with pytest.raises(Refused, match="Anna is needed in oslo") as refusal:
        house.judge.write(
            lambda work: personal_data.forget(work.session, "anna@example.org", work.now, work.judge.secret)
        )
    assert "JOIN game STOP or EJECT first" in refusal.value.problem.hint
    house.tell(anna, "JOIN oslo STOP")
    house.judge.write(lambda work: personal_data.forget(work.session, "anna@example.org", work.now, work.judge.secret))
    assert house.one(select(Game.status)) == "forming"
