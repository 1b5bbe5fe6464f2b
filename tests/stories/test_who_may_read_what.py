"""What STATUS, INFO, MAP, SUMMARY, HISTORY, GAMES and LIST tell whom in blind and in anonymous games."""

from __future__ import annotations

import pytest

from tests.rules.pirates.test_by_mail import FOUR, Crew
from tests.support.house import House, any_house
from tests.support.table_of_seven import seven
from tests.support.troubles import write_all

house = any_house

FAR_FROM_FRANCE = ("A MOS", "A WAR", "F SEV", "A CON", "A SMY", "F ANK", "A VIE", "A BUD", "F TRI")


FAR_FROM_ITALY = ("A MOS", "A WAR", "F SEV", "A LVP", "F EDI", "F LON", "A CON", "A SMY", "F ANK", "F KIE")


@pytest.mark.parametrize(("system", "option"), [("diplomacy", "blind yes"), ("payola", "variant tincup")])
def test_p20_a_gamemaster_who_plays_a_blind_game_reads_no_more_than_any_player(
    house: House, system: str, option: str
) -> None:
    table = seven(house, option, "nmr default", system=system)
    assert any("A MOS" in mail.text for mail in table.master.inbox()), "one who does not play sees all"
    italy = table.players["ITALY"]
    house.tell(table.master, f"GAME oslo\nAPPOINT {italy.address}")
    house.agree(italy)
    before = len(italy.inbox())
    house.pass_time(hours=73)
    house.tell(italy, "GAME oslo\nROLLBACK S1901M")
    house.pass_time(hours=73)
    told = italy.inbox()[before:]
    assert sum("results" in mail.subject for mail in told) == 2
    assert not [(mail.subject, unit) for mail in told for unit in FAR_FROM_ITALY if unit in mail.text + mail.html]


def test_p20_in_a_blind_game_everybody_reads_what_he_may_know_and_no_center_counts(house: House) -> None:
    table = seven(house, "variant tincup")
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE oslo")
    for _ in range(6):
        write_all(table)
        house.pass_time(hours=73)
    asked = "GAME oslo\nSTATUS\nINFO\nMAP\nSUMMARY\nHISTORY S1901M F1901M\nGAMES\nLIST"
    france = house.tell(table.players["FRANCE"], asked).text
    assert "F BRE" in france
    for who in (table.players["FRANCE"], wanda, table.master):
        reply = house.tell(who, asked).text
        assert "CENTERS BY YEAR" not in reply
        assert not [unit for unit in FAR_FROM_FRANCE if unit in reply], who.name
        for words in ("Austria has written", "awaited", "all have written", "waits for Austria"):
            assert words not in reply.partition("ABOUT IT")[0], who.name
    for who in (wanda, table.master):
        reply = house.tell(who, asked).text
        assert "Nothing of the board is shown to you here." in reply
        assert "F BRE" not in reply
        assert "AgP" not in reply


def test_in_an_open_game_the_chart_of_centers_has_a_column_a_year(house: House) -> None:
    table = seven(house, "nmr default", system="diplomacy")
    table.tell("FRANCE", "A MAR - SPA")
    for _ in range(6):
        house.pass_time(hours=73)
    chart = house.tell(table.master, "GAME oslo\nSUMMARY").text.partition("CENTERS BY YEAR")[2]
    assert chart.split("WHO HAS PLAYED")[0].split()[:2] == ["1901", "1902"]
    assert ["France", "4", "4"] in [line.split() for line in chart.splitlines()]


def test_18_1_in_an_anonymous_game_no_page_names_who_sits_where(house: House) -> None:
    """Absence of Plague 18.1; a match of pirates under aliases."""
    match = Crew(house, FOUR, "aliases RED BLUE GREEN PINK")
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE hoard")
    people = list(match.players.values())
    for who in (*people, wanda):
        reply = house.tell(who, "GAME hoard\nSTATUS\nINFO\nMAP\nSUMMARY\nGAMES\nLIST")
        for text in (reply.text, reply.html):
            assert not [each.name for each in people if each is not who and each.name in text]
    first, second = people[0], people[1]
    house.tell(first, "GAME hoard\nABSENCE 2026-03-20 TO 2026-03-22")
    assert "A player is away" in " ".join(second.last().text.split())
    house.tell(first, "GAME hoard\nPRESS TO ALL: ahoy")
    house.tell(first, "GAME hoard\nRESIGN")
    successor = house.registered("Zoe")
    house.tell(successor, "TAKEOVER hoard")
    for mail in second.inbox():
        assert first.name not in mail.text.replace(f"{second.name},", ""), mail.subject
        assert "Zoe" not in mail.text, mail.subject
