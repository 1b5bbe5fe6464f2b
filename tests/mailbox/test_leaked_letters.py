"""Attacks with a letter in hand that a player passed on: what its reply address opens, and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

import pytest
from sqlalchemy import select

from judge.store.tables import Game, OrdersRow, Player
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House, put
from tests.support.table_of_seven import MASTER, Seven, seven

ONE = "dummies AUSTRIA ENGLAND GERMANY ITALY RUSSIA"
_NUMBERS = count()


def leaked(letter: Received) -> str:
    """The address that a letter is answered at."""
    return letter.reply_to.rpartition("<")[2].strip(">")


def forge(house: House, who: Correspondent, letter: Received, text: str, *, subject: str = "") -> list[Received]:
    """A mail in somebody's name to the reply address of their letter; what they are mailed for it."""
    before = len(who.inbox())
    head = f"From: {who.address}\nMessage-ID: <{next(_NUMBERS)}@forged>\nSubject: {subject or 'Re: ' + letter.subject}"
    put(house, f"{head}\n\n{text}\n", to=leaked(letter))
    return who.inbox()[before:]


def on_file(house: House, name: str) -> list[str]:
    """The orders that have come for a game."""
    with house.judge.db.reading() as session:
        query = select(OrdersRow.text).join(Game, Game.id == OrdersRow.game_id).where(Game.name == name)
        return list(session.execute(query.order_by(OrdersRow.id)).scalars())


def me(house: House, name: str) -> Player:
    return house.one(select(Player).where(Player.name == name))


def letter_of(game: Seven, role: str) -> Received:
    """With which a game began for a player."""
    return game.players[role].last(
        lambda mail: mail.subject.startswith(f"[{game.name}]") and "has begun" in mail.subject
    )


def two_games(house: House) -> tuple[Seven, Seven]:
    """Fleur is France, and Timur Turkey, in both."""

    def play() -> Mapping[str, Correspondent]:
        oslo = seven(house, ONE, system="diplomacy")
        seven(house, ONE, system="diplomacy", name="paris")
        return {MASTER: oslo.master, **oslo.players}

    people = house.once((__name__, "two games"), play)
    seats = {role: who for role, who in people.items() if role != MASTER}
    return Seven(house, people[MASTER], seats, "oslo"), Seven(house, people[MASTER], dict(seats), "paris")


@pytest.fixture(name="games")
def _games(house: House) -> tuple[Seven, Seven]:
    return two_games(house)


def confirm(house: House, who: Correspondent, mails: list[Received]) -> None:
    (asked,) = (mail for mail in mails if mail.code)
    who.reply(asked, f"CONFIRM {asked.code}")
    house.settle()


def test_a_reply_address_files_no_orders_in_another_game(house: House, games: tuple[Seven, Seven]) -> None:
    oslo, _ = games
    fleur = oslo.players["FRANCE"]
    mails = forge(house, fleur, letter_of(oslo, "FRANCE"), "A PAR - BUR\nGAME paris\nA PAR - GAS")
    assert (on_file(house, "oslo"), on_file(house, "paris")) == (["A PAR - BUR"], [])
    confirm(house, fleur, mails)
    assert on_file(house, "paris") == ["A PAR - GAS"]


@pytest.mark.parametrize(
    "line",
    [
        "PRESS TO TURKEY\nI will attack you.\nEND PRESS",
        "WAIT",
        "VOTE NO",
        "NO ORDERS",
        "CLEAR",
        "ABSENCE 2026-03-03 TO 2026-03-12",
        "BLOCK TURKEY",
        "REPORT\nHe cheats.\nEND REPORT",
        "JOIN bergen",
    ],
)
def test_a_reply_address_changes_nothing_in_another_game(house: House, games: tuple[Seven, Seven], line: str) -> None:
    oslo, paris = games
    house.tell(oslo.master, "CREATE diplomacy bergen")
    fleur, timur = oslo.players["FRANCE"], oslo.players["TURKEY"]
    version = paris.game().version
    others = [len(timur.inbox()), len(oslo.master.inbox())]
    mails = forge(house, fleur, letter_of(oslo, "FRANCE"), f"GAME paris\n{line}")
    assert [mail.code != "" for mail in mails].count(True) == 1, [mail.text for mail in mails]
    assert not any("out of the game" in mail.text for mail in mails), "which JOIN and STOP would do"
    assert [len(timur.inbox()), len(oslo.master.inbox())] == others
    assert (on_file(house, "paris"), paris.game().version) == ([], version)


