"""A game's own page: what one must know before joining, the map first, who is what, and how to follow it."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import parse_qs, urldefrag, urlsplit
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy.orm import Session

from judge.letters.tree import named
from judge.maps.colors import color_of
from judge.play import archives
from judge.play.public_record import rows_of
from judge.store.tables import Game
from judge.web import game_pages
from judge.web.pages import Site
from tests.support.house import House, open_house
from tests.support.showcase import Showcase
from tests.web.reading import Page


@pytest.fixture(scope="session")
def files(shelf: Showcase) -> dict[str, str]:
    """The pages and pictures of a few games."""
    site = Site(shelf.house.judge, "https://judge.example.org/")
    with shelf.house.judge.db.reading() as session:
        made = {
            f"{name}/{path}": make()
            for name in ("paris", "oslo", "plague", "corner", "fog", "lisbon")
            if (rows := rows_of(session, name)) is not None
            for path, _, make in site.files_of(session, rows)
        }
    return {path: file.content.decode() for path, file in made.items() if file is not None}


def words(page: str) -> str:
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def _made(house: House, *options: str) -> str:
    master = house.registered("Manus")
    house.tell(master, "\n".join(("CREATE payola oslo", *options)))
    with house.judge.db.reading() as session:
        file = Site(house.judge).get(session, "games/oslo/index.html")
    assert file is not None
    return file.content.decode()


def test_a_game_that_wants_players_tells_all_that_is_not_as_usual_in_words(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        page = _made(house, "variant ebayola", "movement 2d", "press grey", "pseudonyms yes", "misses 2", "become no")
    said = words(page)
    for told in (
        "7 seats left of 7",
        "movement 2 days, retreats and adjustments 3 days",
        "Unsigned press, pseudonyms",
        "variant ebayola. The variation that is played",
        "misses 2. After how many phases in a row without orders a player loses their seat",
        "GameMaster: Manus",
        "OBSERVE oslo",
    ):
        assert told.lower() in said.lower(), (told, said)
    assert "become" not in said.lower(), "what is as usual is not told"


def test_the_word_that_opens_a_private_game_is_no_option_that_is_told(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        page = _made(house, "misses 2")
        house.tell(house.registered("Manus"), "GAME oslo\nSET word opensesame")
        with house.judge.db.reading() as session:
            assert Site(house.judge).get(session, "games/oslo/index.html") is None
    assert "<dt>word</dt>" not in page


@pytest.mark.parametrize(
    ("page", "sides"),
    [("paris/S1901M", ("FRANCE",)), ("plague/SPR1459C", ("FRANCE", "SAVOY")), ("corner/T2", ("EA", "WE"))],
)
def test_orders_and_positions_tell_powers_in_the_colors_of_the_map(
    files: dict[str, str], page: str, sides: tuple[str, ...]
) -> None:
    drawn, said = files[f"{page}.svg"], files[f"{page}.html"]
    for side in sides:
        color = color_of(side)
        assert f'fill="{color}"' in drawn[drawn.index(f'<pattern id="owner-{side}"') :].partition("</pattern>")[0]
        assert f'<span class="power c-{color[1:]}">{named(side)}</span>' in said


def test_wishes_can_be_mailed_from_the_page(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        tags = Page(_made(house)).tags
    bodies = [parse_qs(urlsplit(str(each["href"])).query) for tag, each in tags if tag == "a"]
    sent = {body["body"][0] for body in bodies if "body" in body}
    assert {"JOIN oslo", "JOIN oslo AS AUSTRIA, ENGLAND, ?", "OBSERVE oslo"} <= sent


def test_the_phase_stands_above_its_map_and_the_map_above_everything_else(files: dict[str, str]) -> None:
    page = files["paris/index.html"]
    shown = page[page.rindex("<figcaption>") :]
    assert shown.index("1901") < shown.index('src="map.svg"')
    assert page.index('src="map.svg"') < page.index("<h2")


def test_each_step_bears_its_label_and_each_year_stands_before_its_steps(files: dict[str, str]) -> None:
    page = files["paris/index.html"]
    assert re.findall(r'class="year" aria-hidden="true">(\d+)<', page) == ["1901"]
    assert re.findall(r'title="([^"]+)" data-step="(\w+)"', page)[0] == ("Spring 1901 Movement", "SM")
    assert 'data-step="Now" checked' in page


def test_who_is_what_shows_what_each_has_but_in_a_blind_game(files: dict[str, str]) -> None:
    assert re.search(r"Russia</span> 4 centers", files["paris/index.html"])
    assert "Italy</span> 3 centers" in files["paris/index.html"]
    assert "centers" not in words(files["fog/index.html"]).partition("Who is what")[2].partition("Follow")[0]


def test_every_map_and_plot_has_the_size_that_its_page_says(files: dict[str, str]) -> None:
    """Nothing moves while a page loads. Steps of the slider that are not shown yet are measured by the one that is."""
    seen = 0
    for path, page in files.items():
        if not path.endswith(".html"):
            continue
        for tag, attributes in Page(page).tags:
            if tag != "img":
                continue
            assert attributes["width"], path
            assert attributes["height"], path
            drawn = ET.fromstring(files[f"{path.partition('/')[0]}/{urldefrag(str(attributes['src']))[0]}"])
            if attributes.get("loading") != "lazy":
                seen += 1
                assert (drawn.get("width"), drawn.get("height")) == (attributes["width"], attributes["height"]), path
    assert seen > 10


def test_the_page_of_a_phase_steps_from_before_to_orders_to_after_without_a_script(files: dict[str, str]) -> None:
    labels = sorted(path[6:12] for path in files if re.fullmatch(r"paris/[SFW]\d{4}\w\.html", path))
    in_order = sorted(labels, key=lambda label: (label[1:5], "SFW".index(label[0])))
    first = Page(files[f"paris/{in_order[0]}.html"]).tags
    steps = [place for place, (tag, _) in enumerate(first) if tag == "input"]
    assert all(first[step + 1][0] == "figure" for step in steps), "the style sheet shows what follows the chosen step"
    assert [first[step][1]["aria-label"] for step in steps] == ["Before", "Orders", "After"]
    assert ["checked" in first[step][1] for step in steps] == [False, True, False]
    shown = [attributes["src"] for tag, attributes in first if tag == "img"]
    assert shown == [f"{in_order[0]}.svg#stand", f"{in_order[0]}.svg", f"{in_order[1]}.svg#stand"]
    last = [attributes["src"] for tag, attributes in Page(files[f"paris/{in_order[-1]}.html"]).tags if tag == "img"]
    assert last[-1] == "map.svg"


def test_the_page_of_a_phase_has_the_ways_of_its_units_and_a_game_that_shows_none_has_not(
    files: dict[str, str],
) -> None:
    moved = [path for path in files if path.endswith(".html") and "data-way=" in files[path]]
    assert [path for path in moved if path.startswith("paris/")]
    assert not [path for path in moved if path.startswith("fog/")], "it is blind"


def test_a_turn_that_is_shown_as_it_ended_begins_with_the_one_before(files: dict[str, str]) -> None:
    """Empires: the map of a turn is how the world stands after it."""
    shown = [attributes["src"] for tag, attributes in Page(files["corner/T2.html"]).tags if tag == "img"]
    assert shown == ["T1.svg#stand", "T2.svg"]


def test_a_finished_game_tells_how_it_went_and_stands_on_one_page(files: dict[str, str]) -> None:
    end, whole = files["lisbon/index.html"], files["lisbon/whole.html"]
    for page in (end, whole):
        assert "How it went" in words(page)
        assert re.search(r'<td class="number">1</td><th scope="row"><span class="power', page)
    phases = [path for path in files if re.fullmatch(r"lisbon/[SFW]\d{4}\w\.html", path)]
    for path in phases:
        label = path.removeprefix("lisbon/").removesuffix(".html")
        assert f'<h2 id="{label}">' in whole
        assert f'src="{label}.svg"' in whole
    assert "read as" in words(whole), "what was secret is there too"


def test_a_finished_game_tells_its_centers_once_and_its_last_orders_on_their_own_page(files: dict[str, str]) -> None:
    end = words(files["lisbon/index.html"])
    assert "How it went" in end
    assert "Who is what" not in end
    assert "Position" not in end
    assert "Position" in words(files["lisbon/W1901A.html"])


def test_a_running_game_has_no_story_yet(files: dict[str, str]) -> None:
    assert "How it went" not in words(files["paris/index.html"])
    assert "paris/whole.html" not in files


def test_an_archive_is_written_once(shelf: Showcase, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def noted(session: Session, game: Game) -> str:
        written.append(game.name)
        return archives.public_archive(session, game)

    monkeypatch.setattr(game_pages, "public_archive", noted)
    site = Site(shelf.house.judge, searchable=True)  # as the daemon has it
    with shelf.house.judge.db.reading() as session:
        path = next(path for path in site.paths(session) if path.endswith("archive.json"))
        found = [site.get(session, path) for _ in range(5)]
    assert len(written) == 1
    assert None not in found
    assert len({file.content for file in found if file is not None}) == 1
