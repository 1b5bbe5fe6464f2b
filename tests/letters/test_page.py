"""Pages of the manual and help: wrapped for a mail's text, and for HTML in passages that any screen wraps anew."""

from __future__ import annotations

import re
from html import unescape

import pytest

from judge.letters.markdown import Passage, as_text, passages
from judge.play.topics import page_names, read_page
from tests.support.house import House
from tests.support.table_of_seven import seven

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
