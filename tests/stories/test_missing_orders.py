"""What a game does about players who do not write: it waits, takes defaults, makes dummies, or opens their seats."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.letters.dates import when
from judge.store.tables import Game
from judge.testing.correspondent import Correspondent, Received
from tests.rules.machiavelli.test_by_mail import Italy
from tests.support.house import House, any_house, open_house
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import all_have_written, assert_books_balance, label, subjects, write_all

house = any_house


def _diplomacy(house: House, *options: str) -> Seven:
    return seven(house, *options, system="diplomacy")


def _hold(table: Seven, *, but: tuple[str, ...]) -> None:
    """Everybody writes that one of his units holds."""
    for role, player in table.players.items():
        if role not in but:
            unit = table.view(role).units
            player.reply(table.results(role), f"{dict(unit)[role][0]} H")
    table.house.settle()


def _given_a_grace(work: Work) -> None:
    """Gives a blind game the grace that SET refuses it."""
    game = work.session.execute(select(Game)).scalar_one()
    game.settings = {**game.settings, "grace": "6h"}


def _lost(table: Seven, role: str) -> bool:
    return any("lost your seat" in subject for subject in subjects(table.players[role]))


@pytest.mark.parametrize("system", ["payola", "diplomacy"])
def test_p18_wait_a_game_waits_for_the_last_sheet_however_long(house: House, system: str) -> None:
    table = seven(house, "nmr wait", system=system)
    house.pass_time(days=30)
    assert label(table) == "S1901M"
    assert not _lost(table, "TURKEY")


def test_default_orders_go_on_for_ever_and_take_no_seat(house: House) -> None:
    table = _diplomacy(house, "nmr default")
    for _ in range(4):
        house.pass_time(hours=73)
    assert label(table) == "S1903M"
    assert not _lost(table, "TURKEY")


def test_dummy_after_the_grace_in_payola_the_game_goes_on(house: House) -> None:
    table = all_have_written(house, "nmr wait", "abandon 12h", "lost dummy", but=["TURKEY"])
    house.pass_time(hours=72)
    house.pass_time(hours=11)
    assert label(table) == "S1901M"
    assert not _lost(table, "TURKEY")
    house.pass_time(hours=1)
    assert label(table) == "F1901M"
    assert _lost(table, "TURKEY")
    assert table.view("FRANCE").dummies == ("TURKEY",)
    assert "dummy" in table.direct("STATUS").text
    assert any("dummy" in mail.text for mail in table.players["FRANCE"].inbox())
    assert_books_balance(table)


def test_dummy_after_two_missed_phases_in_a_row_in_diplomacy(house: House) -> None:
    table = _diplomacy(house, "nmr default", "misses 2", "lost dummy")
    _hold(table, but=("ITALY", "TURKEY"))
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    _hold(table, but=("TURKEY",))
    house.pass_time(hours=73)
    assert _lost(table, "TURKEY")
    assert table.view("FRANCE").dummies == ("TURKEY",)
    _hold(table, but=("ITALY", "TURKEY"))
    house.pass_time(hours=73)
    assert not _lost(table, "ITALY"), "a sheet between two missed phases ends the row"


@pytest.mark.parametrize("system", ["diplomacy", "payola"])
def test_a_phase_in_which_only_a_dummys_unit_is_dislodged_ends_as_it_begins(house: House, system: str) -> None:
    table = seven(house, "dummies AUSTRIA", *(["variant loyal"] if system == "payola" else []), system=system)

    def all_write(orders: dict[str, str]) -> None:
        for role, player in table.players.items():
            player.reply(table.results(role), orders.get(role, "NO ORDERS"))
        house.settle()
        house.pass_time(hours=73)

    all_write({"ITALY": "A VEN - TYR", "GERMANY": "A MUN - BOH"})
    all_write({"ITALY": "A TYR - VIE", "GERMANY": "A BOH S A TYR - VIE"})
    fall, retreats = [mail for mail in table.players["FRANCE"].inbox() if _brings_results(mail)][-2:]
    assert "may retreat to" in " ".join(fall.text.split())
    assert "You have nothing to do now" in fall.text
    assert "Retreats" in retreats.subject
    assert label(table) == "W1901A"


def _brings_results(mail: Received) -> bool:
    return "results" in mail.subject


@pytest.mark.parametrize(
    ("lost", "waits"), [("open", "until they write, or"), ("dummy", "until then, until they write, or")]
)
def test_a_gamemaster_reads_how_long_the_game_waits_where_a_seat_is_lost(house: House, lost: str, waits: str) -> None:
    table = _diplomacy(house, "nmr wait", "abandon 12h", f"lost {lost}")
    _hold(table, but=("TURKEY",))
    house.pass_time(hours=73)
    told = " ".join(table.master.last(lambda mail: "Late: Turkey" in mail.subject).text.split())
    assert f"The game waits {waits} until you reply" in told
    house.pass_time(hours=11)
    assert label(table) == ("F1901M" if lost == "dummy" else "S1901M")


def test_letters_to_the_late_say_who_loses_a_seat_after_the_grace(house: House) -> None:
    table = _diplomacy(house, "nmr default", "misses 2", "grace 12h")

    def told(who: Correspondent) -> str:
        return " ".join(who.last(lambda mail: "late" in mail.subject or "Waiting for" in mail.subject).text.split())

    _hold(table, but=("TURKEY",))
    house.pass_time(hours=73)
    assert "have not come by Fri 6 Mar 2026, 00:00 UTC, defaults stand in" in told(table.players["TURKEY"])
    assert "Defaults stand in from Fri 6 Mar 2026, 00:00 UTC on." in told(table.players["FRANCE"])
    house.pass_time(hours=12)
    assert label(table) == "F1901M"
    _hold(table, but=("ITALY", "TURKEY"))
    house.pass_time(hours=73)
    assert "have not come by Mon 9 Mar 2026, 13:00 UTC, you lose your seat." in told(table.players["TURKEY"])
    assert "have not come by Mon 9 Mar 2026, 13:00 UTC, defaults stand in" in told(table.players["ITALY"])
    waiting = told(table.players["FRANCE"])
    assert "If Turkey has not written by Mon 9 Mar 2026, 13:00 UTC, its player loses the seat." in waiting
    assert "Defaults stand in" not in waiting
    table.tell("ITALY", "NO ORDERS")
    house.pass_time(hours=12)
    assert _lost(table, "TURKEY")
    assert label(table) == "F1901M", "it waits for a successor"


def test_whoever_wrote_no_orders_is_not_told_that_orders_are_on_file(house: House) -> None:
    table = _diplomacy(house, "nmr wait")
    for role in table.players:
        if role != "ENGLAND":
            table.tell(role, "NO ORDERS")
    house.pass_time(hours=73)
    waiting = table.players["RUSSIA"].last(lambda mail: "Waiting for England" in mail.subject)
    assert "orders from England. You have written: you have nothing to do." in " ".join(waiting.text.split())
    assert "on file" not in waiting.text + waiting.html


@pytest.mark.parametrize("system", ["diplomacy", "payola"])
def test_a_dummy_does_nothing_that_its_last_player_left_on_file(house: House, system: str) -> None:
    """In Payola its units can be paid by others alone (P31)."""
    table = seven(house, "nmr wait", system=system)
    offer = "3 : " if system == "payola" else ""
    table.tell("TURKEY", f"{offer}A CON - BUL")
    table.tell("TURKEY", "RESIGN")
    table.direct("DUMMY TURKEY")
    for role in table.players:
        if role != "TURKEY":
            table.tell(role, "NO ORDERS")
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    assert "A CON" in dict(table.view("FRANCE").units)["TURKEY"], "the units of dummies hold"


def test_a_dummy_has_no_sheet_in_a_phase_that_is_opened_again(house: House) -> None:
    table = _diplomacy(house, "nmr wait")
    for role in table.players:
        table.tell(role, "A CON - BUL" if role == "TURKEY" else "NO ORDERS")
    house.pass_time(hours=73)
    assert "A BUL" in dict(table.view("FRANCE").units)["TURKEY"]
    table.tell("TURKEY", "RESIGN")
    table.direct("DUMMY TURKEY")
    table.direct("ROLLBACK S1901M The map was wrong.")
    house.pass_time(hours=73)
    assert label(table) == "F1901M", "the other sheets are on file again"
    assert "A CON" in dict(table.view("FRANCE").units)["TURKEY"]


def test_dummy_after_the_grace_in_absence_of_plague_is_out_of_the_game(any_house: House) -> None:
    """Absence of Plague 18.3."""
    game = Italy(any_house, "grace 6h", "misses 1", "lost dummy", "dummies SAVOY GENOA")
    first = game.here().phase
    for country, player in game.players.items():
        if country != "SICILY":
            player.reply(game.newest(country), f"PHASE {first.label}\nGive 1 ducat to {_neighbor(country)}")
    game.house.settle()
    game.house.pass_time(seconds=(game.here().row.deadline - game.house.clock.now()).total_seconds() + 5 * 3600)
    assert game.here().phase.label == first.label, "the grace"
    game.house.pass_time(hours=1)
    now = game.here()
    assert now.phase.label != first.label
    assert "SICILY" not in now.phase.wanted
    assert "NAPLES" in now.phase.wanted
    assert any("lost your seat" in subject for subject in subjects(game.players["SICILY"]))
    assert any(
        "Sicily is now a dummy. It is out of the game" in " ".join(mail.text.split())
        for mail in game.players["NAPLES"].inbox()
    )


def _neighbor(country: str) -> str:
    return "Milan" if country != "MILAN" else "Venice"


def test_open_the_clock_stands_until_somebody_takes_the_seat_and_he_gets_time(house: House) -> None:
    table = _diplomacy(house, "nmr default", "misses 1", "early 1h")
    _hold(table, but=("TURKEY",))
    house.pass_time(hours=73)
    assert label(table) == "S1901M"
    assert _lost(table, "TURKEY")
    told = " ".join(table.players["FRANCE"].last(lambda mail: "Turkey is open" in mail.subject).text.split())
    assert "A phase that is due waits until somebody takes the seat. TAKEOVER oslo AS TURKEY takes it." in told
    house.pass_time(days=9)
    assert label(table) == "S1901M"
    nina = house.registered("Nina")
    assert "1 to take over" in house.tell(nina, "LIST").text
    house.tell(nina, "TAKEOVER oslo AS TURKEY")
    here = table.here()
    assert here.row.deadline > house.clock.now(), "nobody is late on his first day"
    told = " ".join(table.players["FRANCE"].last(lambda mail: "new player" in mail.text).text.split())
    assert f"Spring 1901 Movement is due {when(here.row.deadline, 'UTC')}." in told, "the new deadline at once"
    house.tell(nina, "A CON - BUL", to=nina.last(lambda mail: "You now play" in mail.subject))
    house.pass_time(hours=73)
    assert label(table) == "F1901M"
    assert "A BUL" in dict(table.view("FRANCE").units)["TURKEY"]


def test_open_the_gamemaster_may_make_a_dummy_instead_and_the_phase_that_waited_goes_on(house: House) -> None:
    table = _diplomacy(house, "nmr default", "misses 1", "takeover no")
    _hold(table, but=("TURKEY",))
    house.pass_time(hours=80)
    told = " ".join(table.players["ITALY"].last(lambda mail: "is open" in mail.subject).text.split())
    assert "The GameMaster will find somebody." in told
    assert "REPLACE TURKEY WITH" in table.master.last(lambda mail: "is open" in mail.subject).text
    assert not any("Waiting for" in subject for subject in subjects(table.players["ITALY"]))
    assert label(table) == "S1901M"
    table.direct("DUMMY TURKEY")
    assert label(table) == "F1901M"


def test_p20_where_writers_are_hidden_nobody_reads_why_a_seat_is_empty(house: House) -> None:
    table = _diplomacy(house, "blind yes", "nmr default", "misses 1")
    house.judge.write(_given_a_grace)
    others = [*(player for role, player in table.players.items() if role != "TURKEY"), table.master]
    before = {who.name: len(who.inbox()) for who in others}
    _hold(table, but=("TURKEY",))
    house.pass_time(hours=72)
    assert _lost(table, "TURKEY"), "a grace would tell that somebody has not written"
    mails = [mail for who in others for mail in who.inbox()[before[who.name] :]]
    told = " ".join(" ".join(mail.text.split()) for mail in mails)
    assert "Nobody plays Turkey any more." in told
    told += table.tell("FRANCE", "SUMMARY").text + table.direct("SUMMARY\nAUDIT").text
    for words in (" late", "missing for too long", "not written", "awaited"):
        assert words not in told, words


# What a letter tells others of who is late.


def _without_units(house: House, table: Seven, power: str) -> None:
    """The power keeps its centers and its money, and is awaited for that (Payola P29)."""
    _without(house, table, power, "units")


def _without(house: House, table: Seven, power: str, *things: str) -> None:
    def unit(work: Work) -> None:
        game = work.session.execute(select(Game).where(Game.name == table.name)).scalar_one()
        assert game.state is not None
        board = dict(game.state["table"])
        if "units" in things:
            board["units"] = [unit for unit in board["units"] if not unit.startswith(f"{power} ")]
        if "centers" in things:
            board["centers"] = {**board["centers"], power: []}
        game.state = {**game.state, "table": board}
        game.version += 1

    house.judge.write(unit)


def test_p29_others_do_not_read_that_a_power_without_units_is_awaited_for_its_money(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        _without_units(house, table, "AUSTRIA")
        write_all(table, but=["AUSTRIA", "ITALY"])
        house.pass_time(hours=73)
        told = table.players["FRANCE"].last(lambda mail: "Waiting for Italy" in mail.subject)
        assert "The game is waiting for orders from Italy." in told.text
        assert "Austria" not in told.text
        assert "Austria" not in told.html
        assert "Austria" in table.master.last(lambda mail: "Late: " in mail.subject).text
        assert "Your orders are late" in table.players["AUSTRIA"].last().subject
        assert "Your orders are late" in table.players["ITALY"].last().subject


def test_p29_a_vote_tells_nobody_that_a_power_without_units_is_awaited_for_its_money(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house, "decisions yes")
        _without_units(house, table, "AUSTRIA")
        write_all(table, but=["AUSTRIA", "ITALY"])
        house.pass_time(hours=73)
        told = table.tell("FRANCE", "VOTE REPLACE AUSTRIA\nVOTE REPLACE TURKEY\nVOTE REPLACE ITALY").text
        assert "The game does not wait for Austria." in told
        assert "The game does not wait for Turkey." in told
        assert "Your vote is secret." in told


def test_the_late_read_until_when_they_are_waited_for_and_what_comes_then(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        for name, options, own, others in (
            (
                "oslo",
                ("nmr default", "grace 12h"),
                "If your orders have not come by Fri 6 Mar 2026, 00:00 UTC, defaults stand in for them.",
                "Defaults stand in from Fri 6 Mar 2026, 00:00 UTC on.",
            ),
            (
                "rome",
                ("nmr wait", "abandon 7d"),
                "If your orders have not come by Sun 15 Mar 2026, 13:00 UTC, you lose your seat.",
                "Players who have not written by Sun 15 Mar 2026, 13:00 UTC lose their seats.",
            ),
        ):
            table = seven(house, *options, name=name)
            write_all(table, but=["ITALY"])
            house.pass_time(hours=73)
            for role, said in (("ITALY", own), ("FRANCE", others)):
                letter = table.players[role].last(lambda mail: "are late" in mail.subject or "Waiting" in mail.subject)
                assert said in " ".join(letter.text.split())
                assert said in letter.html


def test_whoever_is_eliminated_cannot_keep_a_game_waiting(house: House) -> None:
    table = seven(house, "early 2h", system="diplomacy")
    _without(house, table, "AUSTRIA", "units", "centers")
    told = table.tell("AUSTRIA", "WAIT")
    assert "PROBLEM" in told.text
    assert "You are eliminated. The game does not wait for you." in " ".join(told.text.split())
    for role in set(table.players) - {"AUSTRIA"}:
        table.tell(role, "NO ORDERS")
    house.pass_time(hours=3)
    assert "Spring 1901 Movement: results" in table.players["ITALY"].last().subject


def test_whoever_has_lost_all_units_and_not_all_centers_can_still_have_a_game_wait(house: House) -> None:
    table = seven(house, "early 2h", system="diplomacy")
    _without(house, table, "AUSTRIA", "units")
    assert "will not be adjudicated before" in " ".join(table.tell("AUSTRIA", "WAIT").text.split())
