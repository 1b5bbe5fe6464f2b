"""Programs at the table: what they are told, what they may send, and that whatever they do costs only themselves."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge.arena.contestant import Contestant, InProcess
from judge.arena.play import Played, Setup, play
from judge.rules.computers import Message, Situation, Writing
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.pirates.system import SYSTEM as PIRATES
from tests.arena.programs import FORMS, program

NOVICE = InProcess("novice", DIPLOMACY.computers["novice"])
SEATS = DIPLOMACY.seating({}).names


def _setup(system: Any = DIPLOMACY, phases: int = 2, rounds: int = 1) -> Setup:
    options = {option.name: option.default for option in system.options}
    return Setup("g1", system, options, system.seating(options).names, b"seed" * 8, rounds, phases)


def _against_novices(mine: Contestant, phases: int = 2, rounds: int = 1) -> Played:
    return play(_setup(phases=phases, rounds=rounds), dict.fromkeys(SEATS, NOVICE) | {SEATS[0]: mine})


def _reasons(played: Played) -> list[str]:
    return [why for _, why in played.turns[SEATS[0]].lost]


def test_a_program_that_sends_the_forms_loses_nothing(tmp_path: Path) -> None:
    played = _against_novices(program(tmp_path, FORMS))
    assert (played.phases, _reasons(played), played.turns[SEATS[0]].unread) == (2, [], [])


def test_a_program_is_told_its_view_its_form_and_of_each_event_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = f"log = open({str(log)!r}, 'w')\n" + FORMS.replace(
        "    say(", "    log.write(json.dumps(message) + '\\n')\n    say("
    )
    _against_novices(program(tmp_path, source), phases=3)
    told = [json.loads(line) for line in log.read_text().splitlines()]
    mine = told[0]["roles"][SEATS[0]]
    assert (mine["view"]["power"], mine["form"].splitlines()[0]) == (SEATS[0], "A BUD H")
    orders = [event for each in told for event in each["events"] if event["kind"] == "movement"]
    assert [event["phase"] for event in orders] == list(dict.fromkeys(event["phase"] for event in orders))
    assert told[1]["events"]
    assert told[0]["addressees"] == list(SEATS[1:])


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("for message in turns():\n    time.sleep(60)", "it did not answer within 0.5 s"),
        ("for message in turns():\n    sys.exit('no more ideas')", "it ended with code 1: no more ideas"),
        ("for message in turns():\n    os.close(1)\n    time.sleep(60)", "it closed its output"),
        ("for message in turns():\n    print('[' * 100_000, flush=True)", "it wrote what is no JSON"),
        ("for message in turns():\n    print('\\xff' * 9, flush=True)", "it wrote what is no JSON"),
        ("for message in turns():\n    print('7', flush=True)", "it wrote what is no JSON object: '7'"),
        (
            "for message in turns():\n    say(turn=message['turn'], sheets=['A BUD H'])",
            "`sheets` is an object of texts",
        ),
        ("for message in turns():\n    say(turn=message['turn'], sheets={'ITALY': ''})", "it wrote for 'ITALY'"),
        (
            "for message in turns():\n    say(turn=message['turn'], press=[{'to': ['X'], 'text': ''}])",
            "it wrote press to 'X'",
        ),
        ("for message in turns():\n    say(turn=message['turn'], press={})", "`press` is a list"),
        ("for message in turns():\n    while True:\n        print('x' * 9_999, end='')", "octets in one turn"),
        ("for message in turns():\n    while True:\n        say(a='x' * 9_999)", "octets in one turn"),
        ("say(type='hello', protocol=2)", "it speaks protocol 2, and this is 1"),
        ("raise SystemExit(3)", "it ended with code 3"),
    ],
)
def test_a_program_at_fault_loses_its_turns_and_nobody_elses(tmp_path: Path, source: str, why: str) -> None:
    seconds = 0.5 if "answer within" in why else 30  # a busy machine may take a second to start it
    played = _against_novices(program(tmp_path, source, seconds=seconds))
    assert len(_reasons(played)) == 2
    assert why in _reasons(played)[0]
    assert all(not played.turns[seat].lost for seat in SEATS[1:])
    assert played.phases == 2


def test_what_comes_too_late_counts_for_no_later_turn(tmp_path: Path) -> None:
    source = """
given = turns()
next(given)
then = next(given)  # it comes when the first turn is over
say(turn=1, sheet="A BUD - GAL")
say(turn=then["turn"], sheet="A BUD - SER")
for message in given:
    say(turn=message["turn"], sheet="")
