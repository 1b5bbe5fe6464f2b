"""Plain text that stays in line."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from judge.letters.columns import clean_lines, one_line, table, whole, width, wrapped

WORDS = st.lists(st.text("abcdefgé日", min_size=1, max_size=12), min_size=1, max_size=60)


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert table([["Austria", "A VIE - GAL", "moved"], ["", "F TRI H", "held"]]) == (
        "Austria  A VIE - GAL  moved\n         F TRI H      held"
    )


def test_numbers_stand_flush_right() -> None:
    assert table([["A VIE", "7 AgP"], ["A BUD", "12 AgP"]], right=[1]) == "A VIE   7 AgP\nA BUD  12 AgP"


def test_a_long_last_cell_goes_on_below_itself() -> None:
    units = ", ".join([whole("A PAR")] * 15)
    lines = table([["France", units]]).split("\n")
    assert len(lines) == 2
    assert lines[0].endswith("A PAR,")
    assert lines[1].startswith("        A PAR,")
    assert all(len(line) <= 72 for line in lines)


def test_a_wide_column_is_narrowed_before_the_last_one_stands_word_below_word() -> None:
    out = "FRANCE SAVOY GENOA NAPLES SICILY DALMATIA TURKEY FERRARA AUSTRIA"
    lines = table([["dummies", out, "Powers without players, such as GERMANY."], ["title", "x", "What it is called."]])
    assert all(len(line) <= 72 for line in lines.split("\n"))
    assert lines.split("\n")[0].startswith("dummies  FRANCE SAVOY")
    assert "Powers without players," in lines
    assert " ".join(out.split()[-2:]) in lines


def test_where_no_room_is_left_the_last_cell_stands_below_the_others() -> None:
    row = ["Mon 2 Mar 2026, 12:00 UTC", "S1901M", "+1000000000000000000000000", "what it was paid for by them"]
    assert table([row], right=[2]).split("\n") == [
        "Mon 2 Mar 2026, 12:00     S1901M  +1000000000000000000000000",
        "UTC",
        "    what it was paid for by them",
    ]


def test_wide_characters_take_two_columns_and_accents_none() -> None:
    assert width("日本") == 4
    assert width("e\u0301") == 1
    assert table([["日本", "x"], ["abc", "y"]]) == "日本  x\nabc   y"


def test_a_table_without_rows_is_empty() -> None:
    assert table([]) == ""


@given(st.lists(st.lists(st.text(max_size=9), min_size=3, max_size=3), min_size=1, max_size=8))
def test_no_cell_can_break_out_of_its_table(rows: list[list[str]]) -> None:
    assert len(table(rows, columns=400).split("\n")) == len(rows)


@given(WORDS, st.sampled_from(["", "* ", "    "]))
def test_wrapping_keeps_every_word_within_72_columns(words: list[str], first: str) -> None:
    text = wrapped(" ".join(words), first=first)
    assert text.removeprefix(first.rstrip()).split() == words
    assert all(width(line) <= 72 for line in text.split("\n"))


def test_wrapping_keeps_paragraphs_apart_and_long_words_whole() -> None:
    address = "x" * 100
    assert wrapped(f"one\ntwo\n\n{address} three") == f"one two\n\n{address}\nthree"


@given(st.text())
def test_c12_no_control_character_survives(text: str) -> None:
    for cleaned in (one_line(text), *clean_lines(text).split("\n")):
        assert not any(unicodedata.category(each) in ("Cc", "Cs") for each in cleaned)
        assert not any(each in cleaned for each in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
        assert one_line(cleaned) == cleaned


def test_lines_keep_their_blanks_and_empty_lines() -> None:
    assert clean_lines("  a  b \r\n\r\n\tc\x07") == "  a  b \n\n        c"


def test_joined_emoji_stay_whole() -> None:
    assert one_line("👩\u200d🚀") == "👩\u200d🚀"
