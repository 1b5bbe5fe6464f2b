"""A template makes a tree, and the tree text and HTML: text in it stays text, whoever wrote it."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, UndefinedError

from judge.letters import tree
from judge.letters.columns import one_line
from judge.letters.html import LETTERS
from judge.letters.renderer import grown, letter_trees
from judge.letters.text import plain, text_of
from judge.mail.text.html_text import html_text


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
