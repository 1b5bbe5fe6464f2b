"""Pictures are kept once, are painted on their way, go to whom they were written, and leave with their last letter."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select

from judge.app import Work
from judge.hosting.personal_data import everything_about
from judge.hosting.upkeep import purge
from judge.identity.trust import player_at
from judge.mail.compose import images_in
from judge.mail.values import Image, Letter
from judge.maps.png import png_of
from judge.outbox.picture_store import drawings_of
from judge.outbox.queue import post, reader_of
from judge.store.tables import OutboundRow, PictureRow, ShownRow
from tests.support.bots import holds
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, seven

WIDTH = 60
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1L8,5L3,8" fill="{}"/></svg>'
RED, BLUE = (Image("map", SVG.format(color), "Map", WIDTH) for color in ("red", "blue"))
LONG = timedelta(days=400)


def _write(house: House, name: str, image: Image) -> int:
    def unit(work: Work) -> int:
        player = player_at(work.session, f"{name.lower()}@example.org")
        assert player is not None
        letter = Letter("A map", "Paris.", '<p><img src="cid:map" alt="Map"></p>', (image,))
        row = post(work, letter, reader_of(player), purpose="results", player=player)
        work.session.flush()
        return row.id

    return house.judge.write(unit)


def _kept(house: House) -> list[str]:
    return [*house.every(select(PictureRow.digest).order_by(PictureRow.id))]


@pytest.mark.both_databases
def test_a_picture_that_many_letters_show_is_kept_once(house: House) -> None:
    house.gathered("Ann", "Bob")
    for name in ("Ann", "Bob"):
        _write(house, name, RED)
    _write(house, "Ann", BLUE)
    assert _kept(house) == [RED.digest, BLUE.digest]


def test_a_phase_keeps_one_picture_for_everybody_and_no_octet_of_its_png(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=300) as house:
        table = seven(house)
        before = _kept(house)
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        assert len(_kept(house)) == len(before) + 1
        results = house.every(select(OutboundRow.raw).where(OutboundRow.purpose == "results"))
        assert {images_in(raw) for raw in results} == {(_kept(house)[-1],)}
        assert not any(b"iVBOR" in raw for raw in results)


@pytest.mark.both_databases
def test_a_picture_is_painted_as_its_letter_is_sent(house: House) -> None:
    house.registered("Ann")
    _write(house, "Ann", RED)
    house.settle()
    mail = house.person("Ann").last()
    (part,) = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
    assert part.get_payload(decode=True) == png_of(RED.svg, WIDTH)


def test_a_letter_is_given_no_picture_that_was_not_written_into_it(house: House) -> None:
    house.gathered("Ann", "Bob")
    anns, bobs = _write(house, "Ann", RED), _write(house, "Bob", BLUE)
    with house.judge.db.reading() as session:
        blank = session.get_one(OutboundRow, bobs).raw
        # As if Ann's letter named the picture that is Bob's to see.
        found = drawings_of(session, {anns: blank})
    assert set(found[anns]) == {RED.digest}


def test_a_picture_that_cannot_be_painted_is_left_out_and_the_host_told(house: House) -> None:
    house.registered("Ann")
    _write(house, "Ann", Image("map", "<svg", "Map", WIDTH))
    house.settle()
    mail = house.person("Ann").last()
    (part,) = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
    assert (part.get_payload(decode=True), "Paris." in mail.text) == (b"", True)
    told = house.every(select(OutboundRow.raw).where(OutboundRow.purpose == "picture"))
    assert len(told) == 1


@pytest.mark.both_databases
def test_purge_forgets_a_picture_with_the_last_letter_that_shows_it(house: House) -> None:
    house.gathered("Ann", "Bob")
    _write(house, "Ann", RED)
    _write(house, "Bob", BLUE)
    house.settle()
    house.clock.advance(LONG)
    newest = _write(house, "Ann", RED)
    house.judge.write(lambda work: purge(work.session, LONG - timedelta(days=1), work.now))
    assert _kept(house) == [RED.digest]
    assert house.every(select(ShownRow.mail_id)) == [newest]


def test_purge_keeps_what_a_letter_shows_that_still_waits(house: House) -> None:
    house.registered("Ann")
    _write(house, "Ann", RED)
    house.clock.advance(LONG)
    house.judge.write(lambda work: purge(work.session, LONG - timedelta(days=1), work.now))
    assert _kept(house) == [RED.digest]


def test_what_a_person_is_given_of_the_judges_mails_holds_their_pictures(house: House) -> None:
    house.registered("Ann")
    number = _write(house, "Ann", RED)
    with house.judge.db.reading() as session:
        raw = everything_about(session, "ann@example.org")[f"to-you/{number}.eml"]
    assert (images_in(raw), b"iVBOR" in raw) == ((), True)


def test_a_letter_leaves_nothing_of_what_it_showed(house: House) -> None:
    house.registered("Ann")
    number = _write(house, "Ann", RED)
    house.judge.write(lambda work: work.session.execute(delete(OutboundRow).where(OutboundRow.id == number)))
    assert house.one(select(func.count(ShownRow.id))) == 0
