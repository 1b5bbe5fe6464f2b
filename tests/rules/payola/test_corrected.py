"""A correction below an offer: none is carried out by guessing; it is told, and its writer is asked about the sheet."""

from __future__ import annotations

import pytest

from judge.rules.words.corrections import corrects
from tests.rules.payola.played import opening, read

SHEET = "5 : A PAR - BUR\n4 : A MAR - SPA\n5 : F BRE - MAO\n12 $\n\n"


@pytest.mark.parametrize(
    "said",
    [
        "Oops - make that 6 for A MAR - SPA, not 4.",
        "Sorry, make it six for A MAR - SPA, not four",
        "Make that 6 for army Marseilles to Spain instead of 4, please",
        "no wait, 6 for Marseilles to Spain instead of 4",
        "6 : A MAR - SPA, not 4",
        "Hmm, no. Make that 6 : A MAR - SPA instead.",
        "Oops - make that 6 for A MAR - GAS, not 4.",
        "Oops - make that 6 or 7 for A MAR - SPA, not 4.",
        "Don't make that 6 for A MAR - SPA, not 4.",
    ],
)
def test_no_correction_is_carried_out_but_told(said: str) -> None:
    reading = read(opening(), "FRANCE", SHEET + said)
    assert reading.parts["offers"].splitlines() == ["5 : A PAR - BUR", "4 : A MAR - SPA", "5 : F BRE - MAO", "12 $"]
    assert [(each.code, each.text) for each in reading.problems] == [("line/doubt", said)]


@pytest.mark.parametrize("said", ["6 for A MAR - SPA, not 3", "no wait, 6 : A MAR - GAS instead of 4"])
def test_p1_a_correction_with_both_sums_is_asked_about(said: str) -> None:
    assert corrects(said)
