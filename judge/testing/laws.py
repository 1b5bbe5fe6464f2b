"""What every rule system must keep to. A law that is broken raises Broken, or lets through what the rules raised."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any

from judge.maps.draw import draw
from judge.rules.computers import ComputerPlayer, Heard, Situation, Told, Writing, situation_of
from judge.rules.game import Game
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.values import MASTER, PUBLIC, Audience, Event, Json, Orders, Outcome, Phase, Reading, only, sheet_of
from judge.testing.scenario import Played, Scenario, rng, turn

PATIENCE = 5
"""Seconds of work; hundreds of times what any line takes that is read in one pass."""


class NoEnd(AssertionError):
    """It was still at work when patience ended."""


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Raises NoEnd out of a block that works longer than PATIENCE. In the main thread only."""

    def give_up(_: int, __: FrameType | None) -> None:
        raise NoEnd(what)

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


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

REMARKS = ("Hello,", "Thanks!", "Viele Grüße", "Sent from my iPhone 15", "Доброе утро", "よろしく", "See you in May")
"""What people write around their orders."""

LONG = ("{0}x", "x{0}y", "x{0}9", "9{0}x")
"""Lines around a long run of one character, as somebody might write them to hold everybody up."""
RUNS = (" ", "-", "1", "(", "=", ">")


class Broken(AssertionError):
    """A law is not kept; the message says by what."""


@dataclass(frozen=True)
class Effort:
    """How much of a game a law looks at: `games` of each option, `phases` of each at most, and of so many moments one
    (`every`). Of so many long lines one is read (`lines`). `seed` draws what players write.
    """

    games: int = 1
    phases: int = 7
    every: int = 3
    lines: int = 1
    seed: int = 0


USUAL = Effort()

Law = Callable[[Game, Scenario, Effort], None]


def require(kept: bool, what: str) -> None:
    """Raises Broken with what should be so, unless it is."""
    if not kept:
        raise Broken(what)


def everything_told(system: Game, state: Any, viewer: Audience, events: Sequence[Event]) -> list[Any]:
    """All that a viewer can get to see: their view, their events, and every answer that the rules give them."""
    view = system.view(state, viewer)
    mine = [event for event in events if event.audience.includes(viewer)]
    told: list[Any] = [view, system.view_data(view), mine]
    for role in viewer.roles:
        told.append(system.comments(mine, role))
        probes = ["\n".join((*NOISE, *REMARKS)), *(word.example for word in system.words), system.form(view, {})]
        readings = [system.read(view, role, sheet_of(probe)) for probe in probes]
        told += readings
        told += [(system.show(view, each.parts), system.estimate(view, each.parts)) for each in readings]
    return told


def waiting(system: Game, state: Any) -> Phase:
    """What a game waits for that is not over."""
    phase = system.phase(state)
    if phase is None:
        raise Broken("`phase` says what a game waits for that has just begun, or has not ended")
    return phase


def openings(system: Game, scenario: Scenario) -> Iterator[tuple[Outcome, Sequence[str]]]:
    for options in scenario.options:
        seats = system.seating(options).names
        yield system.start(options, seats, rng(0)), seats


def moments(
    system: Game, scenario: Scenario, effort: Effort
) -> Iterator[tuple[Any, dict[str, Orders], int, random.Random]]:
    """Return states of played games, the orders filed there, and chance; the same for every law."""
    played = Played(system, scenario)
    for game in range(effort.games):
        drawn = random.Random(effort.seed + game)
        for first in range(len(scenario.options)):
            for number in range(effort.phases):
                here = turn(played, first, effort.seed + game, number)
                if here is None:
                    break
                if (first + number) % effort.every == 0:
                    state, orders = here
                    yield state, dict(orders), number, drawn


def through_json(value: Json) -> Json:
    return json.loads(json.dumps(value))


def shuffled(value: Json, drawn: random.Random) -> Json:
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key], drawn) for key in drawn.sample(sorted(value), len(value))}
    return [shuffled(each, drawn) for each in value] if isinstance(value, list) else value


