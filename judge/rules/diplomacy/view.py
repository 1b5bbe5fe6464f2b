"""What a viewer may know of a Diplomacy board: all of it, and for a power which part is its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from judge.rules.diplomacy.adjudication.adjustments import owed
from judge.rules.diplomacy.board import ARMY, Board, Unit
from judge.rules.diplomacy.labels import ADJUSTMENTS
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.orders import provinces_reached
from judge.rules.diplomacy.sight import seen_table
from judge.rules.diplomacy.table import Table
from judge.rules.problems import refusal
from judge.rules.values import Audience, Json, Phase, View


class Examples(NamedTuple):
    """Orders of the reader's own units, as legal as the board makes them; empty where they have no unit for one.

    move: `A BUD - GAL`, of the unit `mover` to the area named `to`; support: `A VIE S A BUD - GAL`, where another unit
    can give it; other_move: another move of the mover; idle: a unit that neither moves nor supports, else any. code and
    name: of the area where the mover stands; stranger: a unit of somebody else, the nearest.
    """

    mover: str = ""
    move: str = ""
    to: str = ""
    other_move: str = ""
    support: str = ""
    idle: str = ""
    code: str = ""
    name: str = ""
    stranger: str = ""


def examples_of(table: Table, power: str, strangers: Collection[str]) -> Examples:
    """Examples for the player of this power. `table`: what they see; `strangers`: whose unit may be the other one."""
    board, own = table.board, table.units_of(power)
    if not own:
        return Examples()
    taken = {unit.province for unit in table.units}
    mover, place, helper = min(
        _moves(board, own), key=lambda each: (each[2] is None, board.province_of[each[1]] in taken)
    )
    move = f"{mover} - {place}"
    others = sorted(other for other in board.borders(mover.kind, mover.place) if board.province_of[other] not in taken)
    other = next((each for each in others if board.province_of[each] != board.province_of[place]), "")
    return Examples(
        mover=str(mover),
        move=move,
        to=board.title_of(place),
        other_move=f"- {other}" if other else "",
        support=f"{helper} S {move}" if helper is not None else "",
        idle=str(next((unit for unit in own if unit not in (mover, helper)), own[0])),
        code=mover.province,
        name=board.names[mover.province],
        stranger=_nearest(table, own, strangers),
    )


def _moves(board: Board, own: Collection[Unit]) -> Iterator[tuple[Unit, str, Unit | None]]:
    """(unit, where it goes, another unit that can support it there), armies first."""
    here = {unit.province for unit in own}
    for unit in sorted(own, key=lambda each: each.kind != ARMY):
        for place in sorted(board.borders(unit.kind, unit.place)):
            province = board.province_of[place]
            if province not in here:
                helpers = (each for each in own if each != unit and province in provinces_reached(board, each))
                yield unit, place, next(helpers, None)
    for unit in own:
        for place in sorted(board.borders(unit.kind, unit.place)):
            yield unit, place, None


def _nearest(table: Table, own: Collection[Unit], strangers: Collection[str]) -> str:
    """A unit of one of these powers: next to an own unit, else two steps away, else the first in the list."""
    reach = table.board.reach
    near = {there for unit in own for there in reach[unit.province]}
    further = {there for here in near for there in reach[here]}
    found = [unit for unit in table.units if unit.power in strangers]
    by_distance = sorted(found, key=lambda unit: (unit.province not in near, unit.province not in further))
    return str(by_distance[0]) if by_distance else ""


@dataclass(frozen=True)
class BoardView(View):
    """What lies open on the board, for one viewer.

    units: (power, its units) in board order; dislodged: {"power", "unit", "retreats"}; centers: owner -> centers;
    blind: whether more may lie on the board than the viewer sees; winners: the powers that have won, once it is over;
    power: the viewer's role, or empty; own_units: its units, dislodged ones left out;
    adjust: how many units it may build (positive) or must disband (negative) now.
    """

    table: Table
    units: tuple[tuple[str, tuple[str, ...]], ...]
    dislodged: tuple[Mapping[str, Json], ...]
    centers: Mapping[str, tuple[str, ...]]
    dummies: tuple[str, ...]
    eliminated: tuple[str, ...]
    winners: tuple[str, ...]
    power: str
    own_units: tuple[str, ...]
    adjust: int
    blind: bool

    @property
    def board(self) -> Board:
        return self.table.board

    @property
    def player(self) -> str:
        """As whom the viewer is addressed: the power, or nothing."""
        return self.power

    @property
    def others(self) -> tuple[str, ...]:
        """The powers that somebody else plays, in the order of the board."""
        out = {*self.dummies, *self.eliminated, self.power}
        return tuple(each for each in self.board.powers if each not in out)

    @property
    def examples(self) -> Examples:
        """Orders of the viewer's own units, to show how one writes."""
        return examples_of(self.table, self.power, [each for each in self.board.powers if each != self.power])


