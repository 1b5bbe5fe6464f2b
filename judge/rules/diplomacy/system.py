"""Plain Diplomacy as a rule system: everybody orders their own units, sealed, once a phase."""

from __future__ import annotations

from abc import ABC
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from typing_extensions import override

from judge.reading.sheet import SheetLine
from judge.rules.computers import ComputerPlayer
from judge.rules.data import plain_data
from judge.rules.diplomacy import picture
from judge.rules.diplomacy.adjudication.adjustments import WAIVE, complete
from judge.rules.diplomacy.boardfile import MAP, check_text, load_board
from judge.rules.diplomacy.canonical import (
    PARTS,
    parse_adjustments,
    parse_moves,
    parse_retreats,
    print_adjustments,
    print_moves,
    print_retreats,
)
from judge.rules.diplomacy.case import adjudicate_case, filed_orders, play
from judge.rules.diplomacy.composing import composition
from judge.rules.diplomacy.computer.players import COMPUTERS
from judge.rules.diplomacy.forms import adjustments_form, moves_form, repeated_moves, retreats_form
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT, RETREATS, phase_named
from judge.rules.diplomacy.match import LENGTHS, Match, active, after_act, phase_of, wanted
from judge.rules.diplomacy.packages import import_board
from judge.rules.diplomacy.plate import draw_board
from judge.rules.diplomacy.play import Flow, ended
from judge.rules.diplomacy.reading.names import KINDS, named_abroad
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.sight import seen_events
from judge.rules.diplomacy.story import (
    BOARD,
    SUMMARY_KINDS,
    Seen,
    center_charts,
    centers_by_year,
    comments_on,
    ranking_by_centers,
)
from judge.rules.diplomacy.table import Table, opening
from judge.rules.diplomacy.view import BoardView, borders, known_fields
from judge.rules.drawing import Picture
from judge.rules.game import Game
from judge.rules.problems import Problem, refusal
from judge.rules.rng import Rng
from judge.rules.story import Chart, Story
from judge.rules.values import (
    RESIGN,
    Act,
    Audience,
    BoardFiles,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    Reading,
    Result,
    Seating,
    Sheet,
    State,
    Word,
    dummies_of,
    dummies_option,
    seated,
)
from judge.rules.votes import OPTIONS as VOTE_OPTIONS
from judge.rules.votes import votes_of


class BoardGame(Game[State, Seen], ABC):
    """A game on a Diplomacy board."""

    has_map = True
    summary_kinds: Collection[str] = SUMMARY_KINDS

    phase_named = staticmethod(phase_named)
    role_named = staticmethod(named_abroad)
    borders = staticmethod(borders)
    ranking = staticmethod(ranking_by_centers)
    summary = staticmethod(centers_by_year)
    position_picture = staticmethod(picture.position_picture)

    @override
    def charts(self, story: Story[Seen]) -> tuple[Chart, ...]:
        return center_charts(story)

    @override
    def phase_picture(self, before: Seen, events: Sequence[Event], after: Seen | None = None) -> Picture | None:
        return picture.phase_picture(before, events, after)

    @override
    def view_data(self, view: Seen) -> Json:
        """Its fields; of the table beside them what the rest does not hold: `map`, and what a standoff left empty."""
        said = plain_data(view)
        del said["table"]
        return {**said, "map": view.board.name, "contested": list(view.table.contested)}

    @override
    def shown_after(self, event: Event) -> bool:
        return event.kind in BOARD

    @override
    def differs_by_reader(self, view: Seen) -> bool:
        return view.blind


OPTIONS = (
    MAP,
    dummies_option("powers that nobody plays; their units hold, and disband when they must"),
    Option(
        "nmr",
        "choice",
        "wait",
        "what happens at the deadline of a movement phase if orders are missing: the judge waits, or the units hold; "
        "retreats and builds never wait",
        ("wait", "default"),
    ),
    Option("blind", "flag", False, "whether powers see only what is near their units and homes"),
    *VOTE_OPTIONS,
)


@dataclass(frozen=True, slots=True)
class DiplomacyState:
    """A game of plain Diplomacy: the board, who plays, and what happens when orders are missing."""

    table: Table
    match: Match
    nmr: Literal["wait", "default"] = "wait"
    blind: bool = False