"""
    setup = replace(_setup(), archived=True)
    mine = program(tmp_path, source, seconds=3)
    played = play(setup, dict.fromkeys(SEATS, NOVICE) | {SEATS[0]: mine})
    assert played.archive is not None
    filed = [phase.orders.get(SEATS[0], {}).get("orders", "") for phase in played.archive.phases[:2]]
    assert ("GAL" in "".join(filed), len(_reasons(played))) == (False, 1)
    assert filed[1] == "A BUD - SER"


def test_rubbish_costs_the_turn_in_which_it_came_and_no_other(tmp_path: Path) -> None:
    source = """
for message in turns():
    if message["turn"] == 1:
        print("rubbish\\n" * 5 + "half a li", end="", flush=True)
        time.sleep(0.2)
        print("ne", flush=True)
    else:
        say(turn=message["turn"], sheet="")
"""
    assert len(_reasons(_against_novices(program(tmp_path, source), phases=4))) == 1


def test_a_program_that_never_answers_is_ended_and_waited_for_no_more(tmp_path: Path) -> None:
    source = "for message in turns():\n    pass"
    played = _against_novices(program(tmp_path, source, seconds=0.3), phases=12)
    assert "was too slow 3 times" in _reasons(played)[-1]
    assert len(_reasons(played)) == played.turns[SEATS[0]].asked


def test_a_program_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    source = "say(type='hello', protocol=1)\ntime.sleep(60)"
    played = _against_novices(program(tmp_path, source, seconds=0.3))
    assert all("did not answer" in why for why in _reasons(played))


def test_what_a_program_has_started_ends_with_the_game(tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    child = f"while True:\n    open({str(beat)!r}, 'a').write('x')\n    time.sleep(0.05)"
    source = f"import subprocess\nsubprocess.Popen([sys.executable, '-c', '''import time\\n{child}'''])\n{FORMS}"
    _against_novices(program(tmp_path, source))
    time.sleep(0.3)
    size = beat.stat().st_size if beat.exists() else 0
    time.sleep(0.3)
    assert (beat.stat().st_size if beat.exists() else 0) == size


def test_a_line_that_cannot_be_read_is_told_and_the_others_count(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = f"""
for message in turns():
    open({str(log)!r}, "a").write(json.dumps(message["remarks"]) + "\\n")
    say(turn=message["turn"], sheet="A ATLANTIS H\\nA BUD H")
"""
    played = _against_novices(program(tmp_path, source))
    assert "ATLANTIS" in played.turns[SEATS[0]].unread[0][1]
    assert log.read_text().splitlines()[0] == "[]"
    assert "line 1" in log.read_text().splitlines()[1]


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    mine = replace(program(tmp_path, FORMS), command=(str(tmp_path / "nothing"),))
    assert _reasons(_against_novices(mine))[0].startswith("it cannot be started")


class _Talks:
    """Writes to one other seat in each round, and keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, tuple[str, ...]]] = []

    def write(self, situation: Situation) -> Writing:
        self.heard.append((situation.turn, tuple(each.text for each in situation.recent())))
        said = Message((SEATS[1],), f"round {situation.turn}") if situation.seat == SEATS[0] else Message((), "to all")
        return Writing({}, (said,))


def test_press_reaches_its_addressees_before_the_next_round() -> None:
    one, other, third = _Talks(), _Talks(), _Talks()
    table: dict[str, Contestant] = dict.fromkeys(SEATS, NOVICE)
    table |= {seat: InProcess(seat, each) for seat, each in zip(SEATS, (one, other, third), strict=False)}
    play(_setup(phases=1, rounds=2), table)
    assert one.heard == [(0, ()), (1, ("to all", "to all"))]
    assert other.heard == [(0, ()), (1, ("round 0", "to all"))]
    assert third.heard == [(0, ()), (1, ("to all",))]


def test_an_object_of_python_that_raises_loses_its_turn() -> None:
    class Broken:
        def write(self, situation: Situation) -> Writing:
            raise KeyError("x")

    assert _reasons(_against_novices(InProcess("mine", Broken())))[0] == "it raised KeyError: 'x'"


def test_a_program_plays_a_game_without_a_map(tmp_path: Path) -> None:
    setup = _setup(PIRATES, phases=2)
    mine = program(tmp_path, FORMS)
    played = play(setup, dict.fromkeys(setup.seats, mine))
    assert all(not turns.lost for turns in played.turns.values())
