"""The words of replies, pages and results: what one place says, another does not say otherwise."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from judge.commands.everybody.help import read_page, topics_of
from judge.play.archives import archive_of
from judge.rules.empires.case import adjudicate_case
from judge.store.tables import Game
from judge.web.pages import Site
from tests.rules.empires.test_by_mail import War
from tests.support.flat import flat
from tests.support.house import House

TOPICS = {word: topic.text for topic in topics_of("empires") for word in topic.words}
ORDER_OF_PLAY = "This is the order of play of this turn."


def _page(game: War, name: str) -> str:
    with game.house.judge.db.reading() as session:
        file = Site(game.house.judge).get(session, f"games/corner/{name}")
    assert file is not None
    return file.content.decode()


@pytest.mark.parametrize(
    ("ships", "armies", "said"),
    [
        (1, 1, "1 ship with 1 army was beaten back from ESE: lost 0, sank 0"),
        (2, 2, "2 ships with 2 armies were beaten back from ESE: lost 1, sank 0"),
        (1, 0, "1 ship was beaten back from ESE: lost 0, sank 0"),
    ],
)
def test_results_say_what_came_of_a_slot_as_letters_do(ships: int, armies: int, said: str) -> None:
    areas = {
        "NSE": {"owner": "NO", "armies": armies, "fleets": {"AKE": ships}},
        "ESE": {"owner": "EA", "fleets": {"ELM": 3 if ships > 1 else 2}},
    }
    position = {"phase": "T4", "order": ["NO", "EA", "SO", "WE"], "areas": areas}
    found = adjudicate_case({"position": position, "orders": {"NO": "1 CONVOY NSE ESE ALL"}})
    assert [slot["said"] for slot in found["results"]["NO"]["slots"]] == [said]


def test_one_point_below_zero_is_one_point(any_house: House) -> None:
    game = War(any_house)
    game.tell("NO", "TURN 1\n1 ATTACK CAL NEM 1")
    game.next_turn()
    letter = flat(game.newest("NO").text)
    assert "-1 VP" in letter
    assert "-1 VPs" not in letter


def test_pages_of_a_finished_game(any_house: House) -> None:
    """No heading stands above nothing, and the ledger says upkeep, as letters do."""
    game = War(any_house, "limit 2")
    game.tell("NO", "TURN 1\n1 LEVY AKE\n2 MOVE AKE CAL ALL")
    game.next_turn()
    game.next_turn()
    assert game.now() is None
    assert "What was secret" in _page(game, "T1.html")
    assert "What was secret" not in _page(game, "T2.html")
    ledger = _page(game, "ledger.html")
    assert "upkeep of turn 1" in ledger
    assert "maintenance" not in ledger
    with game.house.judge.db.reading() as session:
        kept = archive_of(session, session.execute(select(Game)).scalar_one(), whole=True)
    reasons = {posting.reason for phase in kept.phases for posting in phase.postings}
    assert "upkeep of turn 1" in reasons


@pytest.mark.parametrize("line", ["VOTE DRAW", "vote draw"])
def test_who_has_no_vote_is_not_told_how_ours_is_written(any_house: House, line: str) -> None:
    game = War(any_house)
    reply = flat(game.tell("NO", line).text)
    assert "Nobody votes for a draw or a concession here." in reply
    assert "as DRAW" not in reply


@pytest.mark.parametrize("line", ["END GAME WIN", "END corner"])
def test_end_game_names_no_country_that_is_not_there(any_house: House, line: str) -> None:
    game = War(any_house)
    reply = flat(game.house.tell(game.master, f"GAME corner\n{line}", key=False).text)
    assert "FRANCE" not in reply
    assert "name" in reply


def test_map_and_a_new_player_are_told_that_the_list_is_the_order_of_play(any_house: House) -> None:
    game = War(any_house, "limit 1")
    answer = game.tell("NO", "MAP")
    assert ORDER_OF_PLAY in answer.text
    game.tell("EA", "RESIGN")
    new = game.house.registered("Nils")
    game.house.tell(game.master, f"GAME corner\nREPLACE EA {new.address}")
    game.house.agree(new)
    letter = new.last(lambda mail: "You now play EA" in mail.subject)
    assert ORDER_OF_PLAY in letter.text
    assert ORDER_OF_PLAY in re.sub(r"<[^>]+>", "", letter.html)
    game.next_turn()
    game.next_turn()
    assert game.now() is None
    assert ORDER_OF_PLAY not in game.tell("NO", "MAP").text


def test_6_3_no_text_lets_an_action_that_fails_cost_points(house: House) -> None:
    """The page and the opening said that a failed ATTACK costs a point; that of 6.3, with too few armies, does not."""
    for told in (TOPICS["VICTORY"], read_page("empires")):
        assert "An attack that is beaten back costs one." in flat(told)
    game = War(house)
    assert "so does an attack that is beaten back." in flat(game.newest("NO").text)
    game.tell("NO", "1 ATTACK CAL NEM 9")
    game.next_turn()
    letter = flat(game.newest("NO").text)
    assert "FAILED: 1 army is there" in letter
    assert "Your VPs 0" in letter


@pytest.mark.ruling("11.6")
def test_11_6_the_end_does_not_say_that_somebody_plays_a_country_whose_player_has_left(house: House) -> None:
    """Such a country is no dummy, so that it wins; the letter called it the only one that somebody plays."""
    game = War(house, "dummies SO WE")
    game.tell("NO", "RESIGN")
    game.tell("EA", "RESIGN")
    game.house.tell(game.master, "GAME corner\nDUMMY EA")
    game.next_turn()
    letter = game.master.last(lambda mail: "is over" in mail.subject)
    for told in (flat(letter.text), flat(re.sub(r"<[^>]+>", " ", letter.html))):
        assert "NO wins with 0 VPs" in told
        assert "NO is the only country left that is no dummy." in told
        assert "left that somebody plays" not in told
