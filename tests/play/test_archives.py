"""Archives of games played by mail: what a judge has stored replays, and holds what the rules open and no more."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select, update

from judge.app import Judge, Work, open_judge
from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from judge.cli.main import main
from judge.clock import SetClock
from judge.games.lookup import find_game, system_of
from judge.play.archives import Unfaithful, archive_of, public_archive
from judge.play.transfer import import_archive
from judge.rules.problems import Refused
from judge.rules.registry import systems
from judge.settings import Settings
from judge.store.tables import Game, LedgerRow
from judge.web.export import export
from judge.web.pages import Site
from tests.archive.played import short_game
from tests.support.bots import gambles
from tests.support.house import DAY_ONE, House, open_house
from tests.support.second_version import SecondPayola
from tests.support.table_of_seven import PLAYERS, Seven, played, seven

SECRET = "only Greta knows"


def _played(house: House, until: str = "F1901M") -> Seven:
    return played(house, (__name__, until), lambda: _play(house, until))


def _play(house: House, until: str) -> Seven:
    """Up to that phase: sheets at random, a transfer, a list with chance in it, a vote that leads to nothing."""
    table = seven(house, "title Silver and Lies")
    luck = random.Random(2)
    table.tell("FRANCE", "ACCEPT F?\nTRANSFER 5 TO GERMANY")
    table.tell("TURKEY", "DRAW")
    table.tell("AUSTRIA", "5 : A VIE - GAL % for the Tsar")
    while (here := table.now()) is not None and here.row.label != until:
        table.play_phase({role: gambles(luck) for role in PLAYERS})
    return table


def _end_by_draw(table: Seven) -> None:
    here = table.here()
    for role in here.phase.roles:
        table.tell(role, "DRAW")
    assert table.game().status == "ended"


def _archive(house: House, table: Seven, *, whole: bool = False) -> str:
    with house.judge.db.reading() as session:
        return write_archive(archive_of(session, table.game(), whole=whole))


def test_a_game_by_mail_replays_and_its_public_archive_holds_what_the_rules_open(
    database_url: str, tmp_path: Path
) -> None:
    with open_house(database_url, tmp_path) as house:
        table = _played(house, "S1902M")
        # Never adjudicated, so never opened (Payola 3.6: offers that were made).
        table.tell("GERMANY", f"9 : {table.view('GERMANY').own_units[0]} H % {SECRET}")
        _end_by_draw(table)
        public, whole = _archive(house, table), _archive(house, table, whole=True)
        for text in (public, whole):
            found = read_archive(text)
            assert (found.broken, verify(found.archive).findings) == ((), ())
        assert SECRET not in public
        assert SECRET in whole
        votes = [
            [act["role"] for act in phase["acts"] if act["kind"] == "vote"] for phase in json.loads(public)["phases"]
        ]
        assert "TURKEY" not in votes[0], "a draw that did not come about"
        assert len(votes[-1]) == 7
        addresses = [player.address for player in (*table.players.values(), table.master)]
        assert not [address for address in addresses if address in whole]


def test_a_game_that_its_master_ends_replays_up_to_there(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = _played(house)
        table.direct("END GAME Abandoned by consent")
        found = read_archive(_archive(house, table))
        assert found.archive.phases[-1].closed_by == "master"
        report = verify(found.archive)
        assert report.findings == ()
        assert report.notes


def test_a_game_that_was_rolled_back_replays_as_it_counts(sqlite_url: str, tmp_path: Path) -> None:
    """The acts of the phase that opened again count once, its first adjudication and the reversals do not."""
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = _played(house)
        assert "is rolled back" in table.direct("ROLLBACK S1901M").text
        table.tell("RUSSIA", "TRANSFER 2 TO TURKEY")
        table.play_phase({role: gambles(random.Random(9)) for role in PLAYERS})
        table.direct("END GAME")
        found = read_archive(_archive(house, table))
        assert verify(found.archive).findings == ()
        first = found.archive.phases[0]
        assert (first.label, first.run) == ("S1901M", 1)
        assert [act.kind for act in first.acts] == ["accept", "transfer", "transfer"]


def test_d6_a_game_that_ended_under_version_1_is_archived_by_version_2(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = _played(house)
        table.direct("END GAME Abandoned by consent")

        monkeypatch.setitem(systems(), "payola", SecondPayola())
        found = read_archive(_archive(house, table))
        assert verify(found.archive).findings == ()
        assert found.archive.phases[-1].closed_by == "master"


def test_d6_a_game_that_ended_under_rules_that_nobody_reads_any_more_spoils_no_page(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = _played(house)
        table.direct("END GAME Abandoned by consent")
        house.judge.db.write(lambda session: session.execute(update(Game).values(system_version=99)))
        with pytest.raises(Unfaithful, match="no version 99 of payola"):
            _archive(house, table)
        site = Site(house.judge)
        with house.judge.db.reading() as session:
            page = site.get(session, "games/oslo/index.html")
            assert page is not None
            assert b"Abandoned by consent" in page.content
            assert b"archive.json" not in page.content
            assert site.get(session, "games/oslo/archive.json") is None
        assert export(site, tmp_path / "www") > 0


def test_a_running_game_has_no_archive(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        with pytest.raises(Refused, match="has not been played to its end"):
            _archive(house, table)


def test_silver_that_somebody_moves_in_the_database_is_found_before_an_archive_leaves(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = _played(house)
        _end_by_draw(table)
        with house.judge.db.writing() as session:
            session.execute(update(LedgerRow).where(LedgerRow.id == 3).values(amount=LedgerRow.amount + 1))
        with pytest.raises(Unfaithful, match=r"S1901M, posting 3: posting\.amount is "):
            _archive(house, table)


def test_the_commands_write_and_verify_an_archive(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = _played(house)
        runner, env = CliRunner(), {"JUDGE_DATABASE": sqlite_url}
        file = tmp_path / "oslo.json"
        early = runner.invoke(main, ["archive", "oslo", "-o", str(file)], env=env)
        assert early.exit_code == 1
        assert "has not been played to its end" in early.output
        _end_by_draw(table)
        assert runner.invoke(main, ["archive", "oslo", "-o", str(file)], env=env).exit_code == 0
        honest = runner.invoke(main, ["verify", str(file)])
        assert honest.exit_code == 0, honest.output
        assert "replay to the byte" in honest.output
        data = json.loads(file.read_text())
        honest_data = json.loads(file.read_text())
        data["phases"][1]["state_before"]["balances"]["ENGLAND"] += 1
        file.write_text(json.dumps(data))
        altered = runner.invoke(main, ["verify", str(file), "--quiet"])
        assert altered.exit_code == 1
        assert "F1901M: state_before.balances.ENGLAND is " in altered.output
        file.write_bytes(b"\xef\xbb\xbf" + json.dumps(honest_data).encode())
        assert runner.invoke(main, ["verify", str(file), "--quiet"]).exit_code == 0, "an editor puts a mark in front"
        data["phases"][1]["label"] = "\033[2J[/red]"
        data["name"] = "oslo\nAll is well"
        file.write_text(json.dumps(data))
        for command in ("verify", "import"):
            hostile = runner.invoke(main, [command, str(file)], env=env)
            assert hostile.exit_code == 1
            assert "\N{REPLACEMENT CHARACTER}[2J[/red]" in hostile.output
            assert "\033" not in hostile.output
        file.write_bytes(gzip.compress(b"{}"))
        for command in ("verify", "import"):
            assert "plain JSON, unpacked" in runner.invoke(main, [command, str(file)], env=env).output


def test_a_game_that_has_ended_is_replayed_once_and_again_only_if_it_is_another_by_then(house: House) -> None:
    table = _played(house, "S1902M")
    _end_by_draw(table)
    with house.judge.db.reading() as session:
        game = table.game()
        text = public_archive(session, game)
        assert game.result is not None
        assert game.result["replayed"] == f"{read_archive(text).seal} {system_of(game).version}"
    with house.judge.db.writing() as session:
        session.execute(update(LedgerRow).where(LedgerRow.id == 3).values(amount=LedgerRow.amount + 1))
    with (
        house.judge.db.reading() as session,
        pytest.raises(Unfaithful, match=r"S1901M, posting 3: posting\.amount is "),
    ):
        public_archive(session, table.game())


def test_an_archive_that_came_here_has_been_replayed_under_the_name_that_it_got(house: House) -> None:
    with house.judge.db.writing() as session:
        import_archive(Work(house.judge, session), read_archive(short_game()), "genoa")
    with house.judge.db.reading() as session:
        game = session.execute(select(Game).where(Game.name == "genoa")).scalar_one()
        text = public_archive(session, game)
        assert game.result is not None
        assert game.result["replayed"] == f"{read_archive(text).seal} {system_of(game).version}"


# The archive of a finished game, taken in by another judge: the same game, down to the seal.


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
