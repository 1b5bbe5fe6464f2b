"""Savings in a sentence (ruling P1): one amount and nothing that may change it, or the line is told."""

from __future__ import annotations

import pytest

from judge.rules.payola.reading.sheet import is_attempt as is_offer_attempt
from tests.rules.payola.played import opening, read
from tests.rules.payola.test_sheet import fault, printed


@pytest.mark.parametrize(
    "text",
    [
        "Please keep 20 AgP back, thanks!",
        "I'd like to put 20 aside",
        "I'll hold 20 back for the fall",
        "save twenty please",
        "Ich behalte 20 zurück",
        "Und bitte 20 für später aufheben",
        "Ich lege 20 AgP beiseite.",
        "Je garde 20 pour l'automne",
        "et je mets 20 de côté, merci",
        "Tengo 20 per la primavera, grazie",
        "metto 20 da parte",
        "Y guardo 20 para después",
        "Me quedo con 20",
        "Ik bewaar 20 voor later",
        "Ik leg 20 opzij",
        "Zachowuję 20 na wiosnę",
        "Jag sparar 20 till våren",
        "20 saklıyorum",
    ],
)
def test_p1_savings_may_be_a_polite_sentence(text: str) -> None:
    assert printed(text) == "20 $"


@pytest.mark.parametrize(
    "text",
    [
        "I keep 20 for Italy",
        "save 20 if France attacks",
        "keep 20 or 25",
        "I save 20 unless Russia pays",
        "please keep 20 for Germany, as promised",
        "Je garde 20 si la France attaque",
        "Guardo 20 para Italia",
        "Please hold 20 back until I write again",
        "I don't save 20 this time",
        "You keep 20 for me, I hope",
        "Ich behalte 20 nicht zurück",
    ],
)
def test_p1_what_may_mean_something_else_saves_nothing_and_is_told(text: str) -> None:
    assert fault(text).code
    assert is_offer_attempt(opening().table.board, text)


@pytest.mark.parametrize(
    "text",
    [
        "I saved 20 last year",
        "I kept 20",
        "Save the date",
    ],
)
def test_p1_talk_of_money_saves_nothing(text: str) -> None:
    assert fault(text).code
    assert not is_offer_attempt(opening().table.board, text)


@pytest.mark.parametrize("word", ["para", "per", "dla", "için", "für", "pour", "por", "voor", "za", "för", "for"])
def test_p1_the_word_for_stands_for_the_type_in_ten_languages(word: str) -> None:
    assert printed(f"10 {word} A LON - YOR") == "10 : A LON - YOR"


@pytest.mark.parametrize("text", ["10 para Wales", "10 per cent of A LON - YOR", "10 para A LON"])
def test_p1_behind_it_stands_one_whole_order(text: str) -> None:
    assert fault(text).code


def saved(*lines: str) -> str:
    return read(opening(), "FRANCE", "\n".join(("5 : A PAR - BUR", *lines))).parts["offers"]


@pytest.mark.parametrize(
    "talk", ["I'd like to keep 20 for next time.", "Here is my sheet. I'd like to keep 20 for later."]
)
def test_p1_a_sentence_that_says_what_a_line_of_the_sheet_saves_adds_nothing_to_it(talk: str) -> None:
    assert saved(talk, "20 $") == saved("20 $", talk) == "5 : A PAR - BUR\n20 $"


def test_p1_a_sentence_that_names_another_amount_than_the_sheet_is_told() -> None:
    found = read(opening(), "FRANCE", "5 : A PAR - BUR\n20 $\nPlease save 15 for later")
    assert found.parts["offers"] == "5 : A PAR - BUR\n20 $"
    assert [each.code for each in found.problems] == ["payola/two-savings"]


def test_p1_savings_written_as_lines_add_up_as_before() -> None:
    assert saved("20 $", "5 $") == "5 : A PAR - BUR\n20 $\n5 $"


@pytest.mark.parametrize("text", ["Hold back some money please", "Save half of my money", "I keep everything"])
def test_money_that_is_kept_without_an_amount_is_asked_for_it(text: str) -> None:
    assert fault(text).hint == "write `20 $`"
    assert is_offer_attempt(opening().table.board, text)


def test_what_is_not_offered_stays_anyway() -> None:
    assert not is_offer_attempt(opening().table.board, "Save the rest please.")


@pytest.mark.parametrize(
    "text",
    [
        "I have 10 left",
        "I saved 10 last year",
        "In the same 10 minutes",
        "You deserve 10 for that",
        "sav nothing, it is only money",
    ],
)
def test_p1_a_word_that_only_looks_like_a_verb_of_savings_is_talk(text: str) -> None:
    assert not is_offer_attempt(opening().table.board, text)


@pytest.mark.parametrize("remark", ["(pour les mauvais jours)", "(for a rainy day)", ", please"])
def test_p1_a_remark_behind_savings_that_cannot_change_them_is_none_of_them(remark: str) -> None:
    assert printed(f"20 $ {remark}") == "20 $"


@pytest.mark.parametrize("text", ["20 $ (10 next year)", "20$ if possible", "20 $ for Italy", "20 $ (not sure)"])
def test_p1_savings_with_words_that_may_change_them_are_told_and_how_to_write_them(text: str) -> None:
    assert fault(text).hint == "write `20 $` alone on the line"
