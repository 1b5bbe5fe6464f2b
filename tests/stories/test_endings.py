"""How games end by mail: draws and concessions that players vote for, and what the GameMaster declares."""

from __future__ import annotations

import pytest

from judge.archive.verify import verify
from judge.play.archives import archive_of
from tests.support.flat import flat
from tests.support.house import House, any_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import label, subjects, write_all

house = any_house

THREE = "dummies AUSTRIA ENGLAND GERMANY RUSSIA"


def result(table: Seven) -> tuple[list[str], str]:
    game = table.game()
    assert game.result is not None
    return game.result["winners"], f"{game.result['summary']} {game.result.get('why', '')}"


def replays(house: House, table: Seven, *, whole: bool) -> bool:
    with house.judge.db.reading() as session:
        return not verify(archive_of(session, table.game(), whole=whole)).findings


@pytest.mark.parametrize("options", [(), ("variant tincup",), ("variant ebayola", "loyal yes")])
def test_all_others_concede_to_one_and_everybody_reads_who_has_won(house: House, options: tuple[str, ...]) -> None:
    table = seven(house, THREE, *options)
    said = flat(table.tell("ITALY", "CONCEDE TO France").text)
    assert "You now vote to concede the game to France" in said
    before = {role: len(player.inbox()) for role, player in table.players.items()}
    table.tell("TURKEY", "CONCEDE T")
    table.tell("TURKEY", "NOCONCEDE")
    assert len(table.players["FRANCE"].inbox()) == before["FRANCE"], "votes are secret before they succeed"
    table.tell("TURKEY", "concede to france.")
    assert result(table) == (["FRANCE"], "FRANCE wins: all others have conceded. ")
    for player in (*table.players.values(), table.master):
        told = player.last(lambda mail: "is over" in mail.subject)
        assert "wins: all others have conceded." in flat(told.text)
        assert "wins: all others have conceded." in flat(told.html)
        table_of_end = flat(told.text.partition("FINAL CENTERS")[2])
        assert table_of_end.startswith("France 3 winner")
    assert replays(house, table, whole=False)


def test_summary_puts_who_has_won_by_a_concession_first(house: House) -> None:
    table = seven(house, THREE)
    while label(table) != "S1902M":
        write_all(table)
        house.pass_time(hours=73)
    for role in ("FRANCE", "TURKEY"):
        table.tell(role, "CONCEDE TO ITALY")
    assert result(table)[0] == ["ITALY"]
    told = flat(table.tell("FRANCE", "SUMMARY oslo").text)
    assert "CENTERS BY YEAR 1901 Italy 3 winner Austria 3 England" in told


def test_who_share_a_draw_are_not_called_winners(house: House) -> None:
    table = seven(house, THREE, system="diplomacy")
    while label(table) != "S1902M":
        for role in table.players:
            table.tell(role, "NO ORDERS")
        house.pass_time(hours=73)
    for role in table.players:
        assert table.game().status == "active", "it needs everybody"
        table.tell(role, "DRAW")
    told = table.players["ITALY"].last(lambda mail: "is over" in mail.subject)
    assert "France 3 draw Italy 3 draw Turkey 3 draw Russia 4 Austria 3" in flat(told.text)
    assert "winner" not in told.text + told.html
    summary = table.tell("ITALY", "SUMMARY oslo").text
    assert "CENTERS BY YEAR 1901 France 3 draw Italy 3 draw Turkey 3 draw Austria 3" in flat(summary)
    assert "Fleur" in summary.partition("WHO HAS PLAYED")[2]
    assert "winner" not in summary


def test_summary_of_many_years_fits_into_a_letter(house: House) -> None:
    table = seven(house, THREE, "nmr default", system="diplomacy")
    for _ in range(2 * 11):
        house.pass_time(hours=73)
    assert label(table) == "S1912M"
    told = table.tell("ITALY", "SUMMARY").text.partition("CENTERS BY YEAR")[2]
    lines = told.splitlines()
    assert lines[0] == ", 1901 TO 1906"
    assert lines[2] == "         1901  1902  1903  1904  1905  1906"
    assert "CENTERS BY YEAR, 1907 TO 1911" in told
    assert max(map(len, lines)) <= 72


