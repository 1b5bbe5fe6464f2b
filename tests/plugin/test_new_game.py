"""docs/new-game.md, taken at its word: the game on that page is installed as a plug-in and played by mail."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

from judge.cli.correspondent import Correspondent
from judge.rules.system import Act, Json, Orders
from judge.store.migrate import migrate
from tests.durability.served import Host, Served
from tests.rules.conformance.laws import LAWS, Law

PAGE = Path(__file__).parents[2] / "docs" / "new-game.md"
_FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the page's package."""
    source = tmp_path_factory.mktemp("lowest")
    files = dict(_FILE.findall(PAGE.read_text("utf-8")))
    assert {"pyproject.toml", "lowest/system.py", "lowest/templates/results.html.j2"} <= set(files)
    for name, text in {**files, "lowest/__init__.py": ""}.items():
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
    assert [(each.group, each.name) for each in installed.entry_points] == [("judge.systems", "lowest")]
    assert sorted(path.name for path in site.iterdir() if not path.name.endswith(".dist-info")) == ["lowest"]


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Host:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    migrate(url)
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


def test_the_game_of_the_page_is_played_by_mail_through_the_real_daemon(host: Host, server: tuple[str, int]) -> None:
    master, anna, bob, cleo = (_registered(name, host, server) for name in ("Manus", "Anna", "Bob", "Cleo"))
    players = (anna, bob, cleo)
    master.answer_to(master.reply(master.last(), "CREATE LOWEST tiny\nremind no\nEND CREATE", with_key=True))
    for who in players:
        who.answer_to(who.reply(who.last(), "JOIN tiny"))
    master.answer_to(master.reply(master.last(), "GAME tiny\nSTART", with_key=True))
    opening = anna.wait_for(lambda mail: "has begun" in mail.subject)
    assert "The lowest that nobody else names scores." in " ".join(opening.text.split())
    assert opening.html

    letters = {who.name: who.wait_for(lambda mail: "has begun" in mail.subject) for who in players}
    for number in (1, 2, 3):
        for who, named in ((anna, "1"), (bob, "1"), (cleo, "seven\nNUMBER 4")):
            answer = who.answer_to(who.reply(letters[who.name], f"NUMBER {named}" if named == "1" else named))
            assert "your number is" in answer.text
            if who is cleo:
                assert "That is no number." in answer.text
        asked = master.reply(master.last(), f"GAME tiny\nPROCESS R{number}", with_key=True)
        master.answer_to(asked)
        wanted = "is over" if number == 3 else "How the round went"
        seen = {who.name: len(who.inbox()) for who in players}
        letters = {}
        end = time.monotonic() + 30
        while len(letters) < len(players) and time.monotonic() < end:
            for who in players:
                found = [mail for mail in who.inbox() if wanted in mail.subject and f"Round {number}:" in mail.text]
                if found:
                    letters[who.name] = found[-1]
            time.sleep(0.05)
        assert len(letters) == len(players), seen
        assert f"Round {number}: Cleo scores with 4." in letters["Anna"].text
        assert "You had named 1." in letters["Anna"].html
        assert "You had named 4." not in letters["Anna"].text + letters["Anna"].html
    assert re.search(r"Cleo +3\b", letters["Bob"].text)
    assert host.run("export", str(host.mailbox.parent / "www")).returncode == 0
    for page in ("R1", "index"):
        told = (host.mailbox.parent / f"www/games/tiny/{page}.html").read_text()
        assert "Cleo scores with 4." in told
        assert "You had named" not in told


def test_its_cases_are_adjudicated_beside_the_judges_own(host: Host) -> None:
    case = {
        "id": 1,
        "system": "lowest",
        "position": {"points": {"A": 0, "B": 0}, "round": 1},
        "orders": {"A": "NUMBER 3", "B": "two"},
    }
    done = host.run("adjudicate", given=json.dumps(case).encode())
    assert json.loads(done.stdout) == {
        "id": 1,
        "position": {"points": {"A": 1, "B": 0}, "round": 2, "winners": []},
        "results": {},
        "problems": [{"role": "B", "line": 1, "code": "lowest/no-number"}],
    }


class LowestScenario:
    system = "lowest"
    options: tuple[Mapping[str, Json], ...] = ({}, {"players": 5})

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        return f"NUMBER {drawn.randint(1, 9)}"

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        return []

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """The others name 8 or 9, in one order or another, and somebody 1."""
        first, *others = (player for player in state.points if player != role)
        twin: dict[str, Orders] = {player: {"number": "9"} for player in others}
        other: dict[str, Orders] = {player: {"number": "8"} for player in others}
        lone: dict[str, Orders] = {first: {"number": "1"}, **({role: {"number": "5"}} if role else {})}
        return {**twin, **lone}, {**other, **lone}


@pytest.fixture
def lowest(site: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(site))
    from lowest.system import SYSTEM  # type: ignore[import-not-found]  # noqa: PLC0415

    return SYSTEM


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_of_the_page_keeps_the_law(lowest: Any, law: Law) -> None:
    law(lowest, LowestScenario())
