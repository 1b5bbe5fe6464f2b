"""Games of every rule system replay, and whoever alters one in whatever way is found, even with new seals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from tests.archive.families import LENGTHS, played
from tests.archive.played import findings
from tests.support.soaking import WHOLE

Data = dict[str, Any]


def sealed_anew(data: Data) -> str:
    return write_archive(read_archive(json.dumps(data)).archive)


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


def state_number(data: Data) -> None:
    _raise_a_number(data["phases"][2]["state_before"])


def state_text(data: Data) -> None:
    _alter_a_text(data["phases"][1]["state_before"])


def first_state(data: Data) -> None:
    _raise_a_number(data["phases"][0]["state_before"])


def last_state(data: Data) -> None:
    _raise_a_number(data["state_after"])


def states_swapped(data: Data) -> None:
    one, other = data["phases"][1], data["phases"][2]
    one["state_before"], other["state_before"] = other["state_before"], one["state_before"]


def event_told_otherwise(data: Data) -> None:
    event = next(event for event in _with(data, "events")["events"] if list(_leaves(event["data"])))
    holder, key = list(_leaves(event["data"]))[-1]
    holder[key] = "otherwise"


def event_for_others(data: Data) -> None:
    event = _with(data, "events")["events"][0]
    event["to"] = "master" if event["to"] != "master" else "public"


def event_of_another_kind(data: Data) -> None:
    _with(data, "events")["events"][-1]["kind"] = "rumor"


def event_left_out(data: Data) -> None:
    _with(data, "events")["events"].pop(0)


def event_put_in(data: Data) -> None:
    data["phases"][0]["events"].append({"to": "public", "kind": "rumor", "data": {}})


def events_of_two_phases_swapped(data: Data) -> None:
    one, other = data["phases"][0], data["phases"][1]
    one["events"], other["events"] = other["events"], one["events"]


def posting_raised(data: Data) -> None:
    _with(data, "postings")["postings"][0]["amount"] += 1


def posting_to_another(data: Data) -> None:
    postings = _with(data, "postings")["postings"]
    postings[0]["account"] = next(
        (each["account"] for each in postings if each["account"] != postings[0]["account"]), "X"
    )


def posting_for_another_reason(data: Data) -> None:
    _with(data, "postings")["postings"][-1]["reason"] = "a gift"


def posting_left_out(data: Data) -> None:
    _with(data, "postings")["postings"].pop()


def posting_put_in(data: Data) -> None:
    postings = _with(data, "postings")["postings"]
    postings.append(postings[0] | {"reason": "once more"})


def two_postings_that_cancel_out(data: Data) -> None:
    postings = _with(data, "postings")["postings"]
    postings += [postings[0] | {"amount": 5, "reason": "loan"}, postings[0] | {"amount": -5, "reason": "loan"}]


def orders_of_a_phase_left_out(data: Data) -> None:
    data["phases"][0]["orders"] = {}


def orders_of_another_phase(data: Data) -> None:
    data["phases"][0]["orders"] = data["phases"][2]["orders"]


def act_left_out(data: Data) -> None:
    _with(data, "acts")["acts"].pop(0)


def act_of_another_kind(data: Data) -> None:
    _with(data, "acts")["acts"][0]["kind"] = "steal"


def act_put_in(data: Data) -> None:
    data["phases"][0]["acts"].append({"role": data["seats"][0], "kind": "steal", "data": {}})


def seed(data: Data) -> None:
    data["seed"] = "ff" + data["seed"][2:]


def seed_with_its_commitment(data: Data) -> None:
    data["seed"], data["commitment"] = "00" * 32, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def another_run(data: Data) -> None:
    for phase in data["phases"]:
        phase["run"] = 1


def seat_left_out(data: Data) -> None:
    data["seats"].pop(0)


def seat_twice(data: Data) -> None:
    data["seats"][1] = data["seats"][0]


def another_system(data: Data) -> None:
    data["system"] = "chess"


def newer_rules(data: Data) -> None:
    data["system_version"] += 1


def phase_left_out(data: Data) -> None:
    del data["phases"][1]


def phase_twice(data: Data) -> None:
    data["phases"].insert(1, data["phases"][1])


def first_phase_left_out(data: Data) -> None:
    del data["phases"][0]


def end_left_out(data: Data) -> None:
    del data["phases"][-1]


def phase_renamed(data: Data) -> None:
    data["phases"][1]["phase"] += "X"


def phase_with_another_title(data: Data) -> None:
    data["phases"][1]["title"] = "The Ides of March"


def ended_by_an_act(data: Data) -> None:
    data["phases"][-1]["closed_by"] = "act"


def ended_before(data: Data) -> None:
    data["phases"][1]["closed_by"] = "master"


def options_beyond_all_bounds(data: Data) -> None:
    """Of Pirates' Proposal: rules that are asked to seat so many never come to an end."""
    for name, value in data["options"].items():
        if type(value) is int:
            data["options"][name] = 10**30
        elif isinstance(value, str):
            data["options"][name] += "X"
        elif isinstance(value, list):
            data["options"][name] = [10**30]


