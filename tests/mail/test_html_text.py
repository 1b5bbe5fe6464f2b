"""HTML as its reader sees it (M8 to M10)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.mail.text.html_text import html_text
from judge.testing.laws import patience
from tests.support.soaking import stride

DATA = tomllib.loads((Path(__file__).parent / "html.toml").read_text(encoding="utf-8"))

SEEN = dict(DATA["seen"])


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


@pytest.mark.parametrize(("source", "seen"), DATA["lists"])
def test_an_ordered_list_has_its_numbers(source: str, seen: str) -> None:
    assert html_text(source) == seen
