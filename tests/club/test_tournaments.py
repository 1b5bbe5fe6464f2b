"""CREATE TOURNAMENT: rounds of tables that the judge opens, seats and scores by itself."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import make_url, select

from judge.hosting import personal_data, upkeep
from judge.play.tournaments import Step, next_step
from judge.store.tables import Entry, Game, Player, Seat, Tenure, Tournament
from judge.testing.correspondent import Correspondent
from judge.web.pages import Site
from tests.support.house import MANY_REPLIES, House, any_house, open_house
from tests.support.troubles import subjects

house = any_house

SIX = ("Ann", "Bob", "Carl", "Dora", "Emil", "Fay")
HUNDRED = "tables diplomacy 3d map hundred"
People = Mapping[str, Correspondent]


def _said(house: House, who: Correspondent, text: str) -> str:
    return " ".join(house.tell(who, text).text.split())


def _open(house: House, *options: str, names: tuple[str, ...] = SIX) -> People:
    people = house.gathered("Manus", *names)
    created = "\n".join(["CREATE TOURNAMENT autumn", *(options or (HUNDRED, "rounds 2", "places 6"))])
    assert "autumn is open" in _said(house, people["Manus"], created)
    for name in names:
        assert "You take part in autumn." in _said(house, people[name], "JOIN autumn")
    return people


def _tables(house: House, number: int) -> list[Game]:
    return house.every(select(Game).where(Game.round == number).order_by(Game.name))


def _players(house: House, game: Game) -> list[str]:
    query = select(Player.name).join(Tenure, Tenure.player_id == Player.id).join(Seat, Seat.id == Tenure.seat_id)
    return house.every(query.where(Seat.game_id == game.id).order_by(Seat.name))


def _draw(house: House, people: People, game: Game) -> None:
    for name in _players(house, game):
        house.tell(people[name], f"GAME {game.name}\nDRAW")


def _concede(house: House, people: People, game: Game) -> str:
    """The one whom all others let win: who sits in the first seat."""
    winner, *others = _players(house, game)
    seat = house.every(select(Seat.name).where(Seat.game_id == game.id).order_by(Seat.name))[0]
    for name in others:
        house.tell(people[name], f"GAME {game.name}\nCONCEDE TO {seat}")
    return winner


@pytest.mark.both_databases
def test_a_tournament_is_played_by_mail_from_its_creation_to_its_standings(house: House) -> None:
    people = _open(house)
    assert [game.name for game in _tables(house, 1)] == ["autumn-1-1", "autumn-1-2"]
    assert sorted(name for game in _tables(house, 1) for name in _players(house, game)) == sorted(SIX)
    assert all("autumn: round 1 of 2 begins" in " ".join(subjects(people[name])) for name in SIX)
    one, other = _tables(house, 1)
    winner = _concede(house, people, one)
    assert _tables(house, 2) == []
    told = _said(house, people["Ann"], "TOURNAMENT autumn")
    assert f"1 {winner} 100.0 1" in told
    assert "Round 1 autumn-1-1 over Round 1 autumn-1-2 running" in told
    first = [{*_players(house, game)} for game in (one, other)]
    _draw(house, people, other)
    assert "round 2 of 2 begins" in " ".join(subjects(people["Ann"]))
    second = [{*_players(house, game)} for game in _tables(house, 2)]
    assert sorted(len(one & two) for one in first for two in second) == [1, 1, 2, 2], "no three meet again"
    for game in _tables(house, 2):
        _draw(house, people, game)
    (tournament,) = house.every(select(Tournament))
    assert (tournament.status, tournament.round) == ("ended", 2)
    letter = people["Bob"].last(lambda mail: "autumn has ended" in mail.subject)
    assert f"1 {winner} 133.3 2" in " ".join(letter.text.split())


def test_nobody_has_a_seat_twice_while_there_are_others(house: House) -> None:
    people = _open(house, HUNDRED, "rounds 3", "places 3", names=SIX[:3])
    for number in (1, 2):
        _draw(house, people, _tables(house, number)[0])
    with house.judge.db.reading() as session:
        sat = session.execute(select(Tenure.player_id, Seat.name).join(Seat, Seat.id == Tenure.seat_id)).all()
    assert len(sat) == len({*sat}) == 9


def test_it_begins_with_fewer_players_than_planned_and_ends_where_too_few_are_left(house: House) -> None:
    people = _open(house, HUNDRED, "places 9", names=SIX[:4])
    assert _tables(house, 1) == []
    house.pass_time(days=14, hours=1)
    (game,) = _tables(house, 1)
    (reserve,) = {*SIX[:4]} - {*_players(house, game)}
    letter = people[reserve].last(lambda mail: "round 1 of 3 begins" in mail.subject)
    assert "You have no table in this round." in letter.text
    for name in _players(house, game)[:2]:
        assert "Your points stay." in _said(house, people[name], "JOIN autumn STOP")
    _draw(house, people, game)
    (tournament,) = house.every(select(Tournament))
    assert (tournament.status, tournament.round) == ("ended", 1)


def test_there_are_no_standings_before_somebody_has_entered(house: House) -> None:
    people = _open(house, names=())
    assert "STANDINGS" not in _said(house, people["Manus"], "TOURNAMENT autumn")
    _said(house, people["Manus"], "JOIN autumn")
    assert "STANDINGS" in _said(house, people["Manus"], "TOURNAMENT autumn")


def test_it_is_cancelled_where_nobody_comes(house: House) -> None:
    people = _open(house, HUNDRED, names=SIX[:2])
    house.pass_time(days=14, hours=1)
    assert _tables(house, 1) == []
    letter = people["Ann"].last(lambda mail: "autumn has ended" in mail.subject)
    assert "Too few players are left for a table." in letter.text
    assert "Nobody can enter autumn any more" in _said(house, people["Bob"], "JOIN autumn")


def test_whoever_enters_behind_the_places_is_a_reserve_and_follows_who_leaves(house: House) -> None:
    people = _open(house, HUNDRED, "rounds 2", "places 3", names=SIX[:3])
    assert "you are a reserve: you play when somebody leaves" in _said(house, people["Manus"], "JOIN autumn")
    (game,) = _tables(house, 1)
    leaver = _players(house, game)[0]
    house.tell(people[leaver], f"GAME {game.name}\nRESIGN")
    house.pass_time(days=4)
    for name in _players(house, game)[1:]:
        house.tell(people[name], f"GAME {game.name}\nDRAW")
    (after,) = _tables(house, 2)
    assert sorted(_players(house, after)) == sorted({*SIX[:3], "Manus"} - {leaver})
    assert "0.0" in next(
        line for line in house.tell(people["Bob"], "TOURNAMENT autumn").text.split("\n") if leaver in line
    )


def test_a_table_without_a_winner_is_worth_nothing_and_the_rounds_go_on(house: House) -> None:
    people = _open(house)
    one, other = _tables(house, 1)
    for name in _players(house, one):
        house.tell(people[name], f"GAME {one.name}\nRESIGN")
    _draw(house, people, other)
    house.pass_time(days=7)
    (tournament,) = house.every(select(Tournament))
    assert (tournament.status, tournament.round) == ("running", 2)
    (game,) = _tables(house, 2)
    assert {*_players(house, game)} == {*_players(house, other)}


def test_a_remark_on_tournaments_is_no_problem(house: House) -> None:
    assert "PROBLEM" not in _said(house, house.registered("Ann"), "Tournament rules are odd, by the way.")


def test_whoever_leaves_before_it_begins_is_no_entrant(house: House) -> None:
    people = _open(house, HUNDRED, names=SIX[:2])
    assert "You take no part" in _said(house, people["Ann"], "JOIN tournament autumn STOP")
    assert "49, 1 have entered" in _said(house, people["Bob"], "TOURNAMENT autumn")
    assert "You do not take part in autumn." in _said(house, people["Ann"], "JOIN autumn STOP")
    assert "You take part in autumn already." in _said(house, people["Bob"], "JOIN autumn")


def test_programs_fill_its_tables(house: House) -> None:
    _open(house, "tables diplomacy 3d fill computer", "rounds 1", names=SIX[:4])
    house.pass_time(days=14, hours=1)
    (game,) = _tables(house, 1)
    assert len(house.every(select(Seat).where(Seat.game_id == game.id, Seat.status == "computer"))) == 3


def test_its_creator_can_end_it_and_nobody_else(house: House) -> None:
    people = _open(house)
    told = _said(house, people["Ann"], "CREATE TOURNAMENT autumn STOP")
    assert "You have created no tournament autumn that runs." in told
    assert "autumn has ended" in _said(house, people["Manus"], "CREATE TOURNAMENT autumn STOP")
    for game in _tables(house, 1):
        _draw(house, people, game)
    assert _tables(house, 2) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CREATE TOURNAMENT", "A tournament needs a name of one word."),
        ("CREATE TOURNAMENT x!\ntables payola", "A tournament cannot be called 'x!'."),
        ("CREATE TOURNAMENT autumn", "What is played at its tables?"),
        ("CREATE TOURNAMENT autumn\ntables chess", "chess"),
        ("CREATE TOURNAMENT autumn payola\nround 3", "Did you mean rounds?"),
        ("CREATE TOURNAMENT autumn payola\nrounds many", "rounds is a whole number from 1 to 9, not 'many'."),
        ("CREATE TOURNAMENT autumn payola\ndays soon", "days is a whole number from 1 to 60"),
        (
            "CREATE TOURNAMENT autumn payola\nscoring dice",
            "scoring is one of draw-size, squares, c-diplo, treasury, not 'dice'.",
        ),
        ("CREATE TOURNAMENT autumn diplomacy\nscoring treasury", "Diplomacy cannot be scored by treasury."),
        ("CREATE TOURNAMENT autumn pirates\nscoring c-diplo", "It can by: draw-size, squares, treasury."),
        ("CREATE TOURNAMENT autumn pirates aliases yes", "A table has the usual aliases."),
        ("TOURNAMENT autumn", "There is no such tournament."),
        ("JOIN autumn", "No such game is waiting for players."),
    ],
)
def test_what_cannot_be_is_refused(house: House, text: str, told: str) -> None:
    assert told in _said(house, house.registered("Ann"), text)


def test_games_and_tournaments_share_their_names(house: House) -> None:
    ann = house.registered("Ann")
    assert "autumn is open" in _said(house, ann, "CREATE TOURNAMENT autumn payola 3d\nscoring c-diplo\nBye, Ann")
    assert "There is already a game called autumn." in _said(house, ann, "CREATE PAYOLA autumn")
    assert "There is already a game or tournament called autumn." in _said(
        house, ann, "CREATE TOURNAMENT autumn payola"
    )
    assert "JOIN autumn a tournament: 3 rounds of payola, 3d, press white" in _said(house, ann, "LIST OPEN")
    assert "autumn payola, 3d, press white round 0 of 3 open" in _said(house, ann, "TOURNAMENT")


def test_nobody_who_does_not_take_part_reads_names_that_are_not_public(house: House) -> None:
    people = _open(house, HUNDRED, names=SIX[:2])
    house.tell(people["Bob"], "PROFILE PUBLIC YES AS Bob of Bergen")
    told = _said(house, house.registered("Zoe"), "TOURNAMENT autumn")
    assert "Bob of Bergen" in told
    assert "a player" in told
    assert "Ann" not in told
    assert "Ann" in _said(house, people["Bob"], "TOURNAMENT autumn")
    with house.judge.db.reading() as session:
        page = Site(house.judge).get(session, "tournaments/autumn.html")
        assert page is not None
        assert b"Bob of Bergen" in page.content
        assert b"Ann" not in page.content


def test_whoever_is_forgotten_or_merged_plays_no_further_round(house: House) -> None:
    people = _open(house, HUNDRED, names=SIX[:5])
    ann, bob, carl = (people[name].address for name in SIX[:3])
    house.judge.db.write(lambda session: personal_data.forget(session, carl, house.clock.now(), house.judge.secret))
    house.judge.db.write(lambda session: upkeep.merge(session, bob, ann))
    assert len(house.every(select(Entry))) == 3


def _half_played(house: House) -> People:
    """Six people at two tables of Payola. One of the tables is over."""
    people = _open(house, "tables payola 3d map hundred", "scoring treasury", "rounds 2", "places 6")
    _draw(house, people, _tables(house, 1)[0])
    return people


def _read_by_others(sqlite_url: str, folder: Path, *orders: str) -> tuple[list[str], list[bytes]]:
    """What is read at the table that is over, and on the pages, while people write this at the other one."""
    with open_house(sqlite_url, folder, replies_per_hour=MANY_REPLIES) as house:
        people = house.once(("half a tournament",), lambda: _half_played(house))
        over, runs = _tables(house, 1)
        reader = people[_players(house, over)[0]]
        before = len(reader.inbox())
        for name, text in zip(_players(house, runs), orders, strict=True):
            house.tell(people[name], f"GAME {runs.name}\n{text}")
        for text in ("TOURNAMENT autumn", "TOURNAMENT", "LIST OPEN"):
            house.tell(reader, text)
        house.pass_time(days=4)
        house.tell(reader, "TOURNAMENT autumn")
        with house.judge.db.reading() as session:
            files = [Site(house.judge).get(session, path) for path in ("tournaments/autumn.html", "sitemap.xml")]
        return [mail.text for mail in reader.inbox()[before:]], [file.content for file in files if file]


def test_standings_tell_nothing_of_a_table_that_runs(sqlite_url: str, tmp_path: Path) -> None:
    urls = [f"sqlite:///{shutil.copy(make_url(sqlite_url).database or '', tmp_path / f'{n}.db')}" for n in range(3)]
    runs = (("NO ORDERS",) * 3, ("TRANSFER 5 TO FRANCE", "DRAW", "DRAW"), ("ACCEPT EFB", "VOTE PAUSE", "DRAW"))
    first, second, third = (
        _read_by_others(url, tmp_path / str(n), *orders) for n, (url, orders) in enumerate(zip(urls, runs, strict=True))
    )
    assert "over" in first[0][0]
    assert first == second == third


NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "number", "entered", "unfinished", "step"),
    [
        ("open", 0, 7, 0, Step.BEGIN),
        ("open", 0, 6, 0, Step.END),
        ("running", 1, 7, 1, Step.WAIT),
        ("running", 1, 7, 0, Step.BEGIN),
        ("running", 1, 6, 0, Step.END),
        ("running", 2, 7, 0, Step.END),
        ("ended", 2, 7, 0, Step.WAIT),
    ],
)
def test_what_comes_next(status: str, number: int, entered: int, unfinished: int, step: Step) -> None:
    tournament = Tournament(status=status, round=number, rounds=2, closes_at=NOW, size=7, filled=False)
    assert next_step(tournament, entered, unfinished, NOW) is step


def test_it_waits_until_it_closes() -> None:
    tournament = Tournament(status="open", round=0, rounds=2, closes_at=NOW, size=7, filled=False)
    assert next_step(tournament, 7, 0, NOW.replace(month=11)) is Step.WAIT
