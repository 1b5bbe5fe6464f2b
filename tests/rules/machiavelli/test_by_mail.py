"""Absence of Plague by real mail: its press and calendar, whose orders count, what each reads, and an end."""

from __future__ import annotations

import re
import urllib.request
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.rules.machiavelli.board import BOARD
from judge.store.tables import Game, PhaseRow
from judge.testing.correspondent import Received
from tests.support.house import House, open_house, put
from tests.support.served import served
from tests.support.table_of_seven import Seated


class Italy(Seated):
    """A game that has begun: a person for each country, called as it is but for the case, and the GameMaster Manus."""

    def __init__(self, house: House, *options: str) -> None:
        dummies = {name for line in options if line.startswith("dummies") for name in line.split()[1:]}
        names = {country: f"Player-{country.title()}" for country in BOARD.countries if country not in dummies}
        super().__init__(house, "MACHIAVELLI", "italy", names, *options)

    def gazette(self, country: str) -> Received:
        return self.players[country].last(
            lambda mail: ": results" in mail.subject and not mail.subject.startswith("Re:")
        )

    def next_phase(self) -> None:
        """Past the deadline, and past the grace that is given where letters are missing."""
        label = self.here().phase.label
        left = self.here().row.deadline - self.house.clock.now()
        self.house.pass_time(seconds=left.total_seconds())
        for _ in range(8):
            if self.here().phase.label != label:
                return
            self.house.pass_time(hours=6)
        raise AssertionError(f"{label} is not adjudicated: {self.here().game.suspended_why}")


SPRING = {
    "PAPACY": "New units: A Perugia, A Urbino, F Ancona",
    "FLORENCE": "Raise army in Firenze, army in Arezzo\nGive 3 ducats to the Pope",
    "VENICE": "Raise F Venezia\nRaise A Verona\nRaise G Padova\nSell Friuli to Austria for 4",
    "AUSTRIA": "Raise A Trieste\nBuy Friuli from Venice for 4",
    "MILAN": "Raise A Milano, A Cremona\nTax Como by force",
}


def test_ruling_13_7_a_mail_that_goes_to_another_player_too_gives_no_orders(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))
    milan = game.players["MILAN"]
    letter = game.newest("MILAN")
    for friend, done in ((game.players["VENICE"].address, False), ("mother@example.org", True)):
        to = f"{letter.reply_to}, {friend}"
        milan.write(f"KEY {milan.key}\nRaise A Milano", answers=letter, to=to)
        game.house.settle()
        reply = " ".join(milan.last().text.split())
        assert ("also went to another player" in reply) is not done
        assert ("RAISE A MIL" in reply) is done


def test_17_1_a_letter_headed_with_another_phase_is_asked_about(house: House) -> None:
    """Gifts are only ever added: what is filed by mistake cannot be taken back."""
    game = Italy(house)
    pope, head = game.players["PAPACY"], "Spring 1459 campaign"
    told = game.house.tell(pope, f"{head}\nGive 3 ducats to Milan", to=game.newest("PAPACY"), key=False)
    assert f"Not done yet: you wrote `{head}`." in " ".join(told.text.split())
    assert "MILAN" not in game.tell("PAPACY", "SHOW").text.partition("ON FILE")[2].upper()
    told = game.house.tell(pope, "Fall 1460\nGive 3 ducats to Milan", to=game.newest("PAPACY"), key=False)
    assert "Not done yet: you wrote `Fall 1460`." in " ".join(told.text.split())
    game.house.tell(pope, "Spring 1459\nGive 3 ducats to Milan", to=game.newest("PAPACY"), key=False)
    assert "MILAN" in game.tell("PAPACY", "SHOW").text.partition("ON FILE")[2].upper()


def test_ruling_13_7_words_about_the_rules_may_go_to_all_and_no_order_is_taken_back_so(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))
    game.tell("MILAN", "Raise A Milano")
    milan, letter = game.players["MILAN"], game.newest("MILAN")
    to = f"{letter.reply_to}, {game.players['VENICE'].address}"

    def told(text: str) -> str:
        milan.write(f"KEY {milan.key}\n{text}", answers=letter, to=to)
        game.house.settle()
        return " ".join(milan.last().text.split())

    talk = told("Nice map, Venice! What do you think of rule 13.4?")
    assert "also went to another player" not in talk
    assert "PROBLEM" not in talk
    assert "also went to another player" in told("CLEAR")
    assert "RAISE A MIL" in game.tell("MILAN", "SHOW").text