def test_a_draw_between_some_is_agreed_by_all_where_the_game_allows_it(house: House) -> None:
    table = seven(house, THREE)
    refused = flat(table.tell("ITALY", "DRAW FRANCE ITALY").text)
    assert "includes all survivors" in refused
    table = seven(house, THREE, "dias no", name="rome", cast={"FRANCE": "Finn", "ITALY": "Ivo", "TURKEY": "Theo"})
    for role in ("ITALY", "TURKEY"):
        table.tell(role, "DRAW F I")
    assert "You would not share in it" in flat(table.players["TURKEY"].last().text)
    table.tell("FRANCE", "DRAW Italy and France")
    assert result(table)[0] == ["FRANCE", "ITALY"]


def test_public_votes_are_told_to_all_and_replay_in_the_archive(house: House) -> None:
    table = seven(house, THREE, "votes public")
    table.tell("ITALY", "CONCEDE TO FRANCE")
    told = table.players["TURKEY"].last()
    assert "Italy votes to concede the game to France" in flat(told.text)
    assert "Italy votes to concede the game to France" in flat(told.html)
    table.tell("ITALY", "DRAW NO")
    assert "Italy takes back the vote" in flat(table.players["TURKEY"].last().text)
    write_all(table)
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    for role in table.players:
        table.tell(role, "DRAW")
    assert table.game().status == "ended"
    assert replays(house, table, whole=False)
    assert replays(house, table, whole=True)


def test_p49_whoever_votes_reads_that_an_open_seat_has_no_vote(house: House) -> None:
    table = seven(house, THREE)
    assert "has no player" not in table.tell("FRANCE", "DRAW").text
    house.tell(table.players["ITALY"], "GAME oslo\nRESIGN")
    for vote in ("DRAW", "CONCEDE TO TURKEY"):
        said = flat(table.tell("FRANCE", vote).text)
        assert "Italy has no player. If its vote is needed, nothing comes of this until somebody takes" in said
    for vote in ("NODRAW", "CONCEDE TO ITALY", "concede to i"):  # whoever is conceded the game need not vote
        assert "has no player" not in table.tell("FRANCE", vote).text
    table.tell("TURKEY", "CONCEDE TO ITALY")
    assert result(table)[0] == ["ITALY"]


def test_p49_who_has_left_shares_in_no_draw_that_names_nobody(house: House) -> None:
    table = seven(house, THREE)
    house.tell(table.players["ITALY"], "GAME oslo\nRESIGN")
    house.tell(table.players["ITALY"], f"CONFIRM {table.players['ITALY'].last(lambda mail: mail.code != '').code}")
    house.tell(table.master, "GAME oslo\nEND GAME DRAW")
    asking = table.master.last(lambda mail: mail.code != "")
    assert "a draw between France and Turkey." in flat(asking.text)
    house.tell(table.master, f"CONFIRM {asking.code}", to=asking, key=False)
    assert result(table)[0] == ["FRANCE", "TURKEY"]
    assert replays(house, table, whole=True)


@pytest.mark.parametrize(
    ("line", "foretold", "ended"),
    [
        ("END GAME DRAW", "a draw between France, Italy and Turkey", (["FRANCE", "ITALY", "TURKEY"], "a draw between")),
        (
            "END GAME DRAW F, I: agreed",
            'a draw between France and Italy. They write: "agreed"',
            (["FRANCE", "ITALY"], "agreed"),
        ),
        ("END GAME DRAW: FRANCE, ITALY", "a draw between France and Italy.", (["FRANCE", "ITALY"], "a draw between")),
        ("END GAME DRAW: we are tired", "France, Italy and Turkey", (["FRANCE", "ITALY", "TURKEY"], "we are tired")),
        ("END GAME WIN: Italy", "declared Italy the winner.", (["ITALY"], "winner")),
        ("end game win italy: all others left", "declared Italy the winner", (["ITALY"], "all others left")),
        ("END GAME Abandoned by consent", "It has no result.", ([], "Abandoned by consent")),
        ("TERMINATE Too few are left.", "It has no result.", ([], "Too few are left.")),
        ("TERMINATE", "It has no result.", ([], "It has no result.")),
    ],
)
def test_the_gamemaster_is_told_what_he_would_end_and_must_confirm_it(
    house: House, line: str, foretold: str, ended: tuple[list[str], str]
) -> None:
    table = seven(house, THREE)
    table.tell("ITALY", "5 : A ROM H\nDRAW")
    table.master.reply(table.master.last(), f"GAME oslo\n{line}", with_key=True)
    house.settle()
    asking = table.master.last(lambda mail: mail.code != "")
    assert foretold in flat(asking.text), "who gets the code reads what it is for"
    assert table.game().status == "active"
    house.tell(table.master, f"CONFIRM {asking.code}", to=asking, key=False)
    winners, summary = result(table)
    assert winners == ended[0]
    assert ended[1] in summary
    for player in (*table.players.values(), table.master):
        assert ended[1].rstrip(".") in flat(player.last(lambda mail: "is over" in mail.subject).text)
    assert replays(house, table, whole=False)
    assert replays(house, table, whole=True)
    with house.judge.db.reading() as session:
        assert "the GameMaster's word" in verify(archive_of(session, table.game())).notes[0]


