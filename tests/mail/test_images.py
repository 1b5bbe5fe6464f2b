"""Pictures in a letter: multipart/related around its HTML, and no other byte of the mail changes."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from judge.mail.compose import compose
from judge.mail.values import Headers, Image, Letter

HEADERS = Headers(
    "a@example.org",
    "A",
    "judge@example.org",
    "J",
    "judge+x@example.org",
    "<1@example.org>",
    datetime(2026, 1, 1, tzinfo=UTC),
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9
LETTER = Letter("Results", "Text\n", '<p><img src="cid:map" alt="Map"></p>', (Image("map", PNG, "Map"),))


def test_a_picture_travels_beside_the_html_that_shows_it() -> None:
    message = email.message_from_bytes(compose(LETTER, HEADERS), policy=email.policy.default)
    text, related = message.iter_parts()
    html, picture = related.iter_parts()
    assert (message.get_content_type(), related.get_content_type()) == ("multipart/alternative", "multipart/related")
    assert text.get_content().strip() == "Text"
    assert 'src="cid:map"' in html.get_content()
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"


def test_lines_stay_short_and_ascii() -> None:
    raw = compose(LETTER, HEADERS)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_without_html_there_is_nothing_to_show_a_picture_in() -> None:
    assert b"image/png" not in compose(replace(LETTER, html=""), HEADERS)


def test_the_name_of_a_picture_cannot_carry_a_header() -> None:
    with pytest.raises(ValueError, match="not a name for an image"):
        compose(replace(LETTER, images=(Image("a\r\nBcc: x@y", PNG, ""),)), HEADERS)