def everything_of_a_state_left_out(data: Data) -> None:
    state = data["phases"][-1]["state_before"]
    for key, value in state.items():
        if isinstance(value, dict | list):
            state[key] = type(value)()


def opened_that_never_was(data: Data) -> None:
    data["opened"].append({"to": "public", "kind": "rumor", "data": {}})


def another_winner(data: Data) -> None:
    data["result"] = {"winners": [data["seats"][0], data["seats"][1]], "summary": "By acclamation"}


ALTERATIONS: tuple[Callable[[Data], None], ...] = (
    state_number, state_text, first_state, last_state, states_swapped, event_told_otherwise, event_for_others,
    event_of_another_kind, event_left_out, event_put_in, events_of_two_phases_swapped, posting_raised,
    posting_to_another, posting_for_another_reason, posting_left_out, posting_put_in, two_postings_that_cancel_out,
    orders_of_a_phase_left_out, orders_of_another_phase, act_left_out, act_of_another_kind, act_put_in, seed,
    seed_with_its_commitment, another_run, seat_left_out, seat_twice, another_system, newer_rules, phase_left_out,
    phase_twice, first_phase_left_out, options_beyond_all_bounds,
    everything_of_a_state_left_out, end_left_out, phase_renamed, phase_with_another_title, ended_by_an_act,
    ended_before, opened_that_never_was, another_winner,
)  # fmt: skip
CHANCE = frozenset({seed_with_its_commitment, another_run})
MONEY = frozenset(each for each in ALTERATIONS if "posting" in each.__name__)
ACTS = frozenset({act_left_out, act_of_another_kind})
NOT_THERE: dict[str, frozenset[Callable[[Data], None]]] = {
    "diplomacy": CHANCE | MONEY | {act_left_out, another_winner},
    "empires": ACTS,
    "machiavelli": CHANCE | {act_left_out, another_winner},
    "exchange": frozenset({another_winner}),
    "payola": frozenset({another_winner}),
    "pirates": ACTS,
}
"""What a family's game has not, or no rule can tell: neither Diplomacy nor Absence of Plague leaves anything to chance,
and their only acts here are votes that led to nothing; a result that the GameMaster has declared is his word. The seals
tell these too.
"""
CASES = [(name, alter) for name in LENGTHS for alter in ALTERATIONS if alter not in NOT_THERE[name]]


def _each_once() -> list[tuple[str, Callable[[Data], None]]]:
    """Each alteration of one family's game, and of each family some; those of money also where no state holds it."""
    tried = []
    for number, alter in enumerate(ALTERATIONS):
        having = [case for case in CASES if case[1] is alter]
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


@pytest.mark.parametrize(("name", "alter"), TRIED, ids=[f"{name}-{alter.__name__}" for name, alter in TRIED])
def test_an_alteration_is_found_even_when_sealed_anew(name: str, alter: Callable[[Data], None]) -> None:
    data = json.loads(played(name))
    alter(data)
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