@pytest.mark.parametrize(
    "line", ["END GAME DRAW FRANCE ATLANTIS", "END GAME WIN AUSTRIA", "END GAME WIN", "END IT ALL"]
)
def test_an_end_that_makes_no_sense_is_refused_before_a_code_is_asked(house: House, line: str) -> None:
    table = seven(house, THREE)
    codes = sum(mail.code != "" for mail in table.master.inbox())
    assert "1 line has a problem." in flat(table.direct(line).text)
    assert sum(mail.code != "" for mail in table.master.inbox()) == codes
    assert table.game().status == "active"


def test_a_game_that_has_not_begun_is_given_up(house: House) -> None:
    master, fleur = house.registered("Manus"), house.registered("Fleur")
    house.tell(master, "CREATE payola oslo")
    house.tell(fleur, "JOIN oslo")
    house.tell(master, "GAME oslo\nTERMINATE Nobody came.")
    assert "Nobody came." in fleur.last().text


def test_where_the_rules_know_no_votes_a_player_reads_what_decides(house: House) -> None:
    people = {"EA": "Edda", "NO": "Nora", "SO": "Sol", "WE": "Wim"}
    master = house.registered("Manus")
    house.tell(master, "CREATE empires corner")
    players = {country: house.registered(name) for country, name in people.items()}
    for country, player in players.items():
        house.tell(player, f"JOIN corner AS {country}")
    house.tell(master, "GAME corner\nSTART")
    assert "Victory points decide" in flat(house.tell(players["EA"], "CONCEDE TO NO").text)
    house.tell(master, "GAME corner\nEND GAME WIN NO: the others gave up")
    assert "The GameMaster has declared NO the winner" in flat(players["EA"].last().text)
    assert any("is over" in subject for subject in subjects(players["WE"]))


@pytest.mark.parametrize(
    ("words", "told", "done"),
    [
        ("RESIGN", "You would leave the game for good", "You have left"),
        ("TRANSFER ALL TO TURKEY", "48 AgP go from you (0 AgP left) to Turkey, for good.", "TRANSFER 48 TO TURKEY"),
    ],
)
def test_what_nothing_brings_back_is_foretold_and_asked_back_however_well_proved(
    house: House, words: str, told: str, done: str
) -> None:
    player = seven(house).players["FRANCE"]
    player.reply(player.last(), words, with_key=True)
    house.settle()
    asked = player.last(lambda mail: mail.code != "")
    assert told in flat(asked.text) + flat(player.last().text)
    assert "48 AgP" in flat(house.tell(player, "BALANCE").text)
    assert done in flat(house.tell(player, f"CONFIRM {asked.code}", key=False).text)


def test_a_code_for_all_that_one_has_pays_the_sum_that_was_told_however_much_has_come_since(house: House) -> None:
    table = seven(house)
    player = table.players["FRANCE"]
    player.reply(player.last(), "TRANSFER ALL TO TURKEY", with_key=True)
    house.settle()
    code = player.last(lambda mail: mail.code != "").code
    table.tell("GERMANY", "TRANSFER 20 TO FRANCE")
    assert "TRANSFER 48 TO TURKEY" in flat(house.tell(player, f"CONFIRM {code}", key=False).text)
    assert "20 AgP" in flat(house.tell(player, "BALANCE").text)