@pytest.mark.parametrize(
    "line",
    [
        "ZONE Europe/Rome",
        "PROFILE NAME Fool",
        "PROFILE PUBLIC YES AS Fool",
        "PROFILE MAIL PLAIN",
        "REGISTER Fool",
        "ADDRESS evil@example.org",
    ],
)
def test_the_reply_address_of_a_game_changes_no_profile(house: House, games: tuple[Seven, Seven], line: str) -> None:
    oslo, _ = games
    fleur = oslo.players["FRANCE"]
    forge(house, fleur, letter_of(oslo, "FRANCE"), line)
    player = me(house, "Fleur")
    assert (player.zone, player.plain_only) == ("UTC", False)
    assert fleur.last().code or any(mail.code for mail in fleur.inbox())
    assert house.person("Evil").inbox() == []


def test_what_only_shows_how_things_stand_needs_no_proof_of_its_game(house: House, games: tuple[Seven, Seven]) -> None:
    """The answer goes to the registered address: nobody who plays in two games shall need a code to look."""
    oslo, _ = games
    (reply,) = forge(house, oslo.players["FRANCE"], letter_of(oslo, "FRANCE"), "GAME paris\nSHOW\nSTATUS\nGAMES\nHELP")
    assert "paris" in reply.text


def test_the_reply_address_of_a_game_that_is_over_does_nothing_in_one_that_runs(
    house: House, games: tuple[Seven, Seven]
) -> None:
    oslo, _ = games
    fleur, timur, letter = oslo.players["FRANCE"], oslo.players["TURKEY"], letter_of(oslo, "FRANCE")
    oslo.direct("END GAME DRAW FRANCE TURKEY")
    assert oslo.game().status == "ended"
    before = len(timur.inbox())
    for text in ("A PAR - GAS", "GAME paris\nA PAR - GAS", "GAME paris\nPRESS TO TURKEY\nFool!\nEND PRESS"):
        forge(house, fleur, letter, text)
    assert on_file(house, "paris") == []
    assert len(timur.inbox()) == before


def test_a_letter_of_no_game_opens_no_seat(house: House) -> None:
    """Such as the answer to PROFILE, or the one that welcomed the player."""
    oslo = seven(house, ONE, system="diplomacy")
    fleur = oslo.players["FRANCE"]
    letter = next(mail for mail in fleur.inbox() if mail.key)
    mails = forge(house, fleur, letter, "A PAR - BUR")
    assert on_file(house, "oslo") == []
    confirm(house, fleur, mails)
    assert on_file(house, "oslo") == ["A PAR - BUR"]


def test_a_letter_to_an_observer_opens_no_seat_that_they_take_later(house: House) -> None:
    """What everybody may know is passed on without a thought, and the reply address with it."""
    oslo = seven(house, ONE, system="diplomacy")
    house.registered("Olga")
    olga = house.person("Olga")
    olga.key = olga.last(lambda mail: mail.key != "").key
    house.tell(olga, "OBSERVE oslo")
    watching = olga.last(lambda mail: "oslo" in mail.subject)
    house.pass_time(minutes=1)
    house.tell(oslo.players["FRANCE"], "GAME oslo\nRESIGN")
    house.tell(olga, "OBSERVE oslo STOP\nTAKEOVER oslo AS FRANCE")
    forge(house, olga, watching, "GAME oslo\nA PAR - BUR")
    assert on_file(house, "oslo") == []
    house.tell(olga, "A PAR - BUR", to=olga.last(lambda mail: "oslo" in mail.subject), key=False)
    assert on_file(house, "oslo") == ["A PAR - BUR"]


def test_a_letter_of_an_earlier_tenure_opens_the_seat_no_more(house: House) -> None:
    oslo = seven(house, ONE, system="diplomacy")
    fleur, letter = oslo.players["FRANCE"], letter_of(oslo, "FRANCE")
    olga = house.registered("Olga")
    oslo.direct("REPLACE FRANCE olga@example.org")
    house.agree(olga)
    oslo.direct(f"REPLACE FRANCE {fleur.address}")
    house.agree(fleur)
    forge(house, fleur, letter, "A PAR - BUR")
    assert on_file(house, "oslo") == []


