"""What a system gets from Game without saying it, and how the judge asks for what only some games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from judge.rules.game import Game
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system, systems
from judge.rules.rng import Rng
from judge.rules.values import (
    DUMMY,
    END,
    MASTER,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Audience,
    Event,
    Json,
    Meant,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    PhaseRecord,
    Seating,
    View,
    only,
    sheet_of,
)

RNG = Rng(b"seed")


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    turn: int = 1
    over: bool = False


PARTS: Mapping[str, PartKind] = {"way": "replace", "steps": "append"}
LENGTHS = {"turn": 24}


class Walk(Game[State, View]):
    """Who says so walks; steps are kept, the direction may change."""

    name = "walk"
    title = "A Walk"
    version = 2
    parts = PARTS
    lengths = LENGTHS
    state_type = State

    def seating(self, options: Mapping[str, Json]) -> Seating:
        return Seating(("A", "B"), 2, 2)

    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[State]:
        return Outcome(State(tuple(sorted(seats))))

    def phase(self, state: State) -> Phase | None:
        return None if state.over else self._phase(state)

    def _phase(self, state: State) -> Phase:
        return Phase(f"T{state.turn}", "A turn", "turn", 24, {name: name for name in state.players}, ())

    def view(self, state: State, viewer: Audience) -> View:
        return View(viewer, self._phase(state))

    def read_line(self, view: View, role: str, line: str) -> Meant:
        if line.startswith("go "):
            return Meant("way", line, f"you go {line[3:]}")
        if line == "step":
            return Meant("steps", line, "a step")
        raise Refused(Problem("walk/what", "That is no way to walk.", hint="go north"))

    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome[State]:
        events = [
            Event(audience, "went", {"name": name, "way": filed.get("way", "")})
            for name, filed in orders.items()
            for audience in (PUBLIC, MASTER)
        ]
        return Outcome(replace(state, turn=state.turn + 1), events=tuple(events))


class Toll(Walk):
    """The same with money, acts and an end that opens something."""

    def act(self, state: State, role: str, act: Act) -> Outcome[State]:
        if act.kind == "jump":
            return Outcome(replace(state, turn=9))
        raise Refused(Problem("toll/no", "No."))

    def accounts(self, state: State) -> Mapping[tuple[str, str], int]:
        return {("A", "coin"): state.turn}

    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        return (Event(PUBLIC, "phases", {"number": len(record)}),)


WALK: Game[State, View] = Walk()
TOLL: Game[State, View] = Toll()
STATE = State(("A", "B"))
VIEW = WALK.view(STATE, only("A"))


def test_of_several_lines_the_last_counts_and_a_part_that_grows_takes_all() -> None:
    reading = WALK.read(VIEW, "A", sheet_of("go north\nstep\ngo south\nstep"))
    assert reading.parts == {"way": "go south", "steps": "step\nstep"}
    assert [(each.line, each.part, each.meaning) for each in reading.lines][2] == (3, "way", "you go south")
    assert reading.written


def test_a_bad_line_is_a_problem_with_its_number_and_its_words() -> None:
    reading = WALK.read(VIEW, "A", sheet_of("go north\n\nfly"))
    assert reading.parts == {"way": "go north"}
    (problem,) = reading.problems
    assert (problem.code, problem.line, problem.text, problem.hint) == ("walk/what", 3, "fly", "go north")


def test_a_sheet_without_a_good_line_leaves_what_is_on_file_and_counts_by_it() -> None:
    assert WALK.read(VIEW, "A", sheet_of("fly")).written is False
    assert WALK.read(VIEW, "A", sheet_of("fly", {"way": "go north"})).written


def test_what_is_on_file_is_shown_part_by_part() -> None:
    assert WALK.show(VIEW, {"steps": "step\nstep", "way": "go north"}) == "go north\nstep\nstep"


def test_nothing_is_estimated_and_no_form_is_sent_unless_the_system_does() -> None:
    assert WALK.estimate(VIEW, {"way": "go north"}) == ()
    assert WALK.form(VIEW, {"way": "go north"}) == ""


def test_states_of_all_earlier_versions_are_read_as_they_are_and_those_of_later_ones_not() -> None:
    old = {"players": ["A", "B"]}
    assert WALK.load(WALK.upgrade(old, 1)) == STATE
    assert WALK.upgrade(old, 2) == old
    for version in (0, 3):
        with pytest.raises(ValueError, match=f"no version {version} of walk is known"):
            WALK.upgrade(old, version)


def test_a_case_is_read_adjudicated_and_told_in_public() -> None:
    case = {"position": {"players": ["A", "B"]}, "orders": {"A": "go north\nfly"}}
    found = WALK.case(case)
    assert found["position"] == {"players": ["A", "B"], "turn": 2}
    assert found["results"] == {"went": [{"name": "A", "way": "go north"}]}
    assert [(each["role"], each["line"], each["code"]) for each in found["problems"]] == [("A", 2, "walk/what")]


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ({}, "a case has a position"),
        ({"position": {"players": ["A"]}, "orders": ["A"]}, "orders by role"),
        ({"position": {"players": ["A"]}, "orders": {"C": "go north"}}, "there are: A"),
        ({"position": {"players": ["A"]}, "orders": {"A": 7}}, "texts by role"),
        ({"position": {"players": ["A"], "over": True}}, "the game is over"),
    ],
)
def test_a_case_that_cannot_be_read_says_why(case: Mapping[str, Json], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        WALK.case(case)


@pytest.mark.parametrize("act", [Act(RESIGN), Act(SUCCEED), Act(DUMMY), Act(END)])
def test_where_nothing_takes_effect_at_once_players_come_and_go_and_the_master_may_end_it(act: Act) -> None:
    assert WALK.act(STATE, "A", act) == Outcome(STATE)


@pytest.mark.parametrize("act", [Act(VOTE, {"draw": True}), Act(END, {"win": "A"}), Act(END, {"draw": True}), Act("x")])
def test_where_nothing_takes_effect_at_once_nobody_can_decide_the_game(act: Act) -> None:
    with pytest.raises(Refused, match="Nobody can vote"):
        WALK.act(STATE, "A", act)


def test_without_money_there_are_no_accounts_and_without_secrets_nothing_is_opened() -> None:
    assert WALK.accounts(STATE) == {}
    assert WALK.opened(()) == ()


def test_a_system_that_has_acts_money_or_secrets_is_asked() -> None:
    assert TOLL.act(STATE, "A", Act("jump")).state.turn == 9
    with pytest.raises(Refused, match="No"):
        TOLL.act(STATE, "A", Act(RESIGN))
    assert TOLL.accounts(STATE) == {("A", "coin"): 1}
    assert [event.data for event in TOLL.opened((PhaseRecord("T1", {}, ()),))] == [{"number": 1}]


# Options as GameMasters write them.

PLAYERS = Option("players", "int", 14, "how many play", least=4, most=60)


@pytest.mark.parametrize(("text", "number"), [("4", 4), (" 60 ", 60), ("007", 7)])
def test_a_number_is_read_within_its_bounds(text: str, number: int) -> None:
    assert PLAYERS.parse(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "3", "61", "-4", "4.5", "٤", "²", "ten", "000", "9" * 5000, "0000000601234568", "000000060" + "0" * 5000],
)
def test_any_other_number_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="players is a whole number from 4 to 60"):
        PLAYERS.parse(text)


def test_nought_is_a_number() -> None:
    assert Option("cap", "int", 5, "").parse("0") == 0


# Seats that nobody plays from the start: each system says which, and which option lists them.

WITH_DUMMIES = [name for name, system in systems().items() if system.seating({}).dummies_option]


@pytest.mark.parametrize("name", WITH_DUMMIES)
def test_seats_that_nobody_plays_are_told_beside_those_that_are_played(name: str) -> None:
    system = find_system(name)
    names = system.seating({}).names
    option = system.seating({}).dummies_option
    seating = system.seating({option: [names[0], names[1]]})
    assert seating.names == names
    assert seating.dummies == names[:2]
    assert (seating.least, seating.most) == (len(names) - 2, len(names) - 2)


@pytest.mark.parametrize("name", WITH_DUMMIES)
def test_the_option_that_lists_them_is_one_of_the_systems_and_empty_if_not_said(name: str) -> None:
    system = find_system(name)
    (option,) = (each for each in system.options if each.name == system.seating({}).dummies_option)
    assert (option.kind, option.default) == ("names", [])
    assert system.seating({}).dummies == ()


def test_in_an_exchange_game_all_seats_are_played_from_the_start() -> None:
    assert sorted(systems()) == sorted([*WITH_DUMMIES, "exchange"])
    seating = find_system("exchange").seating({})
    assert (seating.dummies, seating.least) == ((), len(seating.names))
