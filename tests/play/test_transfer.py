"""A running game moves to another judge, and back: nothing is lost, nothing doubled, and it goes on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import func, make_url, select

from judge.app import Work
from judge.archive.document import BadArchive, canonical
from judge.archive.parcel import Parcel, read_parcel, seal_of, write_parcel
from judge.cli.main import main
from judge.games.lookup import find_game
from judge.hosting import upkeep
from judge.play import transfer
from judge.play.archives import Unfaithful
from judge.rules.problems import Refused
from judge.store.tables import Base, EventRow, Game, InboundRow, LedgerRow, OutboundRow, PhaseRow, Player, Seat
from judge.testing.correspondent import Correspondent
from tests.support.bots import gambles
from tests.support.copies import migrated
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, Seven, played, seven

NEW = "judge@new.example"


@contextmanager
def _two_houses(old_url: str, new_url: str, folder: Path) -> Iterator[tuple[House, House]]:
    with (
        open_house(old_url, folder / "old", domain="old.example", replies_per_hour=10_000) as old,
        open_house(new_url, folder / "new", domain="new.example", start=old.clock.now()) as new,
    ):
        yield old, new


def _played(house: House) -> Seven:
    return played(house, (__name__,), lambda: _play(house))


def _play(house: House) -> Seven:
    """With acts, chance, a phase that was rolled back, press under way, an absence, and orders on file."""
    table = seven(house, "title Silver and Lies", "pseudonyms yes")
    strategies = {role: gambles(random.Random(2)) for role in PLAYERS}
    table.tell("FRANCE", "ACCEPT F?\nTRANSFER 5 TO GERMANY")
    table.play_phase(strategies)
    assert "is rolled back" in table.direct("ROLLBACK S1901M").text
    table.tell("RUSSIA", "TRANSFER 2 TO TURKEY")
    table.play_phase(strategies)
    table.tell("ITALY", "PSEUDONYM VOX\nABSENCE 2026-06-01 TO 2026-06-05")
    table.send_all(strategies, PLAYERS)
    table.tell("AUSTRIA", "5 : A VIE - GAL % for the Tsar")
    table.tell("ENGLAND", "WAIT")
    return table


def _send(house: House, name: str = "oslo", to: str = NEW) -> str:
    return house.judge.write(
        lambda work: transfer.send_away(
            work, work.session.execute(select(Game).where(Game.name == name)).scalar_one(), to,
            checked=True)
    )  # fmt: skip


def _import(house: House, text: str, name: str = "", *, checked: bool = True) -> str:
    parcel = read_parcel(text)
    return house.judge.write(lambda work: transfer.import_parcel(work, parcel, name, checked=checked).name)


def _take_back(house: House) -> None:
    def unit(work: Work) -> None:
        game = work.session.execute(select(Game)).scalar_one()
        transfer.take_back(work, game)

    house.judge.write(unit)


def _story(house: House) -> str:
    """Everything that the rules have made of the game, in order, and its state: the same text for the same game."""
    with house.judge.db.reading() as session:
        game = session.execute(select(Game)).scalar_one()
        phases = session.execute(select(PhaseRow).order_by(PhaseRow.number)).scalars()
        events = session.execute(select(EventRow).order_by(EventRow.id)).scalars()
        entries = session.execute(select(LedgerRow).order_by(LedgerRow.id)).scalars()
        return canonical(
            [
                [[row.run, row.label, row.state_before, row.deadline.isoformat()] for row in phases],
                [[row.run, row.phase, row.audience, row.roles, row.kind, row.data] for row in events],
                [[row.run, row.phase, row.account, row.currency, row.amount, row.reason] for row in entries],
                [game.run, game.state, game.seed.hex(), game.options, game.settings],
            ]
        )


def _at(house: House, who: Correspondent) -> Correspondent:
    """The same person, with the mail of this judge."""
    return house.person(who.name)


@pytest.fixture(params=["from SQLite to PostgreSQL", "from PostgreSQL to SQLite"])
def houses(
    request: pytest.FixtureRequest, sqlite_url: str, postgresql_url: str, tmp_path: Path
) -> Iterator[tuple[House, House]]:
    """The judge that a game leaves and the one to which it goes."""
    here, there = (
        (sqlite_url, postgresql_url) if request.param.startswith("from SQLite") else (postgresql_url, sqlite_url)
    )
    with _two_houses(here, there, tmp_path) as both:
        yield both


@pytest.fixture
def two(sqlite_url: str, postgresql_url: str, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """The same, once."""
    with _two_houses(sqlite_url, postgresql_url, tmp_path) as both:
        yield both


def _wait_for(house: House, other: House) -> None:
    """Until it is as late there as here."""
    house.pass_time(seconds=(other.clock.now() - house.clock.now()).total_seconds())


def test_a_game_adjudicates_elsewhere_to_the_same_bytes(houses: tuple[House, House]) -> None:
    old, new = houses
    table = _played(old)
    _wait_for(new, old)
    text = _send(old)
    assert _import(new, text) == "oslo"
    _take_back(old)
    new.settle()
    assert _story(old) == _story(new)
    for house in (old, new):
        house.pass_time(hours=200)
    with new.judge.db.reading() as session:
        closed = select(func.count()).select_from(PhaseRow).where(PhaseRow.closed_at.is_not(None))
        assert session.execute(closed).scalar_one() == 3
    assert _story(old) == _story(new)
    for player in table.players.values():
        here, there = (
            _at(house, player).last(lambda mail: "results" in mail.subject).text.replace("old.example", "new.example")
            for house in (old, new)
        )
        assert here == there


def test_every_table_that_knows_of_games_goes_along_or_says_why_not() -> None:
    going = {table.name for table, _ in transfer.game_tables()}
    assert going >= {
        "seats",
        "tenures",
        "phases",
        "runs",
        "orders",
        "acts",
        "ledger",
        "events",
        "absences",
        "dispatches",
    }
    knowing = {
        table.name
        for table in Base.metadata.sorted_tables
        if any(key.column.table.name in ("games", "seats", "phases") for key in table.foreign_keys)
    }
    assert knowing == going | set(transfer.STAYS)


def test_everybody_is_told_by_both_judges_and_can_go_on_at_once(two: tuple[House, House]) -> None:
    old, new = two
    table = _played(old)
    _wait_for(new, old)
    _import(new, _send(old))
    for house in two:
        house.settle()
    told = table.players["RUSSIA"].last()
    assert told.subject.endswith("oslo moves to another judge")
    assert NEW in told.text
    rosa = _at(new, table.players["RUSSIA"])
    assert len([mail for mail in rosa.inbox() if mail.key]) == 1
    notice = rosa.last(lambda mail: "is played here now" in mail.subject)
    assert "judge@old.example" in notice.text
    rosa.key = next(mail.key for mail in rosa.inbox() if mail.key)
    before = table.view("RUSSIA").balance
    reply = new.tell(rosa, "SHOW\nTRANSFER 1 TO TURKEY", to=rosa.last())
    assert "ON FILE FOR RUSSIA" in reply.text
    assert f"Your balance is {before - 1} AgP" in reply.text
    master = _at(new, table.master)
    assert [mail for mail in master.inbox() if "is played here now" in mail.subject]


def test_unsigned_letters_are_answered_by_their_names_where_the_game_went(two: tuple[House, House]) -> None:
    old, new = two
    table = seven(old, "press choice", "nmr default")
    table.tell("FRANCE", "PRESS GREY TO ITALY: who am I?")
    old.pass_time(minutes=15)
    letter = table.players["ITALY"].last(lambda mail: "who am I?" in mail.text)
    name = letter.subject.partition("(letter ")[2][:4]
    table.tell("ITALY", f"PRESS LATER TO LETTER {name}: with the results")
    _wait_for(new, old)
    _import(new, _send(old))
    new.settle()
    italo = _at(new, table.players["ITALY"])
    italo.key = next(mail.key for mail in italo.inbox() if mail.key)
    said = new.tell(italo, f"PRESS TO LETTER {name}: at once")
    assert f"Sent to whoever wrote letter {name}." in " ".join(said.text.split())
    new.pass_time(hours=300)
    fleur = _at(new, table.players["FRANCE"])
    for words in ("at once", "with the results"):
        subjects = [mail.subject for mail in fleur.inbox() if words in mail.text and "Press from" in mail.subject]
        assert subjects == ["[oslo] Press from Italy about your unsigned letter"]


def test_mail_to_the_old_judge_is_answered_with_where_the_game_went(two: tuple[House, House]) -> None:
    old, _ = two
    table = _played(old)
    before = _story(old)
    _send(old)
    old.settle()
    for text in (
        "STATUS",
        "0 : A MOS H",
        "GAME oslo\nTRANSFER 1 TO TURKEY",
        "HISTORY oslo",
        "OBSERVE oslo",
        "INFO oslo",
    ):
        reply = table.tell("RUSSIA", text)
        assert f"oslo has moved. It is now played at {NEW}." in " ".join(reply.text.split()), (text, reply.text)
    for text in ("PROCESS F1901M", "END GAME"):
        assert f"played at {NEW}" in " ".join(table.direct(text).text.split())
    old.pass_time(hours=500)
    assert _story(old) == before
    assert "oslo" not in table.tell("RUSSIA", "GAMES").text.partition("Your games")[2]


def test_who_has_no_part_in_a_private_game_is_not_told_where_it_went(two: tuple[House, House]) -> None:
    old, _ = two
    seven(old).direct("SET word rosebud")
    _send(old)
    old.settle()
    stranger = old.registered("Stella")
    assert NEW not in old.tell(stranger, "GAME oslo\nSTATUS").text
    assert NEW not in old.tell(stranger, "HISTORY oslo").text


def test_the_clock_stands_as_long_as_the_game_is_on_its_way(two: tuple[House, House]) -> None:
    old, new = two
    table = seven(old)
    here = table.here()
    _wait_for(new, old)
    text = _send(old)
    new.pass_time(hours=40)
    _import(new, text)
    with new.judge.db.reading() as session:
        row = session.execute(select(PhaseRow)).scalar_one()
        assert (row.deadline - here.row.deadline).total_seconds() == 40 * 3600
        assert session.execute(select(Game.status)).scalar_one() == "active"


def test_a_paused_game_stays_paused(two: tuple[House, House]) -> None:
    old, new = two
    table = seven(old)
    table.direct("PAUSE")
    paused = table.game().paused_at
    old.pass_time(hours=1)
    _import(new, _send(old))
    with new.judge.db.reading() as session:
        game = session.execute(select(Game)).scalar_one()
        assert (game.status, game.paused_at) == ("paused", paused)


def test_a_game_that_waits_for_players_goes_with_those_who_have_joined(two: tuple[House, House]) -> None:
    old, new = two
    master, ann = old.registered("Manus"), old.registered("Ann")
    old.tell(master, "CREATE payola rome")
    old.tell(ann, "JOIN rome AS FRANCE")
    _import(new, _send(old, "rome"))
    new.settle()
    ann_there = _at(new, ann)
    ann_there.key = next(mail.key for mail in ann_there.inbox() if mail.key)
    assert "Joined: Ann" in new.tell(ann_there, "INFO rome").text


def test_what_never_arrived_is_taken_back(two: tuple[House, House]) -> None:
    old, _ = two
    table = seven(old)
    here = table.here()
    _send(old)
    old.pass_time(hours=10)
    _take_back(old)
    old.settle()
    assert "stays at this judge" in table.players["RUSSIA"].last(lambda mail: "stays" in mail.subject).subject
    back = table.here()
    assert (back.row.deadline - here.row.deadline).total_seconds() == 10 * 3600
    assert "has written" in table.tell("RUSSIA", "0 : A MOS H\nSTATUS").text
    with pytest.raises(Refused, match="has not moved away"):
        _take_back(old)


def test_whoever_is_registered_there_stays_who_he_is(two: tuple[House, House]) -> None:
    old, new = two
    rosa = new.registered("Rosa")
    new.tell(rosa, "PROFILE NAME Rosa Nova")
    table = seven(old)
    _wait_for(new, old)
    _import(new, _send(old))
    new.settle()
    with new.judge.db.reading() as session:
        names = session.execute(select(Player.name).join(Seat).where(Seat.name == "RUSSIA")).scalars().all()
    assert names == ["Rosa Nova"]
    assert "has written" in new.tell(rosa, "0 : A MOS H\nSTATUS", to=rosa.last()).text
    assert len([mail for mail in rosa.inbox() if mail.key]) == 1
    assert table.players["RUSSIA"].address == rosa.address


def test_everybody_reads_there_as_he_did_here(two: tuple[House, House]) -> None:
    old, new = two
    table = _played(old)
    table.tell("ITALY", "PROFILE ZONE Europe/Berlin\nPROFILE DATES German\nPROFILE MAIL PLAIN")
    name = table.players["ITALY"].name
    _import(new, _send(old))
    with new.judge.db.reading() as session:
        player = session.execute(select(Player).where(Player.name == name)).scalar_one()
        assert (player.zone, player.dates, player.plain_only) == ("Europe/Berlin", "de", True)


def test_mail_that_is_not_read_yet_goes_first(two: tuple[House, House]) -> None:
    old, _ = two
    table = seven(old)
    table.players["RUSSIA"].reply(table.results("RUSSIA"), "0 : A MOS H")
    with pytest.raises(Refused, match="mail to be read"):
        _send(old)
    old.settle()
    assert _send(old)


def _counts(house: House) -> list[int]:
    with house.judge.db.reading() as session:
        tables = (Game, Player, Seat, OutboundRow, EventRow, InboundRow)
        return [session.execute(select(func.count()).select_from(table)).scalar_one() for table in tables]


def _altered(text: str, **parts: object) -> str:
    """By somebody who knows how seals are made."""
    data = json.loads(text) | parts
    fields = {key: data[key] for key in ("schema", "origin", "made_at", "game", "rows")}
    return write_parcel(Parcel(**fields, holders=read_parcel(text).holders))[0]


def test_what_cannot_be_taken_in_is_refused_with_what_to_do_and_changes_nothing(two: tuple[House, House]) -> None:
    old, new = two
    table = _played(old)
    _wait_for(new, old)
    text = _send(old)
    data = json.loads(text)
    rows = data["rows"]
    new.registered("Rosa")
    other = new.registered("Rosalind")
    new.tell(other, "CREATE payola oslo")
    before = _counts(new)

    with pytest.raises(Refused, match="already a game called oslo here") as taken:
        _import(new, text)
    assert "--as NAME" in taken.value.problem.hint
    with pytest.raises(Refused, match="of schema 0000"):
        _import(new, _altered(text, schema="0000"), "rome")
    with pytest.raises(Refused, match="cannot play on by the rules"):
        _import(new, _altered(text, game=data["game"] | {"system": "chess"}), "rome")
    entry = rows["ledger"][0] | {"amount": 1_000_000}
    with pytest.raises(Unfaithful, match=r"S1901M, posting 1: posting\.amount is 1000000"):
        _import(new, _altered(text, rows=rows | {"ledger": [entry, *rows["ledger"][1:]]}), "rome")
    strange = rows["seats"][0] | {"player_id": 999}
    with pytest.raises(BadArchive, match="refers to a player_id 999 that is not there"):
        _import(new, _altered(text, rows=rows | {"seats": [strange, *rows["seats"][1:]]}), "rome")
    with pytest.raises(BadArchive, match="not those of this judge's tables: orders"):
        _import(new, _altered(text, rows={name: found for name, found in rows.items() if name != "orders"}), "rome")
    with pytest.raises(BadArchive, match="the seal does not fit"):
        _import(new, text.replace("Silver and Lies", "Silver and Flies"), "rome")
    assert _counts(new) == before

    assert _import(new, text, "Rome") == "rome"
    with pytest.raises(Refused, match=r"already been taken in\. It is the game rome"):
        _import(new, text, "paris")
    assert table.players


def test_who_may_not_write_there_cannot_come_along(two: tuple[House, House]) -> None:
    old, new = two
    new.registered("Rosa")
    new.judge.db.write(lambda session: upkeep.ban(session, "rosa@example.org", banned=True))
    seven(old)
    before = _counts(new)
    with pytest.raises(Refused, match="Rosa would play, lead or watch the game, and may not write here"):
        _import(new, _send(old))
    assert _counts(new) == before


def test_two_players_who_are_one_person_there_are_named(two: tuple[House, House]) -> None:
    old, new = two
    new.registered("Rosa")
    new.registered("Timur")
    new.judge.db.write(lambda session: upkeep.merge(session, "rosa@example.org", "timur@example.org"))
    seven(old)
    with pytest.raises(Refused, match="is one player here, and two in the file"):
        _import(new, _send(old))


def test_a_finished_game_does_not_move(two: tuple[House, House]) -> None:
    old, _ = two
    table = seven(old)
    table.direct("END GAME")
    with pytest.raises(Refused, match="is not running here") as refusal:
        _send(old)
    assert "judge archive" in refusal.value.problem.hint


def test_the_commands_move_a_game_and_hide_its_secrets(two: tuple[House, House], tmp_path: Path) -> None:
    old, new = two
    seven(old)
    file = tmp_path / "oslo.json"
    env = {"JUDGE_DATABASE": old.judge.settings.database, "JUDGE_DOMAIN": "old.example"}
    done = CliRunner().invoke(main, ["move", "out", "oslo", str(file), "--to", NEW], env=env)
    assert done.exit_code == 0, done.output
    assert "let nobody read it but the host of judge@new.example" in done.output
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []
    again = CliRunner().invoke(main, ["move", "out", "oslo", str(file), "--to", NEW], env=env)
    assert (again.exit_code, "already" in again.output) == (1, True)

    database = make_url(new.judge.settings.database).render_as_string(hide_password=False)
    env = {"JUDGE_DATABASE": database, "JUDGE_DOMAIN": "new.example"}
    done = CliRunner().invoke(main, ["import", str(file)], env=env)
    assert done.exit_code == 0, done.output
    assert "oslo goes on here" in done.output
    again = CliRunner().invoke(main, ["import", str(file), "--as", "rome"], env=env)
    assert (again.exit_code, "already been taken in" in again.output) == (1, True)


def test_a_game_that_cannot_go_leaves_no_file(two: tuple[House, House], tmp_path: Path) -> None:
    old, _ = two
    table = seven(old)
    file = tmp_path / "oslo.json"
    env = {"JUDGE_DATABASE": old.judge.settings.database, "JUDGE_DOMAIN": "old.example"}
    for words, said in ((["oslo", str(file), "--to", "judge@old.example"], "no address of another judge"),
                        (["osloo", str(file), "--to", NEW], "Did you mean oslo?")):  # fmt: skip
        done = CliRunner().invoke(main, ["move", "out", *words], env=env)
        assert (done.exit_code, said in done.output) == (1, True), done.output
    assert not list(tmp_path.glob("oslo*"))
    assert table.game().status == "active"
    assert seal_of(read_parcel(_send(old)))


# A game that moved away and moves back is one game, and its players are not sent round in circles.


def _send_away(house: House, to: str) -> str:
    def unit(work: Work) -> str:
        game = find_game(work.session, "oslo")
        assert game is not None
        return transfer.send_away(work, game, to, checked=True)

    return house.judge.write(unit)


def _take_in(house: House, text: str, name: str) -> None:
    parcel = read_parcel(text)
    house.judge.write(lambda work: transfer.import_parcel(work, parcel, name, checked=True).id)


def test_mails_about_a_game_that_has_come_back_are_told_its_new_name_and_it_is_not_taken_back_twice(
    sqlite_url: str, tmp_path: Path
) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    migrated(other)
    with (
        open_house(sqlite_url, tmp_path / "a", domain="old.example", replies_per_hour=10_000) as old,
        open_house(other, tmp_path / "b", domain="new.example") as new,
    ):
        table = seven(old)
        begun = table.results("FRANCE")
        _take_in(new, _send_away(old, "judge@new.example"), "")
        _take_in(old, _send_away(new, "judge@old.example"), "oslo-again")
        old.settle()
        said = " ".join(old.tell(table.players["FRANCE"], "5 : A PAR - BUR", to=begun).text.split())
        assert "oslo has come back. It is now called oslo-again" in said
        assert "5 : A PAR - BUR" in old.tell(table.players["FRANCE"], "GAME oslo-again\nSHOW\n5 : A PAR - BUR").text

        def take_back(work: Work) -> str:
            game = find_game(work.session, "oslo")
            assert game is not None
            return transfer.take_back(work, game)

        with pytest.raises(Refused, match="It is the game oslo-again"):
            old.judge.write(take_back)
