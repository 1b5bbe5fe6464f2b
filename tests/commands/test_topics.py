"""HELP on a game's topics, MANUAL and BORDERS: what can be learned of a game by mail."""

from __future__ import annotations

import re

import pytest

from judge.commands.everybody.help import page_names, page_of, read_page, topic_called, topics_of
from judge.letters.markdown import as_text
from judge.resources import docs_dir
from judge.rules.problems import Refused
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from tests.rules.empires.test_by_mail import War
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


def test_every_file_of_topics_is_of_a_game_and_every_game_has_topics_and_a_page() -> None:
    files = {path.stem for path in (docs_dir() / "games" / "topics").glob("*.toml")}
    assert files == set(systems())
    for name in systems():
        assert topics_of(name)
        assert page_of(name) in page_names()


@pytest.mark.parametrize("name", sorted(systems()))
def test_no_word_of_a_game_has_two_topics_and_no_line_is_wider_than_a_mail(name: str) -> None:
    words = [word for topic in topics_of(name) for word in topic.words]
    assert len(words) == len(set(words))
    assert max(len(line) for topic in topics_of(name) for line in as_text(topic.text).splitlines()) <= 78


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("machiavelli", "ADVANCE HOLD SUPPORT TRANSPORT BESIEGE CONVERT RETREAT"),
        ("machiavelli", "ASSASSINATE BODYGUARD REBELLION PACIFY BRIBE COUNTER-BRIBE DISBAND GIVE SELL TAX RAISE ALLOW"),
        ("payola", "MOVE HOLD SUPPORT CONVOY VIA BID BRIBE SAVE BUILD RETREAT"),
        ("exchange", "MOVE HOLD SUPPORT CONVOY BID BUY SELL ELECT DIVIDEND"),
        ("diplomacy", "MOVE HOLD SUPPORT CONVOY VIA RETREAT BUILD DISBAND WAIVE"),
    ],
)
def test_help_explains_whatever_can_be_ordered(name: str, words: str) -> None:
    assert [word for word in words.split() if topic_called(name, word) is None] == []


def test_every_sign_of_an_offer_has_a_topic_whose_examples_are_read() -> None:
    payola = systems()["payola"]
    options = {option.name: option.default for option in payola.options}
    seats = payola.seating(options).names
    view = payola.view(payola.start(options, seats, Rng(b"seed", "start", 0)).state, only("AUSTRIA"))
    names = {topic.name for topic in topics_of("payola")}
    assert set(":!>@&*#+|$%") <= names
    at_sea = ("ORDERS", "COASTS")  # they tell of fleets that the opening has not
    for topic in (each for each in topics_of("payola") if each.name not in at_sea):
        for line in re.findall(r"^    (\d[^ ]* .*?)(?:  +.*)?$", topic.text, re.MULTILINE):
            reading = payola.read(view, "AUSTRIA", sheet_of(f"{line}\n1 : A VIE H"))
            assert [each for each in reading.problems if not each.warning] == [], line
            assert any(each.line == 1 for each in reading.lines), line


def test_11_6_help_in_a_game_without_votes_and_bribes_lists_no_command_for_them(house: House) -> None:
    told = War(house).tell("EA", "HELP").text
    listed = {line.split()[0] for line in told.splitlines() if line.split()}
    assert {"HISTORY", "SHOW", "BALANCE"} <= listed
    assert not {"DRAW", "NODRAW", "CONCEDE", "PRICES"} & listed


def test_11_6_help_on_a_vote_says_that_it_means_nothing_in_a_game_without_votes(house: House) -> None:
    told = flat(War(house).tell("EA", "HELP DRAW\nHELP SHOW").text)
    assert told.count("In a game of Empires it means nothing.") == 1
    assert "Votes for a draw" in told.partition("In a game of Empires it means nothing.")[0]


def test_help_promises_no_cost_of_orders_where_none_can_be_told(house: House) -> None:
    """What an order of Empires costs depends on the turn, and SHOW does not tell it; HELP said that it does."""
    war = War(house)
    war.tell("EA", "1 GROW FEN\n2 MOVE ELM FEN ALL")
    told = flat(war.tell("EA", "SHOW\nHELP SHOW\nHELP TRY").text)
    assert "2 of 16 slots are filled. You have 9 BPs." in told
    assert "as the judge understood it, and what it would cost, where that can be told." in told
    assert "what they would mean and, where that can be told, cost." in told


def test_help_in_a_game_lists_its_topics_and_tells_each(table: Seven) -> None:
    told = table.tell("FRANCE", "HELP").text
    assert "TO READ ABOUT THIS GAME" in told
    assert "HELP OFFERS" in told
    assert "MANUAL payola" in told
    assert "either" not in told.partition("TO READ ABOUT THIS GAME")[0]
    reply = flat(table.tell("FRANCE", "HELP OFFERS\nHELP !\nHELP ACCEPT\nHELP ties").text)
    assert "5 : A VIE - GAL" in reply
    assert "A negative offer pays for anything but the orders that it names." in reply
    assert "ACCEPT GAE?" in reply
    assert "Your own letter must be in it." in reply
    assert "PROBLEM" not in reply


