"""Empires as a rule system: one sheet of sixteen orders a country and turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import override

from judge.rules.computers import ComputerPlayer
from judge.rules.empires import picture
from judge.rules.empires import story as stories
from judge.rules.empires.canonical import (
    MESSAGES,
    SLOTS,
    parse_messages,
    parse_slots,
    print_messages,
    print_slots,
    without_blank_boxes,
)
from judge.rules.empires.case import adjudicate_case
from judge.rules.empires.composing import composition
from judge.rules.empires.computer import COMPUTERS
from judge.rules.empires.play import BP, adjudicate, declared, opening
from judge.rules.empires.reading import SheetReader
from judge.rules.empires.slots import BLANK, LAST_SLOT, USAGE, certain_failure, idle_boxes, usage
from judge.rules.empires.state import State
from judge.rules.empires.story import comments_on, opened_turns
from judge.rules.empires.view import EmpireView, borders, view_of
from judge.rules.empires.worldmap import load_map, map_names
from judge.rules.game import Game
from judge.rules.problems import NO_VOTE, Problem, refusal
from judge.rules.rng import Rng
from judge.rules.values import (
    DUMMY,
    END,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Audience,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    Reading,
    Seating,
    Sheet,
    Word,
    dummies_of,
    dummies_option,
    seated,
)

TURN = "turn"
HOURS = {TURN: 168}

_SHOWN = 3
"""Blank slots in the form: enough to show how a sheet looks, and short on a phone."""
_ALL_EMPTY = "All slots are empty: you do nothing this turn."

OPTIONS = (
    Option("map", "choice", "corners", "the board", map_names()),
    dummies_option("countries that nobody plays; they never send a sheet"),
    Option("limit", "int", 20, "the turn after which the game ends in any case", least=1, most=999),
)

WORDS = (
    *(Word(name, f"1 {usage(name)}", action.help, at_once=False) for name, action in USAGE.items()),
    Word("MESSAGE", "MESSAGE ALL …", "prints a line in everybody's report, or in one country's", at_once=False),
    Word("TURN", "TURN 4", "says which turn the sheet is for", at_once=False),
    Word("COUNTRY", "COUNTRY NO", "says whose sheet it is", at_once=False),
)


class Empires(Game[State, EmpireView]):
    """Chapter 6 exactly, and the smallest playable game around it."""

    name = "empires"
    title = "Empires"
    aliases: tuple[str, ...] = ("empire",)
    options = OPTIONS
    words = WORDS
    state_type = State
    parts: Mapping[str, PartKind] = dict.fromkeys((SLOTS, MESSAGES), "replace")
    lengths: Mapping[str, int] = HOURS
    computers: Mapping[str, ComputerPlayer] = COMPUTERS
    coins: Mapping[str, tuple[str, str]] = {BP: ("BP", "BPs")}
    has_map = True
    # Not opens_all: messages to one country stay private

    comments = staticmethod(comments_on)
    borders = staticmethod(borders)
    composition = staticmethod(composition)
    ranking = staticmethod(stories.ranking)
    settled = staticmethod(stories.settled)
    charts = staticmethod(stories.charts)
    position_picture = staticmethod(picture.position_picture)
    phase_picture = staticmethod(picture.phase_picture)
    adjudicate = staticmethod(adjudicate)
    opened = staticmethod(opened_turns)
    case = staticmethod(adjudicate_case)

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        return seated(load_map(options.get("map", "corners")).countries, options)

    @override
    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        return ("abandon",)  # it never waits

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[State]:
        world = load_map(options.get("map", "corners"))
        unknown = [name for name in (*seats, *dummies_of(options)) if name not in world.countries]
        if unknown:
            message = f"There is no country {unknown[0]}."
            raise refusal("empires/no-such-country", message, hint=f"Countries: {', '.join(world.countries)}.")
        dummies = [name for name in world.countries if name not in seats or name in dummies_of(options)]
        if len(world.countries) - len(dummies) < 2:
            raise refusal("empires/too-few", "At least two countries must be played.")
        return opening(world, dummies, options.get("limit", 20), rng)

    @override
    def phase(self, state: State) -> Phase | None:
        return None if state.over else _phase(state)

    @override
    def read(self, view: EmpireView, role: str, sheet: Sheet) -> Reading:
        if role not in view.order:
            message = f"{role} has been eliminated and has no orders."
            problem = Problem("empires/eliminated", message)
            return Reading(problems=(problem,) if sheet.lines else ())
        return SheetReader(load_map(view.map), view.countries, role).read(sheet)

    @override
    def parse(self, view: EmpireView, part: str, text: str) -> Any:
        return parse_slots(text, view.areas) if part == SLOTS else parse_messages(text)

    @override
    def print(self, view: EmpireView, part: str, parsed: Any) -> str:
        return print_slots(parsed) if part == SLOTS else print_messages(parsed)

    @override
    def show(self, view: EmpireView, orders: Orders) -> str:
        return "\n".join(without_blank_boxes(text) for part in (SLOTS, MESSAGES) if (text := orders.get(part, "")))

    @override
    def estimate(self, view: EmpireView, orders: Orders) -> tuple[str, ...]:
        parsed = parse_slots(orders.get(SLOTS, ""), view.areas)
        slots = {number: slot for number, slot in parsed.items() if slot is not None}
        world = load_map(view.map)
        bad = [
            f"Slot {number} will fail: {why}."
            for number, slot in sorted(slots.items())
            if (why := certain_failure(slot.action, slot.boxes, world)[0])
        ]
        idle = (idle_boxes(slot, view.areas) for _, slot in sorted(slots.items()))
        bad += [f"{told[:1].upper()}{told[1:]}." for told in idle if told]
        filled = len(slots)
        used = f"{filled} of {LAST_SLOT} slots {'is' if filled == 1 else 'are'} filled." if filled else _ALL_EMPTY
        return (f"{used} You have {view.bps} {'BP' if view.bps == 1 else 'BPs'}.", *bad)

    @override
    def form(self, view: EmpireView, last: Orders) -> str:
        del last  # each turn begins with an empty sheet
        if view.country not in view.order:
            return ""
        blank = (f"{number} {BLANK}" for number in range(1, _SHOWN + 1))
        such = f", such as {_SHOWN + 1} GROW {view.examples.home}" if view.examples.home else ""
        return "\n".join((f"TURN {view.turn}", *blank, f"// Add lines, up to slot {LAST_SLOT}{such}"))

    @override
    def without_orders(self, view: EmpireView) -> str:
        return "you do nothing this turn"

    @override
    def act(self, state: State, role: str, act: Act) -> Outcome[State]:
        if act.kind == END:
            return declared(state, act.data)
        if act.kind == VOTE:
            message = "Nobody votes for a draw or a concession here. Victory points decide, at a census or at the end."
            raise refusal(NO_VOTE, message, hint="RESIGN leaves the game.")
        told = {RESIGN: "resigned", DUMMY: "dummy", SUCCEED: "succeeded"}.get(act.kind)
        if told is None:
            raise refusal("empires/no-such-act", f"nothing can be done by {act.kind} in this game")
        if role not in state.countries:
            raise refusal("empires/no-such-country", f"There is no country {role}.")
        if act.kind == RESIGN and self.is_eliminated(state, role):
            return Outcome(state)  # nobody is wanted in their place (11.1)
        others = tuple(each for each in state.dummies if each != role)
        dummies = tuple(sorted((*others, role))) if act.kind == DUMMY else others
        return Outcome(replace(state, dummies=dummies), events=(Event(PUBLIC, told, {"country": role}),))

    @override
    def tally(self, state: State) -> Mapping[str, Mapping[str, int]]:
        return {
            name: {"points": country.vps, "areas": len(state.land_of(name))}
            for name, country in state.countries.items()
        }

    @override
    def view(self, state: State, viewer: Audience) -> EmpireView:
        return view_of(state, viewer, _phase(state))

    @override
    def accounts(self, state: State) -> Mapping[tuple[str, str], int]:
        return {(country, BP): each.bps for country, each in state.countries.items()}

    @override
    def differs_by_reader(self, view: EmpireView) -> bool:
        del view  # a country sees its own land and its borders
        return True

    @override
    def is_eliminated(self, state: State, seat: str) -> bool:
        return seat not in state.order


def _phase(state: State) -> Phase:
    # Eliminated countries have nothing to order, and may still be written to.
    seats = {country: country for country in state.countries}
    wanted = tuple(country for country in sorted(state.order) if country not in state.dummies)
    return Phase(state.label, f"Turn {state.turn}", TURN, HOURS[TURN], seats, wanted, "default", "keep")


SYSTEM = Empires()
