"""No letter is so large that mail systems refuse it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.cli.tools.correspondent import Received
from judge.identity.trust import player_at
from judge.mail.values import Image, Letter
from judge.maps.png import png_of
from judge.outbox import picture_store
from judge.outbox.queue import CUT, LONGEST_HTML, LONGEST_TEXT, post, reader_of
from judge.store.tables import OutboundRow
from tests.support.house import House


def _posted(house: House, letter: Letter) -> bytes:
    house.registered("Ann")

    def unit(work: Work) -> int:
        ann = player_at(work.session, "ann@example.org")
        assert ann is not None
        row = post(work, letter, reader_of(ann), purpose="ended", player=ann)
        work.session.flush()
        return row.id

    number = house.judge.write(unit)
    return house.one(select(OutboundRow.raw).where(OutboundRow.id == number))


@pytest.mark.parametrize(("more", "has_html"), [(0, True), (1, False)])
def test_a_letter_of_half_a_megabyte_goes_as_text_alone(house: House, more: int, *, has_html: bool) -> None:
    raw = _posted(house, Letter("The end", "All of it.", "x" * (LONGEST_HTML + more)))
    assert b"All of it." in raw
    assert (b"text/html" in raw) is has_html


def test_a_letter_without_end_is_cut_at_the_end_of_a_line_and_says_so(house: House) -> None:
    line = "ü" * 99 + "\n"
    raw = _posted(house, Letter("The end", line * (LONGEST_TEXT // 50), "<p>all</p>", calendar="x" * LONGEST_HTML * 2))
    text = Received(raw).text.replace("\r\n", "\n")
    assert len(text) <= LONGEST_TEXT + len(CUT) + 1
    assert text.endswith(CUT)
    assert set(text.removesuffix(CUT).split("\n")[:-1]) == {"ü" * 99}
    assert b"text/html" not in raw
    assert b"text/calendar" not in raw


@pytest.mark.parametrize("shown", [["a", "b"], ["a"], []])
def test_pictures_of_megabytes_stay_behind_and_the_words_go(
    shown: list[str], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = tuple(Image(name, _svg(color), f"a {color} map", 100) for name, color in (("a", "red"), ("b", "blue")))
    fits = sum(len(png_of(image.svg, image.width)) for image in pictures if image.name in shown)
    monkeypatch.setattr(picture_store, "LARGEST", fits)
    _posted(house, Letter("A map", "Paris is French.", "<p>Paris</p>", pictures))
    house.settle()
    mail = house.person("Ann").last()
    assert "Paris is French." in mail.text
    parts = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
    assert [str(part["Content-ID"])[1:-1] for part in parts if part.get_payload(decode=True)] == shown


def _svg(color: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1L8,5L3,8" fill="{color}"/></svg>'
