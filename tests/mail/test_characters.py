"""What mail programs make of the characters of orders (M10), and what is not to be seen."""

from __future__ import annotations

import pytest

from judge.mail.text.lines import clean_lines, unflowed


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("4\u00a0:\u2009A\u3000LON\t-\u202fYOR  ", "4 : A LON - YOR"),
        ("\ufeff4 : A\u200b LON\u2060 - Y\u00adOR\u200e", "4 : A LON - YOR"),
        ("4 : A LON \u202e-\u202c YOR\u2066", "4 : A LON - YOR"),
        ("4 :\ufffe A LON\uffff - YOR", "4 : A LON - YOR"),
        ("4 :\0 A\x07LON - YOR\x7f", "4 : A LON - YOR"),
        ("4\u200d : A\u200cLON", "4 : ALON"),
        ("می\u200cروم", "می\u200cروم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("•\u00a04 : A LON - YOR", "4 : A LON - YOR"),
        ("  ◦  4 : A LON - YOR", "4 : A LON - YOR"),
        ("•4 : A LON - YOR", "•4 : A LON - YOR"),
        ("- 4 : A LON - YOR", "- 4 : A LON - YOR"),
        ("* 4 : A LON - YOR", "* 4 : A LON - YOR"),
        ("4 : A LON – YOR — “so”", "4 : A LON – YOR — “so”"),
        ("5 &amp; A LVP &gt; &lt;&nbsp;&quot;", '5 & A LVP > < "'),
        ("5 & A LVP &c; &ampamp;", "5 & A LVP &c; &ampamp;"),
        ("ann@x.y<mailto:ann@x.y> and bob@x.y<mailto:bob@x.y>.", "ann@x.y and bob@x.y."),
        ("ann@x.y <mailto:bob@x.y> <mailto:", "ann@x.y <mailto:bob@x.y> <mailto:"),
    ],
)
def test_m10_a_line_is_cleaned_of_what_cannot_matter(written: str, wanted: str) -> None:
    assert clean_lines(written) == [wanted]


def test_every_kind_of_line_end() -> None:
    assert clean_lines("a\r\nb\rc\nd\u2028e\u2029f\n") == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("flowed", "wanted"),
    [
        ("4 : A LON - \nYOR\n5 : A LVP H", "4 : A LON - YOR\n5 : A LVP H"),
        ("> old \nnew", "> old \nnew"),
        ("> old \n> older\n>> oldest", "> old older\n>> oldest"),
        (" From here\n  indented", "From here\n indented"),
        ("a \n-- \nAnn", "a \n-- \nAnn"),
        ("a \n\nb", "a \nb"),
        ("a ", "a "),
    ],
)
def test_m10_soft_breaks_are_undone(flowed: str, wanted: str) -> None:
    assert unflowed(flowed, delsp=False) == wanted


def test_m10_with_delsp_the_blank_before_a_soft_break_is_not_text() -> None:
    assert unflowed("4 : A LON-  \nYOR H \nx", delsp=True) == "4 : A LON- YOR Hx"
