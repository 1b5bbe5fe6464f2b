"""An archive outlives its rules: what later versions tell besides does not fail it, and alterations are found still."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.archive.document import read_archive, write_archive
from judge.archive.fields import BadArchive
from judge.archive.verify import verify
from judge.cli.main import main
from judge.rules.abilities import opened_by
from judge.rules.payola.system import Payola
from judge.rules.registry import find_system, systems
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Event, Json, Outcome, PhaseRecord
from tests.archive.keep import KEPT
from tests.frozen.games import DAYS
from tests.frozen.table import MASTER, Table, frozen_house

Data = dict[str, Any]
NAME = "payola"
OLD: Any = find_system(NAME)
OSLO = (KEPT / "0.1.0" / "payola-oslo.json").read_text("utf-8")
ADDED = ("weather", "movement.orders.why", "state.weather")


class Newer(Payola):
    """Payola of the next version: it tells the weather, keeps it in mind, and says why an order came out as it did."""

    version = OLD.version + 1
    additions: Mapping[str, int] = OLD.additions | dict.fromkeys(ADDED, OLD.version + 1)

    def dump(self, state: Any) -> Json:
        return {**OLD.dump(state), "weather": len(state.table.units)}

    def load(self, data: Json) -> Any:
        return OLD.load({key: value for key, value in data.items() if key != "weather"})

    def upgrade(self, data: Json, version: int) -> Json:
        return data if version == self.version else {**OLD.upgrade(data, version), "weather": 0}

    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome:
        return _weathered(OLD.start(options, seats, rng))

    def adjudicate(self, state: Any, orders: Mapping[str, Mapping[str, str]], rng: Rng) -> Outcome:
        return _weathered(OLD.adjudicate(state, orders, rng))

    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        return (*opened_by(OLD, record), Event(PUBLIC, "weather", {"sky": "clear"}))


class Silent(Newer):
    """The same, but nobody has said what was added."""

    additions: Mapping[str, int] = OLD.additions


def _weathered(outcome: Outcome) -> Outcome:
    events = [Event(PUBLIC, "weather", {"sky": "grey"})]
    for event in outcome.events:
        data = dict(event.data)
        if event.kind == "movement":
            data["orders"] = [{**order, "why": "so it was paid"} for order in data["orders"]]
        events.append(Event(event.audience, event.kind, data))
    return replace(outcome, events=tuple(events))


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems(), NAME, Newer())


def findings(data: Data) -> tuple[str, ...]:
    """What the replay finds in a file that somebody has sealed anew."""
    return tuple(map(str, verify(read_archive(json.dumps(data)).archive).findings))


@pytest.mark.usefixtures("newer")
def test_what_a_later_version_adds_does_not_fail_an_older_archive() -> None:
    found = read_archive(OSLO)
    assert found.broken == ()
    assert list(map(str, verify(found.archive).findings)) == []


def test_what_was_added_without_a_word_fails_an_older_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems(), NAME, Silent())
    lines = findings(json.loads(OSLO))
    assert any("S1901M, event 1: event." in line for line in lines)
    assert any("state_before.weather is 0, the rules give " in line for line in lines)


def _event(data: Data, kind: str) -> tuple[list[Data], int]:
    events = data["phases"][0]["events"]
    return events, next(number for number, event in enumerate(events) if event["kind"] == kind)


def event_left_out(data: Data) -> None:
    events, number = _event(data, "statement")
    del events[number]


def all_of_a_kind_left_out(data: Data) -> None:
    for phase in data["phases"]:
        phase["events"] = [event for event in phase["events"] if event["kind"] != "statement"]


def field_left_out(data: Data) -> None:
    events, number = _event(data, "movement")
    del events[number]["data"]["orders"][0]["outcome"]


def field_altered(data: Data) -> None:
    events, number = _event(data, "movement")
    events[number]["data"]["orders"][0]["outcome"] = "disrupted"


def order_of_events(data: Data) -> None:
    events, number = _event(data, "statement")
    events[number], events[number + 1] = events[number + 1], events[number]


def weather_invented(data: Data) -> None:
    data["phases"][0]["events"].insert(0, {"to": "public", "kind": "weather", "data": {"sky": "blue"}})


def reason_invented(data: Data) -> None:
    events, number = _event(data, "movement")
    events[number]["data"]["orders"][0]["why"] = "the judge was bribed"


def state_altered(data: Data) -> None:
    data["phases"][1]["state_before"]["balances"]["FRANCE"] += 1


def state_field_left_out(data: Data) -> None:
    del data["phases"][1]["state_before"]["balances"]["FRANCE"]


def posting_altered(data: Data) -> None:
    data["phases"][0]["postings"][0]["amount"] += 1


def last_state_altered(data: Data) -> None:
    data["state_after"]["balances"]["FRANCE"] += 1


def opened_altered(data: Data) -> None:
    data["opened"][0]["data"]["sheets"].popitem()


ALTERATIONS = [
    event_left_out, all_of_a_kind_left_out, field_left_out, field_altered, order_of_events, weather_invented,
    reason_invented, state_altered, state_field_left_out, posting_altered, last_state_altered, opened_altered,
]  # fmt: skip


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: alter.__name__)
def test_an_altered_archive_of_an_older_version_is_found_out(alter: Callable[[Data], None]) -> None:
    data = json.loads(OSLO)
    alter(data)
    assert findings(data)


def test_a_file_that_calls_its_rules_newer_than_they_are_is_not_guessed_at() -> None:
    lines = findings(json.loads(OSLO) | {"system_version": OLD.version + 1})
    assert "verify it with a judge of that version" in lines[0]


def _archive(folder: Path, name: str) -> str:
    env = {"JUDGE_DATABASE": f"sqlite:///{folder / 'judge.db'}"}
    done = CliRunner().invoke(main, ["archive", name, "-o", "-"], env=env)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_game_whose_judge_got_newer_rules_on_the_way_is_archived_verified_and_taken_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Anna": "AUSTRIA", "Fleur": "FRANCE"}
    options = ("title Silver", *DAYS, "nmr default", "dummies ENGLAND GERMANY ITALY RUSSIA TURKEY")
    with frozen_house(tmp_path) as house:
        table = Table(house, *seats)
        for name in ("bern", "oslo"):
            table.create(NAME, name, options, seats, watched=False)
        table.wait(73)
        table.tell("bern", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
        before = _archive(tmp_path, "bern")
        table.tell("oslo", "Anna", "TRANSFER 2 TO FRANCE")
        monkeypatch.setitem(systems(), NAME, Newer())
        table.tell("oslo", "Anna", "3 : A VIE - GAL")
        table.wait(73)
        table.wait(73)
        table.tell("oslo", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
    assert _archive(tmp_path, "bern") == before, "it ended before: the same file, with the same seal"
    text = _archive(tmp_path, "oslo")
    data = json.loads(text)
    versions = [phase["system_version"] for phase in data["phases"]]
    assert (data["format_version"], data["system_version"]) == (2, Newer.version)
    assert versions == [OLD.version] * 2 + [Newer.version] * (len(versions) - 2)
    kinds = [{event["kind"] for event in phase["events"]} for phase in data["phases"]]
    assert "weather" not in kinds[0]
    assert "weather" in kinds[1], "it began under the old rules and was adjudicated by the new ones"
    found = read_archive(text)
    assert (found.broken, verify(found.archive).findings) == ((), ())
    assert write_archive(found.archive) == text
    for phase in (1, 2):
        event = next(each for each in data["phases"][phase]["events"] if each["kind"] == "weather")
        event["data"]["sky"] = "blue"
        assert any(f"{data['phases'][phase]['phase']}, event" in line for line in findings(data))
    (tmp_path / "oslo.json").write_text(text, "utf-8")
    env = {"JUDGE_DATABASE": f"sqlite:///{tmp_path / 'judge.db'}"}
    done = CliRunner().invoke(main, ["import", str(tmp_path / "oslo.json"), "--as", "again"], env=env)
    assert done.exit_code == 0, done.output
    assert json.loads(_archive(tmp_path, "again"))["phases"][0]["system_version"] == OLD.version


def test_a_file_of_several_versions_of_which_there_is_but_one_is_refused() -> None:
    """Else two files of one seal could differ."""
    data = json.loads(OSLO) | {"format_version": 2}
    for phase in data["phases"]:
        phase["system_version"] = data["system_version"]
    with pytest.raises(BadArchive, match="is 2, but what is in it is of format 1"):
        read_archive(json.dumps(data))


def test_each_phase_of_a_file_of_several_versions_says_its_own() -> None:
    data = json.loads(OSLO) | {"format_version": 2}
    with pytest.raises(BadArchive, match="has no system_version"):
        read_archive(json.dumps(data))
