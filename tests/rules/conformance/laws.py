"""What every rule system must keep to. A broken law fails by AssertionError, or lets through what was raised."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from judge.rules import abilities
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.system import (
    MASTER,
    PUBLIC,
    Act,
    Audience,
    Event,
    Json,
    Orders,
    Outcome,
    Posting,
    Reading,
    RuleSystem,
    only,
    sheet_of,
)
from tests.rules.conformance.scenarios import Scenario
from tests.support.patience import patience
from tests.support.soaking import stride

GAMES = stride(2, 1)
EVERY = stride(1, 3)
"""Of so many moments of a game one is looked at, of each option another."""
PHASES = 7
NOISE = (
    "",
    "\x00\x07%%%",
    "1e9 : A PAR - BUR",
    "٣ : A PAR - BUR",
    "- - - - -",
    "A" * 5000,
    "ACCEPT",
    "TRANSFER",
    f"TRANSFER {'0' * 5000}5 TO FRANCE",
    "BUILD",
    "> : ! @ & | $ # * +",
    "A STP/XX - STP/NC/SC",
    "\U0001f4a3 H",
)

LONG = ("{0}x", "x{0}y", "x{0}9", "9{0}x")
"""Lines around a long run of one character, as somebody might write them to hold everybody up."""
RUNS = (" ", "-", "1", "(", "=", ">")

Law = Callable[[RuleSystem, Scenario], None]


def everything_told(system: RuleSystem, state: Any, viewer: Audience, events: Sequence[Event]) -> list[Any]:
    """All that a viewer can get to see: his view, his events, and every answer that the rules give him."""
    view = system.view(state, viewer)
    told: list[Any] = [view, [event for event in events if event.audience.includes(viewer)]]
    for role in viewer.roles:
        probes = ["\n".join(NOISE), *(word.example for word in system.words), system.form(view, {})]
        readings = [system.read(view, role, sheet_of(probe)) for probe in probes]
        told += readings
        told += [(system.show(view, each.parts), system.estimate(view, each.parts)) for each in readings]
    return told


def openings(system: RuleSystem, scenario: Scenario) -> Iterator[tuple[Outcome, Sequence[str]]]:
    for options in scenario.options:
        seats = system.seating(options).names
        yield system.start(options, seats, rng(0)), seats


def rng(number: int) -> Rng:
    return Rng(b"conformance", str(number))


def moments(system: RuleSystem, scenario: Scenario) -> Iterator[tuple[Any, dict[str, Orders], int, random.Random]]:
    """States of games as they are played, and the orders that their players filed there."""
    for game in range(GAMES):
        drawn = random.Random(game)
        for first, (start, _) in enumerate(openings(system, scenario)):
            state = start.state
            for number in range(PHASES):
                phase = system.phase(state)
                if phase is None:
                    break
                orders: dict[str, Orders] = {}
                for role in phase.roles:
                    view = system.view(state, only(role))
                    reading = system.read(view, role, sheet_of(scenario.sheet(view, role, drawn)))
                    orders[role] = dict(reading.parts)
                    state = acted(system, state, role, reading.acts)
                if (first + number) % EVERY == 0:
                    yield state, orders, number, drawn
                state = system.adjudicate(state, orders, rng(number)).state


def acted(system: RuleSystem, state: Any, role: str, acts: Sequence[Act]) -> Any:
    """The state after what a sheet does at once; what is refused has not happened, and the game goes on."""
    for act in acts:
        try:
            outcome = abilities.acted(system, state, role, act)
        except Refused:
            continue
        state = state if outcome.result else outcome.state
    return state


def through_json(value: Json) -> Json:
    return json.loads(json.dumps(value))


def shuffled(value: Json, drawn: random.Random) -> Json:
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key], drawn) for key in drawn.sample(sorted(value), len(value))}
    return [shuffled(each, drawn) for each in value] if isinstance(value, list) else value


def plain(system: RuleSystem, outcome: Outcome) -> Json:
    """An outcome as JSON: equal exactly if the outcomes are."""
    events = [(event.audience.kind, event.audience.roles, event.kind, event.data) for event in outcome.events]
    return through_json([system.dump(outcome.state), [list(vars_of(each)) for each in outcome.postings], events])


def vars_of(each: Posting) -> tuple[str, str, int, str]:
    return each.account, each.currency, each.amount, each.reason


def states_survive_json(system: RuleSystem, scenario: Scenario) -> None:
    for state, _, _, drawn in moments(system, scenario):
        dumped = system.dump(state)
        assert system.load(through_json(dumped)) == state
        assert through_json(dumped) == dumped
        assert system.load(shuffled(through_json(dumped), drawn)) == state
        assert system.upgrade(through_json(dumped), system.version) == dumped


def adjudication_is_repeatable(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, number, _ in moments(system, scenario):
        first = plain(system, system.adjudicate(state, orders, rng(number)))
        loaded = system.load(through_json(system.dump(state)))
        assert plain(system, system.adjudicate(loaded, through_json(orders), rng(number))) == first


def order_of_keys_and_seats_never_matters(system: RuleSystem, scenario: Scenario) -> None:
    for options in scenario.options:
        seats = system.seating(options).names
        assert plain(system, system.start(options, seats[::-1], rng(0))) == plain(
            system, system.start(options, seats, rng(0))
        )
    for state, orders, number, drawn in moments(system, scenario):
        expected = plain(system, system.adjudicate(state, orders, rng(number)))
        other = system.load(shuffled(through_json(system.dump(state)), drawn))
        mixed: Mapping[str, Orders] = shuffled(orders, drawn)
        assert plain(system, system.adjudicate(other, mixed, rng(number))) == expected


def noise_never_raises(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, number, drawn in moments(system, scenario):
        phase = system.phase(state)
        assert phase is not None
        for role in phase.roles:
            view = system.view(state, only(role))
            good = scenario.sheet(view, role, drawn).splitlines()
            noise = "\n".join(drawn.sample([*NOISE, *good, *(garbled(line, drawn) for line in good)], len(NOISE)))
            reading = system.read(view, role, sheet_of(noise, orders.get(role)))
            system.estimate(view, reading.parts)
            system.adjudicate(state, {**orders, role: dict(reading.parts)}, rng(number))


def long_lines_hold_nobody_up(system: RuleSystem, scenario: Scenario) -> None:
    """A mail may hold a line of 200 000 characters: what reads it goes over it, not over all that could begin in it."""
    heads = ["", *(f"{word.name} " for word in system.words)]
    for start, _ in openings(system, scenario):
        phase = system.phase(start.state)
        assert phase is not None
        role = next(iter(phase.roles))
        view = system.view(start.state, only(role))
        for length in (2_000, 20_000):
            for line in (head + shape.format(run * length) for head in heads for shape in LONG for run in RUNS):
                with patience(f"{line[:40]!r} of {length} characters"):
                    system.read(view, role, sheet_of(line))


def garbled(line: str, drawn: random.Random) -> str:
    letters = list(line)
    drawn.shuffle(letters)
    return "".join(letters)


def bad_lines_never_lose_good_ones(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, _, drawn in moments(system, scenario):
        for role in orders:
            view = system.view(state, only(role))
            sheet = scenario.sheet(view, role, drawn)
            spoiled = "\n".join(f"{line}\n\x00 nonsense" for line in sheet.splitlines())
            assert dict(system.read(view, role, sheet_of(spoiled)).parts) == dict(
                system.read(view, role, sheet_of(sheet)).parts
            )


def whoever_sent_nothing_holds_nobody_up(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, number, drawn in moments(system, scenario):
        phase = system.phase(state)
        assert phase is not None
        for silent in (tuple(phase.roles), (drawn.choice(sorted(phase.roles)),)):
            rest = {role: filed for role, filed in orders.items() if role not in silent}
            left_out = system.adjudicate(state, rest, rng(number))
            # Nothing on file is the same as no sheet at all.
            emptied: dict[str, Orders] = {**rest, **{role: {} for role in silent}}
            assert system.dump(system.adjudicate(state, emptied, rng(number)).state) == system.dump(left_out.state)


def sheets_survive_showing(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, _, _ in moments(system, scenario):
        for role, filed in orders.items():
            view = system.view(state, only(role))
            shown = system.show(view, filed)
            if filed:
                assert dict(system.read(view, role, sheet_of(shown)).parts) == filed


def the_sheet_to_answer_with_is_good(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, _, _ in moments(system, scenario):
        for role, filed in orders.items():
            view = system.view(state, only(role))
            reading: Reading = system.read(view, role, sheet_of(system.form(view, filed)))
            assert [problem for problem in reading.problems if not problem.warning] == []


def phases_and_parts_are_named(system: RuleSystem, scenario: Scenario) -> None:
    for start, _ in openings(system, scenario):
        state, labels = start.state, []
        for number in range(PHASES):
            phase = system.phase(state)
            if phase is None:
                break
            labels.append(phase.label)
            assert set(phase.wanted) <= set(phase.roles)
            state = system.adjudicate(state, {}, rng(number)).state
        assert len(labels) == len(set(labels))
    for _, orders, _, _ in moments(system, scenario):
        assert all(set(filed) <= set(system.parts) for filed in orders.values())


def postings_are_the_change_of_accounts(system: RuleSystem, scenario: Scenario) -> None:
    def check(before: Mapping[tuple[str, str], int], outcome: Outcome) -> None:
        sums = dict(before)
        for each in outcome.postings:
            key = (each.account, each.currency)
            sums[key] = sums.get(key, 0) + each.amount
            assert each.reason
        after = abilities.accounts_of(system, outcome.state)
        assert {key: amount for key, amount in sums.items() if amount} == {key: a for key, a in after.items() if a}

    for start, _ in openings(system, scenario):
        check({}, start)
    for state, orders, number, drawn in moments(system, scenario):
        check(abilities.accounts_of(system, state), system.adjudicate(state, orders, rng(number)))
        acting = state
        for role, act in scenario.secrets(state, "", drawn):
            outcome = abilities.acted(system, acting, role, act)
            check(abilities.accounts_of(system, acting), outcome)
            acting = outcome.state


def viewers_of(system: RuleSystem, state: Any) -> list[Audience]:
    phase = system.phase(state)
    assert phase is not None
    return [PUBLIC, *(only(role) for role in phase.roles)]


def events_name_their_audience(system: RuleSystem, scenario: Scenario) -> None:
    for state, orders, number, _ in moments(system, scenario):
        outcome = system.adjudicate(state, orders, rng(number))
        # A role may begin with this very phase (Exchange): what it is told of it is for whoever holds it then.
        moments_known = [state] if system.phase(outcome.state) is None else [state, outcome.state]
        known = {role for each in moments_known for viewer in viewers_of(system, each) for role in viewer.roles}
        for event in outcome.events:
            assert event.audience in (PUBLIC, MASTER) or (event.audience.roles and set(event.audience.roles) <= known)
            json.dumps(dict(event.data))


def secret_acts_go_unnoticed(system: RuleSystem, scenario: Scenario) -> None:
    for state, _, _, drawn in moments(system, scenario):
        for viewer in viewers_of(system, state):
            role = viewer.roles[0] if viewer.roles else ""
            acted = state
            events: list[Event] = []
            for actor, act in scenario.secrets(state, role, drawn):
                outcome = abilities.acted(system, acted, actor, act)
                acted = outcome.state
                events += outcome.events
            assert everything_told(system, acted, viewer, events) == everything_told(system, state, viewer, [])


def secret_orders_go_unnoticed(system: RuleSystem, scenario: Scenario) -> None:
    for state, _, number, drawn in moments(system, scenario):
        for viewer in viewers_of(system, state):
            twins = scenario.twins(state, viewer.roles[0] if viewer.roles else "", drawn)
            if twins is None:
                continue
            one, other = (system.adjudicate(state, orders, rng(number)) for orders in twins)
            if system.phase(one.state) is None:
                continue
            assert everything_told(system, one.state, viewer, one.events) == everything_told(
                system, other.state, viewer, other.events
            )


LAWS: tuple[Law, ...] = (
    states_survive_json,
    adjudication_is_repeatable,
    order_of_keys_and_seats_never_matters,
    noise_never_raises,
    long_lines_hold_nobody_up,
    bad_lines_never_lose_good_ones,
    whoever_sent_nothing_holds_nobody_up,
    sheets_survive_showing,
    the_sheet_to_answer_with_is_good,
    phases_and_parts_are_named,
    postings_are_the_change_of_accounts,
    events_name_their_audience,
    secret_acts_go_unnoticed,
    secret_orders_go_unnoticed,
)
