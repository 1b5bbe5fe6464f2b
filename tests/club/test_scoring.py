"""The scorings of tournaments, after their public definitions, and how people are seated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from judge.club.scoring import SCORINGS, does_fit, score
from judge.club.seating import Met, seat, sizes
from judge.rules.rng import Stream

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def _told(
    scoring: str, centers: tuple[int, ...], winners: tuple[str, ...], money: tuple[int, ...] = (0,) * 7
) -> list[float]:
    numbers = {
        power: {"centers": count, "money": held} for power, count, held in zip(POWERS, centers, money, strict=True)
    }
    return [round(float(points), 2) for points in score(scoring, winners, numbers).values()]


DRAW = ("FRANCE", "GERMANY", "ITALY")


@pytest.mark.parametrize(
    ("centers", "points"),
    [  # the two examples of the World Diplomacy Database for C-Diplo 100
        ((4, 0, 9, 7, 7, 3, 4), [5, 1, 48, 18.5, 18.5, 4, 5]),
        ((5, 9, 4, 5, 3, 1, 7), [9.5, 48, 5, 9.5, 4, 2, 22]),
        ((17, 17, 0, 0, 0, 0, 0), [44, 44, 2.4, 2.4, 2.4, 2.4, 2.4]),
    ],
)
def test_c_diplo(centers: tuple[int, ...], points: list[float]) -> None:
    assert _told("c-diplo", centers, DRAW) == points


def test_squares() -> None:
    assert _told("squares", (12, 12, 10, 0, 0, 0, 0), DRAW) == [37.11, 37.11, 25.77, 0, 0, 0, 0]
    assert _told("squares", (17, 17, 0, 0, 0, 0, 0), DRAW) == [50, 50, 0, 0, 0, 0, 0]


def test_draw_size() -> None:
    assert _told("draw-size", (4, 0, 9, 7, 7, 3, 4), DRAW) == [0, 0, 33.33, 33.33, 33.33, 0, 0]


def test_treasury() -> None:
    assert _told("treasury", (17, 17, 0, 0, 0, 0, 0), DRAW, (30, 10, 0, 0, 60, 0, 0)) == [30, 10, 0, 0, 60, 0, 0]
    assert _told("treasury", (17, 17, 0, 0, 0, 0, 0), DRAW) == [0] * 7


@pytest.mark.parametrize("scoring", SCORINGS)
def test_who_wins_alone_takes_all_and_a_table_without_a_winner_is_worth_nothing(scoring: str) -> None:
    assert _told(scoring, (18, 9, 7, 0, 0, 0, 0), ("AUSTRIA",)) == [100, 0, 0, 0, 0, 0, 0]
    assert _told(scoring, (12, 12, 10, 0, 0, 0, 0), ()) == [0] * 7


@given(st.lists(st.integers(0, 17), min_size=7, max_size=7), st.sampled_from(["c-diplo", "squares"]))
def test_a_drawn_table_of_34_centers_is_worth_100(centers: list[int], scoring: str) -> None:
    total = sum(centers)
    assume(total > 0)
    numbers = {power: {"centers": count} for power, count in zip(POWERS, centers, strict=True)}
    worth = sum(score(scoring, DRAW, numbers).values())
    assert worth == (Fraction(66 + total) if scoring == "c-diplo" else 100)


def test_a_scoring_fits_games_that_have_its_numbers() -> None:
    assert [each for each in SCORINGS if does_fit(each, ("centers", "money"))] == [*SCORINGS]
    assert [each for each in SCORINGS if does_fit(each, ("centers",))] == ["draw-size", "squares", "c-diplo"]
    assert [each for each in SCORINGS if does_fit(each, ())] == ["draw-size"]


@pytest.mark.parametrize(
    ("people", "size", "least", "told"),
    [
        (14, 7, 0, (7, 7)),
        (20, 7, 0, (7, 7)),
        (6, 7, 0, ()),
        (20, 7, 3, (7, 7, 6)),
        (8, 7, 3, (4, 4)),
        (3, 7, 3, (3,)),
        (2, 7, 3, ()),
        (4, 3, 3, (3,)),
        (5, 2, 3, (2, 2)),
    ],
)
def test_how_many_sit_at_each_table(people: int, size: int, least: int, told: tuple[int, ...]) -> None:
    assert sizes(people, size, least) == told


@st.composite
def _rounds(draw: st.DrawFn, most: int) -> tuple[list[int], tuple[int, ...], Met]:
    places = tuple(draw(st.lists(st.integers(2, 4), min_size=1, max_size=4).filter(lambda each: sum(each) <= most)))
    people = [*range(10, 10 + sum(places))]
    pairs = [frozenset(pair) for pair in combinations(people, 2)]
    return people, places, {pair: draw(st.integers(0, 2)) for pair in pairs}


@given(_rounds(14), st.binary(max_size=4))
def test_everybody_has_one_seat_and_the_same_lot_seats_alike(
    round_: tuple[list[int], tuple[int, ...], Met], lot: bytes
) -> None:
    people, places, met = round_
    tables = seat(people, places, met, Stream(lot))
    assert sorted(each for table in tables for each in table) == people
    assert tuple(map(len, tables)) == places
    assert seat(people, places, met, Stream(lot)) == tables


def _repeats(tables: Sequence[Sequence[int]], met: Met) -> int:
    """How often the people of each table have met before, in all."""
    return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


@given(_rounds(7), st.binary(max_size=4))
def test_as_few_as_possible_meet_again(round_: tuple[list[int], tuple[int, ...], Met], lot: bytes) -> None:
    people, places, met = round_
    starts = [sum(places[:number]) for number in range(len(places))]
    ways = (
        tuple(order[start : start + size] for start, size in zip(starts, places, strict=True))
        for order in permutations(people)
    )
    assert _repeats(seat(people, places, met, Stream(lot)), met) == min(_repeats(way, met) for way in ways)


def test_forty_nine_people_meet_hardly_again_in_three_rounds() -> None:
    met: Counter[frozenset[int]] = Counter()
    again = []
    for number in range(3):
        tables = seat(range(49), (7,) * 7, met, Stream(bytes([number])))
        again.append(_repeats(tables, met))
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert again[:2] == [0, 0]
    assert again[2] <= 10
