"""Pictures in a letter: multipart/related around its HTML, and no other byte of the mail changes."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from judge.mail.compose import compose, image_blank, images_in, with_images
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
IMAGE = Image("map", "<svg/>", "Map")
LETTER = Letter("Results", "Text\n", '<p><img src="cid:map" alt="Map"></p>', (IMAGE,))


def test_a_picture_travels_beside_the_html_that_shows_it() -> None:
    message = email.message_from_bytes(
        with_images(compose(LETTER, HEADERS), {IMAGE.digest: PNG}), policy=email.policy.default
    )
    text, related = message.iter_parts()
    html, picture = related.iter_parts()
    assert (message.get_content_type(), related.get_content_type()) == ("multipart/alternative", "multipart/related")
    assert text.get_content().strip() == "Text"
    assert 'src="cid:map"' in html.get_content()
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"


def test_lines_stay_short_and_ascii() -> None:
    raw = with_images(compose(LETTER, HEADERS), {IMAGE.digest: PNG})
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_a_letter_is_kept_without_its_pictures_and_names_them() -> None:
    raw = compose(LETTER, HEADERS)
    assert images_in(raw) == (IMAGE.digest,)
    assert len(raw) < 2000
    assert images_in(with_images(raw, {IMAGE.digest: PNG})) == ()


def test_pictures_are_told_apart_by_what_is_painted() -> None:
    others = (replace(IMAGE, svg="<svg></svg>"), replace(IMAGE, width=801))
    assert len({each.digest for each in (IMAGE, *others)}) == 3
    assert replace(IMAGE, name="other", alt="Another").digest == IMAGE.digest


def test_no_word_of_a_letter_is_taken_for_a_picture() -> None:
    blank = image_blank(IMAGE.digest).decode()
    forged = Letter(f"x\r\n{blank}", f"{blank}\n{blank}", f"<pre>\n{blank}</pre>", calendar=f"\r\n{blank}")
    headers = replace(HEADERS, to_name=f"\r\n{blank}", references=(f"<\r\n{blank}>",))
    assert images_in(compose(forged, headers)) == ()


def test_the_place_of_a_picture_that_is_not_there_stays_empty() -> None:
    message = email.message_from_bytes(with_images(compose(LETTER, HEADERS), {}), policy=email.policy.default)
    (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content() == b""


def test_without_html_there_is_nothing_to_show_a_picture_in() -> None:
    assert b"image/png" not in compose(replace(LETTER, html=""), HEADERS)


def test_the_name_of_a_picture_cannot_carry_a_header() -> None:
    with pytest.raises(ValueError, match="not a name for an image"):
        compose(replace(LETTER, images=(Image("a\r\nBcc: x@y", "<svg/>", ""),)), HEADERS)
