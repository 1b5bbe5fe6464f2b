"""Absence of Plague by real mail: whose orders count, what can be taken back, who is eliminated, and an end."""

from __future__ import annotations

import urllib.request
from typing import Any

from judge.rules.machiavelli.board import BOARD
from judge.testing.correspondent import Received
from tests.support.house import House
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
