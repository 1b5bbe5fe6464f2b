"""One case of `judge adjudicate` for plain Diplomacy. What the cases of every game on a board share is here too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.rules import schema
from judge.rules.case import Case, Name
from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, WAIVE, Adjustment
from judge.rules.diplomacy.board import Board, Dislodged, Unit
from judge.rules.diplomacy.board import position_of as board_position_of
from judge.rules.diplomacy.boardfile import kept_board, load_board
from judge.rules.diplomacy.canonical import parse_adjustments, parse_moves, parse_retreats, standing_moves
from judge.rules.diplomacy.labels import MOVEMENT, RETREATS, Label
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.play import FREELY, Flow, Step, play_adjustments, play_movement, play_retreats
from judge.rules.diplomacy.reading.sheets import read_part, read_unit
from judge.rules.diplomacy.table import Table, read_power, sorted_units
from judge.rules.problems import problem_rows
from judge.rules.values import Json, Orders, sheet_of


@dataclass(frozen=True)
class DislodgedUnit:
    """`from_`: the province that its attacker came from."""

    power: Name
    from_: str = ""
    retreats: tuple[Name, ...] = ()


@dataclass(frozen=True)
class BoardPosition:
    """A table as people write and read it, but for its map."""

    phase: Label
    units: Mapping[Name, tuple[str, ...]] = field(default_factory=dict)
    centers: Mapping[Name, tuple[str, ...]] = field(default_factory=dict)
    dislodged: Mapping[str, DislodgedUnit] = field(default_factory=dict)
    contested: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardOptions:
    map: str = "standard"
    blind: bool = False


@dataclass(frozen=True, kw_only=True)
class BoardCase(Case):
    """`explain`: whether the case asks for causes too."""

    position: BoardPosition
    options: BoardOptions = BoardOptions()
    explain: bool = False


def adjudicate_case(data: Mapping[str, Json]) -> dict[str, Json]:
    """Position, orders and options in; position, results and problems out. ValueError where the case cannot be read.

    A game that this phase ends has `winners` besides.
    """
    case = schema.read(data, BoardCase)
    table = table_of(case.options.map, case.position)
    blind = case.options.blind
    problems: list[Json] = []
    filed: dict[str, str] = {}
    for power, text in sheets_of(case, table).items():
        part = read_part(table, power, sheet_of(text).lines, blind=blind)
        filed[power] = part.text
        problems += problem_rows(power, part.problems)
    step = play(table, filed, Flow(barred=table.board.dummies), blind=blind)  # ruling P49
    return case_result(step, problems, explain=case.explain)


def play(table: Table, filed: Mapping[str, str], flow: Flow = FREELY, *, blind: bool = False) -> Step:
    """Adjudicate the phase at hand from canonical texts, power -> its orders; a power without one gets its defaults.

    `blind`: whether lines that do not stand are dropped.
    """
    if table.label.kind == MOVEMENT:
        orders: dict[str, Order] = {}
        for power, text in filed.items():
            moves = (standing_moves if blind else parse_moves)(table, power, text)
            orders |= {unit.province: order for unit, order in moves.items()}
        return play_movement(table, orders, flow)
    if table.label.kind == RETREATS:
        choices: dict[str, str] = {}
        for power, text in filed.items():
            choices |= parse_retreats(table, power, text)
        return play_retreats(table, choices, flow)
    ordered: dict[str, list[Adjustment]] = {
        power: parse_adjustments(table, power, text) for power, text in filed.items()
    }
    return play_adjustments(table, ordered)


def table_of(name: str, position: BoardPosition) -> Table:
    """The table of a position on the map of this name. ValueError says what the map does not allow."""
    try:
        board = load_board(kept_board(name))
    except KeyError as unknown:
        raise ValueError(str(unknown.args[0])) from None
    for power in (*position.units, *position.centers):
        read_power(board, power)
    units = [_unit(board, power, text) for power, texts in position.units.items() for text in texts]
    board_position_of(units)
    owners: dict[str, str] = {}
    for power, texts in position.centers.items():
        for center in _provinces(board, texts):
            if center not in board.centers:
                raise ValueError(f"{center} is no supply center")
            if center in owners:
                raise ValueError(f"{center} is owned twice, by {owners[center]} and {power}")
            owners[center] = power
    dislodged = [_dislodged(board, text, entry) for text, entry in position.dislodged.items()]
    if len({each.unit.province for each in dislodged}) < len(dislodged):
        raise ValueError("two units are dislodged from one province")
    return Table(
        name,
        position.phase,
        sorted_units(units),
        {
            power: tuple(sorted(center for center, owner in owners.items() if owner == power))
            for power in sorted(set(owners.values()))
        },
        tuple(sorted(dislodged, key=lambda each: (each.unit.power, each.unit.place))),
        tuple(sorted(set(_provinces(board, position.contested)))),
    )


def position_of(table: Table) -> BoardPosition:
    units: dict[str, tuple[str, ...]] = {}
    for unit in table.units:
        units[unit.power] = (*units.get(unit.power, ()), str(unit))
    dislodged = {str(unit): DislodgedUnit(unit.power, origin, retreats) for unit, origin, retreats in table.dislodged}
    return BoardPosition(table.label, units, table.centers, dislodged, table.contested)


def _unit(board: Board, power: str, text: str) -> Unit:
    found = board.standing.get(text) or read_unit(board, text[:80])
    if found is None or not board.fits(*found):
        raise ValueError(f"{text[:40]!r} is no unit that can stand on this map: write `A VIE` or `F STP/SC`")
    return Unit(power, *found)


def _provinces(board: Board, texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        found = (text,) if text in board.provinces else board.find(text)
        if len(found) != 1:
            raise ValueError(f"{text[:40]!r} is no province of this map")
        yield found[0]


def _dislodged(board: Board, text: str, entry: DislodgedUnit) -> Dislodged:
    unit = _unit(board, read_power(board, entry.power), text)
    for place in entry.retreats:
        if not board.fits(unit.kind, place):
            raise ValueError(f"{unit} cannot stand in {place[:40]!r}")
    (origin,) = _provinces(board, [entry.from_]) if entry.from_ else ("",)
    return Dislodged(unit, origin, tuple(sorted(entry.retreats)))


def sheets_of(case: Case, table: Table) -> dict[str, str]:
    """Power -> its sheet, in the order of the case."""
    return {read_power(table.board, role): text for role, text in case.orders.items()}


def case_result(step: Step, problems: list[Json], *, explain: bool) -> dict[str, Json]:
    # A dislodged unit that can go nowhere is disbanded at once.
    table = replace(step.table, dislodged=tuple(each for each in step.table.dislodged if each.retreats))
    found: dict[str, Json] = {
        "position": schema.write(position_of(table)),
        "results": results_of(step, explain=explain),
        "problems": problems,
    }
    if step.winner:
        found["winners"] = [step.winner]
    return found


_OUTCOMES = {BUILD: "built", DISBAND: "disbanded", WAIVE: "waived"}


def results_of(step: Step, *, explain: bool = False) -> dict[str, dict[str, Json]]:
    """Return unit -> its order and what became of it, as the events tell; of a waived build `WAIVE` and the power."""
    found: dict[str, dict[str, Json]] = {}
    for event in step.events:
        for row in event.data.get("orders", ()):
            verb, _, unit = row["order"].partition(" ")
            key = row.get("unit") or unit or f"{WAIVE} {row['power']}"
            told = {"order": row["order"], "outcome": row.get("outcome") or _OUTCOMES[verb]}
            told |= {each: row[each] for each in ("dislodged", "why") if row.get(each)}
            causes = {each: row[each] for each in ("cause", "dislodger", "default") if row.get(each, "") != ""}
            found[key] = told | (causes if explain else {})
    return found


def filed_orders(table: Table, part: str, orders: Mapping[str, Orders]) -> dict[str, str]:
    """Power -> the text of this part that it has on file; who has none is left out."""
    powers = table.board.powers
    return {power: orders[power][part] for power in powers if power in orders and part in orders[power]}
