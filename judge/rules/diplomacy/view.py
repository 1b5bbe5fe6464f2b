"""What a viewer may know of a Diplomacy board: all of it, and for a power which part is its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from judge.rules.diplomacy.adjudication.adjustments import owed
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.examples import Examples, examples_of
from judge.rules.diplomacy.labels import ADJUSTMENTS
from judge.rules.diplomacy.sight import seen_table
from judge.rules.diplomacy.table import Table
from judge.rules.values import Audience, Json, Phase, View


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


def power_of(viewer: Audience, board: Board) -> str:
    """The power that the viewer plays, or nothing."""
    return viewer.roles[0] if viewer.kind == "roles" and viewer.roles and viewer.roles[0] in board.powers else ""


def board_fields(
    table: Table, viewer: Audience, phase: Phase, dummies: tuple[str, ...], winners: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The fields of a BoardView by name: a game that shows more builds its own view from them."""
    powers = table.board.powers
    power = power_of(viewer, table.board)
    units = {each: tuple(str(unit) for unit in table.units_of(each)) for each in powers}
    return {
        "viewer": viewer,
        "phase": phase,
        "table": table,
        "units": tuple((each, texts) for each, texts in units.items() if texts),
        "dislodged": tuple(
            {"power": unit.power, "unit": str(unit), "retreats": list(retreats)}
            for unit, _, retreats in table.dislodged
        ),
        "centers": dict(table.centers),
        "dummies": dummies,
        "eliminated": tuple(each for each in powers if not table.alive(each)),
        "winners": winners,
        "power": power,
        "own_units": units.get(power, ()),
        # After a victory there are no adjustments (P30).
        "adjust": owed(table, power) if power and table.label.kind == ADJUSTMENTS and not winners else 0,
        "blind": False,
    }


def blind_fields(table: Table, viewer: Audience, phase: Phase, dummies: tuple[str, ...]) -> dict[str, Any]:
    """The same of what the viewer sees in a blind game (ruling P20); of others they learn neither who is awaited nor
    who is out.
    """
    power = power_of(viewer, table.board)
    own = replace(
        phase,
        roles={role: seat for role, seat in phase.roles.items() if role == power},
        wanted=tuple(role for role in phase.wanted if role == power),
    )
    fields = board_fields(seen_table(table, power), viewer, own, dummies)
    fields["eliminated"] = (power,) if power and not table.alive(power) else ()
    fields["dislodged"] = tuple(
        each if each["power"] == power else {**each, "retreats": None} for each in fields["dislodged"]
    )
    fields["blind"] = True
    return fields
