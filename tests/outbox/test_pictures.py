"""Maps in mail, each reader's own where readers see differently; pictures are kept once and leave again."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from judge.app import Judge, Work
from judge.hosting.personal_data import everything_about
from judge.hosting.upkeep import purge
from judge.identity.trust import player_at
from judge.letters.values import Reader
from judge.mail.compose import images_in
from judge.mail.values import Image, Letter
from judge.maps.png import png_of
from judge.outbox.picture_store import drawings_of
from judge.outbox.pictures import picture_of
from judge.outbox.queue import post, reader_of
from judge.rules.payola.system import Payola
from judge.rules.registry import find_system
from judge.settings import Settings
from judge.store.tables import OutboundRow, PictureRow, ShownRow
from judge.testing.correspondent import Received
from judge.web.pages import Site
from tests.rules.empires.test_by_mail import War
from tests.rules.machiavelli.test_by_mail import Italy
from tests.support.bots import holds
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, seven

NARROW = 300
NOBODY = Reader("", "UTC", "", "")


def _pictures(mail: Received) -> list[bytes]:
    parts = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
    assert all(isinstance(part, EmailMessage) for part in parts)
    return [part.get_payload(decode=True) for part in parts]  # type: ignore[misc]


def _position(judge: Judge, view: Any) -> Image | None:
    with judge.reading() as work:
        return picture_of(work, "oslo", partial(find_system("payola").position_picture, view), NOBODY)


def _host_mails(house: House) -> list[str]:
    with house.judge.db.reading() as session:
        query = select(OutboundRow.raw).where(OutboundRow.recipient == house.judge.settings.host_address)
        return [raw.decode() for raw in session.execute(query).scalars()]


def test_html_results_show_the_phase_as_a_map_and_the_same_one_to_everybody(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house)
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        results = [table.results(role) for role in PLAYERS]
        assert all('src="cid:map" alt="Map: Spring 1901 Movement"' in mail.html for mail in results)
        assert len({picture for mail in results for picture in _pictures(mail)}) == 1
        position = _position(house.judge, table.view("FRANCE"))
        assert position is not None
        assert (position.alt, position.svg[:4]) == ("Map: Fall 1901 Movement", "<svg")
        without = replace(house.judge, settings=Settings(map_width=0))
        assert _position(without, table.view("FRANCE")) is None


def test_on_a_phone_html_results_show_the_reader_s_own_region_of_the_same_picture_closer(
    sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house)
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        shown = {}
        for role in PLAYERS:
            html = table.results(role).html
            (shown[role],) = re.findall(r'src="cid:map" alt="" class="map near" .*object-position:(.*?);', html)
            assert "@media (max-width: 500px) {\n.near { display: block !important; }" in html
            assert len(_pictures(table.results(role))) == 1
        assert len(set(shown.values())) == len(PLAYERS)
        of_master = table.master.last(lambda mail: "results" in mail.subject).html
        assert ('class="map"' in of_master, 'class="map near"' in of_master) == (True, False)


def test_the_map_of_results_leads_to_the_page_of_its_game_if_there_is_one(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW, web_base="https://judge.example.org") as house:
        table = seven(house)
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        mail = table.results("FRANCE")
        assert '<a href="https://judge.example.org/games/oslo/"><img src="cid:map"' in mail.html


def test_p20_each_player_of_a_blind_game_is_mailed_a_map_of_his_own(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house, "variant tincup")
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        found = [_pictures(table.results(role)) for role in PLAYERS]
        assert [len(pictures) for pictures in found] == [1] * len(PLAYERS)
        assert len({pictures[0] for pictures in found}) == len(PLAYERS)
        asked = table.tell("FRANCE", "MAP", key=False)
        position = _position(house.judge, table.view("FRANCE"))
        assert position is not None
        assert _pictures(asked) == [png_of(position.svg, NARROW)]


@pytest.mark.parametrize(("variant", "maps"), [("standard", 1), ("tincup", len(PLAYERS))])
def test_the_opening_holds_the_map_and_in_a_blind_game_of_what_its_reader_sees(
    variant: str, maps: int, sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house, f"variant {variant}")
        openings = [table.results(role) for role in PLAYERS]
        assert all('src="cid:map" alt="Map: Spring 1901 Movement"' in mail.html for mail in openings)
        assert len({picture for mail in openings for picture in _pictures(mail)}) == maps


def test_an_opening_whose_map_cannot_be_drawn_goes_without_it(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise KeyError(args[0].__class__.__name__)

    monkeypatch.setattr(Payola, "position_picture", broken)
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        master, ann, bob = house.registered("Manus"), house.registered("Ann"), house.registered("Bob")
        house.tell(master, "CREATE payola oslo\nmap four-seas\ndummies AMBER CORAL\nEND CREATE")
        for player in (ann, bob):
            house.tell(player, "JOIN oslo")
        house.tell(master, "GAME oslo\nSTART")
        opening = ann.last(lambda mail: "has begun" in mail.subject)
        assert ("POSITION" in opening.text, _pictures(opening)) == (True, [])
        (told,) = _host_mails(house)
        assert "oslo: a map could not be drawn" in told


def test_map_answers_with_the_position_or_a_phase_as_picture_and_as_text(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house)
        refused = table.tell("FRANCE", "MAP S1901M", key=False)
        assert "Nothing has been adjudicated yet." in refused.text
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        now = table.tell("FRANCE", "MAP", key=False)
        assert 'src="cid:map-oslo-F1901M" alt="Map: Fall 1901 Movement"' in now.html
        assert "A PAR" in now.text
        (picture,) = _pictures(now)
        then = table.tell("FRANCE", "MAP oslo S1901M", key=False)
        assert 'src="cid:map-oslo-S1901M" alt="Map: Spring 1901 Movement"' in then.html
        assert _pictures(then) == _pictures(table.results("FRANCE")) != [picture]
        twice = table.tell("FRANCE", "MAP\nMAP", key=False)
        assert _pictures(twice) == [picture]
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        assert "One MAP shows one phase." in table.tell("FRANCE", "MAP S1901M F1901M", key=False).text


def test_who_wants_plain_text_gets_the_position_and_no_picture(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house)
        table.tell("FRANCE", "PROFILE MAIL PLAIN")
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        for mail in (table.results("FRANCE"), table.tell("FRANCE", "MAP", key=False)):
            assert (mail.html, _pictures(mail)) == ("", [])
            assert "A PAR" in mail.text


def test_each_country_of_empires_is_mailed_a_map_of_what_it_sees(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        war = War(house)
        war.next_turn()
        found = [_pictures(war.newest(country)) for country in war.players]
        assert [len(pictures) for pictures in found] == [1] * 4
        assert len({pictures[0] for pictures in found}) == 4


@pytest.mark.parametrize("order", ["MOVE ATL AKE 3", "ATTACK AKE ATL ALL", "SEAMOVE NSE ZZZ", "CONVOY XYZ NSE 1"])
def test_an_order_of_empires_with_an_unknown_area_is_no_arrow_and_halts_nothing(
    order: str, sqlite_url: str, tmp_path: Path
) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        war = War(house)
        war.tell("NO", f"TURN 1\n1 {order}\n2 MOVE AKE BRY 1")
        war.next_turn()
        here = war.here()
        assert (war.game().status, here.row.label) == ("active", "T2")
        assert len(_pictures(war.newest("NO"))) == 1
        assert not _host_mails(house)


def test_a_map_that_cannot_be_drawn_is_a_letter_without_one_and_a_line_to_the_host(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise KeyError(args[0].__class__.__name__)

    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        table = seven(house)
        monkeypatch.setattr(Payola, "phase_picture", broken)
        table.play_phase(dict.fromkeys(PLAYERS, holds))
        assert table.game().status == "active"
        assert all(not _pictures(table.results(role)) for role in PLAYERS)
        assert "A PAR H" in table.results("FRANCE").text
        (told,) = _host_mails(house)
        assert "oslo: a map could not be drawn" in told
        assert "KeyError" in told
        shown = table.tell("FRANCE", "MAP S1901M\nSHOW", key=False)
        assert (_pictures(shown), "SPRING 1901" in shown.text) == ([], True)
        monkeypatch.setattr(Payola, "position_picture", broken)
        assert "A PAR" in table.tell("FRANCE", "MAP", key=False).text
        assert len(_host_mails(house)) == 1  # once within the hour
        with house.judge.db.reading() as session:
            site = Site(house.judge)
            index = site.get(session, "games/oslo/index.html")
            assert index is not None
            assert site.get(session, "games/oslo/map.svg") is None
            assert "Paris" in index.content.decode() or "A PAR" in index.content.decode()


def test_the_gazette_of_absence_of_plague_has_its_map(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=NARROW) as house:
        game = Italy(house)
        game.next_phase()
        assert len({picture for country in game.players for picture in _pictures(game.gazette(country))}) == 1


def test_a_host_can_do_without_pictures(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, map_width=0) as house:
        table = seven(house)
        assert _pictures(table.tell("FRANCE", "MAP", key=False)) == []


# Pictures are kept once, are painted on their way, go to whom they were written, and leave with their last letter.

WIDTH = 60
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1L8,5L3,8" fill="{}"/></svg>'
RED, BLUE = (Image("map", SVG.format(color), "Map", WIDTH) for color in ("red", "blue"))
LONG = timedelta(days=400)


def _write(house: House, name: str, image: Image) -> int:
    def unit(work: Work) -> int:
        player = player_at(work.session, f"{name.lower()}@example.org")
        assert player is not None
        letter = Letter("A map", "Paris.", '<p><img src="cid:map" alt="Map"></p>', (image,))
        post(work, letter, reader_of(player), purpose="results", player=player)
        return work.session.execute(select(func.max(OutboundRow.id))).scalar_one()

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
        raw = everything_about(session, "ann@example.org", house.judge.secret)[f"to-you/{number}.eml"]
    assert (images_in(raw), b"iVBOR" in raw) == ((), True)


def test_a_letter_leaves_nothing_of_what_it_showed(house: House) -> None:
    house.registered("Ann")
    number = _write(house, "Ann", RED)
    house.judge.write(lambda work: work.session.execute(delete(OutboundRow).where(OutboundRow.id == number)))
    assert house.one(select(func.count(ShownRow.id))) == 0
