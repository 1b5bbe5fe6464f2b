"""The scenario's own press and calendar are those of its games (18.1, 18.2)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.store.tables import Game, PhaseRow
from tests.rules.machiavelli.test_by_mail import Italy, _dummies_but
from tests.support.house import House, open_house, put


def _deadlines(house: House) -> list[tuple[str, datetime]]:
    with house.judge.db.reading() as session:
        rows = session.execute(select(PhaseRow).order_by(PhaseRow.number)).scalars()
        return [(row.label, row.deadline) for row in rows]


def test_18_2_a_season_takes_a_week_from_monday_and_thursday_noon_in_greenwich(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, start=datetime(2026, 7, 1, 9, tzinfo=UTC)) as house:  # a Wednesday
        game = Italy(house)
        for _ in range(4):
            game.next_phase()
        assert _deadlines(house) == [
            ("SPR1459A", datetime(2026, 7, 6, 12, tzinfo=UTC)),
            ("SPR1459C", datetime(2026, 7, 9, 12, tzinfo=UTC)),
            ("SUM1459C", datetime(2026, 7, 16, 12, tzinfo=UTC)),
            ("FAL1459C", datetime(2026, 7, 23, 12, tzinfo=UTC)),
            ("SPR1460A", datetime(2026, 7, 27, 12, tzinfo=UTC)),
        ]


@pytest.mark.parametrize("own", ["adjustment 96h", "schedule TUE 18:00", "at 20:00"])
def test_18_2_a_pace_of_ones_own_takes_the_place_of_the_scenarios(house: House, own: str) -> None:
    manus = house.registered("Manus")
    house.tell(manus, f"CREATE MACHIAVELLI italy\n{own}\nEND CREATE")
    settings = house.one(select(Game.settings))
    assert "MON 12:00 GMT" not in settings.values()
    assert settings["press"] == "choice"


def test_18_1_letters_may_be_unsigned_and_articles_signed_by_a_pseudonym(house: House) -> None:
    game = Italy(house)
    assert "PROBLEM" not in game.tell("MILAN", "PSEUDONYM Ilmoro").text
    sent = game.tell("MILAN", "ARTICLE AS Ilmoro\nVenice sinks.\nEND ARTICLE").text
    assert "PROBLEM" not in sent, sent
    unsigned = game.tell("MILAN", "PRESS GREY TO VENICE\nBeware.\nEND PRESS").text
    assert "It goes to Venice" in unsigned, unsigned


def test_18_1_a_picture_that_is_sent_with_an_article_is_told_as_left_out(house: House) -> None:
    game = Italy(house)
    milan, letter = game.players["MILAN"], game.newest("MILAN")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = milan.address, letter.reply_to, "<duke@example.org>"
    mail.set_content(f"KEY {milan.key}\nARTICLE\nSee the Duke.\nEND ARTICLE\n")
    mail.add_attachment(b"\xff\xd8\xff\xe0", maintype="image", subtype="jpeg", filename="duke.jpg")
    put(house, mail.as_bytes(), mail_from=milan.address, to=parseaddr(letter.reply_to)[1])
    house.settle()
    reply = " ".join(milan.last().text.split())
    assert "It comes out with the results" in reply
    assert "I do not read attachments: what is attached to your mail was left out." in reply


def test_18_1_the_gamemaster_may_choose_another_press(house: House) -> None:
    manus = house.registered("Manus")
    house.tell(manus, "CREATE MACHIAVELLI italy\npress white\npseudonyms no\nEND CREATE")
    settings = house.one(select(Game.settings))
    assert (settings["press"], settings["pseudonyms"]) == ("white", False)


def test_18_1_the_newspaper_asks_for_articles_only_whoever_may_write_them(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))
    watcher = house.registered("Watcher")
    house.tell(watcher, "OBSERVE italy")
    readers = (game.players["VENICE"], game.master, watcher)

    def newest() -> list[str]:
        papers = [who.last(lambda mail: "The newspaper of" in mail.subject) for who in readers]
        assert all("All is calm." in paper.text for paper in papers)
        return [" ".join(words.split()) for paper in papers for words in (paper.text, paper.html)]

    game.tell("MILAN", "ARTICLE\nAll is calm.\nEND ARTICLE")
    game.next_phase()
    asked = ["To write for the next issue, reply with ARTICLE" in words for words in newest()]
    assert asked == [True, True, True, True, False, False]
    refused = house.tell(watcher, "ARTICLE\nI see.\nEND ARTICLE").text
    assert "Observers do not write for the paper." in refused

    game.tell("MILAN", "ARTICLE\nAll is calm.\nEND ARTICLE")
    house.tell(game.master, "GAME italy\nEND GAME WIN MILAN")
    for words in newest():
        assert "next issue" not in words
        assert "The game is over: this is the last issue." in words
    assert "no issue comes out any more" in game.tell("MILAN", "ARTICLE\nFarewell.\nEND ARTICLE").text


def test_18_1_letters_reach_a_country_by_what_everybody_calls_it(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "PAPACY", "VENICE"))
    for to, who in (("POPE", "Papacy"), ("THE POPE", "Papacy"), ("the Venetians", "Venice"), ("Rome", "Papacy")):
        told = game.tell("MILAN", f"PRESS TO {to}\nGreetings, {to}.\nEND PRESS").text
        assert f"Sent to {who}." in told, told
        heard = game.players[who.upper()].last(lambda mail: "Press from" in mail.subject).text
        assert f"Greetings, {to}." in heard
    told = game.tell("MILAN", "PRESS TO ALL BUT POPE\nPsst.\nEND PRESS").text
    assert "PROBLEM" not in told
    assert not [mail for mail in game.players["PAPACY"].inbox() if "Psst." in mail.text]
    nobody = " ".join(game.tell("MILAN", "PRESS TO KHAN\nGreetings.\nEND PRESS").text.split())
    assert "There is no seat KHAN." in nobody
    assert "Seats:" in nobody
