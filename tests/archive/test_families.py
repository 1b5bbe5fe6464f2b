"""Games of every rule system replay, and whoever alters one in whatever way is found, even with new seals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from tests.archive.altered import LEFT_OUT, Alteration, Data, more, put, sealed_anew, zeros
from tests.archive.families import LENGTHS, played
from tests.archive.played import findings
from tests.support.soaking import WHOLE


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every leaf."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        if isinstance(each, dict | list):
            yield from _leaves(each)
        else:
            yield value, key


def _raise_a_number(value: Any) -> None:
    """Where there is none, a text becomes another."""
    numbers = [(holder, key) for holder, key in _leaves(value) if type(holder[key]) is int]
    if not numbers:
        _alter_a_text(value)
        return
    holder, key = numbers[0]
    holder[key] += 1


def _alter_a_text(value: Any) -> None:
    holder, key = [(holder, key) for holder, key in _leaves(value) if isinstance(holder[key], str)][-1]
    holder[key] += "X"


def _with(data: Data, what: str) -> Data:
    """The last phase that has any of these; StopIteration if none has."""
    return next(phase for phase in reversed(data["phases"]) if phase[what])


def told_otherwise(data: Data) -> None:
    event = next(event for event in _with(data, "events")["events"] if list(_leaves(event["data"])))
    holder, key = list(_leaves(event["data"]))[-1]
    holder[key] = "otherwise"


def for_others(data: Data) -> None:
    event = _with(data, "events")["events"][0]
    event["audience"] = "master" if event["audience"] != "master" else "public"


def swapped(data: Data, what: str, one: int, other: int) -> None:
    one_phase, other_phase = data["phases"][one], data["phases"][other]
    one_phase[what], other_phase[what] = other_phase[what], one_phase[what]


def to_another(data: Data) -> None:
    postings = _with(data, "postings")["postings"]
    postings[0]["account"] = next(
        (each["account"] for each in postings if each["account"] != postings[0]["account"]), "X"
    )


def posted(data: Data, *changes: Data) -> None:
    postings = _with(data, "postings")["postings"]
    postings += [postings[0] | change for change in changes]


def beyond_all_bounds(data: Data) -> None:
    """Of Pirates' Proposal: rules that are asked to seat so many never come to an end."""
    for name, value in data["options"].items():
        if type(value) is int:
            data["options"][name] = 10**30
        elif isinstance(value, str):
            data["options"][name] += "X"
        elif isinstance(value, list):
            data["options"][name] = [10**30]


def emptied(state: Data) -> None:
    for key, value in state.items():
        if isinstance(value, dict | list):
            state[key] = type(value)()


RUMOR = {"audience": "public", "kind": "rumor", "data": {}}
ALTERATIONS: dict[str, Alteration] = {
    "state number": lambda data: _raise_a_number(data["phases"][2]["state_before"]),
    "state text": lambda data: _alter_a_text(data["phases"][1]["state_before"]),
    "first state": lambda data: _raise_a_number(data["phases"][0]["state_before"]),
    "last state": lambda data: _raise_a_number(data["state_after"]),
    "states swapped": lambda data: swapped(data, "state_before", 1, 2),
    "event told otherwise": told_otherwise,
    "event for others": for_others,
    "event of another kind": lambda data: _with(data, "events")["events"][-1].update(kind="rumor"),
    "event left out": lambda data: _with(data, "events")["events"].pop(0),
    "event put in": lambda data: data["phases"][0]["events"].append(RUMOR),
    "events of two phases swapped": lambda data: swapped(data, "events", 0, 1),
    "posting raised": lambda data: put("postings/0/amount", more)(_with(data, "postings")),
    "posting to another": to_another,
    "posting for another reason": lambda data: _with(data, "postings")["postings"][-1].update(reason="a gift"),
    "posting left out": lambda data: _with(data, "postings")["postings"].pop(),
    "posting put in": lambda data: posted(data, {"reason": "once more"}),
    "two postings that cancel out": lambda data: posted(
        data, {"amount": 5, "reason": "loan"}, {"amount": -5, "reason": "loan"}
    ),
    "orders of a phase left out": put("phases/0/orders", {}),
    "orders of another phase": lambda data: data["phases"][0].update(orders=data["phases"][2]["orders"]),
    "act left out": lambda data: _with(data, "acts")["acts"].pop(0),
    "act of another kind": lambda data: _with(data, "acts")["acts"][0].update(kind="steal"),
    "act put in": lambda data: data["phases"][0]["acts"].append(
        {"role": data["seats"][0], "kind": "steal", "data": {}}
    ),
    "seed": put("seed", lambda seed: f"ff{seed[2:]}"),
    "seed with its commitment": zeros,
    "another run": lambda data: [phase.update(run=1) for phase in data["phases"]],
    "seat left out": put("seats/0", LEFT_OUT),
    "seat twice": lambda data: put("seats/1", data["seats"][0])(data),
    "another system": put("system", "chess"),
    "newer rules": put("system_version", more),
    "phase left out": put("phases/1", LEFT_OUT),
    "phase twice": lambda data: data["phases"].insert(1, data["phases"][1]),
    "first phase left out": put("phases/0", LEFT_OUT),
    "options beyond all bounds": beyond_all_bounds,
    "everything of a state left out": lambda data: emptied(data["phases"][-1]["state_before"]),
    "end left out": put("phases/-1", LEFT_OUT),
    "phase renamed": put("phases/1/label", lambda name: f"{name}X"),
    "phase with another title": put("phases/1/title", "The Ides of March"),
    "ended by an act": put("phases/-1/closed_by", "act"),
    "ended before": put("phases/1/closed_by", "master"),
    "opened that never was": lambda data: data["opened"].append(RUMOR),
    "another winner": lambda data: data.update(result={"winners": data["seats"][:2], "summary": "By acclamation"}),
}
CHANCE = {"seed with its commitment", "another run"}
MONEY = {each for each in ALTERATIONS if "posting" in each}
ACTS = {"act left out", "act of another kind"}
NOT_THERE = {
    "diplomacy": CHANCE | MONEY | {"act left out", "another winner"},
    "empires": ACTS,
    "machiavelli": CHANCE | {"act left out", "another winner"},
    "exchange": {"another winner"},
    "payola": {"another winner"},
    "pirates": ACTS,
}
"""What a family's game has not, or no rule can tell: neither Diplomacy nor Absence of Plague leaves anything to chance,
and their only acts here are votes that led to nothing; a result that the GameMaster has declared is his word. The seals
tell these too.
"""
CASES = [(name, alter) for name in LENGTHS for alter in ALTERATIONS if alter not in NOT_THERE[name]]