def plain(system: Game, outcome: Outcome) -> Json:
    """An outcome as JSON: equal exactly if the outcomes are."""
    events = [(event.audience.kind, event.audience.roles, event.kind, event.data) for event in outcome.events]
    postings = [(each.account, each.currency, each.amount, each.reason) for each in outcome.postings]
    return through_json([system.dump(outcome.state), postings, events])


def states_survive_json(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, _, _, drawn in moments(system, scenario, effort):
        dumped = system.dump(state)
        require(system.load(through_json(dumped)) == state, "`load` gives the state back that was dumped")
        require(through_json(dumped) == dumped, "`dump` gives what JSON keeps as it is: lists, and keys of text")
        other = system.load(shuffled(through_json(dumped), drawn))
        require(other == state, "`load` gives the same whatever the order of keys")
        require(
            system.upgrade(through_json(dumped), system.version) == dumped,
            "`upgrade` leaves a state of the present version as it is",
        )


def adjudication_is_repeatable(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, number, _ in moments(system, scenario, effort):
        first = plain(system, system.adjudicate(state, orders, rng(number)))
        loaded = system.load(through_json(system.dump(state)))
        again = plain(system, system.adjudicate(loaded, through_json(orders), rng(number)))
        require(again == first, "`adjudicate` gives the same again for the same state, orders and chance")


def order_of_keys_and_seats_never_matters(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for options in scenario.options:
        seats = system.seating(options).names
        one, other = (plain(system, system.start(options, order, rng(0))) for order in (seats, seats[::-1]))
        require(one == other, "`start` does not depend on the order of the seats")
    for state, orders, number, drawn in moments(system, scenario, effort):
        expected = plain(system, system.adjudicate(state, orders, rng(number)))
        loaded = system.load(shuffled(through_json(system.dump(state)), drawn))
        mixed: Mapping[str, Orders] = shuffled(orders, drawn)
        found = plain(system, system.adjudicate(loaded, mixed, rng(number)))
        require(found == expected, "`adjudicate` does not depend on the order of roles, parts or keys")


def noise_never_raises(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, number, drawn in moments(system, scenario, effort):
        phase = waiting(system, state)
        for role in phase.roles:
            view = system.view(state, only(role))
            good = scenario.sheet(view, role, drawn).splitlines()
            noise = "\n".join(drawn.sample([*NOISE, *good, *(garbled(line, drawn) for line in good)], len(NOISE)))
            reading = system.read(view, role, sheet_of(noise, orders.get(role)))
            system.estimate(view, reading.parts)
            system.adjudicate(state, {**orders, role: dict(reading.parts)}, rng(number))


def what_counts_is_no_remark(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """A line that the rules take is one of the game's, whatever stands beside it; and reading never raises."""
    for state, _, _, drawn in moments(system, scenario, effort):
        for role in waiting(system, state).roles:
            view = system.view(state, only(role))
            for line in scenario.sheet(view, role, drawn).splitlines():
                for said in (line, garbled(line, drawn)):
                    reading = system.read(view, role, sheet_of("\n".join((said, *NOISE, *REMARKS))))
                    counting = {each.line for each in reading.lines} | {each.line for each in reading.acts}
                    remarks = {each.number for each in reading.remarks}
                    require(not counting & remarks, f"what counts is no remark: {said!r}")


def long_lines_hold_nobody_up(
    system: Game,
    scenario: Scenario,
    effort: Effort = USUAL,
) -> None:
    """A mail may hold a line of 200 000 characters: what reads it goes over it, not over all that could begin in it."""
    heads = ["", *(f"{word.name} " for word in system.words)]
    shapes = [(head, shape, run) for head in heads for shape in LONG for run in RUNS]
    drawn = random.Random(effort.seed)
    begun = list(openings(system, scenario))
    # Of a game with many beginnings each meets some of the lines.
    many = -(-len(shapes) // (min(effort.every, len(begun)) * effort.lines))
    for start, _ in begun:
        phase = waiting(system, start.state)
        role = next(iter(phase.roles))
        view = system.view(start.state, only(role))
        for length in (2_000, 20_000):
            for head, shape, run in drawn.sample(shapes, many):
                line = head + shape.format(run * length)
                with patience(f"{line[:40]!r} of {length} characters"):
                    system.read(view, role, sheet_of(line))


def garbled(line: str, drawn: random.Random) -> str:
    letters = list(line)
    drawn.shuffle(letters)
    return "".join(letters)


def bad_lines_never_lose_good_ones(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, _, drawn in moments(system, scenario, effort):
        for role in orders:
            view = system.view(state, only(role))
            sheet = scenario.sheet(view, role, drawn)
            spoiled = "\n".join(f"{line}\n\x00 nonsense" for line in sheet.splitlines())
            with_it, without = (dict(system.read(view, role, sheet_of(text)).parts) for text in (spoiled, sheet))
            require(with_it == without, f"a line of nonsense between them changes nothing of these lines: {sheet!r}")


def whoever_sent_nothing_holds_nobody_up(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, number, drawn in moments(system, scenario, effort):
        phase = waiting(system, state)
        for silent in (tuple(phase.roles), (drawn.choice(sorted(phase.roles)),)):
            rest = {role: filed for role, filed in orders.items() if role not in silent}
            left_out = system.adjudicate(state, rest, rng(number))
            # Nothing on file is the same as no sheet at all.
            emptied: dict[str, Orders] = {**rest, **{role: {} for role in silent}}
            after = system.dump(system.adjudicate(state, emptied, rng(number)).state)
            require(after == system.dump(left_out.state), "a role that sent nothing may be among the orders or not")


def canonical_text_reads_back(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, _, drawn in moments(system, scenario, effort):
        for role, filed in orders.items():
            view = system.view(state, only(role))
            good = scenario.sheet(view, role, drawn).splitlines()
            garbage = "\n".join(garbled(line, drawn) for line in good)
            for parts in (filed, system.read(view, role, sheet_of(garbage, filed)).parts):
                again = {part: system.print(view, part, system.parse(view, part, text)) for part, text in parts.items()}
                require(again == parts, f"`print` prints what `parse` has parsed: {parts!r} became {again!r}")


def sheets_survive_showing(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, _, _ in moments(system, scenario, effort):
        for role, filed in orders.items():
            view = system.view(state, only(role))
            shown = system.show(view, filed)
            if filed:
                again = dict(system.read(view, role, sheet_of(shown)).parts)
                require(again == filed, f"what `show` shows reads back: {filed!r} became {again!r}")


def the_sheet_to_answer_with_is_good(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, _, _ in moments(system, scenario, effort):
        for role, filed in orders.items():
            view = system.view(state, only(role))
            reading: Reading = system.read(view, role, sheet_of(system.form(view, filed)))
            wrong = [problem.message for problem in reading.problems if not problem.warning]
            require(not wrong, f"the sheet of `form` has no problem; {role} reads {wrong[:3]}")


def phases_and_parts_are_named(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for start, _ in openings(system, scenario):
        state, labels = start.state, []
        for number in range(effort.phases):
            phase = system.phase(state)
            if phase is None:
                break
            labels.append(phase.label)
            require(set(phase.wanted) <= set(phase.roles), f"{phase.label} waits only for roles that it has")
            state = system.adjudicate(state, {}, rng(number)).state
        require(len(labels) == len(set(labels)), f"every phase has a label of its own: {', '.join(labels)}")
    for _, orders, _, _ in moments(system, scenario, effort):
        unknown = {part for filed in orders.values() for part in filed} - set(system.parts)
        require(not unknown, f"what is filed is among `parts`; not so {', '.join(sorted(unknown))}")


def postings_are_the_change_of_accounts(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    def check(before: Mapping[tuple[str, str], int], outcome: Outcome) -> None:
        sums = dict(before)
        for each in outcome.postings:
            key = (each.account, each.currency)
            sums[key] = sums.get(key, 0) + each.amount
            require(bool(each.reason), f"every posting has a reason: {each}")
        after = system.accounts(outcome.state)
        require(bool(system.coins) or not after, "`coins` names what `accounts` counts")
        posted, held = ({key: amount for key, amount in each.items() if amount} for each in (sums, after))
        require(posted == held, f"postings are the change of `accounts`: {posted} against {held}")

    for start, _ in openings(system, scenario):
        check({}, start)
    for state, orders, number, drawn in moments(system, scenario, effort):
        check(system.accounts(state), system.adjudicate(state, orders, rng(number)))
        acting = state
        for role, act in scenario.secrets(state, "", drawn):
            outcome = system.act(acting, role, act)
            check(system.accounts(acting), outcome)
            acting = outcome.state


def viewers_of(system: Game, state: Any) -> list[Audience]:
    phase = waiting(system, state)
    return [PUBLIC, *(only(role) for role in phase.roles)]


def events_name_their_audience(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, orders, number, _ in moments(system, scenario, effort):
        outcome = system.adjudicate(state, orders, rng(number))
        # A role may begin with this very phase (Exchange): what it is told of it is for whoever holds it then.
        moments_known = [state] if system.phase(outcome.state) is None else [state, outcome.state]
        known = {role for each in moments_known for viewer in viewers_of(system, each) for role in viewer.roles}
        for event in outcome.events:
            roles = set(event.audience.roles)
            right = event.audience in (PUBLIC, MASTER) or (bool(roles) and roles <= known)
            require(right, f"an event ({event.kind}) is for roles that there are, not {sorted(roles)}")
            json.dumps(dict(event.data))


def views_are_told_to_programs(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """What a view says goes along as JSON with a letter whose reader has asked for that."""
    for state, _, _, _ in moments(system, scenario, effort):
        for viewer in (MASTER, *viewers_of(system, state)):
            view = system.view(state, viewer)
            said = system.view_data(view)
            try:
                kept = through_json(said)
            except TypeError as error:
                raise Broken(f"what programs are told of a view is JSON: {error}") from None
            require(kept == said, "what programs are told of a view is JSON: lists, and keys of text")
            phase = isinstance(said, dict) and said.get("phase")
            told = isinstance(phase, dict) and phase.get("label") == view.phase.label
            require(told, "what programs are told of a view is an object with its `phase`")


def secret_acts_go_unnoticed(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, _, _, drawn in moments(system, scenario, effort):
        for viewer in viewers_of(system, state):
            role = viewer.roles[0] if viewer.roles else ""
            acted = state
            events: list[Event] = []
            for actor, act in scenario.secrets(state, role, drawn):
                outcome = system.act(acted, actor, act)
                acted = outcome.state
                events += outcome.events
            after, before = everything_told(system, acted, viewer, events), everything_told(system, state, viewer, [])
            require(after == before, f"{role or 'the public'} notices nothing of others' secret acts")


def secret_orders_go_unnoticed(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    for state, _, number, drawn in moments(system, scenario, effort):
        for viewer in viewers_of(system, state):
            twins = scenario.twins(state, viewer.roles[0] if viewer.roles else "", drawn)
            if twins is None:
                continue
            one, other = (system.adjudicate(state, orders, rng(number)) for orders in twins)
            if system.phase(one.state) is None:
                continue
            told = [everything_told(system, each.state, viewer, each.events) for each in (one, other)]
            require(told[0] == told[1], f"{viewer.roles or 'the public'} notices nothing of others' secret orders")


def what_is_drawn_in_secret_is_said(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """A game is given a seed that is never opened where it says what that is for, and never if it opens everything."""
    if system.hidden_lots and not system.opens_all:
        return

    def drawn(step: Callable[[Rng], Outcome], number: int) -> None:
        one, other = (plain(system, step(replace(rng(number), hidden_seed=seed))) for seed in (b"one", b"other"))
        require(one == other, "`hidden_lots` says what is drawn by `Rng.hidden`, and `opens_all` is off")

    for options in scenario.options:
        seats = system.seating(options).names
        drawn(lambda lots, options=options, seats=seats: system.start(options, seats, lots), 0)  # type: ignore[misc]
    for state, orders, number, _ in moments(system, scenario, effort):
        drawn(lambda lots, state=state, orders=orders: system.adjudicate(state, orders, lots), number)  # type: ignore[misc]


MOST_COMMENTS, LONGEST_COMMENT = 3, 240


def comments_are_short_and_of_what_was_told(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Three sentences at most, the same again for the same events, and nothing where nothing was told."""
    for state, orders, number, _ in moments(system, scenario, effort):
        outcome = system.adjudicate(state, orders, rng(number))
        for viewer in viewers_of(system, state):
            mine = [event for event in outcome.events if event.audience.includes(viewer)]
            for role in viewer.roles:
                said = system.comments(mine, role)
                require(len(said) <= MOST_COMMENTS, f"{role} reads {MOST_COMMENTS} comments at most: {said}")
                long = [each for each in said if not 0 < len(each) <= LONGEST_COMMENT or "\n" in each]
                require(not long, f"each comment is a line of {LONGEST_COMMENT} characters at most: {long}")
                require(said == system.comments(mine, role), f"{role} reads the same comments again")
                require(not system.comments((), role), "there are no comments where nothing was told")


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


def every_phase_can_be_drawn(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Each reader's picture of each position, and of each phase with good orders, bad ones and noise on file."""
    for state, orders, number, drawn in moments(system, scenario, effort):
        filed = dict(orders)
        for role in waiting(system, state).roles:
            view = system.view(state, only(role))
            good = scenario.sheet(view, role, drawn).splitlines()
            mixed = [*drawn.sample(NOISE, 3), *good, *(garbled(line, drawn) for line in good)]
            filed[role] = dict(system.read(view, role, sheet_of("\n".join(drawn.sample(mixed, len(mixed))))).parts)
        for each in (orders, filed):
            outcome = system.adjudicate(state, each, rng(number))
            for viewer in _readers(system, state):
                before, after = (system.view(here, viewer) for here in (state, outcome.state))
                known = [event for event in outcome.events if event.audience.includes(viewer)]
                for picture in (system.position_picture(before), system.phase_picture(before, known, after)):
                    try:
                        _ = draw(picture) if picture is not None else ""
                    except LookupError as missing:
                        raise Broken(
                            f"what {viewer.roles or viewer.kind} may know can be drawn: {missing!r}"
                        ) from missing


def _readers(system: Game, state: Any) -> Iterator[Audience]:
    """Those whose pictures differ."""
    yield PUBLIC
    if system.differs_by_reader(system.view(state, PUBLIC)):
        yield MASTER
        yield from (only(role) for role in waiting(system, state).roles)


LAWS: tuple[Law, ...] = (
    states_survive_json,
    adjudication_is_repeatable,
    order_of_keys_and_seats_never_matters,
    noise_never_raises,
    what_counts_is_no_remark,
    long_lines_hold_nobody_up,
    bad_lines_never_lose_good_ones,
    whoever_sent_nothing_holds_nobody_up,
    canonical_text_reads_back,
    sheets_survive_showing,
    the_sheet_to_answer_with_is_good,
    phases_and_parts_are_named,
    postings_are_the_change_of_accounts,
    events_name_their_audience,
    views_are_told_to_programs,
    secret_acts_go_unnoticed,
    secret_orders_go_unnoticed,
    comments_are_short_and_of_what_was_told,
    what_is_drawn_in_secret_is_said,
    computer_players_write_good_sheets,
    computer_players_are_functions,
    computer_players_know_no_secrets,
    every_phase_can_be_drawn,
)