def test_17_1_clear_leaves_gifts_and_says_so(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))
    game.tell("MILAN", "Raise A Milano\nGive 3 ducats to Venice")
    cleared = " ".join(game.tell("MILAN", "CLEAR").text.split())
    assert "Nothing is on file now" not in cleared
    assert "What cannot be taken back stays: GIVE 3 VENICE." in cleared
    again = " ".join(game.tell("MILAN", "CLEAR").text.split())
    assert "You had nothing on file to take back. What cannot be taken back stays: GIVE 3 VENICE." in again


def test_17_1_no_orders_says_that_clear_takes_no_gift_back(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))

    def told(text: str) -> str:
        return " ".join(game.tell("MILAN", text).text.split())

    assert "You count as having written. You have nothing on file." in told("NO ORDERS")
    game.tell("MILAN", "Give 3 ducats to Venice")
    assert "What you have on file stands, and cannot be taken back: GIVE 3 VENICE." in told("NO ORDERS")
    game.tell("MILAN", "Raise A Milano")
    assert "stands. CLEAR takes it back, but for GIVE 3 VENICE." in told("NO ORDERS")
    assert "What cannot be taken back stays: GIVE 3 VENICE." in told("CLEAR")


def test_4_2_a_draw_of_two_who_are_left_ends_the_game_and_tells_the_ranking(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))
    game.tell("MILAN", "Give 5 ducats to Venice\nRaise A Milano")
    game.next_phase()
    game.tell("MILAN", "DRAW YES")
    game.tell("VENICE", "DRAW YES")
    last = game.players["MILAN"].last(lambda mail: "is over" in mail.subject)
    assert "FINAL RANKING" in last.text
    assert "The game is a draw between Milan (you) and Venice." in last.text
    assert "Final ranking" in last.html
    assert "GIVE 5" not in last.text
    assert "The game is a draw between Milan and Venice." in game.tell("MILAN", "SUMMARY italy").text
    with served(game.house.judge) as base, urllib.request.urlopen(f"{base}/games/italy/index.html") as answer:
        page = answer.read().decode()
    assert "The game is a draw between Milan and Venice." in page
    assert "MILAN and VENICE" not in page
    # The draw is shared (4.2), though Venice has one city more.
    assert page.count("winner</td>") == 2
    assert '<th scope="col" class="number">Place</th>' not in page, "only the final ranking tells places"


def test_8_1_prices_does_not_say_that_nobody_pays_where_bribes_are_paid(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "VENICE"))
    told = " ".join(game.tell("MILAN", "PRICES").text.split())
    assert "nobody pays" not in told
    assert "This game has no tables of prices. HISTORY shows the phases again" in told


def _dummies_but(*played: str) -> str:
    return f"dummies {' '.join(country for country in BOARD.countries if country not in played)}"


def _savoy_sells_itself(game: Italy) -> None:
    """All that Savoy has goes to Milan, so that it is eliminated (4.3)."""
    _savoy_sells_all(game)
    game.next_phase()


def _savoy_sells_all(game: Italy) -> None:
    prices = {"Nizza": 2, "Torino": 3, "Savoia": 2, "Sassari": 2}
    game.tell("SAVOY", "\n".join(f"Sell {area} to Milan for {price}" for area, price in prices.items()))
    game.tell("MILAN", "\n".join(f"Buy {area} from Savoy for {price}" for area, price in prices.items()))
    game.next_phase()


def test_4_3_who_is_eliminated_may_still_read_their_account(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "SAVOY", "VENICE"))
    _savoy_sells_itself(game)
    for asked in ("STATEMENT", "BALANCE"):
        told = " ".join(game.tell("SAVOY", asked).text.split())
        assert "There is no money in this game" not in told
        assert "price of NIZ" in told
        assert "-24" in told
    assert "Your balance is 0 ducats." in game.tell("SAVOY", "BALANCE").text


def test_4_3_status_tells_everybody_who_is_eliminated(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "SAVOY", "VENICE"))
    _savoy_sells_itself(game)
    for who in ("SAVOY", "VENICE"):
        (row,) = (line for line in game.tell(who, "STATUS").text.splitlines() if line.split()[:1] == ["Savoy"])
        assert row.split()[-1] == "eliminated"
    assert "eliminated" not in next(
        line for line in game.tell("VENICE", "STATUS").text.splitlines() if line.split()[:1] == ["Milan"]
    )


def test_4_3_who_is_eliminated_is_told_that_nothing_they_order_counts(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "SAVOY", "VENICE"))
    _savoy_sells_itself(game)
    for order in ("Give 3 ducats to Milan", "A TOR - SAV", "Bodyguard for Milan for 3"):
        for text in (order, f"TRY\n{order}"):
            reply = game.tell("SAVOY", text)
            words = " ".join(reply.text.split())
            assert "ou are out of the game, so nothing that you order is carried out (4.3)" in words
            assert "is on file" not in words
            assert "You can change it" not in words
    assert "GIVE" not in game.tell("SAVOY", "SHOW").text
    thanks = game.tell("SAVOY", "What a game! Thank you all.").text
    assert "out of the game" not in thanks


