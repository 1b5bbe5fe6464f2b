"""The example that asks a language model, against a server of this machine that answers as one would, or does not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from judge.arena.contestant import InProcess, Program
from judge.arena.play import Played, Setup, play
from judge.rules.diplomacy.system import SYSTEM

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "language_model.py"
SEATS = SYSTEM.seating({}).names


@dataclass
class Model:
    """`says`: what it answers; `status`: of its answers; `asked`: the questions with their headers."""

    url: str = ""
    says: str = ""
    status: int = 200
    asked: list[tuple[dict[str, Any], str]] = field(default_factory=list)


@pytest.fixture
def model() -> Iterator[Model]:
    here = Model()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            here.asked.append((body, self.headers.get("Authorization", "")))
            reply = json.dumps({"choices": [{"message": {"content": here.says}}]}).encode()
            self.send_response(here.status)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    here.url = f"http://127.0.0.1:{server.server_port}/v1/"
    yield here
    server.shutdown()
    server.server_close()
    thread.join()


def _play(phases: int = 1) -> Played:
    system: Any = SYSTEM
    options = {option.name: option.default for option in SYSTEM.options}
    novice = InProcess("novice", SYSTEM.computers["novice"])
    mine = Program("language_model.py", (str(EXAMPLE),), 10)
    table = dict.fromkeys(SEATS, novice) | {"AUSTRIA": mine}
    return play(Setup("g1", system, options, SEATS, b"seed" * 8, phases=phases, archived=True), table)


def _filed(played: Played) -> str:
    assert played.archive is not None
    assert played.turns["AUSTRIA"].lost == []
    return str(played.archive.phases[0].orders["AUSTRIA"]["orders"])


def test_it_sends_what_the_model_writes(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_MODEL_URL", model.url)
    monkeypatch.setenv("ARENA_MODEL", "small")
    monkeypatch.setenv("ARENA_MODEL_KEY", "secret")
    model.says = 'Sure! {"sheet": "A VIE - GAL\\nA BUD - SER", "press": [{"to": ["ITALY"], "text": "Peace?"}]} Enjoy.'
    assert _filed(_play()) == "A BUD - SER\nA VIE - GAL"
    asked, key = model.asked[0]
    assert (asked["model"], key) == ("small", "Bearer secret")
    assert "You play AUSTRIA in a game of diplomacy" in asked["messages"][0]["content"]


@pytest.mark.parametrize(
    ("says", "status"), [("I would rather not.", 200), ('{"sheet": 7', 200), ('["x"]', 200), ("", 500)]
)
def test_a_model_of_no_help_costs_nothing_but_its_idea(
    model: Model, monkeypatch: pytest.MonkeyPatch, says: str, status: int
) -> None:
    monkeypatch.setenv("ARENA_MODEL_URL", model.url)
    model.says, model.status = says, status
    assert _filed(_play()) == "A BUD H\nF TRI H\nA VIE H"


def test_it_asks_nobody_unless_it_is_told_whom(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_MODEL_URL", raising=False)
    assert _filed(_play()) == "A BUD H\nF TRI H\nA VIE H"
    assert model.asked == []
