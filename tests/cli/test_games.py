"""`judge games` and `judge show GAME`: what the host sees, and never what anybody wrote."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import main
from judge.store.engine import Database
from judge.store.tables import Game, Joining, OrdersRow, PhaseRow, Player, Seat

pytestmark = pytest.mark.both_databases


START = datetime(2026, 5, 1, 18, tzinfo=UTC)


def _judge(url: str, *args: str) -> Result:
    return CliRunner().invoke(main, args, env={"JUDGE_DATABASE": url, "COLUMNS": None})  # xdist sets it


def _game(name: str, status: str, master: Player, **more: object) -> Game:
    return Game(
        name=name,
        system="payola",
        system_version=1,
        options={"map": "standard", "dummies": ["ITALY"]},
        settings={},
        status=status,
        master_id=master.id,
        seed=b"seed",
        state=None,
        result=None,
        created_at=START,
        **more,
    )


@pytest.fixture
def played(database: Database, database_url: str) -> str:
    """One game that is on, one that is forming, one that has ended; the URL of their database."""
    with database.writing() as session:
        ann, bob = (Player(name=name, status="active", registered_at=START) for name in ("Ann", "Bob \x1b[2J[red]"))
        session.add_all([ann, bob])
        session.flush()
        on, forming = _game("spring", "active", ann, title="Spring offensive"), _game("autumn", "forming", ann)
        session.add_all([on, forming, _game("winter", "ended", ann, ended_at=START)])
        session.flush()
        session.add_all(
            [
                Seat(game_id=on.id, name="AUSTRIA", player_id=bob.id, status="taken"),
                Seat(game_id=on.id, name="ENGLAND", status="vacant"),
                Joining(game_id=forming.id, player_id=bob.id, wishes=["FRANCE", "TURKEY"]),
                OrdersRow(
                    game_id=on.id,
                    run=0,
                    phase="F1901M",
                    role="AUSTRIA",
                    part="offers",
                    revision=1,
                    text="A VIE: 5 - GAL",
                    written=True,
                    at=START,
                ),
            ]
        )
        for number, (label, title) in enumerate((("S1901M", "Spring 1901"), ("F1901M", "Fall 1901")), 1):
            opened = START + timedelta(days=number)
            closed = opened + timedelta(days=1) if number == 1 else None
            session.add(
                PhaseRow(
                    game_id=on.id, run=0, number=number, label=label, title=title, state_before={}, system_version=1,
                    opened_at=opened, deadline=opened + timedelta(days=1), promised=opened + timedelta(days=1),
                    closed_at=closed,
                )
            )  # fmt: skip
    return database_url


def _row(result: Result, first: str) -> str:
    assert result.exit_code == 0, result.stderr
    (found,) = [line for line in result.output.splitlines() if line.split()[:1] == [first]]
    return " ".join(found.split())


def test_games_shows_phase_deadline_and_seats_of_a_game_that_is_on(played: str) -> None:
    assert _row(_judge(played, "games"), "spring") == "spring payola active Fall 1901 Mon 2026-05-04 18:00 UTC 1 of 2"


def test_games_shows_how_many_have_joined_a_game_that_is_forming(played: str) -> None:
    assert _row(_judge(played, "games"), "autumn") == "autumn payola forming 1 joined"


def test_games_leaves_out_what_has_ended_unless_asked_for_all(played: str) -> None:
    assert "winter" not in _judge(played, "games").output
    assert "winter" in _judge(played, "games", "--all").output


def test_games_without_any_says_how_one_is_made(database_url: str) -> None:
    result = _judge(database_url, "games")
    assert result.exit_code == 0
    assert "HELP CREATE" in result.output


def test_show_tells_who_plays_and_when(played: str) -> None:
    result = _judge(played, "show", "SPRING")
    assert _row(result, "Title") == "Title Spring offensive"
    assert _row(result, "Options") == "Options dummies: ITALY, map: standard"
    assert _row(result, "ENGLAND") == "ENGLAND vacant"
    assert (
        _row(result, "Spring")
        == "Spring 1901 Sat 2026-05-02 18:00 UTC Sun 2026-05-03 18:00 UTC Sun 2026-05-03 18:00 UTC"
    )
    assert _row(result, "Fall") == "Fall 1901 Sun 2026-05-03 18:00 UTC Mon 2026-05-04 18:00 UTC"


def test_show_never_tells_what_anybody_wrote(played: str) -> None:
    assert "GAL" not in _judge(played, "show", "spring").output


def test_show_lists_who_has_joined_a_game_that_is_forming(played: str) -> None:
    assert _row(_judge(played, "show", "autumn"), "Bob").endswith("FRANCE TURKEY")


def test_a_players_name_is_neither_markup_nor_a_command_to_the_terminal(played: str) -> None:
    assert "Bob \N{REPLACEMENT CHARACTER}[2J[red]" in _judge(played, "show", "spring").output


def test_show_of_no_such_game_fails_and_suggests_the_nearest(played: str) -> None:
    near, far = _judge(played, "show", "sprnig"), _judge(played, "show", "zzz")
    assert (near.exit_code, far.exit_code) == (1, 1)
    assert "there is no game 'sprnig'. Did you mean spring?" in near.stderr
    assert "judge games --all lists them" in far.stderr
