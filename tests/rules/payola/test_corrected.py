"""A correction of a sum, or of a whole offer, below it: what is read, and what stays unread and is asked about."""

from __future__ import annotations

import pytest

from judge.rules.payola.reading.corrected import MOST_CORRECTIONS
from judge.rules.words.corrections import corrects
from tests.rules.payola.played import opening, read

SHEET = "5 : A PAR - BUR\n4 : A MAR - SPA\n5 : F BRE - MAO\n12 $\n\n"


def filed(text: str) -> list[str]:
    return read(opening(), "FRANCE", text).parts.get("offers", "").splitlines()


@pytest.mark.parametrize(
    "said",
    [
        "Oops - make that 6 for A MAR - SPA, not 4.",
        "Sorry, make it six for A MAR - SPA, not four",
        "Make that 6 for army Marseilles to Spain instead of 4, please",
        "Wait, change that to 6 for Mar-Spa (not 4)!",
        "no wait, 6 for Marseilles to Spain instead of 4",
        "6 : A MAR - SPA, not 4",
    ],
)
def test_a_correction_with_its_order_and_both_sums_is_done(said: str) -> None:
    assert filed(SHEET + said) == ["5 : A PAR - BUR", "6 : A MAR - SPA", "5 : F BRE - MAO", "12 $"]
    reading = read(opening(), "FRANCE", SHEET + said)
    assert [each.meaning for each in reading.lines if each.text == said] == ["corrects line 2"]
    assert reading.problems == ()


@pytest.mark.parametrize(
    "said",
    [
        "Oops - make that 6 for A MAR - SPA, not 3.",
        "Oops - make that 6 for A MAR - GAS, not 4.",
        "Oops - make that 6 for A MAR, not 4.",
        "Oops - make that 6, not 4.",
        "Oops - make that 6 for A MAR - SPA, not 4, if I have it.",
        "Oops - make that 6 for A MAR - SPA, not 4?",
        "Oops - should I make that 6 for A MAR - SPA, not 4?",
        "Oops - make that 6 for A MAR - SPA, not 4, or 7.",
        "Oops - make that 6 or 7 for A MAR - SPA, not 4.",
        "Don't make that 6 for A MAR - SPA, not 4.",
        "6 for A MAR - SPA, not 3",
        "no wait, 6 : A MAR - GAS instead of 4",
    ],
)
def test_a_correction_that_does_not_fit_is_not_done(said: str) -> None:
    assert filed(SHEET + said) == ["5 : A PAR - BUR", "4 : A MAR - SPA", "5 : F BRE - MAO", "12 $"]
    reading = read(opening(), "FRANCE", SHEET + said)
    assert said in [each.text for each in reading.problems]


@pytest.mark.parametrize("said", ["6 for A MAR - SPA, not 3", "no wait, 6 : A MAR - GAS instead of 4"])
def test_p1_a_correction_with_both_sums_that_does_not_fit_is_asked_about(said: str) -> None:
    assert corrects(said)


def test_a_correction_of_one_of_two_like_offers_is_asked_about() -> None:
    said = "Oops - make that 6 for A MAR - SPA, not 4."
    assert filed(f"{SHEET}4 : A MAR - SPA\n{said}").count("4 : A MAR - SPA") == 2
    assert filed(f"{SHEET}7 : A MAR - SPA\n{said}")[-1] == "7 : A MAR - SPA"
    assert "4 : A MAR - SPA" in filed(f"{said}\n{SHEET}")
    assert corrects(said)


def test_a_comment_and_a_type_stay_with_the_offer() -> None:
    text = "4 @ A MAR H  % hold on\nOops, make that 6 for A MAR H, not 4"
    assert filed(text) == ["6 @ A MAR H  % hold on"]


def test_of_more_corrections_than_anybody_writes_none_is_done() -> None:
    said = "Oops - make that 6 for A MAR - SPA, not 4.\n"
    assert "4 : A MAR - SPA" in filed(SHEET + said * (MOST_CORRECTIONS + 1))


def test_one_offer_is_corrected_as_often_as_the_sums_follow_each_other() -> None:
    said = "Make that 6 for A MAR - SPA, not 4\nNo, make that 7 for A MAR - SPA, not 6"
    assert "7 : A MAR - SPA" in filed(SHEET + said)


@pytest.mark.parametrize(
    "said",
    [
        "Hmm, no. Make that 6 : A MAR - PIE instead.",
        "Correction: 6 : A MAR - PIE",
        "Oh, sorry, make it 6 : A MAR - PIE, please",
        "Italy looks shifty. Make that 6 : A MAR - PIE instead.",
    ],
)
def test_a_whole_offer_takes_the_place_of_the_one_to_the_same_unit(said: str) -> None:
    assert filed(SHEET + said) == ["5 : A PAR - BUR", "6 : A MAR - PIE", "5 : F BRE - MAO", "12 $"]
    reading = read(opening(), "FRANCE", SHEET + said)
    assert [each.meaning for each in reading.lines if each.text == said] == ["corrects line 2"]


@pytest.mark.parametrize(
    "said",
    [
        "Make that 6 : A MUN - RUH instead.",
        "Make that 6 : A MAR - PIE instead?",
        "If Italy agrees, make that 6 : A MAR - PIE instead.",
        "Make that A MAR - PIE instead.",
        "5 : A BUD H. Make that 6 : A MAR - PIE instead.",
    ],
)
def test_a_whole_offer_that_corrects_none_or_perhaps_none_is_not_done(said: str) -> None:
    assert "4 : A MAR - SPA" in filed(SHEET + said)
    assert not any("PIE" in line or "RUH" in line for line in filed(SHEET + said))


def test_a_whole_offer_that_may_correct_two_is_asked_about() -> None:
    said = "Make that 6 : A MAR - PIE instead."
    assert not any("PIE" in line for line in filed(f"{SHEET}3 : A MAR H\n{said}"))
    assert not any("PIE" in line for line in filed(f"{said}\n{SHEET}"))
    assert corrects(said)
