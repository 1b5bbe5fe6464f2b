"""What the opening of a variation of Payola tells: how it differs, and no line that the variation would refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.house import House, open_house
from tests.support.table_of_seven import seven

TOLD = {
    "standard": "",
    "classic": "This is Payola Classic",
    "tincup": "played blind",
    "ebayola": "This is eBayola",
    "loyal": "Your own units obey you",
    "zerosum": "This is Zero Sum",
}


@pytest.mark.parametrize("variant", TOLD)
def test_an_opening_tells_how_the_variation_differs_and_shows_lines_that_it_takes(
    variant: str, sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house, f"variant {variant}", *(["dummies italy"] if variant == "loyal" else []))
        opening = table.results("AUSTRIA").text
        words = " ".join(opening.split())
        assert TOLD[variant] in words
        assert [said for said in TOLD.values() if said and said in words] == [TOLD[variant]] * (variant != "standard")
        shown = opening.partition("HOW TO PLAY")[2].partition("PRESS TO" if variant == "loyal" else "ACCEPT A")[0]
        lines = [line.split("  ")[1] for line in shown.splitlines() if line.startswith("  ")]
        assert lines
        reply = table.tell("AUSTRIA", "\n".join(["TRY", *lines, "END TRY"])).text
        assert "is wrong" not in reply


@pytest.mark.parametrize(
    ("board", "told"), [("standard", "10 AgP for each center"), ("no-centers", "5 AgP for each unit")]
)
def test_p24_the_opening_tells_what_everybody_began_with(
    board: str, told: str, sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        opening = seven(house, "variant zerosum", f"map {board}").results("AUSTRIA")
        for text in (opening.text, opening.html):
            assert f"Everybody began with {told}." in " ".join(text.split())


@pytest.mark.ruling("P21")
@pytest.mark.parametrize("game", ["payola", "exchange"])
def test_6_4_the_opening_of_ebayola_tells_when_the_price_is_lower_and_what_luck_decides(
    game: str, sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path) as house:
        if game == "payola":
            opening = seven(house, "variant ebayola").results("FRANCE")
        else:
            master, *investors = (house.registered(name) for name in ("Manus", "Anna", "Bert", "Carl"))
            house.tell(master, "CREATE exchange oslo\nebayola yes\nplayers 3\nEND CREATE")
            for who in investors:
                house.tell(who, "JOIN oslo")
            house.tell(master, "GAME oslo\nSTART")
            opening = investors[0].last(lambda mail: "has begun" in mail.subject)
        for text in (" ".join(each.split()) for each in (opening.text, opening.html)):
            assert "This is eBayola: if possible, an order that wins costs only one more than" in text
            # a dummy's list is drawn for this alone (P22)
            assert "is read, and who saves first of those who pay for a unit of a dummy. It is drawn" in text


def test_whoever_begins_to_watch_empires_reads_who_owns_what(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        master, wanda = house.registered("Manus"), house.registered("Wanda")
        house.tell(master, "CREATE empires corner\nmap corners\ndummies SO WE\nEND CREATE")
        for name in ("Ann", "Bob"):
            house.tell(house.registered(name), "JOIN corner")
        house.tell(master, "GAME corner\nSTART")
        house.tell(wanda, "OBSERVE corner")
        position = wanda.last(lambda mail: mail.subject.endswith("the position"))
        assert "AKE" in position.text.partition("WHERE THE GAME STANDS")[2]
        assert "AKE" in position.html.partition("Where the game stands")[2]


@pytest.mark.parametrize("system", ["payola", "diplomacy"])
def test_a_title_stays_words_in_the_html_of_an_opening(house: House, system: str) -> None:
    table = seven(house, "title <b>Silver</b> & <i>Lies", system=system)
    for who in (table.master, table.players["FRANCE"]):
        opening = who.last(lambda mail: "has begun" in mail.subject)
        assert "<b>Silver" not in opening.html
        assert opening.html.count("&lt;b&gt;Silver&lt;/b&gt; &amp; &lt;i&gt;Lies") >= 2
        assert "<b>Silver</b> & <i>Lies" in opening.text
