"""The `judge` command: help, exit codes, and messages instead of tracebacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge import __version__
from judge.cli.main import COMMANDS, main
from judge.store.engine import SCHEMA_REVISION
from judge.store.migrate import revisions
from tests.support.postgres import current_revision

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("JUDGE_CONFIG", raising=False)
        patch.delenv("JUDGE_DATABASE", raising=False)
        yield


def _judge(*args: str, url: str | None = None, typed: str = "", **env: str) -> Result:
    if url is not None:
        env["JUDGE_DATABASE"] = url
    return CliRunner().invoke(main, args, env=env, input=typed, prog_name="judge")


def test_version() -> None:
    assert _judge("--version").output == f"judge, version {__version__}\n"


def test_help_lists_every_command_and_the_exit_codes() -> None:
    help_text = _judge("--help").output
    for command in COMMANDS:
        assert f"\n  {command} " in help_text
    assert "Exit codes: 0 done" in help_text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = _judge(command, "-h")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: judge {command}")


def test_a_misspelt_command_is_wrong_use() -> None:
    result = _judge("gmaes")
    assert result.exit_code == 2
    assert "gmaes" in result.stderr


def test_docs_lists_and_prints_the_manuals_and_recipes() -> None:
    names = _judge("docs").stdout.splitlines()
    assert {"hosts", "mail", "games/payola", "deploy/postfix/main.cf"} <= set(names)
    for name in names:
        assert _judge("docs", name).exit_code == 0
    assert _judge("docs", "hosts").stdout.startswith("# For hosts\n")
    assert "`judge docs` lists" in _judge("docs", "nothing").stderr


def test_no_database_is_told_with_its_whole_path(tmp_path: Path) -> None:
    assert f"there is no judge's database at {tmp_path / 'here.db'}." in _judge("games", url="sqlite:///here.db").stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands(shell: str) -> None:
    assert "judge" in _judge(_JUDGE_COMPLETE=f"{shell}_source").stdout
    said = _judge(
        _JUDGE_COMPLETE=f"{shell}_complete", COMP_WORDS="judge adj", COMP_CWORD="1" if shell != "fish" else "adj"
    )
    assert "adjudicate" in said.stdout


def test_migrate_makes_the_tables_and_says_so(empty_url: str) -> None:
    first, second = _judge("migrate", url=empty_url), _judge("migrate", url=empty_url)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert f"is now of schema {SCHEMA_REVISION} (was: nothing)" in first.output
    assert f"is of schema {SCHEMA_REVISION} already" in second.output


def test_migrate_goes_back_only_when_told_twice(database_url: str) -> None:
    refused = _judge("migrate", "base", url=database_url, typed="n\n")
    assert refused.exit_code == 1
    assert current_revision(database_url) == SCHEMA_REVISION
    assert _judge("migrate", "base", "--yes", url=database_url).exit_code == 0
    assert current_revision(database_url) is None


def test_migrate_to_a_revision_that_is_not_there_lists_those_that_are(sqlite_url: str) -> None:
    result = _judge("migrate", "7777", url=sqlite_url)
    assert result.exit_code == 2
    assert f"there is no revision 7777; there are: {', '.join(('base', *revisions()))}" in result.stderr


@pytest.mark.parametrize("command", [("games",), ("show", "x")])
def test_a_database_without_tables_fails_and_says_what_to_do_d5(command: tuple[str, ...], empty_url: str) -> None:
    result = _judge(*command, url=empty_url)
    assert result.exit_code == 1
    assert "Make one with: judge migrate" in result.stderr


def test_a_file_that_is_no_database_fails_loudly_and_is_named_d3(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("Dear diary, " * 100)
    result = _judge("games", url=f"sqlite:///{tmp_path / 'notes.db'}")
    assert result.exit_code == 1
    assert "notes.db: file is not a database" in result.stderr
    assert (tmp_path / "notes.db").read_text() == "Dear diary, " * 100


def test_a_database_in_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = _judge("migrate", url=f"sqlite:///{tmp_path / 'none' / 'judge.db'}")
    assert result.exit_code == 1
    assert "none/judge.db: unable to open database file" in result.stderr


def test_a_server_that_does_not_answer_is_temporary_and_no_password_is_shown() -> None:
    result = _judge("games", url="postgresql://judge:hunter2@127.0.0.1:1/judge")
    assert result.exit_code == 75
    assert "hunter2" not in result.output + result.stderr


def test_a_wrong_setting_is_named_but_its_value_is_not_repeated() -> None:
    result = _judge("games", JUDGE_LISTEN="sesame", JUDGE_RELAY="open")
    assert result.exit_code == 2
    assert "JUDGE_LISTEN: is address:port" in result.stderr
    assert "JUDGE_RELAY: is smtp://" in result.stderr
    assert "sesame" not in result.stderr


def test_a_database_of_another_kind_is_a_wrong_setting() -> None:
    result = _judge("games", url="mysql://root@localhost/judge")
    assert result.exit_code == 2
    assert "JUDGE_DATABASE: databases are" in result.stderr


def test_a_configuration_file_that_is_not_there_or_no_toml_is_named(tmp_path: Path) -> None:
    missing = _judge("games", JUDGE_CONFIG=str(tmp_path / "none.toml"))
    (tmp_path / "bad.toml").write_text("database = \n")
    bad = _judge("games", JUDGE_CONFIG=str(tmp_path / "bad.toml"))
    assert (missing.exit_code, bad.exit_code) == (2, 2)
    assert "none.toml" in missing.stderr
    assert "bad.toml" in bad.stderr


def test_the_database_may_be_named_in_a_file(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "judge.toml").write_text(f'database = "{sqlite_url}"\n')
    assert _judge("games", JUDGE_CONFIG=str(tmp_path / "judge.toml")).exit_code == 0
