"""Pages of games of every family: what they tell in words, who is late, press, the newspaper, calendars, manuals."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import urljoin

import pytest

from judge.play.public_list import STATES, Search, found
from judge.rules.registry import systems
from judge.web.game_pages import RESULTS_IN_FEED
from judge.web.manuals import shelf as manuals
from judge.web.pages import Site
from tests.support.house import open_house
from tests.support.showcase import HIDDEN, MASK, NAMED, PEOPLE, PLANS, WORD, Showcase, showcase
from tests.web.reading import Page


@pytest.fixture(scope="session")
def pages(shelf: Showcase) -> dict[str, str]:
    site = Site(shelf.house.judge, "https://judge.example.org/")
    with shelf.house.judge.db.reading() as session:
        found = {path: site.get(session, path) for path in site.paths(session)}
    return {path: file.content.decode() for path, file in found.items() if file is not None}


def words(page: str) -> str:
    """What a page says, without its tags."""
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


TOLD = {
    "games/oslo/S1901M.html": ("Spring 1901 Movement", "Position", "England"),
    "games/paris/S1901M.html": ("Spring 1901 Movement", "Position"),
    "games/bourse/index.html": ("Quirin", "is due"),
    "games/merchant/ledger.html": ("The ledger", "Balance"),
    "games/fog/S1901M.html": ("Spring 1901 Movement",),
    "games/plague/SPR1459C.html": ("Spring 1459 Campaign", "The map", "Nobody's"),
    "games/plague/index.html": ("Campaign", "is due", "Provinces"),
    "games/corner/T1.html": ("Roundup of turn 1", "Nobody has victory points (VPs) yet."),
    "games/corner/index.html": ("The countries now", "Areas"),
    "games/hoard/R1V.html": ("The vote of round 1", "Blackbeard"),
    "games/hoard/index.html": ("The rooms now", "Calico"),
    "games/borgia/index.html": ("Ended by consent", "anybody can draw the same from it"),
    "games/rome/T1.html": ("What was secret",),
    "games/lisbon/S1901M.html": ("What was secret", "Acceptance list A?, read as A", "% kept by AUSTRIA"),
    "games/lisbon/ledger.html": ("The ledger", "income", "Balance"),
    "games/lisbon/index.html": ("Treasuries", "judge verify"),
    "index.html": ("Players wanted", "Running", "Ended", "JOIN bergen"),
    "wanted.html": ("Bergen in Winter", "7 seats left of 7", "JOIN bergen", "A phase in 7 days", "signed press"),
    "running.html": ("Paris in Spring", "Fall 1901", "Late: it waits for Austria."),
    "ended.html": ("Lisbon Silver", "Ended by consent"),
    "families/payola.html": ("Diplomacy with bribes", "Chaos 34 players", "ebayola", "The hall of", "TRANSFER"),
    "halls/payola.html": ("Payola Diplomacy", "Usual length", "one player won"),
    "rules.html": ("Payola Diplomacy: a player's page", *(system.title for system in systems().values())),
    "manuals/commands.html": ("REGISTER", "TAKEOVER"),
}


@pytest.mark.parametrize("path", TOLD)
def test_every_family_s_pages_can_be_read(pages: dict[str, str], path: str) -> None:
    said = words(pages[path])
    for told in TOLD[path]:
        assert told in said, (told, said)


def test_the_late_are_named_where_the_game_tells_who_has_written(pages: dict[str, str]) -> None:
    assert re.search(r"Movement was due .* Late: Austria. The game waits.", words(pages["games/oslo/index.html"]))
    assert [
        path
        for path, page in pages.items()
        if "Late:" in page and path.startswith("games/") and "games/oslo/" not in path
    ] == []


def test_the_composer_of_a_game_that_waits_does_not_say_that_its_deadline_has_passed(pages: dict[str, str]) -> None:
    data = {name: json.loads(pages[f"games/{name}/compose.json"]) for name in ("oslo", "paris")}
    assert data["oslo"]["deadline"] == ""
    assert data["paris"]["deadline"] != ""


def test_a_composer_that_knows_nobody_s_units_asks_for_the_letter_that_does(pages: dict[str, str]) -> None:
    opened = "<details open><summary>Start from your letter</summary>"
    composers = {path.split("/")[1] for path, page in pages.items() if path.endswith("compose.html") and opened in page}
    assert composers == {"fog", "dusk"}


def test_press_to_all_is_public_as_it_was_signed(pages: dict[str, str]) -> None:
    said = words(pages["games/oslo/press.html"])
    assert "By France A good morning to all of Europe." in said
    assert "Unsigned Nobody knows who writes this." in said
    assert f"By {MASK} The night is long." in said


def test_each_issue_of_the_newspaper_stands_on_its_page_and_on_that_of_its_phase(pages: dict[str, str]) -> None:
    paper = words(pages["games/oslo/paper.html"])
    assert "Spring 1901 Movement" in paper
    assert "By England The harvest was poor, & <script>" in paper
    assert "The harvest was poor" in words(pages["games/oslo/S1901M.html"])
    assert "The newspaper of Spring 1901 Movement" in pages["games/oslo/feed.xml"]


def test_a_private_game_is_on_no_page_before_it_is_over(shelf: Showcase, pages: dict[str, str]) -> None:
    assert shelf.game(HIDDEN).status == "active"
    assert [path for path, page in pages.items() if HIDDEN in path or "Behind doors" in page or WORD in page] == []


def test_nobody_but_the_gamemaster_is_named(pages: dict[str, str]) -> None:
    """But where the rules call the seats by their players' names."""
    named = tuple(f"games/{name}/" for name in NAMED)
    whole = "\n".join(page for path, page in pages.items() if not path.startswith(named))
    words_of_all = set(re.findall(r"\w+", whole.lower()))
    assert [name for name in PEOPLE if name.lower() in words_of_all] == []