class Diplomacy(BoardGame[DiplomacyState, BoardView]):
    """The standard game by orders, movement as DATC 3.0 has it."""

    name = "diplomacy"
    title = "Diplomacy"
    aliases: tuple[str, ...] = ("standard", "dip")
    options = OPTIONS
    state_type = DiplomacyState
    words: tuple[Word, ...] = ()
    beginnings = ("A", "F", "army", "fleet", *KINDS)
    parts: Mapping[str, PartKind] = {
        PARTS[MOVEMENT]: "unit",
        PARTS[RETREATS]: "unit",
        PARTS[ADJUSTMENTS]: "replace",
    }
    lengths: Mapping[str, int] = LENGTHS
    opens_all = True
    computers: Mapping[str, ComputerPlayer] = COMPUTERS

    composition = staticmethod(composition)
    comments = staticmethod(comments_on)
    case = staticmethod(adjudicate_case)
    board_files = BoardFiles(check_text, import_board, draw_board)

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        board = load_board(options.get("map", "standard"))
        names = tuple(power for power in board.powers if power not in board.dummies)
        return seated(names, options)

    @override
    def hides_writers(self, options: Mapping[str, Json]) -> bool:
        return bool(options.get("blind", False))

    @override
    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        never_waits = options.get("nmr", "wait") == "default"
        return (
            *(("abandon",) if never_waits else ()),
            *(("become", "early", "grace") if self.hides_writers(options) else ()),
        )

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[DiplomacyState]:
        del rng  # Nothing in plain Diplomacy is left to chance.
        try:
            table = opening(options.get("map", "standard"))
        except KeyError as error:
            raise refusal("diplomacy/no-such-map", str(error.args[0])) from None
        powers = table.board.powers
        unknown = [name for name in (*seats, *dummies_of(options)) if name not in powers]
        if unknown or not seats:
            message = f"there is no power {unknown[0]}" if unknown else "nobody plays"
            raise refusal("diplomacy/no-such-power", message, hint=f"powers: {', '.join(powers)}")
        dummies = tuple(power for power in powers if power not in seats)
        match = Match(dummies, votes_of(options))
        return Outcome(DiplomacyState(table, match, options.get("nmr", "wait"), options.get("blind", False)))

    @override
    def phase(self, state: DiplomacyState) -> Phase | None:
        table, match = state.table, state.match
        awaited, waits = wanted(table, match), state.nmr == "wait"
        return phase_of(table, match, active(table, match), awaited, waits=waits, blind=state.blind)

    @override
    def read(self, view: BoardView, role: str, sheet: Sheet) -> Reading:
        part = PARTS[view.table.label.kind]
        before = sheet.filed.get(part, "")
        table, blind = view.table, view.blind
        lines, idle = _without_add(table.label.kind, sheet.lines)
        read = read_part(table, role, lines, before=before, blind=blind)
        problems = tuple(sorted((*idle, *read.problems), key=lambda each: each.line))
        if not read.lines:
            stands = ("Your earlier orders stand.",) if before else ()
            return Reading({}, (), bool(before) and read.complete, (), problems, stands, remarks=read.remarks)
        return Reading({part: read.text}, (), read.complete, read.lines, problems, read.notes, remarks=read.remarks)

    @override
    def parse(self, view: BoardView, part: str, text: str) -> Any:
        if part == PARTS[MOVEMENT]:
            return parse_moves(view.table, view.power, text, blind=view.blind)
        return (parse_retreats if part == PARTS[RETREATS] else parse_adjustments)(view.table, view.power, text)

    @override
    def print(self, view: BoardView, part: str, parsed: Any) -> str:
        if part == PARTS[MOVEMENT]:
            return print_moves(view.table.position, parsed.values())
        if part == PARTS[RETREATS]:
            return print_retreats(view.table.dislodged_of(view.power), parsed)
        return print_adjustments(parsed)

    @override
    def show(self, view: BoardView, orders: Orders) -> str:
        return orders.get(PARTS[view.table.label.kind], "")

    @override
    def estimate(self, view: BoardView, orders: Orders) -> tuple[str, ...]:
        return _left_open(view, view.power, self.show(view, orders))

    @override
    def form(self, view: BoardView, last: Orders) -> str:
        table, power = view.table, view.power
        if table.label.kind == RETREATS:
            return retreats_form(table, power, last)
        if table.label.kind == ADJUSTMENTS:
            return adjustments_form(table, power, last)
        return moves_form(table, power, last, blind=view.blind)

    @override
    def without_orders(self, view: BoardView) -> str:
        if view.table.label.kind == RETREATS:
            return "your dislodged units are disbanded"
        if view.table.label.kind == ADJUSTMENTS:
            return "you build nothing" if view.adjust > 0 else "the judge chooses which units go"
        return "your units hold"

    @override
    def again(self, view: BoardView, last: Orders) -> Orders:
        return repeated_moves(view.table, view.power, last, blind=view.blind)

    @override
    def act(self, state: DiplomacyState, role: str, act: Act) -> Outcome[DiplomacyState]:
        acted = after_act(state.table, state.match, role, act, blind=state.blind)
        after = replace(state, match=acted.match)
        # An eliminated power needs no successor, so nobody is told that its player has left.
        gone = act.kind == RESIGN and self.is_eliminated(state, role)
        events = () if gone else acted.events
        if acted.agreed is None:
            return Outcome(after, events=events, said=acted.said)
        return replace(_ended(after, acted.agreed, events), said=acted.said)

    @override
    def tally(self, state: DiplomacyState) -> Mapping[str, Mapping[str, int]]:
        return {power: {"centers": state.table.count(power)} for power in state.table.board.powers}

    @override
    def adjudicate(self, state: DiplomacyState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[DiplomacyState]:
        del rng  # Nothing in plain Diplomacy is left to chance.
        filed = filed_orders(state.table, PARTS[state.table.label.kind], orders)
        step = play(state.table, filed, Flow(not state.blind, state.match.dummies), blind=state.blind)
        events = step.events
        if state.blind:
            events = seen_events(state.table, step, active(state.table, state.match))
        after = replace(state, table=step.table, match=state.match.cleared())
        return _ended(after, step.result, events) if step.result else Outcome(after, events=events)

    @override
    def view(self, state: DiplomacyState, viewer: Audience) -> BoardView:
        return BoardView(**known_fields(state.table, viewer, self.phase(state), state.match, blind=state.blind))

    @override
    def is_eliminated(self, state: DiplomacyState, seat: str) -> bool:
        """Of a blind game nobody is told."""
        return not state.blind and seat not in state.table.alive


def _without_add(kind: str, lines: Sequence[SheetLine]) -> tuple[list[SheetLine], list[Problem]]:
    """The lines that are no remark and do not say ADD, as in Payola, and for each that does what is the way here."""
    said = [line for line in lines if line.text.strip(" \t.:!").upper() == "ADD"]
    if kind == ADJUSTMENTS:
        message, hint = "builds and disbands are one list, and the lines of this mail replace it", "write all of them"
    else:
        message, hint = "you do not need ADD here, because the orders of your other units stand anyway", ""
    told = [Problem("diplomacy/no-add", message, line.number, hint, line.text, warning=True) for line in said]
    return [line for line in lines if line not in said], told


def _left_open(view: BoardView, power: str, text: str) -> tuple[str, ...]:
    """What the orders on file leave to the defaults, in words."""
    table = view.table
    if table.label.kind == ADJUSTMENTS:
        ordered = parse_adjustments(table, power, text)
        rest = complete(table, power, ordered)[len(ordered) :]
        waived = sum(each.verb == WAIVE for each in rest)
        chosen = ", ".join(str(each) for each in rest if each.verb != WAIVE)
        if waived:
            return (f"You leave {waived} build{'' if waived == 1 else 's'} open: nothing more is built.",)
        return (f"You leave disbands open, so the judge chooses: {chosen}.",) if chosen else ()
    if table.label.kind == RETREATS:
        choices = parse_retreats(table, power, text)
        idle = [str(each.unit) for each in table.dislodged_of(power) if each.unit.province not in choices]
        return (f"These units have no retreat, so they are disbanded: {', '.join(idle)}.",) if idle else ()
    ordered_units = parse_moves(table, power, text, blind=view.blind)
    idle = [str(unit) for unit in table.units_of(power) if unit not in ordered_units]
    return (f"These units have no order, so they hold: {', '.join(idle)}.",) if idle else ()


def _ended(state: DiplomacyState, result: Result, events: tuple[Event, ...]) -> Outcome[DiplomacyState]:
    over = replace(state, match=state.match.cleared(result.winners))
    return Outcome(over, events=(*events, ended(state.table, result)), result=result)


SYSTEM = Diplomacy()