@pytest.mark.parametrize("left", ["code", "key"])
def test_what_was_meant_for_a_game_that_is_left_is_done_in_no_other(house: House, left: str) -> None:
    """A line that waited for a code, or that answers an old letter, must not fall to the only game that is left."""
    oslo, paris = seven(house, ONE), seven(house, ONE, name="paris")
    fleur, timur, letter = oslo.players["FRANCE"], oslo.players["TURKEY"], letter_of(oslo, "FRANCE")
    mails = forge(house, fleur, letter, "TRANSFER 5 TO TURKEY") if left == "code" else []
    oslo.direct("EJECT FRANCE")
    before = (len(timur.inbox()), paris.game().version)
    if left == "code":
        confirm(house, fleur, mails)
    else:
        fleur.reply(letter, "TRANSFER 5 TO TURKEY", with_key=True)
        house.settle()
    assert (len(timur.inbox()), paris.game().version) == before
    assert "You have left the game" in " ".join(fleur.last().text.split())


def test_a_gamemasters_command_for_another_game_frames_nobody(house: House, games: tuple[Seven, Seven]) -> None:
    """The GameMaster is told who tries their commands: not on the word of whoever has a letter of another game."""
    oslo, paris = games
    before = len(paris.master.inbox())
    forge(house, oslo.players["FRANCE"], letter_of(oslo, "FRANCE"), "GAME paris\nROLLBACK S1901M")
    assert len(paris.master.inbox()) == before


def test_a_letter_of_the_seat_that_a_player_had_before_opens_the_new_one_no_more(house: House) -> None:
    oslo = seven(house, ONE, system="diplomacy")
    fleur, letter = oslo.players["FRANCE"], letter_of(oslo, "FRANCE")
    house.tell(oslo.players["TURKEY"], "GAME oslo\nRESIGN")
    house.tell(fleur, "GAME oslo\nRESIGN")
    oslo.direct(f"REPLACE TURKEY {fleur.address}")
    house.agree(fleur)
    forge(house, fleur, letter, "A CON - BUL")
    forge(house, fleur, letter, "GAME oslo\nA CON - BUL")
    assert on_file(house, "oslo") == []


# Attacks on votes with a letter in hand that a player passed on: its reply address, and a forged From.

THREE = "dummies AUSTRIA ENGLAND GERMANY RUSSIA"


def _words(mails: list[Received]) -> list[str]:
    """What they say, but for the codes."""
    return [mail.text.replace(mail.code or "no code", "<code>") for mail in mails]


@pytest.mark.parametrize("vote", ["DRAW", "Draw yes.", "CONCEDE TO FRANCE", "Concede: France"])
def test_a_vote_on_one_proof_waits_for_a_code(house: House, vote: str) -> None:
    table = seven(house, THREE)
    for other in ("FRANCE", "ITALY") if vote.upper().startswith("DRAW") else ("ITALY",):
        table.tell(other, vote)
    turkey, letter = table.players["TURKEY"], table.results("TURKEY")
    (asked,) = (mail for mail in forge(house, turkey, letter, vote) if mail.code)
    assert table.game().status == "active"
    turkey.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert table.game().status == "ended"


@pytest.mark.parametrize("vote", ["DRAW", "CONCEDE TO FRANCE"])
def test_the_code_for_the_last_vote_is_asked_in_the_words_of_any_other(house: House, vote: str) -> None:
    table = seven(house, THREE)
    turkey, letter = table.players["TURKEY"], table.results("TURKEY")
    first = _words(forge(house, turkey, letter, vote))
    for other in ("FRANCE", "ITALY") if vote == "DRAW" else ("ITALY",):
        table.tell(other, vote)
    assert _words(forge(house, turkey, letter, vote)) == first
    assert any("<code>" in text for text in first)


def test_a_vote_is_taken_back_without_a_code(house: House) -> None:
    """It ends nothing, and who has second thoughts must not have to wait."""
    table: Seven = seven(house, THREE)
    table.tell("TURKEY", "DRAW")
    for text in ("DRAW NO", "NODRAW", "CONCEDE NO"):
        (reply,) = forge(house, table.players["TURKEY"], table.results("TURKEY"), text)
        assert "You have no vote for a draw or a concession now" in " ".join(reply.text.split())


def test_a_comment_keeps_no_address_for_the_letters_that_show_it_again(house: House) -> None:
    payola = seven(house, ONE, system="payola", name="payola")
    fleur = payola.players["FRANCE"]
    forge(house, fleur, letter_of(payola, "FRANCE"), "5 : A PAR - BUR % pay at www.evil.example")
    assert on_file(house, "payola") == ["5 : A PAR - BUR  % pay at ········"]
    house.tell(fleur, "GAME payola\nSHOW")
    assert "evil" not in fleur.last().text