def test_a_blind_game_shows_its_board_to_nobody(pages: dict[str, str]) -> None:
    for name in ("fog", "dusk"):
        assert "This game is played blind" in pages[f"games/{name}/index.html"]
        phase = words(pages[f"games/{name}/S1901M.html"])
        assert not re.search(r"\b[AF] [A-Z]{3}\b", phase)
        assert "This game is played blind" in phase
        assert "Position" not in phase, "no heading over nothing"


def test_p20_the_feed_of_a_blind_game_does_not_say_that_its_pages_tell_the_orders(
    sqlite_url: str, tmp_path: Path
) -> None:
    plan = next(plan for plan in PLANS if plan.name == "fog")
    with open_house(sqlite_url, tmp_path, replies_per_hour=1_000_000) as house:
        showcase(house, [replace(plan, rounds=RESULTS_IN_FEED + 1)])
        with house.judge.db.reading() as session:
            feed = Site(house.judge).get(session, "games/fog/feed.xml")
        assert feed is not None
        assert "the orders" not in feed.content.decode()
        assert "Its page tells what everybody may know of it." in feed.content.decode()


def test_a_game_s_page_tells_how_it_stands_where_its_latest_phase_told_nothing(sqlite_url: str, tmp_path: Path) -> None:
    """Plans of how to share gold are secret: the public hears nothing at the end of a distribution."""
    plan = next(plan for plan in PLANS if plan.name == "hoard")
    with open_house(sqlite_url, tmp_path, replies_per_hour=1_000_000) as house:
        showcase(house, [replace(plan, rounds=1)])
        with house.judge.db.reading() as session:
            page = Site(house.judge).get(session, "games/hoard/index.html")
        assert page is not None
        assert "The rooms now Room 1" in words(page.content.decode())