def _each_once() -> list[tuple[str, str]]:
    """Each alteration of one family's game, and of each family some; those of money also where no state holds it."""
    tried = []
    for number, alter in enumerate(ALTERATIONS):
        having = [case for case in CASES if case[1] == alter]
        turn = having[number % len(having)]
        tried += [case for case in having if case == turn or (alter in MONEY and case[0] in ("machiavelli", "pirates"))]
    return tried


TRIED = CASES if WHOLE else _each_once()


@pytest.mark.parametrize("name", LENGTHS)
def test_a_game_of_every_family_replays_to_the_byte(name: str) -> None:
    found = read_archive(played(name))
    done: list[str] = []
    report = verify(found.archive, found.archive.commitment, done.append)
    assert (found.broken, report.findings) == ((), ())
    assert done == [phase.label for phase in found.archive.phases]
    assert len(done) > 5
    assert write_archive(found.archive) == played(name)


@pytest.mark.parametrize(("name", "alter"), TRIED)
def test_an_alteration_is_found_even_when_sealed_anew(name: str, alter: str) -> None:
    data = json.loads(played(name))
    ALTERATIONS[alter](data)
    assert data != json.loads(played(name))
    assert findings(sealed_anew(data))
    assert read_archive(json.dumps(data)).broken


def test_every_alteration_is_tried() -> None:
    assert {alter for _, alter in TRIED} == set(ALTERATIONS)


@pytest.mark.parametrize("name", LENGTHS)
def test_every_family_is_altered_in_more_than_twenty_ways(name: str) -> None:
    assert len([each for each, _ in CASES if each == name]) > 20


def test_an_archive_that_is_not_whole_is_of_rules_that_open_everything() -> None:
    data = json.loads(played("pirates")) | {"whole": False}
    assert [line.partition(":")[0] for line in findings(sealed_anew(data))] == ["whole"]


def test_whatever_is_missing_in_a_state_is_a_finding_and_no_fault_of_the_checker() -> None:
    """Who is in no room of Pirates' Proposal, but has gold, could not be reckoned with."""
    data = json.loads(played("pirates"))
    data["phases"][-2]["state_before"]["rooms"].popitem()
    assert any("cannot read this: KeyError" in line for line in findings(sealed_anew(data)))


def test_seats_called_like_their_players_bear_names_of_one_word_as_the_judge_gives_them() -> None:
    """Whoever makes an archive of his own writes what he likes there, and pages and mails would say it."""
    altered = played("pirates").replace("PIRATE9", "<script>")
    found = findings(sealed_anew(json.loads(altered)))
    assert any(line.startswith("seats: are ") for line in found), found


def test_dummies_are_seats_of_the_game() -> None:
    data = json.loads(played("payola"))
    data["options"]["dummies"] = ["RUSSIA", "../RUSSIA"]
    data["seats"].remove("RUSSIA")
    assert any("not all of these are seats" in line for line in findings(sealed_anew(data)))


@pytest.mark.parametrize("name", sorted({*LENGTHS} - {"exchange"}))
def test_a_game_in_which_nobody_played_two_seats_replays(name: str) -> None:
    assert verify(read_archive(played(name, dummies=2)).archive).findings == ()
