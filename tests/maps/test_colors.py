"""Maps read without color: contrast by number (WCAG 2.2), and owners told apart whatever colors somebody sees."""

from __future__ import annotations

import math
import re
from itertools import combinations, product

import pytest

from judge.maps.colors import BORDER, COLORS, FAILED, FOG, HALO, INK, LAND, NEUTRAL_LAND, SEA, paint
from judge.resources import templates_dir
from judge.rules.diplomacy.board import board_names, load_board
from judge.rules.machiavelli.picture import SIDES

Vector = tuple[float, float, float]

# Linear RGB as it is seen without long, middle or short cones (Viénot, Brettel and Mollon 1999; the last: Brettel).
SIGHTS: dict[str, tuple[Vector, Vector, Vector]] = {
    "all colors": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritanopia": ((1, 0.14461, -0.14461), (0, 0.85924, 0.14076), (0, 0.85924, 0.14076)),
}


def _linear(color: str) -> Vector:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _luminance(color: str) -> float:
    red, green, blue = _linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _lab(color: str, sight: str) -> Vector:
    seen = [sum(a * b for a, b in zip(row, _linear(color), strict=True)) for row in SIGHTS[sight]]
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
    x, y, z = (max(sum(a * b for a, b in zip(row, seen, strict=True)), 0.0) for row in rows)
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _apart(one: str, other: str, sight: str) -> float:
    return math.dist(_lab(one, sight), _lab(other, sight))


@pytest.mark.parametrize("ground", [*COLORS, SEA, LAND, HALO, FOG])
def test_letters_stand_out_from_every_ground(ground: str) -> None:
    assert _contrast(INK, ground) >= 7  # level AAA


@pytest.mark.parametrize("ground", [SEA, LAND, HALO])
def test_failed_orders_and_borders_stand_out(ground: str) -> None:
    assert _contrast(FAILED, ground) >= 4.5
    assert _contrast(BORDER, ground) >= 3  # level AA for what is no text


def test_land_that_nobody_may_enter_looks_like_no_other() -> None:
    assert min(_contrast(NEUTRAL_LAND, each) for each in (SEA, LAND, HALO)) >= 1.3


def test_fog_is_darker_than_all_that_is_seen() -> None:
    assert min(_contrast(FOG, each) for each in (SEA, LAND, HALO)) >= 1.5


@pytest.mark.parametrize("name", board_names())
def test_two_powers_never_have_one_letter_or_one_hatching_of_one_color(name: str) -> None:
    powers = load_board(name).powers
    letters = [load_board(name).letters[power] for power in powers]
    assert len(set(letters)) == len({paint(place) for place in range(len(powers))}) == len(powers)


def test_the_countries_of_absence_of_plague_have_a_letter_and_a_hatching_each() -> None:
    assert len({side.letter for side in SIDES.values()}) == len({paint(place)[1] for place in range(len(SIDES))}) == 14


@pytest.mark.parametrize("sight", SIGHTS)
def test_whoever_sees_which_colors_tells_owners_by_hatching_or_by_color(sight: str) -> None:
    """Up to fourteen each have a hatching of their own; of 34 (Chaos) those with the same one differ in color."""
    for (one, hatch), (other, same) in combinations([paint(place) for place in range(34)], 2):
        assert hatch != same or _apart(one, other, sight) >= 10


@pytest.mark.parametrize(("sight", "pair"), list(product(SIGHTS, combinations(COLORS[:7], 2))))
def test_seven_powers_differ_in_color_alone(sight: str, pair: tuple[str, str]) -> None:
    assert _apart(*pair, sight) >= 8


@pytest.mark.parametrize("path", ["diplomacy/_words.html.j2", "web/style.css"])
@pytest.mark.parametrize("place", range(7))
def test_beside_a_power_s_name_stands_its_color_on_the_map(path: str, place: int) -> None:
    """In mails and on pages: a little stronger than there, and of all the map's colors nearest to its own."""
    power = load_board("standard").powers[place]
    text = (templates_dir() / path).read_text("utf-8")
    found = re.search(rf'(?i)(?:"{power}": "|\.{power} \{{ border-color: )(#[0-9a-f]{{6}})', text)
    assert found
    assert min(range(7), key=lambda other: _apart(found[1], COLORS[other], "all colors")) == place