def test_18_3_a_leader_who_is_eliminated_may_lead_another_country_whose_player_has_left(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "SAVOY", "VENICE"))
    _savoy_sells_itself(game)
    assert "You are out of the game" in game.gazette("SAVOY").text
    assert "your 24 ducats are lost" in " ".join(game.gazette("SAVOY").text.split())
    asked = game.tell("VENICE", "RESIGN")
    game.house.tell(game.players["VENICE"], "YES", to=asked)
    refused = game.tell("SAVOY", "TAKEOVER italy AS VENICE").text
    assert "sends RESIGN first" in " ".join(refused.split())
    asked = game.tell("SAVOY", "RESIGN")
    game.house.tell(game.players["SAVOY"], "YES", to=asked)
    assert "You now play Venice" in game.house.tell(game.players["SAVOY"], "TAKEOVER italy AS VENICE").text


def test_4_3_and_18_3_nobody_is_wanted_for_a_country_that_is_out_of_the_game(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "SAVOY", "VENICE", "GENOA"))
    master = game.master
    _savoy_sells_itself(game)
    letters = len(game.players["MILAN"].inbox()), len(master.inbox())
    game.players["SAVOY"].reply(game.newest("SAVOY"), "RESIGN")
    house.settle()
    asked = game.players["SAVOY"].last()
    words = " ".join(asked.text.split())
    assert "Savoy is out of the game, so nobody takes it." in words
    assert "for good" not in words
    assert "successor" not in words
    house.tell(game.players["SAVOY"], f"CONFIRM {asked.code}", to=asked, key=False)
    assert (len(game.players["MILAN"].inbox()), len(master.inbox())) == letters, "it was told that Savoy is out"
    with served(house.judge) as pages:
        page = urllib.request.urlopen(f"{pages}/games/italy/index.html").read().decode()
    assert "TAKEOVER" not in page
    assert "to take over" not in " ".join(house.tell(master, "LIST").text.split())
    assert "eliminated" in house.tell(master, "GAME italy\nSTATUS").text
    for line in ("DUMMY SAVOY", "COMPUTER SAVOY", "REPLACE SAVOY WITH player-genoa@example.org"):
        assert "PROBLEM" in house.tell(master, f"GAME italy\n{line}").text, line
    game.tell("GENOA", "RESIGN")
    with served(house.judge) as pages:
        page = urllib.request.urlopen(f"{pages}/games/italy/index.html").read().decode()
    assert "TAKEOVER italy AS GENOA" in page
    assert "You now play Genoa" in house.tell(game.players["SAVOY"], "TAKEOVER italy").text


def test_4_3_and_18_3_a_vacant_country_that_is_eliminated_is_nobodys_to_take_until_a_rollback(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "SAVOY", "VENICE"))
    _savoy_sells_all(game)
    game.tell("SAVOY", "RESIGN")
    stranger = game.house.registered("Zoe")
    assert "1 to take over" in " ".join(game.house.tell(stranger, "LIST").text.split())
    game.next_phase()
    assert "to take over" not in " ".join(game.house.tell(stranger, "LIST").text.split())
    assert "No seat of italy is open." in game.house.tell(stranger, "TAKEOVER italy").text
    game.house.tell(game.master, "GAME italy\nROLLBACK SPR1459C")
    assert "You now play Savoy" in game.house.tell(stranger, "TAKEOVER italy").text


def test_18_3_a_country_that_is_lost_for_good_stays_out_however_often_the_game_is_rolled_back(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "PAPACY", "VENICE"))
    game.next_phase()
    game.tell("PAPACY", "RESIGN")
    game.house.tell(game.master, "GAME italy\nDUMMY PAPACY")
    game.next_phase()
    for label in ("SPR1459C", "SPR1459A"):
        game.house.tell(game.master, f"GAME italy\nROLLBACK {label}")
        assert game.here().phase.label == label
        letter = game.newest("MILAN")
        assert f"{game.here().phase.title} is open again" in letter.subject
        assert "Out of the game: Papacy." in letter.text


def test_18_3_and_15_when_a_country_is_lost_for_good_everybody_is_told_what_ends_with_it(house: House) -> None:
    game = Italy(house, _dummies_but("MILAN", "PAPACY", "VENICE"))
    game.tell("PAPACY", "Raise A ROM")
    game.next_phase()
    game.tell("PAPACY", "Excommunicate Milan")
    game.next_phase()
    asked = game.tell("PAPACY", "RESIGN")
    game.house.tell(game.players["PAPACY"], "YES", to=asked)
    game.house.tell(game.master, "GAME italy\nDUMMY PAPACY")
    letter = game.newest("MILAN")
    assert letter.subject == "[italy] The Papacy is now a dummy"
    for words in (" ".join(letter.text.split()), " ".join(letter.html.split())):
        assert "Any units that it had are independent, one in each area." in words
        assert "Its treasury is lost, and rebellions against it end. So do its excommunications." in words
    state: Any = game.here().state
    assert state.position.units["ROM"].owner == ""
    assert state.position.banned == {}


