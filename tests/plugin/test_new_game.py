"""docs/new-game.md, taken at its word: the game on that page is installed as a plug-in and played by mail."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

from judge.testing.check import findings
from judge.testing.correspondent import Correspondent, Received
from judge.testing.laws import LAWS, USUAL, Law
from judge.testing.scenario import scenario_of
from tests.durability.served import Host, Served
from tests.plugin.pages_game import PAGE, files_of_page
from tests.support.copies import migrated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the page's package."""
    source = tmp_path_factory.mktemp("lowest")
    files = files_of_page()
    assert {"pyproject.toml", "lowest/system.py", "lowest/templates/_told.j2"} <= set(files)
    for name, text in files.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    done = subprocess.run(
        [*pip, "--no-build-isolation", "--target", str(target), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def test_the_page_installs_one_system_and_nothing_of_the_judge(site: Path) -> None:
    (installed,) = distributions(path=[str(site)])
    assert {(each.group, each.name) for each in installed.entry_points} == {
        ("judge.systems", "lowest"),
        ("judge.scenarios", "lowest"),
    }
    assert sorted(path.name for path in site.iterdir() if not path.name.endswith(".dist-info")) == ["lowest"]


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Host:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrated(url)
    return Host(url, tmp_path, path=site)


@pytest.fixture
def server(host: Host) -> Iterator[tuple[str, int]]:
    served = Served(host)
    try:
        yield served.start()
    finally:
        served.stop()


def _registered(name: str, host: Host, server: tuple[str, int]) -> Correspondent:
    who = Correspondent(name, f"{name.lower()}@example.org", "judge@judge.localhost", server, host.mailbox)
    who.write(f"REGISTER {name}")
    who.reply(who.wait_for(lambda mail: "prove" in mail.subject), "It is me.")
    who.key = who.wait_for(lambda mail: mail.key != "").key
    return who


def _letters(players: Sequence[Correspondent], words: str) -> dict[str, Received]:
    """Whose letter with these words in its subject has come, by their names; fails unless all have."""
    return {who.name: who.wait_for(lambda mail: words in mail.subject) for who in players}


def _say(players: Sequence[Correspondent], letters: Mapping[str, Received], sheets: Mapping[str, str]) -> None:
    for who in players:
        answer = who.answer_to(who.reply(letters[who.name], sheets[who.name]))
        assert "your number is" in answer.text
        assert ("That is no number." in answer.text) == ("seven" in sheets[who.name])


def test_the_game_of_the_page_is_played_by_mail_through_the_real_daemon(host: Host, server: tuple[str, int]) -> None:
    master, anna, bob, cleo = (_registered(name, host, server) for name in ("Manus", "Anna", "Bob", "Cleo"))
    players = (anna, bob, cleo)

    def direct(line: str) -> Received:
        return master.answer_to(master.reply(master.last(), line, with_key=True))

    direct("CREATE LOWEST tiny\nremind no\nhurry yes\nEND CREATE")
    assert "somebody must play every seat" in direct("GAME tiny\nDUMMY P1").text
    for who in players:
        who.answer_to(who.reply(who.last(), "JOIN tiny"))
    direct("GAME tiny\nSTART")
    openings = _letters(players, "has begun")
    assert "The lowest that nobody else has wins." in " ".join(openings["Anna"].text.split())
    assert "The lowest that nobody else has wins." in openings["Anna"].html
    assert "NUMBER 1" in openings["Anna"].text

    _say(players, openings, {"Anna": "NUMBER 1", "Bob": "NUMBER 1", "Cleo": "NUMBER seven\nNUMBER 4"})
    direct("GAME tiny\nPROCESS NAMING")
    results = _letters(players, "What happened before Changing of numbers")
    assert "You named 1, and so did 1 other." in results["Anna"].text
    assert "You named 4, and so did 0 others." in results["Cleo"].html
    assert "You named 4" not in results["Anna"].text + results["Anna"].html
    assert "NUMBER 4" in results["Cleo"].text

    _say((anna,), results, {"Anna": "NUMBER 2"})
    direct("GAME tiny\nPROCESS CHANGING")
    ends = _letters(players, "is over")
    assert "Bob wins with 1." in ends["Anna"].text
    assert "You named 2, and so did 0 others." in ends["Anna"].html
    assert "You named 2" not in ends["Bob"].text + ends["Bob"].html
    assert host.run("export", str(host.mailbox.parent / "www")).returncode == 0
    told = (host.mailbox.parent / "www/games/tiny/index.html").read_text()
    assert "Bob wins with 1." in told
    assert "You named" not in told
    assert (host.mailbox.parent / "www/games/tiny/NAMING.html").exists()


def test_its_cases_are_adjudicated_beside_the_judges_own(host: Host) -> None:
    case = {
        "id": 1,
        "system": "lowest",
        "position": {"players": ["A", "B", "C"], "named": {"A": "3", "B": "5", "C": "3"}, "stage": "changing"},
        "orders": {"A": "NUMBER 2", "B": "two"},
    }
    done = host.run("adjudicate", given=json.dumps(case).encode())
    found = json.loads(done.stdout)
    (problem,) = found.pop("problems")
    assert (problem["role"], problem["line"], problem["code"]) == ("B", 1, "lowest/no-number")
    assert found == {
        "id": 1,
        "position": {"players": ["A", "B", "C"], "named": {"A": "2", "B": "5", "C": "3"}, "stage": "over"},
        "results": {"end": [{"how": "A wins with 2"}]},
    }


@pytest.fixture
def lowest(site: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(site))
    from lowest.system import SYSTEM  # type: ignore[import-not-found]  # noqa: PLC0415

    return SYSTEM


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_of_the_page_keeps_the_law(lowest: Any, law: Law) -> None:
    scenario = scenario_of(lowest)
    assert scenario is not None
    law(lowest, scenario, USUAL)


def test_nothing_is_found_wrong_with_the_game_of_the_page(lowest: Any) -> None:
    assert list(findings(lowest, scenario_of(lowest))) == []


def test_check_game_says_so_too(host: Host) -> None:
    done = host.run("check-game", "lowest")
    assert (done.returncode, done.stdout) == (0, b"lowest: nothing found wrong.\n"), done.stderr


def test_the_table_of_the_page_is_played(host: Host, tmp_path: Path) -> None:
    """The test that the page shows, run as the page shows it."""
    (source,) = re.findall(
        r"^```python\n(from judge.testing.table.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    script = f"{source}\nimport pathlib\ntest_a_game_by_mail(pathlib.Path({str(tmp_path / 'table')!r}))\n"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=host.environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_the_page_keeps_to_what_a_small_game_takes() -> None:
    files = files_of_page()
    assert len(files["lowest/system.py"].splitlines()) <= 110
    assert sum(len(text.splitlines()) for name, text in files.items() if name.endswith(".j2")) <= 40
