"""Files that are sealed, and are no games all the same: refused with a reason, and nothing is taken in."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select

from judge.app import Work
from judge.archive.document import BadArchive, canonical, parsed
from judge.cli.main import main
from judge.games.lookup import find_game
from judge.play import transfer
from judge.rules.problems import Refused
from judge.store.engine import Database
from judge.store.tables import Game, Player
from tests.support.house import House, open_house
from tests.support.table_of_seven import seven
from tests.support.troubles import write_all


def _sent(house: House) -> str:
    def unit(work: Work) -> str:
        game = find_game(work.session, "oslo")
        assert game is not None
        return transfer.send_away(work, game, "judge@new.example", checked=True)

    return house.judge.write(unit)


@pytest.fixture(scope="module")
def parcel(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("old")
    url = f"sqlite:///{folder / 'judge.db'}"
    shutil.copyfile(sqlite_template, folder / "judge.db")
    with open_house(url, folder, domain="old.example", replies_per_hour=10_000) as house:
        table = seven(house)
        write_all(table)
        house.pass_time(hours=73)
        return _sent(house)


def _altered(text: str, path: tuple[Any, ...], value: Any) -> str:
    data = json.loads(text)
    where = data
    for key in path[:-1]:
        where = where[key]
    where[path[-1]] = value
    del data["seal"]
    data["seal"] = hashlib.sha256(canonical(data).encode("utf-8", "surrogatepass")).hexdigest()
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game", "status"), "active"),
        (("game", "status"), "ended"),
        (("game", "settings"), None),
        (("game", "settings", "zone"), "America/Nowhere"),
        (("game", "options"), "none"),
        (("game", "options", "dummies"), None),
        (("game", "state"), []),
        (("game", "state", "table", "units", 0), 2),
        (("game", "state", "table", "map"), {}),
        (("game", "state", "match", "winners"), None),
        (("game", "name"), "../../etc/passwd"),
        (("rows", "phases", 0, "label"), "../../../index"),
        (("game", "name"), "half a \ud800"),
        (("game", "created_at"), "2026-01-01T00:00:00"),
        (("game", "master_id"), []),
        (("rows", "ledger", 0, "amount"), 10**30),
        (("rows", "ledger", 0, "amount"), float("nan")),
        (("rows", "events", 0, "data"), "-1"),
        (("rows", "seats", 0, "player_id"), {"a": 1}),
        (("holders", 0, "zone"), 7),
        (("holders", 0, "addresses"), ["Not An Address"]),
    ],
)
def test_a_file_that_is_no_game_is_refused_and_leaves_nothing(
    parcel: str, sqlite_url: str, tmp_path: Path, path: tuple[Any, ...], value: Any
) -> None:
    file = tmp_path / "oslo.json"
    file.write_text(_altered(parcel, path, value))
    env = {"JUDGE_DATABASE": sqlite_url, "JUDGE_DOMAIN": "new.example"}
    unchecked = ["--unchecked"] if path[-1] == "label" else []
    done = CliRunner().invoke(main, ["import", str(file), *unchecked], env=env)
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    database = Database(sqlite_url)
    with database.reading() as session:
        for table in (Game, Player):
            assert session.execute(select(func.count()).select_from(table)).scalar_one() == 0
    database.close()


def test_a_zone_or_a_language_that_only_the_old_host_knew_keeps_nobody_out(
    parcel: str, sqlite_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "oslo.json"
    strange = _altered(_altered(parcel, ("holders", 0, "zone"), "America/Nowhere"), ("holders", 0, "dates"), "tlh")
    file.write_text(strange)
    done = CliRunner().invoke(
        main, ["import", str(file)], env={"JUDGE_DATABASE": sqlite_url, "JUDGE_DOMAIN": "new.example"}
    )
    assert done.exit_code == 0, done.output
    database = Database(sqlite_url)
    with database.reading() as session:
        name = json.loads(strange)["holders"][0]["name"]
        player = session.execute(select(Player).where(Player.name == name)).scalar_one()
        assert (player.zone, player.dates) == ("UTC", "")
    database.close()


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": Infinity}', '{"a": "\\ud800"}', '{"\\udfff": 1}', "[" * 100_000])
def test_what_two_readers_would_read_otherwise_is_no_archive(text: str) -> None:
    with pytest.raises(BadArchive):
        parsed(text)


def test_a_game_with_held_results_does_not_move_before_they_are_published(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        table.direct("HOLD")
        write_all(table)
        house.pass_time(hours=73)
        with pytest.raises(Refused, match="The results of Spring 1901 Movement are held") as refusal:
            _sent(house)
        assert "PUBLISH" in refusal.value.problem.hint
