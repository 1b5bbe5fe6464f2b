"""Text becomes tokens, and a token can be of several kinds at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reading.lexer import Lexicon, Text, comment_of, fold, tokens_of, without_comment
from tests.reading.garden import Garden, text_of


def _words(text: str) -> list[str]:
    return [token.text for token in tokens_of(text)]


def _kinds(text: str, at: int = 0) -> set[str]:
    return set(text_of(text).edges[at])


def _shapes(text: str) -> list[str]:
    return [token.shape for token in tokens_of(text)]


def test_a_token_is_a_word_a_number_an_arrow_or_a_mark() -> None:
    assert _words("A Par-BUR 5!") == ["A", "Par", "-", "BUR", "5", "!"]
    assert _shapes("A Par-BUR 5!") == ["word", "word", "arrow", "word", "number", "mark"]


@pytest.mark.parametrize("arrow", ["-", "--", "->", "-->", "=>", "\u2013", "\u2014", "\u2192", "\u21d2", "\u00ad"])
def test_dashes_and_arrows_of_every_kind_are_one_arrow(arrow: str) -> None:
    assert _shapes(f"rose {arrow} oak") == ["word", "arrow", "word"]


def test_two_tildes_strike_out_and_are_no_arrow() -> None:
    assert _shapes("~~rose~~") == ["mark", "word", "mark"]


def test_a_word_may_end_in_digits_and_a_number_ends_before_letters() -> None:
    assert _words("plot12 12plots") == ["plot12", "12", "plots"]


def test_an_apostrophe_belongs_to_its_word() -> None:
    assert _words("don't I\u2019d") == ["don't", "I\u2019d"]


@pytest.mark.parametrize(("text", "words"), [("l'oak", ["l'", "oak"]), ("D\u2019Ankara", ["d'", "ankara"])])
def test_an_elided_article_is_a_word_of_its_own(text: str, words: list[str]) -> None:
    assert [token.word for token in tokens_of(text)] == words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ägäis", "agais"),
        ("Łódź", "lodz"),
        ("Straße", "strasse"),
        ("İZMİR", "izmir"),
        ("sır", "sir"),
        ("ŒUVRE", "oeuvre"),
    ],
)
def test_accents_and_capitals_are_folded_away(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_a_token_knows_its_columns_and_whether_a_blank_stands_before_it() -> None:
    first, arrow, last = tokens_of("rose -oak")
    assert (arrow.start, arrow.end, arrow.spaced) == (5, 6, True)
    assert (last.start, last.end, last.spaced) == (6, 9, False)
    assert not first.spaced


@given(st.text(max_size=200))
def test_every_letter_that_is_no_blank_belongs_to_one_token(text: str) -> None:
    assert "".join(_words(text)) == "".join(text.split())


@pytest.mark.parametrize(
    ("line", "rest", "comment"),
    [
        ("rose rests % if it rains", "rose rests ", "if it rains"),
        ("rose rests%dry", "rose rests", "dry"),
        ("rose rests // dry", "rose rests ", "dry"),
        ("// all of it", "", "all of it"),
        ("water 5 %dry", "water 5 ", "dry"),
        ("rose rests", "rose rests", ""),
    ],
)
def test_a_comment_goes_from_its_sign_to_the_end_of_the_line(line: str, rest: str, comment: str) -> None:
    assert (without_comment(line), comment_of(line)) == (rest, comment)


@pytest.mark.parametrize("line", ["50% of the cans", "50 % of the cans", "http://rose.example"])
def test_a_percentage_and_an_address_are_no_comment(line: str) -> None:
    assert without_comment(line) == line


def test_a_word_is_of_every_kind_that_lists_it() -> None:
    assert {"WATER", "FILLER"} <= _kinds("to")


def test_a_phrase_is_one_edge_over_its_tokens() -> None:
    assert text_of("Sprinkle some WATER on it").edges[0]["WATER"].end == 4


def test_the_longest_phrase_of_a_kind_counts() -> None:
    assert text_of("in case of doubt").edges[0]["HARMLESS"].end == 4
    assert text_of("in case of rain").edges[0]["DOUBT"].end == 2


def test_a_phrase_that_the_text_breaks_off_is_none() -> None:
    assert "WATER" not in _kinds("sprinkle some water")


def test_an_edge_has_the_value_of_its_phrase() -> None:
    lexicon = Lexicon([("SIDE", "N", "north"), ("SIDE", "S", "south side")])
    text = Text("north, South side", lexicon, Garden())
    assert [text.edges[at]["SIDE"].value for at in (0, 2)] == ["N", "S"]


def test_names_come_from_the_game() -> None:
    assert text_of("Tulip").edges[0]["PLACE"].value == "TULIP"


def test_a_word_with_a_capital_is_a_title_and_one_of_capitals_too() -> None:
    assert "TITLE" in _kinds("Rose")
    assert {"TITLE", "CAPITALS"} <= _kinds("ROSE")
    assert not {"TITLE", "CAPITALS"} & _kinds("rose")
    assert "CAPITALS" not in _kinds("A")


def test_a_mark_is_the_kind_of_its_sign() -> None:
    assert _kinds("|") == {"'|'"}


def test_a_number_has_its_value_and_one_that_is_too_long_none() -> None:
    assert text_of("12").edges[0]["NUMBER"].value == 12
    assert text_of("1" * 5000).edges[0]["NUMBER"].value is None


def test_a_capital_a_is_never_the_italian_preposition() -> None:
    lexicon = Lexicon([("MOVE", "MOVE", "a")])
    assert "MOVE" in Text("a", lexicon, Garden()).edges[0]
    assert "MOVE" not in Text("A", lexicon, Garden()).edges[0]


def test_behind_the_last_token_the_text_ends() -> None:
    assert text_of("rose").edges[1] == {"END": (1, None)}


def test_a_span_is_what_was_written() -> None:
    text = text_of("Water  the Rose, 3 cans")
    assert text.span(0, 3) == "Water  the Rose"
    assert text.span(2, 2) == ""
