"""HTML as its reader sees it (M8 to M10)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mail.text.html_text import html_text
from judge.testing.patience import patience
from tests.support.soaking import examples, stride

SEEN = {
    "<div>a</div><div>b</div>": "a\nb",
    "<div>a</div><div><br></div><div>b</div>": "a\n\nb",
    "<div>a<br></div>b": "a\nb",
    "a<br>b<BR/>c<br />d": "a\nb\nc\nd",
    "<p>a</p><p>b</p>": "a\n\nb",
    "<p>a<p>b": "a\n\nb",
    '<p class="MsoNormal">a</p><p class=MsoNormal>b</p>': "a\nb",
    '<p style="margin: 0px">a</p><p style="margin:0">b</p>': "a\nb",
    "a\n  b\tc": "a b c",
    "<pre>a\n  b</pre>c": "a\n  b\nc",
    "<ul><li>a</li><li>b</li></ul>c": "a\nb\nc",
    "<table><tr><td>4</td><td>: A LON</td></tr><tr><td>5</td></tr></table>": "4 : A LON\n5",
    "<tr><td><p class=MsoNormal>5</p></td><td><p class=MsoNormal>: A LON H</p></td></tr><tr><td>5</td></tr>": (
        "5 : A LON H\n5"
    ),
    "<tr><td><div>5</div></td><td>:</td><td><p>A LON H</p></td></tr>": "5 : A LON H",
    "<tr><td><p>3</p></td><td><p>&gt;</p></td><td>A LON H</td></tr>": "3 > A LON H",
    "<tr><td></td><td><div>a</div><div>b</div></td><td></td></tr>": "a\nb",
    "<tr><td>a<br>b</td><td>c</td></tr>": "a\nb\nc",
    "<tr><td><p>a</p><p>b</p></td><td><p>c</p></td></tr>": "a\n\nb\n\nc",
    "<tr><td><table><tr><td><p>a</p><td><p>b</p></tr><tr><td>c</tr></table></td><td>d</td></tr>": "a b\nc\nd",
    "<blockquote><tr><td><p>a</p><td><p>b</p></tr></blockquote>c": "> a b\nc",
    "</tr>a<tr><td>b": "a\nb",
    "<blockquote>a<br>b</blockquote>c": "> a\n> b\nc",
    "<blockquote><div>a<blockquote>b</div></blockquote></blockquote>c": "> a\n> > b\nc",
    "a<blockquote>b": "a\n> b",
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">a</blockquote>b': "a\nb",
    '<blockquote style="border:none;border-left:solid #CCC 1.0pt">a</blockquote>b': "> a\nb",
    '<blockquote type="cite" style="border: none">a</blockquote>b': "> a\nb",
    '<blockquote class="gmail_quote" style="border:none">a</blockquote>b': "> a\nb",
    "a</blockquote></div>b": "a\nb",
    '<div id="x_yahoo_quoted_1"><div>a</div></div>b': "> a\nb",
    "<h1>a</h1>b": "a\n\nb",
    "a<hr>b": "a\n" + "_" * 32 + "\nb",
    "4 &gt; A&nbsp;LON &amp; B &#8211; &#x2d; &notanentity; &": "4 > A\u00a0LON & B – - ¬anentity; &",
    "&#" + "9" * 5000 + ";a": "\N{REPLACEMENT CHARACTER}a",
    "&lt;br&gt;": "<br>",
    "a<style>p {}</style><script>x('<p>')</script><title>t</title>b": "ab",
    "a<STYLE>x</Style>b": "ab",
    "a<script>b": "ab",
    "a<!-- b > c -->d<!doctype html>e<![if x]>f<?xml?>g": "adefg",
    "a<!-- b": "a",
    "a <3 b < c <": "a <3 b < c <",
    "<a title=\"x > y\" href='>'>a</a>": "a",
    '<a href="x>a': "a",
    "<b>bold</b> <span>text</span><img src=x>": "bold text",
    "1<b>5</b> : A <em>LON</em>": "15 : A LON",
    "4<em>5 : A LON</em>": "4*5 : A LON",
    "4*<em>5</em>": "4*5",
    "4<i>5</i>3": "4*5*3",
    "1</i><i>5": "15",
    '5 <a href="mailto:@">@</a> A LON': "5 @ A LON",
    "<s>5 : A LON H</s><br>a <del>b</del> <strike>c</strike>": "~~5 : A LON H~~\na ~~b~~ ~~c~~",
    "<o:p>a</o:p><v:shape>b</v:shape>": "ab",
    "": "",
}


@pytest.mark.parametrize(("source", "wanted"), SEEN.items(), ids=range(len(SEEN)))
def test_m8_html_reads_as_it_is_seen(source: str, wanted: str) -> None:
    assert html_text(source) == wanted


def test_m8_orders_in_a_quotation_are_marked_at_any_depth() -> None:
    text = html_text("<blockquote>" * 500 + "5 : A LON H" + "</blockquote>" * 500 + "SHOW")
    assert text == "> > > > > 5 : A LON H\nSHOW"


PIECES = [
    *(
        "<a ",
        "<",
        "<!--",
        "<![",
        "</",
        "<a '",
        '<a "',
        '<a ">"',
        '<a b="\'"',
        "<svg>",
        "<style>",
        "<script>",
        "<textarea><title>",
    ),
    *(
        "<div>",
        "</div>",
        "<blockquote>",
        "</blockquote><div>",
        "<br>",
        "<p>",
        "<td>",
        "<tr><td>a",
        "<tr><td>a</td><td><p>b",
        "<tr><td>a</tr>",
        "<pre>\n",
        "&",
        "&#",
        "&#x",
        "&amp",
        "&#9",
    ),
    *("<em>5", "'\"", "<a \"'>'\"", "<p style='margin: ", "\n", " ", "<x>", "a<b", "<blockquote><br>"),
]


@pytest.mark.parametrize("piece", PIECES)
def test_m9_time_is_linear_in_hostile_html(piece: str) -> None:
    hostile = piece * (stride(240_000, 80_000) // len(piece))
    with patience(f"{piece!r} again and again"):
        text = html_text(hostile)
    assert set(text) == set(html_text(piece * 50))
    assert len(text) <= len(hostile)


@pytest.mark.parametrize("piece", PIECES)
def test_m9_an_end_that_never_comes_does_not_matter(piece: str) -> None:
    hostile = piece * (stride(200_000, 50_000) // len(piece))
    with patience(f"{piece!r} and no end"):
        assert html_text(hostile + "'").rstrip(" >'\n") == html_text(hostile).rstrip(" >'\n")
        assert set(html_text("<a '" + hostile)) <= set(html_text(piece * 50)) | {"'", '"'}


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=30).map("".join))
@settings(max_examples=examples(300))
def test_m9_any_html_gives_text(source: str) -> None:
    assert len(html_text(source)) <= 40 * len(source) + 40


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("<ol><li>a</li><li>b</li></ol>c", "1. a\n2. b\nc"),
        ("<OL><LI>a<LI>b</OL>", "1. a\n2. b"),
        ('<ol start="4"><li>a</li><li>b</li></ol>', "4. a\n5. b"),
        ("<ol start=0><li>a<li value='7'>b<li>c</ol>", "0. a\n7. b\n8. c"),
        ('<ol><li><p class="MsoNormal">a</p></li><li><div><b>b</b><br>more</div></li></ol>', "1. a\n2. b\nmore"),
        ("<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "1. a\nb\n2. c"),
        ("<ol><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ol>", "1. a\n1. b\n2. c\n2. d"),
        ('<ol type="a"><li>a</li></ol>', "a"),
        ('<ol style="list-style-type:lower-roman"><li>a</li></ol>', "a"),
        ('<ol style="list-style-type: decimal;"><li>a</li></ol>', "1. a"),
        ("<blockquote><ol><li>a</li><li>b</li></ol></blockquote>c", "> 1. a\n> 2. b\nc"),
        ("<ol><li></li><li>b</li></ol>c", "2. b\nc"),
        ("<ol><li></li></ol>c", "c"),
        ("<li>a</li>", "a"),
        ("</ol><li>a</li></ol>", "a"),
        ("<ol><li><blockquote>a</blockquote></li></ol>", "> 1. a"),
        ("<ol><tr><td><li>a</li></td></tr></ol>b", "1. a\nb"),
        ('<ol start="99999999999999"><li>a</li></ol>', "1. a"),
    ],
)
def test_an_ordered_list_has_its_numbers(source: str, seen: str) -> None:
    assert html_text(source) == seen
