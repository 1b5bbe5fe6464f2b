"""The public pages: what everybody may know, whole files, nothing that acts, no private byte (faults W1 to W4)."""

from __future__ import annotations

import random
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy.orm import Session

from judge.archive.document import read_archive
from judge.archive.verify import verify
from judge.maps.draw import draw
from judge.maps.svg import STYLE
from judge.maps.units import Stands
from judge.play.public_record import Rows
from judge.rules.drawing import Picture
from judge.web import game_pages
from judge.web.export import export
from judge.web.feeds import ATOM
from judge.web.game_pages import Make
from judge.web.pages import Site
from tests.support.bots import gambles
from tests.support.house import House, open_house
from tests.support.served import served
from tests.support.table_of_seven import PLAYERS, Seven, played, seven
from tests.web.reading import Page

SECRETS = ("only Greta knows", "Brutus", "17 % for")
EVIL = "<script>alert(1)</script>{{7*7}}"


def _running(house: House) -> Seven:
    return played(house, (__name__,), lambda: _play(house))


def _play(house: House) -> Seven:
    """A game in its first Fall, with secrets on file, and one that waits for players."""
    table = seven(house, f"title Silver & Lies {EVIL}")
    luck = random.Random(3)
    table.tell("GERMANY", f"5 : A MUN - BUR % {SECRETS[0]}")
    table.tell("FRANCE", "TRANSFER 17 TO GERMANY\nACCEPT FGA?")
    table.play_phase({role: gambles(luck) for role in PLAYERS})
    if table.now() is not None:
        table.tell("GERMANY", f"{SECRETS[2]} {SECRETS[0]}\nPRESS TO FRANCE\nEt tu, {SECRETS[1]}?\nEND PRESS")
    house.tell(table.master, "CREATE diplomacy bergen\ntitle Waiting for players")
    return table


def _ended(table: Seven) -> None:
    here = table.here()
    for role in here.phase.roles:
        table.tell(role, "DRAW")
    assert table.game().status == "ended"


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        yield house


def _all(house: House) -> dict[str, bytes]:
    site = Site(house.judge, "https://judge.example.org/")
    with house.judge.db.reading() as session:
        found = {path: site.get(session, path) for path in site.paths(session)}
    assert all(found.values()), [path for path, file in found.items() if file is None]
    return {path: file.content for path, file in found.items() if file is not None}


def test_the_pages_of_a_running_game_tell_its_public_results_and_of_players_wanted(house: House) -> None:
    _running(house)
    pages = _all(house)
    front = pages["index.html"].decode()
    assert "Players wanted" in front
    assert "JOIN bergen" in front
    assert "games/oslo/index.html" in front
    result = pages["games/oslo/S1901M.html"].decode()
    assert ">Austria</span>" in result
    assert "Spring 1901 Movement" in result
    ET.fromstring(pages["games/oslo/S1901M.svg"])
    assert b"BEGIN:VEVENT" in pages["games/oslo/deadlines.ics"]
    feed = ET.fromstring(pages["games/oslo/feed.xml"])
    assert "S1901M.html" in ET.tostring(feed, encoding="unicode")
    assert "games/oslo/archive.json" not in pages


def test_w4_no_secret_of_a_running_game_is_in_any_file_of_the_export(house: House) -> None:
    """Sheets, comments, transfers, lists, balances, press, addresses, names, tokens, the seed."""
    table = _running(house)
    pages = _all(house)
    whole = b"\n".join(page for path, page in pages.items() if not path.startswith("manuals/")).decode()
    game = table.game()
    tokens = [str(mail.message["Reply-To"]) for player in table.players.values() for mail in player.inbox()]
    for secret in (*SECRETS, *(player.address for player in table.players.values()), game.seed.hex(), "FGA?", *tokens):
        assert secret not in whole, secret
    for name in PLAYERS.values():
        assert not re.search(rf"\b{name}\b", whole), name
    assert not re.search(
        r"balance|offers|silver pieces on", re.sub(r"Silver &amp; Lies", "", pages["games/oslo/index.html"].decode())
    )


def test_after_the_end_everything_that_the_rules_open_is_there_and_the_archive_verifies(house: House) -> None:
    table = _running(house)
    _ended(table)
    pages = _all(house)
    opened = pages["games/oslo/S1901M.html"].decode()
    assert "What was secret" in opened
    assert "Acceptance list FGA?, read as FGA" in opened
    assert "Who bid what for what" in opened
    assert "won, " in opened
    ledger = pages["games/oslo/ledger.html"].decode()
    assert '<h3 id="S1901M"><a href="S1901M.html">Spring 1901 Movement</a></h3>' in ledger
    assert ledger.index('<h3 id="S1901M">') < ledger.index("<td>France</td>") < ledger.index("All accounts")
    ET.fromstring(pages["games/oslo/treasuries.svg"])
    found = read_archive(pages["games/oslo/archive.json"].decode())
    assert verify(found.archive).findings == ()
    assert table.game().seed.hex() in pages["games/oslo/index.html"].decode()
    assert SECRETS[1] not in b"\n".join(pages.values()).decode(), "press stays between those who wrote it"


