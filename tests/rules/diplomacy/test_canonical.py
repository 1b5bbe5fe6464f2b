"""Canonical text of orders: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.movement import busy_orders
from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, WAIVE, Adjustment, owed, sites
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Unit
from judge.rules.diplomacy.boardfile import board_names, load_board
from judge.rules.diplomacy.canonical import (
    Parser,
    full_text,
    order_text,
    parse_adjustments,
    parse_moves,
    parse_retreats,
    print_adjustments,
    print_moves,
    print_retreats,
)
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.orders import MOVE, BadOrder, Order, check_legal
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.values import sheet_of
from tests.support.soaking import examples

seeds = st.integers(0, 2**32)
boards = st.sampled_from(board_names())


def crowded(board: Board, drawn: random.Random) -> list[Unit]:
    """Units in a third of all provinces, of any powers."""
    units = []
    for province in drawn.sample(board.provinces, len(board.provinces) // 3):
        spots = [(ARMY, province), *((FLEET, place) for place in board.places(province))]
        free = [each for each in spots if board.fits(*each) and board.borders(*each)]
        units += [Unit(drawn.choice(board.powers), *drawn.choice(free))] if free else []
    return units


def busy(name: str, seed: int, phase: str = "F1903M") -> tuple[Table, dict[str, Order]]:
    """A crowded table, and an order for each unit."""
    drawn = random.Random(seed)
    board = load_board(name)
    table = Table(name, read_label(phase), sorted_units(crowded(board, drawn)), {})
    orders = busy_orders(board, table.position, drawn)
    for province, order in orders.items():
        by_sea = order._replace(via=order.verb == MOVE and order.target in board.army[province])
        with contextlib.suppress(BadOrder):
            check_legal(board, table.position, table.position.units[province], by_sea)
            orders[province] = by_sea
    return table, orders


def of_power(table: Table, power: str, orders: dict[str, Order]) -> dict[Unit, Order]:
    return {unit: orders[unit.province] for unit in table.units_of(power) if unit.province in orders}


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_movement_orders_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    table, orders = busy(name, seed)
    for power in table.board.powers:
        own = of_power(table, power, orders)
        text = print_moves(table.position, own.values())
        assert parse_moves(table, power, text) == own


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_orders_of_a_blind_game_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    table, orders = busy(name, seed)
    for power in table.board.powers:
        parser = Parser(table.board, table.position, power)
        for unit, order in of_power(table, power, orders).items():
            helped = table.position.units.get(order.other)
            known = (
                str(helped)
                if helped and helped.power == power
                else f"{helped.kind} {helped.province}"
                if helped
                else ""
            )
            blind = order._replace(other=known)
            assert parser.order(unit, order_text(table.position, blind)) == blind
            whole = Parser(table.board, table.position).order(unit, order_text(table.position, blind))
            assert whole == order


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_retreats_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    drawn = random.Random(seed)
    before, orders = busy(name, seed)
    table = play_movement(before, orders).table
    for power in table.board.powers:
        choices = {
            each.unit.province: drawn.choice(("", *each.retreats))
            for each in table.dislodged_of(power)
            if drawn.random() < 0.8
        }
        text = print_retreats(table.dislodged_of(power), choices)
        assert parse_retreats(table, power, text) == choices


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_adjustments_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    drawn = random.Random(seed)
    board = load_board(name)
    units = [unit for unit in crowded(board, drawn) if drawn.random() < 0.4]
    centers: dict[str, tuple[str, ...]] = {}
    for power in board.powers:
        centers[power] = tuple(sorted({*board.homes[power]})) if drawn.random() < 0.6 else ()
    table = Table(name, read_label("W1903A"), sorted_units(units), centers)
    for power in board.powers:
        due = owed(table, power)
        ordered: list[Adjustment] = []
        if due < 0:
            ordered = [
                Adjustment(DISBAND, unit) for unit in drawn.sample(table.units_of(power), drawn.randint(0, -due))
            ]
        elif due > 0:
            for home in drawn.sample(sites(table, power), drawn.randint(0, due)):
                fitting = [(ARMY, home), *((FLEET, place) for place in board.places(home))]
                kind, place = drawn.choice([each for each in fitting if board.fits(*each)])
                ordered.append(Adjustment(BUILD, Unit(power, kind, place)))
            ordered += [Adjustment(WAIVE)] * drawn.randint(0, due - len(ordered))
        assert parse_adjustments(table, power, print_adjustments(ordered)) == ordered


@settings(max_examples=examples(100), deadline=None)
@given(seeds, st.text("ABEFHILNOPRSTUVY -/%\n", max_size=3), st.booleans())
def test_text_is_parsed_only_as_it_would_be_printed(seed: int, slip: str, insert: bool) -> None:
    table, orders = busy("standard", seed)
    drawn = random.Random(seed)
    unit = drawn.choice(table.units)
    text = full_text(table.position, orders[unit.province])
    at = drawn.randrange(len(text) + 1)
    text = text[:at] + slip + text[at if insert else at + 1 :]
    try:
        parsed = parse_moves(table, unit.power, text)
    except ValueError:
        return
    assert print_moves(table.position, parsed.values()) == text


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds, st.booleans())
def test_the_reader_of_mail_files_canonical_text(name: str, seed: int, blind: bool) -> None:
    table, orders = busy(name, seed)
    for power in table.board.powers:
        lines = [full_text(table.position, order).lower() for order in of_power(table, power, orders).values()]
        filed = read_part(table, power, sheet_of("\n".join(lines)).lines, blind=blind).text
        parsed = parse_moves(table, power, filed, blind=blind)
        assert len(parsed) == len(lines)
        assert print_moves(table.position, parsed.values()) == filed


@pytest.mark.parametrize(
    "text",
    [
        *("a par h", "A PAR H ", " A PAR H", "A PAR HOLD", "A Paris H", "A PAR  H", "A PAR -BUR", "A PAR - BUR % now"),
        *(
            "A PAR",
            "PAR - BUR",
            "A PAR - BUR VIA",
            "A PAR - XYZ",
            "A PAR S A PAR",
            "A LON H",
            "A PAR H\n",
            "A PAR - SPA/NC",
        ),
        *("F BRE H", "A BRE H", "A MAR S F BRE", "A PAR S A MAR -", "A PAR C A MAR - BUR"),
    ],
)
def test_what_is_not_canonical_is_refused(text: str) -> None:
    units = (Unit("ENGLAND", ARMY, "LON"), Unit("FRANCE", ARMY, "MAR"), Unit("FRANCE", ARMY, "PAR"))
    with pytest.raises(ValueError, match=r"."):
        parse_moves(Table("standard", read_label("S1901M"), units, {}), "FRANCE", text)
