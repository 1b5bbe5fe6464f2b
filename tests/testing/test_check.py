"""`judge check-game` finds what is planted, and says what would be right."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli.main import main
from judge.resources import templates_dir
from judge.rules.pirates.system import Pirates
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import Option, Orders, Outcome, Word
from judge.testing.check import about_names, about_options, about_templates, about_words, findings
from judge.testing.laws import Effort


def _with(**members: Any) -> Any:
    """Pirates' Proposal with these members in place of its own."""
    return type("Changed", (Pirates,), members)()


def _word(name: str, example: str = "") -> Word:
    return Word(name, name, "something", at_once=False, example=example)


@pytest.mark.parametrize("name", sorted(systems()))
def test_nothing_is_found_in_what_the_judges_own_games_say_of_themselves(name: str) -> None:
    system = systems()[name]
    assert [*about_names(system), *about_words(system), *about_options(system), *about_templates(system)] == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("acounts", "Game has no `acounts` (did you mean `accounts`?)"),
        ("wether", "Game has no `wether`: what is the game's own begins with an underscore"),
        ("_wether", ""),
        ("accounts", ""),
    ],
)
def test_a_name_that_nobody_asks_for_is_found(name: str, said: str) -> None:
    found = [*about_names(_with(**{name: lambda _: {}}))]
    assert len(found) == bool(said)
    assert all(each.startswith(said) for each in found)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((_word("JOIN"),), "the word JOIN is a command of the judge's"),
        ((_word("SAIL"), _word("SAIL")), "the word SAIL stands 2 times"),
        ((_word("Sail"),), "'Sail' is written in capital letters"),
        ((_word("SAIL", "SAIL east\nPAUSE"),), "the example of SAIL holds PAUSE"),
        ((Word("SAIL", "SAIL", "", at_once=False),), "the word SAIL has a usage and a help"),
    ],
)
def test_a_wrong_word_is_found(words: tuple[Word, ...], said: str) -> None:
    (found,) = about_words(_with(words=words))
    assert said in found


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("colour", "red", "neither an option of the judge's nor a kind of phase"),
        ("press", "purple", "`customs` sets press to 'purple'"),
        ("planning", "SOON 12:00", "`customs` sets planning to 'SOON 12:00'"),
    ],
)
def test_a_wrong_custom_is_found(name: str, text: str, said: str) -> None:
    good = {"press": "choice", "planning": "MON,THU 12:00 GMT"}
    (found,) = about_options(_with(options=(), lengths={"planning": 24}, customs=good | {name: text}))
    assert said in found


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (Option("title", "text", "", "x"), "the option title is the judge's own"),
        (Option("planning", "text", "", "x"), "the option planning is the length of a phase"),
        (Option("crew", "int", 9, "x", least=1, most=8), "the default of crew, 9, is none"),
        (Option("crew", "choice", "", "x"), "the option crew has choices"),
        (Option("Crew", "flag", False, "x"), "'Crew' is one word in small letters"),
        (Option("crew", "flag", False, ""), "the option crew has a help"),
        (Option("crew", "flag", False, "x", only=("ship", 1)), "depends on ship"),
    ],
)
def test_a_wrong_option_is_found(option: Option, said: str) -> None:
    (found,) = about_options(_with(options=(option,), lengths={"planning": 24}))
    assert said in found


def test_a_kind_of_phase_that_is_called_as_an_option_of_the_judges_is_found() -> None:
    (found,) = about_options(_with(options=(), lengths={"late": 24}))
    assert "the kind of phase late" in found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(templates_dir() / "pirates", tmp_path / "changed"))


def _changed(folder: Path) -> Any:
    return _with(name="changed", aliases=(), templates=folder)


def test_a_template_that_is_missing_is_found(folder: Path) -> None:
    (folder / "results.j2").unlink()
    assert f"the template _told.j2 is missing in {folder}" in list(about_templates(_changed(folder)))


def test_a_template_that_cannot_be_read_is_found(folder: Path) -> None:
    (folder / "_howto.j2").write_text("{% if %}")
    (found,) = about_templates(_changed(folder))
    assert "the template _howto.j2 cannot be read" in found


def test_a_letter_that_cannot_be_written_is_found(folder: Path) -> None:
    (folder / "started.j2").write_text("{{ view.nothing_of_that_name }}")
    found = findings(_changed(folder))
    assert any("started: UndefinedError" in each and "nothing_of_that_name" in each for each in found)


def test_a_law_that_is_broken_is_found() -> None:
    class Forgetful(Pirates):
        def adjudicate(self, state: Any, orders: Mapping[str, Orders], rng: Rng) -> Outcome[Any]:
            return Outcome(state)

    system: Any = Forgetful()
    found = findings(system, effort=Effort(phases=2, lines=20))
    assert any(each.startswith("the law that phases and parts are named: every phase has a label") for each in found)


def test_what_is_no_rule_system_is_found_and_nothing_more_is_asked() -> None:
    system: Any = Pirates
    assert ["must name an object" in each for each in findings(system)] == [True]


def test_the_command_ends_with_0_and_with_1_for_a_game_that_there_is_not() -> None:
    assert CliRunner().invoke(main, ["check-game", "diplomacy"]).exit_code == 0
    result = CliRunner().invoke(main, ["check-game", "chess"])
    assert (result.exit_code, "no rule system 'chess'" in result.output) == (1, True)


def _loaded(source: str) -> set[str]:
    script = f"{source}\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_trying_a_game_takes_no_development_package_and_serving_none_of_it() -> None:
    tried = _loaded("import judge.testing.check, judge.testing.table")
    assert not tried & {"pytest", "_pytest", "hypothesis"}
    assert not {
        name
        for name in _loaded("import judge.daemon, judge.cli.daemon, judge.workers.tick")
        if name.startswith("judge.testing")
    }
