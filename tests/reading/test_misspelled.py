"""A misspelled place or name is told with what it nearly is, and as its writer wrote it."""

from __future__ import annotations

import pytest

from judge.reading.nearness import nearly
from judge.rules.values import Reading, sheet_of
from tests.rules.test_attempts import seen


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("KEI", ["KIE"]),
        ("KIL", ["KIE"]),
        ("KIEE", ["KIE"]),
        ("KIE", []),
        ("XYZ", []),
        ("KI", []),
        ("", []),
        ("MUNHC", ["MUNCH"]),
        ("MRASEILES", ["MARSEILLES"]),
        ("K" * 200, []),
    ],
)
def test_a_slip_of_the_pen_is_found(word: str, found: list[str]) -> None:
    assert nearly(word, ("KIE", "MUNCH", "MARSEILLES")) == found


def test_swapped_letters_are_likelier_than_a_wrong_one() -> None:
    assert nearly("BLU", ("BLA", "BUL")) == ["BUL"]


@pytest.mark.parametrize(
    ("name", "line", "message", "hint"),
    [
        ("diplomacy", "A PAR - BRU", "BRU is not a place on this map", "did you mean BUR (Burgundy)?"),
        ("diplomacy", "F Kei H", "Kei is not a place on this map", "did you mean KIE (Kiel)?"),
        ("diplomacy", "A KEI - DEN", "KEI is not a place on this map", "did you mean KIE (Kiel)?"),
        ("diplomacy", "A PAR - Burgundi", "Burgundi is not a place on this map", "did you mean BUR (Burgundy)?"),
        ("diplomacy", "army Pariss to Burgundy", "Pariss is not a place on this map", "did you mean PAR (Paris)?"),
        (
            "diplomacy",
            "F BRE - Enlgish Chanel",
            "Enlgish is not a place on this map",
            "did you mean ENG (English Channel)?",
        ),
        (
            "diplomacy",
            "A Par - Monte Carlo",
            "I read `A Par -`, and a place comes next, not `Monte Carlo`",
            "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
        ),
        ("diplomacy", "BUILD A PAR", "`BUILD A PAR` belongs to another phase", "units are built after the Fall"),
        ("diplomacy", "A PAR Holdd", "Holdd is not a word of orders", "did you mean HOLD?"),
        ("diplomacy", "A PAR - HOLDD", "HOLDD is not a word of orders", "did you mean HOLD?"),
        ("payola", "4 : A MAR HOLDD", "HOLDD is not a word of orders", "did you mean HOLD?"),
        ("payola", "4 : A MAR HLOD", "HLOD is not a word of orders", "did you mean HOLD?"),
        ("payola", "4 : A PAR SUPORTS A MAR - BUR", "SUPORTS is not a word of orders", "did you mean SUPPORTS?"),
        ("payola", "5 : A PAR - BLU", "BLU is not a place on this map", "did you mean BUL (Bulgaria)?"),
        ("exchange", "BUY 2 GERMNAY", "`GERMNAY` is not a power of this game", "did you mean Germany?"),
        ("exchange", "ELECT FRANCE ANA", "`ANA` is not an investor", "did you mean Anna?"),
        ("exchange", "WORTH PRA 9", "`PRA` is not a supply center", "did you mean PAR (Paris)?"),
        (
            "machiavelli",
            "Pay A VNE",
            "I read `Pay A`, and a place comes next, not `VNE`",
            "did you mean VEN (Venezia)?",
        ),
        (
            "machiavelli",
            "Raise army in Pissa",
            "I read `Raise army`, but not `in Pissa`, so nothing of this line is filed",
            "did you mean Pisa?",
        ),
        (
            "empires",
            "1 LEVY AEK",
            "I read `1 LEVY`, but not `AEK`, so nothing of this line is filed.",
            "Did you mean AKE (Akerholm)?",
        ),
        (
            "empires",
            "1 levy aek",
            "I read `1 levy`, but not `aek`, so nothing of this line is filed.",
            "Did you mean AKE (Akerholm)?",
        ),
        ("pirates", "Annna 3", "Nobody in your room is called Annna.", "Did you mean ANNA?"),
        ("pirates", "ANNNA 3", "Nobody in your room is called ANNNA.", "Did you mean ANNA?"),
    ],
)
def test_what_is_misspelled_is_told_with_what_it_nearly_is(name: str, line: str, message: str, hint: str) -> None:
    system, view, role = seen(name)
    reading: Reading = system.read(view, role, sheet_of(line))
    assert (reading.problems[0].message, reading.problems[0].hint) == (message, hint)
