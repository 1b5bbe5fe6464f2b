"""The dashboard and the alerts speak of what /metrics tells, and leave nothing of it out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from judge.app import open_judge
from judge.clock import SetClock
from judge.settings import Settings
from judge.store.tables import Game, Player
from judge.web.metrics import metrics
from tests.support.house import DAY_ONE

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"
BOARD, RULES, TESTS = (FOLDER / name for name in ("grafana-dashboard.json", "judge.rules.yml", "judge.rules.test.yml"))
NAME = re.compile(r"\bjudge_[a-z_]+\b")


@pytest.fixture
def told(sqlite_url: str) -> str:
    """What /metrics tells of a judge with one suspended game."""
    judge = open_judge(Settings(database=sqlite_url), SetClock(DAY_ONE))
    with judge.db.writing() as session:
        ann = Player(name="Ann", status="active", registered_at=DAY_ONE)
        session.add(ann)
        session.flush()
        session.add(
            Game(
                name="oslo",
                system="payola",
                system_version=1,
                options={},
                settings={},
                status="suspended",
                master_id=ann.id,
                seed=b"",
                state=None,
                created_at=DAY_ONE,
            )
        )
    text = metrics(judge).decode()
    judge.db.close()
    return text


def _names(text: str) -> set[str]:
    return {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE ")}


@pytest.mark.parametrize("file", [BOARD, RULES, TESTS], ids=lambda file: file.name)
def test_what_it_asks_for_is_told(file: Path, told: str) -> None:
    assert set(NAME.findall(file.read_text())) <= _names(told)


def test_what_is_told_is_on_the_dashboard(told: str) -> None:
    assert _names(told) == set(NAME.findall(BOARD.read_text()))


def test_the_states_that_are_asked_for_are_states(told: str) -> None:
    asked = set(re.findall(r'judge_games\{state="([a-z]+)"\}', RULES.read_text() + BOARD.read_text().replace("\\", "")))
    assert asked == {"suspended"}
    assert 'judge_games{state="suspended"} 1.0' in told


def test_the_panels_of_the_dashboard_lie_side_by_side() -> None:
    panels = json.loads(BOARD.read_text())["panels"]
    squares = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(squares) == len(set(squares))
    assert max(x for x, _ in squares) < 24
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_every_alert_says_what_to_do_and_is_tested() -> None:
    alerts = re.findall(r"- alert: (\w+)", RULES.read_text())
    assert len(alerts) == len(set(alerts)) == RULES.read_text().count("          do: ")
    assert set(alerts) == set(re.findall(r"alertname: (\w+)", TESTS.read_text()))