COMPOSER = '<script type="module" src="../../compose.js"></script>'
DATA = '<script type="application/json" id="compose-data">'


def test_w2_c12_what_people_wrote_stays_text_and_no_page_has_a_script_but_the_judges_own(house: House) -> None:
    _running(house)
    for path, content in _all(house).items():
        text = content.decode()
        if path.endswith(".ics"):
            continue  # plain text: what looks like a tag there is none
        if path.endswith("/compose.html"):  # its own script, its data, which run nothing, and its map as it is
            assert text.count(DATA) == text.count(COMPOSER) == text.count(f"<style>{STYLE}</style>") == 1
            text = text.replace(DATA, "").replace(COMPOSER, "").replace(f"<style>{STYLE}</style>", "")
        assert not re.findall(r"<script(?! src=\"[./]*page\.js\" defer></script>)", text.lower()), path
        assert "alert(1)49" not in text.replace("&lt;/script&gt;", ""), "no template in a title is run"
        if path.endswith(".html"):
            for tag, attributes in Page(text).tags:
                assert tag not in ("iframe", "object", "embed", "form", "style"), path
                assert not [name for name in attributes if name.startswith("on") or name == "style"], path


NO_PAGES = (
    "games/../../etc/passwd",
    "games/oslo/../../x",
    "%00",
    "\x00",
    "games/nowhere/index.html",
    "games/oslo/S1999M.html",
    "games/oslo/S1901M.svg",
    "games/oslo/archive.json",
    "/",
    "x" * 1_000_000,
    "style.css/",
)


def test_w1_a_path_that_is_no_page_is_none(house: House) -> None:
    seven(house)
    site = Site(house.judge)
    with house.judge.db.reading() as session:
        assert [path[:40] for path in NO_PAGES if site.get(session, path) is not None] == []


def test_the_name_of_a_game_is_found_in_capitals_too(house: House) -> None:
    seven(house)
    site = Site(house.judge)
    with house.judge.db.reading() as session:
        assert site.get(session, "games/OSLO/index.html") == site.get(session, "games/oslo/index.html") is not None


