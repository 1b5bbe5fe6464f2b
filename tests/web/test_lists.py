"""Lists of games: by state, family, board and name, in pages; what each costs, and what none may tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import ValidationError
from sqlalchemy import event, insert, select
from sqlalchemy.orm import Session

from judge.play import public_list
from judge.play.public_list import STATES, Search, census, found
from judge.play.public_record import awaited
from judge.settings import Settings
from judge.store.tables import Base, Game, Seat
from judge.web.pages import Site
from tests.support.house import House, open_house
from tests.support.showcase import HIDDEN, Showcase
from tests.web.reading import Page


def names(shelf: Showcase, search: Search) -> list[str]:
    with shelf.house.judge.db.reading() as session:
        return sorted(line.name for line in found(session, search)[0])


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        (Search("wanted"), ["bergen"]),
        (Search("running", "empires"), ["corner"]),
        (Search("ended", "pirates"), ["tortuga"]),
        (Search(family="diplomacy"), ["bergen", "dusk", "paris"]),
        (Search(board="corners"), ["corner", "rome"]),
        (Search(board="modern"), []),
        (Search(words="SPRING"), ["paris"]),
        (Search(words="oslo"), ["oslo"]),
        (Search(words="%"), []),
        (Search("standing"), []),
    ],
)
def test_games_are_found_by_state_family_board_and_name(shelf: Showcase, search: Search, expected: list[str]) -> None:
    assert names(shelf, search) == expected


def test_w4_no_search_finds_a_private_game(shelf: Showcase) -> None:
    for search in (Search(), Search("running"), Search(words=HIDDEN), Search(words="Behind")):
        assert HIDDEN not in names(shelf, search)


def _page(shelf: Showcase, path: str, **asked: str) -> str:
    with shelf.house.judge.db.reading() as session:
        file = Site(shelf.house.judge, searchable=True).get(session, path, asked)
    assert file is not None
    return file.content.decode()


def _item(page: str, name: str) -> str:
    """What a list says of one game."""
    return next(item for item in page.split("<li>") if f"games/{name}/index.html" in item)


def test_a_running_game_shows_its_map_the_year_who_leads_and_for_whom_it_waits(shelf: Showcase) -> None:
    page = _page(shelf, "running.html")
    oslo = _item(page, "oslo")
    assert 'src="games/oslo/glance.svg" width="240"' in oslo
    assert "Fall 1901" in oslo
    assert "Late: it waits for Austria." in oslo
    assert re.search(r"leads? with \d+ cities", _item(page, "plague"))


def test_w4_a_list_tells_of_a_blind_game_neither_who_leads_nor_who_is_late(shelf: Showcase) -> None:
    page = _page(shelf, "running.html")
    for name in ("fog", "dusk"):
        assert not re.search("lead|late|waits", _item(page, name).partition("<h2>")[2], re.IGNORECASE)
    with shelf.house.judge.db.reading() as session:
        drawn = Site(shelf.house.judge).get(session, "games/fog/glance.svg")
    assert drawn is not None
    assert b"circle" not in drawn.content, "no unit is to be seen"


def test_a_command_is_a_link_that_opens_a_mail_with_it(shelf: Showcase) -> None:
    links = [str(attributes["href"]) for tag, attributes in Page(_page(shelf, "wanted.html")).tags if tag == "a"]
    mails = [urlsplit(link) for link in links if link.startswith("mailto:")]
    assert {mail.path for mail in mails} == {shelf.house.judge.settings.address}
    assert "JOIN bergen" in {parse_qs(mail.query)["body"][0] for mail in mails}


def test_the_front_page_shows_the_game_that_is_due_next_and_waits_for_nobody_and_how_many_play(shelf: Showcase) -> None:
    front = _page(shelf, "index.html")
    living = front.partition('<figure class="living">')[2].partition("</figure>")[0]
    with shelf.house.judge.db.reading() as session:
        lines = [line for line in found(session, Search("running"))[0] if line.deadline is not None]
        waiting = [line.name for line in lines if awaited(session, line.name)]
        counted = census(session)
        going = [each for state in STATES if state != "ended" for each in found(session, Search(state))[0]]
    assert counted.games == len({each.name for each in going})
    assert counted.wanted == sum({each.name: each.wanted for each in going}.values())
    assert waiting
    due = min(line.deadline for line in lines if line.deadline is not None and line.name not in waiting)
    assert f'<time datetime="{due:%Y-%m-%dT%H:%M:%SZ}">' in living
    assert 'src="games/' in living
    assert f"{counted.games} games, {counted.players} players, <strong>{counted.wanted} seats free</strong>" in front
    assert HIDDEN not in living


def test_the_pages_bear_the_name_and_the_emblem_that_the_host_has_chosen(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "own.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    name, icon_file = "The <Fox> & Goose", tmp_path / "own.svg"
    with (
        open_house(sqlite_url, tmp_path, web_name=name, web_icon=icon_file) as house,
        house.judge.db.reading() as session,
    ):
        front, icon = (Site(house.judge).get(session, path) for path in ("index.html", "icon.svg"))
    assert front is not None
    assert icon is not None
    assert b"<h1>The &lt;Fox&gt; &amp; Goose</h1>" in front.content
    assert icon.content == b"<svg xmlns='http://www.w3.org/2000/svg'/>"


def test_an_emblem_begins_in_the_folder_of_the_settings_and_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "judge.toml").write_text('web_icon = "own.svg"\n')
    monkeypatch.setenv("JUDGE_CONFIG", str(tmp_path / "judge.toml"))
    with pytest.raises(ValidationError, match="names no file"):
        Settings()
    (tmp_path / "own.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert Settings().web_icon == tmp_path / "own.svg"


def test_whoever_wants_to_try_a_game_alone_finds_a_link_that_begins_it_unless_the_host_has_none(
    shelf: Showcase, tmp_path: Path, sqlite_url: str
) -> None:
    assert "Try it now" in _page(shelf, "index.html")
    links = [
        str(attributes["href"]) for tag, attributes in Page(_page(shelf, "families/payola.html")).tags if tag == "a"
    ]
    assert "PRACTICE payola" in {parse_qs(urlsplit(link).query).get("body", [""])[0] for link in links}
    with open_house(sqlite_url, tmp_path, practice=0) as house, house.judge.db.reading() as session:
        for path, told in (("index.html", b"Try it now"), ("families/payola.html", b"alone against programs")):
            file = Site(house.judge, searchable=True).get(session, path, {})
            assert file is not None
            assert told not in file.content


def test_what_a_reader_searched_for_stays_text(shelf: Showcase) -> None:
    page = _page(shelf, "games.html", q='"><script>alert(1)</script>', family="none", page="-7")
    assert "<script>" not in page
    assert "There is no such game." in page


def test_a_search_for_what_no_database_keeps_is_one_for_the_rest(shelf: Showcase) -> None:
    assert "oslo" in _page(shelf, "games.html", q="\0os\0lo\0")


def test_files_on_a_disk_have_no_form_that_nobody_answers(shelf: Showcase) -> None:
    with shelf.house.judge.db.reading() as session:
        site = Site(shelf.house.judge)
        front = site.get(session, "index.html")
        assert site.get(session, "games.html") is None
    assert front is not None
    assert b"<form" not in front.content
    assert b"running.html" in front.content


@contextmanager
def counting(session: Session) -> Iterator[list[str]]:
    said: list[str] = []
    engine = session.connection().engine

    def note(*args: object) -> None:
        said.append(str(args[2]))

    event.listen(engine, "before_cursor_execute", note)
    yield said
    event.remove(engine, "before_cursor_execute", note)


def _copies(house: House, name: str, number: int) -> None:
    """So many games like this one, under other names."""
    with house.judge.db.writing() as session:
        first = session.execute(select(Game).where(Game.name == name)).scalar_one()
        for copy in range(number):
            made = session.execute(
                insert(Game).values(_values(first) | {"name": f"{name}-{copy}"}).returning(Game.id)
            ).scalar_one()
            seats = session.execute(select(Seat).where(Seat.game_id == first.id)).scalars().all()
            session.execute(insert(Seat), [_values(seat) | {"game_id": made} for seat in seats])


def _values(row: Base) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns if column.key != "id"}


def test_a_list_costs_as_many_statements_for_fifty_games_as_for_three_and_the_others_are_a_page_away(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_list, "PAGE", 50)
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        master = house.registered("Manus")
        house.tell(master, "CREATE diplomacy bergen")
        costs: list[int] = []
        for more in (2, 58):
            _copies(house, "bergen", more) if not costs else _copies(house, "bergen-0", more)
            with house.judge.db.reading() as session, counting(session) as said:
                lines, further = found(session, Search("wanted"))
            costs.append(len(said))
        assert costs[0] == costs[1]
        assert (len(lines), further) == (50, True)
        with house.judge.db.reading() as session:
            site = Site(house.judge)
            rest = found(session, Search("wanted"), 2)[0]
            assert not {line.name for line in rest} & {line.name for line in lines}
            assert len(rest) == 11
            assert "wanted-2.html" in [*site.paths(session)]
            assert site.get(session, "wanted-3.html") is None
