"""What the host does with players and mail: ban, merge, resend, backup, purge, adopt, resume."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.cli.main import main
from judge.identity.players import clean_name
from judge.identity.trust import player_at
from judge.store.engine import Database
from judge.store.tables import Address, Game, Host, OutboundRow, Player, Seat

pytestmark = pytest.mark.both_databases


AT = datetime(2025, 5, 1, 18, tzinfo=UTC)


def _judge(url: str, *args: str) -> Result:
    return CliRunner().invoke(main, args, env={"JUDGE_DATABASE": url, "COLUMNS": None})


def _player(database: Database, name: str) -> int:
    def unit(session: Session) -> int:
        player = Player(name=clean_name(name), zone="UTC", status="active", registered_at=AT)
        session.add(player)
        session.flush()
        session.add(Address(player_id=player.id, address=f"{name.lower()}@x.org", primary=True))
        return player.id

    return database.write(unit)


def _game(database: Database, name: str, master: int, **seats: int) -> int:
    def unit(session: Session) -> int:
        game = Game(
            name=name, title="", system="payola", system_version=1, options={}, settings={}, status="forming",
            master_id=master, seed=b"", state=None, created_at=AT,
        )  # fmt: skip
        session.add(game)
        session.flush()
        for seat, player in seats.items():
            session.add(Seat(game_id=game.id, name=seat, player_id=player, status="taken"))
        return game.id

    return database.write(unit)


def _mail(database: Database, player: int, status: str, game: int | None = None, at: datetime = AT) -> int:
    def unit(session: Session) -> int:
        row = OutboundRow(
            player_id=player, game_id=game, seat_id=None, purpose="reply", recipient="x@x.org",
            message_id="<1@x>", raw=b"", status=status, attempts=3, next_try=at, made_at=at,
        )  # fmt: skip
        session.add(row)
        session.flush()
        return row.id

    return database.write(unit)


@pytest.fixture
def ann(database: Database) -> int:
    return _player(database, "Ann")


def test_players_are_listed_banned_and_admitted_again(database: Database, database_url: str, ann: int) -> None:
    _game(database, "oslo", ann, ITALY=ann)
    assert "ann@x.org" in _judge(database_url, "players").output
    result = _judge(database_url, "players", "ban", "Ann@x.org")
    assert result.output == "Ann is banned. Still sits in: oslo.\n"
    assert "banned" in _judge(database_url, "players").output
    assert "admitted again" in _judge(database_url, "players", "unban", "ann@x.org").output
    with database.reading() as session:
        assert session.get_one(Player, ann).status == "active"


def test_who_is_not_registered_cannot_be_banned(database_url: str) -> None:
    result = _judge(database_url, "players", "ban", "nobody@x.org")
    assert result.exit_code == 1
    assert "nobody is registered" in result.output


def test_two_registrations_of_one_person_become_one_player(database: Database, database_url: str, ann: int) -> None:
    other = _player(database, "Annie")
    game = _game(database, "oslo", other, ITALY=other)
    result = _judge(database_url, "players", "merge", "ann@x.org", "annie@x.org")
    assert result.exit_code == 0, result.output
    with database.reading() as session:
        found = player_at(session, "annie@x.org")
        assert found is not None
        assert found.id == ann
        assert session.get(Player, other) is None
        assert session.get_one(Game, game).master_id == ann
        assert session.execute(select(Seat.player_id)).scalar_one() == ann
        primary = select(Address.address).where(Address.primary)
        assert session.execute(primary).scalar_one() == "ann@x.org"


def test_two_who_play_in_one_game_are_not_merged(database: Database, database_url: str, ann: int) -> None:
    other = _player(database, "Annie")
    _game(database, "oslo", ann, ITALY=ann, FRANCE=other)
    result = _judge(database_url, "players", "merge", "ann@x.org", "annie@x.org")
    assert result.exit_code == 1
    assert "both sit in oslo" in result.output


def test_failed_mail_of_a_game_is_queued_again(database: Database, database_url: str, ann: int) -> None:
    game = _game(database, "oslo", ann)
    failed, sent = _mail(database, ann, "failed", game), _mail(database, ann, "sent", game)
    assert "1 mails are queued" in _judge(database_url, "resend", "--game", "oslo").output
    assert "1 mails are queued" in _judge(database_url, "resend", str(sent)).output
    assert _judge(database_url, "resend").exit_code == 2
    with database.reading() as session:
        rows = session.execute(select(OutboundRow).where(OutboundRow.id.in_((failed, sent)))).scalars()
        assert {(row.status, row.attempts, row.message_id) for row in rows} == {("queued", 0, "<1@x>")}


def test_old_mail_is_forgotten_but_none_that_players_may_still_answer(
    database: Database, database_url: str, ann: int
) -> None:
    old = _mail(database, ann, "sent")
    young = _mail(database, ann, "sent", at=datetime.now(UTC) - timedelta(days=200))
    assert "1 mails of the judge" in _judge(database_url, "purge").output
    with database.reading() as session:
        assert session.get(OutboundRow, old) is None
        assert session.get(OutboundRow, young) is not None
    result = _judge(database_url, "purge", "--older-than", "30")
    assert result.exit_code == 1
    assert "180 days" in result.output


def test_an_orphaned_game_gets_a_new_gamemaster(database: Database, database_url: str, ann: int) -> None:
    game = _game(database, "oslo", ann, ITALY=ann)
    bob = _player(database, "Bob")
    assert "already the GameMaster" in _judge(database_url, "adopt", "oslo", "ann@x.org").output
    result = _judge(database_url, "adopt", "oslo", "bob@x.org")
    assert result.exit_code == 0, result.output
    with database.reading() as session:
        assert session.get_one(Game, game).master_id == bob
    assert "no running game" in _judge(database_url, "adopt", "paris", "bob@x.org").output


def test_a_judge_that_has_stopped_goes_on_when_told(database: Database, database_url: str) -> None:
    assert "had not stopped" in _judge(database_url, "resume").output

    def stop(session: Session) -> None:
        host = session.execute(select(Host)).scalar_one()
        host.stopped_at, host.stopped_why = AT, "The clock says nonsense."

    database.write(stop)
    assert "The clock says nonsense." in _judge(database_url, "resume").output
    with database.reading() as session:
        assert session.execute(select(Host.stopped_at)).scalar_one() is None


def test_d8_a_backup_that_was_put_back_waits_and_sends_nothing_blindly(
    database: Database, database_url: str, ann: int
) -> None:
    _judge(database_url, "resume")  # the host's row is made with the first command that opens a judge
    waiting = [_mail(database, ann, status) for status in ("queued", "claimed")]
    sent = _mail(database, ann, "sent")
    assert "2 mails that waited are set aside" in _judge(database_url, "restored").output
    with database.reading() as session:
        assert {session.get_one(OutboundRow, each).status for each in waiting} == {"set aside"}
        assert session.get_one(OutboundRow, sent).status == "sent"
        assert session.execute(select(Host.stopped_at)).scalar_one() is not None
    assert "a backup that was put back" in _judge(database_url, "resume").output
    assert "2 mails are queued again" in _judge(database_url, "resend", "--set-aside").output


def test_a_backup_is_a_copy_and_never_overwrites(sqlite_url: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    assert "is a copy" in _judge(sqlite_url, "backup", str(target)).output
    assert target.stat().st_mode & 0o777 == 0o600
    again = _judge(sqlite_url, "backup", str(target))
    assert again.exit_code == 1
    assert "already" in again.output


def test_a_backup_is_of_the_database_that_is_named_whatever_its_folder_is_called(
    sqlite_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "100% a#b"
    folder.mkdir()
    database = folder / "judge.db"
    shutil.copyfile(sqlite_url.removeprefix("sqlite:///"), database)
    assert "is a copy" in _judge(f"sqlite:///{database}", "backup", str(tmp_path / "copy.db")).output


def test_postgresql_is_backed_up_by_its_own_tool(postgresql_url: str, tmp_path: Path) -> None:
    result = _judge(postgresql_url, "backup", str(tmp_path / "copy.db"))
    assert result.exit_code == 1
    assert "pg_dump" in result.output
