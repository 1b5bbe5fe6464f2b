"""What a map shows of a game on a Diplomacy board: a position, and the orders of one phase, as its reader sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.sight import ARRIVES, DEPARTS, FOUND, LOST, seen_by
from judge.rules.diplomacy.view import BoardView
from judge.rules.drawing import UNIT_KINDS, Mark, Picture, Piece, Side, Space, area_of
from judge.rules.ground import find_ground
from judge.rules.values import Event, Json

GROUNDS = Path(__file__).parent / "drawings"
DONE = frozenset({"moved", "held", "supported", "convoyed", "built"})

Row = Mapping[str, Json]


def position_picture(view: BoardView) -> Picture | None:
    """The board as its reader sees it now, units that must retreat included; None if there is no drawing of it."""
    shown = _picture(view, _seen(view), view.table.owner)
    ways = (way for each in view.dislodged for way in _open_ways(each["unit"], each["retreats"] or ()))
    return shown and replace(shown, marks=tuple(ways))


def phase_picture(before: BoardView, events: Sequence[Event], after: BoardView | None = None) -> Picture | None:
    """A phase that is over: the position before it, with the orders that these events tell; None without a drawing.

    `before` and `events` are what one reader may know. `after`, their view of what came of it, lifts the fog of a blind
    game from what they have come to see.
    """
    seen, owners = _seen(before), dict(before.table.owner)
    if before.blind and after is not None and after.blind:
        new = _seen(after) - seen
        owners |= {code: owner for code, owner in after.table.owner.items() if code in new}
        seen |= new
    shown = _picture(before, seen, owners)
    if shown is None:
        return None
    rows = [
        (event.kind, row)
        for event in events
        if event.kind in _READERS and event.data["phase"] == str(before.table.label)
        for row in event.data["orders"]
    ]
    board = before.board
    lost = {row["unit"] for kind, row in rows if kind == "movement" and row["dislodged"]}
    pieces = [
        replace(piece, dislodged=piece.dislodged or f"{piece.kind} {piece.place}" in lost) for piece in shown.pieces
    ]
    known = {(piece.kind, piece.place) for piece in pieces}
    for _, row in rows:
        if row.get("outcome") in (ARRIVES, FOUND):
            kind, _, place = str(row["unit"]).partition(" ")
            if (kind, place) not in known:
                pieces.append(_piece(board, row["power"], kind, place, ghost=True))
    marks = [mark for kind, row in rows if (mark := _READERS[kind](row)) is not None]
    marks = [_by_sea(board, mark, marks) if mark.verb == "move" else mark for mark in marks]
    return replace(shown, pieces=tuple(pieces), marks=tuple(marks))


def _open_ways(unit: str, retreats: Sequence[str]) -> Iterator[Mark]:
    """Where a unit that is dislodged may go, as far as the reader knows."""
    place = unit.partition(" ")[2]
    for target in retreats:
        text = f"{unit} may retreat to {target}"
        yield Mark("may retreat", place, target, text=text, name=f"{area_of(place)}-to-{target}")


def _by_sea(board: Board, mark: Mark, marks: Sequence[Mark]) -> Mark:
    """Return a move with the fleets that carried it, or were to; an army beside its target went by land."""
    start, end = area_of(mark.place), area_of(mark.target)
    fleets = [
        each for each in marks if (each.verb, area_of(each.other), area_of(each.target)) == ("convoy", start, end)
    ]
    if not fleets:
        return mark
    via = _route(board, start, end, [fleet.place for fleet in fleets if not fleet.failed])
    if not via and end not in board.reach[start]:
        via = _route(board, start, end, [fleet.place for fleet in fleets])
    return replace(mark, via=via)


def _route(board: Board, start: str, end: str, fleets: Sequence[str]) -> tuple[str, ...]:
    """The fewest of these fleets that lead from province to province; nothing where they do not."""
    ways: list[tuple[str, ...]] = [(fleet,) for fleet in fleets if fleet in board.reach[start]]
    reached = {way[0] for way in ways}
    for way in ways:  # grows as it is gone through
        if end in board.reach[way[-1]]:
            return way
        further = [fleet for fleet in fleets if fleet in board.reach[way[-1]] and fleet not in reached]
        reached.update(further)
        ways += [(*way, fleet) for fleet in further]
    return ()


def _seen(view: BoardView) -> frozenset[str]:
    """The provinces of which the reader knows all; for who plays no power in a blind game there is none."""
    if not view.blind:
        return frozenset(view.board.provinces)
    return seen_by(view.table, view.power) if view.power else frozenset()


def _picture(view: BoardView, seen: Collection[str], owners: Mapping[str, str]) -> Picture | None:
    table, board = view.table, view.board
    ground = find_ground(GROUNDS, board.name, board.provinces)
    if ground is None:
        return None
    pieces = [_piece(board, unit.power, unit.kind, unit.place) for unit in table.units]
    pieces += [_piece(board, unit.power, unit.kind, unit.place, dislodged=True) for unit, _, _ in table.dislodged]
    centers = frozenset(board.centers)
    return Picture(
        ground=ground,
        title=table.label.title,
        about=_about(view),
        sides={power: Side(power.title(), board.letters[power], board.adjectives[power]) for power in board.powers},
        spaces={
            code: _space(board, code, owners.get(code, ""), center=code in centers, seen=code in seen)
            for code in board.provinces
        },
        pieces=tuple(pieces),
        contested=table.contested,
        frames={"disc": "center"},
    )


def _space(board: Board, code: str, owner: str, *, center: bool, seen: bool) -> Space:
    # The own centers are known even where nothing else of the province is.
    whose = f" ({owner.title()})" if owner else ""
    title = board.names[code] + whose + ("" if seen else ", not seen")
    return Space(
        title,
        code in board.seas,
        owner,
        "disc" if center else "",
        fog="" if seen else "contents" if owner else "all",
    )


def _piece(board: Board, power: str, kind: str, place: str, *, dislodged: bool = False, ghost: bool = False) -> Piece:
    state = "-dislodged" if dislodged else ", arrived" if ghost else ""
    title = f"{board.adjectives[power]} {UNIT_KINDS[kind]}, {board.title_of(place)}{state}"
    return Piece(power, kind, place, dislodged, ghost, title=title)


def _about(view: BoardView) -> str:
    said = [f"{power.title()}: {', '.join(units)}." for power, units in view.units]
    if view.dislodged:
        said.append(f"Dislodged: {', '.join(each['unit'] for each in view.dislodged)}.")
    return " ".join(said) or "You see no unit."


def _moved(row: Row) -> Mark | None:
    """`A VIE - GAL`, `A VIE S A BUD - GAL`, `F NTH C A LON - NWY`, `A VIE H`; `F NTH` of what was half seen."""
    words = str(row["order"]).split()
    place, outcome = words[1], row["outcome"]
    if outcome in (ARRIVES, FOUND, DEPARTS, LOST):
        return _half_seen(row)
    verb, rest = words[2], words[3:]
    failed = outcome not in DONE
    text = f"{row['order']}: {outcome}" + (", dislodged" if row["dislodged"] else "")
    if verb == "-":
        return Mark("move", place, rest[0], failed=failed, text=text)
    if verb in ("S", "C"):
        target = rest[3] if len(rest) > 3 else ""
        return Mark("support" if verb == "S" else "convoy", place, target, rest[1], failed, text)
    return Mark("hold", place, failed=failed, text=text)


def _half_seen(row: Row) -> Mark:
    """Ruling P20: a unit that came from, or went, where nothing was seen."""
    place = str(row["unit"]).partition(" ")[2]
    comes = row["outcome"] in (ARRIVES, FOUND)
    name = f"{area_of(place)}-seen" if comes else ""
    text = f"{row['unit']}: {'came from out of sight' if comes else 'went out of sight'}"
    return Mark("appears" if comes else "vanishes", place, text=text, name=name)


def _retreated(row: Row) -> Mark | None:
    """`A BUD - VIE`, `A BUD DISBAND`."""
    if row["outcome"] in (ARRIVES, FOUND, DEPARTS, LOST):
        return _half_seen(row)
    words, text = str(row["order"]).split(), f"{row['order']}: {row['outcome']}"
    if words[2] == "-":
        return Mark("retreat", words[1], words[3], failed=row["outcome"] != "moved", text=text)
    return Mark("disband", words[1], text=text)


def _adjusted(row: Row) -> Mark | None:
    """`BUILD A VIE`, `DISBAND A VIE`, `WAIVE`."""
    words = str(row["order"]).split()
    if words[0] == "WAIVE":
        return None
    verb = "build" if words[0] == "BUILD" else "disband"
    return Mark(verb, words[2], other=words[1], text=str(row["order"]), power=row["power"])  # type: ignore[arg-type]


_READERS: Mapping[str, Callable[[Row], Mark | None]] = {
    "movement": _moved,
    "retreats": _retreated,
    "adjustments": _adjusted,
}
