"""HELP on a game's topics, MANUAL and BORDERS: what can be learned of a game by mail."""

from __future__ import annotations

import re

import pytest

from judge.commands.command import commands
from judge.commands.everybody.help import page_names, page_of, read_page, topic_called, topics_of
from judge.letters.markdown import as_text
from judge.resources import docs_dir
from judge.rules.empires.slots import USAGE
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


def test_r7_help_tells_that_at_most_six_tokens_are_given() -> None:
    topic = next(topic for topic in topics_of("pirates") if "TOKENS" in topic.words)
    assert "If that makes more than six tokens, those tied at the least gold that still counts drop out." in topic.text


def test_11_6_help_and_the_page_of_empires_tell_that_the_gamemaster_may_set_another_last_turn() -> None:
    topic = next(topic for topic in topics_of("empires") if "END" in topic.words)
    for told in (topic.text, read_page("empires")):
        assert "It ends at turn 20 at the latest, unless the GameMaster has set another limit." in flat(told)
        assert "It ends with the turn when all countries but one are eliminated or dummies." in flat(told)
        assert "ahead as a turn ends, and it or another is ahead at the next census after that turn" in flat(told)


def test_the_page_of_empires_tells_what_becomes_of_ships_without_a_base() -> None:
    page = flat(read_page("empires"))
    assert "one of them, with one army, is dispersed before they sail" in page
    assert "the navy reserve, from which no action brings them back" in page
    assert USAGE["SEAMOVE"].help.endswith("1 BP and the distance from FROM to their base")  # not that which they sail
    assert "A base that is captured stays one; its ships get away to the loser's navy reserve." in page


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


def test_a_game_of_payola_tells_how_it_is_won_and_what_orders_there_are(table: Seven) -> None:
    reply = flat(table.tell("FRANCE", "HELP VICTORY\nHELP SUPPORT\nHELP COASTS").text)
    assert "18 of them, and more than anybody else, wins" in reply
    assert "5 : A BUD S A VIE - GAL supports that move" in reply
    assert "5 : F MAO - SPA/NC" in reply


@pytest.mark.ruling("P20")
def test_6_3_help_promises_nobody_of_a_blind_game_all_orders(house: House) -> None:
    table = seven(house, "variant tincup")
    reply = flat(table.tell("FRANCE", "HELP SECRETS").text)
    assert "Everybody sees the orders and their outcomes, unless the game is blind." in reply
    assert "In a blind game you see only what is in or next to your units and home centers." in reply
    assert "You are told what you paid to which unit, but not for which order." in reply


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


def test_p28_help_on_money_tells_investors_that_treasuries_earn_and_who_can_be_given_money() -> None:
    told = {
        name: next(each.text for each in topics_of(name) if "MONEY" in each.words) for name in ("payola", "exchange")
    }
    assert "TRANSFER 5 TO FRANCE" in told["payola"]
    assert "TRANSFER 5 TO FRANCE" not in told["exchange"]
    assert "gives 5 of your own to an investor" in told["exchange"]
    assert "Each Spring you get silver pieces for your centers" not in told["exchange"]
    assert "Each exchange, except the first one on Chaos, pays a power's treasury for its centers." in told["exchange"]


def test_p28_help_tells_a_ceo_that_whoever_leads_the_power_later_reads_its_reports() -> None:
    told = {name: flat(topic.text) for name in ("payola", "exchange") if (topic := topic_called(name, "REPORT"))}
    assert "You alone see what your units were paid in all" in told["payola"]
    assert "You alone see what your units were paid in all" not in told["exchange"]
    assert "Whoever leads it later reads all of that, past years too." in told["exchange"]
    assert "After each exchange its holders read what is in its treasury" in told["exchange"]


def test_p28_help_on_ties_says_that_investors_come_after_all_powers_and_not_by_lot() -> None:
    topic = topic_called("exchange", "TIES")
    assert topic is not None
    assert "of their own money comes after all powers, in the order of seats" in flat(topic.text)
    assert "then the others by lot" not in flat(topic.text)


def test_p49_help_says_that_a_dummy_never_wins(house: House) -> None:
    assert "A dummy never wins." in flat(seven(house, "dummies ITALY").tell("FRANCE", "HELP VICTORY").text)


def test_in_a_game_help_knows_only_its_own_words(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "EMPIRES" not in table.tell("FRANCE", "HELP BUILD").text.upper()
    assert "TAX is a word of Machiavelli" in flat(table.tell("FRANCE", "HELP TAX").text)


def test_help_shows_a_player_no_money_where_there_is_none_and_no_gamemasters_commands(house: House) -> None:
    table = seven(house, system="diplomacy")
    told = table.tell("FRANCE", "HELP").text
    assert not re.search(r"^(BALANCE|STATEMENT|ROLLBACK) ", told, re.MULTILINE)
    assert re.search(r"^ROLLBACK ", table.tell("FRANCE", "HELP GAMEMASTER").text, re.MULTILINE)


def test_p49_help_and_the_page_of_payola_tell_that_no_draw_comes_about_while_a_seat_is_open() -> None:
    topic = topic_called("payola", "VICTORY")
    assert topic is not None
    assert "While a seat is open that is not eliminated, no draw comes about until somebody takes it" in flat(
        topic.text
    )
    assert "is one of them, unless it is eliminated. It has no vote" in flat(read_page("payola"))
    assert "so no draw comes about until somebody takes it or it is a dummy" in flat(read_page("payola"))


@pytest.mark.parametrize("word", ["OFFERS", "RETREATS"])
def test_p28_help_of_exchange_speaks_of_units_of_powers_since_investors_have_none(word: str) -> None:
    topic = topic_called("exchange", word)
    assert topic is not None
    text = flat(topic.text)
    assert "FOR FRANCE" in text
    assert not any(said in text for said in ("your own units", "unit of your own", "Loyal Units", "Payola Classic"))


@pytest.mark.parametrize(("system", "word"), [("exchange", "SHARES"), ("exchange", "OFFERS"), ("payola", "OFFERS")])
def test_p3_help_says_what_keeps_a_mail_from_replacing_the_earlier_one(system: str, word: str) -> None:
    topic = topic_called(system, word)
    assert topic is not None
    assert re.search(r"replaces [^.]*, unless ADD ", flat(topic.text))


def test_help_lists_hint_as_a_word_of_practice() -> None:
    assert commands()["HINT"].in_a_sentence.startswith("In a game for PRACTICE")