def test_every_map_and_plot_can_be_opened_at_its_full_size(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        if path.startswith("games/") and path.endswith(".html"):
            tags = Page(page).tags
            for (before, link), (tag, attributes) in pairwise(tags):
                small = tag == "img" and str(attributes["src"]).endswith("glance.svg")
                assert tag != "img" or small or (before == "a" and link["href"] == attributes["src"]), path


def test_a_blind_game_that_is_over_shows_its_board_phase_by_phase(pages: dict[str, str]) -> None:
    """Everything of Payola is opened after the end (3.6, 4.5), and so is the board that nobody saw."""
    said = words(pages["games/mist/S1901M.html"])
    for told in ("A PAR", "F SEV", "A BER", "Position", "What was secret"):
        assert told in said
    assert "played blind" not in pages["games/mist/index.html"]


def test_the_calendar_holds_every_phase_under_the_name_that_the_mails_give_it(pages: dict[str, str]) -> None:
    entries = re.findall(r"UID:(\S+)\r\n", pages["games/paris/deadlines.ics"])
    assert entries[0].startswith("paris-S1901M@")
    assert len(entries) == len(set(entries)) == pages["games/paris/deadlines.ics"].count("BEGIN:VEVENT") > 1
    assert "DTEND" not in pages["games/paris/deadlines.ics"], "RFC 5545 3.8.2.2: it would have to be later"
    assert "games/bergen/deadlines.ics" not in pages, "RFC 5545 3.6: no calendar without an entry"


def test_every_plot_has_its_numbers_in_a_table(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        for name in re.findall(r'<img src="(centers|treasuries|provinces|areas)\.svg"', page):
            assert urljoin(path, f"{name}.svg") in pages
            assert "in numbers</summary>" in page, path


def test_the_slider_has_one_step_a_phase_and_needs_no_script(pages: dict[str, str]) -> None:
    tags = Page(pages["games/paris/index.html"]).tags
    steps = [place for place, (tag, _) in enumerate(tags) if tag == "input"]
    assert all(tags[step + 1][0] == "figure" for step in steps), "the style sheet shows what follows the chosen step"
    shown = [attributes["src"] for tag, attributes in tags if tag == "img" and "centers" not in str(attributes["src"])]
    phases = [path for path in pages if re.fullmatch(r"games/paris/[SFW]\d{4}\w\.html", path)]
    assert len(steps) == len(shown) == len(phases) + 1


def test_every_link_of_every_page_leads_to_a_page(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        if not path.endswith(".html"):
            continue
        parsed = Page(page)
        assert [tag for tag, _ in parsed.tags].count("h1") == 1, path
        for tag, attributes in parsed.tags:
            to = (attributes.get("href") or attributes.get("src") or "").partition("#")[0]
            if to and not re.match(r"[a-z]+:", to):
                assert urljoin(path, to).lstrip("/") in pages, f"{path} leads to {to}"
            if tag == "img":
                assert attributes["alt"] or "glance" in str(to) or "families" in str(to), "only what decorates has none"
                assert attributes["alt"] is not None


def test_every_manual_is_a_page_with_its_title() -> None:
    names = [manual.name for _, some in manuals() for manual in some]
    assert {
        "players",
        "commands",
        "glossary",
        "gamemasters",
        "games/payola",
        "games/empires",
        "rulings/pirates",
    } <= set(names)
    for _, some in manuals():
        for manual in some:
            assert f"<h1>{html.escape(manual.title, quote=False)}</h1>" in manual.html


def test_games_are_listed_by_state_the_latest_first(shelf: Showcase) -> None:
    with shelf.house.judge.db.reading() as session:
        lines = {state: found(session, Search(state))[0] for state in STATES}
    assert {line.status for line in lines["running"]} == {"active"}
    assert [line.name for line in lines["wanted"]] == ["bergen"]
    ended = [line.changed_at for line in lines["ended"]]
    assert len(ended) > 1
    assert ended == sorted(ended, reverse=True)


def test_a_family_shows_its_usual_board_first_and_each_board_has_a_page(pages: dict[str, str]) -> None:
    family = pages["families/diplomacy.html"]
    assert re.findall(r'id="board-([\w-]+)"', family)[0] == "standard"
    board = words(pages["families/diplomacy-modern.html"])
    assert "10 players" in board
    assert "All borders, in words" in board
    assert "`" not in words(pages["families/payola.html"])