def known_fields(table: Table, viewer: Audience, phase: Phase | None, match: Match, *, blind: bool) -> dict[str, Any]:
    """The fields of this viewer's BoardView by name: a game that shows more builds its own view from them.

    A `blind` game is blind for players until it is over: of others they know neither who is awaited nor who is out.
    """
    power, winners = next((role for role in viewer.roles[:1] if role in table.board.powers), ""), match.winners
    blind = blind and viewer.kind != "master" and not winners
    told = phase or Phase(str(table.label), "The end", "over", 0, {}, ())
    table = seen_table(table, power) if blind else table
    powers = (power,) if blind else table.board.powers
    if blind:
        roles = {role: seat for role, seat in told.roles.items() if role == power}
        told = replace(told, roles=roles, wanted=tuple(role for role in told.wanted if role == power))
    return {
        "viewer": viewer,
        "phase": told,
        "table": table,
        "units": tuple((each, table.unit_texts[each]) for each in table.board.powers if each in table.unit_texts),
        "dislodged": tuple(
            {
                "power": unit.power,
                "unit": str(unit),
                "retreats": None if blind and unit.power != power else list(retreats),
            }
            for unit, _, retreats in table.dislodged
        ),
        "centers": dict(table.centers),
        "dummies": match.dummies,
        "eliminated": tuple(each for each in powers if each and each not in table.alive),
        "winners": winners,
        "power": power,
        "own_units": table.unit_texts.get(power, ()),
        # After a victory there are no adjustments (P30).
        "adjust": owed(table, power) if power and table.label.kind == ADJUSTMENTS and not winners else 0,
        "blind": blind,
    }


def borders(view: BoardView, area: str) -> tuple[str, ...]:
    board = view.board
    if not area:
        return tuple(_told(view, code, named=False) for code in board.provinces)
    found = board.find(area)
    if len(found) == 1:
        return (_told(view, found[0], named=True),)
    near = found or board.suggest(area)
    hint = f"Did you mean {' or '.join(f'{code} ({board.names[code]})' for code in near)}?" if near else ""
    raise refusal("borders/unknown", f"There is no one area called {area[:40]!r}.", hint=hint)


def _told(view: BoardView, code: str, *, named: bool) -> str:
    board = view.board
    kind = "sea" if code in board.seas else "land on the coast" if code in board.coastal else "inland"
    about = [kind, *_center(view, code)]
    ways = []
    if board.army[code]:
        ways.append(f"An army goes to {_list(board, board.army[code], named)}.")
    for place in board.places(code) if code in board.seas or code in board.coastal else ():
        where = "A fleet" if place == code else f"A fleet at {place} ({_side(board, place)})"
        ways.append(f"{where} goes to {_list(board, board.fleet[place], named)}.")
    return f"{code}, {board.names[code]}: {', '.join(about)}. {' '.join(ways)}"


def _center(view: BoardView, code: str) -> Iterable[str]:
    board = view.board
    if code not in board.centers:
        return
    home = next((power for power, homes in board.homes.items() if code in homes), "")
    yield "supply center"
    if home:
        yield f"home of {home.title()}"
    owner = next((power for power, owned in view.centers.items() if code in owned), "")
    if owner:
        yield f"owned by {owner.title()}"


def _side(board: Board, place: str) -> str:
    return board.title_of(place).rpartition("(")[2].rstrip(")")


def _list(board: Board, places: Iterable[str], named: bool) -> str:
    shown = sorted(places)
    return ", ".join(f"{place} ({board.title_of(place)})" if named else place for place in shown) or "nowhere"
