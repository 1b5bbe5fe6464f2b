"""Maps read without color: contrast by number (WCAG 2.2), and owners told apart whatever colors somebody sees."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.maps.colors import (
    BORDER,
    COLORS,
    DARK,
    DARK_COLORS,
    DARK_STYLE,
    FAILED,
    FOG,
    HALO,
    INK,
    LAND,
    NEUTRAL_LAND,
    SEA,
    color_of,
    number_of,
    numbers_of,
    paint,
)
from judge.resources import templates_dir
from judge.rules.diplomacy.boardfile import board_names, load_board
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


def _apart(one: Vector, other: Vector) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005): 2.3 is a difference that just can be seen."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    red = 1.5 - 0.5 * math.sqrt(chroma / (chroma + 25**7))
    c1, c2 = math.hypot(a1 * red, b1), math.hypot(a2 * red, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * red)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    light, c, h = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    t = 1 + sum(much * math.cos(math.radians(times * h + more)) for much, times, more in waves)
    lighter = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    stronger = (c2 - c1) / (1 + 0.045 * c)
    turned = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * c * t)
    blue = math.sin(math.radians(60 * math.exp(-(((h - 275) / 25) ** 2))))
    both = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * blue * stronger * turned
    return math.sqrt(lighter**2 + stronger**2 + turned**2 + both)


def _weighed(light: float, turned: Vector) -> tuple[Vector, ...]:
    """The rows of a matrix of CSS filters: `light` of the luminance, and what is `turned` (per channel) of the rest."""
    weights = (0.213, 0.715, 0.072)
    return tuple(
        tuple(light * weight + turned[row] * ((row == column) - weight) for column, weight in enumerate(weights))  # type: ignore[misc]
        for row in range(3)
    )


def _dimmed(color: str) -> str:
    """The color as the style of letters makes it on dark pages (Filter Effects 1, step by step)."""
    frame = (templates_dir() / "shared/_frame.html.j2").read_text("utf-8")
    (style,) = re.findall(r"\.map { filter: (.*); }", frame)
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    for name, much in re.findall(r"([a-z-]+)\(([\d.]+)(?:deg)?\)", style):
        amount = float(much)
        if name in ("saturate", "hue-rotate"):
            assert name == "saturate" or amount == 180
            rows = _weighed(1, ((amount if name == "saturate" else -1),) * 3)
            parts = [sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows]
        else:
            slope, start = {"invert": (1 - 2 * amount, amount), "contrast": (amount, 0.5 - amount / 2)}[name]
            parts = [slope * part + start for part in parts]
        parts = [min(max(part, 0), 1) for part in parts]
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


BRIGHT = {"ground": (SEA, LAND, HALO), "owners": COLORS, "ink": INK, "failed": FAILED, "border": BORDER, "fog": FOG}
DIM = {
    "ground": (DARK[SEA], DARK[LAND], DARK[HALO]),
    "owners": DARK_COLORS,
    "ink": DARK[INK],
    "failed": DARK[FAILED],
    "border": DARK[BORDER],
    "fog": DARK[FOG],
}
MAILED = {
    "ground": tuple(map(_dimmed, (SEA, LAND, HALO))),
    "owners": tuple(map(_dimmed, COLORS)),
    "failed": _dimmed(FAILED),
    "border": _dimmed(BORDER),
    "fog": _dimmed(FOG),
}
THEMES = pytest.mark.parametrize("theme", [BRIGHT, DIM], ids=["light", "dark"])
ALL_THEMES = pytest.mark.parametrize("theme", [BRIGHT, DIM, MAILED], ids=["light", "dark", "mailed"])


@THEMES
def test_letters_stand_out_from_every_ground(theme: Any) -> None:
    for ground in (*theme["ground"], *theme["owners"], theme["fog"]):
        assert _contrast(theme["ink"], ground) >= 7, ground  # level AAA


@pytest.mark.parametrize("color", COLORS)
def test_the_letter_of_a_unit_stands_out_on_it_on_dark_maps_too(color: str) -> None:
    """Units stay light there, and their letters dark."""
    assert _contrast(INK, color) >= 7
    assert _contrast(color, DARK[LAND]) >= 3


def test_letters_stand_out_on_a_mail_s_map_in_the_dark() -> None:
    grounds = (*MAILED["ground"], *MAILED["owners"])
    assert max(map(_luminance, grounds)) < 0.18
    assert min(_contrast(_dimmed(INK), ground) for ground in grounds) >= 4.5  # level AA


@pytest.mark.parametrize("sight", SIGHTS)
def test_powers_differ_on_a_mail_s_map_in_the_dark_whoever_sees_which_colors(sight: str) -> None:
    least = 5.5 if sight == "all colors" else 2.8
    for one, other in combinations(MAILED["owners"], 2):
        assert _apart(_lab(one, sight), _lab(other, sight)) >= least, f"{one} {other}"


@ALL_THEMES
def test_failed_orders_and_borders_stand_out(theme: Any) -> None:
    for ground in theme["ground"]:
        assert _contrast(theme["failed"], ground) >= 4.5, ground
        assert _contrast(theme["border"], ground) >= 3, ground  # level AA for what is no text


def test_land_that_nobody_may_enter_looks_like_no_other() -> None:
    assert min(_contrast(NEUTRAL_LAND, each) for each in (SEA, LAND, HALO)) >= 1.3
    assert min(_contrast(DARK[NEUTRAL_LAND], DARK[each]) for each in (SEA, LAND)) >= 1.15


@ALL_THEMES
def test_fog_looks_like_nothing_that_is_seen(theme: Any) -> None:
    assert min(_contrast(theme["fog"], each) for each in theme["ground"]) >= 1.5


@pytest.mark.parametrize("name", board_names())
def test_two_powers_never_have_one_letter_or_one_hatching_of_one_color(name: str) -> None:
    powers = load_board(name).powers
    letters = [load_board(name).letters[power] for power in powers]
    paints = {paint(number) for number in numbers_of(powers).values()}
    assert len(set(letters)) == len(paints) == len(powers)


def test_the_countries_of_absence_of_plague_have_a_letter_and_a_paint_each() -> None:
    assert len({side.letter for side in SIDES.values()}) == 14
    assert len({paint(number) for number in numbers_of([*SIDES]).values()}) == 14


@pytest.mark.parametrize("names", [*(load_board(name).powers for name in board_names()), tuple(SIDES)])
def test_up_to_twelve_at_a_table_share_no_color(names: Sequence[str]) -> None:
    colors = {paint(number)[0] for number in numbers_of(names).values()}
    assert len(colors) == min(len(names), 12)


def test_a_power_has_one_color_on_every_board_and_beside_its_name() -> None:
    for board in board_names():
        powers = load_board(board).powers
        for power, number in numbers_of(powers).items():
            assert paint(number)[0] == color_of(power), f"{power} on {board}"


@given(st.lists(st.text(min_size=1, max_size=12), unique=True, max_size=60))
@example([name for name in map(str, range(200)) if number_of(name) == 0])  # more than its color has hatchings
def test_sides_that_no_table_knows_have_a_paint_each(names: list[str]) -> None:
    assert len({paint(number) for number in numbers_of(names).values()}) == len(names)


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_of_colors_is_the_published_one(one: Vector, other: Vector, far: float) -> None:
    assert _apart(one, other) == pytest.approx(far, abs=5e-5)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("colors", [COLORS, DARK_COLORS], ids=["light", "dark"])
def test_twelve_powers_differ_in_color_alone_whoever_sees_which_colors(colors: Sequence[str], sight: str) -> None:
    least = 6.7 if sight == "all colors" else 4
    for one, other in combinations(colors, 2):
        assert _apart(_lab(one, sight), _lab(other, sight)) >= least, f"{one} {other}"


@pytest.mark.parametrize("colors", [COLORS, DARK_COLORS], ids=["light", "dark"])
@pytest.mark.parametrize("names", [load_board("chaos").powers, tuple(SIDES), tuple(map(str, range(40)))])
def test_more_than_twelve_sides_differ_in_color_or_else_in_hatching(
    names: Sequence[str], colors: Sequence[str]
) -> None:
    numbers = [*numbers_of(names).values()]
    assert len(numbers) > len(colors)
    for one, other in combinations(numbers, 2):
        far = _apart(*(_lab(colors[number % len(colors)], "all colors") for number in (one, other)))
        assert far >= 6.7 or paint(one)[1] != paint(other)[1], f"{one} {other}"


def test_no_other_board_of_the_judge_has_more_than_twelve_sides() -> None:
    assert [name for name in board_names() if len(load_board(name).powers) > len(COLORS)] == ["chaos"]


@pytest.mark.parametrize("color", COLORS)
def test_pages_have_a_bar_of_each_color(color: str) -> None:
    css = (templates_dir() / "web/style.css").read_text("utf-8")
    assert f".c-{color[1:]} {{ border-color: {color}; }}" in css


def test_the_style_of_maps_fetches_nothing() -> None:
    assert DARK_STYLE.startswith("@media (prefers-color-scheme:dark){")
    assert not re.search(r"url|@import|expression|<", DARK_STYLE)
