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
        ("MRASEILLES", ["MARSEILLES"]),
        ("MRASEILES", []),
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
        ("diplomacy", "A PAR - BRU", "I do not know `BRU`", "did you mean BUR (Burgundy)?"),
        ("diplomacy", "F Kei H", "I do not know `Kei`", "did you mean KIE (Kiel)?"),
        ("diplomacy", "A KEI - DEN", "I do not know `KEI`", "did you mean KIE (Kiel)?"),
        ("diplomacy", "A PAR - Burgundi", "I do not know `Burgundi`", "did you mean BUR (Burgundy)?"),
        ("diplomacy", "army Pariss to Burgundy", "I do not know `Pariss`", "did you mean PAR (Paris)?"),
        (
            "diplomacy",
            "F BRE - Enlgish Chanel",
            "I do not know `Enlgish`",
            "did you mean ENG (English Channel)?",
        ),
        (
            "diplomacy",
            "A Par - Monte Carlo",
            "I read `A Par -`, and a place comes next, not `Monte Carlo`",
            "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
        ),
        ("diplomacy", "BUILD A PAR", "`BUILD A PAR` belongs to another phase", "units are built after the Fall"),
        ("diplomacy", "A PAR Holdd", "I do not know `Holdd`", "did you mean HOLD?"),
        ("diplomacy", "A PAR - HOLDD", "I do not know `HOLDD`", "did you mean HOLD?"),
        ("payola", "4 : A MAR HLOD", "I do not know `HLOD`", "did you mean HOLD?"),
        ("payola", "4 : A PAR SUPORTS A MAR - BUR", "I do not know `SUPORTS`", "did you mean SUPPORTS?"),
        ("payola", "5 : A PAR - BLU", "I do not know `BLU`", "did you mean BUL (Bulgaria)?"),
        ("exchange", "BUY 2 GERMNAY", "`GERMNAY` is not a power of this game", "did you mean Germany?"),
        ("exchange", "ELECT FRANCE ANA", "`ANA` is not an investor", "did you mean Anna?"),
        ("exchange", "WORTH PRA 9", "`PRA` is not a supply center", "did you mean PAR (Paris)?"),
        (
            "machiavelli",
            "Pay A VNE",
            "I do not know `VNE`",
            "did you mean VEN (Venezia)?",
        ),
        (
            "machiavelli",
            "Raise army in Pissa",
            "I do not know `Pissa`",
            "did you mean Pisa?",
        ),
        (
            "empires",
            "1 LEVY AEK",
            "I do not know `AEK`.",
            "did you mean AKE (Akerholm)?",
        ),
        (
            "empires",
            "1 levy aek",
            "I do not know `aek`.",
            "did you mean AKE (Akerholm)?",
        ),
        ("pirates", "Annna 3", "Nobody in your room is called Annna.", "Did you mean ANNA?"),
        ("pirates", "ANNNA 3", "Nobody in your room is called ANNNA.", "Did you mean ANNA?"),
    ],
)
def test_what_is_misspelled_is_told_with_what_it_nearly_is(name: str, line: str, message: str, hint: str) -> None:
    system, view, role = seen(name)
    reading: Reading = system.read(view, role, sheet_of(line))
    assert (reading.problems[0].message, reading.problems[0].hint) == (message, hint)
