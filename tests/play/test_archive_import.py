"""The archive of a finished game, taken in by another judge: the same game, down to the seal."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.app import Judge, open_judge
from judge.archive.document import read_archive, write_archive
from judge.cli.main import main
from judge.clock import SetClock
from judge.games.lookup import find_game
from judge.play.archive_import import import_archive
from judge.play.archives import Unfaithful, archive_of
from judge.rules.problems import Refused
from judge.settings import Settings
from judge.web.pages import Site
from tests.archive.played import short_game
from tests.support.bots import gambles
from tests.support.house import DAY_ONE, House, open_house
from tests.support.table_of_seven import PLAYERS, seven


def _judge(url: str) -> Judge:
    return open_judge(Settings(database=url), SetClock(DAY_ONE))


def _import(judge: Judge, text: str, name: str = "") -> str:
    found = read_archive(text)
    return judge.write(lambda work: import_archive(work.at(DAY_ONE), found, name).name)


def _written(judge: Judge, name: str, *, whole: bool = False) -> str:
    with judge.db.reading() as session:
        game = find_game(session, name)
        assert game is not None
        return write_archive(archive_of(session, game, whole=whole))


def _rolled_back(house: House) -> str:
    """The public archive of a game with a phase that was played twice."""
    table = seven(house, "title Silver and Lies", name="rome")
    strategies = {role: gambles(random.Random(2)) for role in PLAYERS}
    table.play_phase(strategies)
    assert "is rolled back" in table.direct("ROLLBACK S1901M").text
    table.tell("RUSSIA", "TRANSFER 2 TO TURKEY")
    table.play_phase(strategies)
    table.play_phase(strategies)
    assert "is rolled back" in table.direct("ROLLBACK F1901M").text
    table.play_phase(strategies)
    table.direct("END GAME Abandoned by consent")
    return _written(house.judge, "rome")


def test_a_game_taken_in_gives_the_same_archive_again(database_url: str) -> None:
    judge = _judge(database_url)
    assert _import(judge, short_game()) == "oslo"
    assert _written(judge, "oslo") == short_game()
    judge.db.close()


def test_a_game_that_was_rolled_back_gives_the_same_archive_again(
    sqlite_url: str, postgresql_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        text = _rolled_back(house)
    assert [phase["run"] for phase in json.loads(text)["phases"]][:2] == [1, 2]
    judge = _judge(postgresql_url)
    _import(judge, text)
    assert _written(judge, "rome") == text
    judge.db.close()


def test_pages_and_history_of_a_game_taken_in_are_there(house: House) -> None:
    _import(house.judge, short_game())
    with house.judge.db.reading() as session:
        site = Site(house.judge)
        page, file = (site.get(session, f"games/oslo/{name}") for name in ("index.html", "archive.json"))
    assert page is not None
    assert file is not None
    assert "Silver and Lies" in page.content.decode()
    assert file.content.decode() == short_game()
    ann = house.registered("Ann")
    assert "SPRING 1901 MOVEMENT" in house.tell(ann, "HISTORY oslo S1901M").text
    assert "oslo" in house.tell(ann, "LIST").text
    assert "TURKEY" in house.tell(ann, "SUMMARY oslo").text.upper()


def test_what_does_not_replay_is_not_taken_in(sqlite_url: str) -> None:
    judge = _judge(sqlite_url)
    data = json.loads(short_game())
    data["phases"][2]["state_before"]["balances"]["FRANCE"] += 1
    sealed_anew = write_archive(read_archive(json.dumps(data)).archive)
    with pytest.raises(Unfaithful, match=r"W1901A: state_before\.balances\.FRANCE"):
        _import(judge, sealed_anew)
    with pytest.raises(Unfaithful, match="the seal does not fit"):
        _import(judge, short_game().replace("2026-01-02", "2026-01-03", 1))
    with judge.db.reading() as session:
        assert find_game(session, "oslo") is None
    judge.db.close()


def test_one_archive_is_one_game(sqlite_url: str) -> None:
    judge = _judge(sqlite_url)
    _import(judge, short_game())
    with pytest.raises(Refused, match="already a game called oslo here"):
        _import(judge, short_game())
    with pytest.raises(Refused, match=r"already been taken in\. It is the game oslo"):
        _import(judge, short_game(), "rome")
    judge.db.close()


def test_an_archive_without_secrets_never_passes_for_a_whole_one(sqlite_url: str) -> None:
    judge = _judge(sqlite_url)
    _import(judge, short_game())
    with pytest.raises(Refused, match="There is no more of it here"):
        _written(judge, "oslo", whole=True)
    judge.db.close()


def test_the_command_takes_in_an_archive_and_says_what_is_wrong(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "oslo.json"
    file.write_text(short_game())
    env = {"JUDGE_DATABASE": sqlite_url}
    done = CliRunner().invoke(main, ["import", str(file), "--as", "Rome"], env=env)
    assert (done.exit_code, "rome is here: 7 phases, replayed to the byte" in done.output) == (0, True), done.output
    file.write_text("nonsense")
    done = CliRunner().invoke(main, ["import", str(file)], env=env)
    assert (done.exit_code, "this is no JSON" in done.output) == (1, True)
