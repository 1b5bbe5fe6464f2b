"""What others than readers find: feeds, the map of the site, previews of links, addresses within pages."""

from __future__ import annotations

import re
import struct
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.maps.png import CARD
from judge.play.public_record import rows_of
from judge.play.timeline import phases_of
from judge.web.feeds import Entry, atom
from judge.web.manuals import shelf as manuals
from judge.web.pages import Site
from tests.support.showcase import HIDDEN, LETTER, Showcase
from tests.web.conftest import MARKED_UP
from tests.web.reading import Page

BASE = "https://judge.example.org/games/"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="session")
def site(shelf: Showcase) -> Site:
    return Site(shelf.house.judge, BASE, searchable=True)


def fetched(shelf: Showcase, site: Site, path: str) -> bytes:
    with shelf.house.judge.db.reading() as session:
        file = site.get(session, path)
    assert file is not None, path
    return file.content


@pytest.mark.parametrize("path", ["feed.xml", "games/oslo/feed.xml", "games/paris/feed.xml"])
def test_every_entry_of_a_feed_has_an_id_of_its_own_and_something_to_read(
    shelf: Showcase, site: Site, path: str
) -> None:
    feed = ET.fromstring(fetched(shelf, site, path))
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(ids) == len(set(ids)) > 0
    assert all(entry.findtext(f"{ATOM}content") for entry in feed.iter(f"{ATOM}entry"))


def test_a_feed_holds_the_results_the_press_and_the_newspaper_themselves(shelf: Showcase, site: Site) -> None:
    feed = ET.fromstring(fetched(shelf, site, "games/oslo/feed.xml"))
    said = {
        str(entry.findtext(f"{ATOM}title")): str(entry.findtext(f"{ATOM}content"))
        for entry in feed.iter(f"{ATOM}entry")
    }
    assert re.search(r"A \w{3}( -|</td>| H)", said["Spring 1901 Movement: results"])
    assert (
        f'<img src="{BASE}games/oslo/S1901M.png" alt="Map of Spring 1901 Movement">'
        in said["Spring 1901 Movement: results"]
    )
    assert LETTER in said["Press, by France"]
    assert "<script>" not in said["Press, by France"]
    assert "The harvest was poor" in said["The newspaper of Spring 1901 Movement"]


def test_the_map_of_the_site_has_every_game_that_is_shown_and_no_other(shelf: Showcase, site: Site) -> None:
    found = {
        str(loc.text) for loc in ET.fromstring(fetched(shelf, site, "sitemap.xml")).iter() if loc.tag.endswith("loc")
    }
    assert {BASE, f"{BASE}games/oslo/", f"{BASE}families/payola.html", f"{BASE}manuals/players.html"} <= found
    assert not [each for each in found if HIDDEN in each]
    robots = fetched(shelf, site, "robots.txt").decode()
    assert f"Sitemap: {BASE}sitemap.xml" in robots
    assert "Disallow: /games/games.html" in robots


def test_a_link_to_a_game_is_shown_with_its_map(shelf: Showcase, site: Site) -> None:
    page = fetched(shelf, site, "games/paris/index.html").decode()
    metas = [each for tag, each in Page(page).tags if tag == "meta"]
    told = {each["property"]: str(each["content"]) for each in metas if "property" in each}
    assert told["og:title"] == f"Paris in Spring {MARKED_UP}"
    assert "Diplomacy on the Standard board" in told["og:description"]
    assert told["og:image"] == f"{BASE}games/paris/map.png"
    assert told["og:image:width"] == "1200"
    assert "summary_large_image" in page
    for name in ("map", "S1901M"):
        png = fetched(shelf, site, f"games/paris/{name}.png")
        assert png.startswith(b"\x89PNG")
        assert struct.unpack(">II", png[16:24]) == CARD
    assert fetched(shelf, site, "games/paris/map.png") != fetched(shelf, site, "games/paris/S1901M.png")


def test_every_page_is_described(shelf: Showcase, site: Site) -> None:
    for path in (
        "index.html",
        "families/pirates.html",
        "games/oslo/S1901M.html",
        "manuals/players.html",
        "running.html",
    ):
        metas = [each for tag, each in Page(fetched(shelf, site, path).decode()).tags if tag == "meta"]
        assert [each for each in metas if each.get("name") == "description" and each["content"]], path


def test_every_heading_can_be_linked_to(shelf: Showcase, site: Site) -> None:
    for path in ("manuals/players.html", "games/oslo/index.html", "games/paris/S1901M.html", "index.html"):
        tags = Page(fetched(shelf, site, path).decode()).tags
        ids = [each["id"] for _, each in tags if "id" in each]
        assert len(ids) == len(set(ids)), path
        assert not [each for tag, each in tags if tag == "h2" and "id" not in each], path


def test_no_manual_names_a_file_of_the_judge() -> None:
    for _, some in manuals():
        for manual in some:
            said = re.sub(r'href="[^"]*"', "", str(manual.html)).replace("mine.json", "")
            assert not re.findall(r"[\w/]+\.(?:md|py|toml|json|j2)\b", said), manual.name


def test_the_page_for_players_tells_where_to_write(shelf: Showcase, site: Site) -> None:
    assert shelf.house.judge.settings.address in fetched(shelf, site, "manuals/players.html").decode()


def test_where_there_is_no_page_it_is_said_in_the_site_s_dress(site: Site, tmp_path: Path) -> None:
    del tmp_path
    said = site.missing().content.decode()
    assert "There is no such page" in said
    assert 'href="/games/style.css"' in said, "wherever it is shown"


def test_a_phase_that_was_never_played_is_not_shown_as_adjudicated(shelf: Showcase, site: Site) -> None:
    """END GAME ends the open phase without an adjudication. One that was adjudicated is shown, the last one too."""
    with shelf.house.judge.db.reading() as session:
        for name in ("lisbon", "merchant", "borgia", "rome", "tortuga"):
            rows = rows_of(session, name)
            assert rows is not None
            labels = [row.label for row in phases_of(session, rows.game)]
            paths = [path for path, _, _ in site.files_of(session, rows)]
            assert f"{labels[-1]}.html" not in paths, name
            assert f"{labels[-2]}.html" in paths, name
            assert labels[-1] not in fetched(shelf, site, f"games/{name}/feed.xml").decode()
            assert labels[-1] not in fetched(shelf, site, f"games/{name}/deadlines.ics").decode()


# Atom feeds of what the public pages tell.

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@settings(deadline=None)
@example("x\ufffey\uffff")
@given(
    st.text(st.characters() | st.sampled_from("\0\x0b\x1b\x85\u2028\ufdd0\ufffe\uffff\U0001ffff<&]>'\""), max_size=30)
)
def test_a_feed_can_be_read_whatever_a_game_is_called(title: str) -> None:
    entry = Entry("games/oslo/index.html", title, NOW, said=f"<p>{title}</p>")
    feed = ET.fromstring(atom(title, "https://judge.example.org/", "feed.xml", [entry]))
    assert len(feed) > 0
