"""Plots of numbers over a game's phases: every line can be told from the others, and has its name beside it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET  # its own, never another's

import pytest

from judge.maps.colors import color_of
from judge.maps.plot import BOTTOM, CLOSEST, SIZE, TOP, WIDTH, height_of, plot
from judge.maps.svg import width

SVG = "{http://www.w3.org/2000/svg}"


def _names(count: int, last: int) -> list[float]:
    """How high the names stand of so many lines that all end at this number, and one above them."""
    series = {f"POWER{number}": (9, last) for number in range(count)} | {"ABOVE": (9, 99)}
    root = ET.fromstring(plot("Centers", ("Start", "End"), series))
    assert root.get("height") == str(height_of(series))
    texts = [text for text in root.iter(f"{SVG}text") if (text.text or "").startswith(("Power", "Above"))]
    assert len(texts) == count + 1
    return [float(str(text.get("y"))) for text in texts]


@pytest.mark.parametrize("count", [1, 7, 13, 34])
@pytest.mark.parametrize("last", [0, 50, 99])
def test_names_stand_apart_and_within_the_plot(count: int, last: int) -> None:
    found = _names(count, last)
    assert all(below - above >= CLOSEST - 0.11 for above, below in pairwise(found))
    height = max(320, TOP + BOTTOM + CLOSEST * (count + 1))
    assert found[0] > 0
    assert found[-1] <= height - BOTTOM, "nor over the names of phases below it"


def _drawn(*names: str) -> list[tuple[str | None, str | None]]:
    """Color and dashes of each line, the darker one below it left out."""
    root = ET.fromstring(plot("Provinces", ("a", "b"), dict.fromkeys(names, (1, 2))))
    return [(line.get("stroke"), line.get("stroke-dasharray")) for line in list(root.iter(f"{SVG}polyline"))[1::2]]


def test_no_two_of_many_lines_are_drawn_alike() -> None:
    drawn = _drawn(*(f"COUNTRY{number}" for number in range(34)))
    assert len(set(drawn)) == len(drawn) == 34


def test_a_line_has_the_color_of_its_power_on_the_map() -> None:
    assert [color for color, _ in _drawn("RUSSIA", "FRANCE")] == [color_of("RUSSIA"), color_of("FRANCE")]
    assert color_of("RUSSIA") != color_of("FRANCE")


@pytest.mark.parametrize("most", [1, 2, 5, 7, 11, 18, 34, 99, 480])
def test_the_axis_has_equal_steps_of_whole_numbers(most: int) -> None:
    root = ET.fromstring(plot("Centers", ("a", "b"), {"FRANCE": (0, most)}))
    ticks = [int(str(text.text)) for text in root.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    assert len({after - before for before, after in pairwise(ticks)}) == 1
    assert ticks[0] == 0
    assert ticks[-1] <= most
    assert 2 <= len(ticks) <= 7


@pytest.mark.parametrize("name", ["CONSTANTINOPLE", "W" * 40, "EA"])
def test_no_name_is_cut_at_the_edge(name: str) -> None:
    root = ET.fromstring(plot("Centers", ("a", "b"), {name: (0, 1234)}))
    text = next(
        text for text in root.iter(f"{SVG}text") if (text.text or "").endswith("1234") and not text.get("text-anchor")
    )
    assert float(str(text.get("x"))) + width(str(text.text), SIZE) <= WIDTH


def _heights(series: dict[str, tuple[int, ...]]) -> tuple[dict[str, float], dict[str, list[float]]]:
    """Tick -> how high it stands, and line -> how high each of its points does."""
    root = ET.fromstring(plot("Victory points", ("T1", "T2"), series))
    texts = [text for text in root.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    lines = {
        str(group.get("id")).removeprefix("line-"): [
            float(point.partition(",")[2]) for point in str(group[0].get("points")).split()
        ]
        for group in root.iter(f"{SVG}g")
        if str(group.get("id")).startswith("line-")
    }
    return {str(text.text): float(str(text.get("y"))) - 4 for text in texts}, lines


@pytest.mark.parametrize("series", [{"EA": (2, 2), "NO": (-1, -2)}, {"EA": (-1, -2)}, {"EA": (0, -7), "NO": (-1, 30)}])
def test_numbers_below_zero_stand_below_it(series: dict[str, tuple[int, ...]]) -> None:
    """NO with -1 VP was drawn on the axis, as if it had none."""
    ticks, lines = _heights(series)
    assert "0" in ticks
    for name, values in series.items():
        for value, at in zip(values, lines[name], strict=True):
            assert (at > ticks["0"] + 1) == (value < 0)
            assert TOP - 0.1 <= at <= height_of(series) - BOTTOM + 0.1
            assert ticks.get(str(value), at) == pytest.approx(at, abs=0.11)


def test_a_code_of_two_letters_stays_one() -> None:
    text = plot("Victory points", ("T1", "T2"), {"EA": (0, 2), "FRANCE": (0, 1)})
    assert ">EA 2<" in text
    assert ">France 1<" in text
