"""Computer players write good sheets, the same in equal situations, and know no more than their seats."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.rules.computers import ComputerPlayer, Heard, Situation, Told, Writing, situation_of
from judge.rules.game import Game
from judge.rules.problems import Refused
from judge.rules.values import Event, sheet_of
from judge.testing.laws import USUAL, Broken, Effort, moments, require, waiting
from judge.testing.patience import patience
from judge.testing.scenario import Scenario
from judge.testing.turns import rng

CHAT = ("Hello!", "5 for A MUN H?", "Shall we? \x00%", "A" * 500)
"""What others may write to a computer player."""


def seats_in(system: Game, state: Any) -> tuple[str, ...]:
    """The seats that may file for something now."""
    return tuple(sorted(set(waiting(system, state).roles.values())))


def situations(
    system: Game, state: Any, events: Sequence[Event], number: int, drawn: random.Random
) -> Iterator[Situation]:
    """The situation of each seat, with press from others."""
    seats = seats_in(system, state)
    label = waiting(system, state).label
    heard = tuple(Heard(label, drawn.choice((*seats, "")), (), drawn.choice(CHAT)) for _ in range(3))
    told = (Told("START", ()), Told(label, tuple(events)))
    for seat in seats:
        others = [each for each in seats if each != seat]
        here = situation_of(system, state, seat, rng(number), told=told, heard=heard, addressees=others)
        if here is not None:
            yield here


def all_writings(
    system: Game, scenario: Scenario, effort: Effort
) -> Iterator[tuple[Any, Situation, ComputerPlayer, Writing]]:
    """What each computer player writes in each seat, as a phase begins that random players have come to."""
    players = system.computers
    for before, orders, number, drawn in moments(system, scenario, effort):
        outcome = system.adjudicate(before, orders, rng(number))
        if system.phase(outcome.state) is None:
            continue
        for here in situations(system, outcome.state, outcome.events, number, drawn):
            for strength, player in players.items():
                with patience(f"`{strength}` writing for {here.seat}"):
                    writing = player.write(here)
                yield outcome.state, here, player, writing


def computer_players_write_good_sheets(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Every line is read without a problem, and what takes effect at once is allowed."""
    for state, here, _, writing in all_writings(system, scenario, effort):
        require(set(writing.sheets) <= set(here.views), f"{here.seat} writes for its own roles only")
        known = {name for message in writing.messages for name in message.to}
        require(known <= set(here.addressees), f"{here.seat} writes press to its addressees only: {sorted(known)}")
        now = state
        for role, text in writing.sheets.items():
            reading = system.read(here.views[role], role, sheet_of(text, here.filed[role]))
            wrong = [f"{problem.text!r}: {problem.message}" for problem in reading.problems if not problem.warning]
            require(not wrong, f"the sheet of a computer player has no problem; {role} reads {wrong[:3]}")
            for act in reading.acts:
                try:
                    now = system.act(now, role, act).state
                except Refused as refused:
                    raise Broken(f"what a computer player does at once is allowed: {act.text!r}: {refused}") from None


def computer_players_are_functions(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Equal situations, equal writings: nothing is kept between two of them."""
    for _, here, player, writing in all_writings(system, scenario, effort):
        require(player.write(here) == writing, f"{here.seat} writes the same again in the same situation")


def computer_players_know_no_secrets(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Where others' secrets differ, and nothing that this seat may know, it writes the same."""
    players = system.computers

    def written(state: Any, events: Sequence[Event], role: str, number: int) -> Mapping[str, Writing]:
        here = situation_of(system, state, role, rng(number), told=(Told("X", tuple(events)),))
        return {strength: player.write(here) for strength, player in players.items()} if here is not None else {}

    def check(told: tuple[tuple[Any, Sequence[Event]], ...], role: str, number: int) -> None:
        one, other = (written(state, events, role, number) for state, events in told)
        require(one == other, f"the computer player of {role} writes the same whatever others' secrets are")

    for state, _, number, drawn in moments(system, scenario, effort):
        for role in seats_in(system, state):
            changed = state
            for actor, act in scenario.secrets(state, role, drawn):
                changed = system.act(changed, actor, act).state
            check(((state, ()), (changed, ())), role, number)
            twins = scenario.twins(state, role, drawn)
            if twins is None:
                continue
            one, other = (system.adjudicate(state, orders, rng(number)) for orders in twins)
            if system.phase(one.state) is not None:
                check(((one.state, one.events), (other.state, other.events)), role, number)
