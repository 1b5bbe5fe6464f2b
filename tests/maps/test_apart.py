"""Everything that happened can be seen: of each mark the tail, the head, the ring and the middle of a cross lie on no
unit, no name and no other mark, and above all lines; no name is covered, and no two touch.
"""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from judge.maps.draw import draw
from judge.maps.svg import WIDTHS, width
from judge.rules.diplomacy.board import board_names
from tests.maps.measured import Measured, Shape, measured, strikes, wide
from tests.maps.phases import BOARDS, pictures
from tests.support.soaking import some, stride

SEEDS = stride(400, 4)
"""Phases a board; each brings two or more maps."""


def _met(found: Measured) -> list[str]:
    """What lies where it must not."""
    said = [f"{each} is off the map" for each in _off(found)]
    bodies = [*found.units, *found.names, *found.signs]
    small = [each for each in found.points if each.kind != "big cross"]
    for point in small:
        said += [f"{point} meets {body}" for body in bodies if body.covers(point)]
    said += [f"{one} meets {other}" for one, other in combinations(found.points, 2) if one.covers(other)]
    for big in found.points:
        if big.kind == "big cross":  # it crosses out its own unit
            said += [f"{big} meets {name}" for name in (*found.names, *found.signs) if name.covers(big)]
    for line in found.outlines:
        said += [f"{line} meets {each}" for each in (*found.points, *found.names, *found.signs) if each.covers(line)]
    names = [*found.names, *found.signs]
    said += [f"{one} meets {other}" for one, other in combinations(names, 2) if one.covers(other)]
    said += [f"{name} meets {unit}" for name in names for unit in found.units if name.covers(unit)]
    for whose, here, there, half in found.lines:
        box = Shape(
            "line",
            whose,
            min(here[0], there[0]) - half,
            min(here[1], there[1]) - half,
            max(here[0], there[0]) + half,
            max(here[1], there[1]) + half,
        )
        said += [
            f"{whose}'s line strikes through {name}"
            for name in names
            if name.covers(box) and strikes(name, here, there, half)
        ]
    return said


def _off(found: Measured) -> list[Shape]:
    wide_, high = found.size
    every = (*found.units, *found.names, *found.signs, *found.points)
    return [each for each in every if each.left < 0 or each.top < 0 or each.right > wide_ or each.bottom > high]


@pytest.mark.parametrize("name", some(BOARDS, 2))
def test_on_any_phase_s_map_nothing_that_matters_is_covered(name: str) -> None:
    for seed in range(SEEDS):
        for picture in pictures(name, seed):
            assert _met(measured(draw(picture))) == [], f"{name} {seed}: {picture.title}"


def test_marks_lie_above_units_and_names_and_their_ends_above_their_lines() -> None:
    picture = next(pictures("standard", 1))
    layers = [each.get("id") for each in ET.fromstring(draw(picture))]
    order = [layers.index(name) for name in ("labels", "units", "orders", "standoffs", "ends")]
    assert order == sorted(order)


def test_letters_are_as_wide_as_in_the_font() -> None:
    for letter in WIDTHS:
        assert abs(width(letter, 1) - wide(letter)) < 0.006, letter


@pytest.mark.parametrize("name", BOARDS)
def test_names_are_nine_pixels_high_in_a_mail_of_six_hundred(name: str) -> None:
    root = ET.fromstring(draw(next(pictures(name, 0))))
    (labels,) = [each for each in root if each.get("id") == "labels"]
    assert float(labels.get("font-size", "")) * 600 / float(root.get("width", "")) >= 9


@pytest.mark.parametrize("name", [*board_names(), "plague"])
def test_letters_of_units_are_nine_pixels_high_in_a_mail_of_six_hundred(name: str) -> None:
    """But for garrisons, which are smaller."""
    root = ET.fromstring(draw(next(pictures(name, 0))))
    (units,) = [each for each in root if each.get("id") == "units"]
    others = [unit for unit in units if not unit.get("id", "").endswith("-G")]
    sizes = [float(each.get("font-size", "")) for unit in others for each in unit if len(each.text or "") == 1]
    assert min(sizes) * 600 / float(root.get("width", "")) >= 9
