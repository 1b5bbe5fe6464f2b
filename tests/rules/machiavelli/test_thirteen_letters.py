"""A campaign full of secrets, told to thirteen: all read the same news, and each their own account alone. And what a
GameMaster files for a player, told to them.
"""

from __future__ import annotations

import re

from judge.rules.machiavelli.board import BOARD
from tests.rules.machiavelli.test_by_mail import Italy, _dummies_but
from tests.support.house import House

SPRING = {
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
CAMPAIGN = {
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
    for letters in (SPRING, CAMPAIGN):
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
