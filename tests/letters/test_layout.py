"""A template makes a tree, the tree text and HTML; columns stay in line, and pages of the manual fit a mail."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, UndefinedError

from judge.commands.everybody.help import page_names, read_page
from judge.letters import tree
from judge.letters.columns import clean_lines, one_line, table, whole, width, wrapped
from judge.letters.html import LETTERS
from judge.letters.markdown import Passage, as_text, passages
from judge.letters.renderer import grown, letter_trees
from judge.letters.text import plain, text_of
from judge.mail.text.html_text import html_text
from tests.support.house import House
from tests.support.table_of_seven import seven


@pytest.fixture
def written(tmp_path: Path) -> Environment:
    return letter_trees((("a", tmp_path),))


def made(environment: Environment, source: str, **values: object) -> tree.Words:
    return grown(environment.from_string(source), **values)


def test_lines_are_paragraphs_and_empty_lines_are_the_texts_alone(written: Environment) -> None:
    found = made(written, "{% for each in ids %}\nNumber {{ each }}.\n\n{% endfor %}\nEnd.\n", ids=[1, 2])
    assert text_of(found) == "Number 1.\n\nNumber 2.\n\nEnd.\n"
    assert LETTERS.write(found).count("<p ") == 3


EVERYWHERE = """{{ said }}
{{ heading(said) }}
{{ p("x" ~ said ~ strong(said)) }}
{{ pre(said) }}
{{ table([[said, badge(said, "bad") ~ br() ~ said]], head=[said, "x"]) }}
{{ grouped([(said, [(said, said)])]) }}
{{ link(said, said) }}
"""
TEMPLATE = letter_trees((("a", Path("/nowhere")),)).from_string(EVERYWHERE)


@given(st.text().filter(lambda text: one_line(text).strip() != ""))
def test_a_players_text_is_text_wherever_it_stands(text: str) -> None:
    found = grown(TEMPLATE, said=text)
    html, other = LETTERS.write(found), LETTERS.write(grown(TEMPLATE, said="x"))
    assert re.findall(r"</?\w+", html) == re.findall(r"</?\w+", other)
    assert unescape(html).count(one_line(text)) >= EVERYWHERE.count("said") - 1
    assert not {"\x00", "\x1b", "\u202e"} & set(text_of(found) + html)


def test_a_node_never_becomes_text_unnoticed(written: Environment) -> None:
    for source in ("{{ [strong('a')]|join }}", "{{ strong('a')|upper }}", "{{ '%s'|format(strong('a')) }}"):
        with pytest.raises(TypeError, match="Strong is no text"):
            made(written, source)


def test_what_is_not_given_fails_in_a_node_too(written: Environment) -> None:
    for source in ("{{ p(missing) }}", "{{ table([[missing]]) }}", "{{ missing }}"):
        with pytest.raises(UndefinedError):
            text_of(made(written, source))


def test_a_cell_may_have_lines_and_a_column_may_stand_below_another() -> None:
    rows: list[list[object]] = [["A", tree.joined(["one", tree.LineBreak(), "two"]), "last"], ["B", "three", "-"]]
    node = tree.Table(rows, head=["", "many", "more"], under={2: 1})
    assert text_of(node) == "   many   more\nA  one    last\n   two\nB  three  -\n"
    html = LETTERS.write(node)
    assert "one<br>two<br>last</td>" in html
    assert ">three</td>" in html
    assert "many, more</th>" in html


def test_one_of_the_two_may_say_less(written: Environment) -> None:
    found = made(written, "{{ in_text('words') }}\n{{ in_html(strong('marks')) }}\nboth\n")
    assert text_of(found) == "words\nboth\n"
    assert html_text(LETTERS.write(found)).split() == ["marks", "both"]


def test_a_private_part_is_framed_in_both(written: Environment) -> None:
    found = made(written, "{% call private('Anna') %}\nYou have {{ strong(7) }}.\n{% endcall +%}\n")
    assert text_of(found).splitlines()[1:4] == ["ONLY FOR YOU: ANNA", "", "You have 7."]
    assert "Only for you: Anna</h2>" in LETTERS.write(found)


def test_trimming_keeps_the_nodes(written: Environment) -> None:
    found = made(written, "{% filter trim %}\n\n{{ strong('a') }}b\n \n{% endfilter %}")
    assert plain(found) == "ab"


# Plain text that stays in line.

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


# Pages of the manual and help: wrapped for a mail's text, and for HTML in passages that any screen wraps anew.

PAGE = """# Gold

Share it out among yourself and the others in your room, one name on each line. A plan must hand out
exactly what there is.

    Self: 7
    Bob: 3

    Carl: 6

- A later plan replaces it.
- Of two plans the later one counts, with every line that it has and without those of the
  earlier one.

| Line | What it does |
|---|---|
| `STAY` | nothing |
"""


def test_a_page_is_headings_paragraphs_and_lines_that_stay_as_they_are() -> None:
    assert passages(as_text(PAGE)) == (
        Passage("heading", "Gold"),
        Passage(
            "prose",
            "Share it out among yourself and the others in your room, one name on each line. "
            "A plan must hand out exactly what there is.",
        ),
        Passage("lines", "Self: 7\nBob: 3\n\nCarl: 6"),
        Passage("item", "- A later plan replaces it."),
        Passage(
            "item",
            "- Of two plans the later one counts, with every line that it has and without those of the earlier one.",
        ),
        Passage("lines", "Line  What it does\nSTAY  nothing"),
    )


@pytest.mark.parametrize("name", page_names())
def test_no_word_of_a_page_is_lost_among_its_passages(name: str) -> None:
    text = as_text(read_page(name))
    rules = re.compile(r"^(?:-+|=+)$", re.MULTILINE)
    told = " ".join(each.text for each in passages(text))
    assert told.split() == rules.sub("", text).split()


def test_help_in_html_breaks_no_line_of_its_paragraphs_and_keeps_those_of_its_examples(house: House) -> None:
    html = unescape(seven(house).tell("FRANCE", "HELP OFFERS\nHELP ACCEPT").html)
    paragraphs = re.findall(r"<p[^>]*>([^<]*)</p>", html)
    assert any(len(each) > 100 and "\n" not in each.strip() for each in paragraphs)
    assert re.search(r"<pre[^>]*>[^<]*5 : A VIE - GAL +\S", html)
