"""What a map shows of a game on a Diplomacy board: a position, and the orders of one phase. All of it is public."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.table import Table
from judge.rules.system import Event, Json

Verb: TypeAlias = Literal["hold", "move", "support", "convoy", "retreat", "disband", "build"]

DONE = frozenset({"moved", "held", "supported", "convoyed", "built"})


@dataclass(frozen=True)
class Piece:
    """A unit: `kind` is A or F, `place` a province or coast."""

    power: str
    kind: str
    place: str
    dislodged: bool = False


@dataclass(frozen=True)
class Mark:
    """An order: of the unit at `place`, about the unit at `other` (supports, convoys), to `target`."""

    verb: Verb
    place: str
    target: str = ""
    other: str = ""
    failed: bool = False
    text: str = ""


@dataclass(frozen=True)
class Picture:
    """One map. `owners`: center -> power; `contested`: provinces of a standoff."""

    board: Board
    title: str
    pieces: tuple[Piece, ...]
    owners: Mapping[str, str]
    marks: tuple[Mark, ...] = ()
    contested: tuple[str, ...] = ()


def position_picture(table: Table) -> Picture:
    """The board as it stands, units that must retreat included."""
    pieces = [Piece(unit.power, unit.kind, unit.place) for unit in table.units]
    pieces += [Piece(unit.power, unit.kind, unit.place, dislodged=True) for unit, _, _ in table.dislodged]
    return Picture(table.board, table.label.title, tuple(pieces), table.owner, contested=table.contested)


def phase_picture(before: Table, events: Sequence[Event]) -> Picture:
    """A phase that is over: the position before it, with the orders that its public events tell."""
    rows = [
        (event.kind, row)
        for event in events
        if event.kind in _READERS and event.data["phase"] == str(before.label)
        for row in event.data["orders"]
    ]
    shown = position_picture(before)
    lost = {row["unit"] for kind, row in rows if kind == "movement" and row["dislodged"]}
    pieces = tuple(
        replace(piece, dislodged=piece.dislodged or f"{piece.kind} {piece.place}" in lost) for piece in shown.pieces
    )
    marks = (_READERS[kind](row) for kind, row in rows)
    return replace(shown, pieces=pieces, marks=tuple(mark for mark in marks if mark is not None))


def _moved(row: Mapping[str, Json]) -> Mark:
    """`A VIE - GAL`, `A VIE S A BUD - GAL`, `F NTH C A LON - NWY`, `A VIE H`."""
    words = str(row["order"]).split()
    place, verb, rest = words[1], words[2], words[3:]
    failed = row["outcome"] not in DONE
    text = f"{row['order']}: {row['outcome']}" + (", dislodged" if row["dislodged"] else "")
    if verb == "-":
        return Mark("move", place, rest[0], failed=failed, text=text)
    if verb in ("S", "C"):
        target = rest[3] if len(rest) > 3 else ""
        return Mark("support" if verb == "S" else "convoy", place, target, rest[1], failed, text)
    return Mark("hold", place, failed=failed, text=text)


def _retreated(row: Mapping[str, Json]) -> Mark:
    """`A BUD - VIE`, `A BUD DISBAND`."""
    words, text = str(row["order"]).split(), f"{row['order']}: {row['outcome']}"
    if words[2] == "-":
        return Mark("retreat", words[1], words[3], failed=row["outcome"] != "moved", text=text)
    return Mark("disband", words[1], text=text)


def _adjusted(row: Mapping[str, Json]) -> Mark | None:
    """`BUILD A VIE`, `DISBAND A VIE`, `WAIVE`."""
    words = str(row["order"]).split()
    if words[0] == "WAIVE":
        return None
    return Mark("build" if words[0] == "BUILD" else "disband", words[2], other=words[1], text=str(row["order"]))


_READERS: Mapping[str, Callable[[Mapping[str, Json]], Mark | None]] = {
    "movement": _moved,
    "retreats": _retreated,
    "adjustments": _adjusted,
}