def _fetch(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    asked = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read().decode()


def test_the_daemon_s_server_gives_the_same_files_with_a_policy_that_lets_nothing_in(house: House) -> None:
    _running(house)
    with house.judge.db.reading() as session:
        page = Site(house.judge, house.judge.settings.web_base, searchable=True).get(session, "games/oslo/index.html")
    assert page is not None
    with served(house.judge) as base:
        status, headers, text = _fetch(f"{base}/games/oslo/")
        assert (status, text.encode()) == (200, page.content)
        lower = {name.lower(): value for name, value in headers.items()}
        assert lower["content-security-policy"].startswith("default-src 'none'")
        assert lower["x-content-type-options"] == "nosniff"
        assert "server" not in lower
        assert _fetch(f"{base}/games/oslo")[2] == text, "an address typed without its last slash leads there"
        for path in ("/games/../../etc/passwd", "/%00", "/games/none/", "/games/none", "/..%2f..%2fetc"):
            status, _, text = _fetch(base + path)
            assert status == 404, path
            assert "<h1>There is no such page</h1>" in text, path
            assert 'href="/index.html"' in text, "its links lead somewhere from wherever it is shown"


def test_a_reader_who_has_the_page_is_not_sent_it_again_until_it_says_something_else(house: House) -> None:
    table = _running(house)
    with served(house.judge) as base:
        url = f"{base}/games/oslo/"
        tag = _fetch(url)[1]["etag"]
        assert _fetch(url, If_None_Match=tag)[0] == 304
        table.tell("FRANCE", "1 : A PAR H")
        assert _fetch(url, If_None_Match=tag)[0] == 304, "that somebody has written is nobody's to know (fault P4)"
        table.direct("DEADLINE +99h")
        assert _fetch(url, If_None_Match=tag)[0] == 200


def test_health_and_metrics_name_no_game_and_no_person(house: House) -> None:
    table = _running(house)
    with served(house.judge) as base:
        assert _fetch(f"{base}/healthz")[0] == 200
        status, _, text = _fetch(f"{base}/metrics")
        assert status == 200
        assert 'judge_games{state="active"} 1.0' in text
        assert not re.search("oslo|bergen|example.org|AUSTRIA", text + table.name.replace("oslo", ""))
        house.clock.advance(timedelta(hours=1))
        assert _fetch(f"{base}/healthz")[0] == 503


def test_w3_an_export_is_replaced_in_one_step(house: House, tmp_path: Path) -> None:
    table = _running(house)
    folder = tmp_path / "www"
    export(Site(house.judge), folder)
    old = folder.resolve()
    seen: list[bytes] = []
    table.play_phase({role: gambles(random.Random(1)) for role in PLAYERS})

    class Watched(Site):
        def files_of(self, session: Session, rows: Rows) -> Iterator[tuple[str, str, Make]]:
            for file in super().files_of(session, rows):
                seen.append((folder / "games/oslo/index.html").read_bytes())
                yield file

    export(Watched(house.judge), folder)
    assert len(seen) > 1
    assert len(set(seen)) == 1, "whoever reads meanwhile sees the old pages"
    assert (folder / "games/oslo/index.html").read_bytes() != seen[0]
    assert not old.exists()
    assert sorted(path.name for path in tmp_path.glob(".www-*")) == [folder.resolve().name]


def test_an_export_writes_only_what_has_changed_and_says_nothing_of_what_has_not(house: House, tmp_path: Path) -> None:
    """Linked files keep their dates: Last-Modified must not tell that somebody has written (fault P4)."""
    table = _running(house)
    folder = tmp_path / "www"
    export(Site(house.judge), folder)
    before = _files(folder)
    table.tell("FRANCE", "1 : A PAR H")
    export(Site(house.judge), folder)
    assert _files(folder) == before
    table.direct("DEADLINE +99h")
    export(Site(house.judge), folder)
    changed = {path for path, file in _files(folder).items() if before.get(path) != file}
    assert {"index.html", "games/oslo/index.html", "games/oslo/deadlines.ics"} <= changed
    assert {path for path in changed if not path.startswith("games/oslo/")} == {
        "index.html",
        "running.html",
        "families/payola.html",
    }
    assert not [path for path in changed if path.endswith(".svg")]
    assert not [path for path in before if "stamps" in path]
    assert (tmp_path / ".www.stamps").stat().st_mode & 0o077 == 0


def test_an_export_draws_each_map_of_a_phase_that_is_over_once(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _running(house)
    folder = tmp_path / "www"
    for number in (1, 2):
        table.play_phase({role: gambles(random.Random(number)) for role in PLAYERS})
    export(Site(house.judge), folder)
    drawn: list[object] = []

    def noted(picture: Picture, stands: Stands) -> str:
        drawn.append(picture)
        return draw(picture, stands)

    monkeypatch.setattr(game_pages, "draw", noted)
    assert len([*folder.glob("games/oslo/[SFW]*.svg")]) > 1
    table.direct("DEADLINE +99h")
    export(Site(house.judge), folder)
    assert len(drawn) == 1, "that of the position now"
    fresh = tmp_path / "fresh"
    export(Site(house.judge), fresh)
    for path in sorted(folder.glob("games/oslo/*")):
        assert path.read_bytes() == (fresh / "games/oslo" / path.name).read_bytes(), path.name


def test_once_a_phase_is_played_an_export_writes_only_what_it_has_changed(house: House, tmp_path: Path) -> None:
    """The pages of the phases before the last one tell nothing of how the game stands now."""
    table = _running(house)
    folder = tmp_path / "www"
    for number in (1, 2, 3):
        table.play_phase({role: gambles(random.Random(number)) for role in PLAYERS})
    export(Site(house.judge), folder)
    before = _files(folder)
    labels = [path.stem for path in folder.glob("games/oslo/[SFW]*.html")]
    last = max(labels, key=lambda label: (label[1:5], "SFW".index(label[0]), "MRA".index(label[5])))
    table.play_phase({role: gambles(random.Random(4)) for role in PLAYERS})
    export(Site(house.judge), folder)
    now = _files(folder)
    [new] = {path.stem for path in folder.glob("games/oslo/[SFW]*.html")} - {*labels}
    changed = {
        path.rpartition("/")[2] for path in now if path.startswith("games/oslo/") and before.get(path) != now[path]
    }
    assert changed - {"centers.svg", "deadlines.ics"} == {
        *(
            "index.html",
            "feed.xml",
            "glance.svg",
            "map.svg",
            "compose.html",
            "compose.json",
            f"{last}.html",
            f"{new}.html",
            f"{new}.svg",
        )
    }
    assert not [path for path in now if path.startswith("manuals/") and before.get(path) != now[path]]
    fresh = tmp_path / "fresh"
    export(Site(house.judge), fresh)
    for path in sorted(fresh.rglob("*")):
        assert path.is_dir() or path.read_bytes() == (folder / path.relative_to(fresh)).read_bytes(), path


def test_the_feed_of_a_game_tells_the_results_of_its_latest_phases_alone(house: House) -> None:
    table = _running(house)
    for number in range(7):
        table.play_phase({role: gambles(random.Random(number)) for role in PLAYERS})
    with house.judge.db.reading() as session:
        feed = Site(house.judge).get(session, "games/oslo/feed.xml")
    assert feed is not None
    told = [each.text or "" for each in ET.fromstring(feed.content).iter(f"{{{ATOM}}}content")]
    results = [each for each in told if "may know of it" in each or "Position" in each]
    assert ["Position" in each for each in results] == [True] * 5 + [False] * (len(results) - 5)
    assert len(results) > 6


def _files(folder: Path) -> dict[str, int]:
    """Path -> the file itself, whatever its names."""
    return {str(path.relative_to(folder)): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_an_export_never_replaces_a_folder_of_somebody_s(house: House, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(FileExistsError, match="is no export"):
        export(Site(house.judge), tmp_path / "mine")
