"""Phases at random, on every board, as their pictures: positions, movements with convoys and supports, retreats and
adjustments, and whole seasons of the other games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.maps.draw import draw
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Unit
from judge.rules.diplomacy.boardfile import board_names, load_board
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.orders import BadOrder, Order
from judge.rules.diplomacy.picture import phase_picture, position_picture
from judge.rules.diplomacy.play import play_adjustments, play_movement, play_retreats
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.diplomacy.view import BoardView, known_fields
from judge.rules.drawing import Picture
from judge.rules.empires.system import SYSTEM as WORLD
from judge.rules.game import Game
from judge.rules.machiavelli.system import SYSTEM as MACHIAVELLI
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import PUBLIC, Event, Phase, View, only, sheet_of
from judge.testing.scenario import Scenario
from tests.rules.empires.scenario import SCENARIO as EMPIRES
from tests.rules.machiavelli.scenario import SCENARIO as PLAGUE

OTHERS: Mapping[str, Scenario] = {"plague": PLAGUE, "corners": EMPIRES}
SYSTEMS: Mapping[str, Any] = {each.name: each for each in (MACHIAVELLI, WORLD)}
BOARDS = (*board_names(), *OTHERS)


def pictures(name: str, seed: int) -> Iterator[Picture]:
    """Those of some phases on this board, the same ones for the same seed."""
    drawn = random.Random(f"{name} {seed}")
    if name in OTHERS:
        yield from _seasons(OTHERS[name], drawn)
    else:
        yield from _phases(load_board(name), drawn)


def view_of(table: Table) -> BoardView:
    return BoardView(
        **known_fields(table, PUBLIC, Phase(str(table.label), table.label.title, "", 0, {}, ()), Match(), blind=False)
    )


def svg_of(system: Game, now: View | None, before: View | None = None, events: Sequence[Event] = ()) -> str:
    """Return the position as SVG or, given the view `before` a phase, that phase. ValueError without a map."""
    if before is not None:
        made = system.phase_picture(before, events, now)
    else:
        made = system.position_picture(now) if now is not None else None
    if made is None:
        raise ValueError("there is no map of this game")
    return draw(made)


def _phases(board: Board, drawn: random.Random) -> Iterator[Picture]:
    """A movement and what comes of it."""
    table = random_table(board, drawn)
    step = play_movement(table, dict(random_orders(table, drawn)))
    yield from filter(None, [phase_picture(view_of(table), step.events, view_of(step.table))])
    yield from filter(None, [position_picture(view_of(step.table))])
    table = step.table
    if table.label.kind == "R":
        ways = {each.unit.province: drawn.choice([*each.retreats, ""]) for each in table.dislodged}
        step = play_retreats(table, ways)
        yield from filter(None, [phase_picture(view_of(table), step.events, view_of(step.table))])
        table = step.table
    if table.label.kind == "A":
        step = play_adjustments(table, {})
        yield from filter(None, [phase_picture(view_of(table), step.events, view_of(step.table))])


def random_table(board: Board, drawn: random.Random) -> Table:
    """From few units to one in every second province, anywhere, and centers with any owner."""
    half = len(board.provinces) // 2
    places = drawn.sample(sorted(board.provinces), drawn.randint(min(4, half), half))
    units = []
    for place in places:
        kinds = [kind for kind in (ARMY, FLEET) if board.fits(kind, place)]
        at = place if kinds else drawn.choice(board.coasts[place])
        units.append(Unit(drawn.choice(board.powers), drawn.choice(kinds or [FLEET]), at))
    owned: dict[str, list[str]] = {}
    for center in board.centers:
        if drawn.random() < 0.7:
            owned.setdefault(drawn.choice(board.powers), []).append(center)
    label = read_label(drawn.choice(("S1901M", "F1901M")))
    return Table(board.name, label, sorted_units(units), {power: tuple(those) for power, those in owned.items()})


def random_orders(table: Table, drawn: random.Random) -> Iterator[tuple[str, Order]]:
    """Most units move, many support or carry one that does, many are of no use, some stand."""
    board, units = table.board, table.units
    moves: list[tuple[Unit, str]] = []
    rest: list[Unit] = []
    for unit in drawn.sample(units, len(units)):
        far = [*board.coastal] if unit.kind == ARMY and unit.province in board.coastal else []
        near = sorted(board.borders(unit.kind, unit.place))
        target = drawn.choice(sorted(far)) if far and drawn.random() < 0.2 else drawn.choice(near) if near else ""
        if target and target != unit.province and drawn.random() < 0.5:
            moves.append((unit, target))
            yield from _read(table, unit, f"- {target}")
        else:
            rest.append(unit)
    for unit in rest:
        close = [(each, to) for each, to in moves if board.province_of[to] in board.reach[unit.province]] or moves
        other, target = drawn.choice(close or [(drawn.choice(units), "")])
        verb = "C" if unit.province in board.seas and other.kind == ARMY and drawn.random() < 0.6 else "S"
        way = f" - {board.province_of[target]}" if target else ""
        orders = [f"{verb} {other}{way}", f"S {drawn.choice(units)}", "H"]
        yield from _read(table, unit, drawn.choices(orders, (6, 2, 1))[0])


def _read(table: Table, unit: Unit, text: str) -> Iterator[tuple[str, Order]]:
    """Nothing for what the rules do not let it write."""
    try:
        yield unit.province, read_order(table.board, table.position, f"{unit} {text}")[1]
    except BadOrder:
        return


def _seasons(scenario: Scenario, drawn: random.Random) -> Iterator[Picture]:
    """A game from its start, with the sheets that its players might write, as everybody and one player see it, to its
    fourth phase or to its end.
    """
    system = SYSTEMS[scenario.system]
    options = {option.name: option.default for option in system.options}
    chance = drawn.randbytes(8)
    state = system.start(options, system.seating(options).names, Rng(chance, START_LABEL)).state
    for number in range(4):
        phase = system.phase(state)
        if phase is None:
            return
        filed = {}
        for role in phase.roles:
            view = system.view(state, only(role))
            filed[role] = system.read(view, role, sheet_of(scenario.sheet(view, role, drawn))).parts
        outcome = system.adjudicate(state, filed, Rng(chance, str(number)))
        for viewer in (PUBLIC, only(drawn.choice(sorted(phase.roles)))):
            known = [event for event in outcome.events if event.audience.includes(viewer)]
            before, after = system.view(state, viewer), system.view(outcome.state, viewer)
            yield from filter(None, [system.phase_picture(before, known, after), system.position_picture(after)])
        state = outcome.state
