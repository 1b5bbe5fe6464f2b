"""Units on their ways: each from where the phase's map shows it to where the next one does."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from judge.maps.animation import moving
from judge.maps.draw import draw, laid_out
from judge.maps.png import png_of
from judge.maps.svg import BARE, STAND, STYLE
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.picture import phase_picture, position_picture
from judge.rules.diplomacy.play import Step, play_movement
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.table import Table
from judge.rules.drawing import Mark, Picture, area_of
from tests.maps.phases import pictures, view_of
from tests.rules.diplomacy.tables import load_table

UNITS = {"ENGLAND": ["A YOR", "F NTH"], "GERMANY": ["A MUN", "A RUH"], "FRANCE": ["A BUR"], "ITALY": ["A VEN"]}
ORDERS = "A YOR - NWY\nF NTH C A YOR - NWY\nA MUN - BUR\nA RUH S A MUN - BUR\nA BUR H\nA VEN - TYR"


@pytest.fixture
def table() -> Table:
    return load_table("standard", {"phase": "S1901M", "units": UNITS, "centers": {}})


@pytest.fixture
def step(table: Table) -> Step:
    orders: dict[str, Order] = {}
    for line in ORDERS.splitlines():
        unit, order = read_order(table.board, table.position, line)
        orders[unit.province] = order
    return play_movement(table, orders)


def _pictures(table: Table, step: Step) -> tuple[Picture, Picture]:
    before = phase_picture(view_of(table), step.events, view_of(step.table))
    after = position_picture(view_of(step.table))
    assert before is not None
    assert after is not None
    return before, after


def _units(before: Picture, after: Picture) -> list[ET.Element]:
    return list(ET.fromstring(moving(laid_out(before), laid_out(after)) or "<svg/>"))


def _ends(picture: Picture, unit: ET.Element) -> tuple[tuple[str, str], tuple[float, float]]:
    """(power, kind) of the unit that this one is where it begins, and where it ends."""
    shape = unit.find("path")
    assert shape is not None
    found = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", shape.get("transform", ""))
    assert found is not None
    x, y = float(found[1]), float(found[2])
    body = min(laid_out(picture).bodies, key=lambda each: (each.at[0] - x) ** 2 + (each.at[1] - y) ** 2)
    across, down = (unit.get("data-way") or "0,0").split(" ")[-1].split(",")
    return (body.piece.power, body.piece.kind), (x + float(across), y + float(down))


def test_each_unit_ends_where_the_next_map_shows_it(table: Table, step: Step) -> None:
    before, after = _pictures(table, step)
    there = {(each.piece.power, each.piece.kind, area_of(each.piece.place)): each.at for each in laid_out(after).bodies}
    ends = [_ends(before, unit) for unit in _units(before, after)]
    expected = [(key[:2], at) for key, at in there.items()]
    assert len(ends) == len(expected)
    for side, at in ends:
        assert any(side == other and at == pytest.approx(to, abs=0.2) for other, to in expected), (side, at)


def test_what_stays_lies_below_all_that_moves(table: Table, step: Step) -> None:
    """A browser paints it once, and each unit that moves by itself."""
    moves = [bool(unit.attrib) for unit in _units(*_pictures(table, step))]
    assert moves == sorted(moves)
    assert len({*moves}) == 2


def test_a_map_is_the_same_of_units_that_were_laid_out_before(table: Table, step: Step) -> None:
    """However often it is drawn of them."""
    for picture in _pictures(table, step):
        stands = laid_out(picture)
        assert [draw(picture, stands), draw(picture, stands)] == [draw(picture)] * 2


def test_an_army_that_is_carried_passes_its_fleets(table: Table, step: Step) -> None:
    before, after = _pictures(table, step)
    [carried] = [unit for unit in _units(before, after) if len((unit.get("data-way") or "").split(" ")) > 2]
    assert _ends(before, carried)[0] == ("ENGLAND", "A")


def test_what_stays_does_not_move(table: Table, step: Step) -> None:
    before, after = _pictures(table, step)
    still = [_ends(before, unit)[0] for unit in _units(before, after) if not unit.get("data-way")]
    assert ("ENGLAND", "F") in still


def test_what_is_built_comes_in_and_what_is_gone_goes_out(table: Table) -> None:
    shown = position_picture(view_of(table))
    assert shown is not None
    built = replace(shown, marks=(Mark("build", "LON", other="F", power="ENGLAND"),))
    gone = tuple(piece for piece in shown.pieces if piece.place != "VEN")
    new = replace(shown.pieces[0], place="LON", kind="F")
    units = _units(built, replace(shown, pieces=(*gone, new)))
    assert sorted(unit.get("data-fade", "") for unit in units) == ["", "", "", "", "", "in", "out"]


@pytest.mark.parametrize("board", ["standard", "modern", "plague", "corners"])
def test_every_unit_of_any_phase_goes_or_stays(board: str) -> None:
    shown = list(pictures(board, 4))
    for before, after in pairwise(shown):
        units = _units(before, after)
        if not units:
            continue
        known = [each for each in laid_out(before).bodies if not (each.built or each.piece.ghost)]
        assert len([unit for unit in units if unit.get("data-fade") != "in"]) == len(known)


def test_a_map_hides_its_orders_or_its_units_where_its_address_says_so(table: Table, step: Step) -> None:
    """The groups that the style names are there, and what aims at them comes before them."""
    root = ET.fromstring(draw(_pictures(table, step)[0]))
    ids = [element.get("id", "") for element in root]
    for aim in (STAND, BARE):
        assert f"#{aim}:target" in STYLE
        assert ids.index(aim) < min(ids.index(each) for each in ("orders", "standoffs", "ends", "units"))
    stars = [each for each in root.iter() if each.get("class") == "told"]
    assert len(stars) == 1


def test_what_paints_mails_shows_all_of_a_map(table: Table, step: Step) -> None:
    svg = draw(_pictures(table, step)[0])
    assert png_of(svg, 300) == png_of(svg.replace(STYLE, ""), 300)
