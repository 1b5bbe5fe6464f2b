"""Payola and its variations by mail, from their openings to their ends; other boards and openings."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.maps.png import can_paint
from judge.rules.diplomacy.boardfile import load_board
from judge.store.tables import Game
from judge.web.pages import Site
from tests.letters.test_data import data_of
from tests.stories.test_whole_games import books_balance
from tests.support.bots import Strategy, gambles, holds, orders_and_gambles, plain_offers
from tests.support.endings import all_agree_on_a_draw
from tests.support.house import House, open_house
from tests.support.soaking import WHOLE, some
from tests.support.table_of_seven import PLAYERS, Seven, seven

LUCK = random.Random(7)
END = "F1902"
"""The phase in which all agree on a draw."""

VARIATIONS: dict[str, tuple[tuple[str, ...], Strategy, str]] = {
    "classic": (("variant classic",), plain_offers(LUCK), "F1901"),
    "ebayola": (("variant ebayola",), gambles(LUCK), "F1901"),
    "zerosum": (("variant zerosum",), gambles(LUCK), "S1902"),
    "tincup": (("variant tincup", "ebayola yes", "nmr default"), gambles(LUCK), "F1901"),
    "income": (("income increasing 5", "cap 20", "pays spring fall"), gambles(LUCK), "S1902"),
}
"""The options, how all write, and how far it goes outside a soak: those that differ in what a year pays see its end."""


@pytest.mark.parametrize("name", some(VARIATIONS, 2))
def test_a_variation_by_mail_from_its_start_to_its_end(name: str, sqlite_url: str, tmp_path: Path) -> None:
    options, strategy, sooner = VARIATIONS[name]
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house, *options)
        strategies = dict.fromkeys(PLAYERS, strategy)
        while (here := table.now()) is not None and not here.row.label.startswith(END if WHOLE else sooner):
            table.play_phase(strategies)
            books_balance(house, table)
        report = " ".join(table.results("FRANCE").text.split())
        assert "ONLY FOR YOU: FRANCE" in report
        assert ("Put aside for you" in report) == (name == "zerosum")
        all_agree_on_a_draw(table)


def test_loyal_units_obey_by_mail_and_those_of_dummies_are_bought(house: House) -> None:
    table = seven(house, "variant loyal", "dummies italy", "nmr default")
    reply = table.tell("FRANCE", "A PAR - BUR\n5 : A VEN - PIE\n5 : A MUN - RUH")
    assert "is loyal to Germany" in reply.text
    table.tell("GERMANY", "A MUN - RUH")
    house.pass_time(hours=120)
    report = table.results("FRANCE").text
    assert "A VEN - PIE" in report
    assert "A PAR - BUR" in report
    strategies = dict.fromkeys(PLAYERS, orders_and_gambles(LUCK))
    while (here := table.now()) is not None and not here.row.label.startswith("S1902"):
        table.play_phase(strategies, hours=120)
        books_balance(house, table)
    all_agree_on_a_draw(table)


def test_p23_no_letter_speaks_of_a_list_that_decides_nothing(house: House) -> None:
    table = seven(house, "variant loyal", "dummies italy", "nmr default")
    opening = table.players["FRANCE"].last(lambda mail: "YOUR SHEET" in mail.text)
    asked = [table.tell("FRANCE", line) for line in ("STATUS", "SHOW", "BALANCE")]
    house.pass_time(hours=120)
    for letter in (opening, *asked, table.results("FRANCE")):
        assert "acceptance list" not in " ".join(f"{letter.text} {letter.html}".split())
    assert "Luck decides only who plays which power. It is drawn" in " ".join(opening.text.split())


def test_a_blind_power_is_told_by_mail_what_it_sees_and_no_more(house: House) -> None:
    table = seven(house, "variant tincup")
    begun = table.results("FRANCE").text
    assert "A MAR" in begun
    assert "A MUN" not in begun.partition("HOW TO PLAY")[0]
    reply = table.tell("FRANCE", "2 : A GAL - BOH\n3 : A MUN - RUH\n0 : A PAR - BUR\n1 : F GAL H")
    assert "1 line has a problem" in " ".join(reply.text.split())
    assert "No fleet can stand in GAL" in " ".join(reply.text.split())
    for role in PLAYERS:
        if role != "FRANCE":
            table.tell(role, "\n".join(f"0 : {unit} H" for unit in table.view(role).own_units))
    house.pass_time(hours=73)
    report = " ".join(table.results("FRANCE").text.split())
    assert "A MUN Germany 3 Your line" in report
    assert "3 : A MUN - RUH 3 to A MUN (Germany)" in report
    assert report.count("A MUN - RUH") == 1, "only in his own words"
    assert "2 : A GAL - BOH nothing" in report
    assert "Turkey" not in report
    assert "retreats unknown" not in report


def test_p34_after_a_blind_game_all_read_what_was_ignored(house: House) -> None:
    table = seven(house, "variant tincup", "nmr default")
    table.tell("FRANCE", "5 : A GAL - BOH\n3 : A BUD - GAL")
    house.pass_time(hours=120)
    assert "5 : A GAL - BOH  nothing\n" in table.results("FRANCE").text
    table.direct("END GAME enough")
    house.settle()
    for role in ("FRANCE", "TURKEY"):
        over = table.players[role].last(lambda mail: "is over" in mail.subject).text
        assert "Ignored, because it could not be done or bought on the board as it was:\n5 : A GAL - BOH\n" in over


def test_p34_an_offer_to_a_loyal_unit_out_of_sight_is_not_said_to_have_been_impossible(house: House) -> None:
    table = seven(house, "variant loyal", "blind yes", "dummies italy", "nmr default")
    table.tell("FRANCE", "A PAR H\n3 : A MUN H")
    house.pass_time(hours=120)
    table.direct("END GAME enough")
    house.settle()
    over = table.players["FRANCE"].last(lambda mail: "is over" in mail.subject)
    assert "Ignored, because it could not be done or bought on the board as it was:\n3 : A MUN H\n" in over.text
    assert "Ignored, because it could not be done or bought on the board as it was:" in over.html


def plain(told: str) -> str:
    return " ".join(told.replace("\N{NO-BREAK SPACE}", " ").split())


def test_p23_of_units_that_were_loyal_then_the_end_does_not_say_that_nobody_bid_for_them(house: House) -> None:
    table = seven(house, "variant loyal", "dummies italy", "nmr default")
    house.pass_time(hours=120)
    table.direct("EJECT GERMANY")
    table.direct("DUMMY GERMANY")
    house.pass_time(hours=120)
    table.direct("END GAME enough")
    over = table.players["FRANCE"].last(lambda mail: "is over" in mail.subject)
    sale = "Nobody bid for F NAP, A ROM, A VEN."
    later = "Nobody bid for A BER, F KIE, A MUN, F NAP, A ROM, A VEN."
    with house.judge.db.reading() as session:
        pages = [Site(house.judge).get(session, f"games/oslo/{label}.html") for label in ("S1901M", "F1901M")]
    for told in (over.text, over.html):
        assert [plain(told).count(words) for words in (sale, later)] == [1, 1]
    for page, words in zip(pages, (sale, later), strict=True):
        assert page is not None
        assert words in plain(page.content.decode())


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("variant exchange", "blind yes"), "investors have none"),
        (("cash 10",), "an option of the Exchange game alone"),
        (("variant zerosum", "income flat 7"), "pays no income"),
        (("income backwards",), "is no income"),
        (("pays winter",), "Spring or Fall"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_reason(house: House, options: tuple[str, ...], reason: str) -> None:
    master = house.registered("Manus")
    reply = house.tell(master, "\n".join(("CREATE payola oslo", *options)))
    assert reason in " ".join(reply.text.split())


def test_help_create_explains_the_options_of_a_game(house: House) -> None:
    master = house.registered("Manus")
    assert "HELP CREATE payola" in house.tell(master, "HELP CREATE").text
    reply = " ".join(house.tell(master, "HELP CREATE payola").text.split())
    for said in ("zerosum", "tincup", "four-seas", "flat 7", "elect their CEOs"):
        assert said in reply
    unknown = " ".join(house.tell(master, "HELP CREATE chess").text.split())
    assert "There is no game `chess` here. There are: diplomacy, " in unknown


def test_set_alone_lists_the_options_with_what_they_mean(house: House) -> None:
    master = house.registered("Manus")
    house.tell(master, "CREATE payola oslo\nvariant ebayola")
    reply = house.tell(master, "GAME oslo\nSET")
    for option in ("variant", "blind", "loyal", "zerosum", "income", "cap", "pays"):
        assert option in reply.text


def test_plain_diplomacy_is_played_blind_by_mail(house: House) -> None:
    table = seven(house, "blind yes", system="diplomacy")
    assert "A MUN" not in table.results("FRANCE").text.partition("HOW TO PLAY")[0]
    table.tell("FRANCE", "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE S A RUH - PIC")
    for role in PLAYERS:
        if role != "FRANCE":
            table.tell(role, "\n".join(f"{unit} H" for unit in table.view(role).own_units))
    house.pass_time(hours=73)
    report = " ".join(table.results("FRANCE").text.split())
    assert "F BRE H" in report
    assert "A MUN found here" in report
    assert "Turkey" not in report
    all_agree_on_a_draw(table)


FOUR = {"AMBER": "Anna", "CORAL": "Carl", "IVORY": "Ines", "JADE": "Jan"}


def test_two_play_a_quick_game_on_the_small_board(house: House) -> None:
    table = seven(house, "map four-seas", "dummies ivory jade", cast=FOUR)
    assert table.view("AMBER").balance == 6 + 5
    strategies = dict.fromkeys(FOUR, gambles(LUCK))
    while (here := table.now()) is not None and not here.row.label.startswith("S1903"):
        table.play_phase(strategies)
        books_balance(house, table)
    all_agree_on_a_draw(table)


@pytest.mark.parametrize("options", [("map garrisons", "variant loyal"), ("map no-centers",), ("map fleet-rome",)])
def test_other_openings_by_mail(house: House, options: tuple[str, ...]) -> None:
    table = seven(house, *options)
    strategy = orders_and_gambles(LUCK) if "variant loyal" in options else gambles(LUCK)
    while (here := table.now()) is not None and not here.row.label.startswith("F1901"):
        table.play_phase(dict.fromkeys(PLAYERS, strategy))
        books_balance(house, table)
    all_agree_on_a_draw(table)
    assert table.game().status == "ended"


TEN = {
    "BRITAIN": "Ben",
    "EGYPT": "Esra",
    "FRANCE": "Fleur",
    "GERMANY": "Greta",
    "ITALY": "Italo",
    "POLAND": "Pola",
    "RUSSIA": "Rosa",
    "SPAIN": "Sol",
    "TURKEY": "Timur",
    "UKRAINE": "Ulas",
}


def test_ten_play_a_year_of_modern_by_mail(house: House) -> None:
    table = seven(house, "map modern", cast=TEN)
    begun = table.results("UKRAINE")
    assert "Spring 1994" in begun.text
    assert "F SEV" in begun.text
    assert "You win with 33 centers" in " ".join(begun.text.split())
    assert "UBRP?" in table.tell("UKRAINE", "ACCEPT u brp ?").text
    assert "The letters are B Britain, E Egypt" in " ".join(table.tell("UKRAINE", "ACCEPT UA?").text.split())
    while (here := table.now()) is not None and not here.row.label.startswith("S1995"):
        table.play_phase(dict.fromkeys(TEN, gambles(LUCK)))
        books_balance(house, table)
    assert here is not None
    assert "Spring 1995" in table.results("UKRAINE").text
    all_agree_on_a_draw(table)


@pytest.mark.parametrize("system", ["payola", "diplomacy"])
def test_the_opening_of_chaos_shows_a_build_where_there_is_no_unit_yet(
    sqlite_url: str, tmp_path: Path, system: str
) -> None:
    powers = load_board("chaos").powers
    dummies = " ".join(sorted(powers)[4:])
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(
            house, "map chaos", f"dummies {dummies}", cast={each: f"Lord{each}" for each in powers}, system=system
        )
        one = next(iter(table.players))
        opening = table.results(one)
        for told in (opening.text, opening.html):
            assert "Your units: ." not in told
            assert "You have no units yet." in told
            assert "10 $" not in told
        shown = next(line for line in opening.text.splitlines() if "builds an army there" in line)
        reply = table.tell(one, shown.partition("builds")[0].strip()).text
        assert "PROBLEM" not in reply
        assert "ON FILE" in reply
        told = " ".join(table.tell(one, "HELP BUILDS").text.split())
        assert "On the boards Chaos and Modern you may build in any center that you own." in told


def test_a_year_of_chaos_by_mail_with_a_digit_in_an_acceptance_list(sqlite_url: str, tmp_path: Path) -> None:
    board = load_board("chaos")
    powers = board.powers
    cast = {power: f"Lord{power.title()}" for power in powers}
    dummies = " ".join(sorted(powers)[4:])
    with open_house(sqlite_url, tmp_path) as house:
        table = seven(house, "map chaos", f"dummies {dummies}", cast=cast)
        assert len(table.players) == 4
        one, other = list(table.players)[:2]
        assert "PROBLEM" not in table.tell(one, f"ACCEPT {board.letters[one]}{board.letters[other]}7?").text
        while (here := table.now()) is not None and not here.row.label.startswith("S1902"):
            table.play_phase(dict.fromkeys(table.players, gambles(LUCK)))
            books_balance(house, table)
        all_agree_on_a_draw(table)


def test_a_sheet_that_was_replaced_is_copied_back_from_the_reply_and_add_adds_to_it(table: Seven) -> None:
    long = "% Anna and I have agreed that Burgundy stays empty, whatever anybody else says of it"
    sheet = f"5 : A PAR - PIC | - GAS | H  {long}\n{long}\n2*3#1 : A MAR - SPA\n10 $"
    table.tell("FRANCE", sheet)
    reply = table.tell("FRANCE", "1 : F BRE H")
    first = "Replaced your sheet of 3 offers by one of 1."
    assert first in reply.text
    assert f"\n{sheet}\n" in reply.text
    assert sheet in reply.html.replace("&#39;", "'")
    assert f"\n{sheet}\n" in table.tell("FRANCE", sheet).text.partition("ON FILE")[2]
    added = table.tell("FRANCE", "ADD\n1 : F BRE H").text
    assert "Added to your sheet of 3. It now has 4." in added
    assert f"\n{sheet}\n1 : F BRE H\n" in added.partition("ON FILE")[2]


# What the opening of a variation of Payola tells: how it differs, and no line that the variation would refuse.

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


# Payola's account by mail: what leaving would cost, and a phase's money told in the order in which it moved.


def _wipe_out(house: House, table: Seven, power: str) -> None:
    """The power keeps nothing but its money."""

    def unit(work: Work) -> None:
        game = work.session.execute(select(Game).where(Game.name == table.name)).scalar_one()
        assert game.state is not None
        board = game.state["table"]
        units = [unit for unit in board["units"] if not unit.startswith(f"{power} ")]
        centers = {each: owned for each, owned in board["centers"].items() if each != power}
        game.state = {**game.state, "table": {**board, "units": units, "centers": centers}}
        game.version += 1

    house.judge.write(unit)


def _asked(house: House, table: Seven) -> str:
    """What Italy is told to confirm."""
    italy = table.players["ITALY"]
    italy.reply(table.results("ITALY"), "RESIGN")
    house.settle()
    return " ".join(italy.last().text.split())


@pytest.mark.ruling("P29")
def test_2_4_whoever_is_eliminated_reads_before_leaving_that_the_money_would_be_destroyed(
    house: House, table: Seven
) -> None:
    usual = _asked(house, table)
    assert "wait for a successor, who would get what is yours" in usual
    _wipe_out(house, table, "ITALY")
    said = _asked(house, table)
    assert "48 AgP would be destroyed." in said
    assert "write TRANSFER ALL TO AUSTRIA" in said
    assert "successor" not in said


@pytest.mark.parametrize("leaves_first", [True, False])
def test_p29_status_says_who_is_eliminated_and_not_whether_a_vacant_seat_has_money(
    house: House, table: Seven, *, leaves_first: bool
) -> None:
    if not leaves_first:
        _wipe_out(house, table, "ITALY")
    table.tell("ITALY", "RESIGN")
    if leaves_first:
        _wipe_out(house, table, "ITALY")
    rows = [" ".join(line.split()) for line in table.tell("FRANCE", "STATUS").text.splitlines()]
    assert "Italy vacant: TAKEOVER eliminated" in rows
    assert not any("eliminated" in row for row in rows if not row.startswith("Italy"))


def test_p29_status_of_a_blind_game_tells_nobody_who_is_eliminated(house: House) -> None:
    table = seven(house, "blind yes")
    _wipe_out(house, table, "ITALY")
    assert "eliminated" not in table.tell("FRANCE", "STATUS").text


def test_2_5_history_tells_the_income_of_a_phase_before_its_results(house: House) -> None:
    table = seven(house, "nmr default")
    table.tell("FRANCE", "5 : A PAR - BUR\nTRANSFER 2 TO ITALY")
    house.pass_time(hours=73)
    told = table.tell("FRANCE", "HISTORY S1901M").text
    moments = ["Income from 3 centers: 48 AgP", "You sent Italy 2 AgP", "New balance", "is your acceptance list"]
    places = [told.index(moment) for moment in moments]
    assert places == sorted(places)


def test_prices_tells_a_player_of_the_own_units_since_the_seat_was_taken(house: House) -> None:
    table = seven(house, "nmr default")
    assert "You have been told of no payments yet." in table.tell("FRANCE", "PRICES").text
    table.tell("FRANCE", "5 : A PAR - BUR")
    table.tell("GERMANY", "2 : A PAR - BUR\n7 : A MUN - RUH")
    house.pass_time(hours=73)
    table.tell("FRANCE", "1 : A BUR - BEL")
    shown = " ".join(table.tell("FRANCE", "PRICES").text.split())
    assert "units took paid reduced balance S1901M 7 5 0 43 In all 7 5" in shown
    others = " ".join(table.tell("GERMANY", "PRICES oslo").text.split())
    assert "S1901M 7 9 0 39 In all 7 9" in others
    assert "You have no seat in oslo." in table.direct("PRICES").text
    table.tell("FRANCE", "RESIGN")
    house.pass_time(hours=1)
    successor = house.registered("Nina")
    house.tell(successor, "TAKEOVER oslo AS FRANCE")
    refused = house.tell(successor, "PRICES oslo").text
    assert "You have been told of no payments yet." in refused
    assert "Nothing has been paid" not in refused, "5.6: it has, before they came"


def test_p34_once_the_game_is_over_prices_tells_anybody_of_everybody(house: House) -> None:
    table = seven(house, "nmr default")
    table.tell("FRANCE", "5 : A PAR - BUR")
    table.tell("GERMANY", "2 : A PAR - BUR\n7 : A MUN - RUH")
    house.pass_time(hours=73)
    house.tell(table.master, "GAME oslo\nEND GAME Abandoned")
    for told in (table.tell("ITALY", "PRICES"), house.tell(house.registered("Nina"), "PRICES oslo")):
        shown = " ".join(told.text.split())
        assert "units took paid balance S1901M 7 5 43 In all 7 5" in shown
        assert "units took paid balance S1901M 7 9 39 In all 7 9" in shown


def test_prices_are_plotted_where_html_is_read(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=300) as house:
        table = seven(house, "nmr default")
        house.pass_time(hours=73)
        house.pass_time(hours=73)
        mail = table.tell("FRANCE", "PRICES")
        images = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
        assert len(images) == can_paint()


def test_where_nothing_is_paid_for_prices_are_refused(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "In this game nobody pays for what is done." in table.tell("FRANCE", "PRICES").text


@pytest.mark.parametrize("line", ["ACCEPT fg", "ACCEPT FG", "accept fg", "ACCEPT g?", "ACCEPT x?"])
def test_p32_a_bad_list_is_told_what_is_wrong_in_any_case(house: House, line: str) -> None:
    told = seven(house).tell("FRANCE", line).text
    assert f"> {line}\n    PROBLEM in line" in told
    assert "NOT READ" not in told


@pytest.mark.ruling("P34")
@pytest.mark.parametrize("variant", ["standard", "tincup"])
def test_5_7_a_gamemaster_reads_of_no_accounts_before_the_end_in_letters_for_programs_either(
    house: House, variant: str
) -> None:
    table = seven(house, "nmr default", f"variant {variant}")
    house.tell(table.master, "PROFILE MAIL DATA")
    table.tell("FRANCE", "5 : A PAR - BUR\nACCEPT FE?")
    table.direct("PREVIEW")
    house.settle()
    preview = table.master.last(lambda mail: "Preview" in mail.subject)
    house.pass_time(hours=100)
    results = table.master.last(lambda mail: "results" in mail.subject)
    for mail in (preview, results, table.direct("HISTORY S1901M")):
        said = data_of(mail)
        assert said is not None
        assert "auction" not in str(said)
        assert "FE?" not in str(said)


AMBER_WINS = {
    "S1901M": "1 : A HIG - LIN\n0 : F GOL - COP",
    "W1901A": "BUILD A HIG\nBUILD F GOL",
    "S1902M": "2 : A WHI - SNO\n0 : A LIN - WHI\n0 : A HIG - LIN\n0 : F GOL - GIL",
    "F1902M": "0 : A WHI H\n2 : F PEA - PAL\n0 : A LIN - PEA\n0 : F GIL - KIN",
}


def _won_by_amber(house: House, *options: str) -> Seven:
    table = seven(house, "map four-seas", "nmr default", "dummies jade", *options, cast=FOUR)
    while (here := table.now()) is not None:
        sheet = AMBER_WINS.get(here.row.label)
        if sheet:
            assert "PROBLEM" not in table.tell("AMBER", sheet).text
        house.pass_time(hours=100)
    return table


@pytest.mark.ruling("P30")
@pytest.mark.parametrize("blind", ["no", "yes"])
def test_5_7_only_who_played_finds_something_for_them_alone_in_the_letter_of_a_victory(
    house: House, blind: str
) -> None:
    table = _won_by_amber(house, f"blind {blind}")
    box = "only for you"
    for who, has in ((table.players["AMBER"], True), (table.players["CORAL"], True), (table.master, False)):
        mail = who.last(lambda mail: "is over" in mail.subject)
        assert "has won with 7 centers." in mail.text
        for text in (mail.text, mail.html):
            assert (box in text.lower()) == has


def test_p20_the_letter_of_the_end_does_not_say_that_what_was_out_of_sight_did_not_happen(house: House) -> None:
    table = _won_by_amber(house, "variant tincup")
    carl = table.players["CORAL"]
    ended = carl.last(lambda mail: "is over" in mail.subject)
    for mail in (ended, house.tell(carl, "HISTORY oslo F1902R")):
        for text in (mail.text, mail.html):
            assert "You saw no center change hands." in text
            assert "You saw no order." in text
            assert "No center changed hands." not in text
            assert "Nothing was ordered." not in text
    told = table.master.last(lambda mail: "is over" in mail.subject)
    for text in (told.text, told.html):
        assert "Nothing was ordered." in text


# STATEMENT by mail: the books of a player, also of money that the rules have used up since.


def test_p24_a_statement_after_the_fall_holds_the_money_that_was_put_aside(house: House) -> None:
    table = seven(house, "variant zerosum")
    strategies = {**dict.fromkeys(PLAYERS, holds), "FRANCE": lambda view: f"3 : A PAR H\n{holds(view)}"}
    for label in ("S1901M", "F1901M"):
        here = table.here()
        assert here.row.label == label
        table.play_phase(strategies)
    told = table.tell("FRANCE", "STATEMENT", key=False).text
    block = " ".join(told.partition("ACCOUNT OF FRANCE")[2].split())
    assert "+3 3 AgP set aside" in block
    assert "into the account" in block
    assert "0 AgP set aside brought forward" in block


def test_the_books_name_phases_in_words(table: Seven) -> None:
    for _ in range(2):
        table.play_phase(dict.fromkeys(PLAYERS, holds))
    told = table.tell("FRANCE", "STATEMENT\nBALANCE", key=False).text
    assert "income of 3 centers, Spring 1902 Movement" in " ".join(told.split())
    assert "S1902M" not in told


def test_p24_the_ledger_at_the_end_counts_what_is_set_aside_by_itself(house: House) -> None:
    table = seven(house, "variant zerosum", "nmr default")
    table.tell("FRANCE", "20 : A PAR - BUR")
    table.tell("GERMANY", "4 : A PAR - BUR")
    house.pass_time(hours=73)
    house.tell(table.master, "GAME oslo\nEND GAME Abandoned")
    end = table.players["FRANCE"].last(lambda mail: "is over" in mail.subject)
    ledger = " ".join(end.text.partition("THE LEDGER")[2].split())
    assert "-20 10 paid to France A PAR +24 24 set aside: paid for A PAR" in ledger
    assert "set aside: paid for A PAR" in end.html
    site = Site(house.judge, "https://judge.example.org/")
    with house.judge.db.reading() as session:
        page = site.get(session, "games/oslo/ledger.html")
    assert page is not None
    rows = page.content.decode()
    assert 'set aside: paid for A PAR</td><td class="number">+24</td><td class="number">24</td>' in rows
    assert "What is set aside is counted by itself." in rows