def test_the_topics_of_other_games_are_not_told_in_a_game(house: House, table: Seven) -> None:
    reply = flat(table.tell("FRANCE", "HELP GARNETS").text)
    assert "There is no command GARNETS." in reply
    assert "spends a garnet" in flat(house.tell(house.registered("Wanda"), "HELP GARNETS").text)


def test_help_and_the_name_of_a_game_tells_what_there_is_to_read(house: House) -> None:
    reply = house.tell(house.registered("Wanda"), "HELP payola\nHELP plague").text
    assert "HELP OFFERS" in reply
    assert "MANUAL absence-of-plague" in reply


def test_manual_mails_the_page_as_text(house: House, table: Seven) -> None:
    reply = table.tell("FRANCE", "MANUAL").text
    assert "4*5 : A VIE - GAL        the same offer of 5 four times" in reply
    assert "| Type |" not in reply
    assert "page of their own (payola" not in reply
    assert max(map(len, reply.splitlines())) <= 100
    assert "Fifteen cities win" in flat(house.tell(house.registered("Wanda"), "MANUAL machiavelli").text)
    assert "There is no page about 'chess'." in flat(table.tell("FRANCE", "MANUAL chess").text)


@pytest.mark.parametrize("name", page_names())
def test_no_page_keeps_its_marks(name: str) -> None:
    text = as_text(read_page(name))
    assert "](" not in text
    assert "`" not in text
    assert "|--" not in text


def test_borders_tell_what_touches_what(table: Seven) -> None:
    reply = flat(table.tell("FRANCE", "BORDERS PAR, Spain").text)
    assert "PAR, Paris: inland, supply center, home of France, owned by France." in reply
    assert "An army goes to BRE (Brest), BUR (Burgundy), GAS (Gascony), PIC (Picardy)." in reply
    assert "A fleet at SPA/SC (south coast) goes to" in reply
    wrong = flat(table.tell("FRANCE", "BORDERS Bregundy").text)
    assert "There is no one area called 'Bregundy'. Did you mean BUR (Burgundy)?" in wrong
    assert "STP, St Petersburg" in flat(table.tell("FRANCE", "BORDERS").text)


def told(name: str, role: str, area: str, **chosen: object) -> str:
    system = systems()[name]
    options = {**{option.name: option.default for option in system.options}, **chosen}
    seats = system.seating(options).names
    state = system.start(options, seats, Rng(b"seed", "start", 0)).state
    return " ".join(system.borders(system.view(state, only(role)), area))


def test_borders_of_each_board_with_what_its_areas_have() -> None:
    assert "fortified city with an income of 3, home of Florence, held by Florence" in told(
        "machiavelli", "FLORENCE", "Firenze"
    )
    assert "people 2, forts 0, armies 1" in told("empires", "EA", "FEN")
    with pytest.raises(Refused, match="not played on a map"):
        told("pirates", "ANNA", "")


def test_borders_write_names_as_the_letters_of_the_game_do() -> None:
    """`over bonifacio`, `held by Papacy`."""
    assert "SAS (Sassari, over the straits of Bonifacio)" in told("machiavelli", "FRANCE", "Ajaccio")
    assert "home of the Papacy, held by the Papacy." in told("machiavelli", "FRANCE", "Roma")


def test_borders_of_a_blind_game_tell_no_owner_out_of_sight() -> None:
    assert "owned by Russia" in told("diplomacy", "FRANCE", "MOS")
    assert "owned by" not in told("diplomacy", "FRANCE", "MOS", blind=True)


def test_foreign_areas_of_empires_tell_nothing_that_stands_there() -> None:
    assert "people" not in told("empires", "NO", "FEN")


def test_6_5_help_says_whose_units_take_offers_where_units_are_loyal(house: House) -> None:
    reply = flat(seven(house, "variant loyal", "dummies ITALY").tell("FRANCE", "HELP OFFERS").text)
    assert "With Loyal Units you offer to units of dummies only." in reply
    assert "You order your own without an amount, such as A VIE - GAL." in reply


def test_6_1_help_says_what_payola_classic_has_not(house: House) -> None:
    table = seven(house, "variant classic")
    reply = flat(table.tell("FRANCE", "HELP OFFERS").text)
    assert "In Payola Classic you make one offer to each unit, of one amount for one order" in reply
    assert "the only sign is :" in reply
    for sign in "!>@&*#+|$":
        assert "Payola Classic has none of this." in table.tell("FRANCE", f"HELP {sign}").text


def test_in_a_game_help_knows_only_its_own_words(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "EMPIRES" not in table.tell("FRANCE", "HELP BUILD").text.upper()
    assert "TAX is a word of Machiavelli" in flat(table.tell("FRANCE", "HELP TAX").text)


def test_help_shows_a_player_no_money_where_there_is_none_and_no_gamemasters_commands(house: House) -> None:
    table = seven(house, system="diplomacy")
    told = table.tell("FRANCE", "HELP").text
    assert not re.search(r"^(BALANCE|STATEMENT|ROLLBACK) ", told, re.MULTILINE)
    assert re.search(r"^ROLLBACK ", table.tell("FRANCE", "HELP GAMEMASTER").text, re.MULTILINE)
