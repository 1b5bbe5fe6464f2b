"""One case of `judge adjudicate`: position, treasuries and letters in; position, results, accounts and problems out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from judge.rules import schema
from judge.rules.case import Amount, Case, SheetText
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import parse_letter
from judge.rules.machiavelli.play import play
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position, Unit, marked
from judge.rules.machiavelli.reading.letter import read_sheet
from judge.rules.machiavelli.state import START_DUCATS, Label, State, read_label
from judge.rules.problems import problem_rows
from judge.rules.schema import Text
from judge.rules.values import PUBLIC, Json, Outcome, sheet_of


def _country(text: str) -> str:
    name = text.strip().upper()
    if name not in BOARD.countries:
        raise ValueError(f"no country {text[:40]!r}; there are: {', '.join(BOARD.countries)}")
    return name


def _owner(text: str) -> str:
    return INDEPENDENTS if text.strip().upper() == INDEPENDENTS else _country(text)


def _area(text: str) -> str:
    name = text.strip().upper()
    if name not in BOARD.areas:
        raise ValueError(f"no area {text[:40]!r}")
    return name


def _unit(text: str) -> str:
    words = text.upper().split()
    if len(words) == 2 and words[0] in ("A", "F", "G") and words[1] in BOARD.areas and BOARD.stands(words[0], words[1]):
        return " ".join(words)
    raise ValueError(f"{text[:40]!r} is no unit that can stand on this map: write `A PIS`, `F LIG` or `G SIE`")


Country = Annotated[str, Text(_country)]
Owner = Annotated[str, Text(_owner)]
Area = Annotated[str, Text(_area)]


@dataclass(frozen=True)
class Board:
    """The open board as people write and read it. Without `rebel_sieges`, what is besieged now was besieged before."""

    phase: Label
    units: Mapping[Owner, tuple[Annotated[str, Text(_unit)], ...]] = field(default_factory=dict)
    control: Mapping[Country, tuple[Area, ...]] = field(default_factory=dict)
    rebellions: Mapping[Area, Owner] = field(default_factory=dict)
    sieges: tuple[Area, ...] = ()
    homes: Mapping[Country, Country] = field(default_factory=dict)
    excommunicated: Mapping[Country, Label] = field(default_factory=dict)
    condemned: tuple[Country, ...] = ()
    eliminated: tuple[tuple[Country, str], ...] = ()
    rebel_sieges: tuple[Area, ...] | None = None


@dataclass(frozen=True)
class WholePosition(Board):
    """The board and the treasuries. `balances`: 15 ducats each if left out altogether; `expected`: as the balances."""

    balances: Mapping[Country, Amount] | None = None
    expected: Mapping[Country, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PlagueCase(Case):
    position: WholePosition
    orders: Mapping[Country, SheetText] = field(default_factory=dict)


def adjudicate_case(data: Mapping[str, Json]) -> dict[str, Json]:
    """ValueError where the case cannot be read. A player without a letter has their defaults (17.2)."""
    case = schema.read(data, PlagueCase)
    state = state_of(case.position)
    problems: list[Json] = []
    letters = {}
    for role, text in case.orders.items():
        if not state.position.alive(role):
            raise ValueError(f"{role} is out of the game")
        reading = read_sheet(state.position, state.label, role, sheet_of(text))
        letters[role] = parse_letter(reading.parts)
        problems += problem_rows(role, reading.problems)
    return _result(play(state, letters), problems)


def board_of(label: Label, position: Position) -> Board:
    units: dict[str, tuple[str, ...]] = {}
    for unit in sorted(position.units.values(), key=lambda unit: (unit.owner, unit.kind, unit.area)):
        owner = unit.owner or INDEPENDENTS
        units[owner] = (*units.get(owner, ()), str(unit))
    control: dict[str, tuple[str, ...]] = {}
    for area, holder in sorted(position.markers.items()):
        control[holder] = (*control.get(holder, ()), area)
    return Board(
        phase=label,
        units=units,
        control=control,
        rebellions={area: victim or INDEPENDENTS for area, victim in sorted(position.rebellions.items())},
        sieges=tuple(sorted(position.sieges)),
        homes=dict(sorted(position.homes.items())),
        excommunicated={player: read_label(end) for player, end in sorted(position.banned.items())},
        condemned=tuple(sorted(position.condemned)),
        eliminated=position.eliminated,
        rebel_sieges=tuple(sorted(position.of_rebels)),
    )


def whole_position(state: State) -> WholePosition:
    players = state.position.players()
    return WholePosition(
        **vars(board_of(state.label, state.position)),
        balances={player: state.ducats[player] for player in players},
        expected={player: state.expected[player] for player in players},
    )


def position_of(board: Board) -> Position:
    """Return the position of a board. ValueError if two units stand in one place."""
    units: dict[str, Unit] = {}
    for owner, texts in board.units.items():
        for text in texts:
            kind, area = text.split()
            unit = Unit(INDEPENDENT if owner == INDEPENDENTS else owner, kind, area)
            if unit.place in units:
                raise ValueError(f"{text} stands where {units[unit.place]} does")
            units[unit.place] = unit
    position = Position(
        units=units,
        markers={area: owner for owner, areas in board.control.items() for area in areas},
        rebellions={
            area: INDEPENDENT if victim == INDEPENDENTS else victim for area, victim in board.rebellions.items()
        },
        sieges=frozenset(board.sieges),
        homes={country: board.homes.get(country, country) for country in BOARD.countries},
        banned={player: str(end) for player, end in board.excommunicated.items()},
        condemned=frozenset(board.condemned),
        eliminated=board.eliminated,
    )
    of_rebels = board.rebel_sieges
    if of_rebels is None:
        of_rebels = tuple(area for area in board.sieges if position.city_rebels(position.siege_target(area)))
    return replace(position, markers=marked(position), of_rebels=frozenset(of_rebels))


def state_of(whole: WholePosition) -> State:
    position = position_of(whole)
    # One whose last phase is over stops nothing (15); a game keeps none.
    banned = {who: str(end) for who, end in whole.excommunicated.items() if end.order >= whole.phase.order}
    players = position.players()
    given, omitted = ({}, START_DUCATS) if whole.balances is None else (whole.balances, 0)
    ducats = {player: given.get(player, omitted) for player in players}
    expected = {player: whole.expected.get(player, ducats[player]) for player in players}
    return State(whole.phase, replace(position, banned=banned), ducats, expected)


def _result(done: Outcome[State], problems: list[Json]) -> dict[str, Json]:
    """What was told of the phase: the board's orders, and the ducats of each player that lost or got any."""
    position = schema.write(whole_position(done.state))
    orders = [row for event in done.events if event.kind == "campaign" for row in event.data["orders"]]
    accounts = {event.audience.roles[0]: event.data["rows"] for event in done.events if event.kind == "account"}
    result: dict[str, Json] = {
        "position": position,
        "results": {
            row["unit"]: {name: each for name, each in row.items() if each and name != "unit"} for row in orders
        },
        "treasury": {
            "accounts": {
                player: [{name: each for name, each in row.items() if name != "why" or each} for row in rows]
                for player, rows in accounts.items()
                if rows
            },
            "balances": position["balances"],
        },
        "events": [
            {"kind": event.kind, **event.data}
            for event in done.events
            if event.audience == PUBLIC and event.kind not in ("campaign", "ended")
        ],
        "problems": problems,
    }
    if done.state.winners:
        result["winners"] = list(done.state.winners)
    return result