# The scenario's own press and calendar are those of its games (18.1, 18.2).


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


# A campaign full of secrets, told to thirteen.


RAISING = {
    "DALMATIA": "Give 15 ducats to Turkey",
    "NAPLES": "Give 15 ducats to Turkey",
    "FRANCE": "Give 15 ducats to the Pope",
    "FERRARA": "Give 15 ducats to Genoa",
    "SICILY": "Give 15 ducats to Florence",
    "SAVOY": "Give 12 ducats to Venice",
    "MILAN": "Raise A MIL, A CRE, G PAV",
    "FLORENCE": "Raise A FIR, A ARE, F PIS",
    "PAPACY": "Raise A PER, A URB, G ROM",
    "VENICE": "Raise A PAD, A VER, F VEN",
    "GENOA": "Raise F GEN, A VNT",
}
SECRETS = {
    "TURKEY": "Assassinate Florence for 33",
    "FLORENCE": "Bodyguard for 3; Rebellion in Perugia; A FIR - BOL; Lend 4 ducats to Austria; Allow Genoa bribes",
    "VENICE": "Bodyguard for Florence for 3; Buy G MAN for 9; G MAN C A; Counter-bribe A PAD for 3",
    "MILAN": "Operate G MAN for 3; A CRE - MAN; Give 2 ducats to Naples",
    "GENOA": "Rebellion in Nizza; Buy G LUC for 9; F GEN - LIG",
    "PAPACY": "Rebellions in Bologna, Siena; Counter-bribe A FIR for 3; Excommunicate Austria; A PER - SIE",
    "AUSTRIA": "Give 3 ducats to Milan",
}
TOLD = (
    "The leader of Florence has fallen to an assassin.",
    "The garrison of Lucca (independent) now serves Genoa.",
    "The garrison of Mantova (independent) now serves Venice.",
    "Bologna has risen against Ferrara. Nizza has risen against Savoy. Siena has risen against the independents.",
    "The Pope has excommunicated Austria.",
)
SECRET = ("ASSASSINATE", "BODYGUARD", "COUNTER", "REBEL ", "BUY ", "OPERATE", "GIVE", "GIFT", "FIR - BOL", "ALLOW")


def test_thirteen_letters_tell_the_same_and_of_secret_acts_nothing_but_ones_own(house: House) -> None:
    game = Italy(house)
    for letters in (RAISING, SECRETS):
        for country, text in letters.items():
            assert "PROBLEM" not in game.tell(country, text).text
        game.next_phase()
    news: dict[str, str] = {}
    own: dict[str, str] = {}
    for country in BOARD.countries:
        text = game.gazette(country).text.partition("YOUR SHEET")[0]
        private = re.search(r"={72}\nONLY FOR YOU.*?={72}\n", text, re.DOTALL)
        assert private is not None
        own[country] = " ".join(private[0].split())
        news[country] = " ".join(text.replace(private[0], "").split())
    assert len(set(news.values())) == 1
    for words in TOLD:
        assert words in news["SICILY"]
    assert not [words for words in SECRET if words in news["SICILY"]]
    assert "ASSASSINATE FLORENCE 33 -33" in own["TURKEY"]
    assert "REBEL PER 0 not done: your leader was assassinated" in own["FLORENCE"]
    assert "GIVE 4 AUSTRIA 0 not done: excommunicated" in own["FLORENCE"]
    assert "OPERATE G MAN 3 -3 in vain" in own["MILAN"]
    assert "GIFT FROM MILAN +2" in own["NAPLES"]
    for country in ("FRANCE", "SAVOY", "FERRARA", "SICILY", "DALMATIA"):
        assert "You spent nothing and received nothing." in own[country]


def test_17_1_a_gift_that_the_gamemaster_files_is_not_said_to_be_replaced(house: House) -> None:
    game = Italy(house, "become on", _dummies_but("MILAN", "VENICE"))

    def filed(orders: str) -> str:
        game.house.tell(game.master, f"GAME italy\nBECOME MILAN\n{orders}")
        return " ".join(game.newest("MILAN").text.split())

    assert "You can still replace them. On file is now:" in filed("Raise A Milano")
    told = filed("Give 3 ducats to Venice")
    assert "What cannot be taken back stays: GIVE 3 VENICE. You can still replace all else." in told
    assert "replace them" not in told
